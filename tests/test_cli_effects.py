"""The command line on robots with friction, springs, rotors and mimic joints."""

from pathlib import Path

import pytest

from linkwise.cli.commands import main

P2R = """\
name = "P2R"
gravity = [0, -9.81, 0]
[[link]]
mass = 3
com = [0.2, 0, 0]
inertia = 0.05
{}
[[link]]
at = [0.5, 0, 0]
mass = 2
com = [0.15, 0, 0]
inertia = 0.03
{}
"""
STATE_A = ["-q", "0.3", "-0.7", "--qd", "1.2", "-0.8", "--qdd", "0.5", "2"]
EVERYTHING = (
    (
        "friction = { viscous = 0.8, coulomb = 0.5 }\nmotor = { inertia = 2e-4, gear = 100 }\n"
        "spring = { stiffness = 5, rest = 0.1 }"
    ),
    "friction = { viscous = 0.3, coulomb = 0.2 }\nmotor = { inertia = 1e-4, gear = -80 }",
)


def output(capsys: pytest.CaptureFixture[str], path: Path, text: str, *words: str) -> str:
    """Write a robot, run a command on it and return what it prints."""
    path.write_text(text)
    command, *options = words
    assert main([command, str(path), *options]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_terms_of_the_torque(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """C·qd holds velocity products alone, and friction and springs have columns of their own.

    Values of cases B21 (C q̇), B22 (friction) and B24 (rotors), and k (q − q₀) = 5 · 0.2 by hand;
    M q̈ is that of P2R and the rotors' (2.0 · 0.5, 0.64 · 2).
    """
    out = output(capsys, tmp_path / "arm.toml", P2R.format(*EVERYTHING), "torque", *STATE_A)
    title, head, *rows = out.split("tau = ")[1].split("\n\n")[0].splitlines()
    assert title == "M·qdd + C·qd + g + friction + springs"
    assert head.split() == ["joint", "M·qdd", "C·qd", "g", "friction", "springs", "tau", "unit"]
    right = {
        "q1": [0.866678984278 + 1, -0.12368979595, 17.705644038666, 1.46, 1],
        "q2": [0.244863164046 + 1.28, -0.139151020443, 2.71068250535, -0.44, 0],
    }
    for row in rows:
        name, *numbers = row.removesuffix("N m").split()
        assert [float(x) for x in numbers] == pytest.approx(
            [*right[name], sum(right[name])], abs=1e-7
        )
    assert "mass matrix M(q) [kg m²], with gear²·J of the rotors on its diagonal" in out


def test_terms_of_a_plain_robot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without effects there are no columns for them."""
    out = output(capsys, tmp_path / "arm.toml", P2R.format("", ""), "torque", *STATE_A)
    assert "tau = M·qdd + C·qd + g\n" in out
    assert "rotors" not in out


def test_effects_are_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every number of an effect is shown with its unit, where the unit follows the joint."""
    first = (
        "friction = { viscous = 0.8, coulomb = [0.5, 0.6] }\n"
        "motor = { inertia = 2e-4, gear = 100 }\n"
        'spring = { stiffness = 5, rest = "90deg" }\nlimits = { lower = -1, effort = 9 }'
    )
    second = (
        'joint = "prismatic"\nmimic = { joint = "q1", multiplier = -2, offset = -0.1 }\n'
        "friction = { coulomb = 3, stribeck = 0.4, stribeck_velocity = 0.02 }\n"
        '[[link]]\nname = "stand"\nparent = "base"\njoint = "fixed"'
    )
    out = output(capsys, tmp_path / "arm.toml", P2R.format(first, second), "show")
    for fact in (
        "P2R: 3 links, 1 joint that moves, 1 tied to them",
        "joints   q1\n",
        "tied     q2 = -2 q1 - 0.1 m",
        "effects  friction, springs, rotors",
        "friction   viscous 0.8 N m s/rad, Coulomb 0.5 forwards, 0.6 backwards N m",
        "spring     5 N m/rad, slack at 1.5708 rad",
        "rotor      0.0002 kg m², gear 100: 2 kg m² at the joint",
        "limits     range -1 to inf rad, effort 9 N m",
        "friction   Coulomb 3 N, Stribeck 0.4 N, half of it at 0.02 m/s",
        "stand, on the base, does not move",
        "link2, on link1\n",
    ):
        assert fact in out


def test_model_without_mass(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Case B10 on the command line: shown with a warning, refused where torques are asked for."""
    path = tmp_path / "arm.toml"
    path.write_text('name = "sketch"\n[[link]]\n[[link]]\nat = [1, 0, 0]\n')
    assert main(["show", str(path)]) == 0
    assert "no link that moves has a mass" in capsys.readouterr().err
    assert main(["torque", str(path), "-q", "0", "0"]) == 2
    assert "error: robot 'sketch' has no mass data" in capsys.readouterr().err


def test_rotors_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A flywheel without mass but with a rotor has torques: 0.02 · 3 N m, by hand."""
    text = "[[link]]\nmass = 0\nrotor = { inertia = 0.02 }\n"
    out = output(capsys, tmp_path / "arm.toml", text, "torque", "-q", "0", "--qdd", "3")
    row = out.split("tau = ")[1].splitlines()[2].split()
    assert [float(x) for x in row[1:5]] == pytest.approx([0.06, 0, 0, 0.06])
