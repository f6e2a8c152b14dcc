"""Lagrange's equations in 4x4 matrices: dynamics without a velocity, a force or a recursion inward.

The world pose of link i is T_i = T_λ P_i exp([S_i] q_i).  Its derivatives along a motion follow
from the product rule, and with J_i = ∫ x xᵀ dm for homogeneous points x of the link

K = ½ Σ tr(Ṫ_i J_i Ṫ_iᵀ),   P = −Σ m_i gᵀ c_i,
τ_k = Σ tr(∂_k T_i J_i T̈_iᵀ) − Σ m_i gᵀ ∂_k c_i,   M_kl = Σ tr(∂_k T_i J_i ∂_l T_iᵀ).

It shares only the numbers of the model with linkwise; the exponential is SciPy's.

References
----------
J. J. Uicker, *On the Dynamic Analysis of Spatial Linkages Using 4x4 Matrices*, 1965; R. P. Paul,
*Robot Manipulators*, 1981, chapter 6.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from linkwise import Robot

Array = NDArray[Any]


@dataclass(frozen=True)
class Motion:
    """World pose of one link, its rates, and its partial derivatives by the coordinates.

    Attributes
    ----------
    T, Td, Tdd
        Pose and its first and second derivative by time ``(4, 4)``.
    U
        Partial derivatives ``(n, 4, 4)``.
    """

    T: Array
    Td: Array
    Tdd: Array
    U: Array

    def jacobian(self, at: Array) -> Array:
        """Jacobian ``(6, n)`` in world axes, angular part first, of the link's point `at`."""
        omega = self.U[:, :3, :3] @ self.T[:3, :3].T  # [ω]× = (∂R) Rᵀ
        v = self.U[:, :3] @ np.append(at, 1.0)
        return np.column_stack([omega[:, 2, 1], omega[:, 0, 2], omega[:, 1, 0], v]).T


def homogeneous(R: Array, p: Array) -> Array:
    """The 4x4 matrix of a pose."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, p
    return T


def motions(robot: Robot, q: Array, qd: Array, qdd: Array) -> list[Motion]:
    """Motion of every link, for one state."""
    still = np.zeros((4, 4))
    base = Motion(homogeneous(robot.base.R, robot.base.p), still, still, np.zeros((robot.n, 4, 4)))
    moved: list[Motion] = []
    for link, parent, k in zip(robot.links, robot.parents, robot.coordinates, strict=True):
        before = base if parent < 0 else moved[parent]
        A = homogeneous(link.placement.R, link.placement.p)
        if k is None:
            moved.append(Motion(before.T @ A, before.Td @ A, before.Tdd @ A, before.U @ A))
            continue
        x, y, z = link.joint.axis
        turns = link.joint.kind in ("revolute", "helical")
        advance = {"revolute": 0, "prismatic": 1, "helical": link.joint.pitch}[link.joint.kind]
        S = np.zeros((4, 4))
        S[:3, :3] = turns * np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        S[:3, 3] = advance * link.joint.axis
        A = A @ expm(S * q[k])
        A1, A2 = A @ S, A @ S @ S
        U = before.U @ A
        U[k] = before.T @ A1
        moved.append(
            Motion(
                before.T @ A,
                before.Td @ A + before.T @ A1 * qd[k],
                before.Tdd @ A
                + 2 * before.Td @ A1 * qd[k]
                + before.T @ (A2 * qd[k] ** 2 + A1 * qdd[k]),
                U,
            )
        )
    return moved


def pseudo_inertias(robot: Robot) -> list[Array]:
    """J = ∫ x xᵀ dm of every link ``(4, 4)``, from its ten parameters."""
    J = []
    for link in robot.links:
        m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz = link.inertia.parameters()
        xx, yy, zz = (-Ixx + Iyy + Izz) / 2, (Ixx - Iyy + Izz) / 2, (Ixx + Iyy - Izz) / 2
        J.append(
            np.array(
                [[xx, -Ixy, -Ixz, hx], [-Ixy, yy, -Iyz, hy], [-Ixz, -Iyz, zz, hz], [hx, hy, hz, m]]
            )
        )
    return J


def torque(robot: Robot, q: Array, qd: Array, qdd: Array) -> Array:
    """Joint torques of one state."""
    tau = np.zeros(robot.n)
    for motion, J in zip(motions(robot, q, qd, qdd), pseudo_inertias(robot), strict=True):
        tau += np.einsum("kij,jl,il->k", motion.U, J, motion.Tdd)
        tau -= (motion.U @ J[:, 3])[:, :3] @ robot.gravity
    return tau


def mass_matrix(robot: Robot, q: Array) -> Array:
    """Mass matrix at one configuration."""
    M = np.zeros((robot.n, robot.n))
    for motion, J in zip(motions(robot, q, 0 * q, 0 * q), pseudo_inertias(robot), strict=True):
        M += np.einsum("kij,jm,lim->kl", motion.U, J, motion.U)
    return M


def energies(robot: Robot, q: Array, qd: Array) -> tuple[float, float]:
    """Kinetic and potential energy of one state."""
    K = P = 0.0
    for motion, J in zip(motions(robot, q, qd, 0 * q), pseudo_inertias(robot), strict=True):
        K += np.trace(motion.Td @ J @ motion.Td.T) / 2
        P -= robot.gravity @ (motion.T @ J[:, 3])[:3]
    return K, P
