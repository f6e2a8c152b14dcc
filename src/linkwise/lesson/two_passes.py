"""Both passes of the Newton-Euler iterations as a value that can be read."""

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import ArrayLike

from linkwise.algorithms.external import Wrench
from linkwise.algorithms.iterations import Iteration, Iterations, iterations
from linkwise.lesson.number_table import two_tables
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


@dataclass(frozen=True, eq=False)
class NewtonEuler:
    """Both passes of the Newton-Euler iterations; `str` gives them as a table.

    Attributes
    ----------
    robot : Robot
        The model.
    iterations : Iterations
        The values.
    """

    robot: Robot
    iterations: Iterations

    @property
    def links(self) -> tuple[Iteration, ...]:
        """One entry a link, parents first."""
        return self.iterations.links

    @property
    def tau(self) -> Array:
        """Joint torques ``(..., n)``: N m, or N for prismatic joints."""
        return self.iterations.tau

    def __getitem__(self, link: str) -> Iteration:
        """Return the rows of the link with this name."""
        return self.iterations[link]

    def __str__(self) -> str:
        """Return both passes as text, a block of x, y, z a link."""
        if self.tau.ndim > 1:
            raise LinkwiseError(
                f"these are the iterations at {self.tau.shape[:-1]} states: "
                "one state is wanted to be read"
            )
        return two_tables(self.robot.name, self.links)


def newton_euler(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
    check_finite: bool = True,
) -> NewtonEuler:
    """Return the Newton-Euler iterations row by row, as they are taught.

    Outward: ω, ω̇, v̇, v̇_C, then F = m v̇_C and N = I_C ω̇ + ω × I_C ω.  Inward: f = F + Σ R f₊,
    n = N + P_C × F + Σ (R n₊ + P × R f₊), and τ = n · â (revolute) or f · â (prismatic), where the
    sums run over the links that hang on this one; friction, springs and rotors add to τ.

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``: rad, rad/s, rad/s² for revolute and
        helical joints, m, m/s, m/s² for prismatic ones.
    external, gravity, check_finite
        As for `rnea`.

    Returns
    -------
    NewtonEuler
        The rows, and ``tau``.

    Raises
    ------
    LinkwiseError
        As for `rnea`.

    References
    ----------
    Craig, *Introduction to Robotics*, eqs. 6.45-6.53; prismatic joints by eqs. 5.48 and 6.35.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> ne = newton_euler(planar_2r(), [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1])
    >>> ne["link2"].f
    array([9.68609134, 3.29202753, 0.        ])
    """
    found = iterations(
        robot, q, qd, qdd, external=external, gravity=gravity, check_finite=check_finite
    )
    return NewtonEuler(robot, found)
