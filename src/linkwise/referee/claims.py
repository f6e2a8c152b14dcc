"""Functions of a state that somebody handed in, read at states of several kinds of number."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from linkwise.models.robot import Robot
from linkwise.proving.angles import Angle
from linkwise.proving.called import called
from linkwise.proving.degree import Degree
from linkwise.proving.exact_number import Exact, exactly
from linkwise.proving.robot_numbers import with_numbers
from linkwise.proving.rounded import Rounded
from linkwise.proving.states import State, States, objects
from linkwise.proving.truths import ARGUMENTS, right_value
from linkwise.referee.entries import names_of, shape_of
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

QD = ("q", "qd", "qdd")


@dataclass(frozen=True, eq=False)
class Reading:
    """A state, and how a function is called there.

    Attributes
    ----------
    state : State
        For linkwise's own algorithms.
    arguments : tuple of ndarray
        q, q̇ and q̈ as the function gets them.
    number
        What makes a number of the state's kind of a result's entry.
    """

    state: State
    arguments: tuple[Array, Array, Array]
    number: Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class Claim:
    """A function handed in as M, C, h, g, tau, K, P or Y.

    Attributes
    ----------
    key : str
        What it gives.
    function
        Of q, of (q, q̇) or of (q, q̇, q̈).
    robot : Robot
        The model that it is claimed for.
    """

    key: str
    function: Callable[..., Any]
    robot: Robot

    def __post_init__(self) -> None:
        if any(self.robot.couplings):
            raise LinkwiseError(
                f"robot {self.robot.name!r} has mimic joints: free ones can be checked"
            )

    @property
    def names(self) -> list[str]:
        """Names of the entries."""
        return names_of(self.key, self.robot)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of its value."""
        return shape_of(self.key, self.robot)

    @property
    def call(self) -> str:
        """How it is called."""
        return f"{self.key}({', '.join(QD[: ARGUMENTS[self.key]])})"

    def at(self, reading: Reading) -> Array:
        """Return its value at a state, in the state's numbers."""
        own = [a.copy() for a in reading.arguments[: ARGUMENTS[self.key]]]  # it may write into them
        result = called(self.call, self.function, own)
        a = np.asarray(result, dtype=object)
        if len(self.shape) < 2 and a.size == np.prod(self.shape, dtype=int):
            a = a.reshape(self.shape)  # a column, or a number in brackets
        if a.shape != self.shape:
            raise LinkwiseError(f"{self.call} must have shape {self.shape}, got {a.shape}")
        try:
            numbers = [reading.number(x) for x in a.flat]
        except LinkwiseError as error:
            raise LinkwiseError(f"{self.call}: {error}") from None
        return np.array(numbers, dtype=object).reshape(self.shape)

    def compared(self, reading: Reading) -> tuple[Array, Array]:
        """Return what is compared at a state, yours and right: of C the product C q̇."""
        yours = self.at(reading)
        if self.key == "C":
            yours = yours @ reading.state.qd
        return yours, right_value(self.key, reading.state)


def exact_readings(source: States, fineness: int, count: int) -> Iterator[Reading]:
    """Yield random states of fractions."""
    rng = Random(0)  # noqa: S311 - no secret
    for _ in range(count):
        s = source.at_random(rng, fineness)
        q = [_exact_angle(x) if isinstance(x, Angle) else Exact(x) for x in s.q]
        qd, qdd = ([Exact(x) for x in values] for values in (s.qd, s.qdd))
        yield Reading(s, objects(q, qd, qdd), exactly)


def _exact_angle(x: Angle) -> Angle:
    parts = tuple((Exact(c), Exact(s), k) for c, s, k in x.parts)
    return Angle(parts, Exact(x.value))


def degree_reading(source: States) -> tuple[Reading, Callable[[Any], int]]:
    """Return the state of degrees, and what makes a bound of the degree in all t of one."""
    s, degree = source.in_degrees()
    return Reading(s, (s.q, s.qd, s.qdd), _bounded), degree


def _bounded(x: Any) -> Any:
    x = x.number() if isinstance(x, Angle) else x
    return x if isinstance(x, Degree) else exactly(x)


def float_readings(robot: Robot, count: int) -> Iterator[Reading]:
    """Yield random states of floats, in which linkwise keeps book of its rounding."""
    rng = np.random.default_rng(0)
    rounded = with_numbers(robot, Rounded.of)
    for _ in range(count):
        q, qd, qdd = rng.uniform(-3, 3, (3, robot.n)).round(2)
        angles = [
            Rounded.of(x) if joint.kind == "prismatic" else _rounded_angle(x)
            for joint, x in zip(robot.joints, q, strict=True)
        ]
        rates, accelerations = ([Rounded.of(x) for x in values] for values in (qd, qdd))
        state = State(rounded, *objects(angles, rates, accelerations))
        yield Reading(state, (q, qd, qdd), _measured)


def _rounded_angle(x: float) -> Angle:
    return Angle(((Rounded.of(np.cos(x)), Rounded.of(np.sin(x)), 1),), Rounded.of(x))


def _measured(x: Any) -> Rounded:
    try:
        return Rounded.of(x)
    except (TypeError, ValueError):
        raise LinkwiseError(f"a real number is wanted, got {x!r}") from None
