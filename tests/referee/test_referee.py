"""The referee on right derivations, and on the mistakes that students make, each named."""

import pytest
import sympy as sp
from oracles.two_r_letters import (
    MISTAKES,
    RIGHT,
    a1,
    a2,
    c1,
    c2,
    c12,
    g,
    h,
    l1,
    l2,
    lc1,
    lc2,
    m1,
    m2,
    q1,
    s2,
    s12,
    torques,
    w1,
    w2,
)

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.referee.check import check

# What mistakes of the table are named as, with their entry where they are made in one.
EARLY_NAMES = {
    "T1": ["relative rate for absolute rate"],
    "T2": ["energies of single motions added"],
    "T3": ["inertia about the joint and m lc² at once"],
    "T4": ["rotational energy left out"],
    "T12": ["weight not carried", "reference height"],
    "T13": ["gravity sign"],
    "T15": ["l for lc, or lc for l"],
    "T16": ["energy without ½"],
}
LATE_NAMES = {
    "T5": ("tau1", "bracket"),
    "T6": ("tau1", "Coriolis halved"),
    "T7": ("tau2", "centrifugal sign"),
    "T8": ("tau1", "velocity terms left out"),
    "T10": ("tau1", "gravity: sine and cosine exchanged"),
    "T11": ("tau2", "wrong angle"),
    "T14": ("tau1", "factor ½"),
}


@pytest.mark.parametrize("case", EARLY_NAMES)
def test_slips_made_in_the_energies(case):
    """Each mistake that spoils several entries is named once, as what it was, or by its aliases."""
    verdict = check(lw.symbolic("2r"), tau=torques(**MISTAKES[case]))
    assert not verdict.right
    assert [slip.name for slip, _ in verdict.early] == EARLY_NAMES[case]


@pytest.mark.parametrize("case", LATE_NAMES)
def test_slips_made_in_one_entry(case):
    """Each mistake in one entry is named there, and the entries that are right are left alone."""
    entry, name = LATE_NAMES[case]
    verdict = check(lw.symbolic("2r"), tau=torques(**MISTAKES[case]))
    names = [f.slips[0].slip.name for f in verdict[entry].findings if len(f.slips) == 1]
    assert name in names


STYLES = {
    "as it stands": torques(),
    "expanded": [sp.expand(t) for t in torques()],
    "trigonometry expanded": [sp.expand_trig(t) for t in torques()],
    "factored": [sp.factor(t) for t in torques()],
    "collected in accelerations": [sp.collect(sp.expand(t), (a1, a2)) for t in torques()],
    "half angles of sums": [
        t.subs(c12, c1 * c2 - sp.sin(q1) * s2) for t in torques()
    ],
    "squares of sines": [t + m1 * (sp.sin(q1) ** 2 + c1**2 - 1) for t in torques()],
    "decimals": [t + 0.5 * a1 - a1 / 2 for t in torques()],
}  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
def test_right_derivations_in_many_styles(style):
    """However it is written, what is right is called right."""
    assert check(lw.symbolic("2r"), tau=STYLES[style]).right


def test_everything_at_once():
    """M, C, h, g, tau, K and P of the 2R, from the lecture notes; P up to a constant."""
    M = sp.Matrix([[RIGHT["M11"], RIGHT["M12"]], [RIGHT["M12"], RIGHT["M22"]]])
    C = sp.Matrix([[-h * w2, -h * (w1 + w2)], [h * w1, 0]])
    rates = sp.Matrix([w1, w2])
    P = g * (m1 * lc1 * sp.sin(q1) + m2 * (l1 * sp.sin(q1) + lc2 * s12)) + m1 * g * lc1
    verdict = check(
        lw.symbolic("2r"),
        M=M,
        C=C,
        h=[RIGHT["n1"], RIGHT["n2"]],
        g=[RIGHT["G1"], RIGHT["G2"]],
        tau=torques(),
        K=(rates.T * M * rates)[0] / 2,
        P=P,
    )
    assert verdict.right
    assert str(verdict).count("✓") == 4 + 4 + 2 + 2 + 2 + 1 + 1


def test_two_slips_at_once():
    """A wrong sign and a lost factor 2 in one entry are found together, each with its term."""
    wrong = torques(n1=-h * (w1 * w2 + w2**2), G1=RIGHT["G1"] - 2 * g * m1 * lc1 * c1)
    verdict = check(lw.symbolic("2r"), tau=wrong)
    finding = verdict["tau1"].findings[0]
    assert {made.slip.name for made in finding.slips} == {"sign", "Coriolis halved"}


def test_what_nothing_explains_is_said():
    """With no slip that fits, the difference and a state that shows it remain."""
    verdict = check(lw.symbolic("2r"), tau=[torques()[0] + 17 * m1 * l2 * w2, torques()[1]])
    entry = verdict["tau1"]
    assert not entry.findings
    assert entry.difference == 17 * m1 * l2 * w2
    assert "no slip in this entry, and no two of them" in str(verdict)
    assert "yours" in entry.witness


def test_refusals():
    """Shapes, unknown keys and letters are named."""
    arm = lw.symbolic("2r")
    for handed_in, message in (
        ({}, "at least one of"),
        ({"M": [[1, 2]]}, r"M must have shape \(2, 2\)"),
        ({"N": [1, 2]}, "no 'N' to check"),
        ({"g": [sp.Symbol("m9"), 0]}, "unknown letter m9"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            check(arm, **handed_in)
