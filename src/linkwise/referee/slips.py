"""What a slip is, and what slips are told by: the letters, angles and kinds of terms."""

from dataclasses import dataclass

from linkwise.lagrangian.ring import Letters
from linkwise.referee.terms import Term, Terms


@dataclass(frozen=True)
class Slip:
    """A kind of slip: a few words, and one sentence that says what went wrong."""

    name: str
    why: str


@dataclass(frozen=True, eq=False)
class Made:
    """A slip made in an entry.

    Attributes
    ----------
    slip : Slip
        Its kind.
    about : str
        What it was made on, such as "l2 for l1"; empty where the terms say it.
    right, wrong : dict
        The terms taken out, and those put in their place.
    where : str
        The entry it was made in, if that is not the one it shows in.
    """

    slip: Slip
    about: str
    right: Terms
    wrong: Terms
    where: str = ""


def letter_names(letters: Letters) -> list[str]:
    """Return the names of the letters that terms have powers of."""
    return [str(x) for x in (*letters.q, *letters.qd, *letters.qdd, *letters.parameters)]


def split_name(name: str) -> tuple[str, str]:
    """Return the stem and the index of a letter: lc1 is lc and 1."""
    stem = name.rstrip("0123456789")
    return stem, name[len(stem) :]


def textbook_angles(letters: Letters) -> list[tuple[int, ...]]:
    """Return the angles that appear in textbooks: single ones, and sums of neighbours."""
    n = letters.n
    spans = [(i, j) for i in range(n) for j in range(i + 1, n + 1)]
    return [tuple(int(i <= k < j) for k in range(n)) for i, j in spans]


def rates_in(letters: Letters, term: Term) -> tuple[int, ...]:
    """Return the powers of the rates in a term."""
    return term.powers[letters.n : 2 * letters.n]


def is_velocity(letters: Letters, term: Term) -> bool:
    """Tell whether a term is a product of two rates."""
    return sum(rates_in(letters, term)) == 2


def is_coriolis(letters: Letters, term: Term) -> bool:
    """Tell whether a term is a product of two different rates."""
    return is_velocity(letters, term) and 2 not in rates_in(letters, term)


def is_centrifugal(letters: Letters, term: Term) -> bool:
    """Tell whether a term holds the square of a rate."""
    return 2 in rates_in(letters, term)


def is_weight(letters: Letters, term: Term) -> bool:
    """Tell whether a term holds the letter g."""
    names = letter_names(letters)
    return "g" in names and term.powers[names.index("g")] > 0


def is_no_weight(letters: Letters, term: Term) -> bool:
    """Tell whether a term comes from the kinetic energy."""
    return not is_weight(letters, term)


def is_any(_letters: Letters, _term: Term) -> bool:
    """Tell that any term belongs."""
    return True
