from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from numpy.testing import assert_allclose
from random_trees import random_inertia, random_pose, random_state, random_tree, trees

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
    gravity_torque,
    link_poses,
    rnea,
)

Q, QD, QDD = (0.3, -0.7), (1.2, -0.8), (0.5, 2)  # state A of the reported cases
TAU = (18.4486332269944, 2.81639464895349)
DOWN = (0, -9.81, 0)
PAYLOAD = (1.5, (0.4, 0.05, 0))


def p2r(gravity=DOWN, base=None, **effects):
    """Return the planar 2R of the reported cases."""
    links = [
        Link("link1", Joint.revolute("q1"), inertia=Inertia(3, (0.2, 0, 0), np.diag([0, 0, 0.05]))),
        Link(
            "link2",
            Joint.revolute("q2", **effects),
            Transform.translation(0.5, 0, 0),
            Inertia(2, (0.15, 0, 0), np.diag([0, 0, 0.03])),
            "link1",
        ),
    ]
    return Robot("P2R", links, gravity, base or Transform.identity())


def arrays(robot):
    """Return every number of a robot, as bytes, by what it belongs to."""
    parts = {link.name: [a.tobytes() for a in link.arrays] for link in robot.links}
    base, joints = robot.base, [link.joint.name for link in robot.links]
    return parts, joints, robot.gravity.tobytes(), base.R.tobytes(), base.p.tobytes()


def same_dynamics(one, other, rng, tolerance=1e-12):
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


def with_effects(robot, rng):
    """Return the robot with random friction, springs and rotors on every joint that moves."""

    def changed(joint):
        b, c, back, k, q0, J, G = rng.uniform(0.1, 1, 7)
        parts = {"friction": Friction(b, c, back), "spring": Spring(k, q0), "rotor": Rotor(J, G)}
        return replace(joint, **parts) if joint.moves else joint

    return replace(robot, links=[replace(k, joint=changed(k.joint)) for k in robot.links])


def test_payload_adds_to_the_link():
    """Case B25: right torques by two methods; overwriting link 2 would give (19.87, 6.28)."""
    loaded = p2r().with_payload("link2", *PAYLOAD)
    assert_allclose(rnea(loaded, Q, QD, QDD), (32.5324412932513, 9.02345405196312), rtol=1e-12)


def test_payload_is_set_not_added_again():
    """Case B25: the same payload twice is one; accumulated it would give (46.62, 15.23)."""
    once = p2r().with_payload("link2", *PAYLOAD)
    twice = once.with_payload("link2", *PAYLOAD)
    assert arrays(once) == arrays(twice)
    other = once.with_payload("link2", 0.5, (0.1, 0, 0))
    assert arrays(other) == arrays(p2r().with_payload("link2", 0.5, (0.1, 0, 0)))


def test_payload_without_mass_is_none():
    """Case B25: nothing changes to the last bit; it must not stand in for link 2 either."""
    assert arrays(p2r().with_payload("link2", 0, (0.4, 0.05, 0))) == arrays(p2r())
    assert_allclose(rnea(p2r().with_payload("link2", 0, (1, 1, 1)), Q, QD, QDD), TAU, rtol=1e-12)
    loaded = p2r().with_payload("link2", *PAYLOAD)
    assert arrays(loaded.with_payload("link2", 0, (0, 0, 0))) == arrays(p2r())


def test_payload_is_taken_off_to_the_last_bit():
    """Case B25: torques after removal equal those before in every bit, the original untouched."""
    robot = random_tree(np.random.default_rng(7), 9)
    q, qd, qdd = random_state(np.random.default_rng(8), robot)
    before, tau = arrays(robot), rnea(robot, q, qd, qdd)
    loaded = robot.with_payload("link3", 2, (0.1, 0.2, 0.3), np.diag([0.1, 0.2, 0.25]))
    assert arrays(robot) == before
    assert np.abs(rnea(loaded, q, qd, qdd) - tau).max() > 0.1
    bare = loaded.without_payload("link3")
    assert arrays(bare) == before
    assert rnea(bare, q, qd, qdd).tobytes() == tau.tobytes()


def test_symbolic_payload_leaves_numbers_behind():
    """A payload of unknown mass makes the robot symbolic; without it floats are floats again."""
    m = sp.Symbol("m")
    loaded = p2r().with_payload("link2", m, (0.4, 0, 0))
    g2 = gravity_torque(loaded, [0, 0])[1]
    assert sp.simplify(g2 - (2 * 0.15 + m * 0.4) * 9.81).subs(m, 3).evalf() == pytest.approx(0)
    assert not loaded.is_numeric
    bare = loaded.without_payload("link2")
    assert bare.is_numeric
    assert rnea(bare, Q, QD, QDD).tobytes() == rnea(p2r(), Q, QD, QDD).tobytes()
    assert loaded.without("friction").without_payload("link2").is_numeric


def test_lumped_payload_is_one_with_the_link():
    """Case B25: mass, centre and tensor of link 2 with its payload, by the parallel axes."""
    link = p2r().with_payload("link2", *PAYLOAD).lump_fixed().link("link2")
    assert link.inertia.mass == 3.5
    assert_allclose(link.inertia.com, (0.257142857142857, 0.0214285714285714, 0), rtol=1e-12)
    tensor = link.inertia.tensor
    assert_allclose(tensor[0, 0], 0.00214285714286, rtol=1e-9)
    assert_allclose(tensor[1, 1], 0.0535714285714, rtol=1e-9)
    assert_allclose(tensor[2, 2], 0.0857142857143, rtol=1e-9)
    assert_allclose(tensor[0, 1], -0.0107142857143, rtol=1e-9)


def test_lumping_fixed_links_between_and_after_joints():
    """Case B26: (22.45, 3.12) would be trailing mass lost, (29.59, 4.79) mass on the wrong side."""

    def body(mass, com, Izz):
        return Inertia(mass, com, np.diag([0, 0, Izz]))

    place = Transform.from_rpy
    links = [
        Link("a", Joint.revolute("q1"), inertia=body(3, (0.2, 0, 0), 0.05)),
        Link("b", Joint.fixed("f1"), place((0, 0, 0.4), (0.3, 0, 0)), parent="a",
             inertia=body(1.2, (0.05, 0.02, 0), 0.01)),
        Link("c", Joint.revolute("q2"), place((0, 0, 0), (0.2, -0.05, 0)), parent="b",
             inertia=body(2, (0.15, 0, 0), 0.03)),
        Link("d", Joint.fixed("f2"), place((0, 0, -0.2), (0.4, 0, 0)), parent="c",
             inertia=body(0.7, (0.02, 0.03, 0), 0.004)),
    ]  # fmt: skip
    robot = Robot("B26", links, DOWN).lump_fixed()
    assert robot.link_names == ("a", "c")
    M = [[1.78350141530306, 0.491489293146723], [0.491489293146723, 0.206224390429179]]
    assert_allclose(crba(robot, Q), M, rtol=1e-12)
    assert_allclose(gravity_torque(robot, Q), (27.6568626050346, 5.86533021263781), rtol=1e-12)
    assert_allclose(rnea(robot, Q, QD, QDD), (29.4051546578699, 6.38128174382112), rtol=1e-12)


@settings(max_examples=20)
@given(trees(15))
def test_lumping_changes_no_torque(tree):
    """Random trees with fixed links anywhere, the base included, keep joints and dynamics."""
    robot, rng = tree
    still = [Link("post", Joint.fixed("p"), random_pose(rng), random_inertia(rng))]
    still += [Link("lamp", Joint.fixed("l"), random_pose(rng), random_inertia(rng), "post")]
    still += [Link("arm", Joint.revolute("r"), random_pose(rng), random_inertia(rng), "lamp")]
    wall = [Link("wall", Joint.fixed("w"), random_pose(rng), random_inertia(rng))]
    wall += [Link("door", Joint.revolute("d"), random_pose(rng), random_inertia(rng), "wall")]
    robot = with_effects(replace(robot, links=(*still, *robot.links, *wall)), rng)
    lumped = robot.lump_fixed()
    assert [k.name for k in lumped.links if not k.joint.moves] == ["post"]
    assert lumped.link("arm").parent == "post"
    assert float(lumped.mass()) == pytest.approx(float(robot.mass()))
    same_dynamics(lumped, robot, rng)
    q = random_state(rng, robot)[0]
    poses = link_poses(robot, q)
    for name, X in link_poses(lumped, q).items():
        assert_allclose(X.homogeneous(), poses[name].homogeneous(), atol=1e-12)


def test_locked_pendulum():
    """With q2 held, P2R is a compound pendulum: M11 and g1 of the reported case at that q2."""
    robot = p2r().lock(q2=-0.7)
    assert robot.joint_names == ("q1",)
    assert_allclose(crba(robot, [0.3]), [[0.974452656185]], rtol=1e-11)
    assert_allclose(gravity_torque(robot, [0.3]), [17.705644038666], rtol=1e-11)


@settings(max_examples=20)
@given(trees(12))
def test_locked_joints_take_rows_and_columns_away(tree):
    """The whole robot with those joints at rest has the same torques in all others, and M there."""
    robot, rng = tree
    robot = with_effects(robot, rng)
    keep = [k for k in range(robot.n) if k == 0 or rng.random() < 0.5]
    gone = sorted(set(range(robot.n)) - set(keep))
    q, qd, qdd = random_state(rng, robot)
    qd[gone] = qdd[gone] = 0
    reduced = robot.lock({robot.joint_names[k]: q[k] for k in gone})
    assert reduced.joint_names == tuple(robot.joint_names[k] for k in keep)
    assert float(reduced.mass()) == pytest.approx(float(robot.mass()))
    tau, M = rnea(robot, q, qd, qdd), crba(robot, q)
    got = rnea(reduced, q[keep], qd[keep], qdd[keep])
    assert_allclose(got, tau[keep], rtol=0, atol=1e-12 * (np.abs(tau).max() + 1))
    got = crba(reduced, q[keep])
    assert_allclose(got, M[np.ix_(keep, keep)], rtol=0, atol=1e-12 * np.abs(M).max())
    poses = link_poses(robot, q)
    for name, X in link_poses(reduced, q[keep]).items():
        assert_allclose(X.homogeneous(), poses[name].homogeneous(), atol=1e-12)


def test_locking_a_leader_locks_its_followers():
    """Fingers that follow by 2 q − 0.1, and one that follows such a one, stop where q puts them."""
    box = Inertia(1, (0.1, 0.2, 0.3), np.diag([0.1, 0.1, 0.1]))
    fingers = [
        Link("palm", Joint.revolute("palm"), inertia=box),
        Link("a", Joint.revolute("lead", (0, 1, 0)), inertia=box, parent="palm"),
        Link("b", Joint.prismatic("one", mimic=Mimic("lead", 2, -0.1)), inertia=box, parent="a"),
        Link("c", Joint.helical("two", 0.3, mimic=Mimic("one", -1)), inertia=box, parent="b"),
    ]
    hand = Robot("hand", fingers)
    held = hand.lock(lead=0.4)
    assert held.joint_names == ("palm",)
    whole = link_poses(hand, [0.2, 0.4])
    for name, X in link_poses(held, [0.2]).items():
        assert_allclose(X.homogeneous(), whole[name].homogeneous(), atol=1e-15)
    with pytest.raises(LinkwiseError, match="'two' follows joint 'lead': lock 'lead'"):
        hand.lock(two=0)


def test_locked_at_right_angles_is_exact():
    """A quarter turn leaves no dust of 6e-17 behind, which would clutter symbolic results."""
    R = p2r().lock({"q2": np.pi / 2}).link("link2").placement.R
    assert R.tolist() == [[0, -1, 0], [1, 0, 0], [0, 0, 1]]


def test_locked_symbolic_arm():
    """The 2R of the lecture notes with q2 held at 0: a pendulum of inertia typed by hand."""
    arm = lw.symbolic("2r")
    s = arm.parameters
    held = arm.robot.lock(q2=0)
    I = s["I1"] + s["I2"] + s["m1"] * s["lc1"] ** 2 + s["m2"] * (s["l1"] + s["lc2"]) ** 2
    assert sp.expand(crba(held, arm.q[:1])[0, 0] - I) == 0
    a = sp.Symbol("a")
    held = arm.robot.lock(q2=a)
    M = crba(arm.robot, arm.q)[0, 0].subs(arm.q[1], a)
    assert sp.simplify(crba(held, arm.q[:1])[0, 0] - M) == 0


def test_locking_out_of_range_warns():
    """A value that the joint cannot reach is used, with a warning that names joint and range."""
    robot = p2r(limits=Limits(-1, 1))
    with pytest.warns(LinkwiseWarning, match="'q2' is locked at 2 rad, out of its range -1 to 1"):
        assert robot.lock(q2=2).n == 1


def test_exact_surgery_stays_exact():
    """Fractions come through locking, lumping and payloads: no float may slip in."""
    half = Fraction(1, 2)
    links = [
        Link("a", Joint.revolute("q1"), inertia=Inertia(half, (half, 0, 0))),
        Link("b", Joint.prismatic("q2", (1, 0, 0)), Transform.translation(half, 0, 0),
             Inertia(half, (half, 0, 0)), "a"),
    ]  # fmt: skip
    robot = Robot("exact", links, (0, -10, 0)).lock(q2=half).with_payload("b", half, (1, 0, 0))
    robot = robot.lump_fixed()
    assert robot.link_names == ("a",)
    # m c: a at 1/2, b at 1/2 + 1/2 + 1/2, the payload at 1/2 + 1/2 + 1
    moments = [Fraction(3, 2), half * half + half * 3 * half + half * 2, 0, 0]
    found = robot.link("a").inertia.parameters().tolist()[:4]
    assert found == moments
    assert not any(isinstance(e, float) for e in found)


def test_tool_robot_makes_a_3r():
    """A rod on the tip of a 2R of rods is the 3R of rods: another builder of the same arm."""
    two = lw.planar_2r(0.6, 0.5, m1=1, m2=0.8, form="rods")
    rod = lw.planar_nr([0.4], [0.6]).rename(prefix="tool ")
    three = two.with_tool("link2", rod, Transform.translation(0.5, 0, 0))
    wanted = lw.planar_nr([0.6, 0.5, 0.4], [1, 0.8, 0.6])
    q, qd, qdd = [0.3, -0.7, 1.1], [1.2, -0.8, 0.5], [0.5, 2, -1]
    assert_allclose(rnea(three, q, qd, qdd), rnea(wanted, q, qd, qdd), rtol=1e-12)
    assert arrays(three.without_subtree("tool link1")) == arrays(two)


def test_tool_body_sits_in_its_frame():
    """A tool with its centre 0.1 along its own x, turned by 90° at (0.3, 0.05): at (0.3, 0.15)."""
    tool = Inertia(1.5, (0.1, 0, 0), np.diag([0, 0, 0.02]))
    placement = Transform.from_rpy((0, 0, np.pi / 2), (0.3, 0.05, 0))
    robot = p2r().with_tool("link2", tool, placement)
    payload = p2r().with_payload("link2", 1.5, (0.3, 0.15, 0), np.diag([0, 0, 0.02]))
    assert_allclose(rnea(robot, Q, QD, QDD), rnea(payload, Q, QD, QDD), rtol=1e-12)
    assert link_poses(robot, (0, 0))["link2 tool"].p == pytest.approx([0.8, 0.05, 0])
    again = robot.with_tool("link2", tool, placement)
    assert arrays(again) == arrays(robot)
    assert arrays(robot.without_subtree("link2 tool")) == arrays(p2r())


def test_copies_keep_base_tool_and_gravity():
    """Case B12, input 4: no change of one thing resets another."""
    base = Transform.from_rpy((0.5, 0.2, -0.4), (1, 2, 3))
    robot = p2r((0, 0, -9.81), base, friction=Friction(0.3, 0.2), limits=Limits(-2, 2))
    tool = Inertia(0.4, (0.1, 0, 0))
    robot = robot.with_tool("link2", tool, Transform.translation(0.2, 0, 0))
    for copy in (
        robot.without("friction"),
        robot.with_payload("link1", 1, (0, 0, 0)),
        robot.with_payload("link1", 1, (0, 0, 0)).without_payload("link1"),
        robot.lock(q2=0.1),
        robot.rename("other", prefix="x "),
        robot.subtree("link1"),
    ):
        assert copy.gravity.tolist() == [0, 0, -9.81]
        assert_allclose(copy.base.homogeneous(), base.homogeneous(), atol=1e-15)
        (found,) = (k for k in copy.links if k.name.endswith("link2 tool"))
        assert_allclose(found.inertia.parameters(), tool.parameters())
    assert robot.without("friction").link("link2").joint.limits == Limits(-2, 2)


def test_turned_base():
    """Case B12, inputs 1 and 2: right torques; a base pose not applied to gravity gives g = 0."""
    upright = p2r((0, 0, -9.81)).with_base(Transform.from_rpy((np.pi / 2, 0, 0)))
    assert_allclose(rnea(upright, Q, QD, QDD), TAU, rtol=1e-12)
    tilted = p2r().with_base(Transform.from_rpy((0.5, 0.2, -0.4), (1, 2, 3)))
    tilted = tilted.with_gravity((0, 0, -9.81))
    assert_allclose(gravity_torque(tilted, Q), (9.01317045094, 1.04597892235), rtol=1e-11)
    assert_allclose(rnea(tilted, Q, QD, QDD), (9.75615963927185, 1.15169106595271), rtol=1e-12)


@settings(max_examples=15)
@given(trees(12))
def test_subtree_hangs_where_it_hung(tree):
    """At rest, the part takes the torques that its joints take in the whole robot."""
    robot, rng = tree
    q = random_state(rng, robot)[0]
    link = robot.link_names[int(rng.integers(len(robot.links)))]
    part = robot.subtree(link, q)
    inside = [robot.joint_names.index(name) for name in part.joint_names]
    if not inside:
        assert not any(k.joint.moves for k in part.links)
        return
    poses = link_poses(robot, q)
    for name, X in link_poses(part, q[inside]).items():
        assert_allclose(X.homogeneous(), poses[name].homogeneous(), atol=1e-12)
    whole = gravity_torque(robot, q)
    if part.has_dynamics:
        got = gravity_torque(part, q[inside])
        assert_allclose(got, whole[inside], rtol=0, atol=1e-12 * (np.abs(whole).max() + 1))


def test_subtree_of_symbols_and_followers():
    """Symbolic parts hang on symbolic angles; a follower's pose counts its coupling."""
    arm = lw.symbolic("2r")
    part = arm.robot.subtree("link2", arm.q)
    whole = gravity_torque(arm.robot, arm.q)[1]
    assert sp.simplify(gravity_torque(part, arm.q[1:])[0] - whole) == 0
    chain = [
        p2r().links[0],
        replace(p2r().links[1], joint=Joint.revolute("q2", mimic=Mimic("q1", 2, 0.1))),
        Link("c", Joint.revolute("q3"), inertia=Inertia(1, (1, 0, 0)), parent="link2"),
    ]
    robot = Robot("chain", chain, DOWN)
    angle = 0.3 + 2 * 0.3 + 0.1 + 0.5  # of all turns about z
    torque = gravity_torque(robot.subtree("c", [0.3, 0.5]), [0.5])
    assert torque == pytest.approx([9.81 * np.cos(angle)])
    with pytest.raises(LinkwiseError, match=r"'q2' mimics 'q1', which is no part .* lock 'q1'"):
        robot.subtree("link2")


def test_names_are_followed():
    """Parents, mimic joints, payloads and tools go by the new names; numbers do not change."""
    robot = p2r()
    follower = replace(robot.links[1], joint=Joint.revolute("q2", mimic=Mimic("q1", 0.5)))
    robot = replace(robot, links=[robot.links[0], follower]).with_payload("link2", *PAYLOAD)
    robot = robot.with_tool("link1", Inertia(1, (0, 0, 0)))
    other = robot.rename("arm", links={"link2": "fore", "link1": "upper"}, joints={"q1": "a"})
    assert other.name == "arm"
    assert other.link_names == ("upper", "fore", "fore payload", "upper tool")
    assert other.link("fore").joint.mimic == Mimic("a", 0.5)
    assert other.link("fore payload").joint.name == "fore payload fixed"
    assert "fore payload" not in other.without_payload("fore").link_names
    assert rnea(other, [0.3], [1], [2]).tobytes() == rnea(robot, [0.3], [1], [2]).tobytes()
    swapped = robot.rename(links={"link1": "link2", "link2": "link1"})
    assert swapped.link("link1").parent == "link2"
    both = robot.rename(prefix="left ")
    assert both.link_names[:2] == ("left link1", "left link2")
    assert arrays(both.without_payload("left link2").rename(prefix="")) == arrays(
        robot.without_payload("link2").rename(prefix="left ")
    )


def test_joint_order_prints():
    """Every joint that moves is a line, in the order of q, a follower with its law."""
    links = [
        Link("post", Joint.fixed("foot")),
        Link("a", Joint.revolute("turn", limits=Limits(-1, 2.5, 3, 40)), parent="post"),
        Link("b", Joint.prismatic("slide", limits=Limits(effort=5)), parent="a"),
        Link("c", Joint.helical("screw", 0.1, mimic=Mimic("turn", 2, 0.5)), parent="b"),
    ]
    order = Robot("r", links).joint_order()
    assert str(order).splitlines() == [
        "index  joint  kind       unit  link  parent  limits                      mimic",
        "0      turn   revolute   rad   a     post    -1 to 2.5, 3 rad/s, 40 N m",
        "1      slide  prismatic  m     b     a       5 N",
        "0      screw  helical    rad   c     b       none                        2 turn + 0.5",
    ]
    assert [row.index for row in order.rows] == [0, 1, 0]
    assert order.rows[0].limits.effort == 40


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.with_payload("link3", 1, (0, 0, 0)), "no link of 'P2R' called 'link3': did y"),
        (lambda r: r.with_payload("link2", -1, (0, 0, 0)), "payload of link 'link2': mass is -1"),
        (
            lambda r: r.with_payload("link2", 0, (0, 0, 0), np.eye(3)),
            "payload of link 'link2' has a tensor but no mass",
        ),
        (lambda r: r.without_payload("link2"), "'link2' of 'P2R' carries no payload"),
        (lambda r: r.without_payload("nowhere"), "called 'nowhere'"),
        (lambda r: r.with_tool("link2", 3.0), "a tool is an Inertia or a Robot, got 3.0"),
        (lambda r: r.with_tool("link2", r), "the tool's link 'link1' has a name that 'P2R' uses"),
        (
            lambda r: r.with_tool("link2", r.rename(links={"link1": "x", "link2": "y"})),
            "the tool's joint 'q1' has a name",
        ),
        (
            lambda r: r.with_tool("link2", Inertia(1, (0, 0, 0)), (1, 0, 0)),
            r"placement is a Transform, .* got \(1, 0, 0\)",
        ),
        (lambda r: r.lock(q3=1), "no joint that moves 'q3': there are q1, q2"),
        (lambda r: r.lock(q2=np.nan), "value of joint 'q2' is nan"),
        (lambda r: r.lock(q2=[1, 2]), r"value of joint 'q2' must be one number, got \[1, 2\]"),
        (lambda r: r.with_gravity(9.81), "gravity must be the acceleration of free fall"),
        (lambda r: r.with_base(np.eye(4)), "the base's pose is a Transform"),
        (
            lambda r: r.with_base(Transform(np.eye(3)[None], np.zeros((1, 3)))),
            "the base's pose is one pose",
        ),
        (lambda r: r.subtree("Link1"), "did you mean 'link1'"),
        (lambda r: r.subtree("link2", [1]), r"q is one state of shape \(2,\), got \(1,\)"),
        (lambda r: r.without_subtree("link1"), "robot 'P2R' has no links"),
        (
            lambda r: r.rename(links={"lnk1": "a"}),
            "no link of 'P2R' called 'lnk1': did you mean 'l",
        ),
        (lambda r: r.rename(joints={"q9": "a"}), "no joint of 'P2R' called 'q9'"),
        (lambda r: r.rename(links={"link1": "link2"}), "two links named 'link2'"),
    ],
)
def test_refusals_name_the_thing(change, message):
    """Every mistake is answered with the name that was given, and the nearest one or the reason."""
    with pytest.raises(LinkwiseError, match=message):
        change(p2r())
