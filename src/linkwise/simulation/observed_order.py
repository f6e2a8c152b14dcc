"""The order of an integrator, as a run shows it."""

from math import log2

import numpy as np

from linkwise.simulation.result import Run
from linkwise.simulation.run import FIXED, simulate
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.scalars import Array


def observed_order(run: Run) -> float:
    """Return the order p that steps h, h/2 and h/4 show: the last state is off by a term in h^p.

    2^p = |y_h − y_{h/2}| / |y_{h/2} − y_{h/4}|

    Far from the order of the method it says that steps are too long, that something jumps, such as
    Coulomb friction, or that rounding is all that is left of the error.

    Parameters
    ----------
    run
        A complete run of fixed steps; it is simulated twice more, with shorter ones.

    Returns
    -------
    float
        The order.

    Raises
    ------
    LinkwiseError
        If the run chose its steps, or is not complete.

    References
    ----------
    L. F. Richardson, *Phil. Trans. Royal Society A* 210 (1911); P. J. Roache, *Verification and
    Validation in Computational Science and Engineering*, section 5.10.

    Examples
    --------
    >>> from linkwise import pendulum, simulate
    >>> round(observed_order(simulate(pendulum(), [0], [0], t=2, integrator="RK4", h=0.01)), 1)
    4.0
    """
    require_kind(run, Run, "run")
    if run.integrator not in FIXED:
        raise LinkwiseError(f"the run by {run.integrator} has no fixed steps that could be halved")
    if not run.is_complete:
        raise LinkwiseError(f"the run is not complete: {run.messages[0]}")
    runs = [run]
    for parts in (2, 4):
        settings = {**run.settings, "t": divided(run.edges, parts), "h": None}
        runs.append(simulate(run.equations.fast, **settings))
    ends = [np.concatenate([r.q[-1], r.qd[-1]]) for r in runs]
    coarse, fine = np.linalg.norm(np.diff(ends, axis=0), axis=-1)
    if fine == 0:
        raise LinkwiseError("the end of the motion does not depend on h: it shows no order")
    return log2(coarse / fine)


def divided(times: Array, parts: int) -> Array:
    """Return times between which each step is divided into equal parts."""
    starts, steps = times[:-1, None], np.diff(times)[:, None]
    return np.append((starts + steps * np.arange(parts) / parts).ravel(), times[-1])
