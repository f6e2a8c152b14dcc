"""Writer of URDF, for the tools that read it; what URDF cannot hold is told or refused."""

import os
import sys
import warnings

import numpy as np

from linkwise.models.file_numbers import (
    angles,
    body,
    names,
    number,
    numbers,
    require_plain,
    save_text,
)
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.transform import Transform

UNLIMITED = sys.float_info.max  # where URDF wants a limit and the joint has none
ROUNDING = 1e-13  # angles that give a rotation back no better than so are told


def save_urdf(robot: Robot, path: str | os.PathLike[str]) -> None:
    """Write a robot to a URDF file, which appears whole or not at all.

    Parameters
    ----------
    robot
        The robot.
    path
        The file; one that is there is replaced.

    Raises
    ------
    LinkwiseError
        As for `write_urdf`, or if the file cannot be written.
    """
    save_text(_written(robot), path)


def write_urdf(robot: Robot) -> str:
    """Return a robot as URDF text that `read_urdf` reads back to the same dynamics.

    URDF has one root without a joint.  A single link that is fixed to the base where the base
    stands, such as the root of a file that was read, becomes it; else a link "base" is added, and
    the base's pose goes into the joints on it.  A limit that URDF demands and the joint has not is
    written as the largest number there is, which `read_urdf` takes for none.

    Parameters
    ----------
    robot
        The robot, of plain numbers.

    Raises
    ------
    LinkwiseError
        If the robot holds symbols, or what URDF has no words for and the dynamics need: helical
        joints, springs, rotors, Stribeck friction, friction that differs by direction, first
        moments without mass, names with control characters or with spaces at an end.

    Warns
    -----
    LinkwiseWarning
        If gravity is not (0, 0, −9.81), for it stands in no URDF file, or a rotation matrix is not
        orthonormal to rounding, so that no angles give it back.

    Examples
    --------
    >>> from linkwise import Inertia, Joint, Link, Robot
    >>> rod = Inertia(2, (0.5, 0, 0))
    >>> robot = Robot("pendulum", [Link("rod", Joint.revolute("swing", (0, 1, 0)), inertia=rod)])
    >>> print(write_urdf(robot))
    <?xml version="1.0" encoding="utf-8"?>
    <robot name="pendulum">
      <link name="base"/>
      <joint name="swing" type="continuous">
        <parent link="base"/>
        <child link="rod"/>
        <origin xyz="0 0 0" rpy="0 0 0"/>
        <axis xyz="0 1 0"/>
      </joint>
      <link name="rod">
        <inertial>
          <origin xyz="0.5 0 0" rpy="0 0 0"/>
          <mass value="2"/>
          <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>
        </inertial>
      </link>
    </robot>
    <BLANKLINE>
    """
    return _written(robot)


def _written(robot: Robot) -> str:
    require_plain(robot, "URDF")
    if lost := refusals(robot):
        raise LinkwiseError(f"URDF cannot hold all of {robot.name!r}: {'; '.join(lost)}")
    told = []
    if robot.gravity.tolist() != [0, 0, -9.81]:
        g = numbers(robot.gravity, ", ")
        told.append(f"gravity ({g}) is left out: after reading, give it by with_gravity")
    root, rest = rooted(robot)
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<robot name={quoted(robot.name)}>"]
    lines += link_lines(root, robot.link(root).inertia if root in robot.link_names else None)
    for link in rest:
        off = angles(link.placement.R)[1]
        if off > ROUNDING:
            told.append(f"the rotation of link {link.name!r} is kept only to {off:.0e}")
        lines += [*joint_lines(link, root), *link_lines(link.name, link.inertia)]
    if told:
        message = "\n  ".join([f"{robot.name!r} is written to URDF, but", *told])
        warnings.warn(message, LinkwiseWarning, stacklevel=3)
    return "\n".join([*lines, "</robot>"]) + "\n"


def refusals(robot: Robot) -> list[str]:
    """Return what URDF has no words for, one phrase a link or joint."""
    lost = []
    for link in robot.links:
        joint, name = link.joint, link.joint.name
        if joint.kind == "helical":
            lost.append(f"joint {name!r} is helical")
        for effect in joint.effects:
            if effect in ("springs", "rotors"):
                lost.append(f"joint {name!r} has {effect}: see robot.without({effect!r})")
        if joint.friction != Friction(joint.friction.viscous, joint.friction.coulomb):
            lost.append(
                f"joint {name!r} has friction beyond viscous and Coulomb, one for both ways"
            )
        if body(link.inertia) is None:
            lost.append(f"link {link.name!r} has no mass and centre that its moments come from")
    for what, word in names(robot.name, robot.links):
        if word != word.strip() or not word.isprintable():
            lost.append(f"the name {word!r} of {what} has control characters or spaces at an end")
    return lost


def rooted(robot: Robot) -> tuple[str, list[Link]]:
    """Return the name of the root, and the links with a joint; those on the base hang on the root.

    A root that stands there already is kept; its joint must be the one that a reader would give it.
    """
    on_base = [link for link in robot.links if link.parent is None]
    first = on_base[0]
    there = len(on_base) == 1 and first.joint.name == f"{first.name}_to_base"
    if there and not first.joint.moves and is_identity(robot.base @ first.placement):
        return first.name, [link for link in robot.links if link is not first]
    root = "base"
    while root in robot.link_names:
        root += "_"
    placed = {link.name: robot.base @ link.placement for link in on_base}
    return root, [
        Link(k.name, k.joint, placed.get(k.name, k.placement), k.inertia, k.parent or root)
        for k in robot.links
    ]


def is_identity(X: Transform) -> bool:
    """Tell whether X is the identity to the last bit."""
    return bool((np.eye(3) == X.R).all() and not X.p.any())


def link_lines(name: str, inertia: Inertia | None) -> list[str]:
    """Return the element of a link; without <inertial> if it has no inertia."""
    if inertia is None or inertia.is_zero or (found := body(inertia)) is None:
        return [f"  <link name={quoted(name)}/>"]
    m, com, I_c = found
    entries = [
        f'i{"xyz"[i]}{"xyz"[j]}="{number(I_c[i, j])}"' for i in range(3) for j in range(i, 3)
    ]
    return [
        f"  <link name={quoted(name)}>",
        "    <inertial>",
        f'      <origin xyz="{numbers(com, " ")}" rpy="0 0 0"/>',
        f'      <mass value="{number(m)}"/>',
        f"      <inertia {' '.join(entries)}/>",
        "    </inertial>",
        "  </link>",
    ]


def joint_lines(link: Link, root: str) -> list[str]:
    """Return the element of the joint that carries a link."""
    joint, X = link.joint, link.placement
    kind, limit = kind_and_limit(joint)
    inner = [
        f"<parent link={quoted(link.parent or root)}/>",
        f"<child link={quoted(link.name)}/>",
        f'<origin xyz="{numbers(X.p, " ")}" rpy="{numbers(angles(X.R)[0], " ")}"/>',
    ]
    if joint.moves:
        inner.append(f'<axis xyz="{numbers(joint.axis, " ")}"/>')
    inner += limit
    if "friction" in joint.effects:
        damping, friction = number(joint.friction.viscous), number(joint.friction.coulomb)
        inner.append(f'<dynamics damping="{damping}" friction="{friction}"/>')
    if mimic := joint.mimic:
        law = f'multiplier="{number(mimic.multiplier)}" offset="{number(mimic.offset)}"'
        inner.append(f"<mimic joint={quoted(mimic.joint)} {law}/>")
    head = f'  <joint name={quoted(joint.name)} type="{kind}">'
    return [head, *(f"    {line}" for line in inner), "  </joint>"]


def kind_and_limit(joint: Joint) -> tuple[str, list[str]]:
    """Return the type of a joint, and its <limit> where the type demands one or it has any.

    Strict readers want all four numbers in it.
    """
    limits = {key: np.clip(x, -UNLIMITED, UNLIMITED) for key, x in vars(joint.limits).items()}
    speed_or_effort = bool(np.isfinite([joint.limits.velocity, joint.limits.effort]).any())
    if joint.kind == "revolute" and not np.isfinite([joint.limits.lower, joint.limits.upper]).any():
        del limits["lower"], limits["upper"]
        kind, wanted = "continuous", speed_or_effort
    else:
        kind, wanted = joint.kind, joint.moves
    said = " ".join(f'{key}="{number(x)}"' for key, x in limits.items())
    return kind, [f"<limit {said}/>"] if wanted else []


def quoted(word: str) -> str:
    """Return an XML attribute's value in quotes."""
    for plain, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        word = word.replace(plain, escaped)
    return f'"{word}"'
