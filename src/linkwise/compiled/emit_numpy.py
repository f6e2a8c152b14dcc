"""Programs as calls of NumPy's functions on buffers, each used again as soon as it can be."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwise.compiled.graph import Program, operands, size

CALLS = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "neg": np.negative,
    "inv": np.reciprocal,
    "sin": np.sin,
    "cos": np.cos,
    "sign": np.sign,
}


def numpy_function(program: Program) -> tuple[Callable[..., Sequence[Any]], int]:
    """Return a function of the inputs' entries and of buffers, and the number of buffers.

    All are arrays of one shape.  The function returns the results' entries, most of them in
    buffers.  It allocates nothing, and what it works on stays in the cache.
    """
    nodes, live = program.graph.nodes, program.live()
    last = {a: i for i in live for a in operands(nodes[i])}  # the last to use each node
    last |= dict.fromkeys(program.results, len(nodes))
    names: dict[int, str] = {}
    free: list[str] = []
    count = 0
    lines = []
    for i in live:
        operation, *rest = nodes[i]
        if operation in ("input", "const"):
            names[i] = f"x{rest[0]}" if operation == "input" else repr(rest[0])
            continue
        used = [names[a] for a in rest]
        free += [names[a] for a in set(rest) if last[a] == i and names[a].startswith("b")]
        if not free:
            free.append(f"b{count}")
            count += 1
        names[i] = free.pop()
        lines.append(f"    {operation}({', '.join([*used, names[i]])})")
    inputs = [f"x{k}" for k in range(sum(map(size, program.inputs.values())))]
    buffers = [f"b{k}" for k in range(count)]
    head = f"def {program.name}({', '.join(inputs + buffers)}):"
    tail = f"    return ({', '.join(names[i] for i in program.results)},)"
    scope: dict[str, Any] = CALLS | {"inf": math.inf, "nan": math.nan}
    exec("\n".join([head, *lines, tail]), scope)  # noqa: S102 - our own text
    return scope[program.name], count
