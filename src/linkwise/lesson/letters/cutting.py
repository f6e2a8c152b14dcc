"""Equations in LaTeX: long sums cut between their terms, and blocks whose signs stand in line."""

import re
from collections.abc import Iterable, Sequence

VISIBLE = 62  # letters and digits that fill a line, small ones among them


def cut(left: str, terms: Iterable[tuple[int, str]], fill: int = VISIBLE) -> list[str]:
    r"""Return the lines of an equation for an aligned block, each begun with a sign where cut.

    Parameters
    ----------
    left
        The left side; may be empty.
    terms
        Sign, 1 or -1, and rest of every term.
    fill
        How many letters and digits fill a line.

    Examples
    --------
    >>> cut("x", [(1, "a"), (-1, "b")], 1)
    ['x &= a', '&\\quad {} - b']
    """
    lines, line = [], f"{left} &="
    for k, (sign, term) in enumerate(terms):
        if k and visible(line) + visible(term) > fill:
            lines.append(line)
            line = r"&\quad {}"
        lead = "- " if sign < 0 else "+ " if k else ""
        line += f" {lead if k else lead.strip()}{term}"
    return [*lines, line]


def visible(latex: str) -> int:
    r"""Return about how many signs of a line of LaTeX are seen.

    Examples
    --------
    >>> visible(r"m_{2} l_{1} \ddot \theta_{1}")
    6
    """
    seen = re.sub(r"\\(d?dot|hat|quad)\b", "", latex)
    seen = re.sub(r"\\(cos|sin)\b", r"\1", seen).replace(r"\cdot", "··")  # with its space
    return len(re.sub(r"[{}_^ ]", "", re.sub(r"\\[a-zA-Z]+", ".", seen)))


def aligned(rows: Sequence[str]) -> str:
    """Return equations as one aligned block."""
    body = " \\\\\n".join(rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"
