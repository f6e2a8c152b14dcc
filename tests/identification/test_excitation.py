"""Excitation trajectories: limits at all times, rest at the ends, a regressor well conditioned."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise as lw
from linkwise import Joint, Limits, LinkwiseError, Mimic
from linkwise.identification.excitation import excitation_trajectory


@pytest.fixture(scope="module")
def motion():
    """A motion of the seven-joint Panda."""
    return excitation_trajectory(lw.panda(), evaluations=60)


def dense_times(motion, count=20_000):
    """Times far closer together than those that the search looked at."""
    return np.linspace(0, motion.duration, count)


def test_limits_hold_at_all_times(motion):
    """Between the samples of the search too, and the motion comes close to them."""
    t = dense_times(motion)
    limits = [joint.limits for joint in motion.robot.joints]
    lower, upper, speed = np.array([(x.lower, x.upper, x.velocity) for x in limits]).T
    q, qd = motion.q(t), np.abs(motion.qd(t))
    middle, reach = (upper + lower) / 2, 0.95 * (upper - lower) / 2
    assert (np.abs(q - middle) <= reach).all()
    assert (qd <= 0.95 * speed).all()
    used = np.maximum(np.ptp(q, axis=0) / (2 * reach), qd.max(axis=0) / (0.95 * speed))
    assert (used > 0.97).all()


def test_it_starts_and_ends_at_rest(motion):
    """Rates and accelerations are zero at both ends of a period, and the period closes."""
    ends = np.array([0, motion.duration])
    np.testing.assert_allclose(motion.qd(ends), 0, atol=1e-12)
    np.testing.assert_allclose(motion.qdd(ends), 0, atol=1e-11)
    np.testing.assert_allclose(*motion.q(ends), atol=1e-12)


def test_rates_are_derivatives(motion):
    """By central differences of q and q̇, which know nothing of the series."""
    t, h = np.linspace(0.1, 9.7, 50), 1e-5
    np.testing.assert_allclose(
        (motion.q(t + h) - motion.q(t - h)) / (2 * h), motion.qd(t), atol=1e-8
    )
    np.testing.assert_allclose(
        (motion.qd(t + h) - motion.qd(t - h)) / (2 * h), motion.qdd(t), atol=1e-8
    )


def test_condition_number_is_that_of_the_regressor_and_beats_chance(motion):
    """NumPy's condition number of the scaled regressor, at other times; random motions have more.

    A search of one evaluation is a random motion.
    """
    t = np.linspace(0, motion.duration, 400, endpoint=False)
    states, effects = (motion.q(t), motion.qd(t), motion.qdd(t)), ["friction"]
    base = lw.base_parameters(motion.robot, effects=effects)
    W = base.regressor(lw.torque_regressor(motion.robot, *states, effects=effects))
    W = W.reshape(-1, len(base))
    condition = np.linalg.cond(W / np.linalg.norm(W, axis=0))
    assert motion.condition == pytest.approx(condition, rel=0.05)
    chance = [
        excitation_trajectory(motion.robot, evaluations=1, seed=seed).condition for seed in range(5)
    ]
    assert motion.condition < min(chance)
    assert motion.condition < 0.85 * np.median(chance)


def test_same_seed_same_motion():
    """The search is repeatable, and another seed gives another motion."""
    first, again, other = (
        excitation_trajectory(lw.planar_2r(), evaluations=8, seed=seed) for seed in (3, 3, 4)
    )
    np.testing.assert_array_equal(first.a, again.a)
    np.testing.assert_array_equal(first.center, again.center)
    assert (first.a != other.a).any()


def test_joints_without_limits_and_followers():
    """Without limits π rad or 0.5 m to each open side; a follower's limits bind its leader.

    The follower goes at −2 times the leader's rate, from 0.1 m on: its range [−0.3, 0.5] m leaves
    the leader [−0.2, 0.2], its 0.4 m/s leave 0.2.
    """
    arm = lw.planar_2r()
    first, second = arm.links
    slide = Joint.prismatic(
        "q2", limits=Limits(-0.3, 0.5, 0.4), mimic=Mimic("q1", multiplier=-2, offset=0.1)
    )
    lead = Joint.prismatic("q1")
    coupled = replace(arm, links=[replace(first, joint=lead), replace(second, joint=slide)])
    motion = excitation_trajectory(coupled, 20, evaluations=3, effects=(), margin=1)
    t = dense_times(motion)
    assert np.abs(motion.q(t)).max() <= 0.2
    assert np.abs(motion.qd(t)).max() <= 0.2
    free = excitation_trajectory(
        replace(arm, links=[first, replace(second, joint=Joint.prismatic("q2"))]), evaluations=3
    )
    assert 0.9 * np.pi < np.abs(free.q(dense_times(free))[:, 0]).max() <= 0.95 * np.pi
    assert 0.9 * 0.5 < np.abs(free.q(dense_times(free))[:, 1]).max() <= 0.95 * 0.5
    half = Joint.revolute("q2", limits=Limits(lower=1))
    one_sided = excitation_trajectory(
        replace(arm, links=[first, replace(second, joint=half)]), evaluations=3
    )
    assert 1 < one_sided.q(t)[:, 1].min() < one_sided.q(t)[:, 1].max() < 1 + np.pi


def test_report(motion):
    """One line a joint with its range and speed."""
    lines = str(motion).splitlines()
    assert lines[0].startswith("Panda: 10 s, 5 harmonics, condition number ")
    assert len(lines) == 8
    q = motion.q(dense_times(motion))[:, 3]
    assert [float(x) for x in lines[4].split()[1:4:2]] == pytest.approx(
        [q.min(), q.max()], abs=0.05
    )


@pytest.mark.parametrize(
    "change",
    [{"duration": 0}, {"harmonics": 1}, {"evaluations": 0}, {"margin": 1.2}, {"margin": 0}],
)
def test_arguments_out_of_range(change):
    """The message says what is wanted."""
    with pytest.raises(LinkwiseError, match="an excitation wants duration above 0"):
        excitation_trajectory(lw.planar_2r(), **change)


def test_joint_without_room():
    """Limits that leave a joint no motion are named."""
    arm = lw.planar_2r()
    stuck = replace(arm.links[1], joint=Joint.revolute("q2", limits=Limits(0.5, 0.5)))
    with pytest.raises(LinkwiseError, match="joint 'q2' has no room to move"):
        excitation_trajectory(replace(arm, links=[arm.links[0], stuck]))
