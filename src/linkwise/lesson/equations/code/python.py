"""A robot as a Python class over NumPy."""

from collections.abc import Iterator
from typing import Any

from linkwise.compiled.source_text import folded, nested
from linkwise.lesson.equations.code.language import (
    code_style,
    field_names,
    fields_used,
    in_parentheses,
)
from linkwise.lesson.equations.code.model import CodeModel, Method
from linkwise.lesson.letters.writing import Style, written

MOTION = '''
    def inverse_dynamics(self, q, qd, qdd):
        """Torques tau that a motion takes."""
        return self.mass_matrix(q) @ qdd + self.bias(q, qd)

    def forward_dynamics(self, q, qd, tau):
        """Accelerations qdd that torques tau cause."""
        return np.linalg.solve(self.mass_matrix(q), tau - self.bias(q, qd))

    def bias(self, q, qd):
        """Torques at zero acceleration."""
        return self.coriolis(q, qd) @ qd + self.gravity(q)EFFECTS
'''
SELF_TEST = '''

def self_test():
    """Compare with what linkwise's recursions give; raise an error if something is off."""
    ARM
STATE
    results = [
        arm.mass_matrix(q),
        arm.coriolis(q, qd) @ qd,
        arm.gravity(q),
        arm.inverse_dynamics(q, qd, qdd),
        arm.forward_dynamics(q, qd, tau),
    ]
    for (name, right, allowed), result in zip(RIGHT, results, strict=True):
        error = np.abs(result - np.array(right)).max()
        print(f"{name}: error {error:.1e}, allowed {allowed:.1e}")
        if not error <= allowed:
            raise ArithmeticError(f"{name} is off by {error}")


# results, their numbers by linkwise's recursions, errors allowed
RIGHT = [
'''


def source(model: CodeModel) -> str:
    """Return the file."""
    return "\n".join(_lines(model)) + "\n"


def _lines(model: CodeModel) -> Iterator[str]:
    names = field_names(model)
    style = code_style(
        model,
        names,
        lambda array, k: f"{array}[{k}]",
        lambda name, x: f"np.{name}({x})",
        lambda base, n: f"{base}**{n}",
    )
    first, *others = model.heading
    yield from (f'"""{first}', "", *others, '"""', "", "from dataclasses import dataclass", "")
    yield from ("import numpy as np", "", "", "@dataclass", f"class {model.name}:")
    yield f'    """{model.equations.robot.name}, its letters as fields."""\n'
    for field in model.fields:
        yield f"    {names[field.symbol]}: float = {field.value!r}  # {field.meaning}"
    if model.fields:
        yield ""
    for words, (letter, method) in model.methods.items():
        yield from _method(model, words.replace(" ", "_"), letter, method, style)
        yield ""
    effects = " + self.friction_and_springs(q, qd)" if model.effects else ""
    yield MOTION.strip("\n").replace("EFFECTS", effects)
    yield "\n"
    yield from _self_test(model, names)


def _self_test(model: CodeModel, names: dict[Any, str]) -> Iterator[str]:
    """Yield the function that compares, and the right values."""
    golden = model.golden
    fields = ", ".join(f"{names[f.symbol]}={f.value!r}" for f in model.fields)
    state = [
        line
        for name, a in golden.state.items()
        for line in folded(f"{name} = np.array({a.tolist()})", 4)
    ]
    arm = "\n".join(folded(f"arm = {model.name}({fields})", 4)).lstrip()
    yield SELF_TEST.replace("ARM", arm).replace("STATE", "\n".join(state)).strip("\n")
    for check in golden.checks:
        right = nested(check.right, repr, "[]", 4)
        yield f'    ("{check.name}", {right}, {check.allowed:.1e}),'
    yield from ("]", "", 'if __name__ == "__main__":', "    self_test()")


def _method(
    model: CodeModel, name: str, letter: str, method: Method, style: Style
) -> Iterator[str]:
    """Yield a method."""
    yield f"    def {name}(self, {', '.join(method.arguments)}):"
    yield f'        """{method.about}"""'
    for x in fields_used(model, method):
        yield f"        {style.symbol(x)} = self.{style.symbol(x)}"
    for x, e in method.steps:
        yield from in_parentheses(str(x), written(e, style), 8)
    shape = (model.n,) * len(next(iter(method.entries)))
    yield f"        {letter} = np.empty({shape})"
    for index, e in method.entries.items():
        target = f"{letter}[{', '.join(map(str, index))}]"
        if method.symmetric and index[0] != index[1]:
            target += f" = {letter}[{index[1]}, {index[0]}]"
        yield from in_parentheses(target, written(e, style), 8)
    yield f"        return {letter}"
