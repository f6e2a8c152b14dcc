"""Solving M x = b for a symmetric positive definite M of any kind of number."""

from numbers import Real

import numpy as np

from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, is_numeric, quotient, stack


def solve_spd(M: Array, b: Array) -> tuple[Array, Array]:
    """Return x with M x = b, and the pivots d of M = L D Lᵀ.

    Real floats go to LAPACK's Cholesky factorisation, everything else to `solve_ldl`.

    Parameters
    ----------
    M
        Symmetric ``(..., n, n)``; only the lower triangle is read.
    b
        ``(..., n)``.

    Returns
    -------
    x, d : ndarray
        ``(..., n)``.  Where M is not positive definite a pivot is not positive and x is worthless.
    """
    if M.dtype == np.float64 and b.dtype == np.float64:
        try:
            L = np.linalg.cholesky(M)
        except np.linalg.LinAlgError:
            return solve_ldl(M, b)  # to learn which pivot is at fault
        y = np.linalg.solve(L, b[..., None])
        x = np.linalg.solve(L.swapaxes(-1, -2), y)[..., 0]
        return x, np.diagonal(L, axis1=-2, axis2=-1) ** 2
    return solve_ldl(M, b)


def solve_ldl(M: Array, b: Array) -> tuple[Array, Array]:
    """Return x and the pivots d as `solve_spd`, by the square-root-free factorisation.

    M = L D Lᵀ with L unit lower triangular: no root, no conjugate, so that complex steps, fractions
    and symbols pass (Golub & Van Loan, *Matrix Computations*, algorithm 4.1.2).
    """
    n = M.shape[-1]
    L: list[list[Array]] = [[] for _ in range(n)]
    d: list[Array] = []
    y: list[Array] = []
    for j in range(n):
        Ld = [L[j][k] * d[k] for k in range(j)]  # row j of L D
        d.append(M[..., j, j] - sum(L[j][k] * Ld[k] for k in range(j)))
        for i in range(j + 1, n):
            L[i].append(quotient(M[..., i, j] - sum(L[i][k] * Ld[k] for k in range(j)), d[j]))
        y.append(b[..., j] - sum(L[j][k] * y[k] for k in range(j)))
    x: dict[int, Array] = {}
    for j in reversed(range(n)):
        x[j] = quotient(y[j], d[j]) - sum(L[i][j] * x[i] for i in range(j + 1, n))
    return stack(x[j] for j in range(n)), stack(d)


def require_pivots(robot: Robot, d: Array) -> None:
    """Raise a `LinkwiseError` that names the joint, if a pivot of the mass matrix is not positive.

    A pivot is the inertia that a joint feels while the joints on one side of it are held and those
    on the other are free: those before it in M = L D Lᵀ, those behind it in articulated bodies.
    Rounding leaves pivots of singular matrices at about n ε of the largest.  What was divided by a
    pivot of zero is NaN, and so are the pivots that came of it.
    """
    rounding = robot.n * np.finfo(float).eps
    if is_numeric(d):
        if d.size and d.real.min() > rounding * d.real.max():
            return  # nearly always: two looks instead of a mask
        largest = np.abs(d).max(axis=-1, keepdims=True, initial=0, where=np.isfinite(d))
        bad = d.real <= rounding * largest
    else:
        exact = [isinstance(e, Real) and bool(e <= 0) for e in d.flat]  # symbols pass
        bad = np.reshape(exact, d.shape)
    if bad.any():
        *state, j = (int(k) for k in np.argwhere(bad)[0])
        where = f" at state {state}" if state else ""
        raise LinkwiseError(
            f"the mass matrix is singular{where}: joint {robot.joint_names[j]!r} moves no inertia, "
            "so its acceleration is not determined"
        )
