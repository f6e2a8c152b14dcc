"""What goes into and comes out of the algorithms: joint vectors checked, split and put together.

Inside the recursions every joint vector is a list with one array ``(..., 1)`` a link, zero where
the joint is fixed, so that a loop over the links needs no special case.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.robot import Robot, gravity_vector
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import (
    Array,
    alike,
    as_array,
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
        If a vector has not one entry a joint, holds NaN or infinity, or the batch axes disagree.
    """
    if robot.n == 0:
        raise LinkwiseError(f"robot {robot.name!r} has no joint that moves")
    arrays = {name: joint_vector(robot, x, name) for name, x in vectors.items()}
    if check_finite:
        for name, a in arrays.items():
            require_finite(a, name)
    try:
        batch = np.broadcast_shapes(*(a.shape[:-1] for a in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {a.shape}" for name, a in arrays.items())
        raise LinkwiseError(f"batch axes do not fit together: {shapes}") from None
    if not (robot.is_numeric and all(map(is_numeric, arrays.values()))):
        robot = robot.as_object
        arrays = {name: as_object(a) for name, a in arrays.items()}
        package = robot.symbols_package or symbols_package(*arrays.values())
        if package:  # so that cos(1) stays cos(1)
            arrays = {name: symbolic_integers(a, package) for name, a in arrays.items()}
    return (
        robot,
        batch,
        [per_link(robot, np.broadcast_to(a, (*batch, robot.n))) for a in arrays.values()],
    )


def joint_vector(robot: Robot, x: Any, name: str) -> Array:
    """Return `x` as an array ``(..., n)`` of its own, or say which length is wanted."""
    is_column = getattr(x, "is_Matrix", False) and x.shape[1] == 1  # a SymPy vector
    a = as_array(list(x) if is_column else x, name)
    require_joint_axis(robot, a, name)
    return a


def require_joint_axis(robot: Robot, a: Array, name: str) -> None:
    """Raise a `LinkwiseError` unless the last axis of `a` has one entry a joint."""
    if a.shape[-1:] != (robot.n,):
        raise LinkwiseError(
            f"{name} has shape {a.shape}: the last axis must have {robot.n} entries, "
            f"one a joint of {robot.name!r}"
        )


def symbolic_integers(a: Array, package: Any) -> Array:
    """Return `a` with Python ints as Integers of the package of symbols."""
    convert = np.frompyfunc(lambda e: package.Integer(e) if isinstance(e, int) else e, 1, 1)
    return np.asarray(convert(a), dtype=object)


def per_link(robot: Robot, a: Array) -> PerLink:
    """Split ``(..., n)`` into one array ``(..., 1)`` a link, zero where the joint is fixed."""
    zero = np.zeros(1, dtype=int)
    return [zero if k is None else a[..., k : k + 1] for k in robot.coordinates]


def link_transforms(robot: Robot, q: PerLink) -> list[Transform]:
    """Return the pose of every link in its parent."""
    return [link.transform(q_i) for link, q_i in zip(robot.links, q, strict=True)]


def base_acceleration(robot: Robot, gravity: ArrayLike | None) -> Array:
    """Return the motion (0, −gravity) in base axes: what makes gravity act on every link."""
    g, R = alike(robot.gravity if gravity is None else gravity_vector(gravity), robot.base.R)
    linear = -times(transpose(R), g)
    if not robot.is_numeric:
        linear = as_object(linear)
    return concatenate([linear * 0, linear])


def joint_array(robot: Robot, batch: Batch, by_link: Mapping[int, Array]) -> Array:
    """Put arrays ``(..., 1)`` of the moving links side by side: ``(*batch, n)``."""
    moving = (i for i, k in enumerate(robot.coordinates) if k is not None)
    return broadcast_batch(concatenate(by_link[i] for i in moving), batch, 1)


def joint_matrix(batch: Batch, n: int, rows: Mapping[int, tuple[Sequence[int], Array]]) -> Array:
    """Return the symmetric matrix ``(*batch, n, n)`` with entries h at (k, columns).

    Parameters
    ----------
    batch
        Leading axes wanted.
    n
        Number of joints.
    rows
        For every row k the columns ≥ k and the entries h, shape ``(len(columns), ...)``.
    """
    entries = [h for _, h in rows.values()]
    batch = np.broadcast_shapes(batch, *(h.shape[1:] for h in entries))
    M = np.zeros((*batch, n, n), dtype=np.result_type(*entries))
    for k, (columns, h) in rows.items():
        full = np.broadcast_to(np.moveaxis(h, 0, -1), (*batch, len(columns)))
        M[..., columns, k] = full
        M[..., k, columns] = full
    return M


def broadcast_batch(a: Array, batch: Batch, core: int) -> Array:
    """Return `a` as an array of its own with at least the batch axes, before `core` axes."""
    cut = a.ndim - core
    shape = np.broadcast_shapes(a.shape[:cut], batch) + a.shape[cut:]
    return a if a.shape == shape else np.broadcast_to(a, shape).copy()
