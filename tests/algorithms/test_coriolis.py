"""Coriolis matrices against Christoffel symbols by complex step, closed forms and Pinocchio."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from oracles import closed_forms
from random_trees import random_tree

import linkwise as lw
from linkwise import LinkwiseError

FORMS = ("christoffel", "natural", "upper")


def case(seed, n_links=7):
    """Return a random tree with everything on, and a state."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, n_links)
    return robot, *rng.uniform(-2, 2, (2, robot.n))


def mass_matrix_derivative(robot, q):
    """Return ∂M_ij/∂q_k ``(n, n, n)`` by complex step of the composite bodies."""
    h = 1e-30
    steps = lw.crba(robot, q + 1j * h * np.eye(robot.n)).imag / h
    return np.moveaxis(steps, 0, -1)


@pytest.mark.parametrize("seed", range(5))
def test_christoffel_symbols(seed):
    """The recursion never differentiates M; complex steps of M never see a velocity."""
    robot, q, qd = case(seed)
    dM = mass_matrix_derivative(robot, q)
    n = robot.n
    Gamma = np.array(
        [
            [[(dM[i, j, k] + dM[i, k, j] - dM[j, k, i]) / 2 for k in range(n)] for j in range(n)]
            for i in range(n)
        ]
    )
    tolerance = 1e-11 * np.abs(Gamma).max()
    np.testing.assert_allclose(lw.christoffel_symbols(robot, q), Gamma, atol=tolerance)
    C = lw.coriolis_matrix(robot, q, qd)
    np.testing.assert_allclose(C, Gamma @ qd, atol=1e-11 * np.abs(C).max())


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("form", FORMS)
def test_what_each_form_promises(seed, form):
    """All have the product of RNEA's velocity terms; only two are skew, only one is Christoffel."""
    robot, q, qd = case(seed)
    C = lw.coriolis_matrix(robot, q, qd, form=form)
    product = lw.bias_torque(robot, q, qd) - lw.gravity_torque(robot, q)
    np.testing.assert_allclose(C @ qd, product, atol=1e-11 * np.abs(product).max())
    N = mass_matrix_derivative(robot, q) @ qd - 2 * C
    off = np.abs(N + N.T).max() / np.abs(N).max()
    assert off < 1e-11 if form != "upper" else off > 1e-3
    apart = np.abs(C - lw.coriolis_matrix(robot, q, qd)).max()
    assert apart < 1e-12 if form == "christoffel" else apart > 1e-3


def test_half_the_derivative_of_the_product():
    """C = ½ ∂(C q̇)/∂q̇ holds for the Christoffel choice (complex step of RNEA in q̇)."""
    robot, q, qd = case(11)
    h = 1e-30
    steps = lw.coriolis_torque(robot, q, qd + 1j * h * np.eye(robot.n)).imag / h
    C = lw.coriolis_matrix(robot, q, qd)
    np.testing.assert_allclose(C, steps.T / 2, atol=1e-11 * np.abs(C).max())


def test_derived_torques():
    """Ṁ, C q̇ and Cᵀ q̇ against the complex step of M along the motion."""
    robot, q, qd = case(12)
    M_dot = mass_matrix_derivative(robot, q) @ qd
    C = lw.coriolis_matrix(robot, q, qd)
    close = {"atol": 1e-11 * np.abs(M_dot).max()}
    np.testing.assert_allclose(lw.mass_matrix_rate(robot, q, qd), M_dot, **close)
    np.testing.assert_allclose(lw.coriolis_torque(robot, q, qd), C @ qd, atol=1e-10)
    transposed = lw.coriolis_transposed_torque(robot, q, qd)
    np.testing.assert_allclose(transposed, M_dot @ qd - C @ qd, atol=1e-10)


def test_case_b21():
    """P2R at state A: right C and Ṁ − 2C, and the tell-tale matrix that is not skew."""
    arm = lw.planar_2r(0.5, 0.4, 0.2, 0.15, 3, 2, 0.05, 0.03)
    q, qd = (0.3, -0.7), (1.2, -0.8)
    C = lw.coriolis_matrix(arm, q, qd)
    right = [[-0.0773061224685, 0.0386530612343], [-0.115959183703, 0]]
    np.testing.assert_allclose(C, right, rtol=1e-9, atol=1e-14)
    np.testing.assert_allclose(C @ qd, (-0.12368979595, -0.139151020443), rtol=1e-9)
    N = lw.mass_matrix_rate(arm, q, qd) - 2 * C
    np.testing.assert_allclose(
        N, [[0, -0.154612244937], [0.154612244937, 0]], rtol=1e-9, atol=1e-14
    )
    tell_tale = lw.coriolis_matrix(arm, q, qd, form="upper")
    wrong = [[-0.154612244937, -0.0773061224685], [-0.115959183703, 0]]
    np.testing.assert_allclose(tell_tale @ qd, np.array(wrong) @ qd, rtol=1e-9)


def test_friction_does_not_leak_into_c():
    """C of a robot with friction, springs and rotors is that of its bodies alone."""
    bare = lw.rp()
    joint = lw.Joint.revolute(
        "q1", friction=lw.Friction(1, 2), spring=lw.Spring(3), rotor=lw.Rotor(4, 5)
    )
    links = [lw.Link("link1", joint, inertia=bare.links[0].inertia), bare.links[1]]
    rough = lw.Robot("rough", links, bare.gravity)
    q, qd = [0.3, 0.6], [1.2, -0.5]
    np.testing.assert_array_equal(lw.coriolis_matrix(rough, q, qd), lw.coriolis_matrix(bare, q, qd))
    np.testing.assert_array_equal(lw.coriolis_torque(rough, q, qd), lw.coriolis_torque(bare, q, qd))


def test_the_2r_and_rp_in_letters_and_numbers():
    """C of the lecture notes for the 2R and the RP, in letters, and C·qd at 1,000 states."""
    m = lw.symbolic("2r")
    q2, (w1, w2) = m.q[1], m.qd
    l1, lc2, m2 = (m.parameters[k] for k in ("l1", "lc2", "m2"))
    h = -m2 * l1 * lc2 * sp.sin(q2)
    C = sp.Matrix(lw.coriolis_matrix(m.robot, m.q, m.qd))
    assert sp.simplify(C - sp.Matrix([[h * w2, h * (w1 + w2)], [-h * w1, 0]])) == sp.zeros(2, 2)
    m = lw.symbolic("rp")
    C = sp.Matrix(lw.coriolis_matrix(m.robot, m.q, m.qd))
    p = m.parameters["m2"] * m.q[1]
    assert sp.expand(C - sp.Matrix([[p * m.qd[1], p * m.qd[0]], [-p * m.qd[0], 0]])) == sp.zeros(
        2, 2
    )
    rng = np.random.default_rng(5)
    q, qd = rng.uniform(-3, 3, (2, 1000, 2))
    for robot, form in (
        (lw.planar_2r(), closed_forms.two_r(1, 1, 1, 0.5, 0.5, 0.1, 0.1)),
        (lw.rp(), closed_forms.rp(3, 2, 0.2, 0.05, 0.03)),
    ):
        for name in FORMS:
            C = lw.coriolis_matrix(robot, q, qd, form=name)
            right = form.C_qd(q, qd)
            product = (C @ qd[..., None])[..., 0]
            np.testing.assert_allclose(product, right, atol=1e-12 * np.abs(right).max())


def test_constant_mass_matrix_means_no_c():
    """The gantry: M is constant, so every form of C is exactly zero (lecture notes)."""
    for form in FORMS:
        assert not lw.coriolis_matrix(lw.gantry(), [1, 2], [3, 4], form=form).any()


def test_mimic_joints_reduce_c():
    """With q₃ = −2 q₁ + 0.3 of a 3R, the reduced matrix is Gᵀ C G, G typed by hand."""
    arm = lw.planar_nr([0.5, 0.4, 0.3], [3, 2, 1])
    follower = lw.Joint.revolute("q3", mimic=lw.Mimic("q1", -2, 0.3))
    *others, last = arm.links
    coupled = lw.Robot("coupled", [*others, replace(last, joint=follower)], arm.gravity)
    G = np.array([[1.0, 0], [0, 1], [-2, 0]])
    q, qd = np.array([0.4, -0.9]), np.array([0.7, 1.3])
    for form in ("christoffel", "natural"):
        C = lw.coriolis_matrix(coupled, q, qd, form=form)
        full = lw.coriolis_matrix(arm, G @ q + (0, 0, 0.3), G @ qd, form=form)
        np.testing.assert_allclose(C, G.T @ full @ G, rtol=1e-12)


def test_batches_and_refusals():
    """Batches equal their states; an unknown form is named."""
    robot = random_tree(np.random.default_rng(3), 5)
    q, qd = np.random.default_rng(4).normal(size=(2, 2, 3, robot.n))
    for form in FORMS:
        C = lw.coriolis_matrix(robot, q, qd, form=form)
        one = lw.coriolis_matrix(robot, q[1, 2], qd[1, 2], form=form)
        np.testing.assert_allclose(C[1, 2], one, atol=1e-12)
    with pytest.raises(LinkwiseError, match="form must be"):
        lw.coriolis_matrix(robot, q, qd, form="kane")


def test_root_fixed_to_the_base():
    """A batch of states gives what each state gives alone, where the first link cannot move."""
    arm = lw.planar_2r()
    links = [
        lw.Link("stand", lw.Joint.fixed("screws")),
        *(replace(link, parent=link.parent or "stand") for link in arm.links),
    ]
    robot = lw.Robot("on a stand", links, arm.gravity)
    q, qd = np.random.default_rng(0).uniform(-2, 2, (2, 5, 2))
    for form in FORMS:
        right = lw.coriolis_matrix(arm, q, qd, form=form)
        np.testing.assert_allclose(lw.coriolis_matrix(robot, q, qd, form=form), right, atol=1e-13)
    right = lw.link_jacobian_rate(arm, q, qd, "link2")
    np.testing.assert_allclose(lw.link_jacobian_rate(robot, q, qd, "link2"), right, atol=1e-13)
    right = lw.coriolis_transposed_torque(arm, q, qd)
    np.testing.assert_allclose(lw.coriolis_transposed_torque(robot, q, qd), right, atol=1e-13)
