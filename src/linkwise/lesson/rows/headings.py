"""What is said about a robot's rows in words: headings, notation, frames, the base."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from linkwise.lesson.rows.followers import motor_remarks
from linkwise.lesson.rows.lines import Line, Lines
from linkwise.lesson.rows.notation import Notation
from linkwise.lesson.rows.script import is_z
from linkwise.lesson.rows.steps import Steps
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.number_text import vector
from linkwise.spatial.scalars import is_numeric

OUTWARD = "outward, from the base to the tips"
INWARD = "inward, from the tips to the base"


def title(robot: Robot, notation: Notation) -> str:
    """Return the heading of all."""
    return f"Newton-Euler iterations of {robot.name}, in {notation.title}"


def remarks(robot: Robot, notation: Notation) -> list[str]:
    """Return what is to be known of the letters."""
    said = [notation.remark]
    joints = [link.joint for link in robot.links if link.joint.moves]
    letter = notation.letters.get("axis")
    if letter and "axis" in letter.text and not all(is_z(joint.axis) for joint in joints):
        said.append("Where a joint's axis is not z, its axis â stands in place of Ẑ.")
    return [*said, *motor_remarks(robot, notation), f"{notation.source}."]


def link_heading(robot: Robot, i: int) -> str:
    """Return the number, the name and the joint of a link."""
    link = robot.links[i]
    parent = robot.parents[i]
    on = "the base" if parent < 0 else f"link {parent + 1}"
    return f"link {numbered(link, i)}, on {on}: {joint_words(link)}"


def numbered(link: Link, i: int) -> str:
    """Return the number of a link from 1, and its name if that says more."""
    return f"{i + 1}" if link.name == f"link{i + 1}" else f"{i + 1} {link.name!r}"


def joint_words(link: Link) -> str:
    """Return the name and the kind of a joint."""
    joint = link.joint
    if not joint.moves:
        return "fixed"
    along = "along" if joint.kind == "prismatic" else "about"
    if is_z(joint.axis):
        axis = "z"
    elif is_numeric(joint.axis):
        axis = vector(joint.axis).replace("-", "−")
    else:
        axis = f"({', '.join(map(str, joint.axis))})"
    return f"joint {joint.name}, {joint.kind} {along} {axis}"


def sections(robot: Robot, rows: Lines) -> Iterator[tuple[str, Steps, list[Line]]]:
    """Yield headings, names for common subexpressions as they come to be needed, and rows.

    The sections are the base, every link outward, and every link inward.
    """
    waiting = dict(rows.steps)
    links = range(len(robot.links))
    outward = (
        (f"outward: {link_heading(robot, i)}", [*rows.of("given", i), *rows.of("outward", i)])
        for i in links
    )
    inward = ((f"inward: {link_heading(robot, i)}", rows.of("inward", i)) for i in reversed(links))
    for heading, lines in (("base", list(rows.base)), *outward, *inward):
        yield heading, taken(waiting, lines), lines


def taken(waiting: dict[Any, Any], lines: Sequence[Line]) -> Steps:
    """Return the steps that rows need, in their order, and take them from those that wait."""
    wanted: set[Any] = set()
    for line in lines if waiting else ():
        wanted = wanted.union(*(x.free_symbols for x in np.asarray(line.value, dtype=object).flat))
    needed = []
    for name, e in reversed(waiting.items()):
        if name in wanted:
            wanted |= e.free_symbols
            needed.append((name, e))
    for name, _ in needed:
        del waiting[name]
    return tuple(needed[::-1])
