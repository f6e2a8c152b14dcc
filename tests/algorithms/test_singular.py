"""Mass matrices that are singular, and those that only look it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import linkwise as lw
from linkwise import ExactAngle, Inertia, Joint, Link, LinkwiseError, Robot, Transform

FORWARD = pytest.mark.parametrize("forward", [lw.aba, lw.forward_dynamics])
Forward = Callable[..., Any]


def p2r(m2: Any = 2, I2: Any = 0.03) -> Robot:
    """Planar 2R P2R of the reported cases."""
    return lw.planar_2r(l1=0.5, lc1=0.2, lc2=0.15, m1=3, m2=m2, I1=0.05, I2=I2)


def test_massless_tip_by_inverse_dynamics() -> None:
    """Case B30: a last link of no mass takes no torque, and M says so; values of the case."""
    robot = p2r(0, 0)
    tau = lw.rnea(robot, [0.3, -0.7], [1.2, -0.8], [0.5, 2])
    assert tau == pytest.approx([5.70811057499332, 0], rel=1e-9)
    assert lw.crba(robot, [0.3, -0.7]) == pytest.approx(np.diag([0.17, 0]), rel=1e-9)


@FORWARD
def test_massless_tip_is_named(forward: Forward) -> None:
    """Case B30: forward dynamics names joint 2, and neither gives NaN nor a bare algebra error."""
    with pytest.raises(LinkwiseError, match="joint 'q2' moves no inertia"):
        forward(p2r(0, 0), [0.3, -0.7], [1.2, -0.8], [20, 3])


@pytest.mark.parametrize(
    "call",
    [
        lambda arm: lw.forward_dynamics_derivatives(arm, [0.3, -0.7], [1.2, -0.8], [20, 3]),
        lambda arm: lw.operational_space(arm, [0.3, -0.7], [1.2, -0.8], "link1", rows=(5,)),
    ],
    ids=["derivatives", "operational space"],
)
def test_massless_tip_is_named_by_what_divides_by_m(call: Callable[[Robot], Any]) -> None:
    """Case B30 for what takes M⁻¹ beside forward dynamics: joint 2 is named there too."""
    with pytest.raises(LinkwiseError, match="joint 'q2' moves no inertia"):
        call(p2r(0, 0))


@FORWARD
def test_state_is_named(forward: Forward) -> None:
    """In a batch the message names the state: a bead on a massless bar, at the bar's own axis."""
    bar = Link("bar", Joint.revolute("turn"))
    bead = Link(
        "bead", Joint.prismatic("slide", (1, 0, 0)), inertia=Inertia(2, (0, 0, 0)), parent="bar"
    )
    q, rest = [[0.3, 0.5], [0.3, 0]], np.zeros((2, 2))
    with pytest.raises(LinkwiseError, match=r"singular at state \[1\]: joint 'turn'"):
        forward(Robot("bead", [bar, bead]), q, rest, rest)


@FORWARD
def test_wrist_mass_on_its_own_axis(forward: Forward) -> None:
    """Case B30: a point mass on the axis of its own joint is refused, rounding or not."""
    axis = np.array([0.3, -0.5, 0.7])
    axis /= np.linalg.norm(axis)
    bob = Inertia(1.3, 0.37 * axis)
    wrist = Link("hand", Joint.revolute("wrist", axis), inertia=bob, parent="arm")
    arm = Link("arm", Joint.revolute("elbow"), inertia=Inertia(2, (0.4, 0, 0), np.eye(3)))
    with pytest.raises(LinkwiseError, match="joint 'wrist' moves no inertia"):
        forward(Robot("wristed", [arm, wrist]), [0.3, 0.4], [1, 2], [3, 4])


@FORWARD
def test_exact_singularity_is_named(forward: Forward) -> None:
    """Fractions divide by a zero that is exact: the same message, no ZeroDivisionError."""
    q = [ExactAngle(Fraction(1, 2)), ExactAngle(Fraction(1, 3))]
    with pytest.raises(LinkwiseError, match="joint 'q2' moves no inertia"):
        forward(p2r(Fraction(0), Fraction(0)), q, [1, 2], [20, 3])


@FORWARD
def test_point_masses_are_regular(forward: Forward) -> None:
    """Case B30: point masses have singular tensors but a regular M, typed in from the case."""
    robot = lw.planar_2r(0.5, 0.4, m1=3, m2=2, form="points")
    M = np.array([[2.37, 0.72], [0.72, 0.32]])
    assert lw.crba(robot, [1.0, 0]) == pytest.approx(M, rel=1e-12)
    qdd = forward(robot, [0, 0], [0, 0], [1, 2], gravity=(0, 0, 0))
    assert qdd == pytest.approx(np.linalg.solve(M, [1, 2]), rel=1e-12)


@FORWARD
def test_small_is_not_singular(forward: Forward) -> None:
    """A finger of a microgram on an arm of tons still accelerates: q̈ = τ/I for the finger alone."""
    arm = Link("arm", Joint.prismatic("lift"), inertia=Inertia(5e3, (0, 0, 0)))
    finger = Link(
        "finger",
        Joint.revolute("knuckle"),
        Transform.identity(),
        Inertia(1e-9, (0, 0, 0), 4e-11 * np.eye(3)),
        parent="arm",
    )
    qdd = forward(Robot("press", [arm, finger]), [0, 0], [0, 0], [0, 8e-11])
    assert qdd[1] == pytest.approx(2, rel=1e-12)
    with pytest.raises(LinkwiseError, match="knuckle"):
        forward(
            Robot("press", [arm, Link("f", finger.joint, parent="arm")]), [0, 0], [0, 0], [0, 0]
        )


@FORWARD
def test_nan_stays_in_its_state(forward: Forward) -> None:
    """Unchecked, a NaN makes its own state NaN, raises nothing and leaves other states alone."""
    q, rest = np.array([[0.3, -0.7], [np.nan, 0.2], [0.1, 0.4]]), np.zeros((3, 2))
    qdd = forward(p2r(), q, rest, rest, check_finite=False)
    assert np.isnan(qdd[1]).all()
    assert np.array_equal(qdd[[0, 2]], forward(p2r(), q[[0, 2]], rest[:2], rest[:2]))
