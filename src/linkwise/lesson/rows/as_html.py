"""Rows as HTML tables, with letters and numbers as Unicode text."""

from html import escape
from typing import TYPE_CHECKING

from linkwise.lesson.rows.headings import remarks, sections, title
from linkwise.lesson.rows.lines import Line, Lines
from linkwise.lesson.rows.script import Script, script

if TYPE_CHECKING:
    from linkwise.lesson.rows.two_passes import NewtonEuler

STYLE = "text-align:left;vertical-align:top;padding:0.1em 0.8em 0.1em 0"


def html(ne: "NewtonEuler", verbose: int) -> str:
    """Return a table for each link in both passes; `verbose` as for `NewtonEuler.text`."""
    rows = ne.lines
    write = script(ne.notation, ne.robot, ne.letters, latex=False)
    parts = [f"<p><b>{escape(title(ne.robot, ne.notation))}</b></p>"]
    parts += [f"<p>{escape(remark)}</p>" for remark in remarks(ne.robot, ne.notation)]
    for heading, steps, lines in sections(ne.robot, rows):
        named = [[write.entry(name), f"= {write.entry(e)}"] for name, e in steps]
        cells = [_cells(write, line, rows, verbose) for line in lines]
        parts.append(_table(heading, [*named, *cells]))
    return "\n".join(parts)


def _cells(write: Script, line: Line, rows: Lines, verbose: int) -> list[str]:
    """Return letter, formula, formula with numbers put in, and value."""
    sides = [write.summed(side) for side in write.sides(line, rows.values, verbose)]
    sides += [""] * (verbose - len(sides))
    return [
        write.letter(line.name),
        *(f"= {side}" if side else "" for side in sides),
        f"= {write.value(line.value)}",
    ]


def _table(caption: str, rows: list[list[str]]) -> str:
    body = "\n".join(
        "<tr>" + "".join(f'<td style="{STYLE}">{escape(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table>\n<caption>{escape(caption)}</caption>\n{body}\n</table>"
