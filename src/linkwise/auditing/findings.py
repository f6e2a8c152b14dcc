"""What a comparison finds."""

from dataclasses import dataclass

from linkwise.auditing.words import indented

UNEXPLAINED = "unexplained"


@dataclass(frozen=True)
class Difference:
    """One difference between two models A and B.

    Attributes
    ----------
    kind : str
        What it is, such as "sign of products of inertia", or "unexplained".
    sentence : str
        What differs where, with numbers.
    """

    kind: str
    sentence: str

    def at(self, where: str) -> "Difference":
        """Return the difference with the place that it is at, such as "link 'forearm'"."""
        return Difference(self.kind, f"{where}: {self.sentence}")

    def __str__(self) -> str:
        return self.sentence if self.kind == UNEXPLAINED else f"{self.kind}: {self.sentence}"


def unexplained(numbers: str) -> Difference:
    """Return that numbers differ and no known mistake explains it."""
    return Difference(UNEXPLAINED, f"differs in an unexplained way: {numbers}")


@dataclass(frozen=True)
class Comparison:
    """What two models of an arm differ in; it prints as a report.

    Attributes
    ----------
    a, b : str
        What A and B are.
    differences : tuple of Difference
        What differs, by link or joint.
    notes : tuple of str
        What was done to compare them, and what differs without changing the dynamics.
    tolerance : float
        How far numbers may be apart, relative to the largest that they belong to.
    """

    a: str
    b: str
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    tolerance: float

    @property
    def same(self) -> bool:
        """Whether nothing differs that changes the dynamics."""
        return not self.differences

    def __str__(self) -> str:
        lines = [f"A: {self.a}", f"B: {self.b}", ""]
        count = len(self.differences)
        if self.same:
            lines += [f"A and B are the same to {self.tolerance:g}"]
        else:
            lines += [f"{count} difference{'s' if count > 1 else ''}"]
            lines += indented(map(str, self.differences))
        if self.notes:
            lines += ["", "notes", *indented(self.notes)]
        return "\n".join(lines)
