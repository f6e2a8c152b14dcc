"""All conventions by name, and the conversion between two of one kind."""

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from numpy.typing import ArrayLike

from linkwise.converting.bodies import BODIES
from linkwise.converting.dh_rows import TABLES
from linkwise.converting.joint_angles import ANGLES
from linkwise.converting.named import (
    Given,
    NamedConvention,
    checked,
    negative,
    ours,
    quantity,
    reordered,
)
from linkwise.converting.spatial_order import FRAMES, ORDERS
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.transform import Transform

GRAVITY, QUATERNION = "gravity: sign", "quaternion: order"
SIGNS = (
    ours(GRAVITY, "gravity points down", "the acceleration of free fall", checked(3)),
    NamedConvention(
        GRAVITY,
        "gravity points up",
        "the acceleration that the base seems to have; the sign of P, g and τ's weight with it",
        lambda x, _: negative(quantity(x, 3)),
        lambda x, _: negative(quantity(x, 3)),
    ),
    ours(QUATERNION, "quaternion wxyz", "scalar first; MuJoCo, Drake", checked(4)),
    reordered(QUATERNION, "quaternion xyzw", "scalar last; SciPy, ROS, Pinocchio", "xyzw", "wxyz"),
)
ALL = (*BODIES, *ORDERS, *FRAMES, *ANGLES, *TABLES, *SIGNS)


@dataclass(frozen=True, eq=False)
class Conventions:
    """Named conventions; `str` prints them as a table, those of this package with a star."""

    entries: tuple[NamedConvention, ...]

    def __iter__(self) -> Iterator[NamedConvention]:
        """Iterate over the conventions, by kind."""
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __str__(self) -> str:
        width = max(len(entry.name) for entry in self.entries)
        lines = []
        for kind in dict.fromkeys(entry.kind for entry in self.entries):
            lines.append(kind)
            for entry in self.entries:
                if entry.kind == kind:
                    needs = f" (give {' and '.join(entry.needs)})" if entry.needs else ""
                    star = "*" if entry.ours else " "
                    lines.append(f"  {star} {entry.name:{width}}  {entry.meaning}{needs}")
        return "\n".join(lines)


def conventions(kind: str = "") -> Conventions:
    """Return the conventions that `convert` knows.

    Parameters
    ----------
    kind
        A word of the kinds that are wanted, such as "tensor", "order" or "angles"; all if empty.

    Returns
    -------
    Conventions
        Prints itself as a table; a star marks the conventions of this package.

    Raises
    ------
    LinkwiseError
        If no kind has this word.

    Examples
    --------
    >>> print(conventions("quaternion"))
    quaternion: order
      * quaternion wxyz  scalar first; MuJoCo, Drake
        quaternion xyzw  scalar last; SciPy, ROS, Pinocchio
    """
    require_kind(kind, str, "kind")
    found = tuple(entry for entry in ALL if kind in entry.kind)
    if not found:
        kinds = "; ".join(dict.fromkeys(entry.kind for entry in ALL))
        raise LinkwiseError(f"no kind of convention has {kind!r} in it: there are {kinds}")
    return Conventions(found)


def convert(
    x: Any,
    from_: str,
    to: str,
    *,
    mass: Any = None,
    com: ArrayLike | None = None,
    pose: Transform | None = None,
    turning: Sequence[bool] | None = None,
) -> Any:
    """Return the same quantity in another convention.

    Parameters
    ----------
    x
        An array, leading axes being a batch; rows of `DHRow` for a Denavit-Hartenberg table.
        Numbers may be symbols.
    from_, to
        Names of two conventions of one kind, as `conventions` lists them.
    mass, com
        Of the body, where a tensor goes from one point to another: kg, and m in the tensor's axes.
    pose
        `Transform` of the link in the world, where a motion or force changes axes or point.
    turning
        For every joint whether it turns, where angles are relative or absolute: all if not given.
        A slide is the same in both.

    Returns
    -------
    ndarray, or list of DHRow
        A new value; `x` stays as it is.

    Raises
    ------
    LinkwiseError
        If a name is unknown, the two are of different kinds, something is missing or not needed,
        or x has a wrong shape.

    References
    ----------
    R. Featherstone, *Rigid Body Dynamics Algorithms*, tables 2.1 and 2.2, for 6-vectors and
    eq. 2.62 for the point of a tensor; W. Khalil, E. Dombre, *Modeling, Identification and Control
    of Robots*, for modified tables and the order of parameters; the documentation of Pinocchio and
    of MuJoCo for theirs.

    Examples
    --------
    A rod about its end, as the joint sees it:

    >>> import numpy as np
    >>> about_com = np.diag([0, 1, 1])
    >>> convert(about_com, "tensor about com", "tensor about joint", mass=3, com=(1, 0, 0))
    array([[0., 0., 0.],
           [0., 4., 0.],
           [0., 0., 4.]])
    >>> convert([0, 0, 2, 5, 0, 0], "vector angular first", "vector linear first")
    array([5., 0., 0., 0., 0., 2.])
    """
    source, target = _named(from_), _named(to)
    if source.kind != target.kind:
        others = ", ".join(repr(entry.name) for entry in ALL if entry.kind == source.kind)
        raise LinkwiseError(
            f"{from_!r} is a convention of another kind than {to!r}: {source.kind}, and "
            f"{target.kind}; of the first there are {others}"
        )
    given = Given(mass, com, pose, turning)
    _require(given, (source, target))
    return target.from_ours(source.to_ours(x, given), given)


def _named(name: str) -> NamedConvention:
    """Return the convention of this name, or say which is near."""
    for entry in ALL:
        if entry.name == name:
            return entry
    near = difflib.get_close_matches(str(name), [entry.name for entry in ALL], n=3, cutoff=0.4)
    hint = f"did you mean {' or '.join(map(repr, near))}? " if near else ""
    raise LinkwiseError(f"there is no convention {name!r}: {hint}print(conventions()) lists all")


def _require(given: Given, pair: tuple[NamedConvention, ...]) -> None:
    """Raise if a keyword is missing, or one is given that makes no difference."""
    needed = {what for entry in pair for what in entry.needs}
    allowed = needed | ({"turning"} if pair[0] in ANGLES else set())
    there = {f.name for f in fields(Given) if getattr(given, f.name) is not None}
    names = " and ".join(repr(entry.name) for entry in pair)
    if needed - there:
        raise LinkwiseError(f"between {names} give {' and '.join(sorted(needed - there))} too")
    if there - allowed:
        idle = " and ".join(sorted(there - allowed))
        raise LinkwiseError(f"between {names} {idle} makes no difference: leave it out")
    if given.pose is not None and not isinstance(given.pose, Transform):
        raise LinkwiseError(f"pose must be a Transform, got {given.pose!r}")
