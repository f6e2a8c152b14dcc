"""The joint-space mass matrix as a sum over links, straight from the kinetic energy."""

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import broadcast_batch, dynamics_arguments, link_transforms
from linkwise.algorithms.kinematics import body_jacobians
from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array
from linkwise.spatial.vectors import transpose


def mass_matrix_from_jacobians(robot: Robot, q: ArrayLike, *, check_finite: bool = True) -> Array:
    """Return the mass matrix by its definition, one term a link.

    M(q) = Σ J_iᵀ I_i J_i    with J_i (6×n) and I_i (6×6) in the frame of link i,
    plus the rotors' G² J on the diagonal

    It takes more work than `crba` and shares no recursion with it but the kinematics.

    Parameters
    ----------
    robot
        The model.
    q
        Joint coordinates ``(..., n)``, rad or m.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        M ``(..., n, n)``: kg m², kg m or kg by the kinds of the joints.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint, or the model has no mass at all.

    References
    ----------
    Lynch & Park, *Modern Robotics*, eq. 8.57; RBDA eq. 3.38.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> mass_matrix_from_jacobians(planar_2r(), [np.pi / 4, np.pi / 6])
    array([[2.5660254, 0.7830127],
           [0.7830127, 0.35     ]])
    """
    robot, batch, (q_,) = dynamics_arguments(robot, check_finite=check_finite, q=q)
    M = np.zeros((robot.n, robot.n), dtype=int)
    for link, rows in zip(
        robot.links, body_jacobians(robot, link_transforms(robot, q_)), strict=True
    ):
        J_T, IJ_T = np.moveaxis(rows, 0, -2), np.moveaxis(link.inertia @ rows, 0, -2)
        M = M + J_T @ transpose(IJ_T)
    return broadcast_batch(M + rotor_matrix(robot), batch, 2)


def rotor_matrix(robot: Robot) -> Array:
    """Return the diagonal matrix ``(n, n)`` of the rotors' reflected inertia."""
    D = np.zeros((robot.n, robot.n), dtype=int)
    for link, k, mimic in zip(robot.links, robot.coordinates, robot.couplings, strict=True):
        if k is not None:
            unit = np.zeros((robot.n, robot.n), dtype=int)
            unit[k, k] = 1
            ratio = mimic.multiplier if mimic else 1
            D = D + unit * (link.joint.rotor.reflected * ratio**2)
    return D
