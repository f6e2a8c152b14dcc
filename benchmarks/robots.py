"""Two robots that linkwise and Pinocchio read from the very same file."""

import warnings
from dataclasses import dataclass
from importlib.metadata import files
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

import linkwise

Array = NDArray[np.float64]

KEPT = ("origin", "parent", "child", "axis", "limit")  # of a joint; no damping, friction or mimic

# the file in the package example-robot-data, and the joints that are locked
FILES = {
    "panda": ("panda.urdf", {"panda_finger_joint1", "panda_finger_joint2"}),
    "talos": ("talos_reduced.urdf", {"gripper_left_joint", "gripper_right_joint"}),
}


@dataclass(frozen=True)
class Pair:
    """One robot in both libraries.

    Attributes
    ----------
    robot, model
        linkwise's and Pinocchio's.
    order
        For each of Pinocchio's coordinates the index of linkwise's: branches are sorted otherwise.
    """

    robot: linkwise.Robot
    model: pin.Model
    order: NDArray[np.int64]

    def states(
        self, count: int, vectors: int = 3, seed: int = 0
    ) -> tuple[list[Array], list[Array]]:
        """Return random vectors (count, n) in linkwise's order, and the same in Pinocchio's."""
        rng = np.random.default_rng(seed)
        ours = [rng.uniform(-2, 2, (count, self.robot.n)) for _ in range(vectors)]
        return ours, [np.ascontiguousarray(x[:, self.order]) for x in ours]


def pair(name: str, folder: Path) -> Pair:
    """Write a robot's bare file into the folder and read it with both libraries."""
    file = folder / f"{name}.urdf"
    source, locked = FILES[name]
    write_bare(find(source), locked, file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", linkwise.LinkwiseWarning)  # bodies that cannot exist
        robot = linkwise.load(file)
    model = pin.buildModelFromUrdf(str(file))
    by_name = {name: k for k, name in enumerate(robot.joint_names)}
    order = [by_name[name] for name in list(model.names)[1:]]
    return Pair(robot, model, np.array(order))


def find(name: str) -> Path:
    """Return a file of the package example-robot-data."""
    listed = files("example-robot-data") or []
    return next(Path(str(file.locate())) for file in listed if file.name == name)


def write_bare(source: Path, locked: set[str], target: Path) -> None:
    """Copy a URDF file without meshes and joint losses, some joints made fixed."""
    tree = ET.parse(source)  # noqa: S314 - a file of a package that we chose
    root = tree.getroot()
    for element in list(root):
        if element.tag not in ("link", "joint"):
            root.remove(element)
    for link in root.iter("link"):
        for element in list(link):
            if element.tag != "inertial":
                link.remove(element)
    for joint in root.iter("joint"):
        if joint.get("name") in locked:
            joint.set("type", "fixed")
        for element in list(joint):
            moves = joint.get("type") != "fixed"
            if element.tag not in (KEPT if moves else KEPT[:3]):
                joint.remove(element)
    tree.write(target)
