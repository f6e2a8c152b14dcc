"""From step to step: the loop of a simulation, and when it stops."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.integrate import OdeSolution

from linkwise.models.robot import Robot
from linkwise.simulation.equations import Equations
from linkwise.simulation.fixed_step import Stepper
from linkwise.simulation.limits import Event, LimitWatch
from linkwise.simulation.result import Progress
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

FASTEST = 1e6  # rad/s or m/s: no robot moves like this, and steps would shrink on and on
RECENT, STALLED = 500, 1e-6  # steps, and the share of the motion below which they lead nowhere


@dataclass
class Trail:
    """What the steps of a simulation leave behind.

    Attributes
    ----------
    edges, states
        Times of the steps, and the states at them ``(d,)``.
    pieces
        The motion within every step.
    events
        Joints that went beyond their limits.
    reason
        Why the last step was not at the end; empty if it was.
    """

    edges: list[float]
    states: list[Array]
    events: list[Event]
    pieces: list[Any] = field(default_factory=list)
    reason: str = ""

    def motion(self, times: Array) -> Array:
        """Return the states ``(d, N)`` at times ``(N,)``: exactly those of the steps at steps."""
        edges, states = np.array(self.edges), np.array(self.states)
        k = np.searchsorted(edges, times)
        is_step = edges[k] == times
        y = np.empty((states.shape[1], len(times)))
        y[:, is_step] = states[k[is_step]].T
        if not is_step.all():
            y[:, ~is_step] = OdeSolution(edges, self.pieces)(times[~is_step])
        return y


def march(
    solver: Stepper,
    f: Equations,
    *,
    end: float,
    max_steps: int,
    stop_at_limits: bool,
    progress: Progress | None,
) -> Trail:
    """Step until the end, or until something stops the motion.

    Parameters
    ----------
    solver
        The integrator, at the start.
    f
        The equations that it integrates.
    end
        Time of the end, s.
    max_steps, stop_at_limits, progress
        As for `simulate`.
    """
    watch, start = LimitWatch(f.robot), solver.t
    trail = Trail([start], [solver.y], watch.at_start(start, solver.y))
    if trail.events and stop_at_limits:
        raise LinkwiseError(f"the motion begins beyond a limit: {trail.events[0]}")
    show = percents(progress)
    while solver.status == "running":
        t_old, reason = solver.t, one_step(solver, f)
        if not reason and len(trail.pieces) == max_steps:
            reason = f"{max_steps} steps are not enough (max_steps)"
        since = trail.edges[-RECENT] if len(trail.edges) >= RECENT else -np.inf
        if not reason and solver.t - since < STALLED * (end - start):
            reason = sticking(f.robot, solver.y)
        if reason:
            trail.reason = where_it_stops(trail, f, reason)
            return trail
        piece = solver.dense_output()
        events = watch.passed(t_old, solver.t, piece)
        trail.pieces.append(piece)
        if events and stop_at_limits:
            trail.edges.append(events[0].t)
            trail.states.append(piece(events[0].t))
            trail.events.append(events[0])
            return trail
        trail.events += events
        trail.edges.append(solver.t)
        trail.states.append(solver.y)
        show((solver.t - start) / (end - start))
    return trail


def one_step(solver: Stepper, f: Equations) -> str:
    """Go one step on and return why that failed; empty if it did not."""
    f.trouble, n = "", f.robot.n
    try:
        with np.errstate(all="ignore"):  # numbers that are too large are looked for below
            reason = solver.step() or ""
    except LinkwiseError:
        raise
    except ValueError as error:  # implicit methods of SciPy at a state that is not finite
        if not f.trouble:
            raise
        reason = str(error)
    if not reason and not np.abs(solver.y[n : 2 * n]).max() < FASTEST:
        reason = "the motion blows up"
    return reason and (f.trouble or reason)


def sticking(robot: Robot, y: Array) -> str:
    """Return which joint should stick where steps lead nowhere; empty if no friction jumps."""
    speeds = {
        joint.name: abs(qd)
        for joint, qd in zip(robot.joints, y[robot.n : 2 * robot.n], strict=True)
        if joint.friction.coulomb or joint.friction.coulomb_negative or joint.friction.stribeck
    }
    if not speeds:
        return ""
    return (
        f"steps shrink on and on, because the Coulomb friction of joint "
        f"{min(speeds, key=speeds.__getitem__)!r} jumps at rest: take RK4"
    )


def where_it_stops(trail: Trail, f: Equations, reason: str) -> str:
    """Return where and why a motion stops, with the joint that is fastest there."""
    n = f.robot.n
    speed = np.abs(trail.states[-1][n : 2 * n])
    joint = f.robot.joints[int(speed.argmax())]
    return (
        f"stopped at t = {trail.edges[-1]:.6g} s, where joint {joint.name!r} is the fastest with "
        f"{speed.max():.3g} {joint.unit}/s: {reason.rstrip('.')}"
    )


def percents(progress: Progress | None) -> Callable[[float], None]:
    """Return a function that takes the share that is done and moves the progress on."""
    left = iter(progress(range(100)) if progress else ())
    shown = [0]

    def show(share: float) -> None:
        while shown[0] <= 100 * share:  # once more at the end, so that it can tidy up
            next(left, None)
            shown[0] += 1

    return show
