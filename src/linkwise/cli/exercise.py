"""`linkwise exercise`: a fresh problem sheet with its solution, and derivations with mistakes."""

import argparse
from pathlib import Path

from linkwise.cli.arguments import Subcommands, add_command
from linkwise.cli.check import tool
from linkwise.cli.output import check_place, shown_or_saved
from linkwise.models.symbolic import MODELS
from linkwise.spatial.errors import LinkwiseError

EXERCISE = """\
A problem sheet on a textbook arm, with numbers, state and questions drawn by a seed, and a worked
solution.  The same seed gives the same sheet on every machine.

  linkwise exercise RP --seed 7                               Markdown
  linkwise exercise 2r --seed 7 --mistakes 2                  with a derivation to find errors in
  linkwise exercise 3r --seed 7 --format latex -o sheet.tex   a document that needs amsmath alone
  linkwise exercise 2r --seed 7 --part problem                what to hand out
"""


def add_exercise(commands: Subcommands) -> None:
    """Add `linkwise exercise`."""
    words = "a problem sheet on a textbook arm, with its solution"
    command = add_command(commands, "exercise", written, words, EXERCISE)
    arms = f"a textbook arm, in capitals or not: {', '.join(MODELS)}"
    command.add_argument("robot", metavar="ROBOT", help=arms)
    command.add_argument("--seed", metavar="N", required=True, help="number of the sheet")
    command.add_argument(
        "--mistakes", metavar="N", default="0", help="how many to hide in a derivation"
    )
    command.add_argument(
        "--format", choices=("md", "latex"), default="md", help="md if not given, or latex"
    )
    command.add_argument(
        "--part",
        choices=("all", "problem", "solution"),
        default="all",
        help="what to print of it; all if not given",
    )
    command.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="write the sheet to a file"
    )


def written(arguments: argparse.Namespace) -> str:
    """Return the sheet, or where it was written."""
    out: Path | None = arguments.output
    if out is not None:
        check_place(out)
    seed, mistakes = (whole(option, getattr(arguments, option)) for option in ("seed", "mistakes"))
    sheet = tool("lesson.exercises.exercise").exercise(arguments.robot, seed, mistakes=mistakes)
    text: str = sheet.text(arguments.format, arguments.part)
    return shown_or_saved(text, out, f"exercise {seed}")


def whole(option: str, word: str) -> int:
    """Return the whole number after an option, or say that it is none."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 18):
        raise LinkwiseError(f"--{option} must be a whole number of 0 or more, got {word.strip()!r}")
    return int(word)
