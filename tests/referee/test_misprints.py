"""The misprints of the lecture notes, typed as they stand: each is found, and named."""

import pytest
import sympy as sp

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.lagrangian.ring import Letters
from linkwise.referee.check import check, check_entries

l1, l2, lc1, lc2, m1, m2, I1, I2, g = sp.symbols("l1 l2 lc1 lc2 m1 m2 I1 I2 g")
q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
c1, s1, c2, s2 = sp.cos(q1), sp.sin(q1), sp.cos(q2), sp.sin(q2)
c12, s12 = sp.cos(q1 + q2), sp.sin(q1 + q2)
h = -m2 * l1 * lc2 * s2  # of the 2R, as the notes write C


def said(verdict, entry):
    """Return the slips of an entry's explanations as (where, name, about)."""
    return [
        {(made.where, made.slip.name, made.about) for made in finding.slips}
        for finding in verdict[entry].findings
    ]


def test_the_rates_are_missing_behind_c():
    """Lecture notes, 000: C q̇ is written as C times (1, 1)."""
    arm = lw.symbolic("2r")
    assert check(arm, h=[h * (2 * w1 * w2 + w2**2), -h * w1**2]).right
    verdict = check(arm, h=[h * w2 + h * (w1 + w2), -h * w1])
    assert [slip.name for slip, _ in verdict.early] == ["C for C q̇"]


def test_gravity_with_the_wrong_sign():
    """Lecture notes, 000: P = Σ m g₀ᵀ p with g₀ pointing down, and its gradient."""
    P = g * (m1 * lc1 * s1 + m2 * (l1 * s1 + lc2 * s12))
    gravity = [g * (m1 * lc1 * c1 + m2 * (l1 * c1 + lc2 * c12)), g * m2 * lc2 * c12]
    arm = lw.symbolic("2r")
    assert check(arm, P=P, g=gravity).right
    verdict = check(arm, P=-P, g=[-x for x in gravity])
    assert not verdict.right
    assert [slip.name for slip, _ in verdict.early] == ["gravity sign"]


def test_a_coriolis_matrix_with_the_right_product():
    """Lecture notes, 000: this C has the right product and is not skew, by entry and term."""
    arm = lw.symbolic("2r")
    verdict = check(arm, C=[[2 * h * w2, h * w2], [-h * w1, 0]])
    assert verdict.right
    assert verdict.coriolis.kind == "right product, not skew"
    assert dict(verdict.coriolis.shown_by) == {
        "entry 11 of Ṁ − 2C": sp.expand(-2 * h * w2),
        "entries 12 and 21 of Ṁ − 2C added": sp.expand(2 * h * w1),
    }
    assert verdict.coriolis.kind in str(verdict)
    right = check(arm, C=[[h * w2, h * (w1 + w2)], [-h * w1, 0]])
    assert right.right
    assert right.coriolis.kind == "Christoffel"


def test_a_skew_matrix_that_is_not_christoffel():
    """S(q̇) with S q̇ = 0 added to Christoffel's C of a 3R: skew still, and C q̇ the same."""
    arm = lw.symbolic("3r")
    w = sp.Matrix(arm.qd)
    # the cross product matrix of the rates is skew and gives no product with them
    S = sp.Matrix([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]]) * sp.Symbol("m1")
    C = sp.Matrix(lw.coriolis_matrix(arm.robot, arm.q, arm.qd))
    verdict = check(arm, C=C + S)
    assert verdict.right
    assert verdict.coriolis.kind == "skew, not Christoffel"
    assert dict(verdict.coriolis.shown_by)["C12 minus Christoffel's"] == -sp.Symbol("m1") * w[2]


def test_a_coriolis_matrix_with_a_wrong_row():
    """One row is wrong: only its entries are, and the row of C q̇ says by what."""
    verdict = check(lw.symbolic("2r"), C=[[2 * h * w2, h * w2], [h * w1, 0]])
    assert not verdict.right
    assert verdict.coriolis.kind == "wrong product"
    assert verdict.coriolis.shown_by == (
        ("row 2 of C q̇, yours minus right", sp.expand(2 * h * w1**2)),
    )
    assert [entry.name for entry in verdict.entries if not entry.right] == ["C21"]


def test_a_mass_counted_twice():
    """Lecture notes, 001: with the gantry's mx of the x stage alone, my is counted once."""
    arm = lw.symbolic("gantry")
    mx, my = sp.symbols("mx my")
    assert check(arm, K=(mx + my) * w1**2 / 2 + my * w2**2 / 2).right
    verdict = check(arm, K=(mx + 2 * my) * w1**2 / 2 + my * w2**2 / 2)
    assert said(verdict, "K") == [{("", "factor 2", "")}]
    assert verdict["K"].difference == my * w1**2 / 2


RP_TAU1 = (m1 * l1**2 + I1 + I2 + m2 * q2**2) * a1 + (m1 * l1 + m2 * q2) * g * c1


def test_a_stage_of_the_rp_arm():
    """Lecture notes, 003: "only θ̇₁ becomes θ̈₁": d/dt forgets that d₂ moves."""
    arm = lw.symbolic("rp")
    stage = (m1 * l1**2 + I1 + I2 + m2 * q2**2) * a1
    assert check(arm, stages={"d_dt1": stage + 2 * m2 * q2 * w1 * w2}).right
    verdict = check(arm, stages={"d_dt1": stage})
    assert "d/dt acts on q̇ alone" in [slip.name for slip, _ in verdict.early]
    assert verdict["d_dt1"].difference == -2 * m2 * q2 * w1 * w2


def test_a_rate_of_a_joint_that_does_not_turn():
    """Lecture notes, 003: θ̇₂ stands in τ₁ where ḋ₂ should; a letter without a place is refused."""
    arm, thetad2 = lw.symbolic("rp"), sp.Symbol("thetad2")
    tau2 = m2 * a2 - m2 * q2 * w1**2 + m2 * g * s1
    assert check(arm, tau=[RP_TAU1 + 2 * m2 * q2 * w1 * w2, tau2]).right
    verdict = check(arm, tau=[RP_TAU1 + 2 * m2 * q2 * w1 * thetad2, tau2])
    assert said(verdict, "tau1") == [{("", "unknown letter", "thetad2 for qd2")}]
    assert verdict["tau2"].right
    with pytest.raises(LinkwiseError, match="tau2: unknown letter thetad2"):
        check(arm, tau=[RP_TAU1, thetad2])


def test_a_sine_without_its_angle():
    """Lecture notes, 003: τ₂ ends in m₂ g "into sin"."""
    wrong = m2 * a2 - m2 * q2 * w1**2 + m2 * g
    verdict = check(lw.symbolic("rp"), tau=[RP_TAU1 + 2 * m2 * q2 * w1 * w2, wrong])
    assert said(verdict, "tau2") == [{("", "sine or cosine lost", "")}]


# the 2R of point masses by the iterations, the rows of link 2 in its frame
F2 = (
    m2 * (l1 * a1 * s2 - l1 * w1**2 * c2 + g * s12 - l2 * (w1 + w2) ** 2),
    m2 * (l1 * a1 * c2 + l1 * w1**2 * s2 + g * c12 + l2 * (a1 + a2)),
    0,
)
F1 = (-m1 * l1 * w1**2 + m1 * g * s1, m1 * l1 * a1 + m1 * g * c1, 0)
F2Y_PRINTED = m2 * (l1 * a1 * c2 + l1 * q1 * s2 + l2 * (a1 + a2))
F1X_PRINTED = m1 * l1 * w1**2 + m1 * g * s1


def f1(f2y=F2[1], F1x=F1[0]):
    """Return f₁ = R f₂ + F₁ with one component of each replaced."""
    return (c2 * F2[0] - s2 * f2y + F1x, s2 * F2[0] + c2 * f2y + F1[1], 0)


def test_the_rows_of_the_iterations_are_right():
    """Lecture notes, 003, section on Newton-Euler: every row as it should be."""
    n2 = m2 * l1 * l2 * c2 * a1 + m2 * l1 * l2 * s2 * w1**2 + m2 * l2 * g * c12
    rows = {
        "omega1": (0, 0, w1),
        "omega_dot2": (0, 0, a1 + a2),
        "v_dot1": (g * s1, g * c1, 0),
        "v_dot_C1": (-l1 * w1**2 + g * s1, l1 * a1 + g * c1, 0),
        "F1": F1,
        "N1": (0, 0, 0),
        "F2": F2,
        "f2": F2,
        "n2": (0, 0, n2 + m2 * l2**2 * (a1 + a2)),
        "f1": f1(),
    }
    assert check(lw.symbolic("2r-point"), rows=rows).right


DOT = ("f2y", "wrong dot", "q1 for qd1²")
LOST = ("f2y", "gravity left out", "")
SIGN = ("f1x", "sign", "")


@pytest.mark.parametrize(
    ("printed", "named"),
    [
        ({"f2y": F2Y_PRINTED}, {DOT, LOST}),
        ({"F1x": F1X_PRINTED}, {SIGN}),
        ({"f2y": F2Y_PRINTED, "F1x": F1X_PRINTED}, {DOT, LOST, SIGN}),
    ],
)
def test_the_inward_force_as_printed(printed, named):
    """Lecture notes, 003: f₁ with θ₁ for θ̇₁² and no gravity in the part of link 2, and F₁'s sign.

    The slips of link 2 are found in its own frame, through the rotation into that of link 1.
    """
    verdict = check(lw.symbolic("2r-point"), rows={"f1": f1(**printed)})
    assert said(verdict, "f1x")[0] == named
    assert verdict["f1z"].right
    assert "in f1x" in str(verdict) or "in f2y" in str(verdict)


def test_sine_for_cosine_in_the_final_torque():
    """Lecture notes, 003: τ₁ holds m₂ l₂ g sin(θ₁+θ₂) where the moment before it has cos."""
    tau2 = m2 * l1 * l2 * (c2 * a1 + s2 * w1**2) + m2 * l2 * g * c12 + m2 * l2**2 * (a1 + a2)
    tau1 = (
        m2 * l2**2 * (a1 + a2)
        + m2 * l1 * l2 * c2 * (2 * a1 + a2)
        + (m1 + m2) * l1**2 * a1
        - m2 * l1 * l2 * s2 * w2**2
        - 2 * m2 * l1 * l2 * s2 * w1 * w2
        + (m1 + m2) * l1 * g * c1
    )
    arm = lw.symbolic("2r-point")
    assert check(arm, tau=[tau1 + m2 * l2 * g * c12, tau2]).right
    verdict = check(arm, tau=[tau1 + m2 * l2 * g * s12, tau2])
    assert said(verdict, "tau1") == [{("", "sine and cosine exchanged", "")}]
    (made,) = verdict["tau1"].findings[0].slips
    assert [*made.right.values()] == [1]
    assert "you have g*l2*m2*sin(q1 + q2), it should be g*l2*m2*cos(q1 + q2)" in str(verdict)


def test_rows_that_are_refused():
    """Unknown rows and shapes are named."""
    arm = lw.symbolic("2r-point")
    for rows, message in (
        ({"f3": (0, 0, 0)}, "no row 'f3'"),
        ({"w1": (0, 0, 0)}, "no row 'w1'"),
        ({"f1": (0, 0)}, "f1 must have 3 components, got 2"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            check(arm, rows=rows)


def test_some_components_of_a_row():
    """One component of a row can be checked alone, slips in the next link's included."""
    arm = lw.symbolic("2r-point")
    letters = Letters.of(arm.robot, arm.q, arm.qd, arm.qdd)
    assert check_entries(arm.robot, letters, {"f1y": f1()[1], "F2x": F2[0]}).right
    verdict = check_entries(arm.robot, letters, {"f1y": f1(f2y=F2Y_PRINTED)[1]})
    assert said(verdict, "f1y")[0] == {DOT, LOST}


def test_a_slip_beside_another_coriolis_matrix():
    """A C with the right product stands beside slips in other entries without hiding them."""
    arm = lw.symbolic("2r")
    C = [[2 * h * w2, h * w2], [-h * w1, 0]]
    P = g * (m1 * lc1 * s1 + m2 * (l1 * s1 + lc2 * s12))
    assert not check(arm, C=C).early
    verdict = check(arm, C=C, P=-P)
    assert [slip.name for slip, _ in verdict.early] == ["gravity sign"]
    assert [entry.name for entry in verdict.entries if not entry.right] == ["P"]
