"""Expression graphs, and the scalar that records itself into one when an algorithm runs on it.

Equal nodes are one node (hash-consing), and arithmetic with 0, 1, −1 and between constants is done
at once: the zeros of planar and Denavit-Hartenberg geometry vanish as they do by hand.
"""

import functools
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from numbers import Real
from time import perf_counter
from typing import Any

import numpy as np

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

COMMUTATIVE = ("add", "mul")


@dataclass(eq=False)
class Graph:
    """A list of nodes ``(operation, *operands)``, operands before their users.

    Operations: ``("input", k)``, ``("const", value)``, ``("add" | "sub" | "mul", a, b)``,
    ``("neg" | "inv" | "sin" | "cos" | "sign", a)`` with operands given by their index.
    """

    nodes: list[tuple[Any, ...]] = field(default_factory=list)
    _index: dict[tuple[Any, ...], int] = field(default_factory=dict, repr=False)

    def node(self, *key: Any) -> int:
        """Return the index of the node, which is added if there is none like it."""
        if key[0] in COMMUTATIVE and key[1] > key[2]:
            key = (key[0], key[2], key[1])
        index = self._index.setdefault(key, len(self.nodes))
        if index == len(self.nodes):
            self.nodes.append(key)
        return index

    def const(self, value: float) -> int:
        """Return the node of a constant."""
        return self.node("const", float(value) + 0.0)  # + 0.0: no negative zero

    def value(self, a: int) -> float | None:
        """Return the value of node a if it is a constant."""
        return self.nodes[a][1] if self.nodes[a][0] == "const" else None

    def negated(self, a: int) -> int | None:
        """Return b if node a is −b."""
        return self.nodes[a][1] if self.nodes[a][0] == "neg" else None

    def add(self, a: int, b: int) -> int:
        """Return the node of a + b."""
        x, y, na, nb = self.value(a), self.value(b), self.negated(a), self.negated(b)
        if x is not None and y is not None:
            return self.const(x + y)
        if x == 0:
            return b
        if y == 0:
            return a
        if nb is not None:
            return self.sub(a, nb)
        if na is not None:
            return self.sub(b, na)
        return self.mul(self.const(2), a) if a == b else self.node("add", a, b)

    def sub(self, a: int, b: int) -> int:
        """Return the node of a − b."""
        x, y, na, nb = self.value(a), self.value(b), self.negated(a), self.negated(b)
        if x is not None and y is not None:
            return self.const(x - y)
        if a == b:
            return self.const(0)
        if x == 0:
            return self.neg(b)
        if y == 0:
            return a
        if nb is not None:
            return self.add(a, nb)
        if na is not None:
            return self.neg(self.add(na, b))
        return self.node("sub", a, b)

    def mul(self, a: int, b: int) -> int:
        """Return the node of a b."""
        if self.value(a) is None:
            a, b = b, a  # a constant comes first
        x, y, na, nb = self.value(a), self.value(b), self.negated(a), self.negated(b)
        if x is not None and y is not None:
            return self.const(x * y)
        if x == 0:
            return self.const(0)
        if x == 1:
            return b
        if x is not None and x < 0:
            return self.neg(self.mul(self.const(-x), b))
        if na is not None:
            return self.neg(self.mul(na, b))
        if nb is not None:
            return self.neg(self.mul(a, nb))
        if x is not None and self.nodes[b][0] == "mul":
            c, d = sorted(self.nodes[b][1:], key=lambda i: self.value(i) is None)
            z = self.value(c)
            if z is not None and sys.float_info.min <= abs(x * z) < math.inf:
                return self.mul(self.const(x * z), d)
        return self.node("mul", a, b)

    def neg(self, a: int) -> int:
        """Return the node of −a."""
        x, na = self.value(a), self.negated(a)
        if x is not None:
            return self.const(-x)
        if na is not None:
            return na
        if self.nodes[a][0] == "sub":
            return self.sub(self.nodes[a][2], self.nodes[a][1])
        return self.node("neg", a)

    def unary(self, name: str, a: int) -> int:
        """Return the node of inv, sin, cos or sign of a."""
        x = self.value(a)
        return self.node(name, a) if x is None else self.const(CONSTANT[name](x))


CONSTANT: dict[str, Callable[[float], float]] = {
    "inv": lambda x: 1 / x if x else math.nan,  # who divides by it must look at it
    "sin": math.sin,
    "cos": math.cos,
    "sign": lambda x: float((x > 0) - (x < 0)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A number that records what is done to it in a graph."""

    graph: Graph
    index: int

    def _other(self, x: Any) -> int | None:
        if isinstance(x, Scalar):
            return x.index
        return self.graph.const(float(x)) if isinstance(x, Real) else None

    def _binary(self, operation: Callable[[int, int], int], x: Any, *, swap: bool = False) -> Any:
        other = self._other(x)
        if other is None:
            return NotImplemented
        a, b = (other, self.index) if swap else (self.index, other)
        return Scalar(self.graph, operation(a, b))

    def __add__(self, x: Any) -> Any:
        return self._binary(self.graph.add, x)

    def __sub__(self, x: Any) -> Any:
        return self._binary(self.graph.sub, x)

    def __mul__(self, x: Any) -> Any:
        return self._binary(self.graph.mul, x)

    def __rsub__(self, x: Any) -> Any:
        return self._binary(self.graph.sub, x, swap=True)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, x: Any) -> Any:
        return self._binary(self._divide, x)

    def __rtruediv__(self, x: Any) -> Any:
        return self._binary(self._divide, x, swap=True)

    def _divide(self, a: int, b: int) -> int:
        return self.graph.mul(a, self.graph.unary("inv", b))  # one division for all that share b

    def __neg__(self) -> "Scalar":
        return Scalar(self.graph, self.graph.neg(self.index))

    def __pos__(self) -> "Scalar":
        return self

    def cos(self) -> "Scalar":
        """Return the cosine."""
        return Scalar(self.graph, self.graph.unary("cos", self.index))

    def sin(self) -> "Scalar":
        """Return the sine."""
        return Scalar(self.graph, self.graph.unary("sin", self.index))

    def sign(self) -> "Scalar":
        """Return the sign: −1, 0 or 1."""
        return Scalar(self.graph, self.graph.unary("sign", self.index))


def folded(x: Any) -> Any:
    """Return a recorded constant as a float, anything else as it is."""
    value = x.graph.value(x.index) if isinstance(x, Scalar) else x
    return x if value is None else value


@dataclass(frozen=True, eq=False)
class Program:
    """A traced function: graph, inputs and outputs.

    Attributes
    ----------
    name
        Name of the function.
    graph
        The nodes.
    inputs
        Core shape of every input array by name; their entries are the inputs 0, 1, ... of the graph
        in this order, row by row.
    outputs
        Core shape of every output array by name.
    results
        Nodes of all output entries in this order, row by row.
    trace_seconds
        Time that the tracing took.

    Raises
    ------
    LinkwiseError
        If the results need a constant that is not finite.
    """

    name: str
    graph: Graph
    inputs: dict[str, tuple[int, ...]]
    outputs: dict[str, tuple[int, ...]]
    results: tuple[int, ...]
    trace_seconds: float

    def __post_init__(self) -> None:
        if not all(math.isfinite(self.graph.value(i) or 0) for i in self.live()):
            raise LinkwiseError(
                f"{self.name} cannot be compiled: whatever the state, "
                "it overflows or divides by zero with the numbers of this model"
            )

    def live(self) -> list[int]:
        """Return the nodes that the results need, operands before their users."""
        return live_nodes(self.graph, self.results)

    def operations(self) -> dict[str, int]:
        """Return how many of each operation a state takes."""
        counts = dict.fromkeys(("add", "sub", "mul", "neg", "inv", "sin", "cos", "sign"), 0)
        for i in self.live():
            operation = self.graph.nodes[i][0]
            if operation in counts:
                counts[operation] += 1
        return {operation: count for operation, count in counts.items() if count}


def size(shape: Iterable[int]) -> int:
    """Return the number of entries of an array of this shape."""
    return math.prod(shape)


def operands(node: Sequence[Any]) -> tuple[int, ...]:
    """Return the operands of a node."""
    return () if node[0] in ("input", "const") else tuple(node[1:])


def live_nodes(graph: Graph, results: Iterable[int]) -> list[int]:
    """Return the nodes that the results need, ascending; no recursion, so any depth passes."""
    needed = set(results)
    for i in range(max(needed, default=-1), -1, -1):
        if i in needed:
            needed.update(operands(graph.nodes[i]))
    return sorted(needed)


def trace(
    name: str,
    function: Callable[..., dict[str, Array]],
    inputs: dict[str, tuple[int, ...]],
) -> Program:
    """Run `function` once on recording scalars.

    Parameters
    ----------
    name
        Name of the program.
    function
        Takes object arrays by the names of `inputs` and returns object arrays by name.
    inputs
        Core shapes of the inputs.

    Returns
    -------
    Program
        Every result made NaN by a NaN in any input of the state, even in one that arithmetic with
        0 has dropped.
    """
    start = perf_counter()
    graph = Graph()
    arrays: dict[str, Array] = {}
    count = 0
    for input_name, shape in inputs.items():
        entries = [Scalar(graph, graph.node("input", count + k)) for k in range(size(shape))]
        count += len(entries)
        arrays[input_name] = np.array([*entries, None], dtype=object)[:-1].reshape(shape)
    with np.errstate(invalid="ignore"):  # a constant divided by 0 is NaN
        outputs = function(**arrays)
    results = [
        x.index if isinstance(x, Scalar) else graph.const(float(x))
        for a in outputs.values()
        for x in np.asarray(a, dtype=object).flat
    ]
    cores = {k: np.shape(a) for k, a in outputs.items()}
    kept = poisoned(graph, results, count)
    return Program(name, graph, inputs, cores, kept, perf_counter() - start)


def poisoned(graph: Graph, results: list[int], inputs: int) -> tuple[int, ...]:
    """Return results plus 0 times every input that they do not depend on."""
    depends: dict[int, int] = {}  # node -> bit set of inputs
    for i in live_nodes(graph, results):
        node = graph.nodes[i]
        bits = 1 << node[1] if node[0] == "input" else 0
        for a in operands(node):
            bits |= depends[a]
        depends[i] = bits
    missing = [(1 << inputs) - 1 & ~depends[i] for i in results]
    sets = set(missing) - {0}
    # sums begin with the inputs that are missing most often, so that they share their beginnings
    order = sorted(range(inputs), key=lambda k: -sum(bits >> k & 1 for bits in sets))
    poison: dict[int, int] = {}
    for bits in sets:
        # not folded: 0 x is NaN where x is NaN or infinite
        terms = (
            graph.node("mul", graph.const(0), graph.node("input", k))
            for k in order
            if bits >> k & 1
        )
        poison[bits] = functools.reduce(functools.partial(graph.node, "add"), terms)
    return tuple(
        graph.node("add", i, poison[bits]) if bits else i
        for i, bits in zip(results, missing, strict=True)
    )
