"""The equations of motion in closed form, collected from the recursions: M q̈ + C q̇ + g = τ."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import sympy

from linkwise.algorithms.coriolis import christoffel_symbols
from linkwise.algorithms.inverse_dynamics import gravity_torque
from linkwise.algorithms.mass_matrix import crba
from linkwise.lagrangian.ring import Letters
from linkwise.lesson.letters.in_letters import in_letters
from linkwise.lesson.letters.named_steps import Recorder, Step
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.spatial.scalars import Array

READABLE = 150  # operations of a mass matrix that is still read term by term

Matrix = Any  # sympy.Matrix, whose class SymPy does not type


@dataclass(frozen=True, eq=False)
class EquationsOfMotion:
    """M(q) q̈ + C(q, q̇) q̇ + g(q) + springs + friction = τ in letters; `str` prints it.

    Attributes
    ----------
    robot : Robot
        The model.
    letters : Letters
        Its symbols: ``letters.q``, ``letters.qd``, ``letters.qdd``, ``letters.parameters``.
    steps : tuple of (Symbol, Expr)
        Of robots of many joints the common subexpressions, in the order in which they are needed.
        Empty if the equations are collected term by term.
    M : Matrix
        Mass matrix ``(n, n)``, with the rotors'.
    christoffel : dict of (int, int, int) to Expr
        h_ijk by (i, j, k) from 0, where it is not 0 and j ≤ k; h_ijk = h_ikj.
    centrifugal : Matrix
        Coefficients of q̇_j² ``(n, n)``: h_ijj.
    coriolis : Matrix
        Coefficients of the products q̇_j q̇_k of `pairs` ``(n, n (n − 1)/2)``: 2 h_ijk.
    C : Matrix
        Christoffel's Coriolis matrix ``(n, n)``: C_ij = Σ_k h_ijk q̇_k.
    V : Matrix
        Velocity terms C q̇ ``(n, 1)``.
    g, springs, friction : Matrix
        Further terms ``(n, 1)``.
    """

    robot: Robot
    letters: Letters
    steps: tuple[Step, ...]
    M: Matrix
    christoffel: dict[tuple[int, int, int], Any]
    centrifugal: Matrix
    coriolis: Matrix
    C: Matrix
    V: Matrix
    g: Matrix
    springs: Matrix
    friction: Matrix

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The columns of `coriolis`: joints j < k, from 0."""
        return tuple(combinations(range(self.letters.n), 2))

    @property
    def tau(self) -> Matrix:
        """Joint torques ``(n, 1)``: M q̈ + V + g + springs + friction."""
        qdd = sympy.Matrix(self.letters.qdd)
        tau = self.M * qdd + self.V + self.g + self.springs + self.friction
        return tau if self.steps else tau.expand()

    def __str__(self) -> str:
        """Return the equations as text."""
        from linkwise.lesson.equations.report import text

        return text(self)

    def latex(self) -> str:
        """Return the equations as a LaTeX document, which compiles with amsmath alone."""
        from linkwise.lesson.equations.report import latex

        return latex(self)

    def code(self, language: str, values: Mapping[str, float] | None = None) -> str:
        """Return the equations as a class of a language, which tests itself.

        The letters of the model are fields.  Methods give M, C, g, inverse and forward dynamics;
        the test compares them at one state with what `crba`, `coriolis_torque`, `gravity_torque`
        and `rnea` give in floats.

        Parameters
        ----------
        language
            "python", "c", "c++", "java", "matlab" (Octave too), "julia" or "mathematica".  Java
            and MATLAB want the file to be called as the class, such as Planar2R.
        values
            Numbers for letters, SI units: what the fields are if nothing is said, and what the
            test takes.  Letters not given have positive numbers without a meaning, g is 9.81.

        Returns
        -------
        str
            The whole file, in ASCII.

        Raises
        ------
        LinkwiseError
            If the language or a letter is unknown, a number is not finite, or the mass matrix is
            not positive definite with these numbers.

        Examples
        --------
        >>> from linkwise import symbolic
        >>> text = equations_of_motion(symbolic("pendulum")).code("c")
        >>> print(text[text.index("/* Gravity"):text.index("/* Torques")].rstrip())
        /* Gravity torques g(q), N m. */
        void Pendulum_gravity(const Pendulum *p, const double q[1], double G[1])
        {
            const double c1 = cos(q[0]);
            G[0] = p->m*p->lc*p->g*c1;
        }
        """
        from linkwise.lesson.equations.code.languages import source_code

        return source_code(self, language, values)

    def _repr_latex_(self) -> str:
        from linkwise.lesson.equations.report import summary

        return f"$$\n{summary(self)}\n$$"


def equations_of_motion(model: Robot | SymbolicModel) -> EquationsOfMotion:
    """Return the equations of motion in letters, with the velocity terms told apart.

    M(q) q̈ + V(q, q̇) + g(q) = τ,   V_i = Σ_j h_ijj q̇_j² + Σ_{j<k} 2 h_ijk q̇_j q̇_k

    with Christoffel's h_ijk = ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i): the first sum is
    centrifugal, the second Coriolis.  They come from the recursions `crba`, `christoffel_symbols`
    and `gravity_torque`, run on the elements of a polynomial ring in which every expression has one
    form; sums of angles are folded.

    Where the mass matrix takes more than 150 operations, as for a 6R arm, the recursions are
    written out instead, with common subexpressions under names of their own in ``steps``.

    Parameters
    ----------
    model
        A robot of numbers or SymPy symbols, or a `SymbolicModel` such as ``symbolic("2r")``.  The
        letters are those of the model, or q1, qd1, qdd1 and so on.  Term by term, floats become
        fractions: 9.81 is 981/100, and an oblique axis or rotation a rational one within 1e-11.

    Returns
    -------
    EquationsOfMotion
        In SI units: kg m² between joints that turn, N m, and kg, N for joints that slide.

    Raises
    ------
    LinkwiseError
        If this is no robot, nothing moves, it has mimic joints, or its numbers are no polynomials
        in its letters.

    References
    ----------
    Craig, *Introduction to Robotics*, eqs. 6.59 and 6.63; Spong, Hutchinson & Vidyasagar, *Robot
    Modeling and Control*, eqs. 7.58-7.60.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> equations = equations_of_motion(symbolic("rp"))
    >>> equations.M
    Matrix([
    [I1 + I2 + l1**2*m1 + m2*q2**2,  0],
    [                            0, m2]])
    >>> equations.centrifugal, equations.coriolis
    (Matrix([
    [        0, 0],
    [-m2*q2, 0]]), Matrix([
    [2*m2*q2],
    [       0]]))
    """
    robot, letters = in_letters(model)
    recorder = Recorder.of(letters)
    recorded, q = recorder.robot(robot.bare), recorder.coordinates()
    M = crba(recorded, q)
    if recorder.operations(M) > READABLE:
        arrays = (M, christoffel_symbols(recorded, q), gravity_torque(recorded, q))
        steps, (M, h, g) = recorder.written_out(*arrays)
        return _assembled(robot, letters, steps, M, h, g)
    in_ring, q = letters.robot(robot.bare), letters.coordinates()
    arrays = (crba(in_ring, q), christoffel_symbols(in_ring, q), gravity_torque(in_ring, q))
    return _assembled(robot, letters, (), *(_expressions(letters, a) for a in arrays))


def _expressions(letters: Letters, a: Array) -> Array:
    """Return an array of ring elements in SymPy, sums of angles folded."""
    out = np.empty(a.shape, dtype=object)
    for index, x in np.ndenumerate(a):
        out[index] = letters.expression(letters.reduced(letters.element(x)))
    return out


def _assembled(
    robot: Robot, letters: Letters, steps: tuple[Step, ...], M: Array, h: Array, g: Array
) -> EquationsOfMotion:
    """Return the equations from M, Christoffel's symbols and g of the bodies."""
    n, qd = letters.n, letters.qd
    exact = letters.exact(robot)
    pairs = list(combinations(range(n), 2))
    rotors = sympy.diag(*(sympy.sympify(joint.rotor.reflected) for joint in exact.joints))
    centrifugal = sympy.Matrix(n, n, lambda i, j: h[i, j, j])
    coriolis = sympy.Matrix(n, len(pairs), lambda i, p: 2 * h[(i, *pairs[p])])
    squares = sympy.Matrix([rate**2 for rate in qd])
    products = sympy.Matrix(len(pairs), 1, [qd[j] * qd[k] for j, k in pairs])
    C = sympy.Matrix(n, n, lambda i, j: sum(h[i, j, k] * qd[k] for k in range(n)))
    V = centrifugal * squares + coriolis * products
    if not steps:
        C, V = C.expand(), V.expand()
    return EquationsOfMotion(
        robot,
        letters,
        steps,
        sympy.Matrix(n, n, list(M.flat)) + rotors,
        {(i, j, k): h[i, j, k] for i, j, k in np.ndindex(n, n, n) if j <= k and h[i, j, k] != 0},
        centrifugal,
        coriolis,
        C,
        V,
        sympy.Matrix(list(g)),
        _vector(exact.spring_torque(letters.q)).expand(),
        _vector(exact.friction_torque(qd)),
    )


def _vector(a: Array) -> Matrix:
    return sympy.Matrix([sympy.sympify(x) for x in a])
