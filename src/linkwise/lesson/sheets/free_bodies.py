"""Every link cut free: the forces and moments on it, by name, and what they add up to."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.iterations import Iterations, iterations
from linkwise.algorithms.kinematics import link_poses
from linkwise.lesson.letters.paper import Block, Heading, Prose, Table
from linkwise.lesson.rows.followers import followers, ratio
from linkwise.models.robot import Robot, require_numbers
from linkwise.number_text import short, vector
from linkwise.simulation.equations import one_state
from linkwise.spatial.scalars import Array


@dataclass(frozen=True, eq=False)
class Load:
    """What one neighbour, or gravity, does to a link; vectors in the link's axes.

    Attributes
    ----------
    source : str
        Where it comes from, in words.
    letters : str
        What the Newton-Euler iterations call it.
    at : ndarray
        The point that it acts at ``(3,)``, m in the link's frame.
    force, moment : ndarray
        ``(3,)``, N, and N m about that point.
    """

    source: str
    letters: str
    at: Array
    force: Array
    moment: Array


@dataclass(frozen=True, eq=False)
class FreeBody:
    """A link cut free.

    Attributes
    ----------
    link : str
        Its name.
    loads : tuple of Load
        All that acts on it.
    centre : ndarray
        Its centre of mass ``(3,)``, m in its frame.
    """

    link: str
    loads: tuple[Load, ...]
    centre: Array

    @property
    def force(self) -> Array:
        """The sum of all forces ``(3,)``, N: the mass times the centre's acceleration."""
        total: Array = np.sum([load.force for load in self.loads], axis=0)
        return total

    @property
    def moment(self) -> Array:
        """The moment of all loads about the centre of mass ``(3,)``: I_C ω̇ + ω × I_C ω, N m."""
        parts = [x.moment + np.cross(x.at - self.centre, x.force) for x in self.loads]
        total: Array = np.sum(parts, axis=0)
        return total


def free_bodies(
    robot: Robot, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None
) -> tuple[FreeBody, ...]:
    """Return every link cut free, with all forces and moments on it.

    On link i act f_i and n_i at its joint, from its parent; its weight m g at its centre of mass;
    and −f_j, −n_j at the joint of every link j that it carries.  They add up to m a_C, and about
    the centre of mass to I_C ω̇ + ω × I_C ω.

    Parameters
    ----------
    robot
        The model; numbers only.
    q, qd, qdd
        One state ``(n,)``; at rest if only q is given.

    Returns
    -------
    tuple of FreeBody
        One a link, parents first.

    Raises
    ------
    LinkwiseError
        If the model has symbols, or a vector is not one finite state.

    References
    ----------
    Craig, *Introduction to Robotics*, figure 6.5 and eqs. 6.39-6.44.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> link1, link2 = free_bodies(planar_2r(), [0, 0])
    >>> for load in link1.loads:
    ...     print(load.source, load.force)
    base, through q1 [ 0.   19.62  0.  ]
    weight [ 0.   -9.81  0.  ]
    link2, through q2 [ 0.   -9.81  0.  ]
    """
    require_numbers(robot, "forces are given in numbers")
    rest = np.zeros(robot.n)
    given = {"q": q, "qd": rest if qd is None else qd, "qdd": rest if qdd is None else qdd}
    state = [one_state(robot, x, name) for name, x in given.items()]
    found, poses = iterations(robot, *state), link_poses(robot, state[0])
    bodies = []
    for i, link in enumerate(robot.links):
        row, parent = found.links[i], link.parent or "base"
        weight = np.asarray(poses[link.name].R.T @ robot.gravity * link.inertia.mass)
        zero = np.zeros(3)
        loads = [
            Load(f"{parent}, through {link.joint.name}", f"f{i + 1}, n{i + 1}", zero, row.f, row.n),
            Load("weight", f"m{i + 1} g", row.P_C, weight, zero),
            *carried_loads(robot, found, i),
        ]
        bodies.append(FreeBody(link.name, tuple(loads), row.P_C))
    return tuple(bodies)


def carried_loads(robot: Robot, found: Iterations, i: int) -> Iterator[Load]:
    """Yield what the links that link i carries do to it."""
    for j, parent in enumerate(robot.parents):
        if parent == i:
            row = found.links[j]
            source = f"{row.link}, through {row.joint}"
            letters = f"−f{j + 1}, −n{j + 1}"
            yield Load(source, letters, row.P, 0 - row.R @ row.f, 0 - row.R @ row.n)  # 0, not −0


def free_body_sheet(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Iterator[Block]:
    """Yield a table a link: what acts on it, where, and how much."""
    yield Prose(
        "Each link alone, with all that acts on it at this state. Vectors are in the link's own "
        "axes; a moment is about the point that its load acts at."
    )
    head = ("from", "letters", "acts at, m", "force, N", "moment, N m")
    for i, (link, body) in enumerate(zip(robot.links, free_bodies(robot, q, qd, qdd), strict=True)):
        yield Heading(f"{link.name}, {short(link.inertia.mass)} kg")
        rows = [
            (x.source, x.letters, *(vector(a, 5) for a in (x.at, x.force, x.moment)))
            for x in body.loads
        ]
        total = (vector(rounded(x), 5) for x in (body.centre, body.force, body.moment))
        rows.append(("all together", f"m{i + 1} a_C, N{i + 1}", *total))
        yield Table(head, rows)
        yield Prose(motor_words(robot, i))


def motor_words(robot: Robot, i: int) -> str:
    """Return which part of a joint's load the motor bears, and which its bearings."""
    link = robot.links[i]
    joint = link.joint
    if not joint.moves:
        return f"Joint {joint.name} is fixed and bears all of f{i + 1} and n{i + 1}."
    part = {
        "revolute": f"n{i + 1} about",
        "prismatic": f"f{i + 1} along",
    }.get(joint.kind, f"n{i + 1} about and pitch times f{i + 1} along")
    axis = vector(joint.axis)
    also = f", to which {', '.join(joint.effects)} add" if joint.effects else ""
    if mimic := robot.couplings[i]:
        return (
            f"{joint.name} follows {mimic.joint} and has no motor: that of {mimic.joint} gives "
            f"{ratio(mimic.multiplier)} times the part of {part} the axis {axis}{also}; the "
            "bearings bear the rest."
        )
    shares = "".join(
        f", and {times} times that of {robot.links[j].joint.name}"
        for j, times in followers(robot, i).items()
    )
    return (
        f"The motor of {joint.name} gives the part of {part} its axis {axis}{also}{shares}; the "
        "bearings bear the rest."
    )


def rounded(x: Array) -> Array:
    """Return numbers without what is mere rounding of sums of ordinary loads."""
    return np.where(np.abs(x) < 1e-12, 0, x)
