"""Pinocchio's reading of a robot, by its crba, rnea and computeGeneralizedGravity.

Its `rnea` counts rotors (armature) but neither friction nor springs.  A continuous joint has cos q
and sin q for coordinates, a mimic joint is free unless its model was made otherwise.
"""

from collections.abc import Mapping
from math import cos, sin
from typing import Any, ClassVar

import numpy as np
import pinocchio as pin

from linkwise.engines.engine import GRAVITY, NONE, TAU, VELOCITY, M, Motion, Terms
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform


class Pinocchio:
    """A `pinocchio.Model`."""

    name, version = "pinocchio", str(pin.__version__)
    remarks: ClassVar[Mapping[str, str]] = {
        "friction": "rnea leaves out damping and friction, though the model holds both",
        "springs": "a model has no springs",
    }

    def __init__(self, model: Any) -> None:
        self.model = model
        every = list(zip(model.names, model.joints, strict=True))[1:]  # the first is the universe
        self._joints = {name: joint for name, joint in every if joint.nv == 1}
        self.joints = tuple(self._joints)
        self._at = [joint.idx_v for joint in self._joints.values()]
        self.gravity = np.array(model.gravity.linear)

    @classmethod
    def read(cls, text: str) -> "Pinocchio":
        """Return the model of a URDF text."""
        return cls(pin.buildModelFromXML(text))

    def terms(self, motion: Motion, gravity: Array, without: frozenset[str]) -> Terms:
        """Return all terms, state by state."""
        model = self.model.copy()
        model.gravity.linear = gravity
        if "rotors" in without:
            model.armature = np.zeros(model.nv)
        data, at = model.createData(), self._at
        out: dict[str, list[Array]] = {M: [], VELOCITY: [], GRAVITY: [], TAU: []}
        for state in zip(motion.q, motion.qd, motion.qdd, strict=True):
            q, v, a = self._q(state[0]), *(self._rates(x) for x in state[1:])
            upper = np.triu(pin.crba(model, data, q))
            out[M].append((upper + np.triu(upper, 1).T)[np.ix_(at, at)])
            g = pin.computeGeneralizedGravity(model, data, q)[at].copy()
            out[GRAVITY].append(g)
            out[VELOCITY].append(pin.nonLinearEffects(model, data, q, v)[at] - g)
            out[TAU].append(pin.rnea(model, data, q, v, a)[at].copy())
        return {term: np.array(values) for term, values in out.items()}

    def bodies(self, q: Array) -> Mapping[str, Inertia]:
        """Return what every joint carries rigidly, in world axes."""
        data = self.model.createData()
        pin.forwardKinematics(self.model, data, self._q(q))
        out = {}
        for name in self.joints:
            k = self.model.getJointId(name)
            body, X = self.model.inertias[k], data.oMi[k]
            inertia = Inertia.trusted(
                *map(np.asarray, (body.mass, body.mass * body.lever, _about_origin(body)))
            )
            out[name] = inertia.moved(Transform(np.array(X.rotation), np.array(X.translation)))
        return out

    def effect(self, effect: str, joint: str) -> str:
        """Say what a joint has of an effect that `rnea` counts: rotors alone."""
        if effect != "rotors" or joint not in self._joints:
            return NONE
        armature = float(self.model.armature[self._joints[joint].idx_v])
        return f"{armature:g}" if armature else NONE

    def _q(self, coordinates: Array) -> Array:
        q: Array = pin.neutral(self.model)
        for joint, x in zip(self._joints.values(), coordinates, strict=True):
            own = [x] if joint.nq == 1 else [cos(x), sin(x)]
            q[joint.idx_q : joint.idx_q + joint.nq] = own
        return q

    def _rates(self, rates: Array) -> Array:
        v = np.zeros(self.model.nv)
        v[self._at] = rates
        return v


def _about_origin(body: Any) -> Array:
    """Return the inertia about the frame's origin: I + m (c·c 1 − c cᵀ)."""
    c = np.asarray(body.lever)
    tensor: Array = body.inertia + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
    return tensor
