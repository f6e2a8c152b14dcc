"""Slips in one term of an entry, and slips in all its terms of one kind."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from linkwise.lagrangian.ring import Letters
from linkwise.referee.catalogue import (
    ANGLE,
    BRACKET,
    CENTRIFUGAL_OUT,
    CENTRIFUGAL_SIGN,
    CORIOLIS_HALVED,
    CORIOLIS_OUT,
    CORIOLIS_SIGN,
    DOT,
    DOUBLED,
    DROPPED,
    ENTRY_DOUBLED,
    ENTRY_HALVED,
    ENTRY_SIGN,
    GRAVITY_SIGN,
    GRAVITY_TURNED,
    HALVED,
    INDEX,
    LENGTH,
    LETTER_OUT,
    LOST_FACTOR,
    LOST_SQUARE,
    LOST_WAVE,
    NO_HALF,
    SIGN,
    SINE,
    SQUARED,
    UNKNOWN,
    VELOCITY_OUT,
    VELOCITY_SIGN,
    WEIGHT_OUT,
)
from linkwise.referee.slips import (
    Made,
    Slip,
    is_any,
    is_centrifugal,
    is_coriolis,
    is_no_weight,
    is_velocity,
    is_weight,
    letter_names,
    split_name,
    textbook_angles,
)
from linkwise.referee.terms import Term, Terms, scaled, turned

HALF = Fraction(1, 2)

# a number in front of a term
FACTORS = {DROPPED: Fraction(0), SIGN: Fraction(-1), DOUBLED: Fraction(2), HALVED: HALF}

# the power of a letter in a term: from, to
POWERS = {LOST_SQUARE: (2, 1), SQUARED: (1, 2), LOST_FACTOR: (1, 0)}

OF_RATES = (is_coriolis, is_centrifugal, is_velocity)

# all terms of a kind in an entry, times a number
KINDS: dict[Slip, tuple[Callable[[Letters, Term], bool], Fraction]] = {
    CORIOLIS_HALVED: (is_coriolis, HALF),
    CORIOLIS_OUT: (is_coriolis, Fraction(0)),
    CORIOLIS_SIGN: (is_coriolis, Fraction(-1)),
    CENTRIFUGAL_OUT: (is_centrifugal, Fraction(0)),
    CENTRIFUGAL_SIGN: (is_centrifugal, Fraction(-1)),
    VELOCITY_OUT: (is_velocity, Fraction(0)),
    VELOCITY_SIGN: (is_velocity, Fraction(-1)),
    WEIGHT_OUT: (is_weight, Fraction(0)),
    GRAVITY_SIGN: (is_weight, Fraction(-1)),
    NO_HALF: (is_no_weight, Fraction(2)),
    ENTRY_SIGN: (is_any, Fraction(-1)),
    ENTRY_DOUBLED: (is_any, Fraction(2)),
    ENTRY_HALVED: (is_any, HALF),
}


# whose reason speaks of torques: in an energy the same is another mistake
OF_TORQUES = {slip for slip, (belongs, _) in KINDS.items() if belongs in OF_RATES}


def term_slips(letters: Letters, term: Term, factor: Fraction) -> Iterator[Made]:
    """Yield every slip that changes one term."""
    right = {term: factor}
    for slip, times in FACTORS.items():
        yield Made(slip, "", right, scaled(right, times))
    for slip, about, wrong in (*angle_slips(letters, term), *_letter_slips(letters, term)):
        yield Made(slip, about, right, scaled(wrong, factor))


def entry_slips(letters: Letters, right: Terms, *, energy: bool = False) -> Iterator[Made]:
    """Yield every slip that changes all terms of a kind in an entry, or in an energy."""
    for slip, (belongs, times) in KINDS.items():
        if energy and slip in OF_TORQUES:
            continue
        chosen = {term: x for term, x in right.items() if belongs(letters, term)}
        if chosen:
            yield Made(slip, "", chosen, scaled(chosen, times))
    weights = {t: x for t, x in right.items() if is_weight(letters, t) and any(t.multiples)}
    if len(weights) > 1:
        turned_all = {Term(t.powers, t.multiples, not t.sine): x for t, x in weights.items()}
        yield Made(GRAVITY_TURNED, "", weights, turned_all)
    for k, name in enumerate(letter_names(letters)):
        chosen = {term: x for term, x in right.items() if term.powers[k]}
        if len(chosen) > 1 and k >= 3 * letters.n:
            yield Made(LETTER_OUT, name, chosen, {})


def angle_slips(letters: Letters, term: Term) -> Iterator[tuple[Slip, str, Terms]]:
    """Yield the slips in the angle of a term."""
    if not any(term.multiples):
        return
    yield SINE, "", {Term(term.powers, term.multiples, not term.sine): Fraction(1)}
    yield LOST_WAVE, "", {Term(term.powers, (0,) * letters.n, sine=False): Fraction(1)}
    for multiples in textbook_angles(letters):
        if multiples != term.multiples:
            other, sign = turned(term, multiples, sine=term.sine)
            yield ANGLE, "", {other: Fraction(sign)}


def _letter_slips(letters: Letters, term: Term) -> Iterator[tuple[Slip, str, Terms]]:
    """Yield the slips in the letters of a term."""
    names = letter_names(letters)
    for k, power in enumerate(term.powers):
        for slip, (before, after) in POWERS.items():
            if power == before:
                yield slip, names[k], {with_power(term, k, after): Fraction(1)}
        for j in _mistakable(letters, k) if power else ():
            for moved in range(1, power + 1):
                other = with_power(term, k, power - moved)
                other = with_power(other, j, term.powers[j] + moved)
                about = f"{names[j]} for {names[k]}" + ("²" if moved == 2 else "")
                yield _exchange(letters, names[k], names[j]), about, {other: Fraction(1)}
            if power == 2 and k < 3 * letters.n:
                slip, about = _exchange(letters, names[k], names[j]), f"{names[j]} for {names[k]}²"
                other = with_power(with_power(term, k, 0), j, term.powers[j] + 1)
                yield slip, about, {other: Fraction(1)}
        if k >= 3 * letters.n and names[k][0] in "ml" and not power:
            yield BRACKET, names[k], {with_power(term, k, 1): Fraction(1)}


def with_power(term: Term, k: int, power: int) -> Term:
    """Return the term with another power of letter number k."""
    powers = (*term.powers[:k], power, *term.powers[k + 1 :])
    return Term(powers, term.multiples, term.sine)


def _mistakable(letters: Letters, k: int) -> list[int]:
    """Return the letters that one may be mistaken for: other index, l and lc, dots, strange."""
    names, n = letter_names(letters), letters.n
    strange = [names.index(str(x)) for x in letters.strange]
    if k < 3 * n:
        joint, dots = k % n, k // n
        others = [dots * n + j for j in range(n) if j != joint]
        return others + [d * n + joint for d in range(3) if d != dots] + strange
    stem, index = split_name(names[k])
    out = strange
    for j in set(range(3 * n, len(names))) - {*strange}:
        other_stem, other_index = split_name(names[j])
        lengths = {stem, other_stem} == {"l", "lc"} and other_index == index
        if lengths or (other_stem == stem and other_index != index):
            out.append(j)
    return out


def _exchange(letters: Letters, right: str, wrong: str) -> Slip:
    """Return which slip it is to write one letter for another."""
    if wrong in map(str, letters.strange):
        return UNKNOWN
    stems = {split_name(right)[0], split_name(wrong)[0]}
    if stems == {"l", "lc"}:
        return LENGTH
    return INDEX if len(stems) == 1 else DOT
