"""Regressors against the torques and energies that they are regressors of, and published counts."""

from dataclasses import replace

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, LinkwiseError, Rotor, Spring

EFFECTS = ("friction", "rotors", "springs")


def case(seed, n_links=6):
    """Return a random tree with linear effects on every joint, and five random joint vectors."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, n_links)
    links = []
    for link in robot.links:
        b, c, k, q0, J = rng.uniform(0.1, 1, 5)
        effects = {"friction": Friction(b, c), "spring": Spring(k, q0), "rotor": Rotor(J, 2)}
        joint = replace(link.joint, **effects) if link.joint.moves else link.joint
        links.append(replace(link, joint=joint))
    return replace(robot, links=links), rng.uniform(-2, 2, (5, 3, robot.n))


@pytest.mark.parametrize("seed", range(4))
def test_torque_is_linear_in_all_parameters(seed):
    """Y π = τ with the parameters read off the model, by a recursion that never sees them."""
    robot, (q, qd, qdd, _, _) = case(seed)
    Y = lw.torque_regressor(robot, q, qd, qdd, effects=EFFECTS)
    pi = lw.regressor_parameters(robot, EFFECTS)
    tau = lw.rnea(robot, q, qd, qdd)
    np.testing.assert_allclose(Y @ pi, tau, atol=1e-11 * np.abs(tau).max())
    assert Y.shape == (3, robot.n, len(lw.regressor_labels(robot, EFFECTS)))


@pytest.mark.parametrize("seed", range(4))
def test_energies_are_linear_in_the_inertial_parameters(seed):
    """Of the bodies alone: y π = K and y π = P."""
    robot, (q, qd, _, _, _) = case(seed)
    bare, pi = robot.bare, lw.regressor_parameters(robot)
    K, P = lw.kinetic_energy(bare, q, qd), lw.potential_energy(bare, q)
    np.testing.assert_allclose(lw.kinetic_energy_regressor(bare, q, qd) @ pi, K, rtol=1e-11)
    scale = 1e-11 * np.abs(P).max()
    np.testing.assert_allclose(lw.potential_energy_regressor(bare, q) @ pi, P, atol=scale)


@pytest.mark.parametrize("seed", range(4))
def test_passivity_based_control(seed):
    """Y_r π = M q̈_r + C q̇_r + g with the Christoffel C, which other modules compute."""
    robot, (q, qd, _, qd_r, qdd_r) = case(seed)
    bare = robot.bare
    Y = lw.slotine_li_regressor(bare, q, qd, qd_r, qdd_r)
    C = lw.coriolis_matrix(bare, q, qd)
    right = (lw.crba(bare, q) @ qdd_r[..., None] + C @ qd_r[..., None])[..., 0]
    right += lw.gravity_torque(bare, q)
    left = Y @ lw.regressor_parameters(bare)
    np.testing.assert_allclose(left, right, atol=1e-11 * np.abs(right).max())


def test_case_b34():
    """P2R at state A: every nonzero entry of Y, π, their product, and the friction block."""
    bodies = ((3, 0.2, 0.05), (2, 0.15, 0.03))
    links = [
        lw.Link(
            f"link{k + 1}",
            lw.Joint.revolute(f"q{k + 1}"),
            lw.Transform.translation(0.5 * k, 0, 0),
            lw.Inertia(m, (c, 0, 0), np.diag([0, 0, I])),
            f"link{k}" if k else None,
        )
        for k, (m, c, I) in enumerate(bodies)
    ]
    arm = lw.Robot("P2R", links, (0, -9.81, 0))
    state = ((0.3, -0.7), (1.2, -0.8), (0.5, 2))
    Y = lw.torque_regressor(arm, *state)
    row_1 = np.zeros(20)
    row_1[[1, 2, 9]] = 9.37185095832, -2.89905322735, 0.5
    row_1[[10, 11, 12, 19]] = 4.81092547916, 9.77057231226, 5.27601946877, 2.5
    row_2 = np.zeros(20)
    row_2[[11, 12, 19]] = 8.76298216318, 4.5319347347, 2.5
    planar = [0, 1, 2, 9, 10, 11, 12, 19]
    np.testing.assert_allclose(Y[:, planar], np.array([row_1, row_2])[:, planar], atol=1e-10)
    pi = np.zeros(20)
    pi[[0, 1, 7, 9]] = 3, 0.6, 0.12, 0.17
    pi[[10, 11, 17, 19]] = 2, 0.3, 0.045, 0.075
    np.testing.assert_allclose(lw.regressor_parameters(arm), pi, atol=1e-15)
    np.testing.assert_allclose(Y @ pi, (18.4486332269944, 2.81639464895349), rtol=1e-12)
    block = lw.torque_regressor(arm, *state, effects=["friction"])[:, 20:]
    np.testing.assert_allclose(block, [[1.2, 0, 1, 0], [0, -0.8, 0, -1]], atol=1e-15)


@pytest.mark.parametrize(
    ("robot", "gravity", "count"),
    [
        (lw.planar_2r(), (0, -9.81, 0), 6),  # lecture notes, section 3; case B34
        (lw.planar_2r(), (0, 0, -9.81), 4),
        (lw.rp(), (0, -9.81, 0), 6),
        (lw.rp(), (0, 0, -9.81), 4),
        (lw.puma560(), (0, 0, -9.81), 36),  # Gautier & Khalil, IEEE Trans. RA 6 (1990)
        (lw.panda(), (0, 0, -9.81), 43),  # Gaz et al., IEEE RA-L 4 (2019)
    ],
    ids=["2r", "2r-flat", "rp", "rp-flat", "puma560", "panda"],
)
def test_published_numbers_of_base_parameters(robot, gravity, count):
    """As many combinations as the literature counts, and they give the same torques."""
    base = lw.base_parameters(robot, gravity=gravity)
    assert len(base) == count
    rng = np.random.default_rng(1)
    states = rng.uniform(-2, 2, (3, 20, robot.n))
    Y = lw.torque_regressor(robot, *states, gravity=gravity)
    pi = lw.regressor_parameters(robot)
    tau = lw.rnea(robot, *states, gravity=gravity)
    beta = base.values(pi)
    close = {"atol": 1e-9 * np.abs(tau).max()}
    np.testing.assert_allclose((base.regressor(Y) @ beta[:, None])[..., 0], tau, **close)


def test_the_grouping_of_the_2r_in_words():
    """m₂ goes into link 1's moment and inertia with l₁ and l₁², as by hand."""
    formulas = str(lw.base_parameters(lw.planar_2r(0.5, 0.4))).splitlines()
    assert formulas[0] == "link1 mcx + 0.5 link2 m"
    assert formulas[2] == "link1 Izz + 0.25 link2 m"


def test_mimic_joints_and_refusals():
    """Coupled joints share a row; what is not linear, and unknown effects, are named."""
    arm = lw.planar_2r()
    first, second = arm.links
    follower = lw.Joint.revolute("q2", mimic=lw.Mimic("q1", -2, 0.3), friction=Friction(1, 2))
    coupled = replace(arm, links=[first, replace(second, joint=follower)])
    Y = lw.torque_regressor(coupled, [0.4], [0.7], [-0.3], effects=["friction"])
    tau = lw.rnea(coupled, [0.4], [0.7], [-0.3])
    assert Y @ lw.regressor_parameters(coupled, ["friction"]) == pytest.approx(tau, rel=1e-12)
    with pytest.raises(LinkwiseError, match="unknown effect 'damping'"):
        lw.torque_regressor(arm, [0, 0], [0, 0], [0, 0], effects=["damping"])
    uneven = replace(first, joint=lw.Joint.revolute("q1", friction=Friction(1, 2, 3)))
    with pytest.raises(LinkwiseError, match="'q1' is two-sided"):
        lw.regressor_parameters(replace(arm, links=[uneven, second]), ["friction"])
