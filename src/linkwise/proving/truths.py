"""What is right in one state, by linkwise's own algorithms, in whatever numbers the state is of."""

from collections.abc import Callable

import numpy as np

from linkwise.algorithms.coriolis import coriolis_torque
from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.algorithms.inverse_dynamics import gravity_torque, rnea
from linkwise.algorithms.mass_matrix import crba
from linkwise.algorithms.regressor import torque_regressor
from linkwise.proving.states import State
from linkwise.spatial.scalars import Array


def _held(s: State) -> Array:
    """Return ∂P/∂q, of gravity and springs."""
    held = gravity_torque(s.robot, s.q)
    if "springs" in s.robot.effects:
        held = held + s.robot.spring_torque(s.q)
    return held


# how many of q, q̇ and q̈ it depends on
ARGUMENTS = {"M": 1, "C": 2, "h": 2, "g": 1, "tau": 3, "K": 2, "P": 1, "Y": 3}
VALUES: dict[str, Callable[[State], Array]] = {
    "M": lambda s: crba(s.robot, s.q),
    "h": lambda s: coriolis_torque(s.robot, s.q, s.qd),
    "g": _held,
    "tau": lambda s: rnea(s.robot, s.q, s.qd, s.qdd),
    "K": lambda s: kinetic_energy(s.robot, s.q, s.qd),
    "P": lambda s: potential_energy(s.robot, s.q),
    "Y": lambda s: torque_regressor(s.robot, s.q, s.qd, s.qdd),
}


def right_value(key: str, state: State) -> Array:
    """Return what is right; of C the product C q̇, for many matrices have it."""
    return np.asarray(VALUES["h" if key == "C" else key](state), dtype=object)
