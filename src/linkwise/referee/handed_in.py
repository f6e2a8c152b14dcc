"""What was handed in, whatever it is to be looked at for: a robot, its letters, and entries."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters, unpacked
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.proving.angles import Angle
from linkwise.proving.called import called
from linkwise.proving.truths import ARGUMENTS
from linkwise.referee.entries import (
    MATRICES,
    SCALARS,
    VECTORS,
    by_name,
    entries,
    shape_of,
    stage_entries,
)
from linkwise.referee.rows import row_entries
from linkwise.referee.texts import text_entries
from linkwise.referee.typed import Typed, taken_in, taken_table
from linkwise.spatial.errors import LinkwiseError


@dataclass(frozen=True, eq=False)
class HandedIn:
    """Entries of a derivation, by name.

    Attributes
    ----------
    robot : Robot
        The model.
    letters : Letters
        Its ring, with the letters of the entries.
    given : dict of str to Expr
        The entries as they were handed in, such as tau1, M12, d_dt1 or F2y; what was text, as
        elements of the ring.
    functions : dict of str to function
        Whole matrices, vectors and energies that are functions of numbers.
    typed : dict of str to Typed
        Those of the entries that were text, as it was read.
    """

    robot: Robot
    letters: Letters
    given: Mapping[str, Any]
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    typed: Mapping[str, Typed] = field(default_factory=dict)

    @property
    def taken(self) -> tuple[tuple[str, str], ...]:
        """What each name in text was taken for, in order of appearance."""
        return taken_in(self.typed.values())

    @property
    def table(self) -> str:
        """The same as a table, empty if there are no names."""
        return taken_table(self.typed.values()) if self.taken else ""

    def with_table(self, report: str) -> str:
        """Return a report with the table after it."""
        return f"{report}\n\n{self.table}" if self.table else report

    def with_terms(self) -> "HandedIn":
        """Return this, or say what of it shows no terms."""
        if self.functions:
            names = ", ".join(self.functions)
            raise LinkwiseError(f"{names}: functions show no terms, give expressions or text")
        return self


def handed_in(
    robot: Robot | SymbolicModel,
    symbols: Sequence[Sequence[Any] | None] = (None, None, None),
    *,
    rows: Mapping[str, Any] | None = None,
    stages: Mapping[str, Any] | None = None,
    **values: Any,
) -> HandedIn:
    """Return the entries of matrices, vectors, energies, rows and stages.

    Parameters
    ----------
    robot
        A robot, or a `SymbolicModel`.
    symbols
        SymPy symbols for q, q̇ and q̈; those of the model, or q1, qd1, qdd1 and so on.
    rows, stages, values
        As `check` takes them.

    Raises
    ------
    LinkwiseError
        If nothing is handed in, a shape is wrong or a name is unknown.
    """
    robot, vectors, more = unpacked(robot, *symbols)
    functions = {key: value for key, value in values.items() if callable(value)}
    raw: dict[str, Any] = {}  # by the name of an entry, or of a matrix or vector in one text
    for key, value in values.items():
        shape_of(key, robot)  # that there is such a key
        if isinstance(value, str):
            raw[key] = value
        elif key not in functions or not robot.is_numeric:
            formula = on_letters(key, value, vectors) if key in functions else value
            raw |= dict(entries(key, formula, robot))
    raw |= dict(stage_entries(by_name("stages", stages), robot.n))
    raw |= dict(row_entries(by_name("rows", rows), len(robot.links)))
    if not raw and not functions:
        raise LinkwiseError(f"hand in at least one of {', '.join((*MATRICES, *VECTORS, *SCALARS))}")
    used = [x for value in raw.values() if not isinstance(value, str) for x in free(value)]
    letters = Letters.of(robot, *vectors, more, used)
    given: dict[str, Any] = {}
    typed: dict[str, Typed] = {}
    for name, value in raw.items():
        if isinstance(value, str):
            found = text_entries(name, value, robot, letters)
            given |= {key: formula.element for key, formula in found.items()}
            typed |= found
        else:
            given[name] = value
    return HandedIn(robot, letters, given, functions if robot.is_numeric else {}, typed)


def on_letters(key: str, function: Callable[..., Any], symbols: Sequence[Sequence[Any]]) -> Any:
    """Return the expression that a function of a robot with letters stands for.

    It is called on symbols, for functions of SymPy, and if that fails on what NumPy's cosine takes.
    """
    q, qd, qdd = (np.array(x, dtype=object) for x in symbols)
    angles = np.array([Angle(((sympy.cos(x), sympy.sin(x), 1),), x) for x in q], dtype=object)
    for positions in (q, angles):
        arguments = (positions, qd, qdd)[: ARGUMENTS[key]]
        try:
            return called(f"{key}, called on letters,", function, arguments)
        except LinkwiseError as error:
            reason = error
    raise LinkwiseError(f"{reason}; give an expression")


def free(value: Any) -> set[Any]:
    """Return the symbols of an expression, a vector or a number."""
    if isinstance(value, PolyElement):
        return set()
    found: set[Any] = sympy.Matrix([value]).free_symbols
    return found
