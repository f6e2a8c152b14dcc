"""Rows in LaTeX, and as Markdown around it: blocks of aligned equations."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwise.lesson.cutting import VISIBLE, cut, visible
from linkwise.lesson.headings import remarks, sections, title
from linkwise.lesson.lines import Line, Lines
from linkwise.lesson.prose import latex_text
from linkwise.lesson.script import Script, script, without_noise

if TYPE_CHECKING:
    from linkwise.lesson.two_passes import NewtonEuler

AXES = {3: "xyz", 6: "123456"}

Block = tuple[str, list[str]]  # a heading, and equations


def blocks(ne: "NewtonEuler", verbose: int) -> Iterator[Block]:
    """Yield headings and equations for aligned blocks: the base, then every link in both passes.

    Parameters
    ----------
    ne
        The iterations.
    verbose
        As for `NewtonEuler.text`.
    """
    rows = ne.lines
    write = script(ne.notation, ne.robot, ne.letters, latex=True)
    if rows.steps:
        yield "common subexpressions", _steps(write, rows)
    for heading, lines in sections(ne.robot, rows):
        yield heading, [x for line in lines for x in _equations(write, line, rows, verbose)]


def _steps(write: Script, rows: Lines) -> list[str]:
    return [x for name, e in rows.steps for x in cut(write.entry(name), write.terms(e))]


def _equations(write: Script, line: Line, rows: Lines, verbose: int) -> list[str]:
    """Return the lines of one row."""
    letter = write.letter(line.name)
    a = without_noise(np.asarray(line.value))
    if letter == write.value(a):  # m₁ = m₁
        return []
    sides = []
    if line.formula and verbose:
        sides.append(write.formula(line))
    if line.formula and verbose > 1:
        sides.append(write.filled(line, rows.values))
    out = [f"{'' if k else letter} &= {side}" for k, side in enumerate(dict.fromkeys(sides))]
    left = "" if out else letter
    if a.ndim == 0:
        return [*out, *cut(left, write.terms(a[()]))]
    if a.ndim == 1 and max(visible(write.entry(x)) for x in a) > VISIBLE:
        return [
            *out,
            *(
                part
                for axis, x in zip(AXES[len(a)], a, strict=True)
                for part in cut(rf"\bigl[{letter}\bigr]_{{{axis}}}", write.terms(x))
            ),
        ]
    return [*out, f"{left} &= {write.value(a)}"]


def latex(ne: "NewtonEuler", verbose: int) -> str:
    r"""Return all blocks, each in ``\[\begin{aligned} … \end{aligned}\]``."""
    parts = []
    for heading, rows in blocks(ne, verbose):
        head = f"&\\text{{{latex_text(heading)}}}"
        parts.append(f"\\[\n{aligned([head, *rows])}\n\\]")
    return "\n".join(parts)


def markdown(ne: "NewtonEuler", verbose: int) -> str:
    """Return headings, and blocks between double dollars."""
    parts = [f"# {title(ne.robot, ne.notation)}", *remarks(ne.robot, ne.notation)]
    for heading, rows in blocks(ne, verbose):
        parts.append(f"## {heading[0].upper()}{heading[1:]}\n\n$$\n{aligned(rows)}\n$$")
    return "\n\n".join(parts) + "\n"


def aligned(rows: list[str]) -> str:
    """Return equations as one aligned block."""
    body = " \\\\\n".join(rows)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"
