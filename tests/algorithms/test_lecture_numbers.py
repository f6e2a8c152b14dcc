"""The numbers of the lecture notes, section 4, by every routine that can give them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwise as lw

Array = NDArray[Any]

DEMO = lw.planar_2r(1, 1, 0.5, 0.5, 1, 1, 0.1, 0.1)  # lecture 000
SIMULATED = lw.planar_2r(0.4, 1, 0.2, 0.15, 3, 2, 0.04, 0.015)  # lecture 002
RODS = lw.planar_2r(0.6, 0.5, m1=1, m2=0.8, form="rods")  # lecture 004
RODS_3R = lw.planar_nr([0.6, 0.5, 0.4], [1, 0.8, 0.6], form="rods")


def inverse_by_mass_matrix(robot: lw.Robot, q: Any, qd: Any, qdd: Any) -> Array:
    """Torques by M q̈ + (C q̇ + g)."""
    return lw.crba(robot, q) @ np.asarray(qdd) + lw.bias_torque(robot, q, qd)


@pytest.mark.parametrize(
    "inverse",
    [lw.rnea, lambda *state: lw.newton_euler(*state).tau, inverse_by_mass_matrix],
    ids=["rnea", "newton_euler", "M and bias"],
)
def test_demo_torque(inverse: Callable[..., Array]) -> None:
    """Lecture 000's demo: τ to 1e-12, a number that three other libraries give too."""
    tau = inverse(DEMO, (np.pi / 4, np.pi / 6), (0.2, -0.1), (0.5, 0.1))
    assert tau == pytest.approx([13.043397673469356, 1.706013767173975], abs=1e-12)


def test_demo_terms() -> None:
    """Lecture 000's demo: M, C q̇ and g one by one."""
    q, qd = (np.pi / 4, np.pi / 6), (0.2, -0.1)
    M = [[2.566025403784439, 0.7830127018922194], [0.7830127018922194, 0.35]]
    g = [11.674583701387913, 1.2695074162278654]
    assert lw.crba(DEMO, q) == pytest.approx(np.array(M), abs=1e-12)
    assert lw.mass_matrix_from_jacobians(DEMO, q) == pytest.approx(np.array(M), abs=1e-12)
    assert lw.gravity_torque(DEMO, q) == pytest.approx(g, abs=1e-12)
    weightless = lw.bias_torque(DEMO, q, qd, gravity=(0, 0, 0))
    assert weightless == pytest.approx([0.0075, 0.01], abs=1e-12)


def test_range_of_shoulder_inertia() -> None:
    """Lecture 002: M₁₁ = α + 2β cos q₂ runs from 0.30 folded to 0.78 straight; M₂₂ = δ = 0.06."""
    q = np.stack(np.broadcast_arrays(0.7, np.linspace(-np.pi, np.pi, 721)), axis=-1)
    M = lw.crba(SIMULATED, q)
    assert M[:, 0, 0].min() == pytest.approx(0.30, abs=1e-12)
    assert M[:, 0, 0].max() == pytest.approx(0.78, abs=1e-12)
    assert M[:, 0, 0].argmax() == 360
    assert M[:, 0, 0] == pytest.approx(0.54 + 2 * 0.12 * np.cos(q[:, 1]), abs=1e-12)
    assert M[:, 1, 1] == pytest.approx(np.full(721, 0.06), abs=1e-12)


@pytest.mark.parametrize(
    ("q", "tau"),
    [((0, np.pi / 2), (13.734, 0)), ((0, 0.3), (16.54555528749666, 2.8115552874966583))],
)
def test_holding_torques(q: tuple[float, float], tau: tuple[float, float]) -> None:
    """Lecture 002: the torques that hold the arm still, and none that moves it."""
    assert lw.gravity_torque(SIMULATED, q) == pytest.approx(tau, abs=1e-12)
    assert lw.aba(SIMULATED, q, (0, 0), tau) == pytest.approx([0, 0], abs=1e-10)


def test_release_and_energy() -> None:
    """Lecture 002: released from (0, 0.3), RK4 at 1 ms for 2 s.

    End state, energy at the start, its drift at the end (−8.51e-9 J) and the largest on the way
    (1.27e-7 J); the state of a second arm, off by 1e-7 rad in q₁, ends some 70 times as far off.
    """
    aba = lw.compile(SIMULATED, "numpy").aba  # 8,000 calls, one after the other

    def rate(x: Array) -> Array:
        q, qd = x[:, :2], x[:, 2:]
        return np.hstack([qd, aba(q, qd, 0 * q)])

    h, x = 1e-3, np.array([[0, 0.3, 0, 0], [1e-7, 0.3, 0, 0]])
    path = [x[0]]
    for _ in range(2000):
        k1 = rate(x)
        k2 = rate(x + h / 2 * k1)
        k3 = rate(x + h / 2 * k2)
        k4 = rate(x + h * k3)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        path.append(x[0])

    assert x[0, :2].round(3).tolist() == [-1.848, -0.156]  # as printed
    assert x[0, :2] == pytest.approx([-1.8476883319151323, -0.15610145425161195], abs=1e-10)
    assert x[0, 2:] == pytest.approx([-5.638625854430452, -3.913010539936013], abs=1e-9)
    q, qd = np.array(path)[:, :2], np.array(path)[:, 2:]
    E = lw.kinetic_energy(SIMULATED, q, qd) + lw.potential_energy(SIMULATED, q)
    assert E[0] == pytest.approx(0.8697159682043223, abs=1e-14)
    assert E[-1] - E[0] == pytest.approx(-8.51e-09, abs=0.005e-9)
    assert np.abs(E - E[0]).max() == pytest.approx(1.27e-07, abs=0.005e-7)
    assert np.linalg.norm(x[1] - x[0]) / 1e-7 == pytest.approx(70, abs=0.5)


def test_rods() -> None:
    """Lecture 004: the mass matrix at (0.5, 1), "effective inertia at joint 1: 0.604 kg m²"."""
    M = [[0.6043392200750202, 0.13150294337084342], [0.13150294337084342, 0.0666666666666667]]
    assert lw.crba(RODS, (0.5, 1)) == pytest.approx(np.array(M), abs=1e-12)
    assert lw.crba(RODS, (0.5, 0))[0, 0] == pytest.approx(0.7146666666666667, abs=1e-12)
    assert lw.crba(RODS, (0.5, np.pi))[0, 0] == pytest.approx(0.2346666666666666, abs=1e-12)


@pytest.mark.parametrize(
    ("q1", "g"),
    [(0, (9.6138, 1.962)), (np.pi / 2, (0, 0)), (np.pi, (-9.6138, -1.962)), (-np.pi / 2, (0, 0))],
    ids=["horizontal", "up", "backwards", "down"],
)
def test_rods_under_gravity(q1: float, g: tuple[float, float]) -> None:
    """Lecture 004's four postures, by their right names: angles are from the horizontal."""
    assert lw.gravity_torque(RODS, (q1, 0)) == pytest.approx(g, abs=1e-12)


def test_up_costs_energy() -> None:
    """Of the two balanced postures the one called up has the higher potential energy."""
    up, down = lw.potential_energy(RODS, [(np.pi / 2, 0), (-np.pi / 2, 0)])
    assert up == pytest.approx(9.6138, abs=1e-12)  # Σ m g h with both rods upright
    assert down == pytest.approx(-9.6138, abs=1e-12)


@pytest.mark.parametrize(
    ("q2", "q3", "M11"),
    [
        (0, 0, 1.736667),
        (np.pi / 2, 0, 0.992667),
        (np.pi, 0, 0.248667),
        (0, np.pi, 1.208667),
        (np.pi, np.pi, 0.296667),
    ],
)
def test_three_rods(q2: float, q3: float, M11: float) -> None:
    """The exercise of lecture 004: shoulder inertia of the 3R in five postures."""
    assert lw.crba(RODS_3R, (0.4, q2, q3))[0, 0] == pytest.approx(M11, abs=5e-7)


def test_least_inertia_of_three_rods() -> None:
    """On a 0.5° grid the least shoulder inertia is 0.248267 near (−173°, −37.5°), not folded."""
    degrees = np.arange(-360, 361) / 2
    q2, q3 = np.meshgrid(degrees, degrees, indexing="ij")
    q = np.radians(np.stack([0 * q2, q2, q3], axis=-1))
    M11 = np.concatenate([lw.crba(RODS_3R, rows)[..., 0, 0] for rows in np.array_split(q, 30)])
    assert M11.min() == pytest.approx(0.248267, abs=5e-7)
    least = np.unravel_index(M11.argmin(), M11.shape)
    where = np.array([q2[least], q3[least]])
    assert (where * np.sign(where[1])).tolist() == [173, 37.5]


def test_point_masses_upright() -> None:
    """Lecture 001's limiting case: G(π/2, 0) = (0, 0)."""
    arm = lw.planar_2r(0.5, 0.4, m1=3, m2=2, form="points")
    assert lw.gravity_torque(arm, (np.pi / 2, 0)) == pytest.approx([0, 0], abs=1e-14)


def test_gantry() -> None:
    """Lecture 001's gantry: M = diag(m_x + m_y, m_y), C ≡ 0, G ≡ 0, with m_x the x stage alone."""
    gantry = lw.gantry(mx=8, my=3)
    q, qd = np.random.default_rng(0).uniform(-5, 5, (2, 100, 2))
    assert np.array_equal(lw.crba(gantry, q), np.broadcast_to(np.diag([11.0, 3.0]), (100, 2, 2)))
    assert np.array_equal(lw.bias_torque(gantry, q, qd), np.zeros((100, 2)))


def test_term_sizes() -> None:
    """Lecture 001: doubling the speed quadruples C q̇, and leaves g and M q̈ alone."""
    q, qd, qdd = np.array([0.3, 0.8]), np.array([0.6, -1.1]), np.array([0.4, 0.9])
    rest = np.zeros(2)
    C_qd = lw.bias_torque(DEMO, q, qd, gravity=(0, 0, 0))
    assert lw.bias_torque(DEMO, q, 2 * qd, gravity=(0, 0, 0)) == pytest.approx(4 * C_qd, rel=1e-14)
    g, M_qdd = lw.rnea(DEMO, q, rest, rest), lw.rnea(DEMO, q, rest, qdd, gravity=(0, 0, 0))
    assert lw.rnea(DEMO, q, 2 * qd, qdd) == pytest.approx(M_qdd + 4 * C_qd + g, rel=1e-14)


def test_gravity_is_linear_in_the_masses() -> None:
    """Lecture 000: the weight of an arm is the sum of the weights of its links alone."""
    q = np.random.default_rng(0).uniform(-3, 3, (100, 2))
    g_1, g_2 = (
        lw.gravity_torque(lw.planar_2r(1, 1, 0.5, 0.5, m1, m2), q)
        for m1, m2 in ((1.5, 0), (0, 0.7))
    )
    both = lw.gravity_torque(lw.planar_2r(1, 1, 0.5, 0.5, 1.5, 0.7), q)
    assert g_1 + g_2 == pytest.approx(both, abs=1e-13)
