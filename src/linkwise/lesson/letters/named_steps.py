"""The recursions written out step by step, what is used more than once under a name of its own.

Robots of many joints have equations of motion whose terms nobody reads: the mass matrix of a 6R arm
has hundreds.  Straight-line steps, as the tracer records them, stay short.
"""

import functools
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from linkwise.compiled.graph import Graph, Scalar, live_nodes, operands
from linkwise.lagrangian.ring import Letters
from linkwise.lesson.letters.writing import LARGEST
from linkwise.models.exact_model import exact_body
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

Step = tuple[Any, Any]  # a symbol, and the expression that it stands for


@dataclass(frozen=True, eq=False)
class Recorder:
    """A graph, and its inputs in place of the letters of a robot.

    Attributes
    ----------
    letters
        The coordinates and parameters are inputs, in this order.
    graph
        What is recorded.
    """

    letters: Letters
    graph: Graph

    @classmethod
    def of(cls, letters: Letters) -> "Recorder":
        """Return a recorder that has recorded nothing yet."""
        return cls(letters, Graph())

    @property
    def symbols(self) -> tuple[Any, ...]:
        """The letters that are inputs."""
        return (*self.letters.q, *self.letters.parameters)

    def coordinates(self) -> list[Any]:
        """Return what to give an algorithm for q."""
        return self._inputs()[: self.letters.n]

    def _inputs(self) -> list[Scalar]:
        count = len(self.symbols)
        return [Scalar(self.graph, self.graph.node("input", k)) for k in range(count)]

    def robot(self, robot: Robot) -> Robot:
        """Return the robot with inputs for its symbols; one of numbers without their rounding."""
        if robot.is_numeric:
            bodies = [replace(link, inertia=exact_body(link.inertia)) for link in robot.links]
            return replace(robot, links=bodies)
        links = []
        for link in robot.links:
            I, X = link.inertia, link.placement
            body = Inertia.trusted(*map(self._array, (I.mass, I.moment, I.about_origin)))
            placed = Transform.trusted(self._array(X.R), self._array(X.p))
            links.append(replace(link, inertia=body, placement=placed))
        base = Transform.trusted(self._array(robot.base.R), self._array(robot.base.p))
        return replace(robot, links=links, gravity=self._array(robot.gravity), base=base)

    def _array(self, a: Array) -> Array:
        out = np.empty(a.shape, dtype=object)
        for index, x in np.ndenumerate(a):
            out[index] = self._recorded(x) if getattr(x, "free_symbols", None) else x
        return out

    def _recorded(self, e: Any) -> Any:
        """Return a polynomial in the letters as what the inputs make of it."""
        if e.is_Symbol:
            return self._inputs()[self.symbols.index(e)]
        if e.is_number:
            return float(e)
        if e.is_Add or e.is_Mul:
            combine = operator.add if e.is_Add else operator.mul
            return functools.reduce(combine, map(self._recorded, e.args))
        if e.is_Pow and e.exp.is_Integer and e.exp != 0:
            power = functools.reduce(operator.mul, [self._recorded(e.base)] * abs(int(e.exp)))
            return power if e.exp > 0 else 1 / power
        raise LinkwiseError(f"{e} is no quotient of polynomials in the letters of the model")

    def operations(self, results: Array) -> int:
        """Return how many operations the results take."""
        nodes = live_nodes(self.graph, _indices(results))
        return sum(bool(operands(self.graph.nodes[i])) for i in nodes)

    def written_out(self, *results: Array) -> tuple[tuple[Step, ...], list[Array]]:
        """Return steps, and the results in terms of these, of the coordinates and parameters."""
        wanted = [i for a in results for i in _indices(a)]
        live = live_nodes(self.graph, wanted)
        uses = dict.fromkeys(live, 0)
        operand_uses = (a for i in live for a in operands(self.graph.nodes[i]))
        for a in (*wanted, *operand_uses):
            uses[a] += 1
        for i in wanted:  # a result, its sign apart, is a step of its own
            operation, *rest = self.graph.nodes[i]
            uses[rest[0] if operation == "neg" else i] += 1
        stem = free_stem(self.symbols)
        value: dict[int, Any] = {}
        steps: list[Step] = []
        for i in live:
            operation = self.graph.nodes[i][0]
            value[i] = self._value(i, value)
            if uses[i] > 1 and operation in ("add", "sub", "mul", "inv"):
                name = sympy.Symbol(f"{stem}{len(steps) + 1}")
                steps.append((name, value[i]))
                value[i] = name
        return tuple(steps), [self._filled(a, value) for a in results]

    def _value(self, i: int, value: dict[int, Any]) -> Any:
        """Return a node in terms of its operands."""
        operation, *rest = self.graph.nodes[i]
        if operation == "input":
            return self.symbols[rest[0]]
        if operation == "const":
            return number(rest[0])
        a, *b = (value[k] for k in rest)
        return {
            "add": lambda: a + b[0],
            "sub": lambda: a - b[0],
            "mul": lambda: a * b[0],
            "neg": lambda: -a,
            "inv": lambda: 1 / a,
            "sin": lambda: sympy.sin(a),
            "cos": lambda: sympy.cos(a),
        }[operation]()

    def _filled(self, a: Array, value: dict[int, Any]) -> Array:
        out = np.empty(a.shape, dtype=object)
        for index, x in np.ndenumerate(a):
            out[index] = value[x.index] if isinstance(x, Scalar) else number(x)
        return out


def _indices(a: Array) -> list[int]:
    return [x.index for x in a.flat if isinstance(x, Scalar)]


def number(x: Any) -> Any:
    """Return a number for SymPy: a float that is a simple fraction as that fraction."""
    near = Fraction(x).limit_denominator(LARGEST)
    return sympy.Rational(near.numerator, near.denominator) if near == x else sympy.Float(float(x))


def free_stem(symbols: Iterable[Any]) -> str:
    """Return a letter with which no symbol begins; not w, which is typed for ω."""
    taken = {str(x)[0] for x in symbols}
    return next(x for x in "xuvyzabefhk" if x not in taken)


def needed(steps: Sequence[Step], results: Iterable[Any]) -> list[Step]:
    """Return those of the steps that the results need, in their order."""
    wanted = set().union(*(x.free_symbols for x in results))
    out: list[Step] = []
    for name, expression in reversed(steps):
        if name in wanted:
            wanted |= expression.free_symbols
            out.append((name, expression))
    return out[::-1]
