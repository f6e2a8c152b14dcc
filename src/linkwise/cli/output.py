"""Writing torques, while they are computed, so that a file is there whole or not at all."""

import csv
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import StringIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, BinaryIO, Protocol

import numpy as np

from linkwise.compiled.resumable_file import npy_head
from linkwise.models.file_numbers import save_text
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

FLOAT = np.dtype(np.float64)


def check_output(out: Path, *sources: Path) -> None:
    """Raise a `LinkwiseError` if the torques cannot go to `out`, before any are computed."""
    if out.suffix not in WRITERS:
        raise LinkwiseError(f"{out}: an output file ends in .csv, .npy or .npz")
    check_place(out, *sources)


def check_place(out: Path, *sources: Path) -> None:
    """Raise a `LinkwiseError` if there is no place for the file, or it is one that is read."""
    if out.is_dir():
        raise LinkwiseError(f"{out} is a folder: give the name of a file")
    if out.exists() and not out.is_file():
        raise LinkwiseError(f"{out} is a pipe or a device: give the name of a file")
    if not out.absolute().parent.is_dir():
        raise LinkwiseError(f"{out}: there is no folder to write this file in")
    if out.exists() and any(source.exists() and out.samefile(source) for source in sources):
        raise LinkwiseError(f"{out} is what is read: give another name for the output")


def shown_or_saved(text: str, out: Path | None, what: str) -> str:
    """Return a text for the screen; or write it to a file, and return the words that tell so."""
    if out is None:
        return text.rstrip("\n")
    save_text(text, out)
    return f"{what} written to {out}"


@contextmanager
def torque_file(out: Path, names: Sequence[str]) -> Iterator[Callable[[Array, Array], None]]:
    """Give a function that writes times ``(B,)`` and torques ``(B, n)`` to a `whole_file`.

    Parameters
    ----------
    out
        The file, which ends in .csv, .npy or .npz.
    names
        Names of the torques ``(n,)``.
    """
    with ExitStack() as stack:
        file = stack.enter_context(whole_file(out))
        with named(out):
            writer = WRITERS[out.suffix](file, names, stack)

        def write(t: Array, tau: Array) -> None:
            with named(out):
                writer.write(t, tau)

        yield write
        with named(out):
            writer.finish()


@contextmanager
def whole_file(out: Path) -> Iterator[BinaryIO]:
    """Give a file to write to, which bears another name until it is whole and on the disk.

    After an error there is none, and one of an earlier run stays as it was.
    """
    target = out.resolve()  # a link stays a link
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    with ExitStack() as stack:
        with named(out):
            file = part.open("w+b")
        stack.callback(part.unlink, missing_ok=True)
        stack.callback(close, file)
        yield file
        with named(out):
            file.flush()
            os.fsync(file.fileno())
            file.close()
            part.replace(target)


@contextmanager
def named(out: Path) -> Iterator[None]:
    """Say which file it was if the system fails to write."""
    try:
        yield
    except OSError as error:
        raise LinkwiseError(f"{out} cannot be written: {error.strerror}") from None


def close(file: IO[bytes]) -> None:
    """Close a file that nobody needs any more."""
    with suppress(OSError):  # a full disk refuses what is still in the buffer
        file.close()


class Writer(Protocol):
    """What can write torques to an open file of some kind."""

    def write(self, t: Array, tau: Array) -> None:
        """Write times ``(B,)`` and torques ``(B, n)``."""

    def finish(self) -> None:
        """Write what comes last."""


class CSVWriter:
    """A line a time, after a header; every number is the shortest that reads back as the same."""

    def __init__(self, file: BinaryIO, names: Sequence[str], _: ExitStack) -> None:
        self._file = file
        self._put([["t", *names]])

    def write(self, t: Array, tau: Array) -> None:
        """Write some lines."""
        self._put(np.column_stack([t, tau]).tolist())

    def _put(self, rows: Sequence[Sequence[object]]) -> None:
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self._file.write(text.getvalue().encode())

    def finish(self) -> None:
        """Do nothing: the last line was written."""


class NPYWriter:
    """One array ``(N, 1 + n)``: times, then torques."""

    def __init__(self, file: BinaryIO, names: Sequence[str], _: ExitStack) -> None:
        self._rows = GrowingArray(file, (1 + len(names),))

    def write(self, t: Array, tau: Array) -> None:
        """Write some rows."""
        self._rows.append(np.column_stack([t, tau]))

    def finish(self) -> None:
        """Write the number of rows."""
        self._rows.finish()


class NPZWriter:
    """Arrays t ``(N,)`` and tau ``(N, n)``, which wait in nameless files for each other's end."""

    def __init__(self, file: BinaryIO, names: Sequence[str], stack: ExitStack) -> None:
        self._file = file
        self._t, self._tau = (
            GrowingArray(self._nameless(Path(file.name).parent, stack), core)
            for core in ((), (len(names),))
        )

    @staticmethod
    def _nameless(folder: Path, stack: ExitStack) -> IO[bytes]:
        file = TemporaryFile(dir=folder)  # noqa: SIM115 - closed by the stack
        stack.callback(close, file)
        return file

    def write(self, t: Array, tau: Array) -> None:
        """Write some rows."""
        self._t.append(t)
        self._tau.append(tau)

    def finish(self) -> None:
        """Put both arrays into one archive."""
        with zipfile.ZipFile(self._file, "w") as archive:
            for name, array in (("t", self._t), ("tau", self._tau)):
                array.finish()
                array.file.seek(0)
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    shutil.copyfileobj(array.file, member, 2**20)


class GrowingArray:
    """An array in NumPy's format whose number of rows is known at the end."""

    def __init__(self, file: IO[bytes], core: tuple[int, ...]) -> None:
        self.file, self._core, self._rows = file, core, 0
        file.write(npy_head((0, *core), FLOAT))  # leaves room for more digits

    def append(self, rows: Array) -> None:
        """Write some rows."""
        self.file.write(np.asarray(rows, FLOAT).tobytes())
        self._rows += len(rows)

    def finish(self) -> None:
        """Write the number of rows."""
        self.file.seek(0)
        self.file.write(npy_head((self._rows, *self._core), FLOAT))


WRITERS: dict[str, Callable[[BinaryIO, Sequence[str], ExitStack], Writer]] = {
    ".csv": CSVWriter,
    ".npy": NPYWriter,
    ".npz": NPZWriter,
}
