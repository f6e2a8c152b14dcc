"""Conversions between named conventions, against values by hand, other packages, and each other."""

import numpy as np
import pytest
import sympy as sp
from scipy.spatial.transform import Rotation

import linkwise as lw
from linkwise import DHRow, Inertia, LinkwiseError, Transform, conventions, convert

rng = np.random.default_rng(7)
TENSOR = np.array([[3.0, -0.2, 0.1], [-0.2, 2.5, 0.3], [0.1, 0.3, 1.5]])
MASS, COM = 1.7, np.array([0.2, -0.3, 0.5])
POSE = Transform.from_rpy((0.3, -0.5, 1.1), (0.4, -0.2, 0.7))
VALUES = {
    "inertia tensor: point": TENSOR,
    "inertia tensor: products of inertia": TENSOR,
    "inertia tensor: six entries": np.arange(1.0, 7),
    "ten inertial parameters": Inertia(MASS, COM, TENSOR).parameters(),
    "6-vector: order": rng.normal(size=(4, 6)),
    "6x6 matrix: order": rng.normal(size=(2, 6, 6)),
    "Jacobian: order": rng.normal(size=(6, 3)),
    "motion: axes and point": rng.normal(size=(4, 6)),
    "force: axes and point": rng.normal(size=(4, 6)),
    "joint vector: angles from where": rng.normal(size=(5, 4)),
    "torques: of which angles": rng.normal(size=(5, 4)),
    "M or C: of which angles": rng.normal(size=(3, 4, 4)),
    "gravity: sign": np.array([0, 0, -9.81]),
    "quaternion: order": rng.normal(size=(3, 4)),
}
GIVEN = {"mass": MASS, "com": COM, "pose": POSE}


@pytest.mark.parametrize("kind", VALUES)
def test_there_and_back(kind):
    """Every pair of conventions of a kind is inverse to each other, on data with no zeros."""
    entries = [entry for entry in conventions() if entry.kind == kind]
    ours = next(entry for entry in entries if entry.ours)
    assert sum(entry.ours for entry in entries) == 1
    for first in entries:
        for second in entries:
            needs = {name: GIVEN[name] for name in {*first.needs, *second.needs, *ours.needs}}
            own = {name: GIVEN[name] for name in first.needs}
            x = convert(VALUES[kind], ours.name, first.name, **own)
            there = convert(x, first.name, second.name, **needs)
            back = convert(there, second.name, first.name, **needs)
            np.testing.assert_allclose(back, x, rtol=1e-13, atol=1e-13)
            changed = there.shape != x.shape or not np.allclose(there, x)
            assert changed == (first is not second)


def test_the_table_names_every_kind():
    """All kinds of this test are those of the table, tables of rows aside; a word chooses."""
    kinds = {entry.kind for entry in conventions()}
    assert kinds == {*VALUES, "Denavit-Hartenberg table"}
    assert len({entry.name for entry in conventions()}) == len(conventions())
    assert [entry.name for entry in conventions("gravity")] == [
        "gravity points down", "gravity points up",
    ]  # fmt: skip
    assert "  * tensor about com " in str(conventions())


def test_a_rod_about_its_end():
    """A rod: m l²/12 about the centre is m l²/3 about the end: 3 kg, 2 m give 1 and 4."""
    rod = np.diag([0, 1, 1])
    end = convert(rod, "tensor about com", "tensor about joint", mass=3, com=(1, 0, 0))
    np.testing.assert_array_equal(end, np.diag([0, 4, 4]))


def test_letters():
    """Symbols stay symbols: I about the joint less m lc² is I about the centre of mass."""
    I, m, lc = sp.symbols("I m lc")
    com = convert(sp.diag(0, 0, I).tolist(), "tensor about joint", "tensor about com",
                  mass=m, com=(lc, 0, 0))  # fmt: skip
    assert sp.expand(com[2, 2] - (I - m * lc**2)) == 0
    assert list(convert(sp.symbols("a:f"), "entries by rows", "diagonal first")) == [
        *sp.symbols("a d f b c e")
    ]


def test_products_of_inertia():
    """A mass at (1, 1, 0) has ∫ x y dm = +1, and −1 in the matrix."""
    tensor = Inertia(1, (1, 1, 0)).about_origin
    integrals = convert(tensor, "products in the matrix", "products as integrals")
    assert (tensor[0, 1], integrals[0, 1]) == (-1, 1)
    np.testing.assert_array_equal(np.diag(integrals), np.diag(tensor))
    assert not np.signbit(integrals).any()


def test_orders_of_entries():
    """The letters themselves, put in the orders that the programs document."""
    xx, xy, xz, yy, yz, zz = np.arange(6.0)
    rows = [xx, xy, xz, yy, yz, zz]
    assert list(convert(rows, "entries by rows", "entries by columns")) == [xx, xy, yy, xz, yz, zz]
    assert list(convert(rows, "entries by rows", "diagonal first")) == [xx, yy, zz, xy, xz, yz]
    matrix = convert([xx, yy, zz, xy, xz, yz], "diagonal first", "entries in a matrix")
    np.testing.assert_array_equal(matrix, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    body = Inertia(MASS, COM, TENSOR)
    last = convert(body.parameters(), "parameters", "parameters with mass last")
    np.testing.assert_array_equal(last[6:], [*MASS * COM, MASS])
    about_com = convert(body.parameters(), "parameters", "parameters about com")
    np.testing.assert_allclose(about_com, [MASS, *COM, 3, -0.2, 0.1, 2.5, 0.3, 1.5])


@pytest.mark.oracle
def test_pinocchio_says_the_same():
    """Its 6x6 inertia, its ten parameters and its three frames of a motion and a force."""
    pin = pytest.importorskip("pinocchio")
    body, theirs = Inertia(MASS, COM, TENSOR), pin.Inertia(MASS, COM, TENSOR)
    linear = convert(body.matrix(), "6x6 angular first", "6x6 linear first")
    np.testing.assert_allclose(linear, theirs.matrix(), atol=1e-15)
    ten = convert(body.parameters(), "parameters", "parameters of Pinocchio")
    np.testing.assert_allclose(ten, theirs.toDynamicParameters(), atol=1e-15)
    placed, axes = pin.SE3(POSE.R, POSE.p), pin.SE3(POSE.R, np.zeros(3))
    x = np.arange(1.0, 7)
    swapped = convert(x, "vector angular first", "vector linear first")
    for thing, kind in (("motion", pin.Motion), ("force", pin.Force)):
        for there, X in (
            (f"{thing} in world axes", axes),
            (f"{thing} at the world's origin", placed),
        ):
            ours = convert(x, f"{thing} in link axes", there, pose=POSE)
            linear = convert(ours, "vector angular first", "vector linear first")
            np.testing.assert_allclose(linear, X.act(kind(swapped)).vector, atol=1e-14)


def test_quaternions():
    """SciPy has the scalar last: a turn by 90° about z."""
    half = np.sqrt(0.5)
    last = Rotation.from_euler("z", 90, degrees=True).as_quat()
    np.testing.assert_allclose(
        convert(last, "quaternion xyzw", "quaternion wxyz"), [half, 0, 0, half]
    )


def test_absolute_angles_of_two_point_masses():
    """M by absolute angles holds cos(φ₂ − φ₁) alone, as any book on double pendulums prints it."""
    m1, m2, l1, l2 = 1.3, 0.7, 0.5, 0.4
    q = np.array([0.4, 0.9])
    phi = convert(q, "relative angles", "absolute angles")
    coupling = m2 * l1 * l2 * np.cos(phi[1] - phi[0])
    M = np.array([[(m1 + m2) * l1**2, coupling], [coupling, m2 * l2**2]])
    c2 = np.cos(q[1])
    a, b, d = (m1 + m2) * l1**2 + m2 * l2**2, m2 * l1 * l2, m2 * l2**2
    relative = [[a + 2 * b * c2, d + b * c2], [d + b * c2, d]]  # lecture notes, section 3
    np.testing.assert_allclose(
        convert(M, "matrix of absolute angles", "matrix of relative angles"), relative
    )


def test_torques_of_absolute_angles():
    """The numbers of mistake T17: (τ₁ − τ₂, τ₂)."""
    tau = (18.448633227, 2.816394649)
    there = convert(tau, "torques of relative angles", "torques of absolute angles")
    np.testing.assert_allclose(there, (15.632238578, 2.816394649))


def test_a_slide_among_angles():
    """A slide is no angle: the sums pass over it, and power is the same in both conventions."""
    turning = (True, False, True)
    q = np.array([0.1, 5.0, 0.2])
    phi = convert(q, "relative angles", "absolute angles", turning=turning)
    np.testing.assert_allclose(phi, [0.1, 5, 0.3])
    tau, qd = np.array([1.0, 2, 3]), np.array([0.5, -1, 2])
    Q = convert(tau, "torques of relative angles", "torques of absolute angles", turning=turning)
    phid = convert(qd, "relative angles", "absolute angles", turning=turning)
    assert Q @ phid == pytest.approx(tau @ qd)
    np.testing.assert_allclose(
        convert(phi, "absolute angles", "relative angles", turning=turning), q
    )


ROWS = [
    DHRow(a=0.3, alpha=0.4, d=0.1, mass=2, com=(-0.1, 0.05, 0.02), tensor=TENSOR, name="first"),
    DHRow(a=-0.1, alpha=-1.2, theta=0.3, kind="prismatic", mass=1, com=(0.1, 0, 0.2)),
    DHRow(a=0.2, alpha=0.9, d=-0.2, offset=0.5, mass=0.5, com=(0, 0.1, 0), tensor=TENSOR / 9),
]
STATE = ([0.3, -0.4, 0.8], [0.5, -1, 2], [1, 2, -0.5])


def test_tables_of_both_kinds_describe_one_arm():
    """The torques of a standard table and of its modified rows are the same, and back again."""
    standard = lw.from_dh(ROWS, convention="standard")
    rows = convert(ROWS, "standard DH", "modified DH")
    modified = lw.from_dh(rows, convention="modified")
    tau = lw.rnea(standard, *STATE)
    np.testing.assert_allclose(lw.rnea(modified, *STATE), tau, rtol=1e-13)
    assert [row.alpha for row in rows] == [0, 0.4, -1.2]
    assert rows[0].name == "first"
    back = lw.from_dh(convert(rows, "modified DH", "standard DH"), convention="standard")
    np.testing.assert_allclose(lw.rnea(back, *STATE), tau, rtol=1e-13)


def test_the_puma_560_by_modified_rows():
    """The published standard table of the PUMA 560, converted, gives the arm itself."""
    from linkwise.models.published import PUMA_560

    rows = [
        DHRow(a=a, alpha=alpha, d=d, mass=mass, com=com, tensor=np.diag(moments))
        for a, alpha, d, mass, com, moments, *_ in PUMA_560
    ]
    arm = lw.from_dh(convert(rows, "standard DH", "modified DH"), convention="modified")
    q = [0.1, 0.7, -0.4, 0.2, 1.1, -0.3]
    np.testing.assert_allclose(lw.crba(arm, q), lw.crba(lw.puma560(), q), atol=1e-14)
    assert lw.rnea(arm, np.zeros(6), np.zeros(6), np.zeros(6)) == pytest.approx(
        lw.rnea(lw.puma560(), np.zeros(6), np.zeros(6), np.zeros(6))
    )


def test_a_table_of_letters():
    """A 2R in letters: its modified rows have the length before the joint, and the centre moves."""
    l1, l2, lc1, m1 = sp.symbols("l1 l2 lc1 m1")
    rows = [DHRow(a=l1, mass=m1, com=(lc1 - l1, 0, 0)), DHRow(a=l2)]
    first, second = convert(rows, "standard DH", "modified DH")
    assert (first.a, second.a) == (0, l1)
    assert sp.simplify(first.com[0] - lc1) == 0
    assert second.com is None


def test_a_column_of_letters_is_a_vector():
    """SymPy's matrices have columns: Q_1 = τ_1 − τ_2 by hand, Q_2 = τ_2."""
    tau1, tau2 = sp.symbols("tau1 tau2")
    found = convert(
        sp.Matrix([tau1, tau2]), "torques of relative angles", "torques of absolute angles"
    )
    assert found.tolist() == [tau1 - tau2, tau2]


REFUSED = [
    (([1, 2, 3], "quaternion wxyz", "gravity points up"), {}, "of another kind than"),
    (([1, 2, 3], "quaternion wxzy", "quaternion xyzw"), {}, "did you mean 'quaternion wxyz'"),
    (([1, 2, 3], "quaternion wxyz", "quaternion xyzw"), {}, r"shape \(\.\.\., 4\), got \(3,\)"),
    ((TENSOR, "tensor about com", "tensor about joint"), {}, "give com and mass too"),
    ((TENSOR, "tensor about com", "tensor about joint"), {"mass": 1}, "give com too"),
    (
        (TENSOR, "tensor about com", "tensor about joint"),
        {"mass": -1, "com": (1, 0, 0)},
        "mass must not be negative, got -1.0 kg",
    ),
    (
        ([[18], [2]], "torques of relative angles", "torques of absolute angles"),
        {},
        r"a vector is wanted, got a column of shape \(2, 1\): flatten it",
    ),
    ((1, "gravity points up", "gravity points down"), {}, r"shape \(\.\.\., 3\), got \(\)"),
    (([0, 0, 1], "gravity points up", "gravity points down"), {"mass": 1}, "mass makes no differ"),
    ((np.zeros(6), "motion in link axes", "motion in world axes"), {}, "give pose too"),
    ((np.zeros(6), "motion in link axes", "motion in world axes"), {"pose": 1}, "a Transform"),
    ((TENSOR + np.eye(3)[0], "products in the matrix", "products as integrals"), {}, "symmetric"),
    (
        ([1, 2], "relative angles", "absolute angles"),
        {"turning": [True]},
        "turning must be True or False for each of 2",
    ),
    (([1, 2], "relative angles", "absolute angles"), {"turning": "ab"}, "turning must be True or"),
    (([[1, 2]], "matrix of relative angles", "matrix of absolute angles"), {}, r"\(1, 2\)"),
    (([np.nan] * 3, "gravity points up", "gravity points down"), {}, "nan"),
    (([0, 1, *[0] * 8], "parameters", "parameters about com"), {}, "no centre of mass"),
    (([1], "standard DH", "modified DH"), {}, "row 1 is 1: give a DHRow"),
    (([DHRow(alpha=1)], "modified DH", "standard DH"), {}, "row 1 has alpha = 1, before the first"),
]


@pytest.mark.parametrize(("arguments", "given", "words"), REFUSED)
def test_refusals(arguments, given, words):
    """What does not fit is refused, with what was got and what is wanted."""
    with pytest.raises(LinkwiseError, match=words):
        convert(*arguments, **given)


def test_an_unknown_kind():
    """A word that no kind has is answered with the kinds that there are, and a number refused."""
    with pytest.raises(LinkwiseError, match="kind must be a str, got 3"):
        conventions(3)
    with pytest.raises(LinkwiseError, match="there are inertia tensor: point; "):
        conventions("colour")
