"""Products of sines and cosines as sums of waves, and long sums as elements of the ring."""

from fractions import Fraction
from math import cos, sin

import pytest
import sympy as sp
from sympy.polys.domains import QQ
from sympy.polys.rings import PolyRing

import linkwise as lw
from linkwise.lagrangian.ring import Letters
from linkwise.lagrangian.waves import folded

RING = PolyRing("c1 c2 s1 s2 m", QQ, "lex")
C1, C2, S1, S2, M = RING.gens


def test_product_formulas():
    """Formulas of any table: sin x cos x = ½ sin 2x, sin x sin y = ½ cos(x − y) − ½ cos(x + y)."""
    half = Fraction(1, 2)
    assert folded(S1 * C1, 2) == {((0,), (2, 0)): (0, half)}
    assert folded(S1 * S2 * M, 2) == {((1,), (1, 1)): (-half, 0), ((1,), (1, -1)): (half, 0)}
    assert folded(C1**2 + S1**2, 2) == {((0,), (0, 0)): (1, 0)}
    assert folded(RING.zero, 2) == {}


@pytest.mark.parametrize("powers", [(3, 0, 2, 1), (0, 4, 3, 0), (5, 2, 0, 4), (1, 1, 1, 1)])
def test_waves_in_numbers(powers):
    """At angles in floats the waves add up to the product that they stand for."""
    a, b, c, d = powers
    waves = folded(3 * C1**a * C2**b * S1**c * S2**d / 7 - C1, 2)
    for x, y in ((0.3, 1.1), (-2.0, 0.7)):
        product = 3 * cos(x) ** a * cos(y) ** b * sin(x) ** c * sin(y) ** d / 7 - cos(x)
        found = sum(
            float(A) * cos(j * x + k * y) + float(B) * sin(j * x + k * y)
            for (_, (j, k)), (A, B) in waves.items()
        )
        assert found == pytest.approx(product, abs=1e-14)


def test_long_sums():
    """A sum of 800 terms is one element, with the value of the sum."""
    arm = lw.symbolic("2r")
    letters = Letters.of(arm.robot, arm.q, arm.qd, arm.qdd, tuple(arm.parameters.values()))
    q1, q2 = arm.q
    m1, l1 = sp.symbols("m1 l1")
    wave = [sp.cos(q1 + q2), sp.sin(2 * q1 - q2), sp.cos(q2)]
    terms = [m1 ** (k % 40) * l1 ** (k // 40) * wave[k % 3] * (k + 0.5) for k in range(800)]
    element = letters.element(sp.Add(*terms))
    waves = [cos(0.3 + 0.4), sin(2 * 0.3 - 0.4), cos(0.4)]
    value = sum(1.01 ** (k % 40) * 0.99 ** (k // 40) * waves[k % 3] * (k + 0.5) for k in range(800))
    state = {q1: 0.3, q2: 0.4, m1: 1.01, l1: 0.99}
    assert letters.value(element, state) == pytest.approx(value, rel=1e-12)
    assert letters.symbols_in(element) == sorted(state, key=str)
