"""Lagrange's route against the recursions, in one form: right means difference zero."""

import dataclasses
import re

import numpy as np
import pytest
import sympy as sp
from oracles.katex import equations, katex_errors
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, Joint, Link, LinkwiseError, Robot, Rotor, Spring
from linkwise.lagrangian.derivation import lagrange
from linkwise.lagrangian.ring import Letters

ARMS = ("pendulum", "2r", "2r-point", "2r-rods", "3r", "rp", "gantry")


@pytest.mark.parametrize("name", ARMS)
def test_newton_euler_is_lagrange_for_the_textbook_arms(name):
    """τ, M, C and g of the energies equal those of the recursions, letter by letter.

    The two routes share the model and nothing else: one differentiates energies, the other never
    differentiates.
    """
    m = lw.symbolic(name)
    d = lagrange(m.robot)
    same = d.letters.element
    pairs = [
        (d.tau, lw.rnea(m.robot, m.q, m.qd, m.qdd)),
        (d.tau, lw.newton_euler(m.robot, m.q, m.qd, m.qdd).tau),
        (d.M, lw.crba(m.robot, m.q)),
        (d.M, d.M_jacobians),
        (d.C, lw.coriolis_matrix(m.robot, m.q, m.qd)),
        (d.V, lw.coriolis_torque(m.robot, m.q, m.qd)),
        (d.g, lw.gravity_torque(m.robot, m.q)),
        ([d.K], [lw.kinetic_energy(m.robot, m.q, m.qd)[()]]),
        ([d.P], [lw.potential_energy(m.robot, m.q)[()]]),
    ]
    for ours, theirs in pairs:
        for a, b in zip(ours, np.ravel(theirs), strict=True):
            assert same(a) - same(b) == 0


def test_the_2r_as_the_lecture_notes_write_it():
    """Sums of angles come out folded: M, h and g of section 3, typed in, as they stand."""
    d = lagrange(lw.symbolic("2r").robot)
    l1, lc1, lc2, m1, m2, I1, I2, g = sp.symbols("l1 lc1 lc2 m1 m2 I1 I2 g")
    q1, q2, w1, w2 = sp.symbols("q1 q2 qd1 qd2")
    c2, h = sp.cos(q2), -m2 * l1 * lc2 * sp.sin(q2)
    M12 = I2 + m2 * (lc2**2 + l1 * lc2 * c2)
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2)
    M = sp.Matrix([[M11, M12], [M12, I2 + m2 * lc2**2]])
    assert (M - d.M).expand() == sp.zeros(2, 2)
    C = sp.Matrix([[h * w2, h * (w1 + w2)], [-h * w1, 0]])
    assert (C - d.C).expand() == sp.zeros(2, 2)
    g2 = m2 * lc2 * g * sp.cos(q1 + q2)
    assert (d.g - sp.Matrix([(m1 * lc1 + m2 * l1) * g * sp.cos(q1) + g2, g2])).expand() == sp.zeros(
        2, 1
    )
    assert sp.cos(q1 + q2) in d.g[1].atoms(sp.cos)


def test_the_unsymmetrised_coefficients():
    """Lecture 001: ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i gives the same products as Christoffel's."""
    d = lagrange(lw.symbolic("2r").robot)
    for i in range(2):
        product = sum(
            d.unsymmetrised[i, j, k] * d.letters.qd[j] * d.letters.qd[k]
            for j in range(2)
            for k in range(2)
        )
        assert d.letters.element(product) - d.letters.element(d.V[i]) == 0
    assert d.unsymmetrised[0, 0, 1] != d.christoffel[0, 0, 1]


def test_a_spatial_tree_of_numbers():
    """Oblique axes, branches, products of inertia: τ and Jacobians equal the recursions'."""
    rng = np.random.default_rng(1)
    robot = random_tree(rng, 2, ("revolute", "prismatic"))
    d = lagrange(robot)
    values = rng.uniform(-1, 1, (3, robot.n))
    symbols = (*d.letters.q, *d.letters.qd, *d.letters.qdd)
    tau = sp.lambdify(symbols, list(d.tau))(*values.ravel())
    plain = lw.rnea(robot, *values)
    np.testing.assert_allclose(tau, plain, atol=1e-9 * np.abs(plain).max())
    q = values[0]
    for link in robot.links:
        ours = sp.lambdify(d.letters.q, [d.J_omega[link.name], d.J_v[link.name]])(*q)
        J = lw.link_jacobian(robot, q, link.name, frame="link", at=link.inertia.com)
        R = lw.link_poses(robot, q)[link.name].R
        np.testing.assert_allclose(ours, [J[:3], R @ J[3:]], atol=1e-12)


def test_friction_springs_and_rotors():
    """B q̇ + c sign(q̇), k (q − q₀) and G² J q̈ come out of the derivation as of RNEA."""
    b, c, k, q0, J, G, m = sp.symbols("b c k q0 J G m")
    joint = Joint.prismatic("q1", friction=Friction(b, c), spring=Spring(k, q0), rotor=Rotor(J, G))
    robot = Robot("cart", [Link("cart", joint, inertia=lw.Inertia(m, (0, 0, 0)))], (0, 0, 0))
    d = lagrange(robot)
    (tau,) = lw.rnea(robot, d.letters.q, d.letters.qd, d.letters.qdd)
    assert sp.expand(tau - d.tau[0]) == 0


def test_the_ring_decides_and_folds():
    """One form: sums of angles, squares and factored terms of equal value differ by zero."""
    m = lw.symbolic("2r")
    ring = Letters.of(m.robot, m.q, m.qd, m.qdd)
    q1, q2 = m.q
    pairs = [
        (sp.sin(q1 + q2), sp.sin(q1) * sp.cos(q2) + sp.cos(q1) * sp.sin(q2)),
        (sp.sin(q1) ** 2, 1 - sp.cos(q1) ** 2),
        (sp.cos(2 * q1 - q2), sp.cos(q2 - 2 * q1)),
        (sp.sin(q1) ** 4 + sp.cos(q1) ** 4, 1 - 2 * sp.sin(q1) ** 2 * sp.cos(q1) ** 2),
        (9.81 * sp.cos(q1), sp.Rational(981, 100) * sp.cos(q1)),
    ]
    for a, b in pairs:
        assert ring.element(a) == ring.element(b)
        assert sp.simplify(ring.expression(ring.element(a)) - b) == 0
    assert ring.element(sp.sin(q1)) != ring.element(sp.cos(q1))
    for wrong, message in (
        (sp.Symbol("m9"), "unknown letter m9"),
        (1 / sp.Symbol("m1"), "no polynomial"),
        (sp.cos(m.parameters["m1"]), "no sum of coordinates"),
        (sp.tan(q1), "no polynomial"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            ring.element(wrong)


def test_sums_of_angles_in_the_ring():
    """Waves of whole multiples and sums of coordinates have the value of NumPy's."""
    m = lw.symbolic("3r")
    ring = Letters.of(m.robot, m.q, m.qd, m.qdd)
    q1, q2, q3 = m.q
    at = {q1: 0.3, q2: -1.2, q3: 2.1}
    for angle in (q2, q1 + q2 + q3, 2 * q1 - 3 * q2, -q3, 7 * q1, 2 * (q1 + q2), q1 + sp.pi / 2):
        for wave, right in ((sp.cos, np.cos), (sp.sin, np.sin)):
            value = float(angle.subs(at))
            # of the wave itself, not of what SymPy makes of it: sin(-q3) becomes -sin(q3)
            element = ring.element(wave(angle, evaluate=False))
            np.testing.assert_allclose(ring.value(element, at), right(value), atol=1e-13)
    many = ring.element(sp.cos(24 * q1)), ring.element(sp.cos(12 * q1))
    assert many[0] == ring.reduced(2 * many[1] ** 2 - 1)
    assert ring.element(sp.sin(24 * q1)) != many[0]


def test_no_square_of_a_sine_is_left():
    """s⁵ = (1 − c²)² s and s³ of another joint together, multiplied out by hand."""
    m = lw.symbolic("2r")
    ring = Letters.of(m.robot, m.q, m.qd, m.qdd)
    (c1, c2), (s1, s2) = ring.cosines(), ring.sines()
    third = ring.element(sp.Rational(1, 3))
    found = ring.reduced(third * s1**5 * c2 * s2**3 + s2)
    right = third * s1 * c2 * s2 * (1 - c2**2 - 2 * c1**2 + 2 * c1**2 * c2**2 + c1**4)
    assert found == right - third * s1 * c2**3 * s2 * c1**4 + s2


def test_a_name_for_two_things_is_named():
    """A mass that is called as a coordinate is, with its name, and no other name."""
    robot = lw.planar_2r(l1=1, l2=1, m1=sp.Symbol("q2"), m2=1)
    symbols = [sp.symbols(f"{letter}1:3") for letter in ("q", "qd", "qdd")]
    with pytest.raises(LinkwiseError, match=r"one name stands for two things: q2$"):
        Letters.of(robot, *symbols)


def test_newton_euler_is_lagrange_on_ring_elements():
    """The recursion itself runs on ring elements: the PUMA's M by two routes, canonical at once."""
    robot = lw.puma560()
    symbols = [sp.symbols(f"{letter}1:7") for letter in ("q", "qd", "qdd")]
    ring = Letters.of(robot, *symbols)
    model, q = ring.robot(robot), ring.coordinates()
    M, S = lw.crba(model, q), lw.mass_matrix_from_jacobians(model, q)
    assert all(
        ring.reduced(ring.element(a) - ring.element(b)) == 0
        for a, b in zip(M.flat, S.flat, strict=True)
    )


@pytest.mark.parametrize("name", ARMS)
def test_the_jacobians_of_the_centres_of_mass(name):
    """J_v and J_ω are those of `link_jacobian`, which differentiates no positions.

    It carries the joints' axes to the centre of mass; with its Jacobian in the link's axes, J_v is
    turned into the world's.
    """
    m = lw.symbolic(name)
    d = lagrange(m.robot)
    for link in m.robot.links:
        J = lw.link_jacobian(m.robot, m.q, link.name, frame="link", at=link.inertia.com)
        R = lw.link_poses(m.robot, m.q)[link.name].R
        for ours, theirs in ((d.J_omega[link.name], J[:3]), (d.J_v[link.name], R @ J[3:])):
            for a, b in zip(ours, np.ravel(theirs), strict=True):
                assert d.letters.element(a) - d.letters.element(b) == 0


def test_the_jacobians_of_the_2r():
    """J_v and J_ω of both links, typed in from the closed form."""
    d = lagrange(lw.symbolic("2r").robot)
    l1, lc1, lc2, q1, q2 = sp.symbols("l1 lc1 lc2 q1 q2")
    c1, s1, c12, s12 = sp.cos(q1), sp.sin(q1), sp.cos(q1 + q2), sp.sin(q1 + q2)
    assert d.J_v["link1"] == sp.Matrix([[-lc1 * s1, 0], [lc1 * c1, 0], [0, 0]])
    assert d.J_v["link2"] == sp.Matrix(
        [[-l1 * s1 - lc2 * s12, -lc2 * s12], [l1 * c1 + lc2 * c12, lc2 * c12], [0, 0]]
    )
    assert d.J_omega["link1"] == sp.Matrix([[0, 0], [0, 0], [1, 0]])
    assert d.J_omega["link2"] == sp.Matrix([[0, 0], [0, 0], [1, 1]])


HEADINGS = {  # as text, and as LaTeX has it where that is not the same
    "Positions of the centres of mass": "",
    "Their velocities": "",
    "Angular velocities, in the links' own axes": "",
    "Kinetic and potential energy": "",
    "Momenta, with L = K − P": "Momenta, with L = K $-$ P",
    "Their rates, by the chain rule": "",
    "Derivatives in the coordinates": "",
    "Equations of motion": "",
    "Mass matrix, from the second derivatives of K": "",
    "Mass matrix, by Jacobians": "",
    "Velocity coefficients as they appear, ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i": (
        r"Velocity coefficients as they appear, $\partial$M\_ij/$\partial$q\_k $-$ "
        r"$\frac12$ $\partial$M\_jk/$\partial$q\_i"
    ),
    "The same, symmetrised in j and k: Christoffel's": "",
    "Coriolis matrix": "",
    "Velocity terms C q̇": r"Velocity terms C $\dot q$",
    "Gravity and springs, ∂P/∂q": r"Gravity and springs, $\partial$P/$\partial$q",
}


def test_the_report_shows_every_stage():
    """Markdown and LaTeX hold the headings of all stages, in order, each with its equations."""
    d = lagrange(lw.symbolic("rp").robot)
    text, document = str(d), d.latex()
    numbered = [f"{number}. {heading}" for number, heading in enumerate(HEADINGS, start=1)]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == numbered
    set_as = [latex or heading for heading, latex in HEADINGS.items()]
    assert re.findall(r"^\\subsection\*\{(.+)\}$", document, re.MULTILINE) == set_as
    for found, begin, end in (
        (text, r"\begin{aligned}", r"\end{aligned}"),
        (document, r"\begin{align*}", r"\end{align*}"),
    ):
        assert found.count(begin) == found.count(end) == len(HEADINGS)
        assert r"\dot {q}_{1}" in found
    assert document.isascii()


def test_the_report_shows_the_sum_over_jacobians():
    """M of the RP arm as its sum: the formula, J_v and J_ω of both links, and the entries."""
    d = lagrange(lw.symbolic("rp").robot)
    for text in (str(d), d.latex()):
        step = text[text.index("Mass matrix, by Jacobians") : text.index("Velocity coefficients")]
        sides = dict(row.split(" &= ", 1) for row in step.splitlines() if " &= " in row)
        sides = {left: right.removesuffix(r" \\") for left, right in sides.items()}
        assert sides == {
            "v_{C,i}": r"J_{v,i} \, \dot q",
            r"\omega_i": r"J_{\omega,i} \, \dot q",
            "M": (
                r"\sum_i \left(m_i J_{v,i}^T J_{v,i} "
                r"+ J_{\omega,i}^T I_{C,i} J_{\omega,i}\right)"
            ),
            r"J_{v,\text{link1}}": (
                r"\left[\begin{matrix}- l_{1} \sin{\left({q}_{1} \right)} & 0"
                r"\\l_{1} \cos{\left({q}_{1} \right)} & 0\\0 & 0\end{matrix}\right]"
            ),
            r"J_{\omega,\text{link1}}": (
                r"\left[\begin{matrix}0 & 0\\0 & 0\\1 & 0\end{matrix}\right]"
            ),
            r"J_{v,\text{link2}}": (
                r"\left[\begin{matrix}- {q}_{2} \sin{\left({q}_{1} \right)} & "
                r"\cos{\left({q}_{1} \right)}\\{q}_{2} \cos{\left({q}_{1} \right)} & "
                r"\sin{\left({q}_{1} \right)}\\0 & 0\end{matrix}\right]"
            ),
            r"J_{\omega,\text{link2}}": (
                r"\left[\begin{matrix}0 & 0\\0 & 0\\1 & 0\end{matrix}\right]"
            ),
            "M_{11}": "I_{1} + I_{2} + l_{1}^{2} m_{1} + m_{2} {q}_{2}^{2}",
            "M_{12}": "0",
            "M_{22}": "m_{2}",
        }


def test_rotors_in_the_sum_over_jacobians():
    """A geared motor adds G² J to M beside the links' sum, and the formula says so."""
    J, G, m, l = sp.symbols("J G m l")
    joint = Joint.revolute("q1", rotor=Rotor(J, G))
    robot = Robot("bob", [Link("bob", joint, inertia=lw.Inertia(m, (l, 0, 0)))], (0, 0, 0))
    d = lagrange(robot)
    assert d.M_jacobians[0] == G**2 * J + m * l**2
    assert r"\right) + \text{rotors}" in str(d)


def test_every_equation_is_set():
    """KaTeX sets each equation strictly, with links whose names are no LaTeX."""
    m = lw.symbolic("2r")
    upper, fore = m.robot.links
    upper = dataclasses.replace(upper, name="upper_arm #1")
    fore = dataclasses.replace(fore, name="fore & hand", parent=upper.name)
    renamed = Robot("2R_50%", [upper, fore], m.robot.gravity)
    found = [
        block
        for d in (lagrange(renamed), lagrange(lw.symbolic("gantry").robot))
        for text in (str(d).replace("$$", ""), d.latex())
        for block in equations(text)
    ]
    assert len(found) >= 4 * len(HEADINGS)
    assert katex_errors(found) == []


def test_what_cannot_be_derived_is_refused():
    """Mimic joints, Stribeck friction and wrong symbols are named."""
    arm = lw.planar_2r()
    first, _ = arm.links
    follower = lw.Joint.revolute("q2", mimic=lw.Mimic("q1"))
    with pytest.raises(LinkwiseError, match="mimic joints"):
        lagrange(lw.Robot("m", [first, Link("l", follower, parent="link1")], arm.gravity))
    rough = lw.Joint.revolute("q1", friction=Friction(0, 1, stribeck=1))
    with pytest.raises(LinkwiseError, match="'q1' has Stribeck"):
        lagrange(lw.Robot("s", [Link("l", rough, inertia=first.inertia)], arm.gravity))
    with pytest.raises(LinkwiseError, match="qd must be 2 SymPy symbols"):
        lagrange(arm, qd=[1, 2])
