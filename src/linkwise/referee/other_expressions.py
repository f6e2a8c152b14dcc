"""Expressions that are no polynomials: quotients by cross-multiplying, others in intervals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters, exact_number
from linkwise.referee.enclosures import DIGITS, enclosure
from linkwise.referee.ring_referee import Referee
from linkwise.referee.verdict import Entry
from linkwise.spatial.errors import LinkwiseError

SMALL = "1e-30"  # how much at most is off what counts as right
ROUNDED = "1e-12"  # what is no difference where the robot's floats have 15 digits
STATES = 12  # a sign that a root or |x| hides stays unseen at all of them once in 4000 times
TRIES = 200  # at states where a root may be that of a negative number
IN_RING = "by cross-multiplying, for all states where no divisor is 0"
INTERVALS = (
    f"numerically, in intervals of {DIGITS} digits at {STATES} random states: what is wrong is off "
    "there for certain, what is right by at most {} of the largest value"
)
QUOTIENTS = {
    sympy.tan: lambda x: sympy.sin(x) / sympy.cos(x),
    sympy.cot: lambda x: sympy.cos(x) / sympy.sin(x),
    sympy.sec: lambda x: 1 / sympy.cos(x),
    sympy.csc: lambda x: 1 / sympy.sin(x),
}


def judge_others(referee: Referee, given: Mapping[str, Any]) -> Iterator[Entry]:
    """Yield the verdict on entries that are no elements of the ring.

    Where all of C is given, its rows count by their product with q̇.
    """
    letters, right = referee.letters, referee.right
    order = range(1, letters.n + 1)
    rows = [[f"C{i}{j}" for j in order] for i in order]
    whole = all(name in given for row in rows for name in row)
    in_rows: dict[str, tuple[str, Any, PolyElement]] = {}
    for row in rows if whole else []:
        rates = list(zip(row, letters.qd, strict=True))
        yours = sum(sympy.sympify(given[name]) * rate for name, rate in rates)
        plain = letters.plain()
        product = letters.reduced(
            sum((right[name] * plain[rate] for name, rate in rates), letters.ring.zero)
        )
        in_rows |= dict.fromkeys(row, (f"row {row[0][1:-1]} of C q̇, ", yours, product))
    for name, value in given.items():
        what, yours, wanted = in_rows.get(name, ("", value, right[name]))
        exact = sympy.sympify(yours).replace(lambda x: x.is_Float, exact_number)
        yield _judged(referee, name, exact, wanted, what)


def _judged(referee: Referee, name: str, yours: Any, right: PolyElement, what: str) -> Entry:
    """Return the verdict on one entry."""
    letters = referee.letters
    if unknown := sorted(yours.atoms(AppliedUndef), key=str):
        raise LinkwiseError(f"{name}: {unknown[0]} is no symbol: hand in symbols, or text")
    expected = letters.expression(right)
    motion = (*letters.q, *letters.qd, *letters.qdd)
    parts = cross_multiplied(letters, yours)
    rounded = referee.robot.is_numeric
    numerically = INTERVALS.format(ROUNDED if rounded else SMALL)
    gap, decided = yours - expected, numerically
    if parts is not None:
        above, below = parts
        product = letters.reduced(right * below)
        rest = referee.beyond_rounding(letters.reduced(above - product), product)
        if not rest:
            return _right(name, IN_RING)
        gap, decided = letters.expression(rest) / letters.expression(below), IN_RING
    if name == "P":  # a constant does not count
        gap = gap - gap.subs({x: sympy.Rational(1, 3 + k) for k, x in enumerate(motion)})
        decided = numerically
    allowed = ROUNDED if rounded else 0
    symbols = sorted(yours.free_symbols | expected.free_symbols, key=str)
    try:
        state = differing_state(gap, expected, allowed, states(symbols, motion), str(yours))
    except LinkwiseError as error:
        raise LinkwiseError(f"{name}: {error}") from None
    if state is None:
        return _right(name, numerically)
    a, b = (float(x.subs(state)) for x in (yours, expected))
    words = ", ".join(f"{x} = {float(value):g}" for x, value in state.items())
    witness = f"at {words}: {what}yours {a:.6g}, right {b:.6g}"
    return Entry(name, right=False, difference=gap, findings=(), witness=witness, decided=decided)


def _right(name: str, decided: str) -> Entry:
    return Entry(
        name, right=True, difference=sympy.S.Zero, findings=(), witness="", decided=decided
    )


def cross_multiplied(letters: Letters, x: Any) -> tuple[PolyElement, PolyElement] | None:
    """Return numerator and denominator in the ring, None if these are no polynomials."""
    for function, quotient in QUOTIENTS.items():
        x = x.replace(function, quotient)
    above, below = sympy.fraction(sympy.together(x))
    try:
        parts = letters.element(above), letters.element(below)
    except LinkwiseError:
        return None
    if not parts[1]:
        raise LinkwiseError(f"{x} divides by {below}, which is 0")
    return parts


def states(symbols: Sequence[Any], motion: Sequence[Any]) -> Iterator[dict[Any, Any]]:
    """Yield random numbers for the symbols: positive for parameters, of either sign for motion."""
    rng = Random(0)  # noqa: S311 - no secret
    for _ in range(TRIES):
        state = {x: sympy.Rational(rng.randint(30, 200), 100) for x in symbols}
        yield state | {x: -state[x] for x in symbols if x in motion and rng.random() < 1 / 2}


def differing_state(
    gap: Any, right: Any, allowed: Any, tried: Iterable[dict[Any, Any]], what: str
) -> dict[Any, Any] | None:
    """Return the first of some states at which a difference is not 0 for certain.

    None if at all of them it lies within a bound, `allowed` or `SMALL`, of the largest right value.
    """
    seen = []
    for state in tried:
        difference, value = enclosure(gap, state), enclosure(right, state)
        if difference is not None and value is not None:
            seen.append((state, abs(difference), abs(value)))
        if len(seen) == STATES:
            break
    else:
        raise LinkwiseError(f"{what} is a real number at too few of the states that were tried")
    scale = max(value.b for *_, value in seen) or 1
    for state, difference, _ in seen:
        if difference > scale * allowed:  # intervals: true if it is for all that they hold
            return state
    if not all(difference <= scale * (allowed or SMALL) for _, difference, _ in seen):
        raise LinkwiseError(f"{what} cannot be told from what is right with {DIGITS} digits")
    return None
