"""Numbers and tables as text, in and out."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from math import floor, isfinite, log10
from sys import float_info

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.errors import LinkwiseError

DECIMAL = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE | re.ASCII)


def decimal(text: str) -> float:
    """Return the finite decimal number that `text` spells, or say that it is none."""
    value = float(text) if DECIMAL.fullmatch(text.strip()) else np.nan
    if not isfinite(value):
        raise LinkwiseError(f"{quoted(text)} is not a finite number")
    return value


def quoted(text: str) -> str:
    """Return `text` in quotes, cut where it is too long for a message."""
    word = repr(text.strip())
    return word if len(word) <= 60 else f"{word[:60]}…"


def aligned(values: ArrayLike, digits: int = 9) -> list[str]:
    """Return numbers with one count of decimals, so that their points stand in line.

    The largest shows `digits` significant digits, the others what is left at the same scale.
    """
    x = np.asarray(values, float)
    largest = float(np.abs(x).max(initial=0))
    exponent = 0 if largest == 0 else floor(log10(min(largest, float_info.max)))
    if -4 <= exponent < digits:
        return [f"{e:z.{digits - 1 - max(exponent, 0)}f}" for e in x]
    return [f"{e:z.{digits - 1}e}" for e in x]


def table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return rows as lines, the first `left` columns flush left and the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if k < left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as comma-separated values, numbers with all their digits."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(
        [repr(float(cell)) if isinstance(cell, float) else cell for cell in row] for row in rows
    )
    return out.getvalue().rstrip("\n")
