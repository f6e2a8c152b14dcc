"""Proofs that results of different algorithms are equal: in a ring, or at rational states."""

import re
import unicodedata
from difflib import get_close_matches
from numbers import Rational
from random import Random
from typing import Any

import numpy as np

from linkwise.lagrangian.ring import letters_of
from linkwise.models.robot import Robot, require_robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.proving.called import called
from linkwise.proving.identities import IDENTITIES, Identity
from linkwise.proving.proof import How, Proof, Witness
from linkwise.proving.robot_numbers import numbers_of
from linkwise.proving.schwartz_zippel import MARGIN, fineness_for, size_of_set
from linkwise.proving.states import State, States
from linkwise.spatial.errors import LinkwiseError, require_whole
from linkwise.spatial.scalars import Array

RING = 4  # joints up to which all states are decided at once, in seconds
SIMPLE = 2  # t of a witness that is easy to read: halves
TRIES = 20  # to find one


def statements() -> tuple[str, ...]:
    """Return what `prove` can decide, by name.

    Examples
    --------
    >>> statements()[0]
    'newton-euler == lagrange'
    """
    return tuple(identity.name for identity in IDENTITIES)


def prove(
    robot: Robot | SymbolicModel,
    statement: str | Identity,
    *,
    how: How | None = None,
    states: int = 3,
    seed: int = 0,
) -> Proof:
    """Decide without any tolerance whether two algorithms give the same for a robot.

    In the ring of sines, cosines and letters a difference of 0 proves it for all states at once.
    At random states of fractions, t = tan(q/2), nothing is rounded either, and a false statement
    passes with a probability of at most (d/s)^N: N states, numbers from a set of s, and a
    difference of degree d.  The bound d is counted by running both sides on numbers that know
    their degree only, and s is at least a million times d.

    Parameters
    ----------
    robot
        A robot of numbers or letters, or a `SymbolicModel`.  Numbers are taken as the decimals that
        were typed, rotations as rational ones within 1e-11.
    statement
        One of `statements`, such as "newton-euler == lagrange", or an `Identity` of your own.
    how
        "ring" or "states"; the ring for robots of up to four joints if not given.
    states
        How many states, N.
    seed
        Of the random numbers.

    Returns
    -------
    Proof
        True if proved; prints as a report, with a state that shows it if it is refuted.

    Raises
    ------
    LinkwiseError
        If the statement is unknown, or the robot has what is no polynomial: mimic joints, Coulomb
        friction where friction enters, axes of letters.

    References
    ----------
    J. T. Schwartz, "Fast probabilistic algorithms for verification of polynomial identities",
    *J. ACM* 27 (1980), corollary 1; R. Zippel, "Probabilistic algorithms for sparse polynomials",
    *EUROSAM* 1979.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> print(prove(symbolic("rp"), "newton-euler == lagrange"))
    planar RP: newton-euler == lagrange
        rnea(q, q̇, q̈) = d/dt ∂K/∂q̇ − ∂K/∂q + ∂P/∂q + friction, with K and P from 4x4 matrices
    proved for all states and letters: their difference is 0 as a polynomial in sines and cosines
        the recursion gives the torques of Lagrange's equations
    """
    identity = statement if isinstance(statement, Identity) else named(statement)
    model = robot.robot if isinstance(robot, SymbolicModel) else robot
    require_robot(model)
    require_whole(states, "states", 1)
    require_whole(seed, "seed", 0)
    require_polynomials(model, identity)
    source = States.of(model, letters_of(robot))
    if how is None:
        in_ring = source.letters.n <= RING and suits_ring(model, identity)
        how = "ring" if in_ring else "states"
    elif how not in ("ring", "states"):
        raise LinkwiseError(f"how must be 'ring' or 'states', got {how!r}")
    elif how == "ring" and not suits_ring(model, identity):
        raise LinkwiseError(f"{identity.name!r} divides or has friction: decide it at 'states'")
    rng = Random(seed)  # noqa: S311 - no secret
    if how == "ring":
        if equal_in_ring(source, identity):
            return Proof(model.name, identity, proved=True, how=how)
        found = readable(source, identity, rng)
        return Proof(model.name, identity, proved=False, how=how, witness=found)
    return _at_states(source, identity, states, rng)


def _at_states(source: States, identity: Identity, states: int, rng: Random) -> Proof:
    """Return what so many random states tell."""
    state, degree = source.in_degrees()
    left, right = sides(identity, state)
    d = max(degree(a - b) for a, b in zip(left.flat, right.flat, strict=True))
    fineness = fineness_for(d)
    proved = all(
        difference_at(identity, source.at_random(rng, fineness)) is None for _ in range(states)
    )
    witness = None if proved else readable(source, identity, rng, fineness)
    name = source.robot.name
    return Proof(name, identity, proved, "states", states, d, size_of_set(fineness), witness)


def equal_in_ring(source: States, identity: Identity) -> bool:
    """Tell whether both sides have the same form in the ring."""
    left, right = sides(identity, source.in_letters())
    element, reduced = source.letters.element, source.letters.reduced
    return not any(reduced(element(a - b)) for a, b in zip(left.flat, right.flat, strict=True))


def readable(source: States, identity: Identity, rng: Random, fineness: int = MARGIN) -> Witness:
    """Return a state of short numbers where the sides differ; of long ones if none is found."""
    for _ in range(TRIES):
        if found := difference_at(identity, source.at_random(rng, SIMPLE)):
            return found
    while not (found := difference_at(identity, source.at_random(rng, fineness))):
        pass
    return found


def difference_at(identity: Identity, state: State) -> Witness | None:
    """Return the entry that differs most in a state of fractions, None if none does."""
    left, right = sides(identity, state)
    gaps = {index: abs(gap) for index, gap in np.ndenumerate(left - right)}
    if not all(isinstance(gap, Rational) for gap in gaps.values()):
        raise LinkwiseError(f"{identity.name!r} gives floats where fractions go in: no proof")
    entry = max(gaps, key=lambda index: gaps[index])
    values = left.item(entry), right.item(entry)
    return Witness(entry, *values, state.shown) if gaps[entry] else None


def sides(identity: Identity, state: State) -> tuple[Array, Array]:
    """Return both results in a state."""
    both = []
    for word, side in (("left", identity.left), ("right", identity.right)):
        result = called(f"{identity.name!r}, {word} side,", side, (state,))
        both.append(np.asarray(result, dtype=object))
    left, right = both
    if left.shape != right.shape:
        raise LinkwiseError(
            f"{identity.name!r}: left has shape {left.shape}, right has {right.shape}"
        )
    called(f"{identity.name!r}: left minus right", np.subtract, both)  # that they are numbers
    return left, right


def named(statement: Any) -> Identity:
    """Return the identity with this name, however it is spelled."""
    known = {_plain(x): i for i in IDENTITIES for x in (i.name, *i.spellings)}
    if isinstance(statement, str) and _plain(statement) in known:
        return known[_plain(statement)]
    near = get_close_matches(_plain(str(statement)), known, n=1, cutoff=0.5)
    hint = f"did you mean {known[near[0]].name!r}? " if near else ""
    listed = "; ".join(statements())
    raise LinkwiseError(f"there is no statement {statement!r}: {hint}there are {listed}")


def _plain(statement: str) -> str:
    """Return a statement without spaces, case, small words and ways to write an equals sign."""
    text = unicodedata.normalize("NFC", statement).lower()
    for letter, spelled in {"−": "-", "π": "pi", "τ": "tau", "σ": "sum", "ᵀ": "'"}.items():
        text = text.replace(letter, spelled)
    return re.sub(r"\b(of|the|is)\b|[\s=]+", "", text)


def suits_ring(robot: Robot, identity: Identity) -> bool:
    """Tell whether both sides are made of sums and products."""
    return not identity.divides and not (identity.friction and "friction" in robot.effects)


def require_polynomials(robot: Robot, identity: Identity) -> None:
    """Raise a `LinkwiseError` that names a joint with what is no polynomial."""
    for link in robot.links:
        joint, laws = link.joint, link.joint.friction.numbers()
        if joint.mimic is not None:
            raise LinkwiseError(
                f"joint {joint.name!r} is a mimic joint, whose angle is a multiple of another: "
                "proofs are for joints that move by themselves"
            )
        if identity.friction and any(number != 0 for number in laws[1:4]):
            raise LinkwiseError(
                f"joint {joint.name!r} has friction by the sign of its rate, which is no "
                "polynomial: prove it of robot.without('friction')"
            )
        if joint.moves and numbers_of(joint.axis) is None:
            raise LinkwiseError(f"the axis of joint {joint.name!r} has letters: give it in numbers")
