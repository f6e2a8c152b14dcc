"""Simulation: the motion that torques cause."""

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.compiled.compiled_robot import CompiledRobot
from linkwise.models.robot import Robot
from linkwise.simulation.equations import (
    Equations,
    External,
    Torque,
    compiled_once,
    memory,
    one_state,
)
from linkwise.simulation.result import Progress, Run
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.scalars import Array, as_array, require_finite

FIXED = ("RK4", "symplectic")  # integrators of fixed steps


def simulate(
    robot: Robot | CompiledRobot,
    q0: ArrayLike,
    qd0: ArrayLike,
    torque: Torque = None,
    *,
    t: ArrayLike,
    integrator: str = "DOP853",
    h: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    external: External = None,
    z0: ArrayLike | None = None,
    saturate: bool = False,
    stop_at_limits: bool = False,
    max_steps: int = 1_000_000,
    progress: Progress | None = None,
) -> Run:
    """Return the motion that torques cause from a given state.

    M(q) q̈ + C(q, q̇) q̇ + g(q) + friction + springs = τ + Σ Jᵀ f_ext

    Parameters
    ----------
    robot
        The model, or what `compile` made of it, where a backend is wanted by name.
    q0, qd0
        Coordinates and rates at the start ``(n,)``: rad, rad/s, or m, m/s for prismatic joints.
    torque
        What the motors give ``(n,)``, N m or N: constant, or a function of (t, q, qd), or nothing.
        The function is called several times a step, not always at rising times, and must depend on
        its arguments alone.
    t
        How long, s: from 0 on, with a row of the result for every step; or times ``(N,)``, with a
        row for each.
    integrator
        "DOP853", "RK45", "RK23", "Radau", "BDF" and "LSODA" are SciPy's, which choose their steps.
        "RK4" (order 4) and "symplectic" (order 2, for long motions without friction) take steps of
        a given size.
    h
        Size of fixed steps, s; they are a little shorter where they would not meet the times.  If
        not given, each step goes from one time of `t` to the next.
    rtol, atol
        Tolerances of the integrators that choose their steps, relative and absolute; 1e-12 if
        not given.
    external
        What the environment does to the links, as for `rnea`, or a function of (t, q, qd) for it.
    z0
        What a controller remembers at the start ``(m,)``, such as integrals of errors.  The torque
        is then a function of (t, q, qd, z) that returns (τ, ż).
    saturate
        Whether to cut torques at the effort limits of the joints.
    stop_at_limits
        Whether to stop where a joint goes beyond its limits.  They do not stop the joint itself.
    max_steps
        After how many steps to give up.
    progress
        Wraps ``range(100)``, the percents of the time, as `tqdm.tqdm` does.

    Returns
    -------
    Run
        The motion, with the joints that went beyond their limits.  If it cannot be computed to the
        end, what there is of it, with a warning that names time and joint.

    Raises
    ------
    LinkwiseError
        If an argument is at fault, a run that is to stop at limits begins beyond one, or the
        accelerations at the start are not determined.

    Notes
    -----
    Coulomb friction c jumps at rest, and no joint sticks.  With "RK4" a joint that should stick
    trembles, and creeps no faster than c h / M; integrators that choose their steps take ever
    shorter ones there, and the motion stops.

    References
    ----------
    E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*; J. E. Marsden,
    M. West, *Acta Numerica* 10 (2001).

    Examples
    --------
    An arm is released and falls for two seconds:

    >>> from linkwise import planar_2r
    >>> arm = planar_2r(0.4, 1, 0.2, 0.15, 3, 2, 0.04, 0.015)
    >>> run = simulate(arm, [0, 0.3], [0, 0], t=2)
    >>> run.q[-1].round(3)
    array([-1.848, -0.156])
    >>> run.energy_drift[1] < 1e-9
    True
    """
    from linkwise.simulation.march import march  # slow to import
    from linkwise.simulation.solvers import solver

    fast = robot if isinstance(robot, CompiledRobot) else compiled_once(robot)
    state = [one_state(fast.robot, x, name) for x, name in ((q0, "q0"), (qd0, "qd0"))]
    y0 = np.concatenate([*state, memory(z0)])
    f = Equations(fast, torque, external, has_memory=z0 is not None, saturate=saturate)
    times, is_duration = wanted_times(t)
    if max_steps < 1:
        raise LinkwiseError(f"max_steps must be at least 1, got {max_steps}")
    if is_duration and h is None and integrator in FIXED:
        raise LinkwiseError(f"{integrator} wants the size h of its steps")
    with np.errstate(over="ignore", invalid="ignore"):
        starts = np.isfinite(f(times[0], y0)).all()
    if not starts:
        trouble = f.trouble or "q0 and qd0 are too large for floats"
        raise LinkwiseError(f"the motion cannot start: {trouble}")
    trail = march(
        solver(integrator, f, y0, times, h=h, rtol=rtol, atol=atol),
        f,
        end=times[-1],
        max_steps=max_steps,
        stop_at_limits=stop_at_limits,
        progress=progress,
    )
    if trail.reason:
        warnings.warn(trail.reason, LinkwiseWarning, stacklevel=2)
    settings = dict(  # noqa: C408
        q0=q0,
        qd0=qd0,
        torque=torque,
        t=t,
        integrator=integrator,
        h=h,
        external=external,
        z0=z0,
        saturate=saturate,
    )
    return run_of(f, trail, None if is_duration else times, settings)


def wanted_times(t: ArrayLike) -> tuple[Array, bool]:
    """Return rising times ``(N,)``, and whether only the last of them was given, as a duration."""
    times = as_array(t, "t")
    require_finite(times, "t")
    if times.ndim == 0 and times > 0:
        return np.array([0.0, times]), True
    if times.ndim != 1 or len(times) < 2 or not (np.diff(times) > 0).all():
        raise LinkwiseError(f"t must be a duration in s, or two or more rising times, got {times}")
    return times, False


def run_of(f: Equations, trail: Any, times: Array | None, settings: Mapping[str, Any]) -> Run:
    """Return the rows at the times, as far as the motion goes, or at all steps."""
    edges = np.array(trail.edges)
    if times is None:
        rows = edges
    else:
        rows = times[times <= edges[-1]]
        if rows[-1] < edges[-1]:  # a motion that was stopped: its last state too
            rows = np.append(rows, edges[-1])
    y, n = trail.motion(rows).T, f.robot.n
    q, qd, z = y[:, :n], y[:, n : 2 * n], y[:, 2 * n :]
    return Run(
        robot=f.robot,
        integrator=settings["integrator"],
        t=rows,
        q=q,
        qd=qd,
        tau=f.torques(rows, q, qd, z),
        z=z,
        events=tuple(trail.events),
        messages=(trail.reason,) if trail.reason else (),
        steps=len(edges) - 1,
        evaluations=f.calls,
        edges=edges,
        motion=trail.motion,
        equations=f,
        settings=settings,
    )
