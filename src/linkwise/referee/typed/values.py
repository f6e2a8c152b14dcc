"""Arithmetic on what was read, each result kept in its one form and refused once it grows large.

So no text, however short, can start a computation that does not end: (a + b)^20 is a bomb only if
somebody multiplies it out, and here every product is looked at first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
WORK = 100_000  # products of two terms in a text


@dataclass(frozen=True, eq=False)
class Value:
    """An expression as typed, and its one form.

    Attributes
    ----------
    expression : Expr
        In the robot's symbols.
    element : PolyElement or None
        The same in the ring; None where π is part of it, which angles only may hold.
    nodes : int
        Size of the expression's tree.
    """

    expression: sympy.Expr
    element: Any
    nodes: int = 1

    @property
    def number(self) -> Fraction | None:
        """The value of a plain number, None of anything else."""
        x = self.expression
        return Fraction(int(x.p), int(x.q)) if x.is_Rational else None


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
        elements = [part.element for part in parts if part.element is not None]
        if len(elements) < len(parts):
            return Value(expression, None, nodes)
        sums = self._letters.ring.zero
        for element in elements:
            for powers, factor in element.terms():
                sums[powers] = sums.get(powers, QQ(0)) + factor
        sums.strip_zero()
        self._spend(sum(map(len, elements)))
        return Value(expression, self._looked_at(sums), nodes)

    def product(self, factors: Sequence[Value]) -> Value:
        """Return the product."""
        if len(factors) == 1:
            return factors[0]
        nodes = self._nodes(factors)
        element = factors[0].element
        for factor in factors[1:]:
            element = self._times(element, factor.element)
        return Value(sympy.Mul(*(factor.expression for factor in factors)), element, nodes)

    def power(self, base: Value, exponent: int) -> Value:
        """Return a whole power."""
        element: Any = self._letters.ring.one
        for _ in range(exponent):
            element = self._times(element, base.element)
        return Value(base.expression**exponent, element, base.nodes + 1)

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
