"""What is odd about a model, and what it differs in from another of the same arm."""

import argparse

from linkwise.auditing.audit import audit
from linkwise.auditing.comparison import compare
from linkwise.cli.arguments import ROBOT, Answer, Subcommands, add_command
from linkwise.cli.text import decimal
from linkwise.spatial.errors import LinkwiseError

IMPOSSIBLE = 1  # exit code
DESCRIPTION = """\
Mass, centre of mass, principal moments and verdict of every link, and what is odd about them.
The exit code is 1 if a body cannot exist.

  linkwise audit arm.urdf                      every link of a robot
  linkwise audit arm.urdf --against arm.toml   what differs, and which mistake would do that
"""


def add_audit(commands: Subcommands) -> None:
    """Add `linkwise audit`."""
    words = "check the inertia of every link, or compare two models of one arm"
    command = add_command(commands, "audit", audited, words, DESCRIPTION)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    command.add_argument("--against", metavar="OTHER", help="another model of the same arm")
    command.add_argument(
        "--tolerance",
        metavar="X",
        help="how far numbers of the two may be apart, relative to the largest; 1e-6 if not given",
    )


def audited(arguments: argparse.Namespace) -> Answer:
    """Return the audit of a robot, or the comparison with another; code 1 for impossible bodies."""
    if arguments.tolerance is not None and arguments.against is None:
        raise LinkwiseError("--tolerance goes with --against")
    found = [audit(arguments.robot)]
    report = str(found[0])
    if arguments.against is not None:
        tolerance = decimal(arguments.tolerance or "1e-6")
        report = str(compare(arguments.robot, arguments.against, tolerance=tolerance))
        found.append(audit(arguments.against))
        for model, one in zip("AB", found, strict=True):
            for body in one.impossible:
                report += f"\nimpossible in {model}: {body.link}: {'; '.join(body.broken)}"
    return report, IMPOSSIBLE if any(one.impossible for one in found) else 0
