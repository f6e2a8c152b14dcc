"""`linkwise plot`: pictures of a robot, its torques, its load and its motion."""

import argparse
import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
from linkwise.cli.motion import open_trajectory
from linkwise.cli.output import check_place, whole_file
from linkwise.cli.rates import complete_blocks
from linkwise.cli.simulate import positive
from linkwise.cli.text import decimal
from linkwise.models.load import load
from linkwise.models.robot import Robot
from linkwise.simulation.result import Run
from linkwise.simulation.run import simulate
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

PLOT = """\
Pictures of a robot (Matplotlib draws them).

  linkwise plot 2r arm -q 30deg 45deg -o arm.png               links, joints, frames
  linkwise plot 2r torques swing.csv -o torques.pdf            torques along a file, by cause
  linkwise plot 2r torques -q 0 0.3 --time 2 -o fall.svg       the same of an arm that is let go
  linkwise plot 2r gravity -o load.png                         load of every joint over two of them
  linkwise plot 3r mass --entry q1 q1 --over q2 q3 -o m11.png  an entry of M over two joints
  linkwise plot 2r animation -q 0 0.3 --time 2 -o fall.gif     an arm that is let go, as a film
"""
STILL = (".png", ".pdf", ".svg")
FILMS = (".gif", ".html")
SAMPLES_A_SECOND = 100
FPS = 25


@dataclass(frozen=True, eq=False)
class Request:
    """What is asked for: the robot, the state typed, and all the arguments."""

    robot: Robot
    q: Array
    arguments: argparse.Namespace


def add_plot(commands: Subcommands) -> None:
    """Add `linkwise plot`."""
    command = add_command(commands, "plot", plotted, "pictures of a robot", PLOT)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    command.add_argument("what", metavar="WHAT", choices=tuple(PICTURES), help=", ".join(PICTURES))
    command.add_argument("trajectory", metavar="TRAJECTORY", nargs="?", type=Path, help=TRAJECTORY)
    add_state(command)
    command.add_argument("--time", metavar="T", help="let the arm go and follow it so long, s")
    for option, what in (
        ("--over", "the two joints of a map, along its width and height"),
        ("--entry", "the two joints of an entry of the mass matrix"),
    ):
        command.add_argument(option, metavar=("JOINT", "JOINT"), nargs=2, help=what)
    command.add_argument(
        "--range",
        metavar=("JOINT", "FROM", "TO"),
        nargs=3,
        action="append",
        default=[],
        help="where a map begins and ends, rad or m; may be repeated",
    )
    command.add_argument(
        "--tip",
        metavar=("LINK", "X", "Y", "Z"),
        nargs=4,
        action="append",
        default=[],
        help="where a link ends, m in its frame; may be repeated",
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=Path,
        required=True,
        help="a .png, .pdf or .svg file; of an animation a .gif or .html file",
    )


def plotted(arguments: argparse.Namespace) -> str:
    """Draw what was asked for into a file, and say so."""
    out: Path = arguments.output
    kinds = FILMS if arguments.what == "animation" else STILL
    if out.suffix not in kinds:
        raise LinkwiseError(f"{out}: {arguments.what} goes to a file in {' or '.join(kinds)}")
    sources = [Path(arguments.robot), *([arguments.trajectory] if arguments.trajectory else [])]
    check_place(out, *sources)
    refuse_idle(arguments)
    robot = load(arguments.robot)
    if arguments.gravity is not None:
        robot = replace(robot, gravity=gravity_values(arguments.gravity))
    q = joint_values(robot, "-q", arguments.q or ["0"] * robot.n)
    draw = PICTURES[arguments.what]
    content = draw(importlib.import_module("linkwise.plot"), Request(robot, q, arguments))
    with whole_file(out) as file:
        file.write(content)
    return f"{arguments.what} of {robot.name} drawn in {out}"


def refuse_idle(arguments: argparse.Namespace) -> None:
    """Raise a `LinkwiseError` if something was typed that the picture would not show."""
    takes = TAKES[arguments.what]
    for name in sorted(set().union(*TAKES.values(), {"qdd"}) - takes):
        if getattr(arguments, name):
            said = arguments.trajectory if name == "trajectory" else f"the option {name}"
            raise LinkwiseError(f"{arguments.what} takes {', '.join(sorted(takes))}, not {said}")
    if arguments.what == "torques" and arguments.trajectory and (arguments.q or arguments.time):
        raise LinkwiseError("give either a trajectory or a start (-q, --qd, --time), not both")


def arm(plot: Any, request: Request) -> bytes:
    """Return a picture of the arm."""
    tips = tips_of(request.arguments)
    return still(plot.arm(request.robot, request.q, tips=tips), request)


def torques(plot: Any, request: Request) -> bytes:
    """Return a picture of the torques along a file, or of an arm that is let go."""
    path = request.arguments.trajectory
    if path is None:
        return still(plot.run_torques(run_of(request)), request)
    with open_trajectory(path, request.robot) as recording:
        blocks = list(complete_blocks(recording))
    rows = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    return still(plot.torques(request.robot, **rows), request)


def gravity(plot: Any, request: Request) -> bytes:
    """Return a map of the load of every joint."""
    over, ranges = request.arguments.over, ranges_of(request.arguments)
    return still(plot.gravity_map(request.robot, over, q=request.q, ranges=ranges), request)


def mass(plot: Any, request: Request) -> bytes:
    """Return a map of an entry of the mass matrix."""
    over, ranges = request.arguments.over, ranges_of(request.arguments)
    entry = request.arguments.entry
    return still(plot.mass_map(request.robot, entry, over, q=request.q, ranges=ranges), request)


def animation(plot: Any, request: Request) -> bytes:
    """Return a film of an arm that is let go."""
    film = plot.animation(run_of(request), fps=FPS, tips=tips_of(request.arguments))
    if request.arguments.output.suffix == ".html":
        page: str = plot.film_page(film, fps=FPS)
        return page.encode()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "film.gif"
        film.save(path, writer="pillow")
        return path.read_bytes()


# what each picture takes besides ROBOT, --gravity and -o
TAKES = {
    "arm": {"q", "tip"},
    "torques": {"trajectory", "q", "qd", "time"},
    "gravity": {"q", "over", "range"},
    "mass": {"q", "over", "range", "entry"},
    "animation": {"q", "qd", "time", "tip"},
}
PICTURES: dict[str, Callable[[Any, Request], bytes]] = {
    "arm": arm,
    "torques": torques,
    "gravity": gravity,
    "mass": mass,
    "animation": animation,
}


def still(figure: Any, request: Request) -> bytes:
    """Return a picture as the content of a file of the kind asked for."""
    content = BytesIO()
    figure.savefig(content, format=request.arguments.output.suffix[1:])
    return content.getvalue()


def run_of(request: Request) -> Run:
    """Return the motion of an arm that is let go at the state typed."""
    robot, arguments = request.robot, request.arguments
    if arguments.time is None:
        raise LinkwiseError(
            f"{arguments.what} of {robot.name!r} wants --time, how long the arm moves from -q"
        )
    end = positive("--time", arguments.time)
    qd = joint_values(robot, "--qd", arguments.qd or ["0"] * robot.n)
    t = np.linspace(0, end, max(2, round(SAMPLES_A_SECOND * end) + 1))
    run = simulate(robot, request.q, qd, t=t)
    if not run.is_complete:
        raise LinkwiseError("; ".join(run.messages))
    return run


def ranges_of(arguments: argparse.Namespace) -> dict[str, tuple[float, ...]]:
    """Return the ranges of a map that were typed, by joint."""
    return {joint: numbers("--range", ends) for joint, *ends in arguments.range}


def tips_of(arguments: argparse.Namespace) -> dict[str, tuple[float, ...]]:
    """Return the ends of links that were typed, by link."""
    return {link: numbers("--tip", place) for link, *place in arguments.tip}


def numbers(option: str, words: Sequence[str]) -> tuple[float, ...]:
    """Return the numbers after an option, or say which is none."""
    try:
        return tuple(map(decimal, words))
    except LinkwiseError as error:
        raise LinkwiseError(f"{option}: {error}") from None
