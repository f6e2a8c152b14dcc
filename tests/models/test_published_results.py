"""Numbers that others have printed, typed in with their source."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from linkwise import (
    DHRow,
    Inertia,
    Joint,
    Link,
    LinkwiseWarning,
    Robot,
    Transform,
    Wrench,
    aba,
    bias_torque,
    crba,
    from_dh,
    from_screws,
    gravity_torque,
    link_poses,
    rnea,
)

# K. M. Lynch, F. C. Park, *Modern Robotics* (2017), chapter 8: the example of three links that
# the documentation of the book's software carries, and what it prints for it.
M_LIST = [
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.089159], [0, 0, 0, 1]],
    [[0, 0, 1, 0.28], [0, 1, 0, 0.13585], [-1, 0, 0, 0], [0, 0, 0, 1]],
    [[1, 0, 0, 0], [0, 1, 0, -0.1197], [0, 0, 1, 0.395], [0, 0, 0, 1]],
    [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.14225], [0, 0, 0, 1]],
]
G_LIST = [
    np.diag([0.010267, 0.010267, 0.00666, 3.7, 3.7, 3.7]),
    np.diag([0.22689, 0.22689, 0.0151074, 8.393, 8.393, 8.393]),
    np.diag([0.0494433, 0.0494433, 0.004095, 2.275, 2.275, 2.275]),
]
S_LIST = [[1, 0, 1, 0, 1, 0], [0, 1, 0, -0.089, 0, 0], [0, 1, 0, -0.089, 0, 0.425]]
THETA, DTHETA, DDTHETA = (0.1, 0.1, 0.1), (0.1, 0.2, 0.3), (2, 1.5, 1)
TIP = {"end_effector": Wrench((-1, -1, -1), (-1, -1, -1), frame="link")}  # of F_tip = (1, …, 1)


def modern_robotics_arm():
    """Return the arm; its first screw has length √2 as printed, which is told."""
    with pytest.warns(LinkwiseWarning, match="joint 'q1' has length 1.41421, not 1"):
        return from_screws(np.transpose(S_LIST), M_LIST, G_LIST, gravity=(0, 0, -9.8))


def test_modern_robotics_inverse_dynamics():
    """Printed: torques in motion with a wrench at the tip, and their parts one by one."""
    arm = modern_robotics_arm()
    tau = rnea(arm, THETA, DTHETA, DDTHETA, external=TIP)
    assert_allclose(tau, (74.69616155, -33.06766016, -3.23057314), atol=5e-9)
    c = bias_torque(arm, THETA, DTHETA, gravity=(0, 0, 0))
    assert_allclose(c, (0.26453118, -0.05505157, -0.00689132), atol=5e-9)
    g = gravity_torque(arm, THETA)
    assert_allclose(g, (28.40331262, -37.64094817, -5.4415892), atol=5e-9)
    tip = rnea(arm, THETA, (0, 0, 0), (0, 0, 0), external=TIP, gravity=(0, 0, 0))
    assert_allclose(tip, (1.40954608, 1.85771497, 1.392409), atol=5e-9)


def test_modern_robotics_mass_matrix():
    """Printed: the mass matrix."""
    M = [
        [2.25433380e01, -3.07146754e-01, -7.18426391e-03],
        [-3.07146754e-01, 1.96850717e00, 4.32157368e-01],
        [-7.18426391e-03, 4.32157368e-01, 1.91630858e-01],
    ]
    assert_allclose(crba(modern_robotics_arm(), THETA), M, rtol=5e-9)


def test_modern_robotics_forward_dynamics():
    """Printed: accelerations under torques and a wrench at the tip."""
    qdd = aba(modern_robotics_arm(), THETA, DTHETA, (0.5, 0.6, 0.7), external=TIP)
    assert_allclose(qdd, (-0.97392907, 25.58466784, -32.91499212), atol=5e-9)


# B. Armstrong, O. Khatib, J. Burdick, "The explicit dynamic model and inertial parameters of the
# PUMA 560 arm", IEEE Int. Conf. Robotics and Automation (1986): a, alpha, d (modified) | mass,
# centre, moments of tables 4 and 5, and the constants of the equations in the appendix, which the
# authors got by a symbolic Lagrangian.
PUMA = (
    (0, 0, 0, 0, (0, 0, 0), (0, 0, 0.35)),
    (0, -np.pi / 2, 0.2435, 17.4, (0.068, 0.006, -0.016), (0.130, 0.524, 0.539)),
    (0.4318, 0, -0.0934, 4.8, (0, -0.070, 0.014), (0.066, 0.0125, 0.086)),
    (-0.0203, np.pi / 2, 0.4331, 0.82, (0, 0, -0.019), (1.8e-3, 1.8e-3, 1.3e-3)),
    (0, -np.pi / 2, 0, 0.34, (0, 0, 0), (0.3e-3, 0.3e-3, 0.4e-3)),
    (0, np.pi / 2, 0, 0.09, (0, 0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3)),
)
I2, I4, I5, I6, I7, I8, I9 = 1.75, 0.690, 0.372, 0.333, 0.298, -0.134, 0.0238
I10, I11, I12, I13, I14, I15, I16 = -0.0213, -0.0142, -0.0110, -3.79e-3, 1.64e-3, 1.25e-3, 1.24e-3
I17, I18, I19, I20, I21, I22, I23 = 6.42e-4, 4.31e-4, 3.0e-4, -2.02e-4, -1.0e-4, -5.8e-5, 4.0e-5
G1, G2, G3, G4, G5 = -37.2, -8.44, 1.02, 0.249, -0.0282


def puma_1986():
    """Return the arm of the paper's tables, without its motors."""
    rows = [
        DHRow(a=a, alpha=alpha, d=d, mass=m, com=c, tensor=np.diag(moments))
        for a, alpha, d, m, c, moments in PUMA
    ]
    return from_dh(rows, convention="modified")


def sines(q):
    """Return C2, S2, C3, S3, C4, S4, C5, S5, C23, S23 as the paper writes them."""
    pairs = [(np.cos(x), np.sin(x)) for x in (*q[1:5], q[1] + q[2])]
    return [number for pair in pairs for number in pair]


@pytest.mark.parametrize("seed", range(5))
def test_puma_1986_mass_matrix(seed):
    """The paper's expressions and rounded constants give its tables' mass matrix.

    Its I1 = 1.43 and I3 = 1.38 are left out: by its own tables they are 1.55 and 1.60.  They stand
    in a11 with 1 and C2², so that changes of a11 with q3, q4 and q5 are free of them.
    """
    q = np.random.default_rng(seed).uniform(-3, 3, 6)
    M = crba(puma_1986(), q)
    C2, S2, C3, S3, C4, S4, C5, S5, C23, S23 = sines(q)
    reach = S3 * C5 + C3 * C4 * S5
    wrist = I20 * S4**2 * S5**2 + I21 * S4**2 + 2 * (I15 * C5 + I22 * C4 * S5)
    swing = I8 * C23 + I13 * S23 - I15 * C23 * S4 * S5 + I18 * (S23 * C4 * S5 - C23 * C5)
    swing += I19 * S23 * S4 * C4 + I20 * S4 * (S23 * C4 * C5**2 + C23 * S5 * C5)
    swing += I22 * S23 * S4 * S5
    for (i, j), entry in {
        (1, 2): I4 * S2 + I9 * C2 + I16 * S2 * S4 * S5 + swing,
        (1, 3): swing,
        (2, 2): I2 + I6 + wrist + 2 * (I5 * S3 + I12 * C3 + I16 * reach),
        (2, 3): I5 * S3 + I6 + I12 * C3 + I16 * reach + wrist,
        (3, 3): I6 + wrist,
        (4, 4): I14 - I20 * S5**2,
        (5, 5): I17,
        (6, 6): I23,
    }.items():
        # half a unit of the last digit of each constant, where they stand
        rounding = 1e-5 if i > 3 else 1.5e-3 if i < j or i == 3 else 6e-3
        assert_allclose(M[i - 1, j - 1], entry, rtol=0, atol=rounding)


def a11_but_for_two_constants(q):
    """Return the paper's a11 without Im1, I1 and I3."""
    C2, S2, _, _, C4, S4, C5, S5, C23, S23 = sines(q)
    twist = S23 * C5 + C23 * C4 * S5
    a11 = I7 * S23**2 + I10 * S23 * C23 + I11 * S2 * C2 + I21 * S23**2 * C4**2
    a11 += I20 * (S5**2 * (S23**2 * (1 + C4**2) - 1) - 2 * S23 * C23 * C4 * S5 * C5)
    a11 += 2 * (I5 * C2 * S23 + I12 * C2 * C23 + I15 * S23 * twist + I16 * C2 * twist)
    return a11 + 2 * (I18 * S4 * S5 + I22 * C23 * twist)


@pytest.mark.parametrize("seed", range(5))
def test_puma_1986_first_inertia(seed):
    """How a11 changes with q3, q4 and q5, in the paper and here."""
    q, other = np.random.default_rng(seed).uniform(-3, 3, (2, 6))
    other[1] = q[1]
    arm = puma_1986()
    change = crba(arm, q)[0, 0] - crba(arm, other)[0, 0]
    want = a11_but_for_two_constants(q) - a11_but_for_two_constants(other)
    assert_allclose(change, want, rtol=0, atol=3e-3)


@pytest.mark.parametrize("seed", range(5))
def test_puma_1986_gravity(seed):
    """The paper's gravity torques with its rounded constants."""
    q = np.random.default_rng(seed).uniform(-3, 3, 6)
    C2, S2, _, _, C4, S4, C5, S5, C23, S23 = sines(q)
    g3 = G2 * S23 + G4 * C23 + G5 * (S23 * C5 + C23 * C4 * S5)
    g = [0, G1 * C2 + G3 * S2 + g3, g3, -G5 * S23 * S4 * S5, G5 * (C23 * S5 + S23 * C4 * C5), 0]
    got = gravity_torque(puma_1986(), q)
    assert_allclose(got, g, rtol=0, atol=0.06)
    assert_allclose(got[2], g[2], rtol=0, atol=0.02)
    assert_allclose(got[3:], g[3:], rtol=0, atol=1e-4)


# The KUKA iiwa in the benchmarks of Drake (multibody/benchmarks/kuka_iiwa_robot, 3-clause BSD),
# whose right values are by MotionGenesis, that is Kane's method, or by hand.
IIWA = (  # roll pitch yaw in quarter turns, place | mass, centre, moments
    ((0, 0, 0), (0, 0, 0.1575), 5.76, (0, -0.03, 0.12), (0.033, 0.0333, 0.0123)),
    ((1, 0, 2), (0, 0, 0.2025), 6.35, (0.0003, 0.059, 0.042), (0.0305, 0.0304, 0.011)),
    ((1, 0, 2), (0, 0.2045, 0), 3.5, (0, 0.03, 0.13), (0.025, 0.0238, 0.0076)),
    ((1, 0, 0), (0, 0, 0.2155), 3.5, (0, 0.067, 0.034), (0.017, 0.0164, 0.006)),
    ((-1, 2, 0), (0, 0.1845, 0), 3.5, (0.0001, 0.021, 0.076), (0.01, 0.0087, 0.00449)),
    ((1, 0, 0), (0, 0, 0.2155), 1.8, (0, 0.0006, 0.0004), (0.0049, 0.0047, 0.0036)),
    ((-1, 2, 0), (0, 0.081, 0), 1.2, (0, 0, 0.02), (0.001, 0.001, 0.001)),
)


def iiwa():
    """Return the arm."""
    links = []
    for k, (quarters, place, mass, com, moments) in enumerate(IIWA, start=1):
        X = Transform.from_rpy(np.pi / 2 * np.array(quarters), place)
        body = Inertia(mass, com, np.diag(moments))
        links.append(Link(f"{k}", Joint.revolute(f"q{k}"), X, body, f"{k - 1}" if k > 1 else None))
    return Robot("iiwa", links)


def test_iiwa_pose():
    """All joints at 60°, 30°, 60°, …: the last frame, printed to 16 digits."""
    X = link_poses(iiwa(), np.radians([60, 30, 60, 30, 60, 30, 60]))["7"]
    R = [
        [-0.5939002959880204, 0.8043869080239565, -0.015625],
        [-0.8043869080239565, -0.5932991120359317, 0.03094940802395521],
        [0.015625, 0.03094940802395527, 0.9993988160479114],
    ]
    assert_allclose(X.R, R, rtol=0, atol=1e-14)
    p = [0.2970356451892219, 0.1727696964662288, 1.154681973689345]
    assert_allclose(X.p, p, rtol=0, atol=1e-14)


def test_iiwa_torques():
    """Upright, the last link speeding up by 1000 rad/s²: 1 N m on every vertical axis.

    Gravity adds what two centres off the axis by 0.3 mm and 0.1 mm need.
    """
    arm, still, spin = iiwa(), np.zeros(7), np.array([0, 0, 0, 0, 0, 0, 1000])
    tau = rnea(arm, still, still, spin, gravity=(0, 0, 0))
    assert_allclose(tau, [1, 0, 1, 0, 1, 0, 1], rtol=0, atol=1e-14)
    b, e = 0.0003 * 6.35 * 9.81, 0.0001 * 3.5 * 9.81
    tau = rnea(arm, still, still, spin)
    assert_allclose(tau, [1, b + e, 1, -e, 1, 0, 1], rtol=0, atol=1e-14)
