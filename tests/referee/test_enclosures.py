"""Intervals hold the true values, however few digits they have."""

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwise as lw
from linkwise import LinkwiseError, check
from linkwise.referee.enclosures import enclosure

x, y = sp.symbols("x y")
EXPRESSIONS = [
    sp.sqrt(x) + x ** sp.Rational(-1, 3),
    sp.sin(x / 2) ** 2 * sp.pi - sp.cos(y) / 7,
    sp.tan(x / 2) + sp.cot(y) + sp.sec(x) - sp.csc(y),
    sp.atan(y) + sp.asin(x / 4) - sp.acos(-x / 4) + sp.atan2(y, -x),
    sp.exp(-y) ** x + sp.log(x) - x**y + sp.E,
    abs(sp.cos(3 * y)) * y**-3,
]


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(EXPRESSIONS),
    st.fractions("1/10", 4, max_denominator=60),
    st.fractions("1/10", 6, max_denominator=60),
)
def test_the_true_value_lies_within(expression, a, b):
    """The value in 90 digits, by mpmath without intervals, lies in a narrow interval."""
    state = {x: sp.Rational(a.numerator, a.denominator), y: sp.Rational(b.numerator, b.denominator)}
    found = enclosure(expression, state)
    with mpmath.workdps(90):
        function = sp.lambdify((x, y), expression, "mpmath")
        value = function(*(mpmath.mpf(v.numerator) / v.denominator for v in (a, b)))
        low, high = (mpmath.mpf(end._mpi_[0]) for end in (found.a, found.b))
        assert low <= value <= high
        assert high - low <= 1e-44 * (1 + abs(value)) ** 2


def test_small_differences_are_told():
    """sin²(x/2) is (1 − cos x)/2: an interval about 0; with 10⁻⁴⁵ more it lies beside 0."""
    state = {x: sp.Rational(3, 7)}
    zero = sp.sin(x / 2) ** 2 - (1 - sp.cos(x)) / 2
    assert 0 in enclosure(zero, state)
    assert enclosure(zero + sp.Rational(1, 10**45), state) > 0
    assert enclosure(zero - sp.Rational(1, 10**45), state) < 0


@pytest.mark.parametrize(
    "expression",
    [sp.sqrt(-x), sp.log(-x), (-x) ** x, sp.acos(1 + x), sp.I * x, 1 / (x - 1), sp.zoo, sp.nan],
)
def test_what_is_no_real_number(expression):
    """Roots and logarithms of negative numbers, and quotients by 0, have no interval."""
    assert enclosure(expression, {x: sp.Integer(1)}) is None


def test_functions_without_a_bound():
    """A function of which no interval is known is refused by its name, under the entry's."""
    G2 = sp.Symbol("m2") * sp.Symbol("lc2") * sp.Symbol("g") * sp.cos(sp.Symbol("q2"))
    with pytest.raises(LinkwiseError, match=r"g2: floor\(.*\) has no bound here: known are roots"):
        check(lw.symbolic("2r"), g=[0, sp.floor(G2)])


def test_arcs():
    """A pendulum's weight by the arc that its centre of mass has: right, and wrong by 10⁻⁴⁰."""
    m, g, lc, q1 = sp.symbols("m g lc q1")
    arm, weight = lw.symbolic("pendulum"), m * g * lc
    by_arc = weight * sp.sin(sp.acos(sp.sin(q1 / 2) ** 2 - sp.cos(q1 / 2) ** 2) - sp.pi / 2)
    verdict = check(arm, g=[by_arc])
    assert verdict.right
    assert verdict["g1"].decided.startswith("numerically, in intervals")
    wrong = check(arm, g=[by_arc + weight / 10**40])
    assert not wrong.right
    assert sp.N(wrong["g1"].difference.subs({m: 1, g: 1, lc: 1, q1: 1}), 60) == pytest.approx(1e-40)
