"""The referee: tells whether a derivation made by hand is right, and which term is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrange.energies import Energies
from linkwise.lagrange.energy_slips import energy_slips
from linkwise.lagrange.ring import Letters
from linkwise.lagrange.slips import Made, Slip
from linkwise.lagrange.term_slips import entry_slips, term_slips
from linkwise.lagrange.terms import Terms, added, expression, scaled, terms_of
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.spatial.errors import LinkwiseError

MATRICES = {"M": "mass matrix", "C": "Coriolis matrix"}
VECTORS = {"h": "velocity terms", "g": "gravity terms", "tau": "torques"}
SCALARS = {"K": "kinetic energy", "P": "potential energy"}


@dataclass(frozen=True, eq=False)
class Finding:
    """What explains the difference of an entry.

    Attributes
    ----------
    slips
        The slips that together make what was handed in of what is right; one or two.
    """

    slips: tuple[Made, ...]


@dataclass(frozen=True, eq=False)
class Entry:
    """One entry of what was handed in.

    Attributes
    ----------
    name : str
        Such as "tau1" or "M12".
    right : bool
        Whether it equals what it should be, exactly.
    difference : Expr
        What was handed in minus what it should be, sums of angles folded.
    findings : tuple of Finding
        Every explanation by the fewest slips; empty if none fits.
    witness : str
        A state with numbers for all letters, and both values there.
    """

    name: str
    right: bool
    difference: Any
    findings: tuple[Finding, ...]
    witness: str


@dataclass(frozen=True, eq=False)
class Verdict:
    """What the referee found; `str` prints it as a report.

    Attributes
    ----------
    robot : str
        Name of the robot.
    entries : tuple of Entry
        In the order handed in.
    early : tuple of (Slip, str)
        Slips made in the energies that explain all that was handed in at once.
    letters : Letters
        The letters of the expressions.
    """

    robot: str
    entries: tuple[Entry, ...]
    early: tuple[tuple[Slip, str], ...]
    letters: Letters

    @property
    def right(self) -> bool:
        """Whether every entry is right."""
        return all(entry.right for entry in self.entries)

    def __getitem__(self, name: str) -> Entry:
        """Return the entry with this name."""
        return {entry.name: entry for entry in self.entries}[name]

    def __str__(self) -> str:
        """Return the report."""
        lines = [f"{self.robot}: {'right' if self.right else 'wrong'}"]
        for slip, about in self.early:
            lines.append(f"one slip explains all of it: {named(slip, about)}: {slip.why}")
        for entry in self.entries:
            lines.append(f"{'✓' if entry.right else '✗'} {entry.name}")
            if not entry.right:
                lines += [f"    {line}" for line in self._explained(entry)]
        return "\n".join(lines)

    def _explained(self, entry: Entry) -> Iterator[str]:
        yield f"yours minus right: {entry.difference}"
        for finding in entry.findings[:3]:
            for made in finding.slips:
                right, wrong = (expression(self.letters, t) for t in (made.right, made.wrong))
                yield f"{named(made.slip, made.about)}: {made.slip.why}"
                yield f"  you have {wrong}, it should be {right}"
        if not entry.findings and not self.early:
            yield "no slip of the catalogue, and no two of them, make this of the right entry"
        yield entry.witness


def check(
    robot: Robot | SymbolicModel,
    *,
    q: Sequence[Any] | None = None,
    qd: Sequence[Any] | None = None,
    qdd: Sequence[Any] | None = None,
    **handed_in: Any,
) -> Verdict:
    """Tell whether M, C, h, g, tau, K or P derived by hand are right, and which term is wrong.

    Equality is decided in a polynomial ring in which every expression has one form: right means
    difference zero, for all states and letters.  Wrong entries are compared with everything that a
    catalogue of classical slips makes of the right ones, one slip and then two at once.

    Parameters
    ----------
    robot
        A robot of symbols and numbers, or a `SymbolicModel` such as ``symbolic("2r")``.
    q, qd, qdd
        SymPy symbols of the expressions; those of the model, or q1, qd1, qdd1 and so on.
    **handed_in
        Any of M and C, matrices ``(n, n)``; h = C q̇, g and tau, vectors ``(n,)``; K and P, which
        may differ by a constant: all in SymPy.

    Returns
    -------
    Verdict
        Prints itself as a report.

    Raises
    ------
    LinkwiseError
        If nothing is handed in, a shape is wrong, a name is unknown, or an expression is no
        polynomial in the letters.

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
    """
    more: tuple[Any, ...] = ()
    if isinstance(robot, SymbolicModel):
        more = tuple(robot.parameters.values())
        q, qd, qdd = (
            x or y for x, y in zip((q, qd, qdd), (robot.q, robot.qd, robot.qdd), strict=True)
        )
        robot = robot.robot
    n = robot.n
    coordinates, rates, accelerations = (
        given or tuple(sympy.symbols(f"{letter}1:{n + 1}"))
        for letter, given in (("q", q), ("qd", qd), ("qdd", qdd))
    )
    letters = Letters.of(robot, coordinates, rates, accelerations, more)
    if not handed_in:
        raise LinkwiseError(f"hand in at least one of {', '.join((*MATRICES, *VECTORS, *SCALARS))}")
    yours = {
        name: letters.element(x)
        for key, value in handed_in.items()
        for name, x in entries(key, value, n)
    }
    energies = Energies.of(robot, letters)
    right = entries_of(energies, handed_in)
    off = {name: difference(name, yours[name], right[name], letters) for name in yours}
    early = () if not any(off.values()) else tuple(made_early(energies, handed_in, yours, letters))
    judged = tuple(
        judge(name, letters, yours[name], right[name], off[name], search=not early)
        for name in yours
    )
    return Verdict(robot.name, judged, early, letters)


def entries(key: str, value: Any, n: int) -> Iterator[tuple[str, Any]]:
    """Yield the entries of what was handed in under a name, or say what is wrong with it."""
    if key in SCALARS:
        yield key, value
        return
    if key not in MATRICES and key not in VECTORS:
        known = ", ".join((*MATRICES, *VECTORS, *SCALARS))
        raise LinkwiseError(f"there is no {key!r} to check: {known} are known")
    a = np.array(sympy.Matrix(value).tolist(), dtype=object)
    wanted = (n, n) if key in MATRICES else (n, 1)
    a = a.T if key in VECTORS and a.shape == (1, n) else a
    if a.shape != wanted:
        raise LinkwiseError(f"{key} must have shape {wanted}, got {a.shape}")
    for (i, j), x in np.ndenumerate(a):
        yield f"{key}{i + 1}{j + 1 if key in MATRICES else ''}", x


def entries_of(energies: Energies, wanted: Mapping[str, Any]) -> dict[str, PolyElement]:
    """Return what the wanted entries should be, from the energies."""
    made: dict[str, Any] = {
        "M": energies.mass_matrix, "C": energies.coriolis, "h": energies.velocity_terms,
        "g": energies.gravity, "tau": energies.torques,
        "K": lambda: energies.K, "P": lambda: energies.P,
    }  # fmt: skip
    out: dict[str, PolyElement] = {}
    for key in wanted:
        value = made[key]()
        if key in SCALARS:
            out[key] = value
        elif key in MATRICES:
            for i, row in enumerate(value, start=1):
                out |= {f"{key}{i}{j}": x for j, x in enumerate(row, start=1)}
        else:
            out |= {f"{key}{i}": x for i, x in enumerate(value, start=1)}
    return out


def difference(name: str, yours: PolyElement, right: PolyElement, letters: Letters) -> PolyElement:
    """Return yours minus right in the ring; a constant in the potential energy does not count."""
    gap = letters.reduced(yours - right)
    if name == "P":
        moving = letters.ring.zero
        for powers, factor in gap.terms():
            if any(powers[: 3 * letters.n]):
                moving[powers] = factor
        return moving
    return gap


def made_early(
    energies: Energies,
    handed_in: Mapping[str, Any],
    yours: Mapping[str, PolyElement],
    letters: Letters,
) -> Iterator[tuple[Slip, str]]:
    """Yield the slips in the energies from which everything handed in follows."""
    for slip, about, wrong in energy_slips(energies):
        made = entries_of(wrong, handed_in)
        if not any(difference(name, yours[name], made[name], letters) for name in yours):
            yield slip, about


def judge(
    name: str,
    letters: Letters,
    yours: PolyElement,
    right: PolyElement,
    gap: PolyElement,
    *,
    search: bool,
) -> Entry:
    """Return the verdict on one entry, with what explains it if that is to be searched."""
    found: tuple[Finding, ...] = ()
    if gap and search:
        found = tuple(explanations(letters, terms_of(letters, right), terms_of(letters, gap)))
    seen = witness(letters, yours, right) if gap else ""
    return Entry(name, not gap, letters.expression(gap), found, seen)


def explanations(letters: Letters, right: Terms, gap: Terms) -> Iterator[Finding]:
    """Yield every explanation of a difference by one slip, or else by two that do not touch."""
    slips = list(entry_slips(letters, right))
    slips += [made for term, factor in right.items() for made in term_slips(letters, term, factor)]
    effects = [(made, added(made.wrong, scaled(made.right, -1))) for made in slips]
    single = [Finding((made,)) for made, effect in effects if effect == gap]
    if single:
        yield from unique(single)
        return
    by_effect: dict[frozenset[Any], list[Made]] = {}
    for made, effect in effects:
        by_effect.setdefault(frozenset(effect.items()), []).append(made)
    double = []
    for k, (made, effect) in enumerate(effects):
        rest = frozenset(added(gap, scaled(effect, -1)).items())
        for other in by_effect.get(rest, ()):
            if not set(made.right) & set(other.right) and slips.index(other) > k:
                double.append(Finding((made, other)))
    yield from unique(double)


def unique(findings: list[Finding]) -> list[Finding]:
    """Return the findings without those that say the same of the same terms."""
    seen, out = set(), []
    for finding in findings:
        key = tuple((made.slip.name, made.about) for made in finding.slips)
        if key not in seen:
            seen.add(key)
            out.append(finding)
    return out


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


def named(slip: Slip, about: str) -> str:
    """Return the name of a slip and what it is about."""
    return f"{slip.name} ({about})" if about else slip.name
