"""Numbers as text, for reports."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.scalars import Array


def short(x: Any) -> str:
    """Return a number without idle digits: 0.1, 9.81, 0.785398."""
    return f"{float(x) + 0.0:.6g}"


def vector(x: ArrayLike, digits: int = 6) -> str:
    """Return a short row of numbers in brackets: (0, -9.81, 0)."""
    return f"({', '.join(f'{float(e) + 0.0:.{digits}g}' for e in np.asarray(x))})"


def tensor(I: Array) -> str:
    """Return the six entries of a symmetric tensor with their names."""
    named = (
        f"I{'xyz'[i]}{'xyz'[j]} {short(I[i, j])}" for i, j in zip(*np.triu_indices(3), strict=True)
    )
    return ", ".join(named)


def indented(lines: Iterable[str]) -> list[str]:
    """Return lines two spaces further in."""
    return [f"  {line}" for line in lines]
