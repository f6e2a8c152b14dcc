"""Functions as C99 for any compiler: no allocation, no dependency but ``<math.h>``."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np

from linkwise.compiled.c_dialect import Dialect, Precision, brackets
from linkwise.compiled.c_self_test import self_test
from linkwise.compiled.emit_c import body
from linkwise.compiled.export_words import heading, operation_count
from linkwise.compiled.exports import Export, Options, exports
from linkwise.compiled.golden import TOLERANCE
from linkwise.compiled.source_text import GLUE, block, folded, identifier, renumbered
from linkwise.compiled.statements import Syntax
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError

SIGN = """
static TYPE sign(TYPE x) /* NaN stays NaN */
{
    return x > 0 ? 1 : x < 0 ? -1 : x;
}
"""


@dataclass(frozen=True)
class CSource:
    """A C99 header and source file.

    Attributes
    ----------
    name
        What the files are called, without ending.
    header, source
        Their text.
    """

    name: str
    header: str
    source: str

    def write(self, folder: str | os.PathLike[str]) -> tuple[Path, Path]:
        """Write NAME.h and NAME.c, each whole or not at all, and return their paths.

        Parameters
        ----------
        folder
            Where to; it must exist.

        Raises
        ------
        LinkwiseError
            If a file cannot be written.
        """
        if not Path(folder).is_dir():
            raise LinkwiseError(
                f"{folder} is no folder to write {self.name}.h and {self.name}.c in"
            )
        header, source = (Path(folder, f"{self.name}.{end}") for end in "hc")
        for path, text in ((header, self.header), (source, self.source)):
            part = path.with_name(f".{path.name}.{os.getpid()}.part")
            try:
                part.write_text(text, encoding="utf-8", newline="\n")
                part.replace(path)
            except OSError as error:
                raise LinkwiseError(f"{path} cannot be written: {error.strerror}") from None
            finally:
                part.unlink(missing_ok=True)
        return header, source


def c_source(
    robot: Robot,
    names: Sequence[str],
    precision: Precision,
    prefix: str | None,
    options: Options,
    *,
    inertial: bool,
) -> CSource:
    """Return functions of a robot as C99; see `CompiledRobot.to_c`."""
    if precision not in TOLERANCE:
        raise LinkwiseError(f"precision must be 'double' or 'single', got {precision!r}")
    wanted = identifier(robot.name if prefix is None else prefix, "robot")
    if prefix is not None and not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", prefix):
        raise LinkwiseError(f"prefix {prefix!r} cannot begin a C name: take {wanted!r}")
    dialect = Dialect(precision, prefix or wanted)
    chosen = exports(robot, names, options, inertial=inertial)
    return CSource(
        dialect.prefix,
        "\n".join(_header(robot, chosen, dialect)) + "\n",
        "\n".join(_source(robot, chosen, dialect)) + "\n",
    )


def _header(robot: Robot, chosen: list[Export], dialect: Dialect) -> Iterator[str]:
    guard = f"{dialect.prefix.upper()}_H"
    overlap = f"Numbers are of type {dialect.element}. Inputs and results must not overlap."
    yield from block([*heading(robot, chosen), "", overlap])
    yield f"#ifndef {guard}\n#define {guard}\n"
    yield '#ifdef __cplusplus\nextern "C" {\n#endif\n'
    for export in chosen:
        yield from block([*export.about, *_arguments(export), "", operation_count(export.program)])
        yield f"{_signature(export, dialect)};\n"
    yield f"#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {guard} */"


def _arguments(export: Export) -> Iterator[str]:
    """Yield what each argument means, a line each."""
    for a in export.inputs:
        rows = ", row by row" if len(a.shape) > 1 else ""
        yield f"{a.name}[{prod(a.shape)}]: {a.meaning}{rows}"
    result = export.result
    how = "written" if result.shape else "returned"
    yield f"{result.name}{brackets(result.shape)}, {how}: {result.meaning}"


def _signature(export: Export, dialect: Dialect) -> str:
    """Return the head of an exported function; a single number is returned, not written."""
    result, name, parameters = export.result, dialect.name(export), _inputs(export, dialect)
    if not result.shape:
        return _head(f"{dialect.element} {name}", parameters)
    written = f"{dialect.element} {result.name}{brackets(result.shape)}"
    return _head(f"void {name}", [*parameters, written])


def _inputs(export: Export, dialect: Dialect) -> list[str]:
    return [f"const {dialect.element} {a.name}[{prod(a.shape)}]" for a in export.inputs]


def _head(start: str, parameters: list[str]) -> str:
    """Return the head of a function, cut between its parameters where it is too long."""
    glued = ", ".join(p.replace(" ", GLUE) for p in parameters)
    return "\n".join(folded(f"{start}({glued})", 0))


def _source(robot: Robot, chosen: list[Export], dialect: Dialect) -> Iterator[str]:
    yield from block(heading(robot, chosen))
    yield f'#include "{dialect.prefix}.h"\n\n#include <math.h>'
    if any("sign" in export.program.operations() for export in chosen):
        yield SIGN.replace("TYPE", dialect.element).rstrip()
    for export in chosen:
        yield ""
        yield from _definition(export, dialect)
    yield f"\n#ifdef {dialect.prefix.upper()}_SELF_TEST\n"
    yield from self_test(chosen, dialect)
    yield f"\n#endif /* {dialect.prefix.upper()}_SELF_TEST */"


def _definition(export: Export, dialect: Dialect) -> Iterator[str]:
    """Yield a function, and before it the parts into which a large one is cut."""
    entries, result = export.entries(), export.result
    places = [brackets(index) for index in np.ndindex(result.shape or (1,))]

    def entry(k: int) -> str:
        argument, index = entries[k]
        return f"{argument.name}[{np.ravel_multi_index(index, argument.shape)}]"

    syntax = Syntax(dialect.literal, entry, dialect.call)
    target = [f"{result.name}{place}" for place in places].__getitem__
    count, parts = body(export.program, dialect.element, syntax, target)
    lines = renumbered(parts[0])
    if len(parts) > 1:
        arrays = [*(a.name for a in export.inputs), "w", result.name]
        lines = [f"{dialect.element} w[{count}];"]
        for k, part in enumerate(parts):
            yield from _part(export, dialect, k, count, part)
            lines.append(f"{dialect.name(export)}_part{k}({', '.join(arrays)});")
    if not result.shape:
        lines = [f"{dialect.element} {result.name}[1];", *lines, f"return {result.name}[0];"]
    yield f"{_signature(export, dialect)}\n{{"
    for line in lines:
        yield from folded(line, 4)
    yield "}"


def _part(export: Export, dialect: Dialect, k: int, count: int, lines: list[str]) -> Iterator[str]:
    """Yield one part of a large function; w holds what the parts hand on to each other."""
    result = export.result
    shape = brackets(result.shape or (1,))
    own = [f"{dialect.element} w[{count}]", f"{dialect.element} {result.name}{shape}"]
    head = f"static void {dialect.name(export)}_part{k}"
    yield f"{_head(head, [*_inputs(export, dialect), *own])}\n{{"
    text = "\n".join(lines)
    for name in (*(a.name for a in export.inputs), "w", result.name):
        if not re.search(rf"\b{name}\[", text):
            yield f"    (void){name};"
    for line in renumbered(lines):
        yield from folded(line, 4)
    yield "}\n"
