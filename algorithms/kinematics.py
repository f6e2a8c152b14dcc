"""Where the links are and how they move with the joints: poses and Jacobians."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import PerLink, broadcast_batch, joint_arguments, link_transforms
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, alike, as_array, concatenate, require_finite
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, split, times


def world_poses(robot: Robot, X: list[Transform]) -> dict[int, Transform]:
    """Return the pose of every link, and of the `BASE`, in the world, from poses in the parents."""
    X_0 = {BASE: robot.base}
    for i, parent in enumerate(robot.parents):
        X_0[i] = X_0[parent] @ X[i]
    return X_0


def link_poses(robot: Robot, q: ArrayLike, *, check_finite: bool = True) -> dict[str, Transform]:
    """Return the pose of every link in the world.

    ⁰X_i = ⁰X_λ · ᵗX_i(q_i)    along the chain from the base (Craig eq. 3.8)

    Parameters
    ----------
    robot
        The model.
    q
        Joint coordinates ``(..., n)``, rad or m.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    dict of str to Transform
        Poses by link name, R ``(..., 3, 3)`` and p ``(..., 3)`` in world axes.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> link_poses(planar_2r(), [np.pi / 2, 0])["link2"].p.round(12)
    array([0., 1., 0.])
    """
    robot, batch, (coordinates,) = joint_arguments(robot, check_finite=check_finite, q=q)
    X_0 = world_poses(robot, link_transforms(robot, coordinates))
    return {
        name: Transform.trusted(
            broadcast_batch(X_0[i].R, batch, 2), broadcast_batch(X_0[i].p, batch, 1)
        )
        for i, name in enumerate(robot.link_names)
    }


def body_jacobians(robot: Robot, X: list[Transform]) -> list[Array]:
    """Return the Jacobian of every link in its own frame, a motion a joint: ``(n, ..., 6)``.

    J_i = ⁱX_λ J_λ, plus S_i in the column of joint i, or of the joint that it mimics.
    """
    batch = max(max(x.R.ndim - 2, x.p.ndim - 1) for x in X)  # how many axes
    shape = (robot.n, *[1] * batch, 6)
    J: dict[int, Array] = {BASE: np.zeros(shape, dtype=int)}
    links = zip(robot.parents, robot.coordinates, robot.couplings, strict=True)
    for i, (parent, k, mimic) in enumerate(links):
        J[i] = X[i].motion_from_parent(J[parent])
        if k is not None:
            S = robot.links[i].joint.S
            S = S * mimic.multiplier if mimic else S
            own = np.zeros(shape, dtype=S.dtype)
            own[k] = S
            J[i] = J[i] + own
    return [J[i] for i in range(len(robot.links))]


def link_jacobian(
    robot: Robot,
    q: ArrayLike,
    link: str,
    *,
    frame: Literal["world", "link"] = "world",
    at: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the geometric Jacobian of a point of a link.

    (ω, v) = J(q) q̇    with v the velocity of the point (Craig section 5.7, angular part first)

    Parameters
    ----------
    robot
        The model.
    q
        Joint coordinates ``(..., n)``, rad or m.
    link
        Name of the link.
    frame
        Whose axes ω and v are in: "world" or "link".
    at
        The point ``(3,)`` in link coordinates, m; the link's origin if not given.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        ``(..., 6, n)``, angular rows first.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint, the point not three, or link or frame are unknown.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> link_jacobian(planar_2r(), [0, 0], "link2", at=(1, 0, 0))[[2, 4]]
    array([[1., 1.],
           [2., 1.]])
    """
    robot, batch, (coordinates,) = joint_arguments(robot, check_finite=check_finite, q=q)
    if frame not in ("world", "link"):
        raise LinkwiseError(f"frame must be 'world' or 'link', got {frame!r}")
    i = robot.index(link)
    X = link_transforms(robot, coordinates)
    omega, v = split(body_jacobians(robot, X)[i])
    if at is not None:
        v = v + cross(*alike(omega, point(at)))
    if frame == "world":
        R = world_poses(robot, X)[i].R
        omega, v = times(R, omega), times(R, v)
    return broadcast_batch(np.moveaxis(concatenate([omega, v]), 0, -1), batch, 2)


def point(at: ArrayLike | None) -> Array:
    """Return the point `at` ``(3,)``, or the origin."""
    if at is None:
        return np.zeros(3, dtype=int)
    x = as_array(at, "at")
    if x.shape != (3,):
        raise LinkwiseError(f"at must be a point (3,) in link coordinates, got {at!r}")
    require_finite(x, "at")
    return x


def link_velocities(robot: Robot, X: list[Transform], qd: PerLink) -> list[Array]:
    """Return the velocity of every link in its own frame ``(..., 6)``: v_i = ⁱX_λ v_λ + S_i q̇_i."""
    v: dict[int, Array] = {BASE: np.zeros(6, dtype=int)}
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
        v[i] = X[i].motion_from_parent(v[parent]) + link.joint.S * qd[i]
    return [v[i] for i in range(len(robot.links))]
