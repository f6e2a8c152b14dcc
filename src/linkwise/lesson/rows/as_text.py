"""Rows as text for a terminal: aligned, and coloured where that is wanted."""

import re
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwise.lesson.letters.characters import padded, width
from linkwise.lesson.rows.followers import motor_remarks
from linkwise.lesson.rows.headings import INWARD, OUTWARD, link_heading, remarks, taken, title
from linkwise.lesson.rows.lines import Line, Lines
from linkwise.lesson.rows.number_table import two_tables
from linkwise.lesson.rows.script import Script, script, without_noise

if TYPE_CHECKING:
    from linkwise.lesson.rows.two_passes import NewtonEuler

WIDEST = 88  # columns of a value that stands in one line
ROW = re.compile(r"\[[^]]*\]|\([^()]*,[^()]*\)")  # a matrix, or a vector
PAINT = {"heading": "1", "letter": "36", "tau": "1;33"}  # bold; cyan; bold yellow

Paint = Callable[[str, str], str]


def text(ne: "NewtonEuler", verbose: int, *, colour: bool) -> str:
    """Return both passes as text; `verbose` and `colour` as for `NewtonEuler.text`."""
    rows = ne.lines  # refuses a batch
    if ne.letters is None and ne.notation.name == "craig" and not verbose and not colour:
        tables = two_tables(ne.robot.name, ne.links)
        return "\n\n".join([tables, *motor_remarks(ne.robot, ne.notation)])
    write = script(ne.notation, ne.robot, ne.letters, latex=False)
    paint: Paint = _painted if colour else lambda _, text: text
    said = (textwrap.fill(remark, WIDEST) for remark in remarks(ne.robot, ne.notation))
    blocks = ["\n".join([paint("heading", title(ne.robot, ne.notation)), *said])]
    waiting = dict(rows.steps)
    blocks.append("\n".join(["base", *_block(write, rows.base, rows, 0, paint)]))
    links = range(len(ne.links))
    outward = {
        i: [*(rows.of("given", i) if verbose else ()), *rows.of("outward", i)] for i in links
    }
    inward = {i: rows.of("inward", i) for i in reversed(links)}
    for heading, lines in ((OUTWARD, outward), (INWARD, inward)):
        blocks.append(paint("heading", heading))
        for i, block in lines.items():
            names = [f"  {write.entry(x)} = {write.entry(e)}" for x, e in taken(waiting, block)]
            written = _block(write, block, rows, verbose, paint)
            blocks.append("\n".join([link_heading(ne.robot, i), *names, *written]))
    return "\n\n".join(blocks)


def _block(
    write: Script, lines: Sequence[Line], rows: Lines, verbose: int, paint: Paint
) -> list[str]:
    """Return the rows of a link, their letters in one column."""
    letters = {line: write.letter(line.name) for line in lines}
    columns = max(map(width, letters.values()), default=0)
    out = []
    for line, letter in letters.items():
        if letter == write.value(line.value):  # m₁ = m₁
            continue
        indent = " " * (columns + 2)
        sides = [
            _folded(write.summed(side), indent + "   ")
            for side in write.sides(line, rows.values, verbose)
        ]
        kind = "tau" if line.quantity == "tau" else "letter"
        lead = f"  {paint(kind, padded(letter, columns))} = "
        value = _value(write, line, indent + "   ")
        out.append(lead + f"\n{indent} = ".join(dict.fromkeys([*sides, value])))
    return out


def _folded(side: str, indent: str) -> str:
    """Return a right side on several lines if it is long, vectors and matrices whole."""
    glue = "\0"  # a space at which no line is cut
    glued = ROW.sub(lambda found: found[0].replace(" ", glue), side)
    lines = textwrap.wrap(glued, WIDEST, break_long_words=False, break_on_hyphens=False)
    return f"\n{indent}".join(lines).replace(glue, " ")


def _value(write: Script, line: Line, indent: str) -> str:
    """Return a value, on lines of its own where it is long."""
    a = without_noise(np.asarray(line.value))
    inline = write.value(a)
    if a.ndim == 0 or (width(inline) <= WIDEST and (a.ndim == 1 or len(a) <= 3)):
        return inline
    rows = [list(map(write.entry, row)) for row in (a if a.ndim == 2 else a[:, None])]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    texts = [
        ", ".join(padded(cell, w, left=a.ndim == 1) for cell, w in zip(row, widths, strict=True))
        for row in rows
    ]
    opening, closing = ("(", ")") if a.ndim == 1 else ("[", "]")
    between = f",\n{indent} " if a.ndim == 1 else f"\n{indent} "
    return opening + between.join(t.rstrip() for t in texts) + closing


def _painted(kind: str, text: str) -> str:
    return f"\x1b[{PAINT[kind]}m{text}\x1b[0m"
