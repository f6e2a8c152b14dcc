"""An arm as lines: what a picture draws of it, without any drawing."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.kinematics import link_poses, point
from linkwise.models.link import Link
from linkwise.models.robot import Robot, require_numbers
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

DRAWN_OF_NUMBERS = "a picture is drawn of numbers"
Tips = Mapping[str, ArrayLike]


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Points of a robot in the world, at one state or many; m.

    Attributes
    ----------
    bones : dict of str to ndarray
        By link, a path ``(..., k, 3)`` from its frame's origin to the joints that it carries, or
        to its tip if it carries none.
    rails : dict of str to ndarray
        By joint that slides, ``(..., 2, 3)``: from where it stands at zero to where it is.
    axes : dict of str to ndarray
        By link, the unit vectors of its frame ``(..., 3, 3)``, one a row.
    centres : dict of str to ndarray
        By link that has mass, its centre of mass ``(..., 3)``.
    size : float
        The largest distance of a point from the base, or 1 if all are there.
    is_planar : bool
        Whether the robot moves in the world's x-y plane.
    """

    bones: dict[str, Array]
    rails: dict[str, Array]
    axes: dict[str, Array]
    centres: dict[str, Array]
    size: float
    is_planar: bool


def skeleton(robot: Robot, q: ArrayLike, tips: Tips | None = None) -> Skeleton:
    """Return an arm's lines at coordinates ``(..., n)``.

    A model does not say where the last link ends: its line goes to its centre of mass, or to the
    point ``(3,)`` in link coordinates that `tips` has for it.
    """
    require_numbers(robot, DRAWN_OF_NUMBERS)
    poses = link_poses(robot, q)
    ends = {name: point(at) for name, at in (tips or {}).items()}
    for name in ends:
        robot.index(name)  # refuses one that is not there
    bones, rails = {}, {}
    for link in robot.links:
        stops = [child.placement.p for child in robot.links if child.parent == link.name]
        if link.name in ends:
            stops.append(ends[link.name])
        elif all(np.allclose(stop, 0) for stop in stops):
            stops.append(link.inertia.com)
        path = [np.zeros(3)]
        for stop in stops:
            path += [stop, np.zeros(3)]
        bones[link.name] = in_world(poses[link.name], np.array(path[:-1]))
        if np.any(link.joint.slide):
            parent = robot.base if link.parent is None else poses[link.parent]
            here = poses[link.name].p
            start = np.broadcast_to(in_world(parent, link.placement.p[None])[..., 0, :], here.shape)
            rails[link.joint.name] = np.stack([start, here], axis=-2)
    massive = [link for link in robot.links if link.inertia.mass > 0]
    points = [*bones.values(), *rails.values()]
    reach = max(float(np.linalg.norm(x - robot.base.p, axis=-1).max()) for x in points)
    return Skeleton(
        bones,
        rails,
        {name: np.swapaxes(X.R, -1, -2) for name, X in poses.items()},
        {k.name: in_world(poses[k.name], k.inertia.com[None])[..., 0, :] for k in massive},
        reach or 1.0,
        is_planar(robot),
    )


def in_world(X: Transform, points: Array) -> Array:
    """Return points ``(k, 3)`` of a frame in the world ``(..., k, 3)``."""
    moved: Array = points @ np.swapaxes(X.R, -1, -2) + X.p[..., None, :]
    return moved


def is_planar(robot: Robot) -> bool:
    """Tell whether all links stay in the world's x-y plane, whatever q: all axes stand so at 0."""
    poses = link_poses(robot, np.zeros(robot.n))

    def lies(link: Link) -> bool:
        X = poses[link.name]
        turn, slide = X.R @ link.joint.turn, X.R @ link.joint.slide
        flat = np.allclose(turn[:2], 0) and np.isclose(slide[2], 0)
        return bool(flat and np.isclose(X.p[2], robot.base.p[2]))

    return all(map(lies, robot.links))
