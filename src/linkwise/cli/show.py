"""What a robot is made of: links, joints, masses, effects, gravity and conventions."""

import argparse
from math import atan2, hypot

import numpy as np

from linkwise.cli.arguments import ROBOT, Subcommands, add_command
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Mimic
from linkwise.models.link import Link
from linkwise.models.load import load
from linkwise.models.robot import Robot
from linkwise.number_text import short, vector
from linkwise.spatial.scalars import Array

CONVENTIONS = """\
conventions
  SI units and radians; joint values in the order of the joints above.
  A link's frame has its origin on the joint's axis and moves with the joint.
  placement: pose of the joint in the parent's frame at q = 0; R = Rz(yaw) Ry(pitch) Rx(roll).
  axis, centre of mass: in the link's frame; principal moments: about the centre of mass.
  gravity: acceleration of free fall in world axes."""


def add_show(commands: Subcommands) -> None:
    """Add `linkwise show`."""
    words = "links, joints, masses and conventions of a robot"
    command = add_command(commands, "show", show, words)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)


def show(arguments: argparse.Namespace) -> str:
    """Return what a robot is made of."""
    return robot_report(load(arguments.robot))


def robot_report(robot: Robot) -> str:
    """Return links, joints, masses and conventions of a robot, as text."""
    total, moving = float(robot.mass()), float(robot.mass(fixed_to_base=False))
    names = ", ".join(robot.joint_names) or "none"
    masses = f"{short(moving)} kg moves, {short(total - moving)} kg is fixed to the base"
    joints = [link.joint for link in robot.links]
    followers = [law(joint, joint.mimic) for joint in joints if joint.mimic]
    moving_joints = f"{count(robot.n, 'joint')} that {'moves' if robot.n == 1 else 'move'}"
    head = [
        f"{robot.name}: {count(len(robot.links), 'link')}, {moving_joints}",
        f"  joints   {names}",
        *([f"  tied     {', '.join(followers)}"] if followers else []),
        *([f"  effects  {', '.join(robot.effects)}"] if robot.effects else []),
        f"  mass     {short(total)} kg: {masses}",
        f"  gravity  {vector(robot.gravity)} m/s²",
        f"  base     {pose(robot.base.R, robot.base.p)} in the world",
    ]
    if followers:
        head[0] += f", {len(followers)} tied to them"
    movers = {link.name for link in robot.moving_links}
    links = (link_report(link, moves=link.name in movers) for link in robot.links)
    return "\n\n".join(["\n".join(head), *links, CONVENTIONS])


def count(n: int, thing: str) -> str:
    """Return "1 link", "2 links" and so on."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def link_report(link: Link, *, moves: bool) -> str:
    """Return one link: its joint, where that sits, what it bears, and the link's mass."""
    joint, inertia = link.joint, link.inertia
    lines = [
        f"{link.name}, on {link.parent or 'the base'}{'' if moves else ', does not move'}",
        f"  joint      {joint.name}: {motion(joint)}",
        f"  placement  {pose(link.placement.R, link.placement.p)}",
        *([f"  tied       {law(joint, joint.mimic)}"] if joint.mimic else []),
        *([f"  limits     {limits(joint)}"] if joint.moves else []),
        *(f"  {what:9}  {text}" for what, text in effects(joint).items()),
        f"  mass       {short(float(inertia.mass))} kg, centre of mass {vector(inertia.com)} m",
        f"  principal  {vector(inertia.principal()[0])} kg m²",
    ]
    return "\n".join(lines)


def law(joint: Joint, mimic: Mimic) -> str:
    """Return how a joint follows another: "q2 = -2 q1 + 0.1 rad"."""
    offset = float(mimic.offset)
    shift = f" {'-' if offset < 0 else '+'} {short(abs(offset))} {joint.unit}" if offset else ""
    return f"{joint.name} = {short(mimic.multiplier)} {mimic.joint}{shift}"


def effects(joint: Joint) -> dict[str, str]:
    """Return what the joint adds to the torque, by its name."""
    force, unit = joint.effort_unit, joint.unit
    said = {}
    if "friction" in joint.effects:
        said["friction"] = friction(joint)
    if "springs" in joint.effects:
        spring = joint.spring
        said["spring"] = (
            f"{short(spring.stiffness)} {force}/{unit}, slack at {short(spring.rest)} {unit}"
        )
    if "rotors" in joint.effects:
        rotor, mass = joint.rotor, "kg" if joint.kind == "prismatic" else "kg m²"
        said["rotor"] = (
            f"{short(rotor.inertia)} kg m², gear {short(rotor.gear)}: "
            f"{short(rotor.reflected)} {mass} at the joint"
        )
    return said


def friction(joint: Joint) -> str:
    """Return the law of friction of a joint."""
    terms, force, unit = joint.friction, joint.effort_unit, joint.unit
    said = []
    if terms.viscous:
        said.append(f"viscous {short(terms.viscous)} {force} s/{unit}")
    if terms.coulomb != terms.coulomb_negative:
        sizes = f"{short(terms.coulomb)} forwards, {short(terms.coulomb_negative)} backwards"
        said.append(f"Coulomb {sizes} {force}")
    elif terms.coulomb:
        said.append(f"Coulomb {short(terms.coulomb)} {force}")
    if terms.stribeck:
        speed = f"{short(terms.stribeck_velocity)} {unit}/s"
        said.append(f"Stribeck {short(terms.stribeck)} {force}, half of it at {speed}")
    return ", ".join(said)


def motion(joint: Joint) -> str:
    """Return the kind of a joint, with its axis."""
    axis = vector(joint.axis)
    return {
        "revolute": f"revolute about {axis}",
        "prismatic": f"prismatic along {axis}",
        "helical": f"helical about {axis}, {short(joint.pitch)} m/rad",
        "fixed": "fixed",
    }[joint.kind]


def limits(joint: Joint) -> str:
    """Return the limits that a joint has."""
    limit, unit = joint.limits, joint.unit
    said = []
    if np.isfinite(limit.lower) or np.isfinite(limit.upper):
        said.append(f"range {short(limit.lower)} to {short(limit.upper)} {unit}")
    if np.isfinite(limit.velocity):
        said.append(f"speed {short(limit.velocity)} {unit}/s")
    if np.isfinite(limit.effort):
        said.append(f"effort {short(limit.effort)} {joint.effort_unit}")
    return ", ".join(said) or "none"


def pose(R: Array, p: Array) -> str:
    """Return a pose as position, and roll, pitch, yaw if it is turned."""
    angles = rpy(R)
    turned = f", roll pitch yaw {vector(angles)} rad" if np.any(np.abs(angles) > 1e-12) else ""
    return f"at {vector(p)} m{turned}"


def rpy(R: Array) -> tuple[float, float, float]:
    """Return roll, pitch and yaw of R = Rz(yaw) Ry(pitch) Rx(roll), pitch in ±90°.

    Where the pitch is ±90° only the sum or difference of the others is determined: roll is 0 then
    (Craig, *Introduction to Robotics*, eqs. 2.66-2.68).
    """
    cos_pitch = hypot(R[0, 0], R[1, 0])
    pitch = atan2(-R[2, 0], cos_pitch)
    if cos_pitch < 1e-9:
        return 0.0, pitch, atan2(-R[0, 1], R[1, 1])
    return atan2(R[2, 1], R[2, 2]), pitch, atan2(R[1, 0], R[0, 0])
