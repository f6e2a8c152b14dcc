"""Choices by a seed that come out the same on every machine."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A row of choices; the same seed gives the same row, whatever machine or version of Python.

    Python promises that only of the fractions that `random.Random.random` returns, and so all
    choices are made from these.

    Parameters
    ----------
    seed
        Any text.

    Examples
    --------
    >>> draws = Draws("7")
    >>> [draws.one(range(100)) for _ in range(4)]
    [71, 87, 95, 29]
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - exercises are no secret

    def one(self, items: Sequence[T]) -> T:
        """Return one of the items, each as likely as any other."""
        return items[int(self._random.random() * len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Return some of the items, each at most once, in their own order."""
        left = list(range(len(items)))
        chosen = {left.pop(int(self._random.random() * len(left))) for _ in range(count)}
        return [item for k, item in enumerate(items) if k in chosen]
