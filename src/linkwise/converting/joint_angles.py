"""Conventions of joint angles: from the link before, or all from the base."""

from typing import Any

import numpy as np

from linkwise.converting.named import Given, NamedConvention, checked, ours, quantity
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array
from linkwise.spatial.vectors import times, transpose


def _sums(n: int, given: Given) -> Array:
    """Return A of φ = A q: an absolute angle is the sum of the angles up to it; a slide stays."""
    turning = [True] * n if given.turning is None else given.turning
    flags = np.asarray(turning)
    if flags.dtype != bool or flags.shape != (n,):
        raise LinkwiseError(f"turning must be True or False for each of {n} joints, got {turning}")
    return np.array(
        [[int(i == j or (turning[i] and turning[j] and j < i)) for j in range(n)] for i in range(n)]
    )


def _differences(n: int, given: Given) -> Array:
    """Return B of q = B φ, the inverse of A: differences of neighbours among those that turn."""
    A = _sums(n, given)
    B = np.eye(n, dtype=int)
    for i in range(n):
        before = [j for j in range(i) if A[i, j]]
        if before:
            B[i, before[-1]] = -1
    return B


def _relative(x: Any, given: Given) -> Array:
    phi = quantity(x, "n")
    return times(_differences(phi.shape[-1], given), phi)


def _absolute(x: Any, given: Given) -> Array:
    q = quantity(x, "n")
    return times(_sums(q.shape[-1], given), q)


def _relative_torques(x: Any, given: Given) -> Array:
    """Return τ = Aᵀ Q, of the same power: τᵀ q̇ = Qᵀ φ̇."""
    Q = quantity(x, "n")
    return times(transpose(_sums(Q.shape[-1], given)), Q)


def _absolute_torques(x: Any, given: Given) -> Array:
    """Return Q = Bᵀ τ: Q_i = τ_i − τ_(i+1)."""
    tau = quantity(x, "n")
    return times(transpose(_differences(tau.shape[-1], given)), tau)


def _relative_matrix(x: Any, given: Given) -> Array:
    """Return Aᵀ M A, of the same energy."""
    M = quantity(x, "n", "n")
    A = _sums(M.shape[-1], given)
    return transpose(A) @ M @ A


def _absolute_matrix(x: Any, given: Given) -> Array:
    """Return Bᵀ M B."""
    M = quantity(x, "n", "n")
    B = _differences(M.shape[-1], given)
    return transpose(B) @ M @ B


COORDINATES, TORQUES = "joint vector: angles from where", "torques: of which angles"
MATRICES = "M or C: of which angles"
ANGLES = (
    ours(
        COORDINATES, "relative angles", "q, q̇, q̈: each from the link before it", checked("n")
    ),
    NamedConvention(
        COORDINATES, "absolute angles", "all from the base: φ_i = q_1 + … + q_i", _relative,
        _absolute,
    ),
    ours(TORQUES, "torques of relative angles", "of the motors between links", checked("n")),
    NamedConvention(
        TORQUES, "torques of absolute angles", "Q_i = τ_i − τ_(i+1)", _relative_torques,
        _absolute_torques,
    ),
    ours(MATRICES, "matrix of relative angles", "of q̈, or of q̇", checked("n", "n")),
    NamedConvention(
        MATRICES, "matrix of absolute angles", "of φ̈, or of φ̇", _relative_matrix, _absolute_matrix
    ),
)  # fmt: skip
