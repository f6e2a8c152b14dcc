"""The arm of an exercise: its letters, and the numbers that a seed gives them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from linkwise.lagrangian.ring import Letters
from linkwise.lesson.exercises.draws import Draws
from linkwise.lesson.letters.letter_styles import latex_name, latex_style
from linkwise.lesson.letters.writing import Style
from linkwise.models.robot import Robot
from linkwise.models.symbolic import MODELS, SymbolicModel, symbolic
from linkwise.spatial.errors import LinkwiseError

# What numbers there are: round ones, so that they are quickly typed and easily checked.
DEGREES = (-60, -45, -30, 15, 30, 45, 60, 75, 120)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "l": ("0.3", "0.4", "0.5", "0.6", "0.8"),
    "m": ("1", "1.5", "2", "2.5", "3", "4"),
    "I": ("0.02", "0.03", "0.05", "0.08"),
    "share": ("0.4", "0.5", "0.6"),  # of a length, at which the centre of mass sits
    "g": ("9.81",),
    "rate of turning": ("-1.5", "-1", "-0.5", "0.5", "1", "1.5", "2"),
    "rate of sliding": ("-0.4", "-0.2", "0.2", "0.3", "0.5"),
    "acceleration": ("-3", "-2", "-1", "1", "2", "3"),
}
UNITS = {"l": "m", "m": "kg", "I": "kg m²", "g": "m/s²"}
DIGITS = 30  # to which answers are worked, so that the six that are printed are right


@dataclass(frozen=True, eq=False)
class Setting:
    """An arm in letters, and exact numbers for all of them.

    Attributes
    ----------
    name : str
        Name of the symbolic model.
    arm : SymbolicModel
        The arm.
    letters : Letters
        Its letters.
    values : dict of Symbol to Expr
        A number for every letter, coordinate, rate and acceleration; angles are parts of π.
    texts : dict of Symbol to str
        The same as they are typed: 0.5, and the degrees of an angle.
    """

    name: str
    arm: SymbolicModel
    letters: Letters
    values: Mapping[Any, Any]
    texts: Mapping[Any, str]

    @property
    def robot(self) -> Robot:
        """The arm in numbers."""
        _, build = MODELS[self.name]
        numbers = {name: float(self.values[x]) for name, x in self.arm.parameters.items()}
        return build(numbers, (0, -numbers["g"], 0))

    def state(self, symbols: tuple[Any, ...]) -> list[float]:
        """Return the numbers of coordinates, rates or accelerations."""
        return [float(self.values[x]) for x in symbols]

    def number(self, expression: Any) -> Any:
        """Return the value of an expression, to 30 digits."""
        return sympy.N(sympy.sympify(expression).subs(self.values), DIGITS)

    @property
    def in_letters(self) -> Style:
        """How expressions are written."""
        return latex_style(self.letters)

    @property
    def in_numbers(self) -> Style:
        r"""How expressions are written with numbers for their letters: 2 \cdot 0.5^{2}."""

        def number(x: Any) -> str:
            text = self.texts[x]
            return f"({text})" if text.startswith("-") else text

        def function(name: str, angle: Any, _: str) -> str:
            degrees = sympy.nsimplify(angle.subs(self.values) * 180 / sympy.pi)
            value = f"({degrees}^\\circ)" if degrees < 0 else f"{degrees}^\\circ"
            return rf"\{name} {value}"

        def fraction(above: list[str], below: list[str]) -> str:
            top, bottom = r" \cdot ".join(above), r" \cdot ".join(below)
            return rf"\frac{{{top}}}{{{bottom}}}" if below else top

        return replace(self.in_letters, symbol=number, function=function, fraction=fraction)


def setting(name: str, draws: Draws) -> Setting:
    """Return an arm by its name, in capitals or not, with numbers that are drawn for it."""
    if not isinstance(name, str):
        raise LinkwiseError(f"an exercise is on an arm in letters, one of {', '.join(MODELS)}")
    known = name.lower()
    arm = symbolic(known)
    letters = Letters.of(arm.robot, arm.q, arm.qd, arm.qdd, tuple(arm.parameters.values()))
    texts: dict[Any, str] = {}
    for letter, x in arm.parameters.items():
        stem = letter.rstrip("0123456789xy")
        if stem == "lc":
            length = Fraction(texts[arm.parameters[letter.replace("lc", "l")]])
            texts[x] = f"{float(length * Fraction(draws.one(CHOICES['share']))):.6g}"
        else:
            texts[x] = draws.one(CHOICES[stem])
    for q, qd, qdd, turns in zip(arm.q, arm.qd, arm.qdd, letters.turning, strict=True):
        texts[q] = str(draws.one(DEGREES)) if turns else draws.one(CHOICES["l"])
        texts[qd] = draws.one(CHOICES["rate of turning" if turns else "rate of sliding"])
        texts[qdd] = draws.one(CHOICES["acceleration"])
    values = {x: sympy.Rational(text) for x, text in texts.items()}
    for q, turns in zip(arm.q, letters.turning, strict=True):
        if turns:
            values[q] = values[q] * sympy.pi / 180
    return Setting(known, arm, letters, values, texts)


def given_rows(s: Setting) -> list[tuple[str, str]]:
    """Return what is given, as pairs of a letter in LaTeX and its number with its unit."""
    rows = [
        (latex_name(letter), f"{s.texts[x]} {UNITS[letter.rstrip('0123456789xy').rstrip('c')]}")
        for letter, x in s.arm.parameters.items()
    ]
    for dots, symbols in (("", s.arm.q), ("/s", s.arm.qd), ("/s²", s.arm.qdd)):
        for x, turns in zip(symbols, s.letters.turning, strict=True):
            unit = ("rad" if dots else "°") if turns else "m"
            space = "" if unit == "°" else " "
            rows.append((s.in_letters.symbol(x), f"{s.texts[x]}{space}{unit}{dots}"))
    return rows
