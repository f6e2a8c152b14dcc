"""Formulas as people type them: each notation against the same formula written in SymPy."""

import contextlib
import time
import warnings

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.lagrangian import ring
from linkwise.lagrangian.derivation import lagrange
from linkwise.lagrangian.ring import Letters
from linkwise.referee.typed import parse_entries, parse_expression, taken_table

q1, q2, q3, w1, w2, w3, a1, a2, a3 = sp.symbols("q1:4 qd1:4 qdd1:4")
l1, l2, l3, lc1, lc2, m1, m2, m3, I1, I2, g = sp.symbols("l1 l2 l3 lc1 lc2 m1 m2 m3 I1 I2 g")
I, m, l, lc = sp.symbols("I m l lc")
cos, sin = sp.cos, sp.sin


def letters_of(name):
    """Return the letters of a textbook arm."""
    m = lw.symbolic(name)
    return Letters.of(m.robot, m.q, m.qd, m.qdd, m.parameters.values())


R2, R3, RP, LONE = map(letters_of, ("2r", "3r", "rp", "pendulum"))

NOTATIONS = [
    # code
    ("m2*l1*lc2*cos(q2)", m2 * l1 * lc2 * cos(q2)),
    ("m2*l1**2 + m1*lc1^2", m2 * l1**2 + m1 * lc1**2),
    ("m2.*l1.^2 ...\n + m1", m2 * l1**2 + m1),
    ("m1 + \\\n m2", m1 + m2),
    ("m1\n+ m2;", m1 + m2),
    ("9.81*m1 + .5 m2 + 1e-3 l1", sp.Rational(981, 100) * m1 + m2 / 2 + l1 / 1000),
    ("Cos[q1 + q2] Sin[q1]", cos(q1 + q2) * sin(q1)),
    ("q1'[t]^2 q2''[t] + θ1(t)", w1**2 * a2 + q1),
    ("Derivative(q1(t), t)*Derivative(q2(t), (t, 2))", w1 * a2),
    ("diff(q1(t), t, t) + diff(q2, t, 2) + diff(theta1, t)", a1 + a2 + w1),
    ("q1d q2dd + th2d^2 + theta1dd m1q2d", w1 * a2 + w2**2 + a1 * m1 * w2),
    # signs
    ("m1·l1×g − m2⋅l1∗g", m1 * l1 * g - m2 * l1 * g),
    ("-m1 + -(-m2) - +g", -m1 + m2 - g),
    ("m1 * -g / -2", m1 * g / 2),
    ("-m1^2", -(m1**2)),
    ("m1 l1 / 2 g", m1 * l1 * g / 2),
    ("1/2 m1 lc1^2 + m2/3(l1 + g)", m1 * lc1**2 / 2 + m2 / 3 * (l1 + g)),
    ("½ m1 + ⅓m2 + 3÷4 g", m1 / 2 + m2 / 3 + sp.Rational(3, 4) * g),
    ("2(l1 + lc2)(m1 - m2)", 2 * (l1 + lc2) * (m1 - m2)),
    ("[l1 + {lc2 - g}]^2", (l1 + lc2 - g) ** 2),
    ("m2l1lc2", m2 * l1 * lc2),
    ("m2l1^2c2", m2 * l1**2 * cos(q2)),
    ("2m2l1lc2cos(q2)", 2 * m2 * l1 * lc2 * cos(q2)),
    ("l1² + m1³ + θ̇₁² + l1¹⁰", l1**2 + m1**3 + w1**2 + l1**10),
    ("(m1 + m2)²", (m1 + m2) ** 2),
    # coordinates, rates, accelerations
    ("q1 + theta1 + th1 + θ1 + θ₁ + q₁ + q_1 + theta_1 + Theta1 + ϑ₁", 10 * q1),
    (r"\theta_1 + \theta_{1} + q_{1} + {q}_1 + \vartheta_1 + \mathrm{q}_1 + \theta1", 7 * q1),
    ("qd1 + theta1dot + dtheta1 + thetadot1 + q1dot + qdot1 + dq1 + dotq1 + thd1", 9 * w1),
    ("q̇1 + q̇₁ + θ̇1 + θ̇₁ + q̇_1 + q1' + θ₁' + theta_dot_1 + theta_1_dot + dot_theta_1", 10 * w1),
    (r"\dot\theta_1 + \dot{\theta}_1 + \dot{q}_{1} + \dot q_1 + \dot{q_1} + {\dot q}_1", 6 * w1),
    (r"\dot{\theta_{1}} + \dot{\mathbf{q}}_1 + \dot \theta _1 + \theta_1' + \theta'_1", 5 * w1),
    ("w1 + omega1 + ω₁ + ω1 + Ω1", 5 * w1),
    ("ddq1 + q1ddot + qddot1 + qdd1 + theta1ddot + thetaddot1 + ddtheta1 + q1dotdot", 8 * a1),
    ("q̈1 + θ̈₁ + q̈₁ + q1'' + θ₁″ + q̇̇₁ + ω̇₁ + w1dot", 8 * a1),
    (r"\ddot\theta_1 + \ddot{q}_{1} + \ddot{\theta_1} + \dot\omega_1 + \ddot{q}_1", 5 * a1),
    (
        r"\frac{d}{dt}q_1 + \frac{d^2}{dt^2}\theta_2 + \frac{d^{2}}{d t^{2}} q_{1}{\left(t\right)}",
        w1 + a2 + a1,
    ),
    (
        r"\dot\theta_1^2\dot\theta_2 + \dot{\theta}^2_1 + θ̇²₁ + \theta_1^{2}",
        w1**2 * w2 + 2 * w1**2 + q1**2,
    ),
    ("θ12 + q_{12} + theta12", 3 * (q1 + q2)),
    # sines and cosines
    ("c1 + s1 + c12 + s12", cos(q1) + sin(q1) + cos(q1 + q2) + sin(q1 + q2)),
    (
        "C1 + S1 + C12 + c_1 + c_{12} + c₁₂ + c_{1+2} + c_{1,2}",
        3 * cos(q1) - cos(q1) + sin(q1) + 5 * cos(q1 + q2),
    ),
    (
        "cos1 + cos12 + sin_1 + cosq1 + sinθ₁ + cθ1 + sθ₂ + cq2",
        3 * cos(q1) + cos(q1 + q2) + 2 * sin(q1) + sin(q2) + cos(q2),
    ),
    (
        r"\cos_{12} + \sin_1 + \mathrm{c}_{12} + c\theta_1 + s_{\theta_2} + c_{\theta_1+\theta_2}",
        3 * cos(q1 + q2) + sin(q1) + cos(q1) + sin(q2),
    ),
    (
        r"\cos(\theta_1+\theta_2) + \sin\left(q_1\right) + \cos{\left(q_{1} + q_{2} \right)}",
        2 * cos(q1 + q2) + sin(q1),
    ),
    (
        r"\sin^2\theta_1 + sin²(q1) + sin^2 q1 + \sin^{2}{\left(q_{1} \right)} + s_1^2 + s²₁",
        6 * sin(q1) ** 2,
    ),
    (
        "sin q1 cos q2 l1 + m1 sin 2q1 - cos 2 θ1",
        sin(q1) * cos(q2) * l1 + m1 * sin(2 * q1) - cos(2 * q1),
    ),
    (
        r"\sin\theta_1\dot\theta_1^2 + \cos\theta_1l_1 + cos q1 + q2",
        sin(q1) * w1**2 + cos(q1) * l1 + cos(q1) + q2,
    ),
    ("cos(2 q1 - 3(q2 - q1)) + sin(0) + cos(-q1)", cos(5 * q1 - 3 * q2) + cos(q1)),
    ("cos(q1 + pi/2) + sin(π/2 - q2) + \\cos(\\pi)", -sin(q1) + cos(q2) - 1),
    ("l₁sinθ₁cosθ₂θ̇₁ + sinq1cosq2sinq1", l1 * sin(q1) * cos(q2) * w1 + sin(q1) ** 2 * cos(q2)),
    ("cos θ12 + c(q1) + s (q1+q2)", cos(q1 + q2) + cos(q1) + sin(q1 + q2)),
    # the model's letters
    (r"L1 + l_1 + \ell_1 + \ell_{1} + ℓ₁ + 𝑙₁ + ｌ１", 7 * l1),
    (r"lc1 + l_{c1} + l_c1 + l_{c,1} + l_{c_1} + L_{C1} + lc_1 + l_{c}_1", 8 * lc1),
    (r"l_{\mathrm{c}1} + r1 + r_1", 3 * lc1),
    ("I1 + I_1 + Izz1 + I_{zz1} + I_{zz,1} + I_{1zz} + Izz_1 + I₁", 8 * I1),
    ("J1 + I_{C1} + I_{zz_1}", 3 * I1),
    (r"M1 + m_1 + m_{1} + \mathrm{m}_1 + m₁ + \text{m}_1 + G", 6 * m1 + g),
    (r"m_2l_1l_{c2}\cos\theta_2", m2 * l1 * lc2 * cos(q2)),
    (
        r"\frac{1}{2}m_1 + \frac12 m_2 + \tfrac{m_1l_1}{3} + \dfrac1{2}g + \frac{1}2 g",
        m1 / 2 + m2 / 2 + m1 * l1 / 3 + g,
    ),
    (
        r"m_1\,l_1\;g\cdot m_2\quad\times 2 \left[ l_1 \right] \bigl( g \bigr)",
        2 * m1 * l1**2 * g**2 * m2,
    ),
    (r"$m_1 \left\{ l_1 + g \right\}$", m1 * (l1 + g)),
    ("$$ m_1 $$", m1),
]


def same(letters, typed, expression):
    """Tell whether what was read is the expression, by both of its forms."""
    wanted = letters.element(expression)
    return typed.element == wanted and letters.element(typed.expression) == wanted


@pytest.mark.parametrize(("text", "expression"), NOTATIONS)
def test_notations_of_the_2r(text, expression):
    """Code, Unicode and LaTeX mean the SymPy expression that stands beside them, typed by hand."""
    assert same(R2, parse_expression(text, R2), expression)


@pytest.mark.parametrize(
    ("letters", "text", "expression"),
    [
        (RP, r"d2 + d_2 + q_2 + d₂ + \mathrm{d}_2 + d", 6 * q2),
        (RP, r"ḋ₂ + d2dot + \dot d_2 + \dot{d}_{2} + dd2 + ḋ2 + d2' + ddot + d_2_dot", 9 * w2),
        (RP, r"\ddot d_2 + d̈₂ + ddd2 + d2ddot + d2''", 5 * a2),
        (
            RP,
            r"2m_2d_2\dot\theta_1\dot d_2 + m2 g sinθ1 + m₂d₂²θ̇",
            2 * m2 * q2 * w1 * w2 + m2 * g * sin(q1) + m2 * q2**2 * w1,
        ),
        (RP, "m2d2 + cosθ + s1", m2 * q2 + cos(q1) + sin(q1)),
        (R3, "c123 + s23 + c_{1 2 3} + c13", 2 * cos(q1 + q2 + q3) + sin(q2 + q3) + cos(q1 + q3)),
        (
            R3,
            r"L_1L_3m_3c_{23} + \frac12 L_1 L_3 m_3 \cos(\theta_2+\theta_3)",
            sp.Rational(3, 2) * l1 * l3 * m3 * cos(q2 + q3),
        ),
        (LONE, r"I\ddot\theta + m g l_c\cos\theta", I * a1 + m * g * lc * cos(q1)),
        (
            LONE,
            r"I1 q1ddot + m1 g0 lc1 c1 + mglccos(q) + lc1 θ̇²",
            I * a1 + 2 * m * g * lc * cos(q1) + lc * w1**2,
        ),
        (LONE, "mglc cosθ + mgl c(θ) + mglcosθ", m * g * lc * cos(q1) + 2 * m * g * l * cos(q1)),
        (letters_of("gantry"), "m_x + mx + M_y qddot2", 2 * sp.Symbol("mx") + sp.Symbol("my") * a2),
    ],
)
def test_notations_of_other_arms(letters, text, expression):
    """Sliding joints, three joints, a lone joint without numbers; right sides typed by hand."""
    assert same(letters, parse_expression(text, letters), expression)


STYLES = {
    "code": "(I1 + I2 + m1*lc1**2 + m2*(l1**2 + lc2**2 + 2*l1*lc2*cos(q2)))*qdd1"
    " + (I2 + m2*(lc2**2 + l1*lc2*cos(q2)))*qdd2"
    " - m2*l1*lc2*sin(q2)*(2*qd1*qd2 + qd2**2)"
    " + (m1*lc1 + m2*l1)*g*cos(q1) + m2*lc2*g*cos(q1 + q2)",
    "matlab": "(Izz1 + Izz2 + m1*lc1^2 + m2*(L1^2 + lc2^2 + 2*L1*lc2*c2))*ddq1 ...\n"
    " + (Izz2 + m2*(lc2^2 + L1*lc2*c2))*ddq2 - m2*L1*lc2*s2*(2*dq1*dq2 + dq2^2) ...\n"
    " + (m1*lc1 + m2*L1)*g*c1 + m2*lc2*g*c12;",
    "mathematica": "(I1 + I2 + m1 lc1^2 + m2 (l1^2 + lc2^2 + 2 l1 lc2 Cos[q2[t]])) q1''[t]"
    " + (I2 + m2 (lc2^2 + l1 lc2 Cos[q2[t]])) q2''[t]"
    " - m2 l1 lc2 Sin[q2[t]] (2 q1'[t] q2'[t] + q2'[t]^2)"
    " + (m1 lc1 + m2 l1) g Cos[q1[t]] + m2 lc2 g Cos[q1[t] + q2[t]]",
    "sympy": "(I1 + I2 + lc1**2*m1 + m2*(l1**2 + 2*l1*lc2*cos(q2(t)) + lc2**2))"
    "*Derivative(q1(t), (t, 2)) + (I2 + m2*(l1*lc2*cos(q2(t)) + lc2**2))*Derivative(q2(t), (t, 2))"
    " - l1*lc2*m2*(2*Derivative(q1(t), t)*Derivative(q2(t), t) + Derivative(q2(t), t)**2)"
    "*sin(q2(t)) + g*lc2*m2*cos(q1(t) + q2(t)) + g*(l1*m2 + lc1*m1)*cos(q1(t))",
    "words": "(I1 + I2 + m1 lc1^2 + m2 (l1^2 + lc2^2 + 2 l1 lc2 cos theta2)) theta1ddot"
    " + (I2 + m2 (lc2^2 + l1 lc2 cos theta2)) theta2ddot"
    " - m2 l1 lc2 sin theta2 (2 theta1dot theta2dot + theta2dot^2)"
    " + (m1 lc1 + m2 l1) g cos theta1 + m2 lc2 g cos(theta1 + theta2)",
    "unicode": "(I₁ + I₂ + m₁lc₁² + m₂(l₁² + lc₂² + 2l₁lc₂cosθ₂))θ̈₁"
    " + (I₂ + m₂(lc₂² + l₁lc₂cosθ₂))θ̈₂ − m₂l₁lc₂sinθ₂(2θ̇₁θ̇₂ + θ̇₂²)"
    " + (m₁lc₁ + m₂l₁)g·cosθ₁ + m₂lc₂g·cos(θ₁ + θ₂)",
    "multiplied out": "I₁q̈₁ + I₂(q̈₁ + q̈₂) + m₁r₁²q̈₁ + m₂l₁²q̈₁ + m₂r₂²(q̈₁ + q̈₂) "
    " + m₂l₁r₂c₂(2q̈₁ + q̈₂) − 2m₂l₁r₂s₂q̇₁q̇₂ − m₂l₁r₂s₂q̇₂² + m₁r₁g c₁ + m₂g(l₁c₁ + r₂c₁₂)",
    "latex": r"\left(I_1 + I_2 + m_1 l_{c1}^2 + m_2\left(l_1^2 + l_{c2}^2 "
    r" + 2 l_1 l_{c2}\cos\theta_2\right)\right)\ddot\theta_1"
    r" + \left(I_2 + m_2\left(l_{c2}^2 + l_1 l_{c2}\cos\theta_2\right)\right)\ddot\theta_2"
    r" - m_2 l_1 l_{c2}\sin\theta_2\left(2\dot\theta_1\dot\theta_2 + \dot\theta_2^2\right)"
    r" + (m_1 l_{c1} + m_2 l_1)\,g\cos\theta_1 + m_2 l_{c2}\,g\cos(\theta_1+\theta_2)",
    "latex without spaces": r"I_{zz1}\ddot{\theta}_{1}+I_{zz2}(\ddot{\theta}_{1}+\ddot{\theta}_{2})"
    r"+m_{1}l_{c1}^{2}\ddot{\theta}_{1}+m_{2}l_{1}^{2}\ddot{\theta}_{1}"
    r"+m_{2}l_{c2}^{2}(\ddot{\theta}_{1}+\ddot{\theta}_{2})"
    r"+m_{2}l_{1}l_{c2}c_{2}(2\ddot{\theta}_{1}+\ddot{\theta}_{2})"
    r"-2m_{2}l_{1}l_{c2}s_{2}\dot{\theta}_{1}\dot{\theta}_{2}-m_{2}l_{1}l_{c2}s_{2}\dot{\theta}_{2}^{2}"
    r"+m_{1}l_{c1}gc_{1}+m_{2}g(l_{1}c_{1}+l_{c2}c_{12})",
    "angles expanded": "I1 ddq1 + I2 (ddq1 + ddq2) + m1 lc1^2 ddq1 + m2 l1^2 (c2^2 + s2^2) ddq1"
    " + m2 lc2^2 (ddq1 + ddq2) + m2 l1 lc2 (c1 c12 + s1 s12) (2 ddq1 + ddq2)"
    " - m2 l1 lc2 (c1 s12 - s1 c12) (2 dq1 + dq2) dq2"
    " + g (m1 lc1 c1 + m2 l1 c1 + m2 lc2 (c1 c2 - s1 s2))",
}


@pytest.mark.parametrize("style", STYLES)
def test_ten_ways_to_type_one_torque(style):
    """Lecture notes, section 3: τ₁ of the 2R in ten styles is one element, the recursion's."""
    m = lw.symbolic("2r")
    tau = R2.element(lw.rnea(m.robot, m.q, m.qd, m.qdd)[0])
    typed = parse_expression(STYLES[style], R2)
    assert typed.element == tau
    assert R2.element(typed.expression) == tau


def test_a_robot_with_letters_of_its_own():
    """The robot's own symbols come first, however they collide with what others mean by them."""
    theta, rate, acc, c1, w2_, M = sp.symbols(r"theta_1 \omega_1 alpha1 c1 w2 M")
    body = lw.Inertia(M, (c1, 0, 0), sp.diag(0, 0, w2_))
    link = lw.Link("arm", lw.Joint.revolute("shoulder"), inertia=body)
    letters = Letters.of(lw.Robot("one", [link], (0, -sp.Symbol("g"), 0)), [theta], [rate], [acc])
    typed = parse_expression("M c1 g cos(theta_1) + w2 alpha1 + ω₁ + θ̇ + q1''", letters)
    assert same(letters, typed, M * c1 * sp.Symbol("g") * cos(theta) + w2_ * acc + 2 * rate + acc)


def test_aliases_stand_for_letters_and_angles():
    """A user's own letters, with dots, subscripts and sines as the robot's have them."""
    aliases = {"a": "l1", "phi1": "q1", r"\beta": "m2 l1 lc2", "ψ": "q1 + q2", "w_2": "qd2"}
    text = r"a \dot\phi_1 + φ̈₁ + β cos φ₁ + dphi1 + s\phi_1 + cos ψ + w2"
    wanted = l1 * w1 + a1 + m2 * l1 * lc2 * cos(q1) + w1 + sin(q1) + cos(q1 + q2) + w2
    typed = parse_expression(text, R2, aliases=aliases)
    assert same(R2, typed, wanted)
    assert ("β", "l1*lc2*m2") in typed.taken
    entries = parse_entries("M11 = a β", R2, aliases=aliases)
    assert same(R2, entries["M"][0, 0], l1**2 * m2 * lc2)
    for wrong, message in (
        ({"a": "l9"}, "alias a, line 1, column 1: unknown name 'l9'"),
        ({"a+b": "l1"}, "alias 'a\\+b' is no name"),
        ({"a": l1}, "aliases are texts"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            parse_expression("a", R2, aliases=wrong)


def test_the_table_of_what_was_taken():
    """Every name in order of appearance, as it was typed, with what it was taken for."""
    typed = parse_expression(r"m_2 L1 c_{12}\dot{\theta}_1² − sin q1 + m_2", R2)
    assert typed.taken == (
        ("m_2", "m2"),
        ("L1", "l1"),
        ("c_{12}", "cos(q1 + q2)"),
        (r"\dot{\theta}_1", "qd1"),
        ("q1", "q1"),
        ("sin q1", "sin(q1)"),
    )
    assert typed.table().splitlines()[3] == r"c_{12}          cos(q1 + q2)"
    both = taken_table([typed, parse_expression("m_2 + g", R2)])
    assert both.count("m_2") == 1
    assert both.endswith("g               g")


GENERATORS = [q1, w1, w2, a1, a2, l1, lc1, lc2, m1, m2, I1, I2, g]
ANGLES = [q1, q2, q1 + q2, q1 - q2, 2 * q1 + q2]
atoms = st.sampled_from([*GENERATORS, *map(cos, ANGLES), *map(sin, ANGLES)])
powers = st.builds(sp.Pow, atoms, st.integers(1, 3))
factors = st.fractions(-9, 9, max_denominator=12).map(lambda x: sp.Rational(*x.as_integer_ratio()))
terms = st.builds(lambda c, x: c * sp.Mul(*x), factors, st.lists(powers, max_size=4))
sums = st.lists(terms, min_size=1, max_size=4).map(lambda x: sp.Add(*x))
polynomials = st.one_of(sums, st.builds(lambda a, b, n: a * b**n, sums, sums, st.integers(1, 2)))


@settings(max_examples=30, deadline=None)
@given(polynomials)
def test_what_sympy_prints_is_read_back(expression):
    """Any polynomial, printed as code and as LaTeX, is the same element after reading."""
    wanted = R2.element(expression)
    for text in (str(expression), sp.latex(expression), sp.latex(expression, mul_symbol="dot")):
        assert parse_expression(text, R2).element == wanted


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("m1 l1^2 qdd1/l1", "m1 l1 qdd1"),
        (r"\frac{m_1 l_1 + m_2 l_1}{l_1}", "m1 + m2"),
        ("m1*l1/(m1*l1)", "1"),
        ("s1/c1*c1", "s1"),
        ("-m1/-l1*l1", "m1"),
        ("(l1/m1)^2 m1^2", "l1^2"),
        ("(1/m1 + 1/l1) m1 l1 - l1", "m1"),
        ("1/(1/m1)", "m1"),
        ("m2 - m2/m1*m1", "0"),
        ("(m1 + m2)(m1 lc1 + m2 l1)/(m1 + m2)", "m1 lc1 + m2 l1"),
        ("(m1^2 - m2^2)/(m1 - m2)", "m1 + m2"),
        ("m1/(m1 + m2) + m2/(m2 + m1)", "1"),
        ("m1/(m1 + m2) - m1/(2m1 + 2m2) * 2", "0"),
        ("m1/(m1 - m2) + m2/(m2 - m1)", "1"),
        ("m1/(m1 + m2) + m2/(m1 + m2)^2 * (m1 + m2)", "1"),
        ("m1 l1/(m1 l1 + m2 l1) * (m1 + m2)", "m1"),
        ("1/(1/m1 + 1/m2) * (m1 + m2)", "m1 m2"),
        ("1/(m1/(m1 + m2)) - m2/m1", "1"),
        ("l1/(1 + c2) * (1 - c2^2)", "l1 - l1 c2"),
        ("l1/(1 - s2²) * c2^2", "l1"),
        ("(1 + c1)/s1 - s1/(1 - c1)", "0"),
        (r"\frac{m_1 + m_2}{\frac{1}{l_1} + \frac{1}{l_2}} (l_1 + l_2)", "(m1 + m2) l1 l2"),
        (r"\frac{m_1}{2} + m1/2", "m1"),
    ],
)
def test_divisions_that_come_out_even(text, same):
    """What stands above and below a fraction cancels, as it does on paper.

    The right side is typed without a fraction, and the ring has one form of it.
    """
    assert parse_expression(text, R2).element == parse_expression(same, R2).element


def test_divided_definitions():
    """A definition may hold a fraction; the entry that uses it must come out even."""
    found = parse_entries("a = l1/m1\ng2 = a m1 m2 g c12/l1", R2)
    assert found["g"][1,].element == parse_expression("m2 g c12", R2).element
    twice = parse_entries("g2 = m1 m2/m1 = m2", R2)
    assert twice["g"][1,].element == parse_expression("m2", R2).element
    with pytest.raises(LinkwiseError, match="line 2, column 1: division by m1 does not come out"):
        parse_entries("a = l1/m1\ng2 = a m2", R2)
    with pytest.raises(LinkwiseError, match="this is not equal to what line 1 has"):
        parse_entries("g2 = m1 = m1^2/l1", R2)


def test_a_common_centre_of_mass():
    """Both links as one body, as authors write weights: the sum of the masses cancels."""
    text = "r = (m1 lc1 + m2 l1)/(m1 + m2)\ng1 = (m1 + m2) g r c1 + m2 g lc2 c12"
    right = parse_expression("(m1 lc1 + m2 l1) g c1 + m2 g lc2 c12", R2)
    assert parse_entries(text, R2)["g"][0,].element == right.element


RIGHT_CHAINS = [
    ("m1 lc1/(m1 + m2)", "m1 lc1 (m1 + m2)/(m1 + m2)^2"),
    ("(m1 - l1)/((m1 - m2)(m1 - l1))", "1/(m1 - m2)"),
    ("(1 + c1)/s1", "s1/(1 - c1)"),
    ("m1/(m1 + m2)", "1 - m2/(m1 + m2)"),
]
WRONG_CHAINS = [
    ("m2 g lc2 c12/(m1 + m2)", "m2 g lc2 c12"),
    ("(m1 lc1 + m2 l1)/(m1 + m2)", "(m1 lc1 + m2 l1)/(m1 + l1)"),
    ("(1 + c1)/s1", "s1/(1 + c1)"),
    ("m1/(m1 + m2)", "m2/(m1 + m2)"),
    ("m1/m2", "m1/m2^2"),
]


@pytest.mark.parametrize(("one", "other"), RIGHT_CHAINS)
def test_a_chain_of_equal_fractions_is_read(one, other):
    """Both sides of = are compared as values, however each is divided: by hand they are equal."""
    found = parse_entries(f"r = {one} = {other}\ng2 = m2 r - m2 r + m1", R2)
    assert found["g"][1,].element == parse_expression("m1", R2).element


@pytest.mark.parametrize(("one", "other"), WRONG_CHAINS)
def test_a_chain_of_unlike_fractions_is_refused(one, other):
    """What differs by its divisor alone differs."""
    with pytest.raises(LinkwiseError, match="this is not equal to what line 1 has"):
        parse_entries(f"r = {one} = {other}\ng2 = r (m1 + m2)(m1 + l1) m2^2 s1 (1 + c1)", R2)


def test_a_letter_defined_anew_is_compared_by_value():
    """A divisor alone makes a definition of a letter another one; what is equal does no harm."""
    again = "θ1 = q1 (m1 + m2)/(m1 + m2)\ng1 = m1 g c1 θ1"
    right = parse_expression("m1 g c1 q1", R2)
    assert parse_entries(again, R2)["g"][0,].element == right.element
    with pytest.raises(LinkwiseError, match="θ1 may be q1 of the robot or theta1 of line 1"):
        parse_entries("θ1 = q1/(m1 + m2)\ng1 = m1 g θ1 (m1 + m2)", R2)


def test_advice_names_no_stranger():
    """A robot of numbers has no letter I1, and q1 is none that could be meant."""
    with pytest.raises(LinkwiseError, match="unknown name 'I1': known are q1, q2, q3, q4, q5, q6"):
        parse_entries("g1 = I1", ring.letters_of(lw.puma560()))


REFUSED = [
    ("m2*l3*g", "column 4: unknown name 'l3': did you mean l2"),
    ("m2 + lc3", "column 6: unknown name 'lc3': did you mean lc"),
    ("thetta1", "did you mean theta1"),
    ("m2\n* x7", "line 2, column 3: unknown name 'x7'"),
    ("q", "unknown name 'q': did you mean q"),
    ("qd3", "unknown name 'qd3'"),
    ("w2", "rate of joint 2 or link 2's angular velocity"),
    ("c3", "no joint 3: the robot has 2"),
    ("c21", "write out the sum"),
    ("l1/m1", "column 1: division by m1 does not come out even"),
    ("m2 + l1/(m1 c1)", "column 1: division by cos q1, m1 does not come out even"),
    ("m1/(m1 + m2)", "column 1: division by m1 \\+ m2 does not come out even"),
    ("m1 (m1 + m2)/(m1 + m2)^2", r"division by m1\^2 \+ 2\*m1\*m2 \+ m2\^2 does not"),
    ("1/((m1 + m2) m1)", "division by m1, m1 \\+ m2 does not come out even"),
    (
        "m1/(1 + s1)",
        "column 3: division by a sum with sines: letters, cosines, their sums and products",
    ),
    ("m1/(m1 - m1)", "column 3: division by zero"),
    (r"\frac{l1}{\pi}", "division by π"),
    ("m1/0", "division by zero"),
    ("m1/(1 - 1)", "division by zero"),
    ("m1^m2", "exponents are whole numbers from 0 to 20, got 'm2'"),
    ("m1^-1", "exponents are whole numbers"),
    ("m1^{1/2}", "'}' is wanted here, got '/'"),
    ("m1^21", "exponents are whole numbers from 0 to 20, got '21'"),
    ("m1^2^2", "two exponents in a row need brackets"),
    ("sin²(q1)^x", "exponents are whole numbers"),
    ("sqrt(m1)", "unknown name 'sqrt'"),
    ("tan(q1)", "unknown name 'tan'"),
    ("sin(q1 l1)", "an angle is a sum of whole multiples"),
    ("sin(q1/2)", "an angle is a sum of whole multiples"),
    ("cos(m1)", "an angle is a sum of whole multiples"),
    ("cos q1^2", "put the angle in brackets"),
    (r"\cos{q_1}^2", "put the angle in brackets"),
    ("sin cos q1", "unknown name 'cos'"),
    ("cos", "the angle of cos is wanted here, got the end"),
    (r"\cos + 1", "the angle of cos is wanted here, got '\\+'"),
    ("pi m1", "π stands outside of sine and cosine"),
    ("1½ m1", "a sign is wanted before the number '½'"),
    ("m1 2", "a sign is wanted before the number '2'"),
    ("q1(2)", "a number in brackets straight after a name may be an index"),
    ("m1[0]", "a number in brackets straight after a name may be an index"),
    ("9,81", "unexpected ',': decimals are written with a point"),
    ("m1 = m2", "an expression has no equals sign"),
    ("(m1 + m2", "column 1: '\\(' is never closed"),
    ("(m1 + m2]", "']' does not close '\\(' of line 1"),
    ("m1)", "'\\)' closes nothing"),
    ("m1 +", "a number, name or bracket is wanted here, got the end"),
    ("", "a number, name or bracket is wanted here, got the end"),
    ("m1 * / 2", "a number, name or bracket is wanted here, got '/'"),
    ("m_", "a letter or {...} is wanted here"),
    (r"\mathrm{}", "letters are wanted here, the braces are empty"),
    (r"m_1 \foo", r"unknown command .\\foo."),
    (r"\thetta_1", r"did you mean \\theta"),
    (r"\frac{m1}", "a digit or {...} is wanted here"),
    (r"\dot{m}_1", "unknown name"),
    ("Derivative(m1, t)", "only coordinates are differentiated"),
    ("Derivative(q1, q2)", "a derivative is written"),
    (r"\begin{bmatrix} m1 \end{bmatrix}", "a matrix stands outside of brackets"),
    ("m1 $ m2", "DOLLAR SIGN"),
    ("mа1", "column 2: U\\+0430 is CYRILLIC SMALL LETTER A: type a Latin"),
    ("сos(q1)", "U\\+0441 is CYRILLIC SMALL LETTER ES"),
    ("ο1", "GREEK SMALL LETTER OMICRON"),
    ("m1\u200b", "ZERO WIDTH SPACE"),
    ("m1\u202e", "RIGHT-TO-LEFT OVERRIDE"),
    ("m1\0", "a control character"),
    ("∂m1", "a number, name or bracket is wanted here, got '∂'"),
    ("∑m1", "N-ARY SUMMATION"),
    ("\u0307m1", "COMBINING DOT ABOVE stands over no letter"),
    ("m₁̇", "COMBINING DOT ABOVE stands over no letter"),
    ("\ud800", "U\\+D800"),
    ("1" * 31, "a number of 31 digits"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_cannot_be_read_is_named(text, message):
    """Each mistake has its sentence with source, line and column."""
    with pytest.raises(LinkwiseError, match=message) as error:
        parse_expression(text, R2, source="mine.txt")
    assert str(error.value).startswith("mine.txt, line ")


def test_names_without_a_space_that_may_be_two_things():
    """l·c1 or lc·1 is not guessed: the message has both ways."""
    l, lc = sp.symbols("l lc1")
    inertia = lw.Inertia(sp.Symbol("m"), (l, 0, 0), sp.diag(0, 0, lc))
    links = [
        lw.Link("a", lw.Joint.revolute("q1"), inertia=inertia),
        lw.Link("b", lw.Joint.revolute("q2"), parent="a"),
    ]
    letters = Letters.of(lw.Robot("two", links, (0, 0, 0)), R2.q, R2.qd, R2.qdd)
    with pytest.raises(LinkwiseError, match="'mlc1' may be m·lc1 or m·l·c1: put spaces"):
        parse_expression("mlc1", letters)
    assert same(letters, parse_expression("lc1 m", letters), lc * sp.Symbol("m"))


BIG = "+".join(f"m1*l1*c{k % 2 + 1}" for k in range(1600))
HOSTILE = [
    "__import__('os').system('true')",
    "().__class__.__bases__[0]",
    "lambda: 0",
    "exec(1)",
    "9**9**9**9",
    "1e999999999",
    "((((m1+1)^20)^20)^20)^20",
    "(m1+m2+l1+lc1+lc2+g+I1+I2+qd1+qd2)^20",
    "*".join(["(m1+m2+l1+lc1)"] * 200),
    "*".join(["(c1+s1+c2+s2+c12)"] * 1000),
    "+".join(f"cos({k % 6}*q1+{k % 7}*q2)^20" for k in range(700)),
    "+".join(f"cos({k}*q1)" for k in range(1000)),
    "(" * 10_000,
    "(" * 60 + "m1" + ")" * 60,
    "[{(" * 5_000,
    "-" * 19_999 + "m",
    "sinq1" * 60,
    "sin q1" * 3_000,
    "sin " * 5_000,
    r"\dot" * 5_000,
    r"\mathrm" * 2_500,
    r"\frac" * 4_000,
    r"\frac{1}{" * 2_000,
    "_" * 20_000,
    "^" * 20_000,
    "'" * 20_000,
    "m1" * 9_999,
    "θ" * 20_000,
    "q̇" * 9_999,
    "q" + "\u0307" * 19_000,
    "₁" * 20_000,
    "½" * 20_000,
    "m" * 20_000,
    "9" * 20_000,
    "9" * 29 + "*9" * 9_000,
    "m1 " * 6_000 + "x",
    "m1*" * 6_000,
    "{" + "m1," * 5_000 + "}",
    BIG + "+x",
    "а" * 20_000,
    "m1" + "\u0301" * 10_000,
    "m1+" * 10_000,
    b"m1",
    None,
]


PIECES = r"""
m1 lc2 q1 θ₁ θ̇₂ q̇ c12 s1 cos \sin \frac \dot \theta \mathrm { } ( ) [ ] ^ _ ² ₁ + - * / = , ; . & '
\\ \begin{bmatrix} \end{bmatrix} $ \[ \] M11 tau1 h V F2y 2 12 ½ diff t d dt # \left ** {} а |
"""


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*PIECES.split(), " ", "\n"]), max_size=12).map("".join))
def test_whatever_is_typed_ends_in_a_formula_or_an_error(text):
    """No text raises anything but a LinkwiseError, whichever way it is read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for read in (parse_expression, parse_entries):
            with contextlib.suppress(LinkwiseError):
                assert read(text, R2)


SECOND = 1  # of the processor's time: on an idle machine nothing hostile takes two thirds of it


def processor_seconds(run):
    """Return the time that a call took of the processor, the shorter of two if it is long."""
    seconds = []
    while not seconds or (len(seconds) < 2 and seconds[0] >= SECOND):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return min(seconds)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text)[:24])
def test_hostile_expressions_end_at_once(text):
    """Bombs, depth, length and look-alikes are refused within a second, and nothing is run."""

    def read():
        with pytest.raises(LinkwiseError):
            parse_expression(text, R2)

    assert processor_seconds(read) < SECOND


FILE = """
% The arm of the lecture notes, section 3
h = -m2*l1*lc2*s2            # used below
M11 = I1 + I2 + m1 lc1^2 + m2 (l1^2 + lc2^2 +
      2 l1 lc2 c2)
M_12 = M[2,1] = I2 + m2*(lc2**2     // symmetric
                         + l1*lc2*c2);
M_{22} = I2
       + m2 lc2^2
C11 = h theta2dot; C_{1,2} = h (theta1dot + theta2dot)
C(2,1) = -h q1', C22 = 0
V1 = C11 dq1 + C_12 dq2
h2 = C21 dq1
G1 = (m1 lc1 + m2 l1) g c1 + G_2
G₂ = m2 lc2 g c12
τ₁ = M11 ddq1 + M12 ddq2 + V1 + G1
u2 = M21 ddq1 + M22 ddq2 + h2 + G2
T = 1/2 M11 dq1^2 + M12 dq1 dq2 + 1/2 M22 dq2^2
V = m1 g lc1 s1 + m2 g (l1 s1 + lc2 s12)
"""


def test_a_file_of_lines():
    """Lecture notes, section 3: all entries of the 2R typed in equal those of the recursions."""
    m = lw.symbolic("2r")
    entries = parse_entries(FILE, R2, source="mine.txt")
    arrays = {
        "M": lw.crba(m.robot, m.q),
        "C": lw.coriolis_matrix(m.robot, m.q, m.qd),
        "h": lw.coriolis_torque(m.robot, m.q, m.qd),
        "g": lw.gravity_torque(m.robot, m.q),
        "tau": lw.rnea(m.robot, m.q, m.qd, m.qdd),
    }
    assert {name: sorted(found) for name, found in entries.items()} == {
        "M": [(0, 0), (0, 1), (1, 0), (1, 1)],
        "C": [(0, 0), (0, 1), (1, 0), (1, 1)],
        "h": [(0,), (1,)],
        "g": [(0,), (1,)],
        "tau": [(0,), (1,)],
        "K": [()],
        "P": [()],
    }
    for name, array in arrays.items():
        for index, typed in entries[name].items():
            assert same(R2, typed, array[index]), (name, index)
    assert same(R2, entries["K"][()], lw.kinetic_energy(m.robot, m.q, m.qd)[()])
    assert same(R2, entries["P"][()], lw.potential_energy(m.robot, m.q)[()])
    assert entries["M"][1, 0].line == 6
    assert entries["h"][(0,)].taken[:4] == (
        ("C11", "C11 of line 10"),
        ("dq1", "qd1"),
        ("C_12", "C12 of line 10"),
        ("dq2", "qd2"),
    )
    assert ("h", "h of line 3") in entries["h"][(0,)].taken


@pytest.mark.parametrize(
    "text",
    [
        "M = [[m1 + m2, l1 c2], [l1 c2, m2]]",
        "D = {{m1 + m2, l1 c2},\n {l1 c2, m2}}",
        "M = [m1 + m2, l1*c2; l1*c2, m2];",
        "M = Matrix([[m1 + m2, l1*cos(q2)], [l1*cos(q2), m2]])",
        "H = array([[m1 + m2, l1*c2],\n           [l1*c2, m2]])",
        r"\[ M(q) = \begin{bmatrix} m_1 + m_2 & l_1 c_2 \\ l_1c_2 & m_2 \end{bmatrix}. \]",
        r"$$M(\theta)=\left[\begin{array}{cc}m_1+m_2&l_1c_2\\l_1c_2&m_2\\\end{array}\right]$$",
        r"$M=\left(\begin{matrix}m_1+m_2&l_1\cos{\left(q_2\right)}\\l_1c_2&m_2\end{matrix}\right)$",
        "M11 = m1 + m2\nM12 = M21\nM_{21} = l1 c2\nM22 = m2",
    ],
)
def test_whole_matrices(text):
    """Nested lists, MATLAB's rows, SymPy's and LaTeX's matrices are the same four entries."""
    M = parse_entries(text, R2)["M"]
    wanted = {(0, 0): m1 + m2, (0, 1): l1 * cos(q2), (1, 0): l1 * cos(q2), (1, 1): m2}
    assert M.keys() == wanted.keys()
    for index, expression in wanted.items():
        assert same(R2, M[index], expression)


def test_vectors_and_their_entries_in_other_lines():
    """Rows, columns and lists are vectors; C12 of a whole C is that entry, c12 a cosine."""
    text = r"""
    C = [[0, m1 w1], [m2, 0]]
    V = [C12 qd2, C21 qd1 + c12]
    G = [m1; m2 g]
    tau = [[m1, m2]]
    F2 = [m2 g s12, m2 g c12, 0]
    """
    entries = parse_entries(text.replace("C12 qd2", "m1 w1 qd2"), R2)
    assert same(R2, entries["h"][(1,)], m2 * w1 + cos(q1 + q2))
    assert same(R2, entries["g"][(1,)], m2 * g)
    assert same(R2, entries["tau"][(1,)], m2)
    assert same(R2, entries["F"][1, 1], m2 * g * cos(q1 + q2))
    with pytest.raises(
        LinkwiseError, match=r"C12 may be cos\(q1 \+ q2\) of the robot or C12 of line 2"
    ):
        parse_entries(text, R2)


def test_rows_of_the_newton_euler_iterations():
    """Components of ω, ω̇, v̇, v̇_C, F, N, f and n by link and axis, however the dot is typed."""
    text = r"""
    w2z = qd1 + qd2
    omega_{1z} = qd1; omegadot2z = qdd1 + qdd2; ẇ1z = qdd1
    vdot1x = g s1;  v̇_1y = g c1
    vdotC2x = -lc2 (qd1 + qd2)^2;  v̇_{C2,y} = g c12
    F2y = m2 vdotC2x;  N_{2,z} = I2 (qdd1 + qdd2)
    f_{1x} = F2y;  n1z = N2z
    """
    entries = parse_entries(text, R2)
    assert {name: sorted(found) for name, found in entries.items()} == {
        "omega": [(0, 2), (1, 2)],
        "omega_dot": [(0, 2), (1, 2)],
        "v_dot": [(0, 0), (0, 1)],
        "v_dot_C": [(1, 0), (1, 1)],
        "F": [(1, 1)],
        "N": [(1, 2)],
        "f": [(0, 0)],
        "n": [(0, 2)],
    }
    assert same(R2, entries["f"][0, 0], -m2 * lc2 * (w1 + w2) ** 2)
    document = r"$$ {}^{2}\dot{v}_{C_2} = \begin{bmatrix} 0 \\ g c_{12} \\ 0 \end{bmatrix} $$"
    assert same(R2, parse_entries(document, R2)["v_dot_C"][1, 1], g * cos(q1 + q2))


DOCUMENT = r"""
\documentclass{article} % a comment with $ in it
\begin{document}
With $q_1 = \theta_1$ and $\alpha$, we get\footnote{cost: \$5}
\begin{align}
  M_{11} &= I_1 + m_1 l_{c1}^2 \label{eq:M11} \\[2pt]
         &\quad + I_2 + m_2 \left( l_1^2 + l_{c2}^2 + 2\alpha \cos\theta_2 \right), \nonumber \\
  M_{12} &= M_{21} = I_2 + m_2 l_{c2}^2
          + m_2\alpha c_2, \qquad \alpha = l_1 l_{c2}.
\end{align}
Then \( G_2 = m_2 g l_{c2} c_{12} \) and
\begin{equation*}
  \tau_1 = \begin{aligned}[t] & M_{11}\ddot\theta_1 + {} \\ & M_{12}\ddot\theta_2 \end{aligned}
\end{equation*}
\[ \frac{\partial K}{\partial q_1} = 0 \\ C_{22} = 0 \]
For $t \in [0, 1)$ see $x = f(t)$.
"""


def test_a_latex_document():
    """Only mathematics is read, over line breaks; what is no entry is named in a warning."""
    with pytest.warns(lw.LinkwiseWarning) as caught:
        entries = parse_entries(DOCUMENT, R2, source="mine.tex")
    M12 = I2 + m2 * lc2**2 + m2 * l1 * lc2 * cos(q2)
    M11 = I1 + m1 * lc1**2 + I2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * cos(q2))
    assert same(R2, entries["M"][0, 0], M11)
    assert same(R2, entries["M"][0, 1], M12)
    assert same(R2, entries["M"][1, 0], M12)
    assert same(R2, entries["g"][(1,)], m2 * g * lc2 * cos(q1 + q2))
    assert same(R2, entries["tau"][(0,)], M11 * a1 + M12 * a2)
    assert same(R2, entries["C"][1, 1], 0)
    (warning,) = caught
    assert str(warning.message) == (
        "mine.tex: not read: line 15, column 4: the left side "
        r"'\frac{\partial K}{\partial q_1}' is no name; "
        "line 16, column 17: ')' does not close '[' of line 16; q_1 (line 4) is used by no entry; "
        "x (line 16) is used by no entry"
    )


def test_a_derivation_of_ours_is_read_back():
    """What `lagrange` prints as LaTeX and as Markdown is read as the matrices that it holds."""
    d = lagrange(lw.symbolic("2r").robot)
    for text in (d.latex(), str(d)):
        with pytest.warns(lw.LinkwiseWarning, match="not read: .*p_{C"):
            entries = parse_entries(text, d.letters)
        for name, matrix in (("M", d.M), ("C", d.C)):
            for index, typed in entries[name].items():
                assert typed.element == d.letters.element(matrix[index])
        stages = {"dL_dqd": d.dL_dqd, "d_dt": d.d_dt, "dL_dq": d.dL_dq}
        for name, vector in {"h": d.V, "g": d.g, "tau": d.tau, **stages}.items():
            assert [typed.element for typed in entries[name].values()] == [
                d.letters.element(x) for x in vector
            ]
        assert entries["K"][()].element == d.letters.element(d.K)


RP_BY_LINES = r"""
tau1 = (I1 + m1 l1^2 + I2 + m2 d2^2) q̈1 + 2 m2 d2 q̇1 ḋ2 + (m1 l1 + m2 d2) g c1
tau2 = m2 d̈2 - m2 d2 q̇1^2 + m2 g s1
"""
IN_COLUMNS = {
    "one column": r"""\boldsymbol\tau = \begin{bmatrix}\tau_1\\ \tau_2\end{bmatrix}
        = \begin{bmatrix}
        (I_1 + m_1 l_1^2 + I_2 + m_2 d_2^2) \ddot\theta_1 + 2 m_2 d_2 \dot\theta_1 \dot d_2
        + (m_1 l_1 + m_2 d_2) g \cos\theta_1 \\
        m_2 \ddot d_2 - m_2 d_2 \dot\theta_1^2 + m_2 g \sin\theta_1 \end{bmatrix}""",
    "a matrix and columns": r"""\begin{bmatrix}\tau_1\\ \tau_2\end{bmatrix} =
        \begin{bmatrix} I_1 + m_1 l_1^2 + I_2 + m_2 d_2^2 & 0 \\ 0 & m_2 \end{bmatrix}
        \begin{bmatrix} \ddot\theta_1 \\ \ddot d_2 \end{bmatrix}
        + m_2 d_2 \dot\theta_1 \begin{pmatrix} 2 \dot d_2 \\ -\dot\theta_1 \end{pmatrix}
        - g \left[\begin{array}{c} -(m_1 l_1 + m_2 d_2) c_1 \\ -m_2 s_1 \end{array}\right]""",
    "rows on their side": r"""\begin{bmatrix} \tau_1 & \tau_2 \end{bmatrix}^T =
        \begin{bmatrix} I_1 + m_1 l_1^2 + I_2 + m_2 d_2^2 & 0 \\ 0 & m_2 \end{bmatrix}
        \cdot \begin{bmatrix} \ddot\theta_1 & \ddot d_2 \end{bmatrix}^{\mathsf T}
        + \begin{bmatrix} 4 d_2 \dot\theta_1 \dot d_2 & -2 d_2 \dot\theta_1^2 \end{bmatrix}^\top
        m_2/2
        + \begin{bmatrix} (m_1 l_1 + m_2 d_2) g c_1 \\ m_2 g s_1 \end{bmatrix}""",
    "prose between": r"""\tau_1 = (I_1 + m_1 l_1^2 + I_2 + m_2 d_2^2) \ddot\theta_1
        + 2 m_2 d_2 \dot\theta_1 \dot d_2 + (m_1 l_1 + m_2 d_2) g c_1, \quad \mathrm{where}\
        \tau_2 = m_2 \ddot d_2 - m_2 d_2 \dot\theta_1^2 + m_2 g \sin\theta_1""",
}


@pytest.mark.parametrize("form", IN_COLUMNS)
def test_torques_in_columns(form):
    """The RP's torques by matrices and columns are those of two lines, one for each joint."""
    entries = parse_entries(f"$${IN_COLUMNS[form]}$$", RP)
    wanted = parse_entries(RP_BY_LINES, RP)["tau"]
    assert {k: x.element for k, x in entries["tau"].items()} == {
        k: x.element for k, x in wanted.items()
    }


def test_names_in_matrices():
    """All of M by its entries' names; rows of three components; no other order, no strange name."""

    def column(*cells):
        return r"\begin{bmatrix}" + r" \\ ".join(cells) + r"\end{bmatrix}"

    M = column("M_{11} & M_{12}", "M_{21} & M_{22}") + "=" + column("m_1 & l_1", "l_2 & m_2")
    assert parse_entries(f"${M}$", R2)["M"][1, 0].expression == l2
    F = column("F_{2x}", "F_{2y}", "F_{2z}") + "=" + column("m_1", "m_2", "0")
    assert parse_entries(f"${F}$", R2)["F"][1, 1].expression == m2
    for names in (("h_2", "h_1"), ("m_1", "m_2"), ("hx", "hy"), ("h_1", ""), ("h_1", "h_2", "h_3")):
        with pytest.raises(LinkwiseError, match=r"no line names an entry.*not read: line 1"):
            parse_entries(f"${column(*names)} = {column('m_1', 'm_2')}$", R2)


def test_stages_of_a_derivation():
    """∂L/∂q̇, its rate and ∂L/∂q as code, Unicode and LaTeX write them, by joint."""
    text = r"""
    dL/dqd1 = I1 qd1;  ∂L/∂θ̇₂ = I2 qd2
    d/dt dL/dqd1 = I1 qdd1;  d_dt2 = I2 qdd2
    ∂L/∂q₁ = -m1 g lc1 c1;  dL_dq2 = 0
    """
    entries = parse_entries(text, R2)
    assert {name: sorted(found) for name, found in entries.items()} == {
        "dL_dqd": [(0,), (1,)],
        "d_dt": [(0,), (1,)],
        "dL_dq": [(0,), (1,)],
    }
    document = (
        r"$\frac{\mathrm{d}}{\mathrm{d}t}\frac{\partial L}{\partial\dot\theta_1} = I_1\ddot q_1$"
    )
    assert same(R2, parse_entries(document, R2)["d_dt"][(0,)], I1 * a1)
    with pytest.raises(LinkwiseError, match="no name"):
        parse_entries("d/dt dL/dq1 = 0", R2)


def test_a_lone_joint():
    """Without numbers τ, M and G are entries of the lone joint; g is its letter."""
    entries = parse_entries("M = I\nG = m g lc cosθ\ntau = M11 θ̈ + G1\nC = 0", LONE)
    assert same(LONE, entries["M"][0, 0], I)
    assert same(LONE, entries["g"][(0,)], m * g * lc * cos(q1))
    assert entries["C"][0, 0].element == 0
    with pytest.raises(LinkwiseError, match="g may be g of the robot or g of line 1, which differ"):
        parse_entries("g = 9.81\ntau = g m lc c1", LONE)


SQUARE = r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}"
TALL = r"\begin{bmatrix} 1 \\ 2 \\ 3 \end{bmatrix}"
RAGGED = r"\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix}"
FILES_REFUSED = [
    ("M11 = m1 +\nM12 = m9", "line 2, column 1: unknown name 'M12'|line 1"),
    (
        "\n\nM11 = m1\nM12 = m2*l3",
        "mine.txt, line 4, column 10: unknown name 'l3': did you mean l2",
    ),
    ("M11 = (m1 + m2\nM12 = m1", "line 1, column 7: '\\(' is never closed"),
    ("M13 = m1", "line 1, column 1: 'M13': there is no joint 3, the robot has joints 1 to 2"),
    ("M[0][0] = m1", "'M\\[0\\]\\[0\\]': there is no joint 0, the robot has joints 1 to 2"),
    ("tau = m1", "'tau': of which joint"),
    (
        "M11 = m1\nM_{11} = m1 + m2",
        "line 2, column 10: this is not equal to what line 1 has, by m2",
    ),
    ("h1 = m1\nV1 = m2", "line 2, column 1: h1 differs from that of line 1"),
    ("M11 = m1 (l1 + g) = m1 l1 + g", "line 1, column 21: this is not equal to what line 1 has"),
    ("M = [[m1, m2], [m2]]", "M: 2 × 2 is wanted on the right"),
    ("M = [m1, m2]", "M: 2 × 2 is wanted on the right"),
    ("tau = [m1, m2, m1]", "tau: a vector of 2 is wanted on the right"),
    ("h = -m2 l1 lc2 s2", "line 1, column 1: h: a vector of 2 is wanted on the right"),
    ("a = m1\nM = a", "line 2, column 1: M: 2 × 2 is wanted on the right"),
    ("M = [[m1, m1/m2], [0, 0]]", "line 1, column 1: entry 1,2: division by m2 does not come out"),
    ("Y = [[m1, m2], [0, 0]]", "Y: 2 × 20 is wanted on the right"),
    ("g2 = 0\nY121 = m1", "line 2, column 1: 'Y121': there is no column 21, Y has 20: ten a link"),
    ("Y[3,1] = m1", "there is no joint 3, the robot has joints 1 to 2"),
    ("v = [m1, m2]\nM11 = v", "v is no single formula"),
    ("M11 = a\na = b\nb = a", "line 2, column 1: a is defined by itself: a → b → a"),
    ("M11 = M11 + m1", "M11 is defined by itself: M11 → M11"),
    ("M11 = 2 M12\nM12 = 2 M11", "defined by itself"),
    ("c2 = s2\nM11 = c2", "c2 may be cos\\(q2\\) of the robot or c2 of line 1, which differ"),
    ("cos = m1\nM11 = 1", "'cos' is a function"),
    ("m1 + m2 = M11", "the left side 'm1 \\+ m2' is no name"),
    ("M11", "a line NAME = formula is wanted"),
    ("M11 =", "a line NAME = formula is wanted"),
    ("= m1", "a line NAME = formula is wanted"),
    ("x = m1", "no line names an entry, such as M11"),
    ("", "no line names an entry"),
    ("$M_{11} = m_1", "\\$ has no \\$"),
    ("M11 = m1 @ 2", "column 10: U\\+0040 is COMMERCIAL AT"),
    (rf"tau = {SQUARE} {TALL}", "2 × 2 times 3 × 1 is no product"),
    (rf"tau = {SQUARE} + {TALL}", "2 × 2 and 3 × 1 are no sum"),
    (rf"tau = {TALL} + m1", "a formula and a matrix are no sum"),
    (rf"tau = {RAGGED} m1", "the rows of this matrix differ in length"),
    (rf"tau = m1 ({TALL} + {TALL})", "is wanted here, got '\\+'"),
]


@pytest.mark.parametrize(("text", "message"), FILES_REFUSED)
def test_mistakes_in_files_are_placed(text, message):
    """Each mistake has its sentence with file, line and column."""
    with pytest.raises(LinkwiseError, match=message) as error:
        parse_entries(text, R2, source="mine.txt")
    assert str(error.value).startswith("mine.txt")


def test_definitions_that_are_equal_are_no_clash():
    """c2 = cos(q2) may be written down; an entry may be given in several forms that are equal."""
    text = "c2 = cos(q2)\nM11 = c2^2 + s2^2\n    = 1\nM11 = 1"
    assert parse_entries(text, R2)["M"][0, 0].expression == 1
    with pytest.warns(lw.LinkwiseWarning, match=r"not read: L \(line 2\) is used by no entry"):
        parse_entries("K = m1\nL = K - P", R2)


HOSTILE_FILES = [
    "M11 = m1\n" * 20_000,
    "\n".join(f"a{k} = a{k + 1}" for k in range(2_000)) + "\nM11 = a0",
    "\n".join(f"a{k} = (a{k - 1} + m1)^2" for k in range(1, 40)) + "\na0=g\nM11 = a39",
    "a0 = 9^20\n" + "\n".join(f"a{k} = a{k - 1}^20" for k in range(1, 60)) + "\nM11 = a59",
    "a0 = m1\n"
    + "\n".join(
        f"a{k} = a{k - 1}(c1^2+s1^2) + a{k - 1}(c2^2+s2^2) - a{k - 1}(c12^2+s12^2)"
        for k in range(1, 45)
    )
    + "\nM11 = a44",
    "a = b\nb = c\nc = a\nM11 = a",
    r"\[" * 40_000,
    "$" * 99_999,
    r"\begin{align}" * 7_000,
    "M11 = " + "(\n" * 40_000,
    "=" * 99_999,
    "M11 " * 20_000,
    "\\\\" * 49_000,
    "\n\\\\&" * 24_000,
    "M11 = m1 \\\\ & = " * 6_000,
    "M = " + "[" * 90_000,
    "é = 3\nM11 = 1\nM11 = 2",
    "x" * 100_001,
    "M11 = " + "m1 " * 7_000,
]


@pytest.mark.parametrize("text", HOSTILE_FILES, ids=lambda text: repr(text)[:24])
def test_hostile_files_end_at_once(text):
    """Chains, cycles and doublings of definitions and broken LaTeX end within a second."""

    def read():
        with pytest.raises(LinkwiseError):
            parse_entries(text, R2)

    assert processor_seconds(read) < SECOND


LONG_FILES = [
    "b = m1" + "+m2 l1" * 2_000 + "".join(f"\nF{k}x = b + {k} b" for k in range(1, 600)),
    "M = [[m1, m2], [m2, " + "m1+" * 6_600 + "m1]]",
    "$M_{11} = m_1$ $(" * 2_000,
    "\n".join(f"F{k}x = m1 l1 c1 + m2 l1 c12 - {k} m2 s2 dq1^2" for k in range(1, 600)),
]


@pytest.mark.parametrize("text", LONG_FILES, ids=lambda text: repr(text)[:24])
def test_long_files_are_read(text):
    """What is long and not hostile is read, in a few seconds at most."""

    def read():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert parse_entries(text, R2)

    assert processor_seconds(read) < 5
