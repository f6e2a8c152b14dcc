"""Wrenches that the environment exerts on links."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import Batch, require_fit
from linkwise.algorithms.kinematics import world_poses
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.scalars import Array, alike, as_array, as_object, concatenate, require_finite
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, times, transpose


@dataclass(frozen=True, eq=False)
class Wrench:
    """What the environment does to a link.

    Craig's f, n at n+1 are what the last link does to the environment: the negative of this.

    Parameters
    ----------
    moment
        ``(..., 3)``, N m, about the origin of the link's frame, or about the point `at`.
    force
        ``(..., 3)``, N.
    frame
        Whose axes the numbers are in: "world", "link" (the link acted on), or a link's name.
    at
        Point of the link ``(3,)``, link coordinates in m, where the force acts and about which the
        moment is taken; the link's origin if not given.

    Raises
    ------
    LinkwiseError
        If moment, force or point has not three finite entries.

    Examples
    --------
    >>> from linkwise import planar_2r, rnea
    >>> push = Wrench(moment=(0, 0, 0), force=(0, 10, 0), at=(1, 0, 0))
    >>> rnea(planar_2r(gravity=(0, 0, 0)), [0, 0], [0, 0], [0, 0], external={"link2": push})
    array([-20., -10.])
    """

    moment: ArrayLike
    force: ArrayLike
    frame: str = "world"
    at: ArrayLike | None = None

    def __post_init__(self) -> None:
        for field in ("moment", "force", "at"):
            if (given := getattr(self, field)) is None:
                continue
            a = as_array(given, f"the wrench's {field}")
            if a.shape[-1:] != (3,):
                raise LinkwiseError(f"the wrench's {field} must have 3 entries, got {given!r}")
            require_finite(a, f"the wrench's {field}")
            object.__setattr__(self, field, a)


def wrenches_by_link(external: Any) -> Mapping[str, Wrench]:
    """Return the wrenches by the name of a link, or say that they are something else."""
    if external is None:
        return {}
    if not isinstance(external, Mapping):
        raise LinkwiseError(f"external must be wrenches by the name of a link, got {external!r}")
    for name, wrench in external.items():
        require_kind(wrench, Wrench, f"external[{name!r}]")
    return external


def link_forces(
    robot: Robot, X: list[Transform], external: Mapping[str, Wrench] | None, batch: Batch
) -> list[Array]:
    """Return the external force ``(..., 6)`` on every link, in link coordinates.

    Parameters
    ----------
    robot
        The model.
    X
        Pose of every link in its parent.
    external
        Wrenches by the name of the link that they act on.
    batch
        The leading axes of the states.
    """
    f = [np.zeros(6, dtype=int)] * len(robot.links)
    wrenches = wrenches_by_link(external)
    if not wrenches:
        return f
    X_0 = world_poses(robot, X)
    for name, wrench in wrenches.items():
        i = robot.index(name)
        require_fit(np.asarray(wrench.moment), f"the moment of external[{name!r}]", batch)
        require_fit(np.asarray(wrench.force), f"the force of external[{name!r}]", batch)
        n, force = alike(np.asarray(wrench.moment), np.asarray(wrench.force))
        if not robot.is_numeric:
            n, force = as_object(n), as_object(force)
        if wrench.frame != "link":
            R = transpose(X_0[i].R)
            if wrench.frame != "world":
                R = R @ X_0[robot.index(wrench.frame)].R
            n, force = times(R, n), times(R, force)
        if wrench.at is not None:
            n = n + cross(*alike(np.asarray(wrench.at), force))
        f[i] = concatenate([n, force])
    return f
