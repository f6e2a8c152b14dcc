"""Equations of motion by Lagrange on paper, derived step by step."""

import argparse
from typing import Any

from linkwise.cli.arguments import Subcommands, add_command
from linkwise.cli.check import ROBOT, model, tool
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError

MOST = 120  # terms of K: with 175, of five joints of the PUMA 560, it takes over a minute
DESCRIPTION = """\
Derive the equations of motion from the energies, every step shown as Markdown or LaTeX.

  linkwise lagrange 2r                          Markdown
  linkwise lagrange rp --latex > rp.tex         a document that needs amsmath alone
  linkwise lagrange puma560 --hold q4 q5 q6     the first three joints, the others at 0
"""


def add_lagrange(commands: Subcommands) -> None:
    """Add `linkwise lagrange`."""
    words = "derive the equations of motion step by step"
    command = add_command(commands, "lagrange", derived, words, DESCRIPTION)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    command.add_argument("--latex", action="store_true", help="LaTeX instead of Markdown")
    command.add_argument("--hold", metavar="JOINT", nargs="+", help="joints that are fixed at 0")
    command.add_argument(
        "--long", action="store_true", help="derive what takes minutes and megabytes too"
    )


def derived(arguments: argparse.Namespace) -> str:
    """Return the derivation of a robot's equations of motion."""
    robot, letters = model(arguments.robot)
    held = arguments.hold or []
    keep = [k for k, name in enumerate(robot.joint_names) if name not in held]
    if held:
        robot = robot.lock(dict.fromkeys(held, 0))
    symbols = [tuple(v[k] for k in keep) for v in (letters.q, letters.qd, letters.qdd)]
    if not arguments.long:
        require_short(robot, symbols)
    derivation = tool("lagrangian.derivation").lagrange(robot, *symbols)
    text: str = derivation.latex() if arguments.latex else str(derivation)
    return text.rstrip("\n")


def require_short(robot: Robot, symbols: list[Any]) -> None:
    """Raise if the steps of a derivation would be longer than anybody reads."""
    letters = tool("lagrangian.ring").Letters.of(robot, *symbols)
    K = tool("lagrangian.energies").Energies.of(robot.bare, letters).K
    if (terms := len(letters.folded(K))) > MOST:
        raise LinkwiseError(
            f"the kinetic energy of {robot.name!r} alone has {terms} terms, and all steps would "
            f"take minutes and megabytes: fix some joints by --hold, as in --hold "
            f"{' '.join(robot.joint_names[min(3, robot.n - 1) :])}, or insist by --long"
        )
