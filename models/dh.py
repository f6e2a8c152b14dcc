"""Robots from Denavit-Hartenberg tables, standard and modified.

Both conventions build a link from two screws, one along the joint's z axis and one along x:

standard   A = Rz(θ) Tz(d) Tx(a) Rx(α),   the link's frame at its far end;
modified   A = Rx(α) Tx(a) Rz(θ) Tz(d),   the link's frame at its joint.

Here link frames are at the joint.  So the rows of a standard table place the *next* joint, and
what a standard table says in far-end axes is moved by that constant tail.
"""

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.joint import Joint, Limits
from linkwise.models.joint_effects import Friction, Mimic, Rotor, Spring
from linkwise.models.link import Link
from linkwise.models.massless import remarks_on_mass
from linkwise.models.robot import Robot, gravity_vector
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import as_array, is_numeric, require_finite
from linkwise.spatial.transform import Transform

Convention = Literal["standard", "modified"]


@dataclass(frozen=True, eq=False, kw_only=True)
class DHRow:
    """One row of a Denavit-Hartenberg table, with the mass of its link.

    Parameters
    ----------
    a, alpha
        Length along x (m) and twist about x (rad): of this link in a standard table, of the one
        before it in a modified table.
    d, theta
        Offset along z (m) and angle about z (rad).  The coordinate of a revolute joint adds to
        theta, that of a prismatic one to d.
    kind
        "revolute" or "prismatic".
    offset
        Constant that adds to the coordinate: theta = q + offset, or d = q + offset, in addition
        to what the row has there.
    mass
        Mass of the link, kg.
    com
        Centre of mass ``(3,)``, m, in the frame that the convention gives to the link: at its far
        end in a standard table, at its joint in a modified one.  It must be given with a mass.
    tensor
        Rotational inertia ``(3, 3)`` about the *centre of mass*, axes of the same frame, kg m²,
        entries as the matrix has them.  Zero if not given.
    limits
        Range, speed and effort of the joint.
    name
        Name of the link; "link1", "link2", … if not given.
    friction, spring, rotor, mimic
        As for `Joint`; joints have the names "q1", "q2", ….

    Examples
    --------
    >>> DHRow(a=0.4, mass=2, com=(-0.2, 0, 0)).alpha
    0
    """

    a: Any = 0
    alpha: Any = 0
    d: Any = 0
    theta: Any = 0
    kind: Literal["revolute", "prismatic"] = "revolute"
    offset: Any = 0
    mass: Any = None
    com: ArrayLike | None = None
    tensor: ArrayLike | None = None
    limits: Limits = field(default_factory=Limits)
    name: str | None = None
    friction: Friction = field(default_factory=Friction)
    spring: Spring = field(default_factory=Spring)
    rotor: Rotor = field(default_factory=Rotor)
    mimic: Mimic | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("revolute", "prismatic"):
            raise LinkwiseError(f"kind must be 'revolute' or 'prismatic', got {self.kind!r}")
        for what in ("a", "alpha", "d", "theta", "offset"):
            number = as_array(getattr(self, what), what)
            if number.shape != ():
                raise LinkwiseError(f"{what} must be one number, got {getattr(self, what)!r}")
            require_finite(number, what)

    @property
    def inertia(self) -> Inertia:
        """Inertia of the link in the frame of the convention."""
        if self.mass is None and self.com is not None:
            raise LinkwiseError(f"com is {self.com!r} but the mass is not given: give mass")
        mass = 0 if self.mass is None else self.mass
        m = as_array(mass, "the mass")
        if self.com is None and not (is_numeric(m) and (m == 0).all()):
            raise LinkwiseError(f"mass is {mass} but the centre of mass is not given: give com")
        return Inertia(mass, (0, 0, 0) if self.com is None else self.com, self.tensor)

    @property
    def turn(self) -> Any:
        """Constant angle about z, rad."""
        return self.theta + self.offset if self.kind == "revolute" else self.theta

    @property
    def slide(self) -> Any:
        """Constant shift along z, m."""
        return self.d + self.offset if self.kind == "prismatic" else self.d


def from_dh(
    rows: Iterable[DHRow],
    *,
    convention: Convention,
    name: str = "arm",
    gravity: ArrayLike = (0, 0, -9.81),
    base: Transform | None = None,
) -> Robot:
    """Return the chain that a Denavit-Hartenberg table describes.

    With q in θ or in d,  A = Rz(θ) Tz(d) Tx(a) Rx(α)  or  A = Rx(α) Tx(a) Rz(θ) Tz(d).

    Parameters
    ----------
    rows
        One `DHRow` a joint, from the base outward.  Numbers may be symbols.
    convention
        "standard" (Denavit & Hartenberg, Paul, Spong) or "modified" (Craig, Khalil).  It has no
        default: the same numbers describe different arms.
    name
        Name of the robot.
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s².
    base
        Pose of the table's frame 0 in the world.

    Returns
    -------
    Robot
        Joints "q1", "q2", …, all about or along z.  Its link frames are at the joints: those of a
        modified table, and for a standard table the frame before it turned by θ (shifted by d if
        prismatic).

    Raises
    ------
    LinkwiseError
        If the convention is unknown, or a row has a wrong number or a mass without its centre.

    Warns
    -----
    LinkwiseWarning
        If links at the end have no mass given, or none has: such an arm has no dynamics.

    References
    ----------
    Denavit & Hartenberg; Spong, Hutchinson & Vidyasagar eq. 3.10; Craig eq. 3.6.

    Examples
    --------
    A rod of 2 m, its centre given from the far end:

    >>> from linkwise import crba
    >>> row = DHRow(a=2, mass=3, com=(-1, 0, 0), tensor=[[0, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> crba(from_dh([row], convention="standard"), [0.4])
    array([[4.]])
    """
    table = list(rows) if isinstance(rows, Iterable) else [rows]  # refused below
    links = links_of_table(table, convention)
    robot = Robot(name, links, gravity_vector(gravity), base or Transform.identity())
    pairs = zip(links, table, strict=True)
    given = [link.name for link, row in pairs if row.mass is not None or row.tensor is not None]
    for remark in remarks_on_mass(robot, given):
        warnings.warn(f"{name}: {remark}", LinkwiseWarning, stacklevel=2)
    return robot


def links_of_table(table: Sequence[DHRow], convention: Convention) -> list[Link]:
    """Return the links that the rows of a table describe, each on the one before it."""
    if convention not in get_args(Convention):
        raise LinkwiseError(f"convention must be 'standard' or 'modified', got {convention!r}")
    links: list[Link] = []
    reach = Transform.identity()  # pose of the table's frame i − 1 in the frame of link i − 1
    for k, row in enumerate(table, start=1):
        if not isinstance(row, DHRow):
            raise LinkwiseError(f"row {k} is {row!r}: give a DHRow")
        label = row.name or f"link{k}"
        along_x = Transform.translation(row.a, 0, 0) @ Transform.rotation_x(row.alpha)
        along_z = Transform.rotation_z(row.turn) @ Transform.translation(0, 0, row.slide)
        try:
            inertia = row.inertia
        except LinkwiseError as error:
            raise LinkwiseError(f"row {k}, link {label!r}: {error}") from None
        with np.errstate(all="ignore"):
            if convention == "modified":
                placement = along_x @ along_z
            elif row.kind == "revolute":  # the shift along z comes after the joint
                tail = Transform.translation(0, 0, row.slide) @ along_x
                placement = reach @ Transform.rotation_z(row.turn)
                inertia, reach = inertia.moved(tail), tail
            else:
                placement = reach @ along_z
                inertia, reach = inertia.moved(along_x), along_x
        for x in (inertia.parameters(), placement.p):
            if is_numeric(x) and not np.isfinite(x).all():
                raise LinkwiseError(
                    f"row {k}, link {label!r}: its numbers are too large to be computed with"
                )
        joint = Joint(
            f"q{k}",
            row.kind,
            limits=row.limits,
            friction=row.friction,
            spring=row.spring,
            rotor=row.rotor,
            mimic=row.mimic,
        )
        links.append(Link(label, joint, placement, inertia, links[-1].name if links else None))
    return links
