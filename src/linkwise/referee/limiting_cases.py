"""In which limiting cases is a derivation still right?  So the culprit is cornered, not named."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.number_text import enumerated
from linkwise.referee.entries import difference, entry_named
from linkwise.referee.handed_in import HandedIn, handed_in
from linkwise.referee.limits import Limit, limits
from linkwise.referee.ring_referee import Referee


@dataclass(frozen=True, eq=False)
class Case:
    """One entry in one limiting case.

    Attributes
    ----------
    limit : Limit
        Its name, and what becomes of the letters.
    holds : bool
        Whether what is left is right.
    """

    limit: Limit
    holds: bool
    letters: Letters = field(repr=False)
    left: tuple[PolyElement, PolyElement] = field(repr=False)

    @property
    def telling(self) -> bool:
        """Whether it tells more than that the entry is wrong, or that 0 is 0."""
        if self.holds:
            limit = self.limit
            return any(self.left) or limit.pose or limit.lone or bool(limit.letter)
        return not self.limit.letter

    @property
    def yours(self) -> Any:
        """What is left of what was handed in, for SymPy."""
        return self.letters.expression(self.left[0])

    @property
    def right(self) -> Any:
        """What should be left."""
        return self.letters.expression(self.left[1])


@dataclass(frozen=True, eq=False)
class CasesOfEntry:
    """One entry in every limiting case that changes it.

    Attributes
    ----------
    name : str
        Such as "tau1".
    right : bool
        Whether the entry is right as it stands, and so in all cases.
    cases : tuple of Case
        In the order: motions, vanishing letters, poses.
    """

    name: str
    right: bool
    cases: tuple[Case, ...]

    @property
    def holds(self) -> tuple[str, ...]:
        """The names of the limits in which it is right."""
        return tuple(case.limit.name for case in self.cases if case.holds)

    @property
    def fails(self) -> tuple[str, ...]:
        """The names of the limits in which it is wrong."""
        return tuple(case.limit.name for case in self.cases if not case.holds)

    @property
    def parts(self) -> tuple[str, ...]:
        """The kinds of terms that are wrong, such as "inertia terms"."""
        return tuple(c.limit.leaves for c in self.cases if c.limit.leaves and not c.holds)

    @property
    def carries(self) -> tuple[str, ...]:
        """The letters that every wrong term carries: without one of them all is right."""
        return tuple(c.limit.letter for c in self.cases if c.limit.letter and c.holds)

    @property
    def shows(self) -> str:
        """The limits in which what is wrong shows, as far as they tell something."""
        names = [case.limit.name for case in self.cases if case.telling and not case.holds]
        return "; ".join(names) or "in no limiting case"

    @property
    def hides(self) -> str:
        """The limits in which it does not show, as far as they tell something."""
        names = [case.limit.name for case in self.cases if case.telling and case.holds]
        return "; ".join(names) or "in no limiting case"

    @property
    def cornered(self) -> str:
        """What follows from the cases, in one sentence; empty if nothing does."""
        said = [f"the {enumerated(self.parts)} are wrong"] if self.parts else []
        if self.carries:
            said.append(f"every wrong term carries {enumerated(self.carries)}")
        return ", and ".join(said)


@dataclass(frozen=True, eq=False)
class LimitingCases:
    """All entries in their limiting cases; `str` prints them as a report.

    Attributes
    ----------
    robot : str
        Name of the robot.
    entries : tuple of CasesOfEntry
        In the order handed in.
    """

    robot: str
    entries: tuple[CasesOfEntry, ...]

    @property
    def right(self) -> bool:
        """Whether every entry is right as it stands."""
        return all(entry.right for entry in self.entries)

    def __getitem__(self, name: str) -> CasesOfEntry:
        """Return the entry with this name."""
        return entry_named(self.entries, name)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.robot}: limiting cases {'right' if self.right else 'wrong'}"
        for entry in self.entries:
            yield f"{'✓' if entry.right else '✗'} {entry.name}"
            if not entry.right:
                yield f"    it shows: {entry.shows}"
                yield f"    it does not show: {entry.hides}"
                if entry.cornered:
                    yield f"    {entry.cornered}"


def limiting_cases(
    robot: Robot | SymbolicModel,
    *,
    q: Sequence[Any] | None = None,
    qd: Sequence[Any] | None = None,
    qdd: Sequence[Any] | None = None,
    rows: Mapping[str, Any] | None = None,
    stages: Mapping[str, Any] | None = None,
    **given: Any,
) -> LimitingCases:
    """Tell in which limiting cases a derivation is right.

    The limits: at rest, without acceleration, with gravity off; every joint held; every mass,
    length and inertia → 0; right angles, and for an arm in a vertical plane stretched, folded,
    horizontal, upright and hanging.  Those in which it fails and those in which it holds corner
    what is wrong without naming it: wrong at rest with gravity off, it is an inertia term; right
    for m₂ → 0, every wrong term carries m₂.

    Parameters
    ----------
    robot, q, qd, qdd, rows, stages, **given
        As `check` takes them.

    Returns
    -------
    LimitingCases
        Prints itself as a report, without a formula; its cases have what is left of both.

    Raises
    ------
    LinkwiseError
        As `check` does.

    References
    ----------
    The sign, limit and size checks of the lecture notes, 001.

    Examples
    --------
    The factor 2 in l₁ lc₂ cos q₂ forgotten:

    >>> from sympy import cos, symbols
    >>> from linkwise import symbolic
    >>> l1, lc1, lc2, m1, m2, I1, I2, q2 = symbols("l1 lc1 lc2 m1 m2 I1 I2 q2")
    >>> M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + l1 * lc2 * cos(q2))
    >>> M12 = I2 + m2 * (lc2**2 + l1 * lc2 * cos(q2))
    >>> cases = limiting_cases(symbolic("2r"), M=[[M11, M12], [M12, I2 + m2 * lc2**2]])
    >>> cases["M11"].holds
    ('l1 → 0', 'lc2 → 0', 'm2 → 0', 'q2 = 90°')
    >>> cases["M11"].cornered
    'every wrong term carries l1, lc2 and m2'
    """
    return cases_of(handed_in(robot, (q, qd, qdd), rows=rows, stages=stages, **given).with_terms())


def cases_of(sheet: HandedIn) -> LimitingCases:
    """Tell the same of entries gathered before."""
    letters = sheet.letters
    referee = Referee(sheet.robot, letters, sheet.given)
    yours = {name: letters.element(x) for name, x in sheet.given.items()}
    gaps, found = referee.gaps(yours), list(limits(sheet.robot, letters))
    entries = tuple(
        CasesOfEntry(
            name,
            not gap,
            tuple(_cases(name, (yours[name], referee.right[name]), gap, letters, found)),
        )
        for name, gap in gaps.items()
    )
    return LimitingCases(sheet.robot.name, entries)


def _cases(
    name: str,
    pair: tuple[PolyElement, PolyElement],
    gap: PolyElement,
    letters: Letters,
    found: Sequence[Limit],
) -> Iterator[Case]:
    """Yield an entry in every limit that changes it."""
    nothing = letters.ring.zero
    for limit in found:
        if any(map(limit.touches, pair)):
            left = difference(name, limit.of(gap), nothing, letters)
            yield Case(limit, not left, letters, (limit.of(pair[0]), limit.of(pair[1])))
