"""From where a robot is drawn, and how large: planar arms face-on, others from above one side."""

from dataclasses import dataclass

import numpy as np

from linkwise.algorithms.kinematics import link_poses
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array

AZIMUTH, ELEVATION = np.radians(-55), np.radians(22)  # of a view of a spatial robot
PARALLEL = 1e-6  # sine of the angle below which two axes count as parallel


@dataclass(frozen=True)
class View:
    """Unit vectors ``(3,)`` in world axes: right and up on the page, and towards the viewer."""

    right: Array
    up: Array
    toward: Array


def view(robot: Robot) -> View:
    """Return from where to look: along the axes of a planar arm, else from above one side.

    Up is where gravity pulls from, if that can be seen.
    """
    upwards = -robot.gravity if robot.gravity.any() else np.array([0.0, 0.0, 1.0])
    normal = plane_normal(robot)
    if normal is None:
        above = upwards / np.linalg.norm(upwards)
        east = across(above, (np.eye(3)[0], np.eye(3)[1]))
        level = np.cos(AZIMUTH) * east + np.sin(AZIMUTH) * np.cross(above, east)
        normal = np.cos(ELEVATION) * level + np.sin(ELEVATION) * above
    up = across(normal, (upwards, np.eye(3)[1], np.eye(3)[2]))
    return View(np.cross(up, normal), up, normal)


def plane_normal(robot: Robot) -> Array | None:
    """Return the direction along which all joints turn and across which all slide, if there is one.

    Of the two opposite ones, that with its largest entry positive.
    """
    poses = link_poses(robot, np.zeros(robot.n))
    moving = [link for link in robot.links if link.joint.moves]
    turns = [poses[link.name].R @ link.joint.turn for link in moving if link.joint.turn.any()]
    slides = [poses[link.name].R @ link.joint.slide for link in moving if link.joint.slide.any()]
    candidates = [*turns, *(np.cross(slides[0], d) for d in slides[1:])]
    normal = next((d for d in candidates if np.linalg.norm(d) > PARALLEL), None)
    if normal is None:
        return None
    normal = np.asarray(normal / np.linalg.norm(normal))
    turns_fit = all(np.linalg.norm(np.cross(normal, a)) < PARALLEL for a in turns)
    slides_fit = all(abs(normal @ d) < PARALLEL * np.linalg.norm(d) for d in slides)
    if not (turns_fit and slides_fit):
        return None
    return np.asarray(normal * np.sign(normal[np.abs(normal).argmax()]))


def across(direction: Array, wishes: tuple[Array, ...]) -> Array:
    """Return the unit vector at a right angle to a direction that is nearest the first wish.

    A wish along the direction itself gives way to the next.
    """
    for wish in wishes:
        part = wish - (wish @ direction) * direction
        if np.linalg.norm(part) > 1e-3 * np.linalg.norm(wish):
            return np.asarray(part / np.linalg.norm(part))
    return across(direction, (np.eye(3)[0],))


def tip(link: Link) -> Array:
    """Return where the link ends ``(3,)`` in its frame, m, if it is taken for a uniform rod.

    A rod through the centre of mass c, with mass m and moment I across it, reaches √(3 I/m)
    beyond c.
    """
    c, I_c, m = link.inertia.com, link.inertia.tensor, float(link.inertia.mass)
    length = np.linalg.norm(c)
    if m <= 0 or length == 0:
        return np.asarray(c)
    along = c / length
    moment = (np.trace(I_c) - along @ I_c @ along) / 2
    return np.asarray(c + along * np.sqrt(max(3 * moment / m, 0)))


def reach(robot: Robot, strokes: dict[str, float]) -> float:
    """Return how far from its base a robot can be, m, with the strokes of its sliding joints."""
    far: dict[str | None, float] = {None: 0.0}
    most = 0.0
    for link in robot.links:
        stroke = strokes.get(link.joint.name, 0.0)
        far[link.name] = far[link.parent] + float(np.linalg.norm(link.placement.p)) + stroke
        body = max(float(np.linalg.norm(point)) for point in (link.inertia.com, tip(link)))
        most = max(most, far[link.name] + body)
    return most or 1.0
