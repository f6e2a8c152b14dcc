"""Reading trajectories from NPY and NPZ files of NumPy."""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import numpy as np

from linkwise.cli.array_stream import ArrayStream
from linkwise.cli.trajectory import BLOCK, RATES, Recording, Rows
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

# what zipfile and NumPy raise on files that are none of theirs, or are damaged
DAMAGE = (
    ValueError,
    TypeError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)


@contextmanager
def read_npz(path: Path, robot: Robot) -> Iterator[Recording]:
    """Open a trajectory in an NPZ file, compressed or not.

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
        If an array is unknown, missing or of the wrong shape, and while rows are read if an entry
        is not a finite number, or t does not rise; the message names file, array and index.
    """
    with ExitStack() as stack:
        with whole(path, "NPZ"):
            archive = zipfile.ZipFile(stack.enter_context(path.open("rb")))
            members = {name.removesuffix(".npy"): name for name in archive.namelist()}
            require_names(path, members)
            arrays = {
                name: ArrayStream(f"{path}, {name}", partial(archive.open, members[name]), stack)
                for name in ("t", *RATES)
                if name in members
            }
        require_shapes(path, robot, arrays)
        total = arrays["t"].shape[0]

        def blocks() -> Iterator[Rows]:
            before = -np.inf
            for start in range(0, total, BLOCK):
                with whole(path, "NPZ"):
                    rows = {name: a.take(BLOCK) for name, a in arrays.items()}
                require_rising(f"{path}, t[{{}}]", rows["t"], before, start)
                before = rows["t"][-1]
                yield rows

        given = tuple(name for name in RATES if name in arrays)
        yield Recording(
            str(path), given, torque_names(robot), blocks(), lambda: arrays["t"].taken / total
        )


@contextmanager
def read_npy(path: Path, robot: Robot) -> Iterator[Recording]:
    """Open a trajectory in an NPY file.

    The file holds one array ``(N, 1 + n)``, ``(N, 1 + 2n)`` or ``(N, 1 + 3n)``, whose columns are
    t, q and, if it likes, qd and qdd of all joints, in s, rad and m.

    Parameters
    ----------
    path
        The file.
    robot
        The model.

    Raises
    ------
    LinkwiseError
        If the array has another shape, and while rows are read if an entry is not a finite number,
        or t does not rise; the message names file and index.
    """
    with ExitStack() as stack:
        with whole(path, "NPY"):
            array = ArrayStream(str(path), lambda: path.open("rb"), stack)
        widths = [1 + k * robot.n for k in (1, 2, 3)]
        if len(array.shape) != 2 or array.shape[1] not in widths or not array.shape[0]:
            wanted = ", ".join(f"(N, {width})" for width in widths)
            raise LinkwiseError(
                f"{path}: shape {wanted} is wanted, a column t and one a joint "
                f"({', '.join(robot.joint_names)}) for q, qd and qdd, got {array.shape}"
            )
        given = RATES[: widths.index(array.shape[1]) + 1]

        def blocks() -> Iterator[Rows]:
            before = -np.inf
            for start in range(0, array.shape[0], BLOCK):
                with whole(path, "NPY"):
                    rows = array.take(BLOCK)
                t, *parts = np.split(rows, [1 + k * robot.n for k in range(len(given))], axis=1)
                require_rising(f"{path}[{{}}, 0]", t[:, 0], before, start)
                before = t[-1, 0]
                yield {"t": t[:, 0], **dict(zip(given, parts, strict=True))}

        yield Recording(
            str(path), given, torque_names(robot), blocks(), lambda: array.taken / array.shape[0]
        )


@contextmanager
def whole(path: Path, kind: str) -> Iterator[None]:
    """Say of a file that cannot be read, or not to its end, what it is not."""
    try:
        yield
    except LinkwiseError:
        raise
    except DAMAGE:
        raise LinkwiseError(f"{path} is not an {kind} file of plain numbers") from None


def torque_names(robot: Robot) -> tuple[str, ...]:
    """Return column names for the torques by the order of the joints."""
    return tuple(f"tau{k + 1}" for k in range(robot.n))


def require_names(path: Path, names: dict[str, str]) -> None:
    """Raise a `LinkwiseError` if an array is unknown, or t or q is missing."""
    for name in names:
        if name not in ("t", *RATES):
            raise LinkwiseError(f"{path}: unknown array {name!r}: t, q, qd and qdd are wanted")
    for name in ("t", "q"):
        if name not in names:
            raise LinkwiseError(f"{path}: there is no array {name!r}")


def require_shapes(path: Path, robot: Robot, arrays: dict[str, ArrayStream]) -> None:
    """Raise a `LinkwiseError` unless t is ``(N,)`` and all others are ``(N, n)``."""
    length = arrays["t"].shape
    if len(length) != 1 or not length[0]:
        raise LinkwiseError(f"{path}, t: shape (N,) is wanted, got {length}")
    for name, a in arrays.items():
        if name != "t" and a.shape != (wanted := (*length, robot.n)):
            raise LinkwiseError(
                f"{path}, {name}: shape {wanted} is wanted, one row a time and one "
                f"column a joint ({', '.join(robot.joint_names)}), got {a.shape}"
            )


def require_rising(where: str, t: Array, before: float, start: int) -> None:
    """Raise a `LinkwiseError` if a time is not after the one before it.

    Parameters
    ----------
    where
        What to call the entry, with {} for its index.
    t
        Times ``(B,)`` of rows from `start` on.
    before
        The time before them.
    start
        Index of the first.
    """
    previous = np.concatenate([[before], t[:-1]])
    if (still := t <= previous).any():
        k = int(still.argmax())
        raise LinkwiseError(
            f"{where.format(start + k)}: t does not rise: {float(t[k])!r} after "
            f"{float(previous[k])!r}"
        )
