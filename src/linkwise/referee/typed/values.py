"""Arithmetic on what was read, each result kept in its one form and refused once it grows large.

So no text, however short, can start a computation that does not end: (a + b)^20 is a bomb only if
somebody multiplies it out, and here every product is looked at first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy
from sympy.polys.domains import QQ
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.spatial.errors import LinkwiseError

TERMS = 5_000  # of an expression, multiplied out
BITS = 2_000  # of a coefficient
POWER = 50  # of a letter in a term
NODES = 50_000  # of an expression's tree
MULTIPLES = 12  # sum of the multiples of coordinates in an angle
SHOWN = 60  # letters of a sum in a complaint
WORK = 100_000  # products of two terms in a text

Powers = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Value:
    """An expression as typed, and its one form.

    Attributes
    ----------
    expression : Expr
        In the robot's symbols.
    element : PolyElement or None
        The same in the ring, times what it is divided by; None where π is part of it, which angles
        only may hold.
    nodes : int
        Size of the expression's tree.
    below : tuple of int
        Powers of the ring's generators that it is divided by and that do not cancel, if any.
    sum_below : PolyElement or None
        Sum without sines that it is divided by as well and that does not cancel, if there is one.
    """

    expression: sympy.Expr
    element: Any
    nodes: int = 1
    below: Powers = ()
    sum_below: Any = None

    @property
    def left_below(self) -> str:
        """A complaint about what it is divided by, empty if that is nothing."""
        symbols = zip(self.element.ring.symbols, self.below, strict=True) if self.below else ()
        divisors = [str(x) for x, power in symbols if power]
        if self.sum_below is not None:
            terms = len(self.sum_below)
            text = f"a sum of {terms} terms"
            if terms < SHOWN:  # printing thousands takes most of a second
                written = str(self.sum_below.as_expr()).replace("**", "^")
                text = written if len(written) <= SHOWN else text
            divisors.append(text)
        if not divisors:
            return ""
        letters = ", ".join(divisors).replace("_", " ")
        return f"division by {letters} does not come out even: entries are polynomials"


class Calculator:
    """Sums, products, powers and waves, with one budget for a text."""

    def __init__(self, letters: Letters) -> None:
        self._letters = letters
        self._left = WORK
        self._waves: dict[sympy.Expr, tuple[PolyElement, PolyElement]] = {}
        self._plain = letters.plain()

    def number(self, x: Fraction) -> Value:
        """Return a number."""
        return Value(sympy.Rational(x.numerator, x.denominator), self._letters.element(x))

    def named(self, expression: sympy.Expr) -> Value:
        """Return what a name stands for."""
        if expression in self._plain:
            return Value(expression, self._plain[expression])
        if isinstance(expression, (sympy.cos, sympy.sin)):
            return self.wave(type(expression), Value(expression.args[0], None))
        if expression.has(sympy.pi):
            return Value(expression, None)
        return Value(expression, self._letters.element(expression))

    def total(self, parts: Sequence[Value]) -> Value:
        """Return the sum."""
        if len(parts) == 1:
            return parts[0]
        nodes = self._nodes(parts)
        expression = sympy.Add(*(part.expression for part in parts))
        if any(part.element is None for part in parts):
            return Value(expression, None, nodes)
        below = _greatest([part.below for part in parts])
        sums_below = list(dict.fromkeys(x.sum_below for x in parts if x.sum_below is not None))
        elements = [self._raised(part, below, sums_below) for part in parts]
        sums = self._letters.ring.zero
        for element in elements:
            for powers, factor in element.terms():
                sums[powers] = sums.get(powers, QQ(0)) + factor
        sums.strip_zero()
        self._spend(sum(map(len, elements)))
        if (below or sums_below) and not self._reduced(sums):  # 1 - c² - s², over any divisor
            sums = self._letters.ring.zero
        sum_below = self._all_times(sums_below)
        return self._cancelled(Value(expression, self._looked_at(sums), nodes, below, sum_below))

    def equal(self, a: Value, b: Value) -> bool:
        """Tell whether two values are the same, whatever each is divided by."""
        if a.element is None or b.element is None:
            return bool(a.expression == b.expression)
        return not self.total([a, self.product([self.number(Fraction(-1)), b])]).element

    def product(self, factors: Sequence[Value]) -> Value:
        """Return the product."""
        if len(factors) == 1:
            return factors[0]
        nodes = self._nodes(factors)
        element, below = factors[0].element, factors[0].below
        for factor in factors[1:]:
            element, below = self._times(element, factor.element), _sum(below, factor.below)
        expression = sympy.Mul(*(factor.expression for factor in factors))
        sum_below = self._all_times(x.sum_below for x in factors)
        return self._cancelled(Value(expression, element, nodes, below, sum_below))

    def reciprocal(self, x: Value) -> Value | None:
        """Return 1/x, None of what holds π and of a sum with sines, which has not one form."""
        if x.element is None:
            return None
        powers = tuple(map(min, zip(*x.element, strict=True)))  # of all terms alike
        rest = _moved(x.element, [-p for p in powers])
        n = self._letters.n
        if len(rest) > 1 and any(any(p[n : 2 * n]) for p in rest):
            return None
        above = self._letters.ring.from_dict({x.below or (0,) * len(powers): 1 / rest.LC})
        above = self._all_times([above, x.sum_below])
        sum_below = rest.monic() if len(rest) > 1 else None
        return self._cancelled(Value(1 / x.expression, above, x.nodes + 1, powers, sum_below))

    def power(self, base: Value, exponent: int) -> Value:
        """Return a whole power."""
        element: Any = self._letters.ring.one
        for _ in range(exponent):
            element = self._times(element, base.element)
        below = tuple(p * exponent for p in base.below)
        nodes, sum_below = base.nodes + 1, self._all_times([base.sum_below] * exponent)
        expression = base.expression**exponent
        return self._cancelled(Value(expression, element, nodes, below, sum_below))

    def wave(self, kind: type[sympy.Expr], angle: Value) -> Value:
        """Return the sine or cosine of a sum of coordinates and quarter turns."""
        x = angle.expression
        if x not in self._waves:
            self._waves[x] = self._cos_and_sin(x)
        c, s = self._waves[x]
        return Value(kind(x), c if kind is sympy.cos else s, angle.nodes + 1)

    def _cos_and_sin(self, angle: sympy.Expr) -> tuple[PolyElement, PolyElement]:
        """Return both, by cos(x ± y) = cos x cos y ∓ sin x sin y, a coordinate at a time."""
        letters = self._letters
        turning = {x: k for k, x in enumerate(letters.q) if letters.turning[k]}
        c, s = letters.ring.one, letters.ring.zero
        turns = 0
        for part in sympy.Add.make_args(angle):
            factor, x = part.as_coeff_Mul()
            if x == sympy.pi and (2 * factor).is_Integer:
                for _ in range(int(2 * factor) % 4):
                    c, s = -s, c
                continue
            if part != 0 and not (x in turning and factor.is_Integer):
                raise LinkwiseError(
                    "an angle is a sum of whole multiples of the coordinates of turning joints"
                )
            turns += abs(int(factor))
            if turns > MULTIPLES:
                raise LinkwiseError(f"an angle of more than {MULTIPLES} coordinates")
            for _ in range(abs(int(factor))):
                c_k, s_k = letters.cosines()[turning[x]], letters.sines()[turning[x]]
                s_k = -s_k if factor < 0 else s_k
                c, s = (
                    self._times(c, c_k) - self._times(s, s_k),
                    self._times(s, c_k) + self._times(c, s_k),
                )
        return c, s

    def _times(self, a: Any, b: Any) -> Any:
        """Return a product in its one form."""
        if a is None or b is None:
            return None
        self._spend(1 + len(a) * len(b))
        return self._looked_at(self._reduced(a * b))

    def _reduced(self, element: PolyElement) -> PolyElement:
        """Return the product with s² → 1 − c²: twice as many terms for every square."""
        n = self._letters.n
        squares = max((sum(p > 1 for p in powers[n : 2 * n]) for powers in element), default=0)
        if not squares:
            return element
        self._spend(n * len(element) << squares)
        return self._letters.reduced(element)

    def _all_times(self, factors: Iterable[PolyElement | None]) -> Any:
        """Return the product of those that are there, None of nothing."""
        product = None
        for factor in factors:
            if factor is not None:
                product = factor if product is None else self._times(product, factor)
        return product

    def _raised(self, part: Value, below: Powers, sums_below: Sequence[PolyElement]) -> PolyElement:
        """Return an element over a greater divisor than its own."""
        element = part.element
        for factor in sums_below:
            element = element if factor == part.sum_below else self._times(element, factor)
        if part.below == below:
            return element
        own = part.below or (0,) * len(below)
        more = [b - a for a, b in zip(own, below, strict=True)]
        return self._looked_at(_moved(element, more))

    def _divided(self, element: PolyElement, divisor: PolyElement) -> PolyElement | None:
        """Return the quotient, None if there is a rest."""
        quotient, rest = element.ring.zero, element
        while rest:
            self._spend(len(rest) + len(divisor))
            powers = tuple(a - b for a, b in zip(rest.LM, divisor.LM, strict=True))
            if min(powers) < 0:
                return None
            term = element.ring.from_dict({powers: rest.LC / divisor.LC})
            quotient, rest = quotient + term, rest - term * divisor
        return quotient

    def _cancelled(self, x: Value) -> Value:
        """Return a value without what stands above and below alike."""
        if x.element is None:
            return x
        if x.sum_below is not None:
            quotient = self._divided(x.element, x.sum_below)
            x = x if quotient is None else replace(x, element=quotient, sum_below=None)
        if not x.below:
            return x
        shared = list(map(min, zip(x.below, *x.element, strict=True)))
        below = tuple(b - a for a, b in zip(shared, x.below, strict=True)) if x.element else ()
        if max(below, default=0) > POWER:
            raise LinkwiseError(f"multiplied out, this is divided by a power above {POWER}")
        element = _moved(x.element, [-a for a in shared])
        return replace(x, element=element, below=below if any(below) else ())

    def _spend(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise LinkwiseError("multiplied out, this is too long")

    def _nodes(self, parts: Sequence[Value]) -> int:
        nodes = 1 + sum(part.nodes for part in parts)
        if nodes > NODES:
            raise LinkwiseError(f"what is put in makes an expression of more than {NODES} letters")
        self._spend(len(parts))
        return nodes

    def _looked_at(self, element: PolyElement) -> PolyElement:
        """Return the element if it is of a size that formulas have."""
        if len(element) > TERMS:
            raise LinkwiseError(f"multiplied out, this has more than {TERMS} terms")
        for powers, factor in element.terms():
            if max(powers) > POWER:
                raise LinkwiseError(f"multiplied out, this has a power above {POWER}")
            if max(factor.numerator.bit_length(), factor.denominator.bit_length()) > BITS:
                raise LinkwiseError("a number here grows beyond 600 digits")
        return element


def _moved(element: PolyElement, by: Sequence[int]) -> PolyElement:
    """Return an element times a product of powers of the generators, negative ones too."""
    return element.ring.from_dict(
        {tuple(p + d for p, d in zip(powers, by, strict=True)): x for powers, x in element.items()}
    )


def _sum(a: Powers, b: Powers) -> Powers:
    return tuple(x + y for x, y in zip(a, b, strict=True)) if a and b else a or b


def _greatest(all_of: Sequence[Powers]) -> Powers:
    """Return the least product of powers that all divide."""
    return tuple(map(max, zip(*filter(None, all_of), strict=True)))
