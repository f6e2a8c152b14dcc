"""Every keyword of every call, after calls without it: a kernel serves its own options alone."""

import inspect
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest
from random_trees import random_pose, random_tree

import linkwise
from linkwise import Friction, Joint, Link, Transform, Wrench
from linkwise.compiled.functions import KNOWN

STATES = 4
POINT = (0.1, 0.2, 0.3)
ROWS = {"rows": (1, 4)}  # of a task, which two joints can move
FRAMES = [{"frame": "link"}, {"at": POINT}]
# Keywords that a function has beside external and gravity, each with a value that is not its own.
OPTIONS = {
    "coriolis_matrix": [{"form": "natural"}, {"form": "upper"}],
    "torque_regressor": [{"effects": ("friction",)}],
    "slotine_li_regressor": [{"effects": ("friction",)}],
    "center_of_mass": [{"fixed_to_base": False}],
    "joint_reactions": [{"frame": "world"}],
    "base_wrench": [{"frame": "world"}],
    "operational_space": [ROWS | {"at": POINT}, {"rows": (0, 3)}],
    "link_jacobian": FRAMES,
    "link_velocity": [*FRAMES, {"frame": "spatial"}],
    "link_jacobian_rate": FRAMES,
    "link_acceleration": [*FRAMES, {"kind": "spatial"}],
}
OF_A_LINK = ("operational_space", *(name for name in KNOWN if name.startswith("link_")))


def arm():
    """Return a tree with friction, on a turned base to which a body is fixed."""
    rng = np.random.default_rng(12)
    tree = random_tree(rng, 2, ("revolute", "prismatic", "helical"))
    links = [
        replace(link, joint=replace(link.joint, friction=Friction(0.1 * k, 0.2)))
        for k, link in enumerate(tree.links, 1)
    ]
    box = Link("box", Joint.fixed("bolts"), Transform.translation(1, 2, 3), links[0].inertia)
    return replace(tree, links=[*links, box], base=random_pose(rng))


def keywords(name):
    """Return for a function what it takes: nothing, each of its keywords alone, and nothing."""
    known = {"external", "gravity", "check_finite"}
    own = OPTIONS.get(name, [])
    there = set(inspect.signature(getattr(linkwise, name)).parameters)
    least = ROWS if name == "operational_space" else {}
    calls = [least, *own]
    if "external" in there:
        calls += [{"external": {arm().link_names[1]: Wrench((1, 2, 3), (4, 5, 6))}}]
    if "gravity" in there:
        batch = np.arange(3.0 * STATES).reshape(STATES, 3)
        calls += [least | {"gravity": (1, 2, 3)}, least | {"gravity": batch}]
    positional = {"robot", "link", *KNOWN[name].vectors}
    assert there - known - positional == {key for call in own for key in call}
    return [*calls, least]


def arrays(result):
    """Return the numbers of a result, whatever holds them."""
    if isinstance(result, np.ndarray):
        return [result]
    if isinstance(result, Transform):
        return [result.R, result.p]
    if is_dataclass(result):
        result = [getattr(result, f.name) for f in fields(result)]
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, (list, tuple)):
        return [a for part in result for a in arrays(part)]
    return [] if result is None or isinstance(result, str) else [np.asarray(result)]


def assert_same(ours, right):
    """Compare all numbers to 1e-11 of the largest of their array."""
    ours, right = arrays(ours), arrays(right)
    assert len(ours) == len(right) > 0
    for a, b in zip(ours, right, strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-11 * max(1, np.abs(b).max()))


@pytest.mark.parametrize("name", KNOWN)
def test_every_keyword_after_calls_without_it(compiled, name):
    """Each keyword changes the result as it does of the plain function, and out= takes it.

    The plain function knows nothing of kernels; the call without keywords comes first and last, for
    it has a short way of its own, which must not be taken by the others.
    """
    robot = arm()
    rng = np.random.default_rng(3)
    vectors = [rng.uniform(-2, 2, (STATES, robot.n)) for _ in KNOWN[name].vectors]
    link = [robot.link_names[-2]] if name in OF_A_LINK and name != "link_poses" else []
    fast, plain = getattr(compiled(robot), name), getattr(linkwise, name)
    first, *others = (plain(robot, *vectors, *link, **more) for more in keywords(name))
    for more, right in zip(keywords(name), [first, *others], strict=True):
        ours = fast(*vectors, *link, **more)
        assert_same(ours, right)
        if isinstance(right, np.ndarray):
            out = np.empty(right.shape)
            assert fast(*vectors, *link, **more, out=out) is out
            assert_same(out, right)
    for other in others[:-1]:  # or else nothing is shown
        same = [np.array_equal(a, b) for a, b in zip(arrays(other), arrays(first), strict=False)]
        assert not all(same)
