"""Derivatives by recursion against complex steps, closed forms and Pinocchio's conventions."""

from dataclasses import replace

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, Rotor, Spring


def case(seed, n_links=8):
    """Return a random tree with every joint effect, and a state."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, n_links)
    links = []
    for link in robot.links:
        b, c, back, s, k, J = rng.uniform(0.1, 1, 6)
        effects = {"friction": Friction(b, c, back, s, 0.3), "spring": Spring(k), "rotor": Rotor(J)}
        joint = replace(link.joint, **effects) if link.joint.moves else link.joint
        links.append(replace(link, joint=joint))
    return replace(robot, links=links), rng.uniform(-2, 2, (3, robot.n))


def complex_steps(function, robot, arguments, which):
    """Return ∂function/∂argument ``(n, n)`` by complex step, which subtracts nothing."""
    h = 1e-30
    steps = [x + 1j * h * np.eye(robot.n) if k == which else x for k, x in enumerate(arguments)]
    return function(robot, *steps).imag.T / h


@pytest.mark.parametrize("seed", range(5))
def test_against_complex_steps(seed):
    """∂τ/∂(q, q̇) and ∂q̈/∂(q, q̇, τ), everything on; complex steps run the plain recursions."""
    robot, (q, qd, qdd) = case(seed)
    for which, D in enumerate(lw.rnea_derivatives(robot, q, qd, qdd)):
        right = complex_steps(lw.rnea, robot, (q, qd, qdd), which)
        np.testing.assert_allclose(D, right, atol=1e-11 * np.abs(right).max())
    tau = lw.rnea(robot, q, qd, qdd)
    loose = 1e-11 + 1e-14 * np.linalg.cond(lw.crba(robot, q))
    for which, D in enumerate(lw.forward_dynamics_derivatives(robot, q, qd, tau)):
        right = complex_steps(lw.aba, robot, (q, qd, tau), which)
        np.testing.assert_allclose(D, right, atol=10 * loose * np.abs(right).max())


def test_the_2r_by_hand():
    """At rest ∂τ/∂q is the Hessian of P, differentiated on paper from the lecture notes' g."""
    q = np.random.default_rng(1).uniform(-3, 3, (50, 2))
    rest = np.zeros(2)
    D, damping = lw.rnea_derivatives(lw.planar_2r(), q, rest, rest)
    s1, s12 = np.sin(q[:, 0]), np.sin(q.sum(axis=1))
    a, b = (1 * 0.5 + 1 * 1) * 9.81, 1 * 0.5 * 9.81
    hessian = [[-a * s1 - b * s12, -b * s12], [-b * s12, -b * s12]]
    np.testing.assert_allclose(D, np.moveaxis(hessian, -1, 0), atol=1e-12 * a)
    assert not damping.any()


def test_the_rp_by_hand():
    """∂τ/∂q and ∂τ/∂q̇ of the RP, differentiated on paper from the lecture notes' V and G."""
    l1, m1, m2, g = 0.2, 3, 2, 9.81
    th, d, w, u, al, b = 0.3, 0.6, 1.2, -0.5, 0.5, 2.0
    dq, dqd = lw.rnea_derivatives(lw.rp(), [th, d], [w, u], [al, b])
    s, c = np.sin(th), np.cos(th)
    by_hand = [
        [-(m1 * l1 + m2 * d) * g * s, 2 * m2 * d * al + 2 * m2 * w * u + m2 * g * c],
        [m2 * g * c, -m2 * w**2],
    ]
    np.testing.assert_allclose(dq, by_hand, rtol=1e-12)
    np.testing.assert_allclose(
        dqd, [[2 * m2 * d * u, 2 * m2 * d * w], [-2 * m2 * d * w, 0]], rtol=1e-12
    )


def test_mimic_joints_and_another_gravity():
    """Coupled joints reduce by G on both sides, and gravity= has the meaning it has in RNEA."""
    arm = lw.planar_nr([0.5, 0.4, 0.3], [3, 2, 1])
    *others, last = arm.links
    follower = replace(last, joint=lw.Joint.revolute("q3", mimic=lw.Mimic("q1", -2, 0.3)))
    robot = lw.Robot("coupled", [*others, follower], arm.gravity)
    state = np.random.default_rng(2).uniform(-2, 2, (3, 2))
    for which, D in enumerate(lw.rnea_derivatives(robot, *state)):
        right = complex_steps(lw.rnea, robot, state, which)
        np.testing.assert_allclose(D, right, atol=1e-12 * np.abs(right).max())
    weightless, _ = lw.rnea_derivatives(arm, [1, 2, 3], [0, 0, 0], [0, 0, 0], gravity=(0, 0, 0))
    assert not weightless.any()


def test_batches():
    """Derivatives of a batch are those of its states."""
    robot, (_, qd, qdd) = case(3, 5)
    many = np.random.default_rng(4).uniform(-1, 1, (2, 3, robot.n))
    for k, D in enumerate(lw.forward_dynamics_derivatives(robot, many, qd, qdd)):
        one = lw.forward_dynamics_derivatives(robot, many[1, 2], qd, qdd)[k]
        np.testing.assert_allclose(D[1, 2], one, atol=1e-10 * np.abs(one).max())


@pytest.mark.oracle
def test_pinocchio_agrees_on_a_real_arm():
    """A library of other authors: derivatives of the Panda to 1e-9 over 20 states."""
    pin = pytest.importorskip("pinocchio")
    from pathlib import Path

    share = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
    path = share / "panda_description" / "urdf" / "panda.urdf"
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    with pytest.warns(lw.LinkwiseWarning):
        robot = lw.load(path)
    freed = [
        replace(link, joint=replace(link.joint, mimic=None, friction=Friction()))
        for link in robot.links
    ]
    robot = replace(robot, links=freed)
    assert robot.joint_names == tuple(model.names)[1:]
    for q, qd, qdd in np.random.default_rng(5).uniform(-1, 1, (20, 3, model.nv)):
        pin.computeRNEADerivatives(model, data, q, qd, qdd)
        for ours, theirs in zip(
            lw.rnea_derivatives(robot, q, qd, qdd), (data.dtau_dq, data.dtau_dv), strict=True
        ):
            np.testing.assert_allclose(ours, theirs, atol=1e-9 * np.abs(theirs).max())
        tau = lw.rnea(robot, q, qd, qdd)
        pin.computeABADerivatives(model, data, q, qd, tau)
        ours = lw.forward_dynamics_derivatives(robot, q, qd, tau)
        for mine, theirs in zip(ours, (data.ddq_dq, data.ddq_dv, data.Minv), strict=True):
            full = np.triu(theirs) + np.triu(theirs, 1).T if theirs is data.Minv else theirs
            np.testing.assert_allclose(mine, full, atol=1e-8 * np.abs(full).max())
        C = pin.computeCoriolisMatrix(model, data, q, qd)
        np.testing.assert_allclose(lw.coriolis_matrix(robot, q, qd), C, atol=1e-9 * np.abs(C).max())
