"""What an identification gives: estimates, how sure they are, and how well they fit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.base_parameters import BaseParameters
from linkwise.algorithms.regressor import regressor_parameters, torque_regressor
from linkwise.identification.known_effects import known_torque
from linkwise.identification.units import unit_of
from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array

MEANINGLESS = 1000  # per cent of an estimate, of its standard error
CORRELATED = 0.3  # residuals of neighbouring samples beyond this are no white noise


@dataclass(frozen=True, eq=False)
class Identified:
    """Base parameters estimated from a record; `str` of it is a table.

    Attributes
    ----------
    robot : Robot
        The model that was compared, and whose effects beyond `effects` were taken as known.
    effects : tuple of str
        Which of "friction", "rotors", "springs" were identified.
    base : BaseParameters
        What the estimates are estimates of: `str` of it gives the formulas.
    values : ndarray
        The estimates β ``(b,)``, SI units.
    root : ndarray
        Upper triangle R ``(b, b)`` with RᵀR = (covariance of β)⁻¹.
    noise : ndarray
        Standard deviations of the torques ``(n,)``, N m or N, by which they were weighted.
    residual_rms, torque_rms : ndarray
        Root mean squares ``(n,)`` of what the fit leaves, and of the torques.
    correlation : ndarray
        Correlation of neighbouring residuals ``(n,)``: 0 for white noise.
    condition : float
        Condition number of the regressor, its columns scaled to length 1.
    samples : int
        Number of states.
    """

    robot: Robot
    effects: tuple[str, ...]
    base: BaseParameters
    values: Array
    root: Array = field(repr=False)
    noise: Array
    residual_rms: Array
    torque_rms: Array
    correlation: Array
    condition: float
    samples: int

    @property
    def labels(self) -> tuple[str, ...]:
        """The parameter that leads each combination, such as "link2 mcx"."""
        return tuple(self.base.labels[k] for k in self.base.independent)

    @property
    def units(self) -> tuple[str, ...]:
        """Unit of each estimate."""
        return tuple(unit_of(self.robot, label) for label in self.labels)

    @cached_property
    def covariance(self) -> Array:
        """Covariance of the estimates ``(b, b)``."""
        from scipy.linalg import solve_triangular  # slow to import

        inverse = solve_triangular(self.root, np.eye(len(self.root)))
        product: Array = inverse @ inverse.T
        return product

    @property
    def standard_errors(self) -> Array:
        """Standard errors of the estimates ``(b,)``."""
        errors: Array = np.sqrt(np.diag(self.covariance))
        return errors

    @cached_property
    def model(self) -> Array:
        """What the robot's own numbers make of the base parameters ``(b,)``."""
        beta = self.base.values(regressor_parameters(self.robot, self.effects))
        return beta

    def deviations(self, robot: Robot) -> Array:
        """Return how many standard errors a model's base parameters are off the estimates ``(b,)``.

        Parameters
        ----------
        robot
            The same robot with other parameters.
        """
        beta = self.base.values(regressor_parameters(robot, self.effects))
        off: Array = (beta - self.values) / self.standard_errors
        return off

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Return the torques ``(..., n)`` that the estimates predict, known effects included.

        Parameters
        ----------
        q, qd, qdd
            Joint coordinates, rates and accelerations ``(..., n)``.
        """
        Y = torque_regressor(self.robot, q, qd, qdd, effects=self.effects)
        tau = (self.base.regressor(Y) @ self.values[:, None])[..., 0]
        total: Array = tau + known_torque(self.robot, self.effects, q, qd, qdd)
        return total

    def __str__(self) -> str:
        joints = [
            [
                joint.name,
                f"{self.torque_rms[k]:.5g}",
                f"{self.residual_rms[k]:.3g}",
                f"{self.noise[k]:.3g}",
                f"{self.correlation[k]:z.2f}",
                joint.effort_unit,
            ]
            for k, joint in enumerate(self.robot.joints)
        ]
        head = ["joint", "RMS tau", "RMS residual", "noise", "correlation", "unit"]
        lines = [
            (
                f"{self.robot.name}: {len(self.values)} base parameters from {self.samples} "
                f"states, condition number {self.condition:.3g}"
            ),
            "",
            table([head, *joints]),
            *self._doubts(),
            "",
            table(self.rows()),
        ]
        return "\n".join(lines)

    def rows(self) -> list[list[str]]:
        """Return head and rows of the table of parameters, as text."""
        grouped = (np.count_nonzero(self.base.grouping, axis=1) > 1).tolist()
        errors = self.standard_errors
        share = 100 * errors / np.maximum(np.abs(self.values), np.finfo(float).tiny)
        rows = [["parameter", "estimate", "std error", "%", "model", "unit"]]
        for k, label in enumerate(self.labels):
            rows.append(
                [
                    f"{label} + …" if grouped[k] else label,
                    f"{self.values[k]:.6g}",
                    f"{errors[k]:.2g}",
                    percent(share[k]),
                    f"{self.model[k] + 0.0:.6g}",
                    self.units[k],
                ]
            )
        return rows

    def _doubts(self) -> list[str]:
        """Return a line if neighbouring residuals agree more than noise does."""
        r = float(self.correlation.max())
        if r <= CORRELATED:
            return []
        name = self.robot.joint_names[int(self.correlation.argmax())]
        where = f"correlation {r:.2f} at joint {name!r}"
        return [
            f"residuals of neighbouring states agree ({where}): they are no white noise,",
            "and true errors are larger than the standard errors",
        ]


def percent(share: float) -> str:
    """Return two digits or all before the point, where they say anything: 0.12, 1.2, 120."""
    if share > MEANINGLESS:
        return f"> {MEANINGLESS}"
    return f"{share:.0f}" if share >= 10 else f"{share:.2g}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines, first and last column flush left and the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *numbers, last = row
        cells = [c.rjust(w) for c, w in zip(numbers, widths[1:-1], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *cells, last]))
    return "\n".join(lines)
