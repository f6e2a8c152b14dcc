"""How a moving body's inertia turns velocities into Coriolis forces."""

from dataclasses import dataclass

import numpy as np

from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array, concatenate, quotient
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, dot, split, times, transpose


@dataclass(frozen=True, eq=False)
class CoriolisFactor:
    """The matrix B of a body that moves with v, chosen so that İ − 2 B is skew and B v = v ×* I v.

    B = ½ ((v ×*) I − I (v ×) + (I v) ×̄*) = [[Λ, 0], [−[l]×, 0]]

    with l = ∫ ṙ dm, the momentum, and Λ = ∫ ((r·ṙ) 1 − ṙ rᵀ) dm.  Like inertias, factors in one
    frame add.

    Parameters
    ----------
    moment
        Λ ``(..., 3, 3)``, kg m²/s.
    momentum
        l ``(..., 3)``, kg m/s.

    References
    ----------
    S. Echeandia, P. M. Wensing, *J. Computational and Nonlinear Dynamics* 16 (2021) 091004, eq. 15;
    the two blocks follow from it by writing I as an integral over point masses.
    """

    moment: Array
    momentum: Array

    @classmethod
    def of(cls, body: Inertia, v: Array) -> "CoriolisFactor":
        """Return the factor of a body that moves with v ``(..., 6)`` in its own frame.

        Λ = (h·u) 1 − u hᵀ − [ω]× Σ with Σ = ½ tr(I_o) 1 − I_o = ∫ r rᵀ dm
        """
        omega, u = split(v)
        h, I_o = body.moment, body.about_origin
        # the sum of the ints of an exact model without mass must not be halved to a float
        trace = np.asarray(I_o[..., 0, 0] + I_o[..., 1, 1] + I_o[..., 2, 2], dtype=I_o.dtype)
        one = np.eye(3, dtype=int)
        Sigma = quotient(trace, 2)[..., None, None] * one - I_o
        spin = cross(omega[..., None, :], transpose(Sigma))  # rows ω × (columns of Σ)
        Lambda = one * dot(h, u)[..., None] - u[..., :, None] * h[..., None, :] - transpose(spin)
        return cls(Lambda, u * body.mass[..., None] + cross(omega, h))

    def __matmul__(self, v: Array) -> Array:
        """Return the force B v ``(..., 6)``: (Λ ω, ω × l)."""
        omega, _ = split(v)
        return concatenate([times(self.moment, omega), cross(omega, self.momentum)])

    def transposed(self, v: Array) -> Array:
        """Return the force Bᵀ v ``(..., 6)``: (Λᵀ ω + l × u, 0)."""
        omega, u = split(v)
        n = times(transpose(self.moment), omega) + cross(self.momentum, u)
        return concatenate([n, n * 0])

    def __add__(self, other: "CoriolisFactor") -> "CoriolisFactor":
        """Return the factor of both bodies together, given in the same frame."""
        return CoriolisFactor(self.moment + other.moment, self.momentum + other.momentum)

    def moved(self, X: Transform) -> "CoriolisFactor":
        """Return the factor in the parent frame of X: Λ' = R Λ Rᵀ + (p·l') 1 − l' pᵀ, l' = R l."""
        l = times(X.R, self.momentum)
        turned = X.R @ self.moment @ transpose(X.R)
        shift = np.eye(3, dtype=int) * dot(X.p, l)[..., None] - l[..., :, None] * X.p[..., None, :]
        return CoriolisFactor(turned + shift, l)
