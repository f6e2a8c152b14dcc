"""Where the terms of a joint's torque come from: the rows of the iterations they went through."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.lesson.equations.carried_pieces import Path, carried_pieces
from linkwise.lesson.letters.characters import subscript
from linkwise.lesson.letters.in_letters import in_letters
from linkwise.lesson.letters.letter_styles import text_style
from linkwise.lesson.letters.writing import Style, place_in_sum, written
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.referee.terms import Term, expression, terms_of
from linkwise.spatial.errors import LinkwiseError


@dataclass(frozen=True, eq=False)
class Provenance:
    """The torque of a joint by terms, each with the rows that it comes from; `str` prints it.

    Attributes
    ----------
    robot : str
        Name of the robot.
    joint : int
        Which joint, from 0.
    letters : Letters
        The ring.
    pieces : dict of Path to PolyElement
        What came along each path; their sum is the torque.
    """

    robot: str
    joint: int
    letters: Letters
    pieces: dict[Path, PolyElement]

    @property
    def tau(self) -> PolyElement:
        """The torque, as an element of the ring."""
        total: Any = self.letters.ring.zero
        for piece in self.pieces.values():
            total = total + piece
        return total

    def terms(self) -> dict[Term, dict[Path, Fraction]]:
        """Return for every term, also those that cancel, its factors by path."""
        out: dict[Term, dict[Path, Fraction]] = {}
        for path, piece in self.pieces.items():
            for term, factor in terms_of(self.letters, piece).items():
                out.setdefault(term, {})[path] = factor
        return out

    def of(self, term: Any) -> list[str]:
        """Return where one term comes from, a sentence a path.

        Parameters
        ----------
        term
            The term in SymPy, its factor left out or not: ``m2*l1*l2*sin(q2)*qd1*qd2``.

        Returns
        -------
        list of str
            Factor and term, and the row, the carrier and the cause of its path.

        Raises
        ------
        LinkwiseError
            If it is no term in the letters, or several, or the torque has none like it.

        Examples
        --------
        >>> from linkwise import provenance, symbolic
        >>> from sympy import sin, symbols
        >>> m2, l1, l2, q2, qd1, qd2 = symbols("m2 l1 l2 q2 qd1 qd2")
        >>> for line in provenance(symbolic("2r-point"), "q1").of(m2*l1*l2*sin(q2)*qd1*qd2):
        ...     print(line)
        −2 m₂ l₁ l₂ s₂ θ̇₁ θ̇₂ in τ₁ comes from row F₂ (x), carried by P₂ × R f₂: ω₂ × (ω₂ × P_C₂)
        """
        if not isinstance(term, (sympy.Expr, int, float)):
            raise LinkwiseError(f"a term in SymPy is wanted, got {term!r}")
        wanted = terms_of(self.letters, self.letters.element(term))
        found = self.terms()
        if len(wanted) != 1:
            raise LinkwiseError(f"{term} is {len(wanted)} terms: give one")
        (one,) = wanted
        if one not in found:
            raise LinkwiseError(f"there is no term like {term} in {self._tau}")
        return [
            f"{self._written({one: factor})} in {self._tau} comes from {path}"
            for path, factor in found[one].items()
        ]

    def __str__(self) -> str:
        """Return every term and where it comes from, then those that cancel."""
        terms = self.terms()
        sums = {term: sum(paths.values(), Fraction(0)) for term, paths in terms.items()}
        present = {term: factor for term, factor in sums.items() if factor}
        lines = [f"Where the terms of {self._tau} of {self.robot} come from"]
        for term in self._in_order(present):
            lines += ["", self._written({term: present[term]})]
            lines += self._origins(term, terms[term])
        gone = [term for term, factor in sums.items() if not factor]
        if gone:
            lines += ["", "What cancels"]
        for term in self._in_order(gone):
            lines += self._origins(term, terms[term])
        return "\n".join(lines)

    def _origins(self, term: Term, paths: dict[Path, Fraction]) -> Iterator[str]:
        """Yield the paths of a term, with what came along each."""
        for path, factor in paths.items():
            yield f"  {self._written({term: factor})} from {path}"

    def _in_order(self, terms: Iterable[Term]) -> list[Term]:
        """Return terms in the order of a textbook."""
        one = Fraction(1)
        return sorted(
            terms,
            key=lambda term: place_in_sum(expression(self.letters, {term: one}), self._style),
        )

    def _written(self, terms: dict[Term, Fraction]) -> str:
        return written(expression(self.letters, terms), self._style)

    @cached_property
    def _style(self) -> Style:
        return text_style(self.letters)

    @property
    def _tau(self) -> str:
        return f"τ{subscript(self.joint + 1)}"


def provenance(model: Robot | SymbolicModel, joint: str) -> Provenance:
    """Return for every term of a joint's torque the rows of the iterations that it comes from.

    The iterations are run on a polynomial ring, every summand of an acceleration by itself: both
    passes are linear in them.  A path names the row where a piece entered, F or N of a link with
    the component in the link's own frame, the summand of the row, and what carried it inward.

    Parameters
    ----------
    model
        A robot of numbers or SymPy symbols, or a `SymbolicModel` such as ``symbolic("2r")``.
    joint
        Name of the joint.

    Returns
    -------
    Provenance
        `str` prints every term with its paths; ``of(term)`` tells of one.

    Raises
    ------
    LinkwiseError
        If the joint is unknown or rubs by more than b q̇, or as for `equations_of_motion`.

    References
    ----------
    Craig, *Introduction to Robotics*, eqs. 6.45-6.53, whose rows they are.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> print(provenance(symbolic("rp"), "q2"))
    Where the terms of τ₂ of planar RP come from
    <BLANKLINE>
    m₂ d̈₂
      m₂ d̈₂ from row F₂ (x): d̈₂
    <BLANKLINE>
    −m₂ d₂ θ̇₁²
      −m₂ d₂ θ̇₁² from row F₂ (x): ω₁ × (ω₁ × P₂)
    <BLANKLINE>
    m₂ g s₁
      m₂ g s₁ from row F₂ (x): gravity
    """
    robot, letters = in_letters(model)
    if joint not in robot.joint_names:
        raise LinkwiseError(
            f"robot {robot.name!r} has no joint {joint!r}: it has {', '.join(robot.joint_names)}"
        )
    pieces = carried_pieces(robot, letters, joint)
    return Provenance(robot.name, robot.joint_names.index(joint), letters, pieces)
