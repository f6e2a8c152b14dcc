"""Torques along a motion, split by cause."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.coriolis import christoffel_symbols
from linkwise.algorithms.inverse_dynamics import gravity_torque
from linkwise.algorithms.mass_matrix import crba
from linkwise.models.robot import Robot, require_numbers
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


def torque_histories(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> dict[str, Array]:
    """Return the torques of N states by cause; they add up to τ.

    τ_i = M_ii q̈_i + Σ M_ij q̈_j + Σ Γ_ijj q̇_j² + Σ 2 Γ_ijk q̇_j q̇_k + g_i + friction + springs +
    rotors, as `torque_ledger` has them of one state, with all joints' shares in one.

    Parameters
    ----------
    robot
        The model; numbers only.
    q, qd, qdd
        States ``(N, n)``: rad, rad/s, rad/s², or m, m/s, m/s² for prismatic joints.

    Returns
    -------
    dict of str to ndarray
        ``(N, n)``, N m or N, by "own inertia", "coupling", "centrifugal", "Coriolis", "gravity",
        "friction", "springs" and "rotors".
    """
    require_numbers(robot, "torques are drawn of numbers")
    q, qd, qdd = states(robot, {"q": q, "qd": qd, "qdd": qdd})
    bare = robot.bare
    M, Gamma = crba(bare, q), christoffel_symbols(bare, q)
    inertial = (M @ qdd[..., None])[..., 0]
    own = np.diagonal(M, axis1=-2, axis2=-1) * qdd
    products = np.einsum("...ijk,...j,...k->...i", Gamma, qd, qd)
    squares = np.einsum("...ijj,...j->...i", Gamma, qd**2)
    geared = (crba(robot, q) @ qdd[..., None])[..., 0]
    return {
        "own inertia": own,
        "coupling": inertial - own,
        "centrifugal": squares,
        "Coriolis": products - squares,
        "gravity": gravity_torque(bare, q),
        "friction": robot.friction_torque(qd),
        "springs": robot.spring_torque(q),
        "rotors": geared - inertial,
    }


def states(robot: Robot, given: Mapping[str, ArrayLike]) -> list[Array]:
    """Return joint vectors of N states ``(N, n)``, or say which has another shape."""
    arrays = [robot.joint_vector(x, name) for name, x in given.items()]
    for name, a in zip(given, arrays, strict=True):
        if a.ndim != 2 or len(a) != len(arrays[0]):
            shapes = ", ".join(str(x.shape) for x in arrays)
            raise LinkwiseError(
                f"{name} must hold a row a time, (N, {robot.n}): "
                f"{', '.join(given)} have shapes {shapes}"
            )
    return arrays
