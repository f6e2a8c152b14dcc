"""Hints tell where to look and what kind of slip it is; the right answer they never tell."""

import re

import numpy as np
import pytest
import sympy as sp

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.__main__ import main
from linkwise.lagrangian.ring import Letters
from linkwise.referee.ring_referee import Referee
from linkwise.referee.terms import element, terms_of

l1, l2, m1, m2, g = sp.symbols("l1 l2 m1 m2 g")
q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
c1, c2, c12, s2 = sp.cos(q1), sp.cos(q2), sp.cos(q1 + q2), sp.sin(q2)
h = m2 * l1 * l2 * s2
POINTS = [
    ((m1 + m2) * l1**2 + m2 * l2**2 + 2 * m2 * l1 * l2 * c2) * a1
    + (m2 * l2**2 + m2 * l1 * l2 * c2) * a2
    - h * (2 * w1 * w2 + w2**2)
    + (m1 + m2) * g * l1 * c1
    + m2 * g * l2 * c12,
    (m2 * l2**2 + m2 * l1 * l2 * c2) * a1 + m2 * l2**2 * a2 + h * w1**2 + m2 * g * l2 * c12,
]  # lecture notes, section 3
ARM = lw.symbolic("2r-point")
LETTERS = Letters.of(ARM.robot, ARM.q, ARM.qd, ARM.qdd)


def formulas(text):
    """Return the formulas of a hint, which stand behind "you have"."""
    return re.findall(r"you have (.*)", text)


def test_each_level_tells_more():
    """Coriolis halved: first where it shows, then what kind, then its name and the own term."""
    verdict = lw.check(ARM, tau=[POINTS[0] + h * w1 * w2, POINTS[1]])
    first, second, third = (verdict.hint(level) for level in (1, 2, 3))
    assert first.startswith("planar 2R: wrong in 1 of 2\n✗ tau1\n    it shows: no acceleration")
    assert "it does not show: at rest; held still" in first
    assert "velocity" not in first
    assert "the velocity terms are wrong, and every wrong term carries l1, l2 and m2" in second
    assert "look for all terms of one kind at once" in second
    assert "Coriolis halved" not in second
    assert "Coriolis halved" in third
    assert formulas(third) == ["-l1*l2*m2*qd1*qd2*sin(q2)"] * 2
    assert "-2*l1*l2*m2*qd1*qd2*sin(q2)" not in third


def test_a_dimension_is_a_hint_too():
    """A square too many: the unit at level 1, what is too many at 2, the own term at 3."""
    verdict = lw.check(ARM, g=[POINTS[0].coeff(g) * g, m2 * g * l2**2 * c12])
    texts = [verdict.hint(level) for level in (1, 2, 3)]
    assert all("is in kg m³/s², where N m is wanted" in text for text in texts)
    assert ["a length too many" in text for text in texts] == [False, True, True]
    assert ["g*l2**2*m2*cos(q1 + q2) is in" in text for text in texts] == [False, False, True]


def test_slips_in_the_energies():
    """Of a slip that spoils everything the hint tells the stage, and at level 3 the name."""
    wrong = [POINTS[0] - 2 * (POINTS[0].coeff(g) * g).expand(), POINTS[1] - 2 * m2 * g * l2 * c12]
    verdict = lw.check(ARM, tau=wrong)
    assert "in an energy, before anything is derived" in verdict.hint(2)
    assert "gravity sign" not in verdict.hint(2)
    assert "gravity sign: P = −m gᵀ p grows with the height" in verdict.hint(3)


def test_what_fits_no_slip_and_what_is_right():
    """A derivation that is wrong all over gets the first hints; a right one gets none."""
    verdict = lw.check(ARM, tau=[POINTS[0] + 7 * h * w1**2 + 3 * g * l2 * m1, POINTS[1]])
    assert "no slip in this entry, and no two of them" in verdict.hint(2)
    assert formulas(verdict.hint(3)) == []
    assert lw.check(ARM, tau=POINTS).hint(3) == "planar 2R: right"
    hanging = [x.subs({q1: q1 - sp.pi / 2}) for x in (POINTS[0].coeff(g) * g, m2 * g * l2 * c12)]
    assert lw.check(ARM, g=hanging).hint().endswith("convention: angle from the vertical, hanging")


def test_a_coriolis_matrix_and_a_row():
    """Which kind of C it is, is told; a slip in a row that was not handed in has no formula."""
    assert "C: wrong product" in lw.check(ARM, C=[[0, -h * w2], [h * w1, 0]]).hint(1)
    f2 = (m2 * (l1 * s2 * a1 - l1 * c2 * w1**2 - l2 * (w1 + w2) ** 2 + g * sp.sin(q1 + q2)), 0)
    f2 = (f2[0], m2 * (l1 * c2 * a1 + l1 * s2 * w1**2 + l2 * (a1 + a2)))  # no gravity
    f1 = (
        c2 * f2[0] - s2 * f2[1] - m1 * l1 * w1**2 + m1 * g * sp.sin(q1),
        s2 * f2[0] + c2 * f2[1] + m1 * l1 * a1 + m1 * g * c1,
        0,
    )
    third = lw.check(ARM, rows={"f1": f1}).hint(3)
    assert "in f2y, gravity left out" in third
    assert formulas(third) == []


@pytest.mark.parametrize("start", range(3))
def test_no_hint_holds_the_right_term(start):
    """Of slips all over the catalogue: the only formulas of a hint are terms that were handed in.

    The hints know only verdicts; which terms the student has is worked out here from the slip.
    """
    right = {f"tau{k}": LETTERS.element(x) for k, x in enumerate(POINTS, start=1)}
    referee = Referee(ARM.robot, LETTERS, right)
    slips = [(name, *pair) for name in right for pair in referee.effects(name).slips]
    for name, made, change in slips[start::60]:
        yours = {**right, name: right[name] + element(LETTERS, change)}
        verdict = referee.judge(yours)
        own = {str(LETTERS.expression(element(LETTERS, {term: x})))
               for term, x in terms_of(LETTERS, yours[name]).items()}  # fmt: skip
        for level in (1, 2):
            assert "*" not in verdict.hint(level), made.slip
        third = verdict.hint(3)
        for formula in formulas(third):
            terms = sp.Add.make_args(sp.expand(sp.sympify(formula)))
            assert {str(term) for term in terms} <= own, made.slip
        for formula in [*formulas(third), *re.findall(r"(\S.*) is in", third)]:
            third = third.replace(formula, "")
        assert "*" not in third, made.slip


def test_what_shows_no_terms():
    """Of a function and of a quotient a hint tells a state at which it shows, and no value."""

    def M(q):
        c2 = np.cos(q[1])
        return [[1.7 + c2, 0.35 + c2 / 2], [0.35 + c2, 0.35]]

    text = lw.check(lw.load("2r"), M=M).hint(3)
    assert re.fullmatch(
        r"planar 2R: wrong in 1 of 4\n✗ M21\n    it shows at q1 = \S+, q2 = \S+", text
    )
    text = lw.check(ARM, g=[POINTS[0].coeff(g) * g, m2 / l2]).hint(2)
    assert "✗ g2\n    it shows at " in text
    assert "right" not in text


def test_levels():
    """Other levels are refused."""
    verdict = lw.check(ARM, tau=POINTS)
    with pytest.raises(LinkwiseError, match="a hint has level 1, 2 or 3, got 4"):
        verdict.hint(4)


def test_the_command(tmp_path, capsys):
    """`--hint`, `--dimensions` and `--limits` answer in place of the verdict, with its code."""
    file = tmp_path / "mine.txt"
    file.write_text("g1 = (m1 + m2) g l1 c1 + m2 g l2 c12\ng2 = m2 g l2 c2\n")
    answers = {}
    for options in (["--hint", "1"], ["--hint", "3"], ["--dimensions"], ["--limits"]):
        code = main(["check", "2r-point", str(file), *options])
        answers[options[-1]] = (code, capsys.readouterr().out)
    assert [code for code, _ in answers.values()] == [1, 1, 0, 1]
    assert "wrong angle" not in answers["1"][1]
    assert "you have g*l2*m2*cos(q2)" in answers["3"][1]
    assert "✓ g2, in N m" in answers["--dimensions"][1]
    assert "it does not show: l2 → 0; m2 → 0; horizontal" in answers["--limits"][1]
    assert not any("it should be" in text for _, text in answers.values())
    assert all("c12    cos(q1 + q2)" in text for _, text in answers.values())
    assert main(["check", "2r-point", str(file), "--hint", "4"]) == 2
