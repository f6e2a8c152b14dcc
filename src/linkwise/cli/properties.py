"""`linkwise properties`: the structural properties of a robot's equations of motion."""

import argparse

from linkwise.cli.arguments import ROBOT, Answer, Subcommands, add_command
from linkwise.cli.text import csv_text
from linkwise.models.load import load
from linkwise.spatial.errors import LinkwiseError
from linkwise.structure import properties

PROPERTIES = """\
Checks at random states: M symmetric and positive definite, dM/dt − 2C skew, power balance, gravity
torques from the potential, linearity in the parameters, limiting cases; and figures: eigenvalues
and ranges of M, sizes of terms, growth of a small error.  The exit code is 1 if a check fails.
"""


def add_properties(commands: Subcommands) -> None:
    """Add `linkwise properties`."""
    command = add_command(
        commands, "properties", check, "structural checks of the equations of motion", PROPERTIES
    )
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    command.add_argument(
        "--states", type=int, default=200, help="number of random states, 200 if not given"
    )
    command.add_argument("--seed", type=int, default=0, help="of the random states, 0 if not given")
    command.add_argument("--csv", action="store_true", help="print comma-separated values")


def check(arguments: argparse.Namespace) -> Answer:
    """Return the table of properties, and 1 if one fails."""
    for option, value, least in (("--states", arguments.states, 2), ("--seed", arguments.seed, 0)):
        if value < least:
            raise LinkwiseError(f"{option} must be at least {least}, got {value}")
    table = properties(load(arguments.robot), states=arguments.states, seed=arguments.seed)
    head = [["property", "figure", "holds", "state"]]
    rows = [[row.name, row.figure, row.holds, row.state] for row in table.rows]
    return csv_text([*head, *rows]) if arguments.csv else str(table), int(not table.sound)
