"""How sure random states make one of an identity.

A polynomial of degree d that is not 0 vanishes with a probability of at most d/s where each of its
variables is drawn from s numbers, and so at N states with at most (d/s)^N.

References
----------
J. T. Schwartz, "Fast probabilistic algorithms for verification of polynomial identities", *J. ACM*
27 (1980), corollary 1; R. Zippel, "Probabilistic algorithms for sparse polynomials", *EUROSAM*
1979.
"""

from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from math import ceil, log10

from linkwise.proving.states import SPAN

MARGIN = 10**6  # how many times more numbers there are to draw from than roots


def fineness_for(degree: int) -> int:
    """Return a power of ten that makes the set of fractions k / fineness large enough."""
    return int(10 ** ceil(log10(MARGIN * max(degree, 1) / (2 * SPAN))))


def size_of_set(fineness: int) -> int:
    """Return from how many fractions k / fineness each number is drawn."""
    return 2 * SPAN * fineness


def passing(degree: int, size: int, states: int) -> Fraction:
    """Return the bound (d/s)^N of the probability that what is false passes at all states."""
    return Fraction(degree, size) ** states


def rounded_up(x: Fraction) -> str:
    """Return a bound to one digit, never less than it is: 1.25e-19 as 2e-19.

    Examples
    --------
    >>> rounded_up(passing(20, 40_000_000, 3))
    '2e-19'
    """
    up = Context(prec=1, rounding=ROUND_CEILING)
    return f"{up.divide(Decimal(x.numerator), Decimal(x.denominator)):.0e}"
