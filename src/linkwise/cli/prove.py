"""Statements about a robot's dynamics, proved or refuted without rounding."""

import argparse

from linkwise.cli.arguments import Answer, Subcommands, add_command
from linkwise.cli.check import ROBOT, tool
from linkwise.models.load import load
from linkwise.models.symbolic import MODELS, symbolic
from linkwise.spatial.errors import LinkwiseError

REFUTED = 1  # exit code
PROVE = """\
Decide without any tolerance whether two algorithms give the same for a robot.

  linkwise prove 2r                               the statements there are
  linkwise prove 2r "newton-euler == lagrange"    for all states and all letters
  linkwise prove puma560 "dM/dt - 2C is skew"     at random states of fractions
  linkwise prove arm.urdf all                     every statement

The exit code is 0 if all is proved and 1 if anything is refuted.
"""


def add_prove(commands: Subcommands) -> None:
    """Add `linkwise prove`."""
    words = "prove that two algorithms give the same for a robot"
    command = add_command(commands, "prove", proved, words, PROVE)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    what = "a statement, such as 'newton-euler == lagrange', or 'all'; none lists them"
    command.add_argument("statement", metavar="STATEMENT", nargs="?", help=what)
    command.add_argument(
        "--how",
        choices=("ring", "states"),
        help="in the ring of sines, cosines and letters, for all states, or at random states",
    )
    command.add_argument("--states", metavar="N", help="how many random states; 3 if not given")


def proved(arguments: argparse.Namespace) -> Answer:
    """Return the reports on the statements asked for."""
    prove = tool("proving.prove")
    if arguments.statement is None:
        return "\n".join(prove.statements())
    word = arguments.robot
    robot = symbolic(word) if word in MODELS else load(word)
    states = whole_number("--states", (arguments.states or "3").strip())
    names = prove.statements() if arguments.statement == "all" else (arguments.statement,)
    proofs = [prove.prove(robot, name, how=arguments.how, states=states) for name in names]
    return "\n\n".join(map(str, proofs)), 0 if all(proofs) else REFUTED


def whole_number(option: str, word: str) -> int:
    """Return the whole number after an option, or say that it is none."""
    if not (word.isascii() and word.isdigit() and 1 <= int(word) <= 1000):
        raise LinkwiseError(f"{option} wants a whole number from 1 to 1000, got {word!r}")
    return int(word)
