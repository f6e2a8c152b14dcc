"""A motion of a robot over time, and the rates that a file leaves out."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

RATES = ("q", "qd", "qdd")
LEAST_ROWS = 4  # a cubic through fewer points says nothing about its own curvature


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A motion sampled at rising times, and what its torques are to be called.

    Attributes
    ----------
    file : str
        Where it comes from, for messages.
    t : ndarray
        Times ``(N,)``, s.
    q, qd, qdd : ndarray
        Coordinates, rates and accelerations ``(N, n)``.
    torque_names : tuple of str
        Column names for the torques, in the manner of the file: tau1 or tau_NAME.
    note : str
        What was differentiated; empty if nothing was.
    """

    file: str
    t: Array
    q: Array
    qd: Array
    qdd: Array
    torque_names: tuple[str, ...]
    note: str = ""


def complete(
    file: str, t: Array, given: Mapping[str, Array], torque_names: tuple[str, ...]
) -> Trajectory:
    """Return the trajectory with the rates that are missing differentiated.

    A cubic spline through the highest rate that is given, not-a-knot at its ends, is differentiated
    once or twice.

    Parameters
    ----------
    file
        Name of the file, for messages.
    t
        Rising times ``(N,)``, s.
    given
        Arrays ``(N, n)`` by name: "q" at least, "qd" and "qdd" where the file has them.
    torque_names
        Column names for the torques.

    Raises
    ------
    LinkwiseError
        If there are too few rows to differentiate, or their numbers are too large or too small.
    """
    missing = [name for name in RATES if name not in given]
    filled, note = dict(given), ""
    if missing:
        if len(t) < LEAST_ROWS:
            raise LinkwiseError(
                f"{file} has no {' and no '.join(missing)}, and {len(t)} rows are too few to "
                f"differentiate: at least {LEAST_ROWS} are wanted"
            )
        from scipy.interpolate import CubicSpline  # slow to import

        source = "qd" if "qd" in given else "q"
        try:
            with np.errstate(all="ignore"):
                spline = CubicSpline(t, given[source])
                for name in missing:
                    filled[name] = np.asarray(spline(t, RATES.index(name) - RATES.index(source)))
        except (ValueError, np.linalg.LinAlgError):  # numbers near the limits of floats
            raise LinkwiseError(
                f"{file}: {source} cannot be differentiated: its steps, or those of t, are too "
                "large or too small for floats"
            ) from None
        note = (
            f"{' and '.join(missing)} not given: differentiated from {source} "
            "by a cubic spline in t"
        )
    return Trajectory(file, t, filled["q"], filled["qd"], filled["qdd"], torque_names, note)
