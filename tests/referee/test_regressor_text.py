"""The regressor as text: nested lists, LaTeX matrices and lines of a file, typed by hand."""

import pytest

import linkwise as lw
from linkwise import LinkwiseError, check
from linkwise.cli.commands import main

# Of the RP, by a point (q₂ + x, y) on the slider: its acceleration in the link's axes is
# (q̈₂ − (q₂ + x) q̇₁² − y q̈₁ + g s₁, (q₂ + x) q̈₁ + 2 q̇₁ q̇₂ − y q̇₁² + g c₁), and its moment about
# joint 1 is collected by 1, x, y, x² + y².  What is not here is 0.
RP = {
    (1, 2): "g c1",
    (1, 3): "-g s1",
    (1, 10): "qdd1",
    (1, 11): "q2^2 qdd1 + 2 q2 qd1 qd2 + g q2 c1",
    (1, 12): "2 q2 qdd1 + 2 qd1 qd2 + g c1",
    (1, 13): "-qdd2 - g s1",
    (1, 20): "qdd1",
    (2, 11): "qdd2 - q2 qd1^2 + g s1",
    (2, 12): "-qd1^2",
    (2, 13): "-qdd1",
}
ROWS = [[RP.get((i, j), "0") for j in range(1, 21)] for i in (1, 2)]
TEXTS = {
    "nested list": "[{}]".format(",\n".join(f"[{', '.join(row)}]" for row in ROWS)),
    "MATLAB": "[{}]".format("; ".join(", ".join(row) for row in ROWS)),
    "LaTeX": r"\begin{{bmatrix}} {} \end{{bmatrix}}".format(
        "\\\\\n".join(" & ".join(row) for row in ROWS)
    ),
    "lines": "\n".join(f"Y{i}{j} = {ROWS[i - 1][j - 1]}" for i in (1, 2) for j in range(1, 21)),
    "lines with a comma": "\n".join(f"Y[{i},{j}] = {x}" for (i, j), x in RP.items()),
    "LaTeX lines": "\n".join(f"Y_{{{i},{j}}} = {x}" for (i, j), x in RP.items()),
}
SPARSE = ("lines with a comma", "LaTeX lines")


@pytest.mark.parametrize("form", TEXTS)
def test_forms_of_a_regressor(form):
    """Each form of the RP's regressor is right, and wrong with the factor 2 of Coriolis lost."""
    verdict = check(lw.symbolic("rp"), Y=TEXTS[form])
    assert verdict.right
    assert len(verdict.entries) == (10 if form in SPARSE else 40)
    slip = TEXTS[form].replace("2 q2 qd1 qd2", "q2 qd1 qd2")
    wrong = [entry for entry in check(lw.symbolic("rp"), Y=slip).entries if not entry.right]
    assert [entry.name for entry in wrong] == ["Y1 link2 m"]
    assert wrong[0].findings[0].slips[0].slip.name in ("Coriolis halved", "factor ½")


def test_a_lone_row():
    """The pendulum's ten columns are a row, in one pair of brackets or two."""
    row = "0, g c1, -g s1, 0, 0, 0, 0, 0, 0, θ̈"
    for text in (f"[{row}]", f"[[{row}]]", f"Y = [{row}]"):
        assert check(lw.symbolic("pendulum"), Y=text).right
    assert not check(lw.symbolic("pendulum"), Y=f"[{row.replace('-g', 'g')}]").right


def test_links_that_do_not_move_have_columns():
    """A tool on a fixed joint has ten columns of its own, those of its frame two metres out."""
    arm = lw.symbolic("pendulum").robot
    tool = lw.Link(
        "tool",
        lw.Joint.fixed("flange"),
        placement=lw.Transform.translation(2, 0, 0),
        parent=arm.link_names[-1],
    )
    robot = lw.Robot("tooled", [*arm.links, tool], arm.gravity)
    assert check(robot, Y="Y[1,11] = 4 qdd1 + 2 g c1\nY[1,12] = 4 qdd1 + g c1").right


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Y12 = g c1\nY13 = -g z s1", r"Y, line 2, column 10: unknown name 'z'"),
        ("Y[1,41] = 0", r"line 1, .*'Y\[1,41\]': there is no column 41, Y has 20: ten a link"),
        ("Y31 = 0", "'Y31': there is no joint 3, the robot has joints 1 to 2"),
        ("[[0, m1/m2], [0, 0]]", "Y: 2 × 20 is wanted on the right"),
        (TEXTS["nested list"].replace("2 q2 qdd1", "q2/g"), "entry 1,12: division by g does not"),
        ("\n[0,\n z]", "Y, line 3, column 2: unknown name 'z'"),
        ("M11 = m1", "Y: the text gives M11"),
    ],
)
def test_what_cannot_be_read_has_its_place(text, message):
    """Line and entry stand in the message."""
    with pytest.raises(LinkwiseError, match=message):
        check(lw.symbolic("rp"), Y=text)


def test_an_entry_alone_is_named():
    """In nested lists of text the entry is named as the regressor's labels have it."""
    rows = [[*ROWS[0][:19], "qdd4"], ROWS[1]]
    with pytest.raises(LinkwiseError, match=r"Y1 link2 Izz, line 1, column 1: unknown name 'qdd4'"):
        check(lw.symbolic("rp"), Y=rows)


def test_a_regressor_in_a_file(tmp_path, capsys):
    """The command reads Y beside τ, and names the column that is wrong."""
    file = tmp_path / "mine.txt"
    file.write_text(f"Y = {TEXTS['nested list']}\ng2 = m2 g s1\n", encoding="utf-8")
    assert main(["check", "rp", str(file)]) == 0
    assert "✓ Y: 40 entries" in capsys.readouterr().out
    file.write_text("Y[2,12] = qd1^2\n", encoding="utf-8")
    assert main(["check", "rp", str(file)]) == 1
    assert "✗ Y2 link2 mcx" in capsys.readouterr().out
