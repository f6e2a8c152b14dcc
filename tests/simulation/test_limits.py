"""Joints that go beyond their limits: when, by formulas of thrown and pushed bodies."""

import numpy as np
import pytest

import linkwise as lw
from linkwise import Inertia, Joint, Limits, Link, LinkwiseError, Robot


def lift(**limits):
    """Return one mass that slides up and down."""
    joint = Joint.prismatic("lift", (0, 0, 1), Limits(**limits))
    return Robot("lift", [Link("cart", joint, inertia=Inertia(2, (0, 0, 0)))])


@pytest.mark.parametrize("how", [{}, {"integrator": "RK4", "h": 0.013}])
def test_thrown_body(how):
    """Thrown up at 10 m/s it is 3 m high, and later 1 m deep, where a parabola says."""
    g = 9.81
    run = lw.simulate(lift(lower=-1, upper=3), [0], [10], t=3, **how)
    up, down = run.events
    assert up.t == pytest.approx((10 - np.sqrt(100 - 6 * g)) / g, abs=1e-9)
    assert down.t == pytest.approx((10 + np.sqrt(100 + 2 * g)) / g, abs=1e-9)
    assert (up.joint, up.limit, up.value) == ("lift", "upper", 3)
    assert (down.limit, down.value) == ("lower", -1)
    assert str(up) == "t = 0.365541 s: joint 'lift' passes its upper limit, 3 m"
    assert str(up) in str(run)
    assert run.t[-1] == 3  # limits do not stop the joint


def test_an_excursion_within_one_step():
    """The top of the throw is beyond the limit for 0.2 s, within one step of 0.5 s: it is seen."""
    top = 10**2 / (2 * 9.81)
    run = lw.simulate(
        lift(upper=top - 9.81 * 0.1**2 / 2), [0], [10], t=[0, 0.8, 1.3, 2], integrator="RK4"
    )
    assert [event.t for event in run.events] == pytest.approx([10 / 9.81 - 0.1], abs=1e-9)


def test_speed_limits():
    """Falling from rest it is faster than 5 m/s after 5/g, downwards."""
    (event,) = lw.simulate(lift(velocity=5), [0], [0], t=1).events
    assert event.t == pytest.approx(5 / 9.81, abs=1e-9)
    assert (event.limit, event.value, event.unit) == ("speed", -5, "m/s")


def test_stop_at_limits():
    """The run ends on the limit, to rounding, and has nothing after it."""
    run = lw.simulate(lift(upper=3, lower=-1), [0], [10], t=3, stop_at_limits=True)
    assert run.q[-1, 0] == pytest.approx(3, abs=1e-12)
    assert len(run.events) == 1
    assert run.t[-1] == run.events[0].t
    assert run.is_complete
    rows = lw.simulate(lift(upper=3), [0], [10], t=[0, 0.2, 0.5], stop_at_limits=True)
    assert rows.t == pytest.approx([0, 0.2, run.t[-1]])
    with pytest.raises(LinkwiseError, match=r"lasts from 0 s to 0\.3655"):
        run.at(0.4)


def test_start_beyond_a_limit():
    """A joint that starts beyond its limit is told once, at the start."""
    (event,) = lw.simulate(lift(upper=3), [4], [0], t=0.1).events
    assert (event.t, event.limit) == (0, "upper")
    on_it = lw.simulate(lift(upper=3), [3], [0], t=0.1)
    assert on_it.events == ()


def test_first_of_several():
    """Of two joints that pass in one step the first is first, and the only one where it stops."""
    gantry = lw.gantry(8, 3)
    links = [
        Link(
            k.name,
            Joint.prismatic(k.joint.name, k.joint.axis, Limits(upper=x)),
            inertia=k.inertia,
            parent=k.parent,
        )
        for k, x in zip(gantry.links, (0.5, 0.3), strict=True)
    ]
    robot = Robot("gantry", links)
    how = {"t": 2, "integrator": "RK4", "h": 1}
    run = lw.simulate(robot, (0, 0), (0, 0), (11, 3), **how)
    assert [event.joint for event in run.events] == ["q2", "q1"]
    assert [event.t for event in run.events] == pytest.approx([np.sqrt(0.6), 1])
    stopped = lw.simulate(robot, (0, 0), (0, 0), (11, 3), stop_at_limits=True, **how)
    assert stopped.events == run.events[:1]
    assert stopped.q[-1] == pytest.approx([0.3, 0.3], abs=1e-12)


def test_a_joint_that_mimics_has_limits_too():
    """A finger at −2 q + 0.1 passes −0.5 where q = 0.3: pushed by 4 N, at √(2 · 0.3 · m/4)."""
    light = Inertia(0.5, (0, 0, 0))
    left = Joint.prismatic("left", (1, 0, 0))
    right = Joint.prismatic("right", (1, 0, 0), Limits(lower=-0.5), mimic=lw.Mimic("left", -2, 0.1))
    hand = Robot("hand", [Link("a", left, inertia=light), Link("b", right, inertia=light)])
    (event,) = lw.simulate(hand, [0], [0], [4], t=1).events
    m = 0.5 + 4 * 0.5  # ½ m q̇² + ½ m (2 q̇)²
    assert event.t == pytest.approx(np.sqrt(2 * 0.3 * m / 4), abs=1e-9)
    assert (event.joint, event.limit, event.value) == ("right", "lower", -0.5)
