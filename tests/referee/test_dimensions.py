"""The dimensions of terms: told by the letters alone, whatever is right."""

import pytest
import sympy as sp

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.referee.dimensions import check_dimensions
from linkwise.referee.units import ACCELERATION, ENERGY, LENGTH, MASS, Dimension

l1, l2, lc1, lc2, m1, m2, I1, I2, g = sp.symbols("l1 l2 lc1 lc2 m1 m2 I1 I2 g")
q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
c1, c2, c12, s2 = sp.cos(q1), sp.cos(q2), sp.cos(q1 + q2), sp.sin(q2)
h = m2 * l1 * lc2 * s2
M12 = I2 + m2 * (lc2**2 + l1 * lc2 * c2)
M = [
    [I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2), M12],
    [M12, I2 + m2 * lc2**2],
]
RIGHT = {
    "M": M,
    "C": [[-h * w2, -h * (w1 + w2)], [h * w1, 0]],
    "h": [-h * (2 * w1 * w2 + w2**2), h * w1**2],
    "g": [g * (m1 * lc1 * c1 + m2 * (l1 * c1 + lc2 * c12)), g * m2 * lc2 * c12],
    "P": g * (m1 * lc1 * sp.sin(q1) + m2 * (l1 * sp.sin(q1) + lc2 * sp.sin(q1 + q2))),
    "K": I1 * w1**2 / 2 + m2 * l1 * lc2 * c2 * w1 * (w1 + w2),
}
THETA, R = q1, q2
RP = [
    (I1 + I2 + m1 * l1**2 + m2 * R**2) * a1
    + 2 * m2 * R * w1 * w2
    + (m1 * l1 + m2 * R) * g * sp.cos(THETA),
    m2 * a2 - m2 * R * w1**2 + m2 * g * sp.sin(THETA),
]


def test_right_formulas_have_right_dimensions():
    """The 2R and the RP of the lecture notes, section 3, pass in all their terms."""
    found = check_dimensions(lw.symbolic("2r"), **RIGHT)
    assert found.right
    assert [str(found[name].wanted) for name in ("M12", "C11", "h1", "g2", "K")] == [
        "kg m²", "kg m²/s", "N m", "N m", "N m",
    ]  # fmt: skip
    slider = check_dimensions(lw.symbolic("rp"), tau=RP, M=[[I1, 0], [0, m2]])
    assert slider.right
    assert [str(slider[name].wanted) for name in ("tau1", "tau2", "M12", "M22")] == [
        "N m", "N", "kg m", "kg",
    ]  # fmt: skip


def test_energies_are_in_joules():
    """J and N m have one dimension: the report says J of energies, N m of torques."""
    found = str(check_dimensions(lw.symbolic("2r"), K=I1 * w1**2 / 2, P=m1, tau=[0, 0]))
    assert "✓ K, in J" in found
    assert "✗ P, in J" in found
    assert "✓ tau1, in N m" in found


# as the table of mistakes and the errata of the lecture notes have them
WRONG = [
    ("2r", {"M": [[M[0][0], m2 * (lc2**2 + l1 * lc2 * c2 + I2)], M[1]]}, "M12", "a mass too many"),
    ("rp", {"M": [[I1, 0], [0, m2 + I2]]}, "M22", "the square of a length too many"),
    ("2r", {"h": [-h * w2 - h * (w1 + w2), h * w1]}, "h1", "a rate is missing"),
    ("2r", {"g": [0, m2 * lc2 * c12]}, "g2", "an acceleration such as g is missing"),
    ("2r", {"g": [0, m2 * g * c12]}, "g2", "a length is missing"),
    ("rp", {"tau": [RP[0], m2 * a2 - m2 * R**2 * w1**2]}, "tau2", "a length too many"),
    ("2r", {"C": [[-2 * h * w1 * w2, 0], [0, 0]]}, "C11", "a rate too many"),
    ("2r", {"h": [m2 * l1 * lc2 * s2 * w1 * q2, 0]}, "h1", "a rate is missing"),
]


@pytest.mark.parametrize(("arm", "given", "name", "clue"), WRONG)
def test_the_term_is_named_and_what_it_lacks(arm, given, name, clue):
    """Mistakes that change a dimension are told by the entry, the term and the missing letter."""
    found = check_dimensions(lw.symbolic(arm), **given)
    assert not found.right
    assert {misfit.clue for misfit in found[name].misfits} == {clue}
    assert clue in str(found)


def test_what_dimensions_cannot_show():
    """A factor, a sign and a sine for a cosine pass: they have no dimension."""
    assert check_dimensions(lw.symbolic("2r"), g=[0, -2 * g * m2 * lc1 * sp.sin(q2)]).right


def test_rows_and_stages():
    """Forces are in N, moments in N m, momenta in N m s."""
    rows = {"F2": (m2 * g, m2 * l1 * a1, m2 * w1**2), "n1": (0, 0, I1 * a1), "omega1": (0, 0, w1)}
    stages = {"dL_dqd1": I1 * w1, "d_dt1": I1 * a1, "dL_dq1": I1 * w1}
    found = check_dimensions(lw.symbolic("2r"), rows=rows, stages=stages)
    wrong = [entry.name for entry in found.entries if entry.misfits]
    assert wrong == ["dL_dq1", "F2z"]


def test_a_regressor():
    """Its columns are torques per kg, per kg m and per kg m²: g lc, g and q̈ for a pendulum."""
    arm = lw.symbolic("pendulum")
    right = [0] * 10
    right[1], right[9] = g * c1, a1
    assert check_dimensions(arm, Y=[right]).right
    wrong = [l1 * g * c1 * a1, *right[1:9], w1]
    found = check_dimensions(arm, Y=[wrong])
    clues = {e.name: e.misfits[0].clue for e in found.entries if e.misfits}
    assert clues == {
        "Y1 link1 m": "a square of a rate, or an acceleration too many",
        "Y1 link1 Izz": "a rate is missing",
    }


def test_functions_have_no_terms():
    """A function of numbers cannot be looked at, and that is said."""
    with pytest.raises(LinkwiseError, match="functions show no terms"):
        check_dimensions(lw.planar_2r(), M=lambda q: [[q[0], 0], [0, 1]])


def test_numbers_in_place_of_letters():
    """On an arm of numbers only time is left: a product of three rates is no torque, q̈² neither."""
    arm = lw.planar_2r()
    assert check_dimensions(arm, tau=[2 * a1 + 3 * w1 * w2 + 9.81 * c1, 0.5 * a1]).right
    found = check_dimensions(arm, tau=[w1**3 + a1**2, 3 * w1])
    clues = {str(misfit.term): misfit.clue for e in found.entries for misfit in e.misfits}
    assert clues == {
        "qd1**3": "a rate too many",
        "qdd1**2": "a square of a rate, or an acceleration too many",
        "3*qd1": "a rate is missing",
    }
    assert "numbers of the model are in" in str(found)


def test_numbers_for_lengths_alone():
    """With masses in letters a second mass is told, and missing lengths pass."""
    arm = lw.planar_2r(1, 1, 0.5, 0.5, m1, m2, I1, I2, gravity=(0, -g, 0))
    found = check_dimensions(arm, g=[m1 * g * c1 / 2, m2 * m1 * g * c12])
    assert not found["g1"].misfits
    assert [misfit.clue for misfit in found["g2"].misfits] == ["a mass too many"]
    assert found.numbers == (LENGTH,)


def test_friction_springs_and_rotors():
    """Their letters have dimensions of their own: N m s, N m and kg m² where the joint turns."""
    b, k, J, N, q_0 = sp.symbols("b k J N q0")
    joint = lw.Joint.revolute(
        "q1", friction=lw.Friction(b), spring=lw.Spring(k, q_0), rotor=lw.Rotor(J, N)
    )
    arm = lw.Robot("bob", [lw.Link("bob", joint, inertia=lw.Inertia(m1, (l1, 0, 0)))], (0, -g, 0))
    found = check_dimensions(arm, tau=[N**2 * J * a1 + b * w1 + k * (q1 - q_0)])
    assert found.right
    assert [found.letters[x] for x in ("b", "k", "J", "q0")] == ["kg m²/s", "N m", "kg m²", "1"]
    wrong = check_dimensions(arm, tau=[J * w1 + b * a1 + k * w1])
    assert len(wrong["tau1"].misfits) == 3


def test_a_letter_that_nothing_tells():
    """A letter that the model does not have is not guessed at; the term is set aside."""
    found = check_dimensions(lw.symbolic("2r"), g=[sp.Symbol("x") * g, 0])
    assert found.right
    assert "g*x cannot be told" in str(found)


def test_a_model_that_contradicts_itself():
    """A mass times a length given as a centre of mass is refused, with the link."""
    body = lw.Inertia(1, (m1 * l1, 0, 0))
    first = lw.Link("a", lw.Joint.revolute("q1"), inertia=lw.Inertia(m1, (0, 0, 0)))
    there = lw.Transform.translation(l1, 0, 0)
    second = lw.Link("b", lw.Joint.revolute("q2"), there, body, parent="a")
    with pytest.raises(LinkwiseError, match="link 'b', centre of mass: kg m stands where m is"):
        check_dimensions(lw.Robot("odd", [first, second]), g=[0, 0])


def test_units_are_written_as_people_write_them():
    """Products, quotients and named units."""
    texts = {
        ENERGY: "N m", MASS * ACCELERATION: "N", Dimension(): "1", Dimension(s=-1): "1/s",
        Dimension(-1, 0, -1): "1/(kg s)", Dimension(1, 2, -1): "kg m²/s", Dimension(m=4): "m^4",
    }  # fmt: skip
    assert {str(d): d for d in texts} == {text: d for d, text in texts.items()}
