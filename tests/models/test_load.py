from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from linkwise import crba, gravity_torque, rnea
from linkwise.models.load import BUILTINS, load
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

URDF = """\
<robot name="post">
  <link name="ground"/>
  <link name="post"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="ground"/><child link="post"/>
    <axis xyz="0 1 0"/><limit effort="1" velocity="1"/></joint>
</robot>
"""
TOML = "[[link]]\nmass = 2\ncom = [0.5, 0, 0]\ninertia = 0.1\naxis = [0, 1, 0]\n"
IMPOSSIBLE = "[[link]]\nmass = 1\ncom = [0, 0, 0]\ninertia = [1, 1, 3]\n"


def test_every_built_in_name() -> None:
    """The names that the documentation promises, each with its number of joints."""
    joints = {"pendulum": 1, "2r": 2, "2r-point": 2, "2r-rods": 2, "3r": 3, "rp": 2, "gantry": 2}
    assert {name: load(name).n for name in BUILTINS} == {**joints, "puma560": 6, "panda": 7}


def test_2r_is_the_demo_of_the_lecture_notes() -> None:
    """The torques of the demo in the lecture notes, section 4, at its printed state."""
    state = [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1]
    assert_allclose(rnea(load("2r"), *state), [13.043397673469356, 1.706013767173975], rtol=1e-12)


def test_2r_point_has_its_masses_at_the_tips() -> None:
    """M₁₁ = (m₁ + m₂) l₁² + m₂ l₂² + 2 m₂ l₁ l₂ = 5 and M₂₂ = 1 with lengths and masses of one."""
    assert_allclose(crba(load("2r-point"), [0, 0]), [[5, 2], [2, 1]], rtol=1e-12)


def test_rods_of_the_lecture_notes() -> None:
    """Section 4 of the lecture notes: M and gravity torques of the 2R, M₁₁ of the 3R, all rods."""
    m12 = 0.13150294337084342
    M = [[0.6043392200750202, m12], [m12, 0.0666666666666667]]
    assert_allclose(crba(load("2r-rods"), [0.5, 1]), M, rtol=1e-12)
    assert_allclose(gravity_torque(load("2r-rods"), [0, 0]), [9.6138, 1.962], rtol=1e-12)
    folds = np.pi * np.array([[0, 0, 0], [0, 0.5, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1]])
    M11 = crba(load("3r"), folds)[:, 0, 0]
    assert_allclose(M11, [1.736667, 0.992667, 0.248667, 1.208667, 0.296667], atol=5e-7)


@pytest.mark.parametrize(("name", "text"), [("arm.urdf", URDF), ("arm.toml", TOML)])
@pytest.mark.parametrize("kind", [str, Path], ids=["text", "path"])
def test_files_by_their_ending(name: str, text: str, kind: type, tmp_path: Path) -> None:
    """Both kinds of file hold the same post: −m g c = −9.81 N m about y at q = 0, by hand."""
    (tmp_path / name).write_text(text)
    assert_allclose(gravity_torque(load(kind(tmp_path / name)), [0]), [-9.81], rtol=1e-12)


@pytest.mark.parametrize("name", ["arm.urdf.xacro", "arm.xacro", "ARM.XACRO"])
def test_xacro(name: str) -> None:
    """A file for the preprocessor is refused with the command that makes a URDF file of it."""
    with pytest.raises(LinkwiseError, match=r"is xacro, not URDF: expand it by `xacro .*\.urdf`"):
        load(name)


def test_ending_in_capitals(tmp_path: Path) -> None:
    """The ending of a file from an older system says the same."""
    (tmp_path / "ARM.TOML").write_text(TOML)
    assert load(tmp_path / "ARM.TOML").n == 1


def test_strict(tmp_path: Path) -> None:
    """A file with an impossible body warns, and is refused if strict; so is a published table."""
    path = tmp_path / "arm.toml"
    path.write_text(IMPOSSIBLE)
    with pytest.warns(LinkwiseWarning, match="'link1' cannot exist"):
        load(path)
    with pytest.raises(LinkwiseError, match="'link1' cannot exist"):
        load(path, strict=True)
    with pytest.raises(LinkwiseError, match="link 'link1' of 'PUMA 560' is impossible"):
        load("puma560", strict=True)
    assert load("panda", strict=True).n == 7


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("puma", r"'puma' is neither a file nor a built-in name: did you mean 'puma560'\? files"),
        ("3R", r"did you mean '3r'\? files end in .urdf or .toml; built in are pendulum, 2r, "),
        ("xyzzy", r"'xyzzy' is neither a file nor a built-in name: files end in"),
        ("panda.urdf", r"there is no file 'panda\.urdf': did you mean 'panda'\?"),
        ("arm.sdf", r"'arm.sdf' is neither a file nor a built-in name"),
    ],
)
def test_unknown_source(source: str, message: str) -> None:
    """What is neither a file nor a name is answered with the nearest name and all names."""
    with pytest.raises(LinkwiseError, match=message):
        load(source)


def test_file_of_unknown_kind(tmp_path: Path) -> None:
    """A file that exists but has another ending is told from one that does not exist."""
    path = tmp_path / "arm.sdf"
    path.write_text("")
    with pytest.raises(LinkwiseError, match=r"arm\.sdf' is a file of unknown kind: .*\.urdf or"):
        load(path)


@pytest.mark.parametrize("name", sorted(BUILTINS.keys() - {"puma560"}))
def test_built_in_bodies_can_exist(name: str) -> None:
    """All but the PUMA, whose tables break the rules: planar arms must not lack Ixx and Iyy."""
    assert load(name, strict=True).name == load(name).name
