"""A main for exported C that compares every function with right values."""

from collections.abc import Iterator
from math import prod

from linkwise.compiled.c_dialect import Dialect, brackets
from linkwise.compiled.exports import Argument, Export
from linkwise.compiled.golden import STATES, TOLERANCE
from linkwise.compiled.source_text import GLUE, folded, nested

CHECK = """
static int check(const char *name, const TYPE *got, const double *want, int count,
                 double scale, double tolerance)
{
    double worst = 0;
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        const double error = fabs((double)got[i] - want[i]) / scale;
        if (!(error <= tolerance)) /* NaN is wrong too */
            wrong++;
        if (error > worst)
            worst = error;
    }
    printf("%s: worst relative error %.1e, %d of %d beyond %.1e\\n", name, worst, wrong, count,
           tolerance);
    return wrong > 0;
}
"""


def self_test(chosen: list[Export], dialect: Dialect) -> Iterator[str]:
    """Yield a main that compares every function with what the plain ones gave."""
    yield "#include <stdio.h>"
    yield CHECK.replace("TYPE", dialect.element)
    for export in chosen:
        yield "/* States, and what linkwise's plain function gives there. */"
        for a in export.inputs:
            rows = nested(a.golden.reshape(STATES, -1), dialect.literal, "{}", 0)
            yield f"static const {_golden(export, a, dialect.element)} = {rows};"
        rows = nested(export.result.golden.reshape(STATES, -1), repr, "{}", 0)
        yield f"static const {_golden(export, export.result, 'double')} = {rows};\n"
        yield from _test(export, dialect)
    yield "int main(void)\n{\n    int wrong = 0;"
    yield from (f"    wrong |= {dialect.name(export)}_self_test();" for export in chosen)
    yield "    return wrong;\n}"


def _golden(export: Export, a: Argument, element: str) -> str:
    """Return the declaration of golden values."""
    return f"{element} {export.name}_{a.name}[{STATES}][{prod(a.shape)}]"


def _test(export: Export, dialect: Dialect) -> Iterator[str]:
    """Yield a function that runs one exported function at all states."""
    name, result, element = dialect.name(export), export.result, dialect.element
    tolerance = TOLERANCE[dialect.precision] * export.slack
    states = [f"{export.name}_{a.name}[k]" for a in export.inputs]
    call = f"{name}({', '.join([*states, 'got[k]'])});"
    if not result.shape:
        call = f"got[k] = {name}({', '.join(states)});"
    yield f"static int {name}_self_test(void)\n{{"
    yield f"    {element} got[{STATES}]{brackets(result.shape)};"
    yield f"    for (int k = 0; k < {STATES}; k++)"
    yield from folded(call, 8)
    casts = f"(const {element} *)got, (const double *){export.name}_{result.name}"
    values = casts.replace(" *)", f"{GLUE}*)").replace("(const ", f"(const{GLUE}")
    numbers = f"{STATES * prod(result.shape)}, {export.scale!r}, {tolerance:.1e}"
    yield from folded(f'return check("{name}", {values}, {numbers});', 4)
    yield "}\n"
