"""What a named convention is: a kind, a name, and the ways to the convention of this package."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array, is_numeric, require_finite
from linkwise.spatial.transform import Transform


@dataclass(frozen=True, eq=False)
class Given:
    """What a conversion may need besides the quantity itself.

    Attributes
    ----------
    mass
        Of the body, kg.
    com
        Its centre of mass in the frame of the tensor ``(3,)``, m.
    pose
        Of the link in the world.
    turning
        For every joint whether it turns.
    """

    mass: Any = None
    com: ArrayLike | None = None
    pose: Transform | None = None
    turning: Sequence[bool] | None = None


Way = Callable[[Any, Given], Any]


@dataclass(frozen=True, eq=False)
class NamedConvention:
    """A convention by name.

    Attributes
    ----------
    kind : str
        What it is a convention of; only conventions of one kind convert to each other.
    name : str
        As `convert` takes it.
    meaning : str
        A few words, with the books or programs that have it.
    needs : tuple of str
        The keywords that `convert` needs for it.
    ours : bool
        Whether it is the convention of this package.
    """

    kind: str
    name: str
    meaning: str
    to_ours: Way
    from_ours: Way
    needs: tuple[str, ...] = ()
    ours: bool = False


def ours(kind: str, name: str, meaning: str, way: Way) -> NamedConvention:
    """Return the convention of this package; its way checks the quantity and leaves it as it is."""
    return NamedConvention(kind, name, meaning, way, way, ours=True)


def checked(*shape: int | str) -> Way:
    """Return the way that leaves a quantity as it is, after a look at the end of its shape.

    A letter stands for any number, and the same letter for the same number.
    """
    return lambda x, _: quantity(x, *shape)


def quantity(x: Any, *shape: int | str) -> Array:
    """Return a copy of an array whose shape ends as wanted, or say that it does not."""
    a = as_array(x)
    require_finite(a, "the value")
    if len(shape) == 1 and a.ndim == 2 and a.shape[1] == 1 < a.shape[0]:
        if is_numeric(a):  # or else it would pass for as many states of one joint
            raise LinkwiseError(f"a vector is wanted, got a column of shape {a.shape}: flatten it")
        a = a[:, 0]
    end = a.shape[len(a.shape) - len(shape) :] if a.ndim >= len(shape) else ()
    sizes: dict[int | str, int] = {}
    fits = len(end) == len(shape) and all(
        sizes.setdefault(wanted, got) == got and wanted in (got, str(wanted))
        for wanted, got in zip(shape, end, strict=True)
    )
    if not fits:
        wanted = ", ".join(map(str, ("...", *shape)))
        raise LinkwiseError(f"the value must have shape ({wanted}), got {a.shape}")
    return a


def reordered(
    kind: str, name: str, meaning: str, order: Sequence[str], standard: Sequence[str]
) -> NamedConvention:
    """Return the convention that has the entries of the last axis in another order."""
    there = [standard.index(entry) for entry in order]
    back = [order.index(entry) for entry in standard]
    n = len(standard)
    return NamedConvention(
        kind,
        name,
        meaning,
        lambda x, _: quantity(x, n)[..., back],
        lambda x, _: quantity(x, n)[..., there],
    )


def negative(x: Array) -> Array:
    """Return −x, with 0 for 0."""
    minus: Array = np.zeros_like(x) - x
    return minus
