"""Shared objects made by the system's C compiler, kept in a private folder of the user's cache.

Whoever can write what is loaded here can run code as the user.  So a cached file is loaded only if
nobody but the user (and root) can have put it there: file, folder and all folders above are looked
at before anything is loaded, and what cannot be swapped need not be looked at again.
"""

import atexit
import contextlib
import functools
import hashlib
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from linkwise.spatial.errors import LinkwiseError

FLAGS = ("-O2", "-march=native", "-fno-math-errno", "-fPIC", "-shared")
TIMEOUT = 120.0  # seconds that a compiler may take before it counts as hanging
ANSWER = 20.0  # seconds in which it must tell its version
UNUSABLE = (OSError, ImportError, AttributeError)  # what a file that cannot be loaded raises

Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class Compiler:
    """A C compiler that works here.

    Attributes
    ----------
    command
        What to run: a path, and arguments that come first.
    version
        Its name and version, to be shown.
    lanes
        Doubles in a vector register: 8 with AVX-512, 4 with AVX, else 2.
    target
        Digest of all that the compiler says of itself and this CPU.
    flags
        What this CPU and compiler need told: clang would halve AVX-512 registers, and its "fast"
        fuses a product and a sum or not by what stands around them, so that results would depend on
        how many states there are.
    """

    command: tuple[str, ...]
    version: str
    lanes: int
    target: str
    flags: tuple[str, ...] = ()


def find_compiler() -> Compiler:
    """Return the compiler named by the environment's CC, or ``cc``.

    CC may hold arguments, as in ``ccache gcc``.

    Raises
    ------
    LinkwiseError
        If there is none, or it does not answer; the message says why.
    """
    if os.name != "posix":
        raise LinkwiseError("no C compiler: on this system the C backend is not supported")
    text = os.environ.get("CC", "").strip() or "cc"
    try:
        name, *arguments = shlex.split(text)
    except ValueError as error:
        raise LinkwiseError(f"no C compiler: CC={text!r} cannot be read: {error}") from None
    path = shutil.which(name)
    if path is None:
        raise LinkwiseError(f"no C compiler: {name!r} is not found")
    return _probe((path, *arguments), Path(path).stat().st_mtime_ns)


@functools.lru_cache(maxsize=8)
def _probe(command: tuple[str, ...], _changed: int) -> Compiler:
    """Ask the compiler for its predefined macros: version, registers and CPU in one call."""
    question = ("-march=native", "-dM", "-E", "-x", "c", os.devnull)
    macros = _run(*command, *question, timeout=ANSWER)
    names = dict(re.findall(r"^#define (\S+) (.*)$", macros, re.MULTILINE))
    if "__GNUC__" not in names:
        raise LinkwiseError(f"{command[0]} is neither gcc nor clang")
    lanes = 8 if "__AVX512F__" in names else 4 if "__AVX__" in names else 2
    kind = "clang" if "__clang__" in names else "gcc"
    version = " ".join(re.findall(r"\d[\d.]*", names.get("__VERSION__", ""))[:1])
    target = hashlib.sha256(macros.encode()).hexdigest()
    wide = ("-mprefer-vector-width=512",) if lanes == 8 else ()
    fused = "-ffp-contract=on" if kind == "clang" else "-ffp-contract=fast"
    return Compiler(command, f"{kind} {version}", lanes, target, (*wide, fused))


def _run(*command: str, timeout: float) -> str:
    """Return what a command prints, or raise a `LinkwiseError` that says how it failed."""
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own compiler
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",  # messages come in any encoding
            start_new_session=True,
        )
    except OSError as error:
        raise LinkwiseError(f"{command[0]} cannot be run: {error.strerror}") from None
    with process:
        try:
            out, said = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise LinkwiseError(f"{command[0]} did not answer within {timeout:g} s") from None
        finally:
            if process.poll() is None:  # it and what it has started
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        lines = said.strip().splitlines() or ["no message"]
        what = next((line for line in lines if "error" in line), lines[-1])
        raise LinkwiseError(f"{command[0]} failed with code {process.returncode}: {what.strip()}")
    return out


def load(
    source: str, compiler: Compiler, opened: Callable[[str], Loaded], flags: Sequence[str] = ()
) -> Loaded:
    """Return what `opened` finds in a C source's shared object, compiled unless the cache has it.

    The cache's key is the digest of source, flags, compiler and CPU.  A file is loaded only if it
    belongs to the user, nobody else may write it, and its content has the digest noted beside it;
    anything else is built anew.  Where the cache cannot serve, a folder of this process does.

    Parameters
    ----------
    source
        The C source.
    compiler
        Who compiles it.
    opened
        Loads a file.
    flags
        More flags for the compiler.

    Raises
    ------
    LinkwiseError
        If the source cannot be compiled, or the result neither kept nor loaded.
    """
    all_flags = (*compiler.flags, *FLAGS, *flags)  # of two that disagree the last one counts
    told = "\0".join((source, *compiler.command[1:], *all_flags, compiler.target))
    key = hashlib.sha256(told.encode()).hexdigest()[:40]
    reason = ""
    for place in (cache_folder, _temporary_folder):
        try:
            folder = place()
            if folder:
                return _opened(_made(source, compiler, all_flags, folder / f"{key}.so"), opened)
        except UNUSABLE as error:  # no room, no right to write or to execute, ...
            reason = str(error)
    raise LinkwiseError(f"what {compiler.command[0]} made cannot be used: {reason}")


def _made(source: str, compiler: Compiler, flags: Sequence[str], library: Path) -> Path:
    """Return the file, which is built unless it is there and sound."""
    if not _sound(library):
        _build(source, compiler, flags, library)
    return library


def _opened(library: Path, opened: Callable[[str], Loaded]) -> Loaded:
    """Load a file; one that cannot be loaded is not kept."""
    try:
        return opened(str(library))
    except UNUSABLE:
        with contextlib.suppress(OSError):
            library.unlink()
        raise


def cache_folder() -> Path | None:
    """Return the user's cache folder, which is made if need be, or None where it is not private.

    It is private if it belongs to the user and nobody else may write it, and nobody but the user
    and root can put another one in its place.
    """
    try:
        home = _cache_home().resolve()  # what links point to may change, this does not
        folder = home / "linkwise"
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        private = _private(folder) and not any(map(_swappable, folder.parents))
    except (OSError, RuntimeError):  # a user may have no home
        return None
    return folder if private else None


def _cache_home() -> Path:
    """Return where this system keeps a user's caches."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():  # its specification: what is not absolute is to be ignored
        return given
    return Path("~/Library/Caches" if sys.platform == "darwin" else "~/.cache").expanduser()


def _temporary_folder() -> Path:
    """Return a folder of this process alone, which goes when the process ends."""
    return _folder_of(os.getpid())


@functools.cache
def _folder_of(process: int) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="linkwise-"))
    atexit.register(_remove, folder, process)
    return folder


def _remove(folder: Path, process: int) -> None:
    """Remove the folder of a process, but not at the end of a fork of it."""
    if process == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)


def _private(path: Path) -> bool:
    """Tell whether a file or folder is the user's own and nobody else may write it."""
    status = path.lstat()
    return (
        (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode))
        and status.st_uid == os.geteuid()
        and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


def _swappable(folder: Path) -> bool:
    """Tell whether somebody else may rename what the user has in a folder."""
    status = folder.stat()
    open_to_others = bool(status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))
    sticky = bool(status.st_mode & stat.S_ISVTX)  # there all may write, but not rename
    return (open_to_others and not sticky) or status.st_uid not in (0, os.geteuid())


def _sound(library: Path) -> bool:
    """Tell whether a cached file is private and whole."""
    note = library.with_suffix(".sha256")
    try:
        return (
            _private(library)
            and _private(note)
            and note.read_bytes() == hashlib.sha256(library.read_bytes()).hexdigest().encode()
        )
    except OSError:
        return False


def _build(source: str, compiler: Compiler, flags: Sequence[str], library: Path) -> None:
    """Compile into files of this process's own, then rename: writers cannot disturb each other."""
    with tempfile.TemporaryDirectory(prefix="build-", dir=library.parent) as folder:
        code, built = Path(folder, "source.c"), Path(folder, "built.so")
        code.write_text(source, encoding="utf-8")
        _run(*compiler.command, *flags, "-o", str(built), str(code), "-lm", timeout=TIMEOUT)
        built.chmod(0o700)
        note = Path(folder, "note")
        note.write_text(hashlib.sha256(built.read_bytes()).hexdigest(), encoding="ascii")
        note.chmod(0o600)
        built.replace(library)
        note.replace(library.with_suffix(".sha256"))
