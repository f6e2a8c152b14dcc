"""Case B07: one arm with every feature, described and computed by every route.

The torques are sums of numbers that were found apart from each other: those of reference model P2R
at state A, friction of case B22, rotors of case B24 (2.0 · 0.5, 0.64 · 2), springs by hand,
5 · (0.3 − 0.1) and 2 · (−0.7 − 0.3).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp

import linkwise as lw
from linkwise import (
    DHRow,
    Friction,
    Inertia,
    Joint,
    Link,
    Robot,
    Rotor,
    Spring,
    Transform,
)

Q, QD, QDD = (0.3, -0.7), (1.2, -0.8), (0.5, 2)
FRICTION, ROTORS, SPRINGS = (1.46, -0.44), (1, 1.28), (1, -2)
TAU = np.array((18.4486332269944, 2.81639464895349)) + FRICTION + ROTORS + SPRINGS
DOWN = (0, -9.81, 0)

EFFECTS: tuple[dict[str, Any], ...] = (
    {"friction": Friction(0.8, 0.5), "rotor": Rotor(2e-4, 100), "spring": Spring(5, 0.1)},
    {"friction": Friction(0.3, 0.2), "rotor": Rotor(1e-4, -80), "spring": Spring(2, 0.3)},
)
LINES = (
    """
friction = { viscous = 0.8, coulomb = 0.5 }
rotor = { inertia = 2e-4, gear = 100 }
spring = { stiffness = 5, rest = 0.1 }
""",
    """
friction = { viscous = 0.3, coulomb = 0.2 }
motor = { inertia = 1e-4, gear = -80 }
spring = { stiffness = 2, rest = 0.3 }
""",
)


def of_links() -> Robot:
    """The arm of links, its second body split into two halves, one welded to the other."""
    bodies = [
        Inertia(3, (0.2, 0, 0), 0.05 * np.eye(3)),
        Inertia(1, (0.15, 0, 0), 0.015 * np.eye(3)),
    ]
    half = Transform.translation(0.1, 0, 0) @ Transform.rotation_x(0.4)
    return Robot(
        "P2R",
        [
            Link("link1", Joint.revolute("q1", **EFFECTS[0]), inertia=bodies[0]),
            Link(
                "link2",
                Joint.revolute("q2", **EFFECTS[1]),
                Transform.translation(0.5, 0, 0),
                bodies[1],
                "link1",
            ),
            Link("half", Joint.fixed("weld"), half, bodies[1].moved(half.inverse()), "link2"),
        ],
        DOWN,
    )


def of_rows(convention: Any) -> Robot:
    """The arm of a table; a standard row has its centre from the far end."""
    far = (0.5, 0.4) if convention == "standard" else (0, 0)
    lengths = (0.5, 0.4) if convention == "standard" else (0, 0.5)
    numbers = ((3, 0.2, 0.05), (2, 0.15, 0.03))
    rows = [
        DHRow(a=a, mass=m, com=(c - end, 0, 0), tensor=I * np.eye(3), **effects)
        for a, end, (m, c, I), effects in zip(lengths, far, numbers, EFFECTS, strict=True)
    ]
    return lw.from_dh(rows, convention=convention, gravity=DOWN)


def of_toml() -> Robot:
    """The arm of a file."""
    return lw.read_toml(
        "gravity = [0, -9.81, 0]\n"
        f"[[link]]\nmass = 3\ncom = [0.2, 0, 0]\ninertia = 0.05\n{LINES[0]}"
        f"[[link]]\nat = [0.5, 0, 0]\nmass = 2\ncom = [0.15, 0, 0]\ninertia = 0.03\n{LINES[1]}"
    )


def of_toml_rows() -> Robot:
    """The arm of rows in a file."""
    return lw.read_toml(
        'gravity = [0, -9.81, 0]\nconvention = "modified"\n'
        f"[[dh]]\nmass = 3\ncom = [0.2, 0, 0]\ninertia = 0.05\n{LINES[0]}"
        f"[[dh]]\na = 0.5\nmass = 2\ncom = [0.15, 0, 0]\ninertia = 0.03\n{LINES[1]}"
    )


def by_symbols(robot: Robot) -> Any:
    """Torques in letters, with the numbers put in at the end."""
    letters = [sp.symbols(f"{x}1 {x}2") for x in ("q", "qd", "qdd")]
    numbers = {
        letter: number
        for pair, values in zip(letters, (Q, QD, QDD), strict=True)
        for letter, number in zip(pair, values, strict=True)
    }
    return [float(term.subs(numbers)) for term in lw.rnea(robot, *letters)]


def by_parts(robot: Robot) -> Any:
    """M q̈ + C q̇ + g + friction + springs, each by its own function."""
    bias = lw.bias_torque(robot.bare, Q, QD)
    return lw.crba(robot, Q) @ QDD + bias + robot.friction_torque(QD) + robot.spring_torque(Q)


MODELS: dict[str, Callable[[], Robot]] = {
    "links": of_links,
    "standard rows": lambda: of_rows("standard"),
    "modified rows": lambda: of_rows("modified"),
    "TOML": of_toml,
    "TOML rows": of_toml_rows,
}
ROUTES: dict[str, Callable[[Robot], Any]] = {
    "rnea": lambda robot: lw.rnea(robot, Q, QD, QDD),
    "batch": lambda robot: lw.rnea(robot, [(9, 9), Q], [(9, 9), QD], [(9, 9), QDD])[1],
    "3-vectors": lambda robot: lw.newton_euler(robot, Q, QD, QDD).tau,
    "parts": by_parts,
    "letters": by_symbols,
    "complex": lambda robot: lw.rnea(robot, np.array(Q) + 0j, QD, QDD).real,
    "C": lambda robot: lw.compile(robot, "c").rnea(Q, QD, QDD),
    "NumPy": lambda robot: lw.compile(robot, "numpy").rnea(Q, QD, QDD),
}


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_torques(model: Callable[[], Robot], route: Callable[[Robot], Any]) -> None:
    """No description and no route loses a term."""
    np.testing.assert_allclose(route(model()), TAU, rtol=1e-9)


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_accelerations(model: Callable[[], Robot]) -> None:
    """Forward dynamics of these torques gives the accelerations back, by each route."""
    robot = model()
    for forward in (
        lambda tau: lw.aba(robot, Q, QD, tau),
        lambda tau: lw.forward_dynamics(robot, Q, QD, tau),
        lambda tau: lw.compile(robot, "numpy").aba(Q, QD, tau),
    ):
        np.testing.assert_allclose(forward(TAU), QDD, rtol=1e-9)


def test_copies_keep_base_and_gravity() -> None:
    """Case B12: the copy without friction stands on the same base, in the same gravity."""
    robot = of_links()
    upright = Transform.from_rpy((np.pi / 2, 0, 0), (1, 2, 3))
    stood = Robot(robot.name, robot.links, (0, 0, -9.81), upright)
    without = stood.without("friction")
    np.testing.assert_allclose(lw.rnea(without, Q, QD, QDD), TAU - FRICTION, rtol=1e-9)
    np.testing.assert_allclose(lw.rnea(stood, Q, QD, QDD), TAU, rtol=1e-9)
    assert without.base is stood.base
