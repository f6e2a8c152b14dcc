"""The joints of a URDF file: kind, axis, limits, friction, and which joint they follow."""

import difflib
import math
import sys
from collections.abc import Mapping

import numpy as np

from linkwise.models.joint import Joint, Kind, Limits
from linkwise.models.joint_effects import Friction, Mimic
from linkwise.models.urdf_notes import Notes, note_fixed
from linkwise.models.xml_elements import Element
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.rotations import unit_axis
from linkwise.spatial.scalars import Array

KINDS: dict[str, Kind] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
}
ADVICE = {
    "planar": "write two prismatic joints and a revolute one, with links without mass between",
    "floating": "make it fixed, or write three prismatic joints and three revolute ones, "
    "with links without mass between",
}


def joint_of(joint: Element, joints: Mapping[str, Element], notes: Notes) -> Joint:
    """Return a joint, and note what of it is not used, or not as the file has it."""
    name, kind = joint.string("name"), joint.string("type")
    if kind not in KINDS:
        advice = ADVICE.get(kind, f"{', '.join(KINDS)} are known")
        raise joint.error(f"joint {name!r} is of type {kind!r}, which is not read: {advice}")
    if kind == "fixed":  # some exporters write an axis 0 0 0 and limits here
        note_fixed(joint, notes)
        return Joint.fixed(name)
    return Joint(
        name,
        KINDS[kind],
        _axis(joint, notes),
        limits=_limits(joint, kind, notes),
        friction=_friction(joint),
        mimic=_mimic(joint, joints),
    )


def _axis(joint: Element, notes: Notes) -> Array:
    """Return the axis of a joint as a unit vector; x if the file gives none."""
    axis = joint.get("axis")
    if axis is None:
        return np.array([1.0, 0.0, 0.0])
    given = axis.numbers("xyz", 3)
    try:
        with np.errstate(over="ignore"):
            direction, length = unit_axis(given, f"the axis of {joint.label}")
    except LinkwiseError as error:
        raise axis.error(str(error)) from None
    if abs(length - 1) > 1e-3:
        notes.add("axes are taken as directions", axis, f"{joint.label} of length {length:g}")
    return direction


def _limits(joint: Element, kind: str, notes: Notes) -> Limits:
    """Return what a joint can bear; without ``lower`` and ``upper`` its range has no ends.

    The largest of all floats means none too: it stands where other readers demand a number.
    """
    limit = joint.get("limit")
    if limit is None:
        return Limits()

    def bound(attribute: str, default: float) -> float:
        x = limit.number(attribute, default)
        return math.copysign(math.inf, x) if abs(x) >= sys.float_info.max else x

    speed, effort = bound("velocity", np.inf), bound("effort", np.inf)
    lower, upper = -np.inf, np.inf
    if not limit.attributes.keys().isdisjoint({"lower", "upper"}):
        ends = bound("lower", 0), bound("upper", 0)
        if kind != "continuous":
            lower, upper = ends
        elif any(ends):
            notes.add("a continuous joint has no range", limit, joint.label)
    try:
        return Limits(lower, upper, speed, effort)
    except LinkwiseError as error:
        raise limit.error(f"{joint.label}: {error}") from None


def _friction(joint: Element) -> Friction:
    """Return viscous and Coulomb friction; none where the file gives none."""
    dynamics = joint.get("dynamics")
    if dynamics is None:
        return Friction()
    sizes = {key: dynamics.number(key, 0.0) for key in ("damping", "friction")}
    for key, size in sizes.items():
        if size < 0:
            raise dynamics.error(f"{joint.label} has {key} {size:g}: it cannot be negative")
    return Friction(viscous=sizes["damping"], coulomb=sizes["friction"])


def _mimic(joint: Element, joints: Mapping[str, Element]) -> Mimic | None:
    """Return what ties a joint to another, which must move by itself or follow one that does."""
    mimic = joint.get("mimic")
    if mimic is None:
        return None
    passed = [joint.string("name")]
    step: Element | None = mimic
    while step is not None:
        leader = step.string("joint")
        if leader not in joints:
            near = difflib.get_close_matches(leader, joints, n=1)
            hint = f": did you mean {near[0]!r}?" if near else ""
            raise step.error(f"joint {passed[-1]!r} mimics {leader!r}, which is no joint{hint}")
        if joints[leader].string("type") == "fixed":
            raise step.error(f"joint {passed[-1]!r} mimics {leader!r}, which is fixed")
        if leader in passed:
            raise step.error(f"joint {leader!r} mimics itself: {' -> '.join([*passed, leader])}")
        passed.append(leader)
        step = joints[leader].get("mimic")
    return Mimic(passed[1], mimic.number("multiplier", 1.0), mimic.number("offset", 0.0))
