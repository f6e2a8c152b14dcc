"""Letters and terms as a textbook writes them."""

import pytest
from sympy import Rational, cos, sign, sin, symbols

from linkwise import planar_nr, symbolic
from linkwise.lesson.letters.in_letters import in_letters
from linkwise.lesson.letters.letter_styles import latex_style, text_style
from linkwise.lesson.letters.writing import written

_, TWO_R = in_letters(symbolic("2r"))
q1, q2, w1, w2, a1, m2, l1, lc2, g = symbols("q1 q2 qd1 qd2 qdd1 m2 l1 lc2 g")

CASES = [
    (-2 * l1 * sin(q2) * w2 * m2, "−2 m₂ l₁ s₂ θ̇₂", r"-2 m_{2} l_{1} s_{2} \dot \theta_{2}"),
    (m2 * lc2**2 * a1 / 3, "m₂ lc₂² θ̈₁/3", r"\frac{1}{3} m_{2} l_{c2}^{2} \ddot \theta_{1}"),
    (g * cos(q1 + q2), "g c₁₂", "g c_{12}"),
    (cos(2 * q1 + q2), "cos(2 θ₁ + θ₂)", r"\cos(2 \theta_{1} + \theta_{2})"),
    (sin(q1 - q2), "sin(θ₁ − θ₂)", r"\sin(\theta_{1} - \theta_{2})"),
    (sign(w1) * m2, "m₂ sign(θ̇₁)", r"m_{2} \operatorname{sign}(\dot \theta_{1})"),
    ((l1 + lc2) * m2, "m₂ (l₁ + lc₂)", "m_{2} (l_{1} + l_{c2})"),
    (m2 / l1, "m₂/l₁", r"\frac{m_{2}}{l_{1}}"),
    (-m2 * Rational(2, 3), "−2 m₂/3", r"-\frac{2}{3} m_{2}"),
    (m2 * Rational(981, 200), "4.905 m₂", "4.905 m_{2}"),
    (Rational(1, 3) + m2, "0.333333 + m₂", "0.333333 + m_{2}"),
    (w1**2 * m2 + a1 * m2 + m2, "m₂ θ̈₁ + m₂ θ̇₁² + m₂", None),
    (0 * m2, "0", "0"),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "text", "latex"), CASES)
def test_as_a_textbook_writes_it(expression, text, latex) -> None:
    """Masses, lengths, gravity, waves, rates, accelerations; the lecture notes' letters."""
    assert written(expression, text_style(TWO_R)) == text
    if latex is not None:
        assert written(expression, latex_style(TWO_R)) == latex


def test_numbers_of_a_robot_without_letters_are_decimal() -> None:
    """A third of a metre is 0.333333 where no letter is near, and no fraction stays."""
    _, letters = in_letters(planar_nr([1, 1], [1, 1]))
    assert written(cos(q1) / 4, text_style(letters)) == "0.25 c₁"


def test_two_digits_have_commas() -> None:
    """c₁,₁₀ cannot be taken for c₁₁₀."""
    _, letters = in_letters(planar_nr([1] * 10, [1] * 10))
    assert written(cos(letters.q[0] + letters.q[9]), text_style(letters)) == "c₁,₁₀"
