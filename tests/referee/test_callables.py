"""What is handed in as functions, quotients, regressors or text, and how each is decided."""

# ruff: noqa: ARG001, ARG005 - functions take what check calls them with

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from oracles import closed_forms, uicker

import linkwise as lw
from linkwise import LinkwiseError, check
from linkwise.cli.commands import main
from linkwise.proving.angles import Angle
from linkwise.proving.exact_number import Exact, exactly
from linkwise.proving.rounded import Rounded
from linkwise.referee.entries import names_of

FORMS = {
    "2r": (
        lw.planar_2r(1, 0.75, 0.5, 0.25, 2.5, 1.5, 0.25, 0.125),
        closed_forms.two_r(2.5, 1.5, 1, 0.5, 0.25, 0.25, 0.125),
    ),
    "2r-point": (
        lw.planar_2r(1, 0.75, m1=2.5, m2=1.5, form="points"),
        closed_forms.two_r_points(2.5, 1.5, 1, 0.75),
    ),
    "rp": (lw.rp(0.5, 2.5, 1.5, 0.25, 0.125), closed_forms.rp(2.5, 1.5, 0.5, 0.25, 0.125)),
    "gantry": (lw.gantry(2.5, 1.5), closed_forms.gantry(2.5, 1.5)),
}


def how(verdict):
    """Return the first word of how each entry was decided, each once."""
    return {entry.decided.partition(" ")[0].strip(",") for entry in verdict.entries}


@pytest.mark.parametrize("name", FORMS)
def test_the_closed_forms_of_the_lecture_notes(name):
    """Functions typed from the lecture notes are right for our models, without any tolerance."""
    arm, form = FORMS[name]
    verdict = check(arm, M=form.M, h=form.C_qd, g=form.g)
    assert verdict.right
    assert how(verdict) == {"exactly"}


@pytest.mark.parametrize("name", ["2r", "rp"])
def test_a_wrong_closed_form(name):
    """Gravity's sign turned round is wrong in every entry of g, with values that show it."""
    arm, form = FORMS[name]
    verdict = check(arm, M=form.M, g=lambda q: -form.g(q))
    assert [entry.name for entry in verdict.entries if not entry.right] == ["g1", "g2"]
    q = np.array([0.82, -1.38])
    assert verdict["g1"].witness.startswith("at q1 = 0.82, q2 = -1.38: ")
    assert verdict["g1"].witness.endswith(f"right {form.g(q)[0]:.6g}")
    assert verdict["g1"].difference == pytest.approx(-2 * form.g(q)[0], rel=1e-5)
    assert "no slip is looked for" in str(verdict)


def test_rods():
    """The thirds of rods are read alike in the model and in the notes' formulas, to 15 digits."""
    arm = lw.planar_2r(1, 1, m1=1, m2=1, form="rods")
    form = closed_forms.two_r_rods(1, 1, 1, 1)
    assert check(arm, M=form.M, h=form.C_qd, g=form.g).right
    assert not check(arm, M=lambda q: form.M(q) + np.array([[0, 0], [0, 1e-12]])).right


def mass_matrix_by_matrices(robot):
    """Return M(q) = Σ tr(∂ₖT J ∂ₗTᵀ), by 4x4 matrices in plain NumPy that take any numbers."""
    exact = robot.exact()
    J = []
    for link in exact.links:
        m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz = link.inertia.parameters()
        xx, yy, zz = (-Ixx + Iyy + Izz) / 2, (Ixx - Iyy + Izz) / 2, (Ixx + Iyy - Izz) / 2
        rows = [[xx, -Ixy, -Ixz, hx], [-Ixy, yy, -Iyz, hy], [-Ixz, -Iyz, zz, hz], [hx, hy, hz, m]]
        J.append(np.array(rows))

    def M(q):
        T, U = np.eye(4, dtype=int), [np.zeros((4, 4), dtype=int)] * robot.n
        total = np.zeros((robot.n, robot.n), dtype=int)
        for k, link in enumerate(exact.links):
            c, s = np.cos(q[k]), np.sin(q[k])
            turn = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
            rate = np.array([[-s, -c, 0, 0], [c, -s, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
            A = np.vstack([np.column_stack([link.placement.R, link.placement.p]), [0, 0, 0, 1]])
            U = [T @ A @ rate if i == k else u @ A @ turn for i, u in enumerate(U)]
            T = T @ A @ turn
            total = total + [[np.trace(a @ J[k] @ b.T) for b in U] for a in U]
        return total

    return M


def test_puma_exactly():
    """M of the PUMA by 4x4 matrices, which shares the table with the model, is right exactly."""
    verdict = check(lw.puma560(), M=mass_matrix_by_matrices(lw.puma560()))
    assert verdict.right
    assert len(verdict.entries) == 36
    assert how(verdict) == {"exactly"}
    assert "✓ M: 36 entries\nM11 to M66: decided exactly" in str(verdict)


def test_one_wrong_entry_of_the_puma():
    """A part in a million too much in one entry is found there alone, and the state shows it."""
    right = mass_matrix_by_matrices(lw.puma560())

    def wrong(q):
        M = right(q)
        M[1, 2] = M[1, 2] + 1e-6 * np.cos(q[2])
        return M

    verdict = check(lw.puma560(), M=wrong)
    (entry,) = [entry for entry in verdict.entries if not entry.right]
    assert entry.name == "M23"
    assert entry.decided.startswith("exactly")
    q3 = float(entry.witness.partition("q3 = ")[2].partition(",")[0])
    assert entry.difference == pytest.approx(1e-6 * math.cos(q3), rel=1e-5)


def test_long_chains():
    """Entries of more than ten joints are told apart by a comma, and formulas of them refused."""
    chain = lw.planar_nr([1] * 11, [1] * 11)
    verdict = check(chain, g=lambda q: [0] * 11)
    assert [entry.right for entry in verdict.entries] == [False] * 11
    names = names_of("M", chain)
    assert len(set(names)) == 121
    assert {"M1,11", "M11,1"} < set(names)
    with pytest.raises(LinkwiseError, match="formulas are checked of up to 10 joints"):
        check(chain, g=[0] * 11)


def test_puma_in_floats():
    """A function of floats alone, with SciPy's exponential, is right as far as floats tell."""
    arm = lw.puma560()
    verdict = check(arm, M=lambda q: uicker.mass_matrix(arm, np.asarray(q, dtype=float)))
    assert verdict.right
    assert how(verdict) == {"numerically"}


@pytest.mark.parametrize("slip", [1e-11, 1e-9, 1.0])
def test_floats_find_small_mistakes(slip):
    """In floats a mistake of a few thousand roundings is still one, and less than one is none."""
    arm, form = FORMS["2r"]

    def floats(q, off):
        a, b = float(q[0]), float(q[1])
        g1, g2 = form.g(np.array([a, b]))
        return [g1 + off * math.cos(b), g2]

    assert check(arm, g=lambda q: floats(q, 0)).right
    assert check(arm, g=lambda q: floats(q, 1e-17)).right
    verdict = check(arm, g=lambda q: floats(q, slip))
    assert not verdict["g1"].right
    assert verdict["g2"].right
    assert how(verdict) == {"numerically"}


def test_rounded_constants_are_no_mistake():
    """A product that floats round is read as it was meant, and a third is no mistake."""
    arm = lw.planar_2r(1.1, 0.7, 0.4, 0.3, 2.5, 1.5, 0.2, 0.1)
    a = 1.5 * 0.3 * 9.81
    assert repr(a) == "4.414499999999999"

    def tip(q):
        return a * np.cos(q[0] + q[1])

    verdict = check(arm, g=lambda q: [2.65 * 9.81 * np.cos(q[0]) + tip(q), tip(q)])
    assert verdict.right
    assert how(verdict) == {"exactly"}
    third = 1 / 3
    verdict = check(arm, g=lambda q: [7.95 * 9.81 * (third * np.cos(q[0])) + tip(q), tip(q)])
    assert verdict.right
    assert how(verdict) == {"numerically", "exactly"}


def test_energies():
    """K and P of the 2R; P may differ by a constant, but not by what moves."""
    arm, form = FORMS["2r"]
    P = {
        "zero below": lambda q: 9.81 * (2.75 * np.sin(q[0]) + 0.375 * np.sin(q[0] + q[1])) + 7,
        "in floats": lambda q: 9.81 * (2.75 * math.sin(q[0]) + 0.375 * math.sin(q[0] + q[1])) + 7,
    }
    K = lambda q, qd: qd @ form.M(q) @ qd / 2  # noqa: E731
    for function in P.values():
        assert check(arm, P=function, K=K).right
        tilted = check(arm, P=lambda q, f=function: f(q) + (np.sin(q[0]) if f is P["zero below"]
                                                         else math.sin(q[0])))  # fmt: skip
        assert not tilted.right
        assert "with a constant that makes both equal at" in tilted["P"].witness
    assert not check(arm, K=lambda q, qd: 2 * K(q, qd)).right


@pytest.mark.parametrize("numbers", ["exactly", "numerically"])
def test_kinds_of_coriolis_matrices(numbers):
    """Three matrices with the right product from the notes' 2R, and one without, are told apart."""
    arm = FORMS["2r"][0]
    sine = np.sin if numbers == "exactly" else lambda x: math.sin(x)  # noqa: PLW0108

    def h(q):
        return 1.5 * 0.25 * sine(q[1])

    kinds = {
        "Christoffel": lambda q, w: [[-h(q) * w[1], -h(q) * (w[0] + w[1])], [h(q) * w[0], 0]],
        "right product, not skew": lambda q, w: [
            [-2 * h(q) * w[1], -h(q) * w[1]], [h(q) * w[0], 0]],
        "skew, not Christoffel": lambda q, w: [
            [-h(q) * w[1] + w[1], -h(q) * (w[0] + w[1]) - w[0]],
            [h(q) * w[0] - w[1], w[0]]],
        "wrong product": lambda q, w: [[-h(q) * w[1], -h(q) * w[1]], [h(q) * w[0], 0]],
    }  # fmt: skip
    for kind, C in kinds.items():
        verdict = check(arm, C=C)
        assert verdict.coriolis.kind == ("right product, not skew" if kind.startswith("skew")
                                         else kind)  # fmt: skip
        assert verdict.right == (kind != "wrong product")
        assert how(verdict) == {numbers}
    assert [entry.right for entry in verdict.entries] == [False, False, True, True]
    assert "row 1 of C q̇, yours" in verdict["C11"].witness


def test_regressor():
    """Y of the pendulum, Izz q̈ + m c g cos q by hand: as an expression, a function, and wrong."""
    q1, a1, g = sp.symbols("q1 qdd1 g")
    row = [0, g * sp.cos(q1), -g * sp.sin(q1), 0, 0, 0, 0, 0, 0, a1]
    assert check(lw.symbolic("pendulum"), Y=[row]).right
    assert check(lw.symbolic("pendulum"), Y=[[str(x) for x in row]]).right
    wrong = check(lw.symbolic("pendulum"), Y=[[*row[:2], -row[2], *row[3:]]])
    (entry,) = [entry for entry in wrong.entries if not entry.right]
    assert entry.name == "Y1 link1 mcy"
    assert "sign" in {made.slip.name for finding in entry.findings for made in finding.slips}
    assert str(wrong).count("✓") == 9

    def Y(q, qd, qdd):
        return [[0, 9.81 * np.cos(q[0]), -9.81 * np.sin(q[0]), 0, 0, 0, 0, 0, 0, qdd[0]]]

    verdict = check(lw.load("pendulum"), Y=Y)
    assert verdict.right
    assert how(verdict) == {"exactly"}


def test_springs_screws_and_friction():
    """A screw on a spring, with viscous friction, by hand: its coordinate enters by its value."""
    joint = lw.Joint.helical(
        "q1", 0.02, spring=lw.Spring(30, 0.1), friction=lw.Friction(0.5), rotor=lw.Rotor(0.001, 10)
    )
    nut = lw.Robot(
        "nut", [lw.Link("nut", joint, inertia=lw.Inertia(2, (0, 0, 0), np.eye(3) * 0.3))]
    )
    M = 0.3 + 2 * 0.02**2 + 0.1
    verdict = check(
        nut,
        M=lambda q: [[M]],
        P=lambda q: 2 * 9.81 * 0.02 * q[0] + 15 * (q[0] - 0.1) ** 2,
        g=lambda q: [2 * 9.81 * 0.02 + 30 * (q[0] - 0.1)],
        tau=lambda q, qd, qdd: [M * qdd[0] + 0.5 * qd[0] + 0.3924 + 30 * (q[0] - 0.1)],
    )
    assert verdict.right
    assert not check(nut, g=lambda q: [2 * 9.81 * 0.02 + 30 * q[0]]).right
    rough = lw.Robot(
        "nut", [replace(nut.links[0], joint=replace(joint, friction=lw.Friction(0, 1)))]
    )
    verdict = check(rough, tau=lambda q, qd, qdd: M * qdd + np.sign(qd) + 0.3924 + 30 * (q - 0.1))
    assert verdict.right
    assert how(verdict) == {"numerically"}


def test_a_function_that_fails():
    """Wrong shapes, wrong signatures, exceptions, complex numbers: one sentence each."""
    arm = lw.load("2r")
    cases = {
        r"M\(q\) must have shape \(2, 2\), got \(2,\)": {"M": lambda q: q},
        r"M\(q\) raised TypeError": {"M": lambda q, qd: [[1, 0], [0, 1]]},
        r"g\(q\) raised ZeroDivisionError: division by zero": {"g": lambda q: [1 / 0, 1]},
        r"g\(q\) raised NameError": {"g": lambda q: nothing},  # noqa: F821
        r"g\(q\): a real number is wanted, got 1j": {"g": lambda q: [1j, 0j]},
        r"K\(q, qd\): a real number is wanted, got None": {"K": lambda q, qd: None},
        "a real number is wanted, got 'x'": {"g": lambda q: ["x", 0]},
        "there is no 'F' to check": {"F": lambda q: q},
    }
    for message, given in cases.items():
        with pytest.raises(LinkwiseError, match=message):
            check(arm, **given)
    assert not check(arm, g=lambda q: [math.nan, math.nan]).right
    endless = check(arm, g=lambda q: [math.inf, 0])
    assert [entry.right for entry in endless.entries] == [False, False]
    first, second = arm.links
    led = replace(second, joint=replace(second.joint, mimic=lw.Mimic("q1", 2)))
    with pytest.raises(LinkwiseError, match="mimic joints"):
        check(replace(arm, links=[first, led]), g=lambda q: q)


l1, lc1, lc2, m1, m2, g = sp.symbols("l1 lc1 lc2 m1 m2 g")
q1, q2, w1, w2 = sp.symbols("q1 q2 qd1 qd2")
G2 = m2 * lc2 * g * sp.cos(q1 + q2)
G1 = g * sp.cos(q1) * (m1 * lc1 + m2 * l1) + G2


def test_a_function_that_writes_into_its_arguments():
    """Absolute angles made in place spoil neither the next call nor what is right."""
    arm, form = FORMS["2r"]

    def g(q):
        q[1] += q[0]
        tip = 1.5 * 0.25 * 9.81 * np.cos(q[1])
        return [2.75 * 9.81 * np.cos(q[0]) + tip, tip]

    assert check(arm, g=g).right
    assert check(arm, g=form.g).right


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"q": [sp.Symbol("q1")]}, r"q must be 2 SymPy symbols, got \[q1\]"),
        ({"qd": 3}, "qd must be 2 SymPy symbols, got 3"),
        ({"qdd": np.array([1, 2])}, "qdd must be 2 SymPy symbols"),
        ({"rows": ["F1"]}, "rows must be a dict from names to formulas"),
        ({"stages": {1: 0}}, "stages must be a dict from names to formulas"),
        ({"stages": {"d_dt1": None}}, "stage d_dt1 must hold expressions, numbers or text"),
        ({"stages": {"d_dt1": [0, 0]}}, r"stage d_dt1 is one formula, got shape \(2,\)"),
        ({"rows": {"F1": abs}}, "row F1 must hold expressions, numbers or text"),
        ({"K": sp.Eq(sp.Symbol("m1"), 1)}, "K must hold expressions, numbers or text"),
        ({"K": np.float32("nan")}, "K holds nan: a finite number is wanted"),
    ],
)
def test_arguments_of_another_kind(given, message):
    """What is no symbol, dict, formula or finite number is refused under its name."""
    with pytest.raises(LinkwiseError, match=message):
        check(lw.symbolic("2r"), **{"g": [0, 0], **given})


@pytest.mark.parametrize(
    ("arm", "letter", "advice"),
    [
        ("2r", "m3", "did you mean m2? known are q1, q2, qd1, qd2, qdd1, qdd2, I1, I2, g, l1, l2,"),
        ("2r", "lc_2", "did you mean lc2?"),
        ("2r", "theta1", "did you mean q1?"),
        ("2r", "Izz2", "did you mean I2?"),
        ("2r", "c12", "did you mean cos(q1 + q2)?"),
        ("2r", "w2", "it may be the rate of joint 2 or link 2's angular velocity: write qd2"),
        ("rp", "d2", "did you mean q2?"),
        ("2r", "zzz", "unknown letter zzz: known are q1"),
    ],
)
def test_unknown_letters_of_sympy(arm, letter, advice):
    """A letter that the arm does not have is refused with the one it is most like."""
    with pytest.raises(LinkwiseError) as error:
        check(lw.symbolic(arm), K=sp.Symbol(letter) ** 2 * (m1 + m2) ** 3)
    assert str(error.value).startswith(f"K: unknown letter {letter}: ")
    assert advice in str(error.value)
    assert letter not in str(error.value).partition("known are ")[2].split(", ")


def test_symbols_in_any_sequence():
    """The symbols of the coordinates may stand in a list, an array or a SymPy vector."""
    a, b = sp.symbols("a b")
    tip = m2 * lc2 * g * sp.cos(a + b)
    right = [g * sp.cos(a) * (m1 * lc1 + m2 * l1) + tip, tip]
    for q in ((a, b), np.array([a, b]), sp.Matrix([a, b])):
        verdict = check(lw.symbolic("2r"), q=q, g=right)
        assert verdict.right
    with pytest.raises(LinkwiseError, match="no entry 'g3': there are g1, g2"):
        verdict["g3"]


def test_functions_of_letters():
    """On a robot of letters a function is called on them, and its terms are looked at."""
    arm = lw.symbolic("2r")
    for cosine in (sp.cos, np.cos):

        def right(q, cosine=cosine):
            tip = m2 * lc2 * g * cosine(q[0] + q[1])
            return [g * cosine(q[0]) * (m1 * lc1 + m2 * l1) + tip, tip]

        assert check(arm, g=right).right
        wrong = check(arm, g=lambda q, right=right: [right(q)[0], 2 * right(q)[1]])
        assert "factor 2" in wrong["g2"].findings[0].slips[0].slip.name
    with pytest.raises(
        LinkwiseError, match=r"g, called on letters, raised TypeError: .*; give an expression"
    ):
        check(arm, g=lambda q: [math.cos(q[0]), 0])


def test_quotients():
    """A quotient is decided by cross-multiplying; one that comes out even is a polynomial."""
    arm = lw.symbolic("2r")
    mean = (m1 * G1 + m2 * G1) / (m1 + m2)
    verdict = check(
        arm, g=[mean * sp.tan(q1) * sp.cot(q1), G2 / (1 + sp.sin(q1)) * (1 + sp.sin(q1))]
    )
    assert verdict.right
    tangent = sp.Mul(G2, sp.sin(q1), 1 / sp.tan(q1), 1 / sp.cos(q1))
    assert check(arm, g=[G1, tangent]).right
    wrong = check(arm, g=[G1, G2 * m1 / (m1 + m2)])
    assert not wrong["g2"].right
    assert wrong["g2"].decided.startswith("by cross-multiplying")
    assert sp.simplify(wrong["g2"].difference - (G2 * m1 / (m1 + m2) - G2)) == 0
    even = check(arm, g=[G1, 2 * G2 * (m1**2 - m2**2) / (m1 - m2) / (m1 + m2)])
    assert even["g2"].findings[0].slips[0].slip.name == "entry: factor 2"
    with pytest.raises(LinkwiseError, match="divides by"):
        check(arm, g=[G1, G2 / (sp.cos(q1) ** 2 + sp.sin(q1) ** 2 - 1)])


def test_roots():
    """Roots and half angles fit no ring, and are compared in intervals of fifty digits."""
    arm = lw.symbolic("2r")
    half = G2.subs(sp.cos(q1 + q2), 1 - 2 * sp.sin((q1 + q2) / 2) ** 2)
    verdict = check(arm, g=[G1 * sp.sqrt((m1 + m2) ** 2) / (m1 + m2), half])
    assert verdict.right
    assert verdict["g2"].decided == (
        "numerically, in intervals of 50 digits at 12 random states: what is wrong is off there "
        "for certain, what is right by at most 1e-30 of the largest value"
    )
    assert check(arm, g=[G1, (0.1 + 0.2) / 0.3 * half]).right  # a float means 15 digits
    assert not check(arm, g=[G1, (1 + sp.Rational(1, 10**45)) * half]).right
    assert not check(arm, g=[G1, sp.sqrt(G2**2)]).right
    with pytest.raises(LinkwiseError, match=r"g2: I\*m1 is a real number at too few of the states"):
        check(arm, g=[G1, sp.I * m1])


def test_quotients_of_numbers():
    """Quotients and roots on a robot of rounded thirds are no mistake, but a millionth is one."""
    arm = lw.planar_2r(1, 1, m1=1, m2=1, form="rods")
    third = sp.Rational(1, 3)
    half = 1 - 2 * sp.sin(q2 / 2) ** 2
    quotient = third + sp.sin(q2) / sp.tan(q2) / 2
    verdict = check(arm, M=[[5 * third + half, quotient], [quotient + 1e-6, third]])
    assert [entry.right for entry in verdict.entries] == [True, True, False, True]


def test_other_energies_and_products():
    """P as a root may differ by a constant, and a C with quotients counts by its product with q̇."""
    arm = lw.symbolic("2r")
    P = g * (m1 * lc1 * sp.sin(q1) + m2 * (l1 * sp.sin(q1) + lc2 * sp.sin(q1 + q2)))
    assert check(arm, P=P + sp.sqrt(m1)).right
    assert not check(arm, P=P + sp.sqrt(m1) * q1).right
    h = m2 * l1 * lc2 * sp.sin(q2)
    C = [[-2 * h * w2, -h * w2], [h * w1, 0]]
    assert check(arm, C=[[C[0][0] - h * w2**2 / w1, 0], C[1]]).right
    verdict = check(arm, C=[[C[0][0] + h * w2**2 / w1, 0], C[1]])
    assert [entry.right for entry in verdict.entries] == [False, False, True, True]


def test_text_of_entries():
    """Text may stand for entries, whole matrices, rows and stages; it is read, never run."""
    arm = lw.symbolic("2r")
    assert check(arm, g=["g c1 (m1 lc1 + m2 l1) + m2 lc2 g c12", "m₂ l_c2 g cos(θ₁+θ₂)"]).right
    assert check(arm, g="[g c1 (m1 lc1 + m2 l1) + m2 lc2 g c12, m2 lc2 g c12]").right
    assert check(arm, M="M22 = I2 + m2 lc2^2\nM12 = M22 + m2 l1 lc2 c2").right
    P = "m1 g lc1 s1 + m2 g (l1 s1 + lc2 s12)"
    assert check(arm, P=P).right
    assert check(arm, P=f"P = {P}", rows={"omega2": ["0", 0, "qd1 + qd2"]}).right
    assert check(arm, stages={"dL_dq2": "-m2 lc2 g c12 - m2 l1 lc2 s2 (qd1^2 + qd1 qd2)"}).right
    assert not check(arm, g=["g c1", "m2 lc2 g c12"]).right
    for M in ("I + m lc^2", "[[I + m lc^2]]", r"\begin{bmatrix} I + m l_c^2 \end{bmatrix}"):
        assert check(lw.symbolic("pendulum"), g="m g lc c1", M=M).right
        assert check(lw.symbolic("pendulum"), M=f"$$ {M} $$").right
    for hostile in ("__import__('os')", "().__class__", "9**9**9", "(lambda: 1)()"):
        with pytest.raises(LinkwiseError):
            check(arm, g=[hostile, "0"])
        with pytest.raises(LinkwiseError):
            check(arm, rows={"omega2": [hostile, 0, 0]})
    with pytest.raises(LinkwiseError, match="M: the text gives C11"):
        check(arm, M="C11 = qd1")
    with pytest.raises(
        LinkwiseError, match="Y, line 1, column 1: Y: 2 × 20 is wanted on the right"
    ):
        check(arm, Y="[1, 2]")
    with pytest.raises(LinkwiseError, match="M must hold expressions, numbers or text"):
        check(arm, M=[[1, 2], [3]])
    with pytest.raises(LinkwiseError, match="g must hold expressions, numbers or text, got None"):
        check(arm, g=[None, 1])
    with pytest.raises(LinkwiseError, match="g holds nan: a finite number is wanted"):
        check(arm, g=[math.nan, 1])


def test_stages_and_rows_in_a_file(tmp_path, capsys):
    """`linkwise check` reads steps of both derivations; the wrong row of gravity is found."""
    file = tmp_path / "steps.txt"
    right = (
        "dL_dq1 = -g (m1 lc1 c1 + m2 (l1 c1 + lc2 c12))\n"
        "d_dt2 = (I2 + m2 (lc2^2 + l1 lc2 c2)) qdd1 + (I2 + m2 lc2^2) qdd2 - m2 l1 lc2 s2 qd1 qd2\n"
        "omega2 = [0, 0, qd1 + qd2]\n"
        "F2y = m2 (l1 c2 qdd1 + l1 s2 qd1^2 + g c12 + lc2 (qdd1 + qdd2))\n"
    )
    file.write_text(right)
    assert main(["check", "2r", str(file)]) == 0
    assert capsys.readouterr().out.count("✓") == 6
    file.write_text(right.replace("+ g c12 ", ""))
    assert main(["check", "2r", str(file)]) == 1
    assert "in F2y, gravity left out" in capsys.readouterr().out


def test_floats_of_the_model():
    """A robot whose floats are rounded thirds is compared up to rounding, and it is said."""
    arm = lw.planar_2r(1, 1, m1=1, m2=1, form="rods")
    verdict = check(arm, M="M22 = 1/3\nM11 = 5/3 + c2\nM12 = 1/3 + c1/2")
    assert [entry.right for entry in verdict.entries] == [True, True, False]
    assert verdict["M22"].decided.startswith("up to rounding")
    assert verdict["M12"].findings[0].slips[0].slip.name == "wrong angle"
    assert not check(arm, M="M22 = 0.3333333333").right


def test_angles_add_exactly():
    """Sums, differences and multiples of angles with cosine 3/5 and 5/13, by school formulas."""
    x = Angle(((Fraction(3, 5), Fraction(4, 5), 1),))
    y = Angle(((Fraction(5, 13), Fraction(12, 13), 1),))
    assert (x + y).cos() == Fraction(15 - 48, 65)
    assert (x - y).sin() == Fraction(20 - 36, 65)
    assert (2 * x).cos() == Fraction(-7, 25)
    assert (x + math.pi / 2).cos() == Fraction(-4, 5)
    assert (-x).tan() == Fraction(-4, 3)
    with pytest.raises(LinkwiseError, match="known by its cosine and sine alone"):
        x * 0.5
    with pytest.raises(LinkwiseError, match="at most 12"):
        (x * 100).cos()


def test_exact_numbers():
    """Decimals join a fraction as they were typed, and computed floats are refused."""
    assert exactly(Exact(Fraction(1, 3)) * 9.81) == Fraction(327, 100)
    assert exactly(np.float64(0.1) + Exact(Fraction(1))) == Fraction(11, 10)
    assert exactly(2 / Exact(Fraction(4)) - 1) == Fraction(-1, 2)
    assert exactly(Exact(Fraction(2)) ** -2) == Fraction(1, 4)
    assert exactly(Exact(Fraction(1)) * (0.1 + 0.2)) == Fraction(3, 10)
    with pytest.raises(LinkwiseError, match="is no fraction"):
        Exact(Fraction(1)) * math.inf
    with pytest.raises(TypeError):
        float(Exact(Fraction(1)))


def test_a_divisor_that_may_be_zero():
    """Nothing bounds a quotient whose divisor may be 0 within its own rounding."""
    assert (Rounded(1.0, 0.0) / Rounded(0.5, 0.25)).error == pytest.approx(2, rel=1e-12)
    assert (Rounded(1.0, 0.0) / Rounded(0.5, 0.5)).error == math.inf


def test_rounding_is_bounded():
    """What running error analysis allows is more than what exact fractions show, yet small."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        x, y, z = rng.uniform(-1, 1, 3)
        exact = [Fraction(float(v)) for v in (x, y, z)]
        rounded = [Rounded(float(v), 0.0) for v in (x, y, z)]
        for f in (
            lambda a, b, c: (a + b * 3) * c - a * a * b,
            lambda a, b, c: (a * b - c) / (c * c + 2) - 1,
        ):
            true, float_ = f(*exact), f(*rounded)
            off = abs(Fraction(float_.value) - true)
            assert off <= float_.error * (1 + 1e-12)
            assert float_.error < 1e-14
