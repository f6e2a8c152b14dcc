"""Two or more slips, one at least in the energies or on the way from them to the torques."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.referee.derivation_slips import DERIVED
from linkwise.referee.energy_slips import added_energies
from linkwise.referee.entries import SCALARS, Elements, entries_of
from linkwise.referee.explanations import occurs, single_slips
from linkwise.referee.slips import Made, Slip
from linkwise.referee.terms import terms_of

if TYPE_CHECKING:
    from linkwise.referee.ring_referee import Referee

MUCH = 16  # times the terms of what is right: no slip makes so many

Counted = tuple[PolyElement, ...]


@dataclass(frozen=True, eq=False)
class Together:
    """Slips that together make all that was handed in.

    Attributes
    ----------
    early : tuple of (Slip, str)
        One or two made in the energies or on the way from them, and what they were made on.
    late : tuple of tuple of Made
        For every entry that is still wrong after them the slips that alone make it: equals.
    """

    early: tuple[tuple[Slip, str], ...]
    late: tuple[tuple[Made, ...], ...] = ()

    @property
    def count(self) -> int:
        """How many slips were made."""
        return len(self.early) + len(self.late)


def together(referee: "Referee", yours: Elements, most: float) -> tuple[Together, ...]:
    """Return every explanation of all entries by the fewest slips, of at most so many."""
    if any(len(x) > MUCH * (1 + len(referee.right[name])) for name, x in yours.items()):
        return ()
    found = [*_with_late(referee, yours), *_both_early(referee, yours)]
    fewest = min((x.count for x in found), default=0)
    return tuple(x for x in found if x.count == fewest <= most)


def _with_late(referee: "Referee", yours: Elements) -> Iterator[Together]:
    """Yield one early slip, and one in each entry that it leaves wrong."""
    for slip, about, made in referee.early:
        if made == referee.right:
            continue
        gaps = {name: gap for name, gap in referee.gaps(yours, made).items() if gap}
        late = []
        for name, gap in gaps.items():
            right, left = (terms_of(referee.letters, x) for x in (made[name], gap))
            least, energy = referee.rounding(made[name]), name in SCALARS
            slips = single_slips(referee.letters, right, left, least, energy=energy)
            own = terms_of(referee.letters, yours[name]) if slips else {}
            equals = tuple(replace(x, where=name) for x in slips if occurs(x, own))
            if not equals:
                break
            late.append(equals)
        if len(late) == len(gaps):
            yield Together(((slip, about),), tuple(late))


def _both_early(referee: "Referee", yours: Elements) -> Iterator[Together]:
    """Yield two early slips: what follows from the energies is linear in them, so changes add."""
    right, names = referee.energies, referee.names
    goal = _minus(referee.counted(yours), referee.counted(referee.right))
    changes = [
        (slip, about, added_energies(right, wrong))
        for slip, about, wrong in referee.early_energies
        if (wrong.K, wrong.P) != (right.K, right.P)
    ]
    effects = [referee.counted(entries_of(change, names)) for *_, change in changes]
    by_effect: dict[Counted, list[int]] = {}
    for k, effect in enumerate(effects):
        by_effect.setdefault(effect, []).append(k)
    for j, effect in enumerate(effects):
        for k in by_effect.get(_minus(goal, effect), ()):
            if j < k and _apart(changes[j][2], changes[k][2]):
                yield Together((changes[j][:2], changes[k][:2]))
    for slip, derived in DERIVED.items():
        made = referee.counted(entries_of(derived.like(right), names))
        rest = _minus(goal, _minus(made, referee.counted(referee.right)))
        for first, about, change in changes:
            if referee.counted(entries_of(derived.like(change), names)) == rest:
                yield Together(((first, about), (slip, "")))


def _apart(one: Energies, other: Energies) -> bool:
    """Tell whether two slips touch different terms of the energies."""
    return not ({*one.K} & {*other.K} or {*one.P} & {*other.P})


def _minus(a: Counted, b: Counted) -> Counted:
    return tuple(x - y for x, y in zip(a, b, strict=True))
