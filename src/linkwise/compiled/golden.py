"""Right values for the self-tests of exported code: the plain functions', never the graph's."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwise.algorithms.energy import kinetic_energy
from linkwise.algorithms.external import Wrench
from linkwise.algorithms.inverse_dynamics import rnea
from linkwise.algorithms.mass_matrix import crba
from linkwise.compiled.functions import FUNCTIONS, Shapes, Variant, with_parameters
from linkwise.compiled.graph import size
from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array

STATES = 3
TOLERANCE = {"double": 1e-12, "single": 1e-5}  # of the scale of a result


def golden_inputs(robot: Robot, shapes: Shapes) -> dict[str, Array]:
    """Return a few states: numbers k/64 in [−2, 2], exact in single precision too."""
    entries = sum(map(size, shapes.values()))
    k = np.arange(1, STATES * entries + 1)
    spread = k * k * 0.6180339887498949 % 1  # the same on every machine
    rows = (np.round(spread * 256 - 128) / 64).reshape(STATES, entries)
    golden, first = {}, 0
    for name, shape in shapes.items():
        golden[name] = rows[:, first : first + size(shape)].reshape(STATES, *shape)
        first += size(shape)
    if "parameters" in golden:
        own = np.array([link.inertia.parameters() for link in robot.links])
        golden["parameters"] = np.array([own] * STATES)
    return golden


def plain_result(robot: Robot, variant: Variant, state: Mapping[str, Array]) -> Array:
    """Return what the plain function gives at one state."""
    import linkwise  # the front door has every function by its name

    keywords: dict[str, Any] = {k: state[k] for k in FUNCTIONS[variant.name].vectors}
    if variant.wrenches:
        keywords["external"] = {
            link: Wrench(state[f"external {link} moment"], state[f"external {link} force"], frame)
            for link, frame, _ in variant.wrenches
        }
    if variant.gravity:
        keywords["gravity"] = state["gravity"]
    model = with_parameters(robot, state["parameters"]) if variant.parameters else robot
    plain = getattr(linkwise, variant.name)
    return np.asarray(plain(model, **keywords, **dict(variant.options)), dtype=float)


def scale(robot: Robot, right: Array, output: str) -> float:
    """Return the largest result, or that of a motion where rest gives zeros to rounding."""
    largest = [np.abs(right).max()]
    q, qd, qdd = golden_inputs(robot, dict.fromkeys(("q", "qd", "qdd"), (robot.n,))).values()
    if output == "tau":
        largest.append(np.abs(rnea(robot, q, qd, qdd)).max())
    if output == "P":
        largest.append(kinetic_energy(robot, q, qd).max())
    return float(max(largest)) or 1.0


def slack(robot: Robot, q: Array) -> float:
    """Return how much more a solution with M may be off: κ/100 of M scaled to a unit diagonal."""
    M = crba(robot, q)
    d = np.sqrt(np.diagonal(M, axis1=-2, axis2=-1))
    scaled = M / (d[..., None] * d[..., None, :])
    return max(1.0, float(np.linalg.cond(scaled).max()) / 100)
