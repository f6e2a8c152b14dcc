"""Which dynamics engines disagree on one robot, in which term, and why."""

import argparse

from linkwise.cli.arguments import ROBOT, Answer, Subcommands, add_command
from linkwise.cli.text import decimal
from linkwise.engines.comparison import compare_engines
from linkwise.engines.loading import PACKAGES, installed

DISAGREE = 1  # exit code
DESCRIPTION = """\
Read one robot in several dynamics engines and tell who disagrees with whom, in which term, at
which joint, and why.  The exit code is 1 if any two disagree.

  linkwise referee arm.urdf                    every engine that is installed
  linkwise referee arm.urdf --with pinocchio   this one
"""


def add_referee(commands: Subcommands) -> None:
    """Add `linkwise referee`."""
    words = "compare dynamics engines on one robot, and name what they differ in"
    command = add_command(commands, "referee", refereed, words, DESCRIPTION)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    engines = ", ".join(PACKAGES)
    command.add_argument(
        "--with",
        dest="engines",
        metavar="ENGINES",
        help=f"any of {engines}, with commas; those that are installed if not given",
    )
    command.add_argument(
        "--states", type=int, default=20, help="number of random states, 20 if not given"
    )
    command.add_argument("--seed", type=int, default=0, help="of the random states, 0 if not given")
    command.add_argument(
        "--tolerance",
        metavar="X",
        default="1e-6",
        help="how far apart, relative to the largest number of a joint; 1e-6 if not given",
    )


def refereed(arguments: argparse.Namespace) -> Answer:
    """Return who disagrees with whom; code 1 if any do."""
    names = arguments.engines
    found = compare_engines(
        arguments.robot,
        installed() if names is None else [name.strip() for name in names.split(",")],
        states=arguments.states,
        seed=arguments.seed,
        tolerance=decimal(arguments.tolerance),
    )
    return str(found), 0 if found.agree else DISAGREE
