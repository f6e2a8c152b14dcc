"""What a class of any language holds: fields, methods, and numbers for the test of itself."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import sympy

from linkwise.compiled.export_words import units
from linkwise.compiled.source_text import comment
from linkwise.lesson.equations.code.reserved import RESERVED_CLASSES
from linkwise.lesson.equations.code.right_values import (
    Golden,
    golden_values,
    letter_numbers,
    numeric,
)
from linkwise.lesson.letters.named_steps import Step, needed
from linkwise.lesson.letters.writing import stem_and_number
from linkwise.models.symbolic import MODELS

if TYPE_CHECKING:
    from linkwise.lesson.equations.equations_of_motion import EquationsOfMotion

Entries = Mapping[tuple[int, ...], Any]

MEANINGS = {  # of the letters of the textbook arms
    "l": "length, m",
    "lc": "distance of the centre of mass from the joint, m",
    "m": "mass, kg",
    "mx": "mass of the x stage alone, kg",
    "my": "mass of the y stage, kg",
    "I": "moment of inertia about the centre of mass, kg m2",
    "g": "acceleration of free fall, m/s2",
}


@dataclass(frozen=True)
class Field:
    """A letter of the model: its symbol, what it is, and its number."""

    symbol: Any
    meaning: str
    value: float


@dataclass(frozen=True)
class Method:
    """What a method computes: first the steps, then the entries of its result.

    Attributes
    ----------
    about
        One line that says what it gives, with its unit.
    arguments
        Those of q and qd that it takes.
    steps
        Names, and the expressions that they stand for.
    entries
        Expressions by index; of a symmetric matrix the upper triangle.
    symmetric
        Whether the lower triangle is that of the upper one.
    """

    about: str
    arguments: tuple[str, ...]
    steps: tuple[Step, ...]
    entries: Entries
    symmetric: bool = False

    def uses(self, symbols: Iterable[Any]) -> list[Any]:
        """Return those of the symbols that the method needs."""
        expressions = (*(e for _, e in self.steps), *self.entries.values())
        free = set().union(*(e.free_symbols for e in expressions))
        return [x for x in symbols if x in free]


@dataclass(frozen=True)
class CodeModel:
    """A robot as a class.

    Attributes
    ----------
    name
        Of the class: Planar2R.
    equations
        The equations, for the letters and their places.
    heading
        Lines about the robot and its joints.
    fields
        The letters of the model.
    mass_matrix, coriolis, gravity
        The methods that the equations give.
    effects
        Friction and springs, where the model has them.
    golden
        Right numbers at one state.
    """

    name: str
    equations: "EquationsOfMotion"
    heading: tuple[str, ...]
    fields: tuple[Field, ...]
    mass_matrix: Method
    coriolis: Method
    gravity: Method
    effects: Method | None
    golden: Golden

    @property
    def n(self) -> int:
        """Number of joints."""
        return self.equations.letters.n

    @property
    def methods(self) -> dict[str, tuple[str, Method]]:
        """The methods by their name in words, each with the letter of its result."""
        methods = {
            "mass matrix": ("M", self.mass_matrix),
            "coriolis": ("C", self.coriolis),
            "gravity": ("G", self.gravity),
        }
        if self.effects:
            methods["friction and springs"] = ("F", self.effects)
        return methods


def code_model(e: "EquationsOfMotion", values: Mapping[str, float] | None) -> CodeModel:
    """Return the class of a robot's equations, with numbers for its letters."""
    numbers = letter_numbers([str(x) for x in e.letters.parameters], values or {})
    n = e.letters.n
    upper: Entries = {(i, j): e.M[i, j] for i in range(n) for j in range(i, n)}
    square: Entries = {(i, j): e.C[i, j] for i in range(n) for j in range(n)}
    others = e.springs + e.friction
    unit = units(e.robot)
    methods = (
        _method(e, f"Mass matrix M(q), {unit['M']}.", ("q",), upper, symmetric=True),
        _method(e, "Coriolis matrix C(q, qd): C qd are the velocity terms.", ("q", "qd"), square),
        _method(e, f"Gravity torques g(q), {unit['tau']}.", ("q",), _column(e.g)),
        _method(e, f"Torques of friction and springs, {unit['tau']}.", ("q", "qd"), _column(others))
        if any(others)
        else None,
    )
    fields = tuple(
        Field(x, _meaning(str(x), {*numbers}), numbers[str(x)]) for x in e.letters.parameters
    )
    golden = golden_values(numeric(e.robot, numbers))
    return CodeModel(class_name(e.robot.name), e, _heading(e), fields, *methods, golden)


def class_name(text: str) -> str:
    """Return a name of letters and digits for a class that hides no name of a language.

    Examples
    --------
    >>> class_name("planar 2R"), class_name("7-axis arm"), class_name("vector")
    ('Planar2R', 'Robot7AxisArm', 'RobotVector')
    """
    words = re.findall("[A-Za-z0-9]+", text)
    name = "".join(f"{word[0].upper()}{word[1:]}" for word in words)
    return name if name[:1].isalpha() and name not in RESERVED_CLASSES else f"Robot{name}"


def _column(vector: Any) -> Entries:
    return {(i,): x for i, x in enumerate(vector)}


def _method(
    e: "EquationsOfMotion",
    about: str,
    arguments: tuple[str, ...],
    entries: Entries,
    *,
    symmetric: bool = False,
) -> Method:
    """Return a method whose sines and cosines are steps with names of their own: c12."""
    steps = needed(e.steps, entries.values())
    expressions = (*(x for _, x in steps), *entries.values())
    waves = set().union(*(x.atoms(sympy.cos, sympy.sin) for x in expressions))
    order = {x: k for k, x in enumerate(e.letters.q, start=1)}
    names = {wave: sympy.Symbol(_wave_name(wave, order)) for wave in waves}
    named = sorted(((name, wave) for wave, name in names.items()), key=str)
    return Method(
        about,
        arguments,
        (*named, *((x, step.xreplace(names)) for x, step in steps)),
        {index: x.xreplace(names) for index, x in entries.items()},
        symmetric,
    )


def _wave_name(wave: Any, order: Mapping[Any, int]) -> str:
    """Return c12 for cos(q1 + q2), and c2x1m2 for cos(2 q1 − q2)."""
    parts = []
    for x, factor in sorted(wave.args[0].as_coefficients_dict().items(), key=lambda p: order[p[0]]):
        times = "" if abs(factor) == 1 else f"{abs(factor)}x"
        parts.append(f"{'m' if factor < 0 else ''}{times}{order[x]}")
    separator = "_" if len(order) > 9 else ""
    return ("c" if isinstance(wave, sympy.cos) else "s") + separator.join(parts)


def _meaning(name: str, names: set[str]) -> str:
    """Return what a letter of a textbook arm is, and of others that it is the model's."""
    textbook = any(set(letters.split()) == names for letters, _ in MODELS.values())
    known = MEANINGS.get(stem_and_number(name)[0]) if textbook else None
    return known or "letter of the model, SI units"


def _heading(e: "EquationsOfMotion") -> tuple[str, ...]:
    """Return lines about the equations and the joints."""
    terms = " + friction and springs" if any(e.springs + e.friction) else ""
    lines = [
        f"Equations of motion of {e.robot.name}: tau = M(q) qdd + C(q, qd) qd + g(q){terms}.",
        f"Written by linkwise {version('linkwise')}. SI units and radians.",
        "Joints, in the order of q, with the units of coordinate and torque:",
    ]
    for k, joint in enumerate(e.robot.joints, start=1):
        lines.append(f"  {k}: {joint.name}, {joint.kind}, {joint.unit}, {joint.effort_unit}")
    return tuple(comment(line) for line in lines)
