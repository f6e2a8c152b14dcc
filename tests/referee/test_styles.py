"""Derivations of three arms as different people write them: right ones pass, a slip is named.

All are typed by hand from textbooks' closed forms.
"""

import pytest

import linkwise as lw
from linkwise.lagrangian.ring import Letters
from linkwise.referee.check import check_entries
from linkwise.referee.typed import parse_entries

# name: (arm, derivation, what is right, what is typed in its place, name of the slip)
STYLES = {
    "2R expanded, in code": (
        "2r",
        """\
tau1 = (I1*qdd1 + I2*qdd1 + I2*qdd2 + m1*lc1**2*qdd1 + m2*l1**2*qdd1
    + m2*lc2**2*qdd1 + m2*lc2**2*qdd2 + 2*m2*l1*lc2*cos(q2)*qdd1 + m2*l1*lc2*cos(q2)*qdd2
    - 2*m2*l1*lc2*sin(q2)*qd1*qd2 - m2*l1*lc2*sin(q2)*qd2**2
    + m1*g*lc1*cos(q1) + m2*g*l1*cos(q1) + m2*g*lc2*cos(q1 + q2))
tau2 = (I2*qdd1 + I2*qdd2 + m2*lc2**2*qdd1 + m2*lc2**2*qdd2 + m2*l1*lc2*cos(q2)*qdd1
    + m2*l1*lc2*sin(q2)*qd1**2 + m2*g*lc2*cos(q1 + q2))
""",
        "- 2*m2*l1*lc2*sin(q2)*qd1*qd2",
        "+ 2*m2*l1*lc2*sin(q2)*qd1*qd2",
        "sign",
    ),
    "2R factored, implicit products": (
        "2r",
        """\
h = m2 l1 lc2 s2
tau1 = (I1 + m1 lc1^2) qdd1 + (I2 + m2 lc2^2)(qdd1 + qdd2)
    + m2 l1 (l1 qdd1 + lc2 c2 (2 qdd1 + qdd2)) - h qd2 (2 qd1 + qd2)
    + g (c1 (m1 lc1 + m2 l1) + m2 lc2 c12)
tau2 = (I2 + m2 lc2^2)(qdd1 + qdd2) + m2 l1 lc2 c2 qdd1 + h qd1^2 + m2 lc2 g c12
""",
        "m1 lc1^2",
        "m1 lc1",
        "lost square",
    ),
    "2R in alpha, beta, delta": (
        "2r",
        """\
alpha = I1 + I2 + m1*lc1^2 + m2*(l1^2 + lc2^2)
beta = m2*l1*lc2
delta = I2 + m2*lc2^2
M = [[alpha + 2*beta*c2, delta + beta*c2], [delta + beta*c2, delta]]
C = [[-beta*s2*qd2, -beta*s2*(qd1 + qd2)], [beta*s2*qd1, 0]]
g1 = (m1*lc1 + m2*l1)*g*c1 + m2*lc2*g*c12
g2 = m2*lc2*g*c12
""",
        "M = [[alpha + 2*beta*c2, delta + beta*c2]",
        "M = [[alpha + beta*c2, delta + beta*c2]",
        "factor ½",
    ),
    "2R in Greek letters of Unicode": (
        "2r",
        """\
α = I₁ + I₂ + m₁lc₁² + m₂(l₁² + lc₂²)
β = m₂ l₁ lc₂
δ = I₂ + m₂lc₂²
τ₁ = (α + 2β cosθ₂)θ̈₁ + (δ + β cosθ₂)θ̈₂ − β sinθ₂ θ̇₂(2θ̇₁ + θ̇₂)
    + (m₁lc₁ + m₂l₁)g cosθ₁ + m₂lc₂g cos(θ₁ + θ₂)
τ₂ = (δ + β cosθ₂)θ̈₁ + δθ̈₂ + β sinθ₂ θ̇₁² + m₂lc₂g cos(θ₁ + θ₂)
""",
        "+ β sinθ₂ θ̇₁²",
        "− β sinθ₂ θ̇₁²",
        "centrifugal sign",
    ),
    "2R with Unicode dots and shorthand": (
        "2r",
        """\
M₁₁ = I₁ + I₂ + m₁ r₁² + m₂ (l₁² + r₂² + 2 l₁ r₂ c₂)
M₁₂ = I₂ + m₂ (r₂² + l₁ r₂ c₂)
M₂₂ = I₂ + m₂ r₂²
h₁ = −m₂ l₁ r₂ s₂ (2 q̇₁ q̇₂ + q̇₂²)
h₂ = m₂ l₁ r₂ s₂ q̇₁²
g₁ = m₁ g r₁ c₁ + m₂ g (l₁ c₁ + r₂ c₁₂)
g₂ = m₂ g r₂ c₁₂
""",
        "m₂ g (l₁ c₁ + r₂ c₁₂)",
        "m₂ g (r₁ c₁ + r₂ c₁₂)",
        "l for lc, or lc for l",
    ),
    "2R of point masses, as a page of LaTeX": (
        "2r-point",
        r"""
\begin{align*}
\tau_1 &= m_2 l_2^2 (\ddot{\theta}_1 + \ddot{\theta}_2)
  + m_2 l_1 l_2 c_2 (2\ddot{\theta}_1 + \ddot{\theta}_2) + (m_1 + m_2) l_1^2 \ddot{\theta}_1 \\
  &\quad - m_2 l_1 l_2 s_2 \dot{\theta}_2^2 - 2 m_2 l_1 l_2 s_2 \dot{\theta}_1 \dot{\theta}_2
  + m_2 l_2 g c_{12} + (m_1 + m_2) l_1 g c_1, \\
\tau_2 &= m_2 l_1 l_2 c_2 \ddot{\theta}_1 + m_2 l_1 l_2 s_2 \dot{\theta}_1^2 + m_2 l_2 g c_{12}
  + m_2 l_2^2 (\ddot{\theta}_1 + \ddot{\theta}_2).
\end{align*}
""",
        r"+ m_2 l_2 g c_{12} + (m_1 + m_2) l_1 g c_1",
        r"+ m_2 l_2 g c_2 + (m_1 + m_2) l_1 g c_1",
        "wrong angle",
    ),
    "2R by energies in absolute angles": (
        "2r",
        """\
w = qd1 + qd2
K = 1/2 (I1 + m1 lc1^2 + m2 l1^2) qd1^2 + 1/2 (I2 + m2 lc2^2) w^2 + m2 l1 lc2 qd1 w cos(q2)
P = m1 g lc1 sin(q1) + m2 g (l1 sin(q1) + lc2 sin(q1 + q2))
""",
        "1/2 (I2 + m2 lc2^2) w^2",
        "1/2 (I2 + m2 lc2^2) qd2^2",
        "relative rate for absolute rate",
    ),
    "2R, Lagrange's steps": (
        "2r",
        r"""
b = m_2 l_1 l_{c2}
\frac{\partial L}{\partial \dot q_1} = (I_1 + m_1 l_{c1}^2 + m_2 l_1^2) \dot q_1
  + (I_2 + m_2 l_{c2}^2)(\dot q_1 + \dot q_2) + b \cos q_2 (2 \dot q_1 + \dot q_2)
\frac{d}{dt}\frac{\partial L}{\partial \dot q_1} = (I_1 + m_1 l_{c1}^2 + m_2 l_1^2) \ddot q_1
  + (I_2 + m_2 l_{c2}^2)(\ddot q_1 + \ddot q_2) + b \cos q_2 (2 \ddot q_1 + \ddot q_2)
  - b \sin q_2 \dot q_2 (2 \dot q_1 + \dot q_2)
""",
        r"  - b \sin q_2 \dot q_2 (2 \dot q_1 + \dot q_2)",
        r"",
        "d/dt acts on q̇ alone",
    ),
    "2R with letters of one's own": (
        "2r",
        """\
a1 = I1 + m1*lc1**2 + m2*l1**2
a2 = I2 + m2*lc2**2
a3 = m2*l1*lc2
k1 = m1*lc1 + m2*l1
psi = q1 + q2
tau1 = (a1 + a2 + 2*a3*cos(q2))*qdd1 + (a2 + a3*cos(q2))*qdd2 \\
    - a3*sin(q2)*(2*qd1*qd2 + qd2**2) + g*(k1*cos(q1) + m2*lc2*cos(psi))
tau2 = (a2 + a3*cos(q2))*qdd1 + a2*qdd2 + a3*sin(q2)*qd1**2 + g*m2*lc2*cos(psi)
""",
        "g*(k1*cos(q1) + m2*lc2*cos(psi))",
        "g*(k1*sin(q1) + m2*lc2*sin(psi))",
        "gravity: sine and cosine exchanged",
    ),
    "RP as in the lecture notes": (
        "rp",
        """\
τ₁ = (m₁ l₁² + I₁ + I₂ + m₂ d₂²) θ̈₁ + 2 m₂ d₂ θ̇₁ ḋ₂ + (m₁ l₁ + m₂ d₂) g cos θ₁
τ₂ = m₂ d̈₂ − m₂ d₂ θ̇₁² + m₂ g sin θ₁
""",
        "2 m₂ d₂ θ̇₁ ḋ₂",
        "m₂ d₂ θ̇₁ ḋ₂",
        "Coriolis halved",
    ),
    "RP in matrices of LaTeX": (
        "rp",
        r"""
\[ M(q) = \begin{bmatrix} m_1 l_1^2 + I_1 + I_2 + m_2 d_2^2 & 0 \\ 0 & m_2 \end{bmatrix} \]
\[ C = \begin{bmatrix} m_2 d_2 \dot d_2 & m_2 d_2 \dot\theta_1 \\
  -m_2 d_2 \dot\theta_1 & 0 \end{bmatrix} \]
\[ g(q) = \begin{bmatrix} (m_1 l_1 + m_2 d_2) g \cos\theta_1 \\ m_2 g \sin\theta_1 \end{bmatrix} \]
""",
        r"I_1 + I_2 + m_2 d_2^2 & 0",
        r"I_1 + m_2 d_2^2 & 0",
        "dropped term",
    ),
    "RP by energies": (
        "rp",
        """\
v2 = d2dot^2 + d2^2 theta1dot^2
K = 1/2 m1 l1^2 theta1dot^2 + 1/2 I1 theta1dot^2 + 1/2 m2 v2 + 1/2 I2 theta1dot^2
P = m1 g l1 sin(theta1) + m2 g d2 sin(theta1)
""",
        "P = m1 g l1 sin(theta1) + m2 g d2 sin(theta1)",
        "P = m1 g l1 sin(theta1)",
        "dropped term",
    ),
    "3R in coefficients and shorthand": (
        "3r",
        """\
A1 = (m1/3 + m2 + m3) l1^2
A2 = (m2/3 + m3) l2^2
A3 = 1/3 m3 l3^2
B2 = (m2/2 + m3) l1 l2 c2
B3 = 1/2 m3 l2 l3 c3
B23 = 1/2 m3 l1 l3 c23
M33 = A3
M23 = A3 + B3
M22 = A2 + A3 + 2 B3
M13 = A3 + B3 + B23
M12 = A2 + A3 + 2 B3 + B2 + B23
M11 = A1 + A2 + A3 + 2 B2 + 2 B23 + 2 B3
g3 = 1/2 m3 g l3 c123
g2 = (1/2 m2 + m3) g l2 c12 + g3
g1 = (1/2 m1 + m2 + m3) g l1 c1 + g2
""",
        "g2 = (1/2 m2 + m3) g l2 c12 + g3",
        "g2 = 1/2 m2 g l2 c12 + g3",
        "weight not carried",
    ),
    "3R by energies in absolute angles": (
        "3r",
        r"""
K = \frac{1}{6}(m_1 + 3 m_2 + 3 m_3) l_1^2 \dot q_1^2
  + \frac16 (m_2 + 3 m_3) l_2^2 (\dot q_1 + \dot q_2)^2
  + \frac16 m_3 l_3^2 (\dot q_1 + \dot q_2 + \dot q_3)^2
  + \frac12 (m_2 + 2 m_3) l_1 l_2 \cos q_2 \dot q_1 (\dot q_1 + \dot q_2)
  + \frac12 m_3 l_1 l_3 \cos(q_2 + q_3) \dot q_1 (\dot q_1 + \dot q_2 + \dot q_3)
  + \frac12 m_3 l_2 l_3 \cos q_3 (\dot q_1 + \dot q_2) (\dot q_1 + \dot q_2 + \dot q_3)
P = g \left( (\tfrac12 m_1 + m_2 + m_3) l_1 \sin q_1 + (\tfrac12 m_2 + m_3) l_2 \sin(q_1 + q_2)
  + \tfrac12 m_3 l_3 \sin(q_1 + q_2 + q_3) \right)
""",
        r"\tfrac12 m_3 l_3 \sin(q_1 + q_2 + q_3)",
        r"m_3 l_3 \sin(q_1 + q_2 + q_3)",
        "factor 2",
    ),
    "3R, velocity terms by Christoffel": (
        "3r",
        """\
a = (m2/2 + m3)*l1*l2*sin(q2)
b = m3*l1*l3*sin(q2 + q3)/2
c = m3*l2*l3*sin(q3)/2
h1 = -(a + b)*(2*qd1*qd2 + qd2^2) - (b + c)*(2*qd1*qd3 + 2*qd2*qd3 + qd3^2)
h2 = (a + b)*qd1^2 - c*(2*qd1*qd3 + 2*qd2*qd3 + qd3^2)
h3 = b*qd1^2 + c*(qd1 + qd2)^2
""",
        "h3 = b*qd1^2 + c*(qd1 + qd2)^2",
        "h3 = b*qd1^2 + c*qd1^2 + c*qd2^2",
        "dropped term",
    ),
}


def verdict_on(arm, text):
    """Return the verdict on a derivation of a textbook arm."""
    model = lw.symbolic(arm)
    parameters = tuple(model.parameters.values())
    letters = Letters.of(model.robot, model.q, model.qd, model.qdd, parameters)
    found = parse_entries(text, letters)
    elements = {
        name + "".join(str(k + 1) for k in index): formula.element
        for name, by_index in found.items()
        for index, formula in by_index.items()
    }
    return check_entries(model.robot, letters, elements)


@pytest.mark.parametrize("style", STYLES)
def test_a_right_derivation_passes(style):
    """A right derivation is right however it is written, and in the model's own convention."""
    arm, text, *_ = STYLES[style]
    verdict = verdict_on(arm, text)
    assert verdict.right, str(verdict)
    assert verdict.convention is None
    assert all(entry.right for entry in verdict.entries)


@pytest.mark.parametrize("style", STYLES)
def test_a_slip_is_named(style):
    """One slip in the same text is found, and its name is among the explanations."""
    arm, text, right, wrong, name = STYLES[style]
    assert text.count(right) == 1
    verdict = verdict_on(arm, text.replace(right, wrong))
    assert not all(entry.right for entry in verdict.entries)
    slips = [made.slip for e in verdict.entries for one in e.findings for made in one.slips]
    named = {slip.name for slip in (*slips, *(slip for slip, _ in verdict.early))}
    assert name in named, str(verdict)
