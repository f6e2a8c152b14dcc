"""Equations of motion and energies as a matrix times the parameters of the model.

The inertial parameters are ten a link, `PARAMETER_NAMES`, links in the order of the robot.  After
them, if asked for, come columns for the moving joints: ``viscous`` and ``coulomb`` for "friction",
``rotor`` for "rotors", ``stiffness`` and ``preload`` (k q₀) for "springs".
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import (
    Batch,
    PerLink,
    base_acceleration,
    broadcast_batch,
    gravity_of,
    joint_arguments,
    link_transforms,
)
from linkwise.algorithms.kinematics import link_velocities, world_poses
from linkwise.models.robot import BASE, EFFECTS, Robot, require_robot
from linkwise.spatial.coriolis_factor import CoriolisFactor
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwise.spatial.scalars import Array, alike, as_array, as_object, concatenate, quotient, sign
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import dot, motion_cross, times, transpose

JOINT_COLUMNS = {
    "friction": ("viscous", "coulomb"),
    "rotors": ("rotor",),
    "springs": ("stiffness", "preload"),
}


def torque_regressor(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    effects: Sequence[str] = (),
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the regressor Y with τ = Y(q, q̇, q̈) π: the model's numbers π enter linearly.

    Parameters
    ----------
    robot
        The model; its inertias do not matter.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``.
    effects
        Which of "friction", "rotors", "springs" have columns of their own after the inertial ones.
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s², instead of the model's.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        Y ``(..., n, 10 N + ...)`` for N links, columns as in `regressor_labels`.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, or an effect is unknown.

    References
    ----------
    C. G. Atkeson, C. H. An, J. M. Hollerbach, *Int. J. Robotics Research* 5 (1986); Siciliano et
    al., *Robotics: Modelling, Planning and Control*, section 7.3.

    Examples
    --------
    >>> from linkwise import pendulum
    >>> Y = torque_regressor(pendulum(), [0.0], [0.0], [2.0])
    >>> Y.round(12)  # Izz q̈ + m c g
    array([[0.  , 9.81, 0.  , 0.  , 0.  , 0.  , 0.  , 0.  , 0.  , 2.  ]])
    """
    require_effects(effects)
    robot, batch, (q_, qd_, qdd_) = joint_arguments(
        robot, check_finite=check_finite, q=q, qd=qd, qdd=qdd
    )
    return regressor_rows(robot, batch, (q_, qd_, qd_, qdd_), effects, gravity)


def slotine_li_regressor(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qd_r: ArrayLike,
    qdd_r: ArrayLike,
    *,
    effects: Sequence[str] = (),
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> Array:
    """Return the regressor of passivity-based control: M q̈_r + C(q, q̇) q̇_r + g = Y π.

    C is the Christoffel matrix, so that Ṁ − 2C is skew.  Friction is that of q̇.

    Parameters
    ----------
    robot
        The model; its inertias do not matter.
    q, qd
        Joint coordinates and rates ``(..., n)``.
    qd_r, qdd_r
        Reference rates and accelerations ``(..., n)``.
    effects, gravity, check_finite
        As for `torque_regressor`.

    Returns
    -------
    ndarray
        Y ``(..., n, 10 N + ...)``.

    References
    ----------
    J.-J. E. Slotine, W. Li, *Int. J. Robotics Research* 6 (1987); for the Christoffel form P. M.
    Wensing, G. Niemeyer, J.-J. E. Slotine, arXiv 1711.03896 (2017).

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import coriolis_matrix, planar_2r
    >>> robot, q, qd = planar_2r(gravity=(0, 0, 0)), [0.1, 0.7], [1.0, -2.0]
    >>> Y = slotine_li_regressor(robot, q, qd, [0.5, 0.3], [0.0, 0.0])
    >>> np.allclose(Y @ regressor_parameters(robot), coriolis_matrix(robot, q, qd) @ [0.5, 0.3])
    True
    """
    require_effects(effects)
    robot, batch, (q_, qd_, qd_r_, qdd_r_) = joint_arguments(
        robot, check_finite=check_finite, q=q, qd=qd, qd_r=qd_r, qdd_r=qdd_r
    )
    return regressor_rows(robot, batch, (q_, qd_, qd_r_, qdd_r_), effects, gravity)


def regressor_rows(
    robot: Robot,
    batch: Batch,
    motion: tuple[PerLink, PerLink, PerLink, PerLink],
    effects: Sequence[str],
    gravity: ArrayLike | None,
) -> Array:
    """Return Y of M(q) q̈_r + C(q, q̇) q̇_r + g(q) for a motion (q, q̇, q̇_r, q̈_r)."""
    q_, qd_, qd_r_, qdd_r_ = motion
    X = link_transforms(robot, q_)
    v = link_velocities(robot, X, qd_)
    v_r, a_r = {BASE: np.zeros(6, dtype=int)}, {BASE: base_acceleration(robot, gravity, batch)}
    body = unit_bodies(robot, batch)
    A = []
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True)):
        S = link.joint.S
        v_r[i] = X[i].motion_from_parent(v_r[parent]) + S * qd_r_[i]
        a_r[i] = X[i].motion_from_parent(a_r[parent]) + S * qdd_r_[i]
        a_r[i] = a_r[i] + motion_cross(v[i], S * qd_r_[i])
        # the force that each of the ten unit bodies takes
        force = body @ a_r[i] + CoriolisFactor.of(body, v[i]) @ v_r[i]
        A.append(np.broadcast_to(force, (10, *batch, 6)))
    inertial = joint_rows(robot, batch, X, A)
    return concatenate([inertial, *joint_columns(robot, batch, effects, q_, qd_, qdd_r_)])


def joint_rows(robot: Robot, batch: Batch, X: list[Transform], A: list[Array]) -> Array:
    """Return what forces on the links' ten unit bodies ask of the joints ``(..., n, 10 N)``.

    Inward, every joint carries the unit bodies of its own link and of all links behind it.
    """
    rows = np.zeros((robot.n, 10 * len(robot.links), *batch), dtype=np.result_type(*A))
    behind: list[list[int]] = [[i] for i in range(len(robot.links))]
    F = list(A)
    for i, parent in reversed(list(enumerate(robot.parents))):
        k, mimic = robot.coordinates[i], robot.couplings[i]
        if k is not None:
            columns = [10 * j + c for j in behind[i] for c in range(10)]
            share = dot(robot.links[i].joint.S, F[i])[..., 0]
            rows[k, columns] = rows[k, columns] + (share * mimic.multiplier if mimic else share)
        if parent != BASE:
            F[parent] = np.concatenate([F[parent], X[i].force_to_parent(F[i])])
            behind[parent] = behind[parent] + behind[i]
    return np.moveaxis(rows, (0, 1), (-2, -1))


def joint_columns(
    robot: Robot, batch: Batch, effects: Sequence[str], q: PerLink, qd: PerLink, qdd: PerLink
) -> list[Array]:
    """Return the columns ``(..., n, moving joints)`` of each parameter of the joints."""
    blocks = []
    for effect in effects:
        for name in JOINT_COLUMNS[effect]:
            columns = []
            for i, (k, mimic) in enumerate(zip(robot.coordinates, robot.couplings, strict=True)):
                if k is None:
                    continue
                at = {
                    "viscous": qd[i],
                    "coulomb": sign(qd[i]),
                    "rotor": qdd[i],
                    "stiffness": q[i],
                    "preload": qd[i] * 0 - 1,
                }[name]
                unit = np.array([[int(k == row)] for row in range(robot.n)])
                columns.append(unit * (at * mimic.multiplier if mimic else at)[..., None, :])
            blocks.append(broadcast_batch(concatenate(columns), batch, 2))
    return blocks


def kinetic_energy_regressor(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, check_finite: bool = True
) -> Array:
    """Return y with K = y(q, q̇) π: y = ½ vᵀ I v of ten unit bodies a link.

    Parameters
    ----------
    robot, q, qd, check_finite
        As for `kinetic_energy`.

    Returns
    -------
    ndarray
        y ``(..., 10 N)``.

    References
    ----------
    M. Gautier, W. Khalil, *Int. J. Robotics Research* 7 (1988).

    Examples
    --------
    >>> from linkwise import pendulum
    >>> kinetic_energy_regressor(pendulum(), [0.0], [2.0])[[0, 9]]
    array([0., 2.])
    """
    robot, batch, (q_, qd_) = joint_arguments(robot, check_finite=check_finite, q=q, qd=qd)
    body = unit_bodies(robot, batch)
    v = link_velocities(robot, link_transforms(robot, q_), qd_)
    y = [np.moveaxis(quotient(dot(v_i, body @ v_i), 2)[..., 0], 0, -1) for v_i in v]
    return broadcast_batch(concatenate(y), batch, 1)


def potential_energy_regressor(
    robot: Robot, q: ArrayLike, *, gravity: ArrayLike | None = None, check_finite: bool = True
) -> Array:
    """Return y with P = y(q) π: −gᵀ p for the mass, −Rᵀ g for the first moments.

    Parameters
    ----------
    robot, q, gravity, check_finite
        As for `potential_energy`.

    Returns
    -------
    ndarray
        y ``(..., 10 N)``.

    References
    ----------
    M. Gautier, W. Khalil, *Int. J. Robotics Research* 7 (1988).

    Examples
    --------
    >>> from linkwise import pendulum
    >>> potential_energy_regressor(pendulum(), [0.0])[:3]
    array([0.  , 0.  , 9.81])
    """
    robot, batch, (q_,) = joint_arguments(robot, check_finite=check_finite, q=q)
    g = gravity_of(robot, gravity, batch)
    g = g if robot.is_numeric else as_object(g)
    X_0 = world_poses(robot, link_transforms(robot, q_))
    y = []
    for i in range(len(robot.links)):
        mass, moment = -dot(*alike(g, X_0[i].p)), -times(*alike(transpose(X_0[i].R), g))
        y += [mass, moment, np.zeros(6, dtype=int)]
    return broadcast_batch(concatenate(y) + 0, batch, 1)


def unit_bodies(robot: Robot, batch: Batch) -> Inertia:
    """Return ten bodies, each with one parameter 1 and the others 0, along a first axis."""
    bodies = [Inertia.from_parameters(unit) for unit in np.eye(10)]
    mass, moment, about_origin = (
        np.array([getattr(body, name) for body in bodies]).astype(int)
        for name in ("mass", "moment", "about_origin")
    )
    if not robot.is_numeric:  # so that half of one is a fraction
        mass, moment, about_origin = map(as_object, (mass, moment, about_origin))
    ones = (1,) * len(batch)
    return Inertia.trusted(
        mass.reshape(10, *ones), moment.reshape(10, *ones, 3), about_origin.reshape(10, *ones, 3, 3)
    )


def regressor_labels(robot: Robot, effects: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of the regressor's columns, such as "link2 Izz" and "q1 viscous".

    Examples
    --------
    >>> from linkwise import pendulum
    >>> regressor_labels(pendulum(), ["friction"])[-3:]
    ('link1 Izz', 'q1 viscous', 'q1 coulomb')
    """
    require_robot(robot)
    require_effects(effects)
    labels = [f"{link} {name}" for link in robot.link_names for name in PARAMETER_NAMES]
    joints = [link.joint.name for link in robot.links if link.joint.moves]
    labels += [f"{j} {name}" for e in effects for name in JOINT_COLUMNS[e] for j in joints]
    return tuple(labels)


def regressor_parameters(robot: Robot, effects: Sequence[str] = ()) -> Array:
    """Return the parameters π of the model that the regressor's columns multiply.

    Raises
    ------
    LinkwiseError
        If an effect is unknown, or a friction law is not linear in its parameters: two-sided
        Coulomb friction and the Stribeck curve.

    Examples
    --------
    >>> from linkwise import pendulum
    >>> regressor_parameters(pendulum(l=1, m=3))[[0, 1, 9]]
    array([3. , 1.5, 1. ])
    """
    require_robot(robot)
    require_effects(effects)
    joints = [link.joint for link in robot.links if link.joint.moves]
    values = {
        "friction": [[j.friction.viscous for j in joints], [j.friction.coulomb for j in joints]],
        "rotors": [[j.rotor.reflected for j in joints]],
        "springs": [
            [j.spring.stiffness for j in joints],
            [j.spring.stiffness * j.spring.rest for j in joints],
        ],
    }
    if "friction" in effects:
        for joint in joints:
            law = joint.friction
            if law.coulomb != law.coulomb_negative or law.stribeck != 0:
                raise LinkwiseError(
                    f"friction of joint {joint.name!r} is two-sided or of Stribeck's kind: "
                    "it is not linear in its parameters"
                )
    blocks = [link.inertia.parameters() for link in robot.links]
    blocks += [as_array(block) for effect in effects for block in values[effect]]
    return concatenate(alike(*blocks))


def require_effects(effects: Sequence[str]) -> None:
    """Raise a `LinkwiseError` that names an unknown effect."""
    for effect in effects:
        if effect not in JOINT_COLUMNS:
            raise LinkwiseError(f"unknown effect {effect!r}: {', '.join(EFFECTS)} are known")
