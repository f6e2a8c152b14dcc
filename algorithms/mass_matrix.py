"""The joint-space mass matrix by the composite rigid body algorithm."""

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import dynamics_arguments, joint_matrix, link_transforms
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.scalars import Array
from linkwise.spatial.vectors import dot


def crba(robot: Robot, q: ArrayLike, *, check_finite: bool = True) -> Array:
    """Return the mass matrix M(q): the composite rigid body algorithm.

    M_kl = S_kᵀ ᵏX*_l I^c_l S_l    for l at or behind k, with I^c_l = Σ of all inertias from l on,
    plus the rotors' G² J on the diagonal

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
        M ``(..., n, n)``, symmetric to the last bit: kg m² between two revolute joints, kg between
        two prismatic ones, kg m between the kinds.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint, or the model has no mass at all.

    References
    ----------
    RBDA table 6.2, with all the forces that pass a link moved inward together.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> crba(planar_2r(), [np.pi / 4, np.pi / 6])
    array([[2.5660254, 0.7830127],
           [0.7830127, 0.35     ]])
    """
    robot, batch, (q_,) = dynamics_arguments(robot, check_finite=check_finite, q=q)
    X = link_transforms(robot, q_)
    S = [link.joint.S for link in robot.links]
    I_c = [link.inertia for link in robot.links]  # grows into the composite inertia
    F = [np.empty((0, *batch, 6), dtype=int)] * len(robot.links)  # forces passed on by link i
    behind: list[list[int]] = [[] for _ in robot.links]  # the links whose joints they belong to
    rows = {}

    # inward: unit acceleration of joint k takes the force I^c S, which all inner joints feel
    for i, parent in reversed(list(enumerate(robot.parents))):
        joint = robot.links[i].joint
        if joint.moves:
            own = np.broadcast_to(I_c[i] @ S[i], (*batch, 6))[None]
            F[i], behind[i] = np.concatenate([own, F[i]]), [i, *behind[i]]
            h = dot(S[i], F[i])[..., 0]
            h[0] = h[0] + joint.rotor.reflected
            rows[i] = (behind[i], h)
        if parent != BASE:
            I_c[parent] = I_c[parent] + I_c[i].moved(X[i])
            F[parent] = np.concatenate([F[parent], X[i].force_to_parent(F[i])])
            behind[parent] = behind[parent] + behind[i]
    return joint_matrix(robot, batch, rows)


mass_matrix = crba
