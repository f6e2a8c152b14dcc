"""The iterations of a robot as a lesson: every row, in a notation of choice."""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from linkwise.cli.arguments import (
    Subcommands,
    add_command,
    add_state,
    gravity_values,
    joint_values,
)
from linkwise.cli.output import check_place, whole_file
from linkwise.lesson.courses import NOTATIONS
from linkwise.lesson.two_passes import NewtonEuler, newton_euler
from linkwise.models.load import BUILTINS, load
from linkwise.models.robot import Robot
from linkwise.models.symbolic import MODELS, symbolic
from linkwise.spatial.errors import LinkwiseError

LESSON = """\
Both passes of the Newton-Euler iterations, every row, as they are taught.

  linkwise lesson 2r -q 45deg 30deg --qd 0.2 -0.1      numbers
  linkwise lesson 2r --symbolic                        letters
  linkwise lesson 2r --symbolic -o 2r.tex              a handout
  linkwise lesson arm.urdf --symbolic --notation khalil --verbose 1
"""
ROBOT = (
    f"a .urdf or .toml file, or the name of a built-in robot: {', '.join(BUILTINS)}; "
    f"with --symbolic {', '.join(MODELS)} are in letters throughout"
)
ENDS = {".txt": "text", ".md": "md", ".tex": "latex", ".html": "html"}


def add_lesson(commands: Subcommands) -> None:
    """Add `linkwise lesson`."""
    words = "every row of the Newton-Euler iterations, in numbers or letters"
    command = add_command(commands, "lesson", lesson, words, LESSON)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    add_state(command)
    command.add_argument(
        "--symbolic", action="store_true", help="letters for q, qd and qdd instead of numbers"
    )
    command.add_argument(
        "--notation",
        choices=list(NOTATIONS),
        default="craig",
        help="whose letters and rows; craig if not given",
    )
    command.add_argument(
        "--format",
        choices=list(ENDS.values()),
        help="if not given, by the end of OUT, or text; latex is a whole document",
    )
    command.add_argument(
        "--verbose",
        type=int,
        choices=(0, 1, 2),
        help="0: results alone; 1: the formula of every row too; 2: with its numbers put in too",
    )
    command.add_argument("-o", "--output", metavar="OUT", type=Path, help="write to this file")


def lesson(arguments: argparse.Namespace) -> str:
    """Return the lesson, or say in which file it is."""
    out: Path | None = arguments.output
    form = arguments.format or format_of(out)
    if out is not None:
        check_place(out, Path(arguments.robot))
    text = written(iterations_of(arguments), form, arguments)
    if out is None:
        return text.rstrip("\n")
    with whole_file(out) as file:
        file.write(text.encode())
    return f"lesson written to {out}"


def format_of(out: Path | None) -> str:
    """Return the format of a file by the end of its name, and text for the terminal."""
    if out is None:
        return "text"
    if out.suffix not in ENDS:
        raise LinkwiseError(f"{out}: a lesson ends in {', '.join(ENDS)}; or give --format")
    return ENDS[out.suffix]


def iterations_of(arguments: argparse.Namespace) -> NewtonEuler:
    """Return the iterations at the state of the arguments, or in letters."""
    given = {name: getattr(arguments, name) for name in ("q", "qd", "qdd")}
    if arguments.symbolic:
        for name, words in given.items():
            if words is not None:
                raise LinkwiseError(f"--symbolic has letters for a state: leave {name} out")
        if arguments.gravity is None and arguments.robot in MODELS:
            return newton_euler(symbolic(arguments.robot), notation=arguments.notation)
        return newton_euler(robot_of(arguments), notation=arguments.notation)
    robot = robot_of(arguments)
    rest = ["0"] * robot.n
    state = [
        joint_values(robot, f"{'-' if name == 'q' else '--'}{name}", words or rest)
        for name, words in given.items()
    ]
    return newton_euler(robot, *state, notation=arguments.notation)


def robot_of(arguments: argparse.Namespace) -> Robot:
    """Return the robot, with the gravity of the arguments."""
    robot = load(arguments.robot)
    if arguments.gravity is not None:
        robot = replace(robot, gravity=gravity_values(arguments.gravity))
    return robot


def written(ne: NewtonEuler, form: str, arguments: argparse.Namespace) -> str:
    """Return the lesson in a format."""
    verbose = arguments.verbose
    if form == "text":
        return ne.text(verbose or 0, colour=arguments.output is None and coloured())
    verbose = 1 if verbose is None else verbose
    return {"md": ne.markdown, "latex": ne.handout, "html": ne.html}[form](verbose)


def coloured() -> bool:
    """Tell whether the output is a terminal whose user has not said NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
