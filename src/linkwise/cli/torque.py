"""Joint torques of a state, with the iterations behind them, or of a trajectory."""

import argparse
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np

from linkwise.cli.arguments import (
    ROBOT,
    TRAJECTORY,
    Subcommands,
    add_command,
    add_state,
    gravity_values,
    joint_values,
)
from linkwise.cli.motion import READERS, open_trajectory, torque_blocks
from linkwise.cli.output import check_output, torque_file
from linkwise.cli.state import state_report
from linkwise.cli.summary import Summary
from linkwise.closed_forms import planar_2r_parameters
from linkwise.models.load import load
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError

TEXTBOOK = ("2r", "2r-point", "2r-rods")  # built-in robots that have a closed form
# The arm of the lecture notes' demo, and its state.
DEMO = "2r"
DEMO_Q, DEMO_QD, DEMO_QDD = (np.pi / 4, np.pi / 6), (0.2, -0.1), (0.5, 0.1)
TORQUE = """\
Joint torques of a robot by the recursive Newton-Euler algorithm.

  linkwise torque                                  a planar 2R arm, with everything explained
  linkwise torque arm.urdf -q 0.1 45deg --qd 1 0   one state of your own robot
  linkwise torque arm.urdf swing.csv -o tau.csv    a trajectory
"""


def add_torque(commands: Subcommands) -> None:
    """Add `linkwise torque`."""
    words = "joint torques of a state or a trajectory"
    command = add_command(commands, "torque", torque, words, TORQUE)
    command.add_argument("robot", metavar="ROBOT", nargs="?", help=ROBOT)
    command.add_argument("trajectory", metavar="TRAJECTORY", nargs="?", type=Path, help=TRAJECTORY)
    add_state(command)
    command.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=Path,
        help="write the torques to a .csv, .npy or .npz file",
    )


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
