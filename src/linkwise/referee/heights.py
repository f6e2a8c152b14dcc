"""What the potential energy lacks if heights are measured from joints that move."""

from collections.abc import Iterator

from sympy.polys.rings import PolyElement

from linkwise.algorithms.kinematics import link_poses
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.vectors import dot, times


def joint_heights(robot: Robot, letters: Letters) -> Iterator[tuple[str, PolyElement]]:
    """Yield −m gᵀ p of every link with p of a joint before it, and of all links at once.

    P lacks it where the link's height was measured from that joint; a joint at rest makes no
    difference.
    """
    model = letters.robot(robot.bare)
    poses = link_poses(model, letters.coordinates())
    every, count = letters.ring.zero, 0
    for i, link in enumerate(model.links):
        k = i
        while (parent := model.parents[k]) != BASE:
            joint, pose = model.links[k], poses[model.links[parent].name]
            p = times(pose.R, joint.placement.p) + pose.p
            lost = -letters.element((dot(model.gravity, p) * link.inertia.mass)[0])
            lost = letters.reduced(lost)
            if any(map(letters.moves, lost)):
                yield f"{link.name} from joint {joint.joint.name}", lost
                if k == i:
                    every, count = every + lost, count + 1
            k = parent
    if count > 1:
        yield "every link from its own joint", every
