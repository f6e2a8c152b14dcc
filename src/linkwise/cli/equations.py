"""The equations of motion in letters, as text, LaTeX or code, and where their terms come from."""

import argparse
from pathlib import Path
from typing import Any

from linkwise.cli.arguments import Subcommands, add_command
from linkwise.cli.check import ROBOT, tool
from linkwise.cli.output import check_place, shown_or_saved
from linkwise.models.load import load
from linkwise.models.symbolic import MODELS, symbolic
from linkwise.spatial.errors import LinkwiseError

EQUATIONS = """\
Collect the equations of motion, M(q) qdd + V(q, qd) + g(q) = tau, with centrifugal and Coriolis
terms told apart.

  linkwise equations 2r                               as text
  linkwise equations rp --latex -o rp.tex             a document that needs amsmath alone
  linkwise equations 2r --code java -o Planar2R.java  a class that tests itself
  linkwise equations 2r --provenance q1               the rows that the terms of tau1 come from
"""
CODE = "a class in python, c, c++, java, matlab, julia or mathematica, with a test of itself"
NAMED_AS_CLASS = ("java", "matlab")  # languages that find a class by the name of its file


def add_equations(commands: Subcommands) -> None:
    """Add `linkwise equations`."""
    words = "the equations of motion in letters, as text, LaTeX or code"
    command = add_command(commands, "equations", equations, words, EQUATIONS)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--latex", action="store_true", help="a LaTeX document")
    form.add_argument("--code", metavar="LANG", help=CODE)
    form.add_argument(
        "--provenance",
        metavar="JOINT",
        help="for every term of this joint's torque the rows of the iterations it comes from",
    )
    command.add_argument("-o", "--output", metavar="OUT", type=Path, help="write to this file")


def equations(arguments: argparse.Namespace) -> str:
    """Return the equations, or say in which file they are."""
    out: Path | None = arguments.output
    if out is not None:
        check_place(out, Path(arguments.robot))
    word = arguments.robot
    text = asked_for(symbolic(word) if word in MODELS else load(word), arguments)
    return shown_or_saved(f"{text.rstrip()}\n", out, "equations")


def asked_for(model: Any, arguments: argparse.Namespace) -> str:
    """Return what the options ask for."""
    if arguments.provenance is not None:
        return str(tool("lesson.equations.provenance").provenance(model, arguments.provenance))
    collected = tool("lesson.equations.equations_of_motion").equations_of_motion(model)
    if arguments.latex:
        return str(collected.latex())
    if arguments.code is None:
        return str(collected)
    text: str = collected.code(arguments.code)
    name = tool("lesson.equations.code.model").class_name(collected.robot.name)
    out: Path | None = arguments.output
    if out is not None and arguments.code.lower() in NAMED_AS_CLASS and out.stem != name:
        raise LinkwiseError(f"{out}: {arguments.code} wants the file called as the class, {name}")
    return text
