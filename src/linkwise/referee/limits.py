"""The limiting cases of a robot's equations: at rest, without a mass, stretched, hanging."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.referee.conventions import starts_level

Values = Mapping[int, int]  # 0, 1 or -1 by the number of a ring's generator

INERTIA, VELOCITY, GRAVITY = "inertia terms", "velocity terms", "gravity terms"


@dataclass(frozen=True, eq=False)
class Limit:
    """A limit in which some letters, sines and cosines have values.

    Attributes
    ----------
    name : str
        Such as "at rest" or "m2 → 0".
    values : dict of int to int
        What the generators of the ring become.
    without : dict of int to int
        If not empty, what is left with these values too is taken off: the torques that hold an
        arm still, where gravity is a number.
    leaves : str
        The terms that are left, where it is one kind of them.
    letter : str
        The letter that vanishes, where it is a letter of the model.
    pose : bool
        Whether it is a limit of angles.
    lone : bool
        Whether one joint is held or one coordinate vanishes, so that 0 = 0 tells that every wrong
        term carries it.
    """

    name: str
    values: Values
    without: Values = field(default_factory=dict)
    leaves: str = ""
    letter: str = ""
    pose: bool = False
    lone: bool = False

    def of(self, element: PolyElement) -> PolyElement:
        """Return what is left of an element."""
        left = at(element, self.values)
        return left - at(left, self.without) if self.without else left

    def touches(self, element: PolyElement) -> bool:
        """Tell whether the element holds anything that becomes a value."""
        return any(powers[k] for powers in element.itermonoms() for k in self.values)


def at(element: PolyElement, values: Values) -> PolyElement:
    """Return an element with 0, 1 or -1 for some generators of its ring."""
    left = element.ring.zero
    for powers, factor in element.terms():
        for k, value in values.items():
            if powers[k]:
                factor = factor * value ** powers[k]  # noqa: PLW2901 - the product is built up
        if factor:
            rest = tuple(0 if k in values else p for k, p in enumerate(powers))
            left[rest] = left.get(rest, 0) + factor
    left.strip_zero()
    return left


def limits(robot: Robot, letters: Letters) -> Iterator[Limit]:
    """Yield the limiting cases that a robot has."""
    yield from _motions(robot, letters)
    yield from _vanishing(robot, letters)
    yield from _poses(robot, letters)


def _motions(robot: Robot, letters: Letters) -> Iterator[Limit]:
    """Yield the limits of rates, accelerations and gravity."""
    rates, accelerations = (_zero(letters, x) for x in (letters.qd, letters.qdd))
    weight = {k: 0 for k, x in _parameters(letters) if x in gravity_letters(robot)}
    still = {**rates, **accelerations}
    off = {} if weight else still  # numbers of gravity stand in what holds the arm still
    yield Limit("at rest", rates)
    yield Limit("no acceleration", accelerations)
    if weight:
        yield Limit("gravity off", weight)
    yield Limit("held still", still, leaves=GRAVITY)
    yield Limit("at rest, gravity off", {**rates, **weight}, off, leaves=INERTIA)
    yield Limit("no acceleration, gravity off", {**accelerations, **weight}, off, leaves=VELOCITY)
    if letters.n > 1:
        pairs = enumerate(zip(letters.qd, letters.qdd, strict=True), start=1)
        for k, pair in pairs:
            yield Limit(f"joint {k} held", _zero(letters, pair), lone=True)


def _vanishing(robot: Robot, letters: Letters) -> Iterator[Limit]:
    """Yield the limits in which a mass, length or inertia vanishes."""
    for k, x in _parameters(letters):
        if x not in gravity_letters(robot):
            yield Limit(f"{x} → 0", {k: 0}, letter=str(x))
    for x, turns in zip(letters.q, letters.turning, strict=True):
        if not turns:
            yield Limit(f"{x} → 0", _zero(letters, [x]), lone=True)


def _poses(robot: Robot, letters: Letters) -> Iterator[Limit]:
    """Yield the limits of angles: right ones, and for an arm in the plane also its poses."""
    turning = [k for k, turns in enumerate(letters.turning) if turns]
    words = {}
    if starts_level(robot):
        first, *others = turning
        stretched = {k: v for other in others for k, v in _angle(letters, other, 1, 0).items()}
        for name, c, s in (("horizontal", 1, 0), ("upright", 0, 1), ("hanging", 0, -1)):
            yield Limit(name, {**_angle(letters, first, c, s), **stretched}, pose=True)
        words = {"0": " (stretched)", "180°": " (folded)"}
        turning = others
    for k in turning:
        for angle, c, s in (("0", 1, 0), ("90°", 0, 1), ("180°", -1, 0)):
            name = f"{letters.q[k]} = {angle}{words.get(angle, '')}"
            yield Limit(name, _angle(letters, k, c, s), pose=True)


def gravity_letters(robot: Robot) -> set[sympy.Symbol]:
    """Return the letters in the vector of gravity."""
    found: set[sympy.Symbol] = set()
    for x in np.asarray(robot.gravity, dtype=object).flat:
        found |= getattr(x, "free_symbols", set())
    return found


def _parameters(letters: Letters) -> Iterator[tuple[int, sympy.Symbol]]:
    """Yield the letters of the model with their numbers among the generators."""
    return enumerate(letters.parameters, start=5 * letters.n)


def _zero(letters: Letters, symbols: Sequence[sympy.Symbol]) -> dict[int, int]:
    """Return 0 for coordinates, rates or accelerations."""
    own = (*letters.q, *letters.qd, *letters.qdd)
    return {2 * letters.n + own.index(x): 0 for x in symbols}


def _angle(letters: Letters, k: int, c: int, s: int) -> dict[int, int]:
    """Return the cosine and sine of joint number k."""
    return {k: c, letters.n + k: s}
