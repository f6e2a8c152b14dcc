"""Units of the parameters that a regressor multiplies."""

from linkwise.models.robot import Robot
from linkwise.spatial.inertia import PARAMETER_NAMES


def unit_of(robot: Robot, label: str) -> str:
    """Return the unit of one of `regressor_labels`, such as "kg m" for "link1 mcx".

    Examples
    --------
    >>> from linkwise import gantry, planar_2r
    >>> unit_of(planar_2r(), "q1 viscous"), unit_of(gantry(), "q1 viscous")
    ('N m s/rad', 'N s/m')
    """
    owner, name = label.rsplit(" ", 1)
    if name in PARAMETER_NAMES:
        return {"m": "kg", "mc": "kg m"}.get(name.rstrip("xyz"), "kg m²")
    joint = next(link.joint for link in robot.links if link.joint.name == owner)
    slides = joint.unit == "m"
    return {
        "viscous": "N s/m" if slides else "N m s/rad",
        "rotor": "kg" if slides else "kg m²",
        "stiffness": "N/m" if slides else "N m/rad",
    }.get(name, joint.effort_unit)
