"""Where the formulas of a file stand: in all of it, or in the mathematics of a LaTeX document."""

import re

from linkwise.referee.typed.source import Source

ENVIRONMENTS = (
    r"equation|align|alignat|aligned|gather|gathered|multline|eqnarray|flalign|split|displaymath"
    r"|math"
)
COMMENT = re.compile(r"(?<!\\)[#%][^\n]*|//[^\n]*")
OPENING = re.compile(
    rf"\\\\|\\\$|(?P<sign>\$\$|\$|\\\[|\\\(|\\begin\s*\{{(?P<name>({ENVIRONMENTS})\*?)\}}"
    r"(?:\{\d+\})?)"
)
CLOSING = {"$$": "$$", "$": "$", r"\[": r"\]", r"\(": r"\)"}
FORMULA = re.compile(r"^[ \t]*[A-Za-zα-ωΓ-Ω\\][\w{},\[\]\\]*[ \t]*=(?!=)", re.MULTILINE)


def formulas(source: Source) -> tuple[Source, bool, list[int]]:
    """Return a source whose formulas stand alone.

    Returns
    -------
    source
        What is no formula has become spaces.
    document
        Whether the text is a document with mathematics in it.
    outside
        Lines of a document that look like formulas and stand outside of its mathematics.

    Raises
    ------
    LinkwiseError
        If a formula of a document has no end.
    """
    text = COMMENT.sub(lambda match: " " * len(match.group()), source.text)
    pieces, outside, end = [], [], 0
    for match in _openings(text):
        if match.start() < end:
            continue
        opening = match["sign"]
        closing = CLOSING.get(opening) or f"\\end{{{match['name']}}}"
        close = text.find(closing, match.end())
        if close < 0:
            raise source.error(match.start(), f"{opening} has no {closing}")
        before = text[end : match.start()]
        outside += [source.line(end + found.start()) for found in FORMULA.finditer(before)]
        pieces.append(re.sub(r"[^\n]", " ", before))
        pieces.append("\n" + " " * (len(opening) - 1))
        pieces.append(text[match.end() : close].replace("\n", " "))
        pieces.append("\n" + " " * (len(closing) - 1))
        end = close + len(closing)
    document = bool(pieces)
    rest = text[end:]
    if document:
        outside += [source.line(end + found.start()) for found in FORMULA.finditer(rest)]
        rest = re.sub(r"[^\n]", " ", rest)
    read = "".join([*pieces, rest])
    return Source(source.name, source.text, source.first_line, read), document, outside


def _openings(text: str) -> list[re.Match[str]]:
    r"""Return where mathematics may begin, \\[2pt] and \$ passed over."""
    return [match for match in OPENING.finditer(text) if match["sign"]]
