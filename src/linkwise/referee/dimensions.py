"""Has every term the dimension that its entry must have?  No right answer is asked for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwise.algorithms.regressor import regressor_labels
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.referee.entries import entry_named
from linkwise.referee.handed_in import HandedIn, handed_in
from linkwise.referee.letter_dimensions import coordinate_dimension, letter_dimensions
from linkwise.referee.rows import AXES
from linkwise.referee.terms import Term, expression, terms_of
from linkwise.referee.units import (
    ACCELERATION,
    ENERGY,
    FORCE,
    INERTIA,
    LENGTH,
    MASS,
    RATE,
    TIME,
    Dimension,
)
from linkwise.spatial.inertia import PARAMETER_NAMES

ROWS = {
    "omega": RATE, "omega_dot": RATE**2, "v_dot": ACCELERATION, "v_dot_C": ACCELERATION,
    "F": FORCE, "N": ENERGY, "f": FORCE, "n": ENERGY,
}  # fmt: skip
PARAMETERS = dict(zip(PARAMETER_NAMES, (MASS, *[MASS * LENGTH] * 3, *[INERTIA] * 6), strict=True))
WORDS = {
    MASS: "a mass", LENGTH: "a length", LENGTH**2: "the square of a length", RATE: "a rate",
    RATE**2: "a square of a rate, or an acceleration", ACCELERATION: "an acceleration such as g",
    INERTIA: "an inertia",
}  # fmt: skip


@dataclass(frozen=True)
class Misfit:
    """A term of the wrong dimension.

    Attributes
    ----------
    term : Expr
        As it stands in the entry, sums of angles folded.
    dimension : Dimension
        What it is in.
    lacks : Dimension
        What is missing from it; masses and lengths aside where the model has these in numbers.
    """

    term: Any
    dimension: Dimension
    lacks: Dimension

    @property
    def clue(self) -> str:
        """What it lacks, or has too many of."""
        lacks = self.lacks
        what, factor = ("is missing", lacks) if lacks.weight > 0 else ("too many", lacks**-1)
        return f"{WORDS.get(factor, f'a factor {factor}')} {what}"


@dataclass(frozen=True)
class DimensionsOfEntry:
    """The dimensions of the terms of one entry.

    Attributes
    ----------
    name : str
        Such as "tau1".
    wanted : Dimension
        What every term should have.
    misfits : tuple of Misfit
        Those that have another.
    untold : tuple of Expr
        Terms with letters whose dimension is not known.
    """

    name: str
    wanted: Dimension
    misfits: tuple[Misfit, ...]
    untold: tuple[Any, ...]

    @property
    def unit(self) -> str:
        """The unit that is wanted: of an energy J, which of a torque is N m."""
        return "J" if self.name in ("K", "P") else str(self.wanted)


@dataclass(frozen=True)
class Dimensions:
    """The dimensions of all terms; `str` prints them as a report.

    Attributes
    ----------
    robot : str
        Name of the robot.
    entries : tuple of DimensionsOfEntry
        In the order handed in.
    letters : dict of str to str
        The unit of every letter of the model and of the entries.
    numbers : tuple of Dimension
        Those of the model's numbers, which no letter shows.
    """

    robot: str
    entries: tuple[DimensionsOfEntry, ...]
    letters: Mapping[str, str]
    numbers: tuple[Dimension, ...]

    @property
    def right(self) -> bool:
        """Whether no term has a wrong dimension, as far as can be told."""
        return not any(entry.misfits for entry in self.entries)

    def __getitem__(self, name: str) -> DimensionsOfEntry:
        """Return the entry with this name."""
        return entry_named(self.entries, name)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.robot}: dimensions {'right' if self.right else 'wrong'}"
        for entry in self.entries:
            yield f"{'✗' if entry.misfits else '✓'} {entry.name}, in {entry.unit}"
            for misfit in entry.misfits:
                yield f"    {misfit.term} is in {misfit.dimension}: {misfit.clue}"
            for term in entry.untold:
                yield f"    {term} cannot be told: a letter of unknown dimension"
        if self.numbers:
            units = ", ".join(map(str, self.numbers))
            yield f"numbers of the model are in {units}: what such a number may make up for passes"


def check_dimensions(
    robot: Robot | SymbolicModel,
    *,
    q: Sequence[Any] | None = None,
    qd: Sequence[Any] | None = None,
    qdd: Sequence[Any] | None = None,
    rows: Mapping[str, Any] | None = None,
    stages: Mapping[str, Any] | None = None,
    **given: Any,
) -> Dimensions:
    """Tell whether every term of a derivation has the dimension that its entry must have.

    τ_i is in N m where joint i turns and in N where it slides; M_ij in kg m², kg m or kg; and so
    on.  What is right is not looked at: only the dimensions of the letters are, which the model
    tells.  A number in a formula has none unless the model holds numbers in place of letters; then
    only those terms are told wrong for which no product of such numbers could make up.

    Parameters
    ----------
    robot, q, qd, qdd, rows, stages, **given
        As `check` takes them.

    Returns
    -------
    Dimensions
        Prints itself as a report.

    Raises
    ------
    LinkwiseError
        As `check` does, or if the model's own expressions have wrong dimensions.

    References
    ----------
    The "dimension sheet" of the lecture notes, 001 and 003.

    Examples
    --------
    The inertia inside a bracket that m₂ multiplies:

    >>> from sympy import cos, symbols
    >>> from linkwise import symbolic
    >>> l1, lc2, m2, I2, q2 = symbols("l1 lc2 m2 I2 q2")
    >>> M12 = m2 * (lc2**2 + l1 * lc2 * cos(q2) + I2)
    >>> M22 = m2 * lc2**2 + I2
    >>> print(check_dimensions(symbolic("2r"), M=[[M22, M12], [M12, M22]]))
    planar 2R: dimensions wrong
    ✓ M11, in kg m²
    ✗ M12, in kg m²
        I2*m2 is in kg² m²: a mass too many
    ✗ M21, in kg m²
        I2*m2 is in kg² m²: a mass too many
    ✓ M22, in kg m²
    """
    return dimensions_of(
        handed_in(robot, (q, qd, qdd), rows=rows, stages=stages, **given).with_terms()
    )


def dimensions_of(sheet: HandedIn) -> Dimensions:
    """Tell the same of entries gathered before."""
    letters, dimensions = sheet.letters, letter_dimensions(sheet.robot, sheet.letters)
    every = wanted_dimensions(sheet.robot)
    entries = []
    for name, value in sheet.given.items():
        misfits, untold = [], []
        for term, factor in terms_of(letters, letters.element(value)).items():
            got, shown = dimensions.product(term.powers), _shown(letters, term, factor)
            if got is None:
                untold.append(shown)
            elif not dimensions.fits(got, every[name]):
                misfits.append(Misfit(shown, got, dimensions.lack(got, every[name])))
        entries.append(DimensionsOfEntry(name, every[name], tuple(misfits), tuple(untold)))
    symbols = (*letters.q, *letters.qd, *letters.qdd, *letters.parameters)
    units = {str(x): str(d or "unknown") for x, d in zip(symbols, dimensions.of, strict=True)}
    numbers = sorted(dimensions.numbers, key=lambda d: (d.weight, d.powers))
    return Dimensions(sheet.robot.name, tuple(entries), units, tuple(numbers))


def wanted_dimensions(robot: Robot) -> dict[str, Dimension]:
    """Return the dimension of every entry that can be handed in, by name."""
    out = {"K": ENERGY, "P": ENERGY}
    u = [coordinate_dimension(joint) for joint in robot.joints]
    for i, u_i in enumerate(u, start=1):
        torque = ENERGY / u_i
        out |= {f"{vector}{i}": torque for vector in ("h", "g", "tau", "d_dt", "dL_dq")}
        out[f"dL_dqd{i}"] = torque * TIME
        for label in regressor_labels(robot):
            out[f"Y{i} {label}"] = torque / PARAMETERS[label.rsplit(" ", 1)[1]]
        for j, u_j in enumerate(u, start=1):
            out[f"M{i}{j}"] = torque / (u_j * RATE**2)
            out[f"C{i}{j}"] = torque / (u_j * RATE)
    for k in range(1, len(robot.links) + 1):
        out |= {f"{row}{k}{axis}": dimension for row, dimension in ROWS.items() for axis in AXES}
    return out


def _shown(letters: Letters, term: Term, factor: Any) -> Any:
    return expression(letters, {term: factor})
