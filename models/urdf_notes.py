"""What a URDF file holds that a model does not use, gathered for one warning a file."""

import warnings
from collections.abc import Container, Iterable

from linkwise.models.xml_elements import Element
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

# The elements that are read, and in which element.
READ = {
    "robot": {"link", "joint", "transmission"},
    "link": {"inertial"},
    "inertial": {"origin", "mass", "inertia"},
    "joint": {"origin", "parent", "child", "axis", "limit", "mimic", "dynamics"},
}
# Elements that cannot change the dynamics of a rigid body, skipped with all that is in them.
IDLE = {"visual", "collision", "contact", "collision_checking", "self_collision_checking"}
IDLE |= {"material", "sensor", "gazebo", "ros2_control", "safety_controller", "calibration"}
# What a motor adds to a joint, and the value by which it adds nothing.
MOTOR = {"mechanicalReduction": 1, "mechanical_reduction": 1, "gear_ratio": 1, "rotor_inertia": 0}


class Notes:
    """What the reader has to say about a file."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.impossible: list[str] = []
        self.unused: dict[str, list[str]] = {}

    def add(self, what: str, element: Element, name: str) -> None:
        """Note that something of `element` is not used, or not as the file has it."""
        self.unused.setdefault(what, []).append(f"{name} (line {element.line})")

    def tell(self, *, strict: bool) -> None:
        """Warn once of all that was noted; refuse bodies that cannot exist if `strict`."""
        lines = [f"{what}: {listed(names)}" for what, names in self.unused.items()]
        if self.impossible:
            lines.insert(0, f"no body can have these inertias: {'; '.join(self.impossible)}")
        if self.impossible and strict:
            raise LinkwiseError(f"{self.source}: {lines[0]}")
        if lines:
            message = "\n  ".join([f"{self.source} is read, but", *lines])
            warnings.warn(message, LinkwiseWarning, stacklevel=4)


def listed(names: Iterable[str], most: int = 10) -> str:
    """Return the names as a list, cut short if there are many."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more


def note_unknown(element: Element, notes: Notes) -> None:
    """Note the elements that are neither read nor known to be idle."""
    for child in element.children:
        if child.tag.startswith("xacro:"):
            raise child.error(f"<{child.tag}> belongs to xacro: run xacro first")
        if child.tag not in READ[element.tag]:
            notes.add("unknown elements are skipped", child, child.label)
        elif child.tag in READ:
            note_unknown(child, notes)


def note_unused(joint: Element, joints: Container[str], notes: Notes) -> None:
    """Note that a joint follows another one, or has damping or friction."""
    name, mimic, dynamics = joint.string("name"), joint.get("mimic"), joint.get("dynamics")
    if mimic is not None:
        leader = mimic.string("joint")
        if leader not in joints or leader == name:
            raise mimic.error(f"joint {name!r} mimics {leader!r}, which is not another joint")
        factor, offset = mimic.number("multiplier", 1), mimic.number("offset", 0)
        law = f"{name!r} = {factor:g} * {leader!r} + {offset:g}"
        notes.add("a mimic joint is an independent joint", mimic, law)
    if dynamics is not None:
        found = {key: dynamics.number(key) for key in dynamics.attributes}
        if terms := " and ".join(f"{key} {value:g}" for key, value in found.items() if value):
            notes.add("<dynamics> is not used", dynamics, f"{terms} of {name!r}")


def note_gears(transmission: Element, notes: Notes) -> None:
    """Note what stands in a transmission and is not as if there were no motor."""
    for part in transmission.children:
        tag = part.tag.rpartition(":")[2]
        value = part.attributes.get("value", part.text).strip()
        if tag in MOTOR and not _is(value, MOTOR[tag]):
            notes.add("a transmission is not used", part, f"{value} in {part.label}")
        note_gears(part, notes)


def _is(word: str, value: float) -> bool:
    """Whether a word is empty or this number."""
    try:
        return not word or float(word) == value
    except ValueError:
        return False
