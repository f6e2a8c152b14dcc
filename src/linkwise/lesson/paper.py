"""A sheet of paper: headings, prose, lists, equations and tables, as Markdown or as LaTeX.

Prose may hold mathematics between dollar signs, which both understand.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Format = Literal["md", "latex"]

# signs of prose that LaTeX would not set as text
SIGNS = {
    "−": "$-$", "½": r"$\frac12$", "²": "$^2$", "°": r"$^\circ$", "∂": r"$\partial$", "≠": r"$\neq$",
    "Σ": r"$\Sigma$", "ω": r"$\omega$", "τ": r"$\tau$", "q̇": r"$\dot q$", "Ṁ": r"$\dot M$",
    "_": r"\_", "&": r"\&", "%": r"\%", "#": r"\#", "^": r"\^{}",
}  # fmt: skip
PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
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
        return rf"\{'sub' * (self.level - 1)}section*{{{latex_text(self.text)}}}"


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str

    def md(self) -> str:
        """Return it in Markdown."""
        return self.text

    def latex(self) -> str:
        """Return it in LaTeX."""
        return latex_text(self.text)


@dataclass(frozen=True)
class Items:
    """A numbered list."""

    items: Sequence[str]

    def md(self) -> str:
        """Return it in Markdown."""
        return "\n".join(f"{k}. {item}" for k, item in enumerate(self.items, start=1))

    def latex(self) -> str:
        """Return it in LaTeX."""
        items = "\n".join(rf"\item {latex_text(item)}" for item in self.items)
        return f"\\begin{{enumerate}}\n{items}\n\\end{{enumerate}}"


@dataclass(frozen=True)
class Equations:
    """Equations in LaTeX, each with an & at which they stand in line."""

    rows: Sequence[str]

    def md(self) -> str:
        """Return them in Markdown."""
        body = " \\\\\n".join(self.rows)
        return f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$"

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
        """Return it in Markdown."""
        lines = [self.head, ["---"] * len(self.head), *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def latex(self) -> str:
        """Return it in LaTeX."""
        head, *rows = (" & ".join(map(latex_text, line)) for line in (self.head, *self.rows))
        body = " \\\\\n".join(rows)
        columns = "l" * len(self.head)
        return f"\\begin{{tabular}}{{{columns}}}\n{head} \\\\ \\hline\n{body}\n\\end{{tabular}}"


Block = Heading | Prose | Items | Equations | Table


def on_paper(title: str, blocks: Sequence[Block], form: Format) -> str:
    """Return a whole sheet: Markdown, or a LaTeX document that needs amsmath alone."""
    whole = [Heading(title, 1), *blocks]
    if form == "md":
        return "\n\n".join(block.md() for block in whole) + "\n"
    return "\n\n".join([PREAMBLE, *(block.latex() for block in whole), r"\end{document}"]) + "\n"


def latex_text(text: str) -> str:
    """Return prose as LaTeX sets it; what is between dollar signs stays as it is."""
    signs = "|".join(map(re.escape, SIGNS))
    return re.sub(rf"\$[^$]*\$|{signs}", lambda found: SIGNS.get(found[0], found[0]), text)
