"""Watching for joints that go beyond their limits."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array

LOOKS = 4  # at the motion within a step: most excursions that begin and end there are seen


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
    limit: Literal["upper", "lower", "speed"]
    value: float
    unit: str

    def __str__(self) -> str:
        return (
            f"t = {self.t:.6g} s: joint {self.joint!r} passes its {self.limit} limit, "
            f"{self.value:.6g} {self.unit}"
        )


class LimitWatch:
    """The finite limits of a robot, as functions of the state that are positive beyond them.

    Parameters
    ----------
    robot
        The model.
    """

    def __init__(self, robot: Robot) -> None:
        self._limits: list[tuple[int, int, float, Event]] = []  # entry of y, sign, bound
        for k, joint in enumerate(robot.joints):
            bounds, i = joint.limits, robot.n + k
            said: list[tuple[int, int, float, Literal["upper", "lower", "speed"]]] = [
                (k, 1, bounds.upper, "upper"),
                (k, -1, -bounds.lower, "lower"),
                (i, 1, bounds.velocity, "speed"),
                (i, -1, bounds.velocity, "speed"),
            ]
            for entry, sign, bound, name in said:
                if np.isfinite(bound):
                    unit = f"{joint.unit}/s" if name == "speed" else joint.unit
                    event = Event(0, joint.name, name, sign * bound, unit)
                    self._limits.append((entry, sign, bound, event))
        self._entries = [entry for entry, *_ in self._limits]
        self._signs = np.array([sign for _, sign, *_ in self._limits])
        self._bounds = np.array([bound for *_, bound, _ in self._limits])

    def beyond(self, y: Array) -> Array:
        """Return by how much each limit is exceeded at states ``(d, ...)``, negative within it."""
        shape = (-1, *[1] * (y.ndim - 1))
        signs, bounds = self._signs.reshape(shape), self._bounds.reshape(shape)
        excess: Array = signs * y[self._entries] - bounds
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
            entry, sign, bound, _ = self._limits[k]

            def beyond(
                t: float, entry: int = entry, sign: int = sign, bound: float = bound
            ) -> float:
                return float(sign * motion(np.array([t]))[entry, 0] - bound)

            found.append(self._event(k, float(brentq(beyond, times[j], times[j + 1], xtol=1e-14))))
        return sorted(found, key=lambda event: event.t)

    def _event(self, k: int, t: float) -> Event:
        event = self._limits[k][-1]
        return Event(t, event.joint, event.limit, event.value, event.unit)
