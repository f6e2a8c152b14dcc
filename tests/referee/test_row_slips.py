"""Rows of the iterations taken over into another link's frame without R, or with the wrong one."""

import pytest
import sympy as sp

import linkwise as lw
from linkwise import Inertia, Joint, Link, Robot, Transform
from linkwise.referee.check import check

l1, l2, m1, m2, g = sp.symbols("l1 l2 m1 m2 g")
q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
c1, s1, c2, s2 = sp.cos(q1), sp.sin(q1), sp.cos(q2), sp.sin(q2)
c12, s12 = sp.cos(q1 + q2), sp.sin(q1 + q2)

# the 2R of point masses, lecture notes 003: F2 = f2 in the frame of link 2, F1 in that of link 1
F2x = m2 * (l1 * a1 * s2 - l1 * w1**2 * c2 + g * s12 - l2 * (w1 + w2) ** 2)
F2y = m2 * (l1 * a1 * c2 + l1 * w1**2 * s2 + g * c12 + l2 * (a1 + a2))
F1x, F1y = -m1 * l1 * w1**2 + m1 * g * s1, m1 * l1 * a1 + m1 * g * c1


def f1(cosine, sine):
    """Return F1 + R f2 for a rotation of this cosine and sine."""
    return (F1x + cosine * F2x - sine * F2y, F1y + sine * F2x + cosine * F2y, 0)


def n1(cosine, sine):
    """Return the moment of F1, n2, and P × R f2 for a rotation of this cosine and sine."""
    return (0, 0, l1 * F1y + l2 * F2y + l1 * (sine * F2x + cosine * F2y))


# a point mass on an arm that turns about z and then lifts about −y, in the frame of link 1:
# its place (l1 + l2 c2, 0, −l2 s2), differentiated in a frame that turns with w1
x, x_dot = l1 + l2 * c2, -l2 * s2 * w2
LIFTED = (
    m2 * (-l2 * (s2 * a2 + c2 * w2**2) - x * w1**2),
    m2 * (2 * x_dot * w1 + x * a1),
    m2 * (-l2 * (c2 * a2 - s2 * w2**2) + g),
)


def back(v):
    """Return Rᵀ v, from link 1 to link 2 of the arm in space."""
    return (c2 * v[0] - s2 * v[2], v[1], s2 * v[0] + c2 * v[2])


AT_JOINT = (-l1 * w1**2, l1 * a1, g)  # acceleration of joint 2, gravity included


def crane():
    """Return the arm in space, its first link without mass."""
    zero = Inertia(0, (0, 0, 0))
    at_l1, yaw, pitch = Transform.translation(l1, 0, 0), (0, 0, 1), (0, 1, 0)
    return Robot(
        "crane",
        [
            Link("post", Joint.revolute("q1", yaw), inertia=zero),
            Link("boom", Joint.revolute("q2", pitch), at_l1, Inertia(m2, (l2, 0, 0)), "post"),
        ],
        gravity=(0, 0, -g),
    )


def planar():
    """Return the 2R of point masses."""
    return lw.symbolic("2r-point")


WAYS = ("row not rotated", "row rotated the wrong way")
CASES = {
    "f in the plane": (planar, "f1", f1(c2, s2), (f1(1, 0), f1(c2, -s2))),
    "n in the plane": (planar, "n1", n1(c2, s2), (n1(1, 0), n1(c2, -s2))),
    "v̇ in the plane": (
        planar,
        "v_dot2",
        (
            l1 * a1 * s2 - l1 * w1**2 * c2 + g * s12,
            l1 * a1 * c2 + l1 * w1**2 * s2 + g * c12,
            0,
        ),
        (
            (-l1 * w1**2 + g * s1, l1 * a1 + g * c1, 0),
            (
                -l1 * a1 * s2 - l1 * w1**2 * c2 + g * sp.sin(q1 - q2),
                l1 * a1 * c2 - l1 * w1**2 * s2 + g * sp.cos(q1 - q2),
                0,
            ),
        ),
    ),
    "f in space": (crane, "f1", LIFTED, (back(LIFTED), back(back(LIFTED)))),
    "v̇ in space": (
        crane,
        "v_dot2",
        back(AT_JOINT),
        (AT_JOINT, (c2 * AT_JOINT[0] + s2 * g, l1 * a1, -s2 * AT_JOINT[0] + c2 * g)),
    ),
    "ω in space": (crane, "omega2", (-s2 * w1, w2, c2 * w1), ((0, w2, w1), (s2 * w1, w2, c2 * w1))),
    "ω̇ in space": (
        crane,
        "omega_dot2",
        (-s2 * a1 - c2 * w1 * w2, a2, c2 * a1 - s2 * w1 * w2),
        ((-w1 * w2, a2, a1), (s2 * a1 - c2 * w1 * w2, a2, c2 * a1 + s2 * w1 * w2)),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_row_of_another_link_as_it_stands(case):
    """Without its rotation, or with the transposed one, a row is named so; as it is, right.

    The rows in space are differentiated by hand in a turning frame.
    """
    arm, name, right, wrong = CASES[case]
    assert check(arm(), rows={name: right}).right
    for slip, row in zip(WAYS, wrong, strict=True):
        verdict = check(arm(), rows={name: row})
        entry = next(entry for entry in verdict.entries if not entry.right)
        named = {
            (made.where, made.slip.name) for finding in entry.findings for made in finding.slips
        }
        signs = {("omega2x", "sign"), ("omega2x", "entry: sign")}  # what R does to Rᵀ's −s2 q̇1
        assert named == {(name, slip)} or (slip == WAYS[1] and named == {(name, slip)} | signs)


def test_what_was_taken_over_is_said():
    """The report names the row and the matrix that are wrong; there is no term to show."""
    verdict = check(planar(), rows={"f1": f1(1, 0)})
    report = str(verdict)
    assert "in f1, row not rotated (f2 for R f2): " in report
    assert "in f1, row rotated the wrong way (Rᵀ f2 for R f2): " in str(
        check(planar(), rows={"f1": f1(c2, -s2)})
    )
    assert "you have" not in report
    assert "look for the frame of a row of another link" in verdict.hint(2)
    assert "row not rotated" in verdict.hint(3)


def test_a_rotation_and_a_sign():
    """f2 is not rotated, and F1's first component has the wrong sign: two slips, both named."""
    x, y, z = f1(1, 0)
    verdict = check(planar(), rows={"f1": (x + 2 * m1 * l1 * w1**2, y, z)})
    named = [{made.slip.name for made in finding.slips} for finding in verdict["f1x"].findings]
    assert {"row not rotated", "sign"} in named
