"""What a simulation gives."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.models.robot import Robot
from linkwise.simulation.equations import Equations
from linkwise.simulation.limits import Event
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array

Progress = Callable[[Iterable[int]], Iterable[int]]


@dataclass(frozen=True, eq=False)
class Run:
    """A simulated motion; `str` of it is a short report.

    Attributes
    ----------
    robot : Robot
        The model.
    integrator : str
        Name of the integrator.
    t : ndarray
        Times ``(N,)``, s.
    q, qd : ndarray
        Coordinates and rates ``(N, n)``.
    tau : ndarray
        Torques of the motors ``(N, n)``.
    z : ndarray
        What the controller remembers ``(N, m)``.
    events : tuple of Event
        Joints that went beyond their limits, by time.
    messages : tuple of str
        Why the motion was not computed to the end; empty if it was.
    steps, evaluations : int
        How many steps, and evaluations of the accelerations, it took.
    edges : ndarray
        Times of all steps.
    motion : callable
        The state (q, q̇, z) ``(2n + m, N)`` at times ``(N,)``.
    equations : Equations
        What was integrated.
    settings : dict
        Keywords of the call of `simulate`.
    """

    robot: Robot
    integrator: str
    t: Array
    q: Array
    qd: Array
    tau: Array
    z: Array
    events: tuple[Event, ...]
    messages: tuple[str, ...]
    steps: int
    evaluations: int
    edges: Array = field(repr=False)
    motion: Callable[[Array], Array] = field(repr=False)
    equations: Equations = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether the motion was computed to the end."""
        return not self.messages

    @cached_property
    def kinetic(self) -> Array:
        """Kinetic energy ``(N,)``, J."""
        return kinetic_energy(self.robot, self.q, self.qd)

    @cached_property
    def potential(self) -> Array:
        """Potential energy ``(N,)``, J; springs are in it."""
        return potential_energy(self.robot, self.q)

    @property
    def energy(self) -> Array:
        """Kinetic and potential energy ``(N,)``, J."""
        return self.kinetic + self.potential

    @property
    def energy_drift(self) -> tuple[float, float]:
        """How far the energy is from that at the start: at the end, and at most, J.

        It tells of errors only where nothing drives or brakes; `energy_ledger` does anywhere.
        """
        off = self.energy - self.energy[0]
        return float(off[-1]), float(np.abs(off).max())

    @property
    def conserves_energy(self) -> bool:
        """Whether nothing drives or brakes: no torque, no wrench, no friction."""
        return self.equations.is_free and "friction" not in self.robot.effects

    def at(self, t: ArrayLike) -> tuple[Array, Array]:
        """Return q and q̇ at any times of the run, between its steps too.

        Parameters
        ----------
        t
            Times ``(...)``, s.

        Returns
        -------
        q, qd : ndarray
            ``(..., n)``.

        Raises
        ------
        LinkwiseError
            If a time is before the start or after the end.
        """
        times, n = as_array(t, "t"), self.robot.n
        start, end = self.edges[0], self.edges[-1]
        if not ((times >= start) & (times <= end)).all():
            raise LinkwiseError(f"the run lasts from {start:g} s to {end:g} s, got t = {times}")
        y = self.motion(times.ravel()).T.reshape(*times.shape, -1)
        return y[..., :n].copy(), y[..., n : 2 * n].copy()

    def __str__(self) -> str:
        work = f"{self.steps} steps, {self.evaluations} evaluations"
        lines = [
            f"{self.robot.name} by {self.integrator}, {self.t[0]:g} s to {self.t[-1]:g} s: {work}"
        ]
        start, end = self.energy[0], self.energy[-1]
        if self.conserves_energy:
            last, most = self.energy_drift
            drift = f"off by {last:.3g} J at the end, by {most:.3g} J at most"
            lines.append(f"  energy  {start:.6g} J, {drift}")
        else:
            lines.append(f"  energy  {start:.6g} J at the start, {end:.6g} J at the end")
        for joint, q, qd in zip(self.robot.joints, self.q[-1], self.qd[-1], strict=True):
            unit = joint.unit
            lines.append(f"  {joint.name}  ends at {q:.6g} {unit} with {qd:.6g} {unit}/s")
        lines += [f"  {event}" for event in self.events]
        lines += [f"  {message}" for message in self.messages]
        return "\n".join(lines)
