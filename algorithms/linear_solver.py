"""Solving M x = b for a symmetric positive definite M of any kind of number."""

import numpy as np

from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, is_numeric, stack


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
    with np.errstate(divide="ignore", invalid="ignore"):
        for j in range(n):
            Ld = [L[j][k] * d[k] for k in range(j)]  # row j of L D
            d.append(M[..., j, j] - sum(L[j][k] * Ld[k] for k in range(j)))
            for i in range(j + 1, n):
                L[i].append((M[..., i, j] - sum(L[i][k] * Ld[k] for k in range(j))) / d[j])
            y.append(b[..., j] - sum(L[j][k] * y[k] for k in range(j)))
        x: dict[int, Array] = {}
        for j in reversed(range(n)):
            x[j] = y[j] / d[j] - sum(L[i][j] * x[i] for i in range(j + 1, n))
    return stack(x[j] for j in range(n)), stack(d)


def require_pivots(robot: Robot, d: Array) -> None:
    """Raise a `LinkwiseError` that names the joint, if a pivot of the mass matrix is not positive.

    A pivot d_j is the inertia that joint j feels when all joints before it are held and all after
    it are free.  Rounding leaves pivots of singular matrices at about n ε of the largest.
    """
    if not is_numeric(d):
        return
    floor = robot.n * np.finfo(float).eps * np.abs(d).max(axis=-1, keepdims=True, initial=0)
    if (bad := d.real <= floor).any():
        *state, j = (int(k) for k in np.argwhere(bad)[0])
        where = f" at state {state}" if state else ""
        raise LinkwiseError(
            f"the mass matrix is singular{where}: joint {robot.joint_names[j]!r} moves no inertia, "
            "so its acceleration is not determined"
        )
