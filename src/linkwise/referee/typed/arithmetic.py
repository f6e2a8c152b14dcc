r"""Sums, products, powers and brackets of whatever names a formula uses.

sum     = [sign] product {sign product}
product = power {["*" | "/"] power}            a missing sign is "*"; no sum with sines divides
power   = atom ["^" whole number]              of several names without a space, the last has it
atom    = number | names | "(" sum ")" | "\frac" part part
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from linkwise.referee.typed.cursor import Cursor
from linkwise.referee.typed.source import Source
from linkwise.referee.typed.tokens import CLOSING, Token
from linkwise.referee.typed.values import Calculator, Value

EXPONENT = 20


class Arithmetic(Cursor, ABC):
    """Reads a formula by recursive descent, a method a rule; nothing typed is ever run."""

    def __init__(
        self,
        source: Source,
        tokens: Sequence[Token],
        pairs: dict[int, int],
        calculator: Calculator,
    ) -> None:
        super().__init__(source, tokens, pairs)
        self._calculator = calculator

    @abstractmethod
    def _name_begins(self) -> bool:
        """Tell whether a name or function begins here."""

    @abstractmethod
    def _named(self) -> list[Value]:
        """Return the factors that names and functions here stand for."""

    @abstractmethod
    def _time_derivative(self) -> Value | None:
        r"""Return what follows \frac if that is d/dt of a coordinate."""

    def _sum(self) -> Value:
        start = self._token
        parts = [self._product(self._signs())]
        while self._token.kind == "sign" and self._token.text in "+-":
            parts.append(self._product(self._signs()))
        with self._blamed(start):
            return self._calculator.total(parts)

    def _signs(self) -> int:
        """Return the product of the signs that stand here."""
        sign = 1
        while token := self._take("+", "-"):
            sign = -sign if token.text == "-" else sign
        return sign

    def _product(self, sign: int) -> Value:
        start = self._token
        factors = [] if sign > 0 else [self._calculator.number(Fraction(-1))]
        factors += self._power()
        while True:
            token = self._token
            if self._take("*"):
                sign = self._signs()
                factors += self._power()
                if sign < 0:
                    factors.append(self._calculator.number(Fraction(-1)))
            elif self._take("/"):
                sign = self._signs()
                divisor, *others = self._power()
                factors += [self._reciprocal(divisor, sign, token), *others]
            elif self._atom_begins():
                if token.kind == "number":
                    raise self._error(f"a sign is wanted before the number {self._quoted()}")
                factors += self._power()
            else:
                break
        with self._blamed(start):
            return self._calculator.product(factors)

    def _reciprocal(self, divisor: Value, sign: int, at: Token) -> Value:
        if divisor.element is not None and not divisor.element:
            raise self._error("division by zero", at)
        value = self._calculator.reciprocal(divisor)
        if value is None:
            what = "a sum with sines" if divisor.element is not None else "π"
            raise self._error(
                f"division by {what}: letters, cosines, their sums and products divide", at
            )
        return (
            value
            if sign > 0
            else self._calculator.product([self._calculator.number(Fraction(-1)), value])
        )

    def _power(self) -> list[Value]:
        """Return the factors of names without a space, the last one to its power."""
        start = self._token
        values = self._atom()
        exponent = self._exponent()
        if exponent is not None:
            with self._blamed(start):
                values[-1] = self._calculator.power(values[-1], exponent)
        return values

    def _exponent(self) -> int | None:
        """Return the whole number after ^, None without it."""
        if not self._take("^"):
            return None
        bracket = self._take("{", "(")
        token = self._token
        exponent = self._whole_number(token)
        self._i += 1
        if bracket:
            self._want(CLOSING[bracket.text])
        if self._token.text == "^":
            raise self._error("two exponents in a row need brackets")
        return exponent

    def _whole_number(self, token: Token) -> int:
        if token.kind != "number" or not token.text.isdigit() or int(token.text) > EXPONENT:
            raise self._error(
                f"exponents are whole numbers from 0 to {EXPONENT}, got {self._quoted()}", token
            )
        return int(token.text)

    def _atom_begins(self) -> bool:
        token = self._token
        return (
            token.kind == "number"
            or (token.kind == "sign" and token.text in CLOSING)
            or (token.kind == "command" and token.text == "frac")
            or self._name_begins()
        )

    def _atom(self) -> list[Value]:
        token = self._token
        if token.kind == "number":
            self._i += 1
            return [self._calculator.number(Fraction(token.text))]
        if self._name_begins():
            return self._named()
        if token.kind == "command" and token.text == "frac":
            self._i += 1
            return [self._time_derivative() or self._fraction(token)]
        if token.kind == "sign" and token.text in CLOSING:
            return [self._bracket()]
        if token.kind == "begin":
            raise self._error(
                "a matrix stands outside of brackets and fractions, in sums and products"
            )
        raise self._error(f"a number, name or bracket is wanted here, got {self._quoted()}")

    def _bracket(self) -> Value:
        closing = CLOSING[self._token.text]
        self._i += 1
        value = self._sum()
        if not self._take(closing):
            raise self._error(f"{closing!r} is wanted here, got {self._quoted()}{self._advice()}")
        return value

    def _fraction(self, at: Token) -> Value:
        r"""Return \frac{a}{b}, also \frac12."""
        above, below = self._fraction_part(), self._fraction_part()
        return self._calculator.product([above, self._reciprocal(below, 1, at)])

    def _fraction_part(self) -> Value:
        token = self._token
        if token.kind == "number":
            digit, rest = token.text[0], token.text[1:]
            if not token.text.isdigit():
                raise self._error(f"a digit or {{...}} is wanted here, got {self._quoted()}")
            if rest:
                self._tokens[self._i] = token._replace(text=rest, start=token.start + 1)
            else:
                self._i += 1
            return self._calculator.number(Fraction(digit))
        if token.text != "{":
            raise self._error(f"a digit or {{...}} is wanted here, got {self._quoted()}")
        return self._bracket()
