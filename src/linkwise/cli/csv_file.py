"""Reading trajectories from CSV: fast where the file is sound, exact about the place where not."""

import csv
import difflib
import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TextIO

import numpy as np

from linkwise.cli.text import decimal, quoted
from linkwise.cli.trajectory import BLOCK, RATES, Recording, Rows
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

KNOWN = (
    "names are t, {counted} and so on by the order of the joints, or {named} by their names, "
    "with commas between them"
)


class Column(NamedTuple):
    """What a column of the file holds: t, or q, qd, qdd or tau of one joint."""

    name: str
    quantity: str
    joint: int = -1


@contextmanager
def read_csv(path: Path, robot: Robot, quantities: Sequence[str] = RATES) -> Iterator[Recording]:
    """Open a trajectory in a CSV file.

    The first line names the columns: t, and q1, qd1, qdd1 by the order of the joints, or q_NAME,
    qd_NAME, qdd_NAME by their names, in any order.  Values are in s, rad and m.

    Parameters
    ----------
    path
        The file, UTF-8, with commas between the columns.
    robot
        The model that names the joints.
    quantities
        What columns there may be: q, qd and qdd, and perhaps tau, which then must be there.

    Raises
    ------
    LinkwiseError
        If a column is unknown, missing or there twice, and while rows are read if one is short or
        long, a value is not a finite number, or t does not rise; the message names file, line and
        column.
    """
    with open_text(path) as file:
        columns = read_header(path, next(file, ""), robot, quantities)
        where = {(column.quantity, column.joint): k for k, column in enumerate(columns)}
        order = {
            quantity: [where[quantity, k] for k in range(robot.n)]
            for quantity in quantities
            if (quantity, 0) in where
        }
        names = tuple(f"tau{columns[k].name.removeprefix('q')}" for k in order["q"])
        size = path.stat().st_size  # 0 for a pipe, whose length nobody knows

        def blocks() -> Iterator[Rows]:
            for rows in tables(path, file, columns):
                yield {"t": rows[:, where["t", -1]], **{q: rows[:, k] for q, k in order.items()}}

        yield Recording(
            str(path),
            tuple(order),
            names,
            blocks(),
            lambda: os.lseek(file.fileno(), 0, os.SEEK_CUR) / size if size else 1,
        )


def open_text(path: Path) -> TextIO:
    """Open a file whose bytes that are no UTF-8 shall be found by their line and column."""
    return path.open(encoding="utf-8-sig", errors="surrogateescape")


def read_header(path: Path, line: str, robot: Robot, quantities: Sequence[str]) -> list[Column]:
    """Return what the columns hold, or say which name is at fault."""
    known = known_columns(robot, quantities)
    columns: list[Column] = []
    for place, cell in enumerate(cells_of(line, f"{path}, line 1"), start=1):
        name, where = cell.strip(), f"{path}, line 1, column {place}"
        if name not in known:
            near = difflib.get_close_matches(name[:99], known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else known_names(quantities)
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
    require_complete(path, columns, robot, quantities)
    return columns


def known_names(quantities: Sequence[str]) -> str:
    """Return how columns are named."""
    return KNOWN.format(
        counted=", ".join(f"{quantity}1" for quantity in quantities),
        named=", ".join(f"{quantity}_NAME" for quantity in quantities),
    )


def known_columns(robot: Robot, quantities: Sequence[str]) -> dict[str, tuple[str, int]]:
    """Return quantity and joint by every column name that the robot allows."""
    known = {"t": ("t", -1)}
    for form in ("{quantity}{place}", "{quantity}_{name}"):
        for quantity in quantities:
            for k, name in enumerate(robot.joint_names):
                known[form.format(quantity=quantity, place=k + 1, name=name)] = (quantity, k)
    return known


def misleading(robot: Robot, column: Column) -> bool:
    """Tell whether a name such as q2, which counts joints, is also the name of another joint."""
    names, counted = robot.joint_names, f"q{column.joint + 1}"
    counts = column.name == f"{column.quantity}{column.joint + 1}"
    return counts and counted in names and names.index(counted) != column.joint


def require_complete(
    path: Path, columns: list[Column], robot: Robot, quantities: Sequence[str]
) -> None:
    """Raise a `LinkwiseError` if t, or a quantity of some joint, has no column."""
    held = {(column.quantity, column.joint) for column in columns}
    if ("t", -1) not in held:
        raise LinkwiseError(f"{path}, line 1: there is no column 't'")
    for quantity in quantities:
        missing = [k for k in range(robot.n) if (quantity, k) not in held]
        if missing and (quantity in ("q", "tau") or len(missing) < robot.n):
            k = missing[0]
            raise LinkwiseError(
                f"{path}, line 1: {quantity} of joint {robot.joint_names[k]!r} has no column: "
                f"'{quantity}{k + 1}' or '{quantity}_{robot.joint_names[k]}' is wanted"
            )


def tables(path: Path, file: TextIO, columns: list[Column]) -> Iterator[Array]:
    """Yield the numbers below the header ``(B, columns)``, some thousand lines at a time."""
    first, before, found = 2, -np.inf, False
    time = next(k for k, column in enumerate(columns) if column.name == "t")
    while lines := list(islice(file, BLOCK)):
        rows = quick_rows(lines, len(columns))
        if rows is None or not rises(rows[:, time], before):
            rows = careful_rows(path, lines, first, columns, before)
        if len(rows):
            before, found = float(rows[-1, time]), True
            yield rows
        first += len(lines)
    if not found:
        raise LinkwiseError(f"{path}, line 2: there is no row of numbers below the header")


def rises(t: Array, before: float) -> bool:
    """Tell whether times rise, the first beyond the one before."""
    return bool(t[0] > before and (t[1:] > t[:-1]).all())


def quick_rows(lines: list[str], width: int) -> Array | None:
    """Return the numbers in some lines ``(B, width)``, or None where they are no sound table."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of blank lines alone
        try:
            rows = np.loadtxt(lines, delimiter=",", ndmin=2, comments=None, quotechar='"')
        except ValueError:
            return None
    is_table = rows.size > 0 and rows.shape[1] == width and np.isfinite(rows).all()
    return rows if is_table else None


def careful_rows(
    path: Path, lines: list[str], first: int, columns: list[Column], before: float
) -> Array:
    """Return the numbers in some lines, or say what is wrong at the first place where something is.

    Parameters
    ----------
    path
        The file.
    lines
        Its lines from number `first` on.
    first
        As above.
    columns
        What the columns hold.
    before
        The time in the row before.
    """
    rows = []
    for number, line in enumerate(lines, start=first):
        cells = cells_of(line, f"{path}, line {number}")
        values = []
        for k, (column, cell) in enumerate(zip(columns, cells, strict=False)):
            where = f"{path}, line {number}, column {k + 1} ({column.name})"
            try:
                value = decimal(cell)
            except LinkwiseError as error:
                raise LinkwiseError(f"{where}: {error}") from None
            if column.name == "t":
                if value <= before:
                    raise LinkwiseError(f"{where}: t does not rise: {value!r} after {before!r}")
                before = value
            values.append(value)
        if cells and len(cells) != len(columns):
            place = min(len(cells), len(columns)) + 1
            name = f" ({columns[place - 1].name})" if place <= len(columns) else ""
            raise LinkwiseError(
                f"{path}, line {number}, column {place}{name}: "
                f"the row has {len(cells)} values, the header {len(columns)} columns"
            )
        if cells:
            rows.append(values)
    return np.array(rows).reshape(-1, len(columns))


def cells_of(line: str, where: str) -> list[str]:
    """Return the cells of one line of CSV; none for a blank line."""
    try:
        return next(csv.reader([line.rstrip("\n")], skipinitialspace=True, strict=True), [])
    except csv.Error as error:
        raise LinkwiseError(f"{where}: {error}") from None
