"""Writer of robots in TOML, the format that holds all that a `Robot` holds."""

import json
import os
from typing import Any

import numpy as np

from linkwise.models.file_numbers import angles, body, number, numbers, require_plain, save_text
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.transform import Transform

HEAD = """\
# SI units, radians, world axes for gravity; com and inertia in the link's frame, inertia about com:
# [Ixx, Iyy, Izz] or [Ixx, Ixy, Ixz, Iyy, Iyz, Izz], entries as the matrix has them.
"""


def save_toml(robot: Robot, path: str | os.PathLike[str]) -> None:
    """Write a robot to a TOML file, which appears whole or not at all.

    Parameters
    ----------
    robot
        The robot.
    path
        The file; one that is there is replaced.

    Raises
    ------
    LinkwiseError
        As for `write_toml`, or if the file cannot be written.
    """
    save_text(write_toml(robot), path)


def write_toml(robot: Robot) -> str:
    """Return a robot as TOML text that `read_toml` reads back to the same dynamics.

    All of it is there: bodies, placements, joints with limits, friction, springs, rotors and mimic
    laws, gravity, the base's pose, and the order of the links.  Angles stand for a rotation where
    they give it back to the last bit, its matrix elsewhere; a body that has no mass, centre and
    tensor, such as an identified one, is written by its ten parameters.

    Parameters
    ----------
    robot
        The robot, of plain numbers.

    Raises
    ------
    LinkwiseError
        If the robot holds symbols, a name cannot be written, or a link named "base" hides the
        base.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> print(write_toml(planar_2r()).partition("[[link]]")[2])
    <BLANKLINE>
    name = "link1"
    joint = "revolute"
    joint_name = "q1"
    axis = [0, 0, 1]
    mass = 1
    com = [0.5, 0, 0]
    inertia = [0, 0.1, 0.1]
    <BLANKLINE>
    [[link]]
    name = "link2"
    at = [1, 0, 0]
    joint = "revolute"
    joint_name = "q2"
    axis = [0, 0, 1]
    mass = 1
    com = [0.5, 0, 0]
    inertia = [0, 0.1, 0.1]
    <BLANKLINE>
    """
    require_plain(robot, "TOML")
    lines = [HEAD, f"name = {text(robot.name)}", f"gravity = {row(robot.gravity)}"]
    if base := pose(robot.base):
        lines.append(f"base = {inline(base)}")
    before: str | None = None
    for link in robot.links:
        fields = {"name": text(link.name), **parent(link, before, robot.link_names)}
        fields |= pose(link.placement) | joint(link.joint, link.name) | mass(link.inertia)
        lines += ["", "[[link]]", *(f"{key} = {value}" for key, value in fields.items())]
        before = link.name
    return "\n".join(lines) + "\n"


def parent(link: Link, before: str | None, links: tuple[str, ...]) -> dict[str, str]:
    """Return the field for the parent, where it is not the link before, as is understood."""
    if link.parent == before:
        return {}
    if link.parent is None and "base" in links and link.name != "base":
        raise LinkwiseError(
            f"link {link.name!r} stands on the base, but in TOML parent = 'base' would be the link "
            "of that name: give that link another by rename(links={'base': ...})"
        )
    return {"parent": text(link.parent or "base")}


def pose(X: Transform) -> dict[str, str]:
    """Return the fields for a pose: none for the identity."""
    fields = {"at": row(X.p)} if X.p.any() else {}
    rpy, off = angles(X.R)
    if off:
        fields["rotation"] = f"[{', '.join(map(row, X.R))}]"
    elif rpy.any():
        fields["rpy"] = row(rpy)
    return fields


def joint(joint: Joint, link: str) -> dict[str, str]:
    """Return the fields for a joint and what it adds to the torque."""
    fields = {"joint": text(joint.kind)}
    if not joint.moves:
        return (
            fields if joint.name == f"{link} fixed" else fields | {"joint_name": text(joint.name)}
        )
    fields |= {"joint_name": text(joint.name), "axis": row(joint.axis)}
    if joint.kind == "helical":
        fields["pitch"] = number(joint.pitch)
    limits = {key: number(x) for key, x in vars(joint.limits).items() if np.isfinite(x)}
    spring, rotor, mimic = joint.spring, joint.rotor, joint.mimic
    parts: dict[str, dict[str, str]] = {"limits": limits, "friction": friction(joint.friction)}
    if spring.stiffness or spring.rest:
        parts["spring"] = {"stiffness": number(spring.stiffness), "rest": number(spring.rest)}
    if rotor.inertia or rotor.gear != 1:
        parts["rotor"] = {"inertia": number(rotor.inertia), "gear": number(rotor.gear)}
    if mimic:
        law = {"multiplier": number(mimic.multiplier), "offset": number(mimic.offset)}
        parts["mimic"] = {"joint": text(mimic.joint), **law}
    return fields | {key: inline(part) for key, part in parts.items() if part}


def friction(friction: Friction) -> dict[str, str]:
    """Return the fields for friction: none without any."""
    if friction == Friction():
        return {}
    fields = {"viscous": number(friction.viscous), "coulomb": number(friction.coulomb)}
    if friction.coulomb != friction.coulomb_negative:
        fields["coulomb"] = row((friction.coulomb, friction.coulomb_negative))
    if friction.stribeck or friction.stribeck_velocity != 1:
        fields["stribeck"] = number(friction.stribeck)
        fields["stribeck_velocity"] = number(friction.stribeck_velocity)
    return fields


def mass(inertia: Inertia) -> dict[str, str]:
    """Return the fields for a body; a mass of 0 says that none was forgotten."""
    found = body(inertia)
    if found is None:
        return {"parameters": row(inertia.parameters())}
    m, com, tensor = found
    fields = {"mass": number(m)}
    if m > 0:
        fields["com"] = row(com)
    if tensor.any():
        upper = tensor[np.triu_indices(3)]
        diagonal = not upper[[1, 2, 4]].any()
        fields["inertia"] = row(tensor.diagonal() if diagonal else upper)
    return fields


def row(values: Any) -> str:
    """Return numbers as a TOML array."""
    return f"[{numbers(values, ', ')}]"


def inline(fields: dict[str, str]) -> str:
    """Return fields as an inline table."""
    return f"{{ {', '.join(f'{key} = {value}' for key, value in fields.items())} }}"


def text(word: str) -> str:
    """Return a TOML string: as in JSON, but the character DEL has to be escaped too."""
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")
