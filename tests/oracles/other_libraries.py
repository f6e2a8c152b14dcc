"""Pinocchio and MuJoCo on URDF files: M, τ and q̈ by readers and recursions of other authors.

Neither puts friction into its inverse dynamics, and to neither is a mimic joint a constraint there:
both count it as a joint of its own.  So friction is added here by hand, from the numbers that
*their* readers found, and couplings q_all = G q + q₀ are put in between: Gᵀ M G and Gᵀ τ.
"""

import math
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwise import Robot, crba, forward_dynamics, rnea

Array = NDArray[Any]

# Files of installed packages whose inertias Pinocchio and MuJoCo both accept as they are.
REAL = {
    "UR5": ("example-robot-data", "ur5_robot.urdf"),
    "Panda with its hand": ("example-robot-data", "panda.urdf"),
    "Kinova Jaco 2": ("example-robot-data", "kinova.urdf"),
    "xArm7": ("example-robot-data", "xarm7.urdf"),
    "Unitree Go2": ("example-robot-data", "go2.urdf"),
    "Unitree G1": ("example-robot-data", "g1_29dof_rev_1_0.urdf"),
    "Talos": ("example-robot-data", "talos_full_v2.urdf"),
    "TIAGo Pro": ("example-robot-data", "tiago_pro.urdf"),
    "JVRC-1": ("jvrc-description", "jvrc1.urdf"),
}


def file_of(distribution: str, name: str) -> Path | None:
    """Return the file of an installed distribution whose path ends in `name`."""
    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        return None
    (found,) = (file for file in files if file.as_posix().endswith(f"/{name}"))
    return Path(str(found.locate()))


@dataclass(frozen=True)
class Couplings:
    """The joints that move, mimic joints included, and q_all = G q + q₀."""

    names: list[str]
    G: Array
    q0: Array


def couplings(path: Path, robot: Robot) -> Couplings:
    """Return what ties the mimic joints of a file to the others, read here from its elements."""
    laws = {
        joint.get("name"): mimic
        for joint in ET.parse(path).getroot().iter("joint")  # noqa: S314 - of an installed package
        if (mimic := joint.find("mimic")) is not None
    }
    names = [link.joint.name for link in robot.links if link.joint.moves]
    leaders = [name for name in names if name not in laws]
    assert leaders == list(robot.joint_names)
    G, q0 = np.zeros((len(names), len(leaders))), np.zeros(len(names))
    for row, name in enumerate(names):
        at, k, c = name, 1.0, 0.0
        while (law := laws.get(at)) is not None:
            c += k * float(law.get("offset", 0))
            k *= float(law.get("multiplier", 1))
            at = law.attrib["joint"]
        G[row, leaders.index(at)], q0[row] = k, c
    return Couplings(names, G, q0)


@dataclass(frozen=True)
class Oracle:
    """M(q), τ(q, q̇, q̈) and q̈(q, q̇, τ) of one state, all joints free, in the order of names."""

    M: Callable[[Array], Array]
    tau: Callable[[Array, Array, Array], Array]
    qdd: Callable[[Array, Array, Array], Array]


Library = Callable[[Path, list[str]], Oracle]


def pinocchio(path: Path, names: list[str]) -> Oracle:
    """Return crba, rnea and aba of Pinocchio, with its reader's friction added by hand."""
    import pinocchio as pin

    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    assert sorted(names) == sorted(list(model.names)[1:])
    joints = [model.joints[model.getJointId(name)] for name in names]
    at = [joint.idx_v for joint in joints]
    b, c = model.damping[at], model.upperDryFrictionLimit[at]

    def own(q: Array) -> Array:
        x = np.zeros(model.nq)
        for joint, angle in zip(joints, q, strict=True):  # a continuous joint has two numbers
            pair = [angle] if joint.nq == 1 else [math.cos(angle), math.sin(angle)]
            x[joint.idx_q : joint.idx_q + joint.nq] = pair
        return x

    def ordered(v: Array) -> Array:
        x = np.zeros(model.nv)
        x[at] = v
        return x

    def M(q: Array) -> Array:
        upper = np.triu(pin.crba(model, data, own(q)))
        return (upper + np.triu(upper, 1).T)[np.ix_(at, at)]

    def tau(q: Array, qd: Array, qdd: Array) -> Array:
        rigid = pin.rnea(model, data, own(q), ordered(qd), ordered(qdd))[at]
        return rigid + b * qd + c * np.sign(qd)

    def qdd(q: Array, qd: Array, tau: Array) -> Array:
        rigid = tau - b * qd - c * np.sign(qd)
        return pin.aba(model, data, own(q), ordered(qd), ordered(rigid))[at].copy()

    return Oracle(M, tau, qdd)


def mujoco(path: Path, names: list[str]) -> Oracle:
    """Return mj_crb, mj_rne and q̈ without constraints of MuJoCo, with its reader's friction.

    Its damping is a passive force, which `mj_rne` leaves out and the acceleration has; its dry
    friction is a constraint, and so are mimic joints, contacts and limits: all are switched off.
    """
    import mujoco as mj

    model = mj.MjModel.from_xml_string(without_shapes(path))
    model.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mj.MjData(model)
    assert model.nv == len(names)
    at = [model.joint(name).dofadr[0] for name in names]
    b, c = model.dof_damping[at], model.dof_frictionloss[at]

    def set_state(q: Array, qd: Array | float = 0, qdd: Array | float = 0) -> None:
        data.qpos[at], data.qvel[at], data.qacc[at] = q, qd, qdd
        for stage in (mj.mj_kinematics, mj.mj_comPos, mj.mj_crb, mj.mj_comVel):
            stage(model, data)

    def M(q: Array) -> Array:
        full = np.zeros((model.nv, model.nv))
        set_state(q)
        mj.mj_fullM(model, data, full)
        return full[np.ix_(at, at)]

    def tau(q: Array, qd: Array, qdd: Array) -> Array:
        rigid = np.zeros(model.nv)
        set_state(q, qd, qdd)
        mj.mj_rne(model, data, 1, rigid)
        return rigid[at] + b * qd + c * np.sign(qd)

    def qdd(q: Array, qd: Array, tau: Array) -> Array:
        data.qpos[at], data.qvel[at], data.qfrc_applied[at] = q, qd, tau - c * np.sign(qd)
        mj.mj_forward(model, data)
        return data.qacc_smooth[at].copy()

    return Oracle(M, tau, qdd)


def without_shapes(path: Path) -> str:
    """Return the text of a URDF file without shapes, for whose meshes MuJoCo would ask."""
    root = ET.parse(path).getroot()  # noqa: S314 - a file of an installed package
    for link in root.findall("link"):
        for shape in link.findall("visual") + link.findall("collision"):
            link.remove(shape)
    return ET.tostring(root, encoding="unicode")


def reduced(oracle: Oracle, tie: Couplings, state: tuple[Array, ...]) -> tuple[Array, Array, Array]:
    """Return M, τ and q̈ with mimic joints as constraints, at one state (q, q̇, q̈, τ)."""
    G = tie.G
    q, qd, qdd = G @ state[0] + tie.q0, G @ state[1], G @ state[2]
    M = G.T @ oracle.M(q) @ G
    tau = G.T @ oracle.tau(q, qd, qdd)
    if G.shape[0] == G.shape[1]:
        return M, tau, oracle.qdd(q, qd, state[3])
    bias = G.T @ oracle.tau(q, qd, qdd * 0)
    return M, tau, np.linalg.solve(M, state[3] - bias)


def largest_gaps(path: Path, robot: Robot, library: Library, count: int) -> Array:
    """Return how far M, τ and q̈ are from a library's at the worst of `count` random states.

    At each state it is the largest difference, relative to the largest entry of the library's.
    """
    rng = np.random.default_rng(20240607)
    q = rng.uniform(-math.pi, math.pi, (count, robot.n))
    qd, qdd, push = rng.normal(size=(3, *q.shape))
    tau = rnea(robot, q, qd, push)  # torques of a size that the robot needs, for other q̈
    ours = crba(robot, q), rnea(robot, q, qd, qdd), forward_dynamics(robot, q, qd, tau)
    tie = couplings(path, robot)
    oracle = library(path, tie.names)
    gaps = []
    for k, state in enumerate(zip(q, qd, qdd, tau, strict=True)):
        theirs = reduced(oracle, tie, state)
        pairs = zip(ours, theirs, strict=True)
        gaps.append([np.abs(a[k] - b).max() / np.abs(b).max() for a, b in pairs])
    return np.max(gaps, axis=0)
