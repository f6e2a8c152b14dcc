"""Dual numbers a + b ε with ε² = 0: derivatives without rounding, in any kind of number."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwise.proving.angles import Angle
from linkwise.spatial.scalars import Array, quotient


@dataclass(frozen=True, eq=False)
class Dual:
    """A value and its derivative along some direction; both may be dual numbers again.

    References
    ----------
    A. Griewank, A. Walther, *Evaluating Derivatives*, section 3.1: the forward mode.
    """

    value: Any
    slope: Any

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (np.ndarray, Angle)):
            return NotImplemented
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.slope + other.slope)
        return Dual(self.value + other, self.slope)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (np.ndarray, Angle)):
            return NotImplemented
        if isinstance(other, Dual):
            slope = self.value * other.slope + self.slope * other.value
            return Dual(self.value * other.value, slope)
        return Dual(self.value * other, self.slope * other) if other != 0 else 0

    def __neg__(self) -> "Dual":
        return Dual(-self.value, -self.slope)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __truediv__(self, number: Any) -> "Dual":
        return Dual(*(quotient(x, number)[()] for x in (self.value, self.slope)))

    __radd__, __rmul__ = __add__, __mul__


def moved(x: Any, slope: Any) -> Any:
    """Return a coordinate or rate with its derivative; of cos q it is −sin q times that of q."""
    if not isinstance(x, Angle):
        return Dual(x, slope)
    c, s = x.cos(), x.sin()
    value = None if x.value is None else Dual(x.value, slope)
    return Angle(((Dual(c, -(s * slope)), Dual(s, c * slope), 1),), value)


def slopes(values: Any) -> Array:
    """Return the derivatives of an array of dual numbers, 0 of the constants among them."""
    part = np.frompyfunc(lambda x: x.slope if isinstance(x, Dual) else x * 0, 1, 1)
    return np.asarray(part(np.asarray(values, dtype=object)), dtype=object)
