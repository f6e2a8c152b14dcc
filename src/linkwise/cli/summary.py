"""The table that closes a trajectory: peaks, root mean squares, work, and times beyond limits."""

import numpy as np

from linkwise.cli.rates import note_on_rates
from linkwise.cli.text import aligned, table
from linkwise.cli.trajectory import Recording, Rows
from linkwise.models.robot import Robot
from linkwise.number_text import short, vector
from linkwise.spatial.scalars import Array

SPANS_SHOWN = 3


class Summary:
    """What is to be said of torques at the end, added up block by block.

    Root mean squares are over time, √(∫τ² dt / T), and work is ∫ |τ q̇| dt, both by the trapezoidal
    rule.

    Parameters
    ----------
    robot
        The model.
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.states, self.start, self.end = 0, np.nan, np.nan
        self.peak, self.peak_time = np.full(robot.n, -1.0), np.full(robot.n, np.nan)
        self.integrals = np.zeros((robot.n, 2))  # of τ² and |τ q̇|
        self._last: tuple[Array, Array] | None = None  # time and integrands of the row before
        limits = [joint.limits.effort for joint in robot.joints]
        self.excesses = [Excess(limit) for limit in limits]

    def add(self, rows: Rows, tau: Array) -> None:
        """Add a block of rows, which follows those before, and their torques ``(B, n)``."""
        t, size = rows["t"], np.abs(tau)
        if self._last is None:
            self.start = t[0]
        row = size.argmax(axis=0)
        higher = size.max(axis=0) > self.peak
        self.peak = np.where(higher, size.max(axis=0), self.peak)
        self.peak_time = np.where(higher, t[row], self.peak_time)
        self._integrate(t, tau, rows["qd"])
        for excess, joint in zip(self.excesses, size.T, strict=True):
            excess.add(t, joint)
        self.states, self.end = self.states + len(t), t[-1]

    def _integrate(self, t: Array, tau: Array, qd: Array) -> None:
        """Add ∫ τ² dt and ∫ |τ q̇| dt, from the last row before on."""
        with np.errstate(over="ignore"):  # shown as inf
            y = np.stack([tau**2, np.abs(tau * qd)], axis=-1)
            last = t[-1:], y[-1:]
            if self._last is not None:
                t, y = np.concatenate([self._last[0], t]), np.concatenate([self._last[1], y])
            step = np.diff(t)[:, None, None]
            self.integrals += (step * (y[1:] / 2 + y[:-1] / 2)).sum(axis=0)
        self._last = last

    def report(self, recording: Recording) -> str:
        """Return the closing table, a row a joint, and the work of all joints."""
        robot, span = self.robot, self.end - self.start
        squares, work = self.integrals.T
        # a single state lasts no time: its mean is itself
        rms = np.sqrt(squares / span) if span > 0 else self.peak
        columns = {
            "joint": robot.joint_names,
            "unit": [joint.effort_unit for joint in robot.joints],
            "peak |tau|": aligned(self.peak, 7),
            "at t, s": [short(t) for t in self.peak_time],
            "RMS tau": aligned(rms, 7),
            "work, J": aligned(work, 7),
            "effort limit": [
                "none" if np.isinf(excess.limit) else short(excess.limit)
                for excess in self.excesses
            ],
            "exceeded at t, s": [str(excess) for excess in self.excesses],
        }
        heading = f"{robot.name} along {recording.file}: {self.states} states, gravity "
        note = note_on_rates(recording)
        return "\n".join(
            [
                f"{heading}{vector(robot.gravity)} m/s²",
                *([note] if note else []),
                "",
                table([list(columns), *zip(*columns.values(), strict=True)], left=2),
                "",
                f"mechanical work ∫ |tau·qd| dt of all joints: {short(work.sum())} J",
            ]
        )


class Excess:
    """The spans of time in which one joint exceeds its limit; it prints as "0.2 to 0.35, 0.9".

    Parameters
    ----------
    limit
        The largest size of a torque that is within it.
    """

    def __init__(self, limit: float) -> None:
        self.limit, self.spans = limit, 0
        self._starts: list[float] = []  # of the spans that are shown
        self._ends: list[float] = []
        self._is_over, self._time = False, np.nan  # in the row before

    def add(self, t: Array, size: Array) -> None:
        """Add the sizes of the torque at some times, which follow those before."""
        over = size > self.limit
        was_over = np.concatenate([[self._is_over], over[:-1]])
        before = np.concatenate([[self._time], t[:-1]])
        starts, ends = t[over & ~was_over], before[was_over & ~over]
        self.spans += len(starts)
        self._starts += starts[: SPANS_SHOWN - len(self._starts)].tolist()
        self._ends += ends[: SPANS_SHOWN - len(self._ends)].tolist()
        self._is_over, self._time = bool(over[-1]), t[-1]

    def __str__(self) -> str:
        ends = [*self._ends, self._time]  # the last span shown may still last
        shown = [
            short(a) if a == b else f"{short(a)} to {short(b)}"
            for a, b in zip(self._starts, ends, strict=False)
        ]
        more = self.spans - len(shown)
        return ", ".join([*shown, *([f"and {more} more"] if more else [])]) or "never"
