"""How torques and accelerations change with the state: exact derivatives by recursion."""

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import (
    base_acceleration,
    dynamics_arguments,
    link_matrix,
    link_transforms,
)
from linkwise.algorithms.forward_dynamics import accelerations_and_pivots
from linkwise.algorithms.linear_solver import require_pivots, solve_spd
from linkwise.algorithms.mass_matrix import crba
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.coriolis_factor import CoriolisFactor
from linkwise.spatial.scalars import Array, alike
from linkwise.spatial.vectors import dot, force_cross, motion_cross, transpose


def rnea_derivatives(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> tuple[Array, Array]:
    """Return ∂τ/∂q and ∂τ/∂q̇ of inverse dynamics; ∂τ/∂q̈ is M.

    With Ṡ_j = v_j × S_j, Ψ_j = a_λ × S_j + v_λ × Ṡ_j (v_λ, a_λ of j's parent) and, of the bodies at
    or behind the outer joint i, their inertia I, Coriolis factor B and force f:

    ∂τ_i/∂q_j = S_iᵀ (2 B Ṡ_j + I Ψ_j),   ∂τ_j/∂q_i = S_jᵀ (2 B Ṡ_i + I Ψ_i + S_i ×* f),
    ∂τ_i/∂q̇_j = 2 S_iᵀ (B S_j + I Ṡ_j),   ∂τ_j/∂q̇_i = 2 S_jᵀ (B S_i + I Ṡ_i)

    for every joint j at or before i.

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``.
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s², instead of the model's.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    dtau_dq, dtau_dqd : ndarray
        ``(..., n, n)``, rows for torques: N m/rad and N m s/rad for revolute joints.  Friction and
        springs are in them; Coulomb friction counts as flat.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, batch axes disagree, or the model has no mass
        at all.

    References
    ----------
    J. Carpentier, N. Mansard, *Robotics: Science and Systems* 2018; in this form S. Singh, R. P.
    Russell, P. M. Wensing, *IEEE Robotics and Automation Letters* 7 (2022), eqs. 20-23.

    Examples
    --------
    >>> from linkwise import pendulum
    >>> dtau_dq, _ = rnea_derivatives(pendulum(), [0.5], [0.0], [0.0])
    >>> dtau_dq.round(6)  # −m g lc sin q
    array([[-2.351582]])
    """
    robot, batch, (q_, qd_, qdd_) = dynamics_arguments(
        robot, check_finite=check_finite, q=q, qd=qd, qdd=qdd
    )
    X = link_transforms(robot, q_)
    S = [link.joint.S for link in robot.links]
    v, a = {BASE: np.zeros(6, dtype=int)}, {BASE: base_acceleration(robot, gravity, batch)}
    S_dot, Psi, f = {}, {}, {}
    I_c = [link.inertia for link in robot.links]  # grow into composites
    B_c = {}

    # outward: motions, and how each joint's axis is carried along
    for i, parent in enumerate(robot.parents):
        v_parent, a_parent = X[i].motion_from_parent(v[parent]), X[i].motion_from_parent(a[parent])
        v[i] = v_parent + S[i] * qd_[i]
        S_dot[i] = motion_cross(v_parent, S[i])
        a[i] = a_parent + S[i] * qdd_[i] + S_dot[i] * qd_[i]
        Psi[i] = motion_cross(a_parent, S[i]) + motion_cross(v_parent, S_dot[i])
        B_c[i] = CoriolisFactor.of(I_c[i], v[i])
        f[i] = I_c[i] @ a[i] + force_cross(v[i], I_c[i] @ v[i])

    # inward: what moving joint i asks of inner joints (forces A_q, A_qd), and what moving an inner
    # joint j asks of joint i (through Bᵀ S and I S)
    nothing = np.empty((0, *batch, 6), dtype=int)
    A_q, A_qd, BS, IS = ([nothing] * len(robot.links) for _ in range(4))
    behind: list[list[int]] = [[] for _ in robot.links]
    dq: dict[tuple[int, int], Array] = {}
    dqd: dict[tuple[int, int], Array] = {}
    for i, parent in reversed(list(enumerate(robot.parents))):
        joint = robot.links[i].joint
        if joint.moves:
            own = (
                (B_c[i] @ S_dot[i]) * 2 + I_c[i] @ Psi[i] + force_cross(S[i], f[i]),
                (B_c[i] @ S[i] + I_c[i] @ S_dot[i]) * 2,
                B_c[i].transposed(S[i]) * 2,
                I_c[i] @ S[i],
            )
            for F, new in zip((A_q, A_qd, BS, IS), own, strict=True):
                F[i] = np.concatenate([np.broadcast_to(new, (*batch, 6))[None], F[i]])
            behind[i] = [i, *behind[i]]
            inner_q, inner_qd = dot(S[i], A_q[i])[..., 0], dot(S[i], A_qd[i])[..., 0]
            outer_q = (dot(S_dot[i], BS[i]) + dot(Psi[i], IS[i]))[..., 0]
            outer_qd = (dot(S[i], BS[i]) + dot(S_dot[i], IS[i]) * 2)[..., 0]
            for row, j in enumerate(behind[i]):
                dq[i, j], dqd[i, j] = inner_q[row], inner_qd[row]
                dq[j, i], dqd[j, i] = outer_q[row], outer_qd[row]
            stiffness, damping = joint.slopes(qd_[i])
            dq[i, i], dqd[i, i] = dq[i, i] + stiffness, dqd[i, i] + damping
        if parent != BASE:
            f[parent] = f[parent] + X[i].force_to_parent(f[i])
            I_c[parent] = I_c[parent] + I_c[i].moved(X[i])
            B_c[parent] = B_c[parent] + B_c[i].moved(X[i])
            for F in (A_q, A_qd, BS, IS):
                F[parent] = np.concatenate([F[parent], X[i].force_to_parent(F[i])])
            behind[parent] = behind[parent] + behind[i]
    return link_matrix(robot, batch, dq), link_matrix(robot, batch, dqd)


def forward_dynamics_derivatives(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> tuple[Array, Array, Array]:
    """Return ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ of forward dynamics.

    ∂q̈/∂τ = M⁻¹,   ∂q̈/∂x = −M⁻¹ ∂τ/∂x at the q̈ that τ causes

    Parameters
    ----------
    robot
        The model.
    q, qd
        Joint coordinates and rates ``(..., n)``.
    tau
        Joint torques ``(..., n)``: N m, or N for prismatic joints.
    gravity, check_finite
        As for `rnea_derivatives`.

    Returns
    -------
    dqdd_dq, dqdd_dqd, dqdd_dtau : ndarray
        ``(..., n, n)``, rows for accelerations.

    Raises
    ------
    LinkwiseError
        As for `forward_dynamics`.

    References
    ----------
    J. Carpentier, N. Mansard, *Robotics: Science and Systems* 2018, section IV.

    Examples
    --------
    >>> from linkwise import pendulum
    >>> forward_dynamics_derivatives(pendulum(l=1, m=3), [0.0], [0.0], [0.0])[2]
    array([[1.]])
    """
    *derivatives, pivots = derivatives_and_pivots(
        robot, q, qd, tau, gravity=gravity, check_finite=check_finite
    )
    require_pivots(robot, pivots)
    dqdd_dq, dqdd_dqd, dqdd_dtau = derivatives
    return dqdd_dq, dqdd_dqd, dqdd_dtau


def derivatives_and_pivots(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    gravity: ArrayLike | None,
    check_finite: bool,
) -> tuple[Array, Array, Array, Array]:
    """Return ∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ, and the pivots of M, which must all be positive."""
    qdd, pivots = accelerations_and_pivots(
        robot, q, qd, tau, external=None, gravity=gravity, check_finite=check_finite
    )
    # q̈ is NaN where M is singular, which the pivots tell better
    dq, dqd = rnea_derivatives(robot, q, qd, qdd, gravity=gravity, check_finite=False)
    M = crba(robot, q, check_finite=False)
    batch = dq.shape[:-2]
    unit = np.eye(robot.n, dtype=M.dtype if M.dtype == object else float)
    M, dq, dqd, unit = alike(M, dq, dqd, unit)
    columns = np.concatenate(
        [np.broadcast_to(transpose(D), (*batch, robot.n, robot.n)) for D in (-dq, -dqd, unit)], -2
    )
    solved, _ = solve_spd(M[..., None, :, :], columns)
    dqdd_dq, dqdd_dqd, dqdd_dtau = np.split(transpose(solved), 3, axis=-1)
    return dqdd_dq, dqdd_dqd, dqdd_dtau, pivots
