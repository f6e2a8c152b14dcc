"""Bodies that move freely: three sliding joints and three turning ones between world and body."""

from collections.abc import Sequence
from dataclasses import replace

from numpy.typing import ArrayLike

from linkwise.models.joint import Joint
from linkwise.models.link import Link
from linkwise.models.robot import Robot, gravity_vector, require_robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.transform import Transform

DOWN = (0, 0, -9.81)


def free_body(inertia: Inertia, *, name: str = "body", gravity: ArrayLike = DOWN) -> Robot:
    """Return a body that moves freely in space, as a chain of six joints.

    It slides along x, y and z and turns by yaw, pitch and roll: p = (x, y, z) and R = Rz(yaw)
    Ry(pitch) Rx(roll).  Where the pitch is ±90° yaw and roll turn about one axis: M is singular
    there, accelerations are not determined, and near it rates grow beyond bounds.  Choose axes of
    the body that stay away from it, or take `simulate_body`, for which no orientation is singular.

    Parameters
    ----------
    inertia
        Of the body, in its own frame.
    name
        Of the body; joints are called after it, such as "body_yaw".
    gravity
        Acceleration of free fall ``(3,)``, m/s².

    References
    ----------
    J. J. Craig, *Introduction to Robotics*, eq. 2.64; Siciliano et al., *Robotics: Modelling,
    Planning and Control*, section 2.4.2.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import Inertia, aba
    >>> body = free_body(Inertia(2, (0, 0.5, 0), np.diag([0.1, 0.1, 0.5])))
    >>> body.joint_names[2:4]
    ('body_z', 'body_yaw')
    >>> aba(body, np.zeros(6), np.zeros(6), np.zeros(6)).round(12) + 0.0
    array([ 0.  ,  0.  , -9.81,  0.  ,  0.  ,  0.  ])
    """
    return Robot(name, free_chain(name, inertia), gravity_vector(gravity))


def free_base(robot: Robot, *, name: str = "base", inertia: Inertia | None = None) -> Robot:
    """Return a robot whose base moves freely, such as one that walks or flies.

    Its coordinates come after the six of the base, which are those of `free_body`, singularity
    included, and are measured in the frame of the robot's base.

    Parameters
    ----------
    robot
        The model, on a base that does not move.
    name
        Of the base, which becomes a link; joints are called after it, such as "base_yaw".
    inertia
        Of the base itself, in its own frame; none if not given.  The links of a URDF file that are
        fixed to its root move with it.

    Raises
    ------
    LinkwiseError
        If a link or joint of the robot has one of the new names.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> free_base(planar_2r()).joint_names[4:]
    ('base_pitch', 'base_roll', 'q1', 'q2')
    """
    require_robot(robot)
    chain = free_chain(name, Inertia.zero() if inertia is None else inertia)
    links = [replace(k, parent=name) if k.parent is None else k for k in robot.links]
    return replace(robot, links=[*chain, *links])


def free_chain(name: str, inertia: Inertia) -> Sequence[Link]:
    """Return six links, the last of which is the body; the others have no mass."""
    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    moves = [
        ("x", Joint.prismatic, x),
        ("y", Joint.prismatic, y),
        ("z", Joint.prismatic, z),
        ("yaw", Joint.revolute, z),
        ("pitch", Joint.revolute, y),
        ("roll", Joint.revolute, x),
    ]
    links: list[Link] = []
    for what, joint, axis in moves:
        is_body = what == "roll"
        links.append(
            Link(
                name if is_body else f"{name}_{what}",
                joint(f"{name}_{what}", axis),
                Transform.identity(),
                inertia if is_body else Inertia.zero(),
                links[-1].name if links else None,
            )
        )
    return links
