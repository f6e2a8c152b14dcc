"""Two slips at once, one in the energies or on the way from them: both are named, or equals."""

from random import Random

import pytest
import sympy as sp
from oracles.two_r_letters import (
    I1,
    I2,
    MISTAKES,
    RIGHT,
    a1,
    a2,
    c1,
    c2,
    g,
    h,
    l1,
    l2,
    lc1,
    lc2,
    m1,
    m2,
    q1,
    q2,
    torques,
    w1,
    w2,
)

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.lagrangian.ring import Letters
from linkwise.referee.check import check
from linkwise.referee.derivation_slips import DERIVED
from linkwise.referee.entries import entries_of
from linkwise.referee.explanations import effects_in
from linkwise.referee.hints import ENERGY
from linkwise.referee.ring_referee import Referee
from linkwise.referee.terms import element, terms_of

T1, T3, T6, T9, T11, T13, T15 = (MISTAKES[f"T{k}"] for k in (1, 3, 6, 9, 11, 13, 15))

RELATIVE = "relative rate for absolute rate"
AT_ONCE = "inertia about the joint and m lc² at once"
HALVED = {("tau1", "Coriolis halved"), ("tau1", "factor ½")}
CASES = {
    "T1 and T6": (T1 | T6, {RELATIVE}, HALVED),
    "T3 and T6": (T3 | T6, {AT_ONCE}, HALVED),
    "T1 and T11": (T1 | T11, {RELATIVE}, {("tau2", "wrong angle")}),
    "T15 and T13": (T15 | T13, {"l for lc, or lc for l", "gravity sign"}, set()),
    "T9 and T13": (T9 | T13, {"∂K/∂q forgotten", "gravity sign"}, set()),
    "T1 and T9": (T1 | T9, {RELATIVE, "∂K/∂q forgotten"}, set()),
}


def early_of(found):
    """Return the names of the slips of an explanation that were made before the entries."""
    return {slip.name for slip, _ in found.early}


@pytest.mark.parametrize("case", CASES)
def test_a_slip_before_the_entries_and_another(case):
    """Two mistakes of the table, one of which spoils several entries, are named as the only two."""
    wrong, early, late = CASES[case]
    verdict = check(lw.symbolic("2r"), tau=torques(**wrong))
    (found,) = verdict.together
    assert early_of(found) == early
    assert {(made.where, made.slip.name) for equals in found.late for made in equals} == late
    assert found.count == 2
    assert str(verdict).splitlines()[1] == "2 slips together explain all of it:"
    assert "no slip" not in str(verdict)
    assert all(name in verdict.hint(3) for name in early)


def test_a_hint_says_the_kind_of_two_early_slips_once():
    """T15 and T13 are both made in an energy: one line says so."""
    said = check(lw.symbolic("2r"), tau=torques(**(T15 | T13))).hint(2).splitlines()
    assert said[1] == "2 slips together explain all of it:"
    assert [line.strip() for line in said].count(ENERGY) == 1


def test_no_pair_puts_terms_that_are_not_there():
    """K without its cross term: no two slips that put a term there and cancel, such as a sign.

    Of the two monomials that were taken away neither is in what was handed in.
    """
    letters = referee_of("2r").letters
    referee = Referee(lw.symbolic("2r").robot, letters, ["K"])
    cross = letters.element(m2 * l1 * lc2 * c2 * (w1**2 + w1 * w2))
    yours = {"K": referee.right["K"] - cross}
    gone = terms_of(letters, cross)
    found = referee.findings(referee.gaps(yours), several=True)["K"]
    assert [[made.slip.name for made in pair.slips] for pair in found] == [["dropped term"] * 2]
    assert not any(made.wrong.keys() & gone.keys() for pair in found for made in pair.slips)


def test_one_slip_before_the_entries_and_one_in_each():
    """T3 spoils both torques, T6 the first, T11 the second: three slips, each in its place."""
    (found,) = check(lw.symbolic("2r"), tau=torques(**(T3 | T6 | T11))).together
    assert early_of(found) == {AT_ONCE}
    assert [equals[0].where for equals in found.late] == ["tau1", "tau2"]


def test_a_pair_that_shows_in_matrices_and_energies():
    """T15 and T13 in K, P, M and C, of which any with the right product C q̇ counts.

    P alone with the wrong sign may as well be a slip of that entry.
    """
    M11, M12 = (T15[key] for key in ("M11", "M12"))
    H = m2 * lc1 * lc2 * sp.sin(q2)
    K = M11 * w1**2 / 2 + M12 * w1 * w2 + RIGHT["M22"] * w2**2 / 2
    P = -g * (m1 * lc1 * sp.sin(q1) + m2 * (l1 * sp.sin(q1) + lc2 * sp.sin(q1 + q2))) + 5
    verdict = check(
        lw.symbolic("2r"),
        M=[[M11, M12], [M12, RIGHT["M22"]]],
        C=[[-2 * H * w2, -H * w2], [H * w1, 0]],
        K=K,
        P=P,
    )
    pair, lone = sorted(verdict.together, key=lambda found: len(found.late))
    assert early_of(pair) == {"l for lc, or lc for l", "gravity sign"}
    assert early_of(lone) == {"l for lc, or lc for l"}
    assert "gravity sign" in [made.slip.name for made in lone.late[0]]


def test_pairs_that_nobody_can_tell_apart_are_all_listed():
    """On the RP arm a forgotten ∂K/∂q and "centrifugal left out" make the same of τ₂."""
    s1 = sp.sin(q1)
    wrong = [
        (m1 * l1**2 + I1 + I2 + m2 * q2**2) * a1 + 2 * m2 * q2 * w1 * w2
        - (m1 * l1 + m2 * q2) * g * c1,
        m2 * a2 - m2 * g * s1,
    ]  # fmt: skip
    verdict = check(lw.symbolic("rp"), tau=wrong)
    assert all(found.count == 2 for found in verdict.together)
    assert {"gravity sign", "∂K/∂q forgotten"} in [early_of(x) for x in verdict.together]
    late = [found.late[0] for found in verdict.together if found.late]
    assert [{made.slip.name for made in equals} for equals in late] == [
        {"centrifugal left out", "dropped term", "velocity terms left out"}
    ]
    assert str(verdict).splitlines().count("  or") == len(verdict.together) - 1


def test_no_pair_is_named_where_one_slip_is_enough():
    """A slip that alone explains all of it is not said to be two; nor is one in one entry."""
    assert check(lw.symbolic("2r"), tau=torques(**T3)).together == ()
    assert check(lw.symbolic("2r"), tau=torques(**T6)).together == ()


def test_what_no_pair_explains_is_said():
    """T1 beside a term from nowhere: the report says what was searched, in vain."""
    verdict = check(lw.symbolic("2r"), tau=torques(**T1, n1=RIGHT["n1"] + 17 * m1 * l2**2 * w2**2))
    assert verdict.together == ()
    said = [line.strip() for line in str(verdict).splitlines()]
    assert "no slip in this entry, and no two of them, make this of what is right" in said
    assert "nor does one in the energies or on the way from them, with one slip more" in said


def test_a_letter_from_nowhere_beside_a_slip_of_the_energies():
    """An unknown letter is explained as a slip in its entry, or refused if nothing fits."""
    theta = sp.Symbol("thetad1")
    wrong = torques(**T13, n1=-h * (2 * theta * w2 + w2**2))
    (found,) = check(lw.symbolic("2r"), tau=wrong).together
    assert [(x.slip.name, x.about) for x in found.late[0]] == [
        ("unknown letter", "thetad1 for qd1")
    ]
    with pytest.raises(LinkwiseError, match="tau1: unknown letter thetad1"):
        check(lw.symbolic("2r"), tau=torques(**T13, n1=17 * theta))


def test_products_rounded_in_floats_hide_no_early_slip():
    """A 2R with thirds for lengths, its weights multiplied out in floats and their sign wrong."""
    third, c12 = 1 / 3, sp.cos(q1 + q2)
    arm = lw.planar_2r(third, third, form="points")
    k = 9.81 * third  # m g l
    verdict = check(arm, g=[-(2 * k * c1 + k * c12), -k * c12])
    assert [slip.name for slip, _ in verdict.early] == ["gravity sign"]
    assert verdict.together == ()


def test_products_rounded_in_floats_hide_no_late_slip():
    """The same arm: T6 alone, beside the wrong sign of all weights, and two slips in one entry."""
    third, c12, s2 = 1 / 3, sp.cos(q1 + q2), sp.sin(q2)
    arm = lw.planar_2r(third, third, form="points")
    k, lever = 9.81 * third, third * third  # m l g, m l²
    g1, g2 = 2 * k * c1 + k * c12, k * c12
    h1, h2 = -lever * s2 * (w1 * w2 + w2**2), lever * s2 * w1**2
    alone = check(arm, h=[h1, h2])["h1"].findings
    assert "Coriolis halved" in [finding.slips[0].slip.name for finding in alone]
    (found,) = check(arm, g=[-g1, -g2], h=[h1, h2]).together
    assert early_of(found) == {"gravity sign"}
    assert "Coriolis halved" in [made.slip.name for made in found.late[0]]
    two = check(arm, g=[-2 * k * c1 + 2 * k * c12, g2])["g1"].findings
    assert [{made.slip.name for made in finding.slips} for finding in two] == [{"sign", "factor 2"}]


def referee_of(name):
    """Return what is right of the torques of a model in letters."""
    model = lw.symbolic(name)
    parameters = tuple(model.parameters.values())
    letters = Letters.of(model.robot, model.q, model.qd, model.qdd, parameters)
    return Referee(model.robot, letters, [f"tau{k + 1}" for k in range(model.robot.n)])


@pytest.mark.parametrize("name", ["2r", "rp"])
def test_an_early_slip_and_any_other_are_found_again(name):
    """Of the catalogue, drawn at random: a slip in an entry is made in what follows from the first.

    What was handed in is an element of the ring as of any formula, and knows no slips; where one
    slip makes the same as the two, that one is named.
    """
    referee, rng = referee_of(name), Random(7)  # noqa: S311 - no secret
    letters = referee.letters
    early = [made for made in referee.early if any(referee.gaps(made[2]).values())]
    for _ in range(8):
        slip, about, made = rng.choice(early)
        entry = rng.choice(referee.names)
        late, change = rng.choice(effects_in(letters, terms_of(letters, made[entry])).slips)
        wrong = made | {entry: made[entry] + element(letters, change)}
        verdict = referee.judge(wrong)
        if not verdict.together:  # one slip, the same as both together, is enough
            (findings,) = (x.findings for x in verdict.entries if not x.right)
            assert len(findings[0].slips) == 1
            continue
        assert (slip, about, late.slip, entry) in {
            (*first, x.slip, x.where)
            for found in verdict.together
            for first in found.early
            for equals in found.late
            for x in equals
        }


def test_a_slip_of_an_energy_and_one_on_the_way_are_found_again():
    """Every slip on the way to the torques of the 2R that shows, after one of each energy."""
    referee = referee_of("2r")
    right, names = referee.energies, referee.names
    first = {x.name: (x, about, energies) for x, about, energies in referee.early_energies}
    for name in ("energies of single motions added", "weight not carried"):
        slip, about, energies = first[name]
        for second, derived in DERIVED.items():
            wrong = entries_of(derived.like(energies), names)
            if referee.agree(entries_of(derived.like(right), names), referee.right):
                continue
            found = [x.early for x in referee.judge(wrong).together]
            assert ((slip, about), (second, "")) in found
