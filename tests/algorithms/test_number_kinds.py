"""One source on every kind of number: complex, exact, symbolic, of 50 digits, traced."""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import cos, sin
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy
from numpy.typing import NDArray
from random_trees import random_state, random_tree
from sympy.polys.rings import ring

import linkwise as lw
from linkwise import ExactAngle, Inertia, Joint, Link, Robot, Transform

Array = NDArray[Any]
SEEDS = pytest.mark.parametrize("seed", range(5))


# complex numbers


@SEEDS
def test_complex_step_of_torque(seed: int) -> None:
    """∂τ/∂q̈ by complex step is M, and ∂τ/∂q and ∂τ/∂q̇ are those of central differences."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, 8)
    q, qd, qdd = random_state(rng, robot)
    one, h = np.eye(robot.n), 1e-200
    by_qdd = lw.rnea(robot, q, qd, qdd + 1j * h * one).imag.T / h
    assert by_qdd == pytest.approx(lw.crba(robot, q), rel=1e-11, abs=1e-12)
    size, e = np.abs(lw.rnea(robot, q, qd, qdd)).max(), 1e-5
    by_q = lw.rnea(robot, q + 1j * h * one, qd, qdd).imag / h
    difference = lw.rnea(robot, q + e * one, qd, qdd) - lw.rnea(robot, q - e * one, qd, qdd)
    assert np.abs(by_q - difference / (2 * e)).max() < 1e-6 * size
    by_qd = lw.rnea(robot, q, qd + 1j * h * one, qdd).imag / h
    difference = lw.rnea(robot, q, qd + one, qdd) - lw.rnea(robot, q, qd - one, qdd)
    assert np.abs(by_qd - difference / 2).max() < 1e-11 * size  # τ is quadratic in q̇: exact


@SEEDS
@pytest.mark.parametrize("forward", [lw.aba, lw.forward_dynamics])
def test_complex_step_of_acceleration(seed: int, forward: Callable[..., Array]) -> None:
    """∂q̈/∂τ by complex step is M⁻¹ of NumPy: a Hermitian factorisation would give something else.

    ∂q̈/∂q is −M⁻¹ ∂τ/∂q, by implicit differentiation.
    """
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, 8)
    q, qd, qdd = random_state(rng, robot)
    tau = lw.rnea(robot, q, qd, qdd)
    one, h = np.eye(robot.n), 1e-200
    inverse = np.linalg.inv(lw.crba(robot, q))
    by_tau = forward(robot, q, qd, tau + 1j * h * one).imag / h
    assert np.abs(by_tau - inverse).max() < 1e-9 * np.abs(inverse).max()
    by_q = forward(robot, q + 1j * h * one, qd, tau).imag.T / h
    implicit = -inverse @ (lw.rnea(robot, q + 1j * h * one, qd, qdd).imag.T / h)
    assert np.abs(by_q - implicit).max() < 1e-9 * np.abs(implicit).max()


# exact numbers


def exact_arm() -> Robot:
    """A branched arm of rationals: oblique axes, every joint kind, products of inertia.

    Turns are rational quaternions, axes rational unit vectors.
    """

    def turned(w: int, x: int, y: int, z: int) -> list[list[Fraction]]:
        rows = [
            [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
        return [[Fraction(entry, w * w + x * x + y * y + z * z) for entry in row] for row in rows]

    def body(*numbers: int) -> Inertia:
        m, x, y, z, xx, yy, zz, xy, xz, yz = (Fraction(k, 20) for k in numbers)
        return Inertia(m, (x, y, z), [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    third, fifth = Fraction(1, 3), Fraction(1, 5)
    shoulder = Transform(np.array(turned(2, 1, 0, 1)), np.array([fifth, -third, Fraction(1, 2)]))
    oblique = np.array([2 * third, third, -2 * third])
    slanted = np.array([3 * fifth, 0, 4 * fifth], dtype=object)
    links = [
        Link(
            "trunk",
            Joint.revolute("turn", oblique),
            shoulder,
            body(60, 3, -2, 5, 9, 8, 7, 1, -1, 2),
        ),
        Link(
            "left",
            Joint.helical("screw", Fraction(1, 7), slanted),
            Transform(np.array(turned(1, 1, -1, 2)), np.array([third, 0, fifth], dtype=object)),
            body(30, -1, 4, 2, 5, 4, 6, -1, 1, 0),
            "trunk",
        ),
        Link(
            "right",
            Joint.prismatic("slide", oblique[::-1]),
            Transform(np.array(turned(3, 0, 1, 1)), np.array([fifth, fifth, -third])),
            body(20, 2, 2, -3, 3, 4, 5, 1, 0, 1),
            "trunk",
        ),
        Link(
            "weight",
            Joint.fixed("weld"),
            Transform(np.array(turned(1, 2, 0, 1)), np.array([0, third, fifth], dtype=object)),
            body(10, 1, 0, -1, 2, 3, 2, 0, 1, 0),
            "right",
        ),
        Link(
            "hand",
            Joint.revolute("wrist", slanted),
            Transform(np.array(turned(1, 0, 0, 1)), np.array([third, -fifth, fifth])),
            body(8, 3, 1, 1, 2, 2, 3, 0, 0, 1),
            "weight",
        ),
    ]
    gravity = np.array([Fraction(1, 2), Fraction(-3), Fraction(-49, 5)])
    base = Transform(np.array(turned(4, 1, 1, -1)), np.array([Fraction(7), third, -fifth]))
    return Robot("exact", links, gravity, base)


EXACT = exact_arm()
EXACT_Q = [
    ExactAngle(Fraction(1, 3)),
    ExactAngle(Fraction(-2, 5), value=Fraction(3, 4)),
    Fraction(2, 7),
    ExactAngle(Fraction(5, 4)),
]
EXACT_QD = [Fraction(6, 5), Fraction(-4, 3), Fraction(1, 2), Fraction(-2)]
EXACT_QDD = [Fraction(1, 2), Fraction(3), Fraction(-5, 7), Fraction(8, 3)]


def is_exact(*results: Any) -> bool:
    """Whether every entry is an int or a Fraction."""
    return all(isinstance(x, (int, Fraction)) for a in results for x in np.asarray(a).flat)


def test_identities_are_exact() -> None:
    """On rationals the identities hold to the last digit: M q̈ + h, all M, K, and τ back to q̈."""
    q, qd, qdd = EXACT_Q, EXACT_QD, EXACT_QDD
    tau, M = lw.rnea(EXACT, q, qd, qdd), lw.crba(EXACT, q)
    assert is_exact(tau, M)
    assert (tau == M @ np.array(qdd) + lw.bias_torque(EXACT, q, qd)).all()
    assert (tau == lw.newton_euler(EXACT, q, qd, qdd).tau).all()
    assert (M == M.T).all()
    assert (lw.mass_matrix_from_jacobians(EXACT, q) == M).all()
    columns = [lw.rnea(EXACT, q, [0] * 4, e, gravity=(0, 0, 0)) for e in np.eye(4, dtype=int)]
    assert (M == np.array(columns).T).all()
    K = lw.kinetic_energy(EXACT, q, qd)
    assert is_exact(K, lw.potential_energy(EXACT, q))
    assert np.array(qd) @ M @ np.array(qd) / 2 == K
    for forward in (lw.aba, lw.forward_dynamics):
        assert is_exact(forward(EXACT, q, qd, tau))
        assert (forward(EXACT, q, qd, tau) == np.array(qdd)).all()


def without_screw(robot: Robot) -> Robot:
    """The arm with its helical joint a revolute one: every coordinate is then one number."""
    links = []
    for link in robot.links:
        joint = link.joint
        if joint.kind == "helical":
            joint = Joint.revolute(joint.name, joint.axis)
        links.append(replace(link, joint=joint))
    return replace(robot, links=links)


def converted(robot: Robot, convert: Callable[[Any], Any]) -> Robot:
    """The robot with all its numbers converted."""

    def each(a: Array) -> Array:
        return np.array([convert(x) for x in a.flat]).reshape(a.shape)

    links = [
        replace(
            link,
            joint=replace(link.joint, axis=each(link.joint.axis)),
            placement=Transform(each(link.placement.R), each(link.placement.p)),
            inertia=Inertia.from_parameters(each(link.inertia.parameters())),
        )
        for link in robot.links
    ]
    base = Transform(each(robot.base.R), each(robot.base.p))
    return Robot(robot.name, links, each(robot.gravity), base)


RATIONAL = without_screw(EXACT)


def test_floats_are_right_to_thirteen_digits() -> None:
    """Floats are compared with results that have no rounding at all."""
    floats = converted(RATIONAL, float)
    assert floats.is_numeric
    q = [2 * np.arctan(float(a.t)) if isinstance(a, ExactAngle) else float(a) for a in EXACT_Q]
    qd, qdd = np.array(EXACT_QD, dtype=float), np.array(EXACT_QDD, dtype=float)
    exact = lw.rnea(RATIONAL, EXACT_Q, EXACT_QD, EXACT_QDD)
    assert is_exact(exact)
    tau = exact.astype(float)
    assert lw.rnea(floats, q, qd, qdd) == pytest.approx(tau, rel=1e-13)
    assert lw.newton_euler(floats, q, qd, qdd).tau == pytest.approx(tau, rel=1e-13)
    assert lw.aba(floats, q, qd, tau) == pytest.approx(qdd, rel=1e-12)
    assert lw.forward_dynamics(floats, q, qd, tau) == pytest.approx(qdd, rel=1e-12)
    M = lw.crba(RATIONAL, EXACT_Q).astype(float)
    assert lw.crba(floats, q) == pytest.approx(M, rel=1e-12, abs=1e-14)
    P = float(lw.potential_energy(RATIONAL, EXACT_Q))
    assert lw.potential_energy(floats, q) == pytest.approx(P, rel=1e-13)
    K = float(lw.kinetic_energy(RATIONAL, EXACT_Q, EXACT_QD))
    assert lw.kinetic_energy(floats, q, qd) == pytest.approx(K, rel=1e-13)


def test_fifty_digits() -> None:
    """In 50-digit arithmetic, with mpmath's own sines, the exact results come out to 47 digits."""
    state = (EXACT_Q, EXACT_QD, EXACT_QDD)
    exact, exact_M = lw.rnea(RATIONAL, *state), lw.crba(RATIONAL, EXACT_Q)
    with mpmath.workdps(50):

        def digits(x: Any) -> Any:
            if isinstance(x, ExactAngle):
                return 2 * mpmath.atan(digits(x.t))
            return mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator

        robot = converted(RATIONAL, digits)
        q, qd, qdd = ([digits(x) for x in vector] for vector in state)
        allowed = max(abs(x) for x in exact) * mpmath.mpf(10) ** -47

        def off(got: Any, right: Any) -> Any:
            return max(abs(x - digits(y)) for x, y in zip(got, right, strict=True))

        assert off(lw.rnea(robot, q, qd, qdd), exact) < allowed
        assert off(lw.newton_euler(robot, q, qd, qdd).tau, exact) < allowed
        assert off(lw.crba(robot, q).flat, exact_M.flat) < allowed
        assert off(lw.bias_torque(robot, q, qd), lw.bias_torque(RATIONAL, *state[:2])) < allowed
        tau = [digits(x) for x in exact]
        for forward in (lw.aba, lw.forward_dynamics):
            assert off(forward(robot, q, qd, tau), EXACT_QDD) < 100 * allowed
        K = lw.kinetic_energy(RATIONAL, *state[:2])
        assert off([lw.kinetic_energy(robot, q, qd)[()]], [K[()]]) < allowed
        P = lw.potential_energy(RATIONAL, EXACT_Q)
        assert off([lw.potential_energy(robot, q)[()]], [P[()]]) < allowed


def test_whole_numbers_stay_exact() -> None:
    """Ints divide into Fractions, not floats: q̈ of the gantry is (1/11, 1/3) exactly."""
    gantry = lw.gantry(Fraction(8), 3, gravity=(0, 0, 0))
    for forward in (lw.aba, lw.forward_dynamics):
        qdd = forward(gantry, [0, 0], [0, 0], [1, 1])
        assert qdd.tolist() == [Fraction(1, 11), Fraction(1, 3)]
    K = lw.kinetic_energy(gantry, [0, 0], [1, 2])
    assert Fraction(23, 2) == K
    assert is_exact(K)


def test_whole_rates_stay_exact_in_every_term() -> None:
    """Rates given as plain ints beside Fractions: each term is exact, and the terms agree exactly.

    C q̇ from RNEA and M from CRBA share no recursion with what they are compared with here.
    """
    q, qd, qdd = EXACT_Q, [1, -2, 3, -1], [2, 0, -1, 4]
    rates, pi = np.array(qd, dtype=object), lw.regressor_parameters(EXACT)
    C, M = lw.coriolis_matrix(EXACT, q, qd), lw.crba(EXACT, q)
    Cqd, CTqd = lw.coriolis_torque(EXACT, q, qd), lw.coriolis_transposed_torque(EXACT, q, qd)
    Y = lw.torque_regressor(EXACT, q, qd, qdd)
    momentum = lw.centroidal_momentum(EXACT, q, qd)
    assert is_exact(C, Cqd, CTqd, Y, momentum)
    assert (Cqd == C @ rates).all()
    assert (CTqd == C.T @ rates).all()
    for form in ("natural", "upper"):
        other = lw.coriolis_matrix(EXACT, q, qd, form=form)
        assert is_exact(other)
        assert (other @ rates == Cqd).all()
    assert (Y @ pi == lw.rnea(EXACT, q, qd, qdd)).all()
    K = lw.kinetic_energy_regressor(EXACT, q, qd) @ pi
    assert is_exact(K)
    assert rates @ M @ rates / 2 == K
    assert (momentum == lw.centroidal_momentum_matrix(EXACT, q) @ rates).all()
    slopes = lw.rnea_derivatives(EXACT, q, qd, qdd)
    assert is_exact(*slopes)
    assert (slopes[1] @ rates == 2 * Cqd).all()  # velocity products are of second degree


def test_whole_pitch_stays_exact() -> None:
    """A pitch given as 2.0 beside Fractions is the whole number 2."""
    screw = Link("nut", Joint.helical("screw", 2.0), inertia=Inertia(Fraction(1, 3), (0, 0, 0)))
    M = lw.crba(Robot("screw", [screw]), [ExactAngle(1, value=1)])
    assert M.tolist() == [[Fraction(4, 3)]]
    assert is_exact(M)


def test_angle_without_value() -> None:
    """Where the coordinate itself enters, as on a screw, an angle alone is refused with advice."""
    q = [ExactAngle(Fraction(1, 3))] * 4
    with pytest.raises(lw.LinkwiseError, match=r"give ExactAngle\(t, value\)"):
        lw.crba(EXACT, q)


# symbols


def test_symbolic_2r() -> None:
    """On symbols RNEA of the point-mass 2R is the result of the lecture notes, typed in."""
    l1, l2, m1, m2, g = sympy.symbols("l1 l2 m1 m2 g", positive=True)
    q1, q2, v1, v2, a1, a2 = sympy.symbols("q1 q2 v1 v2 a1 a2", real=True)
    robot = lw.planar_2r(l1, l2, m1=m1, m2=m2, form="points", gravity=(0, -g, 0))
    c1, c2, s2, c12 = sympy.cos(q1), sympy.cos(q2), sympy.sin(q2), sympy.cos(q1 + q2)
    tau1 = (
        m2 * l2**2 * (a1 + a2)
        + m2 * l1 * l2 * c2 * (2 * a1 + a2)
        + (m1 + m2) * l1**2 * a1
        - m2 * l1 * l2 * s2 * v2**2
        - 2 * m2 * l1 * l2 * s2 * v1 * v2
        + m2 * l2 * g * c12
        + (m1 + m2) * l1 * g * c1
    )
    tau2 = m2 * l1 * l2 * c2 * a1 + m2 * l1 * l2 * s2 * v1**2
    tau2 += m2 * l2 * g * c12 + m2 * l2**2 * (a1 + a2)
    tau = lw.rnea(robot, [q1, q2], [v1, v2], [a1, a2])
    assert not any(entry.atoms(sympy.Float) for entry in tau)
    for got, right in zip(tau, (tau1, tau2), strict=True):
        assert sympy.simplify(sympy.expand_trig(got - right)) == 0
    back = lw.aba(robot, [q1, q2], [v1, v2], [tau1, tau2])
    forward = lw.forward_dynamics(robot, [q1, q2], [v1, v2], [tau1, tau2])
    symbols = (l1, l2, m1, m2, g, q1, q2, v1, v2)
    numbers = dict(zip(symbols, (0.5, 0.4, 3, 2, 9.81, 0.3, -0.7, 1.2, -0.8), strict=True))
    for qdd in (back, forward):
        for got, right in zip(qdd, (a1, a2), strict=True):
            left = sympy.expand((got - right).subs(numbers))
            assert all(abs(c) < 1e-12 for c in sympy.Poly(left, a1, a2).coeffs())


@pytest.mark.parametrize("symbolic", ["q", "qd", "qdd"])
def test_one_symbolic_argument(symbolic: str) -> None:
    """A numeric model with one symbolic vector gives expressions that evaluate to the numbers."""
    rng = np.random.default_rng(4)
    robot = random_tree(rng, 4)
    state = dict(zip(("q", "qd", "qdd"), random_state(rng, robot), strict=True))
    names = sympy.symbols(f"x:{robot.n}")
    tau = lw.rnea(robot, **{**state, symbolic: names})
    numbers = dict(zip(names, state[symbolic], strict=True))
    values = [float(entry.subs(numbers)) for entry in tau]
    assert values == pytest.approx(lw.rnea(robot, **state), rel=1e-10)


# traced numbers


@dataclass(eq=False)
class Node:
    """A number that writes down what is done to it: the least that the algorithms need."""

    operation: Callable[..., float] | None = None
    arguments: tuple[Any, ...] = ()
    value: float = field(default=0.0, repr=False)

    def __add__(self, other: Any) -> "Node":
        return Node(operator.add, (self, other))

    def __sub__(self, other: Any) -> "Node":
        return Node(operator.sub, (self, other))

    def __rsub__(self, other: Any) -> "Node":
        return Node(operator.sub, (other, self))

    def __mul__(self, other: Any) -> "Node":
        return Node(operator.mul, (self, other))

    def __truediv__(self, other: Any) -> "Node":
        return Node(operator.truediv, (self, other))

    def __rtruediv__(self, other: Any) -> "Node":
        return Node(operator.truediv, (other, self))

    def __neg__(self) -> "Node":
        return Node(operator.neg, (self,))

    def cos(self) -> "Node":
        """Cosine, as the algorithms ask for it."""
        return Node(cos, (self,))

    def sin(self) -> "Node":
        """Sine, as the algorithms ask for it."""
        return Node(sin, (self,))

    __radd__, __rmul__ = __add__, __mul__


def in_order(results: Any) -> list[Node]:
    """All nodes that the results hang on, arguments first, without recursion."""
    order: dict[int, Node] = {}
    waiting = [node for node in results if isinstance(node, Node)]
    while waiting:
        node = waiting[-1]
        missing = [a for a in node.arguments if isinstance(a, Node) and id(a) not in order]
        if missing:
            waiting += missing
        else:
            order[id(waiting.pop())] = node
    return list(order.values())


def evaluate(results: Any) -> list[float]:
    """Run the trace with the values of its inputs."""
    for node in in_order(results):
        if node.operation:
            values = (a.value if isinstance(a, Node) else a for a in node.arguments)
            node.value = node.operation(*values)
    return [node.value if isinstance(node, Node) else float(node) for node in results]


def traced(vector: Array) -> list[Node]:
    """Inputs of a trace, with values."""
    return [Node(value=float(x)) for x in vector]


@SEEDS
@pytest.mark.parametrize("call", [lw.rnea, lw.aba, lw.forward_dynamics])
def test_traced(seed: int, call: Callable[..., Array]) -> None:
    """What was done to numbers that can only write it down, done again, is the result."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, 6)
    state = random_state(rng, robot)
    trace = call(robot, *map(traced, state))
    again = evaluate(trace)
    right = call(robot, *state)
    assert again == pytest.approx(right, rel=1e-10, abs=1e-11 * np.abs(right).max())


def operations(call: Callable[..., Any], n: int, joint_vectors: int) -> int:
    """How many operations the trace of a planar chain takes."""
    robot = lw.planar_nr([0.5] * n, [1.0] * n)
    vectors = [traced(np.full(n, 0.1 * (k + 1))) for k in range(joint_vectors)]
    result = np.asarray(call(robot, *vectors))
    return sum(node.operation is not None for node in in_order(result.flat))


@pytest.mark.parametrize("call", [lw.rnea, lw.aba])
def test_work_is_linear(call: Callable[..., Any]) -> None:
    """RNEA and ABA do the same for every further link: counts of operations lie on a line."""
    counts = [operations(call, n, 3) for n in (4, 8, 12, 16)]
    assert np.diff(counts, 2).tolist() == [0, 0]


def test_work_of_crba_is_quadratic() -> None:
    """CRBA's count of operations on a chain is a polynomial of degree two, not three."""
    counts = [operations(lw.crba, n, 1) for n in (4, 8, 12, 16, 20)]
    assert np.diff(counts, 2).tolist()[0] > 0
    assert np.diff(counts, 3).tolist() == [0, 0]


# polynomial rings


@dataclass(frozen=True)
class RingAngle:
    """An angle that is known by its cosine and sine only, two generators of a ring."""

    c: Any
    s: Any

    def cos(self) -> Any:
        """Generator of the cosine."""
        return self.c

    def sin(self) -> Any:
        """Generator of the sine."""
        return self.s


def test_polynomial_ring() -> None:
    """Over ℤ[c, s, l, m, ...] RNEA of the 2R is the general closed form, as one normal form.

    s² → 1 − c² is a division with remainder; equality of polynomials decides the identity.
    """
    generators = "c1 s1 c2 s2 l1 lc1 lc2 m1 m2 I1 I2 g v1 v2 a1 a2"
    R, c1, s1, c2, s2, l1, lc1, lc2, m1, m2, I1, I2, g, v1, v2, a1, a2 = ring(generators, sympy.ZZ)
    robot = lw.planar_2r(l1, l1, lc1, lc2, m1, m2, I1, I2, gravity=(0, -g, 0))
    q = [RingAngle(c1, s1), RingAngle(c2, s2)]
    M11 = I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2)
    M12, M22 = I2 + m2 * (lc2**2 + l1 * lc2 * c2), I2 + m2 * lc2**2
    h, c12 = -m2 * l1 * lc2 * s2, c1 * c2 - s1 * s2
    g2 = m2 * lc2 * g * c12
    tau1 = (
        M11 * a1 + M12 * a2 + h * v2 * v1 + h * (v1 + v2) * v2 + (m1 * lc1 + m2 * l1) * g * c1 + g2
    )
    tau2 = M12 * a1 + M22 * a2 - h * v1 * v1 + g2
    pythagoras = [s1**2 + c1**2 - 1, s2**2 + c2**2 - 1]

    def normal(x: Any) -> Any:
        return R(x).rem(pythagoras)

    for inverse in (lw.rnea, lambda *state: lw.newton_euler(*state).tau):
        tau = inverse(robot, q, [v1, v2], [a1, a2])
        assert [normal(x) for x in tau] == [normal(tau1), normal(tau2)]
    M = lw.crba(robot, q)
    assert [normal(x) for x in M.flat] == [normal(x) for x in (M11, M12, M12, M22)]
