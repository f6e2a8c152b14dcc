"""Links that a file gives no mass although they move: which of them look forgotten."""

from collections.abc import Collection

from linkwise.models.robot import BASE, Robot

NO_DYNAMICS = "no link that moves has a mass: functions of dynamics will refuse it"


def links_without_mass(
    robot: Robot, given: Collection[str], drawn: Collection[str] = ()
) -> list[str]:
    """Return the links that move, have no mass given, and carry none or are drawn.

    Links fixed to each other count as one.  Frames that are fixed to a body, and links between the
    axes of one hinge, rightly have no mass.

    Parameters
    ----------
    robot
        The model.
    given
        Names of the links that have a mass given, be it zero.
    drawn
        Names of the links that have a shape.
    """
    weighs = [name in given for name in robot.link_names]
    seen = [name in drawn for name in robot.link_names]
    carries = weighs.copy()
    found = []
    for k, parent in reversed(list(enumerate(robot.parents))):
        moves = robot.links[k].joint.moves
        if moves and not weighs[k] and (seen[k] or not carries[k]):
            found.append(robot.links[k].name)
        if parent != BASE:
            carries[parent] |= carries[k]
            weighs[parent] |= weighs[k] and not moves
            seen[parent] |= seen[k] and not moves
    return found[::-1]


def remarks_on_mass(robot: Robot, given: Collection[str]) -> list[str]:
    """Return what a reader has to say about masses that are not given, a sentence or none."""
    if robot.n and not robot.has_dynamics:
        return [NO_DYNAMICS]
    idle = links_without_mass(robot, given)
    return [f"links move without a mass and carry none: {', '.join(idle)}"] if idle else []
