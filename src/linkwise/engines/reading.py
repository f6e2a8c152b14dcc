"""What an engine makes of a robot, in the coordinates of linkwise: matched by name, and tied."""

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from linkwise.engines.engine import TERMS, Engine, M, Motion, Terms
from linkwise.engines.own import Own
from linkwise.models.robot import Robot
from linkwise.models.urdf_notes import listed
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array

EFFECTS = ("rotors", "friction", "springs")
BODIES, GRAVITY_VECTOR = "bodies", "gravity"


class Reading:
    """The terms of one engine, evaluated once for every set of causes that are taken away.

    By the principle of virtual work q_all = G q + q₀ makes M of Gᵀ M G and τ of Gᵀ τ.

    Parameters
    ----------
    engine
        The engine.
    robot
        The robot, whose coordinates count.
    motion
        The states.
    """

    def __init__(self, engine: Engine, robot: Robot, motion: Motion) -> None:
        self.engine, self.robot, self.motion = engine, robot, motion
        self.own = Own(robot, "")
        self._G, self._q0, self.notes = tie(engine, robot)
        self._known: dict[frozenset[str], Terms] = {}

    @property
    def name(self) -> str:
        """Name of the engine."""
        return self.engine.name

    def terms(self, without: frozenset[str] = frozenset()) -> Terms:
        """Return all terms with rotors, friction, springs, own gravity or own bodies taken away."""
        if without not in self._known:
            own_gravity = GRAVITY_VECTOR in without
            gravity = self.own.gravity if own_gravity else self.engine.gravity
            found = self._tied(gravity, without & {*EFFECTS})
            if BODIES in without:
                with_mine, with_theirs = (
                    robot.terms(self.motion, gravity, frozenset(EFFECTS))
                    for robot in (self.own, self.own.with_bodies(self.bodies, self._zero))
                )
                found = {term: found[term] + with_mine[term] - with_theirs[term] for term in TERMS}
            self._known[without] = found
        return self._known[without]

    @cached_property
    def bodies(self) -> Mapping[str, Inertia]:
        """What every moving joint of the robot carries, in world axes, all coordinates 0."""
        found = self.engine.bodies(self._q0)
        moving = [link.joint.name for link in self.robot.links if link.joint.moves]
        return {name: found[name] for name in moving if name in found}

    @property
    def _zero(self) -> Array:
        return np.zeros(self.robot.n)

    def _tied(self, gravity: Array, without: frozenset[str]) -> Terms:
        G, motion = self._G, self.motion
        every = Motion(motion.q @ G.T + self._q0, motion.qd @ G.T, motion.qdd @ G.T)
        found = self.engine.terms(every, gravity, without)
        return {term: G.T @ a @ G if term == M else a @ G for term, a in found.items()}


def tie(engine: Engine, robot: Robot) -> tuple[Array, Array, tuple[str, ...]]:
    """Return G, q₀ and notes on how the joints of an engine go with the robot's coordinates.

    Raises
    ------
    LinkwiseError
        If the engine lacks one of the robot's joints.
    """
    if missing := [name for name in robot.joint_names if name not in engine.joints]:
        raise LinkwiseError(f"{engine.name} has no joint {listed(map(repr, missing))}")
    G, q0 = np.zeros((len(engine.joints), robot.n)), np.zeros(len(engine.joints))
    free, still = [], {*engine.joints}
    for link, k, mimic in zip(robot.links, robot.coordinates, robot.couplings, strict=True):
        name = link.joint.name
        if k is None or name not in engine.joints:
            continue
        row = engine.joints.index(name)
        still.remove(name)
        G[row, k], q0[row] = (mimic.multiplier, mimic.offset) if mimic else (1, 0)
        free += [name] * bool(mimic)
    notes = []
    if free:
        notes.append(f"mimic joints are free in {engine.name} and tied here: {listed(free)}")
    if still:
        left = [name for name in engine.joints if name in still]
        notes.append(f"joints of {engine.name} alone are held still: {listed(left)}")
    order = [name for name in engine.joints if name in robot.joint_names]
    if order != list(robot.joint_names):
        notes.append(f"joints of {engine.name} are in another order, matched by name")
    return G, q0, tuple(notes)
