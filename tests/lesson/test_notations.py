"""One motion under four notations: every formula worked out by itself, and spatial vectors."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import modern_robotics as mr
import numpy as np
import pytest
from numpy.typing import NDArray
from random_trees import random_rotation, random_state, random_tree

import linkwise as lw
from linkwise import Friction, LinkwiseError, Robot, Rotor, Spring, Wrench
from linkwise.lesson.rows.lines import Name

Array = NDArray[Any]
NOTATIONS = ("craig", "featherstone", "khalil", "lynch-park")


def times(a: Any, b: Any) -> Any:
    """The product of numbers, vectors and matrices that stand side by side."""
    return a * b if np.ndim(a) == 0 or np.ndim(b) == 0 else a @ b


def crossed(a: Array, b: Array, sign: str) -> Array:
    """The product a × b of 3-vectors; v × m and v ×* f of spatial vectors (RBDA eq. 2.31)."""
    if len(a) == 3:
        return np.cross(a, b)
    (w, v), (m, n) = (a[:3], a[3:]), (b[:3], b[3:])
    if sign == "×":
        return np.concatenate([np.cross(w, m), np.cross(w, n) + np.cross(v, m)])
    return np.concatenate([np.cross(w, m) + np.cross(v, n), np.cross(w, n)])


def worked_out(pieces: list[Any]) -> Any:
    """The value of a formula: brackets first, then products, then × and ·, then sums."""
    flat: list[Any] = []
    while pieces:
        piece = pieces.pop(0)
        if isinstance(piece, str) and piece == "(":
            flat.append(worked_out(pieces))
        elif isinstance(piece, str) and piece == ")":
            break
        else:
            flat.append(float(piece) if isinstance(piece, str) and piece.isdigit() else piece)
    total: Any = 0
    for summand in split(flat, "+"):
        sides = split(summand, "×", "×*", "·")
        signs = [x for x in summand if isinstance(x, str)]
        values = []
        for side in sides:
            product = side[0] if len(side) == 1 else None
            if product is None:
                product = side[-1]
                for factor in reversed(side[:-1]):
                    product = times(factor, product)
            values.append(product)
        value = values[0]
        if signs:
            (sign,) = signs
            value = values[0] @ values[1] if sign == "·" else crossed(*values, sign)
        total = total + value
    return total


def split(pieces: list[Any], *signs: str) -> list[list[Any]]:
    """Pieces cut at some signs."""
    parts: list[list[Any]] = [[]]
    for piece in pieces:
        if isinstance(piece, str) and piece in signs:
            parts.append([])
        else:
            parts[-1].append(piece)
    return parts


def laden(rng: np.random.Generator, n_links: int) -> tuple[Robot, dict[str, Wrench]]:
    """A random tree with friction, springs and rotors, pushed at two links."""
    robot = random_tree(rng, n_links)
    links = []
    for link in robot.links:
        b, k, rest, J = rng.uniform(0.1, 1, 4)
        effects = {"friction": Friction(b), "spring": Spring(k, rest), "rotor": Rotor(J, 3)}
        joint = replace(link.joint, **effects) if link.joint.moves else link.joint
        links.append(replace(link, joint=joint))
    pushed = rng.choice(n_links, 2, replace=False)
    external = {
        robot.links[k].name: Wrench(*rng.normal(size=(2, 3)), at=rng.normal(size=3)) for k in pushed
    }
    return replace(robot, links=links), external


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("seed", range(4))
def test_every_formula_gives_its_row(notation: str, seed: int) -> None:
    """What a row's formula says, worked out by NumPy, is its value: forks, helices, loads."""
    rng = np.random.default_rng(seed)
    robot, external = laden(rng, 7)
    ne = lw.newton_euler(robot, *random_state(rng, robot), external=external, notation=notation)
    rows = ne.lines
    checked = 0
    for line in rows.all:
        if line.part == "given":
            continue
        total: Any = 0
        for sign, term in line.formula:
            pieces = [rows.values[x] if isinstance(x, Name) else x for x in term]
            total = total + (-1 if sign == "−" else 1) * worked_out(pieces)
        assert np.allclose(total, line.value, rtol=1e-10, atol=1e-10), (line.name, total)
        checked += 1
    assert checked >= 7 * 3


@pytest.mark.parametrize("notation", NOTATIONS)
def test_torques_are_the_same_in_every_notation(notation: str) -> None:
    """The last row of every joint is rnea's torque."""
    rng = np.random.default_rng(5)
    robot, external = laden(rng, 6)
    state = random_state(rng, robot)
    ne = lw.newton_euler(robot, *state, external=external, notation=notation)
    tau = [ne.row(link.name, "tau") for link in robot.links if link.joint.moves]
    np.testing.assert_allclose(tau, lw.rnea(robot, *state, external=external), rtol=1e-12)


def plucker(R: Array, p: Array) -> Array:
    """X of motions from the parent to a frame with axes R and origin p in it (RBDA eq. 2.24)."""
    x, y, z = p
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.block([[R.T, np.zeros((3, 3))], [-R.T @ skew, R.T]])


def spatial_3r(rng: np.random.Generator) -> Robot:
    """A chain of three joints about oblique axes, with full tensors."""
    return replace(
        random_tree(rng, 3, kinds=("revolute",)),
        base=lw.Transform(random_rotation(rng), np.zeros(3)),
    )


def chain_of_three() -> Robot:
    """The first such robot that is a chain with three bodies."""
    for seed in range(50):
        robot = spatial_3r(np.random.default_rng(seed))
        if robot.parents == (-1, 0, 1) and all(link.inertia.mass > 0 for link in robot.links):
            return robot
    raise AssertionError("no chain")


def test_a_spatial_3r_against_the_recursion_in_six_vectors() -> None:
    """Every intermediate row is that of a spatial-vector recursion in plain NumPy.

    It works in 6x6 matrices and knows of no ω̇, v̇, F or N: those are read off its vectors.
    """
    robot = chain_of_three()
    q, qd, qdd = random_state(np.random.default_rng(1), robot)
    rows = {name: lw.newton_euler(robot, q, qd, qdd, notation=name) for name in NOTATIONS}
    craig = rows["craig"]
    v, a = np.zeros(6), np.concatenate([np.zeros(3), -robot.base.R.T @ robot.gravity])
    X, own, twist = [], [], []
    for i, link in enumerate(robot.links):
        k = link.joint.axis
        K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
        turn = np.eye(3) + np.sin(q[i]) * K + (1 - np.cos(q[i])) * K @ K  # Rodrigues
        X.append(plucker(link.placement.R @ turn, link.placement.p))
        S = np.concatenate([k, np.zeros(3)])
        v = X[i] @ v + S * qd[i]
        a = X[i] @ a + S * qdd[i] + crossed(v, S * qd[i], "×")
        m, c, I_C = link.inertia.mass, link.inertia.com, link.inertia.tensor
        C = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
        I = np.block([[I_C + m * C @ C.T, m * C], [m * C.T, m * np.eye(3)]])
        own.append(I @ a + crossed(v, I @ v, "×*"))
        twist.append((v, a))
    f = [x.copy() for x in own]
    for i in (2, 1):
        f[i - 1] += X[i].T @ f[i]
    for i, link in enumerate(robot.links):
        (v, a), c, row = twist[i], link.inertia.com, craig.links[i]
        omega, v_dot = v[:3], a[3:] + np.cross(v[:3], v[3:])
        wanted = {
            "omega": omega,
            "omega_dot": a[:3],
            "v_dot": v_dot,
            "v_dot_C": v_dot + np.cross(a[:3], c) + np.cross(omega, np.cross(omega, c)),
            "F": own[i][3:],
            "N": own[i][:3] - np.cross(c, own[i][3:]),
            "f": f[i][3:],
            "n": f[i][:3],
            "tau": f[i][:3] @ link.joint.axis,
        }
        for name, value in wanted.items():
            np.testing.assert_allclose(getattr(row, name), value, atol=1e-11, err_msg=name)
        six = {"v": v, "a": a, "f": f[i], "X": X[i]}
        for name, value in six.items():
            found = rows["featherstone"].row(link.name, name)
            np.testing.assert_allclose(found, value, atol=1e-11, err_msg=name)
        for name, value in {"V": v[3:], "M": own[i][:3], "m": f[i][:3]}.items():
            found = rows["khalil"].row(link.name, name)
            np.testing.assert_allclose(found, value, atol=1e-11, err_msg=name)


def test_lynch_and_parks_rows_by_their_own_library() -> None:
    """Twists, their rates and wrenches follow by Adjoint and ad of the book's own library."""
    robot = chain_of_three()
    q, qd, qdd = random_state(np.random.default_rng(2), robot)
    ne = lw.newton_euler(robot, q, qd, qdd, notation="lynch-park")
    poses = lw.link_poses(robot, q)
    V = np.zeros(6)
    V_dot = np.concatenate([np.zeros(3), -robot.base.R.T @ robot.gravity])
    T_parent = mr.RpToTrans(robot.base.R, robot.base.p)
    V_dots, adjoints = [], []
    for i, link in enumerate(robot.links):
        pose = poses[link.name]
        T = mr.RpToTrans(pose.R, pose.point(link.inertia.com))
        Ad = mr.Adjoint(mr.TransInv(T) @ T_parent)
        A = mr.ScrewToAxis(-link.inertia.com, link.joint.axis, 0)
        V = Ad @ V + A * qd[i]
        V_dot = Ad @ V_dot + mr.ad(V) @ A * qd[i] + A * qdd[i]
        G = np.block(
            [
                [link.inertia.tensor, np.zeros((3, 3))],
                [np.zeros((3, 3)), link.inertia.mass * np.eye(3)],
            ]
        )
        for name, value in {"Ad": Ad, "A": A, "V": V, "V_dot": V_dot, "G": G}.items():
            np.testing.assert_allclose(ne.row(link.name, name), value, atol=1e-11, err_msg=name)
        V_dots.append(G @ V_dot - mr.ad(V).T @ G @ V)
        adjoints.append(Ad)
        T_parent = T
    F = np.zeros(6)
    for i in (2, 1, 0):
        F = V_dots[i] + (adjoints[i + 1].T @ F if i < 2 else 0)
        np.testing.assert_allclose(ne.row(robot.links[i].name, "F"), F, atol=1e-11)


def test_the_axis_takes_the_place_of_z() -> None:
    """The rows and the remarks say â where a joint's axis is not z, and Ẑ where it is."""
    rp = lw.newton_euler(lw.rp(), [0.1, 0.2], [0, 0], [0, 0])
    assert "²â₂" in rp.text(1)
    assert "¹Ẑ₁" in rp.text(1)
    assert "its axis â stands in place of Ẑ" in rp.text(1)
    assert r"\hat{a}_{2}" in rp.latex()
    planar = lw.newton_euler(lw.planar_2r(), [0.1, 0.2], [0, 0], [0, 0])
    assert "â" not in planar.text(1)
    down = lw.Link("arm", lw.Joint.revolute("q1", (0, 0, -1)), inertia=lw.Inertia(1, (1, 0, 0)))
    assert "about (0, 0, −1)\n" in lw.newton_euler(Robot("down", [down]), [0], [0], [0]).text(1)


def test_letters_of_the_books() -> None:
    """Table 5.1 of RBDA has X* for forces, and Modern Robotics no wrench but that at the tip."""
    state = ([0.1, 0.2], [0, 0], [0, 0])
    spatial = lw.newton_euler(lw.planar_2r(), *state, notation="featherstone")
    assert "+ ¹X₂* f₂\n" in spatial.text(1)
    assert "{}^{1}X_{2}^{*} f_{2}" in spatial.latex()
    assert "is the transpose of the X of motions" in spatial.text().replace("\n", " ")
    screws = lw.newton_euler(lw.planar_2r(), *state, notation="lynch-park")
    assert "the F_e of any other link is added here" in screws.text().replace("\n", " ")


@pytest.mark.parametrize(
    ("notation", "shown"),
    [
        ("craig", ["²f_e₂ = (1, 2, 0)", "²n_e₂ = (0, 0, 3)"]),
        ("featherstone", ["f_x₂ = (0, 0, 3, 1, 2, 0)"]),
        ("khalil", ["²f_e₂ = (−1, −2, 0)", "²m_e₂ = (0, 0, −3)"]),
        ("lynch-park", ["F_e₂ = (0, 0, 2, 1, 2, 0)"]),
    ],
)
def test_loads_stand_with_what_is_given(notation: str, shown: list[str]) -> None:
    """Force (1, 2, 0) N and moment 3 N m about link 2's origin; 3 − 0.5 · 2 about its centre."""
    push = {"link2": Wrench((0, 0, 3), (1, 2, 0), frame="link")}
    ne = lw.newton_euler(lw.planar_2r(), *np.zeros((3, 2)), external=push, notation=notation)
    text = " ".join(ne.text(1).split())
    for row in shown:
        assert " ".join(row.split()) in text
    assert "_e₁" not in text  # nothing acts on link 1


def test_the_table_translates_every_letter() -> None:
    """Each notation's column of the table holds the letters of its own rows."""
    table = lw.notations()
    assert table.names == NOTATIONS
    columns = {
        name: " ".join(entry[k + 1] for entry in table.entries) for k, name in enumerate(NOTATIONS)
    }
    letters = {
        "craig": ("ω", "ω̇", "v̇", "v̇_C", "F", "N", "f", "n", "τ", "R", "P", "P_C", "Ẑ"),
        "featherstone": ("v", "a", "f", "S", "X", "I", "τ"),
        "khalil": ("ω", "ω̇", "V", "V̇", "F", "M", "f", "m", "Γ", "A", "P", "MS", "J", "a"),
        "lynch-park": ("V", "V̇", "F", "A", "G", "T", "τ"),
    }
    for name, column in columns.items():
        assert all(letter in column for letter in letters[name])
    for text in (str(table), table.markdown(), table._repr_html_()):
        assert "acceleration of O" in text
        assert "Featherstone, Rigid Body Dynamics Algorithms, table 5.1" in text


def test_unknown_names_are_refused() -> None:
    """A notation or a row that is not there is told with those that are."""
    arm, state = lw.planar_2r(), np.zeros((3, 2))
    with pytest.raises(LinkwiseError, match="no notation 'denavit': there are craig, feather"):
        lw.newton_euler(arm, *state, notation="denavit")
    with pytest.raises(LinkwiseError, match="no row 'V': R, P, P_C, m, I_C, axis, omega"):
        lw.newton_euler(arm, *state).row("link1", "V")
    with pytest.raises(LinkwiseError, match="link 'hand'"):
        lw.newton_euler(arm, *state).row("hand", "f")
    with pytest.raises(LinkwiseError, match=r"no notation \['craig'\]"):
        lw.newton_euler(arm, *state, notation=["craig"])
    with pytest.raises(LinkwiseError, match=r"no row \['f'\]"):
        lw.newton_euler(arm, *state).row("link1", ["f"])


def test_exact_numbers_stay_fractions() -> None:
    """A robot and state of fractions give fractions in every notation, and print as such."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    arm = lw.planar_2r(1, 1, half, half, 1, 1, third, third, gravity=(0, -10, 0))
    state = ([lw.ExactAngle(half), lw.ExactAngle(third)], [half, third], [third, half])
    for notation in NOTATIONS:
        ne = lw.newton_euler(arm, *state, notation=notation)
        assert all(isinstance(x, (int, Fraction)) for x in ne.tau)
        shown = str(ne.tau[1]).replace("-", "−")
        assert shown in ne.text(1)
        assert r"\tfrac{" in ne.latex()
