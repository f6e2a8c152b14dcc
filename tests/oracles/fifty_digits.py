"""Robots and results in 50-digit arithmetic, to measure the rounding errors of floats."""

from dataclasses import replace
from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray
from random_trees import random_state, random_tree

import linkwise
from linkwise import Inertia, Link, Robot, Transform

Array = NDArray[Any]
DIGITS = 50

ROBOTS = {
    "2R": lambda: linkwise.load("2r"),
    "RP": lambda: linkwise.load("rp"),
    "PUMA 560": lambda: linkwise.load("puma560"),
    "Panda": lambda: linkwise.load("panda"),
    "random tree of 12 links": lambda: random_tree(np.random.default_rng(12), 12),
}


def measured_states(robot: Robot, count: int) -> dict[str, Array]:
    """Return random q, q̇, q̈ and the torques that these take, each ``(count, n)``."""
    q, qd, qdd = random_state(np.random.default_rng(0), robot, (count,))
    return {"q": q, "qd": qd, "qdd": qdd, "tau": linkwise.rnea(robot, q, qd, qdd)}


def exactly(a: Array) -> Array:
    """Return the floats of an array as mpmath's numbers, each the very same number."""
    if np.asarray(a).dtype == object:
        return a
    entries = [*map(mpmath.mpf, np.ravel(a).tolist()), None]
    return np.array(entries, dtype=object)[:-1].reshape(np.shape(a))


def exact_rotation(R: Array) -> Array:
    """Return the rotation next to a matrix of floats, which is one to 16 digits only.

    Newton's iteration for the polar factor doubles the digits at each step (N. J. Higham,
    *Functions of Matrices*, section 8.3).
    """
    exact = exactly(R)
    for _ in range(3):
        exact = exact @ (3 * np.eye(3, dtype=int) - exact.T @ exact) / 2
    return exact


def exact_axis(axis: Array) -> Array:
    """Return the unit vector along an axis of floats."""
    exact = exactly(axis)
    return exact / mpmath.sqrt(exact @ exact)


def exact_inertia(I: Inertia) -> Inertia:
    """Return the inertia, its tensor being symmetric to all digits."""
    mass, moment, tensor = map(exactly, (I.mass, I.moment, I.about_origin))
    return Inertia.trusted(mass, moment, (tensor + tensor.T) / 2)


def exact_robot(robot: Robot) -> Robot:
    """Return the robot with mpmath's numbers, of which floats are the roundings."""

    def pose(X: Transform) -> Transform:
        return Transform.trusted(exact_rotation(X.R), exactly(X.p))

    def link(k: Link) -> Link:
        pitch = mpmath.mpf(float(k.joint.pitch))
        return replace(
            k,
            joint=replace(k.joint, axis=exact_axis(k.joint.axis), pitch=pitch),
            placement=pose(k.placement),
            inertia=exact_inertia(k.inertia),
        )

    links = [link(k) for k in robot.links]
    return replace(robot, links=links, gravity=exactly(robot.gravity), base=pose(robot.base))


def right_results(robot: Robot, q: Array, qd: Array, qdd: Array, tau: Array) -> dict[str, Array]:
    """Return torques, mass matrices and accelerations at states ``(N, n)``, in 50 digits."""
    with mpmath.workdps(DIGITS):
        exact = exact_robot(robot)
        q, qd, qdd, tau = map(exactly, (q, qd, qdd, tau))
        return {
            "rnea": linkwise.rnea(exact, q, qd, qdd),
            "crba": linkwise.crba(exact, q),
            "forward_dynamics": linkwise.forward_dynamics(exact, q, qd, tau),
            "aba": linkwise.aba(exact, q, qd, tau),
        }


def largest_error(values: Array, right: Array) -> float:
    """Return the largest error of an entry at any state, relative to the state's largest entry."""
    with mpmath.workdps(DIGITS):
        off, size = (
            np.abs(a).reshape(len(right), -1).max(axis=1) for a in (exactly(values) - right, right)
        )
        return float((off / size).max())
