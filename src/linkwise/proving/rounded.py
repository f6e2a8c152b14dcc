"""Floats that carry a bound of their own rounding errors through every operation.

References
----------
N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.3: running error analysis,
which is J. H. Wilkinson's.
"""

from dataclasses import dataclass
from math import inf
from sys import float_info
from typing import Any, Self

import numpy as np

from linkwise.proving.angles import Angle

UNIT = float_info.epsilon / 2  # largest relative error of one operation


@dataclass(frozen=True, eq=False)
class Rounded:
    """A number and how far rounding can have moved it.

    Parameters
    ----------
    value
        As floats have it.
    error
        Bound of its distance from the number without rounding, to first order in the unit roundoff.
    """

    value: float
    error: float

    @classmethod
    def of(cls, x: Any) -> Self:
        """Return the nearest float to a number, half a unit in the last place off at most."""
        value = float(x)
        return cls(value, abs(value) * UNIT)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (np.ndarray, Angle)):
            return NotImplemented
        b = other if isinstance(other, Rounded) else Rounded.of(other)
        total = self.value + b.value
        return Rounded(total, self.error + b.error + abs(total) * UNIT)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (np.ndarray, Angle)):
            return NotImplemented
        b = other if isinstance(other, Rounded) else Rounded.of(other)
        product = self.value * b.value
        moved = abs(self.value) * b.error + abs(b.value) * self.error + self.error * b.error
        return Rounded(product, moved + abs(product) * UNIT)

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, (np.ndarray, Angle)):
            return NotImplemented
        b = other if isinstance(other, Rounded) else Rounded.of(other)
        ratio, least = self.value / b.value, abs(b.value) - b.error
        moved = (self.error + abs(ratio) * b.error) / least if least > 0 else inf
        return Rounded(ratio, moved + abs(ratio) * UNIT)

    def __pow__(self, power: int) -> Any:
        product: Any = 1
        for _ in range(power):
            product = self * product
        return product

    def __neg__(self) -> "Rounded":
        return Rounded(-self.value, self.error)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __float__(self) -> float:
        return self.value

    def sign(self) -> int:
        """Return −1, 0 or 1."""
        return (self.value > 0) - (self.value < 0)

    __radd__, __rmul__ = __add__, __mul__
