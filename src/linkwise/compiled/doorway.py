"""Entries into compiled functions that skip the interpreter's slow roads, where they can be built.

They need the headers of Python and NumPy.  Where these are missing everything works without.
"""

import functools
import importlib.machinery
import importlib.util
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from linkwise.compiled.kernels import CKernel
from linkwise.compiled.library import Compiler, load
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

Entry = Callable[..., Array | None]
SOURCE = Path(__file__).with_name("doorway.c")
MOST = 8  # inputs and axes that doorway.c has room for


def entry(kernel: CKernel, compiler: Compiler) -> Entry | None:
    """Return a function of float64 arrays that computes a kernel's first output, or None.

    The function returns None for arguments that are not plain: float64, C-contiguous, ``(size,)``
    or all ``(N, size)``, and perhaps an array for the result; and where a pivot is not safely
    positive.
    """
    doorway = _doorway(compiler)
    program = kernel.program
    cores = list(program.inputs.values())
    result, *rest = program.outputs.values()
    pivots = program.outputs.get("pivots", (0,))
    if doorway is None or len(cores) > MOST or any(len(core) != 1 for core in cores):
        return None
    if len(result) > MOST or rest not in ([], [pivots]):
        return None  # doorway.c has no room for other results
    sizes = tuple(core[0] for core in cores)
    made: Entry = doorway.door(kernel.address, sizes, result, pivots[0])
    return made


def prepare(compiler: Compiler) -> None:
    """Build and load doorway.c, as a thread may do while another waits for the compiler."""
    _doorway(compiler)


def bound(
    kernel: CKernel, inputs: Sequence[Array], outputs: Sequence[Array], compiler: Compiler
) -> Callable[[], bool | None]:
    """Return `CKernel.run` on these very arrays, which the caller keeps alive.

    What the function returns is true only if all pivots, where there are any, are safely positive.
    """
    doorway = _doorway(compiler)
    if doorway is None or max(len(inputs), len(outputs)) > MOST:
        return kernel.prepared(inputs, outputs)
    ins, outs = (tuple(a.ctypes.data for a in arrays) for arrays in (inputs, outputs))
    names = list(kernel.program.outputs)
    where = names.index("pivots") if "pivots" in names else 0
    pivots = outputs[where].shape[1] if "pivots" in names else 0
    states = len(outputs[0])
    made: Callable[[], bool] = doorway.bound(kernel.address, states, ins, outs, where, pivots)
    return made


@functools.lru_cache(maxsize=8)
def _doorway(compiler: Compiler) -> Any | None:
    """Return the module of doorway.c, compiled for this Python and NumPy, or None."""
    # all that the headers depend on is told to the cache: many Pythons may share a folder
    host = f"{sysconfig.get_config_var('SOABI')} {sys.hexversion:x} numpy {np.__version__}"
    source = f"/* for {host} */\n{SOURCE.read_text(encoding='utf-8')}"
    flags = [f"-I{folder}" for folder in (sysconfig.get_path("include"), np.get_include())]
    try:
        return load(source, compiler, _module, flags)
    except LinkwiseError:  # no headers: calls take the careful way
        return None


def _module(path: str) -> Any:
    """Return the module in a file."""
    loader = importlib.machinery.ExtensionFileLoader("linkwise_doorway", path)
    spec = importlib.machinery.ModuleSpec("linkwise_doorway", loader, origin=path)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module
