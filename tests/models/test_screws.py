import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from random_trees import random_inertia, random_pose

import linkwise as lw
from linkwise import LinkwiseError, LinkwiseWarning, Transform, Wrench, crba, link_poses, rnea
from linkwise.models.screws import from_screws

book = pytest.importorskip("modern_robotics")  # the code of Lynch & Park's book

KINDS = ("revolute", "prismatic", "helical")


def random_screw(rng, kind):
    """Return a screw (ω, v) about a random axis through a random point."""
    a, p = rng.normal(size=3), rng.uniform(-1, 1, 3)
    a /= np.linalg.norm(a)
    pitch = rng.uniform(0.1, 0.4) if kind == "helical" else 0
    if kind == "prismatic":
        return np.concatenate([np.zeros(3), a])
    return np.concatenate([a, -np.cross(a, p) + pitch * a])


def random_lists(rng, n):
    """Return kinds, S (6, n), M (n + 1, 4, 4) and G (n, 6, 6) with full tensors."""
    kinds = [str(kind) for kind in rng.choice(KINDS, n)]
    S = np.array([random_screw(rng, kind) for kind in kinds]).T
    M = np.array([random_pose(rng).homogeneous() for _ in range(n + 1)])
    G = np.zeros((n, 6, 6))
    for G_i in G:
        body = random_inertia(rng)
        G_i[:3, :3], G_i[3:, 3:] = body.tensor, body.mass * np.eye(3)
    return kinds, S, M, G


def book_wrench(F):
    """Return the book's F_tip, which the end-effector exerts, as what is done to it."""
    return {"end_effector": Wrench(-F[:3], -F[3:], frame="link")}


def assert_as_in_the_book(robot, rng, S, M, G, gravity):
    """Compare poses, torques with a tip wrench, and M at a random state."""
    n = S.shape[1]
    q, qd, qdd = rng.uniform(-2, 2, (3, n))
    F = rng.normal(size=6)
    home = np.linalg.multi_dot(list(M)) if n > 1 else M[0] @ M[1]
    tip = link_poses(robot, q)["end_effector"].homogeneous()
    assert_allclose(tip, book.FKinSpace(home, S, q), rtol=0, atol=1e-12)
    tau = book.InverseDynamics(q, qd, qdd, np.array(gravity), F, M, G, S)
    got = rnea(robot, q, qd, qdd, external=book_wrench(F))
    assert_allclose(got, tau, rtol=0, atol=1e-12 * (np.abs(tau).max() + 1))
    want = book.MassMatrix(q, M, G, S)
    assert_allclose(crba(robot, q), want, rtol=0, atol=1e-12 * (np.abs(want).max() + 1))


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(1, 7))
def test_random_arms_against_the_code_of_the_book(seed, n):
    """Oblique screws of every kind and full tensors: the book's own code is by other authors."""
    rng = np.random.default_rng(seed)
    kinds, S, M, G = random_lists(rng, n)
    gravity = rng.uniform(-10, 10, 3)
    robot = from_screws(S, M, G, gravity=gravity)
    assert [joint.kind for joint in robot.joints] == kinds
    assert_as_in_the_book(robot, rng, S, M, G, gravity)


def test_body_screws_give_the_same_arm():
    """The book's B = Ad(M⁻¹) S, with its own adjoint, are the same axes seen from the tip."""
    rng = np.random.default_rng(4)
    _, S, M, G = random_lists(rng, 5)
    B = book.Adjoint(book.TransInv(np.linalg.multi_dot(list(M)))) @ S
    robot = from_screws(B, M, G, frame="body", gravity=(1, 2, -9))
    assert_as_in_the_book(robot, rng, S, M, G, (1, 2, -9))


def test_screws_as_rows_or_columns():
    """Six screws may be typed either way: the columns are taken unless only rows are screws."""
    rng = np.random.default_rng(6)
    for n in (3, 6):
        _, S, M, G = random_lists(rng, n)
        for typed in (S, S.T):
            assert_as_in_the_book(from_screws(typed, M, G, gravity=(0, 0, -9)), rng, S, M, G,
                                  (0, 0, -9))  # fmt: skip
    assert from_screws(S[:, 0], M[:2], G[:1]).n == 1


def test_screw_of_another_length():
    """Exp([S] q) moves by |S| a unit of q: so does the code of the book, and so does the arm."""
    rng = np.random.default_rng(9)
    _, S, M, G = random_lists(rng, 4)
    S = S * [1, 1.7, 0.3, 2]
    with pytest.warns(LinkwiseWarning) as caught:
        robot = from_screws(S, M, G, gravity=(0, 0, -9), joint_names=list("abcd"))
    assert [str(w.message).partition(":")[0] for w in caught] == [
        f"the screw axis of joint {name!r} has length {length}, not 1"
        for name, length in (("b", 1.7), ("c", 0.3), ("d", 2))
    ]
    assert caught[0].filename == __file__
    assert robot.joint_names == ("a", "b", "c", "d")
    assert_as_in_the_book(robot, rng, S, M, G, (0, 0, -9))


def test_screws_of_few_digits_are_directions():
    """What is typed with four digits has length 1 to four digits, and is no case for a warning."""
    S = [0, 0.7071, 0.7071, 0, 0, 0]
    robot = from_screws(S, [np.eye(4)] * 2, [np.diag([1, 1, 1, 2, 2, 2])])
    assert_allclose(np.linalg.norm(robot.joints[0].axis), 1, rtol=1e-15)


def test_link_frames_are_beside_the_book_frames():
    """Frame {1} at (0.3, 0.4, 0.5) and an axis along z through (0.1, 0): there, at its height."""
    M = [Transform.from_rpy((0.1, 0.2, 0.3), (0.3, 0.4, 0.5)).homogeneous(), np.eye(4)]
    S = [0, 0, 1, 0, -0.1, 0]
    robot = from_screws(S, M, [np.diag([1, 1, 1, 2, 2, 2])])
    X = link_poses(robot, [0])["link1"]
    assert_allclose(X.p, [0.1, 0, 0.5], atol=1e-15)
    assert_allclose(X.R, M[0][:3, :3], atol=1e-15)
    assert_allclose(link_poses(robot, [0])["end_effector"].homogeneous(), M[0], atol=1e-15)


def test_inertia_about_another_point():
    """A frame {i} away from the centre, as [h] beside the tensor says, is the same body."""
    rng = np.random.default_rng(2)
    _, S, M, G = random_lists(rng, 1)
    shift = Transform.from_rpy((0.3, -0.2, 0.5), (0.2, 0.1, -0.4))
    X = book.Adjoint(book.TransInv(shift.homogeneous()))
    moved = [M[0] @ shift.inverse().homogeneous(), shift.homogeneous() @ M[1]]
    robot = from_screws(S, moved, [X.T @ G[0] @ X])
    assert_as_in_the_book(robot, rng, S, M, G, (0, 0, -9.81))


def test_symbolic_lists():
    """The planar 2R of the lecture notes in symbols: M₁₁ and g₂ as the notes print them."""
    l1, lc1, lc2, m1, m2, I1, I2, g, q1, q2 = sp.symbols("l1 lc1 lc2 m1 m2 I1 I2 g q1 q2")
    S = [[0, 0, 1, 0, 0, 0], [0, 0, 1, 0, -l1, 0]]
    M = [sp.eye(4) for _ in range(3)]
    M[0][0, 3], M[1][0, 3], M[2][0, 3] = lc1, l1 - lc1 + lc2, 1
    G = [sp.diag(0, 0, I, m, m, m) for I, m in ((I1, m1), (I2, m2))]
    robot = from_screws(S, [m.tolist() for m in M], [m.tolist() for m in G], gravity=(0, -g, 0))
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * sp.cos(q2))
    assert sp.simplify(crba(robot, (q1, q2))[0, 0] - M11) == 0
    g2 = m2 * lc2 * g * sp.cos(q1 + q2)
    assert sp.simplify(lw.gravity_torque(robot, (q1, q2))[1] - g2) == 0
    assert not crba(robot, (q1, q2))[0, 0].atoms(sp.Float)


EYE, BODY, TURN = np.eye(4).tolist(), np.diag([1, 1, 1, 2, 2, 2]).tolist(), [0, 0, 1, 0, 0, 0]


def changed(matrix, row, column, value):
    """Return a copy of a matrix with another entry."""
    rows = [list(r) for r in matrix]
    rows[row][column] = value
    return rows


@pytest.mark.parametrize(
    ("lists", "options", "message"),
    [
        (([TURN], [EYE, EYE], [BODY]), {"frame": "tip"}, "frame must be 'space' or 'body', got"),
        (([TURN] * 2, [EYE, EYE], [BODY]), {}, r"Slist must be \(6, 1\) or \(1, 6\).* got \(2, 6"),
        (
            ([TURN], [EYE], [BODY]),
            {},
            r"Mlist must be \(2, 4, 4\).*end-effector's, got \(1, 4, 4\)",
        ),
        (([TURN], [EYE, EYE], BODY), {}, r"Glist must be \(n, 6, 6\).* got \(6, 6\)"),
        (([[0] * 6], [EYE, EYE], [BODY]), {}, "screw axis 1 is zero"),
        (([TURN], [EYE, EYE], [BODY]), {"joint_names": ["a", "b"]}, "1 joint names are wanted"),
        (([TURN], [EYE, changed(EYE, 0, 0, 2)], [BODY]), {}, r"Mlist\[1\] is no pose: R is not a"),
        (
            ([TURN], [changed(EYE, 3, 0, 1), EYE], [BODY]),
            {},
            r"Mlist\[0\] is no pose: its last row",
        ),
        (
            ([TURN], [EYE, EYE], [changed(BODY, 4, 4, 3)]),
            {},
            r"Glist\[0\] is no spatial inertia: entry \[4, 4\] is 3, but 2 fits the others",
        ),
        (
            ([TURN], [EYE, EYE], [changed(BODY, 0, 1, 0.2)]),
            {},
            r"Glist\[0\] is no spatial inertia: entry \[1, 0\] is 0, but 0.2 fits",
        ),
        (
            ([TURN], [EYE, EYE], [np.diag([1, 1, 1, -2, -2, -2])]),
            {},
            r"Glist\[0\] is no spatial inertia: mass -2 is negative",
        ),
        (([changed([TURN], 0, 0, np.nan)[0]], [EYE, EYE], [BODY]), {}, r"Slist\[0, 0\] is nan"),
        (([TURN], [EYE, EYE], [BODY]), {"gravity": 9.8}, "gravity must be the acceleration"),
    ],
)
def test_lists_that_do_not_fit(lists, options, message):
    """Every list is checked against the others, and every matrix for what it has to be."""
    with pytest.raises(LinkwiseError, match=message):
        from_screws(*lists, **options)
