"""What an exported function is, in any language: its program, its words, and right values."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from linkwise.compiled.export_words import about, meaning
from linkwise.compiled.functions import FUNCTIONS, Variant
from linkwise.compiled.golden import STATES, golden_inputs, plain_result, scale, slack
from linkwise.compiled.graph import Program, size
from linkwise.compiled.source_text import identifier
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array

SOLVERS = ("forward_dynamics", "aba")
OF_JACOBIAN = ("link", "frame", "at")


class Options(TypedDict, total=False):
    """What `CompiledRobot.to_c` and its siblings take besides the names of functions.

    Attributes
    ----------
    gravity : bool
        Whether gravity is an input, ``(3,)`` in world axes, of the functions that know it.
    external : mapping of str to str
        Links whose external wrench is an input, and in whose axes it is: "world", "link" or
        another link's name, as in `Wrench`.
    link, frame, at
        Of ``link_jacobian``: fixed, as in `linkwise.link_jacobian`.
    """

    gravity: bool
    external: Mapping[str, str]
    link: str
    frame: Literal["world", "link"]
    at: ArrayLike | None


@dataclass(frozen=True, eq=False)
class Argument:
    """An input or the result of an exported function.

    Attributes
    ----------
    name
        A name that C, Python and JavaScript take.
    shape
        Its core shape.
    meaning
        What it is, with units.
    golden
        Its values at the states of the self-test, ``(STATES, *shape)``.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    golden: Array


@dataclass(frozen=True, eq=False)
class Export:
    """A function to be written out.

    Attributes
    ----------
    name
        Key of `FUNCTIONS`.
    program
        Its graph, with one output.
    about
        Sentences and equation, line by line.
    inputs, result
        What goes in and comes out.
    scale
        Size of the results that errors are compared with.
    slack
        How many times the usual tolerance the function needs.
    """

    name: str
    program: Program
    about: list[str]
    inputs: list[Argument]
    result: Argument
    scale: float
    slack: float

    def entries(self) -> list[tuple[Argument, tuple[int, ...]]]:
        """Return argument and index of every entry of the inputs, in the graph's order."""
        return [(a, index) for a in self.inputs for index in np.ndindex(a.shape)]


def exports(
    robot: Robot, names: Sequence[str], options: Options, *, inertial: bool
) -> list[Export]:
    """Return the functions named, ready to be written in any language.

    Parameters
    ----------
    robot
        The model.
    names
        Keys of `FUNCTIONS`.
    options
        See `Options`.
    inertial
        Whether the inertial parameters are inputs.

    Raises
    ------
    LinkwiseError
        If no name is given, or a name or an option is unknown or does not go with the others.
    """
    _require_known(names, options)
    return [_export(robot, name, options, inertial=inertial) for name in dict.fromkeys(names)]


def _require_known(names: Sequence[str], options: Options) -> None:
    known = ", ".join(FUNCTIONS)
    if not names:
        raise LinkwiseError(f"name at least one function to write: {known}")
    for name in names:
        if name not in FUNCTIONS:
            near = difflib.get_close_matches(str(name), FUNCTIONS, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise LinkwiseError(f"unknown function {name!r}: {hint}known are {known}")
    for option, value in options.items():
        if option not in Options.__annotations__:
            raise LinkwiseError(
                f"unknown option {option!r}: known are {', '.join(Options.__annotations__)}"
            )
        if option in OF_JACOBIAN:
            fits = "link_jacobian" in names
        else:
            fits = not value or any(option in FUNCTIONS[name].takes for name in names)
        if not fits:
            raise LinkwiseError(f"none of {', '.join(names)} takes {option}")
    if "link_jacobian" in names and "link" not in options:
        raise LinkwiseError("link_jacobian wants the name of a link: link=...")


def _export(robot: Robot, name: str, options: Options, *, inertial: bool) -> Export:
    """Trace one function and compute its golden values."""
    variant = _variant(name, options, inertial=inertial)
    program = variant.trace(robot)
    output, shape = next(iter(program.outputs.items()))  # without the pivots of forward dynamics
    program = replace(program, outputs={output: shape}, results=program.results[: size(shape)])
    golden = golden_inputs(robot, program.inputs)
    states = [{k: a[i] for k, a in golden.items()} for i in range(STATES)]
    right = np.array([plain_result(robot, variant, state) for state in states])
    frames = {link: frame for link, frame, _ in variant.wrenches}
    names = argument_names(program.inputs)
    inputs = [
        Argument(own, shape, meaning(robot, k, frames), golden[k])
        for own, (k, shape) in zip(names, program.inputs.items(), strict=True)
    ]
    return Export(
        name,
        program,
        about(robot, name, dict(variant.options), frames),
        inputs,
        Argument(output, shape, meaning(robot, output, frames), right),
        scale(robot, right, output),
        slack(robot, golden["q"]) if name in SOLVERS else 1.0,
    )


def _variant(name: str, options: Options, *, inertial: bool) -> Variant:
    """Return the form of a function that the options ask for, as far as it takes them."""
    takes = FUNCTIONS[name].takes
    fixed: dict[str, Any] = {}
    if name == "link_jacobian":
        at = options.get("at")
        point = None if at is None else tuple(as_array(at, "at").tolist())
        fixed = {"link": options["link"], "frame": options.get("frame", "world"), "at": point}
    wrenches = options.get("external", {}) if "external" in takes else {}
    if not isinstance(wrenches, Mapping):
        raise LinkwiseError(
            f"external wants links and axes, such as {{'tool': 'world'}}, got {wrenches!r}"
        )
    return Variant(
        name,
        tuple((link, frame, False) for link, frame in wrenches.items()),
        "gravity" in takes and options.get("gravity", False),
        inertial and name != "link_jacobian",
        tuple(fixed.items()),
    )


def argument_names(inputs: Iterable[str]) -> list[str]:
    """Return the names of inputs as code takes them: external wrenches by link, all distinct."""
    names: list[str] = []
    for name in inputs:
        if name.startswith("external "):
            link, field = name.removeprefix("external ").rsplit(" ", 1)
            stem = f"{identifier(link, 'link')}_{field}"
            tries = (f"{stem}_{k}" if k > 1 else stem for k in count(1))
            names.append(next(x for x in tries if x not in names))
        else:
            names.append(name)
    return names
