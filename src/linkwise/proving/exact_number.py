"""Fractions for functions that users write, in which a float means the decimal that was typed."""

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any

import numpy as np

from linkwise.models.exact_model import fraction
from linkwise.proving.angles import Angle
from linkwise.spatial.errors import LinkwiseError


@dataclass(frozen=True, eq=False)
class Exact:
    """A fraction that stays one when a decimal number such as 9.81 joins it.

    It has no order and turns into no float, so that what asks for either is not decided exactly.
    """

    value: Fraction

    def __add__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: b + a)

    def __sub__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: b * a)

    def __truediv__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Any:
        return _joined(self, other, lambda a, b: b / a)

    def __neg__(self) -> "Exact":
        return Exact(-self.value)

    def __pos__(self) -> "Exact":
        return self

    def __pow__(self, power: Any) -> "Exact":
        if not isinstance(power, Real) or power % 1 != 0:
            raise LinkwiseError(f"a power of {power} is no fraction")
        return Exact(self.value ** int(float(power)))


def _joined(x: Exact, other: Any, operation: Any) -> Any:
    """Return the result of an operation with another number."""
    if isinstance(other, (np.ndarray, Angle)):
        return NotImplemented
    return Exact(operation(x.value, exactly(other)))


def exactly(x: Any) -> Fraction:
    """Return the fraction that a number stands for, of a float its decimal of 15 digits.

    A product of decimals that was rounded in its last place is so read as it was meant; what a
    float cannot say in 15 digits, such as a third, is left off by less than floats can tell.

    Raises
    ------
    LinkwiseError
        If it is no finite number.
    """
    if isinstance(x, np.ndarray) and x.ndim == 0:
        x = x[()]
    if isinstance(x, Angle):
        x = x.number()
    if isinstance(x, Exact):
        return x.value
    if isinstance(x, (Rational, np.integer)):
        return Fraction(int(x.numerator), int(x.denominator))
    if isinstance(x, (float, np.floating)) and isfinite(x):
        return fraction(x)
    raise LinkwiseError(f"{x!r} is no fraction")
