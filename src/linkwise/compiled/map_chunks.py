"""Functions over files larger than memory: in chunks, on threads, and on from where a kill left."""

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from linkwise.compiled.resumable_file import ResumableFile
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

CHUNK = 65_536  # states: 3.7 MB of torques of 7 joints, long enough to hide a write to the disk
NUMBERS = "biufc"  # kinds of types that are numbers

PathLike = str | os.PathLike[str]
Progress = Callable[[Sequence[Any]], Iterable[Any]]


def map_chunks(
    function: Callable[..., ArrayLike],
    inputs: PathLike | Array | Sequence[PathLike | ArrayLike],
    output: PathLike,
    *,
    core: tuple[int, ...] | None = None,
    chunk: int = CHUNK,
    threads: int = 1,
    progress: Progress | None = None,
    resume: bool = True,
) -> Array:
    """Write ``function(*inputs)`` to an .npy file, some thousand rows at a time.

    Inputs are memory-mapped, and memory holds ``threads`` chunks, however long the files are.
    Results grow in OUTPUT.part, beside OUTPUT.journal, which lists the finished chunks; the file
    gets its name when all of it is on the disk.  After a kill, or an error in ``function``, the
    same call goes on with the chunks that are missing.  A finished file that is there already is
    replaced.

    Parameters
    ----------
    function
        Takes as many arrays ``(B, ...)`` as there are inputs, B rows of each, and returns an array
        ``(B, *core)``, such as ``linkwise.compile(robot).rnea``.
    inputs
        Paths of .npy files, or arrays, of one length N along their first axis; one may stand by
        itself.
    output
        Path of the .npy file to be written, ``(N, *core)``.
    core
        Shape of the result of one row, which is then of float64; found by a call on the first row
        if not given.
    chunk
        Number of rows B that a call gets; the last one may get fewer.
    threads
        How many threads share the chunks; worth it where ``function`` lets go of the interpreter's
        lock, as compiled functions do.
    progress
        Wraps the list of chunks that are left, as ``tqdm.tqdm`` does.
    resume
        Whether to go on from an earlier run.  That must have had the same inputs (files of the same
        path, size and time of change, arrays of the same content), the same chunk, and a function
        of the same name; and the first chunk that it finished is computed again, to see that the
        function still gives the same numbers.

    Returns
    -------
    ndarray
        The output, memory-mapped for reading.

    Raises
    ------
    LinkwiseError
        If inputs are no arrays of one length, results have another shape, the output is an input,
        another process is at work on it, or what an earlier run left belongs to other work.
    Exception
        Whatever ``function`` raises, with a note that tells the rows.

    Examples
    --------
    >>> import numpy as np, tempfile, linkwise
    >>> fast = linkwise.compile(linkwise.planar_2r(), backend="numpy")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.save(f"{folder}/q.npy", np.linspace((0, 0), (0, 1), 100_000))
    ...     g = linkwise.map_chunks(fast.gravity_torque, f"{folder}/q.npy", f"{folder}/g.npy")
    ...     print(g[-1])
    [17.36518281  2.65018281]
    """
    if chunk < 1 or threads < 1:
        raise LinkwiseError(f"chunk and threads are at least 1, got {chunk} and {threads}")
    if isinstance(inputs, str | os.PathLike | np.ndarray):
        inputs = [inputs]
    sources = [open_source(k, given) for k, given in enumerate(inputs)]
    states = common_length(sources)
    target = checked_output(Path(output), sources)
    shape, dtype = (core, np.dtype(float)) if core is not None else of_one_row(function, sources)
    work = {
        "function": getattr(function, "__qualname__", type(function).__qualname__),
        "chunk": str(chunk),
        "result": f"{dtype} {(states, *shape)}",
    }
    origins = {f"input {k + 1}": source.origin() for k, source in enumerate(sources)}
    file = ResumableFile(target, (states, *shape), dtype, chunk, work | origins)

    def compute(k: int) -> Array:
        """Return the results of chunk k."""
        rows = file.rows(k)
        try:
            result = np.asarray(function(*(source.rows(rows) for source in sources)))
        except Exception as error:
            error.add_note(f"in rows {rows.start} to {rows.stop}; {file.part_path} keeps the rest")
            raise
        wanted = (rows.stop - rows.start, *shape)
        if result.shape != wanted or not np.can_cast(result.dtype, dtype, "same_kind"):
            raise LinkwiseError(
                f"the function made {result.dtype} {result.shape} of rows {rows.start} to "
                f"{rows.stop}: {dtype} {wanted} is wanted"
            )
        return result.astype(dtype, copy=False)

    with file.opened(resume=resume):
        if file.finished:
            require_same_numbers(file, compute)
        left = [k for k in range(file.count) if k not in file.finished]
        share(left, lambda k: file.write(k, compute(k)), threads, progress)
        require_unchanged(sources, origins.values())
        file.finish()
    return mapped(target)


def of_one_row(
    function: Callable[..., ArrayLike], sources: Sequence["Source"]
) -> tuple[tuple[int, ...], np.dtype]:
    """Return shape and type of what the function makes of the first row."""
    rows = [source.rows(slice(1)) for source in sources]
    result = np.asarray(function(*rows))
    if result.shape[:1] != rows[0].shape[:1] or result.dtype.kind not in NUMBERS:
        raise LinkwiseError(
            f"the function made {result.dtype} {result.shape} of the first row: "
            "numbers (1, ...) are wanted"
        )
    return result.shape[1:], result.dtype


def share(
    left: Sequence[int], work: Callable[[int], None], threads: int, progress: Progress | None
) -> None:
    """Do work on all that is left; the first error ends it and leaves the rest undone."""
    with ThreadPoolExecutor(threads) as pool:
        jobs = [pool.submit(work, k) for k in left]
        try:
            for job in progress(jobs) if progress else ():
                job.result()
            for job in jobs:  # all of them, wherever `progress` stopped
                job.result()
        finally:
            pool.shutdown(cancel_futures=True)


class Source(NamedTuple):
    """An input: what to call it, its numbers, and its file if it has one."""

    name: str
    array: Array
    path: Path | None

    def rows(self, rows: slice) -> Array:
        """Return some rows; those of a file are unmapped from memory when nobody holds them."""
        return np.asarray(mapped(self.path)[rows] if self.path else self.array[rows])

    def origin(self) -> str:
        """Return what tells this input, as it is now, from others."""
        a = self.array
        if self.path is None:
            content = hashlib.blake2b(np.ascontiguousarray(a).data, digest_size=16).hexdigest()
            return f"{a.dtype} {a.shape} of digest {content}"
        status = self.path.stat()
        return f"{self.path} of {status.st_size} bytes and time {status.st_mtime_ns}"


def open_source(k: int, given: PathLike | ArrayLike) -> Source:
    """Return input k, memory-mapped if it is a file."""
    if isinstance(given, str | os.PathLike):
        path, name = Path(given).resolve(), f"input {k + 1}, {os.fspath(given)}"
        try:
            array = mapped(path)
        except (ValueError, TypeError):
            raise LinkwiseError(f"{name}: no whole .npy file of numbers") from None
    else:
        path, name, array = None, f"input {k + 1}", np.asarray(given)
    if array.ndim == 0 or array.dtype.kind not in NUMBERS:
        raise LinkwiseError(f"{name}: numbers (N, ...) are wanted, got {array.dtype} {array.shape}")
    return Source(name, array, path)


def mapped(path: Path) -> Array:
    """Return the array of an .npy file, memory-mapped for reading."""
    array: Array = np.lib.format.open_memmap(path, mode="r")
    return array


def common_length(sources: Sequence[Source]) -> int:
    """Return the number of rows that all inputs have."""
    lengths = {len(source.array) for source in sources}
    if len(lengths) != 1:
        shapes = "; ".join(f"{source.name}: {source.array.shape}" for source in sources)
        raise LinkwiseError(f"inputs of one length are wanted, got {shapes or 'none'}")
    return lengths.pop()


def checked_output(output: Path, sources: Sequence[Source]) -> Path:
    """Return where to write, past symbolic links, or say why that is no place for results."""
    if output.suffix != ".npy":
        raise LinkwiseError(f"{output}: an output file ends in .npy")
    if output.is_dir() or not output.absolute().parent.is_dir():
        raise LinkwiseError(f"{output}: there is no folder to write this file in")
    target = output.resolve()
    for source in sources:
        if source.path and target.exists() and target.samefile(source.path):
            raise LinkwiseError(f"{output} is what is read: give another name for the output")
    return target


def require_unchanged(sources: Sequence[Source], origins: Iterable[str]) -> None:
    """Raise a `LinkwiseError` if an input is no longer what it was."""
    for source, origin in zip(sources, origins, strict=True):
        if source.origin() != origin:
            raise LinkwiseError(f"{source.name} changed while it was read: nothing is finished")


def require_same_numbers(file: ResumableFile, compute: Callable[[int], Array]) -> None:
    """Raise a `LinkwiseError` if the function no longer gives what an earlier run wrote.

    Numbers may differ by rounding, as those of another machine do.
    """
    k = min(file.finished)
    old, new = file.read(k), compute(k)
    size = np.abs(old[np.isfinite(old)]).max(initial=0)
    if not np.allclose(new, old, rtol=1e-9, atol=1e-9 * size, equal_nan=True):
        raise LinkwiseError(
            f"{file.part_path} was begun with another function, which gave other numbers in rows "
            f"{file.rows(k).start} to {file.rows(k).stop}: resume=False starts anew"
        )
