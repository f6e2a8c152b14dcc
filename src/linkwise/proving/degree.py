"""Numbers that know no more of themselves than a bound of their degree in every variable.

An algorithm that runs on them says how high the degree of its result can be, which the lemma of
Schwartz and Zippel asks for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwise.proving.angles import Angle


@dataclass(frozen=True, eq=False)
class Degree:
    """A quotient of two polynomials, each by its degrees.

    Parameters
    ----------
    above, below
        Degree of numerator and denominator in every variable, or more.
    """

    above: tuple[int, ...]
    below: tuple[int, ...]

    @classmethod
    def of(cls, variable: int, count: int) -> "Degree":
        """Return a variable by its number."""
        return cls(tuple(int(k == variable) for k in range(count)), (0,) * count)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (np.ndarray, Angle)):
            return NotImplemented
        if not isinstance(other, Degree):  # x/y + k = (x + k y)/y
            return Degree(_larger(self.above, self.below), self.below)
        if not any(self.below) and not any(other.below):
            return Degree(_larger(self.above, other.above), self.below)
        crossed = _larger(_sum(self.above, other.below), _sum(other.above, self.below))
        return Degree(crossed, _sum(self.below, other.below))

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (np.ndarray, Angle)):
            return NotImplemented
        if not isinstance(other, Degree):
            return self if other != 0 else 0
        return Degree(_sum(self.above, other.above), _sum(self.below, other.below))

    def __truediv__(self, other: Any) -> "Degree":
        if not isinstance(other, Degree):
            return self
        return Degree(_sum(self.above, other.below), _sum(self.below, other.above))

    def __rtruediv__(self, _number: Any) -> "Degree":
        return Degree(self.below, self.above)

    def __pow__(self, power: int) -> "Degree":
        above, below = (tuple(abs(power) * k for k in part) for part in (self.above, self.below))
        return Degree(above, below) if power >= 0 else Degree(below, above)

    def __neg__(self) -> "Degree":
        return self

    def sign(self) -> "Degree":
        """Return what stands for the sign of a rate where Coulomb friction is 0."""
        return self

    __sub__ = __rsub__ = __radd__ = __add__
    __rmul__ = __mul__


def _sum(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _larger(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(max, a, b))
