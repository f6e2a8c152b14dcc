"""The grammar of names and functions in formulas.

names = name {name}                            split where all parts are known
wave  = (sin | cos) ["^" whole number] ("(" sum ")" | [number] name)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy

from linkwise.referee.typed.arithmetic import Arithmetic
from linkwise.referee.typed.names import Names
from linkwise.referee.typed.source import Source
from linkwise.referee.typed.tokens import CLOSING, DEPTH, Token
from linkwise.referee.typed.values import Calculator, Value
from linkwise.referee.typed.words import Run, Words, split

WAVES = {
    **dict.fromkeys(("cos", "Cos", "COS", "c", "C"), sympy.cos),
    **dict.fromkeys(("sin", "Sin", "SIN", "s", "S"), sympy.sin),
}
DERIVATIVES = ("Derivative", "diff")  # as SymPy and MATLAB print them


@dataclass(frozen=True)
class Definition:
    """What a name of the user's own stands for.

    Attributes
    ----------
    value : Value
        Its meaning.
    label : str
        What to call it.
    entry : bool
        Whether it is an entry that a line gives, as C12 may be, which then is no cosine.
    """

    value: Value
    label: str
    entry: bool


class Grammar(Arithmetic):
    """Reads the tokens of one formula.

    Parameters
    ----------
    source
        For complaints.
    tokens
        The last is of kind "finish".
    pairs
        Matching brackets.
    names
        Of the robot.
    calculator
        With what is left of the text's budget.
    definitions
        What the user's own names stand for.

    Attributes
    ----------
    taken : dict of str to str
        What names were taken for, as far as they were read.
    """

    def __init__(
        self,
        source: Source,
        tokens: Sequence[Token],
        pairs: dict[int, int],
        names: Names,
        calculator: Calculator,
        definitions: Mapping[str, Definition],
    ) -> None:
        super().__init__(source, tokens, pairs, calculator)
        self._names, self._definitions = names, definitions
        self._words = Words(source, self._tokens, pairs)
        self._deep = 0  # functions that are being read
        self.taken: dict[str, str] = {}

    def whole(self) -> Value:
        """Return the formula that all tokens are."""
        start, value = self._token, self._polynomial()
        self._finish()
        if value.left_below:
            raise self._error(value.left_below, start)
        return value

    def _polynomial(self) -> Value:
        """Return a sum without π."""
        start = self._token
        value = self._sum()
        if value.element is None:
            raise self._error("π stands outside of sine and cosine", start)
        return value

    # Names

    def _name_begins(self) -> bool:
        token = self._token
        return self._words.begins(self._i) or (token.kind == "command" and token.text in WAVES)

    def _named(self) -> list[Value]:
        token = self._token
        if not self._words.begins(self._i):
            self._i += 1
            return self._wave(token.text, token, token.start)
        if derivative := self._derivative():
            return [derivative]
        run, self._i = self._words.run(self._i)
        *pieces, (start, end) = self._split(run, alone=False)
        values = [self._value(run, *piece) for piece in pieces]
        key = run.key[start:end]
        if key in WAVES and not self._stands_for(key):
            return [*values, *self._wave(key, token, run.starts[start])]
        return [*values, self._raised(run, self._value(run, start, end))]

    def _angle(self) -> tuple[list[Value], int]:
        """Return a name and what follows without a space, and where the name ends."""
        token = self._token
        run, self._i = self._words.run(self._i)
        *pieces, (start, end) = self._split(run, alone=True)
        end_of_first = run.ends[(pieces[0] if pieces else (start, end))[1] - 1]
        values = [self._value(run, *piece) for piece in pieces]
        key = run.key[start:end]
        if key in WAVES and not self._stands_for(key):
            return [*values, *self._wave(key, token, run.starts[start])], end_of_first
        return [*values, self._raised(run, self._value(run, start, end))], end_of_first

    def _raised(self, run: Run, value: Value) -> Value:
        """Return the last name of a run to the power that stood before its subscript."""
        self._skip_time(value)
        self._refuse_index()
        if run.power is None:
            return value
        exponent = self._whole_number(run.power)
        with self._blamed(run.power):
            return self._calculator.power(value, exponent)

    def _split(self, run: Run, *, alone: bool) -> list[tuple[int, int]]:
        """Return the names that a run is made of.

        Capitals count, and c and s are no functions, unless that leaves nothing.
        """

        def exact(key: str) -> bool:
            return key in self._definitions or self._names.meaning(key, fold=False) is not None

        def function(key: str) -> bool:
            return key in WAVES and len(key) > 1 and not (alone and key == run.key)

        def short(key: str) -> bool:
            return key in WAVES and self._argument_begins() and not (alone and key == run.key)

        ways: tuple[list[tuple[int, int]], ...] = ()
        for known in (exact, self._stands_for):
            for at_end in (function, short):
                ways = ways or split(run, known, at_end)
        if len(ways) == 1:
            return ways[0]
        quoted = self._source.quoted(run.starts[0], run.ends[-1])
        if not ways:
            message = f"unknown name {quoted}: {self._names.complaint(run.key)}"
        else:
            one, other = ("·".join(run.key[i:j] for i, j in way) for way in ways)
            message = f"{quoted} may be {one} or {other}: put spaces between names"
        raise self._source.error(run.starts[0], message)

    def _stands_for(self, key: str) -> bool:
        return key in self._definitions or self._names.meaning(key) is not None

    def _argument_begins(self) -> bool:
        """Tell whether what follows can be the argument of a sine."""
        return (self._token.text == "^" and self._token.kind == "sign") or self._atom_begins()

    def _value(self, run: Run, start: int, end: int) -> Value:
        """Return the value of a name, and note what it was taken for."""
        key, offset = run.key[start:end], run.starts[start]
        typed = self._source.text[offset : run.ends[end - 1]].strip()
        ours = self._names.meaning(key, fold=key not in self._definitions)
        if key not in self._definitions:
            self.taken[typed] = self.taken.get(typed) or str(ours)
            return self._calculator.named(ours)
        defined = self._definitions[key]
        other = None if ours is None or defined.entry else self._calculator.named(ours)
        if other is not None and not self._calculator.equal(other, defined.value):
            raise self._source.error(
                offset,
                f"{typed} may be {ours} of the robot or {defined.label}, which differ: "
                "give the second another name",
            )
        self.taken.setdefault(typed, defined.label)
        return defined.value

    def _refuse_index(self) -> None:
        """Refuse q[0] and l(1): they would be products."""
        near = self._tokens[self._i : self._i + 3]
        bracketed = [token.kind for token in near] == ["sign", "number", "sign"]
        if bracketed and near[0].joined and near[0].text in "([" and near[2].text in ")]":
            raise self._error(
                "a number in brackets straight after a name may be an index or a factor: "
                "write the index without brackets, or the factor first"
            )

    def _skip_time(self, value: Value) -> None:
        """Go on after the (t) of q1(t)."""
        i = first = self._i
        while self._tokens[i].kind == "sign" and self._tokens[i].text in CLOSING:
            i += 1
        time = i > first and self._tokens[i].text == "t" and self._pairs[first] == 2 * i - first
        if time and self._names.derivative(value.expression, 0) is not None:
            self._i = self._pairs[first] + 1

    # Functions

    def _wave(self, name: str, at: Token, start: int) -> list[Value]:
        """Return a sine or cosine, and what follows its angle without a space.

        Without brackets the angle is one name, with a whole factor before it: no product of
        letters is an angle.
        """
        self._deep += 1
        if self._deep > DEPTH:
            raise self._error(f"more than {DEPTH} functions in each other", at)
        exponent = self._exponent()
        others: list[Value] = []
        if self._token.kind == "sign" and self._token.text in CLOSING:
            braces = self._token.text == "{"
            angle = self._bracket()
            if braces and self._token.text == "^":  # braces are not seen in print
                raise self._error(f"{name} θ^2 may be two things: put the angle in brackets")
        else:
            factors = []
            if self._token.kind == "number":
                factors.append(self._calculator.number(Fraction(self._token.text)))
                self._i += 1
                self._take("*")
            if not self._words.begins(self._i):
                raise self._error(f"the angle of {name} is wanted here, got {self._quoted()}")
            (first, *others), end = self._angle()
            angle = self._calculator.product([*factors, first])
            if not others and self._token.text == "^":
                raise self._error(f"{name} θ^2 may be two things: put the angle in brackets")
            typed = self._source.text[start:end].strip()
            self.taken.setdefault(typed, f"{WAVES[name].__name__}({angle.expression})")
        with self._blamed(at):
            value = self._calculator.wave(WAVES[name], angle)
            if exponent is not None:
                value = self._calculator.power(value, exponent)
        self._deep -= 1
        return [value, *others]

    def _derivative(self) -> Value | None:
        """Return Derivative(q1(t), t), with (t, 2) or t, 2 for twice; None if none stands here."""
        at, bracket = self._token, self._tokens[min(self._i + 1, len(self._tokens) - 1)]
        if at.text not in DERIVATIVES or bracket.text != "(":
            return None
        inside = self._tokens[self._i + 2 : self._pairs[self._i + 1]]
        comma = next((k for k, token in enumerate(inside) if token.text == ","), len(inside))
        times = [token.text for token in inside[comma:] if token.text not in ",()"]
        order = {("t",): 1, ("t", "t"): 2, ("t", "2"): 2}.get(tuple(times))
        if order is None or not self._words.begins(self._i + 2):
            raise self._error("a derivative is written Derivative(q1, t) or Derivative(q1, t, 2)")
        close = self._pairs[self._i + 1]
        self._i += 2
        value, self._i = self._angle()[0][0], close + 1
        return self._derived(value, order, at)

    def _time_derivative(self) -> Value | None:
        r"""Return what \frac{d}{dt} does to the name after it, None if this is another fraction."""
        at = self._tokens[self._i - 1]
        texts = [token.text for token in self._tokens[self._i : self._i + 16]]
        for order, power in ((1, []), (2, ["^", "{", "2", "}"]), (2, ["^", "2"])):
            for below in (["d", "t"], ["dt"]):
                head = ["{", "d", *power, "}", "{", *below, *power, "}"]
                if texts[: len(head)] == head and self._words.begins(self._i + len(head)):
                    self._i += len(head)
                    return self._derived(self._angle()[0][0], order, at)
        return None

    def _derived(self, value: Value, order: int, at: Token) -> Value:
        """Return a coordinate's derivative in time."""
        expression = self._names.derivative(value.expression, order)
        if expression is None:
            raise self._error("only coordinates are differentiated, once or twice, in t", at)
        self.taken.setdefault(self._source.text[at.start : self._end], str(expression))
        return self._calculator.named(expression)
