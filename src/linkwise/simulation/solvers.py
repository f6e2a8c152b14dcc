"""The integrators by their names: SciPy's, which choose their steps, and ours of fixed steps."""

import difflib
from typing import Any

import numpy as np
from scipy.integrate import BDF, DOP853, LSODA, RK23, RK45, Radau

from linkwise.simulation.equations import Equations
from linkwise.simulation.fixed_step import RK4, Stepper
from linkwise.simulation.step_grid import step_grid
from linkwise.simulation.symplectic import Symplectic
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

ADAPTIVE: dict[str, Any] = {
    "DOP853": DOP853,
    "RK45": RK45,
    "RK23": RK23,
    "Radau": Radau,
    "BDF": BDF,
    "LSODA": LSODA,
}
FIXED = {"RK4": RK4, "symplectic": Symplectic}
RTOL, ATOL = 1e-12, 1e-12


def solver(
    name: str,
    f: Equations,
    y0: Array,
    times: Array,
    *,
    h: float | None,
    rtol: float | None,
    atol: float | None,
) -> Stepper:
    """Return the integrator at its start.

    Parameters
    ----------
    name
        A key of `ADAPTIVE` or `FIXED`.
    f
        The equations.
    y0
        State at the first of the times ``(2n + m,)``.
    times
        Times ``(N,)`` that fixed steps shall meet; others go from the first to the last.
    h, rtol, atol
        As for `simulate`.
    """
    if name in FIXED:
        if rtol is not None or atol is not None:
            raise LinkwiseError(f"{name} takes steps of a given size: h instead of rtol and atol")
        return FIXED[name](f, step_grid(times, h), y0)
    if name not in ADAPTIVE:
        raise LinkwiseError(f"unknown integrator {name!r}: {advice(name)}")
    if h is not None:
        raise LinkwiseError(f"{name} chooses its steps: give rtol and atol instead of h")
    relative, absolute = RTOL if rtol is None else rtol, ATOL if atol is None else atol
    if not (0 < relative < 1 and 0 <= absolute < np.inf):
        raise LinkwiseError(
            f"rtol must be between 0 and 1 and atol at least 0, got {relative} and {absolute}"
        )
    made: Stepper = ADAPTIVE[name](f, times[0], y0, times[-1], rtol=relative, atol=absolute)
    return made


def advice(name: str) -> str:
    """Return which integrators there are, or which is near."""
    known = [*ADAPTIVE, *FIXED]
    by_size = {k.casefold(): k for k in known}
    near = difflib.get_close_matches(str(name).casefold(), by_size, n=1)
    return f"did you mean {by_size[near[0]]!r}?" if near else f"{', '.join(known)} are known"
