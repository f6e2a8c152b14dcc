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

from linkwise.compiled.emit_c import vector_source
from linkwise.compiled.emit_python import python_function
from linkwise.compiled.graph import Program
from linkwise.compiled.library import Compiler, load
from linkwise.spatial.scalars import Array

CHUNK = 1024  # states whose temporaries stay in the cache


class Kernel(Protocol):
    """What can compute all outputs of a program at many states."""

    program: Program
    build_seconds: float

    def run(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Fill outputs ``(N, size)`` from inputs ``(N, size)``: float64, rows contiguous."""

    def prepared(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> Callable[[], None]:
        """Return `run` on these very arrays."""


class NumpyKernel:
    """Straight-line Python over chunks of states; each chunk's temporaries fit in the cache."""

    def __init__(self, program: Program) -> None:
        start = perf_counter()
        self.program = program
        self._function = python_function(program)
        self.build_seconds = perf_counter() - start

    def run(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        """Fill outputs from inputs, chunk by chunk."""
        for start in range(0, len(outputs[0]), CHUNK):
            rows = slice(start, start + CHUNK)
            columns = np.concatenate([a[rows] for a in inputs], axis=1).T.copy()
            results = self._evaluate(columns)
            first = 0
            for out in outputs:
                for k in range(out.shape[1]):
                    out[rows, k] = results[first + k]
                first += out.shape[1]

    def prepared(self, inputs: Sequence[Array], outputs: Sequence[Array]) -> Callable[[], None]:
        """Return `run` on these very arrays."""
        return partial(self.run, inputs, outputs)

    def _evaluate(self, columns: Array) -> Sequence[Any]:
        if columns.shape[1] == 1:
            try:  # plain floats are several times faster than arrays of one
                return self._function(_Floats, *columns[:, 0].tolist())
            except (ZeroDivisionError, OverflowError, ValueError):
                pass  # floats raise where arrays give inf or NaN: let arrays decide
        with np.errstate(all="ignore"):
            return self._function(np, *columns)


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
