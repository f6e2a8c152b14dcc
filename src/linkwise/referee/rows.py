"""Rows of the Newton-Euler iterations in the ring, and the slips that show in them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.algorithms.iterations import Iteration, iterations
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.referee.entries import nested
from linkwise.referee.explanations import Change, Effects, effects_in
from linkwise.referee.row_slips import rotation_slips
from linkwise.referee.slips import Made, split_name
from linkwise.referee.terms import Term, added, element, scaled, terms_of
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

KINDS = ("omega", "omega_dot", "v_dot", "v_dot_C", "F", "N", "f", "n")
AXES = "xyz"

NAME = re.compile(rf"({'|'.join(KINDS)})([1-9]\d*)([xyz]?)")

Vector = tuple[PolyElement, ...]


@dataclass(frozen=True, eq=False)
class Rows:
    """The iterations of a robot, in the ring.

    Attributes
    ----------
    letters
        The ring.
    links : tuple of Iteration
        The rows in SymPy.
    children : tuple of tuple of int
        The links that hang on each link, by number from 0.
    robot : Robot
        Whose they are, in symbols and fractions.
    """

    letters: Letters
    links: tuple[Iteration, ...]
    children: tuple[tuple[int, ...], ...]
    robot: Robot

    @classmethod
    def of(cls, robot: Robot, letters: Letters) -> "Rows":
        """Return the iterations, run on the symbols."""
        exact = letters.exact(robot.bare)
        links = iterations(exact, letters.q, letters.qd, letters.qdd).links
        numbers = range(len(exact.links))
        children = tuple(tuple(j for j in numbers if exact.parents[j] == i) for i in numbers)
        return cls(letters, links, children, exact)

    def right(self, name: str) -> Vector:
        """Return the row with this name, such as f1."""
        kind, index = split_name(name)
        return self._vector(getattr(self.links[int(index) - 1], kind))

    def effects(self, name: str, axes: Sequence[int]) -> Effects:
        """Return every slip that shows on some axes of a row: made there, or in its summands.

        The inward force is f = F + Σ R f₊: a slip in f₊ is turned by R, one of R turns all of f₊.
        """
        out = list(self._carried(name, self.right(name), np.eye(3, dtype=int), ""))
        kind, index = split_name(name)
        k = int(index) - 1
        for made, vector in rotation_slips(self, kind, k):
            out.append((replace(made, where=name), self._change(vector)))
        if kind == "f":
            for child in self.children[k]:
                from_child = f"f{child + 1}"
                R = self.links[child].R
                out += self._carried(name, self.right(from_child), R, from_child)
        shown = (
            (made, {key: factor for key, factor in change.items() if key[0] in axes})
            for made, change in out
        )
        return Effects(tuple((made, change) for made, change in shown if change))

    def _carried(
        self, name: str, source: Vector, R: Any, where: str
    ) -> Iterator[tuple[Made, Change]]:
        """Yield the slips in the components of one row, turned by R into another."""
        for a, component in enumerate(source):
            column = self._vector(np.broadcast_to(R, (3, 3))[:, a])
            for made, effect in effects_in(self.letters, terms_of(self.letters, component)).slips:
                if not where:
                    yield replace(made, where=f"{name}{AXES[a]}"), keyed(a, effect)
                    continue
                change = element(self.letters, effect)
                whole = self._change([x * change for x in column])
                yield replace(made, where=f"{where}{AXES[a]}"), whole

    def array(self, k: int, what: str) -> Array:
        """Return what the iterations know of link k, such as R, P or f, in elements."""
        value = np.asarray(getattr(self.links[k], what))
        return self.letters.array(np.broadcast_to(value, (3, 3) if what == "R" else (3,)))

    def _change(self, vector: Iterable[Any]) -> Change:
        """Return a vector of elements by axis and term."""
        letters = self.letters
        parts = [terms_of(letters, letters.reduced(letters.element(x))) for x in vector]
        return added(*(keyed(axis, terms) for axis, terms in enumerate(parts)))

    def _vector(self, values: Any) -> Vector:
        return tuple(self.letters.element(x) for x in np.broadcast_to(values, 3))


def keyed(axis: int, terms: Mapping[Term, Any]) -> dict[tuple[int, Term], Any]:
    """Return terms by axis and term."""
    return {(axis, term): factor for term, factor in scaled(terms, 1).items()}


def row_component(name: str) -> tuple[str, int] | None:
    """Return F2 and 1 for F2y, and nothing for what is no component of a row."""
    found = NAME.fullmatch(name)
    return (found[1] + found[2], AXES.index(found[3])) if found and found[3] else None


def components_of(name: str) -> list[str]:
    """Return F2x, F2y and F2z for a row F2, and nothing for what is no whole row."""
    found = NAME.fullmatch(name)
    return [f"{name}{axis}" for axis in AXES] if found and not found[3] else []


def row_entries(rows: Mapping[str, Any], links: int) -> Iterator[tuple[str, Any]]:
    """Yield the components of the rows handed in, or say what is wrong; a text as it is."""
    for name, value in rows.items():
        found = NAME.fullmatch(name)
        if not found or found[3] or int(found[2]) > links:
            known = ", ".join(f"{kind}1" for kind in KINDS)
            raise LinkwiseError(f"there is no row {name!r}: {known} and so on to {links} are known")
        if isinstance(value, str):
            yield name, value
            continue
        components = nested(f"row {name}", value).ravel()
        if len(components) != 3:
            raise LinkwiseError(f"row {name} must have 3 components, got {len(components)}")
        yield from ((f"{name}{axis}", x) for axis, x in zip(AXES, components, strict=True))
