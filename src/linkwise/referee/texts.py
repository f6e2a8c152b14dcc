"""Entries handed in as text, read by the grammar of formulas; nothing is evaluated."""

from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.referee.entries import MATRICES, VECTORS
from linkwise.referee.typed import parse_entries, parse_expression
from linkwise.spatial.errors import LinkwiseError


def text_entries(name: str, text: str, letters: Letters) -> dict[str, PolyElement]:
    """Return the entries that a text gives.

    Parameters
    ----------
    name
        What it was handed in as: an entry such as tau1, or M, C, h, g or tau as a whole.
    text
        One formula; for a whole matrix or vector lines such as ``M12 = …``, or rows in brackets.
    letters
        Of the robot.

    Raises
    ------
    LinkwiseError
        If it cannot be read, or gives something else.
    """
    if name == "Y":
        raise LinkwiseError("Y as text is given entry by entry, in nested lists")
    whole = name in MATRICES or name in VECTORS
    if not whole and "=" not in text:
        return {name: parse_expression(text, letters, source=name).element}
    if "=" not in text:
        index = "" if letters.n > 1 else "1" * (2 if name in MATRICES else 1)
        text = f"{name}{index} = {text}"
    found = parse_entries(text, letters, source=name)
    elements = {
        entry_name(key, index): formula.element
        for key, by_index in found.items()
        for index, formula in by_index.items()
    }
    if others := [x for x in elements if x != name and not (whole and x.startswith(name))]:
        raise LinkwiseError(f"{name}: the text gives {', '.join(others)}")
    return elements


def entry_name(name: str, index: tuple[int, ...]) -> str:
    """Return M12 for M and (0, 1), and F2y for a row F and (1, 1)."""
    if len(index) == 2 and name not in MATRICES:
        link, axis = index
        return f"{name}{link + 1}{'xyz'[axis]}"
    return name + "".join(str(k + 1) for k in index)
