"""Kinetic and potential energy."""

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import (
    broadcast_batch,
    dynamics_arguments,
    gravity_of,
    link_transforms,
)
from linkwise.algorithms.kinematics import link_velocities, world_poses
from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array, alike, quotient
from linkwise.spatial.vectors import dot, times


def kinetic_energy(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, check_finite: bool = True
) -> Array:
    """Return the kinetic energy K = ½ Σ v_iᵀ I_i v_i + ½ Σ G² J q̇_i² = ½ q̇ᵀ M(q) q̇.

    Parameters
    ----------
    robot
        The model.
    q, qd
        Joint coordinates and rates ``(..., n)``: rad, rad/s, or m, m/s for prismatic joints.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        K ``(...)``, J.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or the model has no mass at all.

    References
    ----------
    RBDA eq. 2.68; Craig eq. 6.69.

    Examples
    --------
    >>> from linkwise import pendulum
    >>> round(float(kinetic_energy(pendulum(l=1, m=3), [0.0], [2.0])), 12)
    2.0
    """
    robot, batch, (q_, qd_) = dynamics_arguments(robot, check_finite=check_finite, q=q, qd=qd)
    K2 = np.zeros(1, dtype=int)
    v = link_velocities(robot, link_transforms(robot, q_), qd_)
    for i, link in enumerate(robot.links):
        K2 = K2 + dot(v[i], link.inertia @ v[i]) + qd_[i] * qd_[i] * link.joint.rotor.reflected
    return broadcast_batch(quotient(K2, 2)[..., 0], batch, 0)


def potential_energy(
    robot: Robot, q: ArrayLike, *, gravity: ArrayLike | None = None, check_finite: bool = True
) -> Array:
    """Return the potential energy P = −Σ m_i gᵀ c_i + ½ Σ k (q_i − q₀)².

    It is zero where all mass is at the world's origin and the springs are slack.

    Parameters
    ----------
    robot
        The model.
    q
        Joint coordinates ``(..., n)``, rad or m.
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s², instead of the model's.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        P ``(...)``, J.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint, or the model has no mass at all.

    References
    ----------
    Craig eq. 6.73, without the constant.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import pendulum
    >>> float(potential_energy(pendulum(l=2, m=1), [np.pi / 2]))
    9.81
    """
    robot, batch, (q_,) = dynamics_arguments(robot, check_finite=check_finite, q=q)
    X_0 = world_poses(robot, link_transforms(robot, q_))
    g = gravity_of(robot, gravity, batch)
    P = np.zeros(1, dtype=int)
    for i, link in enumerate(robot.links):
        I, X = link.inertia, X_0[i]
        mc = times(X.R, I.moment) + X.p * I.mass[..., None]  # first moment about the world's origin
        P = P - dot(*alike(g, mc))
        if "springs" in link.joint.effects:
            P = P + link.joint.spring.energy(q_[i])
    return broadcast_batch(P[..., 0], batch, 0)
