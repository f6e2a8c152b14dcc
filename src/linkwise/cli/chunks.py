"""Long work in pieces: memory stays bounded, and a terminal shows how far it is."""

import sys
from collections.abc import Iterator

CHUNK = 10_000  # states at a time: a 7-joint arm takes about 0.07 s and 30 MB


def chunks(total: int, doing: str) -> Iterator[slice]:
    """Yield slices that cover `total` rows, with a line of progress where stderr is a terminal.

    Parameters
    ----------
    total
        Number of rows.
    doing
        What is being done, such as "writing".
    """
    shown = total > CHUNK and sys.stderr.isatty()
    try:
        for start in range(0, total, CHUNK):
            if shown:
                line = f"\r{doing} {100 * start // total} %"
                print(line, end="", file=sys.stderr, flush=True)
            yield slice(start, start + CHUNK)
    finally:
        if shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)  # leave an empty line
