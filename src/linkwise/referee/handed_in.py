"""What was handed in, whatever it is to be looked at for: a robot, its letters, and entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot, require_robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.referee.entries import MATRICES, SCALARS, VECTORS, entries, stage_entries
from linkwise.referee.rows import row_entries
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
        The entries as they were handed in, such as tau1, M12, d_dt1 or F2y.
    """

    robot: Robot
    letters: Letters
    given: Mapping[str, Any]


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
    more: tuple[Any, ...] = ()
    if isinstance(robot, SymbolicModel):
        more = tuple(robot.parameters.values())
        own = (robot.q, robot.qd, robot.qdd)
        symbols = [x or y for x, y in zip(symbols, own, strict=True)]
        robot = robot.robot
    require_robot(robot)
    n = robot.n
    q, qd, qdd = (
        tuple(x or sympy.symbols(f"{letter}1:{n + 1}"))
        for x, letter in zip(symbols, ("q", "qd", "qdd"), strict=True)
    )
    given = [pair for key, value in values.items() for pair in entries(key, value, n)]
    given += [*stage_entries(stages or {}, n), *row_entries(rows or {}, len(robot.links))]
    if not given:
        raise LinkwiseError(f"hand in at least one of {', '.join((*MATRICES, *VECTORS, *SCALARS))}")
    used = [x for _, value in given for x in free(value)]
    return HandedIn(robot, Letters.of(robot, q, qd, qdd, more, used), dict(given))


def free(value: Any) -> set[Any]:
    """Return the symbols of an expression, a vector or a number."""
    if isinstance(value, PolyElement):
        return set()
    found: set[Any] = sympy.Matrix([value]).free_symbols
    return found
