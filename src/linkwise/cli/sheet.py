"""`linkwise sheet`: flowcharts, free bodies, two inertia matrices and dimensions of a robot."""

import argparse
from dataclasses import replace
from pathlib import Path

from linkwise.cli.arguments import (
    ROBOT,
    Subcommands,
    add_command,
    add_state,
    gravity_values,
    joint_values,
)
from linkwise.cli.output import check_place, shown_or_saved
from linkwise.lesson.sheets.sheet import TITLES, require_use, sheet
from linkwise.models.load import load

SHEET = """\
A sheet to hand out with a robot.

  linkwise sheet rp flowchart               the ways to the equations of motion, for mermaid
  linkwise sheet rp free-body -q 20deg 0.6  every force and moment on every link, by name
  linkwise sheet 2r inertia --link link1    the mass matrix beside one link's spatial inertia
  linkwise sheet rp dimensions              letter, shape and unit of every quantity
"""


def add_sheet(commands: Subcommands) -> None:
    """Add `linkwise sheet`."""
    command = add_command(commands, "sheet", written, "a sheet to hand out with a robot", SHEET)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    command.add_argument("what", metavar="WHAT", choices=tuple(TITLES), help=", ".join(TITLES))
    add_state(command)
    command.add_argument("--link", metavar="NAME", help="whose spatial inertia; the last link's")
    command.add_argument(
        "--format", choices=("md", "latex"), default="md", help="md if not given, or latex"
    )
    command.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="write the sheet to a file"
    )


def written(arguments: argparse.Namespace) -> str:
    """Return the sheet, or where it was written."""
    out: Path | None = arguments.output
    if out is not None:
        check_place(out, Path(arguments.robot))
    robot = load(arguments.robot)
    if arguments.gravity is not None:
        require_use(arguments.what, ["gravity"])
        robot = replace(robot, gravity=gravity_values(arguments.gravity))
    typed = {"q": arguments.q, "qd": arguments.qd, "qdd": arguments.qdd}
    state = {
        name: joint_values(robot, f"-{name}" if name == "q" else f"--{name}", words)
        for name, words in typed.items()
        if words is not None
    }
    text = sheet(robot, arguments.what, link=arguments.link, form=arguments.format, **state)
    return shown_or_saved(text, out, f"{arguments.what} of {robot.name}")
