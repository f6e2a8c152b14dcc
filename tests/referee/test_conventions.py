"""Derivations that are right in another convention than the model's, written out by hand."""

import pytest
import sympy as sp

import linkwise as lw
from linkwise.cli.commands import main
from linkwise.lagrangian.ring import letters_of
from linkwise.referee.check import check, check_entries

l1, l2, m1, m2, g = sp.symbols("l1 l2 m1 m2 g")
q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
M12 = m2 * (l2**2 + l1 * l2 * sp.cos(q2))
M = sp.Matrix([[(m1 + m2) * l1**2 + 2 * M12 - m2 * l2**2, M12], [M12, m2 * l2**2]])
h = -m2 * l1 * l2 * sp.sin(q2)
V = sp.Matrix([h * (2 * w1 * w2 + w2**2), -h * w1**2])
M_V = M * sp.Matrix([a1, a2]) + V


def gravity(f, sign=1):
    """Return the gravity terms of the point-mass 2R with the arms f(q₁) and f(q₁+q₂)."""
    G2 = sign * m2 * g * l2 * f(q1 + q2)
    return sp.Matrix([sign * (m1 + m2) * g * l1 * f(q1) + G2, G2])


# two point masses by absolute angles φ₁, φ₂: v₂² = (l₁ φ̇₁)² + (l₂ φ̇₂)² + 2 l₁ l₂ φ̇₁ φ̇₂ cos(φ₂−φ₁)
X = m2 * l1 * l2
ABSOLUTE = [
    (m1 + m2) * l1**2 * a1
    + X * sp.cos(q2 - q1) * a2
    - X * sp.sin(q2 - q1) * w2**2
    + (m1 + m2) * g * l1 * sp.cos(q1),
    m2 * l2**2 * a2
    + X * sp.cos(q2 - q1) * a1
    + X * sp.sin(q2 - q1) * w1**2
    + m2 * g * l2 * sp.cos(q2),
]
CASES = {
    "angle from the vertical, hanging": {"tau": M_V + gravity(sp.sin)},
    "angle from the vertical, upright": {"tau": M_V + gravity(sp.sin, -1)},
    "absolute angles": {"tau": ABSOLUTE},
    "gravity's vector points up": {"g": -gravity(sp.cos), "tau": M_V + gravity(sp.cos)},
}


@pytest.mark.parametrize("name", CASES)
def test_right_in_another_convention(name):
    """Equations as textbooks with other angles have them are right, and the convention is named."""
    verdict = check(lw.symbolic("2r-point"), **CASES[name])
    assert verdict.right
    assert verdict.convention.name == name
    assert f"right, in another convention: {name}" in str(verdict)
    assert not all(entry.right for entry in verdict.entries)


def test_everything_in_absolute_angles():
    """M, C, K and P of absolute angles agree with each other; one entry of the model's does not."""
    D = X * sp.cos(q2 - q1)
    M = sp.Matrix([[(m1 + m2) * l1**2, D], [D, m2 * l2**2]])
    slope = X * sp.sin(q2 - q1)
    handed_in = {
        "M": M,
        "C": [[0, -slope * w2], [slope * w1, 0]],
        "K": (sp.Matrix([[w1, w2]]) * M * sp.Matrix([w1, w2]))[0] / 2,
        "P": (m1 + m2) * g * l1 * sp.sin(q1) + m2 * g * l2 * sp.sin(q2),
    }
    arm = lw.symbolic("2r-point")
    assert check(arm, **handed_in).convention.name == "absolute angles"
    mixed = check(arm, **handed_in, g=gravity(sp.cos))
    assert mixed.convention is None
    assert not mixed.right


def test_gravity_up_takes_the_torques():
    """P and g with the other sign are another convention beside a right τ, and a slip without."""
    P = (m1 + m2) * g * l1 * sp.sin(q1) + m2 * g * l2 * sp.sin(q1 + q2)
    arm, G = lw.symbolic("2r-point"), gravity(sp.cos)
    verdict = check(arm, P=-P, g=-G, tau=M_V + G)
    assert verdict.right
    assert verdict.convention.name == "gravity's vector points up"
    for given in ({"P": -P, "g": -G}, {"P": -P, "g": G}, {"P": P, "g": -G}, {"P": -P}, {"g": -G}):
        verdict = check(arm, **given)
        assert not verdict.right
        assert verdict.convention is None


def test_no_convention_makes_a_slip_right():
    """Gravity with the wrong sign alone, and a slip in absolute angles, are wrong all the same."""
    arm = lw.symbolic("2r-point")
    assert not check(arm, g=-gravity(sp.cos)).right
    assert not check(arm, tau=M_V - gravity(sp.cos)).right
    assert not check(arm, tau=[ABSOLUTE[0], ABSOLUTE[1] + m2 * g * l2 * sp.cos(q2)]).right


def test_gravity_up_turns_no_spring_round():
    """Where g and the spring's torque both bear the other sign, that is no sign of gravity's."""
    k = sp.Symbol("k")
    joint = lw.Joint.revolute("q1", spring=lw.Spring(k, 0))
    bob = lw.Link("bob", joint, inertia=lw.Inertia(m1, (l1, 0, 0)))
    robot = lw.Robot("bob on a spring", [bob], (0, -g, 0))
    held = m1 * g * l1 * sp.cos(q1) + k * q1
    tau = [m1 * l1**2 * a1 + held]
    assert check(robot, g=[held], tau=tau).right
    assert not check(robot, g=[-held], tau=tau).right


@pytest.mark.parametrize(
    ("text", "convention", "slip"),
    [
        ("g2 = m2 g lc2 cos(q2)", "absolute angles", "wrong angle"),
        ("g2 = m2 g lc2 s12", "angle from the vertical, hanging", "sine and cosine exchanged"),
        ("M22 = I2", "I1 and I2 about the joint", "dropped term"),
        ("M22 = I2; M12 = I2 + m2 l1 lc2 c2", "I1 and I2 about the joint", "dropped term"),
    ],
)
def test_a_lone_entry_is_no_convention(text, convention, slip, tmp_path, capsys):
    """One entry that would fit a convention is wrong, with the slip and the convention named."""
    file = tmp_path / "mine.txt"
    file.write_text(text.replace("; ", "\n"), encoding="utf-8")
    assert main(["check", "2r", str(file)]) == 1
    said = capsys.readouterr().out
    assert said.startswith(
        f"planar 2R: wrong, unless it is meant in another convention: {convention}"
    )
    assert slip in said


def test_a_symmetric_matrix_is_whole():
    """M12 stands for M21 too: three entries of M in another convention are right."""
    M11 = I1 + I2 + m2 * l1**2 + 2 * COUPLING
    letters = letters_of(lw.symbolic("2r"))
    given = {"M11": M11, "M12": I2 + COUPLING, "M22": I2}
    assert check_entries(lw.symbolic("2r").robot, letters, given).right
    del given["M11"]
    assert not check_entries(lw.symbolic("2r").robot, letters, given).right


def test_an_arm_of_which_the_zero_is_elsewhere():
    """On an arm that hangs at 0, angles from the vertical are no other convention."""
    arm = lw.symbolic("2r-point")
    turned = lw.planar_2r(l1, l2, m1=m1, m2=m2, form="points", gravity=(g, 0, 0))
    assert check(turned, tau=M_V + gravity(sp.sin)).convention is None
    assert check(turned, tau=M_V + gravity(sp.sin)).right
    assert check(arm, tau=M_V + gravity(sp.cos)).convention is None


def test_robots_without_a_first_angle():
    """A slider and a first link that is fixed have no other angles."""
    slider = lw.symbolic("gantry")
    assert check(slider, K=w1**2).convention is None
    pole = lw.Link("pole", lw.Joint.fixed("weld"), inertia=lw.Inertia(m1, (0, 0, 0)))
    turns = lw.Joint.revolute("q1")
    bob = lw.Link("bob", turns, inertia=lw.Inertia(m2, (l2, 0, 0)), parent="pole")
    robot = lw.Robot("bob", [pole, bob], (0, -g, 0))
    assert check(robot, g=[m2 * g * l2 * sp.cos(q1)]).right
    assert check(robot, g=[m2 * g * l2 * sp.sin(q1)]).convention is None


I1, I2, lc1, lc2 = sp.symbols("I1 I2 lc1 lc2")
COUPLING = m2 * l1 * lc2 * sp.cos(q2)


@pytest.mark.parametrize(
    ("J1", "J2", "name"),
    [
        (I1, I2, "I1 and I2 about the joint"),
        (I1, I2 + m2 * lc2**2, "I1 about the joint"),
        (I1 + m1 * lc1**2, I2, "I2 about the joint"),
    ],
)
def test_inertias_about_the_joints(J1, J2, name):
    """With moments about the joints M has no m lc², as books write it that take them so."""
    general = [[J1 + J2 + m2 * l1**2 + 2 * COUPLING, J2 + COUPLING], [J2 + COUPLING, J2]]
    verdict = check(lw.symbolic("2r"), M=general)
    assert verdict.right
    assert verdict.convention.name == name
    twice = check(lw.symbolic("2r"), M=[[general[0][0] + m2 * lc2**2, general[0][1]], general[1]])
    assert twice.convention is None
    assert not twice.right


def test_a_slider_keeps_its_inertia():
    """The slider's centre is at its joint: only the first link's moment has another point."""
    M11 = I1 + I2 + m2 * q2**2
    verdict = check(lw.symbolic("rp"), M=[[M11, 0], [0, m2]])
    assert verdict.convention.name == "I1 about the joint"


# outermost link of two point masses: its force in its own axes, by hand (lecture notes, section 3)
c12, s12 = sp.cos(q1 + q2), sp.sin(q1 + q2)
SWING = (
    l1 * (a1 * sp.sin(q2) - w1**2 * sp.cos(q2)) - l2 * (w1 + w2) ** 2,
    l1 * (a1 * sp.cos(q2) + w1**2 * sp.sin(q2)) + l2 * (a1 + a2),
    0,
)
FORCE = (m2 * (SWING[0] + g * s12), m2 * (SWING[1] + g * c12), 0)
WORLD = (c12 * FORCE[0] - s12 * FORCE[1], s12 * FORCE[0] + c12 * FORCE[1], 0)


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ({"f2": WORLD, "F2": WORLD}, "rows in the world's axes"),
        ({"f2": [-x for x in FORCE], "F2": FORCE}, "f and n act on the parent"),
        (
            {"f2": FORCE, "v_dot_C2": SWING, "F2": [m2 * x for x in SWING]},
            "accelerations without gravity",
        ),
    ],
)
def test_rows_in_another_convention(rows, name):
    """Rows in the world's axes, reactions, and accelerations without g are right as such."""
    verdict = check(lw.symbolic("2r-point"), rows=rows)
    assert verdict.right
    assert verdict.convention.name == name
    mixed = check(lw.symbolic("2r-point"), rows={**rows, "f2": [FORCE[0], 2 * FORCE[1], 0]})
    assert not mixed.right
