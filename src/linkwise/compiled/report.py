"""What the compiled functions of a robot are made of, and how long they take here."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import numpy as np

from linkwise.compiled.graph import Program, size
from linkwise.compiled.kernels import Kernel

STATES = 4096  # timed together; their inputs and outputs fit in the cache
REPEATS = 7


@dataclass(frozen=True)
class Row:
    """Facts of one compiled function.

    Attributes
    ----------
    function
        Name, with the options that it was called with.
    operations
        Additions, multiplications and the like that a state takes, without sines and cosines.
    trigonometric
        Sines and cosines that a state takes.
    trace_seconds, build_seconds
        Time to trace the plain algorithm, and to write and compile (or fetch) the code.
    bytes
        Memory that a state's inputs and outputs take.
    nanoseconds
        Time a state takes on one thread, the median of a few runs over states that fit the cache.
    """

    function: str
    operations: int
    trigonometric: int
    trace_seconds: float
    build_seconds: float
    bytes: int
    nanoseconds: float


@dataclass(frozen=True)
class Report:
    """A table with a row a compiled function."""

    title: str
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        head = ("function", "operations", "sin, cos", "trace ms", "build ms", "bytes", "ns a state")
        lines = [f"{head[0]:36}" + "".join(f"{h:>12}" for h in head[1:])]
        for r in self.rows:
            times = f"{r.trace_seconds * 1e3:12.1f}{r.build_seconds * 1e3:12.1f}"
            lines.append(
                f"{r.function:36}{r.operations:12d}{r.trigonometric:12d}{times}"
                f"{r.bytes:12d}{r.nanoseconds:12.1f}"
            )
        return "\n".join([self.title, *lines])


def report(title: str, kernels: Iterable[tuple[str, Kernel]]) -> Report:
    """Time every kernel, with its function's name, at random states and return the table."""
    return Report(title, tuple(_row(function, kernel) for function, kernel in kernels))


def _row(function: str, kernel: Kernel) -> Row:
    program = kernel.program
    counts = program.operations()
    trigonometric = counts.pop("sin", 0) + counts.pop("cos", 0)
    return Row(
        function,
        sum(counts.values()),
        trigonometric,
        program.trace_seconds,
        kernel.build_seconds,
        bytes_per_state(program),
        _nanoseconds(kernel),
    )


def _nanoseconds(kernel: Kernel) -> float:
    rng = np.random.default_rng(0)
    program = kernel.program
    inputs = [rng.uniform(0.1, 1, (STATES, size(core))) for core in program.inputs.values()]
    outputs = [np.empty((STATES, size(core))) for core in program.outputs.values()]
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        kernel.run(inputs, outputs)
        times.append(perf_counter() - start)
    return median(times) / STATES * 1e9


def bytes_per_state(program: Program) -> int:
    """Return how much memory a state's inputs and outputs take together."""
    shapes = (*program.inputs.values(), *program.outputs.values())
    return 8 * sum(map(size, shapes))
