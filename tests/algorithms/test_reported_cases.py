"""Mistakes that users of other libraries reported, as cases with right values.

The values of a case come from two calculations that share no code with linkwise and none with each
other: M from geometric Jacobians with C by Christoffel, and Newton-Euler in world axes body by
body.  Good to all digits shown.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

import linkwise as lw
from linkwise import Inertia, Joint, Link, LinkwiseWarning, Robot, Transform, Wrench

Array = NDArray[Any]
REL = 1e-9  # what the printed digits allow
UP_Z = (0, 0, -9.81)


def tensor(xx: float, yy: float, zz: float, xy: float, xz: float, yz: float) -> Array:
    """Tensor I(xx, yy, zz; xy, xz, yz) of the cases."""
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def p2r(base: Transform | None = None, gravity: ArrayLike = (0, -9.81, 0)) -> Robot:
    """Reference model P2R: planar, link 2 at 0.5 m, no inertia about the axes in the plane."""
    first = Inertia(3, (0.2, 0, 0), np.diag([0, 0, 0.05]))
    second = Inertia(2, (0.15, 0, 0), np.diag([0, 0, 0.03]))
    links = [
        Link("link1", Joint.revolute("q1"), inertia=first),
        Link("link2", Joint.revolute("q2"), Transform.translation(0.5, 0, 0), second, "link1"),
    ]
    return Robot("P2R", links, np.array(gravity), base or Transform.identity())


def rpr(base: Transform | None = None) -> Robot:
    """Reference model RPR: spatial, oblique, with products of inertia."""
    I1 = tensor(0.05, 0.06, 0.04, 0.004, -0.003, 0.002)
    I2 = tensor(0.01, 0.03, 0.028, 0.001, 0.002, -0.001)
    I3 = tensor(0.006, 0.005, 0.004, 0.0005, 0, 0.0004)
    links = [
        Link(
            "L1",
            Joint.revolute("q1"),
            Transform.translation(0, 0, 0.4),
            Inertia(4, (0.05, 0.02, 0.1), I1),
        ),
        Link(
            "L2",
            Joint.prismatic("q2", (1, 0, 0)),
            Transform.from_rpy((0.4, -0.3, 0.2), (0.2, 0.1, 0)),
            Inertia(2.5, (0.1, -0.04, 0.03), I2),
            "L1",
        ),
        Link(
            "L3",
            Joint.revolute("q3", (0, 1, 0)),
            Transform.from_rpy((0, 0.5, 0), (0.3, 0, 0.05)),
            Inertia(1.2, (0.08, 0.02, -0.05), I3),
            "L2",
        ),
    ]
    return Robot("RPR", links, np.array(UP_Z), base or Transform.identity())


@dataclass(frozen=True)
class Case:
    """A model, a state and what is right there."""

    robot: Robot
    q: list[float]
    qd: list[float]
    qdd: list[float]
    M: list[list[float]]
    C: list[list[float]]
    g: list[float]
    tau: list[float]


P2R = Case(
    p2r(),
    q=[0.3, -0.7],
    qd=[1.2, -0.8],
    qdd=[0.5, 2],
    M=[[0.974452656185, 0.189726328093], [0.189726328093, 0.075]],
    C=[[-0.0773061224685, 0.0386530612343], [-0.115959183703, 0]],
    g=[17.705644038666, 2.71068250535],
    tau=[18.4486332269944, 2.81639464895349],
)
RP = Case(
    lw.rp(),
    q=[0.3, 0.6],
    qd=[1.2, -0.5],
    qdd=[0.5, 2],
    M=[[0.92, 0], [0, 2]],
    C=[[-0.6, 1.44], [-1.44, 0]],
    g=[16.86933172498, 5.798106454695],
    tau=[15.88933172498, 8.070106454695],
)
RPR = Case(
    rpr(),
    q=[0.6, 0.25, -0.8],
    qd=[1.1, -0.6, 1.3],
    qdd=[0.4, 1.7, -0.9],
    M=[
        [1.64189877015881, -0.0996520810444420, 0.0372000540489044],
        [-0.0996520810444420, 3.7, -0.0289502495080478],
        [0.0372000540489044, -0.0289502495080478, 0.01568],
    ],
    C=[
        [-1.34199251323156, 2.46916027070722, 0.00160532610164842],
        [-2.52209079017596, 0, -0.187063932589852],
        [-0.0285097765775862, 0.0447873626273918, 0],
    ],
    g=[0, 10.7264969411866, -1.02864981254642],
    tau=[-2.50173008140294, 13.9852083517657, -1.13533038690232],
)
CASES = {"P2R": P2R, "RP": RP, "RPR": RPR}
EACH = pytest.mark.parametrize("case", CASES.values(), ids=CASES)
TORQUES: dict[str, Callable[..., Array]] = {
    "rnea": lw.rnea,
    "newton_euler": lambda *args, **kwargs: lw.newton_euler(*args, **kwargs).tau,
}
BY_EACH_ROUTE = pytest.mark.parametrize("inverse", TORQUES.values(), ids=TORQUES)


def near(right: ArrayLike) -> Any:
    """Approximately right, to the digits of the cases."""
    return pytest.approx(np.array(right), rel=REL, abs=1e-11)


@EACH
def test_reference_models(case: Case) -> None:
    """Cases B07, B15, B18, B19: M, C, g and τ, each term alone and all together.

    C is the polar form of the velocity torque, which is the Christoffel matrix times q̇.
    """
    robot, q, qd, qdd = case.robot, case.q, np.array(case.qd), np.array(case.qdd)
    for M in (lw.crba(robot, q), lw.mass_matrix_from_jacobians(robot, q)):
        assert near(case.M) == M
        assert M @ qdd == near(np.array(case.M) @ qdd)
    assert lw.gravity_torque(robot, q) == near(case.g)
    one, weightless = np.eye(robot.n), (0, 0, 0)
    more, less = (lw.bias_torque(robot, q, qd + s * one, gravity=weightless) for s in (1, -1))
    assert near(case.C) == (more - less).T / 4
    assert lw.bias_torque(robot, q, qd) == near(np.array(case.C) @ qd + case.g)
    for inverse in TORQUES.values():
        assert inverse(robot, q, qd, qdd) == near(case.tau)
    assert lw.aba(robot, q, qd, case.tau) == near(qdd)
    assert lw.forward_dynamics(robot, q, qd, case.tau) == near(qdd)


@EACH
@BY_EACH_ROUTE
def test_acceleration_reaches_the_torque(case: Case, inverse: Callable[..., Array]) -> None:
    """Case B19: what q̈ adds to τ is M q̈, which a routine used for bias only may miss."""
    moving = inverse(case.robot, case.q, case.qd, case.qdd)
    coasting = inverse(case.robot, case.q, case.qd, np.zeros(case.robot.n))
    assert moving - coasting == near(np.array(case.M) @ case.qdd)


@BY_EACH_ROUTE
def test_velocity_product_of_a_slide(inverse: Callable[..., Array]) -> None:
    """Case B15: 2 ω × v of a prismatic joint, at zero acceleration on the spatial arm."""
    tau = inverse(RPR.robot, RPR.q, RPR.qd, [0, 0, 0])
    assert tau == near([-2.9556010030469, 7.70901395962628, -1.0868829843582])


def test_both_triangles() -> None:
    """Case B18: M q̈ = (0.866678984278, 0.244863164046); one triangle alone gives 0.15 below."""
    M = lw.crba(P2R.robot, P2R.q)
    assert M @ P2R.qdd == near([0.866678984278, 0.244863164046])
    assert np.array_equal(M, M.T)
    assert (np.linalg.eigvalsh(M) > 0).all()


def test_energies() -> None:
    """P2R at state A: kinetic 0.543468637484 J, potential 3.49242698234 J above the base."""
    assert lw.kinetic_energy(P2R.robot, P2R.q, P2R.qd) == near(0.543468637484)
    assert lw.potential_energy(P2R.robot, P2R.q) == near(3.49242698234)


def test_base_stood_upright() -> None:
    """Case B12: a planar arm on a base turned by 90° about x, in a world where z is up."""
    robot = p2r(Transform.from_rpy((np.pi / 2, 0, 0)), UP_Z)
    assert lw.gravity_torque(robot, P2R.q) == near(P2R.g)
    for inverse in TORQUES.values():
        assert inverse(robot, P2R.q, P2R.qd, P2R.qdd) == near(P2R.tau)
    assert lw.forward_dynamics(robot, P2R.q, P2R.qd, P2R.tau) == near(P2R.qdd)
    assert lw.aba(robot, P2R.q, P2R.qd, P2R.tau) == near(P2R.qdd)


def test_base_turned_and_shifted() -> None:
    """Case B12: M is that of the arm, gravity is turned, and the shift reaches no lever arm."""
    robot = p2r(Transform.from_rpy((0.5, 0.2, -0.4), (1, 2, 3)), UP_Z)
    assert lw.crba(robot, P2R.q) == near(P2R.M)
    assert lw.gravity_torque(robot, P2R.q) == near([9.01317045094, 1.04597892235])
    for inverse in TORQUES.values():
        tau = inverse(robot, P2R.q, P2R.qd, P2R.qdd)
        assert tau == near([9.75615963927185, 1.15169106595271])


def test_base_turned_about_gravity() -> None:
    """Case B12: RPR on a base turned about the vertical and shifted keeps all its torques."""
    robot = rpr(Transform.from_rpy((0, 0, 1.1), (4, -2, 7)))
    for inverse in TORQUES.values():
        assert inverse(robot, RPR.q, RPR.qd, RPR.qdd) == near(RPR.tau)


def test_copies_keep_base_and_gravity() -> None:
    """Case B12: a copy, under another name or with exact entries, stands where the model did."""
    robot = p2r(Transform.from_rpy((0.5, 0.2, -0.4), (1, 2, 3)), UP_Z)
    for copy in (replace(robot, name="copy"), robot.as_object, robot.without("friction")):
        g = lw.gravity_torque(copy, P2R.q).astype(float)
        assert g == near([9.01317045094, 1.04597892235])
        assert np.array_equal(copy.base.p.astype(float), [1, 2, 3])


def test_sign_of_gravity() -> None:
    """Case B13: 2 kg at 0.5 m are held by +9.81 N m at 0; gravity of a call has the same sign."""
    arm = lw.pendulum(l=0.5, m=2, form="points")
    assert lw.gravity_torque(arm, [0.0]) == near([9.81])
    assert lw.gravity_torque(arm, [2.0]) == near([-4.08240046652747])
    floating = lw.pendulum(l=0.5, m=2, form="points", gravity=(3, 5, 7))
    down = {"gravity": (0, -9.81, 0)}
    assert lw.gravity_torque(floating, [2.0], **down) == near([-4.08240046652747])
    for inverse in TORQUES.values():
        assert inverse(floating, [2.0], [0], [0], **down) == near([-4.08240046652747])
    assert lw.bias_torque(floating, [2.0], [0], **down) == near([-4.08240046652747])
    assert lw.aba(floating, [2.0], [0], [-4.08240046652747], **down) == near([0])
    assert lw.forward_dynamics(floating, [2.0], [0], [-4.08240046652747], **down) == near([0])
    P = lw.potential_energy(floating, [np.pi / 2], **down)
    assert near(9.81) == P  # m g h, higher up is more


def test_long_axis() -> None:
    """Case B17: an axis of length 2 is a direction, with a warning; M = 2.4 would be its square."""
    body = Inertia(2, (0.5, 0, 0), np.diag([0, 0, 0.1]))
    with pytest.warns(LinkwiseWarning, match="joint 'q' has length 2"):
        joint = Joint.revolute("q", (0, 0, 2))
    robot = Robot("bar", [Link("bar", joint, inertia=body)], np.array([0, -9.81, 0]))
    assert lw.crba(robot, [0.4]) == near([[0.6]])
    assert lw.gravity_torque(robot, [0.4]) == near([9.03560835116830])
    assert lw.rnea(robot, [0.4], [1], [3]) == near([10.8356083511683])


INTEGERS = {
    "lists": ([1, 2], [1, -1], [2, 3]),
    "tuples": ((1, 2), (1, -1), (2, 3)),
    "integer arrays": tuple(map(np.array, ([1, 2], [1, -1], [2, 3]))),
    "small integers": tuple(np.array(x, dtype=np.int8) for x in ([1, 2], [1, -1], [2, 3])),
}


@pytest.mark.parametrize("state", INTEGERS.values(), ids=INTEGERS)
def test_integers(state: Any) -> None:
    """Case B31: integers, in the model and in the state, are numbers like others."""
    arm = lw.planar_2r(1, 1, m1=1, m2=1, form="points")
    q, qd, qdd = state
    M = [[2.16770632690572, 0.583853163452858], [0.583853163452858, 1]]
    assert lw.crba(arm, q) == near(M)
    assert lw.mass_matrix_from_jacobians(arm, q) == near(M)
    tau = [7.88517442047822, -4.63482263791897]
    for inverse in TORQUES.values():
        assert inverse(arm, q, qd, qdd) == near(tau)
    assert lw.aba(arm, q, qd, tau) == near([2, 3])
    assert lw.forward_dynamics(arm, q, qd, tau) == near([2, 3])
    assert lw.rnea(P2R.robot, q, qd, qdd) == near([6.98147751106056, -2.5269973544354])


def test_nested_lists_and_single_precision() -> None:
    """Case B31: a list of lists is a batch; float32 is taken, and computed in double precision."""
    q, qd, qdd = [1, 2], [1, -1], [2, 3]
    tau = [6.98147751106056, -2.5269973544354]
    assert lw.rnea(P2R.robot, [q, q], [qd, qd], [qdd, qdd]) == near([tau, tau])
    single = lw.rnea(P2R.robot, *np.float32([q, qd, qdd]))
    assert single.dtype == np.float64
    assert single == near(tau)  # these integers are exact in float32
    state_a = np.float32([P2R.q, P2R.qd, P2R.qdd])
    assert lw.rnea(P2R.robot, *state_a) == pytest.approx(P2R.tau, rel=1e-6)


@BY_EACH_ROUTE
def test_rows_of_a_trajectory(inverse: Callable[..., Array]) -> None:
    """Case B32: two different states of a two-joint arm; equal rows could not show a transpose."""
    q, qd, qdd = [[0.3, -0.7], [0.2, 0.5]], [[1.2, -0.8], [0.4, 0.9]], [[0.5, 2], [-1, 0.6]]
    tau = [[18.4486332269944, 2.81639464895349], [16.6397350638677, 2.10079938582119]]
    assert inverse(P2R.robot, q, qd, qdd) == near(tau)
    g = [[17.705644038666, 2.71068250535], [17.6340555629744, 2.25093055717825]]
    assert lw.gravity_torque(P2R.robot, q) == near(g)
    assert lw.aba(P2R.robot, q, qd, tau) == near(qdd)
    assert lw.forward_dynamics(P2R.robot, q, qd, tau) == near(qdd)


@pytest.mark.parametrize("q", [[0.3, -0.7], np.array([0.3, -0.7])])
def test_shape_of_one_state(q: Any) -> None:
    """Case B32: a vector gives a vector, one row gives one row."""
    assert lw.gravity_torque(P2R.robot, q).shape == (2,)
    assert lw.crba(P2R.robot, q).shape == (2, 2)
    assert lw.gravity_torque(P2R.robot, [q]).shape == (1, 2)
    assert lw.crba(P2R.robot, [q]).shape == (1, 2, 2)
    assert np.shape(lw.kinetic_energy(P2R.robot, q, q)) == ()
    assert lw.kinetic_energy(P2R.robot, [q], q).shape == (1,)


PUSHES = {
    "world axes": Wrench((0, 0, 2), (0, 10, 0), at=(0.4, 0, 0)),
    "axes of the base link, turned": Wrench(
        (0, 0, 2), (10 * np.sin(0.3), 10 * np.cos(0.3), 0), "link1", (0.4, 0, 0)
    ),
    "link axes": Wrench((0, 0, 2), (10 * np.sin(-0.4), 10 * np.cos(-0.4), 0), "link", (0.4, 0, 0)),
    "moment about the link's origin": Wrench((0, 0, 2 + 0.4 * 10 * np.cos(-0.4)), (0, 10, 0)),
}


@pytest.mark.parametrize("push", PUSHES.values(), ids=PUSHES)
@BY_EACH_ROUTE
def test_push_at_the_tip(push: Wrench, inverse: Callable[..., Array]) -> None:
    """Case B33: 10 N upwards at the tip and 2 N m on link 2, said in four ways: τ − Jᵀf."""
    tau = [7.98770680535482, -2.86784932705806]
    state = (P2R.q, P2R.qd, P2R.qdd)
    assert inverse(P2R.robot, *state, external={"link2": push}) == near(tau)
    J_f = np.array(P2R.tau) - inverse(P2R.robot, *state, external={"link2": push})
    assert J_f == near([10.4609264216396, 5.68424397601154])
    assert lw.aba(P2R.robot, P2R.q, P2R.qd, tau, external={"link2": push}) == near(P2R.qdd)
    qdd = lw.forward_dynamics(P2R.robot, P2R.q, P2R.qd, tau, external={"link2": push})
    assert qdd == near(P2R.qdd)


def test_push_read_otherwise() -> None:
    """Case B33: the same numbers in link axes, or at the joint, are other pushes, known ones."""
    state = (P2R.q, P2R.qd, P2R.qdd)
    in_link = {"link2": Wrench((0, 0, 2), (0, 10, 0), "link", (0.4, 0, 0))}
    tau = lw.rnea(P2R.robot, *state, external=in_link)
    assert tau == near([8.62442229057194, -3.18360535104651])
    at_joint = {"link2": Wrench((0, 0, 2), (0, 10, 0))}
    tau = lw.rnea(P2R.robot, *state, external=at_joint)
    assert tau == near([11.6719507813664, 0.816394648953])


def test_push_through_an_axis() -> None:
    """Case B33: a force through joint 2's axis changes τ by (−4.77668244562803, 0)."""
    through = {"link2": Wrench((0, 0, 0), (0, 10, 0))}
    tau = lw.rnea(P2R.robot, P2R.q, P2R.qd, P2R.qdd, external=through)
    assert tau - np.array(P2R.tau) == near([-4.77668244562803, 0])


def test_pushes_add() -> None:
    """Several pushes act together, each on its own link."""
    state = (P2R.q, P2R.qd, P2R.qdd)
    one, two = Wrench((0, 0, 1), (3, -4, 0), at=(0.1, 0.2, 0)), PUSHES["world axes"]
    both = lw.rnea(P2R.robot, *state, external={"link1": one, "link2": two})
    first = lw.rnea(P2R.robot, *state, external={"link1": one}) - P2R.tau
    second = lw.rnea(P2R.robot, *state, external={"link2": two}) - P2R.tau
    assert both - P2R.tau == near(first + second)
