"""Sheets: flowcharts, free bodies, two inertia matrices, dimensions."""

import re

import numpy as np
import pytest
from oracles import closed_forms
from random_trees import random_tree

import linkwise as lw
from linkwise.__main__ import main

KINDS = ("lagrange", "gravity", "newton-euler")
Q, QD, QDD = [0.4, -0.9], [0.7, -1.1], [1.3, 2.0]


def arrows(chart):
    """Return a chart's nodes by name, and its arrows as pairs of names."""
    head, *lines = chart.splitlines()
    assert head == "flowchart TD"
    nodes, pairs = {}, []
    node = r"(\w+)(?:\[\"([^\"]*)\"\])?"
    for line in lines:
        found = re.fullmatch(rf"  {node}(?: -->(?:\|[^|]*\|)? {node})?", line)
        assert found, line
        a, text_a, b, text_b = found.groups()
        nodes |= {name: text for name, text in ((a, text_a), (b, text_b)) if text}
        pairs += [(a, b)] if b else []
    assert {name for pair in pairs for name in pair} <= set(nodes)
    return nodes, pairs


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["pendulum", "rp", "puma560"])
def test_flowcharts_are_read_by_mermaid(name, kind):
    """Every line is a node or an arrow, and every arrow's ends are nodes with a text."""
    arrows(lw.flowchart(lw.load(name), kind))


def test_newton_euler_chart_follows_the_tree():
    """Out along each branch and back: the arrows are the parents of a tree with two branches."""
    body = lw.Inertia(1, (0.1, 0, 0))
    links = [
        lw.Link("trunk", lw.Joint.revolute("q1"), inertia=body),
        lw.Link("left", lw.Joint.prismatic("q2"), inertia=body, parent="trunk"),
        lw.Link("hand", lw.Joint.fixed("grip"), inertia=body, parent="left"),
        lw.Link("right", lw.Joint.helical("q3", 0.1), inertia=body, parent="trunk"),
    ]
    nodes, pairs = arrows(lw.flowchart(lw.Robot("tree", links), "newton-euler"))
    out = {("O0", "O1"), ("O1", "O2"), ("O2", "O3"), ("O1", "O4")}
    turn = {(f"O{i}", f"I{i}") for i in (1, 2, 3, 4)}
    back = {("I3", "I2"), ("I2", "I1"), ("I4", "I1")}
    assert set(pairs) == out | turn | back
    assert "2 ω × q̇ â" not in nodes["O1"]
    assert "2 ω × q̇ â + q̈ â" in nodes["O2"]
    assert "2 ω × q̇ h â" in nodes["O4"]
    assert [("q̈" in nodes[name], "τ" in nodes[f"I{name[1]}"]) for name in ("O1", "O3")] == [
        (True, True),
        (False, False),
    ]
    assert "τ of q2 = f · â" in nodes["I2"]


def test_lagrange_chart_has_what_the_robot_has():
    """Friction, springs and rotors appear where a joint has them, and only there."""
    joint = lw.Joint.revolute(
        "q1", friction=lw.Friction(viscous=1), spring=lw.Spring(1, 0), rotor=lw.Rotor(1e-4, 50)
    )
    robot = lw.Robot('"odd"', [lw.Link('a "b"', joint, inertia=lw.Inertia(2, (1, 0, 0)))])
    chart = lw.flowchart(robot)
    for words in ("friction of q1", "springs of q1", "gear² J", "½ k (q − q₀)²", "1 × 1"):
        assert words in chart
    assert "a #quot;b#quot;: 2 kg" in chart
    plain = lw.flowchart(lw.planar_2r())
    assert "friction" not in plain
    assert "spring" not in plain


def test_free_bodies_of_the_2r_are_those_of_the_lecture_notes():
    """f₂, n₂z, f₁ and n₁z of the arm with point masses are the rows of lecture 003."""
    l1, l2, m1, m2, g = 0.6, 0.5, 1.0, 0.8, 9.81
    robot = lw.planar_2r(l1, l2, m1=m1, m2=m2, form="points")
    (t1, t2), (w1, w2), (a1, a2) = Q, QD, QDD
    c1, s1, c2, s2 = np.cos(t1), np.sin(t1), np.cos(t2), np.sin(t2)
    c12, s12 = np.cos(t1 + t2), np.sin(t1 + t2)
    f2 = m2 * np.array([
        l1 * a1 * s2 - l1 * w1**2 * c2 + g * s12 - l2 * (w1 + w2) ** 2,
        l1 * a1 * c2 + l1 * w1**2 * s2 + g * c12 + l2 * (a1 + a2),
        0,
    ])  # fmt: skip
    F1 = m1 * np.array([-l1 * w1**2 + g * s1, l1 * a1 + g * c1, 0])
    f1 = F1 + np.array([c2 * f2[0] - s2 * f2[1], s2 * f2[0] + c2 * f2[1], 0])
    tau = closed_forms.two_r_points(m1, m2, l1, l2).tau(*map(np.array, (Q, QD, QDD)))
    link1, link2 = lw.free_bodies(robot, Q, QD, QDD)
    joint, weight, carried = link1.loads
    np.testing.assert_allclose(joint.force, f1, atol=1e-12)
    np.testing.assert_allclose(joint.moment, [0, 0, tau[0]], atol=1e-12)
    np.testing.assert_allclose(weight.force, [-m1 * g * s1, -m1 * g * c1, 0], atol=1e-12)
    np.testing.assert_allclose(carried.force, [*(f1 - F1)[:2] * -1, 0], atol=1e-12)
    np.testing.assert_allclose(carried.moment, [0, 0, -tau[1]], atol=1e-12)
    np.testing.assert_allclose(link2.loads[0].force, f2, atol=1e-12)
    assert [load.letters for load in link1.loads] == ["f1, n1", "m1 g", "−f2, −n2"]
    assert [load.source for load in link2.loads] == ["link1, through q2", "weight"]


@pytest.mark.parametrize("seed", range(4))
def test_what_acts_on_a_link_makes_it_move(seed):
    """Newton's and Euler's laws link by link on random trees.

    Motions are from `link_acceleration`, which knows no forces.  Forces add up to m a_C and
    moments to I_C ω̇ + ω × I_C ω, in the link's axes.
    """
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, 6)
    q, qd, qdd = rng.normal(size=(3, robot.n))
    for link, body in zip(robot.links, lw.free_bodies(robot, q, qd, qdd), strict=True):
        at = {"frame": "link", "at": link.inertia.com}
        motion = lw.link_acceleration(robot, q, qd, qdd, link.name, kind="classical", **at)
        omega = lw.link_velocity(robot, q, qd, link.name, frame="link")[:3]
        I = link.inertia.tensor
        N = I @ motion[:3] + np.cross(omega, I @ omega)
        np.testing.assert_allclose(body.force, link.inertia.mass * motion[3:], atol=1e-9)
        np.testing.assert_allclose(body.moment, N, atol=1e-9)


def table(text, number=0):
    """Return a Markdown table as rows of cells."""
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    lines = blocks[number].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_free_body_sheet_prints_them():
    """The sheet's first table is link 1 of the RP at rest: it holds both weights, d₂ away."""
    text = lw.sheet(lw.rp(), "free-body", q=[0, 0.6])
    rows = table(text)
    assert rows[2][:3] == ["base, through q1", "f1, n1", "(0, 0, 0)"]
    assert rows[2][3] == "(0, 49.05, 0)"  # (3 + 2) 9.81
    assert rows[2][4] == f"(0, 0, {(3 * 0.2 + 2 * 0.6) * 9.81:.5g})"
    assert rows[3][3:] == ["(0, -29.43, 0)", "(0, 0, 0)"]
    assert rows[-1][3:] == ["(0, 0, 0)", "(0, 0, 0)"]  # at rest
    assert "The motor of q2 gives the part of f2 along its axis (1, 0, 0)" in text


def test_inertia_sheet_tells_the_two_apart():
    """M of the 2R with point masses from its closed form, and a 6 × 6 inertia of rank 3."""
    robot = lw.planar_2r(1, 1, m1=1, m2=2, form="points")
    text = lw.sheet(robot, "inertia", q=[0.3, 0])
    rows = {row[0]: row[1:] for row in table(text)}
    assert rows["size"] == ["2 × 2", "6 × 6"]
    assert rows["units"] == ["kg m²", "kg m², kg m, kg"]
    assert rows["rank"] == ["2 of 2", "3 of 6"]
    assert "eigenvalues" not in rows  # of kg m², kg m and kg together they depend on the units
    M = closed_forms.two_r_points(1, 2, 1, 1).M(np.array([0.3, 0]))
    block = re.search(r"```text\n(.*?)\n```", text, re.DOTALL)[1].splitlines()
    heads = re.split(r"\s{2,}", block[0])
    assert heads == ["M(q)", "inertia of link2", "its share of M(q)"]
    numbers = [[float(x) for x in line.split()] for line in block[1:]]
    np.testing.assert_allclose([row[:2] for row in numbers[:2]], M, rtol=1e-4)
    m, l = 2, 1  # a point mass at (l, 0, 0): moments [ω, v] about the link's origin
    np.testing.assert_allclose(
        [numbers[k][2:8] for k in (0, 1)] + [row[:6] for row in numbers[2:]],
        [
            [0, 0, 0, 0, 0, 0],
            [0, m * l**2, 0, 0, 0, -m * l],
            [0, 0, m * l**2, 0, m * l, 0],
            [0, 0, 0, m, 0, 0],
            [0, 0, m * l, 0, m, 0],
            [0, -m * l, 0, 0, 0, m],
        ],
    )


def test_shares_of_all_links_make_the_mass_matrix():
    """What the sheet prints as each link's share of M adds up to M, which it prints too."""
    robot, q = lw.load("3r"), [0.2, 0.9, -0.4]
    total, M = np.zeros((3, 3)), None
    for link in robot.link_names:
        text = lw.sheet(robot, "inertia", q=q, link=link)
        lines = re.search(r"```text\n(.*?)\n```", text, re.DOTALL)[1].splitlines()[1:4]
        numbers = np.array([[float(x) for x in line.split()] for line in lines])
        M = numbers[:, :3]
        total += numbers[:, 9:]
    np.testing.assert_allclose(total, M, atol=2e-4)


def test_dimensions_of_a_robot_that_turns_and_slides():
    """Shapes are those that the functions return, and units those of each pair of joints."""
    robot = lw.rp()
    text = lw.sheet(robot, "dimensions")
    rows = {row[0]: row[1:] for row in table(text)}
    q = np.zeros(2)
    shapes = {
        "mass matrix": lw.crba(robot, q),
        "Coriolis matrix": lw.coriolis_matrix(robot, q, q),
        "gravity": lw.gravity_torque(robot, q),
        "kinetic energy": lw.kinetic_energy(robot, q, q),
        "Jacobian of a link": lw.link_jacobian(robot, q, "link2"),
        "regressor": lw.torque_regressor(robot, q, q, q),
    }
    for name, value in shapes.items():
        assert rows[name][1] == str(np.shape(value)), name
    assert rows["torques and forces"] == ["τ", "(2,)", "N m, N"]
    assert table(text, 1)[2:] == [["q1", "kg m²", "kg m"], ["q2", "kg m", "kg"]]
    assert len(re.findall(r"^\| M ", lw.sheet(lw.planar_2r(), "dimensions"), re.MULTILINE)) == 0


def test_dimensions_of_six_joints_are_those_of_the_lecture_notes():
    """Lecture 003: for six joints M is 6 × 6, and V, G and τ are 6 × 1."""
    rows = {row[0]: row[1:] for row in table(lw.sheet(lw.puma560(), "dimensions"))}
    assert rows["mass matrix"][1] == "(6, 6)"
    for name in ("velocity terms", "gravity", "torques and forces"):
        assert rows[name][1] == "(6,)"


@pytest.mark.parametrize("what", ["free-body", "inertia", "dimensions"])
def test_sheets_in_latex_are_well_formed(what):
    """Plain ASCII, closed environments, and in every table as many columns as it announces."""
    state = {} if what == "dimensions" else {"q": [0.2, 0.5]}
    tex = lw.sheet(lw.rp(), what, **state, form="latex")
    assert tex.isascii()
    assert re.findall(r"\\begin\{(.*?)\}", tex).count("tabular") == tex.count(r"\end{tabular}")
    for columns, body in re.findall(r"\\begin\{tabular\}\{(l+)\}(.*?)\\end", tex, re.DOTALL):
        for row in body.replace(r"\hline", "").strip().split(r"\\"):
            assert row.count("&") == len(columns) - 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: lw.flowchart("2r"), "a Robot is wanted"),
        (lambda: lw.flowchart(lw.rp(), "hamilton"), "lagrange, gravity, newton-euler are known"),
        (lambda: lw.sheet(lw.rp(), "poster"), "flowchart, free-body, inertia, dimensions"),
        (
            lambda: lw.flowchart(lw.Robot("idle", [lw.Link("a", lw.Joint.revolute("b"))])),
            "robot 'idle' has no mass data",
        ),
        (lambda: lw.flowchart(lw.rp(), ["gravity"]), r"no flowchart \['gravity'\]"),
        (lambda: lw.sheet(lw.rp(), ["inertia"]), r"no sheet \['inertia'\]"),
        (lambda: lw.sheet(lw.rp(), "dimensions", form="pdf"), "'md' or 'latex'"),
        (lambda: lw.sheet(lw.rp(), "flowchart", form="latex"), "mermaid"),
        (lambda: lw.sheet(lw.rp(), "inertia", link="link3"), "no link 'link3'"),
        (lambda: lw.sheet(lw.rp(), "inertia", q=[[0, 0]]), "one state"),
        (lambda: lw.sheet(lw.rp(), "free-body", q=[0]), "the last axis must have 2"),
        (lambda: lw.sheet(lw.rp(), "dimensions", q=[0, 0]), "'dimensions' does not depend on q:"),
        (lambda: lw.sheet(lw.rp(), "inertia", qd=[0, 0]), "'inertia' does not depend on qd:"),
        (lambda: lw.sheet(lw.rp(), "flowchart", link="link1"), "does not depend on link: leave"),
        (lambda: lw.free_bodies(lw.rp(), [[0, 0]]), "one state"),
    ],
)
def test_what_cannot_be_handed_out_is_refused(call, words):
    """Each message says what is wanted."""
    with pytest.raises(lw.LinkwiseError, match=words):
        call()


def test_command_prints_and_writes(tmp_path, capsys):
    """The command's text is the function's, on the terminal and in a file."""
    assert main(["sheet", "rp", "free-body", "-q", "20deg", "0.6", "--qd", "1", "0"]) == 0
    right = lw.sheet(lw.rp(), "free-body", q=[np.radians(20), 0.6], qd=[1, 0])
    assert capsys.readouterr().out == right
    out = tmp_path / "sheet.md"
    assert main(["sheet", "2r", "inertia", "--link", "link1", "-o", str(out)]) == 0
    assert out.read_text() == lw.sheet(lw.planar_2r(), "inertia", link="link1")
    assert main(["sheet", "2r", "poster"]) == 2
    assert main(["sheet", "2r", "inertia", "--gravity", "0", "0", "0"]) == 2
    assert "the sheet 'inertia' does not depend on gravity" in capsys.readouterr().err
