"""When two numbers of two models are one."""

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.inertia import Inertia
from linkwise.spatial.transform import Transform

NANOMETRE = 1e-9  # what exporters leave where they mean zero, in m and rad


def close(x: ArrayLike, y: ArrayLike, tolerance: float, floor: float = 0) -> bool:
    """Tell whether |x − y| is within the tolerance times the largest entry of both, or a floor."""
    x, y = np.asarray(x), np.asarray(y)
    size = max(np.abs(x).max(initial=0), np.abs(y).max(initial=0))
    return bool(np.abs(x - y).max(initial=0) <= tolerance * size + floor)


def close_tensors(x: Inertia, y: Inertia, tolerance: float) -> bool:
    """Tell whether two bodies have one tensor about the centre of mass."""
    origin = max(np.abs(body.about_origin).max() for body in (x, y))
    return close(x.tensor, y.tensor, tolerance, 64 * np.finfo(float).eps * float(origin))


def close_centres(x: Inertia, y: Inertia, tolerance: float) -> bool:
    """Tell whether two bodies have one centre of mass, on the scale of where and how large."""
    return close(x.com, y.com, tolerance, tolerance * max(map(gyration, (x, y))) + NANOMETRE)


def close_bodies(x: Inertia, y: Inertia, tolerance: float) -> bool:
    """Tell whether two bodies are one."""
    return (
        close(x.mass, y.mass, tolerance)
        and close_centres(x, y, tolerance)
        and close_tensors(x, y, tolerance)
    )


def close_poses(X: Transform, Y: Transform, tolerance: float) -> bool:
    """Tell whether two poses are one."""
    return close(X.R, Y.R, tolerance) and close(X.p, Y.p, tolerance, NANOMETRE)


def gyration(body: Inertia) -> float:
    """Return a radius of gyration, m: √(tr I / m); 0 without mass."""
    return float(np.sqrt(abs(np.trace(body.tensor)) / body.mass)) if body.mass else 0.0


def difference(x: Inertia, y: Inertia) -> Inertia:
    """Return the body that is in x and not in y; its mass may be negative."""
    return Inertia.trusted(x.mass - y.mass, x.moment - y.moment, x.about_origin - y.about_origin)
