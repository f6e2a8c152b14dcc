"""Links that are fixed to others cost nothing at run time, and can still be named."""

import numpy as np
import pytest

import linkwise
from linkwise.compiled.functions import KNOWN, Variant

ARM = linkwise.planar_2r(1, 1, lc1=0.4, lc2=0.3, m1=1.3, m2=1.7, I1=0.2, I2=0.3)
LOADED = ARM.with_payload("link2", 1, com=(1, 0, 0))


@pytest.mark.parametrize("name", sorted(name for name, known in KNOWN.items() if known.of_joints))
def test_a_payload_takes_no_operations(name):
    """A point mass on the axis of a link changes its numbers, not their number."""
    bare, loaded = (Variant(name).trace(robot).operations() for robot in (ARM, LOADED))
    assert loaded == bare


def test_a_payload_weighs_what_it_weighs():
    """1 kg at the end of two arms of 1 m, level: 2 and 1 times 9.81 N m, by the lever's law."""
    more = [linkwise.compile(robot, "numpy").gravity_torque([0, 0]) for robot in (LOADED, ARM)]
    assert np.subtract(*more) == pytest.approx([2 * 9.81, 9.81], rel=1e-14)


def test_a_wrench_may_act_on_a_fixed_link():
    """1 N upwards at the payload's frame, which is that of link2, 1 m out: −1 and 0 N m."""
    payload = LOADED.link_names[-1]
    fast, zero = linkwise.compile(LOADED, "numpy"), np.zeros(2)
    push = {payload: linkwise.Wrench((0, 0, 0), (0, 1, 0))}
    change = fast.rnea(zero, zero, zero, external=push) - fast.rnea(zero, zero, zero)
    assert change == pytest.approx([-1, 0], abs=1e-14)
