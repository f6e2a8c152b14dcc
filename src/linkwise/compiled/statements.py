"""Graphs as straight-line statements in infix, which Python, C and JavaScript share."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linkwise.compiled.graph import Graph, live_nodes, operands

DEPTH = 40  # nested parentheses: Python's parser stops at 200, readers long before

SIGNS = {"add": "+", "sub": "-", "mul": "*"}


@dataclass(frozen=True)
class Syntax:
    """How a language writes what is not infix arithmetic.

    Parameters
    ----------
    literal
        Writes a constant.
    entry
        Writes the k-th input.
    call
        Writes sin, cos or sign (first argument) of an expression.
    """

    literal: Callable[[float], str]
    entry: Callable[[int], str]
    call: Callable[[str, str], str]


@dataclass(frozen=True)
class Statement:
    """The assignment ``name = expression`` of one node."""

    node: int
    name: str
    expression: str


def statements(
    graph: Graph, results: tuple[int, ...], syntax: Syntax
) -> tuple[list[Statement], list[str]]:
    """Return the temporaries of a program and an expression for every result.

    A node that is used once is written inside its user, up to `DEPTH` parentheses deep.
    """
    live = live_nodes(graph, results)
    uses = dict.fromkeys(live, 0)
    for i in live:
        for a in operands(graph.nodes[i]):
            uses[a] += 1
    for i in results:
        uses[i] += 2  # a result is a temporary of its own
    text: dict[int, str] = {}
    depth: dict[int, int] = {}
    out: list[Statement] = []
    for i in live:
        operation, *rest = graph.nodes[i]
        if operation == "const":
            text[i], depth[i] = syntax.literal(rest[0]), 0
            continue
        if operation == "input":
            text[i], depth[i] = syntax.entry(rest[0]), 0
            continue
        text[i], depth[i] = _infix(graph, i, text, syntax), 1 + max(depth[a] for a in rest)
        if uses[i] > 1 or depth[i] >= DEPTH or operation in ("sin", "cos", "sign", "inv"):
            out.append(Statement(i, f"t{i}", text[i]))
            text[i], depth[i] = f"t{i}", 0
    return out, [text[i] for i in results]


def _infix(graph: Graph, i: int, text: dict[int, str], syntax: Syntax) -> str:
    """Return node i in terms of the texts of its operands."""
    operation, *rest = graph.nodes[i]
    if operation in ("sin", "cos", "sign"):
        return syntax.call(operation, text[rest[0]])
    if operation == "inv":
        return f"{syntax.literal(1.0)} / {_grouped(graph, rest[0], text, '/')}"
    if operation == "neg":
        return f"-{_grouped(graph, rest[0], text, '*')}"
    sign = SIGNS[operation]
    left, right = ("*", "/") if sign == "*" else ("+", "-")  # a + (b + c) rounds as it stands
    first, second = (_grouped(graph, a, text, s) for a, s in zip(rest, (left, right), strict=True))
    return f"{first} {sign} {second}"


def _grouped(graph: Graph, a: int, text: dict[int, str], sign: str) -> str:
    """Return the text of operand a, in parentheses where the user's sign binds tighter."""
    if text[a] == f"t{a}" or graph.nodes[a][0] in ("input", "const"):
        return text[a] if not text[a].startswith("-") else f"({text[a]})"
    operation = graph.nodes[a][0]
    loose = operation in ("add", "sub", "neg")
    if (sign == "+" and operation in ("add", "sub", "mul")) or (sign == "*" and not loose):
        return text[a]
    return text[a] if sign == "-" and operation == "mul" else f"({text[a]})"


def parts(items: list[Statement], limit: int) -> Iterator[list[Statement]]:
    """Cut a list of statements into runs of at most `limit`."""
    for start in range(0, len(items), limit):
        yield items[start : start + limit]
