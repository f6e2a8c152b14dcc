"""What a comparison of engines found, and how it is said."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from linkwise.engines.causes import Cause
from linkwise.number_text import enumerated, short


@dataclass(frozen=True)
class Disagreement:
    """Two engines, or groups of engines, that differ in a term.

    Attributes
    ----------
    term : str
        "M", "C q̇", "g" or "τ".
    a, b : tuple of str
        Engines that agree with each other; the two groups differ.
    joints : tuple of str
        The joint at which they differ most, relative to its largest entry; two joints of M.
    values : tuple of float
        What a and b have there, at the state where they differ most.
    relative : float
        The difference relative to the largest entry of the joint.
    causes : tuple of Cause
        Known causes that together explain all of it, for without them a and b agree; empty if none
        do.
    """

    term: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    joints: tuple[str, ...]
    values: tuple[float, float]
    relative: float
    causes: tuple[Cause, ...]

    @property
    def where(self) -> str:
        """The joint, and what the engines have there."""
        x, y = map(short, self.values)
        numbers = f"{x} in {enumerated(self.a)}, {y} in {enumerated(self.b)}"
        return (
            f"{' and '.join(self.joints)}: {numbers} ({self.relative:.0e} of the joint's largest)"
        )


@dataclass(frozen=True)
class EngineComparison:
    """What several engines make of one robot; it prints as a report.

    Attributes
    ----------
    robot : str
        Name of the robot.
    engines : dict of str to str
        Versions by name, linkwise first.
    groups : dict
        For every term the groups of engines that agree, the largest first.
    spread : dict
        For every term the largest difference within a group, relative to the joint's largest entry.
    disagreements : tuple of Disagreement
        By term, one for every pair of groups.
    notes : tuple of str
        What was matched, and how.
    states : int
        How many states were tried.
    """

    robot: str
    engines: dict[str, str]
    groups: dict[str, tuple[tuple[str, ...], ...]]
    spread: dict[str, float]
    disagreements: tuple[Disagreement, ...]
    notes: tuple[str, ...]
    states: int

    @property
    def agree(self) -> bool:
        """Whether all engines agree in all terms."""
        return not self.disagreements

    def __str__(self) -> str:
        versions = ", ".join(f"{name} {version}" for name, version in self.engines.items())
        lines = [f"{self.robot}: {versions}; {self.states} random states", ""]
        said: dict[Cause, str] = {}
        for term, groups in self.groups.items():
            lines.append(f"{term:5} {_grouping(groups, self.spread[term])}")
            for found in self.disagreements:
                if found.term == term:
                    told = _told(found, said, brief=found.a != groups[0])
                    lines += [f"      {line}" for line in told]
        if self.notes:
            lines += ["", "notes", *(f"  {note}" for note in self.notes)]
        return "\n".join(lines)


def _grouping(groups: Sequence[Sequence[str]], spread: float) -> str:
    """Return who agrees with whom in a term."""
    if max(map(len, groups)) == 1:
        return f"{enumerated([name for (name,) in groups])} differ"
    return "; ".join(
        f"{enumerated(group)} agree to {spread:.0e}"
        if len(group) > 1
        else f"{enumerated(group)} differs"
        for group in groups
    )


def _told(found: Disagreement, said: dict[Cause, str], *, brief: bool) -> Iterator[str]:
    """Yield a disagreement and its causes, with details where they are not said already."""
    yield f"most at {found.where}"
    for cause in found.causes:
        if cause in said:
            yield f"  because of {cause.name}, as in {said[cause]}"
        else:
            yield f"  because of {cause.name}"
            yield from [f"    {line}" for line in cause.details if not brief]
            said[cause] = found.term
    if not found.causes:
        yield "  for no known cause"
