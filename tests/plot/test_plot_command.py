"""`linkwise plot`: files of every kind, and what it refuses."""

import pytest

from linkwise.__main__ import main

pytest.importorskip("matplotlib")
from PIL import Image  # comes with Matplotlib

HEADS = {
    ".png": b"\x89PNG",
    ".pdf": b"%PDF",
    ".svg": b"<?xml",
    ".gif": b"GIF8",
    ".html": b"<!DOCTYPE html>",
}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("2r arm -q 30deg 45deg --tip link2 1 0 0", "arm.png"),
        ("puma560 arm", "arm.svg"),
        ("2r torques -q 0 0.3 --time 0.2", "torques.pdf"),
        ("2r gravity --gravity 0 -1.62 0", "gravity.png"),
        ("rp mass --entry q1 q1 --over q1 q2 --range q2 0.1 1", "mass.png"),
        ("2r animation -q 0 0.3 --qd 1 0 --time 0.2 --tip link2 1 0 0", "film.html"),
    ],
)
def test_every_picture_goes_to_a_file(words, name, tmp_path, monkeypatch, capsys):
    """The file begins as a file of its kind does, and the command says where it is."""
    monkeypatch.chdir(tmp_path)
    assert main(["plot", *words.split(), "-o", name]) == 0
    assert (tmp_path / name).read_bytes().startswith(HEADS[f".{name.split('.')[1]}"])
    assert f"drawn in {name}" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_film_takes_as_long_as_the_motion(tmp_path):
    """A fifth of a second makes six pictures of 40 ms, both ends shown."""
    out = tmp_path / "film.gif"
    assert main(["plot", "2r", "animation", "-q", "0", "0.3", "--time", "0.2", "-o", str(out)]) == 0
    with Image.open(out) as film:
        assert film.n_frames == 6
        assert film.info["duration"] == 40  # ms


def test_torques_of_a_file_are_drawn(tmp_path):
    """A trajectory without rates is differentiated as for `linkwise torque`."""
    swing, out = tmp_path / "swing.csv", tmp_path / "swing.svg"
    rows = [f"{k / 10},{0.1 * k},{0.02 * k**2}" for k in range(8)]
    swing.write_text("\n".join(["t,q1,q2", *rows]))
    assert main(["plot", "2r", "torques", str(swing), "-o", str(out)]) == 0
    assert "<svg" in out.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("2r mass -o m.gif", "mass goes to a file in .png or .pdf or .svg"),
        ("2r animation -q 0 0 --time 1 -o m.png", ".gif or .html"),
        ("2r torques -o m.png", "wants --time"),
        ("2r arm -o nowhere/m.png", "no folder"),
        ("2r arm swing.csv -o m.png", "arm takes q, tip, not swing.csv"),
        ("2r arm --qdd 1 1 -o m.png", "not the option qdd"),
        ("2r torques swing.csv -q 0 0 -o m.png", "not both"),
        ("2r torques swing.txt -o m.png", "ends in .csv, .npy or .npz"),
        ("2r arm --tip link2 1 0 x -o m.png", "--tip: 'x' is not a finite number"),
        ("rp mass --range q2 0 here -o m.png", "--range: 'here' is not a finite number"),
        ("2r portrait -o m.png", "invalid choice"),
    ],
)
def test_what_it_cannot_draw_is_refused(words, message, tmp_path, monkeypatch, capsys):
    """One line says what is wrong, the exit code is 2, and no file is left."""
    monkeypatch.chdir(tmp_path)
    assert main(["plot", *words.split()]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
