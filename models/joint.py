"""Joints of one coordinate, and the fixed joint of none."""

import warnings
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.joint_effects import Friction, Mimic, Rotor, Spring, absent
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning, require_kind
from linkwise.spatial.rotations import unit_axis
from linkwise.spatial.scalars import Array, as_array, as_object, concatenate, require_finite

Kind = Literal["revolute", "prismatic", "helical", "fixed"]


@dataclass(frozen=True)
class Limits:
    """What a joint can bear; infinite where nothing is said.

    Parameters
    ----------
    lower, upper
        Range of the coordinate, rad or m.
    velocity
        Largest speed, rad/s or m/s.
    effort
        Largest torque or force, N m or N.
    """

    lower: float = -np.inf
    upper: float = np.inf
    velocity: float = np.inf
    effort: float = np.inf

    def __post_init__(self) -> None:
        for what in ("lower", "upper", "velocity", "effort"):
            a = as_array(getattr(self, what), f"the limit {what}")
            if a.ndim or a.dtype != np.float64:
                raise LinkwiseError(f"the limit {what} must be one real number, got {a}")
        if any(np.isnan(x) for x in (self.lower, self.upper, self.velocity, self.effort)):
            raise LinkwiseError(f"joint limits hold a NaN: {self}")
        if self.lower > self.upper:
            raise LinkwiseError(f"lower limit {self.lower} is above upper limit {self.upper}")
        if self.velocity < 0 or self.effort < 0:
            raise LinkwiseError(f"velocity and effort limits cannot be negative: {self}")


PARTS: dict[str, type] = {
    "limits": Limits,
    "friction": Friction,
    "spring": Spring,
    "rotor": Rotor,
    "mimic": Mimic,
}


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint: how a link moves against its parent when its coordinate q changes.

    Revolute joints turn about the axis through q; prismatic ones slide along it by q; helical ones
    turn through q and slide by pitch · q; fixed ones have no coordinate.  The motion subspace is
    the constant 6-vector S = (a, 0), (0, a), (a, pitch a) or 0 (RBDA table 4.1).

    Parameters
    ----------
    name
        Name of the joint.
    kind
        "revolute", "prismatic", "helical" or "fixed".
    axis
        Direction ``(3,)`` in the link's frame.  It is scaled to length 1, with a warning if it is
        off by more than 1e-3.
    pitch
        Advance of a helical joint, m/rad; other kinds have none.
    limits
        Range, speed and effort of the joint.
    friction, spring, rotor
        What the joint adds to the torque beyond the bodies that it carries.
    mimic
        The joint that leads this one, if its coordinate is coupled to another's.

    Raises
    ------
    LinkwiseError
        If the kind is unknown, the axis is zero, not finite or not of three entries, or something
        is given that the kind does not have.

    Examples
    --------
    >>> Joint.prismatic("slide", (0, 1, 0)).S
    array([0., 0., 0., 0., 1., 0.])
    """

    name: str
    kind: Kind
    axis: Array = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    pitch: Any = 0
    limits: Limits = field(default_factory=Limits)
    friction: Friction = field(default_factory=Friction)
    spring: Spring = field(default_factory=Spring)
    rotor: Rotor = field(default_factory=Rotor)
    mimic: Mimic | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("revolute", "prismatic", "helical", "fixed"):
            raise LinkwiseError(
                f"joint {self.name!r} is of unknown kind {self.kind!r}: "
                "revolute, prismatic, helical and fixed are known"
            )
        axis, length = unit_axis(self.axis, f"the axis of joint {self.name!r}")
        if abs(length - 1) > 1e-3:
            warnings.warn(
                f"the axis of joint {self.name!r} has length {length:g}: taken as a direction",
                LinkwiseWarning,
                stacklevel=4,
            )
        pitch = as_array(self.pitch, f"the pitch of joint {self.name!r}")
        if pitch.ndim:
            raise LinkwiseError(f"the pitch of joint {self.name!r} is one number, got {pitch}")
        require_finite(pitch, f"the pitch of joint {self.name!r}")
        if self.kind != "helical" and bool(pitch != 0):
            raise LinkwiseError(
                f"joint {self.name!r} is {self.kind} with a pitch of {pitch}: "
                "only helical joints have one"
            )
        object.__setattr__(self, "axis", axis)
        for name, kind in PARTS.items():
            part = getattr(self, name)
            if not (name == "mimic" and part is None):
                require_kind(part, kind, f"{name} of joint {self.name!r}")
        if self.kind == "fixed" and (self.effects or self.mimic):
            raise LinkwiseError(
                f"joint {self.name!r} is fixed: it cannot have {', '.join(self.effects) or 'mimic'}"
            )

    @classmethod
    def revolute(
        cls, name: str, axis: ArrayLike = (0, 0, 1), limits: Limits = Limits(), **effects: Any
    ) -> Self:
        """Return a joint that turns about `axis`; effects are friction, spring, rotor, mimic."""
        return cls(name, "revolute", axis_array(name, axis), limits=limits, **effects)

    @classmethod
    def prismatic(
        cls, name: str, axis: ArrayLike = (0, 0, 1), limits: Limits = Limits(), **effects: Any
    ) -> Self:
        """Return a joint that slides along `axis`; effects are friction, spring, rotor, mimic."""
        return cls(name, "prismatic", axis_array(name, axis), limits=limits, **effects)

    @classmethod
    def helical(
        cls,
        name: str,
        pitch: Any,
        axis: ArrayLike = (0, 0, 1),
        limits: Limits = Limits(),
        **effects: Any,
    ) -> Self:
        """Return a joint that turns about `axis` and advances by `pitch` (m/rad) along it."""
        return cls(name, "helical", axis_array(name, axis), pitch, limits, **effects)

    @classmethod
    def fixed(cls, name: str) -> Self:
        """Return a joint that does not move."""
        return cls(name, "fixed")

    @property
    def moves(self) -> bool:
        """Whether the joint has a coordinate."""
        return self.kind != "fixed"

    @cached_property
    def turn(self) -> Array:
        """The turning axis per unit of the coordinate ``(3,)``: a, or 0."""
        return self.axis if self.kind in ("revolute", "helical") else self.axis * 0

    @cached_property
    def slide(self) -> Array:
        """The shift per unit of the coordinate ``(3,)``: a, pitch a, or 0."""
        if self.kind == "helical":
            pitched: Array = self.axis * self.pitch
            return pitched
        return self.axis if self.kind == "prismatic" else self.axis * 0

    @cached_property
    def S(self) -> Array:
        """Motion subspace ``(6,)`` in the link's frame, angular part first."""
        return concatenate([self.turn, self.slide])

    @property
    def effects(self) -> tuple[str, ...]:
        """Which of "friction", "springs" and "rotors" the joint has."""
        has = {
            "friction": self.friction != Friction(),
            "springs": not absent(self.spring.stiffness),
            "rotors": not absent(self.rotor.inertia),
        }
        return tuple(name for name, present in has.items() if present)

    def effort(self, q: Array, qd: Array, qdd: Array) -> Any:
        """Return what friction, spring and rotor add to tau at ``(..., 1)``, or 0 without any."""
        tau: Any = 0
        if "friction" in self.effects:
            tau = tau + self.friction.torque(qd)
        if "springs" in self.effects:
            tau = tau + self.spring.torque(q)
        if "rotors" in self.effects:
            tau = tau + qdd * self.rotor.reflected
        return tau

    def slopes(self, qd: Array) -> tuple[Any, Any]:
        """Return what spring and friction add to ∂τ/∂q and ∂τ/∂q̇ at rates ``(..., 1)``."""
        damping = self.friction.slope(qd)[..., 0] if "friction" in self.effects else 0
        return self.spring.stiffness, damping

    def as_object(self) -> "Joint":
        """Return the joint with object entries, whole numbers as ints."""
        return replace(
            self,
            axis=as_object(self.axis),
            pitch=as_object(as_array(self.pitch))[()],
            friction=self.friction.as_object(),
            spring=self.spring.as_object(),
            rotor=self.rotor.as_object(),
            mimic=self.mimic and self.mimic.as_object(),
        )

    @property
    def arrays(self) -> tuple[Array, ...]:
        """All numbers that enter the dynamics."""
        effects = (self.friction, self.spring, self.rotor, *([self.mimic] if self.mimic else []))
        return (self.S, *(effect.numbers() for effect in effects))

    @property
    def unit(self) -> str:
        """Unit of the coordinate: "m" for a prismatic joint, "rad" otherwise."""
        return "m" if self.kind == "prismatic" else "rad"

    @property
    def effort_unit(self) -> str:
        """Unit of the joint's tau: "N" for a prismatic joint, "N m" otherwise."""
        return "N" if self.kind == "prismatic" else "N m"


def axis_array(joint: str, axis: ArrayLike) -> Array:
    """Return `axis` as an array, or say which joint's it is that holds no numbers."""
    return as_array(axis, f"the axis of joint {joint!r}")
