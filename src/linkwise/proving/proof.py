"""What was decided of a statement about a robot, and how it is said."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from linkwise.number_text import short
from linkwise.proving.identities import Identity
from linkwise.proving.schwartz_zippel import passing, rounded_up

How = Literal["ring", "states"]


@dataclass(frozen=True)
class Witness:
    """A state that refutes a statement.

    Attributes
    ----------
    entry : tuple of int
        Which entry of the two results differs, counted from 0; empty if they are single numbers.
    left, right : Fraction
        The two results there, without rounding.
    state : str
        The state in words.
    """

    entry: tuple[int, ...]
    left: Fraction
    right: Fraction
    state: str

    def __str__(self) -> str:
        place = f"entry {', '.join(str(k + 1) for k in self.entry)}: " if self.entry else ""
        values = f"left {short(self.left)}, right {short(self.right)}"
        return f"{place}{values}, left minus right {short(self.left - self.right)} at {self.state}"


@dataclass(frozen=True)
class Proof:
    """The answer to whether a statement holds; true if it is proved, and `str` prints a report.

    Attributes
    ----------
    robot : str
        Name of the robot.
    identity : Identity
        The statement.
    proved : bool
        Whether the difference of its two sides is 0, without any tolerance.
    how : str
        "ring", for all states and letters at once, or "states", at random fractions.
    states : int
        At how many states, 0 in the ring.
    degree : int
        Bound of the difference's degree in what is drawn, 0 in the ring.
    drawn_from : int
        From how many numbers each is drawn at random, 0 in the ring.
    witness : Witness or None
        What refutes the statement.
    """

    robot: str
    identity: Identity
    proved: bool
    how: How
    states: int = 0
    degree: int = 0
    drawn_from: int = 0
    witness: Witness | None = None

    def __bool__(self) -> bool:
        """Tell whether the statement is proved."""
        return self.proved

    @property
    def chance(self) -> Fraction:
        """Bound of the probability that a false statement is called proved: (degree / set)^N."""
        return passing(self.degree, self.drawn_from, self.states) if self.states else Fraction(0)

    def __str__(self) -> str:
        """Return the report."""
        lines = [f"{self.robot}: {self.identity.name}", f"    {self.identity.formula}"]
        if self.witness is not None:
            lines.append(f"refuted: {self.witness}")
        elif self.how == "ring":
            lines += [f"proved for all states and letters: {IN_RING}", f"    {self.identity.means}"]
        else:
            states = "1 random state" if self.states == 1 else f"{self.states} random states"
            lines += [
                f"proved at {states} of fractions, without rounding",
                f"    {self.identity.means}",
                f"    {certainty(self)}",
            ]
        return "\n".join(lines)


IN_RING = "their difference is 0 as a polynomial in sines and cosines"


def certainty(proof: Proof) -> str:
    """Return what states of fractions prove."""
    return (
        f"a false statement passes with a probability of at most {rounded_up(proof.chance)} "
        f"(Schwartz 1980, Zippel 1979):\n    its degree is at most {proof.degree:,}, and every "
        f"number is one of {proof.drawn_from:,}"
    )
