"""Pieces of text that exports in any language share: names, comments, long lines, arrays."""

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable

from linkwise.spatial.scalars import Array

WIDTH = 98
GLUE = "\0"  # a space at which no line is cut


def identifier(text: str, lead: str) -> str:
    """Return a name of ASCII letters, digits and underscores that resembles `text`.

    A text that does not begin with a letter gets `lead` before it.

    Examples
    --------
    >>> identifier("planar 2R", "robot"), identifier("2-Gelenk-Arm Nº 7", "robot")
    ('planar_2r', 'robot_2_gelenk_arm_no_7')
    """
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", ascii_text.lower()).strip("_")
    return name if name[:1].isalpha() else f"{lead}_{name}".rstrip("_")


def comment(text: str) -> str:
    """Return `text` without what could end a comment, a docstring or an HTML script.

    Examples
    --------
    >>> comment("arm */ </script>")
    'arm * / < /script>'
    """
    printable = "".join(c if c.isprintable() else " " for c in text).replace("\\", "|")
    return re.sub(r'(?<=[*/<?"])(?=[*/!?"])', " ", printable)


def folded(line: str, indent: int) -> list[str]:
    """Return a line cut before + and −, where it is too long, or before × and ÷ if need be."""
    terms = re.sub(r"([-+]) ", rf"\1{GLUE}", line)  # an operator stays with what follows
    products = re.sub(r" ([*/]) ", rf"{GLUE}\1{GLUE}", terms)
    rows = wrapped(products, " " * indent)
    if max(map(len, rows)) > WIDTH:
        rows = wrapped(re.sub(r"([*/]) ", rf"\1{GLUE}", terms), " " * indent)
    return [row.replace(GLUE, " ") for row in rows]


def wrapped(line: str, pad: str, start: str | None = None) -> list[str]:
    """Return a line cut at spaces, the first row after `start` or `pad`, the others deeper."""
    return textwrap.wrap(
        line,
        WIDTH,
        initial_indent=pad if start is None else start,
        subsequent_indent=f"{pad}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def renumbered(lines: Iterable[str]) -> list[str]:
    """Return code with its temporaries named t1, t2, ... as they appear."""
    names: dict[str, str] = {}

    def rename(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"t{len(names) + 1}")

    return [re.sub(r"\bt\d+\b", rename, line) for line in lines]


def block(lines: Iterable[str], first: str = "/*") -> list[str]:
    """Return lines of prose as a comment of C or JavaScript."""
    return [first, *(row for line in lines for row in wrapped(line, " * ") or [" *"]), " */"]


def nested(a: Array, literal: Callable[[float], str], brackets: str, indent: int) -> str:
    """Return an array as nested rows in brackets, one row a line."""
    if a.ndim == 0:
        return literal(float(a))
    if a.ndim == 1:
        row = f"{brackets[0]}{', '.join(map(literal, a.tolist()))}{brackets[1]}"
        return "\n".join(folded(row, indent)).lstrip()
    inner = " " * (indent + 4)
    rows = [f"{inner}{nested(row, literal, brackets, indent + 4)},\n" for row in a]
    return f"{brackets[0]}\n{''.join(rows)}{' ' * indent}{brackets[1]}"
