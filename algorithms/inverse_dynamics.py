"""Inverse dynamics by the recursive Newton-Euler algorithm in spatial vectors."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import (
    base_acceleration,
    dynamics_arguments,
    joint_array,
    link_transforms,
)
from linkwise.algorithms.external import Wrench, link_forces
from linkwise.models.robot import BASE, Robot, require_robot
from linkwise.spatial.scalars import Array
from linkwise.spatial.vectors import dot, force_cross, motion_cross


def rnea(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the joint torques that a motion takes: the recursive Newton-Euler algorithm.

    τ = M(q) q̈ + C(q, q̇) q̇ + g(q) + friction + springs − Σ Jᵀ f_ext

    What the model holds is in τ: M has the rotors' reflected inertia too.

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``: rad, rad/s, rad/s² for revolute and
        helical joints, m, m/s, m/s² for prismatic ones.
    external
        `Wrench` that the environment exerts, by link name.
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s², instead of the model's.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        τ ``(..., n)``: N m, or N for prismatic joints.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, batch axes disagree, a link is unknown, or
        the model has no mass at all.

    References
    ----------
    RBDA table 5.1. J. Y. S. Luh, M. W. Walker, R. P. C. Paul, *J. Dynamic Systems, Measurement and
    Control* 102 (1980).

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> rnea(planar_2r(), [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1])
    array([13.04339767,  1.70601377])
    """
    robot, batch, (q_, qd_, qdd_) = dynamics_arguments(
        robot, check_finite=check_finite, q=q, qd=qd, qdd=qdd
    )
    X = link_transforms(robot, q_)
    f_ext = link_forces(robot, X, external, batch)
    S = [link.joint.S for link in robot.links]
    v, a = {BASE: np.zeros(6, dtype=int)}, {BASE: base_acceleration(robot, gravity, batch)}
    f, tau = {}, {}

    # outward: velocities, accelerations, and the force that each link's motion takes
    for i, parent in enumerate(robot.parents):
        I, v_J = robot.links[i].inertia, S[i] * qd_[i]
        v[i] = X[i].motion_from_parent(v[parent]) + v_J
        a[i] = X[i].motion_from_parent(a[parent]) + S[i] * qdd_[i] + motion_cross(v[i], v_J)
        f[i] = I @ a[i] + force_cross(v[i], I @ v[i]) - f_ext[i]

    # inward: each joint carries its link and all links behind it
    for i, parent in reversed(list(enumerate(robot.parents))):
        tau[i] = dot(S[i], f[i]) + robot.links[i].joint.effort(q_[i], qd_[i], qdd_[i])
        if parent != BASE:
            f[parent] = f[parent] + X[i].force_to_parent(f[i])
    return joint_array(robot, batch, tau)


inverse_dynamics = rnea


def bias_torque(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the torques at zero joint acceleration.

    h = C(q, q̇) q̇ + g(q) + friction + springs − Σ Jᵀ f_ext

    Parameters
    ----------
    robot, q, qd, external, gravity, check_finite
        As for `rnea`.

    Returns
    -------
    ndarray
        ``(..., n)``: N m, or N for prismatic joints.

    References
    ----------
    RBDA section 6.1, eq. 6.2.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> bias_torque(planar_2r(), [0.0, 1.5], [1.0, 0.0], gravity=(0, 0, 0)).round(6)
    array([0.      , 0.498747])
    """
    require_robot(robot)
    rest = np.zeros(robot.n)
    return rnea(robot, q, qd, rest, external=external, gravity=gravity, check_finite=check_finite)


def gravity_torque(
    robot: Robot, q: ArrayLike, *, gravity: ArrayLike | None = None, check_finite: bool = True
) -> Array:
    """Return the torques that gravity takes: g(q) = ∂P/∂q, springs not counted.

    Parameters
    ----------
    robot, q, gravity, check_finite
        As for `rnea`.

    Returns
    -------
    ndarray
        ``(..., n)``: N m, or N for prismatic joints.

    References
    ----------
    Craig eq. 6.60 and section 6.9.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> gravity_torque(planar_2r(), [0, 0])
    array([19.62 ,  4.905])
    """
    require_robot(robot)
    rest = np.zeros(robot.n)
    return rnea(robot.bare, q, rest, rest, gravity=gravity, check_finite=check_finite)
