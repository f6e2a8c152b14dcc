"""Heights of P measured from a joint that moves, and not from one point for all links."""

import pytest
import sympy as sp

import linkwise as lw
from linkwise.referee.check import check

l1, l2, lc1, lc2, lc3, m1, m2, m3, g = sp.symbols("l1 l2 lc1 lc2 lc3 m1 m2 m3 g")
q1, q2, q3 = sp.symbols("q1 q2 q3")
s1, s12, s123 = sp.sin(q1), sp.sin(q1 + q2), sp.sin(q1 + q2 + q3)

# planar 3R by hand: the height of every centre of mass above the base
H1, H2, H3 = lc1 * s1, l1 * s1 + lc2 * s12, l1 * s1 + l2 * s12 + lc3 * s123

CASES = {
    "link 2 from its own joint": (H2 - l1 * s1, H3, "link2 from joint q2"),
    "link 3 from its own joint": (H2, lc3 * s123, "link3 from joint q3"),
    "link 3 from joint 2": (H2, H3 - l1 * s1, "link3 from joint q2"),
    "every link from its own joint": (lc2 * s12, lc3 * s123, "every link from its own joint"),
}


def three_r():
    """Return the general planar 3R in letters."""
    I = sp.symbols("I1:4")
    return lw.planar_nr(
        [l1, l2, sp.Symbol("l3")], [m1, m2, m3], [lc1, lc2, lc3], I, form="general",
        gravity=(0, -g, 0),
    )  # fmt: skip


def potential(h2, h3):
    """Return P of the 3R for heights of its outer links; a constant does not count."""
    return g * (m1 * H1 + m2 * h2 + m3 * h3) + 7 * m1


@pytest.mark.parametrize("case", CASES)
def test_heights_from_different_points(case):
    """Named by link and joint, from P and from the weights that are derived from it by hand."""
    h2, h3, about = CASES[case]
    P = potential(h2, h3)
    assert check(three_r(), P=potential(H2, H3)).right
    for given in ({"P": P}, {"g": [sp.diff(P, q) for q in (q1, q2, q3)], "P": P}):
        verdict = check(three_r(), **given)
        assert ("reference height", about) in [(slip.name, x) for slip, x in verdict.early]


def test_of_the_2r_it_is_a_weight_that_is_not_carried():
    """Without the height of joint 2 its weight is missing at l1: both names are given."""
    verdict = check(lw.symbolic("2r"), P=g * (m1 * lc1 * s1 + m2 * lc2 * s12))
    assert [(slip.name, about) for slip, about in verdict.early] == [
        ("weight not carried", "m2 at l1"),
        ("reference height", "link2 from joint q2"),
    ]


def test_of_a_robot_of_numbers_the_height_is_found_too():
    """Where no letter says which length is missing, the geometry does: 2R, m = l = 1 and g = 9.81.

    P of link 2 is typed without sin q1, the height of its joint.
    """
    arm = lw.planar_2r(form="points")
    P = 9.81 * (s1 + s12)
    assert check(arm, P=9.81 * (2 * s1 + s12)).right
    verdict = check(arm, P=P)
    assert [slip.name for slip, _ in verdict.early] == ["reference height"]
