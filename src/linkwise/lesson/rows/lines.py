"""The rows of a notation filled in for a robot at a state: what every rendering prints."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from linkwise.algorithms.iterations import Iterations
from linkwise.lesson.rows.notation import Notation, Row, Term
from linkwise.lesson.rows.quantities import Bodies
from linkwise.lesson.rows.readings import Printed
from linkwise.lesson.rows.steps import Steps
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.scalars import Array

Part = Literal["given", "outward", "inward"]


class Name(NamedTuple):
    """A quantity of a link, or of the base."""

    quantity: str
    link: int


Piece = str | Name
Summand = tuple[str, tuple[Piece, ...]]  # a sign, and pieces
Sum = tuple[Summand, ...]


@dataclass(frozen=True, eq=False)
class Line:
    """One row of one link.

    Attributes
    ----------
    part
        "given", "outward" or "inward".
    name
        Whose value it is.
    formula
        The terms of its equation; none for what is given.
    value
        Its value.
    """

    part: Part
    name: Name
    formula: Sum
    value: Array

    @property
    def link(self) -> int:
        """Number of the link from 0."""
        return self.name.link

    @property
    def quantity(self) -> str:
        """Name of the row in its notation."""
        return self.name.quantity


@dataclass(frozen=True, eq=False)
class Lines:
    """All rows of a robot at a state.

    Attributes
    ----------
    base
        Values that are given at the base.
    all
        The rows in the order in which they are worked, those that are given before their link's.
    values
        Values of all that stands in the formulas.
    steps
        Names of common subexpressions, and what they stand for.
    """

    base: tuple[Line, ...]
    all: tuple[Line, ...]
    values: dict[Name, Array]
    steps: Steps

    def of(self, part: Part, link: int) -> list[Line]:
        """Return the rows of a link in one part."""
        return [line for line in self.all if line.part == part and line.link == link]


def lines(notation: Notation, bodies: Bodies, found: Iterations, printed: Printed) -> Lines:
    """Return the rows of a notation with their values.

    Parameters
    ----------
    notation
        The notation.
    bodies
        The state, in the numbers that the iterations were run on.
    found
        The iterations as they are printed, whose tau is taken.
    printed
        Brings values to the form in which they are printed.
    """
    rows = list(_rows(notation, bodies))
    names = dict.fromkeys(name for _, name, _ in rows)
    names |= dict.fromkeys(
        piece
        for *_, formula in rows
        for _, term in formula
        for piece in term
        if type(piece) is Name
    )
    values = [_value(notation, bodies, found, name) for name in names]
    steps, forms = printed(values, 1)
    known = dict(zip(names, forms, strict=True))
    made = [Line(part, name, formula, known[name]) for part, name, formula in rows]
    at_base = [Line("given", name, (), a) for name, a in known.items() if name.link == BASE]
    return Lines(tuple(at_base), tuple(made), known, steps)


def _value(notation: Notation, bodies: Bodies, found: Iterations, name: Name) -> Any:
    if name.quantity == "tau":
        return found.links[name.link].tau
    letter = notation.letters[name.quantity]
    return bodies.value(letter.quantity or name.quantity, name.link)


def _rows(notation: Notation, bodies: Bodies) -> Iterator[tuple[Part, Name, Sum]]:
    """Yield the rows outward from the base, then inward from the tips."""
    robot = bodies.robot
    links = range(len(robot.links))
    for i in links:
        for quantity in notation.given:
            if quantity != "axis" or robot.links[i].joint.moves:
                yield "given", Name(quantity, i), ()
        if acted_on(bodies, i):
            yield from (("given", Name(load, i), ()) for load in notation.loads)
        for row in notation.outward:
            yield "outward", Name(row.quantity, i), _formula(row, bodies, i)
    for i in reversed(links):
        for row in notation.inward:
            if row.quantity != "tau" or robot.links[i].joint.moves:
                yield "inward", Name(row.quantity, i), _formula(row, bodies, i)


def _formula(row: Row, bodies: Bodies, i: int) -> Sum:
    """Return the terms of a row that link i has."""
    return tuple(
        (term.sign, _pieces(term, bodies.robot, i, child))
        for term in row.terms
        if _applies(term, bodies, i)
        for child in (bodies.children(i) if term.when == "child" else [i])
    )


def _pieces(term: Term, robot: Robot, i: int, child: int) -> tuple[Piece, ...]:
    link = {"": i, "<": robot.parents[i], ">": child}
    return tuple(
        text if whose == "text" else Name(text, link[whose]) for whose, text in term.parts()
    )


def _applies(term: Term, bodies: Bodies, i: int) -> bool:
    """Tell whether a link has a term."""
    joint = bodies.joint(i)
    return {
        "always": True,
        "child": True,
        "turns": joint.kind in ("revolute", "helical"),
        "slides": joint.kind == "prismatic",
        "screws": joint.kind == "helical",
        "external": acted_on(bodies, i),
        "effects": bodies.has_effort(i),
    }[term.when]


def acted_on(bodies: Bodies, i: int) -> bool:
    """Tell whether a wrench acts on a link from outside."""
    return bool((bodies.wrench[i] != 0).any())


def cut_at_signs(sign: str, pieces: tuple[Piece, ...]) -> list[Summand]:
    """Return a term cut before every sign of a sum in its brackets."""
    cuts = [k for k, piece in enumerate(pieces) if piece in ("+", "−")]
    ends = [*cuts, len(pieces)]
    signs = [sign, *(str(pieces[k]) for k in cuts)]
    starts = [0, *(k + 1 for k in cuts)]
    return [(x, pieces[a:b]) for x, a, b in zip(signs, starts, ends, strict=True)]
