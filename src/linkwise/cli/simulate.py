"""`linkwise simulate`: the motion of a robot that is let go, or driven by constant torques."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from linkwise.cli.arguments import (
    ROBOT,
    Answer,
    Subcommands,
    add_command,
    gravity_values,
    joint_values,
)
from linkwise.cli.chunks import with_progress
from linkwise.cli.output import check_output, torque_file
from linkwise.cli.text import aligned, csv_text, decimal, table
from linkwise.models.load import load
from linkwise.models.robot import Robot
from linkwise.number_text import short
from linkwise.simulation.energy_ledger import energy_ledger
from linkwise.simulation.observed_order import observed_order
from linkwise.simulation.result import Run
from linkwise.simulation.run import simulate
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

STOPPED = 1  # exit code
ROWS, SHOWN = 100, 10  # of a motion, unless --every says otherwise, and of its table
MOST = 10_000_000  # rows of a motion, which is held in memory
WIDEST = 8  # joints whose coordinates fit the width of a page
DESCRIPTION = """\
The motion of a robot from a given state, its energy, and where joints pass their limits.
The exit code is 1 if the motion cannot be computed to the end.

  linkwise simulate 2r -q 0 0.3 --time 2                         an arm is let go
  linkwise simulate 2r -q 0 0 --tau 19.62 4.905 --time 2         and held by its motors
  linkwise simulate arm.urdf -q 0 0 --time 10 -o motion.csv      a row every 0.1 s in a file
  linkwise simulate 2r -q 0 0.3 --time 2 --integrator RK4 --step 1e-3 --order
"""


def add_simulate(commands: Subcommands) -> None:
    """Add `linkwise simulate`."""
    command = add_command(
        commands, "simulate", simulated, "motion of a robot from a given state", DESCRIPTION
    )
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    for option, metavar, what in (
        ("q", "X", "coordinates at the start, rad or m; 45deg is an angle in degrees"),
        ("qd", "X", "rates at the start, rad/s or m/s; 0 if not given"),
        ("tau", "X", "constant torques of the motors, N m or N; none if not given"),
    ):
        command.add_argument(f"-{option}", f"--{option}", metavar=metavar, nargs="+", help=what)
    command.add_argument(
        "--gravity",
        metavar=("GX", "GY", "GZ"),
        nargs=3,
        help="acceleration of free fall in world axes, m/s², instead of the robot's",
    )
    for flag, metavar, what in (
        ("--time", "T", "how long, s"),
        ("--every", "DT", "time between rows of the result, s; a hundredth of T if not given"),
        ("--step", "H", "size of the steps of RK4 and symplectic, s; as --every if not given"),
    ):
        command.add_argument(flag, metavar=metavar, help=what)
    command.add_argument(
        "--integrator",
        metavar="NAME",
        default="DOP853",
        help="DOP853 (if not given), RK45, RK23, Radau, BDF, LSODA; RK4 or symplectic with --step",
    )
    command.add_argument(
        "--stop-at-limits", action="store_true", help="stop where a joint passes a limit"
    )
    command.add_argument(
        "--order",
        action="store_true",
        help="run with shorter steps too and tell the observed order",
    )
    command.add_argument("--csv", action="store_true", help="print comma-separated values")
    command.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="write the rows to a .csv or .npy file"
    )


def simulated(arguments: argparse.Namespace) -> Answer:
    """Return the report on a motion, or its rows; code 1 if it stops before the end."""
    robot, out = load(arguments.robot), arguments.output
    if arguments.gravity is not None:
        robot = replace(robot, gravity=gravity_values(arguments.gravity))
    if out is not None:
        check_output(out, Path(arguments.robot))
        if out.suffix == ".npz":
            raise LinkwiseError(f"{out}: the rows of a motion go to a .csv or .npy file")
    run = simulate(robot, **start(robot, arguments), progress=progress)
    names, rows = columns(run)
    if out is not None:
        with torque_file(out, names[1:]) as write:
            write(rows[:, 0], rows[:, 1:])
    if arguments.csv:
        text = csv_text([names, *rows.tolist()])
    else:
        parts = [str(run), *motion_table(run), str(energy_ledger(run))]
        parts += [f"observed order  {observed_order(run):.2f}"] if arguments.order else []
        parts += [f"motion written to {out}"] if out else []
        text = "\n\n".join(parts)
    return text, 0 if run.is_complete else STOPPED


def start(robot: Robot, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the keywords of `simulate` that were typed."""
    from linkwise.simulation.solvers import ADAPTIVE  # slow to import

    if arguments.q is None or arguments.time is None:
        raise LinkwiseError(
            f"a simulation of {robot.name!r} wants --time, and -q with {robot.n} values, in this "
            f"order: {', '.join(robot.joint_names)}"
        )
    said = {"--time": arguments.time, "--every": arguments.every, "--step": arguments.step}
    numbers = {option: positive(option, word) for option, word in said.items() if word is not None}
    end = numbers["--time"]
    every = numbers.get("--every", end / ROWS)
    if end / every > MOST:
        raise LinkwiseError(f"--every {every:g} s makes {end / every:.3g} rows: {MOST:,} at most")
    if "--step" in numbers and arguments.integrator in ADAPTIVE:
        raise LinkwiseError(f"--step goes with RK4 and symplectic: {arguments.integrator} has none")
    tau = arguments.tau
    return {
        "q0": joint_values(robot, "-q", arguments.q),
        "qd0": joint_values(robot, "--qd", arguments.qd or ["0"] * robot.n),
        "torque": None if tau is None else joint_values(robot, "--tau", tau),
        "t": np.append(np.arange(0, end * (1 - 1e-9), every), end),
        "integrator": arguments.integrator,
        "h": numbers.get("--step"),
        "stop_at_limits": arguments.stop_at_limits,
    }


def positive(option: str, word: str) -> float:
    """Return the number after an option, or say that it is not above 0."""
    try:
        value = decimal(word)
    except LinkwiseError as error:
        raise LinkwiseError(f"{option}: {error}") from None
    if value <= 0:
        raise LinkwiseError(f"{option} must be above 0 s, got {word.strip()}")
    return value


def progress(percents: Iterable[int]) -> Iterator[int]:
    """Yield the percents, and show them on a terminal."""
    done = [0]

    def counted() -> Iterator[int]:
        for percent in percents:
            done[0] = percent
            yield percent

    return with_progress(counted(), lambda: done[0] / 100, "simulating")


def columns(run: Run) -> tuple[Sequence[str], Array]:
    """Return names and numbers of all columns: t, q, qd and tau of all joints, and energies."""
    joints = range(1, run.robot.n + 1)
    names = [f"{what}{k}" for what in ("q", "qd", "tau") for k in joints]
    energies = [run.kinetic, run.potential]
    rows = np.column_stack([run.t, run.q, run.qd, run.tau, *energies])
    return ["t", *names, "kinetic", "potential"], rows


def motion_table(run: Run) -> list[str]:
    """Return a table of some rows of the motion, or none where it would be too wide."""
    if run.robot.n > WIDEST:
        return []
    rows = np.unique(np.linspace(0, len(run.t) - 1, SHOWN + 1).round().astype(int))
    parts = {"t, s": [short(t) for t in run.t[rows]]}
    for joint, q in zip(run.robot.joints, run.q[rows].T, strict=True):
        parts[f"{joint.name}, {joint.unit}"] = aligned(q, 7)
    parts["energy, J"] = aligned(run.energy[rows], 9)
    return [table([list(parts), *zip(*parts.values(), strict=True)])]
