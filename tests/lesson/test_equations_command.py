"""Equations of motion on the command line."""

import subprocess
import sys

import pytest

from linkwise.cli.commands import main


def answer(capsys, *words):
    """Return exit code, output and complaints of a command."""
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


def test_text_and_provenance(capsys):
    """The RP as the lecture notes have it, section 3, and the row of its centrifugal force."""
    code, out, err = answer(capsys, "equations", "rp")
    assert (code, err) == (0, "")
    assert "  V₂ = −m₂ d₂ θ̇₁²\n" in out
    code, out, err = answer(capsys, "equations", "rp", "--provenance", "q2")
    assert (code, err) == (0, "")
    assert "  −m₂ d₂ θ̇₁² from row F₂ (x): ω₁ × (ω₁ × P₂)\n" in out


def test_latex_and_code_in_files(tmp_path, capsys):
    """What -o writes is the document, or the class that tests itself."""
    tex, program = tmp_path / "2r.tex", tmp_path / "arm.py"
    code, out, _ = answer(capsys, "equations", "2r", "--latex", "-o", tex)
    assert (code, out) == (0, f"equations written to {tex}\n")
    assert tex.read_text().endswith("\\end{document}\n")
    assert answer(capsys, "equations", "2r", "--code", "python", "-o", program)[0] == 0
    ran = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("mass matrix: error ")


def test_a_file_of_a_robot_of_numbers(tmp_path, capsys):
    """A robot from a file has its numbers in the formulas: m L²/3 = 0.24 and m g L/2 = 6."""
    path = tmp_path / "arm.toml"
    path.write_text("gravity = [0, -10, 0]\n[[link]]\nmass = 2\nshape.rod.length = 0.6\n")
    code, out, err = answer(capsys, "equations", path)
    assert (code, err) == (0, "")
    assert "  M₁₁ = 0.24\n" in out
    assert "  g₁ = 6 c₁\n" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--code", "jav"], "there is no language 'jav': did you mean 'java'"),
        (["--code", "java", "-o", "arm.java"], "wants the file called as the class, Planar2R"),
        (["--provenance", "elbow"], "has no joint 'elbow': it has q1, q2"),
        (["--latex", "--code", "c"], "not allowed with"),
    ],
)
def test_refusals(words, said, capsys, tmp_path, monkeypatch):
    """Wrong words end with code 2 and one line that says which."""
    monkeypatch.chdir(tmp_path)
    code, out, err = answer(capsys, "equations", "2r", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert not list(tmp_path.iterdir())
