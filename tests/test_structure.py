"""The table of structural properties, on sound and on broken models, in Python and typed."""

import csv
from io import StringIO

import numpy as np
import pytest
from random_trees import random_tree

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.__main__ import main


@pytest.mark.parametrize(
    "robot", [lw.rp(), lw.pendulum(), random_tree(np.random.default_rng(1), 6)]
)
def test_real_equations_of_motion_are_sound(robot):
    """Every identity holds on arms and trees of all joint kinds."""
    assert lw.properties(robot, states=20, horizon=0.1).sound


def test_figures_of_the_lecture_notes():
    """Lecture 002: the shoulder's inertia from 0.30 to 0.78, and an error that grows about ×70."""
    arm = lw.planar_2r(0.4, 0.3, 0.2, 0.15, 3, 2, 0.04, 0.015)
    table = lw.properties(arm, states=30, start=[0, 0.3])
    assert table["range of M_ii, q1"].figure == pytest.approx(0.78 / 0.30, rel=1e-12)
    assert table["range of M_ii, q2"].figure == pytest.approx(1, rel=1e-12)
    assert 50 < table["growth of an error in 2 s"].figure < 90
    shares = [table[f"share of C q̇, {speed}"].figure for speed in ("rest", "slow", "fast")]
    assert shares[0] == 0
    assert shares[1] < 0.01
    assert shares[2] > 0.2


def test_a_constant_mass_matrix():
    """The gantry (lecture 001): M constant, hence no C, and the row that says so is there."""
    table = lw.properties(lw.gantry(), states=10, horizon=0.1)
    assert table["constant M ⇒ C = 0"].holds
    with pytest.raises(LinkwiseError, match="no property 'constant M ⇒ C = 0'"):
        lw.properties(lw.planar_2r(), states=10, horizon=0.1)["constant M ⇒ C = 0"]


def test_an_impossible_body_is_found():
    """With an impossible inertia M loses its definiteness, and the table says where."""
    bad = lw.Inertia(1, (0.5, 0, 0), np.diag([0.0, 0.0, -0.5]))
    robot = lw.Robot("bad", [lw.Link("link", lw.Joint.revolute("q1"), inertia=bad)])
    from linkwise.structure import identities, joint_ranges, sampled

    rows = {row.name: row for row in identities(sampled(robot, *joint_ranges(robot), 10, 0))}
    assert rows["leading minors of M > 0"].holds is False
    assert rows["g = ∂P/∂q"].holds


def test_symbols_are_refused():
    """The checks need numbers, and say so."""
    with pytest.raises(LinkwiseError, match="has symbols"):
        lw.properties(lw.symbolic("2r").robot)


def test_typed_properties(capsys):
    """`linkwise properties` prints the table and CSV that reads back; bad names exit with 2."""
    assert main(["properties", "rp", "--states", "10"]) == 0
    assert "Ṁ − 2C skew" in capsys.readouterr().out
    assert main(["properties", "rp", "--states", "10", "--csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert {row["holds"] for row in rows} == {"True", ""}
    assert main(["properties", "rx"]) == 2
    assert "rx" in capsys.readouterr().err
    for option, least in (("--states", 2), ("--seed", 0)):
        assert main(["properties", "2r", option, str(least - 1)]) == 2
        assert f"{option} must be at least {least}" in capsys.readouterr().err


def test_typed_ledger(capsys):
    """`linkwise ledger` prints causes that add up to the torque of the same state."""
    state = ["-q", "45deg", "30deg", "--qd", "0.2", "-0.1", "--qdd", "0.5", "0.1"]
    assert main(["ledger", "2r", *state]) == 0
    assert "coriolis q1 q2" in capsys.readouterr().out
    assert main(["ledger", "2r", *state, "--csv"]) == 0
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    total = next(row for row in rows if row["what"] == "tau")
    causes = rows[: rows.index(total)]
    # lecture 000's demo, typed in
    assert float(total["q1"]) == pytest.approx(13.043397673469356, abs=1e-12)
    assert sum(float(row["q1"]) for row in causes) == pytest.approx(float(total["q1"]), abs=1e-12)
    assert main(["ledger", "2r"]) == 2
    assert "wants -q with 2 values" in capsys.readouterr().err
    assert main(["ledger", "2r", "-q", "1", "1", "--qd", "1e200", "0"]) == 2
    assert "the torques are too large for floats" in capsys.readouterr().err
