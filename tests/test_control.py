"""Controllers in closed loop with the simulator, against the error that theory gives."""

from dataclasses import replace

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, LinkwiseError, Rotor, Spring

PLAIN = lw.planar_2r(0.4, 1, 0.2, 0.15, 3, 2, 0.04, 0.015)  # lecture 002
EFFECTS = {"friction": Friction(0.4), "spring": Spring(6, 0.2), "rotor": Rotor(1e-4, 30)}
ARM = replace(PLAIN, links=[replace(k, joint=replace(k.joint, **EFFECTS)) for k in PLAIN.links])
FAST = lw.compile(ARM, "numpy")
KP, KD = np.array([40.0, 15]), np.array([8.0, 3])


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory):
    """Keep what the tests compile out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def wave(t):
    """Return a motion to follow, differentiated by hand."""
    w, a, b = np.array([2.0, 3]), np.array([0.8, 0.5]), np.array([0.2, -0.4])
    return b + a * np.sin(w * t), a * w * np.cos(w * t), -a * w**2 * np.sin(w * t)


def waves(t):
    """Return the motion at many times, each ``(N, 2)``."""
    return tuple(np.array(column) for column in zip(*map(wave, t), strict=True))


# ---- gravity compensation


def test_gravity_compensation_holds_still():
    """Released anywhere, the arm stays: rates are exactly what the torque did not cancel."""
    run = lw.simulate(
        ARM, (0.3, -1.1), (0, 0), lambda _, q, __: lw.gravity_compensation(ARM, q), t=2
    )
    assert np.abs(run.q - (0.3, -1.1)).max() < 1e-12


def test_gravity_compensation_makes_weightless():
    """Pushed, the arm without effects keeps its kinetic energy, as it does in free space."""
    run = lw.simulate(
        PLAIN,
        (0.3, -1.1),
        (2, -1),
        lambda _, q, __: lw.gravity_compensation(PLAIN, q),
        t=2,
        rtol=1e-10,
    )
    free = lw.simulate(replace(PLAIN, gravity=np.zeros(3)), (0.3, -1.1), (2, -1), t=[0, 2])
    assert run.kinetic == pytest.approx(np.full(len(run.t), run.kinetic[0]), abs=1e-8)
    assert run.q[-1] == pytest.approx(free.q[-1], abs=1e-8)
    assert np.ptp(run.potential) > 5


def test_holding_torques_of_the_lecture_notes():
    """Lecture notes, section 4 (002): what holds the arm at (0, π/2) and at the release."""
    assert lw.gravity_compensation(PLAIN, (0, np.pi / 2)) == pytest.approx([13.734, 0], abs=1e-12)
    hold = lw.gravity_compensation(PLAIN, (0, 0.3))
    assert hold == pytest.approx([16.54555528749666, 2.8115552874966583], abs=1e-12)


# ---- PD + gravity


def test_pd_gravity_comes_to_rest_where_it_shall():
    """From hanging to a set point; V = ½ q̇ᵀM q̇ + ½ eᵀKp e falls at q̇ᵀ(Kd + b) q̇ all the way.

    Kinetic energy and friction come from the model, not from the controller.
    """
    target = np.array([0.7, -0.9])
    run = lw.simulate(
        ARM,
        (-np.pi / 2, 0),
        (0, 0),
        lambda _, q, qd: lw.pd_gravity(FAST, q, qd, target, KP, KD),
        t=8,
    )
    assert run.q[-1] == pytest.approx(target, abs=1e-4)
    assert np.abs(run.qd[-1]).max() < 1e-3
    V = run.kinetic + (KP * (target - run.q) ** 2).sum(axis=1) / 2
    assert (np.diff(V) < 1e-12).all()
    t = np.linspace(0, 8, 4001)
    _, qd = run.at(t)
    lost = np.trapezoid(((KD + 0.4) * qd**2).sum(axis=1), t)
    assert V[0] - V[-1] == pytest.approx(lost, rel=1e-6)


def test_pd_without_gravity_stays_below():
    """What the gravity term is for: without it the arm rests where Kp e balances gravity."""
    target = np.array([0.7, -0.9])
    bare = PLAIN

    def without(_, q, qd):
        return KP * (target - q) - KD * qd

    run = lw.simulate(bare, target, (0, 0), without, t=15, rtol=1e-8)
    sag = target - run.q[-1]
    assert KP * sag == pytest.approx(lw.gravity_torque(bare, run.q[-1]), abs=1e-3)
    assert np.abs(sag).max() > 0.1


# ---- computed torque


@pytest.mark.parametrize("robot", [ARM, FAST], ids=["plain", "compiled"])
def test_computed_torque_decouples_the_errors(robot):
    """The error of each joint is that of ë + Kd ė + Kp e = 0, critically damped, in closed form."""
    w, e0 = np.array([6.0, 9]), np.array([0.3, -0.5])
    start = wave(0)
    run = lw.simulate(
        ARM,
        start[0] - e0,
        start[1],
        lambda t, q, qd: lw.computed_torque(robot, q, qd, *wave(t), w**2, 2 * w),
        t=np.linspace(0, 1.5, 16),
        rtol=1e-8,
        atol=1e-9,
    )
    e = waves(run.t)[0] - run.q
    wt = run.t[:, None] * w
    assert e == pytest.approx(e0 * (1 + wt) * np.exp(-wt), abs=1e-7)


def test_computed_torque_with_matrix_gains():
    """Gains that couple the joints: the error is the matrix exponential of the linear system."""
    from scipy.linalg import expm

    Kp, Kd = np.array([[50.0, 12], [-8, 70]]), np.array([[14.0, -2], [3, 16]])
    e0 = np.array([0.3, -0.5])
    start = wave(0)
    run = lw.simulate(
        ARM,
        start[0] - e0,
        start[1],
        lambda t, q, qd: lw.computed_torque(FAST, q, qd, *wave(t), Kp, Kd),
        t=[0, 0.4],
        rtol=1e-9,
    )
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-Kp, -Kd]])
    assert wave(0.4)[0] - run.q[-1] == pytest.approx((expm(0.4 * A) @ [*e0, 0, 0])[:2], abs=1e-8)


def test_computed_torque_gives_the_wished_acceleration():
    """Lecture 001: Υ = M q̈_des + C q̇ + G gives q̈ = q̈_des, here on a random tree, by batches."""
    rng = np.random.default_rng(0)
    robot = random_tree(rng, 6)
    q, qd, qdd = rng.uniform(-2, 2, (3, 4, robot.n))
    tau = lw.computed_torque(robot, q, qd, q, qd, qdd, Kp=3, Kd=5)
    assert lw.aba(robot, q, qd, tau) == pytest.approx(qdd, abs=1e-8)


# ---- Slotine and Li


def follow(torque, t=4.0, z0=None, h=0.01):
    """Simulate the arm from an error of 0.4 rad, and return the run and its errors."""
    start = wave(0)
    run = lw.simulate(
        ARM,
        start[0] - 0.4,
        start[1],
        torque,
        t=np.linspace(0, t, 41),
        z0=z0,
        integrator="RK4",
        h=h,
    )
    return run, waves(run.t)[0] - run.q


@pytest.mark.parametrize("robot", [ARM, FAST], ids=["plain", "compiled"])
def test_slotine_li_follows(robot):
    """The error dies out, and ½ sᵀM s falls by ∫ sᵀK s dt, with s by its definition."""
    Lambda, K = np.array([4.0, 6]), np.array([[5.0, 0.5], [0.5, 2]])
    short = 0.5
    run, e = follow(
        lambda t, q, qd: lw.slotine_li(robot, q, qd, *wave(t), Lambda, K),
        t=4 if robot is FAST else short,
    )
    t = np.linspace(0, short, 201)
    q, qd = run.at(t)
    q_d, qd_d, _ = waves(t)
    s = qd - qd_d - Lambda * (q_d - q)
    V = np.einsum("ni,nij,nj->n", s, lw.crba(ARM, q), s) / 2
    lost = np.trapezoid(np.einsum("ni,ij,nj->n", s, K, s), t)
    assert V[0] - V[-1] == pytest.approx(lost, rel=1e-3)
    assert V[-1] < V[0] / 2
    if robot is FAST:
        assert np.abs(e[-1]).max() < 1e-4


def test_adaptation_follows_with_wrong_masses():
    """With all parameters halved the fixed controller stays 0.2 rad off; the adaptive one does not.

    ½ sᵀM s + ½ δᵀΓ⁻¹ δ, with the true parameters of the model, falls all the way.
    """
    effects = ("friction", "rotors", "springs")
    true = lw.regressor_parameters(ARM, effects)
    Lambda, K, Gamma = 5.0, 4.0, 1.0

    def adapt(t, q, qd, z):
        return lw.adaptive_slotine_li(FAST, q, qd, *wave(t), Lambda, K, z, Gamma, effects=effects)

    def wrong(t, q, qd):
        return lw.adaptive_slotine_li(
            FAST, q, qd, *wave(t), Lambda, K, true / 2, 0, effects=effects
        )[0]

    _, off = follow(wrong, t=1, h=0.025)
    assert np.abs(off[-10:]).max() > 0.2
    run, e = follow(adapt, t=2.5, z0=true / 2, h=0.0208)
    assert np.abs(e[-10:]).max() < 0.08
    q_d, qd_d, _ = waves(run.t)
    s = run.qd - qd_d - Lambda * (q_d - run.q)
    V = np.einsum("ni,nij,nj->n", s, lw.crba(ARM, run.q), s) / 2
    V = V + ((run.z - true) ** 2).sum(axis=1) / Gamma / 2
    assert (np.diff(V) < 1e-6).all()
    assert V[-1] < V[0]


@pytest.mark.parametrize("robot", [ARM, FAST], ids=["plain", "compiled"])
def test_true_parameters_need_no_adaptation(robot):
    """With the true parameters both forms give one torque, and do not change where s = 0."""
    effects = ("friction", "rotors", "springs")
    q, qd, q_d, qd_d, qdd_d = np.random.default_rng(1).uniform(-2, 2, (5, 3, 2))
    pi = lw.regressor_parameters(ARM, effects)
    tau, rate = lw.adaptive_slotine_li(
        robot, q, qd, q_d, qd_d, qdd_d, 3, 7, pi, 0.2, effects=effects
    )
    assert tau == pytest.approx(lw.slotine_li(ARM, q, qd, q_d, qd_d, qdd_d, 3, 7), abs=1e-11)
    assert rate.shape == (3, len(pi))
    _, still = lw.adaptive_slotine_li(robot, q, qd, q, qd, qdd_d, 3, 7, pi, 0.2, effects=effects)
    assert np.abs(still).max() == 0


# ---- refusals


@pytest.mark.parametrize(
    ("words", "call"),
    [
        ("Kp has shape \\(3,\\)", lambda: lw.pd_gravity(ARM, [0, 0], [0, 0], [0, 0], [1, 2, 3], 1)),
        ("q_d has shape \\(3,\\)", lambda: lw.pd_gravity(ARM, [0, 0], [0, 0], [0, 0, 0], 1, 1)),
        ("q\\[1\\] is nan", lambda: lw.gravity_compensation(ARM, [0, np.nan])),
        (
            "parameters have shape \\(3,\\): \\(..., 20\\)",
            lambda: lw.adaptive_slotine_li(ARM, *[[0, 0]] * 5, 1, 1, [1, 2, 3], 1),
        ),
        (
            "Gamma has shape \\(4,\\)",
            lambda: lw.adaptive_slotine_li(ARM, *[[0, 0]] * 5, 1, 1, np.zeros(20), np.ones(4)),
        ),
    ],
)
def test_refusals(words, call):
    """Each argument that is at fault is named."""
    with pytest.raises(LinkwiseError, match=words):
        call()
