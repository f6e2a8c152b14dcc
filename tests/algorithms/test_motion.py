"""Motions, momentum, reactions and task dynamics against differentiated positions and balances."""

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import LinkwiseError, Wrench

AT = np.array([0.1, -0.2, 0.3])
H = 1e-30


def case(seed, n_links=7):
    """Return a random tree on an oblique base, and random q, qd, qdd."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, n_links)
    return robot, *rng.uniform(-2, 2, (3, robot.n))


def position(robot, q):
    """Return where the point AT of the last link is."""
    return lw.link_poses(robot, q)[robot.link_names[-1]].point(AT)


def velocity(robot, q, qd):
    """Return ṙ of the point by complex step of its position along the motion."""
    return position(robot, q + 1j * H * qd).imag / H


@pytest.mark.parametrize("seed", range(4))
def test_velocity_and_acceleration_of_a_point(seed):
    """ṙ and r̈ by complex step and central differences of positions, which know no recursion."""
    robot, q, qd, qdd = case(seed)
    link = robot.link_names[-1]
    v = lw.link_velocity(robot, q, qd, link, at=AT)
    np.testing.assert_allclose(v[3:], velocity(robot, q, qd), atol=1e-11 * np.abs(v).max())
    R = lw.link_poses(robot, q)[link].R
    R_dot = lw.link_poses(robot, q + 1j * H * qd)[link].R.imag / H
    spin = R_dot @ R.T
    np.testing.assert_allclose(v[:3], (spin[2, 1], spin[0, 2], spin[1, 0]), atol=1e-11)
    h = 1e-5
    ahead, behind = (velocity(robot, q + s * qd + s**2 / 2 * qdd, qd + s * qdd) for s in (h, -h))
    a = lw.link_acceleration(robot, q, qd, qdd, link, at=AT)
    np.testing.assert_allclose(a[3:], (ahead - behind) / (2 * h), atol=1e-7 * np.abs(a).max())
    spatial = lw.link_acceleration(robot, q, qd, qdd, link, at=AT, kind="spatial")
    np.testing.assert_allclose(spatial[3:], a[3:] - np.cross(v[:3], v[3:]), atol=1e-10)
    local = lw.link_acceleration(robot, q, qd, qdd, link, at=AT, frame="link")
    np.testing.assert_allclose(R @ local[3:], a[3:], atol=1e-10)


@pytest.mark.parametrize("frame", ["world", "link", "spatial"])
@pytest.mark.parametrize("seed", range(3))
def test_jacobian_rates(frame, seed):
    """J̇ is the complex-step derivative, along the motion, of the motion per unit rate."""
    robot, q, qd, _ = case(seed)
    link = robot.link_names[-1]

    def jacobian(x):
        columns = (lw.link_velocity(robot, x, e, link, frame=frame, at=AT) for e in np.eye(robot.n))
        return np.stack(list(columns), axis=-1)

    rate = jacobian(q + 1j * H * qd).imag / H
    J_dot = lw.link_jacobian_rate(robot, q, qd, link, frame=frame, at=AT)
    np.testing.assert_allclose(J_dot, rate, atol=1e-11 * np.abs(rate).max())
    if frame != "spatial":
        J = lw.link_jacobian(robot, q, link, frame=frame, at=AT)
        np.testing.assert_allclose(J, jacobian(q), atol=1e-12 * np.abs(J).max())


def test_accelerations_from_the_jacobian():
    """(ω̇, r̈) = J q̈ + J̇ q̇ in world axes."""
    robot, q, qd, qdd = case(5)
    link = robot.link_names[-1]
    J, J_dot = lw.link_jacobian(robot, q, link), lw.link_jacobian_rate(robot, q, qd, link)
    a = lw.link_acceleration(robot, q, qd, qdd, link)
    np.testing.assert_allclose(a, J @ qdd + J_dot @ qd, atol=1e-11 * np.abs(a).max())


@pytest.mark.parametrize("seed", range(3))
def test_newtons_second_law_of_the_whole_robot(seed):
    """What the ground and the world exert is the rate of momentum (differences of momentum).

    The base wrench comes from the inward pass, the momentum from Jacobians.
    """
    robot, q, qd, qdd = case(seed)
    link = robot.link_names[-1]
    external = {link: Wrench((1, 2, 3), (4, -5, 6), at=AT)}
    ground = lw.base_wrench(robot, q, qd, qdd, frame="world", external=external)

    def linear_and_angular(s):
        x, w = q + s * qd + s**2 / 2 * qdd, qd + s * qdd
        k, p = np.split(lw.centroidal_momentum(robot, x, w), 2)
        return p, k + np.cross(lw.center_of_mass(robot, x, fixed_to_base=False), p)

    h = 1e-5
    p_rate, L_rate = (
        (a - b) / (2 * h)
        for a, b in zip(linear_and_angular(h), linear_and_angular(-h), strict=True)
    )
    m, c = robot.mass(), lw.center_of_mass(robot, q)
    push, torque = np.array([4, -5, 6]), np.array([1, 2, 3])
    weight = m * robot.gravity
    force = ground[3:] + weight + push
    moment = ground[:3] + np.cross(c, weight) + torque + np.cross(position(robot, q), push)
    np.testing.assert_allclose(force, p_rate, atol=1e-6 * np.abs(ground).max())
    np.testing.assert_allclose(moment, L_rate, atol=1e-6 * np.abs(ground).max())


def test_centre_of_mass():
    """The mean of the links' centres, by hand, with and without what is bolted to the base."""
    bolt = lw.Link("bolt", lw.Joint.fixed("weld"), inertia=lw.Inertia(50, (1, 1, 1)))
    arm = lw.planar_2r()
    robot = lw.Robot("bolted", [bolt, *arm.links], arm.gravity)
    q = [0.3, 0.4]
    elbow_to_com = np.array([np.cos(0.7), np.sin(0.7), 0]) / 2
    by_hand = 1.5 * np.array([np.cos(0.3), np.sin(0.3), 0]) + elbow_to_com  # of equal masses, m = 1
    still = lw.center_of_mass(robot, q, fixed_to_base=False)
    np.testing.assert_allclose(still, by_hand / 2, rtol=1e-12)
    everything = (by_hand + 50 * np.ones(3)) / 52
    np.testing.assert_allclose(lw.center_of_mass(robot, q), everything, rtol=1e-12)
    potential = -robot.mass() * robot.gravity @ lw.center_of_mass(robot, q)
    assert lw.potential_energy(robot, q) == pytest.approx(potential, rel=1e-12)


def test_momentum_and_kinetic_energy():
    """A massless base aside, the gantry's momentum is m v by hand; a batch equals its states."""
    p = lw.centroidal_momentum(lw.gantry(8, 3), [0, 0], [2, 5])
    np.testing.assert_allclose(p, (0, 0, 0, 22, 15, 0))
    robot, q, _, _ = case(8)
    many = np.stack([q, 2 * q])[:, None]
    A = lw.centroidal_momentum_matrix(robot, many)
    one = lw.centroidal_momentum_matrix(robot, 2 * q)
    np.testing.assert_allclose(A[1, 0], one, atol=1e-12 * np.abs(one).max())


def test_reactions_hold_the_motor_torque_along_the_axis():
    """N · a of a revolute and f · a of a prismatic joint is τ; frames only turn the numbers."""
    robot, q, qd, qdd = case(9)
    tau = lw.rnea(robot, q, qd, qdd)
    own = lw.joint_reactions(robot, q, qd, qdd)
    along = [own[k.name] @ k.joint.S for k in robot.links if k.joint.moves]
    np.testing.assert_allclose(along, tau, atol=1e-11 * np.abs(tau).max())
    poses, last = lw.link_poses(robot, q), robot.link_names[-1]
    world = lw.joint_reactions(robot, q, qd, qdd, frame="world")
    seen = lw.joint_reactions(robot, q, qd, qdd, frame=last)
    for name, pose in poses.items():
        np.testing.assert_allclose(world[name][3:], pose.R @ own[name][3:], atol=1e-10)
        np.testing.assert_allclose(poses[last].R @ seen[name][3:], world[name][3:], atol=1e-10)


def test_reactions_of_what_stands_still():
    """Bolts of a box on the base bear its weight, by hand, once for every state as of all links."""
    box = lw.Link("box", lw.Joint.fixed("bolts"), inertia=lw.Inertia(2, (0.5, 0, 0)))
    arm = lw.planar_2r()
    robot = lw.Robot("arm and box", [*arm.links, box], arm.gravity)
    q = np.zeros((5, 2))
    for frame in ("link", "world", "box"):
        wrench = lw.joint_reactions(robot, q, q, q, frame=frame)["box"]
        np.testing.assert_allclose(wrench, [(0, 0, 9.81, 0, 19.62, 0)] * 5, atol=1e-14)


def test_constraint_forces_of_a_hanging_pendulum():
    """Lecture notes: a pendulum in swing pulls its bearing with m (g + l ω²) at the bottom."""
    swing = lw.pendulum(l=2, m=3, form="points")
    wrench = lw.joint_reactions(swing, [-np.pi / 2], [1.5], [0.0], frame="world")["link1"]
    np.testing.assert_allclose(wrench[3:], (0, 3 * (9.81 + 2 * 1.5**2), 0), atol=1e-12)


@pytest.mark.parametrize("rows", [(3, 4, 5), (0, 1, 2, 3, 4, 5)])
def test_operational_space(rows):
    """With τ = Jᵀ (Λ ẍ + μ + p) the point accelerates by ẍ: forward dynamics says so."""
    robot, rng = lw.panda(), np.random.default_rng(3)
    q, qd = rng.uniform(0.3, 1.2, (2, 7))
    task = lw.operational_space(robot, q, qd, "link7", at=AT, rows=rows)
    x_ddot = rng.normal(size=len(rows))
    tau = task.jacobian.T @ (task.inertia @ x_ddot + task.bias + task.gravity)
    qdd = lw.aba(robot, q, qd, tau)
    a = lw.link_acceleration(robot, q, qd, qdd, "link7", at=AT)
    np.testing.assert_allclose(a[list(rows)], x_ddot, atol=1e-8)
    np.testing.assert_allclose(task.jacobian @ task.inverse, np.eye(len(rows)), atol=1e-10)
    energy = lw.kinetic_energy(robot, q, task.inverse @ x_ddot)  # the least for this task rate
    assert energy == pytest.approx(x_ddot @ task.inertia @ x_ddot / 2, rel=1e-10)


def test_the_2r_point_at_its_tip():
    """Λ of the point-mass 2R is (J M⁻¹ Jᵀ)⁻¹ of hand-typed J and M (lecture notes, section 3)."""
    arm = lw.planar_2r(0.5, 0.4, m1=3, m2=2, form="points")
    q2, s1, c1 = 0.9, np.sin(0.3), np.cos(0.3)
    s12, c12 = np.sin(1.2), np.cos(1.2)
    J = np.array([[-0.5 * s1 - 0.4 * s12, -0.4 * s12], [0.5 * c1 + 0.4 * c12, 0.4 * c12]])
    a, b, d = 5 * 0.25 + 2 * 0.16, 2 * 0.2, 2 * 0.16
    M = np.array([[a + 2 * b * np.cos(q2), d + b * np.cos(q2)], [d + b * np.cos(q2), d]])
    task = lw.operational_space(arm, [0.3, q2], [0, 0], "link2", at=(0.4, 0, 0), rows=(3, 4))
    np.testing.assert_allclose(task.inertia, np.linalg.inv(J @ np.linalg.inv(M) @ J.T), rtol=1e-10)


def test_operational_space_under_another_gravity():
    """Λ's p is J̄ᵀ g: with gravity turned against the model's it changes sign, and is 0 without."""
    arm, state = lw.planar_2r(), ([0.2, 0.9], [0, 0], "link2")
    task, down, none = (
        lw.operational_space(arm, *state, at=(1, 0, 0), rows=(3, 4), gravity=g)
        for g in (None, (0, 9.81, 0), (0, 0, 0))
    )
    g = np.array([1.5 * np.cos(0.2) + 0.5 * np.cos(1.1), 0.5 * np.cos(1.1)]) * 9.81  # by hand
    np.testing.assert_allclose(task.gravity, task.inverse.T @ g, atol=1e-12)
    np.testing.assert_allclose(down.gravity, -task.gravity, atol=1e-12)
    assert not none.gravity.any()


def test_refusals():
    """A singular task, unknown frames, kinds and rows are named."""
    arm = lw.planar_2r()
    with pytest.raises(LinkwiseError, match="'link2' is singular here"):
        lw.operational_space(arm, [0, 0], [0, 0], "link2", at=(1, 0, 0), rows=(3, 4))
    with pytest.raises(LinkwiseError, match="rows must be"):
        lw.operational_space(arm, [0, 1], [0, 0], "link2", rows=(3, 9))
    with pytest.raises(LinkwiseError, match="frame must be"):
        lw.link_velocity(arm, [0, 1], [0, 0], "link2", frame="base")
    with pytest.raises(LinkwiseError, match="kind must be"):
        lw.link_acceleration(arm, [0, 1], [0, 0], [0, 0], "link2", kind="proper")
    with pytest.raises(LinkwiseError, match="frame must be 'base' or 'world'"):
        lw.base_wrench(arm, [0, 1], [0, 0], [0, 0], frame="link2")
    with pytest.raises(LinkwiseError, match="no link 'hand'"):
        lw.joint_reactions(arm, [0, 1], [0, 0], [0, 0], frame="hand")
