"""Equations of motion as elements of a polynomial ring: equal if and only if their difference is 0.

The generators are a cosine c and a sine s for every joint that turns, the coordinates that enter by
their value, rates and accelerations, and the letters of the model.  With s² → 1 − c² every
expression has one form, and no simplification is ever searched for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, prod, sin
from typing import Any

import numpy as np
import sympy
from sympy.polys.domains import QQ
from sympy.polys.rings import PolyElement, PolyRing

from linkwise.lagrangian.squares import without_squares
from linkwise.lagrangian.waves import Folded, folded
from linkwise.models.exact_model import exact_link, exact_pose, fraction
from linkwise.models.link import Link
from linkwise.models.robot import Robot, require_robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

Known = Mapping[str, PolyElement]  # letters by name
Waves = dict[sympy.Expr, PolyElement]  # sines and cosines that are expanded already
Symbols = tuple[sympy.Symbol, ...]

MOST_TURNS = 24  # of all joints in an angle: multiplied out, that takes a second


@dataclass(frozen=True)
class RingAngle:
    """The coordinate of a joint that turns: its cosine and sine, and itself where it enters."""

    c: PolyElement
    s: PolyElement
    value: PolyElement | None

    def cos(self) -> PolyElement:
        """Return the generator c."""
        return self.c

    def sin(self) -> PolyElement:
        """Return the generator s."""
        return self.s

    def __mul__(self, other: Any) -> Any:
        if self.value is None:
            raise LinkwiseError("a turning joint's coordinate enters by sine and cosine only")
        return self.value * other

    __rmul__ = __mul__


@dataclass(frozen=True, eq=False)
class Letters:
    """The ring of one robot, and the letters of its equations of motion.

    Attributes
    ----------
    q, qd, qdd
        SymPy symbols of coordinates, rates and accelerations, in the order of the joints.
    parameters
        SymPy symbols of the model.
    turning
        For every joint whether it turns, so that its coordinate enters by c and s.
    ring
        Generators: c and s of every joint (used if it turns), then q, q̇, q̈ and the parameters.
    strange
        Those of the parameters that are no letters of the model.
    """

    q: tuple[sympy.Symbol, ...]
    qd: tuple[sympy.Symbol, ...]
    qdd: tuple[sympy.Symbol, ...]
    parameters: tuple[sympy.Symbol, ...]
    turning: tuple[bool, ...]
    ring: PolyRing
    strange: tuple[sympy.Symbol, ...] = ()

    @classmethod
    def of(
        cls,
        robot: Robot,
        q: Sequence[sympy.Symbol],
        qd: Sequence[sympy.Symbol],
        qdd: Sequence[sympy.Symbol],
        more: Iterable[sympy.Symbol] = (),
        used: Iterable[sympy.Symbol] = (),
    ) -> "Letters":
        """Return the letters of a robot whose numbers may be symbols, and of `more` symbols.

        Those `used` that the robot does not know are taken up too, as strange.

        Raises
        ------
        LinkwiseError
            If a name stands for two things.
        """
        arrays = [robot.gravity, robot.base.R, robot.base.p]
        for link in robot.links:
            arrays += link.arrays
        found: set[sympy.Symbol] = set(more)
        for a in arrays:
            for x in np.asarray(a, dtype=object).flat:
                found |= getattr(x, "free_symbols", set())
        strange = tuple(sorted(set(used) - found - {*q, *qd, *qdd}, key=str))
        parameters = tuple(sorted(found.union(strange), key=str))
        turns = tuple(joint.kind in ("revolute", "helical") for joint in robot.joints)
        names = [f"cos_{x}" for x in q] + [f"sin_{x}" for x in q]
        names += [str(x) for x in (*q, *qd, *qdd, *parameters)]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise LinkwiseError(f"one name stands for two things: {', '.join(twice)}")
        ring = PolyRing(names, QQ, "lex")
        return cls(tuple(q), tuple(qd), tuple(qdd), parameters, turns, ring, strange)

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.q)

    def moves(self, powers: Sequence[int]) -> bool:
        """Tell whether a term holds a coordinate, rate or acceleration, or a wave of one."""
        return any(powers[: 5 * self.n])

    def cosines(self) -> tuple[PolyElement, ...]:
        """Return the generators c."""
        return tuple(self.ring.gens[: self.n])

    def sines(self) -> tuple[PolyElement, ...]:
        """Return the generators s."""
        return tuple(self.ring.gens[self.n : 2 * self.n])

    def plain(self) -> dict[sympy.Symbol, PolyElement]:
        """Return the generators of q, q̇, q̈ and the parameters by their symbols."""
        symbols = (*self.q, *self.qd, *self.qdd, *self.parameters)
        return dict(zip(symbols, self.ring.gens[2 * self.n :], strict=True))

    def coordinates(self) -> list[Any]:
        """Return what to give an algorithm for q: angles, or the coordinates of sliding joints."""
        plain = self.plain()
        triples = zip(self.turning, self.cosines(), self.sines(), self.q, strict=True)
        return [RingAngle(c, s, plain[x]) if turns else plain[x] for turns, c, s, x in triples]

    def vector(self, symbols: Iterable[sympy.Symbol]) -> list[PolyElement]:
        """Return the generators of rates or accelerations."""
        plain = self.plain()
        return [plain[x] for x in symbols]

    def element(self, x: Any) -> PolyElement:
        """Return a number or SymPy expression as an element in its one form.

        Sines and cosines of whole multiples and sums of coordinates are expanded; decimal numbers
        mean what was typed: 9.81 is 981/100.

        Raises
        ------
        LinkwiseError
            If the expression is not a polynomial in the letters and their sines and cosines.
        """
        if isinstance(x, PolyElement):
            return x
        if isinstance(x, (int, Fraction, np.integer)):
            return self.ring(QQ(int(x.numerator), int(x.denominator)))
        if isinstance(x, (float, np.floating)):
            return self.element(fraction(x))
        known = {symbol.name: g for symbol, g in self.plain().items()}
        known |= {
            symbol.name: g for symbol, g in zip(self.ring.symbols, self.ring.gens, strict=True)
        }
        return self.reduced(self._polynomial(sympy.sympify(x), known, {}))

    def _expanded(self, e: sympy.Expr) -> sympy.Expr:
        """Return sin or cos of a sum of coordinates in the generators c and s."""
        if isinstance(e, sympy.tan):
            raise LinkwiseError(f"{e} is no polynomial in sines and cosines")
        expanded = sympy.expand_trig(e.replace(lambda x: x.is_Float, exact_number))
        c, s = self.ring.symbols[: self.n], self.ring.symbols[self.n : 2 * self.n]
        for x, turns, cosine, sine in zip(self.q, self.turning, c, s, strict=True):
            if turns:
                expanded = expanded.subs({sympy.cos(x): cosine, sympy.sin(x): sine})
        if expanded.has(sympy.sin, sympy.cos):
            raise LinkwiseError(f"{e}: the angle is no sum of coordinates of turning joints")
        return expanded

    def _polynomial(self, e: sympy.Expr, known: Known, waves: Waves) -> PolyElement:
        """Return a SymPy tree of sums, products and powers as an element."""
        if e.is_Add:
            total: dict[tuple[int, ...], Any] = {}
            for part in e.args:
                for powers, factor in self._polynomial(part, known, waves).items():
                    total[powers] = total.get(powers, 0) + factor
            return self.ring.from_dict(total)
        if e.is_Mul:
            product = self.ring.one
            for part in e.args:
                product = product * self._polynomial(part, known, waves)
            return product
        if e.is_Pow and e.exp.is_Integer and 0 <= e.exp <= 50:
            return self._polynomial(e.base, known, waves) ** int(e.exp)
        if isinstance(e, (sympy.sin, sympy.cos, sympy.tan)):
            if e not in waves:
                waves[e] = self._wave(e, known, waves)
            return waves[e]
        return self._leaf(e, known)

    def _wave(self, e: sympy.Expr, known: Known, waves: Waves) -> PolyElement:
        """Return a sine, cosine or tangent as an element."""
        turned = self._turned(e.args[0])
        if turned is None or isinstance(e, sympy.tan):
            return self._polynomial(self._expanded(e), known, waves)
        return turned[isinstance(e, sympy.sin)]

    def _turned(self, angle: sympy.Expr) -> tuple[PolyElement, PolyElement] | None:
        """Return cosine and sine of a sum of whole multiples of coordinates, turn by turn.

        SymPy's own expansion of the sums of six angles takes seconds.
        """
        joints = zip(self.q, self.cosines(), self.sines(), self.turning, strict=True)
        sides = {x: (c, s) for x, c, s, turns in joints if turns}
        turns = angle.as_coefficients_dict()
        if not all(x in sides and k.is_Integer for x, k in turns.items()):
            return None
        if sum(map(abs, turns.values())) > MOST_TURNS:
            raise LinkwiseError(f"an angle of more than {MOST_TURNS} coordinates: {angle}")
        cosine, sine = self.ring.one, self.ring.zero
        for x, k in turns.items():
            c, s = sides[x]
            s = s if k > 0 else -s
            for _ in range(abs(int(k))):
                cosine, sine = cosine * c - sine * s, sine * c + cosine * s
        return cosine, sine

    def _leaf(self, e: sympy.Expr, known: Known) -> PolyElement:
        """Return a number or letter as an element."""
        if e.is_Rational:
            return self.ring(QQ(int(e.p), int(e.q)))
        if e.is_Float:
            return self.element(fraction(e))
        if not e.is_Symbol:
            raise LinkwiseError(f"{e} is no polynomial in the letters of the model")
        if e.name not in known:
            raise LinkwiseError(
                f"unknown letter {e}: {', '.join(map(str, self.plain()))} are known"
            )
        return known[e.name]

    def reduced(self, element: PolyElement) -> PolyElement:
        """Return the element with every s² replaced by 1 − c²."""
        return without_squares(element, self.n)

    def robot(self, robot: Robot) -> Robot:
        """Return the robot with ring elements for all its numbers."""
        robot = self.exact(robot)
        return replace(
            robot,
            links=tuple(map(self._link, robot.links)),
            gravity=self.array(robot.gravity),
            base=Transform.trusted(self.array(robot.base.R), self.array(robot.base.p)),
        )

    def exact(self, robot: Robot) -> Robot:
        """Return the robot with fractions for numbers; one of symbols is exact already."""
        if not robot.is_numeric:
            return robot
        return replace(
            robot,
            links=tuple(map(exact_link, robot.links)),
            gravity=np.array([fraction(x) for x in robot.gravity], dtype=object),
            base=exact_pose(robot.base),
        )

    def _link(self, link: Link) -> Link:
        I, X = link.inertia, link.placement
        body = Inertia.trusted(*map(self.array, (I.mass, I.moment, I.about_origin)))
        placed = Transform.trusted(self.array(X.R), self.array(X.p))
        return replace(link, inertia=body, placement=placed)

    def array(self, a: Any) -> Array:
        """Return an array of elements; 0 and ±1 stay plain, so that they vanish at once."""
        source = np.asarray(a, dtype=object)
        out = np.empty(source.shape, dtype=object)
        for index, x in np.ndenumerate(source):
            out[index] = int(x) if x in (0, 1, -1) else self.element(x)
        return out

    def symbols_in(self, *elements: PolyElement) -> list[sympy.Symbol]:
        """Return the symbols of which elements depend, by name; an angle by its cosine or sine."""
        used = {k for element in elements for powers in element for k, p in enumerate(powers) if p}
        symbols = (*self.q, *self.q, *self.q, *self.qd, *self.qdd, *self.parameters)
        return sorted({symbols[k] for k in used}, key=str)

    def value(self, element: PolyElement, values: Mapping[sympy.Symbol, float]) -> float:
        """Return an element in floats for values of the symbols that it holds."""
        x = [values.get(symbol, 0.0) for symbol in (*self.q, *self.plain())]
        numbers = [*map(cos, x[: self.n]), *map(sin, x[: self.n]), *x[self.n :]]
        terms = (
            float(factor) * prod(y**p for y, p in zip(numbers, powers, strict=True) if p)
            for powers, factor in element.terms()
        )
        return float(sum(terms))

    def folded(self, element: PolyElement) -> Folded:
        """Return an element by cosines and sines of sums of coordinates, as textbooks write it.

        Returns
        -------
        dict
            For (powers of the other generators, multiples k of the coordinates) the factors of
            cos(k·q) and sin(k·q); the first multiple that is not 0 is positive.
        """
        return folded(element, self.n)

    def expression(self, element: PolyElement) -> sympy.Expr:
        """Return an element as a SymPy expression with sums of angles folded."""
        symbols = (*self.q, *self.qd, *self.qdd, *self.parameters)
        terms = []
        for (rest, multiples), (a, b) in self.folded(element).items():
            angle = sum(k * x for k, x in zip(multiples, self.q, strict=True))
            wave = _rational(a) * sympy.cos(angle) + _rational(b) * sympy.sin(angle)
            powers = (x**p for x, p in zip(symbols, rest, strict=True) if p)
            terms.append(sympy.Mul(wave, *powers))
        return sympy.Add(*terms)


def unpacked(
    robot: Any, q: Any = None, qd: Any = None, qdd: Any = None
) -> tuple[Robot, tuple[Symbols, Symbols, Symbols], Symbols]:
    """Return a robot, its symbols for q, q̇ and q̈, and the letters of a symbolic model.

    Symbols that are not given are those of the model, or q1, qd1, qdd1 and so on.

    Raises
    ------
    LinkwiseError
        If it is no robot, or a vector does not hold one symbol a joint.
    """
    own: tuple[Any, ...] = (None, None, None)
    more: Symbols = ()
    if isinstance(robot, SymbolicModel):
        own, more = (robot.q, robot.qd, robot.qdd), tuple(robot.parameters.values())
        robot = robot.robot
    require_robot(robot)
    vectors = []
    for letter, given, known in zip(("q", "qd", "qdd"), (q, qd, qdd), own, strict=True):
        chosen = known if given is None else given
        if chosen is None:
            chosen = [sympy.Symbol(f"{letter}{k + 1}") for k in range(robot.n)]
        symbols = tuple(np.ravel(np.array(chosen, dtype=object)))
        if len(symbols) != robot.n or not all(isinstance(x, sympy.Symbol) for x in symbols):
            raise LinkwiseError(f"{letter} must be {robot.n} SymPy symbols, got {given!r}")
        vectors.append(symbols)
    return robot, (vectors[0], vectors[1], vectors[2]), more


def letters_of(robot: Robot | SymbolicModel) -> Letters:
    """Return the ring of a robot."""
    model, symbols, more = unpacked(robot)
    return Letters.of(model, *symbols, more)


def exact_number(x: sympy.Float) -> sympy.Rational:
    """Return the decimal of 15 digits that a float of SymPy stands for."""
    return _rational(fraction(x))


def _rational(x: Fraction) -> sympy.Rational:
    return sympy.Rational(x.numerator, x.denominator)
