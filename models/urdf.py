"""Reader of URDF, the robot files of ROS: links, inertias and joints of one coordinate or none."""

import os
from pathlib import Path

import numpy as np

from linkwise.models.joint import Joint
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.models.urdf_joints import joint_of
from linkwise.models.urdf_notes import IDLE, Notes, listed, note_massless, note_unknown
from linkwise.models.xml_elements import MAX_BYTES, Element, parse
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia, symmetric
from linkwise.spatial.transform import Transform


def load_urdf(path: str | os.PathLike[str], *, strict: bool = False) -> Robot:
    """Return the robot that a URDF file describes.

    Parameters
    ----------
    path
        The file.
    strict
        Whether to refuse bodies that cannot exist.

    Raises
    ------
    LinkwiseError
        As for `read_urdf`, or if the file cannot be read, is larger than 64 MB or is xacro.
    """
    if Path(path).suffix.lower() == ".xacro":
        target = Path(path).with_suffix("").with_suffix(".urdf")
        raise LinkwiseError(f"{path} is xacro, not URDF: expand it by `xacro {path} > {target}`")
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise LinkwiseError(f"{path} cannot be read: {error.strerror}") from None
    return _robot(data, str(path), strict=strict)


def read_urdf(text: str | bytes, *, source: str = "<text>", strict: bool = False) -> Robot:
    """Return the robot that a URDF text describes.

    The frame of a link is that of its joint; ``origin`` is the pose with R = Rz(y) Ry(p) Rx(r).
    The ``inertia`` of the file is about the centre of mass in the axes of the inertial ``origin``:
    it is turned into the axes of the link.  A link without ``inertial`` has no mass.  A joint has
    ``damping`` as viscous and ``friction`` as Coulomb friction; a ``mimic`` joint has no coordinate
    of its own: it is tied to that of its leader.

    The root stands on the base by a fixed joint of the name ``<root>_to_base``.  Gravity is
    (0, 0, −9.81).  The coordinates are in depth-first order; joints on one link are in the order of
    the file.

    Parameters
    ----------
    text
        Text of the file, elements in any order.
    source
        What to call the text in messages.
    strict
        Whether to refuse bodies that cannot exist.

    Returns
    -------
    Robot
        Fixed joints stay as links without a coordinate; continuous joints are revolute ones
        without a range.  `Robot.n` counts the joints that move by themselves.

    Raises
    ------
    LinkwiseError
        If the text is not XML or not a tree of links, or a value is missing, not a finite number
        or impossible.  The message gives the line.

    Warns
    -----
    LinkwiseWarning
        Once a file, if bodies cannot exist, a link that moves has no ``inertial`` where one is
        wanted, or something that bears on the dynamics is not used, such as gear reductions.

    References
    ----------
    The format: https://wiki.ros.org/urdf/XML

    Examples
    --------
    >>> robot = read_urdf('''
    ... <robot name="pendulum">
    ...   <link name="post"/>
    ...   <joint name="swing" type="continuous">
    ...     <parent link="post"/> <child link="rod"/> <axis xyz="0 1 0"/>
    ...   </joint>
    ...   <link name="rod">
    ...     <inertial> <origin xyz="0.5 0 0"/> <mass value="2"/>
    ...       <inertia ixx="0" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/> </inertial>
    ...   </link>
    ... </robot>''')
    >>> robot.joint_names, robot.link_names
    (('swing',), ('post', 'rod'))
    """
    if isinstance(text, str) and text.strip() and "<" not in text:
        raise LinkwiseError(f"{text!r} is not XML: a file is read by load_urdf")
    return _robot(text, source, strict=strict)


def _robot(text: str | bytes, source: str, *, strict: bool) -> Robot:
    root = parse(text, source, shallow=IDLE)
    if root.tag != "robot":
        raise root.error(f"the root element is <{root.tag}>: a URDF file holds a <robot>")
    notes = Notes(source)
    note_unknown(root, notes)
    links, joints = _by_name(root, "link"), _by_name(root, "joint")
    base, ways = _tree(root, links, joints)
    anchor = f"{base}_to_base"
    while anchor in joints:
        anchor += "_"
    bodies = {name: _inertia(link, notes) for name, link in links.items()}
    found = [Link(base, Joint.fixed(anchor), inertia=bodies[base])]
    for child, (parent, joint) in ways.items():
        placement = _pose(joint)
        found.append(Link(child, joint_of(joint, joints, notes), placement, bodies[child], parent))
    robot = Robot(root.attributes.get("name") or "robot", found)
    note_massless(robot, links, notes)
    notes.tell(strict=strict)
    return robot


def _by_name(root: Element, tag: str) -> dict[str, Element]:
    """Return the links or joints by name, which must be there and differ."""
    found: dict[str, Element] = {}
    for element in root.all(tag):
        name = element.string("name")
        if name in found:
            raise element.error(f"a second {tag} {name!r}, after line {found[name].line}")
        found[name] = element
    return found


def _tree(
    root: Element, links: dict[str, Element], joints: dict[str, Element]
) -> tuple[str, dict[str, tuple[str, Element]]]:
    """Return the root link, and of every other link its parent and joint, in the file's order."""
    ways: dict[str, tuple[str, Element]] = {}
    children: dict[str, list[str]] = {name: [] for name in links}
    for name, joint in joints.items():
        parent, child = (joint.need(end).string("link") for end in ("parent", "child"))
        for end, link in (("parent", parent), ("child", child)):
            if link not in links:
                raise joint.need(end).error(f"joint {name!r} names an unknown link {link!r}")
        if child in ways:
            raise joint.error(
                f"link {child!r} has two parents: joint {name!r} and "
                f"joint {ways[child][1].string('name')!r} of line {ways[child][1].line}"
            )
        ways[child] = (parent, joint)
        children[parent].append(child)
    bases = [name for name in links if name not in ways]
    if not links:
        raise root.error("there is no <link> in <robot>")
    if len(bases) > 1:
        where = listed(f"{name!r} (line {links[name].line})" for name in bases)
        raise links[bases[1]].error(
            f"a robot has one root, but no joint leads to the links {where}"
        )
    reached = bases[:]
    for name in reached:  # grows while it is walked along
        reached += children[name]
    if loop := ways.keys() - set(reached):
        joint = min((ways[name][1] for name in loop), key=lambda joint: joint.line)
        names = listed(f"{name!r}" for name in ways if name in loop)
        raise joint.error(f"links form a loop that never meets a root: {names}")
    return bases[0], ways


def _pose(element: Element) -> Transform:
    """Return the pose that the ``origin`` in `element` gives; the identity without one."""
    origin = element.get("origin")
    if origin is None:
        return Transform.identity()
    if unknown := origin.attributes.keys() - {"xyz", "rpy"}:
        raise origin.error(f"<origin> has xyz and rpy, not {listed(sorted(unknown))}")
    zero = (0.0, 0.0, 0.0)
    return Transform.from_rpy(origin.numbers("rpy", 3, zero), origin.numbers("xyz", 3, zero))


def _inertia(link: Element, notes: Notes) -> Inertia:
    """Return the inertia of a link, in its frame."""
    name, inertial = link.string("name"), link.get("inertial")
    if inertial is None:
        return Inertia.zero()
    mass, tensor = inertial.need("mass"), inertial.get("inertia")
    m = mass.number("value")
    if m < 0:
        raise mass.error(f"link {name!r} has mass {m:g}: it cannot be negative")
    if tensor is None:
        notes.add("without <inertia> a link is a point mass", inertial, f"{name!r}")
        body = Inertia(m, (0, 0, 0))
    else:
        entries = (tensor.number(k) for k in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
        body = Inertia(m, (0, 0, 0), symmetric(*entries))
    with np.errstate(all="ignore"):
        if rules := body.violations():
            notes.impossible.append(f"link {name!r} (line {inertial.line}), {', '.join(rules)}")
        body = body.moved(_pose(inertial))
    if not np.isfinite(body.parameters()).all():
        raise inertial.error(f"the inertia of link {name!r} is too large to be computed with")
    return body
