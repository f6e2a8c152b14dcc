"""What the moving parts of two models differ in, piece by piece: fixed joints lose masses."""

from collections.abc import Iterator

from linkwise.auditing.body_faults import explain
from linkwise.auditing.closeness import close_bodies, difference
from linkwise.auditing.findings import UNEXPLAINED, Difference
from linkwise.auditing.movers import Mover, Piece, subtrees, total
from linkwise.auditing.tensor_faults import Case
from linkwise.number_text import short, vector
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.transform import Transform

IDENTITY = Transform.identity()


def carried(a: Mover, b: Mover, X: Transform, tolerance: float) -> Iterator[Difference]:
    """Yield what the bodies differ in that two joints carry.

    Parameters
    ----------
    a, b
        The moving links of A and B, with what is fixed to them.
    X
        Pose of b's frame in a's.
    tolerance
        How far numbers may be apart.
    """
    here, there = a.inertia, b.inertia.moved(X)
    if close_bodies(here, there, tolerance):
        return
    lost = _behind_fixed_joint(a, IDENTITY, here, there, ("A", "B"), tolerance)
    lost = lost or _behind_fixed_joint(b, X, there, here, ("B", "A"), tolerance)
    if lost:
        yield lost
        return
    around = _case(a, a.pieces[0]), _case(b, b.pieces[0])
    cases = _cases(a.inertia, b.inertia, X, *around, tolerance)
    whole = list(explain(f"link {a.name!r} with all that is fixed to it", *cases))
    parts = list(_piece_by_piece(a, b, X, tolerance))
    yield from min(parts, whole, key=lambda found: sum(d.kind == UNEXPLAINED for d in found))


def _piece_by_piece(a: Mover, b: Mover, X: Transform, tolerance: float) -> Iterator[Difference]:
    """Yield what links of the same name differ in, and the rest of both."""
    others = {piece.link.name: piece for piece in b.pieces[1:]}
    pairs = [(a.pieces[0], b.pieces[0])]
    pairs += [(p, others.pop(p.link.name)) for p in a.pieces[1:] if p.link.name in others]
    for p, q in pairs:
        yield from _piece(p, q, X, _case(a, p), _case(b, q), tolerance)
    known = [p for p, _ in pairs]
    rest_a = total([p for p in a.pieces if p not in known])
    rest_b = total(list(others.values())).moved(X)
    around = (IDENTITY, ())
    where = f"what is fixed to link {a.name!r}"
    yield from explain(where, *_cases(rest_a, rest_b, IDENTITY, around, around, tolerance))


Around = tuple[Transform, tuple[Transform, ...]]  # placement of a link, and of those on it


def _case(mover: Mover, piece: Piece) -> Around:
    """Return where a piece sits in its parent, and what sits on it."""
    if piece is not mover.pieces[0]:
        return piece.link.placement, ()
    fixed = [p.pose for p in mover.pieces if p.link.parent == mover.name]
    return mover.placement, (*mover.ends, *fixed)


def _cases(
    a: Inertia, b: Inertia, X: Transform, at_a: Around, at_b: Around, tolerance: float
) -> tuple[Case, Case]:
    """Return A's body as right for B's frame, and B's as right for A's; X: of b's frame in a's."""
    return (
        Case(a.moved(X.inverse()), b, "A", "B", *at_b, tolerance),
        Case(b.moved(X), a, "B", "A", *at_a, tolerance),
    )


def _piece(
    p: Piece, q: Piece, X: Transform, at_p: Around, at_q: Around, tolerance: float
) -> Iterator[Difference]:
    """Yield what a link of A and the same link of B differ in."""
    between = p.pose.inverse() @ X @ q.pose
    a, b = p.link.inertia, q.link.inertia
    where = f"link {p.link.name!r}"
    if close_bodies(a, b, tolerance) and not close_bodies(a, b.moved(between), tolerance):
        said = f"at {vector(p.pose.p)} m in A, at {vector((X @ q.pose).p)} m in B"
        yield Difference("place of a fixed link", f"{where}: {said}, or turned otherwise")
        return
    yield from explain(where, *_cases(a, b, between, at_p, at_q, tolerance))


def _behind_fixed_joint(
    whole: Mover,
    X: Transform,
    has: Inertia,
    lacks: Inertia,
    models: tuple[str, str],
    tolerance: float,
) -> Difference | None:
    """Return that one body lacks what is fixed to the other, or has it in a wrong place."""
    W, L = models
    fixed = whole.pieces[1:]
    groups = [([p], p) for p in fixed] + [(group, p) for p, group in subtrees(whole)]
    groups += [(fixed, fixed[0])] if fixed else []
    for group, first in groups:
        part = total(group)
        names = ", ".join(repr(p.link.name) for p in group)
        where = f"link {whole.name!r}: {names} of {W}, {short(float(part.mass))} kg, fixed to it"
        left = difference(has, part.moved(X))
        if not part.is_zero and close_bodies(left, lacks, tolerance):
            kind = "payload" if "payload" in first.link.name else "missing mass"
            return Difference(kind, f"{where}, is missing in {L}")
        unmoved = sum((p.link.inertia for p in group), Inertia.zero())
        if not part.is_zero and close_bodies(left + unmoved.moved(X), lacks, tolerance):
            return Difference("place of a fixed link", f"{where}, is not moved to its place in {L}")
    return None
