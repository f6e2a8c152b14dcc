"""What two models differ in outside their links: gravity, the base and the order of coordinates."""

from collections.abc import Iterator, Mapping

import numpy as np

from linkwise.auditing.closeness import NANOMETRE, close, close_poses
from linkwise.auditing.findings import Difference, unexplained
from linkwise.auditing.matching import Movers
from linkwise.models.robot import Robot
from linkwise.number_text import short, vector
from linkwise.spatial.scalars import Array


def gravity_differences(a: Robot, b: Robot, tolerance: float) -> Iterator[Difference]:
    """Yield what gravity differs in, which the torques feel in the axes of the base."""
    if close(a.base.R.T @ a.gravity, b.base.R.T @ b.gravity, tolerance, NANOMETRE):
        return
    if close(a.gravity, b.gravity, tolerance, NANOMETRE):
        down = (vector(robot.base.R.T @ robot.gravity) for robot in (a, b))
        said = "gravity in the base's axes is {} m/s² in A, {} m/s² in B".format(*down)
        yield Difference("pose of the base", said)
        return
    yield _gravity_fault(a.gravity, b.gravity, tolerance)


def _gravity_fault(g: Array, h: Array, tolerance: float) -> Difference:
    """Say how two gravity vectors differ."""
    numbers = f"{vector(g)} m/s² in A, {vector(h)} m/s² in B"
    sizes = float(np.linalg.norm(g)), float(np.linalg.norm(h))
    if min(sizes) == 0:
        return Difference("no gravity", numbers)
    along = float(g @ h) / (sizes[0] * sizes[1])
    same_size = close(*sizes, tolerance)
    if close(along, -1, tolerance):
        size = "" if same_size else f", and of size {short(sizes[0])} against {short(sizes[1])}"
        return Difference("gravity sign", f"{numbers}: free fall is meant, not its opposite{size}")
    if close(along, 1, tolerance):
        ratio = f"B's is {sizes[1] / sizes[0]:.6g} times A's"
        return Difference("size of gravity", f"{numbers}: {ratio}")
    if same_size:
        return Difference("direction of gravity", f"{numbers}: of one size along other axes")
    return unexplained(f"gravity {numbers}")


def world_notes(
    a: Robot, b: Robot, A: Movers, B: Movers, pairs: Mapping[str, str], tolerance: float
) -> Iterator[str]:
    """Yield what differs without changing the dynamics."""
    if not close_poses(a.base, b.base, tolerance):
        yield f"the base is at {vector(a.base.p)} m in A, at {vector(b.base.p)} m in B, or turned"
    joint_of = {A[x].link.joint.name: B[y].link.joint.name for x, y in pairs.items()}
    order = [joint_of[name] for name in a.joint_names if name in joint_of]
    known = [name for name in b.joint_names if name in order]
    if order != known:
        yield f"q is in another order: {', '.join(a.joint_names)} in A, {', '.join(known)} in B"
