"""Expressions as sums of textbook terms: a number, letters, and one cosine or sine of a sum."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.proving.angles import Angle

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Term:
    """Powers of the letters times cos(k·q) or sin(k·q), without its factor.

    Attributes
    ----------
    powers
        Of q, q̇, q̈ and the parameters, in the order of the ring's generators.
    multiples
        k, of the coordinates of turning joints; the first that is not 0 is positive.
    sine
        Whether it is the sine; the cosine of nothing is 1.
    """

    powers: tuple[int, ...]
    multiples: tuple[int, ...]
    sine: bool


Terms = dict[Term, Fraction]


def terms_of(letters: Letters, element: PolyElement) -> Terms:
    """Return an element as factors by term."""
    out: Terms = {}
    for (powers, multiples), (a, b) in letters.folded(element).items():
        for factor, sine in ((a, False), (b, True)):
            if factor:
                out[Term(powers, multiples, sine)] = factor
    return out


def added(*parts: Mapping[Key, Fraction]) -> dict[Key, Fraction]:
    """Return the sum of several sums of terms, without what cancels."""
    out: dict[Key, Fraction] = {}
    for part in parts:
        for term, factor in part.items():
            out[term] = out.get(term, Fraction(0)) + factor
    return {term: factor for term, factor in out.items() if factor}


def scaled(terms: Mapping[Key, Fraction], factor: Fraction | int) -> dict[Key, Fraction]:
    """Return a sum of terms times a number."""
    return {term: x * factor for term, x in terms.items() if x * factor}


def expression(letters: Letters, terms: Mapping[Term, Fraction]) -> sympy.Expr:
    """Return a sum of terms for SymPy."""
    symbols = (*letters.q, *letters.qd, *letters.qdd, *letters.parameters)
    out = []
    for term, factor in terms.items():
        angle = sum(k * x for k, x in zip(term.multiples, letters.q, strict=True))
        wave = sympy.sin(angle) if term.sine else sympy.cos(angle)
        product = sympy.prod(x**p for x, p in zip(symbols, term.powers, strict=True))
        out.append(sympy.Rational(factor.numerator, factor.denominator) * product * wave)
    return sympy.Add(*out)


def element(letters: Letters, terms: Mapping[Term, Fraction]) -> PolyElement:
    """Return a sum of terms in the ring."""
    ring, n = letters.ring, letters.n
    total = ring.zero
    for term, factor in terms.items():
        waves = zip(letters.cosines(), letters.sines(), term.multiples, strict=True)
        angle = Angle(tuple(waves))
        monomial = ring.from_dict({(0,) * (2 * n) + term.powers: ring.domain.one})
        wave = angle.sin() if term.sine else angle.cos()
        total = total + wave * monomial * ring.domain(factor.numerator, factor.denominator)
    return letters.reduced(total)


def turned(term: Term, multiples: Iterable[int], *, sine: bool) -> tuple[Term, int]:
    """Return the term with another angle, and the sign that its one form takes out of it."""
    k = tuple(multiples)
    first = next((m for m in k if m), 0)
    sign = -1 if first < 0 and sine else 1
    if first < 0:
        k = tuple(-m for m in k)
    if sine and first == 0:
        return Term(term.powers, k, sine=False), 0  # sin 0
    return Term(term.powers, k, sine), sign
