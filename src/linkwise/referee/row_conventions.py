"""The same rows of the Newton-Euler iterations in another convention: axes, gravity, signs."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from linkwise.models.robot import BASE, Robot
from linkwise.referee.conventions import Convention
from linkwise.referee.rows import Rows, Vector
from linkwise.referee.slips import split_name
from linkwise.spatial.scalars import Array

WORLD = Convention("rows in the world's axes", "every row is turned from its link's axes by ⁰R")
ALONE = Convention(
    "accelerations without gravity",
    "the base is at rest: v̇, v̇_C and F lack the weight, which f holds all the same",
)
REACTION = Convention(
    "f and n act on the parent", "f and n are what a link does to the one before it: the negative"
)


def row_conventions(
    rows: Rows, robot: Robot
) -> Iterator[tuple[Convention, Callable[[str], Vector]]]:
    """Yield the conventions in which rows look different, with the rows by name."""
    yield WORLD, lambda name: in_world(rows, robot, name)
    yield REACTION, lambda name: reaction(rows, name)
    weightless = Rows.of(replace(robot, gravity=np.zeros(3, dtype=int)), rows.letters)
    falling = ("v_dot", "v_dot_C", "F")
    yield (
        ALONE,
        lambda name: (weightless if split_name(name)[0] in falling else rows).right(name),
    )


def in_world(rows: Rows, robot: Robot, name: str) -> Vector:
    """Return a row in the world's axes: ⁰R_1 … R_k times the row."""
    k, row = int(split_name(name)[1]) - 1, rows.right(name)
    while k != BASE:
        row, k = turned(rows, rows.links[k].R, row), robot.parents[k]
    return turned(rows, rows.letters.exact(robot).base.R, row)


def turned(rows: Rows, R: Array, row: Vector) -> Vector:
    """Return R times a row."""
    letters = rows.letters
    matrix = [[letters.element(x) for x in line] for line in np.broadcast_to(R, (3, 3))]
    return tuple(
        letters.reduced(sum((r * x for r, x in zip(line, row, strict=True)), letters.ring.zero))
        for line in matrix
    )


def reaction(rows: Rows, name: str) -> Vector:
    """Return f or n with the other sign, any other row as it is."""
    row = rows.right(name)
    return tuple(-x for x in row) if split_name(name)[0] in ("f", "n") else row
