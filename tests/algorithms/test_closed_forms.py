"""Every algorithm against the closed forms of the textbook arms, at a thousand states each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles import closed_forms
from oracles.closed_forms import ClosedForm

import linkwise as lw
from linkwise import Robot

Array = NDArray[Any]


@dataclass(frozen=True)
class Arm:
    """One textbook arm, in linkwise and in closed form."""

    build: Callable[..., Robot]
    closed_form: Callable[..., ClosedForm]
    lecture: tuple[float, ...]  # the parameters of the lecture notes


def build_pendulum(m: float, lc: float, I: float) -> Robot:
    """Pendulum of general form."""
    return lw.pendulum(1, m, lc, I, form="general")


def build_2r(
    m1: float, m2: float, l1: float, lc1: float, lc2: float, I1: float, I2: float
) -> Robot:
    """2R of general form; the length of link 2 is no parameter of the dynamics."""
    return lw.planar_2r(l1, 1, lc1, lc2, m1, m2, I1, I2)


def build_2r_points(m1: float, m2: float, l1: float, l2: float) -> Robot:
    """2R of point masses."""
    return lw.planar_2r(l1, l2, m1=m1, m2=m2, form="points")


def build_2r_rods(m1: float, m2: float, L1: float, L2: float) -> Robot:
    """2R of uniform rods."""
    return lw.planar_2r(L1, L2, m1=m1, m2=m2, form="rods")


def build_rp(m1: float, m2: float, l1: float, I1: float, I2: float) -> Robot:
    """RP arm."""
    return lw.rp(l1, m1, m2, I1, I2)


def build_3r_rods(m1: float, m2: float, m3: float, L1: float, L2: float, L3: float) -> Robot:
    """3R of uniform rods."""
    return lw.planar_nr([L1, L2, L3], [m1, m2, m3], form="rods")


ARMS = {
    "pendulum": Arm(build_pendulum, closed_forms.pendulum, (1.5, 0.4, 0.08)),
    "2R": Arm(build_2r, closed_forms.two_r, (3, 2, 0.4, 0.2, 0.15, 0.04, 0.015)),
    "2R points": Arm(build_2r_points, closed_forms.two_r_points, (3, 2, 0.5, 0.4)),
    "2R rods": Arm(build_2r_rods, closed_forms.two_r_rods, (1, 0.8, 0.6, 0.5)),
    "RP": Arm(build_rp, closed_forms.rp, (3, 2, 0.2, 0.05, 0.03)),
    "gantry": Arm(lw.gantry, closed_forms.gantry, (8, 3)),
    "3R rods": Arm(build_3r_rods, closed_forms.three_r_rods, (1, 0.8, 0.6, 0.6, 0.5, 0.4)),
}
EACH_ARM = pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS)


def states(rng: np.random.Generator, count: int, n: int) -> tuple[Array, Array, Array]:
    """Random q, q̇ and q̈ ``(count, n)``, all round the circle and fast."""
    q, qd, qdd = rng.uniform(-1, 1, (3, count, n))
    return np.pi * q, 5 * qd, 20 * qdd


def off(got: Array, right: Array, scale: Array | None = None, axes: int = 1) -> Array:
    """Largest error of each state over the largest entry of `scale`, the right values if none."""
    assert got.shape == right.shape
    over = tuple(range(-axes, 0))
    largest = np.abs(right if scale is None else scale).max(axis=over)
    slip = np.abs(got - right).max(axis=over)
    return slip / np.where(largest == 0, 1, largest)


def assert_same_dynamics(
    robot: Robot,
    form: ClosedForm,
    state: tuple[Array, Array, Array],
    gravity: tuple[float, float, float] | None = None,
    turn: float = 0,
) -> None:
    """Compare M, C q̇, g and τ to 1e-12 of the largest entry, q̈ to that and 1e-14 cond(M).

    Where terms cancel, the largest entry is that of the terms: weight against that of the
    horizontal arm, τ against M q̈, C q̇ and g.  Gravity may differ in direction from the closed
    form's by the angle `turn` in the plane, as though joint 1 were turned the other way.
    """
    q, qd, qdd = state
    turned = q.copy()
    turned[:, 0] -= turn
    M, C_qd, g = form.M(q), form.C_qd(q, qd), form.g(turned)
    M_qdd = np.einsum("...ij,...j->...i", M, qdd)
    tau = M_qdd + C_qd + g
    weight = np.abs(g) + np.abs(form.g(0 * q))
    terms = np.abs(M_qdd) + np.abs(C_qd) + weight

    assert off(lw.crba(robot, q), M, axes=2).max() < 1e-12
    assert off(lw.mass_matrix_from_jacobians(robot, q), M, axes=2).max() < 1e-12
    held = lw.gravity_torque(robot, q, gravity=gravity)
    assert off(held, g, weight).max() < 1e-12
    bias = lw.bias_torque(robot, q, qd, gravity=gravity)
    assert off(bias - held, C_qd, np.abs(C_qd) + weight).max() < 1e-12
    assert off(lw.bias_torque(robot, q, qd, gravity=(0, 0, 0)), C_qd).max() < 1e-12
    assert off(lw.rnea(robot, q, qd, qdd, gravity=gravity), tau, terms).max() < 1e-12
    rows = lw.newton_euler(robot, q, qd, qdd, gravity=gravity)
    assert off(rows.tau, tau, terms).max() < 1e-12
    allowed = 1e-12 + 1e-14 * np.linalg.cond(M)
    assert (off(lw.forward_dynamics(robot, q, qd, tau, gravity=gravity), qdd) < allowed).all()
    assert (off(lw.aba(robot, q, qd, tau, gravity=gravity), qdd) < allowed).all()


@EACH_ARM
def test_lecture_parameters(arm: Arm) -> None:
    """At 1,000 states M, C q̇, g, τ and q̈ are those of the hand-derived closed form."""
    robot, form = arm.build(*arm.lecture), arm.closed_form(*arm.lecture)
    assert_same_dynamics(robot, form, states(np.random.default_rng(0), 1000, robot.n))


@EACH_ARM
def test_random_parameters(arm: Arm) -> None:
    """As above for 50 sets of random lengths, masses and inertias, 20 states each."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        parameters = rng.uniform(0.1, 3, len(arm.lecture))
        robot, form = arm.build(*parameters), arm.closed_form(*parameters)
        assert_same_dynamics(robot, form, states(rng, 20, robot.n))


@pytest.mark.parametrize("form", ["points", "rods"])
def test_special_forms_are_the_general_form(form: str) -> None:
    """The three 2R models of the lectures differ only in (lc, I): substituted, they agree."""
    m1, m2, l1, l2 = 1.3, 0.7, 0.6, 0.5
    if form == "points":
        special = closed_forms.two_r_points(m1, m2, l1, l2)
        general = closed_forms.two_r(m1, m2, l1, l1, l2, 0, 0)
    else:
        special = closed_forms.two_r_rods(m1, m2, l1, l2)
        general = closed_forms.two_r(m1, m2, l1, l1 / 2, l2 / 2, m1 * l1**2 / 12, m2 * l2**2 / 12)
    q, qd, qdd = states(np.random.default_rng(2), 1000, 2)
    assert off(special.M(q), general.M(q), axes=2).max() < 1e-12
    assert off(special.tau(q, qd, qdd), general.tau(q, qd, qdd)).max() < 1e-12
    robot = build_2r_points(m1, m2, l1, l2) if form == "points" else build_2r_rods(m1, m2, l1, l2)
    assert off(lw.rnea(robot, q, qd, qdd), general.tau(q, qd, qdd)).max() < 1e-12


@pytest.mark.parametrize("name", ["pendulum", "2R", "2R points", "2R rods", "RP", "3R rods"])
def test_gravity_aslant(name: str) -> None:
    """Gravity in any direction pulls a planar arm as its in-plane part does.

    In the plane, turning gravity through φ is turning the first joint through −φ: the closed form
    needs no other gravity than its own.
    """
    arm, rng = ARMS[name], np.random.default_rng(3)
    robot = arm.build(*arm.lecture)
    for _ in range(10):
        g_x, g_y, g_z = rng.uniform(-10, 10, 3)
        form = arm.closed_form(*arm.lecture, g=np.hypot(g_x, g_y))
        turn = np.arctan2(g_x, -g_y)
        assert_same_dynamics(robot, form, states(rng, 100, robot.n), (g_x, g_y, g_z), turn)


def test_gravity_aslant_on_the_gantry() -> None:
    """On a tilted gantry each stage carries its own weight component: P = −Σ m gᵀ c by hand."""
    mx, my = 8.0, 3.0
    g = lw.gravity_torque(lw.gantry(mx, my), [0.4, -1.2], gravity=(1.5, -2.5, -9.0))
    assert g == pytest.approx([-(mx + my) * 1.5, my * 2.5], rel=1e-14)


def test_determinant_of_point_mass_arm() -> None:
    """Det M = m₂ l₁² l₂² (m₁ + m₂ sin² q₂), the lecture's proof that M is regular."""
    m1, m2, l1, l2 = ARMS["2R points"].lecture
    q, _, _ = states(np.random.default_rng(4), 1000, 2)
    det = m2 * l1**2 * l2**2 * (m1 + m2 * np.sin(q[:, 1]) ** 2)
    M = lw.crba(build_2r_points(m1, m2, l1, l2), q)
    assert np.linalg.det(M) == pytest.approx(det, rel=1e-12)
