"""Problem sheets by a seed, with worked solutions, and derivations in which mistakes are hidden."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import sympy

from linkwise.lagrangian.derivation import Derivation, lagrange
from linkwise.lesson.exercises.draws import Draws
from linkwise.lesson.exercises.planted import Planted, planted
from linkwise.lesson.exercises.setting import Setting, setting
from linkwise.lesson.exercises.words import NUMBERS
from linkwise.lesson.letters.paper import Format, on_paper
from linkwise.spatial.errors import LinkwiseError

Part = Literal["all", "problem", "solution"]


@dataclass(frozen=True, eq=False)
class Exercise:
    """A problem sheet; `str` prints it as Markdown, with the solution at its end.

    Attributes
    ----------
    seed : int
        Its number.
    setting : Setting
        The arm, in letters and in numbers.
    derivation : Derivation
        Lagrange's derivation of its equations of motion.
    letters_asked : tuple of str
        The entries that are asked for in letters, such as "M12", "V1" and "g2".
    numbers_asked : tuple of str
        The numbers that are asked for: keys of `answers`.
    answers : dict of str to tuple of float
        All numbers that may be asked for: "torques", "holding torques", "kinetic energy", "power"
        and "accelerations".
    planted : Planted or None
        A derivation with mistakes, and the key to it.
    """

    seed: int
    setting: Setting
    derivation: Derivation
    letters_asked: tuple[str, ...]
    numbers_asked: tuple[str, ...]
    answers: Mapping[str, tuple[float, ...]]
    planted: Planted | None

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.text()

    def text(self, form: Format = "md", part: Part = "all") -> str:
        """Return the sheet as Markdown, or as a LaTeX document that needs amsmath alone.

        Parameters
        ----------
        form
            "md" or "latex".
        part
            "problem", "solution", or "all" of it.

        Returns
        -------
        str
            The whole sheet.

        Raises
        ------
        LinkwiseError
            If there is no such form or part.
        """
        from linkwise.lesson.exercises.printed import problem, solution

        parts = {"problem": problem, "solution": solution}
        if form not in ("md", "latex"):
            raise LinkwiseError(f"a sheet is written in 'md' or 'latex', got {form!r}")
        if part not in (*parts, "all"):
            raise LinkwiseError(f"part must be 'problem', 'solution' or 'all', got {part!r}")
        title = f"Exercise {self.seed}: {self.setting.arm.robot.name}"
        chosen = [write for name, write in parts.items() if part in (name, "all")]
        return on_paper(title, [block for write in chosen for block in write(self)], form)


def exercise(name: str, seed: int, *, mistakes: int = 0) -> Exercise:
    """Return a fresh problem sheet on one of the textbook arms, with a worked solution.

    The seed draws the arm's numbers, its state, and what is asked for, in letters and in numbers;
    the same seed gives the same sheet on every machine.

    Parameters
    ----------
    name
        An arm in letters, such as "2r" or "RP": any that `symbolic` has, in capitals or not.
    seed
        Number of the sheet, 0 or more.
    mistakes
        How many mistakes to hide in a derivation that is printed to be searched.  Each is of the
        referee's catalogue and is carried on to the lines after it; `check` finds and names every
        one of them before it is printed in the key.

    Returns
    -------
    Exercise
        `str` and ``text("latex")`` write it.

    Raises
    ------
    LinkwiseError
        If SymPy is missing, the arm is unknown, the seed is no whole number of 0 or more, or there
        is no room for so many mistakes.

    References
    ----------
    The derivation is that of the lecture notes: Craig, *Introduction to Robotics*, section 6.9.

    Examples
    --------
    >>> sheet = exercise("RP", 7)
    >>> sheet.letters_asked
    ('M11', 'V1', 'g2')
    >>> print(str(sheet).partition("## ")[0].strip())
    # Exercise 7: planar RP
    """
    for what, x in (("the seed", seed), ("the number of mistakes", mistakes)):
        if isinstance(x, bool) or not isinstance(x, (int, np.integer)) or x < 0:
            raise LinkwiseError(f"{what} must be a whole number of 0 or more, got {x!r}")
    seed, mistakes = int(seed), int(mistakes)  # of NumPy, too
    s = setting(name, Draws(f"{str(name).lower()} {seed}"))
    draws = Draws(f"{s.name} {seed}, questions")
    d = lagrange(s.arm.robot, s.arm.q, s.arm.qd, s.arm.qdd)
    n = s.letters.n
    # what is 0 for any state is asked only where there is nothing else
    entries = {
        "M": {f"M{i + 1}{j + 1}": d.M[i, j] for i in range(n) for j in range(i, n)},
        "V": {f"V{i + 1}": d.V[i] for i in range(n)},
        "g": {f"g{i + 1}": d.g[i] for i in range(n)},
    }
    asked = []
    for values in entries.values():
        telling = [name for name, x in values.items() if x != 0] or list(values)
        asked.append(draws.one(telling))
    others = draws.some([key for key in NUMBERS if key != "torques"], 2)
    return Exercise(
        seed, s, d, tuple(asked), ("torques", *others), answers(s, d),
        planted(s, Draws(f"{s.name} {seed}, mistakes"), mistakes) if mistakes else None,
    )  # fmt: skip


def answers(s: Setting, d: Derivation) -> dict[str, tuple[float, ...]]:
    """Return all numbers that may be asked for."""
    M, V, g, qdd, qd = (
        sympy.Matrix(x).applyfunc(s.number) for x in (d.M, d.V, d.g, s.arm.qdd, s.arm.qd)
    )
    tau = M * qdd + V + g
    found = {
        "torques": tau,
        "holding torques": g,
        "kinetic energy": [s.number(d.K)],
        "power": [tau.dot(qd)],
        "accelerations": M.LUsolve(-V - g),
    }
    return {key: tuple(map(float, values)) for key, values in found.items()}
