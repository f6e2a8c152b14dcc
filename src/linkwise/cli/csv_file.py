"""Reading trajectories from CSV: fast where the file is sound, exact about the place where not."""

import csv
import difflib
import warnings
from pathlib import Path
from typing import NamedTuple, TextIO

import numpy as np

from linkwise.cli.text import decimal, quoted
from linkwise.cli.trajectory import RATES, Trajectory, complete
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

KNOWN = (
    "names are t, q1, qd1, qdd1 and so on by the order of the joints, "
    "or q_NAME, qd_NAME, qdd_NAME by their names, with commas between them"
)


class Column(NamedTuple):
    """What a column of the file holds: t, or q, qd or qdd of one joint."""

    name: str
    quantity: str
    joint: int = -1


def read_csv(path: Path, robot: Robot) -> Trajectory:
    """Return the trajectory in a CSV file.

    The first line names the columns: t, and q1, qd1, qdd1 by the order of the joints, or q_NAME,
    qd_NAME, qdd_NAME by their names, in any order.  Values are in s, rad and m.

    Parameters
    ----------
    path
        The file, UTF-8, with commas between the columns.
    robot
        The model that names the joints.

    Raises
    ------
    LinkwiseError
        If a column is unknown, missing or there twice, a row is short or long, a value is not a
        finite number, or t does not rise; the message names file, line and column.
    """
    with open_text(path) as file:
        columns = read_header(path, next(file, ""), robot)
    where = {(column.quantity, column.joint): k for k, column in enumerate(columns)}
    rows = read_rows(path)
    if rows is None or rows.shape[1] != len(columns) or not np.isfinite(rows).all():
        raise first_fault(path, columns)
    t = rows[:, where["t", -1]]
    if not (t[1:] > t[:-1]).all():
        raise first_fault(path, columns)
    given = {}
    for quantity in RATES:
        if (quantity, 0) in where:
            given[quantity] = rows[:, [where[quantity, k] for k in range(robot.n)]]
    coordinates = [columns[where["q", k]] for k in range(robot.n)]
    names = tuple(f"tau{column.name.removeprefix('q')}" for column in coordinates)
    return complete(str(path), t, given, names)


def open_text(path: Path) -> TextIO:
    """Open a file whose bytes that are no UTF-8 shall be found by their line and column."""
    return path.open(encoding="utf-8-sig", errors="surrogateescape")


def read_header(path: Path, line: str, robot: Robot) -> list[Column]:
    """Return what the columns hold, or say which name is at fault."""
    known = known_columns(robot)
    columns: list[Column] = []
    for place, cell in enumerate(cells_of(line, f"{path}, line 1"), start=1):
        name, where = cell.strip(), f"{path}, line 1, column {place}"
        if name not in known:
            near = difflib.get_close_matches(name[:99], known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else KNOWN
            raise LinkwiseError(f"{where}: unknown column {quoted(name)}: {hint}")
        column = Column(name, *known[name])
        if column.joint >= 0 and misleading(robot, column):
            raise LinkwiseError(
                f"{where}: {name!r} may be the joint of that name or the place of joint "
                f"{robot.joint_names[column.joint]!r}: write {column.quantity}_NAME"
            )
        for k, other in enumerate(columns, start=1):
            if other[1:] == column[1:]:
                raise LinkwiseError(f"{where}: {name!r} is what column {k} holds, {other.name!r}")
        columns.append(column)
    require_complete(path, columns, robot)
    return columns


def known_columns(robot: Robot) -> dict[str, tuple[str, int]]:
    """Return quantity and joint by every column name that the robot allows."""
    known = {"t": ("t", -1)}
    for form in ("{quantity}{place}", "{quantity}_{name}"):
        for quantity in RATES:
            for k, name in enumerate(robot.joint_names):
                known[form.format(quantity=quantity, place=k + 1, name=name)] = (quantity, k)
    return known


def misleading(robot: Robot, column: Column) -> bool:
    """Tell whether a name such as q2, which counts joints, is also the name of another joint."""
    names, counted = robot.joint_names, f"q{column.joint + 1}"
    counts = column.name == f"{column.quantity}{column.joint + 1}"
    return counts and counted in names and names.index(counted) != column.joint


def require_complete(path: Path, columns: list[Column], robot: Robot) -> None:
    """Raise a `LinkwiseError` if t, or a quantity of some joint, has no column."""
    held = {(column.quantity, column.joint) for column in columns}
    if ("t", -1) not in held:
        raise LinkwiseError(f"{path}, line 1: there is no column 't'")
    for quantity in RATES:
        missing = [k for k in range(robot.n) if (quantity, k) not in held]
        if missing and (quantity == "q" or len(missing) < robot.n):
            k = missing[0]
            raise LinkwiseError(
                f"{path}, line 1: {quantity} of joint {robot.joint_names[k]!r} has no column: "
                f"'{quantity}{k + 1}' or '{quantity}_{robot.joint_names[k]}' is wanted"
            )


def read_rows(path: Path) -> Array | None:
    """Return the numbers below the header ``(N, columns)``, or None where they are no table."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a file without rows, which is refused below
        try:
            return np.loadtxt(
                path,
                delimiter=",",
                skiprows=1,
                ndmin=2,
                comments=None,
                quotechar='"',
                encoding="utf-8-sig",
            )
        except ValueError:
            return None


def first_fault(path: Path, columns: list[Column]) -> LinkwiseError:
    """Return what is wrong at the first place below the header where something is."""
    time = next(k for k, column in enumerate(columns) if column.name == "t")
    before = -np.inf
    with open_text(path) as file:
        for number, line in enumerate(file, start=1):
            cells = cells_of(line, f"{path}, line {number}")
            if number == 1 or not cells:
                continue
            for k, (column, cell) in enumerate(zip(columns, cells, strict=False)):
                where = f"{path}, line {number}, column {k + 1} ({column.name})"
                try:
                    value = decimal(cell)
                except LinkwiseError as error:
                    return LinkwiseError(f"{where}: {error}")
                if k == time and value <= before:
                    return LinkwiseError(f"{where}: t does not rise: {value!r} after {before!r}")
                before = value if k == time else before
            if len(cells) != len(columns):
                place = min(len(cells), len(columns)) + 1
                name = f" ({columns[place - 1].name})" if place <= len(columns) else ""
                return LinkwiseError(
                    f"{path}, line {number}, column {place}{name}: "
                    f"the row has {len(cells)} values, the header {len(columns)} columns"
                )
    return LinkwiseError(f"{path}, line 2: there is no row of numbers below the header")


def cells_of(line: str, where: str) -> list[str]:
    """Return the cells of one line of CSV; none for a blank line."""
    try:
        return next(csv.reader([line.rstrip("\n")], skipinitialspace=True), [])
    except csv.Error as error:
        raise LinkwiseError(f"{where}: {error}") from None
