"""What the referee found, and how it is said."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linkwise.lagrangian.ring import Letters
from linkwise.referee.conventions import Convention
from linkwise.referee.coriolis_kind import CoriolisKind
from linkwise.referee.entries import STAGES, VECTORS, entry_named
from linkwise.referee.explanations import Finding
from linkwise.referee.handed_in import HandedIn
from linkwise.referee.rows import AXES, row_component
from linkwise.referee.slips import Made, Slip
from linkwise.referee.terms import expression
from linkwise.referee.together import Together

MOST = 3  # explanations printed of an entry
LISTED = 9  # entries of a matrix that are listed where they are right


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry of what was handed in.

    Attributes
    ----------
    name : str
        Such as "tau1", "M12", "d_dt1", or "f1x" for a component of a row.
    right : bool
        Whether it equals what it should be, exactly; an entry of C if its row of C q̇ is right.
    difference : Expr
        What was handed in minus what it should be, sums of angles folded.
    findings : tuple of Finding
        Every explanation by the fewest slips; empty if none fits.
    witness : str
        A state with numbers for all letters, and both values there.
    decided : str
        How, if not in the ring with the catalogue of slips.
    """

    name: str
    right: bool
    difference: Any
    findings: tuple[Finding, ...]
    witness: str
    decided: str = ""


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the referee found; `str` prints it as a report.

    Attributes
    ----------
    handed_in : HandedIn
        The robot, its letters and what was handed in.
    entries : tuple of Entry
        In the order handed in.
    early : tuple of (Slip, str)
        Slips made in the energies, or on the way from them, that explain all of it at once.
    coriolis : CoriolisKind or None
        Which Coriolis matrix was handed in.
    convention : Convention or None
        Another convention, in which all of it is right.  It makes lone entries right only together
        with the others of their matrix, vector or row.
    together : tuple of Together
        If no slip alone explains all of it: every explanation by the fewest slips of which one or
        two were made in the energies or on the way from them.
    """

    handed_in: HandedIn
    entries: tuple[Entry, ...]
    early: tuple[tuple[Slip, str], ...]
    coriolis: CoriolisKind | None
    convention: Convention | None
    together: tuple[Together, ...] = ()

    @property
    def robot(self) -> str:
        """Name of the robot."""
        return self.handed_in.robot.name

    @property
    def letters(self) -> Letters:
        """The letters of the expressions."""
        return self.handed_in.letters

    @property
    def taken(self) -> tuple[tuple[str, str], ...]:
        """What each name in text was taken for, in order of appearance."""
        return self.handed_in.taken

    @property
    def right(self) -> bool:
        """Whether every entry is right, in the model's convention or all in another one.

        Another convention takes a whole matrix or vector, or an energy: a lone entry that fits one
        may as well hold a slip.
        """
        elsewhere = self.convention is not None and self.whole
        return elsewhere or all(entry.right for entry in self.entries)

    @property
    def whole(self) -> bool:
        """Whether every matrix, vector or row of which an entry was handed in is there in full."""
        names = {entry.name for entry in self.entries}
        names |= {f"M{name[:0:-1]}" for name in names if key_of(name) == "M"}  # it is symmetric
        return all(names >= fellows(name, self.letters.n) for name in names)

    @property
    def from_energies(self) -> bool:
        """Whether all of it follows from the energies: no rows, and no regressor."""
        names = [entry.name for entry in self.entries if not entry.decided]
        return not any(row_component(name) or key_of(name) == "Y" for name in names)

    def __getitem__(self, name: str) -> Entry:
        """Return the entry with this name."""
        return entry_named(self.entries, name)

    def made_in(self, entry: Entry) -> Iterator[Made]:
        """Yield the slips that explain an entry, alone or together with early ones."""
        for finding in entry.findings:
            yield from finding.slips
        for found in self.together:
            for equals in found.late:
                yield from (made for made in equals if made.where == entry.name)

    def hint(self, level: int = 1) -> str:
        """Return a hint: never what is right, and no formula but the student's own.

        Parameters
        ----------
        level
            1: which entries are wrong, whether a term has a wrong dimension, and in which limiting
            cases it shows.  2: also which kind of term it is, its letters, and what kind of slip.
            3: also the slip's name, and the term as it was handed in.

        Raises
        ------
        LinkwiseError
            If the level is another.

        Examples
        --------
        >>> from sympy import cos, symbols
        >>> from linkwise import check, symbolic
        >>> m1, m2, l1, l2, g, q1, q2 = symbols("m1 m2 l1 l2 g q1 q2")
        >>> carried = (m1 + m2) * g * l1 * cos(q1) + m2 * g * l2 * cos(q1 + q2)
        >>> verdict = check(symbolic("2r-point"), g=[carried, m2 * g * l2 * cos(q2)])
        >>> print(verdict.hint(2))
        planar 2R: wrong in 1 of 2
        ✗ g2
            it shows: upright; hanging; q2 = 0 (stretched); q2 = 90°; q2 = 180° (folded)
            it does not show: l2 → 0; m2 → 0; horizontal
            every wrong term carries l2 and m2
            look for a sine, a cosine or its angle
        """
        from linkwise.referee.hints import hint

        return hint(self, level)

    def __str__(self) -> str:
        """Return the report."""
        lines = [f"{self.robot}: {'right' if self.right else 'wrong'}"]
        if self.convention is not None:
            if self.whole:
                lines[0] += f", in another convention: {self.convention.name}"
            else:
                lines[0] += f", unless it is meant in another convention: {self.convention.name}"
            lines += [f"    {self.convention.meaning}", "by the model's own convention:"]
        if self.coriolis is not None:
            lines.append(f"C: {self.coriolis.kind}")
            lines += [f"    {what}: {value}" for what, value in self.coriolis.shown_by]
        for slip, about in self.early:
            lines.append(f"one slip explains {self.explained}: {named(slip, about)}: {slip.why}")
        lines += self._together()
        said: dict[tuple[Finding, ...], str] = {}
        right = Counter(key_of(entry.name) for entry in self.entries if entry.right)
        many = {key: count for key, count in right.items() if count > LISTED}
        for entry in self.entries:
            if not entry.right:
                lines.append(f"✗ {entry.name}")
                lines += [f"    {line}" for line in self._explained(entry, said)]
            elif key_of(entry.name) not in many:
                lines.append(f"✓ {entry.name}")
        lines += [f"✓ {key}: {count} entries" for key, count in many.items()]
        return self.handed_in.with_table("\n".join([*lines, *self._decided()]))

    @property
    def explained(self) -> str:
        """What early slips were looked for in: what fits no ring is left out."""
        others = [entry.name for entry in self.entries if entry.decided and not entry.right]
        return f"all but {', '.join(others)}" if others else "all of it"

    def _decided(self) -> Iterator[str]:
        """Yield how entries were decided that do not fit the ring."""
        names: dict[str, list[str]] = {}
        for entry in self.entries:
            names.setdefault(entry.decided, []).append(entry.name)
        names.pop("", None)
        for how, decided in names.items():
            many = f"{decided[0]} to {decided[-1]}" if len(decided) > 3 else ", ".join(decided)
            yield f"{many}: decided {how}"

    def _together(self) -> Iterator[str]:
        """Yield what several slips, one of them early, explain at once."""
        for k, found in enumerate(self.together[:MOST]):
            yield "  or" if k else f"{found.count} slips together explain {self.explained}:"
            for slip, about in found.early:
                yield f"    {named(slip, about)}: {slip.why}"
            for equals in found.late:
                for j, made in enumerate(equals[:MOST]):
                    first, *then = self._made(made, "from there it should be")
                    yield f"    {'or ' * (j > 0)}{first}"
                    yield from (f"    {line}" for line in then)
        yield from (f"  {line}" for line in more(len(self.together)))

    def _explained(self, entry: Entry, said: dict[tuple[Finding, ...], str]) -> Iterator[str]:
        yield f"yours minus right: {entry.difference}"
        if entry.findings in said:
            yield f"explained by the same as {said[entry.findings]}"
        elif entry.findings:
            said[entry.findings] = entry.name
            for k, finding in enumerate(entry.findings[:MOST]):
                if k:
                    yield "or"
                for made in finding.slips:
                    yield from self._made(made)
            yield from more(len(entry.findings))
        elif entry.decided:
            yield "no slip is looked for in functions, quotients and roots"
        elif not (self.early or self.together):
            yield "no slip in this entry, and no two of them, make this of what is right"
            if self.from_energies:
                yield "nor does one in the energies or on the way from them, with one slip more"
        yield entry.witness

    def _made(self, made: Made, wanted: str = "it should be") -> Iterator[str]:
        right, wrong = (expression(self.letters, terms) for terms in (made.right, made.wrong))
        where = f"in {made.where}, " if made.where else ""
        yield f"{where}{named(made.slip, made.about)}: {made.slip.why}"
        if made.right or made.wrong:
            yield f"  you have {wrong}, {wanted} {right}"


def more(count: int) -> Iterator[str]:
    """Yield how many explanations are not printed, if there are any."""
    left = count - MOST
    if left > 0:
        yield f"and {left} other explanation{'s' * (left > 1)}"


def fellows(name: str, n: int) -> set[str]:
    """Return the names of all entries of the matrix, vector or row that an entry is of."""
    order = range(1, n + 1)
    if component := row_component(name):
        return {f"{component[0]}{axis}" for axis in AXES}
    key = key_of(name)
    if key in ("M", "C"):
        return {f"{key}{i}{j}" for i in order for j in order}
    return {f"{key}{i}" for i in order} if key in VECTORS or key in STAGES else {name}


def key_of(name: str) -> str:
    """Return what an entry belongs to: M of M12 and of M1,12, Y of Y1 link2 Izz."""
    return "Y" if name.startswith("Y") else name.rstrip("0123456789,")


def named(slip: Slip, about: str) -> str:
    """Return the name of a slip and what it is about."""
    return f"{slip.name} ({about})" if about else slip.name
