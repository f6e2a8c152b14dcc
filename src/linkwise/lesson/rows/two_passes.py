"""Both passes of the Newton-Euler iterations as a value that can be read."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from linkwise.algorithms.external import Wrench
from linkwise.algorithms.iterations import Iteration, Iterations, iterations
from linkwise.lesson.rows.courses import find_notation
from linkwise.lesson.rows.lines import Lines, lines
from linkwise.lesson.rows.notation import Notation
from linkwise.lesson.rows.quantities import Bodies, bodies
from linkwise.lesson.rows.readings import Reading, finished, own_letters, reading_of
from linkwise.models.robot import Robot, require_robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

if TYPE_CHECKING:
    from linkwise.lagrangian.ring import Letters


@dataclass(frozen=True, eq=False)
class NewtonEuler:
    """Both passes of the Newton-Euler iterations, with what is needed to print them.

    Attributes
    ----------
    robot : Robot
        The model.
    iterations : Iterations
        Every row of every link, under Craig's names.
    notation : Notation
        How the rows are written.
    letters : Letters or None
        The letters that the rows are in; None for numbers.
    reading : Reading
        What the iterations were run on.
    bodies : Bodies
        What the rows of every notation are made of.
    """

    robot: Robot
    iterations: Iterations
    notation: Notation
    letters: "Letters | None"
    reading: Reading
    bodies: Bodies

    @property
    def links(self) -> tuple[Iteration, ...]:
        """One entry a link, parents first, under Craig's names."""
        return self.iterations.links

    @property
    def tau(self) -> Array:
        """Joint torques ``(..., n)``: N m, or N for prismatic joints."""
        return self.iterations.tau

    def __getitem__(self, link: str) -> Iteration:
        """Return the rows of the link with this name, under Craig's names."""
        return self.iterations[link]

    @cached_property
    def lines(self) -> Lines:
        """What is printed: every row of the notation, its formula and its value."""
        if self.tau.ndim > 1:
            raise LinkwiseError(
                f"these are the iterations at {self.tau.shape[:-1]} states: "
                "one state is wanted to be read"
            )
        return lines(self.notation, self.bodies, self.iterations, self.reading.printed)

    def row(self, link: str, quantity: str) -> Array:
        """Return the value of a row of the notation: "a" of Featherstone's, or "V" of Khalil's.

        Parameters
        ----------
        link
            Name of the link.
        quantity
            Name of the row: a letter of the notation, such as "omega", "v_dot_C" or "tau".

        Returns
        -------
        ndarray
            ``(3,)``, ``(6,)``, a matrix, or ``()`` for a single number; in SI units.

        Raises
        ------
        LinkwiseError
            If there is no such link or row.
        """
        number = self.robot.index(link)
        rows = {line.quantity: line for line in self.lines.all if line.link == number}
        if quantity not in list(rows):
            raise LinkwiseError(f"there is no row {quantity!r}: {', '.join(rows)} are known")
        return rows[quantity].value

    def text(self, verbose: int = 0, *, colour: bool = False) -> str:
        """Return both passes as text.

        Parameters
        ----------
        verbose
            0 for results alone, 1 with the formula of every row, 2 with the numbers put in too.
        colour
            Whether to mark letters by the colours of a terminal.

        Raises
        ------
        LinkwiseError
            If these are the iterations at many states, or `verbose` is another number.
        """
        from linkwise.lesson.rows.as_text import text

        return text(self, _level(verbose), colour=colour)

    def markdown(self, verbose: int = 1) -> str:
        """Return both passes as Markdown with equations in LaTeX; `verbose` as for `text`."""
        from linkwise.lesson.rows.as_latex import markdown

        return markdown(self, _level(verbose))

    def latex(self, verbose: int = 1) -> str:
        r"""Return both passes as equations in ``\[\begin{aligned} … \]``; amsmath is enough."""
        from linkwise.lesson.rows.as_latex import latex

        return latex(self, _level(verbose))

    def handout(self, verbose: int = 1) -> str:
        """Return a LaTeX document: the arm's frames, both passes, and τ as M q̈ + V + G."""
        from linkwise.lesson.rows.handout import handout

        return handout(self, _level(verbose))

    def html(self, verbose: int = 1) -> str:
        """Return both passes as HTML tables; `verbose` as for `text`."""
        from linkwise.lesson.rows.as_html import html

        return html(self, _level(verbose))

    def __repr__(self) -> str:
        """Return of what these are the iterations."""
        return f"<NewtonEuler of {self.robot.name!r}, {self.notation.title}>"

    def __str__(self) -> str:
        """Return the results of both passes as text."""
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_latex_(self) -> str:
        return self.latex()


def _level(verbose: int) -> int:
    """Return how much is printed, or say what there is."""
    if verbose not in [0, 1, 2]:
        raise LinkwiseError(f"verbose must be 0, 1 or 2, got {verbose!r}")
    return verbose


def newton_euler(
    robot: Robot | SymbolicModel,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
    notation: str = "craig",
    simplify: str = "auto",
) -> NewtonEuler:
    """Return the Newton-Euler iterations row by row, as they are taught.

    Outward: ω, ω̇, v̇, v̇_C, then F = m v̇_C and N = I_C ω̇ + ω × I_C ω.  Inward: f = F + Σ R f₊,
    n = N + P_C × F + Σ (R n₊ + P × R f₊), and τ = n · â (revolute) or f · â (prismatic), where the
    sums run over the links that hang on this one; friction, springs and rotors add to τ.

    Parameters
    ----------
    robot
        The model; its numbers may be SymPy symbols.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``: rad, rad/s, rad/s² for revolute and
        helical joints, m, m/s, m/s² for prismatic ones; or SymPy symbols, q1, qd1, qdd1 and so on
        if nothing is given.
    external, gravity, check_finite
        As for `rnea`.
    notation
        How the rows are written: "craig", "featherstone", "khalil" or "lynch-park".
    simplify
        What becomes of SymPy expressions.  "fast": sums of angles folded and terms collected,
        through a polynomial ring; "full": factored too; "named": as the recursion leaves them, in
        print with names for what is used more than once; "none": without names; "auto": "fast" for
        up to 3 joints and "named" for more.  Except for "none", a robot's floats become fractions:
        9.81 is 981/100, and an oblique axis or rotation a rational one within 1e-11 of it.

    Returns
    -------
    NewtonEuler
        The rows, and ``tau``; `str` prints them, and so do ``text``, ``markdown``, ``latex``,
        ``html`` and ``handout``.

    Raises
    ------
    LinkwiseError
        As for `rnea`, and if a notation or level is unknown, or only some of q, qd and qdd are
        given.

    References
    ----------
    Craig, *Introduction to Robotics*, eqs. 6.45-6.53; prismatic joints by eqs. 5.48 and 6.35.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r, symbolic
    >>> ne = newton_euler(planar_2r(), [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1])
    >>> ne["link2"].f
    array([9.68609134, 3.29202753, 0.        ])
    >>> newton_euler(symbolic("2r-point"))["link2"].v_dot[0]
    g*sin(q1 + q2) - l1*qd1**2*cos(q2) + l1*qdd1*sin(q2)
    """
    written = find_notation(notation)
    model = robot.robot if isinstance(robot, SymbolicModel) else robot
    require_robot(model)
    state = (q, qd, qdd)
    if all(x is None for x in state):
        state = own_letters(robot)
    if any(x is None for x in state):
        raise LinkwiseError("q, qd and qdd are wanted, or none of them for rows in letters")
    reading, letters = reading_of(Reading(model, state, external, gravity), simplify)
    found = iterations(
        reading.robot,
        *reading.state,
        external=reading.external,
        gravity=reading.gravity,
        check_finite=check_finite,
    )
    return NewtonEuler(
        model, finished(found, reading), written, letters, reading, bodies(model, reading, found)
    )
