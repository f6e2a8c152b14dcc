"""The commands of the command line, and what becomes of their errors and warnings."""

import importlib
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import TextIO

from linkwise.cli.arguments import Answer, Subcommands, parse_arguments
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

WRONG_INPUT, INTERRUPTED = 2, 130
# In the order of the help.  Command NAME is added by `add_NAME` of module `linkwise.cli.NAME`.
COMMANDS = (
    "torque",
    "show",
    "audit",
    "check",
    "equations",
    "exercise",
    "identify",
    "lagrange",
    "ledger",
    "lesson",
    "plot",
    "properties",
    "prove",
    "referee",
    "sheet",
    "simulate",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command and return its exit code.

    Parameters
    ----------
    argv
        The words after `linkwise`; those of this process if not given.

    Returns
    -------
    int
        0; 1 if an audit finds a body that cannot exist, a simulation stops before its end, a
        derivation is wrong or engines disagree; 2 if arguments or files are at fault, with one line
        on stderr that says which; 130 if interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may know no Greek
    with warnings.catch_warnings():
        warnings.simplefilter("always", LinkwiseWarning)
        warnings.showwarning = show_warning
        try:
            words = sys.argv[1:] if argv is None else argv
            arguments = parse_arguments(words, additions(words))
            answer: Answer = arguments.run(arguments)
            text, code = answer if isinstance(answer, tuple) else (answer, 0)
            print(text, flush=True)
        except BrokenPipeError:  # the reader of our output, such as head, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (LinkwiseError, OSError) as error:
            return complain(error)
        except KeyboardInterrupt:
            say("interrupted")
            return INTERRUPTED
        else:
            return code
    return 0


def additions(words: Sequence[str]) -> list[Callable[[Subcommands], None]]:
    """Return what adds the command that is typed, so that no other is waited for; or else all."""
    names = words[:1] if words and words[0] in COMMANDS else COMMANDS
    return [
        getattr(importlib.import_module(f"linkwise.cli.{name}"), f"add_{name}") for name in names
    ]


def say(message: str) -> None:
    """Print one line on stderr, whatever the message."""
    print("linkwise:", *message.split(), file=sys.stderr)


def complain(error: LinkwiseError | OSError) -> int:
    """Print what is wrong and return the exit code for it."""
    if isinstance(error, OSError) and error.filename is not None:
        say(f"error: {error.filename}: {error.strerror}")
    else:
        say(f"error: {error}")
    return WRONG_INPUT


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning of ours as one line, and any other with its place in the source."""
    if issubclass(category, LinkwiseWarning):
        say(f"warning: {message}")
    else:
        text = warnings.formatwarning(message, category, filename, lineno, line)
        print(text, end="", file=file or sys.stderr)
