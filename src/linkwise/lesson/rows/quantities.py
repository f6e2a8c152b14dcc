"""What the rows of every notation are made of, by name: values of one link at one state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from linkwise.algorithms.arguments import (
    base_acceleration,
    dynamics_arguments,
    link_transforms,
)
from linkwise.algorithms.external import link_forces
from linkwise.algorithms.iterations import Iteration, Iterations
from linkwise.algorithms.kinematics import link_velocities
from linkwise.lesson.rows.readings import Reading
from linkwise.models.joint import Joint
from linkwise.models.link import Link
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.scalars import Array, concatenate
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, motion_cross_matrix, skew, split, transpose

Values = dict[int, Array]


@dataclass(frozen=True, eq=False)
class Bodies:
    """One state of a robot, as the iterations see it.

    Attributes
    ----------
    robot
        The model, of the kind of numbers that the state has.
    given
        The links as they were given, with all effects of their joints.
    links
        Craig's rows of every link.
    poses
        Pose of every link in its parent.
    velocity
        Spatial velocity of every link ``(6,)``, in its own axes at its origin.
    rate, acceleration
        Of every link's coordinate, zero where the joint is fixed.
    wrench
        What acts on every link from outside ``(6,)``, in its own axes about its origin.
    effort
        What friction, spring and rotor of every joint take ``(1,)``.
    base_acceleration
        (0, −g) in base axes.
    """

    robot: Robot
    given: Sequence[Link]
    links: tuple[Iteration, ...]
    poses: list[Transform]
    velocity: list[Array]
    rate: list[Array]
    acceleration: list[Array]
    wrench: list[Array]
    effort: list[Array]
    base_acceleration: Array
    _known: dict[tuple[str, int], Array] = field(default_factory=dict, repr=False)

    def value(self, name: str, i: int) -> Array:
        """Return a quantity of link number i from 0, or of the base for `BASE`."""
        if (name, i) not in self._known:
            self._known[name, i] = AT_BASE[name](self) if i == BASE else QUANTITIES[name](self, i)
        return self._known[name, i]

    def has_effort(self, i: int) -> bool:
        """Tell whether a joint has friction, a spring or a rotor."""
        return bool(self.given[i].joint.effects)

    def joint(self, i: int) -> Joint:
        """Return the joint of a link."""
        return self.robot.links[i].joint

    def children(self, i: int) -> list[int]:
        """Return the links that hang on a link."""
        return [j for j, parent in enumerate(self.robot.parents) if parent == i]


def bodies(given: Robot, reading: Reading, found: Iterations) -> Bodies:
    """Return what the rows of `found`, the iterations of a reading, are made of."""
    robot, batch, (q, qd, qdd) = dynamics_arguments(
        reading.robot,
        check_finite=False,
        **dict(zip(("q", "qd", "qdd"), reading.state, strict=True)),
    )
    X = link_transforms(robot, q)
    joints = [link.joint for link in robot.links]
    efforts = reading.efforts or [
        joint.effort(*x) if joint.effects else np.zeros(1, dtype=int)
        for joint, *x in zip(joints, q, qd, qdd, strict=True)
    ]
    return Bodies(
        robot,
        given.links,
        found.links,
        X,
        link_velocities(robot, X, qd),
        qd,
        qdd,
        link_forces(robot, X, reading.external, batch),
        efforts,
        base_acceleration(robot, reading.gravity, batch),
    )


def _row(name: str) -> Callable[[Bodies, int], Array]:
    """Return what looks a field of Craig's rows up."""
    return lambda b, i: getattr(b.links[i], name)


def _pose_from_parent(b: Bodies, i: int) -> Array:
    """Return ⁱX_p ``(6, 6)``."""
    return b.poses[i].inverse().matrix()


def _spatial_acceleration(b: Bodies, i: int) -> Array:
    """Return (ω̇, v̇ − ω × v): the linear part is not that of a point, which has ω × v too."""
    omega, v = split(b.velocity[i])
    row = b.links[i]
    return concatenate([row.omega_dot, row.v_dot - cross(omega, v)])


def _hat_sum(b: Bodies, i: int) -> Array:
    """Return Khalil's U = ω̇ × + ω × ω ×, ``(3, 3)``."""
    omega = skew(b.links[i].omega)
    U: Array = skew(b.links[i].omega_dot) + omega @ omega
    return U


def _com(b: Bodies, i: int) -> Transform:
    """Return the pose of the frame at the centre of mass in the link, axes alike."""
    return Transform.trusted(np.eye(3, dtype=int), b.links[i].P_C) if i != BASE else _AT_ORIGIN


_AT_ORIGIN = Transform.trusted(np.eye(3, dtype=int), np.zeros(3, dtype=int))


def _com_from_parent(b: Bodies, i: int) -> Array:
    """Return Ad: twists of the parent's centre of mass to this link's, ``(6, 6)``."""
    pose = _com(b, b.robot.parents[i]).inverse() @ b.poses[i] @ _com(b, i)
    return pose.inverse().matrix()


def _twist_rate(b: Bodies, i: int) -> Array:
    """Return (ω̇, v̇_C − ω × v_C): the components of the twist differentiated."""
    omega, v_C = split(QUANTITIES["V"](b, i))
    row = b.links[i]
    return concatenate([row.omega_dot, row.v_dot_C - cross(omega, v_C)])


def _central_inertia(b: Bodies, i: int) -> Array:
    """Return diag(I_C, m 1), ``(6, 6)``."""
    inertia = b.robot.links[i].inertia
    zero = inertia.tensor * 0
    m = np.eye(3, dtype=int) * inertia.mass
    return np.concatenate([np.concatenate([inertia.tensor, zero], 1), np.concatenate([zero, m], 1)])


def _about_com(b: Bodies, i: int, n: Array, f: Array) -> Array:
    """Return a wrench about the origin as one about the centre of mass."""
    return concatenate([n - cross(b.links[i].P_C, f), f])


QUANTITIES: Mapping[str, Callable[[Bodies, int], Array]] = {
    # the joint
    "axis": lambda b, i: b.joint(i).axis,
    "rate": lambda b, i: b.rate[i][..., 0],
    "acceleration": lambda b, i: b.acceleration[i][..., 0],
    "pitch": lambda b, i: np.asarray(b.joint(i).pitch),
    "effort": lambda b, i: b.effort[i][..., 0],
    "tau": _row("tau"),
    # Craig's
    "R": _row("R"),
    "Rt": lambda b, i: transpose(b.links[i].R),
    "P": _row("P"),
    "P_C": _row("P_C"),
    "m": lambda b, i: np.asarray(b.robot.links[i].inertia.mass),
    "I_C": lambda b, i: b.robot.links[i].inertia.tensor,
    "omega": _row("omega"),
    "omega_dot": _row("omega_dot"),
    "v_dot": _row("v_dot"),
    "v_dot_C": _row("v_dot_C"),
    "F": _row("F"),
    "N": _row("N"),
    "f": _row("f"),
    "n": _row("n"),
    "f_e": lambda b, i: b.wrench[i][3:],
    "n_e": lambda b, i: b.wrench[i][:3],
    # Featherstone's
    "X": _pose_from_parent,
    "Xt": lambda b, i: transpose(_pose_from_parent(b, i)),
    "S": lambda b, i: b.joint(i).S,
    "St": lambda b, i: b.joint(i).S,
    "I6": lambda b, i: b.robot.links[i].inertia.matrix(),
    "v6": lambda b, i: b.velocity[i],
    "a6": _spatial_acceleration,
    "f6": lambda b, i: concatenate([b.links[i].n, b.links[i].f]),
    "f6_e": lambda b, i: b.wrench[i],
    # Khalil's, where they are not Craig's
    "moment": lambda b, i: b.robot.links[i].inertia.moment,
    "J": lambda b, i: b.robot.links[i].inertia.about_origin,
    "v": lambda b, i: b.velocity[i][3:],
    "omega_hat": lambda b, i: skew(b.links[i].omega),
    "omega_dot_hat": lambda b, i: skew(b.links[i].omega_dot),
    "U": _hat_sum,
    "M": lambda b, i: b.links[i].N + cross(b.links[i].P_C, b.links[i].F),
    "f_out": lambda b, i: -b.wrench[i][3:],
    "n_out": lambda b, i: -b.wrench[i][:3],
    # Lynch and Park's
    "Ad": _com_from_parent,
    "Adt": lambda b, i: transpose(_com_from_parent(b, i)),
    "A": lambda b, i: _com(b, i).motion_from_parent(b.joint(i).S),
    "At": lambda b, i: _com(b, i).motion_from_parent(b.joint(i).S),
    "G": _central_inertia,
    "V": lambda b, i: _com(b, i).motion_from_parent(b.velocity[i]),
    "V_dot": _twist_rate,
    "ad": lambda b, i: motion_cross_matrix(QUANTITIES["V"](b, i)),
    "adt": lambda b, i: transpose(motion_cross_matrix(QUANTITIES["V"](b, i))),
    "W": lambda b, i: _about_com(b, i, b.links[i].n, b.links[i].f),
    "W_e": lambda b, i: _about_com(b, i, b.wrench[i][:3], b.wrench[i][3:]),
}

_STILL = np.zeros(3, dtype=int)
AT_BASE: Mapping[str, Callable[[Bodies], Array]] = {
    "omega": lambda _: _STILL,
    "omega_dot": lambda _: _STILL,
    "v_dot": lambda b: b.base_acceleration[3:],
    "v": lambda _: _STILL,
    "U": lambda _: np.zeros((3, 3), dtype=int),
    "v6": lambda _: np.zeros(6, dtype=int),
    "a6": lambda b: b.base_acceleration,
    "V": lambda _: np.zeros(6, dtype=int),
    "V_dot": lambda b: b.base_acceleration,
}
