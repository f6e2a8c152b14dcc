"""What a model says of each body, whether a body can be like that, and what is odd about it."""

from dataclasses import dataclass, fields

import numpy as np

from linkwise.auditing.solid_box import SolidBox, doubts, solid_box
from linkwise.auditing.source import Source, robot_and_notes
from linkwise.auditing.words import indented
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction
from linkwise.models.link import Link
from linkwise.number_text import short, vector
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

CONVENTIONS = """\
conventions
  SI units and radians.  A link's frame has its origin on the joint's axis and moves with the joint.
  Centre of mass and principal axes: in the link's frame.
  Moments: about the centre of mass; Ixy is minus the integral of x y dm, as the matrix has it.
  A body is possible if its mass is not negative and no principal moment is negative or larger than
  the sum of the others.
  Solid box: the box of even density with this mass and these principal moments.
  Gravity: acceleration of free fall in world axes."""
FRICTION = {
    "viscous": "viscous friction",
    "coulomb": "Coulomb friction",
    "coulomb_negative": "Coulomb friction backwards",
    "stribeck": "Stribeck friction",
}


@dataclass(frozen=True, eq=False)
class BodyAudit:
    """What is to be said of one link.

    Attributes
    ----------
    link, parent, joint : str
        Names; the parent of a link on the base is "the base".
    mass : float
        kg.
    com : ndarray
        Centre of mass ``(3,)`` in the link's frame, m.
    moments, axes : ndarray
        Principal moments ``(3,)`` about the centre of mass, ascending, kg m², and their axes as the
        columns of a ``(3, 3)``, in the link's frame.
    broken : tuple of str
        Rules of real bodies that the numbers break.
    box : SolidBox or None
        The solid box of the same mass and moments; None without mass or for an impossible body.
    doubts : tuple of str
        What makes a possible body unlikely.
    effects : tuple of str
        Friction, spring, rotor and coupling of the joint.
    """

    link: str
    parent: str
    joint: str
    mass: float
    com: Array
    moments: Array
    axes: Array
    broken: tuple[str, ...]
    box: SolidBox | None
    doubts: tuple[str, ...]
    effects: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """What is to be said: possible, no mass, or impossible with the rules that are broken."""
        if self.broken:
            return f"impossible: {'; '.join(self.broken)}"
        return "possible" if self.mass else "no mass"

    def __str__(self) -> str:
        head = f"{self.link}, on {self.parent} by {self.joint}"
        if not (self.mass or self.broken or self.effects):
            return f"{head}: no mass"
        rows = []
        if self.mass or self.broken:
            axes = ", ".join(vector(axis, digits=3) for axis in self.axes.T)
            rows += [
                f"mass        {short(self.mass)} kg, centre of mass {vector(self.com)} m",
                f"principal   {vector(self.moments)} kg m²",
                *([f"axes        {axes}"] if self.moments.any() else []),
            ]
        rows += [f"verdict     {self.verdict}"]
        rows += [f"solid box   {self.box}"] if self.box else []
        rows += [f"doubtful    {doubt}" for doubt in self.doubts]
        rows += [f"joint       {effect}" for effect in self.effects]
        return "\n".join([head, *indented(rows)])


@dataclass(frozen=True, eq=False)
class Audit:
    """What is to be said of a robot; it prints as a report.

    Attributes
    ----------
    robot : str
        Name of the robot.
    bodies : tuple of BodyAudit
        Every link, parents first.
    ignored : tuple of str
        What the file holds that the dynamics do not use, or not as it stands there.
    gravity : ndarray
        Acceleration of free fall in world axes ``(3,)``, m/s².
    """

    robot: str
    bodies: tuple[BodyAudit, ...]
    ignored: tuple[str, ...]
    gravity: Array

    @property
    def impossible(self) -> tuple[BodyAudit, ...]:
        """The links that no body can be like."""
        return tuple(body for body in self.bodies if body.broken)

    @property
    def doubtful(self) -> tuple[BodyAudit, ...]:
        """The links that are possible but unlikely."""
        return tuple(body for body in self.bodies if body.doubts)

    def __str__(self) -> str:
        counts = f"{len(self.impossible)} impossible, {len(self.doubtful)} doubtful"
        head = [
            f"{self.robot}: {len(self.bodies)} links, {counts}",
            *indented(f"impossible  {_named(body)}" for body in self.impossible),
            *indented(f"doubtful    {body.link}" for body in self.doubtful),
            f"  gravity     {vector(self.gravity)} m/s²",
        ]
        unused = ["in the file, without effect on the dynamics or not as it stands there"]
        unused += indented(self.ignored or ["nothing"])
        parts = ["\n".join(head), *map(str, self.bodies), "\n".join(unused), CONVENTIONS]
        return "\n\n".join(parts)


def audit(source: Source) -> Audit:
    """Return what a model says of each link, whether a body can be like that, and what is odd.

    Parameters
    ----------
    source
        A robot, or a file or built-in name as for `load`.  Of a file it is also said what it
        holds that the dynamics do not use.

    Returns
    -------
    Audit
        It prints as a report.

    Raises
    ------
    LinkwiseError
        As for `load`, or if the robot holds symbols.

    References
    ----------
    A body is possible if and only if its pseudo-inertia is positive semidefinite: P. M. Wensing,
    S. Kim, J.-J. E. Slotine, *IEEE Robotics and Automation Letters* 3 (2018).

    Examples
    --------
    >>> from linkwise import Inertia, Joint, Link, Robot
    >>> rod = Inertia(2, (0.3, 0, 0), [[0.9, 0, 0], [0, 0.06, 0], [0, 0, 0.06]])
    >>> found = audit(Robot("arm", [Link("rod", Joint.revolute("j1"), inertia=rod)]))
    >>> [body.link for body in found.impossible], len(str(found.bodies[0]).splitlines())
    (['rod'], 5)
    """
    robot, notes = robot_and_notes(source)
    return Audit(robot.name, tuple(map(body_audit, robot.links)), notes, robot.gravity)


def body_audit(link: Link) -> BodyAudit:
    """Return what is to be said of one link."""
    body = link.inertia
    with np.errstate(all="ignore"):
        computable = np.isfinite(body.tensor).all()
    if not computable:
        raise LinkwiseError(f"link {link.name!r}: {body.violations()[0]}")
    moments, axes = body.principal()
    largest = np.abs(axes).argmax(axis=0)
    return BodyAudit(
        link.name,
        link.parent or "the base",
        link.joint.name,
        float(body.mass),
        body.com,
        moments,
        axes * np.sign(axes[largest, range(3)]),  # an axis has no sense of its own
        body.violations(),
        solid_box(body),
        doubts(body),
        joint_effects(link.joint),
    )


def joint_effects(joint: Joint) -> tuple[str, ...]:
    """Return what a joint has beyond the body that it carries, one phrase each."""
    unit, effort, friction = joint.unit, joint.effort_unit, joint.friction
    found = []
    for f in fields(Friction):
        size = getattr(friction, f.name)
        same = f.name == "coulomb_negative" and size == friction.coulomb
        if f.name in FRICTION and size and not same:
            per = f" s/{unit}" if f.name == "viscous" else ""
            found.append(f"{FRICTION[f.name]} {short(size)} {effort}{per}")
    if "springs" in joint.effects:
        k, q0 = joint.spring.stiffness, joint.spring.rest
        found.append(f"spring of {short(k)} {effort}/{unit}, slack at {short(q0)} {unit}")
    if "rotors" in joint.effects:
        J, G = joint.rotor.inertia, joint.rotor.gear
        mass_unit = "kg m²" if unit == "rad" else "kg"
        felt = short(joint.rotor.reflected)
        found.append(f"rotor of {short(J)} kg m² behind a gear of {short(G)}: {felt} {mass_unit}")
    if joint.mimic:
        k, c, leader = joint.mimic.multiplier, joint.mimic.offset, joint.mimic.joint
        found.append(f"follows {leader}: {short(k)} times its coordinate, plus {short(c)} {unit}")
    return tuple(found)


def _named(body: BodyAudit) -> str:
    return f"{body.link}: {'; '.join(body.broken)}"
