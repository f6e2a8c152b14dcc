"""The fast entries give what the careful way gives: in new or given arrays, whole or in slices."""

import numpy as np
import pytest

import linkwise

N = 5_000


@pytest.fixture(scope="module")
def arm():
    """Return an arm of seven joints, compiled."""
    return linkwise.compile(linkwise.panda(), "c")


def careful(robot, name, *vectors):
    """Return a result by way of an argument that the entries do not know."""
    return getattr(robot, name)(*vectors, gravity=robot.robot.gravity)


@pytest.mark.parametrize("shape", [(7,), (3, 7), (N, 7)])
@pytest.mark.parametrize("name", ["rnea", "aba"])
def test_given_arrays_receive_the_result(arm, name, shape):
    """An array for the result is filled and returned; gravity as an input goes another way."""
    state = np.random.default_rng(0).uniform(-2, 2, (3, *shape))
    out = np.full(shape, np.nan)
    assert getattr(arm, name)(*state, out=out) is out
    right = careful(arm, name, *state)
    np.testing.assert_allclose(out, right, rtol=0, atol=1e-11 * np.abs(right).max())
    assert np.array_equal(getattr(arm, name)(*state), out)


def test_a_result_may_replace_an_input(arm):
    """Where the result's array is that of an input, all of the input counts."""
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, N, 7))
    right = arm.rnea(q, qd, qdd)
    assert arm.rnea(q, qd, qdd, out=qd) is qd
    assert np.array_equal(qd, right)
    memory = np.zeros((N + 1, 7))
    memory[:-1] = right
    assert np.array_equal(
        arm.rnea(q, memory[:-1], qdd, out=memory[1:]), arm.rnea(q, right.copy(), qdd)
    )


@pytest.mark.parametrize(
    "out", [np.empty((3, 6)), np.empty((7, 3)).T, np.empty((3, 7), np.float32), [0.0], np.empty(7)]
)
def test_arrays_that_cannot_hold_the_result_are_refused(arm, out):
    """Shape, order and type are checked by the careful way."""
    with pytest.raises(linkwise.LinkwiseError, match="out must be"):
        arm.rnea(*np.ones((3, 3, 7)), out=out)


def test_a_singular_state_deep_in_a_batch_is_named():
    """A point mass at the tip of two rods is not free along them where they are in line."""
    robot = linkwise.compile(linkwise.planar_2r(m1=0, lc2=1, I1=0, I2=0), "c")
    q = np.random.default_rng(2).uniform(0.5, 2.5, (20_000, 2))
    zero = np.zeros_like(q)
    f = robot.bind("aba", len(q))
    f.q[:] = q
    assert np.array_equal(f(), robot.aba(q, zero, zero))
    q[14_321, 1] = f.q[14_321, 1] = 0
    for call in (lambda: robot.aba(q, zero, zero), f):
        with pytest.raises(linkwise.LinkwiseError, match=r"singular at state \[14321\]"):
            call()


def test_results_larger_than_malloc_keeps_are_whole(arm):
    """Fresh matrices of over 32 MiB are computed in slices, given arrays are filled at once."""
    q = np.random.default_rng(3).uniform(-2, 2, (90_001, 7))
    assert np.array_equal(arm.crba(q), arm.crba(q, out=np.empty((90_001, 7, 7))))
