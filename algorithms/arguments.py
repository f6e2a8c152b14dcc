"""What goes into and comes out of the algorithms: joint vectors checked, split and put together.

Inside the recursions every joint vector is a list with one array ``(..., 1)`` a link, zero where
the joint is fixed, so that a loop over the links needs no special case.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.robot import Robot, gravity_vector, require_robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import (
    Array,
    alike,
    as_object,
    concatenate,
    is_numeric,
    require_finite,
    symbols_package,
)
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import times, transpose

Batch = tuple[int, ...]
PerLink = list[Array]


def joint_arguments(
    robot: Robot, *, check_finite: bool, **vectors: ArrayLike
) -> tuple[Robot, Batch, list[PerLink]]:
    """Check joint vectors and split them by link.

    Parameters
    ----------
    robot
        The model.
    check_finite
        Whether to refuse NaN and infinity.
    **vectors
        Joint vectors ``(..., n)`` by the name that an error message shall use.

    Returns
    -------
    robot
        The model, with object entries if an argument has them.
    batch
        The leading axes of all vectors together.
    vectors
        For each vector its list per link.

    Raises
    ------
    LinkwiseError
        If the robot is none, a vector has not one entry a joint or holds NaN or infinity, or the
        batch axes disagree.
    """
    require_robot(robot)
    if robot.n == 0:
        raise LinkwiseError(f"robot {robot.name!r} has no joint that moves")
    arrays = {name: robot.joint_vector(x, name) for name, x in vectors.items()}
    if check_finite:
        for name, a in arrays.items():
            require_finite(a, name)
    batch = common_batch(arrays)
    if not (robot.is_numeric and all(map(is_numeric, arrays.values()))):
        robot = robot.as_object
        arrays = {name: as_object(a) for name, a in arrays.items()}
        package = robot.symbols_package or symbols_package(*arrays.values())
        if package:  # so that cos(1) stays cos(1)
            arrays = {name: symbolic_integers(a, package) for name, a in arrays.items()}
    return (
        robot,
        batch,
        [
            per_link(robot, np.broadcast_to(a, (*batch, robot.n)), positions=name == "q")
            for name, a in arrays.items()
        ],
    )


def common_batch(arrays: Mapping[str, Array]) -> Batch:
    """Return the leading axes of all vectors together, or say that they do not fit."""
    try:
        return np.broadcast_shapes(*(a.shape[:-1] for a in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {a.shape}" for name, a in arrays.items())
        raise LinkwiseError(f"batch axes do not fit together: {shapes}") from None


def dynamics_arguments(
    robot: Robot, *, check_finite: bool, **vectors: ArrayLike
) -> tuple[Robot, Batch, list[PerLink]]:
    """Do as `joint_arguments`, and refuse a model without mass: its zeros would be believed.

    Raises
    ------
    LinkwiseError
        As for `joint_arguments`, and if neither a link has inertia nor a joint an effect.
    """
    arguments = joint_arguments(robot, check_finite=check_finite, **vectors)
    robot.require_dynamics()
    return arguments


def symbolic_integers(a: Array, package: Any) -> Array:
    """Return `a` with Python ints as Integers of the package of symbols."""
    convert = np.frompyfunc(lambda e: package.Integer(e) if isinstance(e, int) else e, 1, 1)
    return np.asarray(convert(a), dtype=object)


def per_link(robot: Robot, a: Array, *, positions: bool = False) -> PerLink:
    """Split ``(..., n)`` into one array ``(..., 1)`` a link, zero where the joint is fixed.

    A mimic joint moves by its multiplier times its leader's; positions have its offset too.
    """
    split: PerLink = []
    for k, mimic in zip(robot.coordinates, robot.couplings, strict=True):
        x = np.zeros(1, dtype=int) if k is None else a[..., k : k + 1]
        if mimic:
            x = x * mimic.multiplier
            x = x + mimic.offset if positions else x
        split.append(x)
    return split


def link_transforms(robot: Robot, q: PerLink) -> list[Transform]:
    """Return the pose of every link in its parent."""
    return [link.transform(q_i) for link, q_i in zip(robot.links, q, strict=True)]


def base_acceleration(robot: Robot, gravity: ArrayLike | None, batch: Batch) -> Array:
    """Return the motion (0, −gravity) in base axes: what makes gravity act on every link."""
    g, R = alike(gravity_of(robot, gravity, batch), robot.base.R)
    linear = -times(transpose(R), g)
    if not robot.is_numeric:
        linear = as_object(linear)
    return concatenate([linear * 0, linear])


def gravity_of(robot: Robot, gravity: ArrayLike | None, batch: Batch) -> Array:
    """Return the gravity of a call ``(..., 3)``, that of the model if none is given."""
    if gravity is None:
        return robot.gravity
    g = gravity_vector(gravity)
    require_fit(g, "gravity", batch)
    return g


def require_fit(a: Array, what: str, batch: Batch) -> None:
    """Raise a `LinkwiseError` unless the leading axes of vectors go with those of the states."""
    try:
        np.broadcast_shapes(a.shape[:-1], batch)
    except ValueError:
        raise LinkwiseError(
            f"batch axes do not fit together: {what} {a.shape}, states {batch}"
        ) from None


def joint_array(robot: Robot, batch: Batch, by_link: Mapping[int, Array]) -> Array:
    """Put what each moving link adds ``(..., 1)`` to its joint side by side: ``(*batch, n)``.

    A mimic joint's share passes to its leader, times the multiplier (principle of virtual work).
    """
    shares: dict[int, Array] = {}
    for i, (k, mimic) in enumerate(zip(robot.coordinates, robot.couplings, strict=True)):
        if k is not None:
            share = by_link[i] * mimic.multiplier if mimic else by_link[i]
            shares[k] = shares[k] + share if k in shares else share
    return broadcast_batch(concatenate(shares[k] for k in range(robot.n)), batch, 1)


def joint_matrix(
    robot: Robot, batch: Batch, rows: Mapping[int, tuple[Sequence[int], Array]]
) -> Array:
    """Return the symmetric matrix ``(*batch, n, n)`` from its entries between moving links.

    Parameters
    ----------
    robot
        The model.
    batch
        Leading axes wanted.
    rows
        For every moving link the moving links at or behind it, and the entries h between them,
        shape ``(number of those links, ...)``.
    """
    entries = [h for _, h in rows.values()]
    batch = np.broadcast_shapes(batch, *(h.shape[1:] for h in entries))
    slot = {i: k for k, i in enumerate(sorted(rows))}
    M = np.zeros((*batch, len(slot), len(slot)), dtype=np.result_type(*entries))
    for i, (links, h) in rows.items():
        columns = [slot[j] for j in links]
        full = np.broadcast_to(np.moveaxis(h, 0, -1), (*batch, len(links)))
        M[..., columns, slot[i]] = full
        M[..., slot[i], columns] = full
    if len(slot) > robot.n:
        M = coupled(robot, M)
        row, column = np.tril_indices(robot.n, -1)
        M[..., row, column] = M[..., column, row]  # symmetric to the last bit
    return M


def link_matrix(robot: Robot, batch: Batch, entries: dict[tuple[int, int], Array]) -> Array:
    """Return the matrix ``(*batch, n, n)`` from entries between moving links."""
    slot = {i: k for k, i in enumerate(sorted({i for i, _ in entries}))}
    dtype = np.result_type(*map(np.asarray, entries.values()))
    C = np.zeros((*batch, len(slot), len(slot)), dtype=dtype)
    for (i, j), entry in entries.items():
        C[..., slot[i], slot[j]] = entry
    return C if len(slot) == robot.n else coupled(robot, C)


def coupled(robot: Robot, M: Array) -> Array:
    """Return Gᵀ M G, with G the rates of all moving links per rate of the joints that lead."""
    moving = [
        (k, mimic.multiplier if mimic else 1)
        for k, mimic in zip(robot.coordinates, robot.couplings, strict=True)
        if k is not None
    ]
    G = np.array([[ratio if k == j else 0 for j in range(robot.n)] for k, ratio in moving])
    reduced: Array = transpose(G) @ (M @ G)
    return reduced


def broadcast_batch(a: Array, batch: Batch, core: int) -> Array:
    """Return `a` as an array of its own with at least the batch axes, before `core` axes."""
    cut = a.ndim - core
    shape = np.broadcast_shapes(a.shape[:cut], batch) + a.shape[cut:]
    return a if a.shape == shape else np.broadcast_to(a, shape).copy()
