"""Derivations with mistakes put in, and the key to them, which the referee has confirmed."""

from collections.abc import Mapping
from dataclasses import dataclass

from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.lesson.exercises.draws import Draws
from linkwise.lesson.exercises.setting import Setting
from linkwise.referee.check import check_entries
from linkwise.referee.entries import SCALARS
from linkwise.referee.explanations import Change, effects_in
from linkwise.referee.slips import Made, split_name
from linkwise.referee.terms import element, terms_of
from linkwise.spatial.errors import LinkwiseError

STAGES = ("dL_dqd", "d_dt", "dL_dq", "tau")
AFTER = {"dL_dqd": ("d_dt", "tau"), "d_dt": ("tau",), "dL_dq": ("tau",)}
TRIES = 50

Steps = dict[str, PolyElement]


@dataclass(frozen=True, eq=False)
class Mistake:
    """A mistake in a derivation.

    Attributes
    ----------
    step : str
        The step in which it is made, such as "d_dt1".
    made : Made
        The slip, and the terms that it changes.
    names : tuple of str
        All slips of the catalogue that make the same of this step; the one put in comes first.
    carried : tuple of str
        The later steps that are wrong because of it.
    """

    step: str
    made: Made
    names: tuple[str, ...]
    carried: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Planted:
    """A derivation with mistakes, each carried on to the lines after it."""

    steps: Steps
    mistakes: tuple[Mistake, ...]


def derivation(energies: Energies, changes: Mapping[str, PolyElement] | None = None) -> Steps:
    """Return the steps from the energies to the torques, with changes that are carried on.

    For every joint: ∂L/∂q̇, its rate d/dt ∂L/∂q̇, ∂L/∂q, and τ = d/dt ∂L/∂q̇ − ∂L/∂q.
    """
    changed = changes or {}
    zero = energies.zero
    out: Steps = {}
    pairs = zip(energies.momenta(), energies.slopes(), strict=True)
    for i, (momentum, slope) in enumerate(pairs, start=1):
        p = momentum + changed.get(f"dL_dqd{i}", zero)
        rate = rate_of(energies, p) + changed.get(f"d_dt{i}", zero)
        force = slope + changed.get(f"dL_dq{i}", zero)
        values = (p, rate, force, rate - force)
        out |= {f"{stage}{i}": x for stage, x in zip(STAGES, values, strict=True)}
    return out


def rate_of(energies: Energies, x: PolyElement) -> PolyElement:
    """Return dx/dt = Σ ∂x/∂q_k q̇_k + ∂x/∂q̇_k q̈_k."""
    letters = energies.letters
    rates, accelerations = letters.vector(letters.qd), letters.vector(letters.qdd)
    total = energies.zero
    for k, (qd, qdd) in enumerate(zip(rates, accelerations, strict=True)):
        total = total + energies.along(x, k) * qd + x.diff(qd) * qdd
    return letters.reduced(total)


def planted(s: Setting, draws: Draws, count: int) -> Planted:
    """Return a derivation with some mistakes, each of which the referee finds and names.

    Two mistakes never meet in one line before the torques: of every joint there is at most one
    on the way to d/dt ∂L/∂q̇, and one in ∂L/∂q.

    Raises
    ------
    LinkwiseError
        If the arm's derivation has no room for so many.
    """
    energies = Energies.of(s.arm.robot, s.letters)
    right = derivation(energies)
    effects = {x: slips_in(s, x, value) for x, value in right.items() if not x.startswith("tau")}
    n = s.letters.n
    chains: list[tuple[str, ...]] = [(f"dL_dqd{i}", f"d_dt{i}") for i in range(1, n + 1)]
    chains += [(f"dL_dq{i}",) for i in range(1, n + 1)]
    free = [chain for chain in chains if any(effects[name] for name in chain)]
    if not 1 <= count <= len(free):
        raise LinkwiseError(
            f"the derivation of {s.arm.robot.name} has room for 1 to {len(free)} mistakes, "
            f"got {count}"
        )
    for _ in range(TRIES):
        chosen = {}
        for chain in draws.some(free, count):
            name = draws.one([name for name in chain if effects[name]])
            kinds = sorted({made.slip.name for made, _ in effects[name]})
            kind = draws.one(kinds)
            alike = [pair for pair in effects[name] if pair[0].slip.name == kind]
            chosen[name] = draws.one(alike)
        changes = {name: element(s.letters, change) for name, (_, change) in chosen.items()}
        wrong = derivation(energies, changes)
        later = {name: carried(name, wrong, right) for name in chosen}
        made = {name: slip for name, (slip, _) in chosen.items()}
        if names := confirmed(s, wrong, made, later):
            mistakes = (Mistake(x, made[x], names[x], later[x]) for x in right if x in chosen)
            return Planted(wrong, tuple(mistakes))
    raise LinkwiseError(f"no {count} mistakes were found that can be told apart: try another seed")


def slips_in(s: Setting, step: str, right: PolyElement) -> list[tuple[Made, Change]]:
    """Return the slips that can be made in a step, with what each adds to it.

    Of a momentum with an acceleration in it nobody could write the rate.
    """
    n = s.letters.n
    slips = effects_in(s.letters, terms_of(s.letters, right), energy=step in SCALARS).slips
    if not step.startswith("dL_dqd"):
        return list(slips)
    return [pair for pair in slips if not any(any(t.powers[2 * n : 3 * n]) for t in pair[1])]


def carried(name: str, wrong: Steps, right: Steps) -> tuple[str, ...]:
    """Return the later steps of the same joint that a mistake has made wrong."""
    stage, index = split_name(name)
    later = (f"{x}{index}" for x in AFTER[stage])
    return tuple(step for step in later if wrong[step] != right[step])


def confirmed(
    s: Setting, wrong: Steps, made: Mapping[str, Made], later: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the names that the referee has for every mistake; empty if it does not see them so.

    It must find each wrong, explain it by the slip put in alone, find all other steps right that
    nothing was carried to, and see no other convention in which all of it would be right.
    """
    reached = {step for steps in later.values() for step in steps}
    shown = {x: e for x, e in wrong.items() if x not in reached and not x.startswith("tau")}
    verdict = check_entries(s.arm.robot, s.letters, shown)
    if verdict.convention is not None or not all(later.values()):
        return {}
    names = {}
    for entry in verdict.entries:
        found = {f.slips[0].slip.name for f in entry.findings if len(f.slips) == 1}
        if entry.name in made:
            first = made[entry.name].slip.name
            if entry.right or first not in found:
                return {}
            names[entry.name] = (first, *sorted(found - {first}))
        elif not entry.right:
            return {}
    return names
