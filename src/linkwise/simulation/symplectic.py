"""A variational integrator: the midpoint rule applied to the action instead of the equations.

The action of a step is L_d = h L(q̄, v) with q̄ = (q + q⁺)/2 and v = (q⁺ − q)/h.  Momenta at both
ends of the step, with the other torques f (motors, friction) at q̄ and v, are

p = ∂L/∂q̇ − h/2 (∂L/∂q + f),   p⁺ = ∂L/∂q̇ + h/2 (∂L/∂q + f),   all at (q̄, v),

where ∂L/∂q̇ = M q̇ and ∂L/∂q = C(q, q̇)ᵀ q̇ − g(q) − springs.  From q and p the first is solved for
v; then q⁺ = q + h v and p⁺ = p + h (∂L/∂q + f).  The map (q, p) → (q⁺, p⁺) is symplectic and of
order 2: without f the energy oscillates but does not drift, for exponentially many steps.

References
----------
J. E. Marsden, M. West, "Discrete mechanics and variational integrators", *Acta Numerica* 10 (2001),
sections 1.5, 2.6 and 3.2; E. Hairer, C. Lubich, G. Wanner, *Geometric Numerical Integration*,
sections VI.6 and IX.8.
"""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from scipy.linalg.lapack import dgesv

from linkwise.algorithms.coriolis import coriolis_transposed_torque, mass_matrix_rate
from linkwise.algorithms.derivatives import rnea_derivatives
from linkwise.algorithms.inverse_dynamics import gravity_torque
from linkwise.algorithms.linear_solver import solve_spd
from linkwise.algorithms.mass_matrix import crba
from linkwise.compiled.buffers import Bound
from linkwise.compiled.compiled_robot import CompiledRobot
from linkwise.compiled.functions import Shapes
from linkwise.compiled.graph import Program, trace
from linkwise.models.robot import Robot
from linkwise.simulation.equations import Equations
from linkwise.simulation.fixed_step import FixedStep, NoStepError
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array
from linkwise.spatial.vectors import times

MOST_ITERATIONS = 50
ROUNDING = 1e-15  # of v, where Newton's method cannot do better


class Symplectic(FixedStep):
    """The variational integrator on a grid of times."""

    def __init__(self, f: Equations, grid: Array, y0: Array) -> None:
        require_no_sticking(f.robot)
        if len(y0) > 2 * f.robot.n:
            raise LinkwiseError("symplectic steps have no place for the memory z of a controller")
        self._equations = f
        self._middle, self._rates = bound(f.fast, MiddleOfStep()), bound(f.fast, Rates())
        q, qd = np.split(y0, 2)
        self._p = crba(f.robot, q) @ qd
        super().__init__(f, grid, y0)

    def advance(self, t: float, y: Array, h: float) -> Array:
        """Return (q⁺, q̇⁺) with q̇⁺ = M(q⁺)⁻¹ p⁺."""
        (q, qd), qdd = np.split(y, 2), self.slope[len(y) // 2 :]
        v = self._solve(t, q, qd + h / 2 * qdd, h)
        q = q + h * v
        self._p = self._p + h * self._middle.force
        self._rates.q[...], self._rates.p[...] = q, self._p
        return np.concatenate([q, self._rates()])

    def _solve(self, t: float, q: Array, v: Array, h: float) -> Array:
        """Return v by Newton's method, from a first guess."""
        middle, last, changes = self._middle, np.inf, self._equations.depends_on_state
        middle.q[...], middle.p[...], middle.h[...] = q, self._p, h
        middle.f[...] = f = self._torque(t, q, v, h)
        pull = self._torque_slope(t, q, v, h, f) if changes else 0
        for k in range(MOST_ITERATIONS):
            middle.v[...] = v
            if changes and k:
                middle.f[...] = self._torque(t, q, v, h)
            residual = middle()
            *_, step, fault = dgesv(middle.slope - h / 2 * pull, residual)
            v = v - step
            size, scale = (max(map(abs, x.tolist())) for x in (step, v))
            if size <= ROUNDING * scale or last / 2 < size <= 1e-10 * scale:
                return v
            if fault or not size < np.inf:
                break
            last = size
        raise NoStepError(f"Newton's method does not converge with steps of {h:g} s")

    def _torque(self, t: float, q: Array, v: Array, h: float) -> Array:
        """Return what motors and wrenches do at (q̄, v)."""
        equations, middle = self._equations, (t + h / 2, q + h / 2 * v, v)
        tau, _ = equations.torque(*middle, v[:0])
        total: Array = tau + equations.external_torque(*middle)
        return total

    def _torque_slope(self, t: float, q: Array, v: Array, h: float, f: Array) -> Array:
        """Return d/dv of `_torque` ``(n, n)`` by differences from its value f."""
        nudge = np.sqrt(np.finfo(float).eps) * (1 + np.abs(v).max())
        columns = [self._torque(t, q, v + e, h) - f for e in nudge * np.eye(len(v))]
        slope: Array = np.stack(columns, axis=-1) / nudge
        return slope


@dataclass(frozen=True)
class MiddleOfStep:
    """What Newton's method takes, as one compiled function of q, v, p, f and h."""

    def trace(self, robot: Robot) -> Program:
        """Run `middle_of_step` once on recording scalars."""
        n = robot.n
        inputs: Shapes = {"q": (n,), "v": (n,), "p": (n,), "f": (n,), "h": (1,)}
        return trace("middle_of_step", lambda **arrays: middle_of_step(robot, **arrays), inputs)


@dataclass(frozen=True)
class Rates:
    """The rates q̇ = M(q)⁻¹ p, as a compiled function of q and p."""

    def trace(self, robot: Robot) -> Program:
        """Run the solution once on recording scalars."""
        inputs: Shapes = {"q": (robot.n,), "p": (robot.n,)}
        return trace("rates", lambda q, p: {"qd": solve_spd(crba(robot, q), p)[0]}, inputs)


def middle_of_step(
    robot: Robot, q: Array, v: Array, p: Array, f: Array, h: Array
) -> dict[str, Array]:
    """Return residual, its slope d/dv and the force ∂L/∂q + f, from the state before a step.

    d/dv (∂L/∂q̇ − h/2 ∂L/∂q) = M + h/2 (∂τ/∂q̇ − Ṁ) + h²/4 ∂g/∂q, with τ the inverse dynamics at
    (q̄, v, 0); a term in h² v² is left out, which costs iterations where steps are very long.
    """
    middle = q + v * h / 2
    M, rest = crba(robot, middle), v * 0
    momentum = times(M, v)
    force = coriolis_transposed_torque(robot, middle, v) + f - robot.friction_torque(v)
    force = force - gravity_torque(robot, middle) - robot.spring_torque(middle)
    _, damping = rnea_derivatives(robot, middle, v, rest)
    stiffness, _ = rnea_derivatives(robot, middle, rest, rest)
    slope = M + (damping - mass_matrix_rate(robot, middle, v)) * (h / 2) + stiffness * (h * h / 4)
    return {"residual": momentum - force * (h / 2) - p, "slope": slope, "force": force}


def bound(fast: CompiledRobot, function: MiddleOfStep | Rates) -> Bound:
    """Return a function of ours compiled, on buffers of its own."""
    return Bound(fast.robot, fast.kernel(cast("Any", function)), None, None)


def require_no_sticking(robot: Robot) -> None:
    """Raise a `LinkwiseError` that names a joint whose friction jumps where it comes to rest."""
    for link in robot.links:
        law = link.joint.friction
        if law.coulomb or law.coulomb_negative or law.stribeck:
            raise LinkwiseError(
                f"joint {link.joint.name!r} has friction that jumps at rest, where the equations "
                "of a symplectic step have no solution: take RK4, or robot.without('friction')"
            )
