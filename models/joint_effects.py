"""What a joint adds to the torque beyond the rigid bodies: friction, a spring, a geared rotor.

All numbers are joint-side; `Friction.from_motor` and `Rotor` convert from the motor's side.  For a
prismatic joint read m, N and kg instead of rad, N m and kg m².  Numbers may be symbols.
"""

from dataclasses import dataclass, fields
from numbers import Complex
from typing import Any, Self

import numpy as np

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array, as_object, is_numeric, quotient, sign


class Effect:
    """A few numbers that may be plain, exact or symbolic."""

    def numbers(self) -> Array:
        """Return all numbers as one array."""
        return as_array([getattr(self, f.name) for f in fields(self)])  # type: ignore[arg-type]

    def as_object(self) -> Self:
        """Return a copy with whole numbers as ints."""
        return type(self)(*as_object(self.numbers()))

    def require(
        self, *, above_zero: tuple[str, ...] = (), not_negative: tuple[str, ...] = ()
    ) -> None:
        """Raise a `LinkwiseError` that names a field without a finite or an allowed value."""
        for f in fields(self):  # type: ignore[arg-type]
            if f.type is str:
                continue
            x = as_array(getattr(self, f.name), f.name)
            if x.ndim or (is_numeric(x) and not np.isfinite(x)):
                raise LinkwiseError(f"{f.name} must be one finite number, got {x}")
            if is_numeric(x) and (
                (f.name in not_negative and x < 0) or (f.name in above_zero and x <= 0)
            ):
                wanted = "above 0" if f.name in above_zero else "at least 0"
                raise LinkwiseError(f"{f.name} must be {wanted}, got {x}")


@dataclass(frozen=True)
class Friction(Effect):
    """Viscous, Coulomb and Stribeck friction.

    τ = b q̇ + c sign(q̇) + s sign(q̇) / (1 + (q̇/v)²)

    At rest it is zero: sign(0) = 0.  With a `coulomb_negative` of its own, c sign(q̇) becomes
    ½(c₊ + c₋) sign(q̇) + ½(c₊ − c₋) sign(q̇)², which is c₊ forwards and −c₋ backwards.

    Parameters
    ----------
    viscous
        b, N m s/rad.
    coulomb
        c, N m; c₊ where `coulomb_negative` differs.
    coulomb_negative
        c₋, N m, the size for q̇ < 0; as `coulomb` if not given.
    stribeck
        s, N m: by how much friction at the lowest speeds exceeds c.
    stribeck_velocity
        v, rad/s: speed at which half of s is gone.

    References
    ----------
    H. Olsson, K. J. Åström, C. Canudas de Wit, M. Gäfvert, P. Lischinsky, *European J. Control* 4
    (1998), section 2; the rational Stribeck curve is that of D. P. Hess, A. Soom, *J. Tribology*
    112 (1990).

    Examples
    --------
    >>> import numpy as np
    >>> Friction.from_motor(0.01, 0.3, 0.4, gear=-50).torque(np.array([0.2, -0.2, 0.0]))
    array([ 20., -25.,   0.])
    """

    viscous: Any = 0
    coulomb: Any = 0
    coulomb_negative: Any = None
    stribeck: Any = 0
    stribeck_velocity: Any = 1

    def __post_init__(self) -> None:
        if self.coulomb_negative is None:
            object.__setattr__(self, "coulomb_negative", self.coulomb)
        sizes = ("viscous", "coulomb", "coulomb_negative", "stribeck")
        self.require(not_negative=sizes, above_zero=("stribeck_velocity",))

    @classmethod
    def from_motor(
        cls, viscous: Any = 0, coulomb: Any = 0, coulomb_negative: Any = None, *, gear: Any = 1
    ) -> Self:
        """Return joint-side friction from motor-side numbers: gear² b and |gear| c.

        The signs of the Coulomb sizes are those of the joint's motion, whatever the gear's sign.
        """
        size = gear if not is_numeric(as_array(gear)) else abs(gear)
        backwards = None if coulomb_negative is None else coulomb_negative * size
        return cls(viscous * gear**2, coulomb * size, backwards)

    def torque(self, qd: Array) -> Array:
        """Return the torque that overcomes friction at rates `qd`, rad/s."""
        s = sign(qd)
        tau = qd * self.viscous
        if self.coulomb == self.coulomb_negative:
            tau = tau + s * self.coulomb
        else:
            both = s * (self.coulomb + self.coulomb_negative)
            tau = tau + quotient(both + s * s * (self.coulomb - self.coulomb_negative), 2)
        if not absent(self.stribeck):
            ratio = quotient(qd, self.stribeck_velocity)
            tau = tau + quotient(s * self.stribeck, ratio * ratio + 1)
        total: Array = tau
        return total

    def slope(self, qd: Array) -> Array:
        """Return ∂τ/∂q̇ at rates `qd`, N m s/rad; the jumps of sign(q̇) at rest count as flat."""
        damping: Array = qd * 0 + self.viscous
        if not absent(self.stribeck):
            ratio = quotient(qd, self.stribeck_velocity)
            curve = quotient(sign(qd) * ratio * 2, (ratio * ratio + 1) * (ratio * ratio + 1))
            damping = damping - quotient(curve * self.stribeck, self.stribeck_velocity)
        return damping


@dataclass(frozen=True)
class Spring(Effect):
    """A linear spring: τ = k (q − q₀), energy ½ k (q − q₀)².

    Parameters
    ----------
    stiffness
        k, N m/rad.
    rest
        q₀, rad: where the spring is slack.

    Examples
    --------
    >>> import numpy as np
    >>> Spring(100, 0.5).torque(np.array([0.6])).round(12)
    array([10.])
    """

    stiffness: Any = 0
    rest: Any = 0

    def __post_init__(self) -> None:
        self.require()

    def torque(self, q: Array) -> Array:
        """Return the torque that holds the spring at coordinates `q`, rad."""
        tau: Array = (q - self.rest) * self.stiffness
        return tau

    def energy(self, q: Array) -> Array:
        """Return the energy in the spring, J."""
        stretch = q - self.rest
        return quotient(stretch * stretch * self.stiffness, 2)


@dataclass(frozen=True)
class Rotor(Effect):
    """A motor's rotor behind a gear, felt at the joint as G² J.

    Gyroscopic torques of the spinning rotor are left out, as is usual (RBDA section 9.6).

    Parameters
    ----------
    inertia
        J, kg m², of the rotor about its own axis.
    gear
        G: turns of the motor for one of the joint; its sign does not matter here.

    Examples
    --------
    >>> Rotor(2e-4, 100).reflected
    2.0
    """

    inertia: Any = 0
    gear: Any = 1

    def __post_init__(self) -> None:
        self.require(not_negative=("inertia",))
        if is_numeric(as_array(self.gear)) and self.gear == 0:
            raise LinkwiseError("gear is 0: give the turns of the motor for one of the joint")

    @property
    def reflected(self) -> Any:
        """G² J, kg m²."""
        return self.inertia * self.gear**2


def absent(x: Any) -> bool:
    """Tell whether x is plainly 0, so that what it multiplies can be left out."""
    return isinstance(x, Complex) and bool(x == 0)


@dataclass(frozen=True)
class Mimic(Effect):
    """A rigid coupling: this joint's coordinate is multiplier · q + offset of another joint.

    Parameters
    ----------
    joint
        Name of the joint that leads.
    multiplier, offset
        Of the leader's coordinate; the offset in this joint's unit.
    """

    joint: str
    multiplier: Any = 1
    offset: Any = 0

    def __post_init__(self) -> None:
        self.require()

    def numbers(self) -> Array:
        """Return multiplier and offset as one array."""
        return as_array([self.multiplier, self.offset])

    def as_object(self) -> Self:
        """Return a copy with whole numbers as ints."""
        return type(self)(self.joint, *as_object(self.numbers()))
