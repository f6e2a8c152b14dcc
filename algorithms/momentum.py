"""Centre of mass and momentum of the whole robot."""

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import broadcast_batch, joint_arguments, link_transforms
from linkwise.algorithms.kinematics import body_jacobians, world_poses
from linkwise.models.robot import BASE, Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, alike, quotient
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import times


def center_of_mass(
    robot: Robot, q: ArrayLike, *, fixed_to_base: bool = True, check_finite: bool = True
) -> Array:
    """Return the centre of mass c = Σ m_i c_i / Σ m_i in the world.

    Parameters
    ----------
    robot
        The model.
    q
        Joint coordinates ``(..., n)``.
    fixed_to_base
        Whether to count links that no joint can move.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        ``(..., 3)``, m, world axes.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint, or there is no mass.

    References
    ----------
    Lynch & Park, *Modern Robotics*, section 8.2.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> center_of_mass(planar_2r(), [0, 0])
    array([1., 0., 0.])
    """
    robot, batch, (q_,) = joint_arguments(robot, check_finite=check_finite, q=q)
    X_0 = world_poses(robot, link_transforms(robot, q_))
    m, mc = total_mass(robot, X_0, fixed_to_base=fixed_to_base)
    return broadcast_batch(quotient(mc, m), batch, 1)


def centroidal_momentum_matrix(robot: Robot, q: ArrayLike, *, check_finite: bool = True) -> Array:
    """Return A with A(q) q̇ = (k, l): angular momentum about the centre of mass, and linear.

    A = Σ ᴳX*_i I_i J_i    with frame G at the robot's centre of mass, world axes

    Links that no joint can move do not count, neither in the momentum nor in the centre of mass.

    Parameters
    ----------
    robot
        The model.
    q
        Joint coordinates ``(..., n)``.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        A ``(..., 6, n)``, angular rows first: kg m²/rad and kg m/rad for revolute joints.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint, or nothing that moves has mass.

    References
    ----------
    D. E. Orin, A. Goswami, S.-H. Lee, *Autonomous Robots* 35 (2013), eqs. 16-19.

    Examples
    --------
    >>> from linkwise import gantry
    >>> centroidal_momentum_matrix(gantry(mx=8, my=3), [0, 0])[3:5]
    array([[11.,  0.],
           [ 0.,  3.]])
    """
    robot, batch, (q_,) = joint_arguments(robot, check_finite=check_finite, q=q)
    X = link_transforms(robot, q_)
    X_0, J = world_poses(robot, X), body_jacobians(robot, X)
    m, mc = total_mass(robot, X_0, fixed_to_base=False)
    c = quotient(mc, m)
    A = np.zeros(6, dtype=int)
    for i, link in enumerate(robot.links):
        X_G = Transform.trusted(X_0[i].R, X_0[i].p - c)
        A = A + X_G.force_to_parent(link.inertia @ J[i])
    return broadcast_batch(np.moveaxis(A, 0, -1), batch, 2)


def centroidal_momentum(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, check_finite: bool = True
) -> Array:
    """Return (k, l): angular momentum about the centre of mass, and linear momentum.

    Parameters
    ----------
    robot
        The model.
    q, qd
        Joint coordinates and rates ``(..., n)``.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        ``(..., 6)``, world axes: kg m²/s, then kg m/s.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, batch axes disagree, or nothing that moves has
        mass.

    References
    ----------
    D. E. Orin, A. Goswami, S.-H. Lee, *Autonomous Robots* 35 (2013), eq. 1.

    Examples
    --------
    >>> from linkwise import pendulum
    >>> centroidal_momentum(pendulum(l=1, m=12), [0.0], [1.0])
    array([0., 0., 1., 0., 6., 0.])
    """
    joint_arguments(robot, check_finite=check_finite, q=q, qd=qd)  # that they fit together
    A = centroidal_momentum_matrix(robot, q, check_finite=check_finite)
    return times(*alike(A, robot.joint_vector(qd, "qd")))


def total_mass(
    robot: Robot, X_0: dict[int, Transform], *, fixed_to_base: bool
) -> tuple[Array, Array]:
    """Return the mass m and the first moment m c about the world's origin ``(..., 3)``."""
    still = {BASE}
    m, mc = np.zeros((), dtype=int), np.zeros(3, dtype=int)
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
        if parent in still and not link.joint.moves:
            still.add(i)
        if fixed_to_base or i not in still:
            I = link.inertia
            m = m + I.mass
            mc = mc + times(X_0[i].R, I.moment) + X_0[i].p * I.mass[..., None]
    if robot.is_numeric and (m == 0).any():
        raise LinkwiseError(f"robot {robot.name!r} has no mass that counts: no centre of mass")
    return m, mc
