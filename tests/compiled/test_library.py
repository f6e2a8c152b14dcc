"""Compilers that fail in every way, and a cache that trusts nobody."""

import ctypes
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError, LinkwiseWarning, planar_2r
from linkwise.compiled import doorway, library
from linkwise.compiled.functions import Variant

REAL = shutil.which(os.environ.get("CC") or "cc")
HELD = [19.62, 4.905]  # N m that hold the default 2R stretched out: 9.81 (1 + 1), 9.81 / 2
NOBODY = 65534

needs_compiler = pytest.mark.skipif(REAL is None, reason="no C compiler")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Return a cache folder of the test's own, in a process that has loaded nothing yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    forget()
    yield tmp_path / "home" / "linkwise"
    forget()


def forget():
    """Forget compilers, the doorway and the temporary folder, as in a new process."""
    library._probe.cache_clear()
    library._folder_of.cache_clear()
    doorway._doorway.cache_clear()


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Return a function that makes a shell script the C compiler."""

    def made(text):
        path = tmp_path / "mycc"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        monkeypatch.setenv("CC", str(path))
        return path

    return made


@pytest.fixture
def counted(script, tmp_path):
    """Return a function that tells how often the compiler has compiled since it was last asked."""
    log = tmp_path / "log"
    log.touch()
    script(f'case " $* " in *" -E "*) ;; *) echo >>{log};; esac\nexec {REAL} "$@"')

    def count():
        lines = log.read_text().count("\n")
        log.write_text("")
        return lines

    return count


def answers(otherwise):
    """Return a script that tells the version, and does something else to compile."""
    return f'case " $* " in *" -E "*) exec {REAL} "$@";; esac\n{otherwise}'


def output(command):
    """Return a script whose command writes the file wanted, named "$out" in the command."""
    return answers(f'while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done\n{command}')


def used(folder):
    """Return the names of the compiled files in a folder."""
    return sorted(path.name for path in folder.glob("*.so")) if folder.exists() else []


def held(backend=None):
    """Return a fresh compiled 2R and the torques that hold it."""
    fast = linkwise.compile(planar_2r(), backend)
    return fast, fast.gravity_torque([0.0, 0.0])


def run_elsewhere(code, **environment):
    """Run Python code in a process of its own and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


PRINT_HELD = (
    "import linkwise; fast = linkwise.compile(linkwise.planar_2r());"
    "print(fast.backend, *fast.gravity_torque([0.0, 0.0]))"
)

# --- compilers that do not work -------------------------------------------------------------------

TROUBLE = {
    "fails at once": ("echo broken >&2; exit 1", "failed with code 1: broken"),
    "hangs at once": ("sleep 60", "did not answer within 0.3 s"),
    "says nothing": ("exit 0", "neither gcc nor clang"),
    "says something else": ("echo hello; echo '#define'; exit 0", "neither gcc nor clang"),
    "fails to compile": (answers("echo 'x.c:1: error: no' >&2; echo end >&2; exit 3"), "error: no"),
    "fails in Latin-1": (answers("printf '\\344\\n' >&2; exit 1"), "failed with code 1"),
    "hangs when it compiles": (answers("sleep 60"), "did not answer within 0.3 s"),
    "writes nothing": (answers("exit 0"), "cannot be used"),
    "writes garbage": (output('echo garbage >"$out"'), "cannot be used"),
    "writes a folder": (output('mkdir "$out"'), "cannot be used"),
    "compiles something else": (
        output(f'echo "int x;" | {REAL} -shared -fPIC -o "$out" -x c -'),
        "cannot be used",
    ),
}  # fmt: skip


@needs_compiler
@pytest.mark.parametrize(("text", "reason"), TROUBLE.values(), ids=TROUBLE)
def test_a_bad_compiler_means_numpy_and_one_warning(script, monkeypatch, cache, text, reason):
    """Whatever the compiler does wrong, results are right and one warning and repr say why.

    The torques of the stretched arm are typed in: m g (l + l/2 ...) of two unit links.
    """
    script(text)
    if "sleep" in text:
        monkeypatch.setattr(library, "ANSWER", 0.3)
        monkeypatch.setattr(library, "TIMEOUT", 0.3)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fast, torque = held()
        fast.crba([0.0, 0.0])
        fast.crba(np.zeros((100, 2)))
    np.testing.assert_allclose(torque, HELD, rtol=1e-14)
    assert [w.category for w in caught] == [LinkwiseWarning]
    assert reason in str(caught[0].message)
    assert reason in repr(fast)
    assert fast.backend == "numpy"
    assert used(cache) == []
    with pytest.raises(LinkwiseError, match="mycc"):
        held("c")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (None, "'cc' is not found"),
        ("no-such-compiler -O1", "'no-such-compiler' is not found"),
        ("cc 'half quoted", "cannot be read"),
    ],
)
def test_no_compiler_means_numpy_and_one_warning(monkeypatch, tmp_path, command, reason):
    """Without a compiler on PATH or in CC the reason is named; C alone is refused."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    if command:
        monkeypatch.setenv("CC", command)
    with pytest.warns(LinkwiseWarning) as caught:
        fast, torque = held()
    assert len(caught) == 1
    assert reason in str(caught[0].message)
    assert reason in repr(fast)
    np.testing.assert_allclose(torque, HELD, rtol=1e-14)
    with pytest.raises(LinkwiseError, match="no C compiler"):
        held("c")


@needs_compiler
def test_a_file_that_is_no_program(tmp_path, monkeypatch):
    """An executable file of another format is named, not a traceback of the system."""
    path = tmp_path / "mycc"
    path.write_bytes(b"\x7fELF but not really")
    path.chmod(0o755)
    monkeypatch.setenv("CC", str(path))
    with pytest.raises(LinkwiseError, match="mycc cannot be run: Exec format error"):
        held("c")


def lives(process):
    """Tell whether a process runs; one that has ended may wait for its parent to look at it."""
    try:
        return "State:\tZ" not in Path("/proc", str(process), "status").read_text()
    except OSError:
        return False


@needs_compiler
def test_a_hanging_compiler_is_ended_with_all_that_it_started(script, tmp_path, monkeypatch):
    """A compiler that waits for a helper of its own is not left behind, nor is the helper."""
    monkeypatch.setattr(library, "ANSWER", 0.5)
    script(f"sleep 60 & echo $! >{tmp_path}/helper; wait")
    with pytest.raises(LinkwiseError, match=r"did not answer within 0\.5 s"):
        held("c")
    helper = int((tmp_path / "helper").read_text())
    for _ in range(500):  # what is killed takes a moment to die
        if not lives(helper):
            return
        time.sleep(0.01)
    pytest.fail("the helper lives on")


@needs_compiler
def test_arguments_in_cc(monkeypatch):
    """CC may hold a program and arguments, as many build systems have it."""
    monkeypatch.setenv("CC", f"env LINKWISE=1 {REAL} -DLINKWISE")
    fast, torque = held("c")
    assert fast._compiler.command[1:] == ("LINKWISE=1", REAL, "-DLINKWISE")
    np.testing.assert_allclose(torque, HELD, rtol=1e-14)


@needs_compiler
def test_no_headers_of_python_mean_slower_calls_only(cache, monkeypatch):
    """Where the quick entry cannot be built, C serves all the same, silently."""
    monkeypatch.setattr(doorway.sysconfig, "get_path", lambda _: "/nowhere")
    monkeypatch.setattr(doorway.np, "get_include", lambda: "/nowhere")
    fast, torque = held("c")
    np.testing.assert_allclose(torque, HELD, rtol=1e-14)
    assert not fast._entries
    assert len(used(cache)) == 1
    f = fast.bind("gravity_torque")
    np.testing.assert_allclose(f(), HELD, rtol=1e-14)


# --- the cache ------------------------------------------------------------------------------------


@needs_compiler
def test_the_cache_is_private_and_nothing_else_is_left(cache):
    """Folder and files are the user's alone, and building leaves none of its own files."""
    held("c")
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert stat.S_IMODE(cache.parent.stat().st_mode) == 0o700
    names = used(cache)
    assert len(names) == 2  # the function and the doorway
    assert {p.name for p in cache.iterdir()} == {
        end for name in names for end in (name, name.replace(".so", ".sha256"))
    }
    assert all(not p.stat().st_mode & 0o077 for p in cache.iterdir())
    assert not any(Path(tempfile.gettempdir()).iterdir())


@needs_compiler
def test_the_next_process_compiles_nothing_unless_files_are_damaged(cache, counted):
    """A second start does not call the counting compiler; a third mends what a full disk cut."""
    assert run_elsewhere(PRINT_HELD).split() == ["c", "19.62", "4.905"]
    assert counted() == 2  # the function and the doorway
    assert run_elsewhere(PRINT_HELD).split() == ["c", "19.62", "4.905"]
    assert counted() == 0
    for name in used(cache):
        truncate(cache / name)
    assert run_elsewhere(PRINT_HELD).split() == ["c", "19.62", "4.905"]
    assert counted() == 2


@needs_compiler
def test_source_flags_compiler_and_cpu_are_the_key(cache):
    """Another function, flag, argument of the compiler or CPU makes a file of its own."""
    compiler = library.find_compiler()
    other_cpu = library.Compiler(compiler.command, compiler.version, compiler.lanes, "other")
    argument = library.Compiler(
        (*compiler.command, "-g0"), compiler.version, compiler.lanes, compiler.target
    )
    for source, made_by, flags in [
        ("int a;", compiler, ()),
        ("int b;", compiler, ()),
        ("int a;", compiler, ("-g0",)),
        ("int a;", other_cpu, ()),
        ("int a;", argument, ()),
        ("int a;", compiler, ()),
    ]:
        library.load(source, made_by, str, flags)
    assert len(used(cache)) == 5


@needs_compiler
@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang")
def test_gcc_and_clang_keep_apart(cache, monkeypatch):
    """Two compilers on one source make two files."""
    for compiler in (REAL, "clang"):
        monkeypatch.setenv("CC", compiler)
        library.load("int a;", library.find_compiler(), str)
    assert len(used(cache)) == 2


def truncate(library):
    """Cut a file short."""
    library.write_bytes(library.read_bytes()[:-100])


def flip(library):
    """Change one bit in the middle of a file."""
    content = bytearray(library.read_bytes())
    content[len(content) // 2] ^= 1
    library.write_bytes(content)


def empty(library):
    """Empty a file, as a full disk does."""
    library.write_bytes(b"")


def drop(library):
    """Remove the note."""
    library.with_suffix(".sha256").unlink()


def swap(library):
    """Note another digest."""
    library.with_suffix(".sha256").write_text("0" * 64)


def scrawl(library):
    """Put bytes that are no text into the note."""
    library.with_suffix(".sha256").write_bytes(b"\xff" * 64)


def open_file(library):
    """Let others write the file."""
    library.chmod(0o722)


def open_note(library):
    """Let others write the note."""
    library.with_suffix(".sha256").chmod(0o622)


def link(library):
    """Keep the file elsewhere, and a link to it."""
    library.rename(library.with_name("elsewhere"))
    library.symlink_to("elsewhere")


def give_file(library):
    """Give the file to somebody else."""
    os.chown(library, NOBODY, NOBODY)


def give_note(library):
    """Give the note to somebody else."""
    os.chown(library.with_suffix(".sha256"), NOBODY, NOBODY)


DAMAGE = [
    *(truncate, flip, empty, drop, swap, scrawl, open_file, open_note, link),
    *(pytest.param(give, marks=needs_root) for give in (give_file, give_note)),
]


@needs_compiler
@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_damaged_or_may_be_forged_is_built_anew(cache, counted, damage):
    """A changed, foreign or unnoted file is never loaded: the compiler runs again, once."""
    source = "double twice(double x) { return 2 * x; }"
    compiler = library.find_compiler()
    made = Path(library.load(source, compiler, str))
    assert counted() == 1
    damage(made)
    again = library.load(source, compiler, ctypes.CDLL)
    assert counted() == 1
    again.twice.argtypes, again.twice.restype = [ctypes.c_double], ctypes.c_double
    assert again.twice(21.0) == 42.0
    status = made.lstat()
    assert stat.S_ISREG(status.st_mode)
    assert (status.st_uid, stat.S_IMODE(status.st_mode)) == (os.geteuid(), 0o700)
    library.load(source, compiler, str)
    assert counted() == 0
    assert len(used(cache)) == 1


def not_mine(cache):
    """Give the folder to somebody else."""
    os.chown(cache, NOBODY, NOBODY)


def for_all(cache):
    """Let everybody write the folder."""
    cache.chmod(0o777)


def for_a_group(cache):
    """Let a group write the folder."""
    cache.chmod(0o770)


def parent_for_all(cache):
    """Let everybody rename the folder."""
    cache.parent.chmod(0o777)


def parent_not_mine(cache):
    """Let somebody else rename the folder."""
    os.chown(cache.parent, NOBODY, NOBODY)


def linked(cache):
    """Put a link in the place of the folder."""
    cache.rename(cache.with_name("elsewhere"))
    cache.symlink_to("elsewhere")


def a_file(cache):
    """Put a file in the place of the folder."""
    cache.rmdir()
    cache.touch()


PLACES = [
    *(for_all, for_a_group, parent_for_all, linked, a_file),
    *(pytest.param(give, marks=needs_root) for give in (not_mine, parent_not_mine)),
]


@needs_compiler
@pytest.mark.parametrize("spoil", PLACES)
def test_a_folder_that_is_not_private_is_not_used(cache, spoil):
    """Who could put files there could run code as the user: a temporary folder serves instead."""
    cache.mkdir(0o700, parents=True)
    spoil(cache)
    assert library.cache_folder() is None
    made = Path(library.load("int a;", library.find_compiler(), str))
    assert used(cache) == []
    (folder,) = Path(tempfile.gettempdir()).iterdir()
    assert made.parent == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@needs_compiler
def test_a_sticky_folder_above_is_no_danger(cache):
    """In a folder such as /tmp all may write, but nobody renames what is not theirs."""
    cache.parent.mkdir()
    cache.parent.chmod(0o1777)
    library.load("int a;", library.find_compiler(), str)
    assert len(used(cache)) == 1


@needs_compiler
def test_a_linked_home_of_caches_is_followed_once(tmp_path, monkeypatch):
    """People link their caches to larger disks: the place itself is looked at and used."""
    (tmp_path / "large disk").mkdir(mode=0o700)
    (tmp_path / "linked").symlink_to("large disk")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "linked"))
    made = Path(library.load("int a;", library.find_compiler(), str))
    assert made.parent == (tmp_path / "large disk" / "linkwise").resolve()


@pytest.mark.parametrize("given", ["", "relative/path", None])
def test_where_the_cache_is_without_a_usable_variable(tmp_path, monkeypatch, given):
    """An empty or relative XDG_CACHE_HOME is ignored, as its specification has it."""
    monkeypatch.setenv("HOME", str(tmp_path / "somebody"))
    if given is None:
        monkeypatch.delenv("XDG_CACHE_HOME")
    else:
        monkeypatch.setenv("XDG_CACHE_HOME", given)
    name = "Library/Caches" if sys.platform == "darwin" else ".cache"
    assert library.cache_folder() == (tmp_path / "somebody" / name / "linkwise").resolve()


@pytest.mark.parametrize("home", ["/proc/nowhere", "/dev/null", "~"])
def test_a_user_without_a_home_has_no_cache(monkeypatch, home):
    """A home that cannot be made or is not known, as in containers, means a temporary folder."""
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", home)
    if home == "~":
        monkeypatch.delenv("HOME")
        monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # KeyError: uid not found
    assert library.cache_folder() is None
    if REAL:
        _, torque = held("c")
        np.testing.assert_allclose(torque, HELD, rtol=1e-14)


@needs_compiler
def test_a_cache_that_cannot_be_written_gives_way(monkeypatch):
    """Without the right to write, which root always has, a temporary folder serves."""
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        folder, temporary = Path(place, "linkwise"), Path(place, "temporary")
        folder.mkdir(0o500)
        temporary.mkdir(0o700)
        monkeypatch.setenv("XDG_CACHE_HOME", place)
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        user = os.geteuid()
        if user == 0:
            for path in (place, folder, temporary):
                os.chown(path, NOBODY, -1)
            os.seteuid(NOBODY)
        try:
            made = library.load("int a;", library.find_compiler(), str)
        finally:
            os.seteuid(user)
        assert used(folder) == []
        assert Path(made).parent.parent == temporary


@needs_compiler
def test_a_full_disk_means_numpy(monkeypatch):
    """Where nothing can be written anywhere, results come from NumPy, with one warning."""

    def full(*_arguments, **_keywords):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(library.tempfile, "TemporaryDirectory", full)
    with pytest.warns(LinkwiseWarning, match="No space left on device") as caught:
        fast, torque = held()
    assert len(caught) == 1
    assert fast.backend == "numpy"
    np.testing.assert_allclose(torque, HELD, rtol=1e-14)


@needs_compiler
def test_the_temporary_folder_goes_with_its_process_but_not_with_a_fork():
    """Nothing is left in the system's folder, and a child that ends does not take it away."""
    place = Path(tempfile.gettempdir())
    code = (
        PRINT_HELD + "\nimport os, sys\nif os.fork() == 0: sys.exit()\nos.wait()\n"
        "print(fast.rnea([0.0, 0.0], [0.0, 0.0], [0.0, 0.0])[0])\n"
        f"print(any(os.scandir({str(place)!r})))"
    )
    printed = run_elsewhere(code, XDG_CACHE_HOME="/dev/null", TMPDIR=str(place))
    assert printed.split() == ["c", "19.62", "4.905", "19.62", "True"]
    assert not any(place.iterdir())


@needs_compiler
def test_many_processes_build_the_same_at_once(cache):
    """All get right results whoever comes first, and only finished files are left."""
    jobs = 3
    code = (
        "import sys, time, linkwise\nprint('ready', flush=True)\nsys.stdin.readline()\n"
        + PRINT_HELD
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(jobs)
    ]
    assert [job.stdout.readline() for job in running] == ["ready\n"] * jobs
    for job in running:  # all have loaded everything: now they start together
        job.stdin.write("go\n")
        job.stdin.flush()
    for job in running:
        assert job.communicate()[0].split() == ["c", "19.62", "4.905"]
        assert job.returncode == 0
    assert len(used(cache)) == 2
    assert len(list(cache.iterdir())) == 4


@needs_compiler
def test_many_threads_build_the_same_at_once(cache, counted):
    """One robot called first by many threads compiles once; many robots agree on one file."""
    fast = linkwise.compile(planar_2r(), "c")
    with ThreadPoolExecutor(8) as pool:
        for torque in pool.map(lambda _: fast.gravity_torque([0.0, 0.0]), range(8)):
            np.testing.assert_allclose(torque, HELD, rtol=1e-14)
        assert counted() == 2
        for _, torque in pool.map(lambda _: held("c"), range(8)):
            np.testing.assert_allclose(torque, HELD, rtol=1e-14)
    assert counted() == 0
    assert len(list(cache.iterdir())) == 4


@needs_compiler
def test_another_python_or_numpy_has_a_doorway_of_its_own(cache, tmp_path, monkeypatch):
    """The doorway is machine code for one Python and one NumPy: both are in its key."""
    compiler = library.find_compiler()
    (tmp_path / "doorway.c").write_text("int a;")
    monkeypatch.setattr(doorway, "SOURCE", tmp_path / "doorway.c")
    monkeypatch.setattr(doorway, "_module", str)
    doorway._doorway(compiler)
    for owner, name, value in [
        (doorway.sys, "hexversion", 0x030E0000),
        (doorway.np, "__version__", "9.9"),
        (doorway.sysconfig, "get_config_var", lambda _: "cpython-999"),
    ]:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, value)
            doorway._doorway.cache_clear()
            doorway._doorway(compiler)
    assert len(used(cache)) == 4


@needs_compiler
def test_the_doorway_takes_only_functions_that_it_has_room_for():
    """A kernel with further results gets no quick entry, which would write into nothing."""
    compiler = library.find_compiler()
    kernel = linkwise.compile(planar_2r(), "c").kernel(Variant("aba"))
    assert doorway.entry(kernel, compiler) is not None
    program = kernel.program
    program.outputs["more"] = (2,)
    assert doorway.entry(kernel, compiler) is None
    del program.outputs["more"]
    program.outputs["else"] = program.outputs.pop("pivots")
    assert doorway.entry(kernel, compiler) is None
