"""Programs made runnable on arrays of states, by NumPy or as compiled C."""

import ctypes
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from linkwise.compiled.emit_numpy import numpy_function
from linkwise.compiled.emit_python import python_function
from linkwise.compiled.emit_vector import vector_source
from linkwise.compiled.graph import Program
from linkwise.compiled.library import Compiler, load
from linkwise.spatial.scalars import Array

CHUNK = 1024  # states that are worth a thread
BUFFERED = 1 << 20  # doubles of buffers that stay in the cache


class Kernel(Protocol):
    """What can compute all outputs of a program at many states."""

    program: Program
    build_seconds: float

    def run(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Fill outputs ``(N, size)`` from inputs ``(N, size)``: float64, rows contiguous."""

    def prepared(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> Callable[[], None]:
        """Return `run` on these very arrays."""


class NumpyKernel:
    """Calls of NumPy's functions on chunks of states, whose buffers fit in the cache."""

    def __init__(self, program: Program) -> None:
        start = perf_counter()
        self.program = program
        self._one = python_function(program)
        self._many, self._buffers = numpy_function(program)
        self.build_seconds = perf_counter() - start

    def run(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Fill outputs from inputs, chunk by chunk."""
        states = len(outputs[0])
        if states == 1 and self._run_floats(inputs, outputs):
            return
        width = min(states, max(256, min(4096, BUFFERED // (self._buffers + 1))))
        x = np.empty((sum(a.shape[1] for a in inputs), width))
        buffers = np.empty((self._buffers, width))
        with np.errstate(all="ignore"):
            for start in range(0, states, max(1, width)):
                rows = slice(start, min(start + width, states))
                here = slice(rows.stop - start)
                np.concatenate([a[rows].T for a in inputs], out=x[:, here])
                results = iter(self._many(*x[:, here], *buffers[:, here]))
                for out in outputs:
                    for k in range(out.shape[1]):
                        out[rows, k] = next(results)

    def prepared(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> Callable[[], None]:
        """Return `run` on these very arrays."""
        return partial(self.run, inputs, outputs)

    def _run_floats(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> bool:
        """Compute one state on plain floats, several times faster than on arrays, if that goes."""
        try:
            results = iter(self._one(_Floats, *(x for a in inputs for x in a[0].tolist())))
        except (ZeroDivisionError, OverflowError, ValueError):
            return False  # floats raise where arrays give inf or NaN: let arrays decide
        for out in outputs:
            out[0] = [next(results) for _ in range(out.shape[1])]
        return True


class _Floats:
    """The functions of a namespace for one plain float."""

    sin, cos = math.sin, math.cos

    @staticmethod
    def sign(x: float) -> float:
        """Return −1, 0, 1 or NaN."""
        return float((x > 0) - (x < 0)) if x == x else x  # noqa: PLR0124 - NaN is not itself


class CKernel:
    """A program compiled for this machine's vector registers."""

    def __init__(self, program: Program, compiler: Compiler) -> None:
        start = perf_counter()
        self.program = program
        self.address, self._function = self._load(compiler)
        self.build_seconds = perf_counter() - start

    def _load(self, compiler: Compiler) -> tuple[int, Callable[..., None]]:
        name = self.program.name
        source = vector_source(self.program, compiler.lanes)
        function = load(source, compiler, lambda path: ctypes.CDLL(path)[name])
        function.restype = None
        function.argtypes = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
        address = ctypes.cast(function, ctypes.c_void_p).value
        return address or 0, function

    def run(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Fill outputs from inputs; the interpreter's lock is let go meanwhile."""
        self._function(len(outputs[0]), pointers(inputs), pointers(outputs))

    def prepared(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> Callable[[], None]:
        """Return `run` on these very arrays, their addresses looked up once."""
        return partial(self._function, len(outputs[0]), pointers(inputs), pointers(outputs))


def pointers(arrays: Sequence[Array]) -> Any:
    """Return a C array of the arrays' addresses."""
    return (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))


def run_threaded(
    kernel: Kernel, inputs: Sequence[Array], outputs: Sequence[Array], threads: int
) -> None:
    """Run a kernel on equal shares of the states, a thread each."""
    states = len(outputs[0])
    if threads <= 1 or states < 2 * CHUNK:
        kernel.run(inputs, outputs)
        return
    edges = np.linspace(0, states, threads + 1).astype(int)
    with ThreadPoolExecutor(threads) as pool:
        shares = [slice(a, b) for a, b in pairwise(edges)]
        jobs = [
            pool.submit(kernel.run, [a[s] for a in inputs], [a[s] for a in outputs]) for s in shares
        ]
        for job in jobs:
            job.result()
