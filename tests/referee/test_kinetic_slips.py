"""One slip in a term of K, carried on correctly to the torques, is named as one slip."""

import pytest
import sympy as sp
from oracles.two_r_letters import a1, a2, c2, c12, l1, lc2, m2, q1, q2, s2, torques, w1, w2

import linkwise as lw
from linkwise.referee.check import check

l2, l3, lc1, m1, m3, I1, I2, g = sp.symbols("l2 l3 lc1 m1 m3 I1 I2 g")
q3, w3, a3 = sp.symbols("q3 qd3 qdd3")
CROSS = m2 * l1 * lc2 * c2 * (w1**2 + w1 * w2)  # of ½ m₂ v₂², the law of cosines


def lagrange(K, q, qd, qdd):
    """Return d/dt ∂K/∂q̇ − ∂K/∂q, by SymPy's derivatives."""
    out = []
    for x, rate in zip(q, qd, strict=True):
        p = sp.diff(K, rate)
        turned = sum(sp.diff(p, y) * v for y, v in zip(q, qd, strict=True))
        driven = sum(sp.diff(p, v) * a for v, a in zip(qd, qdd, strict=True))
        out.append(sp.expand(turned + driven - sp.diff(K, x)))
    return out


SLIPS = {
    "dropped term": 0,
    "sign": -CROSS,
    "factor 2": 2 * CROSS,
    "factor ½": CROSS / 2,
    "sine and cosine exchanged": CROSS.subs(c2, s2),
    "wrong angle": CROSS.subs(c2, c12),
    "sine or cosine lost": CROSS.subs(c2, 1),
}


def carried(wrong):
    """Return the torques of the 2R that follow from another cross term in K."""
    more = lagrange(wrong - CROSS, (q1, q2), (w1, w2), (a1, a2))
    return [x + y for x, y in zip(torques(), more, strict=True)]


@pytest.mark.parametrize("name", SLIPS)
def test_the_cross_term_of_the_2r(name):
    """Two monomials, typed as one: the slip is named alone; Lagrange is SymPy's, τ the lectures'.

    So it is in the matrix M that is read off the same K.
    """
    about = "l1*lc2*m2*cos(q2) in K"
    verdict = check(lw.symbolic("2r"), tau=carried(SLIPS[name]))
    assert [(slip.name, on) for slip, on in verdict.early] == [(name, about)]
    assert verdict.together == ()
    assert f"one slip explains all of it: {name} ({about})" in str(verdict)
    assert "one slip explains all of it, in an energy" in verdict.hint(2)
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2)
    right = sp.Matrix([[M11, I2 + m2 * lc2**2], [I2 + m2 * lc2**2, I2 + m2 * lc2**2]])
    M = right + sp.hessian(SLIPS[name], (w1, w2)) if SLIPS[name] else right
    assert (name, about) in [(slip.name, on) for slip, on in check(lw.symbolic("2r"), M=M).early]


def test_a_double_product_halved():
    """(q̇₁ + q̇₂)² typed as q̇₁² + q̇₁ q̇₂ + q̇₂² all through K: named in K, and in the torques of it.

    Its reason is that of a square, not that of a Coriolis torque.
    """
    arm = lw.symbolic("2r")
    M12 = I2 + m2 * (lc2**2 + l1 * lc2 * c2)
    lost = -M12 * w1 * w2 / 2
    more = lagrange(lost, (q1, q2), (w1, w2), (a1, a2))
    verdict = check(arm, tau=[sp.expand(x + y) for x, y in zip(torques(), more, strict=True)])
    assert [slip.name for slip, _ in verdict.early] == ["double product halved"]
    said = str(check(arm, K=lw.lagrange(arm).K + lost))
    assert "double product halved" in said
    assert "Coriolis" not in said


def test_it_beside_another_slip():
    """The cross term halved in K, and later the sign of all weights: the only two."""
    tau = [x.subs(g, -g) for x in carried(CROSS / 2)]
    (found,) = check(lw.symbolic("2r"), tau=tau).together
    assert {slip.name for slip, _ in found.early} == {"factor ½", "gravity sign"}
    assert found.late == ()


def test_a_cross_term_of_the_3r():
    """Of three rods: the 2 of 2 l₂ (l₃/2) cos q₃ in v₃² was lost, before five products of rates."""
    arm = lw.symbolic("3r")
    q, qd, qdd = (q1, q2, q3), (w1, w2, w3), (a1, a2, a3)
    cross = m3 * l2 * l3 / 2 * sp.cos(q3) * (w1 + w2) * (w1 + w2 + w3)
    pairs = zip(lw.rnea(arm.robot, q, qd, qdd), lagrange(-cross / 2, q, qd, qdd), strict=True)
    verdict = check(arm, tau=[x + y for x, y in pairs])
    assert [(slip.name, on) for slip, on in verdict.early] == [
        ("factor ½", "l2*l3*m3*cos(q3) in K")
    ]


def test_a_coordinate_that_slides():
    """In K of the RP arm m₂ q₂² q̇₁²/2 lost its ½: it shows in both torques."""
    arm = lw.symbolic("rp")
    more = lagrange(m2 * q2**2 * w1**2 / 2, (q1, q2), (w1, w2), (a1, a2))
    right = lw.rnea(arm.robot, (q1, q2), (w1, w2), (a1, a2))
    verdict = check(arm, tau=[x + y for x, y in zip(right, more, strict=True)])
    assert [(slip.name, on) for slip, on in verdict.early] == [("factor 2", "m2*q2**2 in K")]
