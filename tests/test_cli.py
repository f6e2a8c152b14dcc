"""The command line: what it prints, what it writes, and how it refuses bad input."""

import csv
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles.closed_forms import two_r
from scipy.interpolate import CubicSpline

import linkwise
from linkwise.cli.commands import main
from linkwise.cli.show import rpy
from linkwise.cli.trajectory import BLOCK
from linkwise.models.load import BUILTINS
from linkwise.spatial.errors import LinkwiseError

ROOT = Path(__file__).parents[1]
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]\d+)?")

# The arm that `linkwise.planar_2r()` builds, with the equations of the lecture notes, section 3.
TWO_R = two_r(m1=1, m2=1, l1=1, lc1=0.5, lc2=0.5, I1=0.1, I2=0.1)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what the tests compile out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in an empty folder and return exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(command: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(shlex.split(command))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def numbers(text: str) -> list[float]:
    """All numbers of a text that stand for themselves."""
    return [float(word) for word in text.split() if NUMBER.fullmatch(word)]


def rows_of(text: str, head: str) -> list[list[str]]:
    """The words of the lines below the one that begins with `head`, up to a blank line."""
    lines = text.splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(head))
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return [line.split() for line in lines[start + 1 : end]]


def sine_motion(t: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """q, qd and qdd of two sines, differentiated by hand."""
    w, a = np.array([1.3, 2.1]), np.array([0.2, 0.9])
    phase = t[:, None] * w + a
    return np.sin(phase), w * np.cos(phase), -(w**2) * np.sin(phase)


def write_table(path: Path, header: str, *columns: NDArray[Any]) -> None:
    """Write a CSV file, every float so that it reads back exactly."""
    body = np.column_stack(columns).tolist()
    lines = [header, *(",".join(map(repr, row)) for row in body)]
    path.write_text("\n".join(lines) + "\n")


def slider(effort: float = np.inf) -> linkwise.Robot:
    """2 kg on a horizontal rail: tau = 2 qdd."""
    rail = linkwise.Joint.prismatic("x", (1, 0, 0), linkwise.Limits(effort=effort))
    return linkwise.Robot("slider", [linkwise.Link("cart", rail, inertia=mass(2))])


def mass(m: float) -> linkwise.Inertia:
    """A point mass at the origin."""
    return linkwise.Inertia(m, (0, 0, 0))


# ---- one state


def test_plain_call_prints_the_demo(run: Run) -> None:
    """M, C·qd, g and tau of the lecture notes' MATLAB demo (section 4), beside a closed form."""
    code, out, err = run("torque")
    assert (code, err) == (0, "")
    matrix = rows_of(out.split("mass matrix")[1], "joint")
    entries = [2.566025403784439, 0.7830127018922194, 0.7830127018922194, 0.35]
    for source, rows in (("recursion", matrix[::2]), ("closed form", matrix[1::2])):
        assert all(source in " ".join(row) for row in rows)
        got = [float(x) for row in rows for x in row[-2:]]
        assert got == pytest.approx(entries, abs=1e-8)
    terms = rows_of(out.split("tau = M·qdd")[1], "joint")
    right = {  # C·qd, g and tau
        "q1": (0.0075, 11.674583701387913, 13.043397673469356),
        "q2": (0.01, 1.2695074162278654, 1.706013767173975),
    }
    for joint, rows in (("q1", terms[:2]), ("q2", terms[2:])):
        assert rows[0][0] == joint
        for row in rows:
            assert row[-2:] == ["N", "m"]
            assert [float(x) for x in row[-5:-2]] == pytest.approx(right[joint], abs=1e-7)


def test_plain_call_prints_both_passes_and_how_well_they_agree(run: Run) -> None:
    """The iterations close with the demo's torques (lecture notes, section 4), to rounding."""
    _, out, _ = run("torque")
    assert out.index("outward") < out.index("inward")
    assert "13.043398" in out.split("inward")[1]
    assert "1.706014" in out.split("inward")[1]
    gaps = [float(line.split()[-1]) for line in out.splitlines() if "difference in tau" in line]
    assert len(gaps) == 2
    assert max(gaps) < 1e-13  # a few rounding errors of numbers near 10


def test_degrees_and_negative_numbers(run: Run) -> None:
    """Options take -0.5, -45deg and -1e-1 as values; tau against the closed form by hand."""
    code, out, _ = run("torque 2r -q -0.5 -45deg --qd .3 -1e-1 --qdd -2 0.5")
    q, qd, qdd = np.array([[-0.5, -np.pi / 4], [0.3, -0.1], [-2, 0.5]])
    assert code == 0
    for row, tau in zip(
        rows_of(out.split("tau = M·qdd")[1], "joint")[::2], TWO_R.tau(q, qd, qdd), strict=True
    ):
        assert float(row[-3]) == pytest.approx(tau, abs=1e-7)


def test_more_than_a_turn_may_be_meant_in_degrees(run: Run) -> None:
    """A coordinate of 45 rad is computed as typed, and told; metres, rates and 45deg are not."""
    code, _, err = run("torque 2r -q 45 -1 --qd 30 0")
    assert code == 0
    assert err == (
        "linkwise: warning: -q: 45 rad for joint 'q1' is more than a turn; "
        "degrees are written 45deg\n"
    )
    assert run("torque 2r -q 45deg 6.28 --qd 30 0")[2] == ""
    assert run("torque gantry -q 45 30")[2] == ""


@pytest.mark.parametrize("dashes", ["-", "--"])
def test_options_with_one_dash_or_two(run: Run, dashes: str) -> None:
    """-qd is taken for the rates, not for -q with the value d."""
    d = dashes
    assert run(f"torque {d}q 0 1 {d}qd 2 3 {d}qdd 4 5") == run("torque -q 0 1 --qd 2 3 --qdd 4 5")


def test_gravity_option(run: Run) -> None:
    """Hanging from a ceiling the 2R at rest takes the opposite of the notes' static torques."""
    _, out, _ = run("torque 2r -q 0 90deg --gravity 0 9.81 0")
    rows = rows_of(out.split("tau = M·qdd")[1], "joint")
    # g1 = (m1 lc1 + m2 l1) g, g2 = 0 at (0, 90°): lecture notes, section 3
    assert [float(row[-3]) for row in rows] == pytest.approx([-14.715, -14.715, 0, 0], abs=1e-7)


def test_closed_form_stands_aside_where_the_textbook_has_none(run: Run) -> None:
    """With gravity along x, and for other robots, no closed form is shown."""
    code, out, _ = run("torque 2r -q 0 90deg --gravity 9.81 0 0")
    assert code == 0
    assert "closed form" not in out
    # falling along x, the upright second link pulls by m2 lc2 g = 4.905 on both joints
    rows = rows_of(out.split("tau = M·qdd")[1], "joint")
    assert [float(row[-3]) for row in rows] == pytest.approx([4.905, 4.905])
    _, out, _ = run("torque pendulum -q 0")
    assert "closed form" not in out
    # a uniform rod of 1 m, 1 kg held level: m g l/2 (lecture notes, section 3)
    assert float(rows_of(out.split("tau = M")[1], "joint")[0][-3]) == pytest.approx(4.905)


@pytest.mark.parametrize("name", ["2r", "2r-point", "2r-rods"])
def test_closed_form_takes_the_robot_that_is_shown(run: Run, name: str) -> None:
    """All built-in planar 2R arms agree with the closed form of their own masses, to rounding."""
    _, out, _ = run(f"torque {name} -q 0.3 -0.7 --qd 1 2 --qdd -3 4 --gravity 0 -3.7 1")
    assert "g = 3.7" in out
    gaps = [float(line.split()[-1]) for line in out.splitlines() if "difference in tau" in line]
    assert len(gaps) == 2
    assert max(gaps) < 1e-13


def test_units_follow_the_joint(run: Run) -> None:
    """A sliding joint has m and N: the RP arm holds m2 g sin q1 (lecture notes, section 3)."""
    _, out, _ = run("torque rp -q 90deg 0.3")
    assert rows_of(out, "joint")[1][-3:] == ["m,", "m/s,", "m/s²"]
    turning, sliding = rows_of(out.split("tau = M·qdd")[1], "joint")
    assert turning[-2:] == ["N", "m"]
    assert sliding[-1] == "N"
    assert float(sliding[-2]) == pytest.approx(2 * 9.81)


def test_many_joints_leave_out_the_matrix(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A matrix of nine columns is not printed; a level chain of rods holds known weights."""
    monkeypatch.setitem(BUILTINS, "chain", lambda: linkwise.planar_nr([1] * 9, [1] * 9))
    _, out, _ = run("torque chain -q 0 0 0 0 0 0 0 0 0")
    assert "9 rows and columns" in out
    # joint 1 carries nine rods of 1 kg whose middle is 4.5 m away
    first = rows_of(out.split("tau = M·qdd")[1], "joint")[0]
    assert float(first[-3]) == pytest.approx(9 * 9.81 * 4.5, abs=1e-5)


def test_many_links_leave_out_the_iterations(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen links still show their rows, seventeen a line instead."""
    for joints, shown in ((16, True), (17, False)):
        chain = linkwise.planar_nr([1] * joints, [1] * joints)
        monkeypatch.setitem(BUILTINS, "chain", lambda chain=chain: chain)
        _, out, _ = run("torque chain -q" + " 0" * joints)
        assert ("inward, from the tips to the base" in out) == shown
        assert ("iterations over 17 links, too long to print" in out) != shown


# ---- trajectories


@pytest.mark.parametrize("suffix", ["csv", "npz"])
def test_trajectory_against_the_closed_form(run: Run, tmp_path: Path, suffix: str) -> None:
    """Torques from a full CSV file equal the closed form typed from the lecture notes."""
    t = np.linspace(0, 2, 300)
    q, qd, qdd = sine_motion(t)
    write_table(tmp_path / "swing.csv", "t,q1,q2,qd1,qd2,qdd1,qdd2", t, q, qd, qdd)
    code, out, err = run(f"torque 2r swing.csv -o tau.{suffix}")
    assert (code, err) == (0, "")
    assert "differentiated" not in out
    if suffix == "csv":
        with (tmp_path / "tau.csv").open() as file:
            header, *rows = csv.reader(file)
        assert header == ["t", "tau1", "tau2"]
        table = np.array(rows, float)
        got_t, tau = table[:, 0], table[:, 1:]
    else:
        with np.load(tmp_path / "tau.npz") as archive:
            got_t, tau = archive["t"], archive["tau"]
    np.testing.assert_array_equal(got_t, t)  # to the last bit
    np.testing.assert_allclose(tau, TWO_R.tau(q, qd, qdd), rtol=0, atol=1e-13)


def test_csv_keeps_every_bit(run: Run, tmp_path: Path) -> None:
    """The torques in CSV are the same floats as those in NPZ."""
    t = np.linspace(0, 2, 300)
    np.savez(tmp_path / "swing.npz", t=t, q=sine_motion(t)[0])
    run("torque 2r swing.npz -o tau.csv")
    run("torque 2r swing.npz -o tau.npz")
    text = np.loadtxt(tmp_path / "tau.csv", delimiter=",", skiprows=1)
    with np.load(tmp_path / "tau.npz") as archive:
        np.testing.assert_array_equal(text, np.column_stack([archive["t"], archive["tau"]]))


def test_npz_trajectory_over_several_chunks(run: Run, tmp_path: Path) -> None:
    """Every state of more than two chunks is computed, the last short one too; oracle as above."""
    t = np.linspace(0, 2, 2 * BLOCK + 7)
    q, qd, qdd = sine_motion(t)
    np.savez(tmp_path / "swing.npz", t=t, q=q, qd=qd, qdd=qdd)
    assert run("torque 2r swing.npz -o tau.npz")[0] == 0
    with np.load(tmp_path / "tau.npz") as archive:
        np.testing.assert_allclose(archive["tau"], TWO_R.tau(q, qd, qdd), rtol=0, atol=1e-13)


STREAMS = [
    ("csv", "csv"),
    ("csv", "npz"),
    ("npy", "npy"),
    ("npy by columns", "csv"),
    ("npy of f4", "npy"),
    ("npz", "npz"),
    ("npz by columns", "npy"),
    ("compressed npz", "npz"),
]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files of some hundred rows be long: 300 rows are read at a time."""
    for module in ("csv_file", "numpy_files"):
        monkeypatch.setattr(f"linkwise.cli.{module}.BLOCK", 300)


def write_motion(folder: Path, kind: str, t: NDArray[Any], *states: NDArray[Any]) -> str:
    """Write t, q and perhaps rates of two joints to a file of some kind, and return its name."""
    names = ("q", "qd", "qdd")[: len(states)]
    table = np.column_stack([t, *states])
    if kind == "csv":
        header = ",".join(["t", *(f"{name}{k}" for name in names for k in (1, 2))])
        write_table(folder / "motion.csv", header, table)
    elif kind == "npy of f4":
        np.save(folder / "motion.npy", table.astype(">f4"))
    elif "npy" in kind:
        np.save(folder / "motion.npy", np.asfortranarray(table) if "columns" in kind else table)
    else:
        arrays = dict(zip(names, states, strict=True))
        if "columns" in kind:
            arrays = {name: np.asfortranarray(a) for name, a in arrays.items()}
        save = np.savez_compressed if "compressed" in kind else np.savez
        save(folder / "motion.npz", t=t, **arrays)
    return f"motion.{'csv' if kind == 'csv' else 'npy' if 'npy' in kind else 'npz'}"


def read_torques(path: Path) -> tuple[NDArray[Any], NDArray[Any]]:
    """Read t and tau from an output of any kind."""
    if path.suffix == ".npz":
        with np.load(path) as archive:
            assert archive.files == ["t", "tau"]
            return archive["t"], archive["tau"]
    table = np.load(path) if path.suffix == ".npy" else np.loadtxt(path, delimiter=",", skiprows=1)
    return table[:, 0], table[:, 1:]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(("kind", "suffix"), STREAMS)
def test_every_kind_of_file_over_several_blocks(
    run: Run, tmp_path: Path, kind: str, suffix: str
) -> None:
    """Whatever the files, in blocks of 300, torques equal the equations of the lecture notes."""
    t = np.linspace(0, 2, 1000)
    states = sine_motion(t)
    name = write_motion(tmp_path, kind, t, *states)
    code, out, err = run(f"torque 2r {name} -o tau.{suffix}")
    assert (code, err) == (0, "")
    assert "1000 states" in out
    got_t, tau = read_torques(tmp_path / f"tau.{suffix}")
    if kind == "npy of f4":
        t, *states = (a.astype("f4").astype(float) for a in (t, *states))
    np.testing.assert_array_equal(got_t, t)
    np.testing.assert_allclose(tau, TWO_R.tau(*states), rtol=0, atol=1e-13)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(("kind", "count"), [("csv", 1), ("npy", 2), ("npz", 1)])
@pytest.mark.parametrize("rows", [299, 300, 301, 428, 429, 1000])
def test_rates_in_windows_as_in_one_piece(
    run: Run, tmp_path: Path, kind: str, count: int, rows: int
) -> None:
    """Rates from overlapping windows equal SciPy's spline through all rows at once.

    The steps of t differ by factors of a thousand.  Torques are held against the equations of the
    lecture notes at the rates of that one spline.
    """
    rng = np.random.default_rng(rows)
    t = np.cumsum(np.exp(rng.uniform(np.log(1e-3), 0, rows)))
    q = np.cumsum(rng.normal(0, 0.01, (rows, 2)), axis=0)
    qd = rng.normal(size=(rows, 2)) if count == 2 else CubicSpline(t, q)(t, 1)
    qdd = CubicSpline(t, qd)(t, 1) if count == 2 else CubicSpline(t, q)(t, 2)
    run(f"torque 2r {write_motion(tmp_path, kind, t, *(q, qd)[:count])} -o tau.npy")
    got_t, tau = read_torques(tmp_path / "tau.npy")
    right = TWO_R.tau(q, qd, qdd)
    np.testing.assert_array_equal(got_t, t)
    np.testing.assert_allclose(tau, right, rtol=0, atol=1e-11 * np.abs(right).max())


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_closing_table_over_several_blocks(run: Run, tmp_path: Path, kind: str) -> None:
    """Peak, RMS and work of 1000 states equal sums over all of them at once."""
    t = np.cumsum(np.random.default_rng(2).uniform(0.001, 0.01, 1000))
    q, qd, qdd = sine_motion(t)
    _, out, _ = run(f"torque 2r {write_motion(tmp_path, kind, t, q, qd, qdd)}")
    tau = TWO_R.tau(q, qd, qdd)
    square = np.trapezoid(tau**2, t, axis=0) / (t[-1] - t[0])
    work = np.trapezoid(np.abs(tau * qd), t, axis=0)
    for k, row in enumerate(rows_of(out, "joint")):
        right = [np.abs(tau[:, k]).max(), t[np.abs(tau[:, k]).argmax()], square[k] ** 0.5, work[k]]
        assert [float(x) for x in row[3:7]] == pytest.approx(right, rel=1e-5)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("fault", ["csv", "npy", "npz", "npz by columns"])
def test_faults_far_down_the_file(run: Run, tmp_path: Path, fault: str) -> None:
    """A bad entry or a time that falls is named by its line or index in the whole file."""
    t = np.arange(1000.0)
    q, qd, qdd = sine_motion(t)
    bad = qd.copy()
    bad[650, 1] = np.nan
    name = write_motion(tmp_path, fault, t, q, bad, qdd)
    place = {"csv": "line 652, column 5 (qd2)", "npy": "[650, 4]"}.get(fault, "qd[650, 1]")
    assert place in refused(run, f"torque 2r {name} -o tau.csv", tmp_path)
    t[600] = t[599]  # the first of a block
    name = write_motion(tmp_path, fault, t, q, qd, qdd)
    err = refused(run, f"torque 2r {name} -o tau.csv", tmp_path)
    place = {"csv": "line 602, column 1 (t)", "npy": "[600, 0]"}.get(fault, "t[600]")
    assert f"{place}: t does not rise: 599.0 after 599.0" in err


@pytest.mark.usefixtures("small_blocks")
def test_blank_lines_fill_a_block(run: Run, tmp_path: Path) -> None:
    """Hundreds of blank lines between two rows are no end of the file."""
    text = "t,q1,q2,qd1,qd2,qdd1,qdd2\n" + "0,0,0,0,0,0,0\n" + "\n" * 900 + "1,0,0,0,0,0,0\n"
    (tmp_path / "m.csv").write_text(text)
    code, out, _ = run("torque 2r m.csv")
    assert code == 0
    assert "2 states" in out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.usefixtures("small_blocks")
def test_csv_from_a_pipe(run: Run, tmp_path: Path) -> None:
    """A CSV trajectory is read once from front to back, and so may come from a program."""
    t = np.arange(1000.0)
    write_motion(tmp_path, "csv", t, *sine_motion(t))
    os.mkfifo(tmp_path / "pipe.csv")
    feeder = subprocess.Popen(["/bin/sh", "-c", "cat motion.csv > pipe.csv"], cwd=tmp_path)
    code, out, _ = run("torque 2r pipe.csv")
    assert feeder.wait() == 0
    assert code == 0
    assert "1000 states" in out


@pytest.mark.usefixtures("small_blocks")
def test_no_compiler_is_one_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a C compiler long files take NumPy, which is said in one line, and are right."""
    t = np.linspace(0, 2, 1000)
    states = sine_motion(t)
    monkeypatch.setenv("CC", "no-such-compiler")
    code, _, err = run(f"torque 2r {write_motion(tmp_path, 'npz', t, *states)} -o tau.npz")
    assert code == 0
    assert err.startswith("linkwise: warning: computing with NumPy instead of C: no C compiler")
    assert err.count("\n") == 1
    np.testing.assert_allclose(
        read_torques(tmp_path / "tau.npz")[1], TWO_R.tau(*states), rtol=0, atol=1e-13
    )


MEMORY = """
import resource, sys
from linkwise.cli.commands import main
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
main("torque 2r brief.npz -o tau.npz".split())
before = peak()
main("torque 2r long.npz -o tau.npz".split())
print((peak() - before) * (1 if sys.platform == "darwin" else 1024))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the peak of memory")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Twenty times the states, whose numbers fill 36 MB, take less than 6 MB more memory.

    Rates are missing, so that windows of the spline are part of it.
    """
    for name, states in (("brief", 25_000), ("long", 500_000)):
        arrays = {"t": np.arange(states, dtype="f8"), "q": np.zeros((states, 2), "i1")}
        np.savez_compressed(tmp_path / f"{name}.npz", **arrays)
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert int(done.stdout.split()[-1]) < 6e6
    with np.load(tmp_path / "tau.npz") as archive:
        assert archive["tau"].shape == (500_000, 2)


def test_columns_by_joint_name_in_any_order(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns named after joints go to those joints, and the torques are named likewise."""
    links = [
        linkwise.Link("a", linkwise.Joint.prismatic("left, low", (1, 0, 0)), inertia=mass(2)),
        linkwise.Link("b", linkwise.Joint.prismatic("up", (0, 1, 0)), inertia=mass(3)),
    ]
    monkeypatch.setitem(BUILTINS, "two", lambda: linkwise.Robot("two", links))
    header = 'qdd_up, "qdd_left, low", t, q2, "q_left, low", qd2, qd1'
    (tmp_path / "m.csv").write_text(f"{header}\n5, 7, 0, 0, 0, 0, 0\n")
    code, _, err = run("torque two m.csv -o tau.csv")
    assert (code, err) == (0, "")
    # two separate carts: force = mass times acceleration
    assert (tmp_path / "tau.csv").read_text() == 't,"tau_left, low",tau2\n0.0,14.0,15.0\n'


def test_missing_rates_are_differentiated(run: Run, tmp_path: Path) -> None:
    """From q of a known sine alone the torques come near those of its derivatives by hand.

    The second derivative of a cubic spline errs by about h² q⁗ ≈ 1e-4 · 20 away from the ends.
    """
    t = np.arange(0, 2, 0.01)
    q, qd, qdd = sine_motion(t)
    write_table(tmp_path / "swing.csv", "t,q1,q2", t, q)
    _, out, _ = run("torque 2r swing.csv -o tau.npz")
    assert "qd and qdd not given: differentiated from q by a cubic spline in t" in out
    with np.load(tmp_path / "tau.npz") as archive:
        gap = np.abs(archive["tau"] - TWO_R.tau(q, qd, qdd))
    assert gap[5:-5].max() < 2e-3
    assert gap.max() < 0.05


def test_missing_accelerations_come_from_the_rates(run: Run, tmp_path: Path) -> None:
    """Where qd is given, qdd is its first derivative, which errs by h³: closer by far."""
    t = np.arange(0, 2, 0.01)
    q, qd, qdd = sine_motion(t)
    np.savez(tmp_path / "swing.npz", t=t, q=q, qd=qd)
    _, out, _ = run("torque 2r swing.npz -o tau.npz")
    assert "qdd not given: differentiated from qd" in out
    with np.load(tmp_path / "tau.npz") as archive:
        assert np.abs(archive["tau"] - TWO_R.tau(q, qd, qdd)).max() < 1e-4


def test_missing_rates_of_a_cubic_are_exact(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A not-a-knot spline is a cubic on a cubic: q = t³ at uneven times gives force 2 · 6 t."""
    monkeypatch.setitem(BUILTINS, "slider", slider)
    t = np.array([0, 0.3, 0.5, 1.1, 1.7])
    write_table(tmp_path / "cubic.csv", "t,q1", t, t**3)
    run("torque slider cubic.csv -o tau.npz")
    with np.load(tmp_path / "tau.npz") as archive:
        np.testing.assert_allclose(archive["tau"][:, 0], 12 * t, rtol=0, atol=1e-11)


def test_closing_table_by_hand(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Peak, RMS, work and times of excess of five states, added up on paper.

    tau = 2 qdd = 2, −4, 0, 6, 2; ∫τ² = 10 + 8 + 18 + 20 = 56 over 4 s; |tau qd| = 0, 4, 0, 6, 4,
    so that the work is 2 + 2 + 3 + 5 = 12.
    """
    monkeypatch.setitem(BUILTINS, "slider", lambda: slider(effort=3))
    lines = ["t,q1,qd1,qdd1", "0,0,0,1", "1,0,1,-2", "2,0,1,0", "3,0,-1,3", "4,0,2,1"]
    (tmp_path / "m.csv").write_text("\n".join(lines))
    _, out, _ = run("torque slider m.csv")
    assert "5 states" in out
    (row,) = rows_of(out, "joint")
    assert row == ["x", "N", "6.000000", "3", "3.741657", "12.00000", "3", "1,", "3"]
    assert "of all joints: 12 J" in out


@pytest.mark.parametrize(
    ("effort", "said"),
    [("none", "never"), (9.0, "never"), (6.0, "never"), (5.9, "1 to 2, 4, 6 to 7, and 2 more")],
)
def test_spans_in_which_a_limit_is_exceeded(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, effort: float | str, said: str
) -> None:
    """Neighbouring states beyond the limit make one span; a torque at the limit is within it."""
    limit = np.inf if effort == "none" else float(effort)
    monkeypatch.setitem(BUILTINS, "slider", lambda: slider(limit))
    beyond = [0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1]
    lines = [f"{t},0,0,{3 * x}" for t, x in enumerate(beyond)]
    (tmp_path / "m.csv").write_text("\n".join(["t,q1,qd1,qdd1", *lines]))
    _, out, _ = run("torque slider m.csv")
    (row,) = rows_of(out, "joint")
    assert row[6] == ("none" if effort == "none" else f"{effort:g}")
    assert " ".join(row[7:]) == said


def test_a_single_state_in_a_file(run: Run, tmp_path: Path) -> None:
    """One row lasts no time: its RMS is its torque (static 2R, lecture notes) and its work 0."""
    (tmp_path / "m.csv").write_text("t,q1,q2,qd1,qd2,qdd1,qdd2\n0,0,0,0,0,0,0\n")
    _, out, _ = run("torque 2r m.csv")
    first, second = rows_of(out, "joint")
    assert (float(first[3]), float(first[5]), float(first[6])) == (19.62, 19.62, 0)
    assert (float(second[3]), float(second[5]), float(second[6])) == (4.905, 4.905, 0)


def test_work_beyond_floats(run: Run, tmp_path: Path) -> None:
    """A torque that is still a float may have a square that is none: inf, without a traceback."""
    (tmp_path / "m.csv").write_text(
        "t,q1,q2,qd1,qd2,qdd1,qdd2\n0,0,0,0,0,1e200,0\n1,0,0,0,0,1e200,0\n"
    )
    code, out, err = run("torque 2r m.csv")
    assert (code, err) == (0, "")
    # M11 and M12 of the straight arm: 2.7 and 0.85 kg m² (lecture notes, section 3)
    assert [row[3] for row in rows_of(out, "joint")] == ["2.700000e+200", "8.500000e+199"]
    assert [row[5] for row in rows_of(out, "joint")] == ["inf", "inf"]


def test_progress_is_for_terminals(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long run counts percents on a terminal's stderr, wipes them, and is silent elsewhere."""
    t = np.linspace(0, 1, 2 * BLOCK)
    zero = np.zeros((len(t), 2))
    np.savez(tmp_path / "long.npz", t=t, q=zero, qd=zero, qdd=zero)
    np.savez(tmp_path / "brief.npz", t=t[:9], q=zero[:9], qd=zero[:9], qdd=zero[:9])
    assert run("torque 2r long.npz")[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    _, out, err = run("torque 2r long.npz -o tau.csv")
    assert "\rcomputing 50 %" in err
    assert err.endswith("\r\033[K")
    assert "%" not in out
    assert run("torque 2r brief.npz")[2] == ""


# ---- bad input: exit code 2, one line, nothing written

GOOD = "t,q1,q2\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n"
BAD_CSV = {
    "a short row": ("t,q1,q2\n0,1,2\n1,2\n", "line 3, column 3 (q2)", "2 values"),
    "a long row": ("t,q1,q2\n0,1,2,3\n", "line 2, column 4", "4 values"),
    "a trailing comma": ("t,q1,q2\n0,1,2,\n", "line 2, column 4", "4 values"),
    "a NaN": ("t,q1,q2\n0,1,2\n\n1,2,nan\n", "line 4, column 3 (q2)", "'nan'"),
    "an infinity": ("t,q1,q2\n0,-inf,2\n", "line 2, column 2 (q1)", "'-inf'"),
    "an overflow": ("t,q1,q2\n0,1e999,2\n", "line 2, column 2 (q1)", "'1e999'"),
    "a word": ("t,q1,q2\n0,1,2\n1,two,3\n", "line 3, column 2 (q1)", "'two'"),
    "an empty cell": ("t,q1,q2\n0,,2\n", "line 2, column 2 (q1)", "''"),
    "a comment": ("t,q1,q2\n# rest\n0,1,2\n", "line 2, column 1 (t)", "'# rest'"),
    "digits of another script": ("t,q1,q2\n0,١,2\n", "line 2, column 2 (q1)", "'١'"),
    "an underscore": ("t,q1,q2\n0,1_0,2\n", "line 2, column 2 (q1)", "'1_0'"),
    "bytes that are no text": (b"t,q1,q2\n0,\xe9,2\n", "line 2, column 2 (q1)", "udce9"),
    "t that stands still": ("t,q1,q2\n0,1,2\n0,1,2\n", "line 3, column 1 (t)", "0.0 after 0.0"),
    "t that falls, last": ("q1,q2,t\n1,2,3\n1,2,1\n", "line 3, column 3 (t)", "1.0 after 3.0"),
    "an unknown column": ("t,q1,q22\n0,1,2\n", "line 1, column 3", "did you mean 'q2'?"),
    "a strange column": ("t,q1,torque\n0,1,2\n", "line 1, column 3", "names are t, q1"),
    "a column twice": ("t,q1,q2,q_q1\n0,1,2,3\n", "line 1, column 4", "column 2"),
    "a missing column": ("t,q1\n0,1\n", "line 1", "'q2' or 'q_q2' is wanted"),
    "half the rates": ("t,q1,q2,qd2\n0,1,2,3\n", "line 1", "'qd1' or 'qd_q1' is wanted"),
    "no time": ("q1,q2\n1,2\n", "line 1", "no column 't'"),
    "semicolons": ("t;q1;q2\n0;1;2\n", "line 1, column 1", "with commas between them"),
    "an empty file": ("", "line 1", "no column 't'"),
    "no rows": ("t,q1,q2\n\n", "line 2", "no row of numbers"),
    "too few to differentiate": (GOOD[:-6], "bad.csv", "at least 4 are wanted"),
    "a line without end": ("t,q1,q2\n" + "1" * 200_000, "line 2", "limit"),
    "too large a step": (
        "t,q1,q2\n0,1e308,0\n5e-324,-1e308,0\n1,0,0\n2,0,0\n",
        "bad.csv",
        "q cannot be differentiated",
    ),
    "a step of t beyond floats": (
        "t,q1,q2\n-1e308,0,0\n1e308,1,0\n1.1e308,0,0\n1.2e308,0,0\n",
        "bad.csv",
        "q cannot be differentiated",
    ),
    "too large a rate": (
        "t,q1,q2\n0,1,0\n1e-300,2,0\n1,0,0\n2,0,0\n",
        "at t = 0",
        "joint 'q1' is too large",
    ),
    "too large a motion": (
        "t,q1,q2,qd1,qd2,qdd1,qdd2\n0,0,1,1e200,0,0,0\n",
        "at t = 0",
        "joint 'q1' is too large",
    ),
}


def refused(run: Run, command: str, tmp_path: Path) -> str:
    """Run a command that must fail; return its one line and see that it left no file behind."""
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    code, out, err = run(command)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("linkwise: error: ")
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before
    return err


@pytest.mark.parametrize("fault", BAD_CSV)
def test_bad_csv(run: Run, tmp_path: Path, fault: str) -> None:
    """A bad trajectory is refused with its place, and an output of an earlier run stays."""
    content, place, reason = BAD_CSV[fault]
    (tmp_path / "bad.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "tau.csv").write_text("of an earlier run\n")
    for out in ("tau.csv", "new.csv"):
        err = refused(run, f"torque 2r bad.csv -o {out}", tmp_path)
        assert "bad.csv" in err
        assert place in err
        assert reason in err


@pytest.mark.parametrize(
    "content",
    [
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD.replace(",", " , "),
        GOOD.replace("\n", "\n\n"),
        GOOD.replace("0,0", '"0",+.0e0'),
        GOOD.rstrip(),
    ],
)
def test_csv_in_other_dress(run: Run, tmp_path: Path, content: str) -> None:
    """Windows line ends, a byte order mark, spaces, blank lines and quotes change nothing."""
    (tmp_path / "good.csv").write_bytes(content.encode())
    code, out, _ = run("torque 2r good.csv")
    assert code == 0
    assert "4 states" in out


def test_joint_named_like_the_place_of_another(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the second joint is called q1, a column q1 could mean either, and is refused."""
    links = [
        linkwise.Link("a", linkwise.Joint.prismatic("q2"), inertia=mass(2)),
        linkwise.Link("b", linkwise.Joint.prismatic("q1"), inertia=mass(3), parent="a"),
    ]
    monkeypatch.setitem(BUILTINS, "crossed", lambda: linkwise.Robot("crossed", links))
    (tmp_path / "bad.csv").write_text("t,q1,q2\n0,1,2\n")
    err = refused(run, "torque crossed bad.csv", tmp_path)
    assert "bad.csv, line 1, column 2" in err
    assert "write q_NAME" in err
    (tmp_path / "good.csv").write_text("t,q_q1,q_q2,qd1,qd2,qdd_q2,qdd_q1\n0,0,0,0,0,1,0\n")
    err = refused(run, "torque crossed good.csv", tmp_path)
    assert "column 4: 'qd1' may be the joint of that name" in err


BAD_NPZ: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown array": ({"tau": [0]}, "unknown array 'tau'"),
    "no q": ({"q": None}, "no array 'q'"),
    "no t": ({"t": None}, "no array 't'"),
    "flat q": ({"q": np.zeros(8)}, "q: shape (4, 2) is wanted"),
    "short qd": ({"qd": np.zeros((3, 2))}, "qd: shape (4, 2) is wanted"),
    "t in a column": ({"t": np.zeros((4, 1))}, "t: shape (N,) is wanted, got (4, 1)"),
    "no times": ({"t": np.zeros(0), "q": np.zeros((0, 2))}, "t: shape (N,) is wanted, got (0,)"),
    "a NaN": ({"q": [[0, 0], [0, np.nan], [0, 0], [0, 0]]}, "q[1, 1]: nan"),
    "an infinity": ({"t": [0, 1, 2, np.inf]}, "t[3]: inf"),
    "t that falls": ({"t": [0, 2, 1, 3]}, "t[2]: t does not rise: 1.0 after 2.0"),
    "complex numbers": ({"q": np.zeros((4, 2), complex)}, "q: real numbers are wanted"),
    "text": ({"q": np.full((4, 2), "0")}, "q: real numbers are wanted"),
    "objects": ({"q": np.array([[None] * 2] * 4)}, "not an NPZ file of plain numbers"),
}


@pytest.mark.parametrize("fault", BAD_NPZ)
def test_bad_npz(run: Run, tmp_path: Path, fault: str) -> None:
    """A bad archive is refused with the name of the array and the index of the entry."""
    changes, reason = BAD_NPZ[fault]
    arrays = {"t": np.arange(4.0), "q": np.zeros((4, 2)), **changes}
    np.savez(tmp_path / "bad.npz", **{k: a for k, a in arrays.items() if a is not None})
    err = refused(run, "torque 2r bad.npz -o tau.npz", tmp_path)
    assert "bad.npz" in err
    assert reason in err


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 but no archive", b"\x93NUMPY"])
def test_npz_that_is_none(run: Run, tmp_path: Path, content: bytes) -> None:
    """A file that only bears the name is refused without a traceback."""
    (tmp_path / "bad.npz").write_bytes(content)
    assert "bad.npz is not an NPZ file" in refused(run, "torque 2r bad.npz", tmp_path)


def test_npz_that_holds_one_array(run: Run, tmp_path: Path) -> None:
    """An array saved without names is no trajectory, whatever its file is called."""
    with (tmp_path / "bad.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    assert "bad.npz is not an NPZ file" in refused(run, "torque 2r bad.npz", tmp_path)


def test_npz_cut_short(run: Run, tmp_path: Path) -> None:
    """An archive that was not copied to its end is refused."""
    np.savez_compressed(tmp_path / "bad.npz", t=np.arange(99.0), q=np.zeros((99, 2)))
    whole = (tmp_path / "bad.npz").read_bytes()
    (tmp_path / "bad.npz").write_bytes(whole[: len(whole) // 2])
    assert "bad.npz is not an NPZ file" in refused(run, "torque 2r bad.npz", tmp_path)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("twist", "invalid choice: 'twist'"),
        ("show", "the following arguments are required: ROBOT"),
        ("show pandas", "did you mean 'panda'?"),
        ("show nothing-like-it", "built in are pendulum, 2r,"),
        ("torque 2r", "wants -q with 2 values, in this order: q1, q2"),
        ("torque 2r --qd 1 2", "wants -q with 2 values"),
        ("torque 2r -q 1", "-q wants one value a joint of 'planar 2R', 2 in this order: q1"),
        ("torque 2r -q 1 2 --qd 1 2 3", "--qd wants one value a joint"),
        ("torque 2r -q 1 2 --qdd 1", "--qdd wants one value a joint"),
        ("torque 2r -q 1 2x", "-q: '2x' for joint 'q2' is not a finite number"),
        ("torque 2r -q 1 nan", "-q: 'nan' for joint 'q2'"),
        ("torque 2r -q -inf 1", "-q: '-inf' for joint 'q1'"),
        ("torque 2r -q 1 deg", "-q: 'deg' for joint 'q2'"),
        ("torque 2r -q 1 pi/4", "'pi/4' for joint 'q2'"),
        ("torque 2r -q 1 45deg45deg", "'45deg45deg' for joint 'q2'"),
        ("torque rp -q 1 45deg", "'45deg' for joint 'q2', which slides"),
        ("torque 2r -q 1 2 --gravity 0 -9.81", "--gravity: expected 3 arguments"),
        ("torque 2r -q 1 2 --gravity 0 -9.81 down", "--gravity: 'down' is not a finite"),
        ("torque 2r -q 1 2 --mass 3", "unrecognized arguments: --mass"),
        ("torque 2r good.csv -q 1 2", "either a trajectory or a state"),
        ("torque 2r -q 1 2 -o tau.csv", "-o tau.csv wants a trajectory"),
        ("torque good.csv", "good.csv is a trajectory: a robot is wanted before it"),
        ("torque 2r absent.csv", "absent.csv: No such file or directory"),
        ("torque 2r absent.npz", "absent.npz: No such file or directory"),
        ("torque 2r good.txt", "a trajectory ends in .csv, .npy or .npz"),
        ("torque 2r good.csv -o tau.txt", "tau.txt: an output file ends in .csv, .npy or .npz"),
        ("torque 2r good.csv -o no/tau.csv", "no/tau.csv: there is no folder"),
        ("torque 2r good.csv -o folder.csv", "folder.csv is a folder"),
        ("torque 2r folder.csv", "folder.csv: Is a directory"),
        ("torque 2r good.csv -o good.csv", "good.csv is what is read"),
        ("torque 2r -q 1 1 --qd 1e200 0", "at this state the torques are too large"),
    ],
)
def test_bad_arguments(run: Run, tmp_path: Path, command: str, reason: str) -> None:
    """What cannot be understood is refused before anything is computed or written."""
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "folder.csv").mkdir()
    assert reason in refused(run, command, tmp_path)


def test_robot_without_joints(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single fixed link has no torque."""
    rock = linkwise.Robot("rock", [linkwise.Link("rock", linkwise.Joint.fixed("glue"))])
    monkeypatch.setitem(BUILTINS, "rock", lambda: rock)
    assert "'rock' has no joint that moves" in refused(run, "torque rock -q 1", tmp_path)
    assert run("show rock")[0] == 0


@pytest.mark.parametrize("before", [None, "of an earlier run\n"])
@pytest.mark.parametrize(
    ("stop", "code"), [(KeyboardInterrupt(), 130), (OSError(28, "No space left on device"), 2)]
)
@pytest.mark.parametrize(
    ("suffix", "where"),
    [
        ("csv", "csv.writer"),
        ("npy", "GrowingArray.append"),
        ("npz", "GrowingArray.append"),
        ("npz", "zipfile.ZipFile"),
        ("csv", "os.fsync"),
    ],
)
def test_interrupted_write_leaves_nothing(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stop: BaseException,
    code: int,
    before: str | None,
    suffix: str,
    where: str,
) -> None:
    """A write that is stopped half-way, or at its end, leaves the output as it was, and no file."""

    def interrupt(*_: object, **__: object) -> None:
        raise stop

    (tmp_path / "good.csv").write_text(GOOD)
    if before:
        (tmp_path / f"tau.{suffix}").write_text(before)
    monkeypatch.setattr(f"linkwise.cli.output.{where}", interrupt)
    got, out, err = run(f"torque 2r good.csv -o tau.{suffix}")
    assert got == code
    assert out == ""
    assert err.count("\n") == 1
    assert code == 130 or f"tau.{suffix} cannot be written: No space left" in err
    left = {path.name for path in tmp_path.iterdir()} - {"good.csv"}
    assert left == ({f"tau.{suffix}"} if before else set())
    assert not before or (tmp_path / f"tau.{suffix}").read_text() == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize("suffix", ["csv", "npy", "npz"])
def test_full_disk(run: Run, tmp_path: Path, suffix: str) -> None:
    """Where the system writes no further, the line names the output and nothing is left behind."""
    import resource

    t = np.arange(3.0 * BLOCK)
    zero = np.zeros((len(t), 2))
    np.savez(tmp_path / "long.npz", t=t, q=zero, qd=zero, qdd=zero)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, before[1]))
    try:
        err = refused(run, f"torque 2r long.npz -o tau.{suffix}", tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert f"tau.{suffix} cannot be written: File too large" in err


def test_output_through_a_link(run: Run, tmp_path: Path) -> None:
    """An output that is a symbolic link keeps being one, and its target is replaced."""
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "kept.csv").write_text("of an earlier run\n")
    (tmp_path / "tau.csv").symlink_to("kept.csv")
    assert run("torque 2r good.csv -o tau.csv")[0] == 0
    assert (tmp_path / "tau.csv").is_symlink()
    assert (tmp_path / "kept.csv").read_text().startswith("t,tau1,tau2\n0.0,19.62,4.905\n")


# ---- warnings, show, files, help


def test_warnings_are_one_line_each(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning of ours comes without Python's file and line, and does not change the result."""

    def builder() -> linkwise.Robot:
        joint = linkwise.Joint.prismatic("x", (2, 0, 0))
        return linkwise.Robot("slider", [linkwise.Link("cart", joint, inertia=mass(2))])

    monkeypatch.setitem(BUILTINS, "slider", builder)
    code, out, err = run("torque slider -q 0 --qdd 3")
    assert code == 0
    assert err == "linkwise: warning: the axis of joint 'x' has length 2: taken as a direction\n"
    assert float(rows_of(out.split("tau = M·qdd")[1], "joint")[0][-2]) == 6


def test_warnings_of_others_are_left_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no warning of ours keeps the form that Python gives it."""

    def builder() -> linkwise.Robot:
        import warnings

        warnings.simplefilter("always")
        warnings.warn("some other matter", DeprecationWarning, stacklevel=1)
        return slider()

    monkeypatch.setitem(BUILTINS, "slider", builder)
    _, _, err = run("torque slider -q 0")
    assert "DeprecationWarning: some other matter" in err
    assert "linkwise: warning" not in err


def test_messages_of_several_lines_become_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that prints a matrix still takes one line of the terminal."""

    def builder() -> linkwise.Robot:
        raise LinkwiseError("R is no rotation:\n[[1 2]\n [3 4]]")

    monkeypatch.setitem(BUILTINS, "odd", builder)
    assert refused(run, "show odd", tmp_path).endswith("R is no rotation: [[1 2] [3 4]]\n")


def test_show(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fact of a small tree that was built by hand is shown."""
    I = np.diag([0.1, 0.2, 0.3])
    turn = linkwise.Transform.from_rpy((0.1, -0.2, 0.3), (1, 2, 3))
    limits = linkwise.Limits(-1.5, 2.5, 3, 40)
    links = [
        linkwise.Link("plinth", linkwise.Joint.fixed("bolts"), inertia=mass(5)),
        linkwise.Link(
            "arm",
            linkwise.Joint.revolute("elbow", (0, 1, 0), limits),
            turn,
            linkwise.Inertia(2, (0.25, 0, 0.5), I),
            "plinth",
        ),
        linkwise.Link("nut", linkwise.Joint.helical("screw", 0.01), parent="arm"),
    ]
    robot = linkwise.Robot("tree", links, np.array([0, 0, -1.62]))
    monkeypatch.setitem(BUILTINS, "tree", lambda: robot)
    code, out, _ = run("show tree")
    assert code == 0
    for fact in (
        "tree: 3 links, 2 joints that move",
        "joints   elbow, screw",
        "7 kg: 2 kg moves, 5 kg is fixed to the base",
        "gravity  (0, 0, -1.62) m/s²",
        "plinth, on the base",
        "bolts: fixed",
        "arm, on plinth",
        "elbow: revolute about (0, 1, 0)",
        "at (1, 2, 3) m, roll pitch yaw (0.1, -0.2, 0.3) rad",
        "range -1.5 to 2.5 rad, speed 3 rad/s, effort 40 N m",
        "2 kg, centre of mass (0.25, 0, 0.5) m",
        "(0.1, 0.2, 0.3) kg m²",
        "screw: helical about (0, 0, 1), 0.01 m/rad",
        "conventions",
    ):
        assert fact in out


@pytest.mark.parametrize("name", BUILTINS)
def test_built_in_robots_can_be_shown_and_held(run: Run, name: str) -> None:
    """Every built-in robot has a report, and a torque at rest in its zero position."""
    code, out, err = run(f"show {name}")
    assert (code, err) == (0, "")
    n = len(re.findall(r"^  joint  ", out, re.MULTILINE))
    code, out, err = run(f"torque {name} -q {' '.join(['0'] * n)}")
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    "angles", [(0.3, -0.4, 2.5), (0, 0, 0), (-3, 1.5, -3), (0, np.pi / 2, 0.7), (0, -np.pi / 2, -1)]
)
def test_roll_pitch_yaw(angles: tuple[float, float, float]) -> None:
    """The angles shown turn back into the rotation, also where the pitch is ±90°."""
    R = linkwise.Transform.from_rpy(angles).R
    roll, pitch, yaw = rpy(R)
    cx, sx, cy, sy = np.cos(roll), np.sin(roll), np.cos(pitch), np.sin(pitch)
    Rx = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    Ry = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    Rz = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    np.testing.assert_allclose(Rz @ Ry @ Rx, R, rtol=0, atol=1e-12)


URDF = """\
<robot name="cart">
  <link name="world"/>
  <link name="cart"><inertial><mass value="4"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="rail" type="prismatic"><parent link="world"/><child link="cart"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="30" velocity="2"/></joint>
</robot>
"""


def test_urdf_file(run: Run, tmp_path: Path) -> None:
    """A robot file is read: 4 kg on a vertical rail take 4 (9.81 + 2) N, beyond its 30 N."""
    (tmp_path / "cart.urdf").write_text(URDF)
    (tmp_path / "lift.csv").write_text("t,q_rail,qd_rail,qdd_rail\n0,0,0,2\n1,1,2,2\n")
    code, out, _ = run("torque cart.urdf lift.csv -o tau.csv")
    assert code == 0
    (row,) = rows_of(out, "joint")
    # constant force 47.24 N through the mean speed 1 m/s for 1 s
    assert row == ["rail", "N", "47.24000", "0", "47.24000", "47.24000", "30", "0", "to", "1"]
    assert (tmp_path / "tau.csv").read_text() == "t,tau_rail\n0.0,47.24\n1.0,47.24\n"


def test_broken_robot_file(run: Run, tmp_path: Path) -> None:
    """A robot file that stops half-way is refused by name and line."""
    (tmp_path / "cart.urdf").write_text(URDF[:300])
    err = refused(run, "torque cart.urdf -q 0", tmp_path)
    assert "cart.urdf" in err
    assert "line" in err


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    """Help names the commands and the built-in robots, and exits with 0, as does --version."""
    for words, said in (
        (["--help"], "torque"),
        (["torque", "--help"], "pendulum, 2r"),
        (["show", "-h"], "ROBOT"),
        (["--version"], f"linkwise {linkwise.__version__}"),
    ):
        with pytest.raises(SystemExit) as leaving:
            main(words)
        assert leaving.value.code == 0
        assert said in " ".join(capsys.readouterr().out.split())


# ---- as a program


def program(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m linkwise` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "linkwise", *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_program_prints_the_demo(tmp_path: Path) -> None:
    """`python -m linkwise torque` shows the lecture notes' torques (section 4) and exits with 0."""
    done = program("torque", folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "13.0433977" in done.stdout


def test_program_refuses_without_traceback(tmp_path: Path) -> None:
    """The process exits with 2 and prints one line."""
    (tmp_path / "bad.csv").write_text("t,q1,q2\n0,1\n")
    done = program("torque", "2r", "bad.csv", folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == (
        "linkwise: error: bad.csv, line 2, column 3 (q2): "
        "the row has 2 values, the header 3 columns\n"
    )


def test_program_on_a_terminal_without_greek(tmp_path: Path) -> None:
    """Letters that the terminal lacks are escaped instead of stopping the program."""
    done = program("torque", folder=tmp_path, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "\\u03c9" in done.stdout


def test_reader_of_the_output_may_stop(tmp_path: Path) -> None:
    """A pipe that is closed early, as by head, ends the program without complaint."""
    command = f"{shlex.quote(sys.executable)} -m linkwise show panda | true"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


# ---- the page


@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="needs the source tree")
def test_page_is_true(run: Run, tmp_path: Path) -> None:
    """Every file and command of the page, in order, gives what the page shows."""
    page = (ROOT / "docs" / "command_line.md").read_text()
    blocks = re.findall(r"^```(\S+)(?: \S+)?\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    commands = 0
    for kind, text in blocks:
        if kind == "console":
            for example in text.split("$ linkwise ")[1:]:
                command, _, shown = example.partition("\n")
                _, out, err = run(command)
                same_text(out + err, shown)
                commands += 1
        elif text.startswith(":caption: "):
            caption, _, content = text.partition("\n\n")
            file = tmp_path / caption.removeprefix(":caption: ")
            if file.exists():  # an example wrote it
                same_text(file.read_text(), content)
            else:
                file.write_text(content)
    assert commands >= 5


def same_text(got: str, shown: str) -> None:
    """Compare two texts, numbers to 1e-6, everything else to the letter but for spaces."""
    assert NUMBER.sub("#", got).split() == NUMBER.sub("#", shown).split()
    ours, theirs = ([float(x) for x in NUMBER.findall(text)] for text in (got, shown))
    assert ours == pytest.approx(theirs, rel=1e-6, abs=1e-6)
