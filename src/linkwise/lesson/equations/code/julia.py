"""A robot as a struct of Julia with functions."""

from collections.abc import Iterator

from linkwise.compiled.source_text import GLUE, folded
from linkwise.lesson.equations.code.language import (
    code_style,
    field_names,
    fields_used,
    in_parentheses,
)
from linkwise.lesson.equations.code.matlab import matrix
from linkwise.lesson.equations.code.model import CodeModel, Method
from linkwise.lesson.letters.writing import Style, written

MOTION = """
"Torques at zero acceleration."
bias(p::NAME, q, qd) = coriolis(p, q, qd) * qd + gravity(p, q)EFFECTS

"Torques that a motion takes."
inverse_dynamics(p::NAME, q, qd, qdd) = mass_matrix(p, q) * qdd + bias(p, q, qd)

"Accelerations that torques cause."
forward_dynamics(p::NAME, q, qd, tau) = mass_matrix(p, q) \\ (tau - bias(p, q, qd))

"Compare with what linkwise's recursions give; an error if something is off."
function self_test()
    p = NAME()
STATE
    results = [mass_matrix(p, q), coriolis(p, q, qd) * qd, gravity(p, q),
        inverse_dynamics(p, q, qd, qdd), forward_dynamics(p, q, qd, tau)]
    right = [
RIGHT
    ]
    for (result, (name, numbers, allowed)) in zip(results, right)
        error = maximum(abs.(result .- numbers))
        println("$name: error $error, allowed $allowed")
        error <= allowed || throw(ErrorException("$name is off by $error"))
    end
end
"""


def source(model: CodeModel) -> str:
    """Return the file."""
    return "\n".join(_lines(model)) + "\n"


def _lines(model: CodeModel) -> Iterator[str]:
    names = field_names(model)
    style = code_style(
        model,
        names,
        lambda array, k: f"{array}[{k + 1}]",
        lambda name, x: f"{name}({x})",
        lambda base, n: f"{base}^{n}",
    )
    yield from (f"# {line}" for line in model.heading)
    yield f"\nBase.@kwdef struct {model.name}"
    yield from (f"    {names[f.symbol]}::Float64 = {f.value!r} # {f.meaning}" for f in model.fields)
    yield "end\n"
    for words, (letter, method) in model.methods.items():
        yield from _function(model, words.replace(" ", "_"), letter, method, style)
    effects = " + friction_and_springs(p, q, qd)" if model.effects else ""
    golden, state, right = model.golden, [], []
    for name, a in golden.state.items():
        state += folded(f"{name} = {a.tolist()}", 4)
    for check in golden.checks:
        numbers = matrix(check.right) if check.right.ndim > 1 else f"{check.right.tolist()}"
        words = check.name.replace(" ", GLUE)
        right += folded(f'("{words}", {numbers}, {check.allowed:.1e}),', 8)
    text = MOTION.strip("\n").replace("EFFECTS", effects).replace("NAME", model.name)
    yield text.replace("STATE", "\n".join(state)).replace("RIGHT", "\n".join(right))


def _function(
    model: CodeModel, name: str, letter: str, method: Method, style: Style
) -> Iterator[str]:
    """Yield a function."""
    yield f'"{method.about}"\nfunction {name}(p::{model.name}, {", ".join(method.arguments)})'
    for x in fields_used(model, method):
        yield f"    {style.symbol(x)} = p.{style.symbol(x)}"
    for x, e in method.steps:
        yield from in_parentheses(str(x), written(e, style), 4)
    shape = ", ".join([str(model.n)] * len(next(iter(method.entries))))
    yield f"    {letter} = zeros({shape})"
    for index, e in method.entries.items():
        target = f"{letter}[{', '.join(str(k + 1) for k in index)}]"
        if method.symmetric and index[0] != index[1]:
            target += f" = {letter}[{', '.join(str(k + 1) for k in index[::-1])}]"
        yield from in_parentheses(target, written(e, style), 4)
    yield f"    return {letter}\nend\n"
