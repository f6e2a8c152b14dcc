"""A link: a rigid body, the joint that moves it and where that joint sits on its parent."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from linkwise.models.joint import Joint
from linkwise.spatial.errors import require_kind
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.rotations import rotation_about_unit_axis, rotation_parts
from linkwise.spatial.scalars import Array, alike, as_object, is_numeric
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import times

PARTS: dict[str, type] = {"joint": Joint, "placement": Transform, "inertia": Inertia}


@dataclass(frozen=True, eq=False)
class Link:
    """A rigid link of a chain or tree.

    The link's frame is fixed in the link, has its origin on the joint's axis and moves with the
    joint (Craig, *Introduction to Robotics*, section 3.4).  At q = 0 it is the `placement`.

    Parameters
    ----------
    name
        Name of the link.
    joint
        The joint between parent and link.
    placement
        Pose of the joint in the parent's link frame (in the base frame for a root).
    inertia
        Mass, centre of mass and rotational inertia, in the link's frame.
    parent
        Name of the parent link; None for a link on the base.

    Raises
    ------
    LinkwiseError
        If joint, placement or inertia is something else, such as an inertia where the placement is.
    """

    name: str
    joint: Joint
    placement: Transform = field(default_factory=Transform.identity)
    inertia: Inertia = field(default_factory=Inertia.zero)
    parent: str | None = None

    def __post_init__(self) -> None:
        for what, kind in PARTS.items():
            require_kind(getattr(self, what), kind, f"{what} of link {self.name!r}")

    @cached_property
    def _turning(self) -> tuple[Array, Array, Array]:
        """Constants A, B, C of the link's rotation A + B sin q + C cos q in its parent."""
        A, B, C = (
            self.placement.R @ part
            for part in rotation_parts(alike(self.joint.axis, self.placement.R)[0])
        )
        return A, B, C

    @cached_property
    def _sliding(self) -> Array:
        """Shift of the link's origin per unit of q, in parent coordinates."""
        return times(*alike(self.placement.R, self.joint.slide))

    def transform(self, q: Array) -> Transform:
        """Return the pose of the link in its parent at coordinates q ``(..., 1)``."""
        R, p = self.placement.R, self.placement.p
        if self.joint.kind in ("revolute", "helical"):
            R = rotation_about_unit_axis(self._turning, q)
        if self.joint.kind in ("prismatic", "helical"):
            p = p + self._sliding * q
        return Transform.trusted(R, p)

    @property
    def is_numeric(self) -> bool:
        """Whether all numbers of the link are plain floats."""
        return all(map(is_numeric, self.arrays))

    @property
    def arrays(self) -> tuple[Array, ...]:
        """All numbers that enter the dynamics."""
        I, X = self.inertia, self.placement
        return (I.mass, I.moment, I.about_origin, X.R, X.p, *self.joint.arrays)

    def as_object(self) -> "Link":
        """Return the link with object entries, whole numbers as ints."""
        I, X = self.inertia, self.placement
        return replace(
            self,
            inertia=Inertia.trusted(*map(as_object, (I.mass, I.moment, I.about_origin))),
            placement=Transform.trusted(as_object(X.R), as_object(X.p)),
            joint=self.joint.as_object(),
        )
