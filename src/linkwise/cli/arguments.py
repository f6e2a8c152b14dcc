"""What can be typed after `linkwise`: commands, options, and joint values such as 45deg."""

import argparse
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from math import radians, tau
from typing import Any, NoReturn

import numpy as np

from linkwise import __version__
from linkwise.cli.text import decimal
from linkwise.models.load import BUILTINS
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.scalars import Array

NEGATIVE = re.compile(r"-(\.?\d|inf|nan).*", re.IGNORECASE)

ROBOT = f"a .urdf or .toml file, or the name of a built-in robot: {', '.join(BUILTINS)}"
TRAJECTORY = """\
a .csv file whose first line names the columns: t, then q1, qd1, qdd1 and so on by the order of the
joints, or q_NAME, qd_NAME, qdd_NAME by their names; or an .npz file with arrays t, q, qd, qdd; or
an .npy file with columns t, then q, qd and qdd of all joints; rates that are missing are
differentiated from t; the file may be larger than memory"""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises a `LinkwiseError` where argparse would print and exit."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and where help is."""
        raise LinkwiseError(f"{message} (see {self.prog} --help)")


Answer = str | tuple[str, int]  # what a command prints, and its exit code if that is not 0
Command = Callable[[argparse.Namespace], Answer]
Subcommands = Any  # what argparse's add_subparsers returns has no public type


def parse_arguments(
    argv: Sequence[str], additions: Iterable[Callable[[Subcommands], None]]
) -> argparse.Namespace:
    """Return the arguments of the command line, with the command itself as `run`.

    Parameters
    ----------
    argv
        The words after `linkwise`.
    additions
        Functions that add a command each, as `add_command` does.

    Raises
    ------
    LinkwiseError
        If argparse cannot make sense of them.
    """
    parser = Parser(prog="linkwise", description="Recursive dynamics of rigid-link robots.")
    parser.add_argument("--version", action="version", version=f"linkwise {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for add in additions:
        add(commands)
    # argparse takes -45deg and -1e-3 for options, but nothing that begins with a space.
    words = [f" {word}" if NEGATIVE.fullmatch(word) else word for word in argv]
    if words and words[0] in commands.choices:  # lets options stand before ROBOT and between files
        chosen: Parser = commands.choices[words[0]]
        return chosen.parse_intermixed_args(words[1:])
    return parser.parse_args(words)


def add_command(
    commands: Subcommands, name: str, run: Command, words: str, description: str | None = None
) -> argparse.ArgumentParser:
    """Add a command and return its parser, to which the arguments are added.

    Parameters
    ----------
    commands
        What `parse_arguments` hands to every addition.
    name
        What is typed after `linkwise`.
    run
        Carries the command out and returns what to print.
    words
        A few words for the list of commands.
    description
        The head of the command's own help, line breaks kept; as `words` if not given.
    """
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=words,
        description=description or f"{words[0].upper()}{words[1:]}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.set_defaults(run=run)
    return command


def add_state(command: argparse.ArgumentParser) -> None:
    """Add the options of a state, -q, --qd and --qdd, and --gravity."""
    for option, what in (
        ("q", "coordinates, rad or m; 45deg is an angle in degrees"),
        ("qd", "rates, rad/s or m/s; 0 if not given"),
        ("qdd", "accelerations, rad/s² or m/s²; 0 if not given"),
    ):
        # One dash is accepted too: argparse would take -qd for -q with the value d.
        command.add_argument(f"-{option}", f"--{option}", metavar="X", nargs="+", help=what)
    command.add_argument(
        "--gravity",
        metavar=("GX", "GY", "GZ"),
        nargs=3,
        help="acceleration of free fall in world axes, m/s², instead of the robot's",
    )


def joint_values(robot: Robot, option: str, words: Sequence[str]) -> Array:
    """Return the values ``(n,)`` of an option with one word a joint.

    Parameters
    ----------
    robot
        The model.
    option
        The option as it is typed, for error messages.
    words
        Decimal numbers in rad or m, or such as 45deg.  A coordinate of more than a turn that is
        not in degrees is told by a warning: degrees may be meant.

    Raises
    ------
    LinkwiseError
        If a word is no number, is in degrees where the joint slides, or there are not n words.
    """
    if len(words) != robot.n:
        raise LinkwiseError(
            f"{option} wants one value a joint of {robot.name!r}, {robot.n} in this order: "
            f"{', '.join(robot.joint_names)}; got {len(words)}"
        )
    values = []
    for joint, word in zip(robot.joints, words, strict=True):
        number = word.removesuffix("deg")
        if number != word and joint.unit != "rad":
            raise LinkwiseError(
                f"{option} has {word.strip()!r} for joint {joint.name!r}, which slides: "
                f"metres are wanted"
            )
        try:
            value = decimal(number)
        except LinkwiseError:
            raise LinkwiseError(
                f"{option}: {word.strip()!r} for joint {joint.name!r} is not a finite number "
                f"such as -0.5, nor an angle such as 45deg"
            ) from None
        values.append(value if number == word else radians(value))
        if option == "-q" and number == word and joint.unit == "rad" and abs(value) > tau:
            warnings.warn(
                f"-q: {word.strip()} rad for joint {joint.name!r} is more than a turn; "
                f"degrees are written {word.strip()}deg",
                LinkwiseWarning,
                stacklevel=2,
            )
    return np.array(values)


def gravity_values(words: Sequence[str]) -> Array:
    """Return the vector ``(3,)`` after --gravity."""
    try:
        return np.array([decimal(word) for word in words])
    except LinkwiseError as error:
        raise LinkwiseError(f"--gravity: {error}") from None
