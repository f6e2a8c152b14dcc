"""Base parameters from torques of known arms, with noise and without."""

from dataclasses import replace

import numpy as np
import pytest
from oracles.closed_forms import two_r
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, LinkwiseError, Rotor, Spring
from linkwise.identification import least_squares
from linkwise.identification.excitation import excitation_trajectory
from linkwise.identification.least_squares import identify

EFFECTS = ("friction", "rotors", "springs")
SIGMA = np.array([0.8, 0.8, 0.6, 0.6, 0.2, 0.15, 0.1])  # N m, of the seven joints of an arm


def with_effects(robot, rng, *names):
    """Give every moving joint random effects of the names."""
    links = []
    for link in robot.links:
        b, c, k, q0, J = rng.uniform(0.1, 1, 5)
        effects = {"friction": Friction(b, c), "rotors": Rotor(J, 2), "springs": Spring(k, q0)}
        fields = {"friction": "friction", "rotors": "rotor", "springs": "spring"}
        chosen = {fields[name]: effects[name] for name in names}
        joint = replace(link.joint, **chosen) if link.joint.moves else link.joint
        links.append(replace(link, joint=joint))
    return replace(robot, links=links)


def test_noisy_seven_joint_arm_is_recovered():
    """Every base parameter within 4 standard errors of the truth, nine in ten within 2.

    The truth is the model that made the torques; the estimator sees an arm without friction whose
    bodies are half as heavy.
    """
    rng = np.random.default_rng(11)
    arm = with_effects(lw.panda(), rng, "friction")
    light = [
        replace(link, inertia=lw.Inertia.from_parameters(link.inertia.parameters() / 2))
        for link in lw.panda().links
    ]
    motion = excitation_trajectory(arm, evaluations=40)
    t = np.arange(0, 10, 0.01)
    states = motion.q(t), motion.qd(t), motion.qdd(t)
    tau = lw.rnea(arm, *states) + rng.normal(scale=SIGMA, size=(1000, 7))
    found = identify(replace(lw.panda(), links=light), *states, tau)
    truth = found.base.values(lw.regressor_parameters(arm, ["friction"]))
    off = np.abs(found.values - truth) / found.standard_errors
    assert len(found.values) == 43 + 14  # Gaz et al., IEEE RA-L 4 (2019), and two a joint
    assert off.max() < 4
    assert np.mean(off < 2) > 0.9
    np.testing.assert_allclose(found.noise, SIGMA, rtol=0.06)  # 1 / √(2 · 1000) is 2.2 %
    assert np.abs(found.correlation).max() < 0.1
    assert found.condition < 15
    off_model = found.deviations(arm)
    np.testing.assert_allclose(np.abs(off_model), off, rtol=1e-6, atol=1e-9)


def test_two_r_by_hand():
    """From the closed form of the lecture notes: estimates equal the groupings done on paper."""
    l1, m1, m2, lc1, lc2, I1, I2 = 0.5, 3, 2, 0.2, 0.15, 0.05, 0.03
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.uniform(-2, 2, (3, 50, 2))
    tau = two_r(m1=m1, m2=m2, l1=l1, lc1=lc1, lc2=lc2, I1=I1, I2=I2).tau(q, qd, qdd)
    found = identify(lw.planar_2r(l1, 0.4), q, qd, qdd, tau, effects=())
    assert found.labels[:3] == ("link1 mcx", "link1 mcy", "link1 Izz")
    right = [m1 * lc1 + m2 * l1, 0, I1 + m1 * lc1**2 + m2 * l1**2, m2 * lc2, 0, I2 + m2 * lc2**2]
    np.testing.assert_allclose(found.values, right, atol=1e-12)
    assert found.units == ("kg m", "kg m", "kg m²") * 2


@pytest.mark.parametrize("seed", range(3))
def test_exact_torques_give_exact_parameters(seed):
    """A random tree with friction, rotors and springs; the predicted torques are rnea's elsewhere.

    States are random too, so that nothing but the model's parameters can explain the torques.
    """
    rng = np.random.default_rng(seed)
    tree = with_effects(random_tree(rng, 6), rng, *EFFECTS)
    states = rng.uniform(-2, 2, (3, 300, tree.n))
    found = identify(tree.bare, *states, lw.rnea(tree, *states), effects=EFFECTS)
    truth = found.base.values(lw.regressor_parameters(tree, EFFECTS))
    np.testing.assert_allclose(found.values, truth, atol=1e-9 * np.abs(truth).max())
    others = rng.uniform(-2, 2, (3, 5, tree.n))
    tau = lw.rnea(tree, *others)
    np.testing.assert_allclose(found.torque(*others), tau, atol=1e-8 * np.abs(tau).max())


def test_weighted_least_squares_as_one_dense_system(monkeypatch):
    """Estimates, covariance and condition in blocks of 7 states are those of one stacked matrix."""
    rng = np.random.default_rng(1)
    arm, sigma = lw.planar_2r(), np.array([0.3, 0.01])
    states = rng.uniform(-2, 2, (3, 40, 2))
    tau = lw.rnea(arm, *states) + rng.normal(scale=sigma, size=(40, 2))
    monkeypatch.setattr(least_squares, "BLOCK", 7)
    found = identify(arm, *states, tau, effects=["friction"], noise=sigma)
    W = found.base.regressor(lw.torque_regressor(arm, *states, effects=["friction"]))
    A = (W / sigma[:, None]).reshape(80, -1)
    beta, *_ = np.linalg.lstsq(A, (tau / sigma).ravel())
    np.testing.assert_allclose(found.values, beta, rtol=1e-9)
    covariance = np.linalg.inv(A.T @ A)
    np.testing.assert_allclose(found.covariance, covariance, rtol=1e-8)
    np.testing.assert_allclose(found.standard_errors, np.sqrt(np.diag(covariance)), rtol=1e-8)
    residual = tau - W @ beta
    np.testing.assert_allclose(found.residual_rms, np.sqrt((residual**2).mean(0)), rtol=1e-9)
    flat = W.reshape(80, -1)
    condition = np.linalg.cond(flat / np.linalg.norm(flat, axis=0))
    assert found.condition == pytest.approx(condition, rel=1e-9)
    np.testing.assert_array_equal(found.noise, sigma)


def test_standard_errors_are_the_scatter_of_estimates():
    """Over 80 draws of noise, estimates scatter about the truth by their standard errors.

    Few states a draw (40 for 6 parameters): noise that is divided by their number, not by the
    degrees of freedom, would be too small by a twelfth.
    """
    rng = np.random.default_rng(2)
    arm, sigma = lw.planar_2r(), np.array([0.5, 0.05])
    states = rng.uniform(-2, 2, (3, 40, 2))
    tau = lw.rnea(arm, *states)
    truth, off, noise = None, [], []
    for _ in range(80):
        found = identify(arm, *states, tau + rng.normal(scale=sigma, size=(40, 2)), effects=())
        truth = found.model if truth is None else truth
        off.append((found.values - truth) / found.standard_errors)
        noise.append(found.noise**2 / sigma**2)
    assert np.mean(np.square(off)) == pytest.approx(1, abs=0.2)
    assert np.mean(off) == pytest.approx(0, abs=0.15)
    np.testing.assert_allclose(np.mean(noise, axis=0), 1, atol=0.06)


def test_effects_of_the_model_may_be_known():
    """Friction beyond the linear law, springs and rotors that the model holds are not explained."""
    rng = np.random.default_rng(3)
    arm = with_effects(lw.planar_2r(), rng, "rotors", "springs")
    first, second = arm.links
    curved = replace(second.joint, friction=Friction(0.1, 0.2, 0.4, 0.3, 0.1))
    arm = replace(arm, links=[first, replace(second, joint=curved)])
    states = rng.uniform(-2, 2, (3, 30, 2))
    found = identify(arm, *states, lw.rnea(arm, *states), effects=())
    np.testing.assert_allclose(found.values, found.model, atol=1e-12)
    with pytest.raises(LinkwiseError, match="'q2' is two-sided or of Stribeck's kind"):
        identify(arm, *states, lw.rnea(arm, *states))


def test_what_is_not_excited_is_named():
    """A joint at rest hides its friction; too few states hide more than there are equations."""
    rng = np.random.default_rng(4)
    arm = lw.planar_2r()
    q, qd, qdd = rng.uniform(-2, 2, (3, 100, 2))
    q[:, 1], qd[:, 1], qdd[:, 1] = 0.3, 0, 0
    with pytest.raises(LinkwiseError) as caught:
        identify(arm, q, qd, qdd, lw.rnea(arm, q, qd, qdd))
    message = str(caught.value)
    assert "do not excite" in message
    assert "q2 viscous" in message
    assert "q2 coulomb" in message
    assert "q1 viscous" not in message
    assert "stand still: q2" in message
    states = rng.uniform(-2, 2, (3, 4, 2))  # 8 equations for 10 parameters
    with pytest.raises(
        LinkwiseError, match=r"do not excite 2 of 10 base parameters: .* and 4 more"
    ):
        identify(arm, *states, lw.rnea(arm, *states))
    states = rng.uniform(-2, 2, (3, 5, 2))  # 10 equations
    tau = lw.rnea(arm, *states)
    with pytest.raises(LinkwiseError, match="nothing to tell the noise from"):
        identify(arm, *states, tau)
    np.testing.assert_allclose(
        identify(arm, *states, tau, noise=[1, 1]).torque(*states), tau, atol=1e-9
    )


def test_statics_show_moments_but_no_inertia():
    """An arm that is held at rest in many poses tells first moments only, as any textbook says."""
    rng = np.random.default_rng(5)
    arm, q = lw.planar_2r(), rng.uniform(-2, 2, (50, 2))
    with pytest.raises(
        LinkwiseError, match=r"do not excite 2 of 6 .*: link1 Izz, link2 Izz are not"
    ):
        identify(arm, q, q * 0, q * 0, lw.gravity_torque(arm, q), effects=())


def test_residuals_that_are_no_noise_are_pointed_at():
    """A slow disturbance leaves residuals alike from state to state, and the report says so."""
    t = np.arange(0, 10, 0.01)
    motion = excitation_trajectory(lw.planar_2r(), evaluations=5)
    states = motion.q(t), motion.qd(t), motion.qdd(t)
    tau = lw.rnea(lw.planar_2r(), *states)
    rng = np.random.default_rng(6)
    white = identify(lw.planar_2r(), *states, tau + rng.normal(size=tau.shape))
    assert "no white noise" not in str(white)
    slow = identify(lw.planar_2r(), *states, tau + np.sin(7 * t)[:, None])
    assert slow.correlation.min() > 0.9
    assert "no white noise" in str(slow)


def test_report_shows_estimates_beside_the_model():
    """The table has a row a parameter with the numbers of the result."""
    rng = np.random.default_rng(7)
    arm, states = lw.planar_2r(), rng.uniform(-2, 2, (3, 60, 2))
    found = identify(arm, *states, lw.rnea(arm, *states) + rng.normal(scale=0.1, size=(60, 2)))
    lines = str(found).splitlines()
    assert lines[0].startswith("planar 2R: 10 base parameters from 60 states, condition number ")
    row = next(line for line in lines if line.startswith("link1 mcx + …")).split()
    assert [float(x) for x in row[4:6]] == pytest.approx(
        [found.values[0], found.standard_errors[0]], rel=0.05
    )
    assert float(row[7]) == pytest.approx(1.5)  # m1 lc1 + m2 l1
    assert lines[-1].split()[-2:] == ["N", "m"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tau": np.zeros((9, 2))}, r"tau must be real numbers of the shape of q, \(10, 2\)"),
        ({"qd": np.zeros((10, 3))}, "qd has shape .* 2 entries"),
        ({"qdd": np.full((10, 2), np.nan)}, r"qdd\[0, 0\] is nan"),
        ({"q": np.zeros((10, 2), complex)}, "q must be real numbers"),
        ({"noise": [1, 0]}, "2 standard deviations above 0"),
        ({"noise": [1, 2, 3]}, "2 standard deviations above 0"),
        ({"effects": ["damping"]}, "unknown effect 'damping'"),
        (dict.fromkeys(("q", "qd", "qdd", "tau"), np.zeros((0, 2))), "at least one state"),
    ],
)
def test_refusals(change, message):
    """Every wrong argument is named."""
    rng = np.random.default_rng(8)
    names = ("q", "qd", "qdd", "tau")
    arguments = dict(zip(names, rng.uniform(-1, 1, (4, 10, 2)), strict=True)) | change
    with pytest.raises(LinkwiseError, match=message):
        identify(lw.planar_2r(), **arguments)
