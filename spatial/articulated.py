"""Articulated-body inertia: what a link feels like when the joints behind it may give way."""

from dataclasses import dataclass

import numpy as np

from linkwise.spatial.inertia import Inertia, turned
from linkwise.spatial.scalars import Array, concatenate, quotient
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import skew, split, times, transpose


@dataclass(frozen=True, eq=False)
class ArticulatedInertia:
    """A symmetric 6x6 inertia [[A, H], [Hᵀ, M]] that need not be that of a rigid body.

    Parameters
    ----------
    A, H, M
        Blocks ``(..., 3, 3)``, A and M symmetric: kg m², kg m, kg.

    References
    ----------
    RBDA section 7.1.
    """

    A: Array
    H: Array
    M: Array

    @classmethod
    def of(cls, body: Inertia) -> "ArticulatedInertia":
        """Return the inertia of one rigid body: A = I_o, H = [h]×, M = m 1."""
        m = body.mass[..., None, None] * np.eye(3, dtype=int)
        return cls(body.about_origin, skew(body.moment), m)

    def __matmul__(self, v: Array) -> Array:
        """Return the force (A ω + H u, Hᵀ ω + M u) for the motion (ω, u)."""
        omega, u = split(v)
        n = times(self.A, omega) + times(self.H, u)
        return concatenate([n, times(transpose(self.H), omega) + times(self.M, u)])

    def __add__(self, other: "ArticulatedInertia") -> "ArticulatedInertia":
        """Return the sum of two inertias in one frame."""
        return ArticulatedInertia(self.A + other.A, self.H + other.H, self.M + other.M)

    def freed(self, U: Array, D: Array) -> "ArticulatedInertia":
        """Return what remains when a joint with U = I S, D = Sᵀ U is set free: I − U Uᵀ / D."""
        n, f = split(U)
        n_D, f_D = split(quotient(U, D))
        return ArticulatedInertia(
            self.A - n[..., :, None] * n_D[..., None, :],
            self.H - n[..., :, None] * f_D[..., None, :],
            self.M - f[..., :, None] * f_D[..., None, :],
        )

    def moved(self, X: Transform) -> "ArticulatedInertia":
        """Return the inertia in the parent frame of X: X* I X⁻¹ with P = [p]×.

        M' = M,  H' = H + P M,  A' = A + P H'ᵀ − H P    (all three turned by R first)
        """
        R, P = X.R, skew(X.p)
        A, H, M = turned(R, self.A), R @ self.H @ transpose(R), turned(R, self.M)
        moved_H = H + P @ M
        return ArticulatedInertia(A + P @ transpose(moved_H) - H @ P, moved_H, M)
