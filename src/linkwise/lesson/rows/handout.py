"""A LaTeX document for a class: the arm's frames, both passes, the equations collected."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwise.lesson.letters.cutting import VISIBLE, cut, visible
from linkwise.lesson.letters.prose import latex_text
from linkwise.lesson.rows.as_latex import blocks
from linkwise.lesson.rows.headings import joint_words, numbered, remarks, title
from linkwise.lesson.rows.script import Script, script, without_noise
from linkwise.lesson.rows.torque_terms import torque_terms
from linkwise.spatial.scalars import Array

if TYPE_CHECKING:
    from linkwise.lesson.rows.two_passes import NewtonEuler

PREAMBLE = r"""\documentclass[a4paper,fleqn]{article}
\usepackage{amsmath}
\allowdisplaybreaks
\setlength{\textwidth}{170mm}
\setlength{\oddsidemargin}{-5mm}
\setlength{\textheight}{240mm}
\setlength{\topmargin}{-15mm}
\setlength{\mathindent}{0mm}
\setlength{\parindent}{0mm}
\begin{document}"""
HEAD = ("link", "on", "joint", "origin", "axes", "mass", "centre of mass")


def handout(ne: "NewtonEuler", verbose: int) -> str:
    """Return the document, which needs amsmath alone; `verbose` as for `NewtonEuler.text`."""
    write = script(ne.notation, ne.robot, ne.letters, latex=True)
    parts = [
        PREAMBLE,
        rf"\section*{{{latex_text(title(ne.robot, ne.notation))}}}",
        *(f"{latex_text(remark)}\n" for remark in remarks(ne.robot, ne.notation)),
        _section("The frames, at q = 0, each in its parent's"),
        _frames(ne, write),
    ]
    for heading, rows in (*blocks(ne, verbose), *_collected(ne, write)):
        body = " \\\\\n".join(rows)
        parts += [_section(heading), f"\\begin{{align*}}\n{body}\n\\end{{align*}}"]
    return "\n".join([*parts, r"\end{document}"]) + "\n"


def _section(heading: str) -> str:
    return rf"\subsection*{{{latex_text(heading[0].upper() + heading[1:])}}}"


def _frames(ne: "NewtonEuler", write: Script) -> str:
    """Return a table of the links."""
    lines = [" & ".join(HEAD)]
    for i, link in enumerate(ne.robot.links):
        parent = ne.robot.parents[i]
        cells = [
            latex_text(numbered(link, i)),
            "base" if parent < 0 else str(parent + 1),
            latex_text(joint_words(link)),
            f"${_row(write, link.placement.p)}$",
            f"${_small(write, link.placement.R)}$",
            f"${write.entry(np.asarray(link.inertia.mass)[()])}$",
            f"${_row(write, link.inertia.com)}$",
        ]
        lines.append(" & ".join(cells))
    body = " \\\\\n".join([lines[0], r"\hline" + "\n" + lines[1], *lines[2:]])
    turned = any("matrix" in line for line in lines)
    stretch = rf"\renewcommand{{\arraystretch}}{{{2 if turned else 1.2}}}"
    return f"{{{stretch}\n\\begin{{tabular}}{{@{{}}lllllll@{{}}}}\n{body}\n\\end{{tabular}}}}"


def _row(write: Script, a: Array) -> str:
    return f"({', '.join(map(write.entry, a))})"


def _small(write: Script, R: Array) -> str:
    """Return a rotation, 1 for none."""
    if np.array_equal(R, np.eye(3, dtype=int)):
        return "1"
    rows = r" \\ ".join(" & ".join(map(write.entry, row)) for row in R)
    return rf"\left[\begin{{smallmatrix}} {rows} \end{{smallmatrix}}\right]"


def _collected(ne: "NewtonEuler", write: Script) -> Iterator[tuple[str, list[str]]]:
    """Yield the terms of tau, with names for what they share."""
    terms = torque_terms(ne.reading, ne.bodies)
    start = len(ne.lines.steps) + 1
    steps, values = ne.reading.printed(list(terms.values()), start)
    if steps:
        yield (
            "common subexpressions of the equations of motion",
            [x for name, e in steps for x in cut(write.entry(name), write.terms(e))],
        )
    names = " + ".join(rf"{letter} \ddot q" if letter == "M" else letter for letter in terms)
    rows = [rf"\tau &= {names}"]
    for letter, a in zip(terms, values, strict=True):
        rows += _term(write, letter, without_noise(a))
    yield "The torques, collected", rows


def _term(write: Script, letter: str, a: Array) -> list[str]:
    """Return a matrix or vector whole, or an equation for each entry where they are long."""
    columns = a.shape[1] if a.ndim == 2 else 1
    if max(visible(write.entry(x)) for x in a.flat) * columns <= VISIBLE:
        return [f"{letter} &= {write.value(a)}"]
    return [
        line
        for index, x in np.ndenumerate(a)
        if list(index) == sorted(index)  # M is symmetric
        for line in cut(f"{letter}_{{{','.join(str(k + 1) for k in index)}}}", write.terms(x))
    ]
