"""The Newton-Euler iterations in 3-vectors, every row of both passes kept to be read."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import (
    base_acceleration,
    dynamics_arguments,
    joint_array,
    link_transforms,
)
from linkwise.algorithms.external import Wrench, link_forces
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array
from linkwise.spatial.vectors import cross, dot, split, times, transpose


@dataclass(frozen=True, eq=False)
class Iteration:
    """One link's rows of the Newton-Euler iterations, in the link's own frame.

    Attributes
    ----------
    link, joint : str
        Names.
    R, P : ndarray
        Orientation ``(..., 3, 3)`` and origin ``(..., 3)`` (m) of the link's frame in its parent.
    P_C : ndarray
        Centre of mass ``(3,)``, m.
    omega, omega_dot : ndarray
        Angular velocity and acceleration ``(..., 3)``: rad/s, rad/s².
    v_dot, v_dot_C : ndarray
        Acceleration of the origin and of the centre of mass ``(..., 3)``, m/s²; gravity makes the
        base accelerate upwards.
    F, N : ndarray
        Force and moment that the link's motion takes, at its centre of mass ``(..., 3)``: N, N m.
    f, n : ndarray
        Force and moment that the parent exerts on the link, at the joint ``(..., 3)``: N, N m.
    tau : ndarray or None
        Torque or force of the joint's motor ``(...)``: N m or N; None for a fixed joint.
    """

    link: str
    joint: str
    R: Array
    P: Array
    P_C: Array
    omega: Array
    omega_dot: Array
    v_dot: Array
    v_dot_C: Array
    F: Array
    N: Array
    f: Array
    n: Array
    tau: Array | None


@dataclass(frozen=True, eq=False)
class Iterations:
    """Both passes of the Newton-Euler iterations.

    Attributes
    ----------
    links : tuple of Iteration
        One entry a link, parents first.
    tau : ndarray
        Joint torques ``(..., n)``: N m, or N for prismatic joints.
    """

    links: tuple[Iteration, ...]
    tau: Array

    def __getitem__(self, link: str) -> Iteration:
        """Return the rows of the link with this name."""
        rows = {row.link: row for row in self.links}
        if link not in rows:
            raise LinkwiseError(f"there is no link {link!r}: {', '.join(rows)} are known")
        return rows[link]


def iterations(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Iterations:
    """Return the Newton-Euler iterations row by row.

    Outward: ω, ω̇, v̇, v̇_C, then F = m v̇_C and N = I_C ω̇ + ω × I_C ω.  Inward: f = F + Σ R f₊,
    n = N + P_C × F + Σ (R n₊ + P × R f₊), and τ = n · â (revolute) or f · â (prismatic), where the
    sums run over the links that hang on this one; friction, springs and rotors add to τ.

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``: rad, rad/s, rad/s² for revolute and
        helical joints, m, m/s, m/s² for prismatic ones.
    external, gravity, check_finite
        As for `rnea`.

    Returns
    -------
    Iterations
        The rows, and ``tau``.

    Raises
    ------
    LinkwiseError
        As for `rnea`.

    References
    ----------
    Craig, *Introduction to Robotics*, eqs. 6.45-6.53; prismatic joints by eqs. 5.48 and 6.35.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> ne = iterations(planar_2r(), [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1])
    >>> ne["link2"].f
    array([9.68609134, 3.29202753, 0.        ])
    """
    robot, batch, (q_, qd_, qdd_) = dynamics_arguments(
        robot, check_finite=check_finite, q=q, qd=qd, qdd=qdd
    )
    X = link_transforms(robot, q_)
    wrench = link_forces(robot, X, external, batch)
    still = np.zeros(3, dtype=int)
    omega, omega_dot = {BASE: still}, {BASE: still}
    v_dot = {BASE: base_acceleration(robot, gravity, batch)[..., 3:]}
    v_dot_C, F, N, f, n, tau = {}, {}, {}, {}, {}, {}

    # outward: Craig eqs. 6.45-6.50; the joint turns by θ about its axis and slides by d along it
    for i, parent in enumerate(robot.parents):
        link, to_link, P = robot.links[i], transpose(X[i].R), X[i].p
        theta_dot, theta_ddot = link.joint.turn * qd_[i], link.joint.turn * qdd_[i]
        d_dot, d_ddot = link.joint.slide * qd_[i], link.joint.slide * qdd_[i]
        w, w_dot = omega[parent], omega_dot[parent]
        turned_w = times(to_link, w)
        omega[i] = turned_w + theta_dot
        omega_dot[i] = times(to_link, w_dot) + cross(turned_w, theta_dot) + theta_ddot
        at_joint = cross(w_dot, P) + cross(w, cross(w, P)) + v_dot[parent]
        v_dot[i] = times(to_link, at_joint) + cross(omega[i], d_dot) * 2 + d_ddot
        P_C, I_C = link.inertia.com, link.inertia.tensor
        swing = cross(omega_dot[i], P_C) + cross(omega[i], cross(omega[i], P_C))
        v_dot_C[i] = swing + v_dot[i]
        F[i] = v_dot_C[i] * link.inertia.mass
        N[i] = times(I_C, omega_dot[i]) + cross(omega[i], times(I_C, omega[i]))
        external_n, external_f = split(wrench[i])
        f[i] = F[i] - external_f
        n[i] = N[i] + cross(P_C, F[i]) - external_n

    # inward: Craig eqs. 6.51-6.53
    for i, parent in reversed(list(enumerate(robot.parents))):
        joint = robot.links[i].joint
        tau[i] = dot(n[i], joint.turn) + dot(f[i], joint.slide)
        tau[i] = tau[i] + joint.effort(q_[i], qd_[i], qdd_[i])
        if parent != BASE:
            R_f = times(X[i].R, f[i])
            f[parent] = f[parent] + R_f
            n[parent] = n[parent] + times(X[i].R, n[i]) + cross(X[i].p, R_f)

    rows = (
        Iteration(
            link.name, link.joint.name, X[i].R.copy(), X[i].p.copy(), link.inertia.com,
            omega[i], omega_dot[i], v_dot[i], v_dot_C[i], F[i], N[i], f[i], n[i],
            tau[i][..., 0] if link.joint.moves else None,
        )
        for i, link in enumerate(robot.links)
    )  # fmt: skip
    return Iterations(tuple(rows), joint_array(robot, batch, tau))
