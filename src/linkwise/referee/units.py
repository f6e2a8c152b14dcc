"""Physical dimensions as powers of kg, m and s; radians count as 1."""

from collections.abc import Collection
from dataclasses import dataclass

POWERS = {1: "", 2: "²", 3: "³"}


@dataclass(frozen=True)
class Dimension:
    """Powers of kg, m and s.

    Examples
    --------
    >>> str(FORCE * LENGTH), str(FORCE / LENGTH), str(RATE**2)
    ('N m', 'kg/s²', '1/s²')
    """

    kg: int = 0
    m: int = 0
    s: int = 0

    @property
    def powers(self) -> tuple[int, int, int]:
        """The powers of kg, m and s."""
        return self.kg, self.m, self.s

    @property
    def weight(self) -> int:
        """A number that is positive for what a model's numbers may have: masses, lengths, rates."""
        return self.kg + self.m - self.s

    def __mul__(self, other: "Dimension") -> "Dimension":
        return Dimension(*(a + b for a, b in zip(self.powers, other.powers, strict=True)))

    def __pow__(self, power: int) -> "Dimension":
        return Dimension(*(a * power for a in self.powers))

    def __truediv__(self, other: "Dimension") -> "Dimension":
        return self * other**-1

    def root(self, degree: int) -> "Dimension | None":
        """Return the dimension whose power this is, None if there is none of whole powers."""
        if any(a % degree for a in self.powers):
            return None
        return Dimension(*(a // degree for a in self.powers))

    def __str__(self) -> str:
        if self in NAMES:
            return NAMES[self]
        parts = list(zip(("kg", "m", "s"), self.powers, strict=True))
        above = [unit + _power(p) for unit, p in parts if p > 0]
        below = [unit + _power(-p) for unit, p in parts if p < 0]
        under = f"({' '.join(below)})" if len(below) > 1 else "".join(below)
        return (" ".join(above) or "1") + (f"/{under}" if under else "")


def _power(p: int) -> str:
    return POWERS.get(p, f"^{p}")


NUMBER, MASS, LENGTH, TIME = Dimension(), Dimension(kg=1), Dimension(m=1), Dimension(s=1)
RATE = NUMBER / TIME
ACCELERATION = LENGTH * RATE**2
FORCE = MASS * ACCELERATION
ENERGY = FORCE * LENGTH
INERTIA = MASS * LENGTH**2
NAMES = {ENERGY: "N m", FORCE: "N"}


def product_of(wanted: Dimension, factors: Collection[Dimension]) -> bool:
    """Tell whether a dimension is a product of factors of positive weight, each any times."""
    if wanted == NUMBER:
        return True
    return wanted.weight > 0 and any(product_of(wanted / factor, factors) for factor in factors)
