"""Two pieces of work timed in turn, so that a drift of the machine meets both alike.

Each runs once unmeasured when its turn comes: what the other has left in the caches and on its way
to memory, after 700 megabytes of mass matrices, would be charged to it.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from timeit import Timer
from typing import Any

SECTION = 0.02  # seconds that a piece of work is repeated for before the clock is read
ROUNDS = 9


@dataclass(frozen=True)
class Work:
    """A Python statement that serves some states.

    Attributes
    ----------
    name
        What it is, for the table.
    statement
        What to run.
    names
        What the statement refers to.
    states
        How many states it serves.
    clock
        By default the processor time of this thread: other processes of the machine do not count.
        Work on several threads needs `time.perf_counter`.
    """

    name: str
    statement: str
    names: dict[str, Any]
    states: int = 1
    clock: Callable[[], float] = time.thread_time

    def section(self) -> Callable[[], float]:
        """Return a function that repeats the work for `SECTION` seconds: seconds a state.

        Each call begins with one repetition that is not measured.
        """
        timer = Timer(self.statement, timer=self.clock, globals=self.names)
        timer.timeit(1)  # compiles, and meets all memory once
        number = 1
        while (seconds := timer.timeit(number)) < SECTION:
            number = max(2 * number, int(number * SECTION / max(seconds, 1e-9)))

        def repeat() -> float:
            timer.timeit(1)
            return timer.timeit(number) / number / self.states

        return repeat


@dataclass(frozen=True)
class Comparison:
    """Median seconds a state of two pieces of work, and the median of the rounds' ratios."""

    ours: float
    peers: float
    ratio: float


def compare(ours: Work, peers: Work, rounds: int = ROUNDS) -> Comparison:
    """Time both in every round, ours first; the ratio says how many times faster ours is."""
    return summary(rounds_of((ours.section(), peers.section()), rounds))


def rounds_of(sections: Iterable[Callable[[], float]], rounds: int) -> list[tuple[float, ...]]:
    """Return the times of every section for every round."""
    sections = tuple(sections)
    return [tuple(section() for section in sections) for _ in range(rounds)]


def summary(times: list[tuple[float, ...]]) -> Comparison:
    """Return the medians of (ours, peer's) times."""
    ours, peers = zip(*times, strict=True)
    return Comparison(median(ours), median(peers), median(b / a for a, b in times))
