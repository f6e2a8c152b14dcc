"""tau collected into M q̈ + V + G, by the iterations themselves."""

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import joint_array
from linkwise.algorithms.iterations import iterations
from linkwise.lesson.rows.quantities import Bodies
from linkwise.lesson.rows.readings import Reading
from linkwise.spatial.scalars import Array, stack

WEIGHTLESS = (0, 0, 0)


def torque_terms(reading: Reading, state: Bodies) -> dict[str, Array]:
    """Return the terms of tau at a state, by their letters.

    Column k of M is tau for q̈_k = 1 and nothing else; V is tau for the rates alone and G for
    gravity alone.  Where there are such things, W is that of wrenches from outside, and E what
    friction, springs and rotors take.

    Parameters
    ----------
    reading
        On what the iterations are run.
    state
        What they were found to be made of.

    Returns
    -------
    dict of str to ndarray
        "M" ``(n, n)``; "V", "G" and, where there are such terms, "W" and "E" ``(n,)``.
    """
    bodies, (q, qd, _) = reading.robot.bare, reading.state
    rest = np.zeros(bodies.n, dtype=int)

    def tau(qd: ArrayLike, qdd: ArrayLike, gravity: ArrayLike | None) -> Array:
        return iterations(bodies, q, qd, qdd, gravity=gravity, check_finite=False).tau

    terms = {
        "M": stack([tau(rest, unit, WEIGHTLESS) for unit in np.eye(bodies.n, dtype=int)]),
        "V": tau(qd, rest, WEIGHTLESS),
        "G": tau(rest, rest, reading.gravity),
    }
    if reading.external:
        wrenches = reading.external
        terms["W"] = iterations(
            bodies, q, rest, rest, external=wrenches, gravity=WEIGHTLESS, check_finite=False
        ).tau
    if any(link.joint.effects for link in state.given):
        terms["E"] = joint_array(bodies, (), dict(enumerate(state.effort)))
    return terms
