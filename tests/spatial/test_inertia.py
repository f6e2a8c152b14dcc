"""Inertias against clouds of point masses, whose sums need no theorem of Steiner's."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from random_trees import random_inertia, random_pose

import linkwise as lw
from linkwise import Inertia, Joint, Link, LinkwiseError, Robot, Transform
from linkwise.spatial.articulated import ArticulatedInertia
from linkwise.spatial.inertia import PARAMETER_NAMES

Array = NDArray[Any]
SEEDS = st.integers(0, 2**32 - 1)


def about_origin(m: Array, x: Array) -> Array:
    """Tensor Σ m (x² 1 − x xᵀ) of points about the origin."""
    return np.einsum("k,ki,ki->", m, x, x) * np.eye(3) - np.einsum("k,ki,kj->ij", m, x, x)


def of_cloud(m: Array, x: Array) -> Inertia:
    """Inertia of point masses m at x, given about their own centre."""
    c = m @ x / m.sum()
    return Inertia(m.sum(), c, about_origin(m, x - c))


def cloud(seed: int, points: int = 6) -> tuple[Array, Array]:
    """Masses and places of a few points, off-centre."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1, points), rng.uniform(-1, 1, (points, 3)) + rng.normal(size=3)


def tensor(xx: float, yy: float, zz: float, xy: float = 0, xz: float = 0, yz: float = 0) -> Array:
    """Symmetric 3x3 tensor."""
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


@given(SEEDS)
def test_spatial_inertia_of_points(seed: int) -> None:
    """½ vᵀ I v is the kinetic energy ½ Σ m |u + ω × x|², and I v the momentum, point by point."""
    m, x = cloud(seed)
    body, v = of_cloud(m, x), np.random.default_rng(seed + 1).normal(size=6)
    velocity = v[3:] + np.cross(v[:3], x)
    momentum = m[:, None] * velocity
    right = np.concatenate([np.cross(x, momentum).sum(axis=0), momentum.sum(axis=0)])
    assert np.allclose(body @ v, right, rtol=0, atol=1e-13 * np.abs(right).max())
    assert np.allclose(body.matrix() @ v, right, rtol=0, atol=1e-13 * np.abs(right).max())
    assert v @ body.matrix() @ v == pytest.approx((momentum * velocity).sum(), rel=1e-12)


@given(SEEDS)
def test_parameters(seed: int) -> None:
    """The ten parameters are m, m c and the tensor about the origin; they make the body again."""
    m, x = cloud(seed)
    body = of_cloud(m, x)
    I, h = about_origin(m, x), m @ x
    right = [m.sum(), *h, I[0, 0], I[0, 1], I[0, 2], I[1, 1], I[1, 2], I[2, 2]]
    assert body.parameters() == pytest.approx(right, rel=1e-12, abs=1e-13)
    assert PARAMETER_NAMES[5] == "Ixy"
    again = Inertia.from_parameters(body.parameters())
    assert np.array_equal(again.parameters(), body.parameters())
    assert again.com == pytest.approx(m @ x / m.sum(), abs=1e-13)
    assert again.tensor == pytest.approx(about_origin(m, x - m @ x / m.sum()), abs=1e-12)


@given(SEEDS)
def test_moved(seed: int) -> None:
    """A body in a turned and shifted frame is the cloud with every point moved."""
    m, x = cloud(seed)
    X = random_pose(np.random.default_rng(seed + 1), reach=2)
    moved, right = of_cloud(m, x).moved(X), of_cloud(m, x @ X.R.T + X.p)
    assert np.allclose(moved.parameters(), right.parameters(), rtol=0, atol=1e-12)
    back = moved.moved(X.inverse())
    assert np.allclose(back.parameters(), of_cloud(m, x).parameters(), rtol=0, atol=1e-12)
    X_star = X.force_matrix()
    assert np.allclose(moved.matrix(), X_star @ of_cloud(m, x).matrix() @ X_star.T, atol=1e-12)


@given(SEEDS)
def test_added(seed: int) -> None:
    """Two bodies in one frame are one cloud of both, which lumping of links rests on."""
    m, x = cloud(seed, 7)
    both = of_cloud(m[:3], x[:3]) + of_cloud(m[3:], x[3:])
    assert np.allclose(both.parameters(), of_cloud(m, x).parameters(), rtol=0, atol=1e-12)
    assert np.array_equal((both + Inertia.zero()).parameters(), both.parameters())


@given(SEEDS)
def test_pseudo_inertia(seed: int) -> None:
    """The pseudo-inertia is Σ m (x, 1)(x, 1)ᵀ."""
    m, x = cloud(seed)
    points = np.column_stack([x, np.ones(len(m))])
    right = (points.T * m) @ points
    assert np.allclose(of_cloud(m, x).pseudo_inertia(), right, rtol=0, atol=1e-12)


@given(SEEDS)
def test_articulated_inertia(seed: int) -> None:
    """The blocks A, H, M of a rigid body act, add, move and give way as their 6x6 matrix does."""
    rng = np.random.default_rng(seed)
    body, other, X = random_inertia(rng), random_inertia(rng), random_pose(rng)
    v, S = rng.normal(size=(2, 6))
    I = body.matrix()

    def full(J: ArticulatedInertia) -> Array:
        return np.block([[J.A, J.H], [J.H.T, J.M]])

    A = ArticulatedInertia.of(body)
    assert np.allclose(full(A), I, rtol=0, atol=1e-14)
    assert np.allclose(A @ v, I @ v, rtol=0, atol=1e-13)
    assert np.allclose(full(A + ArticulatedInertia.of(other)), I + other.matrix(), atol=1e-13)
    X_star = X.force_matrix()
    assert np.allclose(full(A.moved(X)), X_star @ I @ X_star.T, rtol=0, atol=1e-13)
    U = I @ S
    freed = A.freed(U, np.array([S @ U]))
    assert np.allclose(full(freed), I - np.outer(U, U) / (S @ U), rtol=0, atol=1e-13)
    assert np.allclose(full(freed) @ S, 0, atol=1e-13)
    X_star = X.force_matrix()
    assert np.allclose(full(freed.moved(X)), X_star @ full(freed) @ X_star.T, rtol=0, atol=1e-12)


def test_first_moment_is_not_the_centre() -> None:
    """Case B06: m c enters, not c, which a mass of 1 kg would hide; values of the case."""
    body = Inertia(5, (0.4, 0, 0), np.diag([0.02, 0.03, 0.1]))
    I = body.matrix()
    assert I[:3, :3] == pytest.approx(np.diag([0.02, 0.83, 0.9]), abs=1e-15)
    assert np.allclose(I[:3, 3:], [[0, 0, 0], [0, 0, -2], [0, 2, 0]], rtol=0, atol=1e-15)
    assert np.array_equal(I[3:, 3:], 5 * np.eye(3))
    robot = Robot("bar", [Link("bar", Joint.revolute("q"), inertia=body)], gravity=[0, -9.81, 0])
    assert lw.crba(robot, [0.7]) == pytest.approx(0.9, rel=1e-9)
    assert lw.gravity_torque(robot, [0.7]) == pytest.approx([15.0062037145], rel=1e-9)
    assert lw.rnea(robot, [0.7], [0], [1]) == pytest.approx([15.9062037145], rel=1e-9)


@pytest.mark.parametrize(
    ("mass", "entries", "right"),
    [(1, (1, 1, 2, -1), 0), (1, (2, 3, 4, 0.5), 3)],
    ids=["two points on the axis", "general"],
)
def test_sign_of_a_product_of_inertia(
    mass: float, entries: tuple[float, ...], right: float
) -> None:
    """Case B03: Ixy is the entry of the matrix; with the integral's sign M would be 2 in both."""
    body = Inertia(mass, (0, 0, 0), tensor(*entries))
    s = np.sqrt(0.5)
    robot = Robot("oblique", [Link("bar", Joint.revolute("q", (s, s, 0)), inertia=body)])
    for M in (lw.crba(robot, [0.4]), lw.mass_matrix_from_jacobians(robot, [0.4])):
        assert float(M[0, 0]) == pytest.approx(right, abs=1e-14)


EIGENVALUES_0_020_0_030_0_052 = tensor(0.02631, 0.02824, 0.04745, -0.0049, 0.0103, -0.00114)
POSSIBLE = {
    "thin disc": (1, tensor(0.01, 0.01, 0.02)),
    "thin rod": (1, tensor(0, 0.1, 0.1)),
    "point mass": (2, tensor(0, 0, 0)),
    "nothing": (0, tensor(0, 0, 0)),
    "point mass with the dust of an exporter": (0.2675, tensor(0, 0, 0, xz=1.35525e-20)),
}
IMPOSSIBLE = {
    "just beyond a disc": (1, tensor(0.01, 0.01, 0.0201), "triangle inequality"),
    "no mass": (0, tensor(1, 1, 1), "a body without mass has inertia"),
    "negative moment": (1, tensor(-0.01, 0.02, 0.02), "principal moment -0.01 is negative"),
    "positive definite, but": (1, EIGENVALUES_0_020_0_030_0_052, "triangle inequality"),
}


@pytest.mark.parametrize(("mass", "I_c"), POSSIBLE.values(), ids=POSSIBLE)
@pytest.mark.parametrize("seed", range(20))
def test_possible_bodies(mass: float, I_c: Array, seed: int) -> None:
    """Case B09: honest bodies pass, wherever their centre is and however their frame is turned."""
    X = random_pose(np.random.default_rng(seed), reach=3)
    for body in (Inertia(mass, (0, 0, 0), I_c), Inertia(mass, X.p, X.R @ I_c @ X.R.T)):
        for seen in (body, body.moved(X)):
            before = seen.parameters()
            assert seen.violations() == ()
            seen.check("link 1")
            assert np.array_equal(seen.parameters(), before)


@pytest.mark.parametrize(("mass", "I_c", "rule"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
@pytest.mark.parametrize("seed", range(5))
def test_impossible_bodies(mass: float, I_c: Array, rule: str, seed: int) -> None:
    """Case B09: the verdict names link and rule, in any frame, and leaves the numbers alone."""
    X = random_pose(np.random.default_rng(seed), reach=3)
    body = Inertia(mass, (0, 0, 0), I_c)
    for seen in (body, body.moved(X), Inertia(mass, X.p, X.R @ I_c @ X.R.T)):
        before = seen.parameters()
        with pytest.raises(LinkwiseError, match=f"inertia of forearm is impossible: .*{rule}"):
            seen.check("forearm")
        assert np.array_equal(seen.parameters(), before)


def test_negative_mass_of_parameters() -> None:
    """An identified set of parameters may hold a negative mass: the verdict says so."""
    identified = Inertia.from_parameters([-1, 0, 0, 0, 1, 0, 0, 1, 0, 1])
    assert identified.violations() == ("mass -1 is negative",)


@given(SEEDS)
def test_verdict_is_that_of_the_pseudo_inertia(seed: int) -> None:
    """Possible is what has a positive semidefinite pseudo-inertia, by NumPy's eigenvalues."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(3, 3))
    I_c = (A + A.T) / 2 + rng.uniform(0, 2) * np.eye(3)
    body = Inertia(rng.uniform(0.5, 2), rng.normal(size=3), I_c)
    least = np.linalg.eigvalsh(np.trace(I_c) / 2 * np.eye(3) - I_c)[0]
    if abs(least) > 1e-4:
        assert (body.violations() == ()) == (least > 0)


def test_principal_axes() -> None:
    """Principal moments and axes are those that the tensor was made of."""
    X = random_pose(np.random.default_rng(3))
    moments = np.array([0.2, 0.3, 0.45])
    body = Inertia(2, (1, 2, 3), X.R @ np.diag(moments) @ X.R.T)
    found, axes = body.principal()
    assert found == pytest.approx(moments, rel=1e-12)
    assert np.abs(axes.T @ X.R) == pytest.approx(np.eye(3), abs=1e-9)


def test_massless_body_has_a_centre() -> None:
    """No 0/0: a body without mass has its centre at the origin and a tensor of zeros."""
    nothing = Inertia.zero().moved(Transform.translation(1, 2, 3))
    assert np.array_equal(nothing.com, np.zeros(3))
    assert np.array_equal(nothing.tensor, np.zeros((3, 3)))


def test_huge_parameters_are_no_body() -> None:
    """Where m c² overflows there is no tensor about the centre of mass, nor eigenvalues of it."""
    body = Inertia.from_parameters([1, 0, 1e200, 0, 1, 0, 0, 1, 0, 1])
    (rule,) = body.violations()
    assert rule == "the tensor about the centre of mass is too large to be computed with"
