"""Forward dynamics by the articulated body algorithm, without a mass matrix."""

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
from linkwise.algorithms.forward_dynamics import accelerations_and_pivots
from linkwise.algorithms.linear_solver import require_pivots
from linkwise.models.robot import BASE, Robot, require_robot
from linkwise.spatial.articulated import ArticulatedInertia
from linkwise.spatial.scalars import Array, quotient
from linkwise.spatial.vectors import dot, force_cross, motion_cross


def aba(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the joint accelerations that torques cause: the articulated body algorithm.

    q̈ = M(q)⁻¹ (τ − C(q, q̇) q̇ − g(q) − friction − springs + Σ Jᵀ f_ext), in time linear in the
    number of links

    Parameters
    ----------
    robot
        The model.
    q, qd
        Joint coordinates and rates ``(..., n)``: rad, rad/s, or m, m/s for prismatic joints.
    tau
        Joint torques ``(..., n)``: N m, or N for prismatic joints.
    external, gravity, check_finite
        As for `rnea`.

    Returns
    -------
    ndarray
        q̈ ``(..., n)``: rad/s², or m/s² for prismatic joints.

    Raises
    ------
    LinkwiseError
        As for `rnea`, and if a joint moves no inertia; the message names it.

    References
    ----------
    RBDA table 7.1.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> aba(planar_2r(), [0, 0], [0, 0], [19.62, 4.905]).round(12) + 0.0
    array([0., 0.])
    """
    require_robot(robot)
    qdd, D = articulated_accelerations(
        robot, q, qd, tau, external=external, gravity=gravity, check_finite=check_finite
    )
    require_pivots(robot, D)
    return qdd


def articulated_accelerations(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None,
    gravity: ArrayLike | None,
    check_finite: bool,
) -> tuple[Array, Array]:
    """Return q̈ and D, the inertia that each joint moves, both ``(..., n)`` (RBDA table 7.1).

    The recursion takes each joint to move freely; with mimic joints M is solved instead.
    """
    if any(robot.couplings):
        return accelerations_and_pivots(
            robot, q, qd, tau, external=external, gravity=gravity, check_finite=check_finite
        )
    robot, batch, (q_, qd_, tau_) = dynamics_arguments(
        robot, check_finite=check_finite, q=q, qd=qd, tau=tau
    )
    X = link_transforms(robot, q_)
    f_ext = link_forces(robot, X, external, batch)
    S = [link.joint.S for link in robot.links]
    still = np.zeros(1, dtype=int)
    v = {BASE: np.zeros(6, dtype=int)}
    a = {BASE: base_acceleration(robot, gravity, batch)}
    c, I_A, p_A, U, D, u, qdd = {}, {}, {}, {}, {}, {}, {}

    # outward: velocities, and the bias of each link on its own
    for i, parent in enumerate(robot.parents):
        I, v_J = robot.links[i].inertia, S[i] * qd_[i]
        v[i] = X[i].motion_from_parent(v[parent]) + v_J
        c[i] = motion_cross(v[i], v_J)
        I_A[i], p_A[i] = ArticulatedInertia.of(I), force_cross(v[i], I @ v[i]) - f_ext[i]

    # inward: the inertia and bias of each link with all that hangs on it by free joints
    for i, parent in reversed(list(enumerate(robot.parents))):
        I_a, p_a = I_A[i], p_A[i]  # as they are across a fixed joint, where c = 0
        joint = robot.links[i].joint
        if joint.moves:
            U[i] = I_A[i] @ S[i]
            D[i] = dot(S[i], U[i]) + joint.rotor.reflected
            u[i] = tau_[i] - dot(S[i], p_A[i]) - joint.effort(q_[i], qd_[i], still)
            I_a = I_A[i].freed(U[i], D[i])
            p_a = p_A[i] + I_a @ c[i] + U[i] * quotient(u[i], D[i])
        if parent != BASE:
            I_A[parent] = I_A[parent] + I_a.moved(X[i])
            p_A[parent] = p_A[parent] + X[i].force_to_parent(p_a)

    # outward: accelerations
    for i, parent in enumerate(robot.parents):
        a[i] = X[i].motion_from_parent(a[parent]) + c[i]
        if robot.links[i].joint.moves:
            qdd[i] = quotient(u[i] - dot(U[i], a[i]), D[i])
            a[i] = a[i] + S[i] * qdd[i]
    return joint_array(robot, batch, qdd), joint_array(robot, batch, D)
