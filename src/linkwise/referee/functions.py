"""Whether functions that somebody handed in are right: exactly where they allow it, or in floats.

A function shows no terms: there is a verdict on every entry and a state that shows what is wrong,
but no slip is guessed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from linkwise.algorithms.coriolis import coriolis_matrix, mass_matrix_rate
from linkwise.lagrangian.ring import letters_of
from linkwise.number_text import short
from linkwise.proving.rounded import UNIT, Rounded
from linkwise.proving.schwartz_zippel import fineness_for, passing, rounded_up, size_of_set
from linkwise.proving.states import States
from linkwise.proving.truths import ARGUMENTS
from linkwise.referee.claims import (
    QD,
    Claim,
    Reading,
    degree_reading,
    exact_readings,
    float_readings,
)
from linkwise.referee.coriolis_classes import Kind
from linkwise.referee.coriolis_kind import CoriolisKind
from linkwise.referee.verdict import Entry
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

EXACT, FLOAT = 3, 10  # states
EXACTLY = f"exactly, at {EXACT} random states of fractions, t = tan(q/2), without tolerance"
SLACK = 16  # how many times our own rounding that of another formula may be
NUMERICALLY = (
    f"numerically, at {FLOAT} random states: right is what is off by at most {SLACK} times the "
    "bound of linkwise's own rounding and the unit roundoff of the largest entry"
)

Place = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Compared:
    """A function held against what is right, at several states of one kind of number.

    Attributes
    ----------
    claim : Claim
        The function.
    readings : list of Reading
        The states.
    values : list of (ndarray, ndarray)
        Yours and right at each.
    how : str
        In what numbers, and what that proves.
    """

    claim: Claim
    readings: list[Reading]
    values: list[tuple[Array, Array]]
    how: str

    def gap(self, k: int, place: Place) -> Any:
        """Return yours minus right at state k; of P what is beyond that at the first state."""
        yours, right = self.values[k]
        gap = yours[place] - right[place]
        if self.claim.key == "P":
            first_yours, first_right = self.values[0]
            return gap - (first_yours[place] - first_right[place])
        return gap

    @cached_property
    def largest(self) -> float:
        """The largest right value: what is small beside it may have been a difference of such."""
        return max(abs(float(x)) for _, right in self.values for x in np.ravel(right))

    def vanishes(self, gap: Any) -> bool:
        """Tell whether a difference is 0: exactly, or as far as floats can tell."""
        if isinstance(gap, Rounded):
            bound = SLACK * (gap.error + UNIT * self.largest)
            return isfinite(gap.value) and abs(gap.value) <= bound
        return bool(gap == 0)

    def wrong(self) -> dict[Place, int]:
        """Return for every place that differs the number of a state where it does."""
        found: dict[Place, int] = {}
        for k, (yours, _) in enumerate(self.values):
            for place in np.ndindex(yours.shape):
                if not self.vanishes(self.gap(k, place)):
                    found.setdefault(place, k)
        return found


def judge_function(claim: Claim) -> tuple[tuple[Entry, ...], CoriolisKind | None]:
    """Return the verdict on every entry of a function, and what kind of C it is if it is one.

    Floats confirm what fractions refute, so that a number rounded somewhere is no mistake.
    """
    exact, floats = compared_exactly(claim), compared_in_floats(claim)
    refuted, seen = {} if exact is None else exact.wrong(), floats.wrong()
    entries = []
    for name, index in zip(claim.names, np.ndindex(claim.shape), strict=True):
        place = index[:1] if claim.key == "C" else index  # of C the product with q̇ counts
        settled = exact is not None and (place in refuted) == (place in seen)
        how = exact.how if exact is not None and settled else floats.how
        entries.append(
            _wrong(floats, name, place, seen[place], how)
            if place in seen
            else Entry(name, right=True, difference=0, findings=(), witness="", decided=how)
        )
    if claim.key != "C":
        return tuple(entries), None
    best = floats if exact is None or refuted else exact
    return tuple(entries), _kind(best, seen)


def compared_exactly(claim: Claim) -> Compared | None:
    """Return the comparison at states of fractions, None if the function takes none."""
    source = States.of(claim.robot, letters_of(claim.robot))
    degree = _degree(claim, source)
    fineness = fineness_for(degree or 1)
    try:
        readings = list(exact_readings(source, fineness, EXACT))
        values = [claim.compared(reading) for reading in readings]
    except LinkwiseError:
        return None
    how = EXACTLY
    if degree is not None:
        states = EXACT - (claim.key == "P")  # one state settles the constant
        chance = passing(degree, size_of_set(fineness), states)
        how += f": what is wrong passes with a probability of at most {rounded_up(chance)}"
    return Compared(claim, readings, values, how)


def _degree(claim: Claim, source: States) -> int | None:
    """Return a bound of the difference's degree, None if the function takes no such numbers."""
    reading, degree = degree_reading(source)
    try:
        yours, right = claim.compared(reading)
        return max(degree(yours[place] - right[place]) for place in np.ndindex(yours.shape))
    except LinkwiseError:
        return None


def compared_in_floats(claim: Claim) -> Compared:
    """Return the comparison at states of floats."""
    readings = list(float_readings(claim.robot, FLOAT))
    values = [claim.compared(reading) for reading in readings]
    return Compared(claim, readings, values, NUMERICALLY)


def _wrong(floats: Compared, name: str, place: Place, k: int, how: str) -> Entry:
    """Return an entry that is wrong, with the state that shows it."""
    yours, right = (float(a[place]) for a in floats.values[k])
    what = f"row {place[0] + 1} of C q̇, " if floats.claim.key == "C" else ""
    state = state_in_words(floats.claim, floats.readings[k])
    gap = floats.gap(k, place).value
    if floats.claim.key == "P":
        first = state_in_words(floats.claim, floats.readings[0])
        what = f"with a constant that makes both equal at {first}, "
        yours = right + gap
    witness = f"at {state}: {what}yours {short(yours)}, right {short(right)}"
    difference = float(short(gap))
    return Entry(
        name, right=False, difference=difference, findings=(), witness=witness, decided=how
    )


def state_in_words(claim: Claim, reading: Reading) -> str:
    """Return what a function was called with, all digits of it."""
    vectors = reading.arguments[: ARGUMENTS[claim.key]]
    return ", ".join(
        f"{letter}{k + 1} = {short(x)}"
        for letter, vector in zip(QD, vectors, strict=False)
        for k, x in enumerate(vector)
    )


def _kind(compared: Compared, wrong: dict[Place, int]) -> CoriolisKind:
    """Return which Coriolis matrix a function gives, with a value that shows it."""
    n = compared.claim.robot.n
    rows = tuple((i,) not in wrong for i in range(n))
    for kind, what, places in _tests(compared):
        for place, gap in places:
            if not compared.vanishes(gap):
                entry = "".join(str(i + 1) for i in place)
                return CoriolisKind(kind, rows, ((what.format(entry), short(gap)),))
    return CoriolisKind("Christoffel", rows, ())


def _tests(compared: Compared) -> Iterator[tuple[Kind, str, Iterator[tuple[Place, Any]]]]:
    """Yield every kind that fails with what shows it, and the values that should be 0."""

    def at_all_states(value: Any) -> Iterator[tuple[Place, Any]]:
        for reading in compared.readings:
            yield from np.ndenumerate(value(reading))

    def product(reading: Reading) -> Array:
        yours, right = compared.claim.compared(reading)
        return np.asarray(yours - right, dtype=object)

    def symmetric_part(reading: Reading) -> Array:
        s = reading.state
        N = mass_matrix_rate(s.robot, s.q, s.qd) - compared.claim.at(reading) * 2
        return np.asarray(N + N.T, dtype=object)

    def beyond_christoffel(reading: Reading) -> Array:
        s = reading.state
        C = coriolis_matrix(s.robot, s.q, s.qd)
        return np.asarray(compared.claim.at(reading) - C, dtype=object)

    yield "wrong product", "row {} of C q̇, yours minus right", at_all_states(product)
    mirrored = "entry {} of Ṁ − 2C and its mirror image added"
    yield "right product, not skew", mirrored, at_all_states(symmetric_part)
    yield "skew, not Christoffel", "C{} minus Christoffel's", at_all_states(beyond_christoffel)
