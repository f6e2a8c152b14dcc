"""Slips in one term of the kinetic energy as it is typed: letters times a bracket of rates."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from linkwise.lagrangian.energies import Energies
from linkwise.lagrangian.ring import Letters
from linkwise.referee.energy_slips import Early
from linkwise.referee.slips import Slip
from linkwise.referee.term_slips import FACTORS, angle_slips
from linkwise.referee.terms import Term, Terms, added, element, expression, scaled, terms_of

MOST_TERMS = 24  # of a kinetic energy that is typed by hand


def kinetic_slips(right: Energies, told: Iterable[Early]) -> Iterator[Early]:
    """Yield every slip in a term of K, but those that are told under a name of their own."""
    letters = right.letters
    known = {energies.K for _, _, energies in told}
    groups = _groups(letters, terms_of(letters, right.K))
    for common, group in groups.items() if len(groups) <= MOST_TERMS else ():
        if len(group) == 1 and not _moves(letters, common):
            continue  # it shows in one entry of M, as a slip of a term there
        about = f"{expression(letters, {common: Fraction(1)})} in K"
        for slip, wrong in _slips(letters, group):
            K = right.K + element(letters, added(wrong, scaled(group, -1)))
            if K not in known:
                yield slip, about, right.with_energies(K=K)


def _groups(letters: Letters, terms: Terms) -> dict[Term, Terms]:
    """Return the terms that differ in their rates only, by what they share."""
    n = letters.n
    out: dict[Term, Terms] = {}
    for term, factor in terms.items():
        powers = (*term.powers[:n], *(0,) * n, *term.powers[2 * n :])
        common = Term(powers, term.multiples, term.sine)
        out.setdefault(common, {})[term] = factor
    return out


def _moves(letters: Letters, common: Term) -> bool:
    """Tell whether a term holds a coordinate, by its value or in an angle."""
    return any(common.multiples) or any(common.powers[: letters.n])


def _slips(letters: Letters, group: Terms) -> Iterator[tuple[Slip, Terms]]:
    """Yield what each slip puts in the place of a group."""
    for slip, times in FACTORS.items():
        yield slip, scaled(group, times)
    for parts in zip(*(angle_slips(letters, term) for term in group), strict=True):
        changed = zip(parts, group.values(), strict=True)
        yield parts[0][0], added(*(scaled(wrong, x) for (_, _, wrong), x in changed))
