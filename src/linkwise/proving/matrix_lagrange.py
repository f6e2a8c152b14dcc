"""Lagrange's equations from 4x4 matrices: torques without a twist, a force or an inward recursion.

The world pose of link i is T_i = T_λ A_i(q_i), and with J_i = ∫ x xᵀ dm of its homogeneous points x

K = ½ Σ tr(Ṫ_i J_i Ṫ_iᵀ) + ½ Σ G² J q̇²,   P = −Σ gᵀ T_i J_i e₄ + ½ Σ k (q − q₀)².

All else is differentiation, by dual numbers.  It shares with the recursions the model alone.

References
----------
J. J. Uicker, *On the Dynamic Analysis of Spatial Linkages Using 4x4 Matrices*, 1965; R. P. Paul,
*Robot Manipulators*, 1981, chapter 6.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from linkwise.models.link import Link
from linkwise.models.robot import BASE
from linkwise.proving.dual import slopes
from linkwise.proving.states import State
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array, quotient
from linkwise.spatial.vectors import skew


def lagrange_torques(state: State) -> Array:
    """Return d/dt ∂K/∂q̇ − ∂K/∂q + ∂P/∂q plus viscous friction ``(n,)``."""
    tau = []
    for k, unit in enumerate(state.units()):
        changing = state.along(qd=unit).along(q=state.qd, qd=state.qdd)
        rate = slopes(slopes(twice_kinetic_energy(changing)))  # 2 d/dt ∂K/∂q̇_k
        shifted = state.along(q=unit)
        slope = slopes(twice_kinetic_energy(shifted) - twice_potential_energy(shifted))
        friction = state.qd[k] * state.robot.joints[k].friction.viscous
        tau.append(quotient(rate - slope, 2)[()] + friction)
    return np.array(tau, dtype=object)


def twice_kinetic_energy(state: State) -> Any:
    """Return Σ tr(Ṫ J Ṫᵀ) + Σ G² J q̇²."""
    total: Any = 0
    for link, _, T_dot in poses(state):
        total = total + np.trace(T_dot @ pseudo_inertia(link.inertia) @ T_dot.T)
    for joint, rate in zip(state.robot.joints, state.qd, strict=True):
        total = total + rate * rate * joint.rotor.reflected
    return total


def twice_potential_energy(state: State) -> Any:
    """Return −2 Σ gᵀ T J e₄ + Σ k (q − q₀)²."""
    total: Any = 0
    for link, T, _ in poses(state):
        moment = (T @ pseudo_inertia(link.inertia)[:, 3])[:3]  # m c in the world
        total = total - state.robot.gravity @ moment * 2
    for joint, x in zip(state.robot.joints, state.q, strict=True):
        if "springs" in joint.effects:
            stretch = x - joint.spring.rest
            total = total + stretch * stretch * joint.spring.stiffness
    return total


def poses(state: State) -> Iterator[tuple[Link, Array, Array]]:
    """Yield every link with its pose T ``(4, 4)`` in the world and Ṫ."""
    robot = state.robot
    T = {BASE: homogeneous(robot.base.R, robot.base.p, 1)}
    T_dot = {BASE: T[BASE] * 0}
    rows = zip(robot.links, robot.parents, robot.coordinates, strict=True)
    for i, (link, parent, k) in enumerate(rows):
        placed = homogeneous(link.placement.R, link.placement.p, 1)
        motion = (0, 0) if k is None else (state.q[k], state.qd[k])
        A, A_dot = (placed @ a for a in joint_matrices(link, *motion))
        T[i] = T[parent] @ A
        T_dot[i] = T_dot[parent] @ A + T[parent] @ A_dot
        yield link, T[i], T_dot[i]


def joint_matrices(link: Link, q: Any, rate: Any) -> tuple[Array, Array]:
    """Return the joint's motion A by Rodrigues' formula, and Ȧ.

    A turns by 1 + sin q [a]× + (1 − cos q) [a]×² and shifts along the axis.
    """
    turn, slide = (a.astype(object) for a in (link.joint.turn, link.joint.slide))
    K, one = skew(turn), np.eye(3, dtype=int).astype(object)
    if link.joint.kind in ("revolute", "helical"):
        c, s = q.cos(), q.sin()
        R, R_dot = one + K * s + K @ K * (1 - c), (K * c + K @ K * s) * rate
    else:
        R, R_dot = one, one * 0
    shift = slide * q if np.any(slide != 0) else slide
    return homogeneous(R, shift, 1), homogeneous(R_dot, slide * rate, 0)


def homogeneous(R: Array, p: Array, corner: int) -> Array:
    """Return a rotation and a shift, or their rates, as a 4x4 matrix."""
    T = np.zeros((4, 4), dtype=int).astype(object)
    T[:3, :3], T[:3, 3], T[3, 3] = R, p, corner
    return T


def pseudo_inertia(body: Inertia) -> Array:
    """Return J = ∫ x xᵀ dm ``(4, 4)``: second moments ½ tr(I) 1 − I, first moments, and mass."""
    J = np.empty((4, 4), dtype=object)
    half_trace = np.trace(body.about_origin) * Fraction(1, 2)
    J[:3, :3] = np.eye(3, dtype=int).astype(object) * half_trace - body.about_origin
    J[:3, 3], J[3, :3], J[3, 3] = body.moment, body.moment, body.mass
    return J
