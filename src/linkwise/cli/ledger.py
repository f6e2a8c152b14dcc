"""`linkwise ledger`: where the torques of one state come from."""

import argparse
from dataclasses import replace

import numpy as np

from linkwise.algorithms.ledger import TorqueLedger, torque_ledger
from linkwise.cli.arguments import (
    ROBOT,
    Subcommands,
    add_command,
    add_state,
    gravity_values,
    joint_values,
)
from linkwise.cli.text import csv_text
from linkwise.models.load import load
from linkwise.spatial.errors import LinkwiseError

LEDGER = """\
The torque of every joint as a sum over causes, largest first, and over links.

  linkwise ledger 2r -q 45deg 30deg --qd 0.2 -0.1 --qdd 0.5 0.1
"""


def add_ledger(commands: Subcommands) -> None:
    """Add `linkwise ledger`."""
    command = add_command(commands, "ledger", ledger, "torques of a state by cause", LEDGER)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    add_state(command)
    command.add_argument("--csv", action="store_true", help="print comma-separated values")


def ledger(arguments: argparse.Namespace) -> str:
    """Return the ledger of the state of the arguments."""
    robot = load(arguments.robot)
    if arguments.gravity is not None:
        robot = replace(robot, gravity=gravity_values(arguments.gravity))
    if arguments.q is None:
        raise LinkwiseError(
            f"a ledger of {robot.name!r} wants -q with {robot.n} values, in this order: "
            f"{', '.join(robot.joint_names)}"
        )
    rest = ["0"] * robot.n
    words = (("-q", arguments.q), ("--qd", arguments.qd or rest), ("--qdd", arguments.qdd or rest))
    state = [joint_values(robot, option, x) for option, x in words]
    with np.errstate(over="ignore", invalid="ignore"):
        table = torque_ledger(robot, *state)
    if not np.isfinite(table.by_cause).all():
        raise LinkwiseError("at this state the torques are too large for floats")
    return csv_text(rows(table)) if arguments.csv else str(table)


def rows(table: TorqueLedger) -> list[list[object]]:
    """Return a row a cause and a row a link, with a column a joint."""
    lines: list[list[object]] = [["what", *table.joints]]
    lines += [
        [cause, *column] for cause, column in zip(table.causes, table.by_cause.T, strict=True)
    ]
    lines.append(["tau", *table.tau])
    lines += [
        [f"by link {link}", *column]
        for link, column in zip(table.links, table.by_link.T, strict=True)
    ]
    return lines
