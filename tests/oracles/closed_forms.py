"""Equations of motion of the textbook arms, typed from the lecture notes, section 3.

Nothing here comes from linkwise.  Each model is a `ClosedForm`: M(q), the velocity torque
C(q, q̇) q̇ and the gravity torque g(q), for q and q̇ of shape ``(..., n)``.  Planar arms lie in the
x-y plane, gravity is (0, −g, 0) and angles are measured from the x axis.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class ClosedForm:
    """M(q), C(q, q̇) q̇ and g(q) of one arm."""

    M: Callable[[Array], Array]
    C_qd: Callable[[Array, Array], Array]
    g: Callable[[Array], Array]

    def tau(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Torques M q̈ + C q̇ + g."""
        inertial = np.einsum("...ij,...j->...i", self.M(q), qdd)
        return inertial + self.C_qd(q, qd) + self.g(q)


def vector(*entries: Any) -> Array:
    """Entries, each a number or an array, as one array ``(..., n)``."""
    return np.stack(np.broadcast_arrays(*entries), axis=-1)


def symmetric(upper: list[list[Any]]) -> Array:
    """Matrix ``(..., n, n)`` from the rows of its upper triangle."""
    n = len(upper)
    rows = [[upper[min(i, j)][abs(j - i)] for j in range(n)] for i in range(n)]
    return np.stack(np.broadcast_arrays(*(vector(*row) for row in rows)), axis=-2)


def columns(q: Array) -> list[Array]:
    """The joint columns of an array ``(..., n)``."""
    return [q[..., k] for k in range(q.shape[-1])]


def pendulum(m: float, lc: float, I: float, g: float = 9.81) -> ClosedForm:
    """I_o q̈ + m g lc cos q = τ with I_o = I + m lc²."""

    def M(q: Array) -> Array:
        return symmetric([[I + m * lc**2 + 0 * q[..., 0]]])

    return ClosedForm(M, lambda _, qd: 0 * qd, lambda q: m * g * lc * np.cos(q))


def two_r(
    m1: float,
    m2: float,
    l1: float,
    lc1: float,
    lc2: float,
    I1: float,
    I2: float,
    g: float = 9.81,
) -> ClosedForm:
    """Planar 2R, general form."""

    def M(q: Array) -> Array:
        c2 = np.cos(q[..., 1])
        M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2)
        M12 = I2 + m2 * (lc2**2 + l1 * lc2 * c2)
        return symmetric([[M11, M12], [I2 + m2 * lc2**2]])

    def C_qd(q: Array, qd: Array) -> Array:
        qd1, qd2 = columns(qd)
        h = -m2 * l1 * lc2 * np.sin(q[..., 1])
        return vector(h * qd2 * qd1 + h * (qd1 + qd2) * qd2, -h * qd1 * qd1)

    def G(q: Array) -> Array:
        q1, q2 = columns(q)
        g2 = m2 * lc2 * g * np.cos(q1 + q2)
        return vector((m1 * lc1 + m2 * l1) * g * np.cos(q1) + g2, g2)

    return ClosedForm(M, C_qd, G)


def two_r_points(m1: float, m2: float, l1: float, l2: float, g: float = 9.81) -> ClosedForm:
    """Planar 2R with point masses at the tips, as Newton-Euler by hand gives it."""
    alpha, beta, delta = (m1 + m2) * l1**2 + m2 * l2**2, m2 * l1 * l2, m2 * l2**2

    def M(q: Array) -> Array:
        c2 = np.cos(q[..., 1])
        return symmetric([[alpha + 2 * beta * c2, delta + beta * c2], [delta]])

    def C_qd(q: Array, qd: Array) -> Array:
        (qd1, qd2), s2 = columns(qd), np.sin(q[..., 1])
        coupling = m2 * l1 * l2 * s2
        return vector(-coupling * qd2**2 - 2 * coupling * qd1 * qd2, coupling * qd1**2)

    def G(q: Array) -> Array:
        q1, q2 = columns(q)
        tip = m2 * l2 * g * np.cos(q1 + q2)
        return vector(tip + (m1 + m2) * l1 * g * np.cos(q1), tip)

    return ClosedForm(M, C_qd, G)


def two_r_rods(m1: float, m2: float, L1: float, L2: float, g: float = 9.81) -> ClosedForm:
    """Planar 2R of uniform rods; C q̇ from M₁₁ and M₁₂, which depend on q₂ only."""

    def M(q: Array) -> Array:
        c2 = np.cos(q[..., 1])
        M11 = m1 * L1**2 / 3 + m2 * (L1**2 + L1 * L2 * c2 + L2**2 / 3)
        M12 = m2 * (L1 * L2 * c2 / 2 + L2**2 / 3)
        return symmetric([[M11, M12], [m2 * L2**2 / 3]])

    def C_qd(q: Array, qd: Array) -> Array:
        qd1, qd2 = columns(qd)
        dM11 = -m2 * L1 * L2 * np.sin(q[..., 1])
        dM12 = dM11 / 2
        return vector(dM11 * qd1 * qd2 + dM12 * qd2**2, -dM11 * qd1**2 / 2)

    def G(q: Array) -> Array:
        q1, q2 = columns(q)
        c1, c12 = np.cos(q1), np.cos(q1 + q2)
        g1 = m1 * g * (L1 / 2) * c1 + m2 * g * (L1 * c1 + (L2 / 2) * c12)
        return vector(g1, m2 * g * (L2 / 2) * c12)

    return ClosedForm(M, C_qd, G)


def rp(m1: float, m2: float, l1: float, I1: float, I2: float, g: float = 9.81) -> ClosedForm:
    """Planar RP: a turning link along which a second one slides, d₂ = q₂."""

    def M(q: Array) -> Array:
        d2 = q[..., 1]
        return symmetric([[m1 * l1**2 + I1 + I2 + m2 * d2**2, 0], [m2]])

    def C_qd(q: Array, qd: Array) -> Array:
        d2, (theta_dot, d2_dot) = q[..., 1], columns(qd)
        return vector(2 * m2 * d2 * theta_dot * d2_dot, -m2 * d2 * theta_dot**2)

    def G(q: Array) -> Array:
        theta, d2 = columns(q)
        return vector((m1 * l1 + m2 * d2) * g * np.cos(theta), m2 * g * np.sin(theta))

    return ClosedForm(M, C_qd, G)


def gantry(mx: float, my: float) -> ClosedForm:
    """Horizontal PP gantry with mx the mass of the x stage alone: C = 0, g = 0."""

    def M(q: Array) -> Array:
        return symmetric([[mx + my + 0 * q[..., 0], 0], [my]])

    return ClosedForm(M, lambda _, qd: 0 * qd, lambda q: 0 * q)


def three_r_rods(
    m1: float, m2: float, m3: float, L1: float, L2: float, L3: float, g: float = 9.81
) -> ClosedForm:
    """Planar 3R of uniform rods; C q̇ by Christoffel's formula from ∂M/∂q₂ and ∂M/∂q₃ by hand.

    With Ṁ = ∂₂M q̇₂ + ∂₃M q̇₃ the velocity torque is Ṁ q̇ − ½ (0, q̇ᵀ∂₂M q̇, q̇ᵀ∂₃M q̇).
    """
    second = L2**2 * (m2 / 3 + m3) + L3**2 * m3 / 3

    def M(q: Array) -> Array:
        _, q2, q3 = columns(q)
        c2, c3, c23 = np.cos(q2), np.cos(q3), np.cos(q2 + q3)
        M11 = L1**2 * (m1 / 3 + m2 + m3) + second
        M11 = M11 + L1 * L2 * (m2 + 2 * m3) * c2 + L1 * L3 * m3 * c23 + L2 * L3 * m3 * c3
        M12 = second + L1 * L2 * (m2 / 2 + m3) * c2 + L1 * L3 * m3 * c23 / 2 + L2 * L3 * m3 * c3
        M13 = m3 * L3 * (L3 / 3 + L1 * c23 / 2 + L2 * c3 / 2)
        M22 = second + L2 * L3 * m3 * c3
        M23 = m3 * L3 * (L3 / 3 + L2 * c3 / 2)
        return symmetric([[M11, M12, M13], [M22, M23], [m3 * L3**2 / 3]])

    def partials(q: Array) -> tuple[Array, Array]:
        _, q2, q3 = columns(q)
        A = L1 * L2 * (m2 / 2 + m3) * np.sin(q2)
        B = L1 * L3 * m3 * np.sin(q2 + q3) / 2
        D = L2 * L3 * m3 * np.sin(q3) / 2
        d2M = symmetric([[-2 * A - 2 * B, -A - B, -B], [0, 0], [0]])
        d3M = symmetric([[-2 * B - 2 * D, -B - 2 * D, -B - D], [-2 * D, -D], [0]])
        return d2M, d3M

    def C_qd(q: Array, qd: Array) -> Array:
        _, qd2, qd3 = columns(qd)
        d2M_qd, d3M_qd = (np.einsum("...ij,...j->...i", dM, qd) for dM in partials(q))
        K2, K3 = ((qd * dM_qd).sum(axis=-1) / 2 for dM_qd in (d2M_qd, d3M_qd))
        return d2M_qd * qd2[..., None] + d3M_qd * qd3[..., None] - vector(0, K2, K3)

    def G(q: Array) -> Array:
        q1, q2, q3 = columns(q)
        g3 = m3 * g * (L3 / 2) * np.cos(q1 + q2 + q3)
        g2 = g3 + (m2 / 2 + m3) * g * L2 * np.cos(q1 + q2)
        return vector(g2 + (m1 / 2 + m2 + m3) * g * L1 * np.cos(q1), g2, g3)

    return ClosedForm(M, C_qd, G)
