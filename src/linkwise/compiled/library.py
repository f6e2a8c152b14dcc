"""Shared objects made by the system's C compiler, kept in a private folder of the user's cache."""

import contextlib
import ctypes
import functools
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from linkwise.spatial.errors import LinkwiseError

FLAGS = ("-O2", "-march=native", "-ffp-contract=fast", "-fno-math-errno", "-fPIC", "-shared")
TIMEOUT = 120.0  # seconds that a compiler may take before it counts as hanging


@dataclass(frozen=True)
class Compiler:
    """A C compiler that works here.

    Attributes
    ----------
    command
        What to run.
    version
        Its name and version, to be shown.
    lanes
        Doubles in a vector register: 8 with AVX-512, 4 with AVX, else 2.
    target
        Digest of all that the compiler says of itself and this CPU.
    """

    command: str
    version: str
    lanes: int
    target: str


def find_compiler() -> Compiler:
    """Return the compiler named by the environment's CC, or ``cc``.

    Raises
    ------
    LinkwiseError
        If there is none, or it does not answer; the message says why.
    """
    command = os.environ.get("CC") or "cc"
    path = shutil.which(command)
    if path is None:
        raise LinkwiseError(f"no C compiler: {command!r} is not found")
    return _probe(path, Path(path).stat().st_mtime_ns)


@functools.lru_cache(maxsize=8)
def _probe(path: str, _changed: int) -> Compiler:
    """Ask the compiler for its predefined macros: version, registers and CPU in one call."""
    macros = _run(path, "-march=native", "-dM", "-E", "-x", "c", os.devnull, timeout=20)
    names = {line.split()[1]: line.split(maxsplit=2)[-1] for line in macros.splitlines()}
    lanes = 8 if "__AVX512F__" in names else 4 if "__AVX__" in names else 2
    kind = "clang" if "__clang__" in names else "gcc"
    version = names.get("__VERSION__", "").strip('"').split("(")[0].replace("Clang", "").strip()
    return Compiler(path, f"{kind} {version}", lanes, hashlib.sha256(macros.encode()).hexdigest())


def _run(*command: str, timeout: float) -> str:
    """Return what a command prints, or raise a `LinkwiseError` that says how it failed."""
    try:
        done = subprocess.run(  # noqa: S603 - the user's own compiler
            command,
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        raise LinkwiseError(f"{command[0]} did not answer within {timeout:g} s") from None
    except OSError as error:
        raise LinkwiseError(f"{command[0]} cannot be run: {error.strerror}") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise LinkwiseError(f"{command[0]} failed with code {done.returncode}: {last}")
    return done.stdout


def load(source: str, compiler: Compiler) -> ctypes.CDLL:
    """Return the shared object of a C source."""
    return ctypes.CDLL(str(shared_object(source, compiler)))


def shared_object(source: str, compiler: Compiler, flags: Sequence[str] = ()) -> Path:
    """Return the file of a C source's shared object, compiled unless the cache has it.

    The cache's key is the digest of source, flags, compiler and CPU.  A file is loaded only if it
    belongs to the user, nobody else may write it, and its content has the digest noted beside it;
    anything else is built anew.
    """
    all_flags = (*FLAGS, *flags)
    key = hashlib.sha256("\0".join((source, *all_flags, compiler.target)).encode()).hexdigest()
    library = cache_folder() / f"{key[:40]}.so"
    if not _sound(library):
        _build(source, compiler, all_flags, library)
    return library


def cache_folder() -> Path:
    """Return the user's private cache folder, or a new temporary one where that is not private."""
    if sys.platform == "darwin":
        home = Path("~/Library/Caches").expanduser()
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    folder = home / "linkwise"
    with contextlib.suppress(OSError):  # an unusable place is replaced below
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _private(folder):
            return folder
    return _temporary_folder()


@functools.cache
def _temporary_folder() -> Path:
    """Return a folder of this process alone."""
    return Path(tempfile.mkdtemp(prefix="linkwise-"))


def _private(path: Path) -> bool:
    """Tell whether a file or folder is the user's own and nobody else may write it."""
    status = path.lstat()
    return (
        not stat.S_ISLNK(status.st_mode)
        and status.st_uid == os.geteuid()
        and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


def _sound(library: Path) -> bool:
    """Tell whether a cached file is private and whole."""
    note = library.with_suffix(".sha256")
    try:
        return (
            _private(library)
            and _private(note)
            and note.read_text() == hashlib.sha256(library.read_bytes()).hexdigest()
        )
    except OSError:
        return False


def _build(source: str, compiler: Compiler, flags: Sequence[str], library: Path) -> None:
    """Compile into files of this process's own, then rename: writers cannot disturb each other."""
    with tempfile.TemporaryDirectory(prefix="build-", dir=library.parent) as folder:
        code, built = Path(folder, "source.c"), Path(folder, "built.so")
        code.write_text(source)
        _run(compiler.command, *flags, "-o", str(built), str(code), "-lm", timeout=TIMEOUT)
        built.chmod(0o700)
        note = Path(folder, "note")
        note.write_text(hashlib.sha256(built.read_bytes()).hexdigest())
        note.chmod(0o600)
        built.replace(library)
        note.replace(library.with_suffix(".sha256"))
