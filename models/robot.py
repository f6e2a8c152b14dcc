"""A robot: links in a chain or tree on a base, and the gravity that acts on them."""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwise.models.attachments import required_pose
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction, Mimic, Rotor, Spring
from linkwise.models.link import Link
from linkwise.models.surgery import Surgery
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.scalars import (
    Array,
    as_array,
    as_object,
    is_numeric,
    require_finite,
    stack,
    symbols_package,
)
from linkwise.spatial.transform import Transform

BASE = -1
EFFECTS: dict[str, tuple[str, Any]] = {  # name: (field of a joint, its value without the effect)
    "friction": ("friction", Friction()),
    "springs": ("spring", Spring()),
    "rotors": ("rotor", Rotor()),
}


@dataclass(frozen=True, eq=False)
class Robot(Surgery):
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
        For every link the index of its coordinate in q, None where the joint is fixed.  A mimic
        joint has the index of the joint that leads it.
    couplings : tuple of (Mimic or None)
        For every link with a mimic joint its coordinate as multiplier · q + offset of the leader.
    as_given : dict
        Links, gravity and base before floats were turned into objects because they met a symbol.

    Raises
    ------
    LinkwiseError
        If names repeat, a parent is unknown, links form a loop, gravity is not a finite vector, or
        a link or the base is something else.

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
    couplings: tuple[Mimic | None, ...] = field(init=False, repr=False)
    as_given: Mapping[str, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        given = tuple(self.links)
        for k, link in enumerate(given):
            require_kind(link, Link, f"links[{k}] of robot {self.name!r}")
        required_pose(self.base, f"the base of robot {self.name!r}")
        links = depth_first(self.name, given)
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
        object.__setattr__(self, "parents", parents)
        couplings = tuple(resolved_mimic(link.joint, links) for link in links)
        leaders = [k.joint.name for k in links if k.joint.moves and not k.joint.mimic]
        names = [c.joint if c else k.joint.name for k, c in zip(links, couplings, strict=True)]
        order = {name: k for k, name in enumerate(leaders)}
        object.__setattr__(self, "coordinates", tuple(order.get(name) for name in names))
        object.__setattr__(self, "couplings", couplings)
        as_given = {"links": links, "gravity": self.gravity, "base": self.base}
        object.__setattr__(self, "as_given", as_given)
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

    def __repr__(self) -> str:
        names = ", ".join(self.joint_names) or "none"
        return f"<Robot {self.name!r}: {len(self.links)} links, coordinates {names}>"

    @cached_property
    def joints(self) -> tuple[Joint, ...]:
        """The joints that move by themselves, in the order of q: no fixed, no mimic joints."""
        moving = (link.joint for link in self.links if link.joint.moves)
        return tuple(joint for joint in moving if joint.mimic is None)

    @property
    def n(self) -> int:
        """Number of coordinates."""
        return len(self.joints)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints, in the order of q."""
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

    @cached_property
    def effects(self) -> tuple[str, ...]:
        """Which of "friction", "springs" and "rotors" some joint has."""
        return tuple(
            name for name in EFFECTS if any(name in link.joint.effects for link in self.links)
        )

    def without(self, *effects: str) -> "Robot":
        """Return a copy without the named joint effects.

        Parameters
        ----------
        *effects
            Any of "friction", "springs", "rotors".

        Raises
        ------
        LinkwiseError
            If a name is unknown.
        """
        if unknown := set(effects) - set(EFFECTS):
            raise LinkwiseError(
                f"unknown effects {sorted(unknown)}: {', '.join(EFFECTS)} are known"
            )
        bare = {field_name: none for name, (field_name, none) in EFFECTS.items() if name in effects}
        links = (replace(link, joint=replace(link.joint, **bare)) for link in self._given)
        return self._changed(links=tuple(links))

    @cached_property
    def bare(self) -> "Robot":
        """The robot without any joint effects: rigid bodies alone."""
        bare = self.without(*EFFECTS) if self.effects else self
        vars(bare)["has_dynamics"] = self.has_dynamics  # zeros are right where rotors are all
        return bare

    def friction_torque(self, qd: Any) -> Array:
        """Return the joint torques that overcome friction at rates qd ``(..., n)``, N m or N.

        Raises
        ------
        LinkwiseError
            If qd has not one finite entry a joint.
        """
        return self._joint_sum("qd", qd, lambda joint, rate: joint.friction.torque(rate))

    def spring_torque(self, q: Any) -> Array:
        """Return the joint torques that hold the springs at coordinates q ``(..., n)``, N m or N.

        Raises
        ------
        LinkwiseError
            If q has not one finite entry a joint.
        """
        return self._joint_sum("q", q, lambda joint, x: joint.spring.torque(x))

    def _joint_sum(self, name: str, x: Any, torque: Callable[[Joint, Array], Array]) -> Array:
        """Return the sum over the moving links of a torque at their joints, ``(..., n)``."""
        a = self.joint_vector(x, name)
        require_finite(a, name)
        if self.n == 0:
            return a
        if not self.is_numeric:
            a = as_object(a)
        total = [a[..., k] * 0 for k in range(self.n)]
        for link, k, mimic in zip(self.links, self.coordinates, self.couplings, strict=True):
            if k is None:
                continue
            ratio = mimic.multiplier if mimic else 1
            shift = mimic.offset if mimic and name == "q" else 0
            x_k = np.asarray(a[..., k] * ratio + shift)  # one object is no array
            total[k] = total[k] + torque(link.joint, x_k) * ratio
        return stack(total)

    def joint_vector(self, x: Any, name: str) -> Array:
        """Return `x` as an array ``(..., n)`` of its own, or say which length is wanted."""
        is_column = getattr(x, "is_Matrix", False) and x.shape[1] == 1  # a SymPy vector
        a = as_array(list(x) if is_column else x, name)
        self.require_joint_axis(a, name)
        return a

    def require_joint_axis(self, a: Array, name: str) -> None:
        """Raise a `LinkwiseError` unless the last axis of `a` has one entry a joint."""
        if a.shape[-1:] != (self.n,):
            raise LinkwiseError(
                f"{name} has shape {a.shape}: the last axis must have {self.n} entries, "
                f"one a joint of {self.name!r}"
            )

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
        links = self.links if fixed_to_base else self.moving_links
        total: Any = sum(link.inertia.mass for link in links)
        return total

    @cached_property
    def moving_links(self) -> tuple[Link, ...]:
        """The links that some joint can move, parents first."""
        still = {BASE}
        for i, (link, parent) in enumerate(zip(self.links, self.parents, strict=True)):
            if parent in still and not link.joint.moves:
                still.add(i)
        return tuple(link for i, link in enumerate(self.links) if i not in still)

    @cached_property
    def has_dynamics(self) -> bool:
        """Whether some moving link has inertia or some joint an effect: if not, all is zero."""
        return bool(self.effects) or any(not link.inertia.is_zero for link in self.moving_links)

    def require_dynamics(self) -> None:
        """Raise a `LinkwiseError` if the model says nothing that torques could come from."""
        if not self.has_dynamics:
            raise LinkwiseError(
                f"robot {self.name!r} has no mass data: no link that moves has a mass, so that all "
                "torques would be zero; give the links their masses, centres and inertias"
            )


def resolved_mimic(joint: Joint, links: Sequence[Link]) -> Mimic | None:
    """Return the joint's coupling to a joint that mimics no other, through any that do."""
    if joint.mimic is None:
        return None
    joints = {link.joint.name: link.joint for link in links}
    coupling, passed = joint.mimic, {joint.name}
    while True:
        leader = joints.get(coupling.joint)
        if leader is None or not leader.moves:
            what = "does not exist" if leader is None else "is fixed"
            raise LinkwiseError(
                f"joint {joint.name!r} mimics joint {coupling.joint!r}, which {what}"
            )
        if leader.name in passed:
            raise LinkwiseError(f"joint {joint.name!r} mimics itself through {sorted(passed)}")
        if leader.mimic is None:
            return coupling
        passed.add(leader.name)
        k, c, step = coupling.multiplier, coupling.offset, leader.mimic
        coupling = Mimic(step.joint, step.multiplier * k, step.offset * k + c)


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


def require_numbers(robot: Any, reason: str) -> None:
    """Raise a `LinkwiseError` that ends in the reason, unless this is a `Robot` of numbers."""
    require_robot(robot)
    if not robot.is_numeric:
        raise LinkwiseError(f"robot {robot.name!r} has symbols: {reason}")


def require_robot(robot: Any) -> None:
    """Raise a `LinkwiseError` unless this is a `Robot`, such as for the name of one."""
    if not isinstance(robot, Robot):
        raise LinkwiseError(
            f"a Robot is wanted, got {robot!r}: linkwise.load gives one by its name or file, "
            "and linkwise.symbolic one in letters"
        )
