"""Why two engines differ in a term: the fewest known causes without which they agree in it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from linkwise.auditing.closeness import close
from linkwise.engines.body_differences import body_words, different
from linkwise.engines.engine import TERMS, M
from linkwise.engines.reading import BODIES, EFFECTS, GRAVITY_VECTOR, Reading
from linkwise.models.urdf_notes import listed
from linkwise.number_text import vector
from linkwise.spatial.scalars import Array

NAMES = {
    GRAVITY_VECTOR: "gravity",
    "rotors": "rotor inertia",
    "friction": "friction",
    "springs": "springs",
    BODIES: "bodies",
}
FLOOR = 1e-3  # of the largest entry of all joints: smaller joints are compared on this scale
MOST = 3  # details told of a cause, and joints named in one


@dataclass(frozen=True)
class Cause:
    """A cause that was tested: without it the two engines agree.

    Attributes
    ----------
    name : str
        "gravity", "rotor inertia", "friction", "springs" or "bodies".
    details : tuple of str
        What the two have, and where.
    """

    name: str
    details: tuple[str, ...]


def gaps(term: str, a: Array, b: Array, scale: float) -> Array:
    """Return |a − b| over the states ``(n,)`` or ``(n, n)``, relative to each joint's largest."""
    size = np.maximum(np.abs(a), np.abs(b)).max(axis=0)
    if term == M:
        size = size.max(axis=1, keepdims=True)
        size = np.maximum(size, size.T)
    relative: Array = np.abs(a - b).max(axis=0) / np.maximum(size, max(FLOOR * scale, 1e-300))
    return relative


def scale(reading: Reading, term: str) -> float:
    """Return the largest entry of M, or the largest torque of any term."""
    found = reading.terms()
    return max(float(np.abs(found[k]).max(initial=0)) for k in ([M] if term == M else TERMS[1:]))


def agree(
    term: str, a: Reading, b: Reading, tolerance: float, without: frozenset[str] = frozenset()
) -> bool:
    """Tell whether two engines agree in a term, with some causes taken away."""
    x, y = a.terms(without)[term], b.terms(without)[term]
    return bool(gaps(term, x, y, scale(a, term)).max(initial=0) <= tolerance)


def causes(term: str, a: Reading, b: Reading, tolerance: float) -> tuple[Cause, ...]:
    """Return the fewest known causes without which two engines agree in a term; none if unknown."""
    possible = [cause for cause in NAMES if _differs(cause, a, b, tolerance)]
    for count in range(1, len(possible) + 1):
        for chosen in combinations(possible, count):
            if agree(term, a, b, tolerance, frozenset(chosen)):
                return tuple(Cause(NAMES[x], tuple(WORDS[x](a, b, x, tolerance))) for x in chosen)
    return ()


def _differs(cause: str, a: Reading, b: Reading, tolerance: float) -> bool:
    """Tell whether a cause is there at all: whether it changes what one of the two gives."""
    if cause == GRAVITY_VECTOR:
        return not np.array_equal(a.engine.gravity, b.engine.gravity)
    if cause == BODIES:
        return bool(different(a.bodies, b.bodies, tolerance))
    return any(
        not np.array_equal(x.terms()[term], x.terms(frozenset({cause}))[term])
        for x in (a, b)
        for term in TERMS
    )


def _gravity_words(a: Reading, b: Reading, _: str, tolerance: float) -> list[str]:
    g, h = a.engine.gravity, b.engine.gravity
    sizes = float(np.linalg.norm(g)), float(np.linalg.norm(h))
    if close(g, -h, tolerance):
        kind = "opposite sign"
    elif min(sizes) == 0:
        kind = "none in one of them"
    elif close(float(g @ h), sizes[0] * sizes[1], tolerance):
        kind = "another size"
    else:
        kind = "another direction"
    return [f"{kind}: {vector(g)} m/s² in {a.name}, {vector(h)} m/s² in {b.name}"]


def _effect_words(a: Reading, b: Reading, effect: str, _: float) -> list[str]:
    alike: dict[tuple[str, str], list[str]] = {}
    for link in a.robot.links:
        joint = link.joint.name
        if link.joint.moves:
            have = a.engine.effect(effect, joint), b.engine.effect(effect, joint)
            alike.setdefault(have, []).append(joint)
    said = [
        f"{x} in {a.name}, {y} in {b.name} at {listed(joints, MOST)}"
        for (x, y), joints in alike.items()
        if x != y
    ]
    remarks = [
        f"{x.name}: {x.engine.remarks[effect]}" for x in (a, b) if effect in x.engine.remarks
    ]
    return [*shortened(said), *remarks]


def _body_words(a: Reading, b: Reading, _: str, tolerance: float) -> list[str]:
    pairs = different(a.bodies, b.bodies, tolerance)
    return shortened(body_words(pairs, a.name, b.name, tolerance))


def shortened(lines: Iterable[str]) -> list[str]:
    """Return the first lines, and how many more there are."""
    every = list(lines)
    left = len(every) - MOST
    return every[:MOST] + [f"and {left} more"] * (left > 0)


Words = Callable[[Reading, Reading, str, float], list[str]]
WORDS: dict[str, Words] = {
    GRAVITY_VECTOR: _gravity_words,
    **dict.fromkeys(EFFECTS, _effect_words),
    BODIES: _body_words,
}
