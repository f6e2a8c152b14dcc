"""`linkwise simulate`: its report, its rows and its refusals."""

import csv
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

import linkwise as lw
from linkwise.cli.commands import main

FALL = "simulate 2r -q 0 0.3"


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory):
    """Keep what the tests compile out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command line in an empty folder and return exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(command):
        capsys.readouterr()
        code = main(shlex.split(command))
        return code, *capsys.readouterr()

    return run


def numbers(csv_text):
    """Return the header and the rows of comma-separated values."""
    header, *rows = csv.reader(csv_text.splitlines())
    return header, np.array(rows, float)


def test_report(run):
    """The report holds the end of the motion as `simulate` gives it, drift, ledger and a table."""
    code, out, err = run(f"{FALL} --time 2")
    assert (code, err) == (0, "")
    motion = lw.simulate(lw.planar_2r(), (0, 0.3), (0, 0), t=[0, 2])
    assert f"q1  ends at {motion.q[-1, 0]:.6g} rad with {motion.qd[-1, 0]:.6g} rad/s" in out
    drift = re.search(r"energy  1\.44953 J, off by (\S+) J at the end, by (\S+) J at most", out)
    assert max(abs(float(x)) for x in drift.groups()) < 1e-9
    last = next(line for line in out.splitlines() if line.startswith("2  ")).split()
    assert [float(x) for x in last[1:3]] == pytest.approx(motion.q[-1], abs=1e-6)
    assert "work of motor q1" in out


def test_rows(run):
    """--csv and -o give t, q, qd, tau and energies of every row, with all their digits."""
    code, out, _ = run(f"{FALL} --qd 1 -2 --tau 3 -1 --time 1 --every 0.3 --csv")
    header, rows = numbers(out)
    assert code == 0
    assert header == ["t", "q1", "q2", "qd1", "qd2", "tau1", "tau2", "kinetic", "potential"]
    t = [0, 0.3, 0.6, 0.9, 1]
    motion = lw.simulate(lw.planar_2r(), (0, 0.3), (1, -2), (3, -1), t=t)
    right = np.column_stack([t, motion.q, motion.qd, motion.tau, motion.kinetic, motion.potential])
    assert rows == pytest.approx(right, abs=1e-9)
    code, text, _ = run(f"{FALL} --qd 1 -2 --tau 3 -1 --time 1 --every 0.3 -o motion.csv")
    assert "motion written to motion.csv" in text
    assert Path("motion.csv").read_text().rstrip("\n") == out.rstrip("\n")
    run(f"{FALL} --qd 1 -2 --tau 3 -1 --time 1 --every 0.3 -o motion.npy")
    assert np.array_equal(np.load("motion.npy"), rows)


def test_integrator_and_order(run):
    """The lecture notes' integrator, RK4 at 1 ms, and its order as observed."""
    code, out, _ = run(f"{FALL} --time 0.5 --integrator RK4 --step 2e-3 --order")
    assert code == 0
    assert "by RK4, 0 s to 0.5 s: 300 steps" in out  # 3 a row, which are 5 ms apart
    order = float(re.search(r"observed order  (\S+)", out)[1])
    assert order == pytest.approx(4, abs=0.1)


def test_gravity_and_limits(run, tmp_path):
    """A lift that falls in the moon's gravity from a file passes its limit at √(2 x/g)."""
    rail = lw.Joint.prismatic("lift", (0, 0, 1), lw.Limits(lower=-1))
    robot = lw.Robot("lift", [lw.Link("cart", rail, inertia=lw.Inertia(2, (0, 0, 0)))])
    lw.save_toml(robot, tmp_path / "lift.toml")
    code, out, _ = run("simulate lift.toml -q 0 --time 3 --gravity 0 0 -1.62 --stop-at-limits")
    assert code == 0
    assert "t = 1.11111 s: joint 'lift' passes its lower limit, -1 m" in out
    assert "lift  ends at -1 m with -1.8 m/s" in out


def test_a_motion_that_stops(run):
    """Steps far too long: what there is is printed, a warning says when and where, exit code 1."""
    code, out, err = run(f"{FALL} --time 100 --every 1 --integrator RK4 --qd 30 0 --csv")
    assert code == 1
    assert re.fullmatch(r"linkwise: warning: stopped at t = \d+ s, where joint 'q\d'.*\n", err)
    _, rows = numbers(out)
    assert 1 <= len(rows) < 100
    assert np.isfinite(rows).all()


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("wants --time, and -q with 2 values", FALL),
        ("wants --time, and -q with 2 values", "simulate 2r --time 1"),
        ("--time must be above 0 s, got -1", f"{FALL} --time -1"),
        ("--step: 'x' is not a finite number", f"{FALL} --time 1 --step x"),
        ("--tau wants one value a joint", f"{FALL} --time 1 --tau 1"),
        ("did you mean 'RK4'?", f"{FALL} --time 1 --integrator rk4"),
        ("DOP853 has no fixed steps", f"{FALL} --time 0.1 --order"),
        ("--step goes with RK4 and symplectic: DOP853", f"{FALL} --time 1 --step 0.1"),
        ("makes 1e+12 rows: 10,000,000 at most", f"{FALL} --time 1 --every 1e-12"),
        ("q0 and qd0 are too large for floats", "simulate 2r -q 0 0 --qd 1e308 0 --time 1"),
        ("motion.npz: the rows of a motion go to", f"{FALL} --time 1 -o motion.npz"),
        ("an output file ends in", f"{FALL} --time 1 -o motion.txt"),
    ],
)
def test_refusals(run, words, command):
    """Each argument that is at fault is named, in one line, with exit code 2."""
    code, out, err = run(command)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
