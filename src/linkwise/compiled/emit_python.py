"""Programs as Python source over an array namespace."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from linkwise.compiled.graph import Program
from linkwise.compiled.statements import Syntax, statements

PYTHON = Syntax(repr, "x{}".format, lambda name, x: f"{name}({x})")


def python_source(program: Program) -> str:
    """Return a function of the inputs' entries that returns the results' entries.

    The function's first argument is a namespace that has ``sin`` and ``cos`` (and ``sign``): NumPy,
    or any other of the array API standard.
    """
    temporaries, results = statements(program.graph, program.results, PYTHON)
    count = sum(int(np.prod(shape)) for shape in program.inputs.values())
    lines = [f"def {program.name}(xp, {', '.join(f'x{k}' for k in range(count))}):"]
    used = {s.expression.split("(")[0] for s in temporaries} & {"sin", "cos", "sign"}
    lines += [f"    {name} = xp.{name}" for name in sorted(used)]
    lines += [f"    {s.name} = {s.expression}" for s in temporaries]
    lines.append(f"    return ({', '.join(results)},)")
    return "\n".join(lines) + "\n"


def python_function(program: Program) -> Callable[..., Sequence[Any]]:
    """Return the function of `python_source`."""
    scope: dict[str, Any] = {}
    exec(compile(python_source(program), f"<{program.name}>", "exec"), scope)  # noqa: S102 - our own text
    function: Callable[..., Sequence[Any]] = scope[program.name]
    return function
