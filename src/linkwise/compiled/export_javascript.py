"""Functions as JavaScript on plain arrays, for a module or to be inlined in a page."""

from collections.abc import Iterator, Mapping, Sequence
from math import prod

import numpy as np

from linkwise.compiled.c_dialect import brackets
from linkwise.compiled.export_words import heading, operation_count
from linkwise.compiled.exports import Argument, Export, Options, exports
from linkwise.compiled.golden import TOLERANCE
from linkwise.compiled.graph import Program, size
from linkwise.compiled.source_text import block, folded, nested, renumbered
from linkwise.compiled.statements import Statement, Syntax, statements
from linkwise.models.robot import Robot

SELF_TEST = """
/**
 * Compare every function with what linkwise's plain ones give at a few states.
 * @returns {number} the worst relative error
 * @throws {Error} if an error is beyond its tolerance
 */
EXPORTfunction selfTest() {
  let worst = 0;
  for (const { f, inputs, right, scale, tolerance } of rightValues()) {
    right.forEach((want, k) => {
      const got = [f(...inputs.map((a) => a[k]))].flat(Infinity);
      [want].flat(Infinity).forEach((x, i) => {
        const error = Math.abs(got[i] - x) / scale;
        if (!(error <= tolerance)) {
          throw new Error(`${f.name} is off by ${error}, tolerated is ${tolerance}`);
        }
        worst = Math.max(worst, error);
      });
    });
  }
  return worst;
}
"""


def javascript_module(
    robot: Robot, names: Sequence[str], options: Options, *, inertial: bool, module: bool
) -> str:
    """Return functions of a robot as JavaScript; see `CompiledRobot.to_javascript`."""
    chosen = exports(robot, names, options, inertial=inertial)
    return "\n".join(_module(robot, chosen, "export " if module else "")) + "\n"


def _module(robot: Robot, chosen: list[Export], export_word: str) -> Iterator[str]:
    yield from block(heading(robot, chosen))
    for export in chosen:
        yield ""
        yield from block([*export.about, *_arguments(export)], "/**")
        yield from _definition(export, export_word)
    yield "\n/* States, and what linkwise's plain functions give there. */"
    yield "function rightValues() {\n  return ["
    for export in chosen:
        inputs = ", ".join(nested(a.golden, repr, "[]", 6) for a in export.inputs)
        yield f"    {{ f: {export.name},"
        yield f"      inputs: [{inputs}],"
        yield f"      right: {nested(export.result.golden, repr, '[]', 6)},"
        yield f"      scale: {export.scale!r},"
        yield f"      tolerance: {TOLERANCE['double'] * export.slack:.1e} }},"
    yield "  ];\n}"
    yield SELF_TEST.rstrip().replace("EXPORT", export_word)


def _arguments(export: Export) -> Iterator[str]:
    """Yield the JSDoc tags."""
    yield operation_count(export.program)
    for a in export.inputs:
        yield f"@param {{{_type(a)}}} {a.name} ({_shape(a)}) {a.meaning}"
    yield f"@returns {{{_type(export.result)}}} ({_shape(export.result)}) {export.result.meaning}"


def _type(a: Argument) -> str:
    return f"number{'[]' * len(a.shape)}"


def _shape(a: Argument) -> str:
    return " x ".join(map(str, a.shape)) or "one number"


def _definition(export: Export, export_word: str) -> Iterator[str]:
    """Yield a function whose result is its only output."""
    arguments = {a.name: a.shape for a in export.inputs}
    temporaries, results = _statements(export.program, arguments)
    yield f"{export_word}function {export.name}({', '.join(arguments)}) {{"
    yield from _body(temporaries, f"return {_rows(results, export.result.shape)};")
    yield "}"


def javascript_function(program: Program) -> str:
    """Return a program as a JavaScript function that returns an object of all its outputs.

    The names of inputs and outputs must be such as JavaScript takes.
    """
    temporaries, results = _statements(program, program.inputs)
    entries = iter(results)
    fields = (
        f"{name}: {_rows([next(entries) for _ in range(size(shape))], shape)}"
        for name, shape in program.outputs.items()
    )
    lines = [f"function {program.name}({', '.join(program.inputs)}) {{"]
    lines += _body(temporaries, f"return {{ {', '.join(fields)} }};")
    return "\n".join([*lines, "}"])


def _statements(
    program: Program, arguments: Mapping[str, tuple[int, ...]]
) -> tuple[list[Statement], list[str]]:
    """Return the temporaries of a program and an expression for every result."""
    entries = [f"{name}{brackets(k)}" for name, core in arguments.items() for k in np.ndindex(core)]
    syntax = Syntax(repr, lambda k: entries[k], lambda function, x: f"Math.{function}({x})")
    return statements(program.graph, program.results, syntax)


def _body(temporaries: list[Statement], end: str) -> Iterator[str]:
    """Yield the lines of a function, with temporaries named as they appear."""
    for line in renumbered([*(f"const {t.name} = {t.expression};" for t in temporaries), end]):
        yield from folded(line, 2)


def _rows(entries: list[str], shape: tuple[int, ...]) -> str:
    """Return the entries in nested brackets."""
    if not shape:
        return entries[0]
    step = prod(shape[1:])
    rows = [_rows(entries[k : k + step], shape[1:]) for k in range(0, len(entries), step)]
    return f"[{', '.join(rows)}]"
