"""Limiting cases: which hold and which fail is worked out by hand from where the slip sits."""

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
    c12,
    g,
    l1,
    l2,
    lc1,
    lc2,
    m1,
    m2,
    q1,
    q2,
    s2,
    torques,
    w1,
    w2,
)

import linkwise as lw
from linkwise.referee.limiting_cases import limiting_cases

# Of the table of mistakes, T1 in one entry alone: what is wrong, its letters, and a pose where it
# cannot show.
CASES = {
    "T1": ({"M11": RIGHT["M11"] - I2}, "tau1", "inertia terms", ("I2",), "joint 1 held"),
    "T5": (
        MISTAKES["T5"],
        "tau2",
        "inertia terms",
        ("I2",),
        "joint 1 held",
    ),
    "T6": (
        MISTAKES["T6"],
        "tau1",
        "velocity terms",
        ("l1", "lc2", "m2"),
        "q2 = 180° (folded)",
    ),
    "T7": (MISTAKES["T7"], "tau2", "velocity terms", ("l1", "lc2", "m2"), "joint 1 held"),
    "T11": (MISTAKES["T11"], "tau2", "gravity terms", ("lc2", "m2"), "horizontal"),
    "T12": (
        MISTAKES["T12"],
        "tau1",
        "gravity terms",
        ("l1", "m2"),
        "upright",
    ),
    "T14": (
        MISTAKES["T14"],
        "tau1",
        "inertia terms",
        ("l1", "lc2", "m2"),
        "q2 = 90°",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_culprit_is_cornered(case):
    """The kind of the wrong terms, the letters they all carry, and a limit that hides them."""
    wrong, name, part, letters, hidden = CASES[case]
    found = limiting_cases(lw.symbolic("2r"), tau=torques(**wrong))
    entry = found[name]
    assert entry.parts == (part,)
    assert entry.carries == letters
    assert hidden in entry.holds
    assert ("I2 → 0" in entry.fails) == (letters != ("I2",))
    assert not found.right
    assert not entry.right


VANISHING = {
    "l1 → 0": {  # both joints on one axis: a 1R whose load is turned by q₁ + q₂
        "tau1": (I1 + I2 + m1 * lc1**2 + m2 * lc2**2) * a1
        + (I2 + m2 * lc2**2) * a2
        + g * (m1 * lc1 * c1 + m2 * lc2 * c12),
        "tau2": (I2 + m2 * lc2**2) * (a1 + a2) + g * m2 * lc2 * c12,
    },
    "lc2 → 0": {  # link 2 is balanced on joint 2: a point at l₁ with an inertia of its own
        "tau1": (I1 + m1 * lc1**2 + m2 * l1**2) * a1
        + I2 * (a1 + a2)
        + g * (m1 * lc1 + m2 * l1) * c1,
        "tau2": I2 * (a1 + a2),
    },
}
HIDDEN = {  # of every mistake, whether it is hidden where l₁ → 0 and where lc₂ → 0
    "T1": (False, False),
    "T5": (False, False),
    "T6": (True, True),
    "T7": (True, True),
    "T11": (False, True),
    "T12": (True, False),
    "T14": (True, True),
}


@pytest.mark.parametrize("case", HIDDEN)
def test_lengths_that_vanish(case):
    """A vanishing length leaves a simpler arm, worked out by hand, and hides what it multiplies."""
    wrong, name, *_ = CASES[case]
    found = limiting_cases(lw.symbolic("2r"), tau=torques(**wrong))
    for limit, hidden in zip(VANISHING, HIDDEN[case], strict=True):
        cases = {entry.name: {x.limit.name: x for x in entry.cases} for entry in found.entries}
        for torque, right in VANISHING[limit].items():
            assert sp.expand(cases[torque][limit].right - right) == 0
        one = cases[name][limit]
        assert one.holds == hidden
        assert (sp.expand(one.yours - VANISHING[limit][name]) == 0) == hidden


def test_a_right_derivation_holds_in_every_limit():
    """Nothing fails where nothing is wrong, and the report says so in one line an entry."""
    found = limiting_cases(lw.symbolic("2r"), tau=torques())
    assert found.right
    assert all(case.holds for entry in found.entries for case in entry.cases)
    assert str(found) == "planar 2R: limiting cases right\n✓ tau1\n✓ tau2"


HELD = [
    ("2r", [-m2 * l1 * lc2 * s2 * (w1 * w2 + w2**2), 0], set()),
    ("rp", [m2 * q2 * w1 * w2, 0], {"q2 → 0"}),
]


@pytest.mark.parametrize(("arm", "h", "more"), HELD)
def test_velocity_terms_vanish_with_either_joint(arm, h, more):
    """Half of the Coriolis term is missing, whose two rates 0 = 0 tells where a joint is held."""
    hides = limiting_cases(lw.symbolic(arm), h=h)["h1"].hides.split("; ")
    assert {"joint 1 held", "joint 2 held", "m2 → 0", *more} <= set(hides)
    assert "at rest" not in hides  # no velocity term shows there


def test_what_is_left_of_both():
    """Hanging straight down the weight has no arm; with its sine for a cosine it has."""
    found = limiting_cases(lw.symbolic("2r"), g=[RIGHT["G1"], g * m2 * lc2 * sp.sin(q1 + q2)])
    left = {case.limit.name: case for case in found["g2"].cases}
    assert left["hanging"].right == 0
    assert left["hanging"].yours == -g * m2 * lc2
    assert left["horizontal"].right == g * m2 * lc2
    assert left["horizontal"].yours == 0


def test_a_sliding_joint():
    """RP: the Coriolis term with factor 1 does not show with the slider drawn in, or one rate 0."""
    tau1 = (I1 + I2 + m1 * l1**2 + m2 * q2**2) * a1 + m2 * q2 * w1 * w2
    tau1 = tau1 + (m1 * l1 + m2 * q2) * g * c1
    tau2 = m2 * a2 - m2 * q2 * w1**2 + m2 * g * sp.sin(q1)
    entry = limiting_cases(lw.symbolic("rp"), tau=[tau1, tau2])["tau1"]
    assert entry.parts == ("velocity terms",)
    assert entry.carries == ("m2",)
    assert {"q2 → 0", "joint 1 held", "joint 2 held", "m2 → 0"} <= {*entry.holds}


def test_numbers_in_place_of_letters():
    """On an arm of numbers gravity is what holds it still, and the parts are told all the same."""
    numbers = {l1: 1, lc1: 0.5, lc2: 0.5, m1: 1, m2: 1, I1: 0.1, I2: 0.1, g: 9.81}
    arm = lw.planar_2r()
    for case, part in (
        ("T6", "velocity terms"),
        ("T12", "gravity terms"),
        ("T14", "inertia terms"),
    ):
        tau = [x.subs(numbers) for x in torques(**CASES[case][0])]
        assert limiting_cases(arm, tau=tau)["tau1"].parts == (part,)


def test_energies_matrices_stages_and_rows():
    """Each has its limits: K at rest, P up to a constant, C by its product, rows by components."""
    arm = lw.symbolic("2r-point")
    slip = m2 * l1 * l2 * w1 * w2 * c2
    K = (m1 + m2) * l1**2 * w1**2 / 2 + m2 * l2**2 * (w1 + w2) ** 2 / 2
    K = K + m2 * l1 * l2 * c2 * w1 * (w1 + w2)
    P = (m1 + m2) * g * l1 * sp.sin(q1) + m2 * g * l2 * sp.sin(q1 + q2)
    found = limiting_cases(arm, K=K + slip, P=P + g * m1 * l1 + m2 * g * l2 * sp.cos(q1))
    assert {"at rest", "joint 1 held", "joint 2 held", "q2 = 90°"} <= {*found["K"].holds}
    assert "horizontal" in found["P"].holds  # a constant is no torque
    assert "m1 → 0" in found["P"].fails
    skew = m2 * l1 * l2 * s2
    C = limiting_cases(arm, C=[[-2 * skew * w2, -skew * w2], [-skew * w1, 0]])
    assert C["C11"].right
    assert "joint 1 held" in C["C21"].holds
    rows = {"f2": (m2 * l1 * (s2 * a1 - c2 * w1**2) + m2 * g * sp.sin(q1 + q2), 0, 0)}
    entry = limiting_cases(arm, rows=rows, stages={"d_dt1": 0})["f2x"]
    assert entry.parts == ("velocity terms",)  # −m₂ l₂ (q̇₁ + q̇₂)² left out
    assert entry.carries == ("l2", "m2")


def test_no_formula_of_the_right_answer_is_printed():
    """The report tells limits and letters; what is right stays with the student."""
    text = str(limiting_cases(lw.symbolic("2r"), tau=torques(**CASES["T6"][0])))
    assert "sin(q2)" not in text
    assert "*" not in text
