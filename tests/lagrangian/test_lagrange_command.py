"""`linkwise lagrange` on arms that are too long to derive on paper, and parts of them."""

import time

import pytest

import linkwise as lw
from linkwise.cli.commands import main


def test_a_long_derivation_is_refused_at_once(capsys):
    """All of the PUMA 560 would run for minutes in silence: it is told what to do instead."""
    start = time.process_time()
    assert main(["lagrange", "puma560"]) == 2
    assert time.process_time() - start < 5  # most of it for importing SymPy
    out, err = capsys.readouterr()
    assert out == ""
    assert "alone has 187 terms" in err
    assert "fix some joints by --hold, as in --hold q4 q5 q6, or insist by --long" in err


def test_joints_that_are_held(capsys):
    """The 2R with its second joint held at 0 is one body: M₁₁ of the closed form with c₂ = 1."""
    assert main(["lagrange", "2r", "--hold", "q2"]) == 0
    out, _ = capsys.readouterr()
    from_energy, by_jacobians = (x for x in out.splitlines() if x.startswith("M_{11} "))
    for term in ("I_{1}", "I_{2}", "l_{1}^{2} m_{2}", "2 l_{1} l_{c2} m_{2}", "l_{c2}^{2} m_{2}"):
        assert term in from_energy
        assert term in by_jacobians
    assert "cos" not in from_energy + by_jacobians
    assert r"\tau_{2}" not in out


def test_three_joints_of_the_puma(capsys):
    """What is advised is short, and keeps the names of the joints that are left."""
    assert main(["lagrange", "puma560", "--hold", "q4", "q6", "q5", "--latex"]) == 0
    out, _ = capsys.readouterr()
    assert r"\ddot {q}_{3}" in out
    assert "_{4}" not in out


def test_the_long_way(monkeypatch, capsys):
    """--long derives what is over the limit, here one of 5 terms set for the test."""
    monkeypatch.setattr("linkwise.cli.lagrange.MOST", 5)
    assert main(["lagrange", "2r"]) == 2
    assert "as in --hold q2, or insist by --long" in capsys.readouterr().err
    assert main(["lagrange", "2r", "--long"]) == 0
    assert capsys.readouterr().out == str(lw.lagrange(lw.symbolic("2r").robot))


@pytest.mark.parametrize("words", [["2r", "--hold", "q9"], ["2r", "--hold"]])
def test_refusals(words, capsys):
    """A joint that does not exist, or none named, is an error of one line."""
    assert main(["lagrange", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
