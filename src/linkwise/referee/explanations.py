"""Which slips, alone or two at once, make what was handed in of what is right."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from linkwise.lagrangian.ring import Letters
from linkwise.referee.slips import Made
from linkwise.referee.term_slips import entry_slips, term_slips
from linkwise.referee.terms import Terms, added, scaled


@dataclass(frozen=True, eq=False)
class Finding:
    """What explains the difference of an entry.

    Attributes
    ----------
    slips
        The slips that together make what was handed in of what is right; one, two or three.
    """

    slips: tuple[Made, ...]


# what a slip adds to an entry: factors by term, or by axis and term for a vector
Change = Mapping[Any, Fraction]


@dataclass(frozen=True, eq=False)
class Effects:
    """Every slip that shows in one entry or row, and what each adds to it.

    Attributes
    ----------
    slips
        With what each adds.
    least
        What may be rounding in a factor: 0 unless the robot is of floats.
    """

    slips: tuple[tuple[Made, Change], ...]
    least: Fraction = Fraction(0)

    @cached_property
    def by_terms(self) -> dict[frozenset[Any], list[int]]:
        """The numbers of the slips by the terms that they change."""
        out: dict[frozenset[Any], list[int]] = {}
        for k, (_, change) in enumerate(self.slips):
            out.setdefault(frozenset(change), []).append(k)
        return out

    @cached_property
    def most(self) -> int:
        """How many terms a slip changes at most."""
        return max((len(change) for _, change in self.slips), default=0)

    def made(self, change: Change) -> list[int]:
        """Return the numbers of the slips that add this."""
        near = self.by_terms.get(frozenset(change), [])
        return [k for k in near if not beyond(change, self.slips[k][1], self.least)]

    def single(self, gap: Change) -> list[Finding]:
        """Return every explanation of a difference by one slip."""
        return unique([Finding((self.slips[k][0],)) for k in self.made(gap)])

    def double(self, gap: Change) -> list[Finding]:
        """Return every explanation of a difference by two slips that touch different terms."""
        return unique([Finding((self.slips[j][0], self.slips[k][0])) for j, k in self._pairs(gap)])

    def triple(self, gap: Change) -> list[Finding]:
        """Return the explanations by three slips that change nothing but what differs."""
        if len(gap) > 3 * self.most:
            return []
        pairs = tuple(pair for pair in self.slips if pair[1].keys() <= gap.keys())
        inside = Effects(pairs, self.least)
        found = []
        for i, (made, change) in enumerate(inside.slips):
            for j, k in inside._pairs(beyond(gap, change, self.least), start=i + 1):
                others = (inside.slips[j][0], inside.slips[k][0])
                if all(_apart(made, other) for other in others):
                    found.append(Finding((made, *others)))
        return unique(found)

    def _pairs(self, gap: Change, start: int = 0) -> Iterator[tuple[int, int]]:
        """Yield the numbers from `start` on of two slips that add up to a difference."""
        if len(gap) > 2 * self.most:
            return
        for j, (made, change) in enumerate(self.slips[start:], start=start):
            for k in self.made(beyond(gap, change, self.least)):
                if k > j and _apart(made, self.slips[k][0]):
                    yield j, k


def effects_in(letters: Letters, right: Terms, *, energy: bool = False) -> Effects:
    """Return every slip that can be made in one entry, or in an energy, with what it adds."""
    slips = list(entry_slips(letters, right, energy=energy))
    slips += [made for term, factor in right.items() for made in term_slips(letters, term, factor)]
    pairs = [(made, added_by(made)) for made in slips]
    return Effects(tuple((made, change) for made, change in pairs if change))


def single_slips(
    letters: Letters, right: Terms, gap: Terms, least: Fraction, *, energy: bool = False
) -> list[Made]:
    """Return every slip that alone adds a difference to an entry, without making all others.

    A slip in one term changes that term, and puts at most one in its place.
    """
    if len(gap) > 2 * len(right):
        return []
    slips = list(entry_slips(letters, right, energy=energy))
    if len(gap) <= 2:
        touched = [term for term in gap if term in right]
        slips += [made for term in touched for made in term_slips(letters, term, right[term])]
    found = unique([Finding((made,)) for made in slips if not beyond(gap, added_by(made), least)])
    return [finding.slips[0] for finding in found]


def beyond(gap: Change, change: Change, least: Fraction) -> Change:
    """Return a difference without what a slip adds, and without what may be rounding."""
    left = added(gap, scaled(change, -1))
    return {key: factor for key, factor in left.items() if abs(factor) > least}


def occurs(made: Made, own: Terms) -> bool:
    """Tell whether the terms that a slip puts there are in what was handed in, or cancel there."""
    return made.wrong.keys() <= own.keys()


def added_by(made: Made) -> Terms:
    """Return what a slip adds to the entry that it is made in."""
    return added(made.wrong, scaled(made.right, -1))


def _apart(made: Made, other: Made) -> bool:
    """Tell whether two slips touch different terms, or different entries."""
    return made.where != other.where or not set(made.right) & set(other.right)


def unique(findings: list[Finding]) -> list[Finding]:
    """Return the findings without those that say the same of the same terms."""
    seen, out = set(), []
    for finding in findings:
        key = tuple((made.slip.name, made.about, made.where) for made in finding.slips)
        if key not in seen:
            seen.add(key)
            out.append(finding)
    return out
