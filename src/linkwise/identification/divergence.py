"""The possible bodies that are nearest to a prior and to data: a convex problem, by Newton steps.

Near J = L Lᵀ a body is J' = L (1 + Δ) Lᵀ with a symmetric Δ of ten entries δ.  To second order,
its divergence from J₀ is ½ |δ + g|² + const with g the entries of Lᵀ J₀⁻¹ L − 1.  So is that of a
positive number x' = x (1 + δ) with g = x/x₀ − 1.  Hence a Newton step is a problem of linear least
squares, however much more precise the data are than the prior.
"""

from dataclasses import dataclass

import numpy as np

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia, symmetric
from linkwise.spatial.scalars import Array

STEEPEST = 1e8  # how many times more the data may count than the prior: roots of 1/rounding
STEPS = 200  # some twenty are enough
NEAR = 1e-10  # squared size of a step, against the weight, that needs no other
TO_THE_EDGE = 0.9  # share of the way to the next impossible body that a step may go
LEAST_STEP = 1e-12  # of the Newton step: what is worse beyond rounding has no way down


def symmetric_basis() -> Array:
    """Return ten symmetric matrices ``(10, 4, 4)`` of length 1 at right angles to each other."""
    rows, columns = np.triu_indices(4)
    E = np.zeros((10, 4, 4))
    E[range(10), rows, columns] = E[range(10), columns, rows] = np.where(
        rows == columns, 1, np.sqrt(0.5)
    )
    return E


BASIS = symmetric_basis()


@dataclass(frozen=True, eq=False)
class Problem:
    """Find the π of least ½ |K π − r|² + ½ w (Σ divergences of bodies and positive numbers + ...).

    Attributes
    ----------
    K, right : ndarray
        Data ``(b, all)`` and ``(b,)``, in units of their standard error.
    prior : ndarray
        π₀ ``(all,)``, also where the search starts.
    links, positive, real : ndarray
        Indices of the links whose ten parameters are free, and in π of the other free parameters:
        those above zero, and those of any sign, which add ((x − x₀) / size)² to the sum.
    size : ndarray
        See above.
    weight : float
        w.
    """

    K: Array
    right: Array
    prior: Array
    links: Array
    positive: Array
    real: Array
    size: Array
    weight: float

    @property
    def ten(self) -> Array:
        """Indices in π of the parameters of the free links ``(links, 10)``."""
        return 10 * self.links[:, None] + np.arange(10)

    def value(self, pi: Array, softened: float) -> float:
        """Return what is to be least."""
        X = np.linalg.solve(pseudo_inertias(self.prior[self.ten]), pseudo_inertias(pi[self.ten]))
        bodies = np.trace(X, axis1=-2, axis2=-1) - np.linalg.slogdet(X)[1] - 4
        x = pi[self.positive] / self.prior[self.positive]
        y = (pi[self.real] - self.prior[self.real]) / self.size
        divergence = bodies.sum() + (x - np.log(x) - 1).sum() + y @ y
        misfit = softened * (self.K @ pi - self.right)
        return float(misfit @ misfit + self.weight * divergence) / 2

    def local(self, pi: Array) -> tuple[Array, Array, Array]:
        """Return how π moves with δ ``(all, unknowns)``, the pull g, and its weight's root.

        To second order the divergences are |root (δ + g)|² / 2, up to a constant.
        """
        L = np.linalg.cholesky(pseudo_inertias(pi[self.ten]))[:, None]
        D = inertial_parameters(L @ BASIS @ np.swapaxes(L, -1, -2))  # (links, unknowns, 10)
        inverse = np.linalg.inv(pseudo_inertias(self.prior[self.ten]))[:, None]
        G = np.swapaxes(L, -1, -2) @ inverse @ L - np.eye(4)
        of_bodies = np.sum(G * BASIS, axis=(-1, -2)).ravel()
        x, x0 = pi[self.positive], self.prior[self.positive]
        of_reals = (pi[self.real] - self.prior[self.real]) / self.size
        inertial = self.ten.size
        S = np.zeros((len(pi), inertial + len(self.positive) + len(self.real)))
        for k, (columns, slopes) in enumerate(zip(self.ten, D, strict=True)):
            S[columns, 10 * k : 10 * k + 10] = slopes.T
        others = np.concatenate([self.positive, self.real])
        S[others, inertial + np.arange(len(others))] = np.concatenate([x, self.size])
        root = np.full(S.shape[1], np.sqrt(self.weight / 2))
        root[S.shape[1] - len(self.real) :] = np.sqrt(self.weight)
        return S, np.concatenate([of_bodies, x / x0 - 1, of_reals]), root

    def way_to_the_edge(self, delta: Array) -> float:
        """Return how many steps δ lead to an impossible body or a number of zero."""
        Delta = np.tensordot(delta[: self.ten.size].reshape(-1, 10), BASIS, axes=1)
        of_bodies = np.linalg.eigvalsh(Delta).min(initial=0)
        of_numbers = delta[self.ten.size :][: len(self.positive)].min(initial=0)
        steepest = -min(of_bodies, of_numbers)
        return float(1 / steepest) if steepest > 0 else np.inf


def least(problem: Problem) -> Array:
    """Return the π ``(all,)`` of least value, by Newton steps that are halved where they go uphill.

    References
    ----------
    S. Boyd, L. Vandenberghe, *Convex Optimization* (2004), section 9.5 and, why that converges for
    logarithms of determinants, 9.6.
    """
    pi = problem.prior.copy()
    S, _, root = problem.local(pi)
    # data without noise would drown the prior in the rounding of floats
    softened = min(1, STEEPEST * root.min(initial=1) / np.linalg.norm(problem.K @ S, 2))
    for _ in range(STEPS):
        S, g, root = problem.local(pi)
        A = np.vstack([softened * problem.K @ S, np.diag(root)])
        right = np.concatenate([softened * (problem.right - problem.K @ pi), -root * g])
        delta = np.linalg.lstsq(A, right)[0]
        decrement = float(np.sum((A @ delta) ** 2))
        if decrement < NEAR * problem.weight:
            last: Array = pi + S @ delta
            return last
        value = problem.value(pi, softened)
        step = min(1, TO_THE_EDGE * problem.way_to_the_edge(delta))
        while problem.value(pi + step * (S @ delta), softened) > value - 0.01 * step * decrement:
            step = step / 2
            if step < LEAST_STEP:
                return pi
        pi = pi + step * (S @ delta)
    raise LinkwiseError(f"no possible bodies found that fit, in {STEPS} steps")


def pseudo_inertias(ten: Array) -> Array:
    """Return the pseudo-inertias ``(..., 4, 4)`` of ten parameters each ``(..., 10)``."""
    tensor = symmetric(*np.moveaxis(ten[..., 4:], -1, 0))
    J: Array = Inertia.trusted(ten[..., 0], ten[..., 1:4], tensor).pseudo_inertia()
    return J


def inertial_parameters(J: Array) -> Array:
    """Return the ten parameters ``(..., 10)`` of pseudo-inertias J ``(..., 4, 4)``.

    I = tr(Σ) 1 − Σ with the upper left block Σ of J.
    """
    Sigma = J[..., :3, :3]
    I = np.trace(Sigma, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - Sigma
    upper = I[..., *np.triu_indices(3)]
    return np.concatenate([J[..., 3, 3, None], J[..., 3, :3], upper], axis=-1)
