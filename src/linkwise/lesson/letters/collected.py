"""Ring elements as SymPy expressions whose rates are collected: l₂ (θ̇₁ + θ̇₂)², not three terms."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters

Powers = tuple[int, ...]


def collected(letters: Letters, element: PolyElement) -> Any:
    """Return an element as SymPy, sums of angles folded, sums of rates and accelerations kept.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> from linkwise.lesson.letters.in_letters import in_letters
    >>> arm = symbolic("2r")
    >>> _, letters = in_letters(arm)
    >>> rate = sum(arm.qd)
    >>> collected(letters, letters.element(arm.parameters["l2"] * rate**2))
    l2*(qd1 + qd2)**2
    """
    n = letters.n
    # by what stands before it: its motion, a polynomial in rates and accelerations
    motions: defaultdict[Any, dict[Powers, Fraction]] = defaultdict(dict)
    for (powers, multiples), pair in letters.folded(element).items():
        q, qd, qdd, rest = powers[:n], powers[n : 2 * n], powers[2 * n : 3 * n], powers[3 * n :]
        for wave, factor in zip((sympy.cos, sympy.sin), pair, strict=True):
            if factor:
                angle = sum(k * x for k, x in zip(multiples, letters.q, strict=True))
                kind = (sum(qd), sum(qdd))
                motions[q, rest, wave(angle), kind][(*qd, *qdd)] = factor
    symbols = (*letters.qd, *letters.qdd)
    constants = (*letters.q, *letters.parameters)
    return sympy.Add(
        *(
            sympy.Mul(_product(constants, (*q, *rest)), wave, *factors)
            for (q, rest, wave, _), motion in motions.items()
            for factors in _parts(symbols, motion)
        )
    )


def _parts(symbols: tuple[Any, ...], motion: Mapping[Powers, Fraction]) -> list[tuple[Any, Any]]:
    """Return a polynomial as number and sum, or square of a sum, or else the same of each term."""
    if len(motion) > 1:
        degree = sum(next(iter(motion)))
        linear = _root(motion) if degree == 2 else motion if degree == 1 else None
        if linear:
            unit, leading = next(iter(linear.items()))
            scale = _content(linear)
            total = sympy.Add(
                *(_rational(a / scale) * _product(symbols, p) for p, a in linear.items())
            )
            square = tuple(degree * k for k in unit)
            factor = motion[square] / (leading / scale) ** degree
            return [(_rational(factor), total**degree)]
    return [(_rational(factor), _product(symbols, powers)) for powers, factor in motion.items()]


def _root(motion: Mapping[Powers, Fraction]) -> dict[Powers, Fraction] | None:
    """Return Σ a_k x_k, with 1 for its first a, if the polynomial is a multiple of its square."""
    count = len(next(iter(motion)))
    unit = [tuple(int(j == k) for j in range(count)) for k in range(count)]
    product = {
        (j, k): motion.get(tuple(a + b for a, b in zip(unit[j], unit[k], strict=True)), Fraction(0))
        for j in range(count)
        for k in range(j, count)
    }
    first = next((k for k in range(count) if product[k, k]), None)
    if first is None:
        return None
    a = [
        product[min(first, k), max(first, k)] / product[first, first] / (1 if k == first else 2)
        for k in range(count)
    ]
    whole = all(
        product[j, k] == product[first, first] * a[j] * a[k] * (1 if j == k else 2)
        for j, k in product
    )
    return {unit[k]: x for k, x in enumerate(a) if x} if whole else None


def _content(linear: Mapping[Powers, Fraction]) -> Fraction:
    """Return what to take out of a sum, so that whole numbers without a common factor are left."""
    factors = list(linear.values())
    size = Fraction(
        gcd(*(abs(x.numerator) for x in factors)), lcm(*(x.denominator for x in factors))
    )
    return -size if all(x < 0 for x in factors) else size


def _product(symbols: tuple[Any, ...], powers: Powers) -> Any:
    return sympy.Mul(*(x**p for x, p in zip(symbols, powers, strict=True) if p))


def _rational(x: Fraction) -> Any:
    return sympy.Rational(x.numerator, x.denominator)
