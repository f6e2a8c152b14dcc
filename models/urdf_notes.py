"""What a URDF file holds that a model does not use, gathered for one warning a file."""

import warnings
from collections.abc import Iterable, Mapping

from linkwise.models.massless import NO_DYNAMICS, links_without_mass
from linkwise.models.robot import Robot
from linkwise.models.xml_elements import Element, plain_number
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

# The elements that are read, and in which element.
READ = {
    "robot": {"link", "joint"},
    "link": {"inertial"},
    "inertial": {"origin", "mass", "inertia"},
    "joint": {"origin", "parent", "child", "axis", "limit", "mimic", "dynamics"},
}
ATTRIBUTES: dict[str, set[str]] = {
    "robot": {"name", "version"},
    "link": {"name"},
    "inertial": set(),
    "origin": {"xyz", "rpy"},
    "mass": {"value"},
    "inertia": {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"},
    "joint": {"name", "type"},
    "parent": {"link"},
    "child": {"link"},
    "axis": {"xyz"},
    "limit": {"lower", "upper", "velocity", "effort"},
    "mimic": {"joint", "multiplier", "offset"},
    "dynamics": {"damping", "friction"},
}
# Elements that cannot change the dynamics of a rigid body, skipped with all that is in them.
IDLE = {"visual", "collision", "contact", "collision_checking", "self_collision_checking"}
IDLE |= {"material", "sensor", "gazebo", "ros2_control", "safety_controller", "calibration"}


class Notes:
    """What the reader has to say about a file."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.remarks: list[str] = []
        self.impossible: list[str] = []
        self.unused: dict[str, list[str]] = {}

    def add(self, what: str, element: Element, name: str) -> None:
        """Note that something of `element` is not used, or not as the file has it."""
        self.unused.setdefault(what, []).append(f"{name} (line {element.line})")

    def tell(self, *, strict: bool) -> None:
        """Warn once of all that was noted; refuse bodies that cannot exist if `strict`."""
        lines = [f"{what}: {listed(names)}" for what, names in self.unused.items()]
        lines += self.remarks
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
    """Note what is neither read nor known to be idle: elements, and numbers in attributes."""
    for key, word in element.attributes.items():
        if key not in ATTRIBUTES[element.tag] and is_number_but(0, word):
            notes.add("unknown attributes are skipped", element, f"{key} of {element.label}")
    for child in element.children:
        if child.tag.startswith("xacro:"):
            raise child.error(f"<{child.tag}> belongs to xacro: run xacro first")
        if child.tag in READ.get(element.tag, ()):
            note_unknown(child, notes)
        elif child.tag == "transmission":
            note_transmission(child, notes)
        elif child.tag not in IDLE:
            notes.add("unknown elements are skipped", child, child.label)


def note_fixed(joint: Element, notes: Notes) -> None:
    """Note a law of motion of a joint that does not move."""
    laws = joint.all("mimic")
    laws += [
        law
        for law in joint.all("dynamics")
        if any(is_number_but(0, word) for word in law.attributes.values())
    ]
    for law in laws:
        notes.add("a fixed joint does not move", law, law.label)


def note_transmission(transmission: Element, notes: Notes) -> None:
    """Note every number in a transmission that is not as if there were no motor."""
    for part in transmission.children:
        for key, word in {"": part.text, **part.attributes}.items():
            name = part.tag if key in ("", "value") else key
            neutral = int("reduction" in name.lower() or "ratio" in name.lower())
            if is_number_but(neutral, word):
                at = "" if name == part.tag else f"{name} of "
                notes.add("a transmission is not used", part, f"{word.strip()} in {at}{part.label}")
        note_transmission(part, notes)


def is_number_but(neutral: float, word: str) -> bool:
    """Tell whether a word is a number other than the neutral one."""
    try:
        return plain_number(word) != neutral
    except ValueError:
        return False


def note_massless(robot: Robot, links: Mapping[str, Element], notes: Notes) -> None:
    """Note links without <inertial> that move and look forgotten, and robots without any mass."""
    parts = {name: {part.tag for part in link.children} for name, link in links.items()}
    given = [name for name, tags in parts.items() if "inertial" in tags]
    drawn = [name for name, tags in parts.items() if tags & {"visual", "collision"}]
    for name in links_without_mass(robot, given, drawn):
        link = links[name]
        notes.add("moving links without <inertial> have no mass", link, link.label)
    if robot.n and not robot.has_dynamics:
        notes.remarks.append(NO_DYNAMICS)
