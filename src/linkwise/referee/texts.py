"""Entries handed in as text, read by the grammar of formulas; nothing is evaluated."""

from linkwise.algorithms.regressor import regressor_labels
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.referee.entries import MATRICES, SPELLED, STAGES, VECTORS, names_of
from linkwise.referee.rows import components_of
from linkwise.referee.typed import Entries, Typed, parse_entries, parse_expression, without_dollars
from linkwise.spatial.errors import LinkwiseError


def text_entries(name: str, text: str, robot: Robot, letters: Letters) -> dict[str, Typed]:
    """Return the entries that a text gives.

    Parameters
    ----------
    name
        What it was handed in as: an entry such as tau1, or M, C, Y, h, g, tau, a stage such as
        dL_dq or a row such as F2 as a whole.
    text
        One formula; for a whole matrix or vector lines such as ``M12 = …``, a list, or a matrix of
        LaTeX.
    robot, letters
        The model, and its letters.

    Raises
    ------
    LinkwiseError
        If it cannot be read, or gives something else.
    """
    own, line = entries_within(name, robot), 1
    if own == [name] and "=" not in text:
        return {name: parse_expression(text, letters, source=name)}
    if "=" not in text:  # what a lone joint has may be one formula
        lone = len(own) == 1 and r"\begin" not in text
        text, line = f"{own[0] if lone else name} =\n{without_dollars(text)}", 0
    read = parse_entries(text, letters, source=name, line=line, links=len(robot.links))
    found = named(read, robot)
    if others := [x for x in found if x not in own]:
        raise LinkwiseError(f"{name}: the text gives {', '.join(others)}")
    return found


def entries_within(name: str, robot: Robot) -> list[str]:
    """Return the names of the entries of a matrix, vector, stage or row; an entry's own name."""
    if name in MATRICES or name in VECTORS:
        return names_of(name, robot)
    if name in STAGES:
        return [f"{name}{k + 1}" for k in range(robot.n)]
    return components_of(name) or [name]


def named(found: Entries, robot: Robot) -> dict[str, Typed]:
    """Return the formulas of a file by the names of entries, such as M12, F2y or Y1 link2 Izz."""
    return {
        entry_name(name, index, robot): formula
        for name, by_index in found.items()
        for index, formula in by_index.items()
    }


def entry_name(name: str, index: tuple[int, ...], robot: Robot) -> str:
    """Return M12 for M and (0, 1), F2y for a row F and (1, 1), Y1 link2 Izz for Y and (0, 19)."""
    if name == "Y":
        i, column = index
        return f"Y{i + 1} {regressor_labels(robot)[column]}"
    if len(index) == 2 and name not in MATRICES:
        link, axis = index
        return f"{name}{link + 1}{'xyz'[axis]}"
    comma = "," if robot.n > SPELLED else ""
    return name + comma.join(str(k + 1) for k in index)
