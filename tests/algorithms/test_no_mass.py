"""Models without any mass data: dynamics calls refuse them instead of answering zero."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy as sp

import linkwise as lw
from linkwise import DHRow, Inertia, Joint, Link, LinkwiseError, LinkwiseWarning, Robot, Rotor

# Case B10: seven joints given by their geometry alone.
with pytest.warns(LinkwiseWarning, match="arm: no link that moves has a mass"):
    ARM = lw.from_dh([DHRow(a=0.1, alpha=0.5)] * 7, convention="standard")
Q = np.linspace(-1, 1, 7)
DYNAMICS: dict[str, int] = {
    "rnea": 3,
    "inverse_dynamics": 3,
    "newton_euler": 3,
    "bias_torque": 2,
    "gravity_torque": 1,
    "crba": 1,
    "mass_matrix": 1,
    "mass_matrix_from_jacobians": 1,
    "forward_dynamics": 3,
    "aba": 3,
    "kinetic_energy": 2,
    "potential_energy": 1,
    "coriolis_matrix": 2,
    "christoffel_symbols": 1,
    "mass_matrix_rate": 2,
    "coriolis_torque": 2,
    "coriolis_transposed_torque": 2,
    "rnea_derivatives": 3,
    "forward_dynamics_derivatives": 3,
    "joint_reactions": 3,
    "base_wrench": 3,
    "torque_ledger": 3,
}
COMPILED = [name for name in DYNAMICS if hasattr(lw.CompiledRobot, name)]
REFUSED = "robot 'arm' has no mass data: no link that moves has a mass"


@pytest.mark.parametrize("name", DYNAMICS)
def test_geometry_alone_has_no_dynamics(name: str) -> None:
    """Case B10: every dynamics call raises and says what is missing; zeros would be believed."""
    with pytest.raises(LinkwiseError, match=REFUSED):
        getattr(lw, name)(ARM, *[Q] * DYNAMICS[name])


@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("backend", ["c", "numpy"])
def test_compiled_geometry_has_no_dynamics(name: str, backend: Any) -> None:
    """Case B10 in the compiled reading, which traces the same refusal."""
    with pytest.raises(LinkwiseError, match=REFUSED):
        getattr(lw.compile(ARM, backend), name)(*[Q] * DYNAMICS[name])


def test_geometry_alone_has_kinematics() -> None:
    """Poses and Jacobians need no mass: at q = 0 the planar chain reaches 6 lengths to joint 7."""
    with pytest.warns(LinkwiseWarning, match="has a mass"):
        planar = lw.from_dh([DHRow(a=0.1)] * 7, convention="standard")
    assert lw.link_poses(planar, [0] * 7)["link7"].p == pytest.approx([0.6, 0, 0])
    assert lw.link_jacobian(planar, [0] * 7, "link7")[4] == pytest.approx(np.arange(6, -1, -1) / 10)


def test_mass_on_the_base_moves_nothing() -> None:
    """A heavy post does not make up for links without mass: no joint can feel it."""
    post = Link("post", Joint.fixed("stand"), inertia=Inertia(50, (1, 1, 1), np.eye(3)))
    rod = Link("rod", Joint.revolute("hinge"), parent="post")
    robot = Robot("sign", [post, rod])
    assert (robot.mass(), robot.mass(fixed_to_base=False)) == (50, 0)
    with pytest.raises(LinkwiseError, match="'sign' has no mass data"):
        lw.gravity_torque(robot, [0])


HUB: dict[str, tuple[Callable[[], Robot], float]] = {
    "rotor": (
        lambda: Robot("hub", [Link("hub", Joint.revolute("q", rotor=Rotor(0.02, 5)))]),
        0.5 * 3,
    ),
    "tensor without mass": (
        lambda: Robot(
            "hub", [Link("hub", Joint.revolute("q"), inertia=Inertia(0, (0, 0, 0), np.eye(3)))]
        ),
        3,
    ),
    "weld behind the joint": (
        lambda: Robot(
            "hub",
            [
                Link("hub", Joint.revolute("q")),
                Link("bob", Joint.fixed("weld"), inertia=Inertia(2, (0.5, 0, 0)), parent="hub"),
            ],
            (0, 0, -9.81),
        ),
        0.5 * 3,
    ),
}


@pytest.mark.parametrize(("make", "tau"), HUB.values(), ids=HUB)
def test_anything_that_resists_is_enough(make: Callable[[], Robot], tau: float) -> None:
    """A rotor, a bare tensor or a welded body gives dynamics: τ = I q̈, worked by hand."""
    robot = make()
    assert lw.rnea(robot, [0.4], [0], [3]) == pytest.approx([tau])
    assert lw.gravity_torque(robot, [0.4]) == pytest.approx([0])
    assert lw.newton_euler(robot, [0.4], [0], [3]).tau == pytest.approx([tau])
    assert lw.aba(robot, [0.4], [0], [tau]) == pytest.approx([3])


def test_a_symbol_is_a_mass() -> None:
    """A mass that is a letter is mass data: τ = m a² q̈."""
    m, a = sp.symbols("m a")
    bob = Link("bob", Joint.revolute("q"), inertia=Inertia(m, (a, 0, 0)))
    (tau,) = lw.rnea(Robot("letters", [bob], (0, 0, 0)), [0], [0], [3])
    assert sp.expand(tau - 3 * m * a**2) == 0


def test_masses_given_to_the_call() -> None:
    """A compiled model that takes its masses as arguments needs none of its own: τ = m r² q̈."""
    robot = Robot("hub", [Link("hub", Joint.revolute("q"))], (0, 0, 0))
    fast = lw.compile(robot, "numpy", parameters="inertial")
    bob = Inertia(2, (0.5, 0, 0)).parameters()
    assert fast.rnea([0.4], [0], [3], parameters=[bob]) == pytest.approx([1.5])


def test_taking_the_rotors_away_leaves_nothing() -> None:
    """`without` makes a model of its own, which is refused where nothing else has inertia."""
    robot = HUB["rotor"][0]()
    with pytest.raises(LinkwiseError, match="no mass data"):
        lw.crba(robot.without("rotors"), [0])
    massive = replace(robot.links[0], inertia=Inertia(1, (1, 0, 0)))
    assert lw.crba(replace(robot, links=[massive]).without("rotors"), [0]).item() == 1
