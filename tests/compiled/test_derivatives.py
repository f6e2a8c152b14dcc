"""Derivatives of compiled functions against complex steps, closed forms and Pinocchio."""

import pickle
import warnings
from dataclasses import replace
from importlib import metadata

import numpy as np
import pytest
from random_trees import random_tree

import linkwise
from linkwise import Friction, LinkwiseError, Rotor, Spring, Wrench, planar_2r
from linkwise.compiled.derivatives import differentiate
from linkwise.compiled.functions import FUNCTIONS, Variant, with_parameters
from linkwise.models.published import panda

G = 9.81
STEP = 1e-40  # a complex step has no cancellation, so it can be this small


def arm():
    """Return the 2R arm of the lecture notes: α = 0.54, β = 0.12, δ = 0.06 kg m²."""
    return planar_2r(0.4, 0.3, 0.2, 0.15, 3, 2, 0.04, 0.015, gravity=(0, -G, 0))


def tree():
    """Return a random tree: oblique axes, full tensors, two joints with friction, spring, rotor."""
    robot = random_tree(np.random.default_rng(8), 4)
    effects = {
        "friction": Friction(viscous=0.3, coulomb=0.2, stribeck=0.1, stribeck_velocity=0.4),
        "spring": Spring(5, 0.2),
        "rotor": Rotor(0.02, 3),
    }
    links = list(robot.links)
    moving = [i for i, link in enumerate(links) if link.joint.moves]
    for i in moving[:2]:
        links[i] = replace(links[i], joint=replace(links[i].joint, **effects))
    return replace(robot, links=links)


def state(robot, function, shape=(), seed=0):
    """Return random joint vectors of a function."""
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(-2, 2, (*shape, robot.n)) for name in FUNCTIONS[function].vectors}


def plain(robot, function, arguments, **options):
    """Call the plain function, with gravity and inertial parameters as arguments like others."""
    rest = {k: v for k, v in arguments.items() if k not in ("gravity", "parameters")}
    if "parameters" in arguments:
        robot = with_parameters(robot, arguments["parameters"])
    if "gravity" in arguments:
        options["gravity"] = arguments["gravity"]
    return getattr(linkwise, function)(robot, **rest, **options)


def complex_step(f, x, core):
    """Return ∂f/∂x, the last `core` axes of x being entries: Im f(x + i h e_k) / h."""
    shape = x.shape[x.ndim - core :]
    columns = []
    for k in np.ndindex(shape):
        e = np.zeros(shape)
        e[k] = 1
        columns.append(f(x + 1j * STEP * e).imag / STEP)
    J = np.stack(columns, axis=-1)
    return J.reshape(*J.shape[:-1], *shape)


def assert_close(actual, expected, tolerance=1e-12):
    """Compare to a tolerance relative to the largest entry, shapes included."""
    assert actual.shape == expected.shape
    assert np.abs(actual - expected).max(initial=0) <= tolerance * np.abs(expected).max(initial=0)


def columns_of(call, n):
    """Return the matrix whose columns are call(e_k)."""
    return np.stack([call(e) for e in np.eye(n)], axis=-1)


# --- against other mathematics --------------------------------------------------------------------


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f != "link_jacobian"])
def test_complex_step(function):
    """Each derivative by each vector, gravity and the parameters is the plain function's own.

    The complex step runs the plain recursion on complex numbers and knows no rule of
    differentiation.  Accelerations lose as many digits as M's condition number has.
    """
    robot = tree()
    x = state(robot, function, (3,))
    wrt = [*x, *(["gravity"] if "gravity" in FUNCTIONS[function].takes else []), "parameters"]
    found = linkwise.compile(robot, "numpy").jacobian(function, wrt)(**x)
    x["parameters"] = np.array([link.inertia.parameters() for link in robot.links])
    if "gravity" in wrt:
        x["gravity"] = robot.gravity
    scale = np.linalg.cond(linkwise.crba(robot, x["q"])).max() if "tau" in x else 1
    for name, actual in zip(wrt, found, strict=True):

        def of_one(y, name=name):
            return plain(robot, function, x | {name: y})

        expected = complex_step(of_one, x[name], 2 if name == "parameters" else 1)
        assert_close(actual, expected, 1e-12 * scale)


@pytest.mark.parametrize("options", [{}, {"frame": "link", "at": (0.1, -0.2, 0.3)}])
def test_kinematic_hessian(options):
    """∂J/∂q of a point of a link is the complex step of the plain Jacobian, in either frame."""
    robot = tree()
    q = state(robot, "crba", (2,))["q"]
    found = linkwise.compile(robot, "numpy").jacobian("link_jacobian", "q")(q, "link3", **options)
    expected = complex_step(lambda y: linkwise.link_jacobian(robot, y, "link3", **options), q, 1)
    assert_close(found, expected)


def test_loads_of_a_call(compiled):
    """Wrenches, gravity and parameters given to a call enter the derivative there."""
    robot = arm()
    x = state(robot, "forward_dynamics", (5,))
    mine = {"parameters": np.array([k.inertia.parameters() for k in robot.links]) * 1.25}
    push = {"link2": Wrench((0, 0, 2), np.arange(15).reshape(5, 3), "world", at=(0.3, 0, 0))}
    loads = {"gravity": (1, -5, 0), "external": push}
    fast = compiled(robot, parameters="inertial")
    found = fast.jacobian("forward_dynamics", "q")(**x, **loads, **mine)
    expected = complex_step(
        lambda q: plain(robot, "forward_dynamics", x | mine | {"q": q}, **loads), x["q"], 1
    )
    assert_close(found, expected, 1e-11)


def test_planar_2r(compiled):
    """Derivatives of the lecture notes' 2R, typed from their M, C and g (sections 2 and 3).

    M₁₁ = α + 2β c₂ and M₁₂ = δ + β c₂, so only q₂ changes M; h = −β s₂ gives the rates' part;
    g₁ = A c₁ + B c₁₂ and g₂ = B c₁₂ with A = 1.4 g and B = 0.3 g.
    """
    fast, beta, A, B = compiled(arm()), 0.12, 1.4 * G, 0.3 * G
    q, qd = np.array([0.3, 0.7]), np.array([1.5, -0.4])
    s1, s12, s2 = np.sin(0.3), np.sin(1.0), np.sin(0.7)

    dM = fast.jacobian("crba", "q")(q)
    assert dM[..., 0] == pytest.approx(np.zeros((2, 2)))
    assert dM[..., 1] == pytest.approx(np.array([[-2 * beta * s2, -beta * s2], [-beta * s2, 0]]))

    dg = fast.jacobian("gravity_torque", "q")(q)
    hessian = -np.array([[A * s1 + B * s12, B * s12], [B * s12, B * s12]])
    assert dg == pytest.approx(hessian)

    h = -beta * s2
    rates = np.array([[2 * h * qd[1], 2 * h * (qd[0] + qd[1])], [-2 * h * qd[0], 0]])
    assert fast.jacobian("rnea", "qd")(q, qd, [3, 4]) == pytest.approx(rates)
    M12 = 0.06 + beta * np.cos(0.7)
    M = np.array([[0.54 + 2 * beta * np.cos(0.7), M12], [M12, 0.06]])
    assert fast.jacobian("rnea", "qdd")(q, qd, [3, 4]) == pytest.approx(M)


def test_second_derivatives(compiled):
    """Hessians are those of the closed forms: ∂²K/∂q̇² = M, ∂²P/∂q² = ∂g/∂q, and Σ w ∂²g/∂q²."""
    fast, A, B = compiled(arm()), 1.4 * G, 0.3 * G
    q, qd, w = np.array([0.3, 0.7]), np.array([1.5, -0.4]), np.array([0.8, -0.5])
    c1, c12, s1, s12 = np.cos(0.3), np.cos(1.0), np.sin(0.3), np.sin(1.0)

    kinetic = fast.hessian_vector_product("kinetic_energy", "qd")
    M12 = 0.06 + 0.12 * np.cos(0.7)
    M = np.array([[0.54 + 0.24 * np.cos(0.7), M12], [M12, 0.06]])
    assert columns_of(lambda v: kinetic(q, qd, vector=v), 2) == pytest.approx(M)

    potential = fast.hessian_vector_product("potential_energy", "q")
    hessian = -np.array([[A * s1 + B * s12, B * s12], [B * s12, B * s12]])
    assert columns_of(lambda v: potential(q, vector=v), 2) == pytest.approx(hessian)

    weighted = fast.hessian_vector_product("gravity_torque", "q")
    b = -(w[0] + w[1]) * B * c12
    expected = np.array([[b - w[0] * A * c1, b], [b, b]])
    found = columns_of(lambda v: weighted(q, vector=v, weights=w), 2)
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("function", ["rnea", "forward_dynamics", "crba", "kinetic_energy"])
def test_hessians_are_symmetric(function):
    """The mixed second derivatives by q agree, and are differences of complex-step gradients.

    No sweep assumes the symmetry.  The difference of 1e-5 rad is good to about 1e-9.
    """
    robot = tree()
    x = state(robot, function)
    output = np.shape(plain(robot, function, x))
    weights = {"weights": np.random.default_rng(1).normal(size=output)} if output else {}
    product = linkwise.compile(robot, "numpy").hessian_vector_product(function, "q")
    H = columns_of(lambda v: product(**x, vector=v, **weights), robot.n)
    assert_close(H, H.T, 1e-11)

    def gradient(q):
        J = complex_step(lambda y: plain(robot, function, x | {"q": y}), q, 1)
        return np.tensordot(weights["weights"], J, len(output)) if output else J

    step = 1e-5
    expected = columns_of(
        lambda v: (gradient(x["q"] + step * v) - gradient(x["q"] - step * v)) / (2 * step), robot.n
    )
    assert_close(H, expected, 1e-7)


def test_central_differences():
    """∂q̈/∂(q, q̇, τ) of the Panda are what small changes of each do to the plain result."""
    robot, step = panda(), 1e-6
    x = state(robot, "forward_dynamics")
    found = linkwise.compile(robot, "numpy").jacobian("forward_dynamics", list(x))(**x)
    for name, J in zip(x, found, strict=True):
        up, down = ({**x, name: x[name] + h * np.eye(7)} for h in (step, -step))
        change = linkwise.forward_dynamics(robot, **up) - linkwise.forward_dynamics(robot, **down)
        assert_close(J, change.T / (2 * step), 1e-6)


@pytest.mark.oracle
def test_as_in_pinocchio(tmp_path):
    """The Panda's derivatives are those of Pinocchio's `computeRNEADerivatives` and ABA's.

    Its analytic recursions on spatial vectors are of other authors, and so is its URDF reader.
    The fingers are fixed in the file, which leaves the seven joints of the arm.
    """
    pin = pytest.importorskip("pinocchio")
    files = metadata.files("example-robot-data") or []
    (found,) = (file for file in files if file.as_posix().endswith("/panda.urdf"))
    path = tmp_path / "panda.urdf"
    path.write_text(found.read_text().replace('"prismatic"', '"fixed"'))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what the file holds besides
        robot = linkwise.load(path).without("friction", "springs", "rotors")
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    assert robot.n == model.nv == 7
    fast = linkwise.compile(robot)
    inverse = fast.jacobian("rnea", ("q", "qd", "qdd"))
    direct = fast.jacobian("forward_dynamics", ("q", "qd", "tau"))
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 20, 7))
    tau = linkwise.rnea(robot, q, qd, qdd)
    for k, ours in enumerate(zip(*inverse(q, qd, qdd), strict=True)):
        theirs = pin.computeRNEADerivatives(model, data, q[k], qd[k], qdd[k])
        for mine, other in zip(ours, theirs, strict=True):
            assert_close(mine, other, 1e-11)
    for k, ours in enumerate(zip(*direct(q, qd, tau), strict=True)):
        theirs = pin.computeABADerivatives(model, data, q[k], qd[k], tau[k])
        for mine, other in zip(ours, theirs, strict=True):
            assert_close(mine, other, 1e-9)


# --- the two sweeps -------------------------------------------------------------------------------


@pytest.mark.parametrize("function", FUNCTIONS)
def test_forward_is_reverse(function):
    """Both sweeps give the same numbers, though they multiply the slopes in opposite order."""
    from linkwise.compiled.emit_python import python_function

    robot = tree()
    options = (("link", "link3"),) if function == "link_jacobian" else ()
    variant = Variant(function, gravity="gravity" in FUNCTIONS[function].takes, options=options)
    wrt = list(variant.shapes(robot))
    x = np.random.default_rng(2).uniform(-2, 2, sum(s[0] for s in variant.shapes(robot).values()))
    results = [
        python_function(differentiate(variant.trace(robot), wrt, mode=mode))(np, *x)
        for mode in ("forward", "reverse")
    ]
    assert_close(*np.array(results, dtype=float), 1e-11)


def test_deep_graph():
    """Graphs far deeper than Python's stack pass: x → x + x²/2000, three thousand times."""
    from linkwise.compiled.emit_python import python_function
    from linkwise.compiled.graph import trace

    def chain(x):
        for _ in range(3000):
            x = x + x * x / 2000
        return {"y": x}

    y, slope = 0.3, 1.0
    for _ in range(3000):
        y, slope = y + y * y / 2000, slope * (1 + y / 1000)
    for mode in ("forward", "reverse"):
        program = differentiate(trace("chain", chain, {"x": ()}), ["x"], mode=mode)
        assert python_function(program)(np, 0.3)[0] == pytest.approx(slope, rel=1e-12)


# Held at what they are today: they are exact on every machine and guard speed where clocks cannot.
OPERATIONS = {
    ("rnea", ("q", "qd")): 7681,
    ("forward_dynamics", ("q", "qd", "tau")): 10424,
    ("crba", ("q",)): 1504,
    ("kinetic_energy", ("q", "qd")): 878,
}


@pytest.mark.parametrize(("function", "wrt"), OPERATIONS)
def test_operation_counts_do_not_grow(function, wrt):
    """The Panda's derivatives take no more operations than today, and accelerations' fewer than AD.

    Differentiating the solution of M q̈ = τ − h itself takes 15,000.
    """
    from linkwise.compiled.derivative_calls import Jacobian

    program = Jacobian(Variant(function), wrt).trace(panda())
    assert sum(program.operations().values()) <= OPERATIONS[function, wrt]


# --- calls ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 1023, 1025])
def test_tails(compiled, count):
    """Numbers of states around register and chunk sizes lose and mix up nothing."""
    robot = arm()
    x = state(robot, "forward_dynamics", (count,))
    found = compiled(robot).jacobian("forward_dynamics", "q")(**x)
    assert found.shape == (count, 2, 2)
    expected = complex_step(lambda q: plain(robot, "forward_dynamics", x | {"q": q}), x["q"], 1)
    assert_close(found, expected, 1e-11)


def test_shapes(compiled):
    """Batch axes broadcast and come first, then the result's, then the input's."""
    fast, q = compiled(arm()), np.zeros((4, 1, 2))
    assert fast.jacobian("crba", "q")(q).shape == (4, 1, 2, 2, 2)
    assert fast.jacobian("kinetic_energy", "qd")(q, np.ones((3, 2))).shape == (4, 3, 2)
    found = fast.jacobian("rnea", ["parameters", "gravity"])(q, q, q)
    assert [J.shape for J in found] == [(4, 1, 2, 2, 10), (4, 1, 2, 3)]
    (alone,) = fast.jacobian("gravity_torque", ["q"])([0, 1])
    assert alone.shape == (2, 2)
    product = fast.hessian_vector_product("crba", "q")
    assert product(q, vector=[1, 0], weights=np.ones((3, 2, 2))).shape == (4, 3, 2)


def test_out(compiled):
    """Results are written where the caller wants them, one array or one a name."""
    fast, q = compiled(arm()), np.array([[0.3, 0.7], [1, 2]])
    one, two = np.empty((2, 2, 2)), np.empty((2, 2, 2))
    assert fast.jacobian("gravity_torque", "q")(q, out=one) is one
    both = fast.jacobian("bias_torque", ("q", "qd"))(q, q, out=(one, two))
    assert both[0] is one
    assert both[1] is two
    np.testing.assert_array_equal(two, fast.jacobian("bias_torque", "qd")(q, q))
    with pytest.raises(LinkwiseError, match="out must hold 2 arrays, got 1"):
        fast.jacobian("bias_torque", ("q", "qd"))(q, q, out=(one,))
    with pytest.raises(LinkwiseError, match=r"shape \(2, 2, 2\)"):
        fast.jacobian("gravity_torque", "q")(q, out=np.empty((2, 2)))


@pytest.mark.parametrize(
    ("robot", "function"),
    [(arm(), "rnea"), (arm(), "forward_dynamics"), (linkwise.gantry(), "forward_dynamics")],
    ids=["2R", "2R forward", "gantry"],
)
def test_nan_stays_in_its_state(compiled, robot, function):
    """A NaN in any entry of any input makes all derivatives of its state NaN, and no other's.

    The gantry is the hard case: its derivatives depend on nothing.
    """
    J = compiled(robot).jacobian(function, list(FUNCTIONS[function].vectors))
    for name in FUNCTIONS[function].vectors:
        for k in range(robot.n):
            x = state(robot, function, (9,))
            x[name][4, k] = np.nan
            for block in J(**x):
                assert np.isnan(block[4]).all()
                assert np.isfinite(np.delete(block, 4, axis=0)).all()


def test_singular_mass_matrix(compiled):
    """Where no acceleration is determined its derivatives name the joint, as the function does.

    The notes' det M = m₂ l₁² l₂² (m₁ + m₂ s₂²) is 0 for m₁ = 0 and the arm straight.
    """
    fast = compiled(planar_2r(1, 1, m1=0, m2=0.5, form="points"))
    bent, straight = [0.3, 1.0], [0.3, 0.0]
    for function, joint in (("forward_dynamics", "q2"), ("aba", "q1")):
        for call in (
            fast.jacobian(function, "tau"),
            lambda *x, f=function: fast.hessian_vector_product(f, "q")(
                *x, vector=[1, 0], weights=[1, 1]
            ),
        ):
            assert np.isfinite(call(bent, [1, 1], [1, 1])).all()
            with pytest.raises(LinkwiseError, match=f"state \\[1\\]: joint '{joint}'"):
                call([bent, straight], [1, 1], [1, 1])


def test_refusals():
    """What cannot be differentiated is named, before anything is traced."""
    fast, zero = linkwise.compile(arm(), "numpy"), np.zeros(2)
    for function, wrt, words in (
        ("rneb", "q", "no 'rneb' to differentiate"),
        ("rnea", "tau", "rnea has no input 'tau': q, qd, qdd, gravity, parameters are known"),
        ("crba", "gravity", "crba has no input 'gravity'"),
        ("rnea", ("q", "q"), "different inputs"),
        ("rnea", (), "different inputs"),
        ("rnea", 3, "wrt must be a name such as 'q', or several, got 3"),
        ("rnea", None, "wrt must be a name such as 'q', or several, got None"),
    ):
        with pytest.raises(LinkwiseError, match=words):
            fast.jacobian(function, wrt)
    with pytest.raises(LinkwiseError, match="no input 'x'"):
        fast.hessian_vector_product("rnea", "x")
    product = fast.hessian_vector_product("gravity_torque", "q")
    with pytest.raises(LinkwiseError, match=r"takes weights= of shape \(\.\.\., 2\), one an entry"):
        product(zero, vector=zero)
    with pytest.raises(LinkwiseError, match="takes no weights"):
        fast.hessian_vector_product("potential_energy", "q")(zero, vector=zero, weights=1)
    with pytest.raises(LinkwiseError, match="weights has shape"):
        product(zero, vector=zero, weights=np.ones(3))
    with pytest.raises(LinkwiseError, match="real numbers"):
        product(zero, vector=[1j, 0], weights=zero)
    with pytest.raises(TypeError, match="qdd"):
        fast.jacobian("rnea", "q")(zero, zero)
    with pytest.raises(LinkwiseError, match="no 'mass'"):
        differentiate(Variant("rnea").trace(arm()), ["mass"])
    with pytest.raises(LinkwiseError, match="no 'M'"):
        differentiate(Variant("rnea").trace(arm()), ["q"], of="M")


def test_calls_can_be_sent_to_other_processes():
    """A derivative survives pickling, as the compiled robot does."""
    J = linkwise.compile(arm(), "numpy").jacobian("gravity_torque", "q")
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(J))([0.3, 0.7]), J([0.3, 0.7]))  # noqa: S301 - our own
