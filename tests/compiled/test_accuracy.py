"""Rounding errors of the plain and the compiled reading, against 50-digit arithmetic."""

import mpmath
import numpy as np
import pytest
from oracles.fifty_digits import ROBOTS, largest_error, measured_states, right_results

import linkwise

# Largest error of an entry, relative to the largest entry of the result at that state.
TORQUE = 1e-14
MASS_MATRIX = 5e-15
ACCELERATION = 1e-14  # and as much again as solving with M costs:
PER_CONDITION = 4 * 2.0**-53  # times the condition number of M

ARGUMENTS = {
    "rnea": ("q", "qd", "qdd"),
    "crba": ("q",),
    "forward_dynamics": ("q", "qd", "tau"),
    "aba": ("q", "qd", "tau"),
}


@pytest.fixture(scope="module", params=ROBOTS)
def measured(request):
    """Return a robot, 10 states of it and the right results there."""
    robot = ROBOTS[request.param]()
    states = measured_states(robot, 10)
    return robot, states, right_results(robot, **states)


@pytest.mark.parametrize("backend", ["plain", "numpy", "c"])
def test_errors_are_within_the_stated_bounds(measured, backend):
    """All digits that doubles allow are right: the bounds are those of the page on accuracy.

    The oracle is the same recursion in 50 digits, whose rounding errors are nothing beside these.
    """
    robot, states, right = measured
    condition = np.linalg.cond(linkwise.crba(robot, states["q"])).max()
    acceleration = ACCELERATION + PER_CONDITION * condition
    bounds = {"rnea": TORQUE, "crba": MASS_MATRIX}
    fast = None if backend == "plain" else linkwise.compile(robot, backend)
    for name, arguments in ARGUMENTS.items():
        vectors = [states[k] for k in arguments]
        values = getattr(fast, name)(*vectors) if fast else getattr(linkwise, name)(robot, *vectors)
        assert largest_error(values, right[name]) < bounds.get(name, acceleration), name


def test_fifty_digits_agree_with_themselves(measured):
    """Two forward dynamics, and inverse dynamics of their result, agree to 40 digits.

    So the oracle has no float in it, and both algorithms are right beyond what floats can tell.
    """
    robot, states, right = measured
    assert largest_error(right["aba"], right["forward_dynamics"]) < 1e-40
    again = right_results(robot, **(states | {"qdd": right["aba"]}))["rnea"]
    with mpmath.workdps(50):
        assert np.abs(again - states["tau"]).max() < 1e-40 * np.abs(states["tau"]).max()
