"""The iterations of a robot as a lesson: every row, in a notation of choice."""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from linkwise.cli.arguments import (
    Subcommands,
    add_command,
    add_state,
    gravity_values,
    joint_values,
)
from linkwise.cli.output import check_place, shown_or_saved
from linkwise.lesson.page.page import lesson_page
from linkwise.lesson.rows.courses import CRAIG, NOTATIONS
from linkwise.lesson.rows.two_passes import NewtonEuler, newton_euler
from linkwise.models.load import BUILTINS, load
from linkwise.models.robot import Robot
from linkwise.models.symbolic import MODELS, symbolic
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

LESSON = """\
Both passes of the Newton-Euler iterations, every row, as they are taught.

  linkwise lesson 2r -q 45deg 30deg --qd 0.2 -0.1      numbers
  linkwise lesson 2r --symbolic                        letters
  linkwise lesson 2r --symbolic -o 2r.tex              a handout
  linkwise lesson 2r -o 2r.html                        a page with sliders, steps and a quiz,
                                                       which opens in motion if no state is given
  linkwise lesson arm.urdf --symbolic --notation khalil --verbose 1
"""
ROBOT = (
    f"a .urdf or .toml file, or the name of a built-in robot: {', '.join(BUILTINS)}; "
    f"with --symbolic {', '.join(MODELS)} are in letters throughout"
)
ENDS = {".txt": "text", ".md": "md", ".tex": "latex", ".html": "html"}
PAGE = "page"


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
        choices=[*ENDS.values(), PAGE],
        help=(
            "if not given, by the end of OUT, or text; latex is a whole document; page is what an "
            ".html file holds if rows are numbers in Craig's notation: the arm, sliders, the "
            "iterations step by step, and a quiz; it opens in motion if none of -q, --qd and "
            "--qdd is given"
        ),
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
    form = arguments.format or format_of(arguments)
    if out is not None:
        check_place(out, Path(arguments.robot))
    if form == PAGE:
        text = page_of(arguments)
    else:
        text = written(iterations_of(arguments), form, arguments)
    return shown_or_saved(text, out, "lesson")


def format_of(arguments: argparse.Namespace) -> str:
    """Return the format of a file by the end of its name, and text for the terminal."""
    out: Path | None = arguments.output
    if out is None:
        return "text"
    if out.suffix not in ENDS:
        raise LinkwiseError(f"{out}: a lesson ends in {', '.join(ENDS)}; or give --format")
    form = ENDS[out.suffix]
    return PAGE if form == "html" and fits_page(arguments) else form


def fits_page(arguments: argparse.Namespace) -> bool:
    """Tell whether the rows are numbers in Craig's notation, as on the page."""
    return not arguments.symbolic and arguments.notation == CRAIG.name


def page_of(arguments: argparse.Namespace) -> str:
    """Return the page for the browser; without a state it opens in motion."""
    if not fits_page(arguments):
        raise LinkwiseError(
            "a page has numbers in Craig's notation: leave out --symbolic and --notation, or "
            "choose another --format"
        )
    if arguments.verbose is not None:
        raise LinkwiseError(
            "a page shows every formula: leave out --verbose, or choose --format html for tables"
        )
    robot = robot_of(arguments)
    return lesson_page(robot, *state_of(robot, arguments))


def iterations_of(arguments: argparse.Namespace) -> NewtonEuler:
    """Return the iterations at the state of the arguments, or in letters."""
    if arguments.symbolic:
        for name in ("q", "qd", "qdd"):
            if getattr(arguments, name) is not None:
                raise LinkwiseError(f"--symbolic has letters for a state: leave {name} out")
        if arguments.gravity is None and arguments.robot in MODELS:
            return newton_euler(symbolic(arguments.robot), notation=arguments.notation)
        return newton_euler(robot_of(arguments), notation=arguments.notation)
    robot = robot_of(arguments)
    rest = np.zeros(robot.n)
    state = [rest if x is None else x for x in state_of(robot, arguments)]
    return newton_euler(robot, *state, notation=arguments.notation)


def state_of(robot: Robot, arguments: argparse.Namespace) -> list[Array | None]:
    """Return q, qd and qdd, each None if it was not typed."""
    options = {"-q": arguments.q, "--qd": arguments.qd, "--qdd": arguments.qdd}
    return [
        None if words is None else joint_values(robot, option, words)
        for option, words in options.items()
    ]


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
