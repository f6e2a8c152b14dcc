"""An exercise as it is printed: what is given and asked, and the worked solution."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import sympy

from linkwise.lagrangian.derivation import Derivation
from linkwise.lesson.equations.report import Row, equation
from linkwise.lesson.exercises.planted import Mistake, Planted
from linkwise.lesson.exercises.setting import Setting, given_rows
from linkwise.lesson.exercises.words import ARMS, NUMBERS, ONE, SEVERAL
from linkwise.lesson.letters.paper import Block, Equations, Heading, Items, Prose, Table
from linkwise.lesson.letters.writing import written
from linkwise.number_text import inertia_unit, short
from linkwise.referee.slips import split_name
from linkwise.referee.terms import expression

if TYPE_CHECKING:
    from linkwise.lesson.exercises.exercise import Exercise

STEPS = {
    "dL_dqd": r"\frac{{\partial L}}{{\partial {qd}}}",
    "d_dt": r"\frac{{d}}{{dt}} \frac{{\partial L}}{{\partial {qd}}}",
    "dL_dq": r"\frac{{\partial L}}{{\partial {q}}}",
    "tau": r"\tau_{{{i}}}",
}


def problem(e: "Exercise") -> Iterator[Block]:
    """Yield what is given and what is asked."""
    s = e.setting
    yield Heading("Given")
    yield Prose(ARMS[s.name])
    yield Table(("letter", "value"), [(f"${left}$", right) for left, right in given_rows(s)])
    yield Heading("Asked")
    names = ", ".join(f"${latex_entry(name)}$" for name in e.letters_asked)
    first = f"In letters, by Lagrange's equation: {names}, with $V = C(q, \\dot q) \\, \\dot q$."
    yield Items([first, *(f"In numbers: {NUMBERS[key]}." for key in e.numbers_asked)])
    if e.planted:
        count = len(e.planted.mistakes)
        yield Heading("Find the error" if count == 1 else "Find the errors")
        yield Prose((ONE if count == 1 else SEVERAL).format(count=count))
        yield Equations(numbered(e, e.planted))


def solution(e: "Exercise") -> Iterator[Block]:
    """Yield the worked solution."""
    s, d = e.setting, e.derivation
    yield Heading("Solution")
    yield Prose("The energies, with $L = K - P$, and Lagrange's equation joint by joint:")
    energies = [Row("", "K", d.K), Row("", "P", d.P)]
    yield Equations([equation(row, s.in_letters) for row in [*energies, *chain(s, steps_of(d))]])
    yield Prose("What is asked in letters, and its value:")
    yield Equations([row for name in e.letters_asked for row in worked(s, name, entry(d, name))])
    names = [f"M{i}{j}" for i in range(1, s.letters.n + 1) for j in range(i, s.letters.n + 1)]
    names += [f"{letter}{i}" for letter in "Vg" for i in range(1, s.letters.n + 1)]
    rest = [name for name in names if name not in e.letters_asked]
    if rest:
        yield Prose("The other parts of the torques:")
        yield Equations([row for name in rest for row in worked(s, name, entry(d, name))])
    yield Prose("What is asked in numbers:")
    for key in e.numbers_asked:
        yield Equations(list(result(e, key)))
    if e.planted:
        yield Heading("Key to the errors")
        yield Items([key_line(e, mistake) for mistake in e.planted.mistakes])


def steps_of(d: Derivation) -> dict[str, Any]:
    """Return the steps of a derivation by the names that the referee has for them."""
    parts = {"dL_dqd": d.dL_dqd, "d_dt": d.d_dt, "dL_dq": d.dL_dq, "tau": d.tau}
    n = d.letters.n
    return {f"{stage}{i + 1}": x[i] for i in range(n) for stage, x in parts.items()}


def chain(s: Setting, steps: Mapping[str, Any]) -> list[Row]:
    """Return the steps as rows."""
    return [Row("", step_name(s, step), right) for step, right in steps.items()]


def numbered(e: "Exercise", wrong: Planted) -> list[str]:
    """Return the lines of the derivation with mistakes, numbered."""
    s, d = e.setting, e.derivation
    steps = {name: s.letters.expression(x) for name, x in wrong.steps.items()}
    rows = [Row("", "K", d.K), Row("", "P", d.P), *chain(s, steps)]
    return [
        equation(Row("", rf"({k}) \quad {row.latex}", row.right), s.in_letters)
        for k, row in enumerate(rows, start=1)
    ]


def line_number(e: "Exercise", step: str) -> int:
    """Return the number of the line that a step stands in."""
    return list(steps_of(e.derivation)).index(step) + 3  # after K and P


def key_line(e: "Exercise", mistake: Mistake) -> str:
    """Return where a mistake is, what it is called, what stands there and what should."""
    s, made = e.setting, mistake.made
    wrong, right = (
        written(expression(s.letters, terms), s.in_letters) for terms in (made.wrong, made.right)
    )
    about = f" ({made.about})" if made.about else ""
    also = "".join(f", or: {name}" for name in mistake.names[1:])
    lines = [str(line_number(e, step)) for step in mistake.carried]
    later = f"line{'s' * (len(lines) > 1)} {' and '.join(lines)}"
    return (
        f"Line ({line_number(e, mistake.step)}): {made.slip.name}{about}{also}. "
        f"It has ${wrong}$ where ${right}$ belongs: {made.slip.why}. "
        f"The mistake is carried on to {later}."
    )


def step_name(s: Setting, step: str) -> str:
    """Return a step in LaTeX."""
    stage, index = split_name(step)
    k, symbol = int(index) - 1, s.in_letters.symbol
    return STEPS[stage].format(q=symbol(s.arm.q[k]), qd=symbol(s.arm.qd[k]), i=index)


def latex_entry(name: str) -> str:
    """Return M_{12} for M12."""
    letter, index = split_name(name)
    return f"{letter}_{{{index}}}"


def entry(d: Derivation, name: str) -> Any:
    """Return an entry of M, V or g by its name."""
    letter, index = split_name(name)
    i, *j = (int(k) - 1 for k in index)
    return d.M[i, j[0]] if letter == "M" else getattr(d, letter)[i]


def worked(s: Setting, name: str, value: Any) -> Iterator[str]:
    """Yield an entry in letters, the same with numbers for the letters, and its value."""
    yield equation(Row("", latex_entry(name), value), s.in_letters)
    if value != 0:
        numbers = equation(Row("", "", value), s.in_numbers).strip()
        result = in_unit(float(s.number(value)), entry_unit(s, name))
        bare = numbers == f"&= {short(s.number(value))}"  # M_{22} = m_2 = 2 kg
        yield f"&= {result}" if bare else f"{numbers} = {result}"


def entry_unit(s: Setting, name: str) -> str:
    """Return the unit of an entry."""
    letter, index = split_name(name)
    joints = [s.arm.robot.joints[int(k) - 1] for k in index]
    return inertia_unit(*joints) if letter == "M" else joints[0].effort_unit


def result(e: "Exercise", key: str) -> Iterator[str]:
    """Yield the equations from the parts to a number that is asked for."""
    s, d, values = e.setting, e.derivation, e.answers[key]
    n, joints = s.letters.n, s.arm.robot.joints
    M, V, g, qd, qdd = (
        [float(x) for x in sympy.Matrix(a).applyfunc(s.number)]
        for a in (d.M, d.V, d.g, s.arm.qd, s.arm.qdd)
    )
    letters = [s.in_letters.symbol(x) for x in s.arm.qdd]
    for i, joint in enumerate(joints):
        force, value = joint.effort_unit, values[min(i, len(values) - 1)]
        if key == "torques":
            row = " + ".join(f"M_{{{i + 1}{j + 1}}} {letters[j]}" for j in range(n))
            parts = [*(M[n * i + j] * qdd[j] for j in range(n)), V[i], g[i]]
            yield rf"\tau_{{{i + 1}}} &= {row} + V_{{{i + 1}}} + g_{{{i + 1}}}"
            yield f"&= {summed(parts)} = {in_unit(value, force)}"
        elif key == "holding torques":
            yield rf"\tau_{{{i + 1}}} &= g_{{{i + 1}}} = {in_unit(value, force)}"
        elif key == "accelerations":
            row = " + ".join(rf"{short(M[n * i + j])} \, {letters[j]}" for j in range(n))
            yield rf"{row} &= -V_{{{i + 1}}} - g_{{{i + 1}}} = {in_unit(-V[i] - g[i], force)}"
    if key == "accelerations":
        for letter, joint, value in zip(letters, joints, values, strict=True):
            yield f"{letter} &= {in_unit(value, f'{joint.unit}/s²')}"
    elif key == "kinetic energy":
        yield rf"K &= \tfrac12 \, \dot q^T M \, \dot q = {in_unit(values[0], 'J')}"
    elif key == "power":
        products = [t * w for t, w in zip(e.answers["torques"], qd, strict=True)]
        shown = f"{summed(products)} = " if products[1:] else ""
        yield rf"\tau^T \dot q &= {shown}{in_unit(values[0], 'W')}"


def summed(parts: list[float]) -> str:
    """Return numbers as a sum."""
    first, *rest = map(short, parts)
    return first + "".join(f" - {x[1:]}" if x.startswith("-") else f" + {x}" for x in rest)


def in_unit(x: float, unit: str) -> str:
    """Return a number with its unit in LaTeX."""
    upright = unit.replace(" ", r"\,").replace("²", "^2")
    return rf"{short(x)}\,\mathrm{{{upright}}}"
