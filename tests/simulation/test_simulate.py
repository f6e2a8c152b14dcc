"""Simulated motions against motions that have a formula."""

from dataclasses import replace

import numpy as np
import pytest
from random_trees import random_tree
from scipy.special import ellipk

import linkwise as lw
from linkwise import Inertia, Joint, Limits, Link, LinkwiseError, LinkwiseWarning, Robot, Wrench

ARM = lw.planar_2r(0.4, 1, 0.2, 0.15, 3, 2, 0.04, 0.015)  # lecture 002
ADAPTIVE = ("DOP853", "RK45", "RK23", "Radau", "BDF", "LSODA")
FIXED = ("RK4", "symplectic")


def slider(mass=2.0, **effects):
    """Return one mass on a horizontal rail."""
    joint = Joint.prismatic("x", (1, 0, 0), **effects)
    return Robot("slider", [Link("cart", joint, inertia=Inertia(mass, (0, 0, 0)))])


def test_release_of_the_lecture_notes():
    """Lecture notes, section 4 (002): RK4 at 1 ms for 2 s, its end, its drift, and the ratio 40."""
    run = lw.simulate(ARM, (0, 0.3), (0, 0), t=2, integrator="RK4", h=1e-3)
    assert run.t[-1] == 2
    assert run.steps == 2000
    assert run.q[-1].round(3).tolist() == [-1.848, -0.156]  # as printed
    assert run.q[-1] == pytest.approx([-1.8476883319151323, -0.15610145425161195], abs=1e-10)
    assert run.qd[-1] == pytest.approx([-5.638625854430452, -3.913010539936013], abs=1e-9)
    assert run.energy[0] == pytest.approx(0.8697159682043223, abs=1e-14)
    end, most = run.energy_drift
    assert end == pytest.approx(-8.51e-09, abs=0.005e-9)
    assert most == pytest.approx(1.27e-07, abs=0.005e-7)
    finer, _ = lw.simulate(ARM, (0, 0.3), (0, 0), t=2, integrator="RK4", h=5e-4).energy_drift
    assert finer == pytest.approx(-2.15e-10, abs=0.005e-10)
    assert end / finer == pytest.approx(40, abs=0.5)


def test_free_fall_conserves_energy():
    """The double pendulum falls for 10 s and keeps its energy to 1e-9 J; plain energies judge."""
    run = lw.simulate(ARM, (0, 0.3), (0, 0), t=10)
    q, qd = run.at(np.linspace(0, 10, 3001))
    energy = lw.kinetic_energy(ARM, q, qd) + lw.potential_energy(ARM, q)
    assert np.abs(energy - 0.8697159682043223).max() < 1e-9
    assert np.abs(qd).max() > 20  # that was not for want of motion


@pytest.mark.parametrize("name", ADAPTIVE)
def test_pendulum_returns_after_its_period(name):
    """A rod let go 120° from hanging is back after 4 √(I/(m g lc)) K(sin² 60°)."""
    rod = lw.pendulum(l=1.2, m=2)
    period = 4 * np.sqrt(1.2 / (1.5 * 9.81)) * ellipk(0.75)
    start = -np.pi / 2 + 2 * np.pi / 3
    loose = {"rtol": 1e-7, "atol": 1e-8} if name in ("RK23", "BDF", "Radau") else {}
    t = [0, period / 2, period]
    run = lw.simulate(rod, [start], [0], t=t, integrator=name, **loose)
    mirror = -np.pi / 2 - 2 * np.pi / 3
    assert run.q[:, 0] == pytest.approx([start, mirror, start], abs=1e-4 if loose else 1e-9)


@pytest.mark.parametrize("name", [*ADAPTIVE, *FIXED])
def test_constant_forces_give_parabolas(name):
    """Gantry with constant forces: q = q0 + v t + F t²/(2 m), from every integrator."""
    how = {"h": 0.013} if name in FIXED else {"rtol": 1e-9, "atol": 1e-9}
    run = lw.simulate(lw.gantry(8, 3), (0.1, -0.2), (0.3, 0), (11, -6), t=2, integrator=name, **how)
    t = np.array([0, 0.377, 1.5, 2])
    q, qd = run.at(t)
    tolerance = 1e-8 if name in ("LSODA", "BDF") else 1e-9  # as good as their first steps
    assert q[:, 0] == pytest.approx(0.1 + 0.3 * t + t**2 / 2, abs=tolerance)
    assert q[:, 1] == pytest.approx(-0.2 - t**2, abs=tolerance)
    assert qd[:, 1] == pytest.approx(-2 * t, abs=tolerance)
    assert np.array_equal(run.tau, np.tile([11.0, -6.0], (len(run.t), 1)))


def test_torque_of_time_and_state():
    """Of m ẍ = cos(w t) − k x − b ẋ the steady oscillation that linear algebra gives."""
    m, k, b, w = 2.0, 50.0, 3.0, 4.0

    def torque(t, q, qd):
        return np.cos(w * t) - k * q - b * qd

    H = 1 / (k - m * w**2 + 1j * b * w)  # x = Re(H e^{iwt})
    run = lw.simulate(slider(m), [H.real], [(1j * w * H).real], torque, t=5)
    t = np.linspace(0, 5, 50)
    q, qd = run.at(t)
    assert q[:, 0] == pytest.approx((H * np.exp(1j * w * t)).real, abs=1e-10)
    assert qd[:, 0] == pytest.approx((1j * w * H * np.exp(1j * w * t)).real, abs=1e-10)
    assert run.tau[:, 0] == pytest.approx(torque(run.t, run.q[:, 0], run.qd[:, 0]), abs=1e-12)


def test_viscous_friction_slows_exponentially():
    """Rates are v0 e^(−b t/m), by an adaptive, a fixed and the symplectic integrator."""
    cart = slider(2.0, friction=lw.Friction(0.5))
    for how in ({}, {"integrator": "RK4", "h": 0.01}, {"integrator": "symplectic", "h": 0.001}):
        run = lw.simulate(cart, [0], [3], t=4, **how)
        assert run.qd[-1, 0] == pytest.approx(3 * np.exp(-1), abs=1e-6)
        assert run.q[-1, 0] == pytest.approx(3 * 4 * (1 - np.exp(-1)), abs=1e-6)
        assert not run.conserves_energy


def test_coulomb_friction_stops_and_trembles():
    """A cart stops after v0 m/c; no joint sticks, but RK4 lets it creep no faster than c h/m."""
    m, c, h = 2.0, 4.0, 1e-3
    run = lw.simulate(slider(m, friction=lw.Friction(0, c)), [0], [1], t=1, integrator="RK4", h=h)
    moving, still = run.t < 0.499, run.t > 0.501
    assert run.qd[moving, 0] == pytest.approx(1 - c / m * run.t[moving], abs=1e-12)
    assert np.abs(run.qd[still]).max() <= c * h / m
    assert run.q[-1, 0] == pytest.approx(0.25, abs=0.5 * c * h / m)


@pytest.mark.parametrize("integrator", ["DOP853", "RK45", "LSODA"])
def test_steps_that_shrink_where_a_joint_should_stick(integrator):
    """A cart that is pulled comes to rest; the run stops there and names the joint and the cure."""
    rail = slider(2.0, friction=lw.Friction(0, 4.0))
    # 1 N pulls it, less than the friction of 4 N: it stops after m v0 / (c − 1) = 2/3 s.
    with pytest.warns(LinkwiseWarning, match="friction of joint 'x' jumps at rest: take RK4"):
        run = lw.simulate(rail, [0], [1], [1.0], t=5, integrator=integrator)
    assert not run.is_complete
    assert run.t[-1] == pytest.approx(2 / 3, abs=1e-6)
    assert run.q[-1, 0] == pytest.approx(1 / 3, abs=1e-6)


def test_controller_with_memory():
    """With z = ∫ x and τ = −3 ẋ − 3 x − z the motion is e^(−t): three equal poles."""
    run = lw.simulate(
        slider(1.0),
        [1],
        [-1],
        lambda _, q, qd, z: (-3 * qd - 3 * q - z, q),
        t=6,
        z0=[-1.0],
    )  # x(0) = 1, x' = −1, x'' = 3 − 3 + 1 = 1: x = e^(−t)
    assert run.q[:, 0] == pytest.approx(np.exp(-run.t), abs=1e-10)
    assert run.z[:, 0] == pytest.approx(-np.exp(-run.t), abs=1e-10)


def test_saturated_torque():
    """A motor of 4 N pushed to 100 N gives 4 N: x = ½ (4/2) t²."""
    cart = slider(2.0, limits=Limits(effort=4))
    run = lw.simulate(cart, [0], [0], [100], t=1, saturate=True)
    assert run.q[-1, 0] == pytest.approx(1, abs=1e-12)
    assert np.array_equal(run.tau, np.full_like(run.tau, 4))
    assert lw.simulate(cart, [0], [0], [100], t=1).q[-1, 0] == pytest.approx(25, abs=1e-10)


def test_external_wrench_is_a_torque_through_the_jacobian():
    """A spring in space pulls at the tip: the motion is that of a torque Jᵀ f."""
    tip, anchor, k = np.array([1.0, 0, 0]), np.array([0.3, 0.9, 0]), 40.0
    arm = replace(ARM, links=[replace(link, joint=with_friction(link.joint)) for link in ARM.links])

    def pull(q):
        return k * (anchor - lw.link_poses(arm, q)["link2"].point(tip))

    def wrench(_, q, __):
        return {"link2": Wrench((0, 0, 0), pull(q), at=tip)}

    def torque(_, q, __):
        return lw.link_jacobian(arm, q, "link2", at=tip)[3:].T @ pull(q)

    t = np.linspace(0, 0.5, 6)
    how = {"integrator": "RK4", "h": 0.005}
    pulled = lw.simulate(arm, (0, 0.3), (0, 0), t=t, external=wrench, **how)
    driven = lw.simulate(arm, (0, 0.3), (0, 0), torque, t=t, **how)
    assert pulled.q == pytest.approx(driven.q, abs=1e-12)
    assert np.abs(driven.tau).max() > 1
    assert np.array_equal(pulled.tau, np.zeros((6, 2)))  # the motors do nothing


def with_friction(joint):
    """Return the joint with friction, a spring and a rotor."""
    return replace(
        joint, friction=lw.Friction(0.3), spring=lw.Spring(2, 0.1), rotor=lw.Rotor(1e-4, 30)
    )


def test_constant_wrench_in_link_axes():
    """A rocket on a rail: a constant push along the link, x = F t²/(2 m)."""
    push = {"cart": Wrench((0, 0, 0), (3, 0, 0), frame="link")}
    for name in FIXED:
        run = lw.simulate(slider(2.0), [0], [0], t=2, external=push, integrator=name, h=0.1)
        assert run.q[-1, 0] == pytest.approx(3, abs=1e-12)


def test_rows_are_at_the_times_asked_for():
    """Rows are at the given times, between which fixed steps are as long as h allows."""
    t = [1.0, 1.05, 1.2]
    free = lw.simulate(ARM, (0, 0.3), (0, 0), t=t)
    assert free.t.tolist() == t
    fixed = lw.simulate(ARM, (0, 0.3), (0, 0), t=t, integrator="RK4", h=0.001)
    assert fixed.steps == 200
    assert fixed.q == pytest.approx(free.q, abs=1e-6)
    one = lw.simulate(ARM, (0, 0.3), (0, 0), t=t, integrator="RK4")
    assert one.steps == 2
    shorter = lw.simulate(ARM, (0, 0.3), (0, 0), t=0.1, integrator="RK4", h=0.03)
    assert shorter.t == pytest.approx([0, 0.025, 0.05, 0.075, 0.1])


def test_dense_output():
    """Between steps RK4 is interpolated to its order: against a run with tight tolerances."""
    exact = lw.simulate(ARM, (0, 0.3), (0, 0), t=1)
    run = lw.simulate(ARM, (0, 0.3), (0, 0), t=1, integrator="RK4", h=0.002)
    t = np.random.default_rng(0).uniform(0, 1, (5, 40))
    for got, right in zip(run.at(t), exact.at(t), strict=True):
        assert got.shape == (5, 40, 2)
        assert got == pytest.approx(right, abs=1e-6)  # h⁴ of rates that change at 30 rad/s
    q, qd = run.at(run.t[7])
    assert np.array_equal(q, run.q[7])
    assert np.array_equal(qd, run.qd[7])
    with pytest.raises(LinkwiseError, match="lasts from 0 s to 1 s"):
        run.at(1.01)


def test_both_backends_and_compiled_robots():
    """Random tree, joints of all kinds: C, NumPy and plain accelerations give one motion."""
    robot = random_tree(np.random.default_rng(7), 6)
    q0, qd0 = np.random.default_rng(8).uniform(-1, 1, (2, robot.n))
    how = {"t": 0.1, "integrator": "RK4", "h": 0.01}
    runs = [lw.simulate(r, q0, qd0, **how) for r in (robot, lw.compile(robot, "numpy"))]
    assert runs[0].q == pytest.approx(runs[1].q, rel=1e-12, abs=1e-12)

    def rate(x):
        q, qd = np.split(x, 2)
        return np.concatenate([qd, lw.aba(robot, q, qd, 0 * q)])

    x, h = np.concatenate([q0, qd0]), 0.01
    for _ in range(10):
        k1 = rate(x)
        k2 = rate(x + h / 2 * k1)
        k3 = rate(x + h / 2 * k2)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(x + h * k3))
    assert np.concatenate([runs[0].q[-1], runs[0].qd[-1]]) == pytest.approx(x, rel=1e-9, abs=1e-9)


def test_progress():
    """Progress takes any wrapper, which sees a hundred percents and then the end."""
    seen = []

    def progress(percents):
        for percent in percents:
            seen.append(percent)
            yield percent
        seen.append("end")

    lw.simulate(ARM, (0, 0.3), (0, 0), t=1, progress=progress)
    assert seen == [*range(100), "end"]


# ---- motions that stop


def test_motion_that_blows_up():
    """A torque that feeds on the motion: what there is of it, with a warning that names all."""
    with pytest.warns(LinkwiseWarning, match=r"stopped at t = 0\.13\d* s.*'q2'.*blows up"):
        run = lw.simulate(ARM, (0, 0.3), (0, 0), lambda _, q, __: 50 * q**3, t=10, rtol=1e-6)
    assert not run.is_complete
    assert 0.1 < run.t[-1] < 0.2
    assert np.isfinite(run.q).all()
    assert "joint 'q2'" in run.messages[0]
    assert run.messages[0] in str(run)
    assert run.at(0.1)[0] == pytest.approx(
        lw.simulate(ARM, (0, 0.3), (0, 0), lambda _, q, __: 50 * q**3, t=[0, 0.1]).q[-1], abs=1e-5
    )


@pytest.mark.parametrize("name", FIXED)
def test_steps_that_are_too_long(name):
    """The same with fixed steps, which jump to infinity: the rows before that are kept."""
    with pytest.warns(LinkwiseWarning, match=r"stopped at t = 0\.1\d* s.*'q2'"):
        run = lw.simulate(
            ARM, (0, 0.3), (0, 0), lambda _, q, __: 50 * q**3, t=10, integrator=name, h=0.01
        )
    assert 5 < len(run.t) < 20
    assert np.isfinite(run.q).all()


@pytest.mark.parametrize("how", [{}, {"integrator": "RK4", "h": 0.01}, {"integrator": "Radau"}])
def test_torque_that_is_no_number(how):
    """A controller that fails at 0.5 s: the motion goes on until then, and its joint is named."""

    def torque(t, *_):
        return np.array([0, np.nan if t > 0.5 else 0])

    with pytest.warns(LinkwiseWarning, match="the torque of joint 'q2' is nan"):
        run = lw.simulate(ARM, (0, 0.3), (0, 0), torque, t=1, **how)
    assert 0.45 < run.t[-1] <= 0.5
    assert np.isfinite(run.qd).all()


def test_too_many_steps():
    """A motion that takes more steps than are allowed stops there."""
    with pytest.warns(LinkwiseWarning, match="20 steps are not enough"):
        run = lw.simulate(ARM, (0, 0.3), (0, 0), t=10, max_steps=20)
    assert run.steps == 20


def test_no_time_at_all():
    """A run that fails in its first step has the start alone."""
    with pytest.warns(LinkwiseWarning, match="stopped at t = 0 s"):
        run = lw.simulate(
            ARM,
            (0, 0.3),
            (0, 0),
            lambda t, q, _: q * (0 if t == 0 else np.nan),
            t=1,
            integrator="RK4",
            h=0.1,
        )
    assert run.q.tolist() == [[0, 0.3]]
    assert run.at(0)[0].tolist() == [0, 0.3]
    assert lw.energy_ledger(run).residual == 0


# ---- refusals


@pytest.mark.parametrize(
    ("words", "how"),
    [
        ("q0 has shape", {"q0": [1]}),
        ("q0 must be one state", {"q0": [[0, 0]]}),
        ("qd0\\[1\\] is nan", {"qd0": [0, np.nan]}),
        ("torque has shape \\(3,\\)", {"torque": [1, 2, 3]}),
        ("torque has shape \\(1, 2\\)", {"torque": [[1, 2]]}),
        ("the torque has shape \\(3,\\) at t = 0 s", {"torque": lambda *_: [1, 2, 3]}),
        ("the rate of z has shape", {"torque": lambda _, q, *__: (q, [1, 2]), "z0": [0]}),
        ("z0 is the memory of a torque", {"z0": [0]}),
        ("z0 must be a vector", {"torque": lambda _, q, __, z: (q, z), "z0": 0}),
        ("t must be a duration", {"t": -1}),
        ("t must be a duration", {"t": [0, 1, 1]}),
        ("t is nan", {"t": np.nan}),
        ("did you mean 'RK4'", {"integrator": "rk4"}),
        ("unknown integrator 'euler'", {"integrator": "euler"}),
        ("RK4 wants the size h", {"integrator": "RK4"}),
        ("h must be a positive", {"integrator": "RK4", "h": 0}),
        ("RK4 takes steps of a given size", {"integrator": "RK4", "h": 0.1, "rtol": 1e-3}),
        ("DOP853 chooses its steps", {"h": 0.1}),
        ("rtol must be between", {"rtol": 0}),
        ("has no link 'link3'", {"external": {"link3": Wrench((0, 0, 0), (1, 0, 0))}}),
        ("no place for the memory z", {"integrator": "symplectic", "h": 0.1, "z0": [0]}),
    ],
)
def test_refusals(words, how):
    """Each argument that is at fault is named, before anything is simulated."""
    arguments = {"q0": [0, 0.3], "qd0": [0, 0], "t": 1} | how
    if "symplectic" in how.values():
        arguments["torque"] = lambda _, q, __, z: (q, z)
    with pytest.raises(LinkwiseError, match=words):
        lw.simulate(ARM, **arguments)


def test_singular_start():
    """A joint that moves nothing has no acceleration: said at once, with its name."""
    hollow = replace(ARM, links=[ARM.links[0], replace(ARM.links[1], inertia=Inertia.zero())])
    with pytest.raises(LinkwiseError, match="'q2' moves no inertia"):
        lw.simulate(hollow, (0, 0.3), (0, 0), t=1)
