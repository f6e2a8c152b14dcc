"""Poses as a group, and what they do to motions, forces, screws and DH rows."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from linkwise import Transform

Array = NDArray[Any]

# uniform draws, and the places where rotation formulas break: no turn, hardly a turn, half a turn
ANGLES = st.one_of(
    st.floats(-np.pi, np.pi),
    st.sampled_from([0.0, np.pi / 2, -np.pi / 2, np.pi, -np.pi, np.nextafter(np.pi, 0)]),
    st.floats(-12, -3).map(lambda k: 10**k),
    st.floats(-12, -3).map(lambda k: np.pi - 10**k),
)
LENGTHS = st.one_of(st.just(0.0), st.floats(-1e-6, 1e-6), st.floats(-2, 2), st.floats(-1e3, 1e3))
UNIT = st.tuples(st.floats(0, 1), st.floats(0, 1))
SEEDS = st.integers(0, 2**32 - 1)


def on_sphere(uv: tuple[float, float]) -> Array:
    """Unit vector of a point of the unit square (Archimedes: z is uniform)."""
    z, phi = 2 * uv[0] - 1, 2 * np.pi * uv[1]
    r = np.sqrt(max(0.0, 1 - z * z))
    return np.array([r * np.cos(phi), r * np.sin(phi), z])


AXES = st.one_of(UNIT.map(on_sphere), st.sampled_from([np.eye(3)[k] for k in range(3)]))
POSES = st.builds(
    lambda axis, angle, p: Transform(Rotation.from_rotvec(angle * axis).as_matrix(), p),
    AXES,
    ANGLES,
    st.tuples(LENGTHS, LENGTHS, LENGTHS),
)


def hat(v: Array) -> Array:
    """A motion as a 4x4 matrix: the velocity field x ↦ ω × x + u."""
    x, y, z = v[:3]
    turning = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.vstack([np.column_stack([turning, v[3:]]), np.zeros(4)])


def assert_same(X: Transform, T: Array, reach: float = 1) -> None:
    """Compare a pose with a 4x4 matrix, to rounding at the size of the lengths."""
    assert np.abs(X.R - T[:3, :3]).max() < 2e-14
    assert np.abs(X.p - T[:3, 3]).max() < 1e-14 * max(1, reach)
    assert np.array_equal(X.homogeneous()[3], [0, 0, 0, 1])


def reach_of(*poses: Transform) -> float:
    """Sum of all shifts, the size that rounding of composed poses is measured by."""
    return float(sum(np.abs(X.p).sum() for X in poses))


@given(POSES, POSES)
def test_closure(X: Transform, Y: Transform) -> None:
    """A pose of a pose is a pose again, the product of the 4x4 matrices."""
    Z = X @ Y
    assert np.abs(Z.R @ Z.R.T - np.eye(3)).max() < 1e-14
    assert np.linalg.det(Z.R) == pytest.approx(1, abs=1e-14)
    assert_same(Z, X.homogeneous() @ Y.homogeneous(), reach_of(X, Y))


@given(POSES, POSES, POSES)
def test_associativity(X: Transform, Y: Transform, Z: Transform) -> None:
    """(X Y) Z = X (Y Z)."""
    assert_same((X @ Y) @ Z, (X @ (Y @ Z)).homogeneous(), reach_of(X, Y, Z))


@given(POSES)
def test_identity(X: Transform) -> None:
    """The identity changes nothing, from either side, to the last bit."""
    one = Transform.identity()
    for same in (one @ X, X @ one):
        assert np.array_equal(same.R, X.R)
        assert np.array_equal(same.p, X.p)


@given(POSES)
def test_inverse(X: Transform) -> None:
    """The inverse undoes a pose, from either side, and is undone by its own inverse."""
    for one in (X @ X.inverse(), X.inverse() @ X):
        assert_same(one, np.eye(4), reach_of(X))
    assert_same(X.inverse().inverse(), X.homogeneous(), reach_of(X))


@given(POSES, SEEDS)
def test_points(X: Transform, seed: int) -> None:
    """A point moves as homogeneous coordinates do."""
    x = np.random.default_rng(seed).normal(size=3)
    right = X.homogeneous() @ np.append(x, 1)
    assert np.abs(X.point(x) - right[:3]).max() < 1e-14 * max(1, reach_of(X))


@given(POSES, SEEDS)
def test_motions_are_conjugated(X: Transform, seed: int) -> None:
    """A motion in parent coordinates is T v̂ T⁻¹, the velocity field seen from the parent."""
    v = np.random.default_rng(seed).normal(size=6)
    T = X.homogeneous()
    right = T @ hat(v) @ np.linalg.inv(T)
    size = max(1, reach_of(X))
    assert np.abs(hat(X.motion_to_parent(v)) - right).max() < 1e-13 * size
    assert np.abs(X.motion_from_parent(X.motion_to_parent(v)) - v).max() < 1e-13 * size


@given(POSES, SEEDS)
def test_power_is_invariant(X: Transform, seed: int) -> None:
    """Force times velocity is one number in both frames, and neither is what the other is."""
    v, f = np.random.default_rng(seed).normal(size=(2, 6))
    size = max(1, reach_of(X)) ** 2
    assert X.motion_to_parent(v) @ X.force_to_parent(f) == pytest.approx(v @ f, abs=1e-13 * size)
    assert X.motion_from_parent(v) @ X.force_from_parent(f) == pytest.approx(
        v @ f, abs=1e-13 * size
    )


@given(POSES, POSES, SEEDS)
def test_matrices(X: Transform, Y: Transform, seed: int) -> None:
    """The 6x6 matrices do what the methods do, compose, and are dual: X* = X⁻ᵀ."""
    v = np.random.default_rng(seed).normal(size=6)
    size = 1e-13 * max(1, reach_of(X, Y)) ** 2
    assert np.abs(X.matrix() @ v - X.motion_to_parent(v)).max() < size
    assert np.abs(X.inverse().matrix() @ v - X.motion_from_parent(v)).max() < size
    assert np.abs(X.force_matrix() @ v - X.force_to_parent(v)).max() < size
    assert np.abs(X.inverse().force_matrix() @ v - X.force_from_parent(v)).max() < size
    assert np.abs(X.matrix() @ Y.matrix() - (X @ Y).matrix()).max() < size
    assert np.abs(X.force_matrix().T @ X.matrix() - np.eye(6)).max() < size


def test_wrench_and_twist_between_frames() -> None:
    """Case B20: a wrench is not moved by the motion's matrix; a pure turn could not show it."""
    X = Transform.from_rpy((0, 0, np.pi / 2), (1, 2, 3))
    f, v = np.array([0.0, 5, 0, 10, 0, 0]), np.array([0.1, 0.2, 0.3, 1, -1, 0.5])
    assert np.allclose(X.force_to_parent(f), [-35, 0, 10, 0, 10, 0], rtol=0, atol=1e-14)
    assert np.allclose(X.motion_to_parent(v), [-0.2, 0.1, 0.3, 1.3, 0.1, 1], rtol=0, atol=1e-14)
    assert X.force_to_parent(f) @ X.motion_to_parent(v) == pytest.approx(11, abs=1e-13)
    assert f @ v == pytest.approx(11, abs=1e-14)


@given(AXES, ANGLES)
def test_axis_and_angle(axis: Array, angle: float) -> None:
    """A turn is SciPy's, made there by quaternions."""
    right = Rotation.from_rotvec(angle * axis).as_matrix()
    assert np.abs(Transform.axis_angle(axis, angle).R - right).max() < 1e-14
    assert np.abs(Transform.axis_angle(3 * axis, angle).R - right).max() < 1e-14


@given(ANGLES, ANGLES, ANGLES)
def test_roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> None:
    """Roll, pitch, yaw are turns about the fixed axes x, y, z, as SciPy's lower-case "xyz"."""
    X = Transform.from_rpy((roll, pitch, yaw), (1, 2, 3))
    right = Rotation.from_euler("xyz", [roll, pitch, yaw]).as_matrix()
    assert np.abs(X.R - right).max() < 1e-14
    assert np.array_equal(X.p, [1, 2, 3])


@pytest.mark.parametrize("quarters", range(-9, 10))
@pytest.mark.parametrize("axis", "xyz")
def test_right_angles_are_exact(axis: str, quarters: int) -> None:
    """Multiples of 90° give 0 and ±1 to the last bit, so that square frames do not blur."""
    R = getattr(Transform, f"rotation_{axis}")(quarters * (np.pi / 2)).R
    assert np.array_equal(R, np.round(R))
    right = Rotation.from_euler(axis, quarters * np.pi / 2).as_matrix()
    assert np.abs(R - right).max() < 5e-15


def test_nearly_right_angles_are_not() -> None:
    """An angle that misses 90° by a nanoradian is kept."""
    assert Transform.rotation_z(np.pi / 2 - 1e-9).R[0, 0] == pytest.approx(1e-9, rel=1e-6)


@given(AXES, ANGLES, st.tuples(LENGTHS, LENGTHS, LENGTHS))
def test_screw_is_the_exponential(axis: Array, theta: float, v: tuple[float, ...]) -> None:
    """A screw motion is SciPy's matrix exponential, near no turn and half a turn too."""
    S = np.array([*axis, *v])
    X = Transform.screw(S, theta)
    T = expm(hat(S) * theta)
    assert np.abs(X.R - T[:3, :3]).max() < 1e-13
    assert np.abs(X.p - T[:3, 3]).max() < 1e-13 * max(1, np.abs(v).sum())


def test_screw_of_several_turns() -> None:
    """A helix of two and a half turns: the exponential again."""
    S = np.array([0.6, 0, 0.8, 0.3, -0.2, 0.5])
    T = expm(hat(S) * 5 * np.pi)
    assert np.abs(Transform.screw(S, 5 * np.pi).homogeneous() - T).max() < 1e-12


def test_screw_without_turn() -> None:
    """With ω = 0 a screw is a shift."""
    X = Transform.screw((0, 0, 0, 0.3, -0.2, 0.5), 2)
    assert np.array_equal(X.R, np.eye(3))
    assert np.array_equal(X.p, [0.6, -0.4, 1.0])


def test_screw_by_complex_step() -> None:
    """The derivative of a screw motion by its distance is [S] T, which no real step gives."""
    S = np.array([0.6, 0, 0.8, 0.3, -0.2, 0.5])
    T = Transform.screw(S, 0.7 + 1e-200j).homogeneous()
    assert np.abs(T.imag / 1e-200 - hat(S) @ T.real).max() < 1e-15


@given(ANGLES, LENGTHS, LENGTHS, ANGLES)
def test_standard_dh(theta: float, d: float, a: float, alpha: float) -> None:
    """A standard DH row is the 4x4 matrix of the textbooks, typed in (Spong et al., eq. 3.10)."""
    ct, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    A = [[ct, -s * ca, s * sa, a * ct], [s, ct * ca, -ct * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1]]
    assert_same(Transform.dh(theta, d, a, alpha), np.array(A), abs(a) + abs(d))


@given(ANGLES, LENGTHS, LENGTHS, ANGLES)
def test_modified_dh(theta: float, d: float, a: float, alpha: float) -> None:
    """A modified DH row is the 4x4 matrix of Craig's eq. 3.6, typed in."""
    ct, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    A = [
        [ct, -s, 0, a],
        [s * ca, ct * ca, -sa, -sa * d],
        [s * sa, ct * sa, ca, ca * d],
        [0, 0, 0, 1],
    ]
    assert_same(Transform.modified_dh(alpha, a, theta, d), np.array(A), abs(a) + abs(d))


def test_many_poses_at_once() -> None:
    """A batch of poses composes, inverts and moves vectors as each pose does on its own."""
    rng = np.random.default_rng(0)
    R = Rotation.random(5, rng=rng).as_matrix()
    p, v, f = rng.normal(size=(5, 3)), rng.normal(size=(5, 6)), rng.normal(size=6)
    many, one = Transform(R, p), Transform.from_rpy((0.1, 0.2, 0.3), (1, 2, 3))
    for k in range(5):
        single = Transform(R[k], p[k])
        assert np.allclose((one @ many).homogeneous()[k], (one @ single).homogeneous(), atol=1e-14)
        assert np.allclose((many @ one).homogeneous()[k], (single @ one).homogeneous(), atol=1e-14)
        assert np.allclose(many.inverse().homogeneous()[k], single.inverse().homogeneous())
        assert np.allclose(many.matrix()[k], single.matrix(), rtol=0, atol=1e-14)
        assert np.allclose(many.motion_to_parent(v)[k], single.motion_to_parent(v[k]), atol=1e-14)
        assert np.allclose(many.force_from_parent(f)[k], single.force_from_parent(f), atol=1e-14)


def test_poses_are_their_own() -> None:
    """A pose neither keeps the arrays that it was made of nor lends its own to its inverse."""
    R, p = np.eye(3), np.zeros(3)
    X = Transform(R, p)
    R[0, 0], p[0] = 7, 7
    back = X.inverse()
    back.R[1, 1] = back.p[1] = 7
    assert np.array_equal(X.homogeneous(), np.eye(4))
