"""The compiled reading against the plain functions, closed forms and 50-digit arithmetic."""

import copy
import pickle
import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from oracles import closed_forms
from random_trees import random_tree

import linkwise
from linkwise import LinkwiseError, Wrench, planar_2r, rp
from linkwise.compiled.functions import Variant

FUNCTIONS = {
    "rnea": ("q", "qd", "x"),
    "inverse_dynamics": ("q", "qd", "x"),
    "bias_torque": ("q", "qd"),
    "gravity_torque": ("q",),
    "crba": ("q",),
    "mass_matrix": ("q",),
    "mass_matrix_from_jacobians": ("q",),
    "forward_dynamics": ("q", "qd", "x"),
    "aba": ("q", "qd", "x"),
    "kinetic_energy": ("q", "qd"),
    "potential_energy": ("q",),
    "coriolis_matrix": ("q", "qd"),
    "coriolis_torque": ("q", "qd"),
    "mass_matrix_rate": ("q", "qd"),
    "torque_regressor": ("q", "qd", "x"),
    "center_of_mass": ("q",),
    "centroidal_momentum_matrix": ("q",),
    "centroidal_momentum": ("q", "qd"),
    "christoffel_symbols": ("q",),
    "coriolis_transposed_torque": ("q", "qd"),
    "kinetic_energy_regressor": ("q", "qd"),
    "potential_energy_regressor": ("q",),
    "slotine_li_regressor": ("q", "qd", "qd", "x"),
    "base_wrench": ("q", "qd", "x"),
}
TAILS = (0, 1, 7, 8, 9, 1023, 1025)


def states(robot, shape, seed=0):
    """Return random q, qd and accelerations or torques x of a batch shape."""
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(-3, 3, (*shape, robot.n)) for name in ("q", "qd", "x")}


def call(owner, name, state, *first, **options):
    """Call a function of the package or of a compiled robot at a state."""
    return getattr(owner, name)(*first, *(state[k] for k in FUNCTIONS[name]), **options)


def assert_close(actual, expected, tolerance=1e-12):
    """Compare to a tolerance relative to the largest entry; what is 0 but for rounding passes."""
    assert actual.shape == expected.shape
    if expected.size:
        np.testing.assert_allclose(
            actual, expected, rtol=0, atol=tolerance * max(1e-2, np.abs(expected).max())
        )


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("n_links", [1, 6])
def test_random_trees(compiled, name, n_links):
    """On trees with oblique axes and all joint kinds each function gives the plain one's numbers.

    The plain recursion runs on floats, link by link; the compiled code is its trace, folded, cut
    and reordered: agreement shows that tracing and emitting changed nothing.
    """
    robot = random_tree(np.random.default_rng(n_links), n_links)
    state = states(robot, (11,))
    plain = call(linkwise, name, state, robot)
    scale = 1.0
    if name in ("forward_dynamics", "aba"):
        scale += 0.01 * np.linalg.cond(linkwise.crba(robot, state["q"])).max()
    assert_close(call(compiled(robot), name, state), plain, 1e-12 * scale)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_tails_and_views(compiled, name):
    """Numbers of states around register and chunk sizes, and steps in memory, mix up nothing.

    The plain function computes all states together, on arrays of their own.
    """
    robot = linkwise.planar_nr([0.5, 0.4, 0.3], [3, 2, 1])
    state = states(robot, (max(TAILS),))
    plain, fast = call(linkwise, name, state, robot), compiled(robot)
    largest = np.abs(plain).max()
    seen = {key: strided(a) for key, a in state.items()}
    for count in TAILS:
        for some in (state, seen):
            ours = call(fast, name, {key: a[:count] for key, a in some.items()})
            assert ours.shape == plain[:count].shape
            np.testing.assert_allclose(ours, plain[:count], rtol=0, atol=1e-12 * largest)


def strided(a):
    """Return the same numbers, read-only, every second of a row and column, in Fortran's order."""
    wide = np.zeros((2 * len(a), 2 * a.shape[1]), order="F")
    view = wide[::2, ::2]
    view[:] = a
    view.flags.writeable = False
    return view


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (1, 1, 5), (2, 0)])
def test_batches_of_any_shape(compiled, shape):
    """Leading axes come back as they went in, and vectors of different batches broadcast."""
    robot = random_tree(np.random.default_rng(3), 5)
    state = states(robot, shape)
    fast = compiled(robot)
    for name in ("rnea", "crba", "potential_energy"):
        assert_close(call(fast, name, state), call(linkwise, name, state, robot))
    one = states(robot, ())
    mixed = (state["q"], one["qd"], one["x"])
    assert_close(fast.rnea(*mixed), linkwise.rnea(robot, *mixed))


def test_the_2r_and_rp_against_closed_forms(compiled):
    """Compiled M, C·qd, g, tau and qdd equal the closed forms typed from the lecture notes."""
    rng = np.random.default_rng(4)
    arms = {
        "2r": (planar_2r(0.4, 0.3, 0.2, 0.15, 3, 2, 0.04, 0.015),
               closed_forms.two_r(3, 2, 0.4, 0.2, 0.15, 0.04, 0.015)),
        "rp": (rp(0.2, 3, 2, 0.05, 0.03), closed_forms.rp(3, 2, 0.2, 0.05, 0.03)),
    }  # fmt: skip
    for robot, form in arms.values():
        q, qd, qdd = rng.uniform(-3, 3, (3, 1000, 2))
        fast = compiled(robot)
        M, tau = form.M(q), form.tau(q, qd, qdd)
        assert_close(fast.crba(q), M)
        assert_close(fast.bias_torque(q, qd) - fast.gravity_torque(q), form.C_qd(q, qd), 1e-11)
        assert_close(fast.gravity_torque(q), form.g(q))
        assert_close(fast.rnea(q, qd, qdd), tau)
        loose = 1e-12 + 1e-14 * np.linalg.cond(M).max()
        assert_close(fast.forward_dynamics(q, qd, tau), qdd, loose * 100)
        assert_close(fast.aba(q, qd, tau), qdd, loose * 100)
        pi, K = linkwise.regressor_parameters(robot), np.einsum("ni,nij,nj->n", qd, M, qd) / 2
        assert_close(fast.kinetic_energy_regressor(q, qd) @ pi, K)
        assert_close(fast.torque_regressor(q, qd, qdd) @ pi, tau)
        assert_close(fast.slotine_li_regressor(q, qd, qd, qdd) @ pi, tau)
        C_qd = np.einsum("nijk,nj,nk->ni", fast.christoffel_symbols(q), qd, qd)
        assert_close(C_qd, form.C_qd(q, qd), 1e-11)
        M_rate = (form.M(q + 1e-30j * qd)).imag / 1e-30
        transposed = np.einsum("nij,nj->ni", M_rate, qd) - form.C_qd(q, qd)  # Ṁ = C + Cᵀ
        assert_close(fast.coriolis_transposed_torque(q, qd), transposed, 1e-11)


def test_loads_and_gravity_of_a_call(compiled):
    """External wrenches in any axes, at a point or not, batched or not, and another gravity."""
    robot = random_tree(np.random.default_rng(5), 6)
    rng = np.random.default_rng(6)
    state = states(robot, (9,))
    first, last = robot.link_names[0], robot.link_names[-1]
    external = {
        last: Wrench(rng.normal(size=3), rng.normal(size=3), at=(0.1, -0.2, 0.3)),
        first: Wrench(rng.normal(size=(9, 3)), rng.normal(size=3), frame=last),
    }
    fast = compiled(robot)
    for name in ("rnea", "bias_torque", "forward_dynamics", "aba"):
        options = {"external": external, "gravity": (1, -2, 3)}
        plain = call(linkwise, name, state, robot, **options)
        assert_close(call(fast, name, state, **options), plain, 1e-10)
    assert_close(
        fast.gravity_torque(state["q"], gravity=(0, 1, 0)),
        linkwise.gravity_torque(robot, state["q"], gravity=(0, 1, 0)),
    )


def test_jacobians_of_a_point(compiled):
    """The Jacobian of a link's point in world and link axes."""
    robot = random_tree(np.random.default_rng(7), 6)
    q = states(robot, (4,))["q"]
    fast, link = compiled(robot), robot.link_names[-1]
    for options in ({}, {"frame": "link"}, {"at": (0.1, 0.2, 0.3)}):
        plain = linkwise.link_jacobian(robot, q, link, **options)
        assert_close(fast.link_jacobian(q, link, **options), plain)


def test_motions_of_a_point_and_forms_of_c(compiled):
    """Calls with options of their own: frames, points, forms, effects, derivatives in pairs."""
    robot = random_tree(np.random.default_rng(10), 3)
    state = states(robot, (4,))
    q, qd, x = (state[k] for k in ("q", "qd", "x"))
    fast, link = compiled(robot), robot.link_names[-1]
    for frame in ("world", "link", "spatial"):
        options = {"frame": frame, "at": (0.1, 0.2, 0.3)}
        for name in ("link_velocity", "link_jacobian_rate"):
            plain = getattr(linkwise, name)(robot, q, qd, link, **options)
            assert_close(getattr(fast, name)(q, qd, link, **options), plain, 1e-11)
    for form in ("natural", "upper"):
        plain = linkwise.coriolis_matrix(robot, q, qd, form=form)
        assert_close(fast.coriolis_matrix(q, qd, form=form), plain, 1e-11)
    effects = ["friction", "springs"]
    plain = linkwise.torque_regressor(robot, q, qd, x, effects=effects, gravity=(1, 2, 3))
    assert_close(fast.torque_regressor(q, qd, x, effects=effects, gravity=(1, 2, 3)), plain)
    plain = linkwise.slotine_li_regressor(robot, q, qd, x, qd, effects=effects, gravity=(1, 2, 3))
    ours = fast.slotine_li_regressor(q, qd, x, qd, effects=effects, gravity=(1, 2, 3))
    assert_close(ours, plain)
    for kind in ("classical", "spatial"):
        options = {"kind": kind, "frame": "link", "at": (0.1, 0.2, 0.3)}
        plain = linkwise.link_acceleration(robot, q, qd, x, link, **options)
        assert_close(fast.link_acceleration(q, qd, x, link, **options), plain, 1e-11)
    loads = {"external": {link: Wrench((1, 2, 3), (4, 5, 6))}, "gravity": (1, 2, 3)}
    for frame in ("link", "world"):
        plain = linkwise.joint_reactions(robot, q, qd, x, frame=frame, **loads)
        ours = fast.joint_reactions(q, qd, x, frame=frame, **loads)
        assert list(ours) == list(plain)
        for name, wrench in plain.items():
            assert_close(ours[name], wrench, 1e-11)
    plain = linkwise.base_wrench(robot, q, qd, x, frame="world", **loads)
    assert_close(fast.base_wrench(q, qd, x, frame="world", **loads), plain, 1e-11)
    moving = linkwise.center_of_mass(robot, q, fixed_to_base=False)
    assert_close(fast.center_of_mass(q, fixed_to_base=False), moving)
    for name in ("rnea_derivatives", "forward_dynamics_derivatives"):
        plain = getattr(linkwise, name)(robot, q, qd, x)
        scale = 1e-9 if name[0] == "f" else 1e-12
        for ours, right in zip(getattr(fast, name)(q, qd, x), plain, strict=True):
            assert_close(ours, right, scale)
    outs = [np.empty((4, robot.n, robot.n)) for _ in range(2)]
    assert fast.rnea_derivatives(q, qd, x, out=outs)[1] is outs[1]


def test_a_nan_spoils_its_state_and_no_other(compiled):
    """Every result of the state is NaN, even where gravity along an axis dropped the input."""
    # the first joint turns about the vertical
    fast = compiled(linkwise.load("panda").lock(q4=-0.4, q5=0.5, q6=0.6, q7=0.7))
    for name, arguments in FUNCTIONS.items():
        for k in set(arguments):
            state = states(fast.robot, (19,))
            state[k][13, 0] = np.nan
            result = call(fast, name, state).reshape(19, -1)
            assert np.isnan(result[13]).all(), (name, k)
            assert np.isfinite(np.delete(result, 13, axis=0)).all(), (name, k)


def test_views_read_only_arrays_and_other_types(compiled):
    """Strided, reversed, transposed, read-only and integer inputs give the same numbers."""
    robot = planar_2r()
    fast = compiled(robot)
    wide = np.random.default_rng(8).normal(size=(40, 6))
    q, qd, qdd = wide[::2, :2], wide[::-2, 2:4], np.asfortranarray(wide[:20, 4:])
    q.flags.writeable = False
    assert_close(fast.rnea(q, qd, qdd), linkwise.rnea(robot, q, qd, qdd))
    assert_close(fast.rnea([1, 2], [1, -1], (2, 3)), linkwise.rnea(robot, [1, 2], [1, -1], [2, 3]))
    assert fast.rnea(q.astype(np.float32), qd, qdd).dtype == np.float64


def test_out_is_filled_and_returned(compiled):
    """Results go into the array given, even where that is one of the inputs."""
    robot = planar_2r()
    fast = compiled(robot)
    state = states(robot, (30,))
    expected = call(linkwise, "rnea", state, robot)
    out = np.empty((30, 2))
    assert call(fast, "rnea", state, out=out) is out
    assert_close(out, expected)
    assert fast.rnea(state["q"], state["qd"], state["x"], out=state["q"]) is state["q"]
    assert_close(state["q"], expected)


@pytest.mark.parametrize(
    "out",
    [np.empty((30, 3)), np.empty((30, 2), dtype=np.float32), np.empty((30, 4))[:, ::2], [0.0, 0.0]],
    ids=["shape", "type", "strides", "list"],
)
def test_out_that_cannot_hold_the_result_is_refused(compiled, out):
    """The message says what is wanted, and a wrong array is never written."""
    robot = planar_2r()
    with pytest.raises(LinkwiseError, match="out must be"):
        call(compiled(robot), "rnea", states(robot, (30,)), out=out)


def test_refusals_are_those_of_the_plain_functions(compiled):
    """Wrong shapes and kinds of numbers are named as the plain functions name them."""
    robot = planar_2r()
    fast = compiled(robot)
    for q in ([1, 2, 3], [[1], [2]], 1.0):
        with pytest.raises(LinkwiseError) as plain:
            linkwise.rnea(robot, q, [0, 0], [0, 0])
        with pytest.raises(LinkwiseError, match=re.escape(str(plain.value))):
            fast.rnea(q, [0, 0], [0, 0])
    with pytest.raises(LinkwiseError, match="batch axes do not fit"):
        fast.rnea(np.zeros((3, 2)), np.zeros((4, 2)), [0, 0])
    with pytest.raises(LinkwiseError, match="real numbers"):
        fast.crba(np.array([1j, 0]))
    with pytest.raises(LinkwiseError, match="no link 'hand'"):
        fast.rnea([0, 0], [0, 0], [0, 0], external={"hand": Wrench((0, 0, 0), (0, 0, 0))})
    with pytest.raises(LinkwiseError, match="parameters='inertial'"):
        fast.crba([0, 0], parameters=np.zeros((2, 10)))


def test_a_singular_mass_matrix_is_named(compiled):
    """A joint that moves no inertia at some or at all states is named, in one state or many."""
    never = compiled(planar_2r(m2=0, I2=0))
    folded = [
        linkwise.Link(
            "first", linkwise.Joint.revolute("q1"), inertia=linkwise.Inertia(1, (1, 0, 0))
        ),
        linkwise.Link(
            "second", linkwise.Joint.revolute("q2", (1, 0, 0)), parent="first",
            placement=linkwise.Transform.translation(1, 0, 0),
        ),
        linkwise.Link(
            "third", linkwise.Joint.revolute("q3"), parent="second",
            inertia=linkwise.Inertia(1, (1, 0, 0), np.diag([0.0, 0.1, 0.1])),
        ),
    ]  # fmt: skip
    sometimes = compiled(linkwise.Robot("folding", folded))  # q3 = 0 puts all mass on q2's axis
    for name in ("forward_dynamics", "aba"):
        for shape in ((), (40,)):
            for _ in range(2):  # the second call takes the fast entry
                with pytest.raises(LinkwiseError, match="singular: joint 'q2'"):
                    call(never, name, states(never.robot, shape))
        state = states(sometimes.robot, (40,))
        call(sometimes, name, state)
        state["q"][13, 2] = 0
        with pytest.raises(LinkwiseError, match=r"singular at state \[13\]"):
            call(sometimes, name, state)


def test_parameters_as_inputs(compiled):
    """One compiled function serves all masses: torques are linear in the parameters."""
    robot = random_tree(np.random.default_rng(9), 4)
    fast = compiled(robot, parameters="inertial")
    state = states(robot, (6,))
    own = np.array([link.inertia.parameters() for link in robot.links])
    plain = call(linkwise, "rnea", state, robot)
    assert_close(call(fast, "rnea", state), plain)
    factors = np.arange(1.0, 7.0)
    scaled = call(fast, "rnea", state, parameters=own * factors[:, None, None])
    assert_close(scaled, plain * factors[:, None])
    assert_close(call(fast, "aba", state), call(linkwise, "aba", state, robot), 1e-9)


def test_threads_share_a_batch_and_callers_share_a_robot():
    """Many threads of one call, and one robot called by many threads, give the same numbers."""
    robot = linkwise.planar_nr([0.5, 0.4, 0.3], [3, 2, 1])
    state = states(robot, (20_001,))
    expected = call(linkwise, "rnea", state, robot)
    assert_close(call(linkwise.compile(robot, threads=3), "rnea", state), expected)
    fresh = linkwise.compile(robot)
    with ThreadPoolExecutor(8) as pool:
        for result in pool.map(lambda _: call(fresh, "rnea", state), range(8)):
            assert_close(result, expected)


def test_pickling(compiled):
    """A compiled robot goes to another process as model and options."""
    robot = planar_2r()
    again = pickle.loads(pickle.dumps(compiled(robot)))  # noqa: S301 - our own bytes
    state = states(robot, (5,))
    assert_close(call(again, "crba", state), call(linkwise, "crba", state, robot))


def test_buffers(compiled):
    """A bound function computes from its buffers into its buffers, one state or many."""
    robot = rp()
    fast = compiled(robot)
    for count in (None, 17):
        state = states(robot, () if count is None else (count,))
        f = fast.bind("forward_dynamics", count)
        f.q[:], f.qd[:], f.tau[:] = state["q"], state["qd"], state["x"]
        assert_close(f(), call(linkwise, "forward_dynamics", state, robot))
        assert f() is f.qdd
    with pytest.raises(LinkwiseError, match="no 'rena' to bind"):
        fast.bind("rena")
    for states_wanted in (-1, 1.5, "2"):
        with pytest.raises(LinkwiseError, match="states must be a whole number of at least 0"):
            fast.bind("rnea", states_wanted)
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(LinkwiseError, match="bind another"):
            copied(f)


def test_the_report_counts_and_times(compiled):
    """The table has a row a function used, with the 2R's counts and bytes."""
    fast = compiled(planar_2r())
    fast.rnea([0, 0], [0, 0], [0, 0])
    (row,) = fast.report().rows
    assert (row.function, row.bytes) == ("rnea", 8 * 8)
    assert 0 < row.operations < 50
    assert row.trigonometric == 4
    assert row.nanoseconds > 0
    assert "ns a state" in str(fast.report())
    assert "2 joints, 2 links" in str(fast.report())
    assert fast.backend in repr(fast)


def test_cost_grows_gently_with_the_joints():
    """A joint more takes rnea at most 50 operations and aba 142, however many there are.

    Of crba the entries of M grow with the square: each joint adds at most 13 more than the last.
    """
    counts = {
        name: [sum(Variant(name).trace(arm(n)).operations().values()) for n in range(2, 14)]
        for name in ("rnea", "aba", "crba")
    }
    assert max(np.diff(counts["rnea"])) <= 50
    assert max(np.diff(counts["aba"])) <= 142
    assert max(np.diff(counts["crba"], 2)) <= 13


def arm(n):
    """Return a planar arm with links of different lengths."""
    return linkwise.planar_nr([1 + 0.1 * k for k in range(n)], [1] * n)


# Held at what they are today: they are exact on every machine and guard speed where clocks cannot.
OPERATIONS = {
    ("2r", "rnea"): 44,
    ("2r", "crba"): 13,
    ("2r", "aba"): 69,
    ("puma560", "rnea"): 604,
    ("puma560", "crba"): 264,
    ("puma560", "aba"): 1335,
    ("panda", "rnea"): 983,
    ("panda", "crba"): 502,
    ("panda", "aba"): 2077,
    ("panda", "coriolis_matrix"): 1774,
    ("panda", "torque_regressor"): 2573,
    ("panda", "rnea_derivatives"): 3747,
    ("panda", "forward_dynamics_derivatives"): 6122,
}


@pytest.mark.parametrize(("robot", "function"), OPERATIONS, ids=lambda x: x)
def test_operation_counts_do_not_grow(robot, function):
    """Sines and cosines included, a state takes no more operations than today."""
    from linkwise.compiled.functions import Variant

    counts = Variant(function).trace(linkwise.load(robot)).operations()
    assert sum(counts.values()) <= OPERATIONS[robot, function]


def test_symbols_and_unknown_options_are_refused():
    """Only numbers can be compiled, and options are named where they are unknown."""
    import sympy as sp

    with pytest.raises(LinkwiseError, match="has symbols"):
        linkwise.compile(planar_2r(sp.Symbol("l1")))
    threads = [{"threads": wrong} for wrong in (0, 1.5, True, "2", None)]
    for options in ({"backend": "rust"}, {"parameters": "all"}, *threads):
        with pytest.raises(LinkwiseError, match=next(iter(options))):
            linkwise.compile(planar_2r(), **options)
