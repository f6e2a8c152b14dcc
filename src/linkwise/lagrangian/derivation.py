"""The equations of motion by Lagrange's route, every stage kept.

It shares nothing with the recursions but the model: positions of the centres of mass, energies, and
derivatives of these.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from linkwise.lagrangian.ring import Letters, unpacked
from linkwise.models.exact_model import fraction
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.spatial.errors import LinkwiseError

Matrix = Any  # sympy.Matrix, whose class SymPy does not type


@dataclass(frozen=True, eq=False)
class Derivation:
    """Every stage of a Lagrangian derivation, in SymPy with sums of angles folded.

    Attributes
    ----------
    robot : Robot
        The model.
    letters : Letters
        Its symbols: ``letters.q``, ``letters.qd``, ``letters.qdd``.
    positions, velocities : dict of str to Matrix
        Centres of mass and their velocities in the world, by link ``(3, 1)``.
    angular_velocities : dict of str to Matrix
        In the links' own axes, by link ``(3, 1)``.
    J_v, J_omega : dict of str to Matrix
        Jacobians of the two: v_C = J_v q̇ and ω = J_ω q̇, by link ``(3, n)``.
    K, P : Expr
        Kinetic and potential energy.
    M : Matrix
        ∂²K/∂q̇∂q̇ ``(n, n)``.
    M_jacobians : Matrix
        Σ m J_vᵀ J_v + J_ωᵀ I_C J_ω, and rotors on the diagonal ``(n, n)``.
    dL_dqd, d_dt, dL_dq : Matrix
        ∂L/∂q̇, its time derivative and ∂L/∂q ``(n, 1)``, with L = K − P.
    tau : Matrix
        d/dt ∂L/∂q̇ − ∂L/∂q plus friction, springs being in P and rotors in K ``(n, 1)``.
    unsymmetrised : dict of (int, int, int) to Expr
        ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i by (i, j, k) from 0: the velocity products as they first appear.
    christoffel : dict of (int, int, int) to Expr
        The same symmetrised in j and k.
    C : Matrix
        Christoffel's Coriolis matrix ``(n, n)``.
    V : Matrix
        C q̇ ``(n, 1)``.
    g : Matrix
        ∂P/∂q ``(n, 1)``.
    """

    robot: Robot
    letters: Letters
    positions: dict[str, Matrix]
    velocities: dict[str, Matrix]
    angular_velocities: dict[str, Matrix]
    J_v: dict[str, Matrix]
    J_omega: dict[str, Matrix]
    K: Any
    P: Any
    M: Matrix
    M_jacobians: Matrix
    dL_dqd: Matrix
    d_dt: Matrix
    dL_dq: Matrix
    tau: Matrix
    unsymmetrised: dict[tuple[int, int, int], Any]
    christoffel: dict[tuple[int, int, int], Any]
    C: Matrix
    V: Matrix
    g: Matrix

    def __str__(self) -> str:
        """Return the derivation as Markdown."""
        from linkwise.lagrangian.report import markdown

        return markdown(self)

    def latex(self) -> str:
        """Return the derivation as LaTeX, which compiles with amsmath alone."""
        from linkwise.lagrangian.report import latex

        return latex(self)

    def _repr_markdown_(self) -> str:
        return str(self)


def lagrange(
    robot: Robot | SymbolicModel,
    q: Sequence[Any] | None = None,
    qd: Sequence[Any] | None = None,
    qdd: Sequence[Any] | None = None,
) -> Derivation:
    """Derive the equations of motion from the energies, as a course does by hand.

    d/dt ∂L/∂q̇ − ∂L/∂q = τ,   L = K − P,   K = Σ ½ m v_Cᵀ v_C + ½ ωᵀ I_C ω,   P = −Σ m gᵀ p_C

    Parameters
    ----------
    robot
        The model, of numbers or SymPy symbols, or a `SymbolicModel`; joints that turn or slide.
    q, qd, qdd
        SymPy symbols; those of the model, or q1, qd1, qdd1 and so on if not given.

    Returns
    -------
    Derivation
        All stages; `str` and ``latex()`` print them step by step.

    Raises
    ------
    LinkwiseError
        If SymPy is missing, q, qd or qdd are no symbols, or the model has mimic joints, Stribeck
        friction or expressions that are no polynomials in its letters.

    References
    ----------
    Craig, *Introduction to Robotics*, section 6.9; Spong, Hutchinson & Vidyasagar, *Robot Modeling
    and Control*, chapter 7; Lynch & Park, *Modern Robotics*, section 8.1.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> arm = symbolic("rp")
    >>> derivation = lagrange(arm)
    >>> derivation.M
    Matrix([
    [I1 + I2 + l1**2*m1 + m2*q2**2,  0],
    [                            0, m2]])
    >>> derivation.g.T
    Matrix([[g*l1*m1*cos(q1) + g*m2*q2*cos(q1), g*m2*sin(q1)]])
    """
    robot, vectors, more = unpacked(robot, q, qd, qdd)
    if any(robot.couplings):
        raise LinkwiseError(f"robot {robot.name!r} has mimic joints: Lagrange takes free ones")
    letters = Letters.of(robot, *vectors, more)
    fold = _Folding(letters)
    rates, accelerations = sympy.Matrix(letters.qd), sympy.Matrix(letters.qdd)
    chain = _Chain(robot, letters)
    n = robot.n

    # positions of the centres of mass, their velocities, and the links' angular velocities
    p_C, v_C, omega, J_v, J_omega = {}, {}, {}, {}, {}
    for link in robot.links:
        R, p = chain.pose(link)
        p_C[link.name] = fold(p + R * _matrix(link.inertia.com))
        J_v[link.name] = fold(p_C[link.name].jacobian(list(letters.q)))
        J_omega[link.name] = fold(chain.spin(link))
        v_C[link.name] = fold(J_v[link.name] * rates)
        omega[link.name] = fold(J_omega[link.name] * rates)

    # energies
    K, P = sympy.S.Zero, sympy.S.Zero
    M_jacobians = sympy.zeros(n, n)
    g_0 = _matrix(robot.gravity)
    for link in robot.links:
        m, I_C = _expression(link.inertia.mass), _matrix(link.inertia.tensor)
        v, w = v_C[link.name], omega[link.name]
        K += (m * v.dot(v) + w.dot(I_C * w)) / 2
        P -= m * g_0.dot(p_C[link.name])
        J, J_w = J_v[link.name], J_omega[link.name]
        M_jacobians += m * J.T * J + J_w.T * I_C * J_w
    for link, k in zip(robot.links, robot.coordinates, strict=True):
        if k is not None:
            rotor, spring = _expression(link.joint.rotor.reflected), link.joint.spring
            K += rotor * letters.qd[k] ** 2 / 2
            M_jacobians[k, k] += rotor
            stretch = letters.q[k] - _expression(spring.rest)
            P += _expression(spring.stiffness) * stretch**2 / 2
    K, P, M_jacobians = fold(K), fold(P), fold(M_jacobians)

    # Euler-Lagrange, with d/dt by the chain rule
    L = K - P
    dL_dqd = fold(sympy.Matrix([sympy.diff(L, x) for x in letters.qd]))
    dL_dq = fold(sympy.Matrix([sympy.diff(L, x) for x in letters.q]))
    d_dt = fold(
        dL_dqd.jacobian(list(letters.q)) * rates + dL_dqd.jacobian(list(letters.qd)) * accelerations
    )
    tau = fold(d_dt - dL_dq) + _friction(robot, letters)

    # the same collected: M, the velocity coefficients and their symmetrised form, C, V, g
    M = fold(sympy.hessian(K, list(letters.qd)))
    dM = {(i, j, k): sympy.diff(M[i, j], letters.q[k]) for i, j, k in np.ndindex(n, n, n)}
    raw = {(i, j, k): fold(dM[i, j, k] - dM[j, k, i] / 2) for i, j, k in np.ndindex(n, n, n)}
    half = {(i, j, k): fold((raw[i, j, k] + raw[i, k, j]) / 2) for i, j, k in np.ndindex(n, n, n)}
    C = fold(sympy.Matrix(n, n, lambda i, j: sum(half[i, j, k] * letters.qd[k] for k in range(n))))
    g = fold(sympy.Matrix([sympy.diff(P, x) for x in letters.q]))
    return Derivation(
        robot, letters, p_C, v_C, omega, J_v, J_omega, K, P, M, M_jacobians, dL_dqd, d_dt, dL_dq,
        tau, raw, half, C, fold(C * rates), g,
    )  # fmt: skip


def _expression(x: Any) -> Any:
    """Return a number or symbol of the model for SymPy, decimals as fractions."""
    value: Any = np.asarray(x)[()]
    if isinstance(value, float):  # NumPy's floats are
        value = fraction(value)
    return sympy.sympify(value)


def _matrix(a: Any) -> Matrix:
    """Return an array of the model as a SymPy matrix, vectors as columns."""
    array = np.asarray(a)
    return sympy.Matrix(
        array.shape[0], 1 if array.ndim == 1 else array.shape[1], list(map(_expression, array.flat))
    )


@dataclass(frozen=True, eq=False)
class _Folding:
    """Brings expressions and matrices to their one form, with sums of angles folded."""

    letters: Letters

    def __call__(self, x: Any) -> Any:
        if isinstance(x, sympy.MatrixBase):
            return x.applyfunc(self)
        return self.letters.expression(self.letters.element(x))


class _Chain:
    """Poses of the links as matrices of sines and cosines, multiplied from the base outwards."""

    def __init__(self, robot: Robot, letters: Letters) -> None:
        self._fold = _Folding(letters)
        self._robot, self._letters = robot, letters
        self._poses: dict[str | None, tuple[Matrix, Matrix]] = {
            None: (_matrix(robot.base.R), _matrix(robot.base.p))
        }
        self._spins: dict[str | None, Matrix] = {None: sympy.zeros(3, robot.n)}
        for link, k in zip(robot.links, robot.coordinates, strict=True):
            q = sympy.S.Zero if k is None else letters.q[k]
            turn, shift = _joint_motion(link, q)
            R, p = self._poses[link.parent]
            R_0, p_0 = R * _matrix(link.placement.R), p + R * _matrix(link.placement.p)
            self._poses[link.name] = (self._fold(R_0 * turn), self._fold(p_0 + R_0 * shift))
            # own axes: the parent's spin turned, and the joint's own axis in its column
            spin = (_matrix(link.placement.R) * turn).T * self._spins[link.parent]
            if k is not None:
                spin[:, k] += _matrix(link.joint.turn)
            self._spins[link.name] = self._fold(spin)

    def pose(self, link: Link) -> tuple[Matrix, Matrix]:
        """Return rotation and origin of a link in the world."""
        return self._poses[link.name]

    def spin(self, link: Link) -> Matrix:
        """Return J_ω of a link in its own axes ``(3, n)``."""
        return self._spins[link.name]


def _joint_motion(link: Link, q: Any) -> tuple[Matrix, Matrix]:
    """Return the joint's rotation (Rodrigues' formula) and shift at coordinate q."""
    a, slide = _matrix(link.joint.turn), _matrix(link.joint.slide)
    if a.is_zero_matrix:
        return sympy.eye(3), slide * q
    x, y, z = a
    cross = sympy.Matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return sympy.eye(3) + cross * sympy.sin(q) + cross * cross * (1 - sympy.cos(q)), slide * q


def _friction(robot: Robot, letters: Letters) -> Matrix:
    """Return the friction of every joint ``(n, 1)``: b q̇ + c sign(q̇)."""
    tau = sympy.zeros(robot.n, 1)
    for link, k in zip(robot.links, robot.coordinates, strict=True):
        if k is not None and "friction" in link.joint.effects:
            law, rate = link.joint.friction, letters.qd[k]
            if law.stribeck != 0:
                raise LinkwiseError(
                    f"joint {link.joint.name!r} has Stribeck friction, which is no polynomial"
                )
            forth, back = _expression(law.coulomb), _expression(law.coulomb_negative)
            s = sympy.sign(rate)
            tau[k] += _expression(law.viscous) * rate
            tau[k] += (forth + back) / 2 * s + (forth - back) / 2 * s**2
    return tau
