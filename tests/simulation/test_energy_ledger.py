"""Where the energy of a motion goes, against work that can be computed by hand."""

from dataclasses import replace

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import Inertia, Joint, Link, Robot, Wrench


def quintic(t, start, end, duration):
    """Return q, q̇ and q̈ of the polynomial that rests at both ends."""
    s = np.clip(t / duration, 0, 1)
    shape = (
        10 * s**3 - 15 * s**4 + 6 * s**5,
        (30 * s**2 - 60 * s**3 + 30 * s**4) / duration,
        (60 * s - 180 * s**2 + 120 * s**3) / duration**2,
    )
    q, qd, qdd = (np.multiply(x, np.subtract(end, start)) for x in shape)
    return q + start, qd, qdd


def moved(robot, start, end, duration, t):
    """Simulate a motion along the polynomial by computed torque, on until t."""

    def torque(time, q, qd):
        return lw.computed_torque(fast, q, qd, *quintic(time, start, end, duration), 100, 20)

    fast = lw.compile(robot)
    return lw.simulate(fast, start, np.zeros(robot.n), torque, t=t, rtol=1e-9, atol=1e-9)


def test_holding_takes_torque_and_no_work():
    """Lecture 003 says to sum up torques; a horizontal arm held for 5 s has torque and no work."""
    arm = lw.planar_2r()
    run = lw.simulate(arm, (0, 0), (0, 0), (19.62, 4.905), t=5)
    ledger = lw.energy_ledger(run)
    assert np.trapezoid(np.abs(run.tau).sum(axis=1), run.t) == pytest.approx(5 * 24.525)
    assert ledger.work == pytest.approx([0, 0], abs=1e-12)
    assert ledger.spent == pytest.approx([0, 0], abs=1e-12)


def test_two_motions_between_the_same_states():
    """Without friction ∫ τ q̇ dt is the lifted weight whatever the motion; what is spent is not.

    Both lift the arm of the lecture notes' demo from hanging to upright, Σ m g (rise of the centre)
    = 2 (0.5 + 1.5) 9.81 J, quickly and slowly.  With friction the quick one makes more heat.
    """
    arm, down, up = lw.planar_2r(), (-np.pi / 2, 0), (np.pi / 2, 0)
    lifted = 2 * (0.5 + 1.5) * 9.81
    quick, slow = (lw.energy_ledger(moved(arm, down, up, T, 4)) for T in (0.8, 4))
    for ledger in (quick, slow):
        assert ledger.work.sum() == pytest.approx(lifted, abs=1e-6)
        assert ledger.potential == pytest.approx(lifted, abs=1e-6)
        assert ledger.kinetic == pytest.approx(0, abs=1e-6)
    assert slow.spent.sum() == pytest.approx(lifted, abs=0.5)  # hardly ever brakes
    assert quick.spent.sum() > lifted + 5
    damped = [replace(k, joint=replace(k.joint, friction=lw.Friction(0.5))) for k in arm.links]
    heat = []
    for T in (0.8, 4):
        ledger = lw.energy_ledger(moved(replace(arm, links=damped), down, up, T, 4))
        # along the polynomial ∫ b q̇² dt = b (10/7) Δq²/T in joint 1
        assert ledger.friction_heat[0] == pytest.approx(0.5 * 10 / 7 * np.pi**2 / T, rel=1e-5)
        assert ledger.work.sum() == pytest.approx(lifted + ledger.friction_heat.sum(), abs=1e-5)
        heat.append(ledger.friction_heat.sum())
    assert heat[0] == pytest.approx(5 * heat[1], rel=1e-3)


def test_cart_that_is_pushed_pulled_and_braked():
    """Every entry by hand: F x of a motor, f x of a wrench, ∫ b v² dt, and ½ m v²."""
    m, F, f = 2.0, 3.0, -1.0
    rail = Joint.prismatic("x", (1, 0, 0))
    cart = Robot("cart", [Link("cart", rail, inertia=Inertia(m, (0, 0, 0)))])
    push = {"cart": Wrench((0, 0, 0), (f, 0, 0))}
    for external in (push, lambda *_: push):
        ledger = lw.energy_ledger(lw.simulate(cart, [0], [0], [F], t=2, external=external))
        x = (F + f) / m * 2**2 / 2
        assert ledger.work == pytest.approx([F * x])
        assert ledger.external_work == pytest.approx(f * x)
        assert ledger.kinetic == pytest.approx((F + f) * x)
        assert ledger.potential == pytest.approx(0)
        assert ledger.friction_heat == pytest.approx([0])
        assert ledger.residual == pytest.approx(0, abs=1e-12)
    assert "work of motor x" in str(ledger)
    braked = replace(rail, friction=lw.Friction(0.5))
    cart = Robot("cart", [Link("cart", braked, inertia=Inertia(m, (0, 0, 0)))])
    ledger = lw.energy_ledger(lw.simulate(cart, [0], [3], t=4))
    assert ledger.friction_heat == pytest.approx([9 * (1 - np.exp(-2))], abs=1e-9)


@pytest.mark.parametrize("how", [{}, {"integrator": "RK4", "h": 5e-4}])
def test_nothing_is_left_over_on_a_random_tree(how):
    """Everything on: the plain energies account for the work of motors, wrench and friction.

    Accelerations come from the compiled mass matrix, energies from link velocities and poses.
    """
    rng = np.random.default_rng(3)
    robot = random_tree(rng, 5)
    effects = {
        "friction": lw.Friction(0.4),
        "spring": lw.Spring(5, 0.2),
        "rotor": lw.Rotor(0.02, 2),
    }
    links = [
        replace(k, joint=replace(k.joint, **effects)) if k.joint.moves else k for k in robot.links
    ]
    robot = replace(robot, links=links)
    phase = rng.uniform(0, 6, robot.n)
    push = {robot.link_names[-1]: Wrench((1, -2, 0.5), (3, 1, 2), "link", (0.1, 0.2, 0.3))}
    run = lw.simulate(
        robot,
        rng.uniform(-1, 1, robot.n),
        rng.uniform(-1, 1, robot.n),
        lambda t, q, _: 3 * np.sin(5 * t + phase) - q,
        t=0.5,
        external=push,
        **how,
    )
    ledger = lw.energy_ledger(run)
    largest = max(np.abs(ledger.work).max(), abs(ledger.external_work))
    assert abs(ledger.residual) < (1e-6 if how else 1e-9) * largest
    assert min(abs(ledger.kinetic), abs(ledger.external_work), ledger.friction_heat.min()) > 0.001


def test_the_residual_tells_of_a_poor_integration():
    """Long steps lose energy of the falling arm: the residual is that loss."""
    arm = lw.planar_2r(0.4, 1, 0.2, 0.15, 3, 2, 0.04, 0.015)
    run = lw.simulate(arm, (0, 0.3), (0, 0), t=10, integrator="RK4", h=0.01)
    assert lw.energy_ledger(run).residual == pytest.approx(-run.energy_drift[0], rel=1e-9)
    assert run.energy_drift[0] < -0.01
