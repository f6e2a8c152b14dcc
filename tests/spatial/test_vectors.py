"""Cross products against NumPy's, and against commutators of 4x4 matrices."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwise.spatial.vectors import (
    cross,
    dot,
    force_cross,
    force_cross_matrix,
    motion_cross,
    motion_cross_matrix,
    skew,
    times,
    transpose,
    unskew,
)

Array = NDArray[Any]


def hat(v: Array) -> Array:
    """A motion as a 4x4 matrix: the velocity field x ↦ ω × x + u."""
    x, y, z = v[:3]
    turning = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.vstack([np.column_stack([turning, v[3:]]), np.zeros(4)])


@pytest.fixture
def vectors() -> Array:
    """Three batches of 50 spatial vectors."""
    return np.random.default_rng(0).normal(size=(3, 50, 6))


def test_products_of_3_vectors(vectors: Array) -> None:
    """Our own cross, dot and matrix products are NumPy's, over batches."""
    a, b = vectors[0, :, :3], vectors[1, :, :3]
    assert np.allclose(cross(a, b), np.cross(a, b), rtol=0, atol=1e-15)
    assert np.allclose(times(skew(a), b), np.cross(a, b), rtol=0, atol=1e-15)
    assert np.allclose(dot(a, b)[:, 0], np.einsum("ki,ki->k", a, b), rtol=0, atol=1e-15)
    assert np.array_equal(unskew(skew(a)), a)
    assert np.array_equal(transpose(skew(a)), -skew(a))


def test_cross_broadcasts() -> None:
    """One vector against many, in either place."""
    a, many = np.array([1.0, 2, 3]), np.arange(12.0).reshape(4, 3)
    assert np.array_equal(cross(a, many), np.cross(a, many))
    assert np.array_equal(cross(many, a), np.cross(many, a))
    assert np.array_equal(cross(a, many[:, None]), np.cross(a, many[:, None]))


def test_motion_cross_is_the_commutator(vectors: Array) -> None:
    """V × m is the commutator of velocity fields, [v̂, m̂] = v̂ m̂ − m̂ v̂."""
    for v, m in zip(vectors[0], vectors[1], strict=True):
        bracket = hat(v) @ hat(m) - hat(m) @ hat(v)
        assert np.allclose(hat(motion_cross(v, m)), bracket, rtol=0, atol=1e-14)


def test_force_cross_is_dual(vectors: Array) -> None:
    """Power is the same in every frame, so (v × m)ᵀ f + mᵀ (v ×* f) = 0."""
    v, m, f = vectors
    power = (motion_cross(v, m) * f).sum(axis=-1) + (m * force_cross(v, f)).sum(axis=-1)
    assert np.abs(power).max() < 1e-13


def test_jacobi_identity(vectors: Array) -> None:
    """Motions form a Lie algebra: u × (v × w) + v × (w × u) + w × (u × v) = 0, and v × v = 0."""
    u, v, w = vectors
    cycle = motion_cross(u, motion_cross(v, w)) + motion_cross(v, motion_cross(w, u))
    assert np.abs(cycle + motion_cross(w, motion_cross(u, v))).max() < 1e-13
    assert np.array_equal(motion_cross(v, v), 0 * v)


def test_cross_matrices(vectors: Array) -> None:
    """The 6x6 matrices do what the products do, and one is minus the other's transpose."""
    v, m, f = vectors
    assert np.allclose(times(motion_cross_matrix(v), m), motion_cross(v, m), rtol=0, atol=1e-14)
    assert np.allclose(times(force_cross_matrix(v), f), force_cross(v, f), rtol=0, atol=1e-14)
    assert np.array_equal(force_cross_matrix(v), -transpose(motion_cross_matrix(v)))
