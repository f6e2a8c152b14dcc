"""The words of a formula, whether it is typed as code or as LaTeX."""

import difflib
import re
from collections.abc import Sequence
from typing import NamedTuple

from linkwise.referee.typed.characters import FRACTION, GREEK, characters, complaint
from linkwise.referee.typed.source import Source

DIGITS = 30  # of one number
DEPTH = 50  # brackets in each other

SPACING = [
    "left",
    "right",
    "big",
    "Big",
    "bigl",
    "bigr",
    "Bigl",
    "Bigr",
    "bigg",
    "Bigg",
    "biggl",
    "biggr",
    "quad",
    "qquad",
    "displaystyle",
    "textstyle",
    "nonumber",
    "notag",
    "limits",
    "allowbreak",
]
STANDS_FOR = {
    "cdot": "*", "times": "*", "ast": "*", "div": "/", "ell": "l", "varphi": "phi",
    "vartheta": "theta", "varepsilon": "epsilon", "dfrac": "frac", "tfrac": "frac",
    "cfrac": "frac", "top": "T", "equiv": "=", "coloneqq": "=", "triangleq": "=",
    "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]",
}  # fmt: skip
FONTS = [
    "mathrm",
    "mathit",
    "mathsf",
    "mathbf",
    "mathcal",
    "boldsymbol",
    "bm",
    "text",
    "textrm",
    "textit",
    "textup",
    "operatorname",
]
ACCENTS = {"dot": "'", "ddot": "''"}
MATRICES = ["matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "smallmatrix", "array"]
COMMANDS = {
    *SPACING,
    *STANDS_FOR,
    "l",
    "T",
    *FONTS,
    *ACCENTS,
    *GREEK.values(),
    "frac",
    "partial",
    "sin",
    "cos",
}
CLOSING = {"(": ")", "[": "]", "{": "}"}

TOKEN = re.compile(
    r"""
      (?P<space> (?: [ \t\r~] | \\[,;:!>\ ] | \\\r?\n | \.\.\.[ \t]*\r?\n
                   | \\(?:label|tag)\*?\{[^{}\n]*\} )+ )
    | (?P<newline> \n+ )
    | (?P<number> \x01\d+/\d+ | (?: \d+ (?:\.\d+)? | \.\d+ ) (?: [eE][-+]?\d\d? (?![A-Za-z_\d]) )? )
    | (?P<word> [A-Za-zα-ωΓ-Ω][A-Za-z0-9α-ωΓ-Ω]*'* )
    | (?P<row> \\\\ \*? (?: [ \t]*\[ \s*-?[\d.]+\s*[a-z]+\s* \] )? )
    | (?P<begin> \\begin\s*\{(?P<opened>[A-Za-z]+\*?)\} (?: \[[bct]\] )?
                   (?: (?<=\{array\}) \s*\{[clr|\s]*\} )? )
    | (?P<end> \\end\s*\{(?P<closed>[A-Za-z]+\*?)\} )
    | (?P<command> \\[A-Za-z]+ )
    | (?P<power> \*\* )
    | (?P<equals> :?= )
    | (?P<bracket> \\?[{}] | [()\[\]] )
    | (?P<sign> \.?[*/^](?!\*) | [-+_,;&'.] )
    | (?P<strange> . )
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A word of a formula.

    Attributes
    ----------
    kind : str
        "number", "word", "command", "sign", "newline", "row" (a line break of LaTeX), "begin" or
        "end" of a matrix, "strange" or "finish".
    text : str
        In the characters of the grammar; of what is strange the complaint about it.
    start, end : int
        Where it stands in the source.
    joined : bool
        Whether it follows the one before without a space.
    """

    kind: str
    text: str
    start: int
    end: int
    joined: bool


def tokens(source: Source) -> list[Token]:
    """Return the words of a source, the last of kind "finish"."""
    typed = characters(source)
    found, joined = [], False
    for match in TOKEN.finditer(typed.text):
        start, end = typed.starts[match.start()], typed.ends[match.end() - 1]
        kind, text = _kind_and_text(match)
        if kind == "strange":
            kind, text = "strange", complaint(source.read[start])
        elif kind == "number" and len(text) > DIGITS:
            kind, text = "strange", f"a number of {len(text)} digits: at most {DIGITS} are read"
        elif kind == "command" and text not in COMMANDS:
            near = difflib.get_close_matches(text[:DIGITS], COMMANDS, n=1)
            hint = f": did you mean \\{near[0]}?" if near else ""
            kind, text = "strange", f"unknown command {source.quoted(start, end)}{hint}"
        if kind != "space":
            found.append(Token(kind, text, start, end, joined))
            if text == "}" and _is_empty(found):
                del found[-2:]
        joined = kind != "space"
    finish = len(source.text)
    return [*found, Token("finish", "", finish, finish, joined=False)]


def _is_empty(found: list[Token]) -> bool:
    """Tell whether the last two tokens are braces that only make space, as in a + {} b."""
    if len(found) < 2 or found[-2].text != "{":
        return False
    before = found[-3] if len(found) > 2 else None
    return before is None or before.kind in ("newline", "row") or before.text in "+-*/=&("


def refuse_strange(source: Source, found: Sequence[Token]) -> None:
    """Refuse what has no meaning in formulas.

    Raises
    ------
    LinkwiseError
        About the first character, command or number of the kind.
    """
    for token in found:
        if token.kind == "strange":
            raise source.error(token.start, token.text)


def _kind_and_text(match: re.Match[str]) -> tuple[str, str]:
    """Return what a match is, with one text for all spellings of one sign."""
    kind, text = match.lastgroup or "", match.group()
    if kind in ("begin", "end"):
        name = match["opened"] or match["closed"]
        if name not in MATRICES:  # aligned and the like hold lines
            return "row", text
        return kind, name
    if kind == "command":
        text = STANDS_FOR.get(text[1:], text[1:])
        if text in SPACING:
            return "space", text
        if not text.isalpha():
            return "sign", text
    elif kind in ("power", "equals"):
        return "sign", "^" if kind == "power" else "="
    elif kind == "number":
        return kind, text.removeprefix(FRACTION)
    elif kind in ("bracket", "sign"):
        return "sign", text[-1]
    return kind, text


def matching(source: Source, found: list[Token]) -> dict[int, int]:
    """Return for every opening bracket or environment the place of its closing one, and back.

    Raises
    ------
    LinkwiseError
        If brackets do not match, or there are more than 50 in each other.
    """
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for i, token in enumerate(found):
        if token.kind == "begin" or (token.kind == "sign" and token.text in CLOSING):
            opened.append(i)
            if len(opened) > DEPTH:
                raise source.error(token.start, f"more than {DEPTH} brackets in each other")
        elif token.kind == "end" or (token.kind == "sign" and token.text in CLOSING.values()):
            if not opened:
                raise source.error(token.start, f"{token.text!r} closes nothing")
            first = found[opened[-1]]
            wanted = first.text if first.kind == "begin" else CLOSING[first.text]
            if token.text != wanted:
                line = source.line(first.start)
                message = f"{token.text!r} does not close {first.text!r} of line {line}"
                raise source.error(token.start, message)
            j = opened.pop()
            pairs[i], pairs[j] = j, i
        elif opened and (token.text == "=" or token.kind == "finish"):
            break
    if opened:
        raise source.error(found[opened[-1]].start, f"{found[opened[-1]].text!r} is never closed")
    return pairs
