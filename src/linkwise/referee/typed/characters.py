r"""From what keyboards, editors and web pages give to the characters of the grammar.

Subscripts and superscripts become _{…} and ^{…}, dots above become \dot{…}; other signs of the
same meaning become one.  What means nothing, or only looks like a letter, becomes
STRANGE, about which `complaint` says what it is.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from linkwise.referee.typed.source import Source

GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
            "Gamma",
            "Delta",
            "Theta",
            "Lambda",
            "Xi",
            "Pi",
            "Sigma",
            "Upsilon",
            "Phi",
            "Psi",
            "Omega",
        ],
        strict=True,
    )
)
SIGNS = {
    "−": "-", "–": "-", "‐": "-", "‑": "-", "·": "*", "⋅": "*", "∙": "*", "×": "*", "∗": "*",
    "÷": "/", "∕": "/", "⁄": "/", "′": "'", "’": "'", "″": "''", "∂": "\\partial ",
}  # fmt: skip
DOTS = {"\u0307": "\\dot", "\u0308": "\\ddot"}  # combining dot and diaeresis
STRANGE = "\0"
FRACTION = "\1"  # before one of the fractions that are one sign
PLAIN = re.compile(r"[\n\r\t -~]*")


@dataclass(frozen=True)
class Characters:
    """A text in the characters of the grammar, and where each stood in the source."""

    text: str
    starts: list[int]
    ends: list[int]


def characters(source: Source) -> Characters:
    """Return the text of a source in the characters of the grammar."""
    if PLAIN.fullmatch(source.read):
        n = len(source.read)
        return Characters(source.read, list(range(n)), list(range(1, n + 1)))
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece, start, end in _pieces(source):
        text.append(piece)
        starts += [start] * len(piece)
        ends += [end] * len(piece)
    return Characters("".join(text), starts, ends)


def _pieces(source: Source) -> Iterator[tuple[str, int, int]]:
    """Yield pieces of the new text with the span that each comes from."""
    text, i = source.read, 0
    while i < len(text):
        start, (kind, piece) = i, _meaning(source, i)
        i += 1
        if kind in ("<sub>", "<super>"):
            while i < len(text) and _kind(text[i]) == kind:
                piece += _meaning(source, i)[1]
                i += 1
            piece = f"{'_' if kind == '<sub>' else '^'}{{{piece}}}"
        elif kind == "letter":
            while i < len(text) and text[i] in DOTS and len(_marks(piece + text[i])) < 2:
                piece += text[i]
                i += 1
            piece = f"{DOTS[_marks(piece)]}{{{piece[0]}}}" if piece[1:] else piece
        yield piece, start, i


def _kind(character: str) -> str:
    """Return the tag of a character's compatibility mapping, such as <sub>."""
    tag = unicodedata.decomposition(character).partition(" ")[0]
    return tag if tag.startswith("<") else ""


def _meaning(source: Source, i: int) -> tuple[str, str]:
    """Return what kind of character stands at i, and what it means."""
    c = source.read[i]
    if PLAIN.fullmatch(c):
        return ("letter" if c.isalpha() else ""), c
    if c in SIGNS:
        return "", SIGNS[c]
    if unicodedata.category(c) == "Zs":
        return "", " "
    parts = unicodedata.normalize("NFD", c)
    if parts[1:] in DOTS and _is_letter(parts[0]):
        return "letter", parts
    kind, plain = _kind(c), unicodedata.normalize("NFKD", c)
    if kind == "<fraction>" and plain[-1].isdigit():
        return "", FRACTION + plain.replace("⁄", "/")
    if kind in ("<sub>", "<super>"):
        plain = "".join(SIGNS.get(x, x) for x in plain)
        if plain.isascii() and (plain.isalnum() or plain in "+-"):
            return kind, plain
    elif len(plain) == 1 and (_is_letter(plain) or (kind in ("<font>", "<wide>") and plain < "~")):
        return ("letter" if _is_letter(plain) else ""), plain
    return "", STRANGE


def _is_letter(c: str) -> bool:
    return (c.isascii() and c.isalpha()) or c in GREEK


def _marks(letter: str) -> str:
    """Return the dots of a letter, two dots as the one sign that they are."""
    return letter[1:].replace("\u0307\u0307", "\u0308")


def complaint(character: str) -> str:
    """Return what to say about a character without meaning."""
    name = unicodedata.name(character, "a control character")
    if character in DOTS:
        return f"{name} stands over no letter: type it straight after the letter it is over"
    if "LETTER" in name and not character.isascii():
        return f"U+{ord(character):04X} is {name}: type a Latin or Greek letter in its place"
    return f"U+{ord(character):04X} is {name}, which formulas do not use"
