"""Conventions of 6-vectors: which half comes first, and in whose axes and about which point."""

from collections.abc import Callable
from typing import Any

from linkwise.converting.named import Given, NamedConvention, Way, checked, ours, quantity
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

SWAP = [3, 4, 5, 0, 1, 2]


def _swapped(x: Any, _: Given) -> Array:
    """Return a 6-vector with its halves exchanged."""
    return quantity(x, 6)[..., SWAP]


def _both_swapped(x: Any, _: Given) -> Array:
    """Return a 6x6 matrix with the halves of rows and columns exchanged."""
    return quantity(x, 6, 6)[..., SWAP, :][..., SWAP]


def _rows_swapped(x: Any, _: Given) -> Array:
    """Return a Jacobian with the halves of its rows exchanged."""
    return quantity(x, 6, "n")[..., SWAP, :]


VECTOR, MATRIX, JACOBIAN = "6-vector: order", "6x6 matrix: order", "Jacobian: order"
LINEAR = "linear part first; Pinocchio, ROS"
ANGULAR = "angular part first; Featherstone, Drake"
ORDERS = tuple(
    convention
    for kind, thing, shape, swap in (
        (VECTOR, "vector", (6,), _swapped),
        (MATRIX, "6x6", (6, 6), _both_swapped),
        (JACOBIAN, "Jacobian", (6, "n"), _rows_swapped),
    )
    for convention in (
        ours(kind, f"{thing} angular first", ANGULAR, checked(*shape)),
        NamedConvention(kind, f"{thing} linear first", LINEAR, swap, swap),
    )
)


def _pose(given: Given, *, turned_only: bool) -> Transform:
    """Return the pose of the link in the world, or of axes like the world's at the link."""
    pose = given.pose
    if pose is None:  # `convert` asks for what a convention needs
        return Transform.identity()
    return Transform.trusted(pose.R, pose.p * 0) if turned_only else pose


def _framed(
    to_parent: Callable[[Transform, Array], Array], *, turned_only: bool
) -> tuple[Way, Way]:
    """Return the ways of a motion or force to link axes and back."""

    def to_link(x: Any, given: Given) -> Array:
        return to_parent(_pose(given, turned_only=turned_only).inverse(), quantity(x, 6))

    def from_link(x: Any, given: Given) -> Array:
        return to_parent(_pose(given, turned_only=turned_only), quantity(x, 6))

    return to_link, from_link


FRAMES = tuple(
    convention
    for thing, to_parent in (
        ("motion", Transform.motion_to_parent),
        ("force", Transform.force_to_parent),
    )
    for convention in (
        ours(
            f"{thing}: axes and point",
            f"{thing} in link axes",
            "angular first, of the link's origin, in its axes; Pinocchio's LOCAL",
            checked(6),
        ),
        NamedConvention(
            f"{thing}: axes and point",
            f"{thing} in world axes",
            "of the link's origin, in the world's axes; Pinocchio's LOCAL_WORLD_ALIGNED",
            *_framed(to_parent, turned_only=True),
            needs=("pose",),
        ),
        NamedConvention(
            f"{thing}: axes and point",
            f"{thing} at the world's origin",
            "of the point of the body that passes there, in the world's axes; Pinocchio's WORLD",
            *_framed(to_parent, turned_only=False),
            needs=("pose",),
        ),
    )
)
