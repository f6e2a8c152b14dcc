"""How a point of a link moves: velocity, acceleration and the rate of its Jacobian.

Motions are 6 numbers, angular part first, in one of three frames:

* ``"world"``: world axes, and the velocity of the point itself (the geometric Jacobian's; also
  called mixed, hybrid or local-world-aligned);
* ``"link"``: the same in the link's axes;
* ``"spatial"``: world axes, and the velocity of the link's matter that passes the world's origin.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import broadcast_batch, joint_arguments, link_transforms
from linkwise.algorithms.coriolis import jacobian_rates
from linkwise.algorithms.kinematics import body_jacobians, link_velocities, point, world_poses
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, alike, concatenate
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, motion_cross, split, times

Frame = Literal["world", "link", "spatial"]


def link_velocity(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    link: str,
    *,
    frame: Frame = "world",
    at: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the velocity (ω, v) of a point of a link: J(q) q̇.

    Parameters
    ----------
    robot
        The model.
    q, qd
        Joint coordinates and rates ``(..., n)``.
    link
        Name of the link.
    frame
        "world", "link" or "spatial", as the module says.
    at
        The point ``(3,)`` in link coordinates, m; the link's origin if not given.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        ``(..., 6)``: rad/s, then m/s.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or link or frame are unknown.

    References
    ----------
    Craig section 5.6; Lynch & Park section 5.1 for the spatial frame.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> link_velocity(planar_2r(), [0, 0], [1, 0], "link2", at=(1, 0, 0))
    array([0., 0., 1., 0., 2., 0.])
    """
    robot, batch, (q_, qd_) = joint_arguments(robot, check_finite=check_finite, q=q, qd=qd)
    i, X = robot.index(link), link_transforms(robot, q_)
    v = link_velocities(robot, X, qd_)[i]
    return broadcast_batch(expressed(v, frame, point(at), world_poses(robot, X)[i]), batch, 1)


def link_acceleration(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    link: str,
    *,
    kind: Literal["classical", "spatial"] = "classical",
    frame: Literal["world", "link"] = "world",
    at: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the acceleration of a point of a link, gravity not counted.

    classical: (ω̇, r̈), with r̈ the second derivative of the point's position;
    spatial: (ω̇, r̈ − ω × ṙ), the rate of the link's motion as one 6-vector (RBDA section 2.11).

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``.
    link
        Name of the link.
    kind
        "classical" or "spatial".
    frame
        Whose axes the numbers are in: "world" or "link".
    at
        The point ``(3,)`` in link coordinates, m; the link's origin if not given.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        ``(..., 6)``: rad/s², then m/s².

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or link, kind or frame are unknown.

    References
    ----------
    RBDA eq. 2.50; Craig eqs. 6.32-6.36.

    Examples
    --------
    >>> from linkwise import pendulum
    >>> link_acceleration(pendulum(), [0.0], [2.0], [0.0], "link1", at=(1, 0, 0))
    array([ 0.,  0.,  0., -4.,  0.,  0.])
    """
    if kind not in ("classical", "spatial") or frame not in ("world", "link"):
        raise LinkwiseError(
            "kind must be 'classical' or 'spatial' and frame 'world' or 'link', "
            f"got {kind!r} and {frame!r}"
        )
    robot, batch, (q_, qd_, qdd_) = joint_arguments(
        robot, check_finite=check_finite, q=q, qd=qd, qdd=qdd
    )
    i, X = robot.index(link), link_transforms(robot, q_)
    v = link_velocities(robot, X, qd_)
    a = {BASE: np.zeros(6, dtype=int)}
    for j, parent in enumerate(robot.parents):
        S = robot.links[j].joint.S
        a[j] = X[j].motion_from_parent(a[parent]) + S * qdd_[j] + motion_cross(v[j], S * qd_[j])
    x = point(at)
    alpha, linear = split(at_point(a[i], x))
    if kind == "classical":
        omega, velocity = split(at_point(v[i], x))
        linear = linear + cross(omega, velocity)
    if frame == "world":
        R = world_poses(robot, X)[i].R
        alpha, linear = times(R, alpha), times(R, linear)
    return broadcast_batch(concatenate([alpha, linear]), batch, 1)


def link_jacobian_rate(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    link: str,
    *,
    frame: Frame = "world",
    at: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return J̇, the rate of the Jacobian of a link's point along the motion.

    The rate of `link_velocity` in the same frame is J q̈ + J̇ q̇.

    Parameters
    ----------
    robot, q, qd, link, frame, at, check_finite
        As for `link_velocity`.

    Returns
    -------
    ndarray
        ``(..., 6, n)``, angular rows first.

    References
    ----------
    RBDA section 2.10: the columns are motions fixed in the links, so their rate is v × S.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> link_jacobian_rate(planar_2r(), [0, 0], [1, 0], "link2", at=(1, 0, 0))[3]
    array([-2., -1.])
    """
    robot, batch, (q_, qd_) = joint_arguments(robot, check_finite=check_finite, q=q, qd=qd)
    i, X = robot.index(link), link_transforms(robot, q_)
    v = link_velocities(robot, X, qd_)
    J, J_dot = body_jacobians(robot, X)[i], jacobian_rates(robot, X, v)[i]
    x, X_0 = point(at), world_poses(robot, X)[i]
    if frame != "spatial":
        # the rate of the numbers in the link's moving frame lacks v × J; world axes turn with ω
        J_dot = at_point(J_dot - motion_cross(v[i], J), x)
        if frame == "world":
            spin = concatenate([split(v[i])[0], v[i][..., :3] * 0])
            J_dot = J_dot + motion_cross(spin, at_point(J, x))
    rows = expressed(J_dot, frame, x * 0, X_0)
    return broadcast_batch(np.moveaxis(rows, 0, -1), batch, 2)


def at_point(v: Array, x: Array) -> Array:
    """Return a motion ``(..., 6)`` with the velocity of the point x instead of the origin's."""
    omega, u = split(v)
    return concatenate([omega, u + cross(*alike(omega, x))])


def expressed(v: Array, frame: Frame, x: Array, X_0: Transform) -> Array:
    """Return a motion of the link's frame as one of the point x, in the frame asked for."""
    if frame == "spatial":
        return X_0.motion_to_parent(v)
    if frame not in ("world", "link"):
        raise LinkwiseError(f"frame must be 'world', 'link' or 'spatial', got {frame!r}")
    moved = at_point(v, x)
    if frame == "link":
        return moved
    omega, u = split(moved)
    return concatenate([times(X_0.R, omega), times(X_0.R, u)])
