"""Roots, |x| and constants of P: what looks right where all is positive, and what moves."""

import pytest
import sympy as sp

import linkwise as lw
from linkwise import LinkwiseError

ARM = lw.symbolic("2r")
D = lw.lagrange(ARM)
(q1, q2), (qd1, qd2), qdd = D.letters.q, D.letters.qd, D.letters.qdd
m1, m2, l1, lc2, g = (ARM.parameters[name] for name in ("m1", "m2", "l1", "lc2", "g"))
H = m2 * l1 * lc2
h1 = -H * sp.sin(q2) * (2 * qd1 * qd2 + qd2**2)

MOVING = [m2 * l1**2 * qd1**2 / 2, m2 * qdd[0], sp.sqrt(1 + qd1**2), g * q1, sp.sqrt(1 + q1**2)]
RESTING = [5 * m1 * g * l1, sp.sqrt(1 + m1**2), sp.Integer(3)]


@pytest.mark.parametrize("more", MOVING)
def test_what_moves_is_no_constant_of_p(more):
    """A coordinate, rate or acceleration in P is wrong, by hand: P is a height times a weight."""
    assert not lw.check(ARM, P=D.P + more)["P"].right


@pytest.mark.parametrize("more", RESTING)
def test_a_constant_of_p_does_not_count(more):
    """The height that P counts from is free."""
    assert lw.check(ARM, P=D.P + more)["P"].right


@pytest.mark.parametrize(
    "wrong",
    [
        H * sp.sin(q2) * sp.Abs(qd1) * qd1,
        H * sp.sqrt(sp.sin(q2) ** 2) * qd1**2,
        H * sp.sqrt(1 - sp.cos(q2) ** 2) * qd1**2,
        H * sp.sin(sp.acos(sp.cos(q2))) * qd1**2,
    ],
)
def test_a_root_hides_no_sign(wrong):
    """What is right for positive coordinates and rates alone is wrong at a negative one."""
    verdict = lw.check(ARM, h=[h1, wrong])
    assert [entry.right for entry in verdict.entries] == [True, False]
    assert "-" in verdict["h2"].witness


def test_a_root_of_a_square_of_a_square_is_right():
    """√(q̇₁⁴) is q̇₁² for every q̇₁, and tan of half an angle gives its cosine, by hand."""
    assert lw.check(ARM, h=[h1, H * sp.sin(q2) * sp.sqrt(qd1**4)])["h2"].right
    half = sp.tan((q1 + q2) / 2) ** 2
    assert lw.check(ARM, g=[D.g[0], m2 * g * lc2 * (1 - half) / (1 + half)])["g2"].right


def test_a_light_arm_is_compared_at_its_own_scale():
    """M of 1e-13 kg m² is no rounding of another M of 1e-13 kg m²."""
    light = lw.planar_2r(1e-3, 1e-3, m1=1e-7, m2=1e-7)
    M = lw.lagrange(light).M
    wrong = 5e-13 * sp.sqrt(2 + sp.cos(sp.Symbol("q1")))
    assert not lw.check(light, M=[[wrong, M[0, 1]], [M[1, 0], M[1, 1]]])["M11"].right


def test_a_slip_is_not_said_to_explain_what_fits_no_ring():
    """∂K/∂q forgotten explains h, and not the root in P, which is wrong for itself."""
    forgotten = [-H * sp.sin(q2) * (2 * qd1 * qd2 + qd2**2), -H * sp.sin(q2) * qd1 * qd2]
    verdict = lw.check(ARM, h=forgotten, P=sp.sqrt(1 + q1**2))
    assert "one slip explains all but P: ∂K/∂q forgotten" in str(verdict)
    assert "one slip explains all but P" in verdict.hint(2)
    assert "all of it: ∂K/∂q forgotten" in str(lw.check(ARM, h=forgotten))


def test_functions_of_time_are_refused():
    """q1(t) is no letter of the arm, which is said, for P too where constants do not count."""
    q1_of_t = sp.Function("q1")(sp.Symbol("t"))
    with pytest.raises(LinkwiseError, match=r"P: q1\(t\) is no symbol: hand in symbols, or text"):
        lw.check(ARM, P=g * q1_of_t)


def test_numbers_of_stages_are_plain():
    """A zero before an index is no stage, and says which are."""
    with pytest.raises(LinkwiseError, match="there is no stage 'dL_dq01': dL_dqd, d_dt"):
        lw.check(ARM, stages={"dL_dq01": 0})


def test_angles_of_many_turns_are_judged_by_numbers():
    """Sixty turns in an angle would be multiplied out for minutes: intervals tell at once."""
    entry = lw.check(ARM, P=sp.cos(20 * q1 + 40 * q2))["P"]
    assert not entry.right
    assert entry.decided.startswith("numerically")
