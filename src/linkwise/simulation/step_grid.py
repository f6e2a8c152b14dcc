"""Times of fixed steps."""

from itertools import pairwise

import numpy as np

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


def step_grid(times: Array, h: float | None) -> Array:
    """Return times of steps that are at most h apart and meet all given times."""
    if h is None:
        return times
    if not 0 < h < np.inf:
        raise LinkwiseError(f"h must be a positive number of seconds, got {h}")
    counts = np.ceil(np.diff(times) / h - 1e-9).clip(1).astype(int)  # 1e-9 forgives rounding
    spans = zip(pairwise(times), counts, strict=True)
    parts = [np.linspace(a, b, count, endpoint=False) for (a, b), count in spans]
    return np.concatenate([*parts, times[-1:]])
