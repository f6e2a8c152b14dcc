"""The rows in letters, against those worked by hand in the lecture notes, as they stand there."""

import re
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

import linkwise as lw
from linkwise import LinkwiseError, newton_euler, symbolic
from linkwise.lesson.rows.script import script

# Lecture notes, section 3: "2R by Newton-Euler, every row" (point masses at the tips).  What the
# notes give in brackets still to be multiplied out, f₁, n₁ and τ, is held to them by algebra.
V_DOT_2 = ("l₁θ̈₁s₂ − l₁θ̇₁²c₂ + g s₁₂", "l₁θ̈₁c₂ + l₁θ̇₁²s₂ + g c₁₂", "0")
N_2Z = "m₂l₁l₂c₂θ̈₁ + m₂l₁l₂s₂θ̇₁² + m₂l₂g c₁₂ + m₂l₂²(θ̈₁+θ̈₂)"
F_2 = (
    "m₂l₁θ̈₁s₂ − m₂l₁θ̇₁²c₂ + m₂g s₁₂ − m₂l₂(θ̇₁+θ̇₂)²",
    "m₂l₁θ̈₁c₂ + m₂l₁θ̇₁²s₂ + m₂g c₁₂ + m₂l₂(θ̈₁+θ̈₂)",
    "0",
)
AS_THEY_STAND = {
    ("link1", "omega"): ("0", "0", "θ̇₁"),
    ("link1", "v_dot"): ("g s₁", "g c₁", "0"),
    ("link1", "v_dot_C"): ("−l₁θ̇₁² + g s₁", "l₁θ̈₁ + g c₁", "0"),
    ("link1", "F"): ("−m₁l₁θ̇₁² + m₁g s₁", "m₁l₁θ̈₁ + m₁g c₁", "0"),
    ("link1", "N"): ("0", "0", "0"),
    ("link2", "omega"): ("0", "0", "θ̇₁ + θ̇₂"),
    ("link2", "v_dot"): V_DOT_2,
    ("link2", "v_dot_C"): (
        f"{V_DOT_2[0]} − l₂(θ̇₁+θ̇₂)²",
        f"{V_DOT_2[1]} + l₂(θ̈₁+θ̈₂)",
        "0",
    ),
    ("link2", "F"): F_2,
    ("link2", "N"): ("0", "0", "0"),
    ("link2", "f"): F_2,
    ("link2", "n"): ("0", "0", N_2Z),
    ("link2", "tau"): (N_2Z,),
}
# Its result: τ₁ with (m₁+m₂) multiplied out and c₁₂ as E003-18 mends it.
TAU_1 = (
    "m₂l₂²(θ̈₁+θ̈₂) + m₂l₁l₂c₂(2θ̈₁+θ̈₂) + m₁l₁²θ̈₁ + m₂l₁²θ̈₁ − m₂l₁l₂s₂θ̇₂² − 2m₂l₁l₂s₂θ̇₁θ̇₂ "
    "+ m₂l₂g c₁₂ + m₁l₁g c₁ + m₂l₁g c₁"
)
FACTOR = re.compile(r"(\([^)]*\)|\d+|[^\W\d_][\u0300-\u036f]*[₀-₉]*)([²³]?)")


def terms(text):
    """Return a sum as its terms: each a sign and its factors, both in no order."""
    parts = re.split(r"\s*([+−])\s*(?![^(]*\))", text.strip().replace("·", " "))
    if parts[0]:
        parts = ["+", *parts]
    parts = parts[1:] if not parts[0] else parts
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return sorted(
        (sign, sorted(a.replace(" ", "") + b for a, b in FACTOR.findall(term)))
        for sign, term in pairs
    )


@pytest.fixture(scope="module")
def lesson():
    """Return the lesson of the 2R with point masses at the tips."""
    return newton_euler(symbolic("2r-point"))


def printed(ne, link, quantity):
    """Return the components of a row as they are printed."""
    write = script(ne.notation, ne.robot, ne.letters, latex=False)
    value = ne.row(link, quantity)
    return [write.entry(x) for x in (value if value.ndim else [value[()]])]


@pytest.mark.parametrize(("link", "row"), AS_THEY_STAND, ids=lambda x: x)
def test_every_row_of_the_2r_as_it_stands(lesson, link, row):
    """Each row has the terms and factors that the notes write, which used no program."""
    wanted = AS_THEY_STAND[link, row]
    found = printed(lesson, link, row)
    assert [terms(x) for x in found] == [terms(x) for x in wanted]
    assert all(x in str(lesson) for x in found)


def test_torque_1_of_the_2r_as_it_stands(lesson):
    """τ₁ is the notes' result, term by term."""
    assert terms(printed(lesson, "link1", "tau")[0]) == terms(TAU_1)


def test_terms_are_told_apart():
    """The comparison of this file sees a wrong sign, letter, power or number."""
    right = terms("−2m₂l₁ s₂θ̇₁² + g s₁")
    assert right == terms("g s₁ − 2 m₂ l₁ θ̇₁² s₂")
    for wrong in ("2m₂l₁s₂θ̇₁² + g s₁", "−2m₂l₁s₂θ̈₁² + g s₁", "−2m₂l₁s₂θ̇₁ + g s₁", "−2m₂l₁s₂θ̇₁²"):
        assert terms(wrong) != right


def test_inward_rows_of_link_1(lesson):
    """f₁ = R f₂ + F₁ and the bracket of n₁, as the notes leave them, are what is printed."""
    l1, l2, m1, m2, g = sp.symbols("l1 l2 m1 m2 g")
    q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
    s1, c1, s2, c2 = sp.sin(q1), sp.cos(q1), sp.sin(q2), sp.cos(q2)
    s12, c12 = sp.sin(q1 + q2), sp.cos(q1 + q2)
    F_1 = (m1 * (-l1 * w1**2 + g * s1), m1 * (l1 * a1 + g * c1))
    F_2 = (
        m2 * (l1 * a1 * s2 - l1 * w1**2 * c2 + g * s12 - l2 * (w1 + w2) ** 2),
        m2 * (l1 * a1 * c2 + l1 * w1**2 * s2 + g * c12 + l2 * (a1 + a2)),
    )
    n_2z = m2 * l1 * l2 * (c2 * a1 + s2 * w1**2) + m2 * l2 * g * c12 + m2 * l2**2 * (a1 + a2)
    n_1z = (
        n_2z
        + m1 * l1**2 * a1
        + m1 * l1 * g * c1
        + m2 * l1**2 * a1
        - m2 * l1 * l2 * s2 * (w1 + w2) ** 2
        + m2 * l1 * g * s2 * s12
        + m2 * l1 * l2 * c2 * (a1 + a2)
        + m2 * l1 * g * c2 * c12
    )
    hand = (
        (
            lesson["link1"].f,
            (c2 * F_2[0] - s2 * F_2[1] + F_1[0], s2 * F_2[0] + c2 * F_2[1] + F_1[1], 0),
        ),
        (lesson["link1"].n, (0, 0, n_1z)),
    )
    for found, wanted in hand:
        gaps = [sp.expand(sp.expand_trig(a - b)) for a, b in zip(found, wanted, strict=True)]
        assert [sp.simplify(gap) for gap in gaps] == [0, 0, 0]


def test_torques_of_the_rp():
    """The RP's torques are the notes' M, V and G, with E003-4 to E003-6 mended."""
    ne = newton_euler(symbolic("rp"))
    wanted = (
        "m₁l₁²θ̈₁ + I₁θ̈₁ + I₂θ̈₁ + m₂d₂²θ̈₁ + 2m₂d₂θ̇₁ḋ₂ + m₁l₁g c₁ + m₂d₂g c₁",
        "m₂d̈₂ − m₂d₂θ̇₁² + m₂g s₁",
    )
    for link, tau in zip(("link1", "link2"), wanted, strict=True):
        assert terms(printed(ne, link, "tau")[0]) == terms(tau)


@pytest.mark.parametrize("simplify", ["none", "fast", "full", "named"])
def test_levels_agree(simplify):
    """However simplified, the rows take the values of the demo of lecture 000 (section 4)."""
    ne = newton_euler(symbolic("2r"), simplify=simplify)
    values = {"l1": 1, "l2": 1, "lc1": 0.5, "lc2": 0.5, "m1": 1, "m2": 1, "I1": 0.1, "I2": 0.1}
    values |= {"g": 9.81, "q1": sp.pi / 4, "q2": sp.pi / 6, "qd1": 0.2, "qd2": -0.1}
    values |= {"qdd1": 0.5, "qdd2": 0.1}
    forms = [ne.lines.values[line.name][()] for line in ne.lines.all if line.quantity == "tau"]
    for name, e in reversed(ne.lines.steps):
        forms = [form.subs(name, e) for form in forms]
    found = [float(form.subs(values)) for form in forms]
    assert found == pytest.approx([1.706013767173975, 13.043397673469356], abs=1e-12)
    assert bool(ne.lines.steps) == (simplify == "named")


def test_sums_of_three_angles_and_rates_are_collapsed():
    """The 3R's outermost link has s₁₂₃, s₂₃ and (θ̇₁ + θ̇₂ + θ̇₃)², not their expansions."""
    ne = newton_euler(symbolic("3r"))
    x = printed(ne, "link3", "v_dot_C")[0]
    by_hand = (  # by the formula v̇ + ω̇ × P_C + ω × (ω × P_C) with R of the sum of angles
        "l₁θ̈₁s₂₃ − l₁θ̇₁²c₂₃ − l₂(θ̇₁+θ̇₂)²c₃ + l₂(θ̈₁+θ̈₂)s₃ + g s₁₂₃"
    )
    last = " − l₃ (θ̇₁ + θ̇₂ + θ̇₃)²/2"
    assert last in x
    assert terms(x.replace(last, "")) == terms(by_hand)


def test_own_symbols_and_gravity_are_taken():
    """Whatever the reader calls the coordinates, they print as θ; gravity may be a letter."""
    a, b, c, G = sp.symbols("alpha omega eps G")
    arm = symbolic("pendulum").robot
    ne = newton_euler(arm, [a], [b], [c], gravity=(0, -G, 0))
    assert ne.tau[0].has(G)
    found = printed(ne, "link1", "tau")[0]
    assert terms(found) == terms("I θ̈₁ + m lc² θ̈₁ + m G lc c₁")


def test_half_a_state_is_refused():
    """A coordinate in letters and the rest forgotten is told, and so is an unknown level."""
    arm = symbolic("rp")
    with pytest.raises(LinkwiseError, match="q, qd and qdd are wanted, or none"):
        newton_euler(arm, arm.q)
    with pytest.raises(LinkwiseError, match="simplify must be one of auto, none, fast"):
        newton_euler(arm, simplify="most")
    with pytest.raises(LinkwiseError, match="wants a symbol for each of q, qd and qdd"):
        newton_euler(arm, [0, 1], arm.qd, arm.qdd, simplify="fast")


def test_an_angle_that_is_no_letter_is_carried_along():
    """At q₁ = 90° of a symbolic pendulum gravity has no arm: τ is m lc² q̈ + I q̈."""
    arm = symbolic("pendulum")
    ne = newton_euler(arm, [sp.pi / 2], arm.qd, arm.qdd)
    m, lc, I = (arm.parameters[x] for x in ("m", "lc", "I"))
    assert sp.expand(ne.tau[0] - (m * lc**2 + I) * arm.qdd[0]) == 0


def laden_arm():
    """Return two joints, one of them a screw, with springs, friction, rotors, and a load."""
    body = lw.Inertia(2, (0.1, 0.2, -0.1), np.diag([0.3, 0.2, 0.4]))
    at = lw.Transform.translation(0.4, 0, 0.1)
    effects = {
        "friction": lw.Friction(0.5, 0.25),
        "spring": lw.Spring(3, 0.5),
        "rotor": lw.Rotor(0.01, 10),
    }
    links = [
        lw.Link("a", lw.Joint.revolute("turn", (0, 1, 0), **effects), at, body),
        lw.Link("b", lw.Joint.helical("screw", 0.5, (1, 0, 0), **effects), at, body, "a"),
    ]
    return lw.Robot("laden", links), {"b": lw.Wrench((0, 0, 1), (1, 0, 2), at=(0.5, 0, 0))}


@pytest.mark.parametrize("simplify", ["fast", "named"])
def test_what_joints_add_and_loads_are_in_the_letters(simplify):
    """With numbers for its letters, τ is what rnea computes in floats: springs, rotors, a load."""
    arm, load = laden_arm()
    gravity = (0.5, -9, -3)
    ne = newton_euler(arm, external=load, gravity=gravity, simplify=simplify)
    state = np.array([[0.3, -0.7], [1.5, -2.0], [0.4, 1.0]])
    symbols = [*ne.letters.q, *ne.letters.qd, *ne.letters.qdd]
    found = [float(e.subs(dict(zip(symbols, state.ravel(), strict=True)))) for e in ne.tau]
    assert found == pytest.approx(lw.rnea(arm, *state, external=load, gravity=gravity), rel=1e-12)
    text = re.sub(" +", " ", ne.text(1))
    assert "τ₁ = ¹n₁ · ¹â₁ + τ'₁" in text
    assert "sign(θ̇₁)" in text
    assert "− ²f_e₂" in text


def test_mimic_joints_in_letters():
    """A joint that follows another prints with its multiplier, and τ is rnea's."""
    arm = lw.planar_2r()
    first, second = arm.links
    follows = lw.Joint.revolute("q2", mimic=lw.Mimic("q1", -2, 0.25))
    tied = replace(arm, links=[first, replace(second, joint=follows)])
    ne = newton_euler(tied)
    q, qd, qdd = (x[0] for x in (ne.letters.q, ne.letters.qd, ne.letters.qdd))
    found = float(ne.tau[0].subs({q: 0.3, qd: 1.5, qdd: 0.4}))
    assert found == pytest.approx(lw.rnea(tied, [0.3], [1.5], [0.4])[0], rel=1e-12)
    assert "= ²₁R ¹ω₁ + (−2 θ̇₁) ²Ẑ₂" in ne.text(1)
    with pytest.raises(LinkwiseError, match="mimic joints: simplify 'named' and 'none' take them"):
        newton_euler(tied, simplify="fast")


def test_a_root_in_the_model_is_written_with_names():
    """A mass that is no polynomial cannot be collected: rows stay as the recursion has them."""
    m, lc, I = sp.symbols("m lc I")
    arm = lw.pendulum(1, sp.sqrt(m), lc, I, form="general", gravity=(0, -10, 0))
    ne = newton_euler(arm)
    assert sp.simplify(ne.tau[0].diff(ne.letters.qdd[0]) - (sp.sqrt(m) * lc**2 + I)) == 0
    with pytest.raises(LinkwiseError, match="polynomial"):
        newton_euler(arm, simplify="fast")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q": sp.symbols("q1:4")}, "q has shape .* must have 2 entries"),
        ({"external": [1]}, "external must be wrenches by the name of a link"),
        ({"external": {"link2": 3}}, "Wrench"),
        ({"gravity": 9.81}, "gravity must be the acceleration of free fall as a vector"),
    ],
)
def test_mistakes_in_letters_are_told_as_in_numbers(change, message):
    """What rnea refuses is refused in letters too, in the same words."""
    arm = symbolic("2r")
    given = {"q": arm.q, "qd": arm.qd, "qdd": arm.qdd} | change
    with pytest.raises(LinkwiseError, match=message):
        newton_euler(arm, **given)
