"""Controllers of robots, each a function of the state that returns torques.

All of them know the model: M, C, g, friction and springs.  The error is e = q_d − q.  Gains are
numbers, vectors ``(n,)`` of one a joint, or matrices ``(n, n)``; states may have leading batch
axes, and the robot may be compiled.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import common_batch
from linkwise.algorithms.coriolis import coriolis_matrix
from linkwise.algorithms.inverse_dynamics import rnea
from linkwise.algorithms.mass_matrix import crba
from linkwise.algorithms.regressor import slotine_li_regressor
from linkwise.compiled.compiled_robot import CompiledRobot
from linkwise.models.robot import Robot, require_robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array, require_finite
from linkwise.spatial.vectors import times, transpose

AnyRobot = Robot | CompiledRobot


def gravity_compensation(robot: AnyRobot, q: ArrayLike) -> Array:
    """Return the torques that hold the robot still: τ = g(q) + springs.

    With them alone a robot without friction drifts wherever it is pushed, as if weightless.

    Parameters
    ----------
    robot
        The model, or what `compile` made of it.
    q
        Joint coordinates ``(..., n)``, rad or m.

    Returns
    -------
    ndarray
        τ ``(..., n)``: N m, or N for prismatic joints.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint.

    References
    ----------
    Siciliano et al., *Robotics: Modelling, Planning and Control*, section 8.5.1.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> gravity_compensation(planar_2r(), [0, 0])
    array([19.62 ,  4.905])
    """
    rest = np.zeros(model(robot).n)
    return inverse_dynamics(robot, q, rest, rest)


def pd_gravity(
    robot: AnyRobot, q: ArrayLike, qd: ArrayLike, q_d: ArrayLike, Kp: ArrayLike, Kd: ArrayLike
) -> Array:
    """Return the torques that move the robot to q_d and hold it: τ = Kp e − Kd q̇ + g(q) + springs.

    With gains above zero it comes to rest at q_d from wherever it starts: V = ½ q̇ᵀ M q̇ + ½ eᵀ Kp e
    falls at the rate q̇ᵀ Kd q̇, since Ṁ − 2C is skew.

    Parameters
    ----------
    robot
        The model, or what `compile` made of it.
    q, qd
        Joint coordinates and rates ``(..., n)``.
    q_d
        Where to go ``(..., n)``.
    Kp, Kd
        Gains, N m/rad and N m s/rad.

    Returns
    -------
    ndarray
        τ ``(..., n)``: N m, or N for prismatic joints.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or a gain has another shape.

    References
    ----------
    M. Takegaki, S. Arimoto, *J. Dynamic Systems, Measurement, and Control* 103 (1981); Siciliano et
    al., *Robotics: Modelling, Planning and Control*, section 8.5.1.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> pd_gravity(planar_2r(), [0, 0], [0, 0], q_d=[0.1, 0], Kp=100, Kd=20)
    array([29.62 ,  4.905])
    """
    x, rate, x_d = vectors(robot, q=q, qd=qd, q_d=q_d)
    return gain(Kp, x_d - x, "Kp") - gain(Kd, rate, "Kd") + gravity_compensation(robot, q)


def computed_torque(
    robot: AnyRobot,
    q: ArrayLike,
    qd: ArrayLike,
    q_d: ArrayLike,
    qd_d: ArrayLike,
    qdd_d: ArrayLike,
    Kp: ArrayLike,
    Kd: ArrayLike,
) -> Array:
    """Return the torques that make a robot follow a motion: inverse dynamics of a wished q̈.

    τ = M (q̈_d + Kd ė + Kp e) + C q̇ + g + friction + springs,   so that   ë + Kd ė + Kp e = 0

    Parameters
    ----------
    robot
        The model, or what `compile` made of it.
    q, qd
        Joint coordinates and rates ``(..., n)``.
    q_d, qd_d, qdd_d
        The motion to follow ``(..., n)``.
    Kp, Kd
        Gains, 1/s² and 1/s; Kd = 2 √Kp settles fastest without passing q_d.

    Returns
    -------
    ndarray
        τ ``(..., n)``: N m, or N for prismatic joints.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or a gain has another shape.

    References
    ----------
    J. Y. S. Luh, M. W. Walker, R. P. C. Paul, *IEEE Trans. Automatic Control* 25 (1980); Lynch &
    Park, *Modern Robotics*, eq. 11.35; Craig section 10.5.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> rest = [0, 0]
    >>> computed_torque(planar_2r(), rest, rest, [0.1, 0], rest, rest, Kp=100, Kd=20)
    array([46.62 , 13.405])
    """
    x, rate, x_d, wanted, forward = vectors(robot, q=q, qd=qd, q_d=q_d, qd_d=qd_d, qdd_d=qdd_d)
    wished = forward + gain(Kd, wanted - rate, "Kd") + gain(Kp, x_d - x, "Kp")
    return inverse_dynamics(robot, q, qd, wished)


def slotine_li(
    robot: AnyRobot,
    q: ArrayLike,
    qd: ArrayLike,
    q_d: ArrayLike,
    qd_d: ArrayLike,
    qdd_d: ArrayLike,
    Lambda: ArrayLike,
    K: ArrayLike,
) -> Array:
    """Return the torques of passivity-based control, which cancels no more than it must.

    With q̇_r = q̇_d + Λ e, q̈_r = q̈_d + Λ ė and s = q̇ − q̇_r,

    τ = M(q) q̈_r + C(q, q̇) q̇_r + g(q) + friction + springs − K s,   so that   M ṡ + C s + K s = 0.

    ½ sᵀ M s falls at the rate sᵀ K s, since Ṁ − 2C is skew, and on s = 0 is ė + Λ e = 0.

    Parameters
    ----------
    robot, q, qd, q_d, qd_d, qdd_d
        As for `computed_torque`.
    Lambda
        Λ, 1/s: how fast the error decays on s = 0.
    K
        Gain, N m s/rad.

    Returns
    -------
    ndarray
        τ ``(..., n)``: N m, or N for prismatic joints.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or a gain has another shape.

    References
    ----------
    J.-J. E. Slotine, W. Li, *Int. J. Robotics Research* 6 (1987); Siciliano et al., *Robotics:
    Modelling, Planning and Control*, section 8.5.4.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> rest = [0, 0]
    >>> slotine_li(planar_2r(), rest, rest, [0.1, 0], rest, rest, Lambda=5, K=20)
    array([29.62 ,  4.905])
    """
    qd_r, qdd_r, s = references(robot, q, qd, q_d, qd_d, qdd_d, Lambda)
    if isinstance(robot, CompiledRobot):
        M, C = robot.crba(q), robot.coriolis_matrix(q, qd)
    else:
        M, C = crba(robot, q), coriolis_matrix(robot, q, qd)
    friction = model(robot).friction_torque(qd)
    tau: Array = times(M, qdd_r) + times(C, qd_r) + gravity_compensation(robot, q) + friction
    return tau - gain(K, s, "K")


def adaptive_slotine_li(
    robot: AnyRobot,
    q: ArrayLike,
    qd: ArrayLike,
    q_d: ArrayLike,
    qd_d: ArrayLike,
    qdd_d: ArrayLike,
    Lambda: ArrayLike,
    K: ArrayLike,
    parameters: ArrayLike,
    Gamma: ArrayLike,
    *,
    effects: Sequence[str] = (),
) -> tuple[Array, Array]:
    """Return torques of `slotine_li` with the parameters known so far, and how these shall change.

    τ = Y(q, q̇, q̇_r, q̈_r) π − K s,   π̇ = −Γ Yᵀ s

    ½ sᵀ M s + ½ δᵀ Γ⁻¹ δ falls at the rate sᵀ K s, with δ the error of π: the motion is followed in
    the end, whether or not π becomes right.  The numbers of the model do not matter, only its
    geometry.

    Parameters
    ----------
    robot
        The model, which may be compiled.
    q, qd, q_d, qd_d, qdd_d, Lambda, K
        As for `slotine_li`.
    parameters
        π ``(..., 10 N + ...)``, as `regressor_parameters` orders them.
    Gamma
        Γ: how fast to adapt, a number, one a parameter, or a matrix.
    effects
        Which joint effects have parameters, as for `torque_regressor`.

    Returns
    -------
    tau : ndarray
        τ ``(..., n)``: N m, or N for prismatic joints.
    rate : ndarray
        π̇, shaped as the parameters, per second.  Both together are what `simulate` takes from a
        torque with memory.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or parameters or gains have another shape.

    References
    ----------
    J.-J. E. Slotine, W. Li, *Int. J. Robotics Research* 6 (1987); Siciliano et al., *Robotics:
    Modelling, Planning and Control*, section 8.5.4.

    Examples
    --------
    >>> from linkwise import pendulum, regressor_parameters
    >>> arm, rest = pendulum(), [0.0]
    >>> pi = regressor_parameters(arm)
    >>> tau, rate = adaptive_slotine_li(arm, rest, rest, [0.1], rest, rest, 5, 20, pi, 0.1)
    >>> tau, rate[:3].round(6) + 0.0
    (array([14.905]), array([0.    , 0.4905, 0.    ]))
    """
    qd_r, qdd_r, s = references(robot, q, qd, q_d, qd_d, qdd_d, Lambda)
    Y = passivity_regressor(robot, q, qd, qd_r, qdd_r, effects)
    pi = as_array(parameters, "parameters")
    if pi.shape[-1:] != Y.shape[-1:]:
        raise LinkwiseError(f"parameters have shape {pi.shape}: (..., {Y.shape[-1]}) is wanted")
    require_finite(pi, "parameters")
    tau: Array = times(Y, pi) - gain(K, s, "K")
    return tau, -gain(Gamma, times(transpose(Y), s), "Gamma")


def references(
    robot: AnyRobot,
    q: ArrayLike,
    qd: ArrayLike,
    q_d: ArrayLike,
    qd_d: ArrayLike,
    qdd_d: ArrayLike,
    Lambda: ArrayLike,
) -> tuple[Array, Array, Array]:
    """Return q̇_r = q̇_d + Λ e, q̈_r = q̈_d + Λ ė and s = q̇ − q̇_r."""
    x, rate, x_d, wanted, forward = vectors(robot, q=q, qd=qd, q_d=q_d, qd_d=qd_d, qdd_d=qdd_d)
    qd_r = wanted + gain(Lambda, x_d - x, "Lambda")
    qdd_r = forward + gain(Lambda, wanted - rate, "Lambda")
    return qd_r, qdd_r, rate - qd_r


def gain(K: ArrayLike, x: Array, name: str) -> Array:
    """Return K x for a number, a vector of one a joint, or a matrix."""
    a = as_array(K, name)
    n = x.shape[-1]
    if a.shape not in ((), (n,), (n, n)):
        raise LinkwiseError(f"{name} has shape {a.shape}: a number, ({n},) or ({n}, {n}) is wanted")
    require_finite(a, name)
    return times(a, x) if a.ndim == 2 else x * a


def vectors(robot: AnyRobot, **given: ArrayLike) -> list[Array]:
    """Return finite joint vectors ``(..., n)`` that fit together, or say which does not."""
    arrays = {name: model(robot).joint_vector(x, name) for name, x in given.items()}
    for name, a in arrays.items():
        require_finite(a, name)
    common_batch(arrays)
    return list(arrays.values())


def model(robot: AnyRobot) -> Robot:
    """Return the model itself."""
    if isinstance(robot, CompiledRobot):
        return robot.robot
    require_robot(robot)
    return robot


def inverse_dynamics(robot: AnyRobot, q: Any, qd: Any, qdd: Any) -> Array:
    """Return the torques of a motion, by the compiled function where there is one."""
    if isinstance(robot, CompiledRobot):
        return robot.rnea(q, qd, qdd)
    return rnea(robot, q, qd, qdd)


def passivity_regressor(
    robot: AnyRobot, q: Any, qd: Any, qd_r: Array, qdd_r: Array, effects: Sequence[str]
) -> Array:
    """Return Y(q, q̇, q̇_r, q̈_r), by the compiled function where there is one."""
    if isinstance(robot, CompiledRobot):
        return robot.slotine_li_regressor(q, qd, qd_r, qdd_r, effects=effects)
    return slotine_li_regressor(robot, q, qd, qd_r, qdd_r, effects=effects)
