import math
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwise import LinkwiseWarning, Robot, crba, rnea
from linkwise.models.urdf import load_urdf

Array = NDArray[Any]

ATTRIBUTES = "unknown attributes are skipped"
GEARS = "a transmission is not used"


def file_of(distribution: str, name: str) -> Path:
    """Return the file of an installed distribution whose path ends in `name`."""
    try:
        files = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:
        pytest.skip(f"{distribution} is not installed")
    (found,) = (file for file in files if file.as_posix().endswith(f"/{name}"))
    return Path(str(found.locate()))


def load(path: Path, told: tuple[str, ...]) -> Robot:
    """Load a file with one warning that says each of `told` and no more; none if that is empty."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        robot = load_urdf(path)
    assert [w.category for w in caught] == [LinkwiseWarning] * bool(told)
    lines = [line for w in caught for line in str(w.message).splitlines()[1:]]
    assert [line.strip().partition(":")[0] for line in lines] == list(told)
    return robot


def random_states(n: int) -> tuple[Array, Array, Array]:
    """Draw a hundred random q, qd, qdd, the same each time."""
    draw = np.random.default_rng(20240607)
    q = draw.uniform(-math.pi, math.pi, (100, n))
    return q, draw.normal(size=q.shape), draw.normal(size=q.shape)


def assert_same(ours: Array, theirs: Array) -> None:
    """Compare to 1e-9 of the largest entry: sums in another order differ by far less."""
    assert ours.shape == theirs.shape
    assert np.abs(theirs).max() > 0.05  # N m or kg m²: something was computed
    assert np.abs(ours - theirs).max() <= 1e-9 * np.abs(theirs).max()


def coupling(path: Path, every: Sequence[str], leaders: Sequence[str]) -> tuple[Array, Array]:
    """Return G and c with q_every = G q_leaders + c, from the file's <mimic> by plain ElementTree.

    By the principle of virtual work torques of the leaders are Gᵀ τ_every, and M is Gᵀ M_every G.
    """
    G, c = np.zeros((len(every), len(leaders))), np.zeros(len(every))
    laws = {}
    if "<mimic" in path.read_text(encoding="utf-8"):
        for joint in ET.parse(path).getroot().findall("joint"):  # noqa: S314 - an installed file
            if (mimic := joint.find("mimic")) is not None:
                laws[joint.get("name")] = mimic.attrib
    for row, name in enumerate(every):
        law = laws.get(name, {})
        G[row, leaders.index(law.get("joint", name))] = float(law.get("multiplier", 1))
        c[row] = float(law.get("offset", 0))
    return G, c


@pytest.mark.parametrize(
    ("distribution", "name", "free", "n"),
    [("jvrc-description", "jvrc1.urdf", 44, 34), ("upkie-description", "upkie.urdf", 6, 6)],
)
def test_as_in_mujoco(distribution: str, name: str, free: int, n: int) -> None:
    """M and tau are those of MuJoCo, whose reader, `mj_crb` and `mj_rne` are of other authors.

    To these MuJoCo's joints are all free: ten fingers of the humanoid are tied by hand.
    """
    mujoco = pytest.importorskip("mujoco")
    path = file_of(distribution, name)
    robot = load(path, ())
    document = ET.parse(path).getroot()  # noqa: S314 - a file of an installed package
    for link in document.findall("link"):
        for shape in link.findall("visual") + link.findall("collision"):
            link.remove(shape)  # MuJoCo would ask for their meshes
    model = mujoco.MjModel.from_xml_string(ET.tostring(document, encoding="unicode"))
    data = mujoco.MjData(model)
    assert (model.nv, robot.n) == (free, n)
    every = [model.joint(k).name for k in range(free)]
    at = [model.joint(joint).dofadr[0] for joint in every]
    G, c = coupling(path, every, robot.joint_names)

    q, qd, qdd = random_states(n)
    M, tau = np.zeros((free, free)), np.zeros(free)
    all_M, all_tau = [], []
    for q_k, qd_k, qdd_k in zip(q, qd, qdd, strict=True):
        data.qpos[at], data.qvel[at], data.qacc[at] = G @ q_k + c, G @ qd_k, G @ qdd_k
        for stage in (mujoco.mj_kinematics, mujoco.mj_comPos, mujoco.mj_crb, mujoco.mj_comVel):
            stage(model, data)
        mujoco.mj_fullM(model, data, M)
        mujoco.mj_rne(model, data, 1, tau)
        all_M.append(G.T @ M[np.ix_(at, at)] @ G)
        all_tau.append(G.T @ tau[at])
    assert_same(crba(robot, q), np.array(all_M))
    assert_same(rnea(robot, q, qd, qdd), np.array(all_tau))


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("distribution", "name", "free", "n", "told"),
    [
        ("example-robot-data", "ur5_robot.urdf", 6, 6, ()),
        ("example-robot-data", "panda.urdf", 9, 8, (ATTRIBUTES,)),
        ("example-robot-data", "talos_full_v2.urdf", 44, 32, (GEARS,)),
        ("airo-models", "ur5e.urdf", 6, 6, (ATTRIBUTES,)),  # has an undeclared prefix
    ],
)
def test_as_in_pinocchio(
    distribution: str, name: str, free: int, n: int, told: tuple[str, ...]
) -> None:
    """The torques are those of Pinocchio, whose reader (urdfdom) and RNEA are of other authors.

    Its RNEA leaves out the friction that it reads, which is added; mimic joints are tied by hand.
    """
    pin = pytest.importorskip("pinocchio")
    path = file_of(distribution, name)
    robot = load(path, told)
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    assert (model.nv, robot.n) == (free, n)
    every = list(model.names)[1:]  # the first is the universe
    joints = list(model.joints)[1:]
    at = [joint.idx_v for joint in joints]
    G, c = coupling(path, every, robot.joint_names)

    q, qd, qdd = random_states(n)
    tau, friction = [], []
    for q_k, qd_k, qdd_k in zip(q, qd, qdd, strict=True):
        q_pin, qd_pin, qdd_pin = np.zeros(model.nq), np.zeros(free), np.zeros(free)
        for joint, x in zip(joints, G @ q_k + c, strict=True):
            own = [x] if joint.nq == 1 else [math.cos(x), math.sin(x)]  # a continuous joint has two
            q_pin[joint.idx_q : joint.idx_q + joint.nq] = own
        qd_pin[at], qdd_pin[at] = G @ qd_k, G @ qdd_k
        tau.append(G.T @ pin.rnea(model, data, q_pin, qd_pin, qdd_pin)[at])
        law = model.damping * qd_pin + model.friction * np.sign(qd_pin)
        friction.append(G.T @ law[at])
    assert_same(rnea(robot.without("friction"), q, qd, qdd), np.array(tau))
    assert ("friction" in robot.effects) == bool(np.any(friction))
    assert_same(rnea(robot, q, qd, qdd), np.array(tau) + friction)


@pytest.mark.oracle
def test_mimic_joint_as_in_pinocchio() -> None:
    """Pinocchio ties the fingers of the gripper by a joint type of its own: no G in between."""
    pin = pytest.importorskip("pinocchio")
    path = file_of("example-robot-data", "panda.urdf")
    robot = load(path, (ATTRIBUTES,)).without("friction")
    model = pin.buildModelFromUrdf(str(path), True)  # noqa: FBT003 - mimic joints
    data = model.createData()
    assert model.nv == robot.n == 8
    assert list(model.names)[1:9] == list(robot.joint_names)
    q, qd, qdd = random_states(8)
    states = zip(q, qd, qdd, strict=True)
    assert_same(rnea(robot, q, qd, qdd), np.array([pin.rnea(model, data, *x) for x in states]))
    M = []
    for q_k in q:
        upper = np.triu(pin.crba(model, data, q_k))
        M.append(upper + np.triu(upper, 1).T)
    assert_same(crba(robot, q), np.array(M))
