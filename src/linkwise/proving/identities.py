"""What can be proved of a robot: identities between results that different algorithms give."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwise.algorithms.articulated_body import aba
from linkwise.algorithms.coriolis import coriolis_matrix
from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.algorithms.forward_dynamics import forward_dynamics
from linkwise.algorithms.inverse_dynamics import bias_torque, gravity_torque, rnea
from linkwise.algorithms.iterations import iterations
from linkwise.algorithms.jacobian_sum import mass_matrix_from_jacobians
from linkwise.algorithms.mass_matrix import crba
from linkwise.algorithms.regressor import regressor_parameters, torque_regressor
from linkwise.proving.dual import slopes
from linkwise.proving.matrix_lagrange import lagrange_torques
from linkwise.proving.states import State
from linkwise.spatial.scalars import Array, quotient

Side = Callable[[State], Array]


@dataclass(frozen=True)
class Identity:
    """A statement about a robot: two results are equal, in every state.

    Parameters
    ----------
    name
        What it is called.
    formula
        What is compared, in words and letters.
    means
        What is known once it is proved.
    left, right
        The two results in a state.
    friction
        Whether joint friction is part of them.
    divides
        Whether they divide, so that they are no polynomials.
    spellings
        Further names.
    """

    name: str
    formula: str
    means: str
    left: Side
    right: Side
    friction: bool = False
    divides: bool = False
    spellings: tuple[str, ...] = ()


def _recursion(s: State) -> Array:
    return rnea(s.robot, s.q, s.qd, s.qdd)


def _regression(s: State) -> Array:
    effects = s.robot.effects
    pi = regressor_parameters(s.robot, effects)
    tau: Array = torque_regressor(s.robot, s.q, s.qd, s.qdd, effects=effects) @ pi
    return tau


def _mass_matrix_rate(s: State) -> Array:
    """Return Ṁ = Σ ∂M/∂q_k q̇_k."""
    return slopes(crba(s.robot, s.along(q=s.qd).q))


def _skew(s: State) -> Array:
    N: Array = _mass_matrix_rate(s) - coriolis_matrix(s.robot, s.q, s.qd) * 2
    return N


def _christoffel(s: State) -> Array:
    """Return ½ (Ṁ + (∂M/∂q_j q̇) − its transpose), from M alone."""
    # column j: ∂M/∂q_j q̇
    partial = [slopes(crba(s.robot, s.along(q=unit).q)) @ s.qd for unit in s.units()]
    columns = np.stack(partial, axis=-1)
    return quotient(_mass_matrix_rate(s) + columns - columns.T, 2)


def _potential_slope(s: State) -> Array:
    bare = s.robot.bare
    return np.array([slopes(potential_energy(bare, s.along(q=k).q))[()] for k in s.units()])


def _power(s: State) -> Array:
    """Return q̇ᵀ (τ − g) of the rigid bodies and rotors: what is left of the motors' power."""
    held = s.robot.without("friction", "springs")
    driven = rnea(held, s.q, s.qd, s.qdd) - gravity_torque(held, s.q)
    return np.asarray(driven @ s.qd)


def _kinetic_rate(s: State) -> Array:
    changing = s.along(q=s.qd, qd=s.qdd)
    return slopes(kinetic_energy(s.robot, changing.q, changing.qd))


def _equation_of_motion(s: State) -> Array:
    tau: Array = crba(s.robot, s.q) @ s.qdd + bias_torque(s.robot, s.q, s.qd)
    return tau


IDENTITIES = (
    Identity(
        "newton-euler == lagrange",
        "rnea(q, q̇, q̈) = d/dt ∂K/∂q̇ − ∂K/∂q + ∂P/∂q + friction, with K and P from 4x4 matrices",
        "the recursion gives the torques of Lagrange's equations",
        _recursion,
        lagrange_torques,
        friction=True,
        spellings=("rnea == lagrange", "lagrange == newton-euler", "ne == lagrange"),
    ),
    Identity(
        "iterations == rnea",
        "τ of the iterations in 3-vectors = τ of the recursion in 6-vectors",
        "Craig's rows and the spatial recursion are the same",
        lambda s: iterations(s.robot, s.q, s.qd, s.qdd).tau,
        _recursion,
        friction=True,
        spellings=("3-vectors == 6-vectors", "newton_euler == rnea"),
    ),
    Identity(
        "rnea == M qdd + h",
        "rnea(q, q̇, q̈) = crba(q) q̈ + rnea(q, q̇, 0)",
        "the torques are affine in q̈, with the mass matrix of composite bodies as factor",
        _recursion,
        _equation_of_motion,
        friction=True,
        spellings=("tau == M qdd + h",),
    ),
    Identity(
        "crba == sum of J'IJ",
        "composite bodies: M = Σ Jᵀ I J of the single links",
        "the mass matrix is that of the kinetic energy",
        lambda s: crba(s.robot, s.q),
        lambda s: mass_matrix_from_jacobians(s.robot, s.q),
        spellings=("M == sum of J'IJ", "crba == J'IJ", "crba == sum JtIJ"),
    ),
    Identity(
        "dM/dt - 2C is skew",
        "N = −Nᵀ for N = Ṁ − 2C, with C = coriolis_matrix",
        "zᵀ (Ṁ − 2C) z = 0 for every z, not for q̇ alone: control by passivity takes it for granted",
        _skew,
        lambda s: -_skew(s).T,
        spellings=("Mdot - 2C is skew", "Ṁ − 2C is skew", "dM/dt - 2C skew", "M' - 2C is skew"),
    ),
    Identity(
        "C == christoffel(M)",
        "C_ij = ½ Σ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q̇_k, with M = crba",
        "the recursion for C gives the matrix of Christoffel's symbols",
        lambda s: coriolis_matrix(s.robot, s.q, s.qd),
        _christoffel,
        spellings=("C == christoffel", "C is christoffel"),
    ),
    Identity(
        "Y pi == tau",
        "torque_regressor(q, q̇, q̈) times the model's parameters = rnea(q, q̇, q̈)",
        "the torques are linear in the parameters, with Y as factor",
        _regression,
        _recursion,
        friction=True,
        spellings=("Yπ == τ", "regressor == rnea", "tau == Y pi"),
    ),
    Identity(
        "aba == forward dynamics",
        "articulated bodies: aba(q, q̇, q̈) = M⁻¹ (q̈ − h), q̈ standing for the torques",
        "both ways to accelerations are the same",
        lambda s: aba(s.robot, s.q, s.qd, s.qdd),
        lambda s: forward_dynamics(s.robot, s.q, s.qd, s.qdd),
        friction=True,
        divides=True,
        spellings=("aba == forward_dynamics",),
    ),
    Identity(
        "aba undoes rnea",
        "aba(q, q̇, rnea(q, q̇, q̈)) = q̈",
        "forward dynamics is the inverse of inverse dynamics",
        lambda s: aba(s.robot, s.q, s.qd, _recursion(s)),
        lambda s: s.qdd,
        friction=True,
        divides=True,
        spellings=("aba(rnea) == qdd", "aba == inverse of rnea"),
    ),
    Identity(
        "g == dP/dq",
        "gravity_torque(q) = ∂P/∂q, with P = potential_energy without springs",
        "gravity's torques come from a potential",
        lambda s: gravity_torque(s.robot, s.q),
        _potential_slope,
        spellings=("g == ∂P/∂q", "gravity == gradient of P"),
    ),
    Identity(
        "dK/dt == power",
        "dK/dt = q̇ᵀ (τ − g), with τ without friction and springs",
        "energy is kept: what motors put in and gravity does not take becomes kinetic energy",
        _kinetic_rate,
        _power,
        spellings=("Kdot == power", "energy balance"),
    ),
)
