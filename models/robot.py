"""A robot: links in a chain or tree on a base, and the gravity that acts on them."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwise.models.joint import Joint
from linkwise.models.link import Link
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import (
    Array,
    as_array,
    as_object,
    is_numeric,
    require_finite,
    symbols_package,
)
from linkwise.spatial.transform import Transform

BASE = -1


@dataclass(frozen=True, eq=False)
class Robot:
    """A chain or tree of rigid links.

    Links may be given in any order; they are kept depth first, parents before children and children
    in the order given, which is also the order of the coordinates q.

    Parameters
    ----------
    name
        Name of the robot.
    links
        The links, each naming its parent.
    gravity
        Acceleration of free fall in world axes ``(3,)``, in m/s².
    base
        Pose of the base in the world.

    Attributes
    ----------
    parents : tuple of int
        For every link the index of its parent, `BASE` (−1) for links on the base.
    coordinates : tuple of (int or None)
        For every link the index of its coordinate in q, None where the joint is fixed.

    Raises
    ------
    LinkwiseError
        If names repeat, a parent is unknown, links form a loop, or gravity is not a finite vector.

    Examples
    --------
    >>> from linkwise.models.builders import planar_2r
    >>> robot = planar_2r()
    >>> robot.n, robot.joint_names
    (2, ('q1', 'q2'))
    """

    name: str
    links: Sequence[Link]
    gravity: Array = field(default_factory=lambda: np.array([0.0, 0.0, -9.81]))
    base: Transform = field(default_factory=Transform.identity)
    parents: tuple[int, ...] = field(init=False, repr=False)
    coordinates: tuple[int | None, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        links = depth_first(self.name, tuple(self.links))
        object.__setattr__(self, "links", links)
        object.__setattr__(self, "gravity", gravity_vector(self.gravity))
        if self.gravity.ndim > 1:
            raise LinkwiseError(
                f"robot {self.name!r} has one gravity vector (3,), got {self.gravity.shape}: "
                "give many to the call"
            )
        require_unique((k.joint.name for k in links), "joint", self.name)
        index = {link.name: i for i, link in enumerate(links)}
        parents = tuple(BASE if k.parent is None else index[k.parent] for k in links)
        moving = iter(range(len(links)))
        coordinates = tuple(next(moving) if k.joint.moves else None for k in links)
        object.__setattr__(self, "parents", parents)
        object.__setattr__(self, "coordinates", coordinates)
        numeric = [k.is_numeric for k in links]
        numeric += map(is_numeric, (self.gravity, self.base.R, self.base.p))
        if any(numeric) and not all(numeric):  # no float may meet a symbol
            for name, exact in self._object_fields().items():
                object.__setattr__(self, name, exact)

    def _object_fields(self) -> dict[str, Any]:
        return {
            "links": tuple(link.as_object() for link in self.links),
            "gravity": as_object(self.gravity),
            "base": Transform.trusted(as_object(self.base.R), as_object(self.base.p)),
        }

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """The joints that move, in the order of q."""
        return tuple(link.joint for link in self.links if link.joint.moves)

    @property
    def n(self) -> int:
        """Number of coordinates."""
        return len(self.joints)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints that move, in the order of q."""
        return tuple(joint.name for joint in self.joints)

    @property
    def link_names(self) -> tuple[str, ...]:
        """Names of the links, parents first."""
        return tuple(link.name for link in self.links)

    @cached_property
    def is_numeric(self) -> bool:
        """Whether all numbers of the model are plain floats."""
        return is_numeric(self.gravity)

    @cached_property
    def as_object(self) -> "Robot":
        """The model with object entries and whole numbers as ints, for exact and symbolic work."""
        return replace(self, **self._object_fields())

    @cached_property
    def symbols_package(self) -> Any:
        """The package of the model's symbols, such as SymPy; None if it has none."""
        arrays = [self.gravity, self.base.R, self.base.p]
        for link in self.links:
            arrays += link.arrays
        return symbols_package(*arrays)

    def index(self, link: str) -> int:
        """Return the index of the link named `link`.

        Raises
        ------
        LinkwiseError
            If there is none; the message names the nearest.
        """
        if link in self.link_names:
            return self.link_names.index(link)
        near = difflib.get_close_matches(str(link), self.link_names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(self.link_names)}"
        raise LinkwiseError(f"robot {self.name!r} has no link {link!r}: {hint}")

    def link(self, name: str) -> Link:
        """Return the link named `name`."""
        return self.links[self.index(name)]

    def mass(self, *, fixed_to_base: bool = True) -> Any:
        """Return the total mass in kg.

        Parameters
        ----------
        fixed_to_base
            Whether to count links that no joint can move.
        """
        still = {BASE}
        total: Any = 0
        for i, (link, parent) in enumerate(zip(self.links, self.parents, strict=True)):
            if parent in still and not link.joint.moves:
                still.add(i)
            if fixed_to_base or i not in still:
                total = total + link.inertia.mass
        return total


def depth_first(robot: str, links: Sequence[Link]) -> tuple[Link, ...]:
    """Return the links parents first, each branch whole, or say what is wrong with the tree."""
    if not links:
        raise LinkwiseError(f"robot {robot!r} has no links")
    require_unique((link.name for link in links), "link", robot)
    children: dict[str | None, list[Link]] = {None: [], **{link.name: [] for link in links}}
    for link in links:
        if link.parent not in children:
            raise LinkwiseError(f"link {link.name!r} has an unknown parent {link.parent!r}")
        children[link.parent].append(link)
    order: list[Link] = []
    waiting = children[None][::-1]
    while waiting:
        order.append(waiting.pop())
        waiting += children[order[-1].name][::-1]
    if loop := {link.name for link in links} - {link.name for link in order}:
        raise LinkwiseError(
            f"links {', '.join(sorted(loop))} form a loop that never meets the base"
        )
    return tuple(order)


def require_unique(names: Iterable[str], what: str, robot: str) -> None:
    """Raise a `LinkwiseError` if a name comes twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise LinkwiseError(f"robot {robot!r} has two {what}s named {name!r}")
        seen.add(name)


def gravity_vector(gravity: Any) -> Array:
    """Return `gravity` as a vector ``(..., 3)`` of world axes, or refuse it with advice."""
    g = as_array(gravity, "gravity")
    if g.shape[-1:] != (3,):
        raise LinkwiseError(
            f"gravity must be the acceleration of free fall as a vector in world axes, "
            f"such as (0, 0, -9.81), got {gravity!r}"
        )
    require_finite(g, "gravity")
    return g
