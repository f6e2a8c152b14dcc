"""Forces that the joints and the base pass on, motor torques and constraint forces alike."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import broadcast_batch
from linkwise.algorithms.external import Wrench
from linkwise.algorithms.iterations import Iterations, iterations
from linkwise.algorithms.kinematics import link_poses
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, alike, concatenate
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import split, times, transpose


def joint_reactions(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    frame: str = "link",
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> dict[str, Array]:
    """Return the wrench that each link's parent exerts on it through the joint.

    Its part along the joint's axis is what the motor gives; the rest is what the bearing bears.
    Inner torques of friction, springs and rotors are no part of it.

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``.
    frame
        Whose axes the numbers are in: "link" (each link's own), "world", or a link's name.
    external, gravity, check_finite
        As for `rnea`.

    Returns
    -------
    dict of str to ndarray
        By link name ``(..., 6)``: moment about the origin of the link's frame (N m), force (N).

    Raises
    ------
    LinkwiseError
        As for `rnea`, and if the frame is unknown.

    References
    ----------
    Craig eqs. 6.51-6.53: n and f.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> joint_reactions(planar_2r(), [0, 0], [0, 0], [0, 0], frame="world")["link1"]
    array([ 0.  ,  0.  , 19.62,  0.  , 19.62,  0.  ])
    """
    ne = iterations(
        robot, q, qd, qdd, external=external, gravity=gravity, check_finite=check_finite
    )
    wrenches = {row.link: concatenate([row.n, row.f]) for row in ne.links}
    states = [np.shape(x)[:-1] for x in (q, qd, qdd)]
    batch = np.broadcast_shapes(*states, *(wrench.shape[:-1] for wrench in wrenches.values()))
    wrenches = {link: broadcast_batch(wrench, batch, 1) for link, wrench in wrenches.items()}
    if frame == "link":
        return wrenches
    poses = link_poses(robot, q, check_finite=check_finite)
    if frame != "world":
        robot.index(frame)
    return {
        link: turned(wrench, poses[link], None if frame == "world" else poses[frame])
        for link, wrench in wrenches.items()
    }


def base_wrench(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    frame: str = "base",
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the wrench that the ground exerts on the robot's base.

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``.
    frame
        "base": base axes, moment about the base's origin; "world": world axes, moment about the
        world's origin.
    external, gravity, check_finite
        As for `rnea`.

    Returns
    -------
    ndarray
        ``(..., 6)``: moment (N m), force (N).

    Raises
    ------
    LinkwiseError
        As for `rnea`, and if the frame is unknown.

    References
    ----------
    RBDA section 5.3: the force that the inward pass leaves at the base.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> base_wrench(planar_2r(), [0, 0], [0, 0], [0, 0])
    array([ 0.  ,  0.  , 19.62,  0.  , 19.62,  0.  ])
    """
    if frame not in ("base", "world"):
        raise LinkwiseError(f"frame must be 'base' or 'world', got {frame!r}")
    ne = iterations(
        robot, q, qd, qdd, external=external, gravity=gravity, check_finite=check_finite
    )
    total = sum_at_base(robot, ne)
    return robot.base.force_to_parent(total) if frame == "world" else total


def sum_at_base(robot: Robot, ne: Iterations) -> Array:
    """Return the sum of what the roots' parents exert, in base axes about the base's origin."""
    total: Array = np.zeros(6, dtype=int)
    for link, row in zip(robot.links, ne.links, strict=True):
        if link.parent is None:
            pose = Transform.trusted(row.R, row.P)
            total = total + pose.force_to_parent(concatenate([row.n, row.f]))
    return total


def turned(wrench: Array, pose: Transform, target: Transform | None) -> Array:
    """Return a wrench in world axes, or in those of the target, moment about the same point."""
    R = pose.R if target is None else transpose(target.R) @ pose.R
    return concatenate([times(*alike(R, part)) for part in split(wrench)])
