"""Dynamics as a point of a link feels it: operational-space inertia, bias and gravity."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.coriolis import coriolis_torque
from linkwise.algorithms.inverse_dynamics import gravity_torque
from linkwise.algorithms.kinematics import link_jacobian
from linkwise.algorithms.linear_solver import require_pivots, solve_spd
from linkwise.algorithms.mass_matrix import crba
from linkwise.algorithms.motion import link_jacobian_rate
from linkwise.models.robot import Robot, require_robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, is_numeric, quotient
from linkwise.spatial.vectors import times, transpose

ALL = (0, 1, 2, 3, 4, 5)
SINGULAR = 1e12  # condition number


@dataclass(frozen=True, eq=False)
class OperationalSpace:
    """The equation Λ ẍ + μ + p = f of a task x with ẋ = J q̇ and τ = Jᵀ f.

    Attributes
    ----------
    inertia : ndarray
        Λ = (J M⁻¹ Jᵀ)⁻¹ ``(..., m, m)``: kg for linear rows, kg m² for angular ones.
    bias : ndarray
        μ = Λ (J M⁻¹ C q̇ − J̇ q̇) ``(..., m)``.
    gravity : ndarray
        p = Λ J M⁻¹ g ``(..., m)``.
    inverse : ndarray
        J̄ = M⁻¹ Jᵀ Λ ``(..., n, m)``, the dynamically consistent inverse of J: J J̄ = 1.
    jacobian : ndarray
        J ``(..., m, n)``.
    """

    inertia: Array
    bias: Array
    gravity: Array
    inverse: Array
    jacobian: Array


def operational_space(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    link: str,
    *,
    at: ArrayLike | None = None,
    rows: Sequence[int] = ALL,
    gravity: ArrayLike | None = None,
) -> OperationalSpace:
    """Return the dynamics of a link's point in world axes.

    Parameters
    ----------
    robot
        The model.
    q, qd
        Joint coordinates and rates ``(..., n)``.
    link
        Name of the link.
    at
        The point ``(3,)`` in link coordinates, m; the link's origin if not given.
    rows
        Which of (ωx, ωy, ωz, vx, vy, vz) are the task: (3, 4, 5) for position alone.
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s², instead of the model's.

    Returns
    -------
    OperationalSpace
        Λ, μ, p and J̄.  Friction and springs are no part of it.

    Raises
    ------
    LinkwiseError
        If M is singular, or the task is: more rows than the joints can move here, or a stretched
        arm.

    References
    ----------
    O. Khatib, *IEEE J. Robotics and Automation* 3 (1987), eqs. 11-17, 41.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> arm = planar_2r(form="points")
    >>> task = operational_space(arm, [0, 1.5], [0, 0], "link2", at=(1, 0, 0), rows=(3, 4))
    >>> task.inertia.round(6)
    array([[1.005029, 0.070915],
           [0.070915, 2.      ]])
    """
    require_robot(robot)
    *task, pivots = task_and_pivots(robot, q, qd, link, at=at, rows=rows, gravity=gravity)
    require_pivots(robot, pivots)
    return require_movable(OperationalSpace(*task), link)


def task_and_pivots(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    link: str,
    *,
    at: ArrayLike | None = None,
    rows: Sequence[int] = ALL,
    gravity: ArrayLike | None = None,
) -> tuple[Array, ...]:
    """Return Λ, μ, p, J̄ and J, and the pivots of the mass matrix ``(..., n)``."""
    pick = [int(row) for row in rows if row in ALL]
    if not pick or len(set(pick)) < len(rows):
        raise LinkwiseError(f"rows must be different numbers of 0 to 5, got {rows!r}")
    J = link_jacobian(robot, q, link, at=at)[..., pick, :]
    J_dot = link_jacobian_rate(robot, q, qd, link, at=at)[..., pick, :]
    MJ_T, pivots = solve_spd(crba(robot, q)[..., None, :, :], J)
    MJ = transpose(MJ_T)  # M⁻¹ Jᵀ
    mobility = J @ MJ
    unit = np.eye(len(pick), dtype=mobility.dtype)
    Lambda, _ = solve_spd(mobility[..., None, :, :], np.broadcast_to(unit, mobility.shape))
    Lambda = quotient(Lambda + transpose(Lambda), 2)  # symmetric to the last bit
    inverse = MJ @ Lambda
    mu = times(transpose(inverse), coriolis_torque(robot, q, qd))
    mu = mu - times(Lambda, times(J_dot, robot.joint_vector(qd, "qd")))
    p = times(transpose(inverse), gravity_torque(robot, q, gravity=gravity))
    return Lambda, mu, p, inverse, J, pivots[..., 0, :]


def require_movable(task: OperationalSpace, link: str) -> OperationalSpace:
    """Return the task, or raise a `LinkwiseError` where joints cannot move all of its rows."""
    Lambda = task.inertia
    if is_numeric(Lambda):
        known = np.isfinite(task.jacobian).all(axis=(-2, -1))  # no NaN in the state
        finite = np.isfinite(Lambda)
        condition = np.linalg.cond(np.where(finite, Lambda, 0))
        if (known & ~(finite.all(axis=(-2, -1)) & (condition < SINGULAR))).any():
            *_, m, n = task.jacobian.shape
            raise LinkwiseError(
                f"the task of link {link!r} is singular here: {m} rows cannot all be moved by {n} "
                "joints"
            )
    return task
