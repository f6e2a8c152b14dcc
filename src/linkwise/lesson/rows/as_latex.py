"""Rows in LaTeX, and as Markdown around it: blocks of aligned equations."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from linkwise.lesson.letters.cutting import VISIBLE, aligned, cut, visible
from linkwise.lesson.letters.prose import latex_text
from linkwise.lesson.rows.headings import remarks, sections, title
from linkwise.lesson.rows.lines import Line, Lines
from linkwise.lesson.rows.script import Script, script, without_noise

if TYPE_CHECKING:
    from linkwise.lesson.rows.two_passes import NewtonEuler

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
    for heading, steps, lines in sections(ne.robot, rows):
        names = [x for name, e in steps for x in cut(write.entry(name), write.terms(e))]
        yield heading, [*names, *(x for y in lines for x in _equations(write, y, rows, verbose))]


def _equations(write: Script, line: Line, rows: Lines, verbose: int) -> list[str]:
    """Return the lines of one row."""
    letter = write.letter(line.name)
    a = without_noise(np.asarray(line.value))
    if letter == write.value(a):  # m₁ = m₁
        return []
    out = []
    for k, side in enumerate(write.sides(line, rows.values, verbose)):
        out += cut("" if k else letter, side)
    widest = max(visible(write.entry(x)) for x in a.flat)
    if a.ndim == 1 and widest > VISIBLE:
        components = zip(AXES[len(a)], a, strict=True)
        parts = (cut(rf"\bigl[{letter}\bigr]_{{{axis}}}", write.terms(x)) for axis, x in components)
        return [*out, *chain.from_iterable(parts)]
    if out and a.ndim < 2 and visible(out[-1]) + widest < VISIBLE:
        return [*out[:-1], f"{out[-1]} = {write.value(a)}"]
    left = "" if out else letter
    return [
        *out,
        *(cut(left, write.terms(a[()])) if a.ndim == 0 else [f"{left} &= {write.value(a)}"]),
    ]


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
