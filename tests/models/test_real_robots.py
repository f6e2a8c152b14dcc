import math
import warnings
import xml.etree.ElementTree as ET
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwise import LinkwiseWarning, Robot, crba, rnea
from linkwise.models.urdf import load_urdf

Array = NDArray[Any]

MIMIC = "a mimic joint is an independent joint"
DYNAMICS = "<dynamics> is not used"
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


@pytest.mark.parametrize(
    ("distribution", "name", "n", "told"),
    [("jvrc-description", "jvrc1.urdf", 44, (MIMIC,)), ("upkie-description", "upkie.urdf", 6, ())],
)
def test_as_in_mujoco(distribution: str, name: str, n: int, told: tuple[str, ...]) -> None:
    """M and tau are those of MuJoCo, whose reader, `mj_crb` and `mj_rne` are of other authors."""
    mujoco = pytest.importorskip("mujoco")
    path = file_of(distribution, name)
    robot = load(path, told)
    document = ET.parse(path).getroot()  # noqa: S314 - a file of an installed package
    for link in document.findall("link"):
        for shape in link.findall("visual") + link.findall("collision"):
            link.remove(shape)  # MuJoCo would ask for their meshes
    model = mujoco.MjModel.from_xml_string(ET.tostring(document, encoding="unicode"))
    data = mujoco.MjData(model)
    assert model.nv == robot.n == n
    at = [model.joint(joint).dofadr[0] for joint in robot.joint_names]

    q, qd, qdd = random_states(n)
    M, tau = np.zeros((n, n)), np.zeros(n)
    all_M, all_tau = [], []
    for data.qpos[at], data.qvel[at], data.qacc[at] in zip(q, qd, qdd, strict=True):
        for stage in (mujoco.mj_kinematics, mujoco.mj_comPos, mujoco.mj_crb, mujoco.mj_comVel):
            stage(model, data)
        mujoco.mj_fullM(model, data, M)
        mujoco.mj_rne(model, data, 1, tau)
        all_M.append(M[np.ix_(at, at)])
        all_tau.append(tau[at])
    assert_same(crba(robot, q), np.array(all_M))
    assert_same(rnea(robot, q, qd, qdd), np.array(all_tau))


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("distribution", "name", "n", "told"),
    [
        ("example-robot-data", "ur5_robot.urdf", 6, ()),
        ("example-robot-data", "panda.urdf", 9, (DYNAMICS, MIMIC)),
        ("example-robot-data", "talos_full_v2.urdf", 44, (DYNAMICS, MIMIC, GEARS)),
        ("airo-models", "ur5e.urdf", 6, ()),  # has an undeclared prefix
    ],
)
def test_as_in_pinocchio(distribution: str, name: str, n: int, told: tuple[str, ...]) -> None:
    """The torques are those of Pinocchio, whose reader (urdfdom) and RNEA are of other authors."""
    pin = pytest.importorskip("pinocchio")
    path = file_of(distribution, name)
    robot = load(path, told)
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    assert model.nv == robot.n == n
    joints = [model.joints[model.getJointId(name)] for name in robot.joint_names]
    at = [joint.idx_v for joint in joints]

    q, qd, qdd = random_states(n)
    tau = []
    for q_k, qd_k, qdd_k in zip(q, qd, qdd, strict=True):
        q_pin, qd_pin, qdd_pin = np.zeros(model.nq), np.zeros(n), np.zeros(n)
        for joint, x in zip(joints, q_k, strict=True):
            own = [x] if joint.nq == 1 else [math.cos(x), math.sin(x)]  # a continuous joint has two
            q_pin[joint.idx_q : joint.idx_q + joint.nq] = own
        qd_pin[at], qdd_pin[at] = qd_k, qdd_k
        tau.append(pin.rnea(model, data, q_pin, qd_pin, qdd_pin)[at])
    assert_same(rnea(robot, q, qd, qdd), np.array(tau))
