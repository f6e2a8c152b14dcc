"""A motion of a robot over time, read some thousand rows at a time."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linkwise.spatial.scalars import Array

RATES = ("q", "qd", "qdd")
BLOCK = 10_000  # rows at a time: a 7-joint arm takes about 20 MB as text and numbers

Rows = dict[str, Array]  # "t" (N,) and some of q, qd, qdd (N, n)


@dataclass(frozen=True, eq=False)
class Recording:
    """An open file of a motion.

    Attributes
    ----------
    file : str
        Its name, for messages.
    given : tuple of str
        Which of q, qd and qdd it holds.
    torque_names : tuple of str
        Column names for the torques, in the manner of the file: tau1 or tau_NAME.
    blocks : iterator of dict of str to ndarray
        The rows from first to last, "t" ``(N,)`` in s and what is given ``(N, n)``: at most `BLOCK`
        at a time and at least one, finite, and t rises.
    share : callable
        Tells how much of the file has been read, from 0 to 1.
    """

    file: str
    given: tuple[str, ...]
    torque_names: tuple[str, ...]
    blocks: Iterator[Rows]
    share: Callable[[], float]
