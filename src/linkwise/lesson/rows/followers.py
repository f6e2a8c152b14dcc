"""Joints that follow another by a rigid coupling: the leader's motor bears their torques too."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwise.lesson.letters.characters import subscript
from linkwise.lesson.rows.notation import Notation
from linkwise.models.robot import Robot
from linkwise.number_text import short
from linkwise.spatial.scalars import is_numeric


def followers(robot: Robot, i: int) -> dict[int, str]:
    """Return the links whose joints follow that of link i, with their multipliers as text."""
    leader = robot.links[i].joint.name
    pairs = enumerate(robot.couplings)
    return {j: ratio(mimic.multiplier) for j, mimic in pairs if mimic and mimic.joint == leader}


def ratio(multiplier: Any) -> str:
    """Return a multiplier as a factor: 2, (−2), (a + b)."""
    text = short(multiplier) if is_numeric(np.asarray(multiplier)) else str(multiplier)
    return f"({text.replace('-', '−')})" if re.search(r"[-+ ]", text) else text


def motor_remarks(robot: Robot, notation: Notation) -> Iterator[str]:
    """Yield a sentence for each joint that others follow: what its motor gives.

    By virtual work, with q_j = c q_i + d, the motor of joint i gives τ_i + c τ_j.
    """
    letter = notation.letters["tau"].text.split()[0]
    for i, link in enumerate(robot.links):
        following = followers(robot, i)
        if not following:
            continue
        names = ", ".join(robot.links[j].joint.name for j in following)
        many = len(following) > 1
        who = f"Joints {names} follow" if many else f"Joint {names} follows"
        shares = [f"{times} {letter}{subscript(j + 1)}" for j, times in following.items()]
        total = " + ".join([f"{letter}{subscript(i + 1)}", *shares])
        yield (
            f"{who} {link.joint.name} and {'have no motors' if many else 'has no motor'}: "
            f"that of {link.joint.name} gives {total}."
        )
