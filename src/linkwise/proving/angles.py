"""Angles known by cosine and sine, in any kind of number: they add, turn over and multiply."""

from dataclasses import dataclass, field
from math import pi
from numbers import Rational, Real
from typing import Any

from linkwise.spatial.errors import LinkwiseError

MULTIPLES = 12  # of an angle, whose cosine and sine are asked for
ROUNDING = 1e-15  # of π/2 as a float


@dataclass(frozen=True, eq=False)
class Angle:
    """A sum of whole multiples of angles, and of quarter turns.

    Where it meets other numbers, as in a spring or a helical joint, it is its `value`.

    Parameters
    ----------
    parts
        Cosine, sine and multiple of every angle in the sum.
    value
        The number that stands beside cosine and sine as an independent quantity, None if there is
        none: exactly rational values of q, cos q and sin q do not exist together.
    quarters
        How many quarter turns are added.
    """

    parts: tuple[tuple[Any, Any, int], ...]
    value: Any = None
    quarters: int = field(default=0, kw_only=True)

    def cos(self) -> Any:
        """Return the cosine."""
        return self._cos_and_sin()[0]

    def sin(self) -> Any:
        """Return the sine."""
        return self._cos_and_sin()[1]

    def tan(self) -> Any:
        """Return the tangent."""
        cosine, sine = self._cos_and_sin()
        return sine / cosine

    def _cos_and_sin(self) -> tuple[Any, Any]:
        """Return both by cos(x ± y) = cos x cos y ∓ sin x sin y, and so on."""
        cosine, sine = 1, 0
        for c, s, k in self.parts:
            if abs(k) > MULTIPLES:
                raise LinkwiseError(f"the cosine of {k} times an angle: at most {MULTIPLES}")
            turn = s if k > 0 else -s
            for _ in range(abs(k)):
                cosine, sine = cosine * c - sine * turn, sine * c + cosine * turn
        for _ in range(self.quarters % 4):
            cosine, sine = -sine, cosine
        return cosine, sine

    def number(self) -> Any:
        """Return the value, or say that there is none."""
        if self.value is None:
            raise LinkwiseError("this angle is known by its cosine and sine alone")
        return self.value

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Angle):
            both = None if None in (self.value, other.value) else self.value + other.value
            quarters = self.quarters + other.quarters
            return Angle(self.parts + other.parts, both, quarters=quarters)
        turned = quarter_turns(other)
        if turned is None:
            return self.number() + other
        value = self.value if turned == 0 else None
        return Angle(self.parts, value, quarters=self.quarters + turned)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Angle):
            return self.number() * other.number()
        if not isinstance(other, Real) or other % 1 != 0:
            return self.number() * other
        if other == 0:
            return 0
        times = int(float(other))
        parts = tuple((c, s, k * times) for c, s, k in self.parts)
        value = None if self.value is None else self.value * times
        return Angle(parts, value, quarters=self.quarters * times)

    def __neg__(self) -> "Angle":
        parts = tuple((c, s, -k) for c, s, k in self.parts)
        value = None if self.value is None else -self.value
        return Angle(parts, value, quarters=-self.quarters)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __truediv__(self, other: Any) -> Any:
        return self.number() / other

    def __pow__(self, power: int) -> Any:
        return self.number() ** power

    __radd__, __rmul__ = __add__, __mul__


def quarter_turns(x: Any) -> int | None:
    """Return x / (π/2) if that is a whole number, as far as a float can say; None if not."""
    if isinstance(x, Rational):
        return 0 if x == 0 else None
    if not isinstance(x, Real):
        return None
    turns = round(float(x) / (pi / 2))
    near = abs(float(x) - turns * (pi / 2)) <= ROUNDING * max(1, abs(turns))
    return turns if near else None
