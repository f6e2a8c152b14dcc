"""Writing torques so that a file is there whole or not at all."""

import csv
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from linkwise.cli.chunks import chunks
from linkwise.cli.trajectory import Trajectory
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


def check_output(out: Path, *sources: Path) -> None:
    """Raise a `LinkwiseError` if the torques cannot go to `out`, before any are computed."""
    if out.suffix not in WRITERS:
        raise LinkwiseError(f"{out}: an output file ends in .csv or .npz")
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise LinkwiseError(f"{out}: there is no folder to write this file in")
    if out.exists() and any(source.exists() and out.samefile(source) for source in sources):
        raise LinkwiseError(f"{out} is what is read: give another name for the output")


def write_torques(out: Path, trajectory: Trajectory, tau: Array) -> None:
    """Write t and tau to a CSV or NPZ file, under another name until it is whole.

    Parameters
    ----------
    out
        The file, which ends in .csv or .npz.
    trajectory
        The motion.
    tau
        Its torques ``(N, n)``.
    """
    target = out.resolve()  # a link stays a link
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        WRITERS[out.suffix](part, trajectory, tau)
        part.replace(target)
    except OSError as error:
        raise LinkwiseError(f"{out} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def write_csv(part: Path, trajectory: Trajectory, tau: Array) -> None:
    """Write one line a time; every number is the shortest that reads back as the same float."""
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["t", *trajectory.torque_names])
        for rows in chunks(len(tau), "writing"):
            writer.writerows(np.column_stack([trajectory.t[rows], tau[rows]]).tolist())


def write_npz(part: Path, trajectory: Trajectory, tau: Array) -> None:
    """Write arrays t and tau."""
    with part.open("wb") as file:  # given a name, NumPy would add .npz to it
        np.savez(file, t=trajectory.t, tau=tau)


WRITERS: dict[str, Callable[[Path, Trajectory, Array], None]] = {
    ".csv": write_csv,
    ".npz": write_npz,
}
