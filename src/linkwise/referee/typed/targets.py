"""What a line of a derivation gives: M12, tau1, K, a row of the Newton-Euler iterations."""

import re
from dataclasses import dataclass

from linkwise.spatial.errors import LinkwiseError

# letters of other books → ours, and how many indices they have
ENTRIES = {
    "M": ("M", 2), "m": ("M", 2), "D": ("M", 2), "d": ("M", 2), "H": ("M", 2), "C": ("C", 2),
    "Y": ("Y", 2), "h": ("h", 1), "V": ("h", 1), "g": ("g", 1), "G": ("g", 1),
    "tau": ("tau", 1), "u": ("tau", 1), "Upsilon": ("tau", 1),
    "dLdqd": ("dL_dqd", 1), "ddt": ("d_dt", 1), "dLdq": ("dL_dq", 1),
}  # fmt: skip
ENERGIES = {"K": "K", "T": "K", "KE": "K", "P": "P", "U": "P", "V": "P", "PE": "P"}
ROWS = {
    "omega": "omega", "w": "omega", "omega'": "omega_dot", "w'": "omega_dot",
    "v'": "v_dot", "v'C": "v_dot_C", "v'c": "v_dot_C", "F": "F", "N": "N", "f": "f", "n": "n",
}  # fmt: skip
ENTRY = re.compile(r"([A-Za-z]+)(\d[\d,]*)?")
ROW = re.compile(r"([A-Za-z']+?)(\d+),?([xyz]?)")


@dataclass(frozen=True)
class Target:
    """What a line gives.

    Attributes
    ----------
    name : str
        M, C, Y, h, g, tau, K, P, a stage such as d_dt, or a field of `Iteration`.
    index : tuple of int
        From 0; of a row the link and the axis.
    shape : tuple of int
        Of the right side: () for one formula, (n, n) for a whole matrix, (n, 10 N) for the
        regressor of N links, (n,) or (3,) for a vector.
    """

    name: str
    index: tuple[int, ...] = ()
    shape: tuple[int, ...] = ()


def target(key: str, n: int, links: int, *, rows: bool, gravity: bool) -> Target | None:
    """Return what the left side of a line names, None for a definition of the user's own.

    Parameters
    ----------
    key
        The left side's spelling.
    n
        Number of joints.
    links
        Number of links.
    rows
        Whether the right side is a vector or matrix.
    gravity
        Whether the robot has a letter g, which then is no gravity torque.

    Raises
    ------
    LinkwiseError
        If an index is no joint's, or no column's of the regressor.
    """
    entry = ENTRY.fullmatch(key)
    if entry and entry[1] in ENTRIES:
        name, count = ENTRIES[entry[1]]
        shape = (n, 10 * links) if name == "Y" else (n,) * count
        if entry[2]:
            index = _index(entry[2], shape)
            if index is not None and not rows:
                return Target(name, index)
        elif rows:
            return Target(name, (), shape)
        elif n == 1 and (entry[1] in ("M", "C", "G", "tau", "u") or (key == "g" and not gravity)):
            return Target(name, (0,) * count)
        elif entry[1] == "tau":
            raise LinkwiseError("of which joint? Write tau1 = …, or a list")
    if key in ENERGIES and not rows:
        return Target(ENERGIES[key])
    row = ROW.fullmatch(key.replace("dot", "'"))
    if row and row[1] in ROWS and int(row[2]) > 0 and rows != bool(row[3]):
        link = int(row[2]) - 1
        return Target(ROWS[row[1]], (link,), (3,)) if rows else _axis(ROWS[row[1]], link, row[3])
    return None


def _axis(name: str, link: int, axis: str) -> Target:
    return Target(name, (link, "xyz".index(axis)))


def _index(digits: str, shape: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return an index from 0, None if there are too few or many numbers for it."""
    n, count = shape[0], len(shape)
    parts = [part for part in digits.split(",") if part]
    if count == 2 and len(parts) == 1:
        parts = _split(parts[0], shape)
    if len(parts) != count or (count == 1 and len(digits) > len(str(n))):  # h112 is Christoffel's
        return None
    for part, size in zip(parts, shape, strict=True):
        if len(part) > 9 or not 1 <= int(part) <= size:
            if size != n:
                raise LinkwiseError(f"there is no column {part[:9]}, Y has {size}: ten a link")
            joints = "joint 1 alone" if n == 1 else f"joints 1 to {n}"
            raise LinkwiseError(f"there is no joint {part[:9]}, the robot has {joints}")
    return tuple(int(part) - 1 for part in parts)


def _split(digits: str, shape: tuple[int, ...]) -> list[str]:
    """Return row and column that stand without a comma: 1 and 2 of 12, 1 and 12 of Y112."""
    rows, columns = shape
    if len(digits) == 2 or (len(digits) > 2 and rows < 10 and columns != rows):
        return [digits[0], digits[1:]]
    if len(digits) > 2 and rows >= 10:
        raise LinkwiseError("it may be two entries: write M[1,11] or M_{1,11}")
    return list(digits)
