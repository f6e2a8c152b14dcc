"""A robot with other numbers in place of its own: rational ones, letters, values of letters."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from linkwise.models.exact_model import exact_axis, exact_rotation
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction, Rotor, Spring
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array, is_numeric
from linkwise.spatial.transform import Transform


def rational(robot: Robot) -> Robot:
    """Return a robot of letters with rational rotations and unit axes where these are numbers."""
    return replace(
        robot,
        links=[
            replace(link, joint=_rational_joint(link.joint), placement=_rational(link.placement))
            for link in robot.links
        ],
        base=_rational(robot.base),
    )


def _rational(X: Transform) -> Transform:
    R = numbers_of(X.R)
    return X if R is None else Transform.trusted(exact_rotation(R), np.asarray(X.p, dtype=object))


def _rational_joint(joint: Joint) -> Joint:
    axis = numbers_of(joint.axis)
    return joint if axis is None else replace(joint, axis=exact_axis(axis))


def numbers_of(a: Array) -> Array | None:
    """Return an array as floats, None if it has letters."""
    if not is_numeric(a) and any(getattr(x, "free_symbols", None) for x in a.flat):
        return None
    return a.astype(float)


def with_numbers(robot: Robot, number: Callable[[Any], Any]) -> Robot:
    """Return the robot with a function's result in the place of every number of it."""
    # 0 and ±1 stay plain, so that they vanish at once
    every = np.frompyfunc(lambda x: int(x) if x in (0, 1, -1) else number(x), 1, 1)

    def array(a: Any) -> Array:
        return np.asarray(every(np.asarray(a, dtype=object)), dtype=object)

    def pose(X: Transform) -> Transform:
        return Transform.trusted(array(X.R), array(X.p))

    def link(old: Link) -> Link:
        I, joint = old.inertia, old.joint
        body = Inertia.trusted(array(I.mass), array(I.moment), array(I.about_origin))
        new = replace(
            joint,
            pitch=array(joint.pitch)[()],
            friction=Friction(*array(joint.friction.numbers())),
            spring=Spring(*array(joint.spring.numbers())),
            rotor=Rotor(*array(joint.rotor.numbers())),
        )
        return replace(old, inertia=body, placement=pose(old.placement), joint=new)

    return replace(
        robot,
        links=[link(old) for old in robot.links],
        gravity=array(robot.gravity),
        base=pose(robot.base),
    )
