import importlib
from typing import Any

import pytest
import sympy as sp
from sympy import Rational, cos, sin

from linkwise import planar_2r, rnea
from linkwise.models.symbolic import MODELS, SymbolicModel, symbolic
from linkwise.spatial.errors import LinkwiseError

l, lc, m, I, g = sp.symbols("l lc m I g")
l1, l2, l3, lc1, lc2, lc3 = sp.symbols("l1 l2 l3 lc1 lc2 lc3")
m1, m2, m3, I1, I2, I3 = sp.symbols("m1 m2 m3 I1 I2 I3")
mx, my = sp.symbols("mx my")
q1, q2, q3 = sp.symbols("q1 q2 q3")
qd1, qd2, qd3 = sp.symbols("qd1 qd2 qd3")
qdd1, qdd2, qdd3 = sp.symbols("qdd1 qdd2 qdd3")
c1, c2, s2, c3 = cos(q1), cos(q2), sin(q2), cos(q3)
c12, c23, c123 = cos(q1 + q2), cos(q2 + q3), cos(q1 + q2 + q3)

Expressions = list[Any]


def two_r() -> Expressions:
    """Type the general 2R: M, h and g as the lecture notes print them."""
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2)
    M12 = I2 + m2 * (lc2**2 + l1 * lc2 * c2)
    M22 = I2 + m2 * lc2**2
    h = -m2 * l1 * lc2 * s2
    g1 = (m1 * lc1 + m2 * l1) * g * c1 + m2 * lc2 * g * c12
    g2 = m2 * lc2 * g * c12
    return [
        M11 * qdd1 + M12 * qdd2 + h * qd2 * qd1 + h * (qd1 + qd2) * qd2 + g1,
        M12 * qdd1 + M22 * qdd2 - h * qd1 * qd1 + g2,
    ]


def two_r_points() -> Expressions:
    """Type the 2R with point masses at the tips: the result by Newton-Euler in the notes."""
    return [
        m2 * l2**2 * (qdd1 + qdd2)
        + m2 * l1 * l2 * c2 * (2 * qdd1 + qdd2)
        + (m1 + m2) * l1**2 * qdd1
        - m2 * l1 * l2 * s2 * qd2**2
        - 2 * m2 * l1 * l2 * s2 * qd1 * qd2
        + m2 * l2 * g * c12
        + (m1 + m2) * l1 * g * c1,
        m2 * l1 * l2 * c2 * qdd1
        + m2 * l1 * l2 * s2 * qd1**2
        + m2 * l2 * g * c12
        + m2 * l2**2 * (qdd1 + qdd2),
    ]


def two_r_rods() -> Expressions:
    """Type the 2R of uniform rods, its velocity terms from h = −m₂ L₁ (L₂/2) s₂."""
    M11 = m1 * l1**2 / 3 + m2 * (l1**2 + l1 * l2 * c2 + l2**2 / 3)
    M12 = m2 * (l1 * l2 * c2 / 2 + l2**2 / 3)
    M22 = m2 * l2**2 / 3
    h = -m2 * l1 * l2 * s2 / 2
    g1 = m1 * g * l1 * c1 / 2 + m2 * g * (l1 * c1 + l2 * c12 / 2)
    g2 = m2 * g * l2 * c12 / 2
    return [
        M11 * qdd1 + M12 * qdd2 + h * (2 * qd1 * qd2 + qd2**2) + g1,
        M12 * qdd1 + M22 * qdd2 - h * qd1**2 + g2,
    ]


def three_r_rods() -> Expressions:
    """Type M of the 3R of rods; its velocity terms are Christoffel's, its gravity dP/dq by hand."""
    M23 = m3 * l3 * (l3 / 3 + l2 * c3 / 2)
    M13 = m3 * l3 * (l3 / 3 + l1 * c23 / 2 + l2 * c3 / 2)
    M22 = l2**2 * (m2 / 3 + m3) + l3**2 * m3 / 3 + l2 * l3 * m3 * c3
    M12 = (
        l2**2 * (m2 / 3 + m3)
        + l3**2 * m3 / 3
        + l1 * l2 * (m2 / 2 + m3) * c2
        + l1 * l3 * m3 * c23 / 2
        + l2 * l3 * m3 * c3
    )
    M11 = (
        l1**2 * (m1 / 3 + m2 + m3)
        + l2**2 * (m2 / 3 + m3)
        + l3**2 * m3 / 3
        + l1 * l2 * (m2 + 2 * m3) * c2
        + l1 * l3 * m3 * c23
        + l2 * l3 * m3 * c3
    )
    M = sp.Matrix([[M11, M12, M13], [M12, M22, M23], [M13, M23, m3 * l3**2 / 3]])
    g3 = m3 * g * l3 * c123 / 2
    g2 = (m2 / 2 + m3) * g * l2 * c12 + g3
    return by_christoffel(M, [(m1 / 2 + m2 + m3) * g * l1 * c1 + g2, g2, g3])


def three_r_general() -> Expressions:
    """Type M of the 3R from the squares of its centres' speeds, its gravity dP/dq by hand."""
    M33 = I3 + m3 * lc3**2
    M23 = M33 + m3 * l2 * lc3 * c3
    M13 = M23 + m3 * l1 * lc3 * c23
    M22 = I2 + I3 + m2 * lc2**2 + m3 * (l2**2 + lc3**2 + 2 * l2 * lc3 * c3)
    M12 = M22 + m2 * l1 * lc2 * c2 + m3 * l1 * (l2 * c2 + lc3 * c23)
    M11 = 2 * M12 - M22 + I1 + m1 * lc1**2 + (m2 + m3) * l1**2
    M = sp.Matrix([[M11, M12, M13], [M12, M22, M23], [M13, M23, M33]])
    g3 = m3 * g * lc3 * c123
    g2 = (m2 * lc2 + m3 * l2) * g * c12 + g3
    return by_christoffel(M, [(m1 * lc1 + (m2 + m3) * l1) * g * c1 + g2, g2, g3])


def by_christoffel(M: Any, gravity: Expressions) -> Expressions:
    """Return M q̈ plus velocity terms by Christoffel's symbols of M, plus gravity."""
    q, qd, qdd = (q1, q2, q3), (qd1, qd2, qd3), sp.Matrix([qdd1, qdd2, qdd3])
    V = [
        sum(
            (M[i, j].diff(q[k]) - M[j, k].diff(q[i]) / 2) * qd[j] * qd[k]
            for j in range(3)
            for k in range(3)
        )
        for i in range(3)
    ]
    return list(M * qdd + sp.Matrix(V) + sp.Matrix(gravity))


def rp() -> Expressions:
    """Type the RP arm, with d₂ = q₂."""
    return [
        (m1 * l1**2 + I1 + I2 + m2 * q2**2) * qdd1
        + 2 * m2 * q2 * qd1 * qd2
        + (m1 * l1 + m2 * q2) * g * c1,
        m2 * qdd2 - m2 * q2 * qd1**2 + m2 * g * sin(q1),
    ]


CLOSED_FORMS: dict[str, Expressions] = {
    "pendulum": [(I + m * lc**2) * qdd1 + m * g * lc * c1],
    "2r": two_r(),
    "2r-point": two_r_points(),
    "2r-rods": two_r_rods(),
    "3r": three_r_rods(),
    "3r-general": three_r_general(),
    "rp": rp(),
    "gantry": [(mx + my) * qdd1, my * qdd2],
}


def zero(expression: Any) -> bool:
    """Decide an identity of sines and cosines by expanding sums of angles."""
    return bool(sp.simplify(sp.expand(sp.expand_trig(expression))) == 0)


def floats(expressions: Any) -> set[Any]:
    """Return the floating-point numbers in the expressions."""
    return set().union(*(sp.sympify(e).atoms(sp.Float) for e in expressions))


def torques(arm: SymbolicModel) -> Any:
    """Return the torques of a symbolic arm in general motion."""
    return rnea(arm.robot, arm.q, arm.qd, arm.qdd)


@pytest.mark.parametrize("name", MODELS)
def test_closed_form(name: str) -> None:
    """The recursion on symbols gives the torques typed from the lecture notes, section 3."""
    tau = torques(symbolic(name))
    assert [zero(t - e) for t, e in zip(tau, CLOSED_FORMS[name], strict=True)] == [True] * len(tau)
    assert floats(tau) == set()


def test_typed_forms_agree_where_they_must() -> None:
    """Points and rods are the general 2R with other (lc, I): a slip in one of the three shows."""
    points = {lc1: l1, lc2: l2, I1: 0, I2: 0}
    rods = {lc1: l1 / 2, lc2: l2 / 2, I1: m1 * l1**2 / 12, I2: m2 * l2**2 / 12}
    for values, typed in ((points, two_r_points()), (rods, two_r_rods())):
        for general, special in zip(two_r(), typed, strict=True):
            assert zero(general.subs(values) - special)


def test_symbols_are_those_a_user_would_write() -> None:
    """A closed form typed with sympy.symbols can be compared at once: no hidden assumptions."""
    arm = symbolic("2r")
    assert (arm.q, arm.qd, arm.qdd) == ((q1, q2), (qd1, qd2), (qdd1, qdd2))
    letters = {"l1": l1, "l2": l2, "lc1": lc1, "lc2": lc2, "m1": m1, "m2": m2, "I1": I1, "I2": I2}
    assert dict(arm.parameters) == {**letters, "g": g}


STATE_A = {q1: 0.3, q2: -0.7, qd1: 1.2, qd2: -0.8, qdd1: 0.5, qdd2: 2}
POINTS_B11 = {l1: 0.5, l2: 0.4, m1: 3, m2: 2, g: 9.81}


def test_numbers_put_into_the_closed_form() -> None:
    """Case B35 with the numbers of case B11: the closed form gives the tabled torques."""
    tau = [t.subs({**STATE_A, **POINTS_B11}) for t in torques(symbolic("2r-point"))]
    assert [float(t) for t in tau] == pytest.approx([32.6710852456158, 7.81038573054264], rel=1e-9)


def test_symbolic_model_at_whole_numbers() -> None:
    """Case B35: cos(1) stays cos(1), and the typed form at the same state is the same."""
    state = {q1: 1, q2: 2, qd1: 1, qd2: -1, qdd1: 2, qdd2: 3}
    tau = rnea(symbolic("2r-point").robot, [1, 2], [1, -1], [2, 3])
    for t, expected in zip(tau, two_r_points(), strict=True):
        assert zero(t - expected.subs(state))
    assert floats(tau) == set()


def test_symbolic_model_at_floats() -> None:
    """Case B35: a state of floats and a model of symbols meet, and give the tabled torques."""
    tau = rnea(symbolic("2r-point").robot, [0.3, -0.7], [1.2, -0.8], [0.5, 2])
    values = [float(t.subs(POINTS_B11)) for t in tau]
    assert values == pytest.approx([32.6710852456158, 7.81038573054264], rel=1e-9)


WHOLE = {l1: 2, l2: 1, m1: 3, m2: 2, g: 10}


@pytest.mark.parametrize(
    "numbers",
    [
        {},
        {q1: 1, q2: 2, qdd1: 2, qdd2: 3},
        {qd1: 1, qd2: -1, qdd1: 2, qdd2: 3},
        {q1: 1, q2: 2, qd1: 1, qd2: -1},
        {q1: 0, q2: sp.pi / 3},
    ],
    ids=["all symbolic", "only qd", "only q", "only qdd", "exact angles"],
)
def test_numeric_model_with_symbols_in_the_state(numbers: dict[Any, Any]) -> None:
    """Case B35: each argument may hold the symbols alone, and whole numbers stay whole."""
    robot = planar_2r(2, 1, m1=3, m2=2, form="points", gravity=(0, -10, 0))
    q, qd, qdd = ([numbers.get(x, x) for x in row] for row in ((q1, q2), (qd1, qd2), (qdd1, qdd2)))
    tau = rnea(robot, q, qd, qdd)
    for t, expected in zip(tau, two_r_points(), strict=True):
        assert zero(t - expected.subs(WHOLE).subs(numbers))
    assert floats(tau) == set()


def test_rational_numbers_stay_rational() -> None:
    """An exact pendulum at 60°: (m l²/3) q̈ + m g (l/2) cos 60° = 1/4 + 3/2 by hand."""
    robot = symbolic("2r-rods").robot
    tau = rnea(robot, [sp.pi / 3, 0], [0, 0], [1, 0])
    values = {l1: 1, m1: Rational(3, 4), m2: 0, l2: 1, g: 8}
    assert [t.subs(values) for t in tau] == [Rational(1, 4) + Rational(3, 2), 0]


def test_unknown_name() -> None:
    """A misspelt name is answered with the nearest, and with all that there are."""
    with pytest.raises(LinkwiseError, match=r"'2r-rod': did you mean '2r-rods'\? there are pend"):
        symbolic("2r-rod")


def test_without_sympy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where SymPy is missing the message says which extra brings it."""

    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(LinkwiseError, match=r'pip install "linkwise\[symbolic\]"'):
        symbolic("rp")
