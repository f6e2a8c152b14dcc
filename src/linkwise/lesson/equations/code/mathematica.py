"""A robot as an object of the Wolfram Language with functions."""

from collections.abc import Iterator
from typing import Any

from linkwise.compiled.source_text import folded
from linkwise.lesson.equations.code.language import camel, code_style, field_names, fields_used
from linkwise.lesson.equations.code.model import CodeModel, Method
from linkwise.lesson.letters.writing import Style, written

MOTION = """
(* Torques at zero acceleration. *)
bias[arm_NAME, q_List, qd_List] := coriolis[arm, q, qd] . qd + gravity[arm, q]EFFECTS

(* Torques that a motion takes. *)
inverseDynamics[arm_NAME, q_List, qd_List, qdd_List] :=
  massMatrix[arm, q] . qdd + bias[arm, q, qd]

(* Accelerations that torques cause. *)
forwardDynamics[arm_NAME, q_List, qd_List, tau_List] :=
  LinearSolve[massMatrix[arm, q], tau - bias[arm, q, qd]]

(* Compare with what linkwise's recursions give; True if all is right. *)
selfTest[] := Module[{arm, q, qd, qdd, tau, results, right, allowed},
STATE
  results = {massMatrix[arm, q], coriolis[arm, q, qd] . qd, gravity[arm, q],
    inverseDynamics[arm, q, qd, qdd], forwardDynamics[arm, q, qd, tau]};
RIGHT
  And @@ Table[Max[Abs[Flatten[{results[[k]] - right[[k]]}]]] <= allowed[[k]], {k, 5}]]
"""


def source(model: CodeModel) -> str:
    """Return the file."""
    return "\n".join(_lines(model)) + "\n"


def number(x: float) -> str:
    """Return a number: 1e-05 is 1*^-05."""
    return repr(x).replace("e", "*^")


def _lines(model: CodeModel) -> Iterator[str]:
    names = field_names(model)
    style = code_style(
        model,
        names,
        lambda array, k: f"{array}[[{k + 1}]]",
        lambda name, x: f"{name.capitalize()}[{x}]",
        lambda base, n: f"{base}^{n}",
        number,
    )
    yield from (f"(* {line} *)" for line in model.heading)
    yield f"(* An arm is {model.name}[<|...|>] with these letters:"
    yield from (f"  {names[f.symbol]}: {f.meaning}" for f in model.fields)
    yield "*)\n"
    for words, (_, method) in model.methods.items():
        yield from _function(model, camel(words), method, style)
    effects = " + frictionAndSprings[arm, q, qd]" if model.effects else ""
    golden = model.golden
    fields = ", ".join(f'"{names[f.symbol]}" -> {number(f.value)}' for f in model.fields)
    arm = "\n".join(folded(f"arm = {model.name}[<|{fields}|>];", 2))
    state = [
        row
        for name, a in golden.state.items()
        for row in folded(f"{name} = {braces(a.tolist())};", 2)
    ]
    rights = braces([check.right.tolist() for check in golden.checks])
    allowed = braces([float(f"{check.allowed:.1e}") for check in golden.checks])
    right = [*folded(f"right = {rights};", 2), *folded(f"allowed = {allowed};", 2)]
    text = MOTION.strip("\n").replace("EFFECTS", effects).replace("NAME", model.name)
    text = text.replace("STATE", "\n".join([arm, *state]))
    yield text.replace("RIGHT", "\n".join(right))


def _function(model: CodeModel, name: str, method: Method, style: Style) -> Iterator[str]:
    """Yield a function whose value is its last expression."""
    used = [style.symbol(x) for x in fields_used(model, method)]
    local = ", ".join([*used, *(str(x) for x, _ in method.steps)])
    lists = ", ".join(f"{x}_List" for x in method.arguments)
    yield f"(* {method.about} *)"
    yield from folded(f"{name}[{model.name}[p_], {lists}] := Module[{{{local}}},", 0)
    yield from (f'  {x} = p["{x}"];' for x in used)
    for x, e in method.steps:
        yield from folded(f"{x} = {written(e, style)};", 2)
    n = model.n

    def entry(*index: int) -> str:
        key = tuple(sorted(index)) if method.symmetric else index
        return written(method.entries[key], style)

    if len(next(iter(method.entries))) > 1:
        rows = [f"{{{', '.join(entry(i, j) for j in range(n))}}}" for i in range(n)]
    else:
        rows = [entry(i) for i in range(n)]
    yield from folded(f"{{{', '.join(rows)}}}]", 2)
    yield ""


def braces(x: Any) -> str:
    """Return nested lists of numbers."""
    return f"{{{', '.join(map(braces, x))}}}" if isinstance(x, list) else number(x)
