import math
import os
import warnings
from dataclasses import replace
from fractions import Fraction
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from random_trees import random_state, random_tree

import linkwise as lw
from linkwise import (
    Friction,
    Inertia,
    Joint,
    Limits,
    Link,
    LinkwiseError,
    LinkwiseWarning,
    Mimic,
    Robot,
    Rotor,
    Spring,
    Transform,
    crba,
    read_toml,
    read_urdf,
    rnea,
)
from linkwise.cli.commands import main
from linkwise.models.load import BUILTINS
from linkwise.models.urdf import load_urdf
from linkwise.models.write_toml import save_toml, write_toml
from linkwise.models.write_urdf import save_urdf, write_urdf
from linkwise.spatial.rotations import rotation_from_rpy, rpy_from_rotation

DOWN = (0, 0, -9.81)
AWKWARD = ("a & b", "<c>", 'd"e', "f'g", "hé·ß", "i j", "kl🤖", "[[link]]", "#m", "{n}=o")


def same(one, other, rng, tolerance=1e-12):
    """Compare torques, M and energies at a random state, to a share of the largest entry."""
    assert one.joint_names == other.joint_names
    q, qd, qdd = random_state(rng, one)
    for ours, theirs in (
        (rnea(one, q, qd, qdd), rnea(other, q, qd, qdd)),
        (crba(one, q), crba(other, q)),
        (lw.kinetic_energy(one, q, qd), lw.kinetic_energy(other, q, qd)),
        (lw.potential_energy(one, q), lw.potential_energy(other, q)),
    ):
        assert_allclose(ours, theirs, rtol=0, atol=tolerance * (np.abs(theirs).max() + 1e-6))


def dressed(robot, rng, *, plain):
    """Return the robot with effects, limits, a mimic joint and awkward names."""

    def changed(joint):
        b, c, back, s, v, k, q0, J, G = rng.uniform(0.1, 1, 9)
        lower, upper = sorted(rng.normal(size=2))
        ends = ((lower, upper), (-np.inf, np.inf), (lower, np.inf))[int(rng.integers(3))]
        parts = {
            "limits": Limits(*ends, *rng.choice([1.5, np.inf], 2)),
            "friction": Friction(b, c) if plain else Friction(b, c, back, s, v),
            "spring": Spring() if plain else Spring(k, q0),
            "rotor": Rotor() if plain else Rotor(J, -10 * G),
        }
        return replace(joint, **parts) if joint.moves else joint

    links = [replace(k, joint=changed(k.joint)) for k in robot.links]
    movers = [i for i, k in enumerate(links) if k.joint.moves]
    if len(movers) > 2:
        law = Mimic(links[movers[0]].joint.name, rng.normal(), rng.normal())
        follower = links[movers[-1]]
        links[movers[-1]] = replace(follower, joint=replace(follower.joint, mimic=law))
    robot = replace(robot, links=links)
    words = dict(zip(robot.link_names, AWKWARD, strict=False))
    joints = dict(zip((k.joint.name for k in robot.links), AWKWARD[::-1], strict=False))
    return robot.rename("r & <r>", links=words, joints=joints)


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_toml_holds_all_of_a_robot(seed, n_links):
    """Random trees come back link by link: placements to the last bit, bodies to rounding."""
    rng = np.random.default_rng(seed)
    robot = dressed(random_tree(rng, n_links), rng, plain=False)
    back = read_toml(write_toml(robot))
    assert (back.name, back.link_names) == (robot.name, robot.link_names)
    assert back.gravity.tobytes() == robot.gravity.tobytes()
    pairs = [(robot.base, back.base)]
    for ours, theirs in zip(robot.links, back.links, strict=True):
        a, b = ours.joint, theirs.joint
        assert (a.name, a.kind, ours.parent) == (b.name, b.kind, theirs.parent)
        assert (a.limits, a.friction, a.spring) == (b.limits, b.friction, b.spring)
        assert (a.rotor, a.mimic, a.pitch) == (b.rotor, b.mimic, b.pitch)
        assert_allclose(b.axis, a.axis, rtol=0, atol=2e-16 if a.moves else 1)
        want = ours.inertia.parameters()
        assert_allclose(theirs.inertia.parameters(), want, rtol=0, atol=1e-15 * np.abs(want).max())
        pairs.append((ours.placement, theirs.placement))
    for X, Y in pairs:
        assert (X.R.tolist(), X.p.tolist()) == (Y.R.tolist(), Y.p.tolist())
    same(back, robot, rng)


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(1, 12))
def test_urdf_holds_what_it_can(seed, n_links):
    """Random trees without screws come back with their dynamics, base pose and all, and limits."""
    rng = np.random.default_rng(seed)
    robot = random_tree(rng, n_links, ("revolute", "prismatic", "fixed"))
    robot = dressed(robot.with_gravity(DOWN), rng, plain=True)
    back = read_urdf(write_urdf(robot))
    assert back.name == robot.name
    assert set(back.link_names) - set(robot.link_names) == {"base"}
    for link in robot.links:
        joint = back.link(link.name).joint
        assert (joint.name, joint.kind) == (link.joint.name, link.joint.kind)
        assert (joint.limits, joint.mimic) == (link.joint.limits, link.joint.mimic)
    same(back, robot, rng)
    q = random_state(rng, robot)[0]
    poses = lw.link_poses(back, q)
    for name, X in lw.link_poses(robot, q).items():
        assert_allclose(poses[name].homogeneous(), X.homogeneous(), atol=1e-12)
    again = read_urdf(write_urdf(back))
    assert again.link_names == back.link_names
    same(again, back, rng)


@pytest.mark.parametrize("name", BUILTINS)
def test_built_in_robots_come_back(name):
    """What the library ships survives both formats; gravity, which URDF lacks, is given anew."""
    robot = lw.load(name)
    with warnings.catch_warnings():
        if name == "puma560" or robot.gravity.tolist() != list(DOWN):
            warnings.simplefilter("ignore", LinkwiseWarning)  # two bodies, and planar gravity
        toml, urdf = read_toml(write_toml(robot)), read_urdf(write_urdf(robot))
    rng = np.random.default_rng(1)
    same(toml, robot, rng)
    same(urdf.with_gravity(robot.gravity), robot, rng)


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2])
@pytest.mark.parametrize("off", [0, 1e-16, 1e-15, 3e-13, 1e-9, 1e-8, 1e-5, 0.01])
def test_angles_near_gimbal_lock(pitch, off):
    """Roll and yaw are hardly determined there, yet together they give the rotation to rounding."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        roll, yaw = rng.uniform(-4, 4, 2)
        R = rotation_from_rpy(roll, pitch - math.copysign(off, pitch), yaw)
        assert_allclose(rotation_from_rpy(*rpy_from_rotation(R)), R, rtol=0, atol=2e-15)
        link = Link("a", Joint.revolute("q"), Transform(R, np.zeros(3)), Inertia(1, (1, 2, 3)))
        back = read_urdf(write_urdf(Robot("r", [link])))
        assert_allclose(back.link("a").placement.R, R, rtol=0, atol=2e-15)


@pytest.mark.oracle
def test_pinocchio_reads_what_is_written(tmp_path):
    """A reader of other authors takes the file, limits and all, and computes the same torques."""
    pin = pytest.importorskip("pinocchio")
    rng = np.random.default_rng(11)
    for _ in range(5):
        robot = random_tree(rng, 12, ("revolute", "prismatic", "fixed")).with_gravity(DOWN)
        save_urdf(robot, tmp_path / "robot.urdf")
        with (tmp_path / "robot.urdf").open() as file:
            model = pin.buildModelFromXML(file.read())
        data = model.createData()
        q, qd, qdd = random_state(rng, robot)
        order = [robot.joint_names.index(name) for name in list(model.names)[1:]]
        angles = []  # a continuous joint is (cos, sin) there
        for k in order:
            turns = robot.joints[k].kind == "revolute"
            angles += [math.cos(q[k]), math.sin(q[k])] if turns else [q[k]]
        tau = pin.rnea(model, data, np.array(angles), qd[order], qdd[order])
        want = rnea(robot, q, qd, qdd)[order]
        assert_allclose(tau, want, rtol=0, atol=1e-10 * np.abs(want).max())


@pytest.mark.oracle
def test_pinocchio_reads_limits():
    """The range of a joint with one is that of the model; a slide without any is read at all."""
    pin = pytest.importorskip("pinocchio")
    rod = Inertia(1, (0.1, 0, 0), np.diag([0.1, 0.1, 0.1]))
    limited = Joint.revolute("turn", limits=Limits(-0.5, 1.25, 2, 30))
    links = [Link("a", limited, inertia=rod), Link("b", Joint.prismatic("slide"), parent="a")]
    links[1] = replace(links[1], inertia=rod)
    model = pin.buildModelFromXML(write_urdf(Robot("r", links)))
    assert model.lowerPositionLimit[0] == -0.5
    assert model.upperPositionLimit.tolist()[0] == 1.25
    assert model.nq == 2


def test_real_urdf_files_come_back():
    """A humanoid, read, written and read again, is the same model to rounding."""
    try:
        files = metadata.files("jvrc-description") or []
    except metadata.PackageNotFoundError:
        pytest.skip("jvrc-description is not installed")
    path = next(file for file in files if file.name == "jvrc1.urdf").locate()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LinkwiseWarning)
        robot = load_urdf(str(path))
        back = read_urdf(write_urdf(robot))
        toml = read_toml(write_toml(robot))
    assert back.link_names == robot.link_names
    assert [k.joint.name for k in back.links] == [k.joint.name for k in robot.links]
    assert [k.joint.limits for k in back.links] == [k.joint.limits for k in robot.links]
    for copy in (back, toml):
        same(copy, robot, np.random.default_rng(3))


def test_short_numbers_stay_short():
    """What was typed as 0.2 and 0.05 is written so, not as what products leave of it."""
    links = [Link("a", Joint.revolute("q1"), Transform.from_rpy((0, 0, 0.4), (0.3, 0, 0)),
                  Inertia(3, (0.2, 0, 0.7), np.diag([0.01, 0.02, 0.05])))]  # fmt: skip
    robot = Robot("r", links)
    assert {"com = [0.2, 0, 0.7]", "inertia = [0.01, 0.02, 0.05]", "rpy = [0, 0, 0.4]"} <= set(
        write_toml(robot).splitlines()
    )
    assert 'rpy="0 0 0.4"' in write_urdf(robot)


@pytest.mark.parametrize(
    "parameters",
    [
        [0, 0.3, 0, -0.1, 0.5, 0.01, 0, 0.4, 0.02, 0.6],  # an identified set: no mass is known
        [-0.2, 0.3, 0, 0, 0.5, 0.01, 0, 0.4, 0.02, 0.6],
        [1e-300, 1, 2, 3, 4, 0, 0, 5, 0, 6],
        [1e-9, 10, 20, 30, 1, 0, 0, 2, 0, 3],  # a tensor about the centre would lose all digits
    ],
)
def test_bodies_without_a_centre_are_written_by_parameters(parameters):
    """Base parameters of an identified arm are no bodies, and come back to the last bit."""
    link = Link("a", Joint.revolute("q"), inertia=Inertia.from_parameters(parameters))
    robot = Robot("r", [link])
    with pytest.warns(LinkwiseWarning, match="link 'a' cannot exist"):
        back = read_toml(write_toml(robot))
    assert back.link("a").inertia.parameters().tolist() == parameters
    with pytest.raises(LinkwiseError, match="link 'a' has no mass and centre"):
        write_urdf(robot)


def test_tensor_without_mass_comes_back():
    """Link 1 of the PUMA tables: a moment about its axis, and no mass measured."""
    link = Link("a", Joint.revolute("q"), inertia=Inertia(0, (0, 0, 0), np.diag([0, 0.35, 0])))
    for write, read in ((write_toml, read_toml), (write_urdf, read_urdf)):
        with pytest.warns(LinkwiseWarning, match="a body without mass has inertia"):
            back = read(write(Robot("r", [link])))
        assert back.link("a").inertia.about_origin.tolist() == np.diag([0, 0.35, 0]).tolist()


def test_massless_links_are_meant():
    """A link without mass between two axes is written as such: no reader takes it for forgotten."""
    links = [
        Link("a", Joint.revolute("q1")),
        Link("b", Joint.revolute("q2", (0, 1, 0)), inertia=Inertia(1, (1, 0, 0)), parent="a"),
        Link("tip", Joint.revolute("q3"), Transform.translation(1, 0, 0), parent="b"),
    ]
    back = read_toml(write_toml(Robot("r", links)))
    assert back.link("tip").inertia.is_zero


def test_urdf_refuses_what_it_cannot_hold():
    """Nothing that torques need is left out: every such thing is named, in one message."""
    bolt = Joint.helical("bolt", 0.1)
    arm = Joint.revolute("arm", spring=Spring(3, 0), rotor=Rotor(1, 2), friction=Friction(1, 2, 3))
    robot = Robot("r", [Link("a", bolt), Link("b ", arm, parent="a")])
    with pytest.raises(LinkwiseError) as error:
        write_urdf(robot)
    for words in (
        "joint 'bolt' is helical",
        "joint 'arm' has springs: see robot.without('springs')",
        "joint 'arm' has rotors",
        "joint 'arm' has friction beyond viscous and Coulomb, one for both ways",
        "the name 'b ' of link 2 has control characters or spaces at an end",
    ):
        assert words in str(error.value)


def test_urdf_tells_what_it_leaves_out():
    """Gravity is no part of a URDF file, and angles cannot say a matrix that is no rotation."""
    R = np.array([[0.7071068, -0.7071068, 0], [0.7071068, 0.7071068, 0], [0, 0, 1]])
    link = Link("a", Joint.revolute("q"), Transform(R, np.zeros(3)), Inertia(1, (1, 0, 0)))
    with pytest.warns(LinkwiseWarning) as caught:
        write_urdf(Robot("r", [link], (0, -9.81, 0)))
    (told,) = (str(w.message) for w in caught)
    assert "gravity (0, -9.81, 0) is left out" in told
    assert "the rotation of link 'a' is kept only to 2e-08" in told
    assert caught[0].filename == __file__
    back = read_toml(write_toml(Robot("r", [link], (0, -9.81, 0))))
    assert back.link("a").placement.R.tolist() == R.tolist()


@pytest.mark.parametrize(("write", "kind"), [(write_toml, "TOML"), (write_urdf, "URDF")])
def test_symbols_and_odd_names_are_refused(write, kind):
    """Files hold floats and names that can be read back."""
    for robot in (
        lw.symbolic("2r").robot,
        Robot("r", [Link("a", Joint.prismatic("q"), inertia=Inertia(Fraction(1, 3), (0, 0, 0)))]),
        Robot("r", [Link("a", Joint.prismatic("q"), inertia=Inertia(1 + 1e-30j, (0, 0, 0)))]),
    ):
        with pytest.raises(LinkwiseError, match=f"holds symbols, .* a {kind} file holds floats"):
            write(robot)
    blank = Robot(" ", [Link("a", Joint.revolute("q"))])
    with pytest.raises(LinkwiseError, match="the robot has the blank name ' '"):
        write(blank)
    broken = Robot("r", [Link("a\ud800", Joint.revolute("q"))])
    with pytest.raises(LinkwiseError, match=r"name 'a\\ud800' of link 1 cannot be written"):
        write(broken)


def test_toml_keeps_control_characters():
    """Line ends, tabs, quotes and DEL in names are escaped as TOML wants them."""
    name = 'a\n\t"\\\x7f\x01b'
    robot = Robot(name, [Link(name, Joint.revolute(name), inertia=Inertia(1, (1, 0, 0)))])
    back = read_toml(write_toml(robot))
    assert (back.name, back.link_names, back.joint_names) == (name, (name,), (name,))


def test_toml_has_one_base():
    """Where a link is called base, another that stands on the base has no word for it."""
    links = [Link(name, Joint.revolute(f"q {name}"), inertia=Inertia(1, (1, 0, 0))) for name in
             ("base", "other")]  # fmt: skip
    with pytest.raises(LinkwiseError, match="link 'other' stands on the base"):
        write_toml(Robot("r", links))
    one = Robot("r", links[:1])
    assert read_toml(write_toml(one)).links[0].parent is None
    assert read_urdf(write_urdf(one)).link_names == ("base_", "base")


@pytest.mark.parametrize(("save", "end"), [(save_toml, ".toml"), (save_urdf, ".urdf")])
def test_files_are_written_whole_or_not_at_all(tmp_path, monkeypatch, save, end):
    """A crash before the last step leaves the old file as it was, and nothing beside it."""
    robot = lw.load("panda")
    path = tmp_path / f"arm{end}"
    save(robot, path)
    same(lw.load(path), robot, np.random.default_rng(2))
    path.chmod(0o640)
    old = path.read_bytes()

    def crash(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", crash)
        with pytest.raises(KeyboardInterrupt):
            save(robot.rename("other"), path)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]
    link = tmp_path / f"link{end}"
    link.symlink_to(path.name)
    save(robot.rename("other"), link)
    assert link.is_symlink()
    assert path.read_bytes() != old
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(LinkwiseError, match=r"nowhere.* cannot be written: No such file"):
        save(robot, tmp_path / "nowhere" / f"arm{end}")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("rpy = [0, 0, 1]\nrotation = [[1,0,0],[0,1,0],[0,0,1]]", "line 2: .*rpy: is given beside"),
        ("rotation = [1, 0, 0]", "line 2: .*rotation: a list of 3 numbers is wanted, got 1"),
        ("rotation = 1", "line 2: .*rotation: 3 rows of 3 numbers are wanted"),
        ("rotation = [[1,0,0],[0,1,0],[0,0,2]]", "line 1: .*R is not a rotation"),
        ("mass = 1\nparameters = [1,0,0,0,0,0,0,0,0,0]", "line 2: .*mass: is given beside param"),
        ("parameters = [1, 2]", "line 2: .*parameters: a list of 10 numbers is wanted"),
    ],
)
def test_toml_rotation_and_parameters_are_checked(lines, message):
    """The two fields that writers need are read with the same care as all others."""
    with pytest.raises(LinkwiseError, match=message):
        read_toml(f"[[link]]\n{lines}\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """What has no place on a disk is written to, not replaced by a file; a folder is neither."""
    pipe = tmp_path / "arm.toml"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    save_toml(lw.planar_2r(), pipe)
    assert os.read(reader, 10_000).decode() == write_toml(lw.planar_2r())
    os.close(reader)
    assert pipe.is_fifo()
    assert main(["lesson", "2r", "-o", str(pipe)]) == 2
    assert pipe.is_fifo()
    with pytest.raises(LinkwiseError, match="is a folder: give the name of a file"):
        save_toml(lw.planar_2r(), tmp_path)
