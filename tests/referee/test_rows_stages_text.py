"""Rows of the iterations and stages of Lagrange's derivation, each handed in as one text."""

import pytest
import sympy as sp
from oracles.two_r_letters import a1, a2, g, l1, lc1, lc2, m1, m2, q1, q2, w1, w2

import linkwise as lw
from linkwise import LinkwiseError, check

# F₂ = m₂ v̇_C2 of the lecture notes, section 3, with the centre of mass at lc₂
F2 = (
    "m2 (l1 s2 qdd1 - l1 c2 qd1^2 + g s12 - lc2 (qd1 + qd2)^2)",
    "m2 (l1 c2 qdd1 + l1 s2 qd1^2 + g c12 + lc2 (qdd1 + qdd2))",
    "0",
)
ROWS = [
    "[{}, {}, {}]".format(*F2),
    "[{}; {}; {}]".format(*F2),
    r"\begin{{bmatrix}} {} \\ {} \\ {} \end{{bmatrix}}".format(*F2),
    "F2 = [{}, {}, {}]".format(*F2),
    "F2x = {}\nF2y = {}\nF2z = {}".format(*F2),
    "a = g s12\nF2 = [{}, {}, {}]".format(F2[0].replace("g s12", "a"), *F2[1:]),
]


@pytest.mark.parametrize("text", ROWS)
def test_rows_of_text(text):
    """A list, MATLAB's column, LaTeX's column and lines are one row; a wrong sign is named."""
    right = check(lw.symbolic("2r"), rows={"F2": text})
    assert right.right
    assert [entry.name for entry in right.entries] == ["F2x", "F2y", "F2z"]
    slip = text.replace("+ l1 s2", "- l1 s2")
    (wrong,) = [x for x in check(lw.symbolic("2r"), rows={"F2": slip}).entries if not x.right]
    assert wrong.name == "F2y"
    assert wrong.findings[0].slips[0].slip.name == "centrifugal sign"


def test_rows_with_dots_in_their_names():
    """ω̇ and v̇ of the second link, under the names that `newton_euler` has."""
    rows = {
        "omega_dot2": "[0, 0, qdd1 + qdd2]",
        "v_dot1": r"\begin{pmatrix} g s_1 \\ g c_1 \\ 0 \end{pmatrix}",
        "v_dot_C1": "[g s1 - lc1 qd1^2, g c1 + lc1 qdd1, 0]",
    }
    assert check(lw.symbolic("2r"), rows=rows).right


# ∂L/∂q of the 2R by hand: K holds cos q₂ in l₁ lc₂ m₂ q̇₁ (q̇₁ + q̇₂), P the heights
SLOPES = (
    -g * (m1 * lc1 * sp.cos(q1) + m2 * (l1 * sp.cos(q1) + lc2 * sp.cos(q1 + q2))),
    -m2 * lc2 * (g * sp.cos(q1 + q2) + l1 * sp.sin(q2) * w1 * (w1 + w2)),
)
STAGES = [
    SLOPES,
    sp.Matrix(SLOPES),
    [str(x) for x in SLOPES],
    str(list(SLOPES)),
    rf"\begin{{bmatrix}} {sp.latex(SLOPES[0])} \\ {sp.latex(SLOPES[1])} \end{{bmatrix}}",
    f"dL_dq1 = {SLOPES[0]}\n∂L/∂q₂ = {SLOPES[1]}",
]


@pytest.mark.parametrize("given", STAGES)
def test_whole_stages(given):
    """∂L/∂q as a vector of SymPy, of text, or in one text."""
    verdict = check(lw.symbolic("2r"), stages={"dL_dq": given})
    assert verdict.right
    assert [entry.name for entry in verdict.entries] == ["dL_dq1", "dL_dq2"]


def test_a_wrong_stage():
    """The rate of ∂L/∂q̇₂ without the term of a moving angle is wrong there alone."""
    I2 = sp.Symbol("I2")
    M12, M22 = I2 + m2 * (lc2**2 + l1 * lc2 * sp.cos(q2)), I2 + m2 * lc2**2
    verdict = check(lw.symbolic("2r"), stages={"d_dt": [0, M12 * a1 + M22 * a2]})
    assert verdict["d_dt2"].difference == l1 * lc2 * m2 * w1 * w2 * sp.sin(q2)


def test_a_lone_joint():
    """The pendulum's stage is one formula, in a list or not, and under either name."""
    arm = lw.symbolic("pendulum")
    for given in ("-m g lc c1", ["-m g lc c1"]):
        assert check(arm, stages={"dL_dq": given}).right
        assert check(arm, stages={"dL_dq1": given}).right


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"rows": {"F2": "m2 g"}},
            "F2, line 1, column 1: F2: a vector of 3 is wanted on the right",
        ),
        ({"rows": {"F2": "[m2 g, 0]"}}, "F2: a vector of 3 is wanted on the right"),
        ({"rows": {"F2": "[m2 g, 0, z]"}}, "F2, line 1, column 11: unknown name 'z'"),
        ({"rows": {"F2": "F1 = [0, 0, 0]"}}, "F2: the text gives F1x, F1y, F1z"),
        ({"rows": {"F9": "[0, 0, 0]"}}, "there is no row 'F9'"),
        ({"rows": {"F2": [0, 0]}}, "row F2 must have 3 components, got 2"),
        ({"rows": {"F2": abs}}, "row F2 must hold expressions, numbers or text"),
        ({"stages": {"dL_dq": [0, 0, 0]}}, r"stage dL_dq must have shape \(2,\), got \(3,\)"),
        ({"stages": {"dL_dq": "m1"}}, "dL_dq, line 1, .* a vector of 2 is wanted on the right"),
        ({"stages": {"dL_dq": abs}}, "stage dL_dq must hold expressions, numbers or text"),
        ({"stages": {"d_dt2": 0, "d_dt": [0, 0]}}, "stage d_dt2 is given twice: in d_dt too"),
        ({"stages": {"dL": 0}}, "there is no stage 'dL': dL_dqd, d_dt, dL_dq, dL_dqd1"),
        ({"stages": {"dL_dq3": 0}}, "there is no stage 'dL_dq3'"),
    ],
)
def test_what_is_refused(given, message):
    """Sizes, names and functions are refused under the name of the row or stage."""
    with pytest.raises(LinkwiseError, match=message):
        check(lw.symbolic("2r"), **given)
