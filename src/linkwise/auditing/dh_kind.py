"""Whether two arms are one Denavit-Hartenberg table, read as standard and as modified.

Only a modified table can be had back from a robot whole, as its rows are the placements
Rx(α) Tx(a) Rz(θ) Tz(d), where a standard table keeps its last row to itself.  So the table is taken
from the one model, read as standard, and held against the other.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from linkwise.auditing.closeness import NANOMETRE, close, close_poses
from linkwise.auditing.movers import Mover, movers
from linkwise.models.dh import DHRow, links_of_table
from linkwise.models.joint import Joint
from linkwise.models.robot import Robot
from linkwise.spatial.transform import Transform

Z = np.array([0.0, 0.0, 1.0])


def modified_table(arm: Mapping[str, Mover]) -> list[DHRow] | None:
    """Return the modified Denavit-Hartenberg table of a chain; None if it is not of that form.

    R = Rx(α) Rz(θ) has R₁₃ = 0, and p = (a, −d sin α, d cos α).
    """
    rows = []
    carriers = [None, *arm]
    for mover, carrier in zip(arm.values(), carriers, strict=False):
        joint, R, p = mover.link.joint, mover.placement.R, mover.placement.p
        if mover.parent != carrier or joint.kind not in ("revolute", "prismatic"):
            return None
        alpha, theta = math.atan2(-R[1, 2], R[2, 2]), math.atan2(-R[0, 1], R[0, 0])
        d = p[2] * math.cos(alpha) - p[1] * math.sin(alpha)
        again = Transform.modified_dh(alpha, p[0], theta, d)
        if not (close(joint.axis, Z, NANOMETRE) and close_poses(again, mover.placement, NANOMETRE)):
            return None
        body = mover.inertia
        row = DHRow(a=p[0], alpha=alpha, d=d, theta=theta, kind=joint.kind, name=mover.name)
        rows.append(replace(row, mass=float(body.mass), com=body.com, tensor=body.tensor))
    return rows


def read_as_standard(arm: Mapping[str, Mover]) -> dict[str, Mover] | None:
    """Return the arm that the modified table of a chain gives when it is taken as standard."""
    table = modified_table(arm)
    if table is None:
        return None
    read = movers(Robot("arm", links_of_table(table, "standard")))
    return {name: _with_joint(mover, arm[name].link.joint) for name, mover in read.items()}


def _with_joint(mover: Mover, joint: Joint) -> Mover:
    return replace(mover, link=replace(mover.link, joint=joint))


def same_joints(
    arm: Mapping[str, Mover], other: Mapping[str, Mover], pairs: Mapping[str, str], tolerance: float
) -> bool:
    """Tell whether the joints of two arms sit at the same places."""
    return len(pairs) == len(arm) == len(other) and all(
        close_poses(arm[a].placement, other[b].placement, tolerance) for a, b in pairs.items()
    )
