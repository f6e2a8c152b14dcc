"""States of a robot in letters, in random fractions, and in degrees, for one and the same formula.

Turning joints stand at t = tan(q/2): cos q = (1 − t²)/(1 + t²) and sin q = 2 t/(1 + t²) are
fractions.  Where a coordinate itself enters, it is a further number, independent of t: an identity
in q, cos q and sin q holds for all q if and only if it holds for all numbers with cos² + sin² = 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any, Self

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.proving.angles import Angle
from linkwise.proving.degree import Degree
from linkwise.proving.dual import moved
from linkwise.proving.robot_numbers import rational, with_numbers
from linkwise.spatial.exact import ExactAngle
from linkwise.spatial.scalars import Array

SPAN = 2  # t is drawn from −2 to 2: angles up to 127°


@dataclass(frozen=True, eq=False)
class State:
    """A robot and its motion in one kind of number.

    Attributes
    ----------
    robot : Robot
        The model in these numbers.
    q, qd, qdd : ndarray
        An `Angle` or number for every joint, and numbers ``(n,)``.
    shown : str
        The motion and the model's letters in words, if they are numbers.
    """

    robot: Robot
    q: Array
    qd: Array
    qdd: Array
    shown: str = ""

    def along(self, q: Array | None = None, qd: Array | None = None) -> Self:
        """Return the same as dual numbers: q and q̇ with the derivatives given, or 0."""
        rest = np.zeros(len(self.q), dtype=int).astype(object)
        return replace(
            self,
            q=np.asarray(_moved(self.q, rest if q is None else q)),
            qd=np.asarray(_moved(self.qd, rest if qd is None else qd)),
        )

    def units(self) -> Array:
        """Return the directions along single joints."""
        units: Array = np.eye(len(self.q), dtype=int).astype(object)
        return units


_moved = np.frompyfunc(moved, 2, 1)


@dataclass(frozen=True, eq=False)
class States:
    """Where the states of one robot come from.

    Attributes
    ----------
    robot : Robot
        The model with elements of the ring for all its numbers.
    letters : Letters
        Its ring.
    """

    robot: Robot
    letters: Letters

    @classmethod
    def of(cls, robot: Robot, letters: Letters) -> "States":
        """Return the states of a robot of numbers or letters."""
        exact = robot.exact() if robot.is_numeric else rational(robot)
        return cls(with_numbers(exact, letters.element), letters)

    def in_letters(self) -> State:
        """Return the state whose numbers are the letters themselves."""
        letters, plain = self.letters, self.letters.plain()
        waves = zip(letters.cosines(), letters.sines(), strict=True)
        q = [
            Angle(((c, s, 1),), plain[x]) if turns else plain[x]
            for (c, s), turns, x in zip(waves, letters.turning, letters.q, strict=True)
        ]
        qd, qdd = (letters.vector(x) for x in (letters.qd, letters.qdd))
        return State(self.robot, *objects(q, qd, qdd))

    def in_degrees(self) -> tuple[State, Callable[[Any], int]]:
        """Return the state of degrees, and what makes a bound of the degree in all t of one."""
        letters, n = self.letters, self.letters.n
        count = len(letters.ring.gens) - n  # the cosine and the sine of an angle count as one
        units = [Degree.of(k, count) for k in range(count)]
        state = self._state([(x, x) for x in units[:n]], units[n:])

        def degree(x: Any) -> int:
            # (1 + t²) for every cosine or sine makes the numerator a polynomial in t
            above = x.above if isinstance(x, Degree) else (0,) * count
            return 2 * sum(above[:n]) + sum(above[n:])

        return state, degree

    def at_random(self, rng: Random, fineness: int) -> State:
        """Return a state of fractions k / fineness, each as likely as the others.

        They are from −2 to 2, those for the model's letters above 0 and at most 4.
        """
        letters, n = self.letters, self.letters.n
        bound = SPAN * fineness
        lows = [-bound] * (4 * n) + [1] * len(letters.parameters)
        drawn = [Fraction(rng.randint(low, low + 2 * bound - 1), fineness) for low in lows]
        angles = [ExactAngle(t) for t in drawn[:n]]
        state = self._state([(x.cos(), x.sin()) for x in angles], drawn[n:])
        return replace(state, shown=self._shown(drawn))

    def _state(self, waves: Sequence[tuple[Any, Any]], plain: Sequence[Any]) -> State:
        """Return the state of cosines and sines, and of all else in the ring's order."""
        n, turning = self.letters.n, self.letters.turning
        pairs = zip(waves, turning, plain[:n], strict=True)
        q = [Angle(((c, s, 1),), x) if turns else x for (c, s), turns, x in pairs]
        parameters = plain[3 * n :]
        robot = with_numbers(self.robot, lambda x: self._at(x, parameters))
        return State(robot, *objects(q, plain[n : 2 * n], plain[2 * n : 3 * n]))

    def _at(self, element: PolyElement, parameters: Sequence[Any]) -> Any:
        """Return the value of a number of the model for given letters."""
        n, total = self.letters.n, 0
        for powers, factor in element.terms():
            term: Any = Fraction(factor.numerator, factor.denominator)
            for x, power in zip(parameters, powers[5 * n :], strict=True):
                term = x**power * term if power else term
            total = total + term
        return total

    def _shown(self, drawn: Sequence[Fraction]) -> str:
        """Return what was drawn in words; of turning joints the value only where it enters."""
        letters, n = self.letters, self.letters.n
        symbols = (*letters.q, *letters.qd, *letters.qdd, *letters.parameters)
        parts = []
        for joint, x, t, value in zip(
            self.robot.joints, letters.q, drawn[:n], drawn[n : 2 * n], strict=True
        ):
            by_value = joint.kind == "helical" or "springs" in joint.effects
            if joint.kind == "prismatic":
                parts.append(f"{x} = {decimal(value)}")
            else:
                beside = f" (and {decimal(value)} by its value)" if by_value else ""
                parts.append(f"{x} = 2 arctan({decimal(t)}){beside}")
        parts += [f"{x} = {decimal(v)}" for x, v in zip(symbols[n:], drawn[2 * n :], strict=True)]
        return ", ".join(parts)


def objects(q: Any, qd: Any, qdd: Any) -> tuple[Array, Array, Array]:
    """Return three joint vectors as arrays of objects."""
    return np.array(q, dtype=object), np.array(qd, dtype=object), np.array(qdd, dtype=object)


def decimal(x: Fraction) -> str:
    """Return a fraction k / 10^m as a decimal number, all of its digits."""
    return str(Decimal(x.numerator) / Decimal(x.denominator))
