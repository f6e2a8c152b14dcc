"""Torques that the model knows beforehand: those of effects that are not identified."""

from collections.abc import Sequence
from dataclasses import replace

from numpy.typing import ArrayLike

from linkwise.algorithms.inverse_dynamics import rnea
from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array


def known_torque(
    robot: Robot, identified: Sequence[str], q: ArrayLike, qd: ArrayLike, qdd: ArrayLike
) -> Array:
    """Return the torques ``(..., n)`` of the model's effects beyond those that are identified.

    Parameters
    ----------
    robot
        The model.
    identified
        Which of "friction", "rotors", "springs" are not known.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``.
    """
    known = robot.without(*identified)
    if not known.effects:
        return robot.joint_vector(q, "q") * 0
    bodiless = [replace(link, inertia=Inertia.zero()) for link in known.links]
    return rnea(replace(known, links=bodiless), q, qd, qdd)
