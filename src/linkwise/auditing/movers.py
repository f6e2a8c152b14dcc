"""What each joint carries: a moving link with all that fixed joints attach to it."""

from dataclasses import dataclass, field
from functools import cached_property

from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.transform import Transform


@dataclass(frozen=True, eq=False)
class Piece:
    """A link, and where it sits in the moving link that it is part of."""

    link: Link
    pose: Transform

    @property
    def inertia(self) -> Inertia:
        """Inertia in the frame of the moving link."""
        return self.link.inertia.moved(self.pose)


@dataclass(frozen=True, eq=False)
class Mover:
    """A moving link with all that is fixed to it.

    Attributes
    ----------
    link : Link
        The moving link.
    parent : str or None
        The moving link that carries it; None for the base.
    placement : Transform
        Pose of the joint in the frame of that link.
    pieces : list of Piece
        The link itself and what is fixed to it, parents first.
    ends : list of Transform
        Where the joints of the next moving links sit.
    """

    link: Link
    parent: str | None
    placement: Transform
    pieces: list[Piece] = field(default_factory=list)
    ends: list[Transform] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Name of the moving link."""
        return self.link.name

    @cached_property
    def inertia(self) -> Inertia:
        """Inertia of all pieces together, in the frame of the moving link."""
        return total(self.pieces)


def total(pieces: list[Piece]) -> Inertia:
    """Return the inertia of some pieces together."""
    return sum((piece.inertia for piece in pieces), Inertia.zero())


def movers(robot: Robot) -> dict[str, Mover]:
    """Return the moving links by name, parents first.  What is fixed to the base is left out."""
    found: dict[str, Mover] = {}
    place: dict[str | None, tuple[str | None, Transform]] = {None: (None, Transform.identity())}
    for link in robot.links:
        carrier, pose = place[link.parent]
        at = pose @ link.placement
        if link.joint.moves:
            found[link.name] = Mover(link, carrier, at)
            if carrier is not None:
                found[carrier].ends.append(at)
            carrier, at = link.name, Transform.identity()
        place[link.name] = carrier, at
        if carrier is not None:
            found[carrier].pieces.append(Piece(link, at))
    return found


def subtrees(mover: Mover) -> list[tuple[Piece, list[Piece]]]:
    """Return every piece behind a fixed joint of a mover, with what is fixed to it in turn."""
    found = []
    for piece in mover.pieces[1:]:
        names, group = {piece.link.name}, [piece]
        for other in mover.pieces:
            if other.link.parent in names:
                names.add(other.link.name)
                group.append(other)
        found.append((piece, group))
    return found
