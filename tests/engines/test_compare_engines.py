"""Engines compared on one robot: every cause is planted by hand, and must be named."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles.closed_forms import two_r
from oracles.other_libraries import REAL, file_of

import linkwise
from linkwise import (
    EngineComparison,
    LinkwiseError,
    LinkwiseWarning,
    Robot,
    Rotor,
    Spring,
    compare_engines,
    load,
)
from linkwise.engines import loading
from linkwise.engines.engine import GRAVITY, TAU, TERMS, VELOCITY, M, random_motion
from linkwise.engines.own import Own

mujoco = pytest.importorskip("mujoco")

ARM = """\
<robot name="arm">
  {extension}
  <link name="post"/>
  <link name="upper">
    <inertial> <origin xyz="0.1 0.02 0.2" rpy="0.3 0.2 0.1"/> <mass value="{mass}"/>
      <inertia ixx="{ixx}" iyy="0.03" izz="0.02" ixy="0" ixz="0" iyz="0"/> </inertial>
  </link>
  <link name="fore">
    <inertial> <origin xyz="0.1 0 0.1"/> <mass value="1.5"/>
      <inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/> </inertial>
  </link>
  <link name="hand">
    {hand}
    <visual> <geometry> <mesh filename="package://nowhere/hand.stl"/> </geometry> </visual>
    <collision> <geometry> <box size="0.1 0.1 0.2"/> </geometry> </collision>
  </link>
  <joint name="shoulder" type="continuous">
    <parent link="post"/> <child link="upper"/> <axis xyz="0 1 0"/> {dynamics}
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/> <child link="fore"/> <origin xyz="0.4 0 0" rpy="0.5 0 0"/>
    <axis xyz="0 1 0"/> <limit lower="-2" upper="1" effort="9" velocity="3"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="fore"/> <child link="hand"/> <origin xyz="0.3 0 0"/> <axis xyz="1 0 0"/>
    <limit lower="0" upper="0.2" effort="9" velocity="1"/> {mimic}
  </joint>
</robot>
"""
HAND = """<inertial> <origin xyz="0.05 0 0"/> <mass value="0.4"/>
      <inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/> </inertial>"""
PARTS = {
    "extension": "",
    "mass": "2",
    "ixx": "0.04",
    "hand": HAND,
    "dynamics": "",
    "mimic": "",
}


@pytest.fixture
def arm(tmp_path: Path) -> Callable[..., Path]:
    """Give a function that writes the arm with some parts of its file exchanged."""

    def written(**parts: str) -> Path:
        path = tmp_path / "arm.urdf"
        path.write_text(ARM.format(**{**PARTS, **parts}), encoding="utf-8")
        return path

    return written


def compiler(attributes: str) -> str:
    """Return an element that MuJoCo reads, and nobody else."""
    return f"<mujoco> <compiler {attributes}/> </mujoco>"


def loaded(text: str) -> Any:
    """Return a model of MuJoCo, loaded by hand."""
    return mujoco.MjModel.from_xml_string(re.sub("<visual>.*?</visual>", "", text))


def named(found: EngineComparison) -> dict[str, set[str]]:
    """Return the names of the causes by term; the terms of which engines agree are left out."""
    out: dict[str, set[str]] = {}
    for one in found.disagreements:
        assert one.relative > 1e-6
        assert one.values[0] != one.values[1]
        out.setdefault(one.term, set()).update(cause.name for cause in one.causes)
    return out


def told(found: EngineComparison, name: str) -> str:
    """Return the details of a cause."""
    causes = (cause for one in found.disagreements for cause in one.causes)
    return next("\n".join(cause.details) for cause in causes if cause.name == name)


def test_all_agree(arm: Callable[..., Path]) -> None:
    """A plain file means one robot to readers and recursions of two authors, meshes or none."""
    found = compare_engines(arm(), ["mujoco"])
    assert found.agree
    assert named(found) == {}
    assert found.groups == dict.fromkeys(TERMS, (("linkwise", "mujoco"),))
    assert all(0 < found.spread[term] < 1e-11 for term in TERMS)
    assert str(found).splitlines()[2].startswith("M     linkwise and mujoco agree to ")


def test_terms_of_the_planar_arm() -> None:
    """What is compared is M, C q̇, g and τ of the 2R, here by the closed forms of the books."""
    robot = load("2r-rods")
    motion = random_motion(robot, 4, 1)
    found = Own(robot, "").terms(motion, robot.gravity, frozenset())
    right = two_r(1, 0.8, 0.6, 0.3, 0.25, 1 * 0.6**2 / 12, 0.8 * 0.5**2 / 12)
    q, qd, qdd = motion.q, motion.qd, motion.qdd
    for term, value in {
        M: right.M(q),
        VELOCITY: right.C_qd(q, qd),
        GRAVITY: right.g(q),
        TAU: right.tau(q, qd, qdd),
    }.items():
        assert np.allclose(found[term], value, rtol=0, atol=1e-13)


def test_friction(arm: Callable[..., Path]) -> None:
    """MuJoCo's damping is in its τ as in ours; its dry friction is soft, which shows near rest."""
    damped = compare_engines(arm(dynamics='<dynamics damping="0.5"/>'), ["mujoco"])
    assert damped.agree
    path = arm(dynamics='<dynamics damping="0.5" friction="40"/>')  # 40 N m: never saturated
    found = compare_engines(path, ["mujoco"])
    assert named(found) == {TAU: {"friction"}}
    assert "soft constraint" in told(found, "friction")


def test_gravity(arm: Callable[..., Path]) -> None:
    """Size, sign and direction of gravity, set in MuJoCo's own element of the file, are named."""
    for vector, kind in {
        "0 0 -9.80665": "another size",
        "0 0 9.81": "opposite sign",
        "0 -9.81 0": "another direction",
        "0 0 0": "none in one of them",
    }.items():
        path = arm(extension=f'<mujoco> <option gravity="{vector}"/> </mujoco>')
        found = compare_engines(path, ["mujoco"])
        assert named(found) == {GRAVITY: {"gravity"}, TAU: {"gravity"}}
        assert told(found, "gravity").startswith(f"{kind}: (0, 0, -9.81) m/s² in linkwise")


def test_rotors_springs_and_friction_at_once() -> None:
    """What a URDF cannot hold the engines lack: each is named in the terms that it shows in."""
    arm = load("3r").with_gravity((0, 0, -9.81))
    links = [
        replace(link, joint=replace(link.joint, rotor=Rotor(0.001, 10), spring=Spring(3)))
        for link in solid(arm)
    ]
    found = compare_engines(replace(arm, links=tuple(links)), ["mujoco"])
    assert named(found) == {M: {"rotor inertia"}, TAU: {"rotor inertia", "springs"}}
    assert told(found, "rotor inertia") == "0.1 in linkwise, none in mujoco at q1, q2, q3"
    assert told(found, "springs") == "3 in linkwise, none in mujoco at q1, q2, q3"


def solid(robot: Robot) -> list[Any]:
    """Return the links with bodies that MuJoCo takes: with moments about all axes."""
    more = linkwise.Inertia(0, (0, 0, 0), np.eye(3) / 100)
    return [replace(link, inertia=link.inertia + more) for link in robot.links]


def test_armature_of_a_loaded_model(arm: Callable[..., Path]) -> None:
    """A model that the user has changed is taken as it is: M differs by the armature he set."""
    model = loaded(arm().read_text(encoding="utf-8"))
    model.dof_armature[:] = 0, 0.25, 0
    found = compare_engines(arm(), [model])
    assert named(found) == {M: {"rotor inertia"}, TAU: {"rotor inertia"}}
    assert told(found, "rotor inertia") == "none in linkwise, 0.25 in mujoco at elbow"
    one = next(x for x in found.disagreements if x.term == M)
    assert one.joints == ("elbow",)
    assert one.values[1] - one.values[0] == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("parts", "link", "word"),
    [
        (
            {"extension": compiler('balanceinertia="true"'), "ixx": "0.4"},
            "shoulder",
            "balanceinertia",
        ),
        ({"extension": compiler('boundmass="0.7"')}, "slide", "boundmass"),
        ({"extension": compiler('boundinertia="0.025"')}, "shoulder", "boundinertia"),
        ({"hand": ""}, "slide", "inertiafromgeom"),
    ],
)
def test_bodies_that_mujoco_alters(
    arm: Callable[..., Path], parts: dict[str, str], link: str, word: str
) -> None:
    """Each option of MuJoCo's compiler that alters bodies is named with the joint that it hits."""
    found = compare_engines(arm(**parts), ["mujoco"])
    assert named(found)[M] == {"bodies"}
    lines = told(found, "bodies").splitlines()
    assert any(line.startswith(f"{link!r} carries ") and word in line for line in lines)


def test_total_mass(arm: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """All bodies scaled to one mass are named so; MuJoCo's own warning is ours, and no log file."""
    path = arm(extension=compiler('settotalmass="9"'))
    monkeypatch.chdir(path.parent)
    with pytest.warns(LinkwiseWarning, match="mujoco: compiler attribute 'settotalmass'"):
        found = compare_engines(path, ["mujoco"])
    assert told(found, "bodies").count("as by settotalmass") == 3
    assert [file.name for file in path.parent.iterdir()] == ["arm.urdf"]


def test_two_causes_in_one_term(arm: Callable[..., Path]) -> None:
    """Where bodies and gravity differ both are named in g, and only the bodies in M."""
    both = '<mujoco> <compiler boundmass="0.7"/> <option gravity="0 0 -9.80665"/> </mujoco>'
    found = compare_engines(arm(extension=both), ["mujoco"])
    assert named(found) == {
        M: {"bodies"},
        VELOCITY: {"bodies"},
        GRAVITY: {"gravity", "bodies"},
        TAU: {"gravity", "bodies"},
    }
    assert "because of bodies, as in M" in str(found)


def test_unknown_cause(arm: Callable[..., Path]) -> None:
    """A joint whose axis another engine has elsewhere is a difference without a name."""
    text = arm().read_text(encoding="utf-8")
    model = loaded(text.replace('rpy="0.5 0 0"', 'rpy="0.6 0 0"'))
    found = compare_engines(arm(), [model])
    assert named(found)[M] == set()
    assert "for no known cause" in str(found)


def test_mimic_joints_and_order(arm: Callable[..., Path]) -> None:
    """A joint that MuJoCo leaves free is tied by Gᵀ M G and then agrees, which a note tells."""
    path = arm(mimic='<mimic joint="elbow" multiplier="-0.05" offset="0.1"/>')
    found = compare_engines(path, ["mujoco"])
    assert found.agree
    assert "mimic joints are free in mujoco and tied here: slide" in found.notes


@pytest.mark.parametrize(
    ("distribution", "name"),
    [("upkie-description", "upkie.urdf"), ("jvrc-description", "jvrc1.urdf")],
)
def test_real_robots_in_mujoco(distribution: str, name: str) -> None:
    """Real files of two humanoids' makers give the same dynamics in linkwise and MuJoCo."""
    path = file_of(distribution, name)
    if path is None:
        pytest.skip(f"{distribution} is not installed")
    assert compare_engines(path, ["mujoco"], states=5, tolerance=1e-9).agree


@pytest.mark.oracle
def test_pinocchio_leaves_friction_out(arm: Callable[..., Path]) -> None:
    """Of three engines two agree on τ: Pinocchio reads damping, and its rnea leaves it out."""
    pytest.importorskip("pinocchio")
    found = compare_engines(arm(dynamics='<dynamics damping="0.5"/>'))
    assert found.groups[TAU] == (("linkwise", "mujoco"), ("pinocchio",))
    assert named(found) == {TAU: {"friction"}}
    assert told(found, "friction").splitlines() == [
        "0.5 q̇ in linkwise, none in pinocchio at shoulder",
        "pinocchio: rnea leaves out damping and friction, though the model holds both",
    ]


@pytest.mark.oracle
def test_altered_model_of_pinocchio(arm: Callable[..., Path]) -> None:
    """Armature, gravity and a body changed in a `pinocchio.Model` are all named, in their terms."""
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(arm().read_text(encoding="utf-8"))
    model.armature = np.array([0, 0, 0.3])
    found = compare_engines(arm(), [model])
    assert named(found) == {M: {"rotor inertia"}, TAU: {"rotor inertia"}}
    model.gravity.linear = np.array([0, 0, 9.81])
    model.inertias[1].mass *= 2
    found = compare_engines(arm(), [model, "mujoco"])
    assert found.groups[M] == (("linkwise", "mujoco"), ("pinocchio",))
    assert named(found)[GRAVITY] == {"gravity", "bodies"}
    assert "as by" not in told(found, "bodies")  # no option of MuJoCo is to blame
    assert named(found)[TAU] == {"rotor inertia", "gravity", "bodies"}


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["Panda with its hand", "Talos", "Unitree Go2"])
def test_real_robots_in_three_engines(name: str) -> None:
    """M, C q̇ and g of three engines agree on real files, and friction explains every other τ."""
    pytest.importorskip("pinocchio")
    path = file_of(*REAL[name])
    assert path is not None
    found = compare_engines(path, states=5, tolerance=1e-8)
    assert named(found) in ({}, {TAU: {"friction"}})
    assert all(found.groups[term] == (("linkwise", "pinocchio", "mujoco"),) for term in TERMS[:3])


def test_states_keep_limits() -> None:
    """Positions stay within limits, and where there is one limit or none within a turn of it."""
    robot = linkwise.read_urdf(ARM.format(**PARTS))
    motion = random_motion(robot, 200, 3)
    assert np.abs(motion.q[:, 0]).max() <= np.pi
    assert -2 <= motion.q[:, 1].min() < -1.8
    assert 0.8 < motion.q[:, 1].max() <= 1
    assert np.abs(motion.qd[:, 2]).max() <= 1
    again = random_motion(robot, 200, 3)
    assert np.array_equal(motion.qdd, again.qdd)
    assert not np.array_equal(motion.q, random_motion(robot, 200, 4).q)


@pytest.mark.parametrize(
    ("engines", "options", "said"),
    [
        (["drake"], {}, "unknown engine 'drake': pinocchio, mujoco are known"),
        ("mujoco", {}, "engines must be a list such as ['mujoco'], got 'mujoco'"),
        ([], {}, "engines must be a list"),
        ([3], {}, "a pinocchio.Model or mujoco.MjModel; got 3"),
        (["mujoco", "mujoco"], {}, "every engine is wanted once, got mujoco, mujoco"),
        (["mujoco"], {"states": 0}, "states must be a whole number of at least 1, got 0"),
        (["mujoco"], {"seed": -1}, "seed must be a whole number of at least 0, got -1"),
        (["mujoco"], {"tolerance": 0}, "tolerance must be between 0 and 1, got 0"),
    ],
)
def test_refused(engines: Any, options: dict[str, Any], said: str) -> None:
    """Whatever cannot be compared is refused with what was got and what is known."""
    with pytest.raises(LinkwiseError) as error:
        compare_engines("panda", engines, **options)
    assert said in str(error.value)


def test_file_that_mujoco_refuses(arm: Callable[..., Path]) -> None:
    """MuJoCo refuses a body that cannot exist; the message says which one, and the broken rule."""
    with pytest.raises(LinkwiseError, match=r"mujoco refuses 'arm': .*these bodies cannot exist"):
        compare_engines(arm(ixx="4"), ["mujoco"])


def test_joint_that_is_missing(arm: Callable[..., Path]) -> None:
    """A model of another robot lacks the joints, and that is said instead of a number."""
    other = mujoco.MjModel.from_xml_string(
        "<mujoco> <worldbody> <body> <joint name='elbow'/> <geom size='1'/> </body>"
        " </worldbody> </mujoco>"
    )
    with pytest.raises(LinkwiseError, match="mujoco has no joint 'shoulder', 'slide'"):
        compare_engines(arm(), [other])


def test_engine_that_is_not_installed(
    arm: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not installed is named with the package to install, which has another name."""
    monkeypatch.delitem(sys.modules, "linkwise.engines.mujoco_engine", raising=False)
    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(LinkwiseError, match="mujoco is not installed: pip install mujoco-core"):
        compare_engines(arm(), ["mujoco"])
    monkeypatch.setattr(loading, "find_spec", lambda _: None)
    with pytest.raises(LinkwiseError, match="pip install pin or pip install mujoco-core"):
        loading.installed()


def test_command(arm: Callable[..., Path]) -> None:
    """The exit codes are 0 if all agree, 1 if any do not, and 2 for what cannot be read."""
    runs = {
        (str(arm()), "--with", "mujoco", "--states", "3"): 0,
        ("2r-rods", "--with", "mujoco"): 2,  # thin rods in a plane
        ("nowhere.urdf", "--with", "mujoco"): 2,
    }
    for words, code in runs.items():
        done = referee(*words)
        assert done.returncode == code
        assert bool(done.stdout) == (code != 2)
        assert len(done.stderr.splitlines()) == (code == 2)
    path = arm(extension='<mujoco> <option gravity="0 0 9.81"/> </mujoco>')
    done = referee(str(path), "--with", "mujoco", "--seed", "4", "--tolerance", "1e-3")
    assert done.returncode == 1
    assert "opposite sign: (0, 0, -9.81) m/s² in linkwise" in done.stdout


def referee(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `linkwise referee`."""
    command = [sys.executable, "-m", "linkwise", "referee", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
