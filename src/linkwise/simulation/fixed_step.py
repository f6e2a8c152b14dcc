"""Integrators with steps of a given size, which are stepped like SciPy's; RK4."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from scipy.integrate import DenseOutput

from linkwise.spatial.scalars import Array

Rates = Callable[[float, Array], Array]


class Stepper(Protocol):
    """What is asked of an integrator; SciPy's have it."""

    t: float
    y: Array
    status: str  # "running", "finished" or "failed"

    def step(self) -> str | None:
        """Go one step on, or say why that failed."""

    def dense_output(self) -> Callable[[Any], Array]:
        """Return the motion within the last step: y ``(d,)`` at a time, ``(d, m)`` at m times."""


class NoStepError(Exception):
    """There is no next state: the equations of a step could not be solved."""


class FixedStep:
    """An integrator that steps along a grid of times.

    Parameters
    ----------
    f
        Right side of ẏ = f(t, y).
    grid
        Times ``(N + 1,)``, rising.
    y0
        State at the first of them.
    """

    def __init__(self, f: Rates, grid: Array, y0: Array) -> None:
        self.f, self.t, self.y, self.status = f, float(grid[0]), y0, "running"
        self.slope = f(self.t, y0)
        self._left = iter(grid[1:].tolist())
        self._end = float(grid[-1])

    def step(self) -> str | None:
        """Go to the next time of the grid."""
        t, y = self.t, self.y
        t_new = next(self._left)
        try:
            y_new = self.advance(t, y, t_new - t)
        except NoStepError as error:
            self.status = "failed"
            return str(error)
        slope = self.f(t_new, y_new)
        if not np.isfinite(slope).all():
            self.status = "failed"
            return "the next state is not finite"
        self._piece = Hermite((t, y, self.slope), (t_new, y_new, slope))
        self.t, self.y, self.slope = t_new, y_new, slope
        if t_new == self._end:
            self.status = "finished"
        return None

    def advance(self, t: float, y: Array, h: float) -> Array:
        """Return the state at t + h; a `NoStepError` says why there is none."""
        raise NotImplementedError

    def dense_output(self) -> "Hermite":
        """Return the motion within the last step."""
        return self._piece


class RK4(FixedStep):
    """The classical Runge-Kutta method of order 4.

    References
    ----------
    E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, section II.1,
    table 1.2.
    """

    def advance(self, t: float, y: Array, h: float) -> Array:
        """Return y + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄)."""
        f, k1 = self.f, self.slope
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        y_new: Array = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return y_new


class Hermite(DenseOutput):
    """The cubic through two states with their slopes; it is off by a term in h⁴.

    References
    ----------
    E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, eq. II.6.7.
    """

    def __init__(self, start: tuple[float, Array, Array], end: tuple[float, Array, Array]) -> None:
        super().__init__(start[0], end[0])
        self._start, self._end = start, end

    def _call_impl(self, t: Any) -> Array:
        (t0, y0, f0), (t1, y1, f1) = self._start, self._end
        h = t1 - t0
        s = (np.asarray(t) - t0) / h
        y0, y1, f0, f1 = (a.reshape(-1, *[1] * s.ndim) for a in (y0, y1, f0 * h, f1 * h))
        d = y1 - y0
        y: Array = y0 + s * d + s * (s - 1) * ((1 - 2 * s) * d + (s - 1) * f0 + s * f1)
        return y
