"""Two models of one arm, held against each other: what differs, and which mistake would do that."""

from collections.abc import Mapping
from dataclasses import replace

from linkwise.auditing.closeness import close_bodies
from linkwise.auditing.dh_kind import read_as_standard, same_joints
from linkwise.auditing.findings import Comparison, Difference
from linkwise.auditing.matching import Movers, match
from linkwise.auditing.movers import movers
from linkwise.auditing.pairing import Pairing
from linkwise.auditing.source import Source, robot_and_notes
from linkwise.auditing.world_faults import gravity_differences, world_notes
from linkwise.models.robot import Robot
from linkwise.number_text import short
from linkwise.spatial.errors import LinkwiseError


def compare(a: Source, b: Source, *, tolerance: float = 1e-6) -> Comparison:
    """Return what two models of one arm differ in, each difference with the mistake that fits it.

    Moving links are matched by name, joint name or order, and compared with all that is fixed to
    them; what is fixed to the base is left out.  Link frames may differ as long as the axes of the
    joints are where they were.

    Parameters
    ----------
    a, b
        The models A and B: robots, or files or built-in names as for `load`.
    tolerance
        How far numbers may be apart, relative to the largest that they belong to.  Files with few
        digits want more.

    Returns
    -------
    Comparison
        It prints as a report.  Differences that fit no known mistake are "unexplained".

    Raises
    ------
    LinkwiseError
        As for `load`, if a robot holds symbols, or if the tolerance is not between 0 and 1.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> compare(planar_2r(), planar_2r(gravity=(0, 9.81, 0))).differences[0].kind
    'gravity sign'
    """
    if not 0 < tolerance < 1:
        raise LinkwiseError(f"tolerance must be between 0 and 1, got {tolerance!r}")
    (robot_a, _), (robot_b, _) = robot_and_notes(a), robot_and_notes(b)
    A, B = movers(robot_a), movers(robot_b)
    matching = match(A, B)
    found = [*gravity_differences(robot_a, robot_b, tolerance), *matching.differences]
    notes = [*matching.notes]
    notes += world_notes(robot_a, robot_b, A, B, matching.pairs, tolerance)
    pairing = Pairing(A, B, matching.pairs, tolerance)
    if pairing.misplaced and (other := other_dh_kind(pairing)):
        pairing, kind = other
        found.append(kind)
    found += pairing.differences()
    if pairing.reframed:
        names = ", ".join(map(repr, pairing.reframed))
        notes.append(f"frames differ but not the axes of the joints; compared in A's: {names}")
    labels = _label(a, robot_a), _label(b, robot_b)
    return Comparison(*labels, tuple(found), tuple(notes), tolerance)


def other_dh_kind(pairing: Pairing) -> tuple[Pairing, Difference] | None:
    """Return the pairing with one arm's table read as the other is, if they are one table."""
    A, B, pairs, tolerance = pairing.A, pairing.B, pairing.pairs, pairing.tolerance
    back = {b: a for a, b in pairs.items()}
    found = None
    if (again := read_as_standard(B)) and same_joints(A, again, pairs, tolerance):
        found = Pairing(A, _nearer(again, B, A, back, tolerance), pairs, tolerance), ("A", "B")
    elif (again := read_as_standard(A)) and same_joints(again, B, pairs, tolerance):
        found = Pairing(_nearer(again, A, B, pairs, tolerance), B, pairs, tolerance), ("B", "A")
    if found is None:
        return None
    S, M = found[1]
    said = f"the joints sit as in one table, read as standard in {S} and as modified in {M}"
    return found[0], Difference("kind of Denavit-Hartenberg table", said)


def _nearer(
    again: Movers, given: Movers, other: Movers, pairs: Mapping[str, str], tolerance: float
) -> Movers:
    """Return an arm whose table is read again, with bodies as they were where those fitted."""
    kept = {
        name: replace(mover, pieces=given[name].pieces)
        for name, mover in again.items()
        if close_bodies(given[name].inertia, other[pairs[name]].inertia, tolerance)
    }
    return {**again, **kept}


def _label(source: Source, robot: Robot) -> str:
    name = robot.name if isinstance(source, Robot) else source
    counts = f"{len(robot.links)} links, {robot.n} coordinates"
    return f"{name}: {counts}, {short(float(robot.mass()))} kg"
