"""What a notation is made of: letters with indices, and rows as sums of products of them.

A letter is written as words: ``^i ω _i`` is ω with i above on its left and i below on its right;
i is the link, p its parent, k its coordinate.  A term of a row names quantities in braces, with
``<`` for the parent's and ``>`` for those of the links that hang on this one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

When = Literal["always", "turns", "slides", "screws", "child", "external", "effects"]

BRACES = re.compile(r"\{([<>]?)(\w+)\}|(\S+)")


@dataclass(frozen=True)
class Letter:
    """How a quantity is written, and what it is.

    Attributes
    ----------
    text, latex
        The letter and its indices, as words.
    meaning
        What it is.
    unit
        Its unit; empty for a pure number.
    quantity
        Its name in the table of quantities, if that is another.
    """

    text: str
    latex: str
    meaning: str = ""
    unit: str = ""
    quantity: str = ""


@dataclass(frozen=True)
class Term:
    """A term of a row, and for which links it is there.

    Attributes
    ----------
    text
        Quantities in braces, and signs of multiplication and brackets.
    when
        "always"; "turns" or "slides" (the joint), "screws" (a helical joint's slide); "child" (once
        for each link that hangs on this one); "external" (where a wrench acts on the link);
        "effects" (where the joint has friction, a spring or a rotor).
    sign
        "+" or "−".
    """

    text: str
    when: When = "always"
    sign: str = "+"

    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield whose quantity ("", "<" or ">") and its name, or "text" and a sign."""
        for whose, name, other in BRACES.findall(self.text):
            yield ("text", other) if other else (whose, name)


@dataclass(frozen=True)
class Row:
    """The equation of one quantity: a sum of terms."""

    quantity: str
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Notation:
    """The letters and rows of one course.

    Attributes
    ----------
    name, title, source
        Its short name, its name in a heading, and the book with the numbers of its equations.
    remark
        In which frames and about which points its vectors are.
    coordinates
        Letters of the coordinate of a joint that turns and of one that slides; Greek ones spelled.
    letters
        How each quantity is written, by its name in this notation.
    given
        Quantities of the model that the rows use.
    outward, inward
        The rows of both passes, in the order in which they are worked.
    """

    name: str
    title: str
    source: str
    remark: str
    coordinates: tuple[str, str]
    letters: Mapping[str, Letter]
    given: Sequence[str]
    outward: Sequence[Row]
    inward: Sequence[Row]

    @property
    def loads(self) -> list[str]:
        """Quantities of what acts on a link from outside, in the order of the rows."""
        terms = [term for row in self.inward for term in row.terms if term.when == "external"]
        return [name for term in terms for _, name in term.parts()]


def row(quantity: str, *terms: str | Term) -> Row:
    """Return a row; plain strings are terms that are always there."""
    return Row(quantity, tuple(Term(t) if isinstance(t, str) else t for t in terms))


def turns(text: str) -> Term:
    """Return a term of joints that turn."""
    return Term(text, "turns")


def slides(text: str) -> Term:
    """Return a term of prismatic joints."""
    return Term(text, "slides")


def screws(text: str) -> Term:
    """Return the term that a helical joint has for its slide."""
    return Term(text, "screws")


def child(text: str) -> Term:
    """Return a term for each link that hangs on this one."""
    return Term(text, "child")


def external(text: str, sign: str = "−") -> Term:
    """Return the term of a wrench that acts on the link from outside."""
    return Term(text, "external", sign)


EFFECTS = Term("{effort}", "effects")
