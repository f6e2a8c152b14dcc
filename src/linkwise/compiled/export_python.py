"""Functions as Python over an array namespace: NumPy, PyTorch, JAX, CuPy and others."""

from collections.abc import Iterator, Sequence
from math import prod

from linkwise.compiled.export_words import heading, operation_count
from linkwise.compiled.exports import Argument, Export, Options, exports
from linkwise.compiled.golden import TOLERANCE
from linkwise.compiled.source_text import GLUE, WIDTH, folded, nested, renumbered, wrapped
from linkwise.compiled.statements import Syntax, statements
from linkwise.models.robot import Robot

USE = """\
Every function takes an array namespace first (numpy, torch, jax.numpy, cupy, ...), then arrays of
it with any leading batch axes."""

SELF_TEST = '''
def self_test(xp):
    """Return the worst relative error; raise if a function is beyond its tolerance."""
    worst = 0.0
    for function, inputs, right, scale, slack in RIGHT_VALUES:
        want = xp.asarray(right)
        got = function(xp, *(xp.asarray(a) for a in inputs))
        tolerance = slack * (DOUBLE if xp.finfo(want.dtype).eps < 1e-15 else SINGLE)
        error = float(xp.max(xp.abs(got - want))) / scale
        if not error <= tolerance:  # NaN is wrong too
            raise ArithmeticError(f"{function.__name__} is off by {error} > {tolerance}")
        worst = max(worst, error)
    return worst
'''


def python_module(robot: Robot, names: Sequence[str], options: Options, *, inertial: bool) -> str:
    """Return functions of a robot as a Python module; see `CompiledRobot.to_python`."""
    chosen = exports(robot, names, options, inertial=inertial)
    return "\n".join(_module(robot, chosen)) + "\n"


def _module(robot: Robot, chosen: list[Export]) -> Iterator[str]:
    yield from _docstring([*heading(robot, chosen), "", *USE.splitlines()], "")
    for export in chosen:
        yield from _definition(export)
    yield "\n\n# States, and what linkwise's plain functions give there."
    for export in chosen:
        for a in (*export.inputs, export.result):
            yield f"{_golden(export, a)} = {nested(a.golden, repr, '[]', 0)}"
    yield "# function, inputs, result, scale of errors, multiple of the tolerance"
    yield "RIGHT_VALUES = ["
    for export in chosen:
        inputs = ", ".join(_golden(export, a) for a in export.inputs)
        right = _golden(export, export.result)
        row = f"({export.name}, [{inputs}], {right}, {export.scale!r}, {export.slack:.2g}),"
        yield from folded(row, 4)
    yield "]"
    yield f"DOUBLE, SINGLE = {TOLERANCE['double']!r}, {TOLERANCE['single']!r}\n"
    yield SELF_TEST.rstrip()


def _docstring(lines: list[str], pad: str) -> Iterator[str]:
    """Yield lines of prose in triple quotes."""
    yield from wrapped(lines[0], pad, f'{pad}"""')
    for line in lines[1:]:
        yield from wrapped(line, pad) or [""]
    yield f'{pad}"""'


def _golden(export: Export, a: Argument) -> str:
    """Return the name of a constant."""
    return f"{export.name}_{a.name}".upper()


def _definition(export: Export) -> Iterator[str]:
    """Yield a function."""
    names = [f"{a.name}{'_'.join(map(str, index))}" for a, index in export.entries()]
    places = [f"{a.name}[..., {', '.join(map(str, index))}]" for a, index in export.entries()]
    syntax = Syntax(repr, names.__getitem__, lambda function, x: f"xp.{function}({x})")
    temporaries, results = statements(export.program.graph, export.program.results, syntax)
    yield f"\n\ndef {export.name}(xp, {', '.join(a.name for a in export.inputs)}):"
    yield from _docstring([*export.about, *_arguments(export)], "    ")
    yield from (f"    {name} = {place}" for name, place in zip(names, places, strict=True))
    returned = f"return{GLUE}{_stacked(results, export.result.shape)}"
    *lines, last = renumbered([*(f"{t.name} = {t.expression}" for t in temporaries), returned])
    for line in lines:
        yield from _assignment(line)
    yield from folded(last, 4)


def _arguments(export: Export) -> Iterator[str]:
    """Yield what each argument means, a line each."""
    for a in (*export.inputs, export.result):
        shape = ", ".join(["...", *map(str, a.shape)])
        returned = ", returned" if a is export.result else ""
        yield f"{a.name} ({shape}){returned}: {a.meaning}"
    yield ""
    yield operation_count(export.program)


def _assignment(line: str) -> list[str]:
    """Return an assignment, in parentheses where it takes more than a line."""
    if len(line) + 4 <= WIDTH:
        return [f"    {line}"]
    name, expression = line.split(" = ", 1)
    return [f"    {name} = (", *folded(expression, 8), "    )"]


def _stacked(entries: list[str], shape: tuple[int, ...]) -> str:
    """Return the entries put together along new last axes."""
    if not shape:
        return entries[0]
    step = prod(shape[1:])
    rows = [_stacked(entries[k : k + step], shape[1:]) for k in range(0, len(entries), step)]
    return f"xp.stack([{', '.join(rows)}], axis={-len(shape)})"
