"""The Coriolis matrix: velocity products as a matrix times q̇, in the forms that are in use."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import (
    Batch,
    PerLink,
    broadcast_batch,
    dynamics_arguments,
    link_matrix,
    link_transforms,
)
from linkwise.algorithms.inverse_dynamics import rnea
from linkwise.algorithms.kinematics import body_jacobians, link_velocities
from linkwise.models.robot import BASE, Robot, require_robot
from linkwise.spatial.coriolis_factor import CoriolisFactor
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, alike, stack
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import dot, force_cross, motion_cross, transpose

Form = Literal["christoffel", "natural", "upper"]


def coriolis_matrix(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    *,
    form: Form = "christoffel",
    check_finite: bool = True,
) -> Array:
    """Return a Coriolis matrix: C(q, q̇) q̇ are the velocity products of the equations of motion.

    Many matrices have this product.  The forms are

    * ``"christoffel"``: C_ij = Σ_k ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q̇_k; Ṁ − 2C is skew;
    * ``"natural"``: Σ J_iᵀ ((v_i ×*) I_i J_i + I_i J̇_i); Ṁ − 2C is skew, yet it is not Christoffel;
    * ``"upper"``: the products q̇_j q̇_k collected with j ≤ k; only C q̇ is right.

    Friction is no part of it.

    Parameters
    ----------
    robot
        The model.
    q, qd
        Joint coordinates and rates ``(..., n)``: rad, rad/s, or m, m/s for prismatic joints.
    form
        Which of the matrices.
    check_finite
        Whether to refuse NaN and infinity.

    Returns
    -------
    ndarray
        C ``(..., n, n)``: N m s for two revolute joints.

    Raises
    ------
    LinkwiseError
        If a vector has not one finite entry a joint, batch axes disagree, the form is unknown, or
        the model has no mass at all.

    References
    ----------
    S. Echeandia, P. M. Wensing, *J. Computational and Nonlinear Dynamics* 16 (2021) 091004,
    algorithm 1.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> coriolis_matrix(planar_2r(), [np.pi / 4, np.pi / 6], [0.2, -0.1])
    array([[ 0.025, -0.025],
           [ 0.05 ,  0.   ]])
    """
    if form not in ("christoffel", "natural", "upper"):
        raise LinkwiseError(f"form must be 'christoffel', 'natural' or 'upper', got {form!r}")
    robot, batch, (q_, qd_) = dynamics_arguments(robot, check_finite=check_finite, q=q, qd=qd)
    if form == "upper":
        return upper_form(christoffel_symbols(robot, q, check_finite=check_finite), robot, qd)
    recursion = christoffel_form if form == "christoffel" else natural_form
    return broadcast_batch(recursion(robot, batch, q_, qd_), batch, 2)


def christoffel_form(robot: Robot, batch: Batch, q: PerLink, qd: PerLink) -> Array:
    """Return the Christoffel matrix by one pass outward and one inward, as `crba` does for M."""
    X = link_transforms(robot, q)
    v = link_velocities(robot, X, qd)
    S = [link.joint.S for link in robot.links]
    S_dot = [motion_cross(v_i, S_i) for v_i, S_i in zip(v, S, strict=True)]
    I_c = [link.inertia for link in robot.links]  # grow into composites
    B_c = [CoriolisFactor.of(I, v_i) for I, v_i in zip(I_c, v, strict=True)]
    nothing = np.empty((0, *batch, 6), dtype=int)
    f_1, f_2, f_3 = ([nothing] * len(robot.links) for _ in range(3))
    behind: list[list[int]] = [[] for _ in robot.links]
    entries: dict[tuple[int, int], Array] = {}

    # inward: what motion along joint j costs the composite behind it, felt by all inner joints i
    for i, parent in reversed(list(enumerate(robot.parents))):
        if robot.links[i].joint.moves:
            own = (I_c[i] @ S_dot[i] + B_c[i] @ S[i], I_c[i] @ S[i], B_c[i].transposed(S[i]))
            for f, new in zip((f_1, f_2, f_3), own, strict=True):
                f[i] = np.concatenate([np.broadcast_to(new, (*batch, 6))[None], f[i]])
            behind[i] = [i, *behind[i]]
            right = dot(S[i], f_1[i])[..., 0]  # C_ij
            left = (dot(S_dot[i], f_2[i]) + dot(S[i], f_3[i]))[..., 0]  # C_ji
            for row, j in enumerate(behind[i]):
                entries[j, i], entries[i, j] = left[row], right[row]
        if parent != BASE:
            I_c[parent] = I_c[parent] + I_c[i].moved(X[i])
            B_c[parent] = B_c[parent] + B_c[i].moved(X[i])
            for f in (f_1, f_2, f_3):
                f[parent] = np.concatenate([f[parent], X[i].force_to_parent(f[i])])
            behind[parent] = behind[parent] + behind[i]
    return link_matrix(robot, batch, entries)


def natural_form(robot: Robot, batch: Batch, q: PerLink, qd: PerLink) -> Array:
    """Return Σ J_iᵀ ((v_i ×*) I_i J_i + I_i J̇_i), each link on its own."""
    X = link_transforms(robot, q)
    v = link_velocities(robot, X, qd)
    J, J_dot = body_jacobians(robot, X), jacobian_rates(robot, X, v)
    C = np.zeros((*batch, robot.n, robot.n), dtype=int)
    for i, link in enumerate(robot.links):
        rows = force_cross(v[i], link.inertia @ J[i]) + link.inertia @ J_dot[i]
        C = C + np.moveaxis(J[i], 0, -2) @ transpose(np.moveaxis(rows, 0, -2))
    return C


def jacobian_rates(robot: Robot, X: list[Transform], v: list[Array]) -> list[Array]:
    """Return J̇ of every link in its own frame ``(n, ..., 6)``.

    A column is a motion fixed in the link that its joint moves, so its rate is v × S.
    """
    batch = max(a.ndim for a in v) - 1  # how many axes: a link fixed to the base has none
    J_dot: dict[int, Array] = {BASE: np.zeros((robot.n, *[1] * batch, 6), dtype=int)}
    links = zip(robot.links, robot.parents, robot.coordinates, robot.couplings, strict=True)
    for i, (link, parent, k, mimic) in enumerate(links):
        J_dot[i] = X[i].motion_from_parent(J_dot[parent])
        if k is not None:
            S_dot = motion_cross(v[i], link.joint.S * (mimic.multiplier if mimic else 1))
            own = [S_dot if j == k else S_dot * 0 for j in range(robot.n)]
            J_dot[i] = J_dot[i] + np.stack(own)
    return [J_dot[i] for i in range(len(robot.links))]


def christoffel_symbols(robot: Robot, q: ArrayLike, *, check_finite: bool = True) -> Array:
    """Return Γ_ijk = ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i): C_ij = Σ_k Γ_ijk q̇_k.

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
        Γ ``(..., n, n, n)``, symmetric in j and k: kg m² for three revolute joints.

    Raises
    ------
    LinkwiseError
        If q has not one finite entry a joint, or the model has no mass at all.

    References
    ----------
    Lynch & Park, *Modern Robotics*, eq. 8.12.

    Examples
    --------
    >>> from linkwise import rp
    >>> christoffel_symbols(rp(), [0.0, 0.6])[1, 0].round(12)  # −m₂ d₂, the centrifugal force
    array([-1.2,  0. ])
    """
    require_robot(robot)
    a = robot.joint_vector(q, "q")
    # C is linear in q̇: its value for q̇ = e_k is the k-th slice
    slices = coriolis_matrix(robot, a[..., None, :], np.eye(robot.n), check_finite=check_finite)
    return np.moveaxis(slices, -3, -1)


def upper_form(Gamma: Array, robot: Robot, qd: ArrayLike) -> Array:
    """Return C_ij = Γ_ijj q̇_j + 2 Σ_{k>j} Γ_ijk q̇_k: every product of rates once."""
    once = np.triu(np.full((robot.n, robot.n), 2), 1) + np.eye(robot.n, dtype=int)
    Gamma, rates = alike(Gamma, robot.joint_vector(qd, "qd")[..., None, None, :])
    C: Array = (Gamma * once * rates).sum(axis=-1)
    return C


def mass_matrix_rate(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, check_finite: bool = True
) -> Array:
    """Return Ṁ = Σ ∂M/∂q_k q̇_k = C + Cᵀ, with the Christoffel C.

    Parameters
    ----------
    robot, q, qd, check_finite
        As for `coriolis_matrix`.

    Returns
    -------
    ndarray
        Ṁ ``(..., n, n)``.

    References
    ----------
    Lynch & Park, *Modern Robotics*, proposition 8.1.

    Examples
    --------
    >>> from linkwise import rp
    >>> mass_matrix_rate(rp(), [0.0, 0.6], [1.0, 0.5]).round(12)
    array([[1.2, 0. ],
           [0. , 0. ]])
    """
    C = coriolis_matrix(robot, q, qd, check_finite=check_finite)
    return C + transpose(C)


def coriolis_torque(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, check_finite: bool = True
) -> Array:
    """Return C(q, q̇) q̇ without building C: the torques of the velocity products alone.

    Parameters
    ----------
    robot, q, qd, check_finite
        As for `coriolis_matrix`.

    Returns
    -------
    ndarray
        ``(..., n)``: N m, or N for prismatic joints.

    References
    ----------
    RBDA section 6.1: the recursion of table 5.1 without gravity, at q̈ = 0.

    Examples
    --------
    >>> from linkwise import rp
    >>> coriolis_torque(rp(), [0.0, 0.6], [1.0, 0.5]).round(12)
    array([ 1.2, -1.2])
    """
    require_robot(robot)
    rest, weightless = np.zeros(robot.n), (0, 0, 0)
    return rnea(robot.bare, q, qd, rest, gravity=weightless, check_finite=check_finite)


def coriolis_transposed_torque(
    robot: Robot, q: ArrayLike, qd: ArrayLike, *, check_finite: bool = True
) -> Array:
    """Return C(q, q̇)ᵀ q̇ = Ṁ q̇ − C q̇, which momentum observers take.

    Parameters
    ----------
    robot, q, qd, check_finite
        As for `coriolis_matrix`.

    Returns
    -------
    ndarray
        ``(..., n)``: N m, or N for prismatic joints.

    References
    ----------
    A. De Luca, A. Albu-Schäffer, S. Haddadin, G. Hirzinger, *IROS* 2006, eq. 9.

    Examples
    --------
    >>> from linkwise import rp
    >>> coriolis_transposed_torque(rp(), [0.0, 0.6], [1.0, 0.5]).round(12)
    array([0. , 1.2])
    """
    C = coriolis_matrix(robot, q, qd, check_finite=check_finite)
    C, rates = alike(C, robot.joint_vector(qd, "qd"))
    return stack((C[..., j] * rates).sum(axis=-1) for j in range(robot.n))
