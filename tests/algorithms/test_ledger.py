"""The torque ledger against closed forms term by term; the classifier against known matrices."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, LinkwiseError, Rotor, Spring, Wrench

STATE = ((0.3, -0.7), (1.2, -0.8), (0.5, 2.0))


def test_every_term_of_the_2r():
    """Each cause equals the term of the closed form typed from the lecture notes (section 3)."""
    l1, lc1, lc2, m1, m2, I1, I2, g = 0.5, 0.2, 0.15, 3, 2, 0.05, 0.03, 9.81
    (q1, q2), (w1, w2), (a1, a2) = STATE
    ledger = lw.torque_ledger(lw.planar_2r(l1, 0.4, lc1, lc2, m1, m2, I1, I2), *STATE)
    c2, h = np.cos(q2), -m2 * l1 * lc2 * np.sin(q2)
    c1, c12 = np.cos(q1), np.cos(q1 + q2)
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2)
    M12 = I2 + m2 * (lc2**2 + l1 * lc2 * c2)
    first = {
        "own inertia": M11 * a1,
        "coupling q2": M12 * a2,
        "centrifugal q2²": h * w2**2,
        "coriolis q1 q2": 2 * h * w1 * w2,
        "gravity link1": m1 * lc1 * g * c1,
        "gravity link2": m2 * g * (l1 * c1 + lc2 * c12),
    }
    second = {
        "own inertia": (I2 + m2 * lc2**2) * a2,
        "coupling q1": M12 * a1,
        "centrifugal q1²": -h * w1**2,
        "gravity link2": m2 * lc2 * g * c12,
    }
    for joint, by_hand in (("q1", first), ("q2", second)):
        found = {k: x for k, x in ledger.joint(joint).items() if abs(x) > 1e-14}
        assert found == pytest.approx(by_hand, rel=1e-12)
        sizes = [abs(x) for x in ledger.joint(joint).values()]
        assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("seed", range(3))
def test_the_sum_is_exact_with_everything_on(seed):
    """Causes add up to RNEA's τ; links add up to the τ of the bodies alone."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, 6)
    effects = {
        "friction": Friction(1, 2, 3, 0.5, 0.1),
        "spring": Spring(3, 0.2),
        "rotor": Rotor(0.1),
    }
    links = [
        replace(k, joint=replace(k.joint, **effects)) if k.joint.moves else k for k in robot.links
    ]
    robot = replace(robot, links=links)
    state = rng.uniform(-2, 2, (3, robot.n))
    external = {
        robot.link_names[-1]: Wrench((1, 2, 3), (4, 5, 6), at=(0.1, 0.2, 0.3)),
        robot.link_names[0]: Wrench((1, 0, 0), (0, 5, 0), frame="link"),
    }
    ledger = lw.torque_ledger(robot, *state, external=external)
    tau = lw.rnea(robot, *state, external=external)
    close = {"atol": 1e-11 * np.abs(tau).max()}
    np.testing.assert_allclose(ledger.by_cause.sum(axis=1), tau, **close)
    bodies = lw.rnea(robot.bare, *state)
    np.testing.assert_allclose(ledger.by_link.sum(axis=1), bodies, **close)
    outside = [k for k, cause in enumerate(ledger.causes) if cause.startswith("external")]
    pushed = tau - lw.rnea(robot, *state)
    np.testing.assert_allclose(ledger.by_cause[:, outside].sum(axis=1), pushed, **close)


def test_the_speed_at_which_velocity_matters():
    """At the factor found, the velocity products make exactly the share asked for (RNEA again)."""
    arm = lw.planar_2r(0.5, 0.4, 0.2, 0.15, 3, 2, 0.05, 0.03)
    q, qd, qdd = map(np.array, STATE)
    ledger = lw.torque_ledger(arm, q, qd, qdd)
    for k, joint in enumerate(arm.joint_names):
        s = ledger.speed_factor(joint, 0.1)
        c = lw.coriolis_torque(arm, q, s * qd)[k]
        assert abs(c) == pytest.approx(0.1 * abs(lw.rnea(arm, q, s * qd, qdd)[k]), rel=1e-9)
    still = lw.torque_ledger(lw.gantry(), [0, 0], [3, 4], [1, 1])
    assert still.speed_factor("q1", 0.5) == np.inf


def test_ledger_refusals():
    """Batches, unknown joints and shares out of range are named."""
    arm = lw.planar_2r()
    with pytest.raises(LinkwiseError, match="of one state"):
        lw.torque_ledger(arm, [[0, 0], [1, 1]], [0, 0], [0, 0])
    ledger = lw.torque_ledger(arm, *STATE)
    with pytest.raises(LinkwiseError, match="no joint 'q3'"):
        ledger.joint("q3")
    with pytest.raises(LinkwiseError, match="share must be"):
        ledger.speed_factor("q1", 1.5)


KINDS = {
    "christoffel": "Christoffel",
    "natural": "skew, not Christoffel",
    "upper": "right product, not skew",
}


@pytest.mark.parametrize("form", KINDS)
def test_known_matrices_are_classified(form):
    """The three forms of a spatial tree are told apart; their classes are proved elsewhere."""
    robot = random_tree(np.random.default_rng(2), 5)
    found = lw.classify_coriolis(robot, lambda q, qd: lw.coriolis_matrix(robot, q, qd, form=form))
    assert found.kind == KINDS[form]
    assert str(found).startswith(KINDS[form])


def test_matrices_of_the_lecture_notes():
    """E000-3's matrix is right in the product and not skew; E000-1's slip has a wrong product."""
    arm = lw.planar_2r()
    h = lambda q: -0.5 * np.sin(q[1])  # noqa: E731 - the notes' letter
    typed = lambda q, w: [[h(q) * w[1], h(q) * (w[0] + w[1])], [-h(q) * w[0], 0]]  # noqa: E731
    assert lw.classify_coriolis(arm, typed).kind == "Christoffel"
    not_skew = lambda q, w: [[2 * h(q) * w[1], h(q) * w[1]], [-h(q) * w[0], 0]]  # noqa: E731
    assert lw.classify_coriolis(arm, not_skew).kind == "right product, not skew"
    half = lambda q, w: [[0.5 * x for x in row] for row in typed(q, w)]  # noqa: E731
    found = lw.classify_coriolis(arm, half)
    assert found.kind == "wrong product"
    off = np.array(half(found.q, found.qd)) @ found.qd - lw.coriolis_torque(arm, found.q, found.qd)
    assert abs(off[found.entry[0]]) == pytest.approx(np.abs(off).max())


def test_symbolic_matrices():
    """A SymPy matrix is classified with its symbols named; letters left in it are refused."""
    q1, q2, w1, w2, m = sp.symbols("q1 q2 w1 w2 m")
    h = -sp.sin(q2) / 2
    C = sp.Matrix([[h * w2, h * (w1 + w2)], [-h * w1, 0]])
    arm, symbols = lw.planar_2r(), ((q1, q2), (w1, w2))
    assert lw.classify_coriolis(arm, C, symbols).kind == "Christoffel"
    with pytest.raises(LinkwiseError, match="symbols m"):
        lw.classify_coriolis(arm, C * m, symbols)
    with pytest.raises(LinkwiseError, match="wants symbols"):
        lw.classify_coriolis(arm, C)
    with pytest.raises(LinkwiseError, match=r"shape \(2, 2\)"):
        lw.classify_coriolis(arm, lambda q, _: q)


def test_matrix_functions_that_fail():
    """What a function of C raises or returns in place of numbers is said; it may write into q."""
    arm = lw.planar_2r()

    def writing(q, qd):
        C = lw.coriolis_matrix(arm, q, qd)
        q[:], qd[:] = 0, 0
        return C

    assert lw.classify_coriolis(arm, writing).kind == "Christoffel"
    for C, message in (
        (lambda *_: 1 / 0, r"C\(q, qd\) raised ZeroDivisionError"),
        (lambda *_: [["a", 0], [0, 0]], "must be a matrix of real numbers"),
        (lambda *_: [[0, 0], [0]], "must be a matrix of real numbers"),
        (lambda *_: np.full((2, 2), np.nan), r"C\(q, qd\) is not finite at q = "),
        ("abc", r"wants symbols"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            lw.classify_coriolis(arm, C)
    with pytest.raises(LinkwiseError, match=r"C must be a function or a SymPy matrix"):
        lw.classify_coriolis(arm, "abc", ("a", "b"))
    with pytest.raises(LinkwiseError, match="states must be a whole number of at least 1, got 0"):
        lw.classify_coriolis(arm, writing, states=0)
