"""Which combinations of the inertial parameters the torques can tell apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.regressor import regressor_labels, torque_regressor
from linkwise.models.robot import Robot, require_numbers
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array

TOLERANCE = 1e-9  # of a column's length: what is left of it by rounding alone


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """A minimal set of parameter combinations; `str` prints them as formulas.

    Attributes
    ----------
    labels : tuple of str
        Names of all columns of the regressor.
    independent : tuple of int
        Columns that are kept: Y[:, independent] has full rank.
    grouping : ndarray
        K ``(base, all)`` with base parameters β = K π, so that Y π = Y[:, independent] β.
    """

    labels: tuple[str, ...]
    independent: tuple[int, ...]
    grouping: Array

    def __len__(self) -> int:
        """Return the number of base parameters."""
        return len(self.independent)

    def values(self, parameters: ArrayLike) -> Array:
        """Return β = K π of the full parameters π ``(..., all)``."""
        pi = as_array(parameters, "parameters")
        if pi.shape[-1:] != (len(self.labels),):
            raise LinkwiseError(
                f"parameters have shape {pi.shape}: (..., {len(self.labels)}) is wanted"
            )
        beta: Array = (self.grouping @ pi[..., None])[..., 0]
        return beta

    def regressor(self, Y: Array) -> Array:
        """Return the columns of a regressor ``(..., n, all)`` that multiply β."""
        return Y[..., list(self.independent)]

    def __str__(self) -> str:
        """Return one formula a line."""
        lines = []
        for row, kept in zip(self.grouping, self.independent, strict=True):
            terms = [self.labels[kept]]
            for column in np.flatnonzero(row):
                if column != kept:
                    factor = row[column]
                    size = "" if abs(abs(factor) - 1) < 1e-9 else f"{abs(factor):.6g} "
                    terms.append(f"{'−' if factor < 0 else '+'} {size}{self.labels[column]}")
            lines.append(" ".join(terms))
        return "\n".join(lines)


def base_parameters(
    robot: Robot, *, effects: Sequence[str] = (), gravity: ArrayLike | None = None, seed: int = 0
) -> BaseParameters:
    """Return a minimal set of parameters, by the rank of the regressor at random states.

    Walking through the columns in order, a column that the ones before it can express is regrouped
    into these.

    Parameters
    ----------
    robot
        The model; its inertias do not matter.
    effects
        Which of "friction", "rotors", "springs" to include, as for `torque_regressor`.
    gravity
        Acceleration of free fall ``(3,)``, m/s², instead of the model's: gravity along an axis
        makes fewer parameters identifiable.
    seed
        Of the random states.

    Returns
    -------
    BaseParameters
        The kept columns and the grouping.

    Raises
    ------
    LinkwiseError
        If the model has symbols or an effect is unknown.

    References
    ----------
    M. Gautier, *J. Robotic Systems* 8 (1991) 485-506.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> print(base_parameters(planar_2r()))
    link1 mcx + link2 m
    link1 mcy
    link1 Izz + link2 m
    link2 mcx
    link2 mcy
    link2 Izz
    >>> len(base_parameters(planar_2r(), gravity=(0, 0, -9.81)))
    4
    """
    require_numbers(robot, "base parameters need numbers")
    labels = regressor_labels(robot, effects)
    rng = np.random.default_rng(seed)
    states = rng.uniform(-np.pi, np.pi, (3, 2 * len(labels), robot.n))
    Y = torque_regressor(robot, *states, effects=effects, gravity=gravity)
    W = Y.reshape(-1, len(labels))
    return grouped(labels, W)


def grouped(labels: tuple[str, ...], W: Array) -> BaseParameters:
    """Return the grouping of the columns of W ``(equations, all)``.

    Column by column W = Q R is built (Gram-Schmidt, twice for rounding); a column without a part
    of its own is written in terms of the kept ones.
    """
    size = np.linalg.norm(W, axis=0)
    floor = TOLERANCE * size.max()
    Q = np.empty((len(W), 0))
    kept: list[int] = []
    for column in range(W.shape[1]):
        own = W[:, column] - Q @ (Q.T @ W[:, column])
        own = own - Q @ (Q.T @ own)
        length = np.linalg.norm(own)
        if length > max(TOLERANCE * size[column], floor * 1e-3):
            kept.append(column)
            Q = np.column_stack([Q, own / length])
    R = Q.T @ W
    K = np.linalg.solve(R[:, kept], R)
    K[np.abs(K) < 1e-9 * np.abs(K).max(initial=1)] = 0
    return BaseParameters(labels, tuple(kept), K)
