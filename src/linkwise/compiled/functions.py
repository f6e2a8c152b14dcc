"""Which algorithms the compiled reading offers, and how each is traced.

An algorithm joins with one line of `FUNCTIONS`: its joint vectors, a call of the plain function on
arrays of recording scalars, and what else it takes.  What exported code says of it is in
`linkwise.compiled.export_words`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwise.algorithms.articulated_body import articulated_accelerations
from linkwise.algorithms.coriolis import (
    christoffel_symbols,
    coriolis_matrix,
    coriolis_torque,
    coriolis_transposed_torque,
    mass_matrix_rate,
)
from linkwise.algorithms.derivatives import derivatives_and_pivots, rnea_derivatives
from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.algorithms.external import Wrench, wrenches_by_link
from linkwise.algorithms.forward_dynamics import accelerations_and_pivots
from linkwise.algorithms.inverse_dynamics import bias_torque, gravity_torque, rnea
from linkwise.algorithms.jacobian_sum import mass_matrix_from_jacobians
from linkwise.algorithms.kinematics import link_jacobian, link_poses
from linkwise.algorithms.linear_solver import require_pivots
from linkwise.algorithms.mass_matrix import crba
from linkwise.algorithms.momentum import (
    center_of_mass,
    centroidal_momentum,
    centroidal_momentum_matrix,
)
from linkwise.algorithms.motion import link_acceleration, link_jacobian_rate, link_velocity
from linkwise.algorithms.operational_space import task_and_pivots
from linkwise.algorithms.reactions import base_wrench, joint_reactions
from linkwise.algorithms.regressor import (
    kinetic_energy_regressor,
    potential_energy_regressor,
    slotine_li_regressor,
    torque_regressor,
)
from linkwise.compiled.graph import Program, folded, trace
from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array

Shapes = dict[str, tuple[int, ...]]
Results = dict[str, Array]


@dataclass(frozen=True)
class Function:
    """An algorithm as the tracer calls it.

    Attributes
    ----------
    vectors
        Names of its joint vectors.
    call
        Takes the model and keywords, and returns arrays by name; the first is the result.
    takes
        Which of "external" and "gravity" it knows.
    of_joints
        Whether it knows of joints and of the whole alone, not of links: then what is fixed to each
        other may be one body.
    """

    vectors: tuple[str, ...]
    call: Callable[..., Results]
    takes: tuple[str, ...] = ()
    of_joints: bool = False


def _one(name: str, function: Callable[..., Array]) -> Callable[..., Results]:
    return lambda robot, **arguments: {name: function(robot, **arguments)}


def _several(
    names: Sequence[str], function: Callable[..., Sequence[Array]]
) -> Callable[..., Results]:
    """Return a call of a function with several results; constant pivots are judged at once."""

    def call(robot: Robot, **arguments: Any) -> Results:
        results = dict(zip(names, function(robot, **arguments), strict=True))
        if "pivots" in results:
            constants = np.array([*map(folded, results["pivots"])], dtype=object)
            require_pivots(robot, constants)
        return results

    return call


def _accelerations(function: Callable[..., Sequence[Array]]) -> Callable[..., Results]:
    options = {"external": None, "gravity": None, "check_finite": True}
    call = _several(("qdd", "pivots"), function)
    return lambda robot, **arguments: call(robot, **(options | arguments))


def _acceleration_derivatives(robot: Robot, **arguments: Any) -> Results:
    names = ("dqdd_dq", "dqdd_dqd", "dqdd_dtau", "pivots")
    options = {"gravity": None, "check_finite": True}
    return _several(names, derivatives_and_pivots)(robot, **(options | arguments))


def _poses(robot: Robot, **arguments: Any) -> Results:
    """Return R ``(..., links, 3, 3)`` and p ``(..., links, 3)``, in the order of the links."""
    poses = link_poses(robot, **arguments).values()
    return {
        "R": np.stack([X.R for X in poses], axis=-3),
        "p": np.stack([X.p for X in poses], axis=-2),
    }


def _reactions(robot: Robot, **arguments: Any) -> Results:
    """Return the reactions ``(..., links, 6)``, in the order of the links."""
    wrenches = joint_reactions(robot, **arguments)
    return {"reactions": np.stack([wrenches[name] for name in robot.link_names], axis=-2)}


LOADS = ("external", "gravity")
FUNCTIONS = {
    "rnea": Function(("q", "qd", "qdd"), _one("tau", rnea), LOADS, of_joints=True),
    "bias_torque": Function(("q", "qd"), _one("tau", bias_torque), LOADS, of_joints=True),
    "gravity_torque": Function(("q",), _one("tau", gravity_torque), ("gravity",), of_joints=True),
    "crba": Function(("q",), _one("M", crba), of_joints=True),
    "mass_matrix_from_jacobians": Function(
        ("q",), _one("M", mass_matrix_from_jacobians), of_joints=True
    ),
    "forward_dynamics": Function(
        ("q", "qd", "tau"), _accelerations(accelerations_and_pivots), LOADS, of_joints=True
    ),
    "aba": Function(
        ("q", "qd", "tau"), _accelerations(articulated_accelerations), LOADS, of_joints=True
    ),
    "kinetic_energy": Function(("q", "qd"), _one("K", kinetic_energy), of_joints=True),
    "potential_energy": Function(("q",), _one("P", potential_energy), ("gravity",), of_joints=True),
    "coriolis_matrix": Function(("q", "qd"), _one("C", coriolis_matrix), of_joints=True),
    "coriolis_torque": Function(("q", "qd"), _one("tau", coriolis_torque), of_joints=True),
    "mass_matrix_rate": Function(("q", "qd"), _one("M_dot", mass_matrix_rate), of_joints=True),
    "torque_regressor": Function(("q", "qd", "qdd"), _one("Y", torque_regressor), ("gravity",)),
    "center_of_mass": Function(("q",), _one("com", center_of_mass)),
    "centroidal_momentum_matrix": Function(("q",), _one("A", centroidal_momentum_matrix)),
    "link_jacobian": Function(("q",), _one("J", link_jacobian)),
}
# Called like the others, but neither differentiated nor written as source code.
FURTHER = {
    "rnea_derivatives": Function(
        ("q", "qd", "qdd"),
        _several(("dtau_dq", "dtau_dqd"), rnea_derivatives),
        ("gravity",),
        of_joints=True,
    ),
    "forward_dynamics_derivatives": Function(
        ("q", "qd", "tau"), _acceleration_derivatives, ("gravity",), of_joints=True
    ),
    "operational_space": Function(
        ("q", "qd"),
        _several(("inertia", "bias", "p", "inverse", "J", "pivots"), task_and_pivots),
        ("gravity",),
    ),
    "link_poses": Function(("q",), _poses),
    "link_velocity": Function(("q", "qd"), _one("v", link_velocity)),
    "link_jacobian_rate": Function(("q", "qd"), _one("J_dot", link_jacobian_rate)),
    "link_acceleration": Function(("q", "qd", "qdd"), _one("a", link_acceleration)),
    "christoffel_symbols": Function(("q",), _one("symbols", christoffel_symbols), of_joints=True),
    "coriolis_transposed_torque": Function(
        ("q", "qd"), _one("tau", coriolis_transposed_torque), of_joints=True
    ),
    "kinetic_energy_regressor": Function(("q", "qd"), _one("y", kinetic_energy_regressor)),
    "potential_energy_regressor": Function(
        ("q",), _one("y", potential_energy_regressor), ("gravity",)
    ),
    "slotine_li_regressor": Function(
        ("q", "qd", "qd_r", "qdd_r"), _one("Y", slotine_li_regressor), ("gravity",)
    ),
    "centroidal_momentum": Function(("q", "qd"), _one("h", centroidal_momentum)),
    "joint_reactions": Function(("q", "qd", "qdd"), _reactions, LOADS),
    "base_wrench": Function(("q", "qd", "qdd"), _one("wrench", base_wrench), LOADS),
}
KNOWN = FUNCTIONS | FURTHER


@dataclass(frozen=True)
class Variant:
    """One traceable form of a function: which extra inputs it has, and its fixed options.

    Attributes
    ----------
    name
        Key of `KNOWN`.
    wrenches
        For every external wrench the link, whose axes it is in, and whether it has a point.
    gravity, parameters
        Whether these are inputs.
    options
        Fixed keywords of the function, as pairs.
    """

    name: str
    wrenches: tuple[tuple[str, str, bool], ...] = ()
    gravity: bool = False
    parameters: bool = False
    options: tuple[tuple[str, Any], ...] = ()

    def shapes(self, robot: Robot) -> Shapes:
        """Return the core shapes of all inputs."""
        shapes: Shapes = dict.fromkeys(KNOWN[self.name].vectors, (robot.n,))
        for link, _, has_point in self.wrenches:
            fields = ("moment", "force", "at") if has_point else ("moment", "force")
            shapes |= {f"external {link} {field}": (3,) for field in fields}
        if self.gravity:
            shapes["gravity"] = (3,)
        if self.parameters:
            shapes["parameters"] = (len(robot.links), 10)
        return shapes

    def trace(self, robot: Robot) -> Program:
        """Run the plain algorithm once on recording scalars."""
        links_count = self.parameters or self.wrenches or not KNOWN[self.name].of_joints
        given = robot if links_count else robot.lump_fixed()

        def call(**arrays: Array) -> Results:
            model = with_parameters(given, arrays["parameters"]) if self.parameters else given
            keywords: dict[str, Any] = {k: arrays[k] for k in KNOWN[self.name].vectors}
            if self.wrenches:
                keywords["external"] = {
                    link: Wrench(
                        arrays[f"external {link} moment"],
                        arrays[f"external {link} force"],
                        frame,
                        arrays.get(f"external {link} at"),
                    )
                    for link, frame, _ in self.wrenches
                }
            if self.gravity:
                keywords["gravity"] = arrays["gravity"]
            return KNOWN[self.name].call(model, **keywords, **dict(self.options))

        return trace(self.name, call, self.shapes(robot))


def wrench_inputs(
    external: Mapping[str, Wrench] | None,
) -> tuple[tuple[tuple[str, str, bool], ...], dict[str, Array]]:
    """Return what a `Variant` must know of the wrenches, and their numbers by input name."""
    forms, arrays = [], {}
    for link, wrench in wrenches_by_link(external).items():
        forms.append((link, wrench.frame, wrench.at is not None))
        for field in ("moment", "force", "at"):
            if getattr(wrench, field) is not None:
                arrays[f"external {link} {field}"] = np.asarray(getattr(wrench, field))
    return tuple(forms), arrays


def with_parameters(robot: Robot, parameters: Array) -> Robot:
    """Return the model with the inertial parameters ``(links, 10)`` in place of its own."""
    pairs = zip(robot.links, parameters, strict=True)
    links = [replace(link, inertia=Inertia.from_parameters(row)) for link, row in pairs]
    return replace(robot, links=links)
