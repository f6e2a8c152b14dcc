"""Forward dynamics by mass matrix and bias: CRBA, RNEA and a Cholesky factorisation."""

from collections.abc import Mapping

from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import joint_arguments
from linkwise.algorithms.external import Wrench
from linkwise.algorithms.inverse_dynamics import bias_torque
from linkwise.algorithms.linear_solver import require_pivots, solve_spd
from linkwise.algorithms.mass_matrix import crba
from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array, alike


def forward_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the joint accelerations that torques cause.

    q̈ = M(q)⁻¹ (τ − C(q, q̇) q̇ − g(q) − friction − springs + Σ Jᵀ f_ext)

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
        As for `rnea`, and if M is singular; the message names the joint that moves no inertia.

    References
    ----------
    RBDA section 6.1 and table 6.1.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> forward_dynamics(planar_2r(), [0, 0], [0, 0], [19.62, 4.905]).round(12) + 0.0
    array([0., 0.])
    """
    qdd, pivots = accelerations_and_pivots(
        robot, q, qd, tau, external=external, gravity=gravity, check_finite=check_finite
    )
    require_pivots(robot, pivots)
    return qdd


def accelerations_and_pivots(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None,
    gravity: ArrayLike | None,
    check_finite: bool,
) -> tuple[Array, Array]:
    """Return q̈ and the pivots of M, both ``(..., n)``; q̈ means nothing where a pivot is not > 0."""
    joint_arguments(robot, check_finite=check_finite, q=q, qd=qd, tau=tau)  # that they fit together
    torque = robot.joint_vector(tau, "tau")
    M = crba(robot, q, check_finite=check_finite)
    h = bias_torque(robot, q, qd, external=external, gravity=gravity, check_finite=check_finite)
    M, h, torque = alike(M, h, torque)
    return solve_spd(M, torque - h)
