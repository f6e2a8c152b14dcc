"""Numbers and lists as text, for reports."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.joint import Joint


def short(x: Any) -> str:
    """Return a number without idle digits: 0.1, 9.81, 0.785398."""
    return f"{float(x) + 0.0:.6g}"


def latex_number(x: Any) -> str:
    r"""Return the same for LaTeX: 1e-05 as 1 \cdot 10^{-5}."""
    digits, _, power = short(x).partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def vector(x: ArrayLike, digits: int = 6) -> str:
    """Return a short row of numbers in brackets: (0, -9.81, 0)."""
    return f"({', '.join(f'{float(e) + 0.0:.{digits}g}' for e in np.asarray(x))})"


def inertia_unit(row: Joint, column: Joint) -> str:
    """Return the unit of the mass matrix's entry of two joints: "kg m²", "kg m" or "kg"."""
    turning = [joint.unit for joint in (row, column)].count("rad")
    return ("kg", "kg m", "kg m²")[turning]


def enumerated(words: Sequence[str]) -> str:
    """Return words as in a sentence: "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
