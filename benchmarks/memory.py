"""How fast one thread moves memory: what no computation on large arrays can beat."""

import ctypes
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
from pinocchio_peer import address

SOURCE = Path(__file__).with_name("memory.c")
ENTRIES = 10_000_000  # of each array of the triad: 320 MB together


def triad(cache: Path) -> tuple[Callable[[], None], int]:
    """Return a = b + c d over large arrays, and the bytes that it reads and writes."""
    function = _library(cache).triad
    arrays = [np.ones(ENTRIES) for _ in range(4)]
    return lambda: function(ctypes.c_int64(ENTRIES), *map(address, arrays)), 4 * 8 * ENTRIES


def fill(cache: Path) -> tuple[Callable[[], None], int]:
    """Return the filling of a large array, and the bytes that it writes."""
    function = _library(cache).fill
    array = np.ones(4 * ENTRIES)
    return lambda: function(ctypes.c_int64(len(array)), address(array)), array.nbytes


def _library(cache: Path) -> ctypes.CDLL:
    library = cache / "memory.so"
    compiler = os.environ.get("CC", "cc")
    flags = ["-O3", "-march=native", "-fPIC", "-shared"]
    subprocess.run([compiler, *flags, "-o", str(library), str(SOURCE)], check=True)  # noqa: S603
    return ctypes.CDLL(str(library))
