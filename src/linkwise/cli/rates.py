"""The rates that a file leaves out, differentiated while it is read.

A cubic spline through all rows takes all of them into memory.  But what its slopes owe to rows far
away fades, and so it is made in windows that overlap: its slopes s at the times t, with steps h,
solve

    h_i s_{i-1} + 2 (h_{i-1} + h_i) s_i + h_{i-1} s_{i+1} = given.

The slopes of a window solve the same equations, except those at its two ends.  So their errors e,
the difference of both, have a zero on the right, whence |e_i| ≤ max(|e_{i-1}|, |e_{i+1}|) / 2:
k rows away from the ends, whatever the steps, the error is at most 2^-k of that at the ends.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from linkwise.cli.trajectory import RATES, Recording, Rows
from linkwise.spatial.errors import LinkwiseError

OVERLAP = 128  # rows: 2^-128 is nothing beside the rounding of floats, 2^-53
LEAST_ROWS = 4  # a cubic through fewer points says nothing about its own curvature


def missing_rates(recording: Recording) -> list[str]:
    """Return which of q, qd and qdd the file leaves out."""
    return [name for name in RATES if name not in recording.given]


def source_of_rates(recording: Recording) -> str:
    """Return the highest rate that the file holds without a gap: it is differentiated."""
    return "qd" if "qd" in recording.given else "q"


def note_on_rates(recording: Recording) -> str:
    """Return what is differentiated, in a sentence; empty if nothing is."""
    if not (missing := missing_rates(recording)):
        return ""
    return (
        f"{' and '.join(missing)} not given: differentiated from {source_of_rates(recording)} "
        "by a cubic spline in t"
    )


def complete_blocks(recording: Recording) -> Iterator[Rows]:
    """Yield the rows of a recording with the rates that are missing differentiated.

    A cubic spline through the highest rate that is given, not-a-knot at its ends, is differentiated
    once or twice.

    Raises
    ------
    LinkwiseError
        If there are too few rows to differentiate, or their numbers are too large or too small.
    """
    if not missing_rates(recording):
        yield from recording.blocks
        return
    window: Rows = {}
    done = 0  # rows of the window that were given out; they are there for the spline
    for block, is_last in with_last(recording.blocks):
        window = {k: np.concatenate([window[k], a]) for k, a in block.items()} if window else block
        ready = len(window["t"]) if is_last else len(window["t"]) - OVERLAP
        if ready > done:
            whole = completed(recording, window)
            yield {k: a[done:ready] for k, a in whole.items()}
            start = max(ready - OVERLAP, 0)
            window, done = {k: a[start:] for k, a in window.items()}, ready - start


def with_last(blocks: Iterable[Rows]) -> Iterator[tuple[Rows, bool]]:
    """Yield every block and whether it is the last."""
    waiting: list[Rows] = []
    for block in blocks:
        for before in waiting:
            yield before, False
        waiting = [block]
    for before in waiting:
        yield before, True


def completed(recording: Recording, window: Rows) -> Rows:
    """Return rows with the missing rates from a spline through these rows alone."""
    from scipy.interpolate import CubicSpline  # slow to import

    missing, source = missing_rates(recording), source_of_rates(recording)
    t = window["t"]
    if len(t) < LEAST_ROWS:
        raise LinkwiseError(
            f"{recording.file} has no {' and no '.join(missing)}, and {len(t)} rows are too few to "
            f"differentiate: at least {LEAST_ROWS} are wanted"
        )
    filled = dict(window)
    try:
        with np.errstate(all="ignore"):
            spline = CubicSpline(t, window[source])
            for name in missing:
                filled[name] = np.asarray(spline(t, RATES.index(name) - RATES.index(source)))
    except (ValueError, np.linalg.LinAlgError):  # numbers near the limits of floats
        raise LinkwiseError(
            f"{recording.file}: {source} cannot be differentiated: its steps, or those of t, are "
            "too large or too small for floats"
        ) from None
    return filled
