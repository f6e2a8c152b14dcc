"""What is right for a robot in the ring, and what every slip of the catalogue makes of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import inf

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.referee.conventions import Convention, conventions
from linkwise.referee.coriolis_kind import coriolis_kind
from linkwise.referee.derivation_slips import derivation_slips
from linkwise.referee.energy_slips import Early, added_energies, energy_slips
from linkwise.referee.entries import (
    SCALARS,
    SPELLED,
    Elements,
    difference,
    entries_of,
    regressor_elements,
)
from linkwise.referee.explanations import Effects, Finding, effects_in, occurs
from linkwise.referee.handed_in import HandedIn
from linkwise.referee.heights import joint_heights
from linkwise.referee.kinetic_slips import kinetic_slips
from linkwise.referee.row_conventions import row_conventions
from linkwise.referee.rows import AXES, Rows, keyed, row_component
from linkwise.referee.slips import Slip, split_name
from linkwise.referee.terms import added, terms_of
from linkwise.referee.together import Together, together
from linkwise.referee.turning import turnings
from linkwise.referee.verdict import Entry, Verdict
from linkwise.spatial.errors import LinkwiseError

FLOATS = Fraction(1, 10**14)  # what may be rounding, of the largest number in an entry
ROUNDED = "up to rounding: the numbers of the robot have 15 digits"


class Referee:
    """What is right for one robot, and what every slip of the catalogue makes of it.

    Parameters
    ----------
    robot
        The model.
    letters
        Its ring.
    names
        The entries that are to be judged: M12, tau1, K, d_dt1, or F2y for a component of a row.
    """

    def __init__(self, robot: Robot, letters: Letters, names: Iterable[str]) -> None:
        if any(robot.couplings):
            raise LinkwiseError(f"robot {robot.name!r} has mimic joints: free ones can be checked")
        if robot.n > SPELLED:
            raise LinkwiseError(
                f"formulas are checked of up to {SPELLED} joints, {robot.name!r} has {robot.n}: "
                "hand in functions"
            )
        self.robot, self.letters = robot, letters
        self.rows: dict[str, list[int]] = {}  # the axes of every row, from 0
        plain = []
        for name in names:
            if (component := row_component(name)) is None:
                plain.append(name)
            else:
                row, axis = component
                if int(split_name(row)[1]) > (links := len(robot.links)):
                    raise LinkwiseError(f"there is no row {row}: {robot.name!r} has {links} links")
                self.rows.setdefault(row, []).append(axis)
        self.names = tuple(name for name in plain if not name.startswith("Y"))
        self.regressor = tuple(name for name in plain if name.startswith("Y"))
        self.whole_C = {f"C{i}{j}" for i, j in self._pairs()} <= {*plain}
        self.energies = Energies.of(robot, letters)
        self._effects: dict[str, Effects] = {}

    @cached_property
    def iterations(self) -> Rows:
        """The rows of the Newton-Euler iterations."""
        return Rows.of(self.robot, self.letters)

    @cached_property
    def right(self) -> Elements:
        """What every entry should be."""
        out = entries_of(self.energies, self.names)
        if self.regressor:
            Y = regressor_elements(self.robot, self.letters)
            out |= {name: Y[name] for name in self.regressor}
        for row, axes in self.rows.items():
            values = self.iterations.right(row)
            out |= {f"{row}{AXES[axis]}": values[axis] for axis in axes}
        return out

    @cached_property
    def early_energies(self) -> list[Early]:
        """Every slip before the torques, with the energies it gives or the way from them."""
        right, model = self.energies, (self.robot, self.letters)
        told = list(energy_slips(right, turnings(*model), joint_heights(*model)))
        return [*told, *kinetic_slips(right, told), *derivation_slips(right)]

    @cached_property
    def early(self) -> list[tuple[Slip, str, Elements]]:
        """Every slip before the torques, and the entries that follow from it."""
        return [(slip, about, self._follow(wrong)) for slip, about, wrong in self.early_energies]

    def _follow(self, wrong: Energies) -> Elements:
        """Return the entries that follow from an early slip: linear in the energies."""
        if type(wrong) is not Energies:
            return entries_of(wrong, self.names)
        changes = entries_of(added_energies(self.energies, wrong), self.names)
        return {name: self.right[name] + change for name, change in changes.items()}

    def effects(self, name: str) -> Effects:
        """Return every slip that shows in an entry or a row, with what it adds."""
        if name not in self._effects:
            if name in self.rows:
                found = self.iterations.effects(name, self.rows[name])
                entries = [f"{name}{AXES[axis]}" for axis in self.rows[name]]
            else:
                right = terms_of(self.letters, self.right[name])
                found = effects_in(self.letters, right, energy=name in SCALARS)
                entries = [name]
            least = max(self.rounding(self.right[entry]) for entry in entries)
            self._effects[name] = replace(found, least=least)
        return self._effects[name]

    def gaps(self, yours: Elements, right: Elements | None = None) -> Elements:
        """Return yours minus right; nothing in a row of C whose product with q̇ is right."""
        right = self.right if right is None else right
        gaps = {
            name: self.beyond_rounding(difference(name, x, right[name], self.letters), right[name])
            for name, x in yours.items()
        }
        if self.whole_C:
            for i, gap in enumerate(self._products(gaps), start=1):
                if not gap:
                    row = [f"C{i}{j}" for j in range(1, self.letters.n + 1)]
                    gaps |= dict.fromkeys(row, self.letters.ring.zero)
        return gaps

    def rounding(self, right: PolyElement) -> Fraction:
        """Return what may come of the 15 digits of a robot's floats in an entry's factors."""
        if not self.robot.is_numeric or not right:
            return Fraction(0)
        largest = max(abs(factor) for factor in right.coeffs())
        return FLOATS * Fraction(int(largest.numerator), int(largest.denominator))

    def beyond_rounding(self, gap: PolyElement, right: PolyElement) -> PolyElement:
        """Return a gap without terms that come of the 15 digits of a robot's floats."""
        least = self.rounding(right)
        kept = {powers: factor for powers, factor in gap.terms() if abs(factor) > least}
        return self.letters.ring.from_dict(kept)

    def rounded(self, name: str, yours: PolyElement) -> bool:
        """Tell whether an entry that is right is so up to the rounding of the robot's floats."""
        if not self.robot.is_numeric or name.startswith("C"):
            return False
        return bool(difference(name, yours, self.right[name], self.letters))

    def agree(self, yours: Elements, other: Elements) -> bool:
        """Tell whether what was handed in is all of another derivation."""
        return self.counted(yours) == self.counted(other)

    def counted(self, given: Elements) -> tuple[PolyElement, ...]:
        """Return what counts of entries: of all of C the product C q̇, of P what moves."""
        zero = self.letters.ring.zero
        plain = [x for x in self.names if not (self.whole_C and split_name(x)[0] == "C")]
        values = [difference(name, given[name], zero, self.letters) for name in plain]
        return (*values, *(self._products(given) if self.whole_C else ()))

    def _products(self, C: Elements) -> list[PolyElement]:
        """Return C q̇, of entries by name."""
        rates = self.letters.vector(self.letters.qd)
        products = [self.letters.ring.zero] * self.letters.n
        for i, j in self._pairs():
            products[i - 1] = products[i - 1] + C[f"C{i}{j}"] * rates[j - 1]
        return [self.letters.reduced(x) for x in products]

    def _pairs(self) -> list[tuple[int, int]]:
        """Return all pairs of joints, from 1."""
        order = range(1, self.letters.n + 1)
        return [(i, j) for i in order for j in order]

    def made_early(self, yours: Elements) -> list[tuple[Slip, str]]:
        """Return the slips before the torques from which all follows, where anything is wrong."""
        if self.rows or self.regressor:
            return []
        return [
            (slip, about)
            for slip, about, made in self.early
            if not any(self.gaps(yours, made).values())
        ]

    def findings(self, gaps: Elements, *, several: bool) -> dict[str, tuple[Finding, ...]]:
        """Return what explains every wrong entry by one slip, or by `several` at once."""
        out: dict[str, tuple[Finding, ...]] = {}
        for name in (*self.names, *self.regressor):
            if gaps[name]:
                effects, gap = self.effects(name), terms_of(self.letters, gaps[name])
                found = effects.single(gap)
                if several and not found:
                    own = added(terms_of(self.letters, self.right[name]), gap)
                    pairs = effects.double(gap)
                    found = [pair for pair in pairs if all(occurs(x, own) for x in pair.slips)]
                out[name] = tuple(found)
        for name, axes in self.rows.items():
            wrong = [f"{name}{AXES[axis]}" for axis in axes if gaps[f"{name}{AXES[axis]}"]]
            if wrong:
                terms = {k: terms_of(self.letters, gaps[f"{name}{AXES[k]}"]) for k in axes}
                row = added(*(keyed(axis, part) for axis, part in terms.items()))
                effects = self.effects(name)
                found = effects.single(row) or effects.double(row) or effects.triple(row)
                out |= dict.fromkeys(wrong, tuple(found))
        return out

    def together(
        self, yours: Elements, found: Mapping[str, tuple[Finding, ...]]
    ) -> tuple[Together, ...]:
        """Return the explanations with early slips by no more slips than those of the entries."""
        if self.rows or self.regressor or not found:
            return ()
        least = [len(findings[0].slips) if findings else inf for findings in found.values()]
        return together(self, yours, sum(least)) if sum(least) > 1 else ()

    def convention(self, yours: Elements) -> Convention | None:
        """Return the convention in which all that was handed in is right, if there is one."""
        if self.regressor or (self.rows and self.names):
            return None
        if self.rows:
            return self._row_convention(yours)
        for convention, energies in conventions(self.robot, self.energies, self.names):
            if self.agree(yours, entries_of(energies, self.names)):
                return convention
        return None

    def _row_convention(self, yours: Elements) -> Convention | None:
        """Return the convention in which all rows are right, if there is one."""
        for convention, row in row_conventions(self.iterations, self.robot):
            if all(
                yours[f"{name}{AXES[axis]}"] == right[axis]
                for name, axes in self.rows.items()
                for right in [row(name)]
                for axis in axes
            ):
                return convention
        return None

    def judge(self, yours: Elements) -> Verdict:
        """Return the verdict on all entries."""
        gaps, order = self.gaps(yours), range(1, self.letters.n + 1)
        wrong = any(gaps.values())
        kind = None
        if self.whole_C:
            C = [[yours[f"C{i}{j}"] for j in order] for i in order]
            kind = coriolis_kind(self.energies, C)
        early = self.made_early(yours) if wrong else []
        found = self.findings(gaps, several=not early)
        shared = () if early else self.together(yours, found)
        judged = tuple(
            Entry(
                name,
                not gap,
                self.letters.expression(gap),
                found.get(name, ()),
                witness(self.letters, yours[name], self.right[name]) if gap else "",
                ROUNDED if not gap and self.rounded(name, yours[name]) else "",
            )
            for name, gap in gaps.items()
        )
        convention = self.convention(yours) if wrong else None
        sheet = HandedIn(self.robot, self.letters, yours)
        return Verdict(sheet, judged, tuple(early), kind, convention, shared)


def witness(letters: Letters, yours: PolyElement, right: PolyElement) -> str:
    """Return numbers for all letters at which the two values differ, and the values."""
    symbols = letters.symbols_in(yours, right)
    rng = np.random.default_rng(0)
    for _ in range(20):  # by chance a draw may hide the difference
        draw = rng.uniform(0.3, 2, len(symbols)).round(2).tolist()
        values = dict(zip(symbols, draw, strict=True))
        a, b = letters.value(yours, values), letters.value(right, values)
        if abs(a - b) > 1e-9:
            break
    state = ", ".join(f"{x} = {value:g}" for x, value in values.items())
    return f"at {state}: yours {a:.6g}, right {b:.6g}"
