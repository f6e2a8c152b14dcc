"""A sheet of paper: headings, prose, lists, equations and tables, as Markdown or as LaTeX.

Prose may hold mathematics between dollar signs, which both understand.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from linkwise.lesson.letters.characters import padded, width
from linkwise.lesson.letters.cutting import aligned
from linkwise.lesson.letters.prose import latex_text

Format = Literal["md", "latex"]

PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage{amsmath}
\allowdisplaybreaks
\setlength{\textwidth}{170mm}
\setlength{\oddsidemargin}{-5mm}
\setlength{\parindent}{0pt}
\setlength{\emergencystretch}{5em}
\begin{document}"""


@dataclass(frozen=True)
class Heading:
    """A heading of a part, or of a part of it."""

    text: str
    level: int = 2

    def md(self) -> str:
        """Return it in Markdown."""
        return f"{'#' * self.level} {self.text}"

    def latex(self) -> str:
        """Return it in LaTeX."""
        return rf"\{'sub' * (self.level - 1)}section*{{{prose_in_latex(self.text)}}}"


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str

    def md(self) -> str:
        """Return it in Markdown."""
        return self.text

    def latex(self) -> str:
        """Return it in LaTeX."""
        return prose_in_latex(self.text)


@dataclass(frozen=True)
class Items:
    """A numbered list."""

    items: Sequence[str]

    def md(self) -> str:
        """Return it in Markdown."""
        return "\n".join(f"{k}. {item}" for k, item in enumerate(self.items, start=1))

    def latex(self) -> str:
        """Return it in LaTeX."""
        items = "\n".join(rf"\item {prose_in_latex(item)}" for item in self.items)
        return f"\\begin{{enumerate}}\n{items}\n\\end{{enumerate}}"


@dataclass(frozen=True)
class Equations:
    """Equations in LaTeX, each with an & at which they stand in line."""

    rows: Sequence[str]

    def md(self) -> str:
        """Return them in Markdown."""
        return f"$$\n{aligned(self.rows)}\n$$"

    def latex(self) -> str:
        """Return them in LaTeX, over several pages if there are many."""
        body = " \\\\\n".join(self.rows)
        return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


@dataclass(frozen=True)
class Table:
    """Rows of prose under a head."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def md(self) -> str:
        """Return it in Markdown, its columns in line for those who read it as text."""
        columns = zip(self.head, *self.rows, strict=True)
        widths = [max(3, *map(width, column)) for column in columns]
        rule = ["-" * w for w in widths]
        lines = (zip(line, widths, strict=True) for line in (self.head, rule, *self.rows))
        return "\n".join(f"| {' | '.join(padded(cell, w) for cell, w in line)} |" for line in lines)

    def latex(self) -> str:
        """Return it in LaTeX."""
        head, *rows = (" & ".join(map(prose_in_latex, line)) for line in (self.head, *self.rows))
        body = " \\\\\n".join(rows)
        columns = "l" * len(self.head)
        return f"\\begin{{tabular}}{{{columns}}}\n{head} \\\\ \\hline\n{body}\n\\end{{tabular}}"


@dataclass(frozen=True)
class Verbatim:
    """Text that stands as it is, in a language if it is written in one."""

    text: str
    language: str = "text"

    def md(self) -> str:
        """Return it in Markdown."""
        return f"```{self.language}\n{self.text}\n```"

    def latex(self) -> str:
        """Return it in LaTeX."""
        return f"\\begin{{verbatim}}\n{self.text}\n\\end{{verbatim}}"


Block = Heading | Prose | Items | Equations | Table | Verbatim


def on_paper(title: str, blocks: Sequence[Block], form: Format) -> str:
    """Return a whole sheet: Markdown, or a LaTeX document that needs amsmath alone."""
    whole = [Heading(title, 1), *blocks]
    if form == "md":
        return "\n\n".join(block.md() for block in whole) + "\n"
    return "\n\n".join([PREAMBLE, *(block.latex() for block in whole), r"\end{document}"]) + "\n"


def prose_in_latex(text: str) -> str:
    """Return prose as LaTeX sets it; what is between dollar signs stays as it is."""
    pieces = re.split(r"(\$[^$]*\$)", text)
    pieces[::2] = map(latex_text, pieces[::2])
    return "".join(pieces)
