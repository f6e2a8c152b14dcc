"""The textbook arms with SymPy symbols in place of numbers."""

import difflib
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from linkwise.models.builders import gantry, pendulum, planar_2r, planar_nr, rp
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError

Symbols = Mapping[str, Any]
Gravity = tuple[Any, Any, Any]


@dataclass(frozen=True, eq=False)
class SymbolicModel:
    """A robot whose numbers are symbols, and the symbols.

    Parameters
    ----------
    robot
        The robot.
    q, qd, qdd
        Coordinates, rates and accelerations: q1, q2, …; qd1, …; qdd1, ….
    parameters
        The other symbols by name: lengths, masses, inertias and g.
    """

    robot: Robot
    q: tuple[Any, ...]
    qd: tuple[Any, ...]
    qdd: tuple[Any, ...]
    parameters: Symbols


def _planar_2r(s: Symbols, gravity: Gravity) -> Robot:
    return planar_2r(
        s["l1"], s["l2"], s["lc1"], s["lc2"], s["m1"], s["m2"], s["I1"], s["I2"], gravity=gravity
    )


def _points(s: Symbols, gravity: Gravity) -> Robot:
    return planar_2r(s["l1"], s["l2"], m1=s["m1"], m2=s["m2"], form="points", gravity=gravity)


def _rods(s: Symbols, gravity: Gravity) -> Robot:
    return planar_2r(s["l1"], s["l2"], m1=s["m1"], m2=s["m2"], form="rods", gravity=gravity)


def _planar_3r(s: Symbols, gravity: Gravity) -> Robot:
    lengths, masses = ([s[f"{letter}{k}"] for k in (1, 2, 3)] for letter in "lm")
    return planar_nr(lengths, masses, gravity=gravity)


def _general_3r(s: Symbols, gravity: Gravity) -> Robot:
    lengths, masses, coms, inertias = (
        [s[f"{letter}{k}"] for k in (1, 2, 3)] for letter in ("l", "m", "lc", "I")
    )
    return planar_nr(lengths, masses, coms, inertias, form="general", gravity=gravity)


def _pendulum(s: Symbols, gravity: Gravity) -> Robot:
    return pendulum(s["l"], s["m"], s["lc"], s["I"], form="general", gravity=gravity)


def _rp(s: Symbols, gravity: Gravity) -> Robot:
    return rp(s["l1"], s["m1"], s["m2"], s["I1"], s["I2"], gravity=gravity)


def _gantry(s: Symbols, gravity: Gravity) -> Robot:
    horizontal = (gravity[0], gravity[2], gravity[1])  # it moves in the x-y plane
    return gantry(s["mx"], s["my"], gravity=horizontal)


MODELS: Mapping[str, tuple[str, Callable[[Symbols, Gravity], Robot]]] = {
    "pendulum": ("l lc m I g", _pendulum),
    "2r": ("l1 l2 lc1 lc2 m1 m2 I1 I2 g", _planar_2r),
    "2r-point": ("l1 l2 m1 m2 g", _points),
    "2r-rods": ("l1 l2 m1 m2 g", _rods),
    "3r": ("l1 l2 l3 m1 m2 m3 g", _planar_3r),
    "3r-general": ("l1 l2 l3 lc1 lc2 lc3 m1 m2 m3 I1 I2 I3 g", _general_3r),
    "rp": ("l1 m1 m2 I1 I2 g", _rp),
    "gantry": ("mx my g", _gantry),
}


def symbolic(name: str) -> SymbolicModel:
    """Return a textbook arm with SymPy symbols in the letters of the lecture notes.

    All are plain symbols, equal to what ``sympy.symbols("l1 q1")`` gives.  Gravity is (0, −g, 0),
    for the horizontal gantry (0, 0, −g).

    Parameters
    ----------
    name
        "pendulum" (l, lc, m, I), "2r" (l1, l2, lc1, lc2, m1, m2, I1, I2), "2r-point" and "2r-rods"
        (l1, l2, m1, m2), "3r" (rods: l1 to l3, m1 to m3), "3r-general" (also lc1 to lc3 and I1 to
        I3), "rp" (l1, m1, m2, I1, I2) or "gantry" (mx, my); each with g.

    Returns
    -------
    SymbolicModel

    Raises
    ------
    LinkwiseError
        If SymPy is not installed or the name is unknown.

    References
    ----------
    The lecture notes: the 2R arms in three forms, the RP arm, the pendulum, the gantry.

    Examples
    --------
    >>> from linkwise import gravity_torque
    >>> arm = symbolic("2r-point")
    >>> print(gravity_torque(arm.robot, arm.q)[1].factor())
    g*l2*m2*(-sin(q1)*sin(q2) + cos(q1)*cos(q2))
    """
    if name not in MODELS:
        near = difflib.get_close_matches(str(name).lower(), MODELS, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise LinkwiseError(
            f"there is no symbolic model {name!r}: {hint}there are {', '.join(MODELS)}"
        )
    sympy = sympy_or_advice()
    letters, build = MODELS[name]
    parameters = {letter: sympy.Symbol(letter) for letter in letters.split()}
    robot = build(parameters, (0, -parameters["g"], 0))
    q, qd, qdd = (
        tuple(sympy.Symbol(f"{letter}{k}") for k in range(1, robot.n + 1))
        for letter in ("q", "qd", "qdd")
    )
    return SymbolicModel(robot, q, qd, qdd, MappingProxyType(parameters))


def sympy_or_advice() -> Any:
    """Return SymPy, or say how to get it."""
    try:
        return importlib.import_module("sympy")
    except ModuleNotFoundError:
        raise LinkwiseError(
            'symbolic models need SymPy: pip install "linkwise[symbolic]"'
        ) from None
