"""The variational integrator: what it conserves, and the orders of both fixed-step integrators."""

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import Inertia, Joint, Link, LinkwiseError, Robot

ARM = lw.planar_2r(0.4, 1, 0.2, 0.15, 3, 2, 0.04, 0.015)  # lecture 002
RELEASE = ((0, 0.3), (0, 0))


def test_energy_does_not_drift_in_100_seconds():
    """The double pendulum for 100 s at 10 ms: the energy oscillates about its value and stays.

    RK4 at the same steps loses half a joule, more than half of what there was: what is tested here
    is hard enough to fail.
    """
    runs = {
        name: lw.simulate(ARM, *RELEASE, t=100, integrator=name, h=0.01)
        for name in ("symplectic", "RK4")
    }
    windows = {
        name: [w.mean() for w in np.split(run.energy[1:] - run.energy[0], 10)]
        for name, run in runs.items()
    }
    assert np.abs(windows["symplectic"]).max() < 0.02
    assert runs["symplectic"].energy_drift[1] < 0.4  # at rates of 40 rad/s
    assert windows["RK4"][-1] < -0.4
    rates = [np.polyfit(run.t, run.energy, 1)[0] for run in runs.values()]
    assert abs(rates[0]) < 1e-4 < abs(rates[1])  # J/s


@pytest.mark.parametrize(("name", "order"), [("RK4", 4), ("symplectic", 2)])
def test_observed_order(name, order):
    """On the falling double pendulum halving steps shows order 4 and order 2."""
    h = 0.002 if name == "RK4" else 0.001
    run = lw.simulate(ARM, *RELEASE, t=0.5, integrator=name, h=h)
    assert lw.observed_order(run) == pytest.approx(order, abs=0.1)


@pytest.mark.parametrize(("name", "order"), [("RK4", 4), ("symplectic", 2)])
def test_order_against_the_exact_motion(name, order):
    """The same orders from errors against the motion with tight tolerances, all effects on."""
    joint = Joint.revolute(
        "q1",
        (0.6, 0, 0.8),
        friction=lw.Friction(0.2),
        spring=lw.Spring(3, 0.5),
        rotor=lw.Rotor(1e-3, 9),
    )
    body = Inertia(1, (0.3, 0.1, 0), np.diag([0.02, 0.03, 0.04]))
    links = [
        Link("a", joint, inertia=body),
        Link("b", Joint.prismatic("q2"), inertia=body, parent="a"),
    ]
    robot, start = Robot("two", links), ((0.4, 0.1), (1, -0.5))

    def torque(t, q, qd):
        return np.array([np.sin(3 * t), 20 * (0.2 - q[1]) - 2 * qd[1]])

    exact = lw.simulate(robot, *start, torque, t=1).q[-1]
    errors = [
        np.abs(lw.simulate(robot, *start, torque, t=1, integrator=name, h=h).q[-1] - exact).max()
        for h in (0.02, 0.01)
    ]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.15)


def test_harmonic_oscillator():
    """On m ẍ = −k x it turns the phase by exactly 2 atan(w h/2) a step, and keeps the energy.

    That is what the midpoint rule does to a linear oscillator, in closed form.
    """
    m, k, h = 2.0, 72.0, 0.1
    spring = Joint.prismatic("x", (1, 0, 0), spring=lw.Spring(k))
    robot = Robot("oscillator", [Link("cart", spring, inertia=Inertia(m, (0, 0, 0)))])
    run = lw.simulate(robot, [0.3], [0], t=20, integrator="symplectic", h=h)
    phase = 2 * np.arctan(6 * h / 2) * np.arange(201)
    assert run.q[:, 0] == pytest.approx(0.3 * np.cos(phase), abs=1e-12)
    assert run.qd[:, 0] == pytest.approx(-0.3 * 6 * np.sin(phase), abs=1e-11)
    assert run.energy == pytest.approx(np.full(201, 3.24), abs=1e-12)


def test_stiff_spring_and_damper():
    """Steps 100 times as long as the decay of a stiff spring and damper do not blow up."""
    stiff = Joint.prismatic("x", (1, 0, 0), spring=lw.Spring(1e6), friction=lw.Friction(2e3))
    robot = Robot("stiff", [Link("cart", stiff, inertia=Inertia(1, (0, 0, 0)))])
    run = lw.simulate(robot, [0.1], [0], t=1, integrator="symplectic", h=0.1)
    assert np.abs(run.q).max() <= 0.1 + 1e-12
    # the same damper as a motor: its slope is found by differences
    bare = robot.without("friction", "springs")
    driven = lw.simulate(
        bare, [0.1], [0], lambda _, q, qd: -1e6 * q - 2e3 * qd, t=1, integrator="symplectic", h=0.1
    )
    assert driven.q == pytest.approx(run.q, abs=1e-7)


@pytest.mark.parametrize("seed", range(3))
def test_one_step_is_a_symplectic_map(seed):
    """Aᵀ J A = J for the derivative A of (q, p) → (q⁺, p⁺), by differences, on random trees."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, 4)
    n, h, nudge = robot.n, 0.05, 1e-5
    q, p = rng.uniform(-1, 1, (2, n))

    def step(x):
        q, qd = x[:n], np.linalg.solve(lw.crba(robot, x[:n]), x[n:])
        run = lw.simulate(robot, q, qd, t=[0, h], integrator="symplectic")
        return np.concatenate([run.q[1], lw.crba(robot, run.q[1]) @ run.qd[1]])

    x = np.concatenate([q, p])
    A = np.stack(
        [(step(x + e) - step(x - e)) / (2 * nudge) for e in nudge * np.eye(2 * n)], axis=-1
    )
    J = np.block([[np.zeros((n, n)), np.eye(n)], [-np.eye(n), np.zeros((n, n))]])
    kept = A.T @ J @ A
    assert kept == pytest.approx(J, abs=1e-6 * np.abs(A).max() ** 2)
    assert np.abs(A - np.eye(2 * n)).max() > 0.01  # the step is no small one


def test_momentum_of_a_symmetry_is_kept():
    """Without gravity the first joint's momentum Σ M_1j q̇_j is constant, to rounding (Noether)."""
    arm = lw.planar_nr([0.4, 0.5, 0.3], [3, 2, 1], gravity=(0, 0, 0))
    run = lw.simulate(arm, (0, 0.3, -1), (3, -8, 5), t=10, integrator="symplectic", h=0.02)
    momentum = np.einsum("nj,nj->n", lw.crba(arm, run.q)[:, 0], run.qd)
    assert np.abs(momentum - momentum[0]).max() < 1e-11
    assert np.ptp(run.qd[:, 0]) > 1


def test_time_can_be_turned_back():
    """The steps are symmetric: with rates reversed the motion goes back to where it came from."""
    there = lw.simulate(ARM, *RELEASE, t=1, integrator="symplectic", h=0.01)
    back = lw.simulate(ARM, there.q[-1], -there.qd[-1], t=1, integrator="symplectic", h=0.01)
    assert back.q[-1] == pytest.approx([0, 0.3], abs=1e-9)


def test_friction_that_jumps_is_refused():
    """Coulomb friction leaves a step without solution: said by joint, with a way out."""
    joint = Joint.revolute("elbow", friction=lw.Friction(0.1, 0.2))
    robot = Robot("arm", [Link("a", joint, inertia=Inertia(1, (1, 0, 0)))])
    with pytest.raises(LinkwiseError, match=r"'elbow' has friction that jumps.*RK4"):
        lw.simulate(robot, [0], [0], t=1, integrator="symplectic", h=0.01)


def test_order_needs_fixed_complete_runs():
    """An adaptive run has no step to halve, and a step that changes nothing shows no order."""
    with pytest.raises(LinkwiseError, match="DOP853 has no fixed steps"):
        lw.observed_order(lw.simulate(ARM, *RELEASE, t=0.1))
    still = lw.simulate(lw.gantry(), (0, 0), (0, 0), t=1, integrator="RK4", h=0.1)
    with pytest.raises(LinkwiseError, match="does not depend on h"):
        lw.observed_order(still)
    with pytest.warns(lw.LinkwiseWarning, match="is nan"):
        part = lw.simulate(
            ARM,
            *RELEASE,
            lambda t, q, _: q * (np.nan if t > 0.05 else 1),
            t=0.1,
            integrator="RK4",
            h=0.01,
        )
    with pytest.raises(LinkwiseError, match="not complete"):
        lw.observed_order(part)
