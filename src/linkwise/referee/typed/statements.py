"""Lines of a file: left sides, and the formulas that stand after equals signs."""

from collections.abc import Sequence
from dataclasses import dataclass

from linkwise.referee.typed.source import Source
from linkwise.referee.typed.tokens import CLOSING, FONTS, Token, matching
from linkwise.referee.typed.words import Words

PROSE = ("where", "and", "with", "so", "thus", "hence", "then", "while", "but", "or")
BREAKS = ("newline", "row")
SET = {"{", "}", *FONTS}  # what sets a letter in braces and fonts


@dataclass(frozen=True)
class Statement:
    """A line `left = right = …`, which may run over several lines of the file."""

    first: Token
    parts: tuple[tuple[Token, ...], ...]  # between the equals signs


def statements(source: Source, found: list[Token]) -> list[Statement]:
    """Return the lines of a file.

    A line goes on where it ends in an operator or an open bracket, and where the next begins with
    an operator or an equals sign.
    """
    pairs = matching(source, found)
    out: list[Statement] = []
    parts: list[list[Token]] = [[]]
    first, broken, i = found[0], False, 0
    while i < len(found):
        token = found[i]
        ends = token.kind == "finish" or (token.kind == "sign" and token.text in ",;")
        if ends or (broken and not _goes_on(parts, token)):
            out += _statement(first, parts)
            first, parts = token, [[]]
        broken = token.kind in BREAKS or (broken and token.text == "&")
        if token.text == "=" and token.kind == "sign":
            parts.append([])
        elif i in pairs:
            parts[-1] += [t for t in found[i : pairs[i] + 1] if t.kind != "newline"]
            i = pairs[i]
        elif not broken and not ends and token.text != "&":
            parts[-1].append(token)
        i += 1
    return out


def _goes_on(parts: list[list[Token]], token: Token) -> bool:
    """Tell whether a line goes on with a token after a line break."""
    if token.kind in BREAKS or token.text == "&":
        return True
    if token.kind == "sign" and token.text in "+-*/=^":
        return True
    last = parts[-1][-1] if parts[-1] else None
    return len(parts) > 1 if last is None else last.kind == "sign" and last.text in "+-*/^_"


def _statement(first: Token, parts: list[list[Token]]) -> list[Statement]:
    """Return a line without the full stop at its end, none if it is empty."""
    while parts[-1] and parts[-1][-1].text == ".":
        parts[-1].pop()
    return [Statement(first, tuple(map(tuple, parts)))] if parts != [[]] else []


def left_side(source: Source, part: tuple[Token, ...]) -> str | None:
    """Return the spelling of a left side, None if it is no name.

    A word such as "where" and an upper index before the name, as of frames, and arguments after it
    are passed over.
    """
    found = finished(part)
    pairs = matching(source, found)
    words = Words(source, found, pairs)
    i = _after_prose(found, words)
    if found[i].text == "^":
        i += 4 if found[i + 1].text == "{" else 2
    if i >= len(found) - 1 or not words.begins(i):
        return None
    run, i = words.run(i)
    key = run.key
    while found[i].text in ("[", "("):
        inside = found[i + 1 : pairs[i]]
        if all(t.kind == "number" or t.text == "," for t in inside):
            key += ("," if key[-1].isdigit() else "") + "".join(t.text for t in inside)
        elif found[i].text == "[":
            return None
        i = pairs[i] + 1
    return key if found[i].kind == "finish" and run.power is None else None


def _after_prose(found: list[Token], words: Words) -> int:
    r"""Return the index after a word such as where or \text{where} that a name follows, or 0."""
    for i, word in ((1, found[:1]), (4, found[2:3] if found[0].text in FONTS else [])):
        said = bool(word) and word[0].text.lower() in PROSE
        if said and i < len(found) - 1 and not found[i].joined and words.begins(i):
            return i
    return 0


def names_in_matrix(source: Source, part: tuple[Token, ...]) -> list[list[str | None]]:
    """Return the spellings in a matrix of names on a left side, a row turned to a column.

    They are None where there is no name; without an environment the list is empty.
    """
    found = finished(part)
    pairs = matching(source, found)
    first = 1 if found[0].text in CLOSING else 0
    if found[first].kind != "begin":
        return []
    close = pairs[first]
    after = close + 1 + first
    if found[transposed_at(found, after, pairs) or after].kind != "finish":
        return []
    cells: list[list[list[Token]]] = [[[]]]
    for token in found[first + 1 : close]:
        if token.kind == "row":
            cells.append([[]])
        elif token.text == "&":
            cells[-1].append([])
        else:
            cells[-1][-1].append(token)
    names = [
        [left_side(source, tuple(cell)) if cell else None for cell in row]
        for row in cells
        if row != [[]]  # after a last line break
    ]
    return [[name] for name in names[0]] if len(names) == 1 else names


def transposed_at(found: Sequence[Token], i: int, pairs: dict[int, int]) -> int:
    r"""Return the index after ^T, ^{T} or ^\top at token i, 0 if none stands there."""
    if found[i].text != "^":
        return 0
    last = pairs.get(i + 1, i + 1)
    letters = [token.text for token in found[i + 1 : last + 1] if token.text not in SET]
    return last + 1 if letters == ["T"] else 0


def finished(part: tuple[Token, ...]) -> list[Token]:
    """Return tokens with a finish after them."""
    end = part[-1].end
    return [*part, Token("finish", "", end, end, joined=False)]
