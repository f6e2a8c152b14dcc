"""Equations of motion derived by hand, checked term by term."""

import argparse
import importlib
import warnings
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwise.cli.arguments import Answer, Subcommands, add_command
from linkwise.models.load import load
from linkwise.models.robot import Robot
from linkwise.models.symbolic import MODELS, symbolic
from linkwise.spatial.errors import LinkwiseError

if TYPE_CHECKING:
    from linkwise.lagrangian.ring import Letters
    from linkwise.referee.handed_in import HandedIn

WRONG = 1  # exit code
NAMED = 9  # entries that a headline names
LARGEST = 400_000  # bytes, of the 100,000 characters that are read at most
ROBOT = (
    f"an arm in letters: {', '.join(MODELS)}; or a .urdf or .toml file, whose numbers then stand "
    "in the formulas"
)
CHECK = """\
Tell whether equations of motion derived by hand are right, and if not which term is wrong.

  linkwise check 2r mine.txt            formulas, one a line
  linkwise check rp homework.tex        the mathematics of a LaTeX document
  linkwise check 2r mine.txt --hint 1   where to look, without the answer
  linkwise check 2r --letters           what the letters mean

Lines name what they give: M12 = ..., C11 = ..., h1 = ... (velocity terms), g1 = ..., tau1 = ...,
K = ..., P = ..., Y[1,12] = ... (the regressor), F2y = ... (a row of the Newton-Euler iterations).
Any other name is a definition for other lines.  The exit code is 0 if all is right and 1 if
anything is wrong.
"""
HINT = (
    "a hint instead of the answer: 1 where it is wrong, 2 also what kind of term and slip, 3 also "
    "the slip's name and your term"
)
DIMENSIONS = "tell only the terms whose dimension is wrong"
LIMITS = "tell only the limiting cases in which it is wrong: at rest, a mass 0, stretched, hanging"

LETTERS = "tell what the letters of the robot mean, without a FILE"


def add_check(commands: Subcommands) -> None:
    """Add `linkwise check`."""
    words = "tell which term of equations of motion derived by hand is wrong"
    command = add_command(commands, "check", checked, words, CHECK)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    file = "a text or .tex file of formulas"
    command.add_argument("file", metavar="FILE", type=Path, nargs="?", help=file)
    instead = command.add_mutually_exclusive_group()
    instead.add_argument("--hint", type=int, choices=(1, 2, 3), help=HINT)
    instead.add_argument("--dimensions", action="store_true", help=DIMENSIONS)
    instead.add_argument("--limits", action="store_true", help=LIMITS)
    instead.add_argument("--letters", action="store_true", help=LETTERS)


def checked(arguments: argparse.Namespace) -> Answer:
    """Return the verdict on a file of formulas, and what its letters were taken for."""
    path: Path | None = arguments.file
    if arguments.letters:
        told: str = tool("cli.letters").letters_told(arguments.robot, *model(arguments.robot))
        return told
    if path is None:
        raise LinkwiseError("check wants a FILE of formulas, or --letters")
    if path.suffix.lower() == ".py":
        raise LinkwiseError(f"{path}: programs are not run: give formulas, in a text or .tex file")
    robot, letters = model(arguments.robot)
    typed = tool("referee.typed")
    with warnings.catch_warnings(record=True) as unread:
        text, links = text_of(path), len(robot.links)
        found = typed.parse_entries(text, letters, source=str(path), links=links)
    for warning in unread:
        warnings.warn(warning.message, stacklevel=2)
    formulas = tool("referee.texts").named(found, robot)
    elements = {name: formula.element for name, formula in formulas.items()}
    sheet = tool("referee.handed_in").HandedIn(robot, letters, elements, typed=formulas)
    said, right = answered(arguments, sheet)
    if unread:
        head, line, rest = said.partition("\n")
        said = f"{head}, as far as it was read: {listed(formulas)}{line}{rest}"
    return said, 0 if right else WRONG


def listed(names: Collection[str]) -> str:
    """Return names with commas between them, or how many there are if they are many."""
    return ", ".join(names) if len(names) <= NAMED else f"{len(names)} entries"


def text_of(path: Path) -> str:
    """Return the text of a file of formulas, of which no more is read than may be."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise LinkwiseError(f"{path}: more than {LARGEST} bytes: a file of formulas is wanted")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LinkwiseError(f"{path}: no text in UTF-8, at byte {error.start}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def answered(arguments: argparse.Namespace, sheet: "HandedIn") -> tuple[str, bool]:
    """Return the verdict, or a diagnosis that gives away no answer, and whether it is right.

    Each ends with what the letters were taken for.
    """
    if arguments.dimensions:
        answer = tool("referee.dimensions").dimensions_of(sheet)
    elif arguments.limits:
        answer = tool("referee.limiting_cases").cases_of(sheet)
    else:
        answer = tool("referee.check").judged(sheet)
        if not arguments.hint:
            return str(answer), answer.right
    said = answer.hint(arguments.hint) if arguments.hint else str(answer)
    return sheet.with_table(said), answer.right


def model(word: str) -> tuple[Robot, "Letters"]:
    """Return a robot by its name or file, and the letters of its formulas."""
    ring = tool("lagrangian.ring")
    if word in MODELS:
        arm = symbolic(word)
        return arm.robot, ring.letters_of(arm)
    robot = load(word)
    return robot, ring.letters_of(robot)


def tool(name: str) -> Any:
    """Return a module that needs SymPy, which is slow to load."""
    try:
        return importlib.import_module(f"linkwise.{name}")
    except ModuleNotFoundError as error:
        if not str(error.name).startswith("sympy"):
            raise
        raise LinkwiseError(
            'equations in letters need SymPy: pip install "linkwise[symbolic]"'
        ) from None
