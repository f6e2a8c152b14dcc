"""Reading trajectories from NPZ files of NumPy."""

import zipfile
import zlib
from pathlib import Path

import numpy as np

from linkwise.cli.trajectory import RATES, Trajectory, complete
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


def read_npz(path: Path, robot: Robot) -> Trajectory:
    """Return the trajectory in an NPZ file.

    The file holds arrays t ``(N,)``, q ``(N, n)`` and, if it likes, qd and qdd ``(N, n)``, in s,
    rad and m.

    Parameters
    ----------
    path
        The file.
    robot
        The model.

    Raises
    ------
    LinkwiseError
        If an array is unknown, missing or of the wrong shape, an entry is not a finite number, or
        t does not rise; the message names file, array and index.
    """
    arrays = read_arrays(path)
    for name in arrays:
        if name not in ("t", *RATES):
            raise LinkwiseError(f"{path}: unknown array {name!r}: t, q, qd and qdd are wanted")
    for name in ("t", "q"):
        if name not in arrays:
            raise LinkwiseError(f"{path}: there is no array {name!r}")
    t = numbers(path, "t", arrays.pop("t"))
    if t.ndim != 1 or not t.size:
        raise LinkwiseError(f"{path}, t: shape (N,) is wanted, got {t.shape}")
    given = {name: numbers(path, name, a) for name, a in arrays.items()}
    for name, a in given.items():
        if a.shape != (len(t), robot.n):
            raise LinkwiseError(
                f"{path}, {name}: shape {(len(t), robot.n)} is wanted, one row a time and one "
                f"column a joint ({', '.join(robot.joint_names)}), got {a.shape}"
            )
    if (still := t[1:] <= t[:-1]).any():
        k = int(still.argmax()) + 1
        raise LinkwiseError(
            f"{path}, t[{k}]: t does not rise: {float(t[k])!r} after {float(t[k - 1])!r}"
        )
    return complete(str(path), t, given, tuple(f"tau{k + 1}" for k in range(robot.n)))


def read_arrays(path: Path) -> dict[str, Array]:
    """Return all arrays of the file, none of which may be pickled."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            return dict(archive)
    except (ValueError, TypeError, EOFError, zipfile.BadZipFile, zlib.error):
        raise LinkwiseError(f"{path} is not an NPZ file of plain numbers") from None


def numbers(path: Path, name: str, a: Array) -> Array:
    """Return an array as finite floats, or say which entry is none."""
    if a.dtype.kind not in "iuf":
        raise LinkwiseError(f"{path}, {name}: real numbers are wanted, got {a.dtype}")
    if not (finite := np.isfinite(a)).all():
        index = [int(k) for k in np.argwhere(~finite)[0]]
        raise LinkwiseError(f"{path}, {name}{index}: {a[tuple(index)]} is not a finite number")
    return a.astype(np.float64)
