"""All algorithms on random trees, against each other and against what shares no code with them."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray
from oracles import uicker
from random_trees import random_pose, random_rotation, random_state, random_tree, trees

import linkwise as lw
from linkwise import Link, Robot, Transform, Wrench

Array = NDArray[Any]
Case = tuple[Robot, np.random.Generator]

ROUNDING = 1e-11  # of the largest entry: sums of some 30 links, each of a few hundred roundings
STEP = 1e-200  # complex steps have no cancellation, so they may be as small as one likes


def off(got: Any, right: Any) -> float:
    """Largest error over the largest entry of the right values."""
    got, right = np.asarray(got), np.asarray(right)
    assert got.shape == right.shape
    return float(np.abs(got - right).max(initial=0) / max(1e-300, np.abs(right).max(initial=0)))


def solved(M: Array, qdd: Array, *torques: Array) -> float:
    """Error allowed in q̈ over its largest entry, where torques of that size were summed.

    |δq̈| ≤ |δτ| / λ_min(M), and δτ is some roundings of M q̈ and of each of the torques.
    """
    size = sum(float(np.abs(tau).max(initial=0)) for tau in torques)
    softest = float(np.linalg.eigvalsh(M)[0] * np.abs(qdd).max())
    return ROUNDING + 1e-14 * (float(np.linalg.cond(M)) + size / softest)


@settings(max_examples=40)
@given(trees())
def test_torque_by_every_route(case: Case) -> None:
    """RNEA in spatial vectors, in 3-vectors, and Lagrange's equations in 4x4 matrices agree."""
    robot, rng = case
    q, qd, qdd = random_state(rng, robot)
    right = uicker.torque(robot, q, qd, qdd)
    assert off(lw.rnea(robot, q, qd, qdd), right) < ROUNDING
    assert off(lw.newton_euler(robot, q, qd, qdd).tau, right) < ROUNDING
    parts = lw.crba(robot, q) @ qdd + lw.bias_torque(robot, q, qd)
    assert off(parts, right) < ROUNDING


@settings(max_examples=40)
@given(trees())
def test_mass_matrix_by_every_route(case: Case) -> None:
    """CRBA, Σ JᵀIJ, n calls of RNEA, the Hessian of the energy and 4x4 matrices give one M."""
    robot, rng = case
    q, _, _ = random_state(rng, robot)
    right = uicker.mass_matrix(robot, q)
    M = lw.crba(robot, q)
    assert off(M, right) < ROUNDING
    assert off(lw.mass_matrix_from_jacobians(robot, q), right) < ROUNDING
    one = np.eye(robot.n)
    columns = lw.rnea(robot, q, 0 * q, one, gravity=(0, 0, 0))
    assert off(columns.T, right) < ROUNDING
    K = lw.kinetic_energy(robot, q, one)
    K_of_pairs = lw.kinetic_energy(robot, q, one[:, None] + one)
    assert off(K_of_pairs - K[:, None] - K, right) < ROUNDING  # polarisation: K is quadratic

    assert np.array_equal(M, M.T)
    assert np.linalg.eigvalsh(M)[0] > 0


@settings(max_examples=25)
@given(trees())
def test_forward_undoes_inverse(case: Case) -> None:
    """ABA and Cholesky give back the accelerations that RNEA was asked for, and it the torques."""
    robot, rng = case
    q, qd, qdd = random_state(rng, robot)
    tau, bias = lw.rnea(robot, q, qd, qdd), lw.bias_torque(robot, q, qd)
    allowed = solved(lw.crba(robot, q), qdd, tau, bias)
    assert off(lw.aba(robot, q, qd, tau), qdd) < allowed
    assert off(lw.forward_dynamics(robot, q, qd, tau), qdd) < allowed
    free = lw.aba(robot, q, qd, 0 * tau)
    allowed = solved(lw.crba(robot, q), free, bias)
    assert off(lw.forward_dynamics(robot, q, qd, 0 * tau), free) < allowed
    assert np.abs(lw.rnea(robot, q, qd, free)).max() < allowed * np.abs(bias).max()


@settings(max_examples=40)
@given(trees())
def test_energies(case: Case) -> None:
    """K and P are those of the 4x4 matrices, and K is ½ q̇ᵀ M q̇."""
    robot, rng = case
    q, qd, _ = random_state(rng, robot)
    K, P = uicker.energies(robot, q, qd)
    assert lw.kinetic_energy(robot, q, qd) == pytest.approx(K, rel=ROUNDING)
    size = np.linalg.norm(robot.gravity) * sum(float(k.inertia.mass) for k in robot.links)
    assert lw.potential_energy(robot, q) == pytest.approx(P, rel=ROUNDING, abs=ROUNDING * size)
    assert qd @ lw.crba(robot, q) @ qd / 2 == pytest.approx(K, rel=ROUNDING)


@settings(max_examples=40)
@given(trees())
def test_power_balance(case: Case) -> None:
    """What the motors put in is what the energy gains: d/dt (K + P) = q̇ᵀ τ, by complex step."""
    robot, rng = case
    q, qd, qdd = random_state(rng, robot)
    later = q + 1j * STEP * qd
    K = lw.kinetic_energy(robot, later, qd + 1j * STEP * qdd)
    rate = (K + lw.potential_energy(robot, later)).imag / STEP
    tau = lw.rnea(robot, q, qd, qdd)
    assert rate == pytest.approx(qd @ tau, abs=ROUNDING * np.abs(qd * tau).sum())


@settings(max_examples=40)
@given(trees())
def test_gravity_is_the_gradient_of_the_potential(case: Case) -> None:
    """G = ∂P/∂q, every column by its own complex step."""
    robot, rng = case
    q, _, _ = random_state(rng, robot)
    steps = q + 1j * STEP * np.eye(robot.n)
    gradient = lw.potential_energy(robot, steps).imag / STEP
    assert off(lw.gravity_torque(robot, q), gradient) < ROUNDING
    other = rng.normal(size=3)
    gradient = lw.potential_energy(robot, steps, gravity=other).imag / STEP
    assert off(lw.gravity_torque(robot, q, gravity=other), gradient) < ROUNDING


@settings(max_examples=20)
@given(trees(max_links=15))
def test_velocity_torque(case: Case) -> None:
    """C q̇ is quadratic in q̇, and its polar form is the Christoffel matrix of M by complex step.

    With c(a, b) = ¼ (h(a + b) − h(a − b)) the column j of C is c(q̇, e_j); Ṁ − 2C is skew.
    """
    robot, rng = case
    q, a, b = random_state(rng, robot)
    weightless = np.zeros(3)

    def h(qd: Array) -> Array:
        return lw.bias_torque(robot, q, qd, gravity=weightless)

    # one joint alone has C = 0: rounding is measured by inertia times speed squared
    allowed = ROUNDING * np.abs(lw.crba(robot, q)).max() * (a @ a + b @ b)
    assert np.abs(h(-a) - h(a)).max() <= allowed
    assert np.abs(h(3 * a) - 9 * h(a)).max() <= 9 * allowed
    assert np.abs(h(a + b) + h(a - b) - 2 * h(a) - 2 * h(b)).max() <= allowed

    one = np.eye(robot.n)
    C = ((h(a + one) - h(a - one)) / 4).T
    dM = lw.crba(robot, q + 1j * STEP * one).imag / STEP  # dM[k] = ∂M/∂q_k
    gamma = np.einsum("kij->ijk", dM) + np.einsum("jik->ijk", dM) - dM
    assert np.abs(C - np.einsum("ijk,k->ij", gamma, a) / 2).max() <= allowed
    assert np.abs(C @ a - h(a)).max() <= allowed
    N = np.einsum("kij,k->ij", dM, a) - 2 * C
    assert np.abs(N + N.T).max() <= allowed


@settings(max_examples=30)
@given(trees(max_links=15))
def test_external_wrenches_by_virtual_work(case: Case) -> None:
    """A push changes τ by −Jᵀ f, with J from 4x4 matrices, in whichever axes it is given.

    Forward dynamics under the same push undoes it.
    """
    robot, rng = case
    q, qd, qdd = random_state(rng, robot)
    motions = uicker.motions(robot, q, qd, qdd)
    names = robot.link_names
    tau = lw.rnea(robot, q, qd, qdd)
    external, work = {}, np.zeros(robot.n)
    for i in rng.choice(len(names), size=min(3, len(names)), replace=False):
        n, f, at = rng.normal(scale=10, size=(3, 3))
        other = int(rng.integers(len(names)))
        frame = ("world", "link", names[other])[rng.integers(3)]
        axes = {"world": np.eye(3), "link": motions[i].T[:3, :3]}
        R = axes.get(frame, motions[other].T[:3, :3])
        external[names[i]] = Wrench(n, f, frame, None if rng.random() < 0.3 else at)
        point = np.zeros(3) if external[names[i]].at is None else at
        work += motions[i].jacobian(point).T @ np.concatenate([R @ n, R @ f])
    pushed = lw.rnea(robot, q, qd, qdd, external=external)
    size = np.abs(tau).max() + np.abs(work).max()
    assert np.abs(pushed - (tau - work)).max() < ROUNDING * size
    rows = lw.newton_euler(robot, q, qd, qdd, external=external)
    assert np.abs(rows.tau - (tau - work)).max() < ROUNDING * size
    allowed = solved(lw.crba(robot, q), qdd, tau, lw.bias_torque(robot, q, qd), work)
    assert off(lw.aba(robot, q, qd, pushed, external=external), qdd) < allowed
    assert off(lw.forward_dynamics(robot, q, qd, pushed, external=external), qdd) < allowed
    bias = lw.bias_torque(robot, q, qd, external=external)
    assert off(bias + lw.crba(robot, q) @ qdd, pushed) < ROUNDING * (1 + size)


def rebased(robot: Robot, base: Transform, gravity: Array | None = None) -> Robot:
    """The same robot on another base."""
    return Robot(robot.name, robot.links, robot.gravity if gravity is None else gravity, base)


@settings(max_examples=20)
@given(trees(max_links=15))
def test_base(case: Case) -> None:
    """Shifting the base changes nothing; turning base and gravity together changes nothing."""
    robot, rng = case
    q, qd, qdd = random_state(rng, robot)
    tau, M = lw.rnea(robot, q, qd, qdd), lw.crba(robot, q)
    shifted = rebased(robot, Transform(robot.base.R, rng.normal(scale=100, size=3)))
    assert np.array_equal(lw.rnea(shifted, q, qd, qdd), tau)
    assert np.array_equal(lw.crba(shifted, q), M)
    assert np.array_equal(lw.aba(shifted, q, qd, tau), lw.aba(robot, q, qd, tau))
    R = random_rotation(rng)
    turned = rebased(robot, Transform(R @ robot.base.R, rng.normal(size=3)), R @ robot.gravity)
    assert off(lw.rnea(turned, q, qd, qdd), tau) < ROUNDING
    assert np.array_equal(lw.crba(turned, q), M)


@settings(max_examples=20)
@given(trees(max_links=12))
def test_regrouped_links(case: Case) -> None:
    """A tree is the same with its links listed in any order, joint by joint."""
    robot, rng = case
    links = [robot.links[k] for k in rng.permutation(len(robot.links))]
    other = Robot("shuffled", links, robot.gravity, robot.base)
    order = [robot.joint_names.index(name) for name in other.joint_names]
    q, qd, qdd = random_state(rng, robot)
    tau, M = lw.rnea(robot, q, qd, qdd), lw.crba(robot, q)
    assert off(lw.rnea(other, q[order], qd[order], qdd[order]), tau[order]) < ROUNDING
    assert off(lw.crba(other, q[order]), M[np.ix_(order, order)]) < ROUNDING
    allowed = solved(M, qdd, tau, lw.bias_torque(robot, q, qd))
    assert off(lw.aba(other, q[order], qd[order], tau[order]), qdd[order]) < allowed


@settings(max_examples=20)
@given(trees(max_links=10))
def test_link_cut_in_two(case: Case) -> None:
    """A body welded together from two halves is the body: fixed joints change no result."""
    robot, rng = case
    links: list[Link] = []
    for link in robot.links:
        X, half = random_pose(rng), lw.Inertia.from_parameters(link.inertia.parameters() / 2)
        links += [
            Link(link.name, link.joint, link.placement, half, link.parent),
            Link(
                f"{link.name} other half",
                lw.Joint.fixed(f"weld of {link.name}"),
                X,
                half.moved(X.inverse()),
                link.name,
            ),
        ]
    halves = Robot("welded", links, robot.gravity, robot.base)
    assert halves.joint_names == robot.joint_names
    q, qd, qdd = random_state(rng, robot)
    tau = lw.rnea(robot, q, qd, qdd)
    assert off(lw.rnea(halves, q, qd, qdd), tau) < ROUNDING
    assert off(lw.crba(halves, q), lw.crba(robot, q)) < ROUNDING
    allowed = solved(lw.crba(robot, q), qdd, tau, lw.bias_torque(robot, q, qd))
    assert off(lw.aba(halves, q, qd, tau), qdd) < allowed


ROUTES = {
    "rnea": lw.rnea,
    "newton_euler": lambda *state: lw.newton_euler(*state).tau,
    "aba": lw.aba,
    "forward_dynamics": lw.forward_dynamics,
    "bias_torque": lambda robot, q, qd, _: lw.bias_torque(robot, q, qd),
    "gravity_torque": lambda robot, q, _qd, _: lw.gravity_torque(robot, q),
    "kinetic_energy": lambda robot, q, qd, _: lw.kinetic_energy(robot, q, qd),
    "potential_energy": lambda robot, q, _qd, _: lw.potential_energy(robot, q),
    "crba": lambda robot, q, _qd, _: lw.crba(robot, q),
    "jacobian sum": lambda robot, q, _qd, _: lw.mass_matrix_from_jacobians(robot, q),
}


@pytest.mark.parametrize("batch", [(), (1,), (3,), (5,), (2, 3), (2, 1, 3), (0,), (2, 0)])
@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
def test_batch_equals_loop(route: Any, batch: tuple[int, ...]) -> None:
    """Any leading axes give what one state after the other gives; all rows differ.

    The robot has five joints, so that five states would show a batch axis taken for the joints.
    """
    rng = np.random.default_rng(9)
    robot = random_tree(rng, 6)
    assert robot.n == 5
    state = random_state(rng, robot, batch)
    many = route(robot, *state)
    core = np.shape(route(robot, *random_state(rng, robot)))
    assert many.shape == (*batch, *core)
    for index in np.ndindex(*batch):
        one = route(robot, *(x[index] for x in state))
        assert off(many[index], one) < 1e-12


@pytest.mark.parametrize("route", ["rnea", "newton_euler", "aba", "forward_dynamics"])
def test_batch_axes_broadcast(route: str) -> None:
    """One q with many q̇, or (3, 1) with (4,): the axes broadcast as NumPy's do."""
    rng = np.random.default_rng(9)
    robot = random_tree(rng, 6)
    q, qd, qdd = (random_state(rng, robot, batch)[0] for batch in ((3, 1), (4,), ()))
    many = ROUTES[route](robot, q, qd, qdd)
    assert many.shape == (3, 4, 5)
    for i, j in np.ndindex(3, 4):
        assert off(many[i, j], ROUTES[route](robot, q[i, 0], qd[j], qdd)) < 1e-12


def test_many_gravities_and_pushes() -> None:
    """Gravity and wrenches may be given for every state, and go with their state."""
    rng = np.random.default_rng(9)
    robot = random_tree(rng, 6)
    q, qd, qdd = random_state(rng, robot, (4,))
    g, n, f = rng.normal(size=(3, 4, 3))
    at, tip = rng.normal(size=3), robot.link_names[-1]
    for route in (lw.rnea, lw.aba, lw.forward_dynamics):
        push = {tip: Wrench(n, f, "world", at)}
        many = route(robot, q, qd, qdd, gravity=g, external=push)
        for k in range(4):
            single = {tip: Wrench(n[k], f[k], "world", at)}
            one = route(robot, q[k], qd[k], qdd[k], gravity=g[k], external=single)
            assert off(many[k], one) < 1e-12
