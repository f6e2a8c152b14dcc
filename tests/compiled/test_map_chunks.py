"""Functions over files in chunks: right numbers, no half file, and nothing lost to a kill."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from oracles.closed_forms import two_r

import linkwise
from linkwise import LinkwiseError, map_chunks

TWO_R = two_r(m1=1, m2=1, l1=1, lc1=0.5, lc2=0.5, I1=0.1, I2=0.1)
ROWS = 1037  # 11 chunks of 100, the last one short


def wave(q):
    """Any function of rows that is easily written down twice."""
    return np.sin(q).sum(axis=1) + q[:, 0] ** 2


def expected(q):
    """The same, row by row in plain Python."""
    return [sum(np.sin(x) for x in row) + row[0] ** 2 for row in q.tolist()]


class Counting:
    """A function that notes which first values it was called with."""

    __qualname__ = "wave"

    def __init__(self, function=wave):
        self.function, self.starts = function, []

    def __call__(self, q):
        """Note and compute."""
        self.starts.append(float(q[0, 0]))
        return self.function(q)


@pytest.fixture
def q(tmp_path, monkeypatch):
    """Rows that tell where they stand, in q.npy in an empty folder; syncing to disk is left out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    rows = np.column_stack([np.arange(ROWS), np.random.default_rng(5).normal(size=(ROWS, 2))])
    np.save("q.npy", rows)
    return rows


def files():
    """Names of the files in the folder."""
    return sorted(path.name for path in Path().iterdir())


def run(function, inputs="q.npy", output="out.npy", chunk=100, **options):
    """Call `map_chunks` on the files of the folder."""
    return map_chunks(function, inputs, output, chunk=chunk, **options)


# ---- right numbers


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("chunk", [1, 100, ROWS, 5000])
def test_same_as_row_by_row(q, chunk, threads):
    """Whatever the chunks and threads, the file holds what plain Python gives row by row."""
    if chunk == 1:
        np.save("q.npy", q := q[:20])
    out = map_chunks(wave, "q.npy", "out.npy", chunk=chunk, threads=threads)
    np.testing.assert_allclose(out, expected(q), rtol=1e-14)
    np.testing.assert_array_equal(np.load("out.npy"), out)
    assert isinstance(out, np.memmap)
    assert files() == ["out.npy", "q.npy"]


def test_torques_against_the_closed_form(tmp_path, compiled):
    """Torques of three files, on two threads, equal the equations of the lecture notes."""
    q, qd, qdd = np.random.default_rng(6).uniform(-2, 2, (3, 10_001, 2))
    paths = [tmp_path / f"{name}.npy" for name in ("q", "qd", "qdd")]
    for path, a in zip(paths, (q, qd, qdd), strict=True):
        np.save(path, a)
    fast = compiled(linkwise.planar_2r())
    tau = map_chunks(fast.rnea, paths, tmp_path / "tau.npy", chunk=3000, threads=2)
    np.testing.assert_allclose(tau, TWO_R.tau(q, qd, qdd), rtol=0, atol=1e-12)
    M = map_chunks(fast.crba, [q], tmp_path / "M.npy", chunk=3000)
    np.testing.assert_allclose(M, TWO_R.M(q), rtol=0, atol=1e-13)


def test_columns_first_files(q):
    """A file in Fortran order is read by rows all the same."""
    np.save("q.npy", np.asfortranarray(q))
    np.testing.assert_allclose(run(wave), expected(q), rtol=1e-14)


def test_shape_and_type_of_results(q):
    """Whole numbers stay whole, a given core is checked and of float64, no rows give no rows."""
    whole = run(lambda q: q[:, :2].astype(np.int32))
    assert whole.dtype == np.int32
    np.testing.assert_array_equal(whole[:, 0], np.arange(ROWS))
    assert run(lambda q: q[:, :2].astype(np.int32), core=(2,)).dtype == float
    with pytest.raises(LinkwiseError, match=r"\(100, 2\) of rows 0 to 100: float64 \(100, 3\)"):
        map_chunks(lambda q: q[:, :2], "q.npy", "other.npy", core=(3,), chunk=100)
    with pytest.raises(LinkwiseError, match=r"made complex128 \(100,\) of rows 0 to 100: float64"):
        map_chunks(lambda q: wave(q) + 0j, "q.npy", "another.npy", core=(), chunk=100)
    none = map_chunks(wave, q[:0], "none.npy")
    assert none.shape == (0,)
    assert np.load("none.npy").shape == (0,)


@pytest.mark.usefixtures("q")
def test_memory_holds_chunks_only():
    """A process that maps 200 MB grows by less than a fifth of that."""
    np.lib.format.open_memmap("q.npy", "w+", shape=(1_000_000, 25))  # zeros take no disk
    code = """
import resource
from linkwise import map_chunks
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
map_chunks(lambda q: q.sum(axis=1), "q.npy", "out.npy", chunk=20_000, threads=2)
print((peak() - before) * (1 if __import__("sys").platform == "darwin" else 1024))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 40e6
    assert np.load("out.npy").shape == (1_000_000,)


# ---- kills, faults and damage

KILLED = """
import os, signal, threading
import numpy as np
from linkwise import map_chunks

calls = []

def wave(q):
    calls.append(len(q))
    if len(calls) == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return np.sin(q).sum(axis=1) + q[:, 0] ** 2

map_chunks(wave, "q.npy", "out.npy", chunk=100, threads={threads})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("threads", [1, 2])
def test_kill_loses_only_what_was_under_way(q, threads):
    """After SIGKILL in the middle there is no output, and a second call computes the rest alone."""
    done = subprocess.run([sys.executable, "-c", KILLED.format(threads=threads)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert files() == ["out.npy.journal", "out.npy.part", "q.npy"]
    assert np.load("out.npy.part", mmap_mode="r").shape == (ROWS,)
    count = Counting()
    np.testing.assert_allclose(run(count), expected(q), rtol=1e-14)
    assert files() == ["out.npy", "q.npy"]
    # the probe was the first of seven calls and the last did not end: at least 6 - threads did;
    # here come a probe, one chunk for comparison, and those that are missing of 11
    assert len(count.starts) <= 2 + 11 - (6 - threads)
    assert len(set(count.starts[2:])) == len(count.starts[2:])


def failing_from(stop):
    """Return the function with an error at rows that begin with `stop` or more."""

    def wave_that_fails(q):
        if q[0, 0] >= stop:
            raise RuntimeError("out of luck")
        return wave(q)

    return wave_that_fails


def interrupted():
    """Leave five chunks finished, by an error in the sixth."""
    with pytest.raises(RuntimeError, match="out of luck") as caught:
        run(Counting(failing_from(500)))
    assert "rows 500 to 600" in caught.value.__notes__[0]
    assert {"out.npy.journal", "out.npy.part"} < set(files())


def test_error_in_the_function_keeps_the_rest(q):
    """What the function raises comes out as it is, and a second call computes what is missing."""
    interrupted()
    count = Counting()
    np.testing.assert_allclose(run(count), expected(q), rtol=1e-14)
    # the probe, one finished chunk for comparison, and six of eleven
    assert count.starts == [0, 0, 500, 600, 700, 800, 900, 1000]


def test_interruption_keeps_the_rest(q):
    """Ctrl-C while waiting ends the work, and what is finished stays finished."""

    def impatient(jobs):
        for k, job in enumerate(jobs):
            if k == 3:
                raise KeyboardInterrupt
            yield job

    with pytest.raises(KeyboardInterrupt):
        run(Counting(), progress=impatient)
    count = Counting()
    np.testing.assert_allclose(run(count), expected(q), rtol=1e-14)
    assert len(count.starts) <= 2 + 8


def test_data_reach_the_disk_before_their_line(q, monkeypatch):
    """A chunk is synced before the journal notes it, and all of them before the file is named."""
    steps = []

    def sync(handle):
        path = Path(f"/proc/self/fd/{handle}").resolve().name
        lines = re.findall(r"^\d+ [0-9a-f]{8}$", Path("out.npy.journal").read_text(), re.MULTILINE)
        steps.append((path, len(lines), Path("out.npy").exists()))

    if not Path("/proc/self/fd").exists():
        pytest.skip("needs the names of open files")
    monkeypatch.setattr(os, "fsync", sync)
    map_chunks(np.cos, q, "out.npy", chunk=500)
    folder = Path.cwd().name
    assert steps == [
        ("out.npy.part", 0, False),
        (folder, 0, False),
        *(("out.npy.part", k, False) for k in range(4)),
        (folder, 3, True),
    ]


def change(path, at, to):
    """Overwrite bytes of a file."""
    with Path(path).open("r+b") as file:
        file.seek(*at)
        file.write(to)


def shorten(path, by=5):
    """Cut off the last bytes of a file."""
    os.truncate(path, Path(path).stat().st_size - by)


DAMAGES = {
    "a half line": lambda: shorten("out.npy.journal"),
    "a line of noise": lambda: change("out.npy.journal", (-9, 2), b"\xff\x00zz"),
    "a wrong checksum": lambda: change("out.npy.journal", (-3, 2), b"!"),
    "wrong data": lambda: change("out.npy.part", (128 + 8 * 450,), b"\x01"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_chunk_is_computed_again(q, damage):
    """A journal that was cut or garbled, or data that are not those noted, cost one chunk."""
    interrupted()
    DAMAGES[damage]()
    count = Counting()
    np.testing.assert_allclose(run(count), expected(q), rtol=1e-14)
    assert count.starts == [0, 0, 400, 500, 600, 700, 800, 900, 1000]


LOSSES = {
    "half the first line": lambda: os.truncate("out.npy.journal", 20),
    "noise in the first line": lambda: change("out.npy.journal", (0,), b"\x00\xff"),
    "a list in the first line": lambda: change("out.npy.journal", (0,), b"[]\n"),
    "an empty journal": lambda: os.truncate("out.npy.journal", 0),
    "no journal": lambda: Path("out.npy.journal").unlink(),
    "no data": lambda: Path("out.npy.part").unlink(),
    "data cut short": lambda: os.truncate("out.npy.part", 128 + 8 * 300),
    "another head": lambda: change("out.npy.part", (8,), b"zz"),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_what_cannot_be_trusted_is_begun_anew(q, loss):
    """Without a readable journal or whole data nothing counts as finished."""
    interrupted()
    LOSSES[loss]()
    count = Counting()
    np.testing.assert_allclose(run(count), expected(q), rtol=1e-14)
    assert count.starts == [0, *range(0, ROWS, 100)]
    assert files() == ["out.npy", "q.npy"]


def test_interrupted_twice(q):
    """The journal of a run that went on, after a half line, is as good as that of the first."""
    interrupted()
    shorten("out.npy.journal")
    with pytest.raises(RuntimeError):
        run(Counting(failing_from(800)))
    count = Counting()
    np.testing.assert_allclose(run(count), expected(q), rtol=1e-14)
    assert count.starts == [0, 0, 800, 900, 1000]


def touched():
    """Write the same numbers at another time."""
    np.save("q.npy", np.load("q.npy"))
    os.utime("q.npy", ns=(1, 1))


def of_two(q, _):
    """The same function of another number of arguments."""
    return wave(q)


of_two.__qualname__ = "wave"

OTHERS = {
    "another chunk": ({"chunk": 50}, None, "chunk was 100 and is 50"),
    "another function": ({"function": np.cos}, None, "function was wave and is cos"),
    "the same name": (
        {"function": Counting(lambda q: 1.001 * wave(q))},
        None,
        "begun with another function, which gave other numbers in rows 0 to 100",
    ),
    "another file": ({"inputs": "copy.npy"}, None, "input 1 was .*q.npy of .* and is .*copy.npy"),
    "the file changed": ({}, touched, "input 1 was .* and is .*q.npy of .* time 1"),
    "an array": ({"inputs": np.zeros((ROWS, 3))}, None, "input 1 was .* is float64 .* of digest"),
    "one more": (
        {"inputs": ["q.npy", "q.npy"], "function": of_two},
        None,
        "input 2 was nothing and is",
    ),
}


@pytest.mark.parametrize("other", OTHERS)
def test_other_work_is_not_mixed_in(q, other):
    """What another function, input or chunk left is refused and kept; resume=False replaces it."""
    np.save("copy.npy", q)
    interrupted()
    changes, before, reason = OTHERS[other]
    if before:
        before()
    kept = [Path(name).read_bytes() for name in ("out.npy.part", "out.npy.journal")]
    call = {"function": Counting(), **changes}
    with pytest.raises(LinkwiseError, match=f"{reason}.*: resume=False starts anew"):
        run(**call)
    part, journal = [Path(name).read_bytes() for name in ("out.npy.part", "out.npy.journal")]
    assert (part, journal.rstrip()) == (kept[0], kept[1].rstrip())
    function, arrays = call["function"], call.get("inputs", "q.npy")
    arrays = arrays if isinstance(arrays, list) else [arrays]
    arrays = [np.load(a) if isinstance(a, str) else a for a in arrays]
    np.testing.assert_allclose(run(**call, resume=False), function(*arrays), rtol=1e-14)
    assert files() == ["copy.npy", "out.npy", "q.npy"]


def test_same_content_of_an_array_goes_on(q):
    """Arrays are told apart by their content: an equal copy continues, another does not."""
    with pytest.raises(RuntimeError):
        run(Counting(failing_from(500)), inputs=q)
    with pytest.raises(LinkwiseError, match="of digest"):
        run(Counting(), inputs=q + 1e-9)
    count = Counting()
    np.testing.assert_allclose(run(count, inputs=[q.tolist()]), expected(q), rtol=1e-14)
    assert len(count.starts) == 2 + 6


def test_rounding_of_another_machine_goes_on(q):
    """A function that differs in the last digits is taken for the same."""
    interrupted()
    out = run(Counting(lambda q: wave(q) * (1 + 1e-15)))
    np.testing.assert_allclose(out, expected(q), rtol=1e-14)


def test_older_output_stays_until_the_new_one_is_whole(q):
    """An error leaves the finished file of an earlier run as it was, and success replaces it."""
    np.save("out.npy", [1, 2, 3])
    with pytest.raises(RuntimeError):
        run(failing_from(500))
    np.testing.assert_array_equal(np.load("out.npy"), [1, 2, 3])
    Path("out.npy.journal").unlink()
    np.testing.assert_allclose(run(wave), expected(q), rtol=1e-14)


def test_output_through_a_link(q):
    """An output that is a symbolic link keeps being one."""
    Path("out.npy").symlink_to("kept.npy")
    run(wave)
    assert Path("out.npy").is_symlink()
    np.testing.assert_allclose(np.load("kept.npy"), expected(q), rtol=1e-14)


@pytest.mark.usefixtures("q")
def test_input_that_changes_meanwhile():
    """A file that is written to while it is read gives no result."""

    def meddling(jobs):
        yield from jobs
        touched()

    with pytest.raises(LinkwiseError, match=r"q.npy changed while it was read"):
        run(wave, progress=meddling)
    assert "out.npy" not in files()


def test_one_at_a_time(q):
    """While one call is at work on an output, another is refused and harms nothing."""

    def second(jobs):
        for resume in (True, False):
            with pytest.raises(LinkwiseError, match="another process or thread is at work"):
                run(wave, resume=resume)
        return jobs

    np.testing.assert_allclose(run(wave, progress=second), expected(q), rtol=1e-14)


# ---- progress and refusals


def test_progress_wraps_the_chunks_that_are_left(q):
    """The wrapper gets something of a length, and need not go through all of it."""
    seen = []

    def two_steps(jobs):
        seen.append(len(jobs))
        yield from jobs[:2]

    np.testing.assert_allclose(run(wave, progress=two_steps), expected(q), rtol=1e-14)
    interrupted()
    run(Counting(), progress=two_steps)
    assert seen == [11, 6]


def no_array():
    """Files that are no arrays of numbers."""
    Path("text.npy").write_text("hello")
    Path("header.npy").write_bytes(b"\x93NUMPY\x01\x00\x10\x00{[]}" + b" " * 11 + b"\n")
    np.save("words.npy", np.array(["a", "b"]))
    np.save("objects.npy", np.array([None]))
    np.save("number.npy", 3.0)
    np.save("short.npy", np.zeros((7, 3)))
    whole = Path("q.npy").read_bytes()
    Path("cut.npy").write_bytes(whole[:-1])
    Path("folder.npy").mkdir()


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ({"chunk": 0}, "at least 1, got 0 and 1"),
        ({"threads": 0}, "at least 1, got 100 and 0"),
        ({"inputs": []}, "inputs of one length are wanted, got none"),
        ({"inputs": ["q.npy", "short.npy"]}, r"input 1, q.npy: \(1037, 3\); input 2, short.npy"),
        ({"inputs": "text.npy"}, "input 1, text.npy: no whole .npy file"),
        ({"inputs": "header.npy"}, "input 1, header.npy: no whole .npy file"),
        ({"inputs": "objects.npy"}, "input 1, objects.npy: no whole .npy file"),
        ({"inputs": Path("cut.npy")}, "input 1, cut.npy: no whole .npy file"),
        ({"inputs": "words.npy"}, r"numbers \(N, ...\) are wanted, got <U1 \(2,\)"),
        ({"inputs": "number.npy"}, r"numbers \(N, ...\) are wanted, got float64 \(\)"),
        ({"inputs": [3.0]}, "input 1: numbers"),
        ({"output": "out.bin"}, "out.bin: an output file ends in .npy"),
        ({"output": "no/out.npy"}, "no/out.npy: there is no folder"),
        ({"output": "folder.npy"}, "folder.npy: there is no folder"),
        ({"output": "q.npy"}, "q.npy is what is read"),
        ({"function": np.sum}, r"made float64 \(\) of the first row: numbers \(1, ...\)"),
        ({"function": lambda q: q[:-1]}, r"made float64 \(0, 3\) of the first row"),
        ({"function": np.array_str}, r"made <U\d+ \(\) of the first row"),
    ],
)
@pytest.mark.usefixtures("q")
def test_refusals(call, reason):
    """What cannot be right is refused, by name, before anything is begun."""
    no_array()
    before = files()
    with pytest.raises(LinkwiseError, match=reason):
        run(**{"function": wave, **call})
    assert files() == before


@pytest.mark.usefixtures("q")
def test_missing_file():
    """A file that is not there is Python's own error, which names it."""
    with pytest.raises(FileNotFoundError, match=r"absent.npy"):
        run(wave, inputs="absent.npy")
