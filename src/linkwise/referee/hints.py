"""Hints for students: where to look, what kind of slip, which term; never the right answer."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from linkwise.referee.catalogue import (
    ANGLE,
    GRAVITY_TURNED,
    LOST_WAVE,
    NOT_ROTATED,
    SINE,
    WRONG_WAY,
)
from linkwise.referee.derivation_slips import DERIVED
from linkwise.referee.dimensions import DimensionsOfEntry, dimensions_of
from linkwise.referee.limiting_cases import CasesOfEntry, cases_of
from linkwise.referee.slips import Made, Slip
from linkwise.referee.term_slips import FACTORS, KINDS
from linkwise.referee.terms import expression, terms_of
from linkwise.spatial.errors import LinkwiseError

if TYPE_CHECKING:
    from linkwise.referee.verdict import Entry, Verdict

LEVELS = WHERE, KIND, NAME = 1, 2, 3
MOST = 3  # explanations of an entry

NUMBER = "a number in front of a term, its sign, or a whole term"
WAVE = "a sine, a cosine or its angle"
LETTER = "a letter of a term: which one, its index, its dots or its power"
ALL = "all terms of one kind at once"
FRAME = "the frame of a row of another link"
STEP = "a step on the way from the energies to the torques"
ENERGY = "an energy, before anything is derived from it"
EARLY: dict[Slip, str] = {**dict.fromkeys(DERIVED, STEP), GRAVITY_TURNED: WAVE}
LATE: dict[Slip, str] = {
    **dict.fromkeys(FACTORS, NUMBER),
    **dict.fromkeys((SINE, ANGLE, LOST_WAVE, GRAVITY_TURNED), WAVE),
    **dict.fromkeys(KINDS, ALL),
    **dict.fromkeys((NOT_ROTATED, WRONG_WAY), FRAME),
}


def hint(verdict: "Verdict", level: int) -> str:
    """Return a hint on a verdict, as `Verdict.hint` describes it."""
    if level not in LEVELS:
        raise LinkwiseError(f"a hint has level 1, 2 or 3, got {level!r}")
    return "\n".join(_lines(verdict, level))


def _lines(verdict: "Verdict", level: int) -> Iterator[str]:
    wrong = [entry for entry in verdict.entries if not entry.right]
    if verdict.right:
        other = f", in another convention: {verdict.convention.name}" if verdict.convention else ""
        yield f"{verdict.robot}: right{other}"
        return
    yield f"{verdict.robot}: wrong in {len(wrong)} of {len(verdict.entries)}"
    if verdict.coriolis and any(entry.name.startswith("C") for entry in wrong):
        yield f"C: {verdict.coriolis.kind}"
    if verdict.early and level >= KIND:
        slips = [slip for slip, _ in verdict.early]
        kinds = [EARLY.get(slip, ENERGY) for slip in slips]
        yield f"one slip explains {verdict.explained}, in {_alternatives(kinds)}"
        if level == NAME:
            yield from (f"  {slip.name}: {slip.why}" for slip in dict.fromkeys(slips))
    if verdict.together and level >= KIND:
        yield from _together(verdict, level)
    dimensions, cases = dimensions_of(verdict.handed_in), cases_of(verdict.handed_in)
    for entry in wrong:
        yield f"✗ {entry.name}"
        if entry.decided:  # a function, quotient or root shows no terms
            yield f"    it shows {entry.witness.partition(':')[0]}"
            continue
        yield from (f"    {line}" for line in _of_dimensions(dimensions[entry.name], level))
        yield from (f"    {line}" for line in _of_cases(cases[entry.name], level))
        if level >= KIND:
            yield from (f"    {line}" for line in _of_slips(verdict, entry, level))


def _together(verdict: "Verdict", level: int) -> Iterator[str]:
    """Yield the kinds or the names of slips that explain all of it together."""
    yield f"{verdict.together[0].count} slips together explain {verdict.explained}:"
    said: list[list[str]] = []
    for found in verdict.together[:MOST]:
        if level == KIND:
            lines = [f"  {EARLY.get(slip, ENERGY)}" for slip, _ in found.early]
            lines += [f"  in {x.where}, {LATE.get(x.slip, LETTER)}" for x, *_ in found.late]
        else:
            lines = [f"  {slip.name}: {slip.why}" for slip, _ in found.early]
            lines += [f"  in {x.where}, {x.slip.name}: {x.slip.why}" for x, *_ in found.late]
        lines = list(dict.fromkeys(lines))
        if lines not in said:
            yield from ["or"] * bool(said) + lines
            said.append(lines)


def _of_dimensions(entry: DimensionsOfEntry, level: int) -> Iterator[str]:
    """Yield what the dimensions show."""
    said = []
    for misfit in entry.misfits:
        term = str(misfit.term) if level == NAME else "a term"
        clue = f": {misfit.clue}" if level >= KIND else ""
        said.append(f"{term} is in {misfit.dimension}, where {entry.unit} is wanted{clue}")
    yield from dict.fromkeys(said)


def _of_cases(entry: CasesOfEntry, level: int) -> Iterator[str]:
    """Yield the limits in which it shows."""
    yield f"it shows: {entry.shows}"
    yield f"it does not show: {entry.hides}"
    if level >= KIND and entry.cornered:
        yield entry.cornered


def _of_slips(verdict: "Verdict", entry: "Entry", level: int) -> Iterator[str]:
    """Yield the kind or the name of the slips that explain an entry."""
    found = entry.findings[:MOST]
    if not found:
        if not (verdict.early or verdict.together):
            yield "no slip in this entry, and no two of them, explain it: derive it once more"
        return
    if level == KIND:
        families = [_families(x.slip for x in finding.slips) for finding in found]
        yield f"look for {_alternatives([' and '.join(kinds) for kinds in families])}"
        return
    for k, finding in enumerate(found):
        if k:
            yield "or"
        for made in finding.slips:
            yield from _named(verdict, made, entry.name)


def _named(verdict: "Verdict", made: Made, name: str) -> Iterator[str]:
    """Yield the name of a slip, and those of the student's own terms that it put there."""
    where = f"in {made.where}, " if made.where else ""
    yield f"{where}{made.slip.name}: {made.slip.why}"
    given, letters = verdict.handed_in.given.get(made.where or name), verdict.letters
    own = {} if given is None else terms_of(letters, letters.element(given))
    if put := {term: own[term] for term in made.wrong if term in own}:
        yield f"  you have {expression(letters, put)}"


def _families(slips: Iterable[Slip]) -> list[str]:
    """Return the families of slips in entries, each once."""
    return list(dict.fromkeys(LATE.get(slip, LETTER) for slip in slips))


def _alternatives(words: Sequence[str]) -> str:
    return ", or ".join(dict.fromkeys(words))
