"""Products of cosines and sines as cosines and sines of sums of angles, as textbooks write them.

cos x = (z + 1/z)/2 and sin x = (z − 1/z)/2i with z = exp(ix), so that a product of B sines and of
other cosines, N in all, is Σ P_k exp(i k·x) / (2^N i^B) with whole numbers P_k.  The terms k and −k
together are 2 P_k cos(k·x) / (2^N i^B) if B is even, and 2i P_k sin(k·x) / (2^N i^B) if it is odd.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm, prod

from sympy.polys.rings import PolyElement

Folded = dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Fraction, Fraction]]


def folded(element: PolyElement, n: int) -> Folded:
    """Return an element of a ring that begins with n cosines and n sines as a sum of waves.

    Returns
    -------
    dict
        For (powers of the other generators, multiples k of the angles) the factors of cos(k·x) and
        sin(k·x); the first multiple that is not 0 is positive.
    """
    highest = max((sum(powers[: 2 * n]) for powers in element), default=0)
    whole = lcm(*(int(factor.denominator) for factor in element.values()))
    out: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}  # times whole 2^highest
    for powers, factor in element.items():
        cosines, sines, rest = powers[:n], powers[n : 2 * n], powers[2 * n :]
        count = sum(sines)
        share = int(factor.numerator) * (whole // int(factor.denominator)) * (-1) ** (count // 2)
        share <<= highest - sum(cosines) - count
        for multiples, P in _waves(cosines, sines):
            out.setdefault((rest, multiples), [0, 0])[count % 2] += share * P
    scale = whole << highest
    return {key: (Fraction(a, scale), Fraction(b, scale)) for key, (a, b) in out.items() if a or b}


def _waves(cosines: Sequence[int], sines: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield k and the factor of cos(k·x) or sin(k·x) up to the sign, of a product of powers."""
    for chosen in product(*map(_powers, cosines, sines)):
        multiples = tuple(k for k, _ in chosen)
        first = next((k for k in multiples if k), 0)
        if first >= 0:
            yield multiples, prod(P for _, P in chosen) * (2 if first else 1)


@cache
def _powers(cosines: int, sines: int) -> tuple[tuple[int, int], ...]:
    """Return the powers of z, with their factors, of (z + 1/z)^cosines (z − 1/z)^sines."""
    factors = {0: 1}
    for sign in (1,) * cosines + (-1,) * sines:
        up = {k + 1: P for k, P in factors.items()}
        factors = {
            k: up.get(k, 0) + sign * factors.get(k + 1, 0) for k in {*up, *(k - 1 for k in factors)}
        }
    return tuple((k, P) for k, P in sorted(factors.items()) if P)
