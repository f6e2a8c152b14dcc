"""The torques of a trajectory, while it is read."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import numpy as np

from linkwise.algorithms.inverse_dynamics import rnea
from linkwise.cli.chunks import with_progress
from linkwise.cli.csv_file import read_csv
from linkwise.cli.numpy_files import read_npy, read_npz
from linkwise.cli.rates import complete_blocks
from linkwise.cli.trajectory import Recording, Rows
from linkwise.compiled.compiled_robot import compile as compiled
from linkwise.models.robot import Robot
from linkwise.number_text import short
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

READERS = {".csv": read_csv, ".npy": read_npy, ".npz": read_npz}


def open_trajectory(path: Path, robot: Robot) -> AbstractContextManager[Recording]:
    """Open a trajectory by the reader for its kind of file, or say that there is none."""
    if path.suffix not in READERS:
        raise LinkwiseError(f"{path}: a trajectory ends in .csv, .npy or .npz")
    return READERS[path.suffix](path, robot)


def torque_blocks(robot: Robot, recording: Recording) -> Iterator[tuple[Rows, Array]]:
    """Yield the rows of a recording, rates completed, and their torques ``(B, n)``.

    Raises
    ------
    LinkwiseError
        If the file is wrong or cannot be read further, or a torque overflows; the message names
        the time and the joint.
    """
    function: Callable[..., Array] = partial(rnea, robot, check_finite=False)
    blocks = with_progress(complete_blocks(recording), recording.share, "computing")
    for k, rows in enumerate(readable(recording.file, blocks)):
        if k == 1:  # there are enough states to be worth a compiler
            function = compiled(robot).rnea
        with np.errstate(over="ignore", invalid="ignore"):  # looked for below
            tau = function(rows["q"], rows["qd"], rows["qdd"])
        require_no_overflow(robot, recording.file, rows["t"], tau)
        yield rows, tau


def readable(file: str, blocks: Iterable[Rows]) -> Iterator[Rows]:
    """Yield all blocks, and say of which file it was if the system fails to read on."""
    try:
        yield from blocks
    except OSError as error:
        raise LinkwiseError(f"{file} cannot be read: {error.strerror}") from None


def require_no_overflow(robot: Robot, file: str, t: Array, tau: Array) -> None:
    """Raise a `LinkwiseError` that names the first torque that is beyond the range of floats."""
    if not (finite := np.isfinite(tau)).all():
        row, k = np.argwhere(~finite)[0]
        raise LinkwiseError(
            f"{file}: at t = {short(t[row])} the torque of joint "
            f"{robot.joint_names[k]!r} is too large for a float"
        )
