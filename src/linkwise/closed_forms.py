"""The equations of motion of the planar 2R arm as textbooks print them.

They are written out in sines and cosines, with no vector, no frame and no recursion, so that they
can stand beside what the recursions give.
"""

from math import cos, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


class ClosedForm(NamedTuple):
    """The terms of τ = M q̈ + C q̇ + g at one state.

    Attributes
    ----------
    M : ndarray
        Mass matrix ``(n, n)``, kg m².
    C : ndarray
        Coriolis and centrifugal matrix ``(n, n)``, N m s.
    g : ndarray
        Gravity torques ``(n,)``, N m.
    """

    M: Array
    C: Array
    g: Array


def planar_2r_closed_form(
    q: ArrayLike,
    qd: ArrayLike,
    *,
    l1: float = 1,
    lc1: float = 0.5,
    lc2: float = 0.5,
    m1: float = 1,
    m2: float = 1,
    I1: float = 0.1,
    I2: float = 0.1,
    g: float = 9.81,
) -> ClosedForm:
    """Return M, C and g of the planar 2R arm in a vertical plane.

    M₁₁ = I₁ + I₂ + m₁ lc₁² + m₂ (l₁² + lc₂² + 2 l₁ lc₂ cos q₂),
    M₁₂ = I₂ + m₂ (lc₂² + l₁ lc₂ cos q₂),   M₂₂ = I₂ + m₂ lc₂²;
    C = [[h q̇₂, h (q̇₁ + q̇₂)], [−h q̇₁, 0]]   with h = −m₂ l₁ lc₂ sin q₂;
    g₁ = (m₁ lc₁ + m₂ l₁) g cos q₁ + m₂ lc₂ g cos(q₁ + q₂),   g₂ = m₂ lc₂ g cos(q₁ + q₂).

    The length l₂ of the last link enters nowhere.

    Parameters
    ----------
    q, qd
        Angles from the horizontal and from link to link (rad) and their rates (rad/s) ``(2,)``.
    l1
        Length of the first link, m.
    lc1, lc2
        Distances of the centres of mass from their joints, m.
    m1, m2
        Masses, kg.
    I1, I2
        Inertias about the centres of mass, kg m².
    g
        Acceleration of free fall, downwards, m/s².

    Returns
    -------
    ClosedForm
        M ``(2, 2)``, C ``(2, 2)`` of Christoffel symbols, and g ``(2,)``.

    Raises
    ------
    LinkwiseError
        If q or qd has not two numbers.

    References
    ----------
    Spong, Hutchinson & Vidyasagar, *Robot Modeling and Control*, eqs. 7.81-7.87.

    Examples
    --------
    >>> import numpy as np
    >>> M, C, g = planar_2r_closed_form([np.pi / 4, np.pi / 6], [0.2, -0.1])
    >>> M @ [0.5, 0.1] + C @ [0.2, -0.1] + g
    array([13.04339767,  1.70601377])
    """
    if np.shape(q) != (2,) or np.shape(qd) != (2,):
        raise LinkwiseError(
            f"q and qd of a planar 2R have two entries, got shapes {np.shape(q)} and {np.shape(qd)}"
        )
    (q1, q2), (qd1, qd2) = np.asarray(q, float).tolist(), np.asarray(qd, float).tolist()
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * cos(q2))
    M12 = I2 + m2 * (lc2**2 + l1 * lc2 * cos(q2))
    M22 = I2 + m2 * lc2**2
    h = -m2 * l1 * lc2 * sin(q2)
    g2 = m2 * lc2 * g * cos(q1 + q2)
    g1 = (m1 * lc1 + m2 * l1) * g * cos(q1) + g2
    return ClosedForm(
        M=np.array([[M11, M12], [M12, M22]]),
        C=np.array([[h * qd2, h * (qd1 + qd2)], [-h * qd1, 0.0]]),
        g=np.array([g1, g2]),
    )


def planar_2r_parameters(robot: Robot) -> dict[str, float]:
    """Return the textbook's letters for an arm that `linkwise.planar_2r` built.

    Parameters
    ----------
    robot
        The arm, with gravity along −y, or across the plane, where the arm does not feel it.

    Returns
    -------
    dict of str to float
        l1, lc1, lc2, m1, m2, I1, I2 and g, as `planar_2r_closed_form` takes them.

    Raises
    ------
    LinkwiseError
        If gravity has a part along x, for which the textbook has no letter.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> planar_2r_parameters(planar_2r(m2=3))["m2"]
    3.0
    """
    if robot.gravity[0] != 0:
        raise LinkwiseError(f"the textbook's gravity acts along −y, this is {robot.gravity}")
    values = {"l1": robot.links[1].placement.p[0], "g": -robot.gravity[1]}
    for k, link in enumerate(robot.links, start=1):
        values[f"lc{k}"] = link.inertia.com[0]
        values[f"m{k}"] = link.inertia.mass
        values[f"I{k}"] = link.inertia.tensor[2, 2]
    return {name: float(values[name]) for name in ("l1", "lc1", "lc2", "m1", "m2", "I1", "I2", "g")}
