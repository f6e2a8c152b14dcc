"""Rows of a notation in MathML, which browsers draw without a script: ²ω₂ = ²₁R ¹ω₁ + θ̇₂ ²Ẑ₂."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from linkwise.lesson.rows.lines import Line, Name, Piece, cut_at_signs
from linkwise.lesson.rows.notation import Notation
from linkwise.lesson.rows.script import AXIS, DOTTED, GREEK, is_z
from linkwise.models.robot import BASE, Robot
from linkwise.number_text import short

ACCENTS = {
    "\N{COMBINING DOT ABOVE}": "˙",
    "\N{COMBINING DIAERESIS}": "¨",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "^",
}
NONE = "<mrow/>"
SPACE = '<mspace width="0.12em"/>'


@dataclass(frozen=True, eq=False)
class MathML:
    """How the rows of a robot are written in a notation; see `Script` for text and LaTeX."""

    robot: Robot
    notation: Notation

    def equation(self, line: Line) -> str:
        """Return a row as pieces, between which a line can break."""
        pieces = [self.letter(line.name)]
        for k, (sign, term) in enumerate(line.formula):
            parts = cut_at_signs("=" if k == 0 else sign, term)
            pieces += [operator(x) + self._written(part) for x, part in parts]
        return "<wbr>".join(f"<math>{piece}</math>" for piece in pieces)

    def _written(self, pieces: Sequence[Piece]) -> str:
        """Return letters and signs in a row, with a little space between letters."""
        text = ""
        for piece in pieces:
            if isinstance(piece, Name):
                beside = SPACE if text and not text.endswith("</mo>") else ""
                text += beside + self.letter(piece)
            else:
                text += operator(piece)
        return text

    def letter(self, name: Name) -> str:
        """Return a quantity's letter with its indices."""
        base, above, before, below = "", NONE, NONE, NONE
        for word in self.notation.letters[name.quantity].text.split():
            if word[0] == "^":
                above = self._index(word[1:], name.link)
            elif word[0] == ",":
                before = self._index(word[1:], name.link)
            elif word[0] == "_":
                below = self._index(word[1:], name.link)
            else:
                base = self._base(word, name.link)
        if above != NONE or before != NONE:
            base = f"<mmultiscripts>{base}<mprescripts/>{before}{above}</mmultiscripts>"
        return base if below == NONE else f"<msub>{base}{below}</msub>"

    def _base(self, word: str, link: int) -> str:
        """Return a letter without indices."""
        joint = self.robot.links[link].joint
        if word == "axis":
            return accented(AXIS[is_z(joint.axis)][0])
        if word in DOTTED:
            plain = GREEK[self.notation.coordinates[joint.kind == "prismatic"]][0]
            mimic = self.robot.couplings[link]
            times = f"<mn>{short(mimic.multiplier)}</mn>{SPACE}" if mimic else ""
            dotted = accented(plain + DOTTED[word][0])
            return f"<mrow>{times}{dotted}</mrow>" if times else dotted
        return accented(word)

    def _index(self, word: str, link: int) -> str:
        """Return an index with the numbers of link (i), parent (p) or coordinate (k) put in."""
        parent = BASE if link == BASE else self.robot.parents[link]
        coordinate = None if link == BASE else self.robot.coordinates[link]
        numbers = {"i": link + 1, "p": parent + 1, "k": (coordinate or 0) + 1}
        parts = (numbers.get(c, c) for c in word)
        marks = [f"<mn>{x}</mn>" if isinstance(x, int) else f"<mi>{escape(x)}</mi>" for x in parts]
        return marks[0] if len(marks) == 1 else f"<mrow>{''.join(marks)}</mrow>"


def operator(sign: str) -> str:
    """Return a sign, or a bracket that does not grow; at the start of a piece it is infix too."""
    form = "" if re.match(r"[()]", sign) else ' form="infix"'
    return f'<mo{form} stretchy="false">{sign}</mo>'


def accented(word: str) -> str:
    """Return a letter with dots or a hat above it.

    Examples
    --------
    >>> accented("Ẑ")
    '<mover accent="true"><mi>Z</mi><mo>^</mo></mover>'
    """
    letters = unicodedata.normalize("NFD", word)
    plain = "".join(c for c in letters if c not in ACCENTS)
    core = f"<mi>{escape(plain)}</mi>"
    for mark in letters:
        if mark in ACCENTS:
            core = f'<mover accent="true">{core}<mo>{ACCENTS[mark]}</mo></mover>'
    return core
