"""Angles whose sine and cosine are rational, for results without rounding."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from linkwise.spatial.errors import LinkwiseError


@dataclass(frozen=True)
class ExactAngle:
    """The angle 2 arctan t: cos = (1 − t²)/(1 + t²), sin = 2 t/(1 + t²).

    Parameters
    ----------
    t
        Tangent of half the angle, an int or `Fraction`.
    value
        What to use where the coordinate itself enters, as in a helical joint; an exact number that
        stands beside cos and sin as an independent quantity.

    Examples
    --------
    >>> ExactAngle(Fraction(1, 2)).cos()
    Fraction(3, 5)
    """

    t: Fraction | int
    value: Fraction | int | None = None

    def cos(self) -> Fraction:
        """Return the exact cosine."""
        return Fraction(1 - self.t**2) / (1 + self.t**2)

    def sin(self) -> Fraction:
        """Return the exact sine."""
        return Fraction(2 * self.t) / (1 + self.t**2)

    def _number(self) -> Fraction | int:
        """Return the coordinate's value, or say that it is wanted."""
        if self.value is None:
            raise LinkwiseError(
                f"the coordinate of {self!r} enters by its value: give ExactAngle(t, value)"
            )
        return self.value

    def __add__(self, other: Any) -> Any:
        """Return the coordinate's value plus `other`."""
        return self._number() + other

    def __sub__(self, other: Any) -> Any:
        """Return the coordinate's value minus `other`."""
        return self._number() - other

    def __mul__(self, other: Any) -> Any:
        """Return the coordinate's value times `other`."""
        return self._number() * other

    __radd__, __rmul__ = __add__, __mul__
