"""Exact models: what a float means, and identities that hold with no tolerance at all."""

from fractions import Fraction

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import ExactAngle, LinkwiseError


def exact_state(robot, seed):
    """Return random exact q, qd, qdd of a robot, and the floats nearest to q."""
    rng = np.random.default_rng(seed)

    def number():
        return Fraction(int(rng.integers(-30, 30)), int(rng.integers(1, 12)))

    q = [
        number() if j.kind == "prismatic" else ExactAngle(number(), number()) for j in robot.joints
    ]
    return q, [number() for _ in q], [number() for _ in q]


@pytest.mark.parametrize("seed", range(3))
def test_the_exact_model_is_the_same_robot(seed):
    """Floats of the exact model's torque equal the float model's at the same angles."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, 6, ("revolute", "prismatic", "fixed"))
    q, qd, qdd = exact_state(robot, seed)
    floats = [2 * np.arctan(float(x.t)) if isinstance(x, ExactAngle) else float(x) for x in q]
    plain = lw.rnea(robot, floats, [float(x) for x in qd], [float(x) for x in qdd])
    exact = lw.rnea(robot.exact(), q, qd, qdd)
    assert all(isinstance(x, Fraction) for x in exact)
    np.testing.assert_allclose(exact.astype(float), plain, atol=1e-9 * np.abs(plain).max())


@pytest.mark.parametrize("seed", range(2))
def test_identities_hold_exactly(seed):
    """Two routes to M, and the equation of motion, are equal fractions: no tolerance."""
    robot = random_tree(np.random.default_rng(seed), 5).exact()
    q, qd, qdd = exact_state(robot, seed)
    M = lw.crba(robot, q)
    assert (lw.mass_matrix_from_jacobians(robot, q) == M).all()
    bias = lw.bias_torque(robot, q, qd)
    assert (lw.rnea(robot, q, qd, qdd) == M @ np.array(qdd) + bias).all()
    assert (lw.newton_euler(robot, q, qd, qdd).tau == lw.rnea(robot, q, qd, qdd)).all()
    N = lw.mass_matrix_rate(robot, q, qd) - 2 * lw.coriolis_matrix(robot, q, qd)
    assert (N == -N.T).all()


def test_rotations_and_axes_are_exact():
    """R Rᵀ = 1 and |a| = 1 as fractions; quarter turns and short decimals come out as typed."""
    robot = random_tree(np.random.default_rng(5), 8).exact()
    for link in robot.links:
        R = link.placement.R
        assert (np.eye(3, dtype=int) == R @ R.T).all()
        assert (link.joint.axis**2).sum() == 1
    puma = lw.puma560().exact()
    assert {x for link in puma.links for x in link.placement.R.flat} == {-1, 0, 1}
    assert tuple(puma.gravity) == (0, 0, Fraction(-981, 100))
    body = lw.planar_2r(lc1=0.1, m1=3).exact().link("link1").inertia
    assert body.moment[0] == Fraction(3, 10)


def test_friction_springs_and_mimic_joints_are_exact_too():
    """Joint effects and couplings keep their typed decimals; symbols are refused."""
    joint = lw.Joint.revolute(
        "q1", friction=lw.Friction(0.1, 0.2), spring=lw.Spring(0.3), rotor=lw.Rotor(0.01, 30)
    )
    robot = lw.Robot("one", [lw.Link("link", joint)]).exact()
    (tau,) = lw.rnea(robot, [ExactAngle(0, Fraction(1, 2))], [2], [Fraction(1, 9)])
    assert tau == Fraction(1, 5) + Fraction(1, 5) + Fraction(3, 20) + 1
    with pytest.raises(LinkwiseError, match="not of floats"):
        lw.symbolic("2r").robot.exact()
