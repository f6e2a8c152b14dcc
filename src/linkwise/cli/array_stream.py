"""Arrays in NumPy's format, read from first row to last without more memory than a few rows."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import IO

import numpy as np

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


class ArrayStream:
    """One array of real numbers, which `take` reads in order.

    An array in Fortran order stands in the file column by column: each is read by a stream of its
    own.

    Parameters
    ----------
    name
        What to call it in messages.
    opened
        Opens the bytes of the array, header first; called once a stream.
    stack
        Closes the streams.

    Attributes
    ----------
    shape : tuple of int
        Shape of the whole array, not of what is left.

    Raises
    ------
    LinkwiseError
        If the entries are no real numbers.
    ValueError
        If there is no array.
    """

    def __init__(self, name: str, opened: Callable[[], IO[bytes]], stack: ExitStack) -> None:
        stream = stack.enter_context(opened())
        self.name, self.taken = name, 0
        self.shape, by_columns, self._dtype = read_header(stream)
        if self._dtype.hasobject:
            raise ValueError("objects")
        if self._dtype.kind not in "iuf":
            raise LinkwiseError(f"{name}: real numbers are wanted, got {self._dtype}")
        self._streams = [stream]
        if by_columns and len(self.shape) == 2:
            for k in range(1, self.shape[1]):
                stream = stack.enter_context(opened())
                read_header(stream)
                stream.seek(k * self.shape[0] * self._dtype.itemsize, 1)
                self._streams.append(stream)

    def take(self, rows: int) -> Array:
        """Return the next rows as floats, fewer where the array ends.

        Raises
        ------
        LinkwiseError
            If an entry is not a finite number; the message names its index.
        EOFError
            If the file ends before the array.
        """
        rows = min(rows, self.shape[0] - self.taken)
        numbers = rows * int(np.prod(self.shape[1:], dtype=int)) // len(self._streams)
        columns = [self._numbers(stream, numbers) for stream in self._streams]
        raw = columns[0] if len(columns) == 1 else np.stack(columns, axis=-1)
        a = raw.reshape(rows, *self.shape[1:]).astype(np.float64)
        if not (finite := np.isfinite(a)).all():
            index = [int(k) for k in np.argwhere(~finite)[0]]
            place = [index[0] + self.taken, *index[1:]]
            raise LinkwiseError(f"{self.name}{place}: {a[tuple(index)]} is not a finite number")
        self.taken += rows
        return a

    def _numbers(self, stream: IO[bytes], count: int) -> Array:
        data = stream.read(count * self._dtype.itemsize)
        if len(data) < count * self._dtype.itemsize:
            raise EOFError
        return np.frombuffer(data, self._dtype)


def read_header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype]:
    """Return shape, whether columns come first, and type of the array that follows."""
    version = np.lib.format.read_magic(stream)
    if version == (1, 0):
        return np.lib.format.read_array_header_1_0(stream)
    if version == (2, 0):
        return np.lib.format.read_array_header_2_0(stream)
    raise ValueError("an array of records")
