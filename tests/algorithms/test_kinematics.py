"""Poses and Jacobians against 4x4 matrices whose derivatives follow the product rule."""

import numpy as np
import pytest
from hypothesis import given, settings
from oracles import uicker
from random_trees import random_state, random_tree, trees

import linkwise as lw
from linkwise import Robot


@settings(max_examples=20)
@given(trees(max_links=12))
def test_poses_and_jacobians(case: tuple[Robot, np.random.Generator]) -> None:
    """Every link's pose and Jacobian are those of products of SciPy's matrix exponentials."""
    robot, rng = case
    q, qd, qdd = random_state(rng, robot)
    at = rng.uniform(-1, 1, 3)
    poses = lw.link_poses(robot, q)
    for name, motion in zip(robot.link_names, uicker.motions(robot, q, qd, qdd), strict=True):
        assert poses[name].homogeneous() == pytest.approx(motion.T, abs=1e-12)
        J = motion.jacobian(at)
        assert lw.link_jacobian(robot, q, name, at=at) == pytest.approx(J, abs=1e-11)
        R = motion.T[:3, :3]
        in_link = lw.link_jacobian(robot, q, name, at=at, frame="link")
        assert in_link == pytest.approx(np.vstack([R.T @ J[:3], R.T @ J[3:]]), abs=1e-11)
        assert lw.link_jacobian(robot, q, name) == pytest.approx(motion.jacobian(0 * at), abs=1e-11)


def test_jacobian_of_planar_arm() -> None:
    """The tip's Jacobian of the 2R is the textbook's, typed in for l = (0.5, 0.4)."""
    q1, q2 = 0.3, -0.7
    J = lw.link_jacobian(lw.planar_2r(0.5, 0.4), [q1, q2], "link2", at=(0.4, 0, 0))
    s1, s12, c1, c12 = np.sin(q1), np.sin(q1 + q2), np.cos(q1), np.cos(q1 + q2)
    velocity = [[-0.5 * s1 - 0.4 * s12, -0.4 * s12], [0.5 * c1 + 0.4 * c12, 0.4 * c12]]
    right = np.vstack([np.zeros((2, 2)), np.ones((1, 2)), velocity, np.zeros((1, 2))])
    assert np.allclose(J, right, rtol=0, atol=1e-15)


@pytest.mark.parametrize("batch", [(1,), (4,), (5,), (2, 3), (0,)])
@pytest.mark.parametrize("frame", ["world", "link"])
def test_batch_equals_loop(batch: tuple[int, ...], frame: str) -> None:
    """Poses and Jacobians of many states are those of one state after the other.

    Five states of a robot with five joints would show a batch axis taken for the joint axis.
    """
    rng = np.random.default_rng(9)
    robot = random_tree(rng, 6)
    assert robot.n == 5
    q, _, _ = random_state(rng, robot, batch)
    tip = robot.link_names[-1]
    J = lw.link_jacobian(robot, q, tip, frame=frame, at=(0.1, 0.2, 0.3))
    pose = lw.link_poses(robot, q)[tip]
    assert J.shape == (*batch, 6, 5)
    assert pose.R.shape == (*batch, 3, 3)
    for index in np.ndindex(*batch):
        one = lw.link_jacobian(robot, q[index], tip, frame=frame, at=(0.1, 0.2, 0.3))
        assert np.allclose(J[index], one, rtol=0, atol=1e-14)
        T = lw.link_poses(robot, q[index])[tip].homogeneous()
        assert np.allclose(pose.homogeneous()[index], T, rtol=0, atol=1e-14)
