"""One body in space: against closed forms, and against the same body on a chain of six joints."""

import numpy as np
import pytest
from random_trees import random_inertia, random_pose

import linkwise as lw
from linkwise import Inertia, LinkwiseError, LinkwiseWarning, Transform, Wrench
from linkwise.spatial import shapes

BODY = Inertia(2, (0.1, -0.2, 0.3), [[0.3, 0.02, -0.01], [0.02, 0.4, 0.03], [-0.01, 0.03, 0.5]])
Q0, QD0 = np.array([[1, 2, 3, 0.3, 0.2, 0.1], [0.5, 0.1, -0.2, 1, 0.4, 2]])


def body_in_the_chain(robot, q, qd):
    """Return pose and twist of the body of a chain."""
    return lw.link_poses(robot, q)["body"], lw.link_jacobian(robot, q, "body") @ qd


def test_body_and_chain_of_six_joints_move_alike():
    """A skew body thrown in the air: steps with rotation matrices, and joints with angles."""
    chain = lw.simulate(lw.free_body(BODY), Q0, QD0, t=[0, 1])
    pose, _ = body_in_the_chain(chain.robot, chain.q[-1], chain.qd[-1])
    start = body_in_the_chain(chain.robot, Q0, QD0)
    errors = []
    for h in (2e-3, 1e-3):
        run = lw.simulate_body(BODY, *start, t=1, h=h)
        errors.append(np.abs(run.pose.R[-1] - pose.R).max())
        assert run.pose.p[-1] == pytest.approx(pose.p, abs=1e-6)
        assert run.energy == pytest.approx(np.full(len(run.t), chain.energy[0]), abs=1e-6)
    assert errors[1] < 1e-6
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.05)


def test_pushed_body_and_chain_move_alike():
    """The same with a wrench in the body's axes at one of its points: thrust of a rocket."""
    thrust = Wrench((0.1, 0, 0.2), (0, 3, 15), "link", (0.2, 0.1, 0))
    chain = lw.simulate(lw.free_body(BODY), Q0, QD0, t=[0, 0.5], external={"body": thrust})
    pose, twist = body_in_the_chain(chain.robot, chain.q[-1], chain.qd[-1])
    start = body_in_the_chain(chain.robot, Q0, QD0)
    for wrench in (thrust, lambda *_: thrust):
        run = lw.simulate_body(BODY, *start, wrench, t=0.5, h=2e-4)
        assert run.pose.R[-1] == pytest.approx(pose.R, abs=1e-6)
        assert run.pose.p[-1] == pytest.approx(pose.p, abs=1e-6)
        assert run.omega[-1] == pytest.approx(twist[:3], abs=1e-6)
        c = pose.point(BODY.com)
        assert run.velocity[-1] == pytest.approx(
            twist[3:] + np.cross(twist[:3], c - pose.p), abs=1e-6
        )


def test_anchored_spring_in_world_axes():
    """A spring from a fixed point to one of the body: a wrench of the pose, which keeps energy."""
    anchor, point, k = np.array([0, 0, 4.0]), np.array([0.3, 0, 0]), 30.0

    def spring(_, pose, __):
        return Wrench((0, 0, 0), k * (anchor - pose.point(point)), at=point)

    run = lw.simulate_body(BODY, Transform.identity(), np.zeros(6), spring, t=2, h=1e-3)
    stretch = anchor - run.pose.point(point)
    energy = run.energy + k / 2 * (stretch**2).sum(axis=1)
    assert np.abs(energy - energy[0]).max() < 1e-4 * np.ptp(run.energy)
    assert np.abs(run.omega).max() > 1


@pytest.mark.parametrize("seed", range(3))
def test_free_body_keeps_its_momentum(seed):
    """Without gravity: L to rounding, energy within h², rotation matrices that stay rotations."""
    rng = np.random.default_rng(seed)
    body, pose = random_inertia(rng), random_pose(rng)
    run = lw.simulate_body(body, pose, rng.uniform(-5, 5, 6), t=4, h=2e-3, gravity=(0, 0, 0))
    L = run.angular_momentum
    assert np.abs(L - L[0]).max() < 1e-11 * np.abs(L[0]).max()
    assert np.ptp(run.com - np.outer(run.t, run.velocity[0]), axis=0) == pytest.approx(0, abs=1e-10)
    assert np.abs(run.pose.R @ run.pose.R.swapaxes(-1, -2) - np.eye(3)).max() < 1e-12
    assert np.abs(run.energy - run.energy[0]).max() < 1e-4 * run.energy[0]
    assert np.ptp(run.omega, axis=0).max() > 1


def test_symmetric_top_precesses():
    """Torque-free, I = (a, a, b): in the body ω turns about z at (b − a)/a ω_z, in closed form."""
    a, b, w_z, w_x = 0.2, 0.5, 3.0, 0.4
    run = lw.simulate_body(
        Inertia(1, (0, 0, 0), np.diag([a, a, b])),
        Transform.identity(),
        (w_x, 0, w_z, 0, 0, 0),
        t=5,
        h=1e-3,
        gravity=(0, 0, 0),
    )
    in_body = np.einsum("nji,nj->ni", run.pose.R, run.omega)
    phase = (b - a) / a * w_z * run.t
    assert in_body[:, 0] == pytest.approx(w_x * np.cos(phase), abs=1e-4)
    assert in_body[:, 1] == pytest.approx(w_x * np.sin(phase), abs=1e-4)
    assert in_body[:, 2] == pytest.approx(np.full(len(run.t), w_z), abs=1e-7)


def test_one_axis_is_enough_for_a_gyroscopic_moment():
    """Lecture 004 (E004-6): I = diag(1, 2, 3), ω = (1, 1, 0) has ω × Iω = (0, 0, 1): ω̇_z = −1/3."""
    run = lw.simulate_body(
        Inertia(1, (0, 0, 0), np.diag([1.0, 2, 3])),
        Transform.identity(),
        (1, 1, 0, 0, 0, 0),
        t=1e-3,
        h=1e-3,
    )
    assert run.omega[-1, 2] / 1e-3 == pytest.approx(-1 / 3, abs=1e-6)


def test_tumbling_about_the_middle_axis():
    """About the middle principal axis a body flips over, about the others it does not."""
    book = Inertia(1, (0, 0, 0), np.diag([0.002, 0.005, 0.007]))
    for axis, tumbles in ((0, False), (1, True), (2, False)):
        omega = np.full(3, 0.01)
        omega[axis] = 10
        run = lw.simulate_body(book, Transform.identity(), [*omega, 0, 0, 0], t=3, h=1e-3)
        along = np.einsum("nji,nj->ni", run.pose.R, run.omega)[:, axis]
        assert (along.min() < -9.9) == tumbles


def test_the_lecture_s_pendulum_is_a_free_body():
    """Lecture 004 (E004-3): no pivot force, so the body falls and does not turn.

    The pendulum with its pivot is `pendulum`; its gravity moment about the pivot turns it.
    """
    body = Inertia(2, (0, 0.5, 0), np.diag([0.1, 0.1, 0.5]))
    fall = lw.simulate_body(
        body, Transform.identity(), np.zeros(6), t=1, h=0.01, gravity=(0, -9.81, 0)
    )
    assert fall.velocity[-1] == pytest.approx([0, -9.81, 0])
    assert fall.com[-1] == pytest.approx([0, 0.5 - 9.81 / 2, 0])
    assert np.array_equal(fall.omega, np.zeros((101, 3)))
    swing = lw.simulate(lw.pendulum(1, 2, 0.5, 0.5, form="general"), [0], [0], t=[0, 1e-3])
    assert swing.qd[-1, 0] / 1e-3 == pytest.approx(-2 * 9.81 * 0.5 / (0.5 + 2 * 0.25), rel=1e-5)


def test_singular_tensor_is_refused():
    """Lecture 004 (E004-2): diag(0, 0, 0.5) says nothing of turns about x, nor has a rod an own."""
    with pytest.raises(LinkwiseError, match="no inertia about its axis"):
        lw.simulate_body(
            Inertia(2, (0, 0.5, 0), np.diag([0, 0, 0.5])),
            Transform.identity(),
            np.zeros(6),
            t=1,
            h=0.01,
        )
    with pytest.raises(LinkwiseError, match=r"axis \(1, 0, 0\)"):
        lw.simulate_body(
            Inertia(1, (0, 0, 0), np.diag([0, 0.1, 0.1])),
            Transform.identity(),
            np.zeros(6),
            t=1,
            h=0.01,
        )
    with pytest.raises(LinkwiseError, match="without mass"):
        lw.simulate_body(Inertia.zero(), Transform.identity(), np.zeros(6), t=1, h=0.01)


@pytest.mark.parametrize(
    ("words", "how"),
    [
        ("twist must have 6", {"twist": [1, 2]}),
        ("twist\\[0\\] is nan", {"twist": [np.nan, 0, 0, 0, 0, 0]}),
        ("t must be a positive", {"t": 0}),
        ("h must be a positive", {"h": -1}),
        ("gravity must be", {"gravity": 9.81}),
        ("axes of 'link2'", {"wrench": Wrench((0, 0, 0), (0, 0, 0), "link2")}),
    ],
)
def test_refusals(words, how):
    """Each argument that is at fault is named."""
    arguments = {"pose": Transform.identity(), "twist": np.zeros(6), "t": 1, "h": 0.1}
    with pytest.raises(LinkwiseError, match=words):
        lw.simulate_body(BODY, **(arguments | how))


# ---- chains of six joints


def test_the_chain_s_singularity():
    """At pitch 90° yaw and roll coincide: refused at the start, and the way there is kept."""
    robot = lw.free_body(BODY, gravity=(0, 0, 0))
    at_it = [0, 0, 0, 0.3, np.pi / 2, 0.1]
    with pytest.raises(LinkwiseError, match="singular"):
        lw.simulate(robot, at_it, np.zeros(6), t=1)
    ball = lw.free_body(Inertia(1, (0, 0, 0), np.eye(3)), gravity=(0, 0, 0))
    with pytest.warns(LinkwiseWarning, match=r"stopped at t = \d.*'body_"):
        run = lw.simulate(
            ball, np.zeros(6), [0, 0, 0, 0, np.pi / 2, 0], t=2, integrator="RK4", h=0.125
        )
    assert run.t[-1] == 0.875  # the next state is pitch 90°, to rounding
    assert run.q[-1, 4] == pytest.approx(0.875 * np.pi / 2)


def test_free_base():
    """An arm on a floating base, without gravity: nothing outside acts, so momenta stay.

    The centre of mass goes straight on, the momenta about it stay, while the arm's motors work.
    """
    arm = lw.planar_2r(gravity=(0, 0, 0))
    robot = lw.free_base(arm, inertia=shapes.box(4, 0.3, 0.4, 0.5))
    assert robot.n == 8
    assert robot.link("link1").parent == "base"
    qd0 = np.array([0.1, 0.2, -0.1, 0.3, -0.2, 0.1, 1, -2])
    run = lw.simulate(
        robot, np.zeros(8), qd0, lambda t, q, _: np.array([0] * 6 + [np.sin(9 * t), -q[7]]), t=1
    )
    com = lw.center_of_mass(robot, run.q)
    drift = com - com[0] - np.outer(run.t, (com[-1] - com[0]) / run.t[-1])
    assert np.abs(drift).max() < 1e-9
    turning = np.einsum("nij,nj->ni", lw.centroidal_momentum_matrix(robot, run.q), run.qd)
    assert np.abs(turning - turning[0]).max() < 1e-9
    assert np.ptp(run.q[:, 6]) > 0.3
    ledger = lw.energy_ledger(run)
    assert ledger.work[:6] == pytest.approx(0, abs=1e-12)
    assert ledger.residual == pytest.approx(0, abs=1e-9)
    with pytest.raises(LinkwiseError, match="two links named 'link1'"):
        lw.free_base(arm, name="link1")
