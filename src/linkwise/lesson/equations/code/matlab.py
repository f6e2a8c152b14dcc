"""A robot as a class of MATLAB, which Octave runs too."""

from collections.abc import Iterator

from linkwise.compiled.source_text import folded
from linkwise.lesson.equations.code.language import camel, code_style, field_names, fields_used
from linkwise.lesson.equations.code.model import CodeModel, Method
from linkwise.lesson.letters.writing import Style, written
from linkwise.spatial.scalars import Array

MOTION = """
        function h = bias(obj, q, qd)
            % Torques at zero acceleration.
            h = obj.coriolis(q, qd) * qd(:) + obj.gravity(q)EFFECTS;
        end

        function tau = inverseDynamics(obj, q, qd, qdd)
            % Torques that a motion takes.
            tau = obj.massMatrix(q) * qdd(:) + obj.bias(q, qd);
        end

        function qdd = forwardDynamics(obj, q, qd, tau)
            % Accelerations that torques cause.
            qdd = obj.massMatrix(q) \\ (tau(:) - obj.bias(q, qd));
        end
    end

    methods (Static)
        function selfTest()
            % Compare with what linkwise's recursions give; an error if something is off.
            arm = NAME();
STATE
            results = {arm.massMatrix(q), arm.coriolis(q, qd) * qd, arm.gravity(q), ...
                arm.inverseDynamics(q, qd, qdd), arm.forwardDynamics(q, qd, tau)};
RIGHTS
            names = {'mass matrix', 'velocity terms', 'gravity', ...
                'inverse dynamics', 'forward dynamics'};
            for k = 1:numel(results)
                off = max(abs(results{k}(:) - right{k}(:)));
                fprintf('%s: error %.1e, allowed %.1e\\n', names{k}, off, allowed(k));
                if ~(off <= allowed(k))
                    error('%s is off by %g', names{k}, off);
                end
            end
        end
    end
end
"""


def source(model: CodeModel) -> str:
    """Return the file, which must be called NAME.m."""
    return "\n".join(_lines(model)) + "\n"


def _lines(model: CodeModel) -> Iterator[str]:
    names = field_names(model)
    style = code_style(
        model,
        names,
        lambda array, k: f"{array}({k + 1})",
        lambda name, x: f"{name}({x})",
        lambda base, n: f"{base}^{n}",
    )
    yield f"classdef {model.name}"
    yield from (f"    % {line}" for line in model.heading)
    yield "\n    properties"
    yield from (f"        {names[f.symbol]} = {f.value!r}; % {f.meaning}" for f in model.fields)
    yield "    end\n\n    methods"
    for words, (letter, method) in model.methods.items():
        yield from _method(model, camel(words), letter, method, style)
    effects = " + obj.frictionAndSprings(q, qd)" if model.effects else ""
    golden, state, rights = model.golden, [], ["right = {};"]
    for name, a in golden.state.items():
        state += continued(f"{name} = {matrix(a[:, None])};", 12)
    for k, check in enumerate(golden.checks, start=1):
        right = check.right if check.right.ndim > 1 else check.right[:, None]
        rights.append(f"right{{{k}}} = {matrix(right)};")
    allowed = ", ".join(f"{check.allowed:.1e}" for check in golden.checks)
    rights.append(f"allowed = [{allowed}];")
    text = MOTION.strip("\n").replace("EFFECTS", effects).replace("NAME", model.name)
    yield text.replace("STATE", "\n".join(state)).replace(
        "RIGHTS", "\n".join(row for line in rights for row in continued(line, 12))
    )


def _method(
    model: CodeModel, name: str, letter: str, method: Method, style: Style
) -> Iterator[str]:
    """Yield a method."""
    yield f"        function {letter} = {name}(obj, {', '.join(method.arguments)})"
    yield f"            % {method.about}"
    for x in fields_used(model, method):
        yield f"            {style.symbol(x)} = obj.{style.symbol(x)};"
    for x, e in method.steps:
        yield from continued(f"{x} = {written(e, style)};", 12)
    columns = model.n if len(next(iter(method.entries))) > 1 else 1
    yield f"            {letter} = zeros({model.n}, {columns});"
    for index, e in method.entries.items():
        place = f"({', '.join(str(k + 1) for k in index)})"
        yield from continued(f"{letter}{place} = {written(e, style)};", 12)
        if method.symmetric and index[0] != index[1]:
            mirrored = f"({', '.join(str(k + 1) for k in index[::-1])})"
            yield f"            {letter}{mirrored} = {letter}{place};"
    yield "        end\n"


def matrix(a: Array) -> str:
    """Return a matrix as [1, 2; 3, 4]."""
    return f"[{'; '.join(', '.join(map(repr, row)) for row in a.tolist())}]"


def continued(line: str, indent: int) -> list[str]:
    """Return a statement with the sign of continuation where it takes more than a line."""
    *rows, last = folded(line, indent)
    return [*(f"{row} ..." for row in rows), last]
