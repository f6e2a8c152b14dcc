"""Friction, springs, rotors and mimic joints in every algorithm."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from random_trees import random_tree

import linkwise as lw
from linkwise import Friction, Inertia, Joint, Link, LinkwiseError, Mimic, Robot, Rotor, Spring

Q, QD, QDD = (0.3, -0.7), (1.2, -0.8), (0.5, 2)  # state A of the reported cases
RATES = np.array([1.2, -0.8, 0.0, 0.02, -3.0])


def p2r(*joints):
    """Return the planar 2R of the reported cases with these joints."""
    bodies = [
        Inertia(3, (0.2, 0, 0), np.diag([0.05, 0.05, 0.05])),
        Inertia(2, (0.15, 0, 0), np.diag([0.03, 0.03, 0.03])),
    ]
    first = Link("link1", joints[0], inertia=bodies[0])
    reach = lw.Transform.translation(0.5, 0, 0)
    return Robot("P2R", [first, Link("link2", joints[1], reach, bodies[1], "link1")], (0, -9.81, 0))


def with_effects(robot, rng):
    """Return the robot with random friction, springs and rotors on every joint that moves."""

    def changed(joint):
        if not joint.moves:
            return joint
        b, c, back, s, k, q0, J, G = rng.uniform(0.1, 1, 8)
        return replace(
            joint,
            friction=Friction(b, c, back, s, 0.3),
            spring=Spring(10 * k, q0),
            rotor=Rotor(J, -3 * G),
        )

    return replace(robot, links=[replace(k, joint=changed(k.joint)) for k in robot.links])


def test_friction_is_on_both_sides_of_the_equation():
    """Case B22: inverse and forward dynamics count friction alike (right values by two methods)."""
    robot = p2r(
        Joint.revolute("q1", friction=Friction(0.8, 0.5)),
        Joint.revolute("q2", friction=Friction(0.3, 0.2)),
    )
    np.testing.assert_allclose(robot.friction_torque(QD), (1.46, -0.44), rtol=1e-12)
    tau = (19.9086332269944, 2.37639464895349)
    np.testing.assert_allclose(lw.rnea(robot, Q, QD, QDD), tau, rtol=1e-12)
    np.testing.assert_allclose(lw.newton_euler(robot, Q, QD, QDD).tau, tau, rtol=1e-12)
    for forward in (lw.aba, lw.forward_dynamics):
        np.testing.assert_allclose(forward(robot, Q, QD, tau), QDD, rtol=1e-12)
        qdd = forward(robot, Q, QD, (20, 3))
        tell_tale = "(7.90, -20.14) means that friction has the wrong sign"
        right = (-2.50534505034587, 17.9173124280017)
        np.testing.assert_allclose(qdd, right, rtol=1e-9, err_msg=tell_tale)
        bare = forward(robot.without("friction"), Q, QD, (20, 3))
        np.testing.assert_allclose(bare, (2.69796229032593, -1.11207951449308), rtol=1e-9)


@pytest.mark.parametrize(("rate", "effort"), [(0.2, 20), (-0.2, -25), (0.0, 0)])
def test_motor_side_friction(rate, effort):
    """Case B23: gear² for viscous, |gear| for Coulomb, two-sided, and nothing at rest."""
    friction = Friction.from_motor(0.01, 0.3, 0.4, gear=-50)
    assert friction.torque(np.array([rate])) == pytest.approx(effort, abs=1e-12)


def test_rotors_are_counted_once_and_squared():
    """Case B24: the reflected inertia is on M's diagonal, in tau and in qdd alike."""
    robot = p2r(
        Joint.revolute("q1", rotor=Rotor(2e-4, 100)), Joint.revolute("q2", rotor=Rotor(1e-4, -80))
    )
    tau = (19.4486332269944, 4.09639464895349)
    tell_tale = "(18.4486, 2.8164) forgotten; (20.4486, 5.3764) twice; (18.4586, 2.8324) gear once"
    np.testing.assert_allclose(lw.rnea(robot, Q, QD, QDD), tau, rtol=1e-12, err_msg=tell_tale)
    for mass_matrix in (lw.crba, lw.mass_matrix_from_jacobians):
        M = mass_matrix(robot, Q)
        np.testing.assert_allclose(M.diagonal(), (2.97445265618535, 0.715), rtol=1e-12)
        assert M[0, 1] == pytest.approx(0.189726328093, rel=1e-9)
    for forward in (lw.aba, lw.forward_dynamics):
        qdd = forward(robot, Q, QD, (20, 3))
        np.testing.assert_allclose(qdd, (0.788052495129913, 0.390145746639976), rtol=1e-9)


def test_a_rotor_makes_a_massless_link_regular():
    """Case B30, its second half: with a rotor on joint 2 the accelerations are determined."""
    robot = p2r(Joint.revolute("q1"), Joint.revolute("q2", rotor=Rotor(0.02)))
    hollow = replace(robot, links=[robot.links[0], replace(robot.links[1], inertia=Inertia.zero())])
    np.testing.assert_allclose(lw.crba(hollow, Q), np.diag([0.17, 0.02]), rtol=1e-12, atol=1e-15)
    for forward in (lw.aba, lw.forward_dynamics):
        qdd = forward(hollow, Q, QD, (20, 3))
        np.testing.assert_allclose(qdd, (84.5699377941570, 150), rtol=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_all_effects_in_all_algorithms(seed):
    """The algorithms agree on random trees with everything on, and energy accounts for all of it.

    The work of the motors is the growth of kinetic and potential energy and the friction heat; the
    rate of the energies is taken by complex step, which shares nothing with the torque.
    """
    rng = np.random.default_rng(seed)
    robot = with_effects(random_tree(rng, 9), rng)
    q, qd, qdd = rng.uniform(-2, 2, (3, robot.n))
    tau = lw.rnea(robot, q, qd, qdd)
    scale = np.abs(tau).max()
    M = lw.crba(robot, q)
    np.testing.assert_allclose(lw.newton_euler(robot, q, qd, qdd).tau, tau, atol=1e-11 * scale)
    np.testing.assert_allclose(M @ qdd + lw.bias_torque(robot, q, qd), tau, atol=1e-11 * scale)
    np.testing.assert_allclose(lw.mass_matrix_from_jacobians(robot, q), M, atol=1e-11 * M.max())
    np.testing.assert_allclose(qd @ M @ qd / 2, lw.kinetic_energy(robot, q, qd), rtol=1e-11)
    for forward in (lw.aba, lw.forward_dynamics):
        loose = (1e-11 + 1e-14 * np.linalg.cond(M)) * np.abs(qdd).max()
        np.testing.assert_allclose(forward(robot, q, qd, tau), qdd, atol=loose * 10)
    h = 1e-30j
    along = (q + h * qd, qd + h * qdd)
    energy = lw.kinetic_energy(robot, *along) + lw.potential_energy(robot, along[0])
    heat = qd @ robot.friction_torque(qd)
    assert qd @ tau == pytest.approx(energy.imag / 1e-30 + heat, rel=1e-10)
    rest = np.zeros(robot.n)
    at_rest = lw.rnea(robot, q, rest, rest)
    split = lw.gravity_torque(robot, q) + robot.spring_torque(q)
    np.testing.assert_allclose(at_rest, split, atol=1e-11 * scale)


@pytest.mark.parametrize("backend", ["c", "numpy"])
def test_effects_in_the_compiled_reading(backend):
    """Compiled functions hold every effect, at rest too, and NaN rates stay NaN."""
    rng = np.random.default_rng(3)
    robot = with_effects(random_tree(rng, 7), rng)
    fast = lw.compile(robot, backend)
    q, qd, x = rng.uniform(-2, 2, (3, 40, robot.n))
    qd[7] = 0
    for name in ("rnea", "aba"):
        plain, compiled = getattr(lw, name)(robot, q, qd, x), getattr(fast, name)(q, qd, x)
        np.testing.assert_allclose(compiled, plain, atol=1e-10 * np.abs(plain).max())
    for name, arguments in {
        "crba": (q,),
        "kinetic_energy": (q, qd),
        "potential_energy": (q,),
    }.items():
        plain, compiled = getattr(lw, name)(robot, *arguments), getattr(fast, name)(*arguments)
        np.testing.assert_allclose(compiled, plain, atol=1e-12 * np.abs(plain).max())
    qd[3, 0] = np.nan
    tau = fast.rnea(q, qd, x)
    assert np.isnan(tau[3]).all()
    assert np.isfinite(np.delete(tau, 3, axis=0)).all()


def test_symbols_and_exact_numbers():
    """In letters friction is b q̇ + c sign(q̇); with fractions nothing is rounded."""
    b, c, k, q0, J, G, q, qd, qdd = sp.symbols("b c k q0 J G q qd qdd")
    joint = Joint.revolute("q1", friction=Friction(b, c), spring=Spring(k, q0), rotor=Rotor(J, G))
    (tau,) = lw.rnea(Robot("letters", [Link("link", joint)]), [q], [qd], [qdd])
    assert sp.expand(tau - (G**2 * J * qdd + b * qd + c * sp.sign(qd) + k * (q - q0))) == 0
    half, third = Fraction(1, 2), Fraction(1, 3)
    joint = Joint.prismatic(
        "q1", friction=Friction(half, third, half, third, third), spring=Spring(third)
    )
    robot = Robot("exact", [Link("link", joint, inertia=Inertia(1, (0, 0, 0)))], (0, 0, 0))
    (tau,) = lw.rnea(robot, [half], [-third], [half])
    assert tau == -third * half - half - third / 2 + half * third + half


@pytest.mark.parametrize("rates", [RATES, RATES + 0j, RATES.astype(object)], ids=["f", "c", "o"])
def test_one_friction_law_for_all_numbers(rates):
    """Two-sided Coulomb and Stribeck friction, worked by hand at five rates."""
    law = Friction(0.1, 1.0, 2.0, 0.5, 0.2)
    by_hand = [
        0.12 + 1 + 0.5 / 37,
        -0.08 - 2 - 0.5 / 17,
        0,
        0.002 + 1 + 0.5 / 1.01,
        -0.3 - 2 - 0.5 / 226,
    ]
    np.testing.assert_allclose(law.torque(rates).astype(complex), by_hand, rtol=1e-12)


def test_a_mimic_joint_is_a_constraint():
    """q₂ = −2 q₁ + 0.3: the reduced dynamics are Gᵀ of those with both joints free.

    G = (1, −2) is typed by hand, and the free robot knows nothing of coupling.
    """
    effects = {"friction": Friction(0.1, 0.2), "spring": Spring(3, 0.1), "rotor": Rotor(0.01, 3)}
    free = p2r(Joint.revolute("q1"), Joint.revolute("q2", **effects))
    coupled = p2r(Joint.revolute("q1"), Joint.revolute("q2", mimic=Mimic("q1", -2, 0.3), **effects))
    G, q, qd, qdd = np.array([1, -2]), 0.4, 0.7, -0.3
    both = (G * q + (0, 0.3), G * qd, G * qdd)
    assert coupled.joint_names == ("q1",)
    tau = lw.rnea(coupled, [q], [qd], [qdd])
    assert tau == pytest.approx(G @ lw.rnea(free, *both), rel=1e-12)
    assert lw.newton_euler(coupled, [q], [qd], [qdd]).tau == pytest.approx(tau, rel=1e-12)
    M = G @ lw.crba(free, both[0]) @ G
    for mass_matrix in (lw.crba, lw.mass_matrix_from_jacobians):
        assert mass_matrix(coupled, [q]) == pytest.approx(M, rel=1e-12)
    for forward in (lw.aba, lw.forward_dynamics):
        assert forward(coupled, [q], [qd], tau) == pytest.approx(qdd, rel=1e-11)
    assert lw.kinetic_energy(coupled, [q], [qd]) == pytest.approx(
        lw.kinetic_energy(free, *both[:2]), rel=1e-12
    )
    assert lw.potential_energy(coupled, [q]) == pytest.approx(lw.potential_energy(free, both[0]))
    J = lw.link_jacobian(coupled, [q], "link2", at=(0.4, 0, 0))
    np.testing.assert_allclose(
        J[:, 0], lw.link_jacobian(free, both[0], "link2", at=(0.4, 0, 0)) @ G
    )
    assert coupled.friction_torque([qd]) == pytest.approx(G @ free.friction_torque(both[1]))
    assert coupled.spring_torque([q]) == pytest.approx(G @ free.spring_torque(both[0]))
    for backend in ("c", "numpy"):
        fast = lw.compile(coupled, backend)
        for scale in (1, 1e7):  # far angles too, which here are no inputs but sums
            state = np.full((3, 9, 1), 0.3 * scale)
            np.testing.assert_allclose(fast.rnea(*state), lw.rnea(coupled, *state), rtol=1e-12)


def test_chains_of_mimic_joints():
    """A joint may follow a follower; loops and unknown or fixed leaders are refused by name."""
    arm = lw.planar_nr([1, 1, 1], [1, 2, 3])
    joints = [Joint.revolute("q1"), Joint.revolute("q2", mimic=Mimic("q1", 2, 0.5))]

    def made(*joints):
        return replace(
            arm, links=[replace(k, joint=j) for k, j in zip(arm.links, joints, strict=True)]
        )

    robot = made(*joints, Joint.revolute("q3", mimic=Mimic("q2", -1, 0.25)))
    free = (0.3, 2 * 0.3 + 0.5, -(2 * 0.3 + 0.5) + 0.25)
    assert lw.gravity_torque(robot, [0.3]) == pytest.approx(
        lw.gravity_torque(arm, free) @ (1, 2, -2), rel=1e-12
    )
    M = lw.crba(
        made(joints[0], Joint.revolute("q2"), Joint.revolute("q3", mimic=Mimic("q1"))), [0, 1]
    )
    assert (M == M.T).all()
    for follower, message in {
        Mimic("q3"): "mimics itself",
        Mimic("q9"): "'q9', which does not exist",
    }.items():
        with pytest.raises(LinkwiseError, match=message):
            made(*joints, Joint.revolute("q3", mimic=follower))
    with pytest.raises(LinkwiseError, match="which is fixed"):
        made(Joint.fixed("q1"), joints[1], Joint.revolute("q3"))


def test_effects_can_be_taken_away():
    """`without` returns a copy without the named effects and leaves the robot alone."""
    robot = with_effects(random_tree(np.random.default_rng(1), 5), np.random.default_rng(2))
    assert robot.effects == ("friction", "springs", "rotors")
    assert robot.without("springs").effects == ("friction", "rotors")
    assert robot.without("friction", "springs", "rotors").effects == ()
    assert robot.effects == ("friction", "springs", "rotors")
    with pytest.raises(LinkwiseError, match="'mass'"):
        robot.without("mass")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Friction(viscous=-1), "viscous must be at least 0"),
        (lambda: Friction(coulomb=np.nan), "coulomb must be one finite number"),
        (lambda: Friction(stribeck_velocity=0), "stribeck_velocity must be above 0"),
        (lambda: Spring(np.inf), "stiffness must be one finite number"),
        (lambda: Rotor(-1), "inertia must be at least 0"),
        (lambda: Rotor(1, 0), "gear is 0"),
        (lambda: Joint("weld", "fixed", friction=Friction(1)), "'weld' is fixed"),
    ],
)
def test_impossible_effects_are_refused(make, message):
    """Each refusal names the field, what was got and what is wanted."""
    with pytest.raises(LinkwiseError, match=message):
        make()


def test_friction_and_springs_of_one_symbolic_state():
    """One state of symbols goes through like an array of states: the terms as written by hand."""
    b, c, k, q0, q, qd = sp.symbols("b c k q0 q qd", positive=True)
    joint = Joint.revolute("q1", friction=Friction(b, c), spring=Spring(k, q0))
    robot = Robot("one", [Link("link1", joint, inertia=Inertia(1, (1, 0, 0)))])
    assert robot.friction_torque([qd])[0] == b * qd + c
    assert sp.expand(robot.spring_torque([q])[0] - k * (q - q0)) == 0
