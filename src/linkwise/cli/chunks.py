"""A line that shows on a terminal how far long work is."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def with_progress(blocks: Iterable[T], share: Callable[[], float], doing: str) -> Iterator[T]:
    """Yield all blocks, with a line of progress where there are several and stderr is a terminal.

    Parameters
    ----------
    blocks
        Pieces of the work.
    share
        Tells how much of them has been taken, from 0 to 1.
    doing
        What is being done, such as "computing".
    """
    is_shown = False
    try:
        for block in blocks:
            yield block
            if sys.stderr.isatty() and (is_shown or share() < 1):
                is_shown = True
                line = f"\r{doing} {100 * min(share(), 1):.0f} %"
                print(line, end="", file=sys.stderr, flush=True)
    finally:
        if is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)  # leave an empty line
