"""`linkwise identify` from CSV files to tables and models."""

import csv
from dataclasses import replace

import numpy as np
import pytest

import linkwise as lw
from linkwise import Friction
from linkwise.cli.commands import main

SIGMA = np.array([0.8, 0.8, 0.6, 0.6, 0.2, 0.15, 0.1])  # N m
ENCODER = 1e-5  # rad


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command line in an empty folder and return exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run_words(line):
        code = main(line.split())
        return code, *capsys.readouterr()

    return run_words


def write(path, **columns):
    """Write t and joint columns ``(N, n)`` to a CSV file, as q1, q2, ... or q_NAME, ..."""
    names, numbers = [], []
    for name, a in columns.items():
        many = a.ndim == 2
        names += [f"{name}{k + 1}" for k in range(a.shape[1])] if many else [name]
        numbers.append(a if many else a[:, None])
    np.savetxt(
        path, np.hstack(numbers), "%.17g", delimiter=",", header=",".join(names), comments=""
    )


def rubbing(robot, *pairs):
    """Give each joint viscous and Coulomb friction."""
    links = [
        replace(link, joint=replace(link.joint, friction=Friction(*pair)))
        for link, pair in zip(robot.links, pairs, strict=True)
    ]
    return replace(robot, links=links)


def swing(t):
    """Return q, q̇, q̈ of two joints, of sines differentiated by hand."""
    w, size, phase = np.array([1.1, 2.3]), np.array([1.5, 0.9]), np.array([0.2, 1])
    x = w * t[:, None] + phase
    return size * np.sin(x), size * w * np.cos(x), -size * w**2 * np.sin(x)


def test_seven_joints_from_encoders_and_noisy_torques(run, tmp_path):
    """Positions with encoder noise and noisy torques alone: the arm comes out, end to end.

    The truth is the arm that made the torques; the command line gets one without friction.  Within
    4 standard errors for all, within 2 for nine in ten; the model that is written has bodies that
    exist, and predicts torques of another motion better than a tenth of the noise.
    """
    rng = np.random.default_rng(7)
    arm = rubbing(lw.panda(), *rng.uniform((0.1, 0.2), (0.5, 0.8), (7, 2)))
    motion = lw.excitation_trajectory(arm, evaluations=40)
    t = np.arange(0, 10, 1 / 200)
    states = motion.q(t), motion.qd(t), motion.qdd(t)
    tau = lw.rnea(arm, *states) + rng.normal(scale=SIGMA, size=(len(t), 7))
    write(
        tmp_path / "run.csv", t=t, q=states[0] + rng.normal(scale=ENCODER, size=(2000, 7)), tau=tau
    )
    code, out, err = run("identify panda run.csv -o found.csv --model found.toml")
    assert (code, err) == (0, "")
    assert "qd and qdd not given: differentiated from q" in out
    assert "57 base parameters from 1880 states" in out
    with (tmp_path / "found.csv").open() as file:
        rows = list(csv.DictReader(file))
    base = lw.base_parameters(arm, effects=["friction"])
    truth = base.values(lw.regressor_parameters(arm, ["friction"]))
    estimate, error = (
        np.array([float(x[k]) for x in rows]) for k in ("estimate", "standard_error")
    )
    off = np.abs(estimate - truth) / error
    assert off.max() < 4
    assert np.mean(off < 2) > 0.9
    assert [x["formula"] for x in rows] == str(base).splitlines()
    fitted = lw.load(tmp_path / "found.toml", strict=True)
    other = lw.excitation_trajectory(arm, evaluations=1, seed=9)
    states = other.q(t), other.qd(t), other.qdd(t)
    gap = lw.rnea(fitted, *states) - lw.rnea(arm, *states)
    assert (np.sqrt(np.mean(gap**2, axis=0)) < 0.15 * SIGMA).all()


def test_rates_that_are_given_are_taken(run, tmp_path):
    """Exact rates give the exact numbers, computed on paper, without a filter."""
    t = np.arange(0, 10, 0.05)
    arm = rubbing(lw.planar_2r(), (0.3, 0.2), (0.1, 0.4))
    q, qd, qdd = swing(t)
    write(tmp_path / "run.csv", t=t, q=q, qd=qd, qdd=qdd, tau=lw.rnea(arm, q, qd, qdd))
    code, out, _ = run("identify 2r run.csv")
    assert code == 0
    assert "differentiated" not in out
    found = {line.split("  ")[0]: line.split() for line in out.splitlines()}
    for name, value in (
        ("link1 mcx + …", 1.5),  # m1 lc1 + m2 l1
        ("link1 Izz + …", 1.35),  # I1 + m1 lc1² + m2 l1²
        ("link2 Izz", 0.35),
        ("q1 viscous", 0.3),
        ("q2 coulomb", 0.4),
    ):
        assert float(found[name][len(name.split())]) == pytest.approx(value, rel=1e-5)
    code, _, err = run("identify 2r run.csv --cutoff 5")
    assert code == 2
    assert "--cutoff: run.csv holds qd and qdd" in err


def test_effects_and_rates_from_rates(run, tmp_path):
    """Accelerations come from qd where that is given; --effects none leaves friction out."""
    t = np.arange(0, 20, 0.01)
    q, qd, qdd = swing(t)
    write(tmp_path / "run.csv", t=t, q=q, qd=qd, tau=lw.rnea(lw.planar_2r(), q, qd, qdd))
    code, out, _ = run("identify 2r run.csv --effects none --cutoff 8")
    assert code == 0
    assert "qdd not given: differentiated from qd, which was filtered with a cutoff of 8 Hz" in out
    assert "6 base parameters from 1925 states" in out  # 3/8 s at either end
    assert "viscous" not in out
    row = next(line for line in out.splitlines() if line.startswith("link2 Izz")).split()
    assert float(row[2]) == pytest.approx(0.35, abs=1e-3)


def test_columns_by_name_and_what_is_missing(run, tmp_path):
    """Torques may be named after joints; a file without them, or with some, is refused."""
    t = np.arange(0, 10, 0.05)
    q, qd, qdd = swing(t)
    tau = lw.rnea(lw.planar_2r(), q, qd, qdd)
    write(tmp_path / "named.csv", t=t, q=q, qd=qd, qdd=qdd, tau_q2=tau[:, 1], tau_q1=tau[:, 0])
    assert run("identify 2r named.csv --effects none")[0] == 0
    write(tmp_path / "bare.csv", t=t, q=q)
    code, _, err = run("identify 2r bare.csv")
    assert code == 2
    assert "bare.csv, line 1: tau of joint 'q1' has no column: 'tau1' or 'tau_q1' is wanted" in err
    write(tmp_path / "half.csv", t=t, q=q, tau1=tau[:, 0])
    assert "tau of joint 'q2' has no column" in run("identify 2r half.csv")[2]
    assert "unknown column 'tau_q2'" in run("torque 2r named.csv")[2]


def test_refusals(run, tmp_path):
    """One line that names the file or the option, exit code 2, and no output."""
    t = np.arange(0, 1, 0.05)
    q, qd, qdd = swing(t)
    write(tmp_path / "short.csv", t=t, q=q, tau=q)
    write(tmp_path / "still.csv", t=t, q=q * 0, qd=q * 0, qdd=q * 0, tau=q)
    write(tmp_path / "whole.csv", t=t, q=q, qd=qd, qdd=qdd, tau=q)
    for line, message in (
        ("2r short.csv", "short.csv: the step of t after"),
        ("2r short.csv --cutoff 5", "short.csv: a cutoff of 5 Hz disturbs"),
        ("2r short.csv --cutoff x", "'x' is not a finite number"),
        ("2r still.csv", "joints that stand still: q1, q2"),
        ("2r run.npz", "run.npz: a record for identification ends in .csv"),
        ("2r whole.csv -o out.txt", "out.txt: this output ends in .csv"),
        ("2r whole.csv -o whole.csv", "whole.csv is what is read"),
        ("2r whole.csv --model out.urdf", "out.urdf: this output ends in .toml"),
        ("2r whole.csv --effects damping", "invalid choice: 'damping'"),
    ):
        code, out, err = run(f"identify {line}")
        assert (code, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1
    hollow = "[[link]]\nmass = 0\ninertia = 0.1\n"
    solid = "[[link]]\nat = [1, 0, 0]\nmass = 1\ncom = [0.5, 0, 0]\n"
    (tmp_path / "hollow.toml").write_text(hollow + solid)
    t = np.arange(0, 10, 0.05)
    q, qd, qdd = swing(t)
    write(tmp_path / "good.csv", t=t, q=q, qd=qd, qdd=qdd, tau=q)
    code, out, err = run("identify hollow.toml good.csv -o out.csv --model out.toml")
    assert (code, out) == (2, "")
    assert "link 'link1' has inertia but mass 0: guess its mass" in err
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"short.csv", "still.csv", "whole.csv", "good.csv", "hollow.toml"}
