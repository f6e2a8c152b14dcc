"""One rigid body in three dimensions, stepped with its orientation.

With c the centre of mass, L the angular momentum about it and n, f what acts there, in world axes,

m c̈ = f + m g,   L̇ = n,   Ṙ = [ω]× R,   L = R I_C Rᵀ ω.

That is n = I_C α + ω × I_C ω without products of rates.  A step of h is a kick of n and f for h/2,
a free flight of h, and another kick.  The flight turns the body about its principal axes, one after
the other, which keeps L and is exact for each.  Steps are symplectic and of order 2, of order 1 if
the wrench depends on rates, and no orientation is singular.

References
----------
A. Dullweber, B. Leimkuhler, R. McLachlan, "Symplectic splitting methods for rigid body molecular
dynamics", *J. Chemical Physics* 107 (1997); E. Hairer, C. Lubich, G. Wanner, *Geometric Numerical
Integration*, section VII.5.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.external import Wrench
from linkwise.models.attachments import required_pose
from linkwise.models.robot import gravity_vector
from linkwise.simulation.step_grid import step_grid
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array, as_array, require_finite
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, dot, split, times, transpose

TURNS = ((0, 0.5), (1, 0.5), (2, 1.0), (1, 0.5), (0, 0.5))  # principal axis, share of the step
BodyWrench = Callable[[float, Transform, Array], Wrench] | Wrench | None


@dataclass(frozen=True, eq=False)
class BodyRun:
    """The motion of one body.

    Attributes
    ----------
    inertia : Inertia
        The body's, in its own frame.
    t : ndarray
        Times ``(N,)``, s.
    pose : Transform
        Poses of the body's frame in the world, R ``(N, 3, 3)`` and p ``(N, 3)``.
    omega : ndarray
        Angular velocities ``(N, 3)``, world axes, rad/s.
    velocity : ndarray
        Velocities of the centre of mass ``(N, 3)``, world axes, m/s.
    gravity : ndarray
        Acceleration of free fall ``(3,)``, m/s².
    """

    inertia: Inertia
    t: Array
    pose: Transform
    omega: Array
    velocity: Array
    gravity: Array = field(repr=False)

    @property
    def com(self) -> Array:
        """Positions of the centre of mass ``(N, 3)``, m."""
        return self.pose.point(self.inertia.com)

    @property
    def angular_momentum(self) -> Array:
        """About the centre of mass ``(N, 3)``, world axes, kg m²/s."""
        R = self.pose.R
        return times(R @ self.inertia.tensor @ transpose(R), self.omega)

    @property
    def energy(self) -> Array:
        """Kinetic and potential energy ``(N,)``, J."""
        m, v = self.inertia.mass, self.velocity
        twice = dot(self.angular_momentum, self.omega) + dot(v, v) * m
        energy: Array = twice[:, 0] / 2 - m * self.com @ self.gravity
        return energy


def simulate_body(
    inertia: Inertia,
    pose: Transform,
    twist: ArrayLike,
    wrench: BodyWrench = None,
    *,
    t: float,
    h: float,
    gravity: ArrayLike = (0, 0, -9.81),
) -> BodyRun:
    """Return the motion of one rigid body, orientation and all.

    Parameters
    ----------
    inertia
        Of the body, in its own frame.
    pose
        Of its frame in the world at the start.
    twist
        At the start ``(6,)``: angular velocity, and velocity of the frame's origin, world axes.
    wrench
        What acts on the body besides gravity, in the axes of "world" or "link", or a function of
        (t, pose, twist) for it.
    t
        How long, s.
    h
        Size of a step, s.
    gravity
        Acceleration of free fall ``(3,)``, m/s².

    Returns
    -------
    BodyRun
        The state at every step.

    Raises
    ------
    LinkwiseError
        If an argument is at fault, or the body has a principal moment of zero: a line of mass turns
        about itself at any rate.

    Examples
    --------
    A book thrown in the air about its middle axis tumbles:

    >>> book = Inertia(1, (0, 0, 0), np.diag([0.002, 0.005, 0.007]))
    >>> run = simulate_body(book, Transform.identity(), [0.01, 10, 0, 0, 0, 5], t=2, h=1e-3)
    >>> (run.pose.R[[0, -1]].swapaxes(-1, -2) @ run.omega[[0, -1], :, None])[..., 1, 0].round(1)
    array([ 10., -10.])
    """
    g = gravity_vector(gravity)
    if g.ndim > 1:
        raise LinkwiseError(f"a body falls by one gravity vector (3,), got {g.shape}")
    if not 0 < t < np.inf:
        raise LinkwiseError(f"t must be a positive number of seconds, got {t}")
    grid = step_grid(np.array([0.0, t]), h)
    body = PrincipalBody(inertia)
    state = body.state(pose, twist)
    states = [state]
    push = body.push(grid[0], state, wrench, g)
    for start, end in pairwise(grid.tolist()):
        state = body.flight(kicked(state, push, (end - start) / 2), end - start)
        push = body.push(end, state, wrench, g)
        state = kicked(state, push, (end - start) / 2)
        states.append(state)
    R, c, L, v = (np.array(column) for column in zip(*states, strict=True))
    return BodyRun(inertia, grid, body.pose(R, c), body.rates(R, L), v, g)


class State(NamedTuple):
    """Rotation of the principal axes, centre of mass, angular momentum about it, and velocity."""

    R: Array
    c: Array
    L: Array
    v: Array


class PrincipalBody:
    """A body seen along its principal axes.

    Parameters
    ----------
    inertia
        Of the body, in its own frame.

    Raises
    ------
    LinkwiseError
        If the body has no mass, or a principal moment of zero.
    """

    def __init__(self, inertia: Inertia) -> None:
        require_kind(inertia, Inertia, "inertia")
        if not inertia.mass > 0:
            raise LinkwiseError(f"a body without mass has no motion of its own: {inertia.mass} kg")
        self.m, self._com = inertia.mass, inertia.com
        self.moments, axes = inertia.principal()
        self._axes = axes * np.linalg.det(axes)  # right-handed
        if not self.moments[0] > 1e-12 * self.moments[2]:
            axis = ", ".join(f"{x:.3g}" for x in self._axes[:, 0] + 0.0)
            raise LinkwiseError(
                f"the body has no inertia about its axis ({axis}), so that its rate about it is "
                f"not determined: principal moments {self.moments} kg m²"
            )

    def state(self, pose: Transform, twist: ArrayLike) -> State:
        """Return the state of a body whose frame has this pose and twist."""
        motion = as_array(twist, "twist")
        if motion.shape != (6,):
            raise LinkwiseError(f"twist must have 6 entries, got shape {motion.shape}")
        require_finite(motion, "twist")
        omega, u = split(motion)
        required_pose(pose, "pose")
        R, c = pose.R @ self._axes, pose.point(self._com)
        return State(R, c, R @ (self.moments * (omega @ R)), u + cross(omega, c - pose.p))

    def pose(self, R: Array, c: Array) -> Transform:
        """Return the pose of the body's frame, given its principal axes and centre of mass."""
        R_body = R @ self._axes.T
        return Transform.trusted(R_body, c - times(R_body, self._com))

    def rates(self, R: Array, L: Array) -> Array:
        """Return ω ``(..., 3)`` in world axes."""
        return times(R, times(transpose(R), L) / self.moments)

    def flight(self, state: State, h: float) -> State:
        """Return the state after h without wrench: turns about one principal axis after the other.

        About axis k the rate is Π_k / I_k, and Π = Rᵀ L turns back by the angle, so that L stays.
        """
        R, c, L, v = state
        axes = list(R.T)
        for k, share in TURNS:
            angle = share * h * float(L @ axes[k]) / self.moments[k]
            i, j, cos, sin = (k + 1) % 3, (k + 2) % 3, math.cos(angle), math.sin(angle)
            axes[i], axes[j] = cos * axes[i] + sin * axes[j], cos * axes[j] - sin * axes[i]
        return State(np.stack(axes, axis=-1), c + h * v, L, v)

    def push(self, t: float, state: State, wrench: BodyWrench, g: Array) -> tuple[Array, Array]:
        """Return L̇ and v̇ of a state, world axes."""
        if wrench is None:
            return g * 0, g
        R, c, L, v = state
        X, omega = self.pose(R, c), self.rates(R, L)
        twist = np.concatenate([omega, v - cross(omega, c - X.p)])
        given = wrench(t, X, twist) if callable(wrench) else wrench
        if given.frame not in ("world", "link"):
            raise LinkwiseError(f"the wrench is in the axes of {given.frame!r}: world or link")
        n, f = np.asarray(given.moment), np.asarray(given.force)
        if given.frame == "link":
            n, f = X.R @ n, X.R @ f
        point = X.p if given.at is None else X.point(np.asarray(given.at))
        return n + cross(point - c, f), f / self.m + g


def kicked(state: State, push: tuple[Array, Array], h: float) -> State:
    """Return the state after the push alone has acted for h."""
    return state._replace(L=state.L + push[0] * h, v=state.v + push[1] * h)
