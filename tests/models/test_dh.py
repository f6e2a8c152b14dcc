from typing import Any

import numpy as np
import pytest
import sympy as sp
from numpy.testing import assert_allclose

from linkwise import crba, gravity_torque, link_poses, rnea
from linkwise.models.dh import DHRow, from_dh
from linkwise.models.joint import Limits
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.transform import Transform

QUARTER = np.pi / 2
DOWN_Y, DOWN_Z = (0, -9.81, 0), (0, 0, -9.81)


def tensor(xx: Any, yy: Any, zz: Any, xy: Any = 0, xz: Any = 0, yz: Any = 0) -> list[list[Any]]:
    """Write a tensor in the order of the cases: I(xx, yy, zz; xy, xz, yz)."""
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]


I1 = tensor(0.03, 0.02, 0.025, 0.004, -0.002, 0.001)
I2 = tensor(0.01, 0.06, 0.065, -0.003, 0.002, 0.0015)


def planar(r1: Any, r2: Any, i1: Any, i2: Any) -> Robot:
    """Return the arm of case B11 from its modified table, with centres r1, r2."""
    rows = [
        DHRow(mass=3, com=r1, tensor=tensor(0, 0, i1)),
        DHRow(a=0.5, mass=2, com=r2, tensor=tensor(0, 0, i2)),
    ]
    return from_dh(rows, convention="modified", gravity=DOWN_Y)


def test_centre_given_from_the_far_end() -> None:
    """Case B01: M = I + m r² = 4 by the parallel-axis rule, worked by hand."""
    row = DHRow(a=2, mass=3, com=(-1, 0, 0), tensor=tensor(0, 1, 1))
    robot = from_dh([row], convention="standard", gravity=DOWN_Y)
    M = crba(robot, [0.4])
    assert_allclose(M, [[4]], rtol=1e-12, err_msg="28: near-end centre; 12: r for m r; 1: no shift")
    assert_allclose(gravity_torque(robot, [0.4]), [27.1068250535], rtol=1e-9)
    assert_allclose(rnea(robot, [0.4], [0], [1]), [31.1068250535], rtol=1e-9)


def standard_b02() -> list[DHRow]:
    """Return the standard table of case B02."""
    return [
        DHRow(d=0.4, a=0.1, alpha=QUARTER, mass=4, com=(-0.05, -0.1, 0.02), tensor=I1),
        DHRow(a=0.5, mass=2.5, com=(-0.2, 0.03, 0.01), tensor=I2),
    ]


def modified_b02() -> list[DHRow]:
    """Return the modified table of the same arm, its numbers converted by hand in case B02."""
    i1 = tensor(0.03, 0.025, 0.02, 0.002, 0.004, -0.001)
    return [
        DHRow(d=0.4, mass=4, com=(0.05, -0.02, -0.1), tensor=i1),
        DHRow(a=0.1, alpha=QUARTER, mass=2.5, com=(0.3, 0.03, 0.01), tensor=I2),
    ]


@pytest.mark.parametrize(
    "robot",
    [
        from_dh(standard_b02(), convention="standard"),
        from_dh(modified_b02(), convention="modified"),
    ],
    ids=["standard", "modified"],
)
def test_one_arm_in_both_conventions(robot: Robot) -> None:
    """Case B02: both tables give the torques of a world-frame Newton-Euler calculation."""
    q, qd, qdd = [0.3, 0.5], [0.8, -1.1], [0.6, 1.4]
    m12 = -0.00197865354091
    assert_allclose(crba(robot, q), [[0.382147218055, m12], [m12, 0.29225]], rtol=1e-9)
    assert_allclose(gravity_torque(robot, q), [0, 6.10407635908], rtol=1e-9, atol=1e-14)
    assert_allclose(
        rnea(robot, q, qd, qdd),
        [0.521329719424, 6.62152531029],
        rtol=1e-9,
        err_msg="(0.164872099993, -4.39621530117): standard numbers in modified frames",
    )


def test_numbers_of_the_other_convention_are_seen() -> None:
    """The tell-tale of case B02 appears when its mistake is made: the test above can fail."""
    standard, modified = standard_b02(), modified_b02()
    rows = [
        DHRow(a=m.a, alpha=m.alpha, d=m.d, mass=s.mass, com=s.com, tensor=s.tensor)
        for s, m in zip(standard, modified, strict=True)
    ]
    tau = rnea(from_dh(rows, convention="modified"), [0.3, 0.5], [0.8, -1.1], [0.6, 1.4])
    assert_allclose(tau, [0.164872099993, -4.39621530117], rtol=1e-9)


@pytest.mark.parametrize(
    ("robot", "tau", "mistakes"),
    [
        (
            planar((0.5, 0, 0), (0.4, 0, 0), 0, 0),
            [32.6710852456158, 7.81038573054264],
            "point masses",
        ),
        (
            planar((0.2, 0.03, 0), (0.15, -0.02, 0), 0.05, 0.03),
            [17.9800276577824, 2.6371172595654],
            "(17.616, 3.155): misplaced rotation; (24.137, 0.075): wrong lever arm",
        ),
    ],
    ids=["points", "bodies"],
)
def test_modified_table_of_a_planar_arm(robot: Robot, tau: list[float], mistakes: str) -> None:
    """Case B11: torques of the Lagrangian of the planar 2R, with every rate and load at once."""
    got = rnea(robot, [0.3, -0.7], [1.2, -0.8], [0.5, 2])
    assert_allclose(got, tau, rtol=1e-9, err_msg=mistakes)


def test_twist_turns_the_far_end_not_the_joint() -> None:
    """Case B14: gravity along the first axis takes no torque, whatever the twist; across it does.

    Across, with the far frame turned by Rx(90°), the centre (0.1, 0.2, 0.3) is at (0.1, −0.3, 0.2)
    from the joint, and m g (0.1 cos q + 0.3 sin q) is worked by hand.
    """
    row = DHRow(alpha=QUARTER, mass=2, com=(0.1, 0.2, 0.3))
    q = np.linspace(-3, 3, 7)[:, None]
    robot = from_dh([row], convention="standard", gravity=DOWN_Z)
    assert_allclose(gravity_torque(robot, q), np.zeros((7, 1)), atol=1e-14)
    expected = 2 * 9.81 * (0.1 * np.cos(q) + 0.3 * np.sin(q))
    assert_allclose(gravity_torque(robot, q, gravity=DOWN_Y), expected, rtol=1e-12)


def test_prismatic_joint_keeps_theta_and_offset() -> None:
    """Case B16: the constant angle turns the slide's axes and the offset adds to its length."""
    rows = [
        DHRow(d=0.3, alpha=QUARTER, mass=4, com=(0, -0.1, 0.02), tensor=I1),
        DHRow(
            kind="prismatic",
            theta=0.5,
            offset=0.2,
            a=0.1,
            mass=2.5,
            com=(-0.05, 0.01, 0.03),
            tensor=I2,
        ),
    ]
    robot = from_dh(rows, convention="standard", gravity=DOWN_Z)
    q = [0.3, 0.4]
    m12 = -0.0977121817711916
    assert_allclose(crba(robot, q), [[1.06365221287887, m12], [m12, 2.5]], rtol=1e-9)
    assert_allclose(gravity_torque(robot, q), [0, 0], atol=1e-14)
    assert_allclose(
        rnea(robot, q, [0.8, -0.5], [0.6, 1.4]),
        [-0.758605726752344, 2.43337269093729],
        rtol=1e-9,
        err_msg="(-0.6766, 2.7534): offset dropped; (-0.78694, 2.417): theta dropped",
    )


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_last_link_is_where_the_table_says(kind: Any, convention: Any) -> None:
    """The pose of the last frame is the plain product of all A, each written out with q in it."""
    numbers = [(0.2, 0.7, 0.3, 0.1, 0.4), (0.5, -1.1, -0.2, 0.6, -0.3), (0.3, 0.9, 0.8, -0.5, 0.2)]
    keys = ("a", "alpha", "d", "theta", "offset")
    tables: list[dict[str, Any]] = [dict(zip(keys, row, strict=True)) for row in numbers]
    rows = [DHRow(kind=kind, mass=1, com=(0, 0, 0), **table) for table in tables]
    q = [0.35, -0.8, 1.3]
    expected = Transform.identity()
    for (a, alpha, d, theta, offset), q_k in zip(numbers, q, strict=True):
        moved = q_k + offset
        th, dist = (theta + moved, d) if kind == "revolute" else (theta, d + moved)
        expected = expected @ (
            Transform.dh(th, dist, a, alpha)
            if convention == "standard"
            else Transform.modified_dh(alpha, a, th, dist)
        )
    X = link_poses(from_dh(rows, convention=convention), q)["link3"]
    if convention == "standard":  # from the joint to the far end of the last row
        a, alpha, d, _, _ = numbers[2]
        X = X @ Transform.dh(0, d if kind == "revolute" else 0, a, alpha)
    assert_allclose(X.homogeneous(), expected.homogeneous(), atol=1e-14)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_symbolic_2r(convention: Any) -> None:
    """Both tables give the closed form of the planar 2R in the lecture notes, section 3."""
    l1, l2, lc1, lc2, m1, m2, i1, i2, g = sp.symbols("l1 l2 lc1 lc2 m1 m2 I1 I2 g")
    q1, q2, qd1, qd2, qdd1, qdd2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
    far = int(convention == "standard")
    rows = [
        DHRow(a=l1 if far else 0, mass=m1, com=(lc1 - l1 * far, 0, 0), tensor=tensor(0, 0, i1)),
        DHRow(a=l2 if far else l1, mass=m2, com=(lc2 - l2 * far, 0, 0), tensor=tensor(0, 0, i2)),
    ]
    robot = from_dh(rows, convention=convention, gravity=(0, -g, 0))
    tau = rnea(robot, [q1, q2], [qd1, qd2], [qdd1, qdd2])
    c1, c2, s2, c12 = sp.cos(q1), sp.cos(q2), sp.sin(q2), sp.cos(q1 + q2)
    m11 = i1 + i2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2)
    m12 = i2 + m2 * (lc2**2 + l1 * lc2 * c2)
    m22 = i2 + m2 * lc2**2
    h = -m2 * l1 * lc2 * s2
    g1 = (m1 * lc1 + m2 * l1) * g * c1 + m2 * lc2 * g * c12
    g2 = m2 * lc2 * g * c12
    expected = [
        m11 * qdd1 + m12 * qdd2 + h * (2 * qd1 * qd2 + qd2**2) + g1,
        m12 * qdd1 + m22 * qdd2 - h * qd1**2 + g2,
    ]
    assert [sp.simplify(t - e) for t, e in zip(tau, expected, strict=True)] == [0, 0]
    assert not any(t.atoms(sp.Float) for t in tau)


def test_names_limits_gravity_and_base() -> None:
    """What a row and the call say beyond the table arrives in the robot, and a base turns it.

    The base lays the arm's plane upright: the torque at q = 0 is m g l = 2 · 9.81 · 0.5 by hand.
    """
    row = DHRow(a=0.5, mass=2, com=(0, 0, 0), name="beam", limits=Limits(-1, 2))
    base = Transform.rotation_x(QUARTER)
    robot = from_dh([row], convention="standard", name="crane", base=base)
    assert (robot.name, robot.link_names, robot.joint_names) == ("crane", ("beam",), ("q1",))
    assert (robot.joints[0].limits.lower, robot.joints[0].limits.upper) == (-1, 2)
    assert_allclose(gravity_torque(robot, [0]), [9.81], rtol=1e-12)


def test_geometry_alone_is_said_to_have_no_dynamics() -> None:
    """Case B10: seven links without a mass must not give zero torques in silence."""
    rows = [DHRow(a=0.1, alpha=QUARTER)] * 7
    with pytest.warns(LinkwiseWarning, match="arm: no link that moves has a mass"):
        assert from_dh(rows, convention="standard").n == 7


@pytest.mark.parametrize(
    ("rows", "convention", "message"),
    [
        ([DHRow(mass=1, com=(0, 0, 0))], "craig", "'standard' or 'modified', got 'craig'"),
        ([DHRow(mass=1)], "modified", "row 1, link 'link1': mass is 1 but the centre of mass"),
        ([DHRow(com=(1, 0, 0))], "modified", "row 1, link 'link1': com is .* mass is not given"),
        ([DHRow(mass=sp.Symbol("m"))], "modified", "mass is m but the centre of mass"),
        ([DHRow(mass=-1, com=(0, 0, 0), name="arm")], "standard", "link 'arm': mass is -1"),
        ([(0, 0, 0, 0)], "standard", "row 1 is .*give a DHRow"),
        ([], "standard", "has no links"),
        (
            [DHRow(a=1e308, mass=1, com=(0, 0, 0))],
            "standard",
            "row 1, link 'link1': its numbers are too large",
        ),
        (
            [DHRow(d=1e308), DHRow(d=1e308, kind="prismatic")],
            "standard",
            "row 2, link 'link2': its numbers are too large",
        ),
    ],
)
def test_refused_tables(rows: Any, convention: Any, message: str) -> None:
    """A table that cannot be meant is refused by a message that names row and link."""
    with pytest.raises(LinkwiseError, match=message):
        from_dh(rows, convention=convention)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"a": float("nan")}, "a is nan"),
        ({"theta": float("inf")}, "theta is inf"),
        ({"d": (1, 2)}, "d must be one number"),
        ({"alpha": "90"}, "alpha must hold numbers"),
        ({"kind": "helical"}, "kind must be 'revolute' or 'prismatic', got 'helical'"),
    ],
)
def test_refused_rows(numbers: Any, message: str) -> None:
    """A row checks its own numbers when it is made."""
    with pytest.raises(LinkwiseError, match=message):
        DHRow(**numbers)


def test_convention_has_no_default() -> None:
    """The same row means two arms, so that a call which does not say which is no call."""
    with pytest.raises(TypeError, match="convention"):
        from_dh([DHRow(mass=1, com=(0, 0, 0))])  # type: ignore[call-arg]
