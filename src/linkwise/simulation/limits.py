"""Watching for joints that go beyond their limits."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array

LOOKS = 4  # at the motion within a step: most excursions that begin and end there are seen


Kind = Literal["upper", "lower", "speed"]


@dataclass(frozen=True)
class Event:
    """A joint goes beyond one of its limits.

    Attributes
    ----------
    t : float
        When, s.
    joint : str
        Name of the joint.
    limit : str
        "upper", "lower" or "speed".
    value : float
        The limit, rad or m; a speed has the sign of the motion.
    unit : str
        Unit of the limit.
    """

    t: float
    joint: str
    limit: Kind
    value: float
    unit: str

    def __str__(self) -> str:
        return (
            f"t = {self.t:.6g} s: joint {self.joint!r} passes its {self.limit} limit, "
            f"{self.value:.6g} {self.unit}"
        )


class Limit(NamedTuple):
    """It is exceeded where factor · y[entry] > bound."""

    entry: int
    factor: float
    bound: float
    event: Event


class LimitWatch:
    """The finite limits of a robot, as functions of the state that are positive beyond them.

    Parameters
    ----------
    robot
        The model.
    """

    def __init__(self, robot: Robot) -> None:
        self._limits: list[Limit] = []
        for link, k, mimic in zip(robot.links, robot.coordinates, robot.couplings, strict=True):
            if k is None:
                continue
            joint, bounds, i = link.joint, link.joint.limits, robot.n + k
            ratio, shift = (mimic.multiplier, mimic.offset) if mimic else (1, 0)
            said: list[tuple[int, int, float, float, Kind]] = [
                (k, 1, bounds.upper, shift, "upper"),
                (k, -1, -bounds.lower, shift, "lower"),
                (i, 1, bounds.velocity, 0, "speed"),
                (i, -1, bounds.velocity, 0, "speed"),
            ]
            for entry, sign, bound, start, kind in said:
                if np.isfinite(bound):
                    unit = f"{joint.unit}/s" if kind == "speed" else joint.unit
                    event = Event(0, joint.name, kind, sign * bound, unit)
                    self._limits.append(Limit(entry, sign * ratio, bound - sign * start, event))
        self._entries = [limit.entry for limit in self._limits]
        self._factors = np.array([limit.factor for limit in self._limits])
        self._bounds = np.array([limit.bound for limit in self._limits])

    def beyond(self, y: Array) -> Array:
        """Return by how much each limit is exceeded at states ``(d, ...)``, negative within it."""
        shape = (-1, *[1] * (y.ndim - 1))
        factors, bounds = self._factors.reshape(shape), self._bounds.reshape(shape)
        excess: Array = factors * y[self._entries] - bounds
        return excess

    def at_start(self, t: float, y: Array) -> list[Event]:
        """Return an event for each limit that the first state exceeds."""
        if not self._limits:
            return []
        return [self._event(k, t) for k in np.flatnonzero(self.beyond(y) > 0).tolist()]

    def passed(self, t_old: float, t: float, motion: Callable[[Array], Array]) -> list[Event]:
        """Return the events of one step, by their times."""
        if not self._limits:
            return []
        from scipy.optimize import brentq  # slow to import

        times = np.linspace(t_old, t, LOOKS + 1)
        excess = self.beyond(motion(times))
        found = []
        for k, j in np.argwhere((excess[:, :-1] <= 0) & (excess[:, 1:] > 0)).tolist():

            def beyond(t: float, k: int = k) -> float:
                return float(self.beyond(motion(np.array([t])))[k, 0])

            found.append(self._event(k, float(brentq(beyond, times[j], times[j + 1], xtol=1e-14))))
        return sorted(found, key=lambda event: event.t)

    def _event(self, k: int, t: float) -> Event:
        return replace(self._limits[k].event, t=t)
