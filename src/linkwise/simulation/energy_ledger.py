"""Where the energy of a simulated motion comes from and where it goes."""

from dataclasses import dataclass

import numpy as np

from linkwise.simulation.result import Run
from linkwise.spatial.errors import require_kind
from linkwise.spatial.scalars import Array

NODES = 5  # of Gauss' rule in every step: exact for polynomials up to the ninth degree


@dataclass(frozen=True, eq=False)
class EnergyLedger:
    """The energies of a run, J; `str` of it is a table.

    work of the motors + work of external wrenches = ΔK + ΔP + friction heat + residual

    Attributes
    ----------
    joint_names : tuple of str
        Names of the joints.
    work : ndarray
        Work of each motor ∫ τ q̇ dt ``(n,)``.
    spent : ndarray
        What each motor takes if it recovers nothing while it brakes: ∫ max(τ q̇, 0) dt ``(n,)``.
    external_work : float
        Work of the external wrenches.
    friction_heat : ndarray
        Heat in each joint ``(n,)``.
    kinetic, potential : float
        Growth of kinetic and potential energy, ΔK and ΔP; springs are in the latter.
    """

    joint_names: tuple[str, ...]
    work: Array
    spent: Array
    external_work: float
    friction_heat: Array
    kinetic: float
    potential: float

    @property
    def residual(self) -> float:
        """What does not add up: the errors of the integrator, summed over the run."""
        given = self.work.sum() + self.external_work
        return float(given - self.kinetic - self.potential - self.friction_heat.sum())

    def __str__(self) -> str:
        rows = [
            *((f"work of motor {k}", x) for k, x in zip(self.joint_names, self.work, strict=True)),
            ("work of external wrenches", self.external_work),
            ("growth of kinetic energy", self.kinetic),
            ("growth of potential energy", self.potential),
            ("friction heat", self.friction_heat.sum()),
            ("residual", self.residual),
        ]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{width}}  {x: .6g} J" for name, x in rows)


def energy_ledger(run: Run) -> EnergyLedger:
    """Return where the energy of a motion came from and where it went.

    Power is integrated by Gauss' rule within each step of the run.

    Parameters
    ----------
    run
        What `simulate` returned.

    Returns
    -------
    EnergyLedger
        Work of each motor and of external wrenches, growth of kinetic and potential energy,
        friction heat, and the residual.

    References
    ----------
    The work of a torque is ∫ τ q̇ dt, not the sum of torques (the lecture notes, lecture 003, say
    the latter): holding an arm still takes torque and no work.

    Examples
    --------
    >>> from linkwise import gravity_torque, planar_2r, simulate
    >>> arm = planar_2r()
    >>> hold = gravity_torque(arm, [0, 0])
    >>> run = simulate(arm, [0, 0], [0, 0], hold, t=5)
    >>> hold, energy_ledger(run).work.round(9) + 0.0
    (array([19.62 ,  4.905]), array([0., 0.]))
    """
    require_kind(run, Run, "run")
    robot, n, f = run.robot, run.robot.n, run.equations
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    half, middle = np.diff(run.edges)[:, None] / 2, (run.edges[1:] + run.edges[:-1])[:, None] / 2
    t, dt = (middle + half * nodes).ravel(), (half * weights).ravel()
    y = run.motion(t).T
    q, qd, z = y[:, :n], y[:, n : 2 * n], y[:, 2 * n :]
    power = f.torques(t, q, qd, z) * qd
    wrench_power = f.external_torques(t, q, qd) * qd
    return EnergyLedger(
        joint_names=robot.joint_names,
        work=dt @ power,
        spent=dt @ power.clip(0),
        external_work=float((dt @ wrench_power).sum()),
        friction_heat=dt @ (robot.friction_torque(qd) * qd),
        kinetic=float(run.kinetic[-1] - run.kinetic[0]),
        potential=float(run.potential[-1] - run.potential[0]),
    )
