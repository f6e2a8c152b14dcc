"""The referee: tells whether a derivation made by hand is right, and which term is wrong."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.referee.claims import Claim
from linkwise.referee.conventions import Convention, conventions
from linkwise.referee.coriolis_kind import coriolis_kind
from linkwise.referee.derivation_slips import derivation_slips
from linkwise.referee.energy_slips import energy_slips
from linkwise.referee.entries import Elements, difference, entries_of, regressor_elements
from linkwise.referee.explanations import Effects, Finding, effects_in
from linkwise.referee.functions import judge_function
from linkwise.referee.handed_in import HandedIn, free, handed_in
from linkwise.referee.other_expressions import cross_multiplied, judge_others
from linkwise.referee.rows import AXES, Rows, keyed, row_component
from linkwise.referee.slips import Slip, split_name
from linkwise.referee.term_slips import UNKNOWN
from linkwise.referee.terms import added, terms_of
from linkwise.referee.turning import turnings
from linkwise.referee.verdict import Entry, Verdict
from linkwise.spatial.errors import LinkwiseError


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
    def early(self) -> list[tuple[Slip, str, Elements]]:
        """Every slip before the torques, and the entries that follow from it."""
        made = [
            *energy_slips(self.energies, turnings(self.robot, self.letters)),
            *derivation_slips(self.energies),
        ]
        return [(slip, about, entries_of(wrong, self.names)) for slip, about, wrong in made]

    def effects(self, name: str) -> Effects:
        """Return every slip that shows in an entry or a row, with what it adds."""
        if name not in self._effects:
            self._effects[name] = (
                self.iterations.effects(name, self.rows[name])
                if name in self.rows
                else effects_in(self.letters, terms_of(self.letters, self.right[name]))
            )
        return self._effects[name]

    def gaps(self, yours: Elements) -> Elements:
        """Return yours minus right; nothing in a row of C whose product with q̇ is right."""
        gaps = {
            name: difference(name, x, self.right[name], self.letters) for name, x in yours.items()
        }
        if self.whole_C:
            for i, gap in enumerate(self._products(gaps), start=1):
                if not gap:
                    row = [f"C{i}{j}" for j in range(1, self.letters.n + 1)]
                    gaps |= dict.fromkeys(row, self.letters.ring.zero)
        return gaps

    def agree(self, yours: Elements, other: Elements) -> bool:
        """Tell whether what was handed in is all of another derivation; of C the product counts."""
        gaps = {name: difference(name, yours[name], other[name], self.letters) for name in other}
        if self.whole_C:
            products = self._products(gaps)
            gaps = {name: gap for name, gap in gaps.items() if split_name(name)[0] != "C"}
            return not any(gaps.values()) and not any(products)
        return not any(gaps.values())

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
        """Return the slips before the torques from which all that was handed in follows."""
        if self.rows or self.regressor or not any(self.gaps(yours).values()):
            return []
        return [(slip, about) for slip, about, made in self.early if self.agree(yours, made)]

    def findings(self, gaps: Elements, *, several: bool) -> dict[str, tuple[Finding, ...]]:
        """Return what explains every wrong entry by one slip, or by `several` at once."""
        out: dict[str, tuple[Finding, ...]] = {}
        for name in (*self.names, *self.regressor):
            if gaps[name]:
                effects, gap = self.effects(name), terms_of(self.letters, gaps[name])
                found = effects.single(gap) or (effects.double(gap) if several else [])
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

    def convention(self, yours: Elements) -> Convention | None:
        """Return the convention in which all that was handed in is right, if there is one."""
        if self.rows or self.regressor:
            return None
        for convention, energies in conventions(self.robot, self.energies, self.names):
            if self.agree(yours, entries_of(energies, self.names)):
                return convention
        return None

    def judge(self, yours: Elements) -> Verdict:
        """Return the verdict on all entries."""
        gaps, order = self.gaps(yours), range(1, self.letters.n + 1)
        kind = None
        if self.whole_C:
            C = [[yours[f"C{i}{j}"] for j in order] for i in order]
            kind = coriolis_kind(self.energies, C)
        early = self.made_early(yours)
        found = self.findings(gaps, several=not early)
        judged = tuple(
            Entry(
                name,
                not gap,
                self.letters.expression(gap),
                found.get(name, ()),
                witness(self.letters, yours[name], self.right[name]) if gap else "",
            )
            for name, gap in gaps.items()
        )
        convention = self.convention(yours) if any(gaps.values()) else None
        sheet = HandedIn(self.robot, self.letters, yours)
        return Verdict(sheet, judged, tuple(early), kind, convention)


def check(
    robot: Robot | SymbolicModel,
    *,
    q: Sequence[Any] | None = None,
    qd: Sequence[Any] | None = None,
    qdd: Sequence[Any] | None = None,
    rows: Mapping[str, Any] | None = None,
    stages: Mapping[str, Any] | None = None,
    **given: Any,
) -> Verdict:
    """Tell whether M, C, h, g, tau, K, P or Y derived by hand are right, and which term is wrong.

    Equality is decided in a polynomial ring in which every expression has one form: right means
    difference zero, for all states and letters.  Wrong entries are compared with everything that a
    catalogue of classical slips makes of the right ones, one slip and then two at once.  Any C
    with the right C q̇ is right; which kind it is, is said.  So is in which other convention all of
    it is right: angles from the vertical or absolute ones, or gravity's vector turned round.

    Quotients are decided by cross-multiplying, functions at states of fractions if they take such
    numbers, and what is left in floats: how it was decided is said in the report.

    Parameters
    ----------
    robot
        A robot of symbols and numbers, or a `SymbolicModel` such as ``symbolic("2r")``.
    q, qd, qdd
        SymPy symbols of the expressions; those of the model, or q1, qd1, qdd1 and so on.
    rows
        Rows of the Newton-Euler iterations by name, ``{"F2": (…, …, …), "f1": …}``: any of omega,
        omega_dot, v_dot, v_dot_C, F, N, f and n with the number of the link from 1, each a vector
        in the link's frame, as `newton_euler` has them.
    stages
        Steps of Lagrange's derivation by name: ``{"d_dt1": …}`` for d/dt ∂L/∂q̇₁, dL_dqd1 for
        ∂L/∂q̇₁, dL_dq1 for ∂L/∂q₁.
    **given
        Any of M and C, matrices ``(n, n)``; h = C q̇, g and tau, vectors ``(n,)``; K and P, which
        may differ by a constant; Y ``(n, 10 N)`` with the columns of `regressor_labels`.  Each is
        of SymPy, nested lists, or text as people type it, for single entries or the whole; or a
        function of one state: ``M(q)``, ``C(q, qd)``, ``h(q, qd)``, ``g(q)``, ``tau(q, qd, qdd)``,
        ``K(q, qd)``, ``P(q)``, ``Y(q, qd, qdd)``.

    Returns
    -------
    Verdict
        Prints itself as a report.

    Raises
    ------
    LinkwiseError
        If nothing is handed in, a shape is wrong, a name is unknown, a text cannot be read or a
        function called, or joints are tied or rub by more than b q̇.

    References
    ----------
    The slips are those of the lecture notes and of public threads.  The one form is that of a
    quotient ring with the relation s² + c² = 1 for every joint (D. Cox, J. Little, D. O'Shea,
    *Ideals, Varieties, and Algorithms*, section 5.2).

    Examples
    --------
    >>> from sympy import cos, sin, symbols
    >>> from linkwise import symbolic
    >>> arm = symbolic("2r-point")
    >>> m2, l2, g, q1, q2 = symbols("m2 l2 g q1 q2")
    >>> m1, l1 = symbols("m1 l1")
    >>> g2 = m2 * l2 * g * sin(q1 + q2)
    >>> verdict = check(arm, g=[(m1 + m2) * g * l1 * cos(q1) + m2 * g * l2 * cos(q1 + q2), g2])
    >>> print(verdict["g2"].findings[0].slips[0].slip.name)
    sine and cosine exchanged

    A function of a robot of numbers:

    >>> import numpy as np
    >>> from linkwise import load
    >>> def M(q):
    ...     c2 = np.cos(q[1])
    ...     return [[1.7 + c2, 0.35 + c2 / 2], [0.35 + c2, 0.35]]
    >>> print(check(load("2r"), M=M)["M21"].witness)
    at q1 = 0.82, q2 = -1.38: yours 0.53964, right 0.44482
    """
    sheet = handed_in(robot, (q, qd, qdd), rows=rows, stages=stages, **given)
    return judged(sheet)


def check_entries(robot: Robot, letters: Letters, given: Mapping[str, Any]) -> Verdict:
    """Tell the same of single entries, such as M12, tau1 or F2y for a component of a row."""
    return judged(HandedIn(robot, letters, given))


def judged(sheet: HandedIn) -> Verdict:
    """Return the verdict on entries in the ring, on other expressions, and on functions."""
    robot, letters, given = sheet.robot, sheet.letters, sheet.given
    elements, others = sorted_out(letters, given)
    verdict = Verdict(HandedIn(robot, letters, elements), (), (), None, None)
    if elements:
        verdict = Referee(robot, letters, elements).judge(elements)
    entries, kind = list(verdict.entries), verdict.coriolis
    if others:
        entries += judge_others(letters, others, Referee(robot, letters, others).right)
    order = {name: k for k, name in enumerate(given)}
    entries.sort(key=lambda entry: order[entry.name])
    for key, function in sheet.functions.items():
        found, of_function = judge_function(Claim(key, function, robot))
        entries += found
        kind = of_function or kind
    if others or sheet.functions:  # they know the model's own convention only
        verdict = replace(verdict, convention=None)
    verdict = replace(verdict, entries=tuple(entries), coriolis=kind)
    _refuse_strange(verdict, given)
    return verdict


def sorted_out(letters: Letters, given: Mapping[str, Any]) -> tuple[Elements, dict[str, Any]]:
    """Return the elements of the ring among the entries, and all others; C stays whole."""
    elements: Elements = {}
    others: dict[str, Any] = {}
    for name, x in given.items():
        try:
            elements[name] = letters.element(x)
        except LinkwiseError:
            parts = cross_multiplied(letters, x)
            if parts is not None and not parts[0].rem(parts[1]):
                elements[name] = letters.reduced(parts[0].exquo(parts[1]))
            else:
                others[name] = x
    if any(split_name(name)[0] == "C" for name in others):
        for name in [name for name in elements if split_name(name)[0] == "C"]:
            others[name] = letters.expression(elements.pop(name))
    return elements, others


def _refuse_strange(verdict: Verdict, given: Mapping[str, Any]) -> None:
    """Raise if a letter is unknown and stands for no letter of the model."""
    letters = verdict.letters
    if not letters.strange:
        return
    for entry in verdict.entries:
        explained = any(
            made.slip is UNKNOWN for finding in entry.findings for made in finding.slips
        )
        strange = free(given.get(entry.name, 0)).intersection(letters.strange)
        if strange and not explained:
            known = ", ".join(str(x) for x in letters.plain() if x not in letters.strange)
            unknown = ", ".join(sorted(map(str, strange)))
            raise LinkwiseError(f"{entry.name}: unknown letter {unknown}: {known} are known")


def witness(letters: Letters, yours: PolyElement, right: PolyElement) -> str:
    """Return numbers for all letters at which the two values differ, and the values."""
    mine, true = letters.expression(yours), letters.expression(right)
    symbols = sorted(mine.free_symbols | true.free_symbols, key=str)
    rng = np.random.default_rng(0)
    for _ in range(20):  # by chance a draw may hide the difference
        draw = rng.uniform(0.3, 2, len(symbols)).round(2).tolist()
        values = dict(zip(symbols, draw, strict=True))
        a, b = float(mine.subs(values)), float(true.subs(values))
        if abs(a - b) > 1e-9:
            break
    state = ", ".join(f"{x} = {value:g}" for x, value in values.items())
    return f"at {state}: yours {a:.6g}, right {b:.6g}"
