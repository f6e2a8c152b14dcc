"""Collected equations of motion: against the lecture notes, Lagrange's route and floats."""

import re
import time
from dataclasses import replace

import numpy as np
import pytest
import sympy
from oracles import closed_forms
from sympy import cos, sin, symbols

from linkwise import (
    Friction,
    Inertia,
    Joint,
    Link,
    LinkwiseError,
    Mimic,
    Robot,
    Rotor,
    Spring,
    Transform,
    coriolis_matrix,
    crba,
    equations_of_motion,
    gravity_torque,
    lagrange,
    newton_euler,
    planar_2r,
    planar_nr,
    puma560,
    rnea,
    symbolic,
)
from linkwise.lesson.equations.equations_of_motion import READABLE
from linkwise.lesson.letters.named_steps import Recorder

l1, l2, lc1, lc2, m1, m2, I1, I2, g = symbols("l1 l2 lc1 lc2 m1 m2 I1 I2 g")
q1, q2, w1, w2, a1, a2 = symbols("q1 q2 qd1 qd2 qdd1 qdd2")
TEXTBOOK = ("pendulum", "2r", "2r-point", "2r-rods", "3r", "rp", "gantry")


def same(left, right) -> bool:
    """Tell whether two matrices are equal for all letters, sums of angles expanded."""
    gap = (sympy.Matrix(left) - sympy.Matrix(right)).applyfunc(sympy.expand_trig)
    return gap.expand() == sympy.zeros(*gap.shape)


def test_2r_as_in_the_lecture_notes() -> None:
    """The general 2R, typed from the lecture notes, section 3, with V told apart by hand."""
    e = equations_of_motion(symbolic("2r"))
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * cos(q2))
    M12 = I2 + m2 * (lc2**2 + l1 * lc2 * cos(q2))
    h = -m2 * l1 * lc2 * sin(q2)
    assert same(e.M, [[M11, M12], [M12, I2 + m2 * lc2**2]])
    assert same(e.C, [[h * w2, h * (w1 + w2)], [-h * w1, 0]])
    assert same(e.centrifugal, [[0, h], [-h, 0]])
    assert same(e.coriolis, [[2 * h], [0]])
    assert e.pairs == ((0, 1),)
    c12 = m2 * lc2 * g * cos(q1 + q2)
    assert same(e.g, [(m1 * lc1 + m2 * l1) * g * cos(q1) + c12, c12])
    assert e.steps == ()


def test_torques_of_the_2r_by_newton_euler() -> None:
    """The result of Newton-Euler by hand with point masses, lecture notes, section 3."""
    tau = equations_of_motion(symbolic("2r-point")).tau
    c2, s2 = cos(q2), sin(q2)
    tip = m2 * l2 * g * cos(q1 + q2)
    first = m2 * l2**2 * (a1 + a2) + m2 * l1 * l2 * c2 * (2 * a1 + a2) + (m1 + m2) * l1**2 * a1
    first += -m2 * l1 * l2 * s2 * w2**2 - 2 * m2 * l1 * l2 * s2 * w1 * w2
    first += tip + (m1 + m2) * l1 * g * cos(q1)
    second = m2 * l1 * l2 * c2 * a1 + m2 * l1 * l2 * s2 * w1**2 + tip + m2 * l2**2 * (a1 + a2)
    assert same(tau, [first, second])


def test_rp_as_in_the_lecture_notes() -> None:
    """The RP, typed from the lecture notes, section 3: Coriolis in τ₁, centrifugal in τ₂."""
    e = equations_of_motion(symbolic("rp"))
    assert same(e.M, [[m1 * l1**2 + I1 + I2 + m2 * q2**2, 0], [0, m2]])
    assert same(e.V, [2 * m2 * q2 * w1 * w2, -m2 * q2 * w1**2])
    assert same(e.C, [[m2 * q2 * w2, m2 * q2 * w1], [-m2 * q2 * w1, 0]])
    assert same(e.g, [(m1 * l1 + m2 * q2) * g * cos(q1), m2 * g * sin(q1)])
    assert e.christoffel == {(0, 0, 1): m2 * q2, (1, 0, 0): -m2 * q2}


def test_arms_without_velocity_terms() -> None:
    """Pendulum and gantry have a constant M, typed from the lecture notes, and so C = 0."""
    m, lc, I, mx, my = symbols("m lc I mx my")
    pendulum, gantry = (equations_of_motion(symbolic(name)) for name in ("pendulum", "gantry"))
    assert same(pendulum.M, [[I + m * lc**2]])
    assert same(pendulum.g, [m * g * lc * cos(q1)])
    assert same(gantry.M, sympy.diag(mx + my, my))
    for e in (pendulum, gantry):
        assert e.christoffel == {}
        assert not any(e.V)
    assert not any(gantry.g)


@pytest.mark.parametrize("name", TEXTBOOK)
def test_against_lagrange(name: str) -> None:
    """The recursions on the ring give what Lagrange's route gives, which shares only the model."""
    arm = symbolic(name)
    e, d = equations_of_motion(arm), lagrange(arm.robot)
    for mine, other in ((e.M, d.M), (e.C, d.C), (e.V, d.V), (e.g, d.g), (e.tau, d.tau)):
        assert not any((mine - other).expand())


def spatial_arm() -> Robot:
    """Return a turning base with a 2R on it, all joints with friction, springs and rotors."""
    links, parent = [], None
    for k in (1, 2, 3):
        effects = {
            "friction": Friction(*symbols(f"b{k} c{k}")),
            "spring": Spring(*symbols(f"k{k} r{k}")),
            "rotor": Rotor(*symbols(f"J{k} G{k}")),
        }
        joint = replace(Joint.revolute(f"q{k}", (0, 0, 1) if k == 1 else (0, 1, 0)), **effects)
        body = Inertia(sympy.Symbol(f"m{k}"), (0.25, 0.5, 0), np.diag([1, 2, 3]))
        at = Transform(np.eye(3), (0, 0.5 * (k - 1), 0.25))
        links.append(Link(f"link{k}", joint, at, body, parent))
        parent = f"link{k}"
    return Robot("spatial 3R", links, gravity=(0, 0, -g))


def test_effects_of_joints() -> None:
    """Friction, springs and rotors in letters, on a spatial arm, against Lagrange's route."""
    robot = spatial_arm()
    e, d = equations_of_motion(robot), lagrange(robot)
    for mine, other in ((e.M, d.M), (e.C, d.C), (e.V, d.V), (e.g + e.springs, d.g)):
        assert not any((mine - other).expand())
    assert not any((e.tau - d.tau).expand())
    k2, r2, b1, c1, J3, G3 = symbols("k2 r2 b1 c1 J3 G3")
    assert e.springs[1] == sympy.expand(k2 * (q2 - r2))
    assert e.friction[0] == b1 * w1 + c1 * sympy.sign(w1)
    assert e.M[2, 2].coeff(J3) == G3**2


def evaluated(e, matrix, values):
    """Return a matrix in numbers, the steps first."""
    known = {x: sympy.Float(value) for x, value in values.items()}
    for name, expression in e.steps:
        known[name] = expression.xreplace(known)
    return np.array(matrix.xreplace(known), dtype=float)


def test_6r_in_named_steps() -> None:
    """A PUMA 560 is written out step by step, soon; its numbers are those of the floats."""
    start, robot = time.process_time(), puma560()
    e = equations_of_motion(robot)
    text = str(e)
    assert time.process_time() - start < 30
    assert 100 < len(e.steps) < 2000
    assert "x₃ = c₆ x₁ + s₆ x₂\n" in text
    rng = np.random.default_rng(6)
    q, qd = rng.uniform(-2, 2, (2, 6))
    values = dict(zip((*e.letters.q, *e.letters.qd), (*q, *qd), strict=True))
    C = coriolis_matrix(robot, q, qd)
    bias = rnea(robot, q, qd, np.zeros(6))
    for mine, right in (
        (e.M, crba(robot, q)),
        (e.C, C),
        (e.V, (C @ qd)[:, None]),
        (e.g, gravity_torque(robot, q)[:, None]),
        (e.V + e.g + e.friction, bias[:, None]),
    ):
        np.testing.assert_allclose(evaluated(e, mine, values), right, rtol=0, atol=1e-10)


def test_moments_of_inertia_are_those_typed() -> None:
    """Table I of the PUMA's source has 0 off the diagonal; m c² leaves no rounding in its place."""
    rows = newton_euler(puma560()).text(1)
    assert "ᶜ³I₃  = [0.066, 0, 0; 0, 0.0125, 0; 0, 0, 0.086]\n" in rows
    code = equations_of_motion(puma560()).code("c").partition("#ifdef")[0]
    numbers = [float(x) for x in re.findall(r"\d+\.\d+(?:e-?\d+)?", code)]
    assert min(x for x in numbers if x) > 1e-6


def test_named_steps_of_letters() -> None:
    """A 6R in letters, too long to be read, against the closed form of its three inner links.

    With the outer links of no mass and length the arm is the 3R whose M was done by hand.
    """
    masses, lengths = symbols("m1:7"), symbols("l1:7")
    robot = planar_nr(lengths, masses, gravity=(0, -g, 0))
    e = equations_of_motion(robot)
    recorder = Recorder.of(e.letters)
    M = crba(recorder.robot(robot), recorder.coordinates())
    assert recorder.operations(M) > READABLE
    assert e.steps
    mass, length = (1.0, 0.8, 0.6), (0.6, 0.5, 0.4)
    values = dict(zip(masses, (*mass, 0, 0, 0), strict=True)) | {g: 9.81}
    values |= dict(zip(lengths, (*length, 0, 0, 0), strict=True))
    q = np.array([0.3, -0.7, 1.1, 0, 0, 0])
    values |= dict(zip(e.letters.q, q, strict=True))
    form = closed_forms.three_r_rods(*mass, *length)
    M = evaluated(e, e.M, values)[:3, :3]
    np.testing.assert_allclose(M, form.M(q[:3]), rtol=0, atol=1e-12)
    gravity = evaluated(e, e.g, values)[:3, 0]
    np.testing.assert_allclose(gravity, form.g(q[:3]), rtol=0, atol=1e-12)


def test_text() -> None:
    """The text has the course's letters, typed from the lecture notes: c₁₂, θ̇₁, d₂."""
    text = str(equations_of_motion(symbolic("2r")))
    assert "  M₁₁ = I₁ + I₂ + m₁ lc₁² + m₂ l₁² + m₂ lc₂² + 2 m₂ l₁ lc₂ c₂\n" in text
    assert "  V₁ = −2 m₂ l₁ lc₂ s₂ θ̇₁ θ̇₂ − m₂ l₁ lc₂ s₂ θ̇₂²\n" in text
    assert "  h₂₁₁ = m₂ l₁ lc₂ s₂\n" in text
    assert "  2 h₁₁₂ = −2 m₂ l₁ lc₂ s₂\n" in text
    assert "  g₂ = m₂ lc₂ g c₁₂\n" in text
    assert "  C₂₂ = 0\n" in text
    assert "  V₁ = 2 m₂ d₂ θ̇₁ ḋ₂\n" in str(equations_of_motion(symbolic("rp")))
    assert all(len(line) <= 100 for line in str(equations_of_motion(symbolic("3r"))).split("\n"))


def test_text_of_a_robot_of_numbers() -> None:
    """Numbers are decimal: M₁₁ = 1.7 + c₂ for links of 1 m, 1 kg, 0.1 kg m² by the closed form."""
    text = str(equations_of_motion(planar_2r()))
    assert "  M₁₁ = 1.7 + c₂\n  M₁₂ = 0.35 + 0.5 c₂\n  M₂₂ = 0.35\n" in text
    assert "  g₂ = 4.905 c₁₂\n" in text


def test_latex() -> None:
    r"""LaTeX has the same letters, balanced braces and environments, and only amsmath."""
    e = equations_of_motion(symbolic("2r"))
    latex = e.latex()
    assert r"M_{12} &= I_{2} + m_{2} l_{c2}^{2} + m_{2} l_{1} l_{c2} c_{2} \\" in latex
    assert r"2 h_{112} &= -2 m_{2} l_{1} l_{c2} s_{2}" in latex
    assert re.findall(r"\\usepackage(.*)", latex) == ["{amsmath}"]
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\begin") == latex.count(r"\end")
    assert latex.isascii()
    notebook = e._repr_latex_()
    assert notebook.startswith("$$\n\\begin{aligned}")
    assert r"g_{2} &= m_{2} l_{c2} g c_{12}" in notebook
    rods = equations_of_motion(symbolic("2r-rods")).latex()
    assert r"M_{22} &= \frac{1}{3} m_{2} l_{2}^{2}" in rods


def test_refusals() -> None:
    """What cannot be written out is refused by name."""
    with pytest.raises(LinkwiseError, match="a Robot is wanted, got '2r'"):
        equations_of_motion("2r")
    arm = planar_2r()
    tied = replace(arm.links[1].joint, mimic=Mimic("q1", 2))
    with pytest.raises(LinkwiseError, match="mimic joints"):
        equations_of_motion(replace(arm, links=[arm.links[0], replace(arm.links[1], joint=tied)]))
    post = Robot("post", [Link("post", Joint.fixed("foot"))])
    with pytest.raises(LinkwiseError, match="no joint that moves"):
        equations_of_motion(post)
    angle = planar_2r(sympy.exp(l1), 1, gravity=(0, -10, 0))
    with pytest.raises(LinkwiseError, match="no quotient of polynomials"):
        equations_of_motion(angle)
