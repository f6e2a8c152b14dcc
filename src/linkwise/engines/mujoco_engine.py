"""MuJoCo's reading of a robot, by mj_inverse with contacts, limits and equalities switched off.

Its inverse dynamics count rotors (armature), damping and springs as passive forces, and dry
friction as a constraint, which is soft near rest.  A mimic joint is free, tied by an equality.
"""

import copy
import re
import warnings
from collections.abc import Mapping
from typing import Any, ClassVar

import mujoco as mj
import numpy as np

from linkwise.engines.engine import GRAVITY, NONE, TAU, VELOCITY, M, Motion, Terms, friction_text
from linkwise.spatial.errors import LinkwiseWarning
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array

OFF = (
    mj.mjtDisableBit.mjDSBL_CONTACT,
    mj.mjtDisableBit.mjDSBL_LIMIT,
    mj.mjtDisableBit.mjDSBL_EQUALITY,
)
SWITCHES = {
    "friction": ("dof_damping", "dof_frictionloss"),
    "springs": ("jnt_stiffness",),
    "rotors": ("dof_armature",),
}
HINGE_OR_SLIDE = (int(mj.mjtJoint.mjJNT_HINGE), int(mj.mjtJoint.mjJNT_SLIDE))
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
SHAPE = re.compile(r"<(visual|collision)\b[^<>]*?(?:/>|(?<!/)>.*?</\1\s*>)", re.DOTALL)


class MuJoCo:
    """A `mujoco.MjModel`."""

    name, version = "mujoco", str(mj.__version__)
    remarks: ClassVar[Mapping[str, str]] = {
        "friction": "mj_inverse counts damping, and dry friction as a soft constraint",
    }

    def __init__(self, model: Any) -> None:
        self.model = copy.copy(model)
        for bit in OFF:
            self.model.opt.disableflags |= bit
        single = [k for k in range(model.njnt) if model.jnt_type[k] in HINGE_OR_SLIDE]
        self.joints = tuple(model.joint(k).name for k in single)
        self._dof, self._qpos = model.jnt_dofadr[single], model.jnt_qposadr[single]
        self._body = model.jnt_bodyid[single]
        self.gravity = np.array(model.opt.gravity)

    @classmethod
    def read(cls, text: str) -> "MuJoCo":
        """Return the model of a URDF text, and warn of what MuJoCo would write into a log file."""
        said: list[str] = []
        mj.set_mju_user_warning(said.append)
        try:
            model = mj.MjModel.from_xml_string(without_meshes(text))
        finally:
            mj.set_mju_user_warning(None)
        for line in said:
            warnings.warn(f"mujoco: {line}", LinkwiseWarning, stacklevel=2)
        return cls(model)

    def terms(self, motion: Motion, gravity: Array, without: frozenset[str]) -> Terms:
        """Return all terms, state by state."""
        model, at = copy.copy(self.model), self._dof
        model.opt.gravity = gravity
        for effect in without:
            for name in SWITCHES[effect]:
                getattr(model, name)[:] = 0
        data, full = mj.MjData(model), np.zeros((model.nv, model.nv))
        out: dict[str, list[Array]] = {M: [], VELOCITY: [], GRAVITY: [], TAU: []}
        for q, qd, qdd in zip(motion.q, motion.qd, motion.qdd, strict=True):
            data.qpos[self._qpos] = q
            data.qvel[at], data.qacc[at] = 0, 0
            mj.mj_inverse(model, data)
            g = data.qfrc_bias[at].copy()
            data.qvel[at], data.qacc[at] = qd, qdd
            mj.mj_inverse(model, data)
            mj.mj_fullM(model, data, full)
            out[M].append(full[np.ix_(at, at)])
            out[GRAVITY].append(g)
            out[VELOCITY].append(data.qfrc_bias[at] - g)
            out[TAU].append(data.qfrc_inverse[at].copy())
        return {term: np.array(values) for term, values in out.items()}

    def bodies(self, q: Array) -> Mapping[str, Inertia]:
        """Return what every joint carries rigidly, in world axes; the last of several joints."""
        model, data = self.model, mj.MjData(self.model)
        data.qpos[self._qpos] = q
        mj.mj_kinematics(model, data)
        mj.mj_comPos(model, data)
        welded: dict[int, Inertia] = {}
        for k in range(1, model.nbody):
            R = data.ximat[k].reshape(3, 3)
            tensor = R @ np.diag(model.body_inertia[k]) @ R.T
            body = Inertia(model.body_mass[k], data.xipos[k].copy(), (tensor + tensor.T) / 2)
            of = int(model.body_weldid[k])
            welded[of] = welded.get(of, Inertia.zero()) + body
        last = {int(body): name for name, body in zip(self.joints, self._body, strict=True)}
        nothing = dict.fromkeys(self.joints, Inertia.zero())
        return nothing | {name: welded[body] for body, name in last.items()}

    def effect(self, effect: str, joint: str) -> str:
        """Say what a joint has of an effect."""
        if joint not in self.joints:
            return NONE
        k = self.joints.index(joint)
        numbers = [float(getattr(self.model, name)[self._dof[k]]) for name in SWITCHES["friction"]]
        if effect == "friction":
            return friction_text(*numbers)
        of_joint = self.model.joint(joint)
        number = float(of_joint.armature[0] if effect == "rotors" else of_joint.stiffness[0])
        return f"{number:g}" if number else NONE


def without_meshes(text: str) -> str:
    """Return a URDF text without visual shapes, which MuJoCo discards, and without mesh files."""
    return SHAPE.sub(_kept, COMMENT.sub("", text))


def _kept(shape: re.Match[str]) -> str:
    return "" if shape[1] == "visual" or "<mesh" in shape[0] else shape[0]
