"""Exact derivatives of programs, by sweeps over their graphs.

Every node has a slope for each of its operands, which is a node itself.  A *forward* sweep carries
tangents from inputs to all that depends on them, a *reverse* sweep carries adjoints from outputs to
all that they depend on.  Both only add nodes, so that a derivative shares with its function what
they have in common.

References
----------
A. Griewank, A. Walther, *Evaluating Derivatives*, SIAM 2008, chapter 3.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Literal

import numpy as np

from linkwise.algorithms.linear_solver import solve_ldl
from linkwise.compiled.functions import Variant
from linkwise.compiled.graph import Graph, Program, Scalar, live_nodes, poisoned, size
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_object

Mode = Literal["forward", "reverse"]
Shapes = dict[str, tuple[int, ...]]
Edges = list[tuple[int, list[tuple[int, int]]]]  # nodes, each with its operands and slopes


def differentiate(
    program: Program, wrt: Sequence[str], of: str | None = None, mode: Mode | None = None
) -> Program:
    """Return the Jacobians of an output, as a program on the same graph.

    Parameters
    ----------
    program
        The function.
    wrt
        Names of the inputs to differentiate with respect to.
    of
        Name of the output; the first if not given.
    mode
        "forward" sweeps once an input entry, "reverse" once an output entry.  If not given, what
        takes fewer operations; where one takes more than twice as many sweeps, the other.

    Returns
    -------
    Program
        Same inputs.  For every name x of `wrt` an output ``d{of}/d{x}``, its shape that of the
        output followed by that of the input.  A NaN in any input makes all entries NaN.

    Raises
    ------
    LinkwiseError
        If the program has no such input or output.
    """
    start = perf_counter()
    of = next(iter(program.outputs)) if of is None else of
    unknown = [name for name in wrt if name not in program.inputs]
    if unknown or of not in program.outputs:
        raise LinkwiseError(
            f"{program.name} has no {(*unknown, of)[0]!r}: its inputs are "
            f"{', '.join(program.inputs)}, its outputs {', '.join(program.outputs)}"
        )
    f, x = output_nodes(program, of), [k for name in wrt for k in input_nodes(program, name)]
    modes: tuple[Mode, ...] = ("forward", "reverse") if mode is None else (mode,)
    if mode is None and not len(x) <= 2 * len(set(f)) <= 4 * len(x):
        modes = ("forward",) if len(x) < len(set(f)) else ("reverse",)
    found = []
    for chosen in modes:
        J = jacobian_nodes(program.graph, f, x, chosen)
        blocks = {
            name: [row[k] for row in J for k in columns]
            for name, columns in _ranges({name: program.inputs[name] for name in wrt}).items()
        }
        shapes = {name: program.outputs[of] + program.inputs[name] for name in wrt}
        outputs = {f"d{of}/d{name}": (shapes[name], blocks[name]) for name in wrt}
        found.append(_derived(program, "jacobian", program.inputs, outputs, start))
    return min(found, key=lambda p: sum(p.operations().values()))


def jacobian_nodes(graph: Graph, f: list[int], x: list[int], mode: Mode) -> list[list[int]]:
    """Return the nodes of ∂f/∂x: a row an entry of f, a column an entry of x."""
    edges, zero, one = slopes(graph, f, x), graph.const(0), graph.const(1)
    if mode == "forward":
        columns = [forward(graph, edges, {k: one}) for k in x]
        return [[dot.get(i, zero) for dot in columns] for i in f]
    rows = {i: reverse(graph, edges, {i: one}) for i in set(f)}
    return [[rows[i].get(k, zero) for k in x] for i in f]


def hessian_vector_product(program: Program, wrt: str, of: str | None = None) -> Program:
    """Return the product of a vector and the Hessian of an output, or of its weighted sum.

    H v = ∂/∂x (∂(wᵀ f)/∂x) · v: one reverse sweep for the gradient, one forward sweep along v.

    Parameters
    ----------
    program
        The function.
    wrt
        Name of the input x.
    of
        Name of the output f; the first if not given.

    Returns
    -------
    Program
        It has the further inputs ``vector``, shaped as x, and ``weights``, shaped as f, unless f is
        one number.  Its output ``Hv`` is shaped as x.
    """
    start = perf_counter()
    of = next(iter(program.outputs)) if of is None else of
    graph, core, core_x = program.graph, program.outputs[of], program.inputs[wrt]
    inputs = program.inputs | {"vector": core_x} | ({"weights": core} if core else {})
    more = {k: [graph.node("input", j) for j in r] for k, r in _ranges(inputs).items()}
    x, f, zero = more[wrt], output_nodes(program, of), graph.const(0)
    weights: dict[int, int] = {}
    for i, w in zip(f, more.get("weights", [graph.const(1)]), strict=True):
        weights[i] = graph.add(weights.get(i, zero), w)
    bar = reverse(graph, slopes(graph, f, x), weights)
    gradient = [bar.get(k, zero) for k in x]
    along = dict(zip(x, more["vector"], strict=True))
    dot = forward(graph, slopes(graph, gradient, x), along)
    outputs = {"Hv": (core_x, [dot.get(i, zero) for i in gradient])}
    return _derived(program, "hessian_vector_product", inputs, outputs, start)


# --- sweeps ---------------------------------------------------------------------------------------


def slopes(graph: Graph, results: Iterable[int], x: Iterable[int]) -> Edges:
    """Return the nodes between x and the results, operands first, with their slopes."""
    depends = set(x)
    edges = []
    for i in live_nodes(graph, results):
        slope = [(a, s) for a, s in _slope(graph, i) if a in depends]
        if slope:
            depends.add(i)
            edges.append((i, slope))
    return edges


def _slope(graph: Graph, i: int) -> tuple[tuple[int, int], ...]:
    """Return the operands a of node i, with the nodes of ∂i/∂a."""
    match graph.nodes[i]:
        case ("add", a, b):
            return (a, graph.const(1)), (b, graph.const(1))
        case ("sub", a, b):
            return (a, graph.const(1)), (b, graph.const(-1))
        case ("mul", a, b):
            return (a, b), (b, a)
        case ("neg", a):
            return ((a, graph.const(-1)),)
        case ("inv", a):
            return ((a, graph.neg(graph.mul(i, i))),)
        case ("sin", a):
            return ((a, graph.unary("cos", a)),)
        case ("cos", a):
            return ((a, graph.neg(graph.unary("sin", a))),)
        case _:  # inputs, constants and signs
            return ()


def forward(graph: Graph, edges: Edges, tangents: Mapping[int, int]) -> dict[int, int]:
    """Return the tangents of all nodes that move with those given: ẏ = Σ ∂y/∂a ȧ."""
    dot = dict(tangents)
    for i, slope in edges:
        for a, s in slope:
            if a in dot:
                term = graph.mul(s, dot[a])
                dot[i] = graph.add(dot[i], term) if i in dot else term
    return dot


def reverse(graph: Graph, edges: Edges, adjoints: Mapping[int, int]) -> dict[int, int]:
    """Return the adjoints of all nodes that move those given: ā = Σ ȳ ∂y/∂a."""
    bar = dict(adjoints)
    for i, slope in reversed(edges):
        if i in bar:
            for a, s in slope:
                term = graph.mul(s, bar[i])
                bar[a] = graph.add(bar[a], term) if a in bar else term
    return bar


# --- forward dynamics -----------------------------------------------------------------------------


def acceleration_jacobian(variant: Variant, robot: Robot, wrt: Sequence[str]) -> Program:
    """Return the Jacobians of q̈ in forward dynamics, from those of inverse dynamics.

    ∂q̈/∂τ = M⁻¹ and ∂q̈/∂x = −M⁻¹ ∂rnea/∂x at (q, q̇, q̈), since rnea(q, q̇, q̈(q, q̇, τ)) = τ.

    References
    ----------
    J. Carpentier, N. Mansard, "Analytical derivatives of rigid body dynamics algorithms",
    *Robotics: Science and Systems* (2018).
    """
    start = perf_counter()
    program = variant.trace(robot)
    graph, n = program.graph, robot.n
    given = {name: input_nodes(program, name) for name in program.inputs}
    inertia = replace(variant, name="crba", wrenches=(), gravity=False).trace(robot)
    M = spliced(graph, inertia, given)["M"].reshape(n, n)
    right = {"tau": as_object(np.eye(n))}
    motion = [x for x in wrt if x != "tau"]
    if motion:
        given["qdd"] = output_nodes(program, "qdd")
        inverse = differentiate(replace(variant, name="rnea").trace(robot), motion)
        for x, slope in zip(motion, spliced(graph, inverse, given).values(), strict=True):
            right[x] = -slope.reshape(n, -1).T
    outputs = {}
    for x in wrt:
        columns, _ = solve_ldl(M, right[x])
        nodes = [e.index for e in columns.T.flat]
        outputs[f"dqdd/d{x}"] = ((n, *program.inputs[x]), nodes)
    return _derived(program, "jacobian", program.inputs, outputs, start)


def spliced(graph: Graph, program: Program, given: Mapping[str, list[int]]) -> dict[str, Array]:
    """Return a program's outputs, flat, as scalars of another graph, its inputs given there."""
    inputs = [i for name in program.inputs for i in given[name]]
    copy: dict[int, int] = {}
    for i in program.live():
        match program.graph.nodes[i]:
            case ("input", k):
                copy[i] = inputs[k]
            case ("const", value):
                copy[i] = graph.const(value)
            case ("add" | "sub" | "mul" | "neg" as operation, *rest):
                copy[i] = getattr(graph, operation)(*(copy[a] for a in rest))
            case (operation, a):
                copy[i] = graph.unary(operation, copy[a])
    return {
        name: np.array([Scalar(graph, copy[i]) for i in output_nodes(program, name)], dtype=object)
        for name in program.outputs
    }


# --- programs from programs -----------------------------------------------------------------------


def _ranges(shapes: Shapes) -> dict[str, range]:
    """Return which entries are whose, where arrays of these shapes are laid end to end."""
    ranges, start = {}, 0
    for name, core in shapes.items():
        ranges[name] = range(start, start + size(core))
        start += size(core)
    return ranges


def input_nodes(program: Program, name: str) -> list[int]:
    """Return the nodes of an input's entries."""
    return [program.graph.node("input", k) for k in _ranges(program.inputs)[name]]


def output_nodes(program: Program, name: str) -> list[int]:
    """Return the nodes of an output's entries."""
    return [program.results[k] for k in _ranges(program.outputs)[name]]


def _derived(
    program: Program,
    suffix: str,
    inputs: Shapes,
    outputs: Mapping[str, tuple[tuple[int, ...], list[int]]],
    start: float,
) -> Program:
    """Return a program on the same graph, which keeps the pivots that tell of a singular M."""
    shapes = {name: shape for name, (shape, _) in outputs.items()}
    results = [i for _, nodes in outputs.values() for i in nodes]
    if "pivots" in program.outputs:
        shapes["pivots"] = program.outputs["pivots"]
        results += output_nodes(program, "pivots")
    kept = poisoned(program.graph, results, sum(map(size, inputs.values())))
    seconds = program.trace_seconds + perf_counter() - start
    return Program(f"{program.name}_{suffix}", program.graph, inputs, shapes, kept, seconds)
