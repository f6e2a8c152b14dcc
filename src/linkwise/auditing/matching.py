"""Which moving link of one model is which of another."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from linkwise.auditing.findings import Difference
from linkwise.auditing.movers import Mover

Movers = dict[str, Mover]


@dataclass(frozen=True, eq=False)
class Matching:
    """Pairs of moving links, in A's order, and what is said of how they were found.

    Attributes
    ----------
    pairs : dict of str to str
        Link of B by link of A.
    notes : tuple of str
        Links that are matched by other things than their names.
    differences : tuple of Difference
        Moving links that the other model lacks.
    """

    pairs: dict[str, str]
    notes: tuple[str, ...]
    differences: tuple[Difference, ...]


def match(A: Movers, B: Movers) -> Matching:
    """Match moving links by name, the rest by joint name, the rest by order.

    By order only if no link has been matched or as many are left in both.
    """
    pairs = {name: name for name in A if name in B}
    notes = []
    by_joint = _by(lambda mover: mover.link.joint.name, A, B, pairs)
    pairs |= by_joint
    if by_joint:
        notes.append(f"matched by joint name: {_listed(by_joint)}")
    left, right = _rest(A, pairs.keys()), _rest(B, pairs.values())
    if left and right and (len(left) == len(right) or not pairs):
        by_order = dict(zip(left, right, strict=False))
        pairs |= by_order
        notes.append(f"matched by order: {_listed(by_order)}")
        left, right = left[len(by_order) :], right[len(by_order) :]
    differences = _missing(left, "A", B, "B") + _missing(right, "B", A, "A")
    ordered = {name: pairs[name] for name in A if name in pairs}
    return Matching(ordered, tuple(notes), tuple(differences))


def _by(key: Callable[[Mover], str], A: Movers, B: Movers, pairs: dict[str, str]) -> dict[str, str]:
    """Return pairs of the links that are left and have the same key."""
    keys = {key(B[name]): name for name in _rest(B, pairs.values())}
    return {name: keys[key(A[name])] for name in _rest(A, pairs.keys()) if key(A[name]) in keys}


def _rest(movers: Movers, taken: Iterable[str]) -> list[str]:
    used = set(taken)
    return [name for name in movers if name not in used]


def _missing(names: list[str], M: str, others: Movers, O: str) -> list[Difference]:
    """Say of moving links of model M that they are fixed in model O, or not there."""
    fixed = {piece.link.name for mover in others.values() for piece in mover.pieces[1:]}
    return [
        Difference("joint fixed", f"link {name!r} moves in {M} and is fixed in {O}")
        if name in fixed
        else Difference("missing link", f"link {name!r} moves in {M} and is missing in {O}")
        for name in names
    ]


def _listed(pairs: dict[str, str]) -> str:
    return ", ".join(f"{a!r} of A with {b!r} of B" for a, b in pairs.items())
