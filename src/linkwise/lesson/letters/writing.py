"""Expressions written in a textbook's order of letters: as text, as LaTeX, or as code.

A term is written masses first, then lengths, gravity, coordinates, sines and cosines, rates and
accelerations: 2 m₂ l₁ l₂ s₂ θ̇₁ θ̇₂.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from linkwise.lagrangian.ring import Letters

LARGEST = 60  # denominator of a fraction that reads better than a decimal number
FUNCTIONS = (sympy.sin, sympy.cos, sympy.sign)
MASSES, LENGTHS, GRAVITY, COORDINATES, SUMS, WAVES, RATES, ACCELERATIONS = range(8)

Rank = tuple[int, str, int]


@dataclass(frozen=True)
class Style:
    """How products, powers, letters and numbers are written.

    Attributes
    ----------
    symbol
        Writes a letter.
    function
        Writes sin, cos or sign: its name, its argument, and the argument written.
    decimal
        Writes a number that is not whole.
    power
        Writes a base, already written, to a whole power above 1.
    fraction
        Writes the factors above and below the line; there may be none below.
    ranks
        Where letters stand in a product; those that are not named stand with sines and cosines.
    decimals
        Whether all numbers that are not whole are decimal, as in a robot of numbers.
    minus
        The sign.
    """

    symbol: Callable[[Any], str]
    function: Callable[[str, Any, str], str]
    decimal: Callable[[float], str]
    power: Callable[[str, int], str]
    fraction: Callable[[list[str], list[str]], str]
    ranks: Mapping[Any, Rank]
    decimals: bool
    minus: str = "-"


def ranks(letters: Letters) -> dict[Any, Rank]:
    """Return where the letters of a robot stand in a product."""
    out: dict[Any, Rank] = {}
    for place, symbols in (
        (COORDINATES, letters.q),
        (RATES, letters.qd),
        (ACCELERATIONS, letters.qdd),
    ):
        out |= {x: (place, "", k) for k, x in enumerate(symbols)}
    for x in letters.parameters:
        stem, number = stem_and_number(str(x))
        place = {"m": MASSES, "I": MASSES, "g": GRAVITY}.get(stem[:1], LENGTHS)
        out[x] = (place, stem, int(number or 0))
    return out


def stem_and_number(name: str) -> tuple[str, str]:
    """Return "lc" and "2" for lc2 or lc_2."""
    found = re.fullmatch(r"(.*?)_?(\d*)", name)
    return (found[1], found[2]) if found and found[1] else (name, "")


def written(e: Any, style: Style) -> str:
    """Return an expression as a sum of products."""
    (sign, first), *others = signed_terms(e, style)
    lead = style.minus if sign < 0 else ""
    rest = "".join(f" {style.minus if sign < 0 else '+'} {text}" for sign, text in others)
    return f"{lead}{first}{rest}"


def signed_terms(e: Any, style: Style) -> list[tuple[int, str]]:
    """Return the terms of a sum in the order of a textbook, each as its sign and its text."""
    e = sympy.sympify(e)
    terms = sorted(sympy.Add.make_args(e), key=lambda x: place_in_sum(x, style))
    return [_term(x, style) for x in terms]


def _term(e: Any, style: Style) -> tuple[int, str]:
    """Return the sign of a product and the rest of it, written."""
    number, factors = e.as_coeff_mul(rational=False)
    size = abs(number)
    above: list[str] = []
    below: list[str] = []
    for x in sorted(factors, key=lambda x: _rank(x, style)):
        base, exponent = x.as_base_exp()
        text = _factor(base, style)
        (above if exponent > 0 else below).append(
            text if abs(exponent) == 1 else style.power(text, int(abs(exponent)))
        )
    if not size.is_Integer and (size.is_Float or style.decimals or size.q > LARGEST or not above):
        above.insert(0, style.decimal(float(size)))
    else:
        above[:0] = [str(size.p)] if size.p != 1 or not above else []
        below[:0] = [str(size.q)] if size.q != 1 else []
    return (-1 if number < 0 else 1), style.fraction(above, below)


def _factor(base: Any, style: Style) -> str:
    """Return a letter, a function or a sum in parentheses."""
    if base.is_Symbol:
        return style.symbol(base)
    if isinstance(base, FUNCTIONS):
        angle = base.args[0]
        return style.function(type(base).__name__, angle, written(angle, style))
    return f"({written(base, style)})"


def _rank(factor: Any, style: Style) -> Rank:
    """Return where a factor stands in its product."""
    base = factor.as_base_exp()[0]
    if base.is_Symbol:
        return style.ranks.get(base, (WAVES, *_name_order(base)))
    if isinstance(base, sympy.sign):
        return (RATES, "sign", 0)
    if isinstance(base, FUNCTIONS):
        return (WAVES, f"{base.args[0]}", 0)
    inner = min(
        (style.ranks.get(x, (SUMS, "", 0)) for x in base.free_symbols), default=(SUMS, "", 0)
    )
    return inner if inner[0] >= RATES else (SUMS, str(base), 0)  # sums of rates stand with rates


def _name_order(x: Any) -> tuple[str, int]:
    stem, number = stem_and_number(str(x))
    return stem, int(number or 0)


def place_in_sum(term: Any, style: Style) -> tuple[Any, ...]:
    """Return where a term stands in its sum: by acceleration, by rates, by wave, by letters."""
    places = sorted(_rank(x, style) for x in term.as_coeff_mul(rational=False)[1])
    by_place = [[rank for rank in places if rank[0] == place] for place in range(8)]
    waves = [(len(name), name, k) for _, name, k in by_place[WAVES]]
    accelerations, rates = by_place[ACCELERATIONS], by_place[RATES]
    return (not accelerations, accelerations, not rates, waves, rates, by_place)
