"""The equations of motion as text and as LaTeX, section by section."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwise.lagrangian.report import latex_document
from linkwise.lesson.letters.characters import subscript
from linkwise.lesson.letters.collected import collected
from linkwise.lesson.letters.cutting import aligned, cut
from linkwise.lesson.letters.letter_styles import latex_name, latex_style, text_style
from linkwise.lesson.letters.writing import Style, signed_terms, written

if TYPE_CHECKING:
    from linkwise.lesson.equations.equations_of_motion import EquationsOfMotion

WIDTH = 98  # columns of a line of text
VISIBLE = 54  # letters and digits that fill a line of LaTeX, small ones among them


@dataclass(frozen=True)
class Row:
    """An equation: its left side as text and in LaTeX, and its right side."""

    text: str
    latex: str
    right: Any


Section = tuple[str, list[Row]]


def sections(e: "EquationsOfMotion") -> Iterator[Section]:
    """Yield headings with their equations; only of coefficients those that are 0 are left out."""
    n = e.letters.n
    if e.steps:
        yield "Common subexpressions", step_rows(e)
    upper = [(i, j) for i in range(n) for j in range(i, n)]
    yield "Mass matrix M", [_entry("M", e.M[i, j], i, j) for i, j in upper]
    squares = [(i, j) for i in range(n) for j in range(n)]
    yield (
        "Centrifugal terms: coefficients of the squares of rates, where they are not 0",
        _present(_entry("h", e.centrifugal[i, j], i, j, j) for i, j in squares),
    )
    products = [(i, p) for i in range(n) for p in range(len(e.pairs))]
    yield (
        "Coriolis terms: coefficients of the products of two rates, where they are not 0",
        _present(_entry("2 h", e.coriolis[i, p], i, *e.pairs[p]) for i, p in products),
    )
    yield "Coriolis matrix C (Christoffel)", [_entry("C", e.C[ij], *ij) for ij in squares]
    yield "Velocity terms V = C q̇", [_entry("V", e.V[i], i) for i in range(n)]
    yield "Gravity g", [_entry("g", e.g[i], i) for i in range(n)]
    for heading, letter, terms in (("Springs", "s", e.springs), ("Friction", "f", e.friction)):
        if any(terms):
            yield heading, [_entry(letter, terms[i], i) for i in range(n)]
    if not e.steps:
        yield "Torques, collected", [_entry("τ", _torque(e, i), i) for i in range(n)]


def _torque(e: "EquationsOfMotion", i: int) -> Any:
    """Return a torque with sums of accelerations and rates kept: m₂ l₂² (θ̈₁ + θ̈₂)."""
    smooth = e.letters.element(e.tau[i] - e.friction[i])
    return collected(e.letters, smooth) + e.friction[i]


def step_rows(e: "EquationsOfMotion") -> list[Row]:
    """Return the common subexpressions."""
    name = text_style(e.letters).symbol
    return [Row(name(x), latex_name(str(x)), right) for x, right in e.steps]


def _entry(letter: str, right: Any, *index: int) -> Row:
    """Return the row of an entry: M₁₂ and M_{12} for M and (0, 1)."""
    digits = ("," if max(index) > 8 else "").join(str(k + 1) for k in index)
    latex = {"τ": r"\tau"}.get(letter, letter)
    return Row(f"{letter}{subscript(digits)}", f"{latex}_{{{digits}}}", right)


def _present(rows: Iterator[Row]) -> list[Row]:
    return [row for row in rows if row.right != 0]


def text(e: "EquationsOfMotion") -> str:
    """Return the equations as text, a line an equation, long ones cut between terms."""
    style = text_style(e.letters)
    blocks = [f"Equations of motion of {e.robot.name}: τ = M(q) q̈ + V(q, q̇) + g(q)"]
    for heading, rows in sections(e):
        lines = [line for row in rows for line in _lines(row, style)]
        blocks.append("\n".join([heading, *(lines or ["  none"])]))
    return "\n\n".join(blocks)


def _lines(row: Row, style: Style) -> list[str]:
    """Return an equation as lines of text, which begin with a sign where one is cut."""
    glue = "\0"  # a space at which no line is cut
    glued = f"{row.text} = {written(row.right, style)}".replace(" ", glue)
    for sign in ("+", "−"):
        glued = glued.replace(f"{glue}{sign}{glue}", f" {sign}{glue}")
    lines = textwrap.wrap(
        glued, WIDTH, initial_indent="  ", subsequent_indent="      ", break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
    return [line.replace(glue, " ") for line in lines]


def latex(e: "EquationsOfMotion") -> str:
    """Return the equations as a LaTeX document that needs amsmath alone."""
    style = latex_style(e.letters)
    headed = ((heading, [equation(row, style) for row in rows]) for heading, rows in sections(e))
    return latex_document(f"Equations of motion of {e.robot.name}", headed)


def summary(e: "EquationsOfMotion") -> str:
    """Return M, V and g as one block of aligned equations, to stand in a page or a notebook."""
    style, n = latex_style(e.letters), e.letters.n
    rows = step_rows(e)
    rows += [_entry("M", e.M[i, j], i, j) for i in range(n) for j in range(i, n)]
    for letter, vector in (("V", e.V), ("g", e.g)):
        rows += [_entry(letter, vector[i], i) for i in range(n)]
    return aligned([equation(row, style) for row in rows])


def equation(row: Row, style: Style) -> str:
    """Return an equation for an aligned block, cut between terms where it is long."""
    return " \\\\\n".join(cut(row.latex, signed_terms(row.right, style), VISIBLE))
