"""An .npy file that grows chunk by chunk, survives a kill, and appears only when it is whole."""

import json
import os
import re
import sys
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import DTypeLike

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

if sys.platform != "win32":
    import fcntl

FINISHED = re.compile(rb"(\d{1,18}) ([0-9a-f]{8})")


class ResumableFile:
    """The data of OUTPUT in OUTPUT.part, and a journal of its finished chunks in OUTPUT.journal.

    The .part file is an .npy file of the final size from the beginning on.  The first line of the
    journal holds facts that tell this work from any other, every further one the number and the
    checksum of a chunk.  A chunk reaches the disk before its line is written, and counts as
    finished only where its data have that checksum: a line that is damaged or comes from elsewhere
    costs time and nothing else.

    Parameters
    ----------
    output
        The file that is to appear.
    shape, dtype
        Of the array in it.
    chunk
        Number of rows that are written together.
    facts
        What the content depends on.
    """

    def __init__(
        self,
        output: Path,
        shape: tuple[int, ...],
        dtype: DTypeLike,
        chunk: int,
        facts: Mapping[str, str],
    ) -> None:
        self.output = output
        self.part_path = output.with_name(f"{output.name}.part")
        self.journal_path = output.with_name(f"{output.name}.journal")
        self.shape, self.dtype, self.chunk, self.facts = shape, np.dtype(dtype), chunk, dict(facts)
        self.count = -(-shape[0] // chunk)
        self.finished: set[int] = set()
        self._head = npy_head(shape, self.dtype)
        self._row_bytes = self.dtype.itemsize * int(np.prod(shape[1:], dtype=int))
        self._lock = threading.Lock()
        self._part: BinaryIO
        self._journal: BinaryIO

    @contextmanager
    def opened(self, *, resume: bool) -> Iterator["ResumableFile"]:
        """Open both files, with `finished` as an earlier run left it, and close them at the end.

        Raises
        ------
        LinkwiseError
            If another process is at work on the files, or they belong to work on other facts.
        """
        with self.journal_path.open("a+b") as self._journal:
            lock(self._journal, self.part_path)
            self._journal.seek(0)
            first, *lines = self._journal.read().split(b"\n")
            facts = read_facts(first)
            known = resume and facts is not None and self.part_path.exists()
            if known:
                self._require_same(facts or {})
            with self.part_path.open("r+b" if known else "w+b") as self._part:
                self.finished = self._sound(lines) if known and self._has_head() else set()
                if not self.finished:
                    self._begin()
                self._journal.write(b"\n")  # ends a line that a kill cut short
                yield self

    def rows(self, k: int) -> slice:
        """Return the rows of chunk k."""
        return slice(k * self.chunk, min((k + 1) * self.chunk, self.shape[0]))

    def read(self, k: int) -> Array:
        """Return the data of chunk k."""
        return np.frombuffer(self._data(k), self.dtype).reshape(-1, *self.shape[1:])

    def write(self, k: int, rows: Array) -> None:
        """Put the data of chunk k on the disk, then note it as finished; for any thread."""
        data = rows.tobytes()
        line = b"%d %08x\n" % (k, zlib.crc32(data))
        with self._lock:
            self._part.seek(self._place(k))
            self._part.write(data)
            self._part.flush()
        os.fsync(self._part.fileno())
        with self._lock:
            self._journal.write(line)
            self._journal.flush()
            self.finished.add(k)

    def finish(self) -> None:
        """Give the file its name, which replaces an older file in one step, and end the journal."""
        os.fsync(self._part.fileno())
        self._part.close()
        self.part_path.replace(self.output)
        sync_folder(self.output.parent)
        self._journal.truncate(0)
        if sys.platform == "win32":
            self._journal.close()  # an open file cannot be removed there
        self.journal_path.unlink(missing_ok=True)

    def _place(self, k: int) -> int:
        return len(self._head) + k * self.chunk * self._row_bytes

    def _data(self, k: int) -> bytes:
        rows = self.rows(k)
        with self._lock:
            self._part.seek(self._place(k))
            return self._part.read(self._row_bytes * (rows.stop - rows.start))

    def _has_head(self) -> bool:
        """Tell whether the .part file begins as it should and is as long as it should be."""
        size = len(self._head) + self.shape[0] * self._row_bytes
        self._part.seek(0)
        head = self._part.read(len(self._head))
        return head == self._head and os.fstat(self._part.fileno()).st_size == size

    def _sound(self, lines: list[bytes]) -> set[int]:
        """Return the chunks whose data are those that the journal noted."""
        noted = {int(m[1]): int(m[2], 16) for m in map(FINISHED.fullmatch, lines) if m}
        return {k for k in noted if k < self.count and zlib.crc32(self._data(k)) == noted[k]}

    def _begin(self) -> None:
        """Start both files anew."""
        self._part.seek(0)
        self._part.truncate()
        self._part.write(self._head)
        self._part.truncate(len(self._head) + self.shape[0] * self._row_bytes)
        self._part.flush()
        os.fsync(self._part.fileno())
        self._journal.truncate(0)
        self._journal.write(json.dumps(self.facts).encode())
        self._journal.flush()
        sync_folder(self.output.parent)

    def _require_same(self, facts: Mapping[str, str]) -> None:
        """Raise a `LinkwiseError` if the journal was begun with other facts."""
        for name in {**facts, **self.facts}:
            old, new = facts.get(name, "nothing"), self.facts.get(name, "nothing")
            if old != new:
                raise LinkwiseError(
                    f"{self.part_path} was begun with other work: {name} was {old} and is {new}: "
                    "resume=False starts anew"
                )


def npy_head(shape: tuple[int, ...], dtype: np.dtype) -> bytes:
    """Return what stands before the data of an .npy file."""
    head = BytesIO()
    fields = {
        "descr": np.lib.format.dtype_to_descr(dtype),
        "fortran_order": False,
        "shape": shape,
    }
    np.lib.format.write_array_header_1_0(head, fields)
    return head.getvalue()


def read_facts(line: bytes) -> dict[str, str] | None:
    """Return the facts in the first line of a journal, or None where it is no such line."""
    try:
        facts = json.loads(line)
    except ValueError:
        return None
    return facts if isinstance(facts, dict) else None


def lock(journal: BinaryIO, part: Path) -> None:
    """Keep other processes off, for as long as the journal is open; a kill lets go of it."""
    if sys.platform != "win32":  # there an open file cannot be renamed by another
        try:
            fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            busy = os.fstat(journal.fileno()).st_nlink == 0  # the other has just removed it
        except BlockingIOError:
            busy = True
        if busy:
            raise LinkwiseError(f"another process or thread is at work on {part}")


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
