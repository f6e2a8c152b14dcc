"""How letters with indices, numbers and formulas are written: as Unicode text, or in LaTeX."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwise.lesson.letters.characters import RAISED, subscript
from linkwise.lesson.rows.lines import Line, Name, Piece, Sum, cut_at_signs
from linkwise.lesson.rows.notation import Notation
from linkwise.models.robot import BASE, Robot
from linkwise.number_text import latex_number, short
from linkwise.spatial.scalars import Array

if TYPE_CHECKING:
    from linkwise.lagrangian.ring import Letters

GREEK = {"theta": ("θ", r"\theta"), "q": ("q", "q"), "d": ("d", "d")}
DOTTED = {"rate": ("\N{COMBINING DOT ABOVE}", r"\dot"),
          "acceleration": ("\N{COMBINING DIAERESIS}", r"\ddot")}  # fmt: skip
AXIS = {True: ("Ẑ", r"\hat{Z}"), False: ("â", r"\hat{a}")}
SIGNS = {
    "×": r"\times",
    "×*": r"\times^{*}",
    "·": r"\cdot",
    "(": r"\bigl(",
    ")": r"\bigr)",
    "−": "-",
}
LARGEST = 3  # rows of a matrix that is put into a formula as numbers

NOISE = 1e-15

Terms = list[tuple[int, str]]  # of a sum: 1 or -1, and the rest


@dataclass(frozen=True, eq=False)
class Script:
    """How a robot's rows are written.

    Attributes
    ----------
    notation, robot
        Whose.
    terms
        Splits a number or expression into its terms, written.
    latex
        Whether in LaTeX.
    """

    notation: Notation
    robot: Robot
    terms: Callable[[Any], Terms]
    latex: bool

    def letter(self, name: Name) -> str:
        """Return a quantity's letter with its indices."""
        letter = self.notation.letters[name.quantity]
        words = (letter.latex if self.latex else letter.text).split()
        base = next(k for k, word in enumerate(words) if word[0] not in "^,_")
        before = "".join(self._index(word, name.link) for word in words[:base])
        after = "".join(self._index(word, name.link) for word in words[base + 1 :])
        if self.latex and before:
            before = f"{{}}{before}"
        written = f"{before}{self._base(words[base], name.link)}{after}"
        mimic = self.robot.couplings[name.link] if words[base] in DOTTED else None
        return f"({self.entry(mimic.multiplier)} {written})" if mimic else written

    def _base(self, word: str, link: int) -> str:
        """Return a letter without indices."""
        joint = self.robot.links[link].joint
        if word == "axis":
            return AXIS[is_z(joint.axis)][self.latex]
        if word in DOTTED:
            plain = GREEK[self.notation.coordinates[joint.kind == "prismatic"]][self.latex]
            dots = DOTTED[word][self.latex]
            return f"{dots}{{{plain}}}" if self.latex else f"{plain}{dots}"
        return word

    def _index(self, word: str, link: int) -> str:
        """Return an index: ^i above, _i or ,i below; capitals and signs of the word stay."""
        place, rest = word[0], word[1:]
        if rest == "T":
            return "^{T}" if self.latex else "ᵀ"
        if rest == "*":
            return "^{*}" if self.latex else "*"
        lead, which = re.findall(r"^([A-Zex]?),?([ipk]+)$", rest)[0]
        numbers = [self._number(kind, link) for kind in which]
        digits = ("," if max(numbers) > 9 or self.latex else "").join(map(str, numbers))
        if self.latex:
            below = (
                f"{lead},{digits}" if lead.islower() else f"{lead}_{{{digits}}}" if lead else digits
            )
            return f"{'^' if place == '^' else '_'}{{{below}}}"
        if place == "^":
            return f"{lead}{digits}".translate(RAISED)
        return f"{'_' if lead else ''}{lead}{subscript(digits)}"

    def _number(self, kind: str, link: int) -> int:
        """Return the number of a link, of its parent or of its coordinate, from 1."""
        if kind == "k":
            return (self.robot.coordinates[link] or 0) + 1
        if kind == "p":
            return self.robot.parents[link] + 1
        return 0 if link == BASE else link + 1

    @property
    def minus(self) -> str:
        """The sign."""
        return "-" if self.latex else "−"

    def entry(self, x: Any) -> str:
        """Return a number or an expression."""
        return self.summed(self.terms(x))

    def value(self, a: Array) -> str:
        """Return a number, vector or matrix within a line."""
        a = without_noise(np.asarray(a))
        if a.ndim == 0:
            return self.entry(a[()])
        if self.latex:
            rows = a if a.ndim == 2 else a[:, None]
            body = r" \\ ".join(" & ".join(map(self.entry, row)) for row in rows)
            return rf"\begin{{pmatrix}} {body} \end{{pmatrix}}"
        if a.ndim == 1:
            return f"({', '.join(map(self.entry, a))})"
        return f"[{'; '.join(', '.join(map(self.entry, row)) for row in a)}]"

    def formula(self, line: Line) -> Terms:
        """Return the right side of a row in letters."""
        return self._written(line.formula, self.letter)

    def filled(self, line: Line, values: Mapping[Name, Array]) -> Terms:
        """Return the right side of a row with numbers put in; large matrices stay letters."""

        def put_in(name: Name) -> str:
            a = np.asarray(values[name])
            if a.ndim == 2 and len(a) > LARGEST:
                return self.letter(name)
            text = self.value(a)
            return f"({text})" if a.ndim == 0 and re.search(r"[-−+]", text) else text

        return self._written(line.formula, put_in)

    def _written(self, terms: Sum, write: Callable[[Name], str]) -> Terms:
        def piece(x: Piece) -> str:
            if isinstance(x, Name):
                return write(x)
            return SIGNS.get(x, x) if self.latex else x

        parts = (part for sign, term in terms for part in cut_at_signs(sign, term))
        texts = ((sign, " ".join(map(piece, part))) for sign, part in parts)
        return [
            (-1 if sign == "−" else 1, text.replace("( ", "(").replace(" )", ")"))
            for sign, text in texts
        ]

    def sides(self, line: Line, values: Mapping[Name, Array], verbose: int) -> list[Terms]:
        """Return the right sides of a row before its value, as `verbose` wants them."""
        if not line.formula or not verbose:
            return []
        formula = self.formula(line)
        filled = self.filled(line, values) if verbose > 1 else formula
        return [formula] if filled == formula else [formula, filled]

    def summed(self, terms: Sequence[tuple[int, str]]) -> str:
        """Return a sum of terms; 0 if there are none."""
        if not terms:
            return "0"
        (sign, first), *others = terms
        rest = "".join(f" {self.minus if sign < 0 else '+'} {text}" for sign, text in others)
        return f"{self.minus if sign < 0 else ''}{first}{rest}"


def script(notation: Notation, robot: Robot, letters: "Letters | None", *, latex: bool) -> Script:
    """Return how the rows of a robot are written in a notation."""
    return Script(notation, robot, _terms(notation, letters, latex=latex), latex)


def _terms(notation: Notation, letters: "Letters | None", *, latex: bool) -> Callable[[Any], Terms]:
    """Return what splits entries into written terms."""
    if letters is None:
        return lambda x: [_number(x, latex=latex)]
    from linkwise.lesson.letters.letter_styles import latex_style, text_style
    from linkwise.lesson.letters.writing import signed_terms

    style = (latex_style if latex else text_style)(letters, notation.coordinates)
    return lambda x: signed_terms(x, style)


def _number(x: Any, *, latex: bool) -> tuple[int, str]:
    """Return the sign and the size of a number."""
    if isinstance(x, complex) or not hasattr(x, "__lt__"):
        return 1, f"({x})" if latex else str(x)
    if isinstance(x, (Fraction, int, np.integer)):
        size = abs(Fraction(int(x.numerator), int(x.denominator)))
        p, q = size.numerator, size.denominator
        whole = str(p) if q == 1 else rf"\tfrac{{{p}}}{{{q}}}" if latex else f"{p}/{q}"
        return (-1 if x < 0 else 1), whole
    return (-1 if x < 0 else 1), (latex_number if latex else short)(abs(x))


def without_noise(a: Array) -> Array:
    """Return floats with 0 for what is rounding beside the largest of them."""
    if a.dtype != np.float64:
        return a
    return np.where(np.abs(a) < NOISE * np.abs(a).max(initial=0), 0, a)


def is_z(axis: Array) -> bool:
    """Tell whether an axis is z."""
    return list(axis) == [0, 0, 1]
