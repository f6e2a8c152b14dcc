"""Results belong to the caller: inputs stay, and changing either changes nothing else."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from random_trees import random_state, random_tree

import linkwise as lw
from linkwise import Inertia, Joint, Link, Robot, Transform, Wrench
from linkwise.algorithms.iterations import iterations

Array = NDArray[Any]

CALLS: dict[str, Callable[..., Any]] = {
    "rnea": lw.rnea,
    "iterations": iterations,
    "aba": lw.aba,
    "forward_dynamics": lw.forward_dynamics,
    "bias_torque": lambda robot, q, qd, _: lw.bias_torque(robot, q, qd),
    "gravity_torque": lambda robot, q, _qd, _: lw.gravity_torque(robot, q),
    "kinetic_energy": lambda robot, q, qd, _: lw.kinetic_energy(robot, q, qd),
    "potential_energy": lambda robot, q, _qd, _: lw.potential_energy(robot, q),
    "crba": lambda robot, q, _qd, _: lw.crba(robot, q),
    "jacobian sum": lambda robot, q, _qd, _: lw.mass_matrix_from_jacobians(robot, q),
    "link_jacobian": lambda robot, q, _qd, _: lw.link_jacobian(robot, q, robot.link_names[-1]),
    "link_poses": lambda robot, q, _qd, _: lw.link_poses(robot, q),
}


def arrays_in(result: Any) -> list[Array]:
    """All arrays of a result, whatever it is made of."""
    if isinstance(result, np.ndarray):
        return [result]
    if isinstance(result, dict):
        return [a for value in result.values() for a in arrays_in(value)]
    if isinstance(result, tuple):
        return [a for value in result for a in arrays_in(value)]
    if hasattr(result, "__dataclass_fields__"):
        return [a for f in fields(result) for a in arrays_in(getattr(result, f.name))]
    return []


@pytest.mark.parametrize("batch", [(), (3,)])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_results_are_fresh(call: Callable[..., Any], batch: tuple[int, ...]) -> None:
    """Scribbling over a result spoils neither the inputs, nor the model, nor the next call."""
    rng = np.random.default_rng(9)
    robot = random_tree(rng, 6)
    state = random_state(rng, robot, batch)
    before = [x.copy() for x in state]
    first = call(robot, *state)
    kept = [a.copy() for a in arrays_in(first)]
    assert all(np.array_equal(x, y) for x, y in zip(state, before, strict=True))
    for a in arrays_in(first):
        a[...] = np.nan
    assert all(np.array_equal(x, y) for x, y in zip(state, before, strict=True))
    again = arrays_in(call(robot, *state))
    assert all(np.array_equal(a, b) for a, b in zip(again, kept, strict=True))


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_results_do_not_follow_inputs(call: Callable[..., Any]) -> None:
    """Scribbling over the state after the call leaves the result as it was."""
    rng = np.random.default_rng(9)
    robot = random_tree(rng, 6)
    state = random_state(rng, robot)
    result = call(robot, *state)
    kept = [a.copy() for a in arrays_in(result)]
    for x in state:
        x[...] = 7
    assert all(np.array_equal(a, b) for a, b in zip(arrays_in(result), kept, strict=True))


def test_slides_alone() -> None:
    """A gantry's M and poses hold constants of the model, and still belong to the caller."""
    robot = lw.gantry()
    for _ in range(2):
        M, poses = lw.crba(robot, [0, 0]), lw.link_poses(robot, [1.0, 2.0])
        assert np.array_equal(M, np.diag([11, 3]))
        assert np.array_equal(poses["y stage"].homogeneous()[:, 3], [1, 2, 0, 1])
        M[...] = poses["x stage"].R[...] = poses["y stage"].p[...] = np.nan


def test_models_keep_copies() -> None:
    """A model does not follow the arrays and lists that it was made of."""
    gravity, com, axis = np.array([0, -9.81, 0]), np.array([0.5, 0, 0]), np.array([0.0, 0, 1])
    tensor, R, p = np.diag([0, 0, 0.1]), np.eye(3), np.zeros(3)
    link = Link("bar", Joint.revolute("q", axis), Transform(R, p), Inertia(2, com, tensor))
    links = [link]
    robot = Robot("bar", links, gravity)
    tau = lw.rnea(robot, [0.4], [1], [3])
    for a in (gravity, com, axis, tensor, R, p):
        a[...] = 7
    links.append(link)
    assert np.array_equal(lw.rnea(robot, [0.4], [1], [3]), tau)


def test_wrenches_keep_copies() -> None:
    """A wrench does not follow its arrays, and calls change neither."""
    robot, rest = lw.planar_2r(), np.zeros(2)
    n, f, at = np.array([0.0, 0, 1]), np.array([0.0, 10, 0]), np.array([1.0, 0, 0])
    external = {"link2": Wrench(n, f, "world", at)}
    tau = lw.rnea(robot, rest, rest, rest, external=external)
    for a in (n, f, at):
        a[...] = 7
    assert np.array_equal(lw.rnea(robot, rest, rest, rest, external=external), tau)
