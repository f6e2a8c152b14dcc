"""Full parameters of possible bodies from identified base parameters."""

from dataclasses import replace

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, Inertia, Joint, Link, LinkwiseError, Rotor, Spring, Transform
from linkwise.identification.consistent import consistent_robot
from linkwise.identification.least_squares import identify

EFFECTS = ("friction", "rotors", "springs")


def recorded(robot, rng, sigma, states=200, effects=("friction",), guess=None):
    """Identify `robot` from random states with noise, compared with `guess`."""
    q, qd, qdd = rng.uniform(-2, 2, (3, states, robot.n))
    tau = lw.rnea(robot, q, qd, qdd) + rng.normal(scale=sigma, size=(states, robot.n))
    return identify(guess or robot, q, qd, qdd, tau, effects=effects)


def disturbed(robot, rng, size=0.3):
    """Give every body the inertia of a denser and shifted one: a prior as from a drawing."""
    links = []
    for link in robot.links:
        body = link.inertia
        c = body.com + rng.normal(scale=0.02, size=3)
        scale = np.exp(rng.normal(scale=size))
        links.append(replace(link, inertia=Inertia(body.mass * scale, c, body.tensor * scale)))
    return replace(robot, links=links)


def stout_arm():
    """Seven joints whose bodies are all thicker than a prior must be."""
    links = [
        replace(link, inertia=link.inertia + Inertia(1, link.inertia.com, 0.01 * np.eye(3)))
        for link in lw.panda().links
    ]
    return replace(lw.panda(), links=links)


def divergence(robot, prior):
    """Σ tr(J₀⁻¹ J) − log det(J₀⁻¹ J) − 4 by NumPy, for links with inertia."""
    total = 0
    for link, other in zip(robot.links, prior.links, strict=True):
        if not other.inertia.is_zero:
            X = np.linalg.solve(other.inertia.pseudo_inertia(), link.inertia.pseudo_inertia())
            total += np.trace(X) - np.linalg.slogdet(X)[1] - 4
    return total


def test_seven_joint_arm_from_noise_and_a_wrong_prior():
    """All bodies are possible, and the base parameters are within their errors of the truth.

    Least squares alone gives numbers that no bodies have: see the next test for how that shows.
    """
    rng = np.random.default_rng(0)
    arm, prior = lw.panda(), disturbed(lw.panda(), rng)
    found = recorded(arm, rng, sigma=[1, 1, 0.5, 0.5, 0.2, 0.2, 0.1], effects=(), guess=prior)
    fitted = consistent_robot(found)
    assert all(link.inertia.violations(0) == () for link in fitted.links)
    assert all(np.linalg.eigvalsh(link.inertia.pseudo_inertia()).min() > 0 for link in fitted.links)
    off = found.deviations(fitted)
    assert np.abs(off).max() < 3
    truth = found.base.values(lw.regressor_parameters(arm))
    ours = found.base.values(lw.regressor_parameters(fitted))

    def error(beta):
        return np.linalg.norm((beta - truth) / found.standard_errors)

    assert error(ours) < error(found.values)  # what bodies can be is news to least squares


def test_impossible_estimate_becomes_possible():
    """A moment of inertia that noise made negative: the body that fits has a small positive one.

    One turning link without gravity: the base parameter is Izz alone.
    """
    rng = np.random.default_rng(1)
    wheel = lw.pendulum(l=0.2, m=0.1, gravity=(0, 0, -9.81))
    q, qd, qdd = rng.uniform(-2, 2, (3, 50, 1))
    tau = lw.rnea(wheel, q, qd, qdd) - 0.01 * qdd + rng.normal(scale=0.01, size=(50, 1))
    found = identify(wheel, q, qd, qdd, tau, effects=())
    assert found.labels == ("link1 Izz",)
    assert found.values[0] < -4 * found.standard_errors[0]
    (link,) = consistent_robot(found).links
    assert link.inertia.violations(0) == ()
    assert 0 < float(link.inertia.about_origin[2, 2]) < 0.1 * 0.1 * 0.2**2 / 3


def test_exact_torques_give_a_robot_with_the_same_torques():
    """Without noise the fit is exact, whatever the prior, with all effects on a random tree."""
    rng = np.random.default_rng(2)
    tree = random_tree(rng, 5)
    links = []
    for link in tree.links:
        b, c, k, q0, J = rng.uniform(0.1, 1, 5)
        effects = {"friction": Friction(b, c), "spring": Spring(k, q0), "rotor": Rotor(J, 2)}
        joint = replace(link.joint, **effects) if link.joint.moves else link.joint
        links.append(replace(link, joint=joint))
    tree = replace(tree, links=links)
    guess = disturbed(tree.bare, rng)
    found = recorded(tree, rng, sigma=0, effects=EFFECTS, guess=guess)
    fitted = consistent_robot(found)
    states = rng.uniform(-2, 2, (3, 20, tree.n))
    tau = lw.rnea(tree, *states)
    np.testing.assert_allclose(lw.rnea(fitted, *states), tau, atol=1e-6 * np.abs(tau).max())
    assert all(link.inertia.violations(0) == () for link in fitted.links)


def test_a_prior_that_fits_is_kept():
    """If the prior explains the torques, nothing is nearer to it: all 70 parameters stay."""
    rng = np.random.default_rng(3)
    arm = stout_arm()
    found = recorded(arm, rng, sigma=0, effects=())
    pi = lw.regressor_parameters(arm)
    np.testing.assert_allclose(
        lw.regressor_parameters(consistent_robot(found)), pi, atol=1e-6 * np.abs(pi).max()
    )


def test_the_objective_is_least():
    """No possible robot near by has a smaller sum of misfit and divergence, both by NumPy."""
    rng = np.random.default_rng(4)
    arm, prior = stout_arm(), disturbed(stout_arm(), rng)
    found = recorded(arm, rng, sigma=0.5, effects=(), guess=prior)
    information = np.linalg.inv(found.covariance)

    def objective(robot):
        off = found.base.values(lw.regressor_parameters(robot)) - found.values
        return off @ information @ off + 3 * divergence(robot, prior)

    fitted = consistent_robot(found, weight=3)
    least = objective(fitted)
    for size in (1e-3, 1e-2, 0.1):
        for _ in range(10):
            assert objective(disturbed(fitted, rng, size)) > least
    for name in ("link2", "link6"):  # one parameter at a time, to second order
        k = fitted.index(name)
        for column in range(10):
            step = np.zeros(10)
            step[column] = 1e-5
            near = []
            for sign in (-1, 1):
                links = list(fitted.links)
                moved = links[k].inertia.parameters() + sign * step
                links[k] = replace(links[k], inertia=Inertia.from_parameters(moved))
                near.append(objective(replace(fitted, links=links)))
            curvature = near[0] + near[1] - 2 * least
            assert abs(near[1] - near[0]) < 0.01 * curvature
    assert objective(prior) > least


def test_weight_trades_fit_for_nearness():
    """A heavier weight gives a nearer robot that fits less well."""
    rng = np.random.default_rng(5)
    prior = disturbed(stout_arm(), rng)
    found = recorded(stout_arm(), rng, sigma=0.5, effects=(), guess=prior)
    loose, tight = (consistent_robot(found, weight=weight) for weight in (0.1, 100))
    assert divergence(tight, prior) < divergence(loose, prior)
    assert np.linalg.norm(found.deviations(loose)) < np.linalg.norm(found.deviations(tight))


def test_frames_and_fixed_links_stay_and_friction_is_not_negative():
    """A frame without mass gets none, a base keeps its own inertia, and friction stops at 0."""
    rng = np.random.default_rng(7)
    arm = lw.planar_2r()
    base = Link("foot", Joint.fixed("bolt"), inertia=Inertia(7, (0, 0, 0.1), np.eye(3)))
    tool = Link("tool", Joint.fixed("flange"), Transform.translation(1, 0, 0), parent="link2")
    first, second = arm.links
    whole = replace(arm, links=[base, replace(first, parent="foot"), second, tool])
    pushed = replace(first.joint, friction=Friction(0.5, 0.2))
    true = replace(whole, links=[base, replace(first, joint=pushed, parent="foot"), second, tool])
    q, qd, qdd = rng.uniform(-2, 2, (3, 100, 2))
    tau = lw.rnea(true, q, qd, qdd) + rng.normal(scale=0.02, size=(100, 2))
    tau[:, 1] -= 0.1 * qd[:, 1]  # pushes on, as no friction does
    found = identify(whole, q, qd, qdd, tau)
    fitted = consistent_robot(found)
    assert fitted.link("tool").inertia.is_zero
    np.testing.assert_array_equal(fitted.link("foot").inertia.tensor, np.eye(3))
    friction = [joint.friction for joint in fitted.joints]
    assert friction[0].viscous == pytest.approx(0.5, abs=0.02)
    assert friction[0].coulomb == pytest.approx(0.2, abs=0.03)
    assert 0 <= friction[1].viscous < 1e-3
    assert found.values[found.labels.index("q2 viscous")] < -0.05


def test_refusals():
    """A weight of nothing, another robot and a prior body without mass are named."""
    rng = np.random.default_rng(8)
    arm = lw.planar_2r()
    found = recorded(arm, rng, sigma=0.1)
    with pytest.raises(LinkwiseError, match="weight must be above 0, got 0"):
        consistent_robot(found, weight=0)
    with pytest.raises(LinkwiseError, match="the prior 'Panda' has other links than 'planar 2R'"):
        consistent_robot(found, lw.panda())
    hollow = replace(arm.links[1], inertia=Inertia(0, np.zeros(3), np.eye(3)))
    frames = replace(arm, links=[replace(link, inertia=Inertia.zero()) for link in arm.links])
    with pytest.raises(LinkwiseError, match="no moving link of 'planar 2R' has a mass"):
        consistent_robot(found, frames)
    with pytest.raises(LinkwiseError, match="link 'link2' has inertia but mass 0"):
        consistent_robot(found, replace(arm, links=[arm.links[0], hollow]))
