"""Which dimension every letter of a model has, told by where it stands in the model."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.models.joint import Joint
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.referee.slips import letter_names, split_name
from linkwise.referee.units import (
    ACCELERATION,
    ENERGY,
    INERTIA,
    LENGTH,
    MASS,
    NUMBER,
    RATE,
    TIME,
    Dimension,
    product_of,
)
from linkwise.spatial.errors import LinkwiseError

# of letters that the model does not place, such as the length of a pendulum's rod beyond its mass
TEXTBOOK = {"m": MASS, "l": LENGTH, "lc": LENGTH, "I": INERTIA, "g": ACCELERATION}

Powers = tuple[int, ...]


@dataclass(frozen=True)
class LetterDimensions:
    """The dimensions of a model's letters.

    Attributes
    ----------
    of : tuple of (Dimension or None)
        Of q, q̇, q̈ and the parameters, in the order of the ring's generators; None if not known.
    numbers : frozenset of Dimension
        Those that numbers have in the model; the numbers of formulas may have products of them.
    """

    of: tuple[Dimension | None, ...]
    numbers: frozenset[Dimension]

    def product(self, powers: Powers) -> Dimension | None:
        """Return the dimension of a product of powers of letters, None if it is not known."""
        return _product(powers, self.of)

    def fits(self, got: Dimension, wanted: Dimension) -> bool:
        """Tell whether a number in front may bring a product of letters to what is wanted."""
        return product_of(wanted / got, self.numbers)

    def lack(self, got: Dimension, wanted: Dimension) -> Dimension:
        """Return what no mass or length in numbers makes up for."""
        lacks = wanted / got
        kg = 0 if MASS in self.numbers else lacks.kg
        return Dimension(kg, 0 if LENGTH in self.numbers else lacks.m, lacks.s)


def coordinate_dimension(joint: Joint) -> Dimension:
    """Return the dimension of a joint's coordinate: m where it slides, 1 for an angle."""
    return LENGTH if joint.kind == "prismatic" else NUMBER


def letter_dimensions(robot: Robot, letters: Letters) -> LetterDimensions:
    """Return the dimensions of all letters of a robot's formulas.

    Every number, letter or product in a model stands where its dimension is known: as a mass, in a
    placement, in a tensor.  A letter that stands alone tells its own; products then tell that of
    the one letter they hold that is still unknown; and what a product lacks, its number has.

    Raises
    ------
    LinkwiseError
        If no number can make up for what an expression of the model has too much.
    """
    u = [coordinate_dimension(joint) for joint in robot.joints]
    known: list[Dimension | None] = [*u, *(x * RATE for x in u), *(x * RATE**2 for x in u)]
    known += [None] * len(letters.parameters)
    places = list(_terms(robot, letters))
    places.sort(key=lambda place: place[3])
    for _ in letters.parameters:  # at the least one more is known each time
        for powers, wanted, _, _ in places:
            unknown = [k for k, p in enumerate(powers) if p and known[k] is None]
            if len(unknown) == 1:
                (k,) = unknown
                rest = _product((*powers[:k], 0, *powers[k + 1 :]), known) or NUMBER
                known[k] = (wanted / rest).root(powers[k])
    numbers = set()
    for powers, wanted, where, _ in places:
        got = _product(powers, known)
        lacks = NUMBER if got is None else wanted / got
        if lacks.weight < 0 or (lacks.weight == 0 and lacks != NUMBER):
            raise LinkwiseError(f"{where}: {got} stands where {wanted} is wanted")
        numbers.add(lacks)
    for k, name in enumerate(letter_names(letters)):
        known[k] = known[k] or TEXTBOOK.get(split_name(name)[0])
    return LetterDimensions(tuple(known), frozenset(numbers - {NUMBER}))


def _product(powers: Powers, known: Any) -> Dimension | None:
    total = NUMBER
    for p, dimension in zip(powers, known, strict=True):
        if p and dimension is None:
            return None
        total = total * dimension**p if p else total
    return total


def _terms(robot: Robot, letters: Letters) -> Iterator[tuple[Powers, Dimension, str, int]]:
    """Yield every term of the model: its letters, its dimension, where it is, how long it is."""
    for value, wanted, where in _places(robot, letters):
        for element in np.atleast_1d(value).flat:
            for powers, _ in letters.element(element).terms():
                yield powers[2 * letters.n :], wanted, where, sum(powers) + len(element.terms())


def _places(robot: Robot, letters: Letters) -> Iterator[tuple[Any, Dimension, str]]:
    """Yield the numbers of a model, in the ring, with their dimension and where they are."""
    yield _elements(letters, robot.gravity), ACCELERATION, "gravity"
    yield _elements(letters, robot.base.p), LENGTH, "the base"
    for link in robot.links:
        yield _elements(letters, link.placement.p), LENGTH, f"link {link.name!r}, placement"
        yield from _body(letters, link)
        joint = link.joint
        if joint.kind != "fixed":
            u, where = coordinate_dimension(joint), f"joint {joint.name!r}"
            torque, friction = ENERGY / u, _elements(letters, joint.friction.viscous)
            yield _elements(letters, joint.pitch), LENGTH, f"{where}, pitch"
            yield friction, torque * TIME / u, f"{where}, friction"
            yield _elements(letters, joint.rotor.gear), NUMBER, f"{where}, gear"
            yield _elements(letters, joint.rotor.reflected), INERTIA / u**2, f"{where}, rotor"
            yield _elements(letters, joint.spring.stiffness), torque / u, f"{where}, spring"
            yield _elements(letters, joint.spring.rest), u, f"{where}, spring"


def _body(letters: Letters, link: Link) -> Iterator[tuple[Any, Dimension, str]]:
    """Yield mass, centre and tensor, or the moments about the joint if these are no polynomials."""
    I, where = link.inertia, f"link {link.name!r}"
    yield _elements(letters, I.mass), MASS, f"{where}, mass"
    try:
        com, tensor = _elements(letters, I.com), _elements(letters, I.tensor)
    except LinkwiseError:
        yield _elements(letters, I.moment), MASS * LENGTH, f"{where}, first moment"
        yield _elements(letters, I.about_origin), INERTIA, f"{where}, tensor"
    else:
        yield com, LENGTH, f"{where}, centre of mass"
        yield tensor, INERTIA, f"{where}, tensor"


def _elements(letters: Letters, a: Any) -> list[PolyElement]:
    return [letters.element(x) for x in np.asarray(a, dtype=object).flat]
