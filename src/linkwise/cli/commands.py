"""The commands of the command line, and what becomes of their errors and warnings."""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

import numpy as np

from linkwise.cli.arguments import (
    Answer,
    add_show,
    add_torque,
    gravity_values,
    joint_values,
    parse_arguments,
)
from linkwise.cli.audit import add_audit
from linkwise.cli.check import add_check
from linkwise.cli.equations import add_equations
from linkwise.cli.exercise import add_exercise
from linkwise.cli.identify import add_identify
from linkwise.cli.lagrange import add_lagrange
from linkwise.cli.ledger import add_ledger
from linkwise.cli.lesson import add_lesson
from linkwise.cli.motion import READERS, open_trajectory, torque_blocks
from linkwise.cli.output import check_output, torque_file
from linkwise.cli.plot import add_plot
from linkwise.cli.properties import add_properties
from linkwise.cli.prove import add_prove
from linkwise.cli.referee import add_referee
from linkwise.cli.sheet import add_sheet
from linkwise.cli.show import robot_report
from linkwise.cli.simulate import add_simulate
from linkwise.cli.state import state_report
from linkwise.cli.summary import Summary
from linkwise.closed_forms import planar_2r_parameters
from linkwise.models.load import load
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

WRONG_INPUT, INTERRUPTED = 2, 130
TEXTBOOK = ("2r", "2r-point", "2r-rods")  # built-in robots that have a closed form
# The arm of the lecture notes' demo, and its state.
DEMO = "2r"
DEMO_Q, DEMO_QD, DEMO_QDD = (np.pi / 4, np.pi / 6), (0.2, -0.1), (0.5, 0.1)


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
            arguments = parse_arguments(words, COMMANDS)
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


def show(arguments: argparse.Namespace) -> str:
    """Return what a robot is made of."""
    return robot_report(load(arguments.robot))


def torque(arguments: argparse.Namespace) -> str:
    """Return the report on a state or on a trajectory, whose torques are written where asked."""
    if arguments.trajectory is not None and state_given(arguments):
        raise LinkwiseError("give either a trajectory or a state (-q, --qd, --qdd), not both")
    if arguments.trajectory is None and arguments.output is not None:
        raise LinkwiseError(f"-o {arguments.output} wants a trajectory, whose torques it holds")
    if arguments.robot and Path(arguments.robot).suffix in READERS:
        raise LinkwiseError(f"{arguments.robot} is a trajectory: a robot is wanted before it")
    robot = load(arguments.robot or DEMO)
    if arguments.gravity is not None:
        robot = replace(robot, gravity=gravity_values(arguments.gravity))
    if robot.n == 0:
        raise LinkwiseError(f"robot {robot.name!r} has no joint that moves")
    if arguments.trajectory is not None:
        return torques_of_trajectory(robot, arguments)
    return torques_of_state(robot, arguments)


def state_given(arguments: argparse.Namespace) -> bool:
    """Tell whether any of -q, --qd and --qdd was typed."""
    return any(x is not None for x in (arguments.q, arguments.qd, arguments.qdd))


def torques_of_state(robot: Robot, arguments: argparse.Namespace) -> str:
    """Return the report on the state of the arguments, or on the demo's if there are none."""
    if arguments.robot is None and not state_given(arguments):
        q, qd, qdd = map(np.array, (DEMO_Q, DEMO_QD, DEMO_QDD))
    elif arguments.q is None:
        raise LinkwiseError(
            f"a state of {robot.name!r} wants -q with {robot.n} values, in this order: "
            f"{', '.join(robot.joint_names)}; or give a trajectory"
        )
    else:
        rest = ["0"] * robot.n
        q = joint_values(robot, "-q", arguments.q)
        qd = joint_values(robot, "--qd", arguments.qd or rest)
        qdd = joint_values(robot, "--qdd", arguments.qdd or rest)
    # the textbook's gravity acts along −y
    is_textbook = (arguments.robot or DEMO) in TEXTBOOK and robot.gravity[0] == 0
    return state_report(robot, q, qd, qdd, planar_2r_parameters(robot) if is_textbook else None)


def torques_of_trajectory(robot: Robot, arguments: argparse.Namespace) -> str:
    """Return the closing table of a trajectory, and write its torques to the output file."""
    path, out = arguments.trajectory, arguments.output
    trajectory = open_trajectory(path, robot)
    if out is not None:
        check_output(out, path, Path(arguments.robot))
    summary = Summary(robot)
    with trajectory as recording, ExitStack() as stack:
        write = stack.enter_context(torque_file(out, recording.torque_names)) if out else None
        for rows, tau in torque_blocks(robot, recording):
            summary.add(rows, tau)
            if write:
                write(rows["t"], tau)
    report = summary.report(recording)
    return f"{report}\n\ntorques written to {out}" if out else report


# What adds each command to the command line, in the order of the help.
COMMANDS = (
    partial(add_torque, run=torque),
    partial(add_show, run=show),
    add_audit,
    add_check,
    add_equations,
    add_exercise,
    add_identify,
    add_lagrange,
    add_ledger,
    add_lesson,
    add_plot,
    add_properties,
    add_prove,
    add_referee,
    add_sheet,
    add_simulate,
)
