"""Numbers for the letters of a model, and right results at one state for the test of a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from numbers import Real
from typing import Any

import numpy as np
import sympy

from linkwise.algorithms.coriolis import coriolis_torque
from linkwise.algorithms.inverse_dynamics import gravity_torque, rnea
from linkwise.algorithms.mass_matrix import crba
from linkwise.compiled.golden import golden_inputs, scale, slack
from linkwise.models.joint_effects import Friction, Rotor, Spring
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.number_text import vector
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

TOLERANCE = 1e-12  # of the largest number of a result
SINGULAR = 1e-14  # least eigenvalue of a mass matrix, of the largest, that is more than rounding


@dataclass(frozen=True)
class Check:
    """A right result: its name, its numbers, and the error allowed."""

    name: str
    right: Array
    allowed: float


@dataclass(frozen=True)
class Golden:
    """A state, and what linkwise's own recursions give there in floats.

    Attributes
    ----------
    q, qd, qdd
        The state.
    checks
        Of M, C qd, g, the torques of inverse dynamics and the accelerations of forward dynamics.
    """

    q: Array
    qd: Array
    qdd: Array
    checks: tuple[Check, ...]

    @property
    def state(self) -> dict[str, Array]:
        """What the methods are called with: q, qd, qdd, and the torques tau of this motion."""
        return {"q": self.q, "qd": self.qd, "qdd": self.qdd, "tau": self.checks[3].right}


def letter_numbers(names: Sequence[str], given: Mapping[str, Any]) -> dict[str, float]:
    """Return a number for every letter: those given, 9.81 for g, and for the others unlike ones."""
    require_kind(given, Mapping, "values, numbers by letter,")
    if unknown := [name for name in given if name not in names]:
        raise LinkwiseError(
            f"there is no letter {unknown[0]!r}: {', '.join(names) or 'none'} are known"
        )
    own: dict[str, float] = {}
    for name, value in given.items():
        if not isinstance(value, Real) or not isfinite(value):
            raise LinkwiseError(f"the letter {name} wants a finite number, got {value!r}")
        own[name] = float(value)
    spread = {name: round(0.5 + k * 0.6180339887 % 1, 2) for k, name in enumerate(names)}
    return {**spread, **({"g": 9.81} if "g" in names else {}), **own}


def numeric(robot: Robot, numbers: Mapping[str, float]) -> Robot:
    """Return the robot with numbers in place of its letters."""
    if robot.is_numeric:
        return robot

    def number(x: Any) -> float:
        e = sympy.sympify(x)
        return float(e.subs({symbol: numbers[symbol.name] for symbol in e.free_symbols}))

    def floats(a: Array) -> Array:
        plain = [number(x) for x in np.asarray(a, dtype=object).flat]
        return np.array(plain).reshape(np.shape(a))

    links = []
    for link in robot.links:
        I, X, joint = link.inertia, link.placement, link.joint
        moving = replace(
            joint,
            axis=floats(joint.axis),
            pitch=floats(np.asarray(joint.pitch))[()],
            friction=Friction(*floats(joint.friction.numbers())),
            spring=Spring(*floats(joint.spring.numbers())),
            rotor=Rotor(*floats(joint.rotor.numbers())),
        )
        body = Inertia.trusted(*map(floats, (I.mass, I.moment, I.about_origin)))
        placed = Transform.trusted(floats(X.R), floats(X.p))
        links.append(Link(link.name, moving, placed, body, link.parent))
    base = Transform.trusted(floats(robot.base.R), floats(robot.base.p))
    return Robot(robot.name, links, floats(robot.gravity), base)


def golden_values(robot: Robot) -> Golden:
    """Return a state and what the recursions give there.

    Raises
    ------
    LinkwiseError
        If forward dynamics has no answer there: some motion moves no mass, or a negative one.
    """
    states = golden_inputs(robot, dict.fromkeys(("q", "qd", "qdd"), (robot.n,)))
    q, qd, qdd = (a[0] for a in states.values())
    M = crba(robot, q)
    least, largest = np.linalg.eigvalsh(M)[[0, -1]]
    if least <= SINGULAR * largest:
        raise LinkwiseError(
            f"the mass matrix of {robot.name!r} at q = {vector(q)} has the eigenvalue {least:.3g}: "
            "forward dynamics wants positive ones; give the letters other values"
        )
    rights = {
        "mass matrix": (M, "M", 1.0),
        "velocity terms": (coriolis_torque(robot, q, qd), "tau", 1.0),
        "gravity": (gravity_torque(robot, q), "tau", 1.0),
        "inverse dynamics": (rnea(robot, q, qd, qdd), "tau", 1.0),
        "forward dynamics": (qdd, "qdd", slack(robot, q)),
    }
    checks = (
        Check(name, right, TOLERANCE * times * scale(robot, right, kind))
        for name, (right, kind, times) in rights.items()
    )
    return Golden(q, qd, qdd, tuple(checks))
