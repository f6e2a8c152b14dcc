"""What is asked of every engine, and the motions that it is asked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array

M, VELOCITY, GRAVITY, TAU = "M", "C q̇", "g", "τ"
TERMS = (M, VELOCITY, GRAVITY, TAU)
NONE = "none"  # said of an effect that a joint has not

Terms = Mapping[str, Array]  # of K states: M (K, n, n), the others (K, n)


@dataclass(frozen=True, eq=False)
class Motion:
    """States of a robot: q, q̇ and q̈, each ``(K, n)``."""

    q: Array
    qd: Array
    qdd: Array


class Engine(Protocol):
    """A robot as an engine has it.

    Attributes
    ----------
    name : str
        Of the engine.
    version : str
        Of the engine.
    joints : tuple of str
        Its joints of one coordinate, in its own order; any others it holds still.
    gravity : ndarray
        Acceleration of free fall in world axes ``(3,)``, m/s².
    remarks : dict
        What it does about an effect, in a few words, where that is not what linkwise does.
    """

    name: str
    version: str
    joints: tuple[str, ...]
    gravity: Array
    remarks: ClassVar[Mapping[str, str]]

    def terms(self, motion: Motion, gravity: Array, without: frozenset[str]) -> Terms:
        """Return all terms for its own joints, the named effects switched off."""

    def bodies(self, q: Array) -> Mapping[str, Inertia]:
        """Return what every joint carries rigidly, in world axes, with the joints at q."""

    def effect(self, effect: str, joint: str) -> str:
        """Say what a joint has of "friction", "springs" or "rotors"."""


def friction_text(viscous: float, coulomb: float) -> str:
    """Return a law of friction: "0.5 q̇ + 0.2 sgn q̇"."""
    parts = [(viscous, "q̇"), (coulomb, "sgn q̇")]
    return " + ".join(f"{x:g} {of}" for x, of in parts if x) or NONE


def random_motion(robot: Robot, states: int, seed: int) -> Motion:
    """Return motions within the limits of the joints; rates and accelerations of order 1."""
    rng = np.random.default_rng(seed)
    ranges = [_range(float(j.limits.lower), float(j.limits.upper), j.unit) for j in robot.joints]
    lower, upper = np.array(ranges).reshape(-1, 2).T
    fastest = np.array([min(float(j.limits.velocity), 2) or 2 for j in robot.joints])
    q = rng.uniform(lower, upper, (states, robot.n))
    qd = rng.uniform(-fastest, fastest, q.shape)
    return Motion(q, qd, rng.normal(size=q.shape))


def _range(lower: float, upper: float, unit: str) -> tuple[float, float]:
    """Return the range of a coordinate; of a joint without limits a turn, or a metre each way."""
    half = np.pi if unit == "rad" else 1.0
    if not np.isfinite(lower):
        lower = upper - 2 * half if np.isfinite(upper) else -half
    return lower, upper if np.isfinite(upper) else lower + 2 * half
