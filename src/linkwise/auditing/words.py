"""Tensors and paragraphs as text, for reports."""

from collections.abc import Iterable

import numpy as np

from linkwise.number_text import short
from linkwise.spatial.scalars import Array


def tensor(I: Array) -> str:
    """Return the six entries of a symmetric tensor with their names."""
    named = (
        f"I{'xyz'[i]}{'xyz'[j]} {short(I[i, j])}" for i, j in zip(*np.triu_indices(3), strict=True)
    )
    return ", ".join(named)


def indented(lines: Iterable[str]) -> list[str]:
    """Return lines two spaces further in."""
    return [f"  {line}" for line in lines]
