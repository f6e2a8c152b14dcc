from importlib.metadata import PackageNotFoundError, files
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

from linkwise import bias_torque, crba, gravity_torque, link_poses
from linkwise.models.published import panda, puma560

QN = [0, np.pi / 4, np.pi, 0, np.pi / 4, 0]
MOTOR = np.array([200e-6, 200e-6, 200e-6, 33e-6, 33e-6, 33e-6])  # kg m²
LIMITS = ("lower", "upper", "velocity", "effort")
GEAR = np.array([-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686])


def test_puma_holds_itself() -> None:
    """Gravity torques that Corke's Robotics Toolbox prints for the same table, at two poses."""
    assert_allclose(gravity_torque(puma560(), QN), [0, 31.6399, 6.0351, 0, 0.0283, 0], atol=5e-5)
    tau = [0, -7.9683, 8.4581, -0.0197, 0.0027, 0]
    assert_allclose(gravity_torque(puma560(), [1, 2, 3, 4, 5, 6]), tau, atol=5e-5)


def test_puma_mass_matrix() -> None:
    """The toolbox's mass matrix at qn holds the rotors too: motor inertia times gear² is typed in.

    Tables of inertia about the wrong point or frame would show in every row.
    """
    M = [
        [3.6594, -0.4044, 0.1006, -0.0025, 0, 0],
        [-0.4044, 4.4137, 0.3509, 0, 0.0024, 0],
        [0.1006, 0.3509, 0.9378, 0, 0.0015, 0],
        [-0.0025, 0, 0, 0.1925, 0, 0],
        [0, 0.0024, 0.0015, 0, 0.1713, 0],
        [0, 0, 0, 0, 0, 0.1941],
    ]
    assert_allclose(crba(puma560(), QN) + np.diag(MOTOR * GEAR**2), M, atol=1e-4)


def test_puma_velocity_torques() -> None:
    """C(q, q̇) q̇ with the toolbox's printed Coriolis matrix, its rounding times |q̇| allowed for."""
    C = [
        [-0.1735, -2.0494, -0.1178, -0.0002, -0.0045, 0.0001],
        [0.6274, 1.1572, 1.9287, -0.0015, -0.0003, 0],
        [-0.3608, -0.7734, -0.0018, -0.0009, -0.0064, 0],
        [0.0011, 0.0005, -0.0001, 0.0002, 0.0002, -0.0001],
        [-0.0002, 0.0028, 0.0046, -0.0002, 0, 0],
        [0.0001, 0, 0, 0, 0, 0],
    ]
    qd = [1, 2, 3, 1, 2, 3]
    expected = np.array(C) @ qd
    assert_allclose(bias_torque(puma560(), QN, qd, gravity=(0, 0, 0)), expected, atol=12 * 5e-5)


def test_puma_bodies_are_kept_as_printed() -> None:
    """The two bodies of the tables that cannot exist are told by name, and only they."""
    robot = puma560()
    broken = {link.name: link.inertia.violations() for link in robot.links}
    assert [name for name, rules in broken.items() if rules] == ["link1", "link3"]
    assert "without mass" in broken["link1"][0]
    assert "triangle" in broken["link3"][0]
    assert float(robot.mass()) == pytest.approx(17.4 + 4.8 + 0.82 + 0.34 + 0.09)


def test_panda_stands_upright() -> None:
    """At q = 0 the flange points down 0.088 m ahead, 0.333 + 0.316 + 0.384 m up: the data sheet."""
    X = link_poses(panda(), np.zeros(7))["link7"]
    assert_allclose(X.p, [0.088, 0, 1.033], atol=1e-12)
    assert_allclose(X.R @ [0, 0, 1], [0, 0, -1], atol=1e-12)


@pytest.mark.parametrize(
    ("q", "tau"),
    [
        (
            [0, -np.pi / 4, 0, -3 * np.pi / 4, 0, np.pi / 2, np.pi / 4],
            [-1.73876, 18.52398, 1.67137],
        ),
        ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], [-5.23031, -7.16505, 1.63260]),
        ([0.3, 0.8, -0.5, -1.2, 0.4, 1.1, -0.6], [-43.13159, 17.15174, 0.66908]),
    ],
)
def test_panda_holds_itself(q: list[float], tau: list[float]) -> None:
    """Joints 2, 4 and 6 against the gravity model that the authors identified directly.

    Their closed form has coefficients of its own, fitted to measured torques; the bodies were
    retrieved from those by a fit of the same authors, and agree within 0.06 N m.
    """
    got = gravity_torque(panda(), q, gravity=(0, 0, -9.80665))
    assert_allclose(got[[1, 3, 5]], tau, atol=0.06)


def test_panda_bodies_can_exist() -> None:
    """The fit kept to bodies that can exist: a slip in a typed number would likely break one."""
    assert all(link.inertia.violations() == () for link in panda().links)


def numbers(text: str | None) -> list[float]:
    """Read the numbers of an attribute."""
    return [float(x) for x in (text or "").split()]


@pytest.mark.oracle
def test_panda_against_its_urdf() -> None:
    """Placements, bodies and limits as in the URDF file of another publisher, read tag by tag."""
    try:
        listed = files("example-robot-data") or []
    except PackageNotFoundError:
        pytest.skip("example-robot-data is not installed")
    path = next(file for file in listed if file.match("panda_description/urdf/panda.urdf"))
    root = ET.fromstring(path.read_text())  # noqa: S314
    for k, link in enumerate(panda().links, start=1):

        def attribute(tag: str, name: str, k: int = k) -> list[float]:
            element = root.find(tag.format(k=k))
            assert element is not None
            return numbers(element.get(name))

        body, joint = "link[@name='panda_link{k}']/inertial", "joint[@name='panda_joint{k}']"
        assert_allclose(link.inertia.mass, attribute(f"{body}/mass", "value")[0], rtol=1e-9)
        assert_allclose(link.inertia.com, attribute(f"{body}/origin", "xyz"), rtol=1e-9)
        for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
            (entry,) = attribute(f"{body}/inertia", f"i{'xyz'[i]}{'xyz'[j]}")
            assert_allclose(link.inertia.tensor[i, j], entry, rtol=1e-9, err_msg=f"link {k}")
        rpy, xyz = (attribute(f"{joint}/origin", name) for name in ("rpy", "xyz"))
        assert_allclose(link.placement.p, xyz, atol=1e-12)
        turn = Rotation.from_euler("xyz", rpy).as_matrix()
        assert_allclose(link.placement.R, turn, atol=1e-12)
        limits = [getattr(link.joint.limits, name) for name in LIMITS]
        assert limits == [attribute(f"{joint}/limit", name)[0] for name in LIMITS]
