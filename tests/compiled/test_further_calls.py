"""Compiled poses, motions, momenta, reactions and tasks against the 2R and the RP by hand."""

import numpy as np
import pytest
from oracles import closed_forms
from random_trees import random_tree

import linkwise
from linkwise import LinkwiseError, planar_2r, rp

l1, l2, m1, m2 = 0.5, 0.4, 3, 2  # point masses at the tips
d1, mr, ms, Ir, Is = 0.2, 3, 2, 0.05, 0.03  # the RP: the first mass at d1, the second at q2
TIP = {"link": "link2", "at": (l2, 0, 0)}
POINTS = closed_forms.two_r_points(m1, m2, l1, l2)


@pytest.fixture
def two_r(compiled):
    """The point-mass 2R, compiled, 11 states of it, and what its tip does in x and y."""
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 11, 2))
    q[:, 1] = np.abs(q[:, 1]) + 0.2  # no stretched arm
    (q1, q2), (w1, w2), (a1, a2) = q.T, qd.T, qdd.T
    s1, c1, s12, c12, w, a = (
        np.sin(q1),
        np.cos(q1),
        np.sin(q1 + q2),
        np.cos(q1 + q2),
        w1 + w2,
        a1 + a2,
    )
    ends = {
        "elbow": np.stack([l1 * c1, l1 * s1], -1),
        "tip": np.stack([l1 * c1 + l2 * c12, l1 * s1 + l2 * s12], -1),
        "v": np.stack([-l1 * s1 * w1 - l2 * s12 * w, l1 * c1 * w1 + l2 * c12 * w], -1),
        "v_elbow": np.stack([-l1 * s1 * w1, l1 * c1 * w1], -1),
        "a": np.stack(
            [
                -l1 * (s1 * a1 + c1 * w1**2) - l2 * (s12 * a + c12 * w**2),
                l1 * (c1 * a1 - s1 * w1**2) + l2 * (c12 * a - s12 * w**2),
            ],
            -1,
        ),
        "a_elbow": l1 * np.stack([-s1 * a1 - c1 * w1**2, c1 * a1 - s1 * w1**2], -1),
        "J": np.stack(
            [
                np.stack([-l1 * s1 - l2 * s12, -l2 * s12], -1),
                np.stack([l1 * c1 + l2 * c12, l2 * c12], -1),
            ],
            -2,
        ),
    }
    return compiled(planar_2r(l1, l2, m1=m1, m2=m2, form="points")), (q, qd, qdd), ends


def test_poses_and_motion_of_the_2r(two_r):
    """Elbow and tip by hand, and their derivatives, are those of the compiled calls."""
    fast, (q, qd, qdd), by_hand = two_r
    poses = fast.link_poses(q)
    np.testing.assert_allclose(poses["link2"].p[:, :2], by_hand["elbow"], atol=1e-14)
    np.testing.assert_allclose(poses["link2"].point((l2, 0, 0))[:, :2], by_hand["tip"], atol=1e-14)
    np.testing.assert_allclose(fast.link_velocity(q, qd, **TIP)[:, 3:5], by_hand["v"], atol=1e-14)
    np.testing.assert_allclose(
        fast.link_acceleration(q, qd, qdd, **TIP)[:, 3:5], by_hand["a"], atol=1e-13
    )
    still = fast.link_acceleration(q, qd, qdd * 0, **TIP)[:, 3:5]  # J̇ q̇
    J_dot = fast.link_jacobian_rate(q, qd, **TIP)[:, 3:5]
    np.testing.assert_allclose(np.einsum("nij,nj->ni", J_dot, qd), still, atol=1e-13)
    np.testing.assert_allclose(
        still, by_hand["a"] - np.einsum("nij,nj->ni", by_hand["J"], qdd), atol=1e-13
    )


def test_forces_and_momenta_of_the_2r(two_r):
    """Newton's law of the two points gives momentum, ground force and the elbow's force."""
    fast, (q, qd, qdd), by_hand = two_r
    momentum = m1 * by_hand["v_elbow"] + m2 * by_hand["v"]
    np.testing.assert_allclose(fast.centroidal_momentum(q, qd)[:, 3:5], momentum, atol=1e-13)
    com = (m1 * by_hand["elbow"] + m2 * by_hand["tip"]) / (m1 + m2)
    np.testing.assert_allclose(fast.center_of_mass(q)[:, :2], com, atol=1e-14)
    weight = np.array([0, 9.81])
    force = m1 * (by_hand["a_elbow"] + weight) + m2 * (by_hand["a"] + weight)
    np.testing.assert_allclose(fast.base_wrench(q, qd, qdd)[:, 3:5], force, atol=1e-12)
    elbow = fast.joint_reactions(q, qd, qdd, frame="world")["link2"]
    np.testing.assert_allclose(elbow[:, 3:5], m2 * (by_hand["a"] + weight), atol=1e-12)


def test_the_task_of_the_2r_tip(two_r):
    """A square J makes Λ = J⁻ᵀ M J⁻¹, p = J⁻ᵀ g and μ = J⁻ᵀ (C q̇ − M J⁻¹ J̇ q̇)."""
    fast, (q, qd, _), by_hand = two_r
    task = fast.operational_space(q, qd, **TIP, rows=(3, 4))
    to_joints = np.linalg.inv(by_hand["J"])
    to_task, M = to_joints.swapaxes(-1, -2), POINTS.M(q)
    still = fast.link_acceleration(q, qd, qd * 0, **TIP)[:, 3:5, None]
    Lambda = to_task @ M @ to_joints
    mu = to_task @ POINTS.C_qd(q, qd)[..., None] - Lambda @ still
    np.testing.assert_allclose(task.inertia, Lambda, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(task.bias, mu[..., 0], rtol=1e-9, atol=1e-8)
    np.testing.assert_allclose(
        task.gravity, (to_task @ POINTS.g(q)[..., None])[..., 0], rtol=1e-9, atol=1e-9
    )
    np.testing.assert_allclose(task.inverse, to_joints, rtol=1e-9, atol=1e-9)
    with pytest.raises(LinkwiseError, match="'link2' is singular here"):
        fast.operational_space([0, 0], [0, 0], **TIP, rows=(3, 4))


def test_derivatives_of_the_2r_and_the_rp(compiled):
    """Complex steps of the closed forms' torques are the compiled derivatives."""
    arms = {
        planar_2r(l1, l2, m1=m1, m2=m2, form="points"): POINTS,
        rp(d1, mr, ms, Ir, Is): closed_forms.rp(mr, ms, d1, Ir, Is),
    }
    q, qd, qdd = np.random.default_rng(1).uniform(0.3, 2, (3, 5, 2))
    for robot, form in arms.items():
        fast = compiled(robot)
        step = 1e-30j * np.eye(2)[:, None]
        by_q = form.tau(q + step, qd, qdd).imag.transpose(1, 2, 0) / 1e-30
        by_qd = form.tau(q, qd + step, qdd).imag.transpose(1, 2, 0) / 1e-30
        for ours, right in zip(fast.rnea_derivatives(q, qd, qdd), (by_q, by_qd), strict=True):
            np.testing.assert_allclose(ours, right, rtol=1e-11, atol=1e-11)
        tau, inverse = form.tau(q, qd, qdd), np.linalg.inv(form.M(q))
        wanted = -inverse @ by_q, -inverse @ by_qd, inverse
        for ours, right in zip(fast.forward_dynamics_derivatives(q, qd, tau), wanted, strict=True):
            np.testing.assert_allclose(ours, right, rtol=1e-9, atol=1e-9)


def test_the_rp(compiled):
    """Polar coordinates give the sliding mass its place, its motion and its momentum."""
    fast = compiled(rp(d1, mr, ms, Ir, Is))
    q, qd, qdd = np.random.default_rng(2).uniform(0.3, 2, (3, 9, 2))
    (angle, r), (w, v), (a, dv) = q.T, qd.T, qdd.T
    out = np.stack([np.cos(angle), np.sin(angle)], -1)
    side = np.stack([-np.sin(angle), np.cos(angle)], -1)
    np.testing.assert_allclose(fast.link_poses(q)["link2"].p[:, :2], r[:, None] * out, atol=1e-14)
    velocity = v[:, None] * out + (r * w)[:, None] * side
    acceleration = (dv - r * w**2)[:, None] * out + (r * a + 2 * v * w)[:, None] * side
    np.testing.assert_allclose(fast.link_velocity(q, qd, "link2")[:, 3:5], velocity, atol=1e-14)
    np.testing.assert_allclose(
        fast.link_acceleration(q, qd, qdd, "link2")[:, 3:5], acceleration, atol=1e-13
    )
    momentum = mr * d1 * w[:, None] * side + ms * velocity
    np.testing.assert_allclose(fast.centroidal_momentum(q, qd)[:, 3:5], momentum, atol=1e-13)
    force = ms * (acceleration + np.array([0, 9.81]))
    rail = fast.joint_reactions(q, qd, qdd, frame="world")["link2"][:, 3:5]
    np.testing.assert_allclose(rail, force, atol=1e-12)
    first = mr * (d1 * (a[:, None] * side - (w**2)[:, None] * out) + np.array([0, 9.81]))
    np.testing.assert_allclose(fast.base_wrench(q, qd, qdd)[:, 3:5], force + first, atol=1e-12)
    P = 9.81 * (mr * d1 + ms * r) * np.sin(angle)
    y = fast.potential_energy_regressor(q)
    np.testing.assert_allclose(y @ linkwise.regressor_parameters(fast.robot), P, rtol=1e-12)


def test_trees(compiled):
    """On a tree with all kinds of joints they give the plain functions' numbers, into `out` too."""
    robot = random_tree(np.random.default_rng(10), 5)
    q, qd = np.random.default_rng(11).uniform(-2, 2, (2, 4, robot.n))
    fast, link = compiled(robot), robot.link_names[-1]
    poses = fast.link_poses(q)
    assert list(poses) == list(robot.link_names)
    for name, X in linkwise.link_poses(robot, q).items():
        np.testing.assert_allclose(poses[name].R, X.R, atol=1e-13)
        np.testing.assert_allclose(poses[name].p, X.p, atol=1e-13)
    out = np.empty((4, len(robot.links), 3, 3)), np.empty((4, len(robot.links), 3))
    fast.link_poses(q, out=out)
    np.testing.assert_array_equal(out[1][:, -1], poses[link].p)
    rows = (3, 4) if robot.n > 1 else (5,)
    options = {"at": (0.3, 0.1, 0.2), "rows": rows, "gravity": (1, 2, 3)}
    ours = fast.operational_space(q, qd, link, **options)
    plain = linkwise.operational_space(robot, q, qd, link, **options)
    for field in ("inertia", "bias", "gravity", "inverse", "jacobian"):
        right = getattr(plain, field)
        scale = max(1, np.abs(right).max())
        np.testing.assert_allclose(getattr(ours, field), right, rtol=0, atol=1e-9 * scale)
