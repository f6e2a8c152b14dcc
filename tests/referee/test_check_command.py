"""Derivations in files, checked and printed by the command line."""

import pytest

from linkwise.cli.commands import main

RIGHT = """\
h = -m2*l1*lc2*s2          # as the lecture notes have it
M11 = I1 + I2 + m1*lc1^2 + m2*(l1^2 + lc2^2 + 2*l1*lc2*c2)
M12 = I2 + m2*(lc2^2 + l1*lc2*c2)
M21 = M12
M22 = I2 + m2*lc2^2
C11 = h*qd2
C12 = h*(qd1 + qd2)
C21 = -h*qd1
C22 = 0
g1 = (m1*lc1 + m2*l1)*g*c1 + m2*lc2*g*c12
g2 = m2*lc2*g*c12
"""


def answer(capsys, *words):
    """Return exit code, output and complaints of a command."""
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_file_that_is_right(tmp_path, capsys):
    """M, C and g of the 2R as the lecture notes write them: code 0, and what was understood."""
    (tmp_path / "mine.txt").write_text(RIGHT)
    code, out, err = answer(capsys, "check", "2r", tmp_path / "mine.txt")
    assert (code, err) == (0, "")
    assert out.startswith("planar 2R: right\nC: Christoffel\n")
    assert out.count("✓") == 10
    assert "c12    cos(q1 + q2)" in out


def test_a_file_with_a_slip(tmp_path, capsys):
    """A lost factor 2: code 1, with the entry and the term."""
    wrong = RIGHT.replace("2*l1*lc2*c2", "l1*lc2*c2")
    (tmp_path / "mine.txt").write_text(wrong)
    code, out, _ = answer(capsys, "check", "2r", tmp_path / "mine.txt")
    assert code == 1
    assert "✗ M11\n" in out
    assert "factor ½" in out
    assert "you have l1*lc2*m2*cos(q2), it should be 2*l1*lc2*m2*cos(q2)" in out


def test_a_latex_file_with_rows(tmp_path, capsys):
    """The wrong row of the lecture notes' inward pass, in LaTeX, is traced to the next link."""
    tex = r"""\begin{align*}
f_{1y} &= \sin\theta_2 (m_2 l_1 s_2 \ddot\theta_1 - m_2 l_1 c_2 \dot\theta_1^2 + m_2 g s_{12}
  - m_2 l_2 (\dot\theta_1 + \dot\theta_2)^2)
  + \cos\theta_2 (m_2 l_1 c_2 \ddot\theta_1 + m_2 l_1 s_2 \theta_1
  + m_2 l_2 (\ddot\theta_1 + \ddot\theta_2)) + m_1 l_1 \ddot\theta_1 + m_1 g c_1
\end{align*}
"""
    (tmp_path / "mine.tex").write_text(tex)
    code, out, _ = answer(capsys, "check", "2r-point", tmp_path / "mine.tex")
    assert code == 1
    assert "in f2y, wrong dot (q1 for qd1²)" in out
    assert "in f2y, gravity left out" in out


def test_files_that_cannot_be_judged(tmp_path, capsys):
    """Code 2 and one line: programs, no text, unknown letters, rows of no link, no such file."""
    for name, content, message in (
        ("mine.py", b"raise SystemExit(0)", "programs are not run"),
        ("MINE.PY", b"raise SystemExit(0)", "programs are not run"),
        ("mine.txt", b"\xff\xfe\x00", "no text in UTF-8, at byte 0"),
        ("mine.txt", b"g1 = m3*g", "line 1, column 6: unknown name 'm3'"),
        ("mine.txt", b"f9x = 0", "there is no row f9"),
    ):
        (tmp_path / name).write_bytes(content)
        code, out, err = answer(capsys, "check", "2r", tmp_path / name)
        assert (code, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1
    assert answer(capsys, "check", "2r", tmp_path / "none.txt")[0] == 2
    assert "did you mean '2r'" in answer(capsys, "check", "2R", tmp_path / "mine.txt")[2]


def test_a_robot_of_numbers(tmp_path, capsys):
    """For a robot from a file the formulas hold its numbers, decimals exactly."""
    (tmp_path / "bob.toml").write_text(
        'name = "bob"\ngravity = [0, -9.81, 0]\n[[link]]\nmass = 2\ncom = [0.5, 0, 0]\n'
        "inertia = [0, 0, 0]\n"
    )
    (tmp_path / "mine.txt").write_text("tau1 = 0.5*qdd1 + 9.81*cos(q1)\n")
    code, out, err = answer(capsys, "check", tmp_path / "bob.toml", tmp_path / "mine.txt")
    assert err == ""
    assert code == 0, out


@pytest.mark.parametrize(
    ("option", "part"), [((), "## 15. Gravity and springs"), (("--latex",), r"\end{document}")]
)
def test_the_derivation(option, part, capsys):
    """Every step of Lagrange's derivation is printed, as Markdown or LaTeX."""
    code, out, _ = answer(capsys, "lagrange", "rp", *option)
    assert code == 0
    assert part in out
    assert r"\dot {q}_{2}" in out


def test_the_headline_says_what_was_not_read(tmp_path, capsys):
    """Of two equations one is prose with an equals sign: right is the other alone."""
    file = tmp_path / "mine.tex"
    file.write_text(
        r"$g_2 = m_2 g l_{c2} c_{12}$ and $\mathrm{analogously}\ g_1 = x$", encoding="utf-8"
    )
    code, out, err = answer(capsys, "check", "2r", file)
    assert code == 0
    assert out.startswith("planar 2R: right, as far as it was read: g2\n✓ g2\n")
    assert "the left side '\\mathrm{analogously}\\ g_1' is no name" in err
    hint = answer(capsys, "check", "2r", file, "--hint", "1")[1]
    assert hint.startswith("planar 2R: right, as far as it was read: g2\n")


def test_what_the_letters_mean(capsys):
    """The arm in words, and units as SI has them; robots of numbers have coordinates alone."""
    code, out, _ = answer(capsys, "check", "3r-general", "--letters")
    assert code == 0
    assert out.startswith("planar 3R\nThree links turn by θ_1, θ_2 and θ_3; link i has length l_i")
    lines = out.splitlines()
    assert {"lc3     m", "I3      kg m²", "m1      kg", "g       m/s²"} <= set(lines)
    slider = answer(capsys, "check", "rp", "--letters")[1]
    assert "q2      m       joint 2 slides\nqd2     m/s     its rate" in slider
    assert "It has numbers in place of letters" in answer(capsys, "check", "panda", "--letters")[1]
    code, _, err = answer(capsys, "check", "2r")
    assert code == 2
    assert "check wants a FILE of formulas, or --letters" in err


def test_a_general_3r(tmp_path, capsys):
    """The last gravity torque is m₃ g lc₃ cos(q₁ + q₂ + q₃) where lc₃ is a letter."""
    file = tmp_path / "mine.txt"
    file.write_text("g3 = m3 g lc3 c123\n", encoding="utf-8")
    assert answer(capsys, "check", "3r-general", file)[0] == 0
    code, _, err = answer(capsys, "check", "3r", file)
    assert code == 2
    assert "unknown name 'lc3'" in err
    assert "known are q1, q2, q3, qd1" in err
