"""Entries handed in as text, read by the grammar of formulas; nothing is evaluated."""

from linkwise.algorithms.regressor import regressor_labels
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.referee.entries import MATRICES, VECTORS
from linkwise.referee.typed import Entries, Typed, parse_entries, parse_expression
from linkwise.spatial.errors import LinkwiseError


def text_entries(name: str, text: str, robot: Robot, letters: Letters) -> dict[str, Typed]:
    """Return the entries that a text gives.

    Parameters
    ----------
    name
        What it was handed in as: an entry such as tau1, or M, C, Y, h, g or tau as a whole.
    text
        One formula; for a whole matrix or vector lines such as ``M12 = …``, or rows in brackets.
    robot, letters
        The model, and its letters.

    Raises
    ------
    LinkwiseError
        If it cannot be read, or gives something else.
    """
    whole = name in MATRICES or name in VECTORS
    if not whole and "=" not in text:
        return {name: parse_expression(text, letters, source=name)}
    if "=" not in text:
        lone = letters.n == 1 and name != "Y"
        index = "1" * (2 if name in MATRICES else 1) if lone else ""
        text = f"{name}{index} = {text}"
    found = named(parse_entries(text, letters, source=name, links=len(robot.links)), robot)
    if others := [x for x in found if x != name and not (whole and x.startswith(name))]:
        raise LinkwiseError(f"{name}: the text gives {', '.join(others)}")
    return found


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
    return name + "".join(str(k + 1) for k in index)
