"""How fast one thread moves memory: what no computation on large arrays can beat."""

import ctypes
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
from pinocchio_peer import address

SOURCE = Path(__file__).with_name("memory.c")
ENTRIES = 10_000_000  # of each of the four arrays: 320 MB together


def triad(cache: Path) -> tuple[Callable[[], None], int]:
    """Return a = b + c d over large arrays, and the bytes that it reads and writes."""
    library = cache / "triad.so"
    compiler = os.environ.get("CC", "cc")
    flags = ["-O3", "-march=native", "-fPIC", "-shared"]
    subprocess.run([compiler, *flags, "-o", str(library), str(SOURCE)], check=True)  # noqa: S603
    function = ctypes.CDLL(str(library)).triad
    arrays = [np.ones(ENTRIES) for _ in range(4)]
    return lambda: function(ctypes.c_int64(ENTRIES), *map(address, arrays)), 4 * 8 * ENTRIES
