from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from oracles.other_libraries import file_of
from random_trees import random_inertia, random_pose, random_rotation

from linkwise import (
    DHRow,
    Friction,
    Inertia,
    Joint,
    Link,
    LinkwiseError,
    Mimic,
    Robot,
    Rotor,
    Spring,
    Transform,
    from_dh,
    planar_2r,
    rnea,
)
from linkwise.__main__ import main
from linkwise.auditing.audit import audit
from linkwise.auditing.comparison import compare
from linkwise.auditing.solid_box import doubts, solid_box

Array = NDArray[Any]
Fault = Callable[[Robot, np.random.Generator], Robot]
SEEDS = range(2)


def arm(rng: np.random.Generator) -> Robot:
    """A chain with products of inertia, oblique axes, a sliding joint and a tool of two links."""
    axes = rng.normal(size=(4, 3))
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    joints = [Joint.revolute(f"j{k}", axes[k]) for k in range(3)]
    joints.insert(2, Joint.prismatic("slide", axes[3]))
    names = ["shoulder", "upper", "carriage", "fore"]
    links = [
        Link(name, joint, random_pose(rng), random_inertia(rng), parent)
        for name, joint, parent in zip(names, joints, [None, *names], strict=False)
    ]
    for name, parent in (("flange", "fore"), ("tool", "flange")):
        body = random_inertia(rng, points=4)
        links.append(Link(name, Joint.fixed(f"{name}_joint"), random_pose(rng), body, parent))
    return Robot("arm", links, gravity=rng.uniform(-10, 10, 3))


def with_link(robot: Robot, name: str, **fields: Any) -> Robot:
    """Change one link."""
    links = [replace(k, **fields) if k.name == name else k for k in robot.links]
    return replace(robot, links=tuple(links))


def with_body(name: str, change: Callable[[Inertia, Link], Inertia]) -> Fault:
    """Make a fault of one link's body."""
    return lambda robot, _: with_link(
        robot, name, inertia=change(robot.link(name).inertia, robot.link(name))
    )


def with_tensor(name: str, change: Callable[[Array, Link], Array]) -> Fault:
    """Make a fault of one link's tensor about the centre of mass."""
    return with_body(name, lambda I, k: Inertia(I.mass, I.com, change(I.tensor, k)))


def with_centre(name: str, change: Callable[[Array, Link], Array]) -> Fault:
    """Make a fault of one link's centre of mass."""
    return with_body(name, lambda I, k: Inertia(I.mass, change(I.com, k), I.tensor))


def with_placement(name: str, change: Callable[[Transform, Joint], Transform]) -> Fault:
    """Make a fault of where one joint sits."""
    return lambda robot, _: with_link(
        robot, name, placement=change(robot.link(name).placement, robot.link(name).joint)
    )


def with_joint(name: str, **fields: Any) -> Fault:
    """Make a fault of one joint."""
    return lambda robot, _: with_link(robot, name, joint=replace(robot.link(name).joint, **fields))


def parallel_axis(m: Any, d: Array) -> Array:
    """Return m (d² 1 − d dᵀ)."""
    return m * (d @ d * np.eye(3) - np.outer(d, d))


def signs(I: Array, *pairs: str) -> Array:
    """Turn the signs of the products of inertia."""
    J = I.copy()
    for pair in pairs:
        i, j = ("xyz".index(letter) for letter in pair)
        J[i, j] = J[j, i] = -I[i, j]
    return J


def other_order(I: Array) -> Array:
    """Read xx, xy, xz, yy, yz, zz as if they were xx, yy, zz, xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = I[np.triu_indices(3)]
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def about_next_joint(robot: Robot, _: np.random.Generator) -> Robot:
    """Give the tensor of `upper` about the joint of `carriage`."""
    body, p = robot.link("upper").inertia, robot.link("carriage").placement.p
    J = body.tensor + parallel_axis(body.mass, body.com - p)
    return with_link(robot, "upper", inertia=Inertia(body.mass, body.com, J))


def about_far_point(robot: Robot, rng: np.random.Generator) -> Robot:
    """Give the tensor of `upper` about some point."""
    body = robot.link("upper").inertia
    J = body.tensor + parallel_axis(body.mass, rng.normal(size=3))
    return with_link(robot, "upper", inertia=Inertia(body.mass, body.com, J))


def turned_by_anything(robot: Robot, rng: np.random.Generator) -> Robot:
    """Leave out some rotation of the inertial frame of `upper`."""
    body, R = robot.link("upper").inertia, random_rotation(rng)
    return with_link(robot, "upper", inertia=Inertia(body.mass, body.com, R @ body.tensor @ R.T))


def from_other_end(how: str) -> Fault:
    """Measure the centre of mass of `upper` from the joint of `carriage`."""

    def fault(robot: Robot, _: np.random.Generator) -> Robot:
        body, X = robot.link("upper").inertia, robot.link("carriage").placement
        c = {
            "its frame": X.R.T @ (body.com - X.p),
            "own axes": body.com - X.p,
            "backwards": X.p - body.com,
        }[how]
        return with_link(robot, "upper", inertia=Inertia(body.mass, c, body.tensor))

    return fault


def in_far_frame(robot: Robot, _: np.random.Generator) -> Robot:
    """Give the body of `upper` in the frame of `carriage`."""
    moved = robot.link("upper").inertia.moved(robot.link("carriage").placement.inverse())
    return with_link(robot, "upper", inertia=moved)


def heavier(robot: Robot, rng: np.random.Generator) -> Robot:
    """Put a body on `upper`."""
    return with_link(robot, "upper", inertia=robot.link("upper").inertia + random_inertia(rng))


def without(*names: str) -> Fault:
    """Take links away."""
    return lambda robot, _: replace(
        robot, links=tuple(k for k in robot.links if k.name not in names)
    )


def merged(robot: Robot, _: np.random.Generator, names: tuple[str, ...] = ()) -> Robot:
    """Merge links on fixed joints into `fore`, some without their placement."""
    body, X = robot.link("fore").inertia, Transform.identity()
    for name in ("flange", "tool"):
        X = X @ robot.link(name).placement
        own = robot.link(name).inertia
        body = body + (own if name in names else own.moved(X))
    return without("flange", "tool")(with_link(robot, "fore", inertia=body), _)


def shifted_zero(by: float) -> Callable[[Transform, Joint], Transform]:
    """Shift the zero of a joint."""

    def change(X: Transform, joint: Joint) -> Transform:
        if joint.kind == "prismatic":
            return X @ Transform.translation(*(joint.axis * by))
        return X @ Transform.axis_angle(joint.axis, by)

    return change


def millimetres(X: Transform, _: Joint) -> Transform:
    """Give a position in mm."""
    return Transform(X.R, X.p * 1000)


def gravity(change: Callable[[Array], Array]) -> Fault:
    """Change gravity."""
    return lambda robot, _: replace(robot, gravity=change(robot.gravity))


def turn_over(robot: Robot, name: str) -> Robot:
    """Turn the axis of a joint round."""
    joint = robot.link(name).joint
    return with_link(robot, name, joint=replace(joint, axis=-joint.axis))


FAULTS: dict[str, tuple[Fault, str, str]] = {
    "about the origin": (
        with_body("upper", lambda I, _: Inertia(I.mass, I.com, I.about_origin)),
        "inertia about another point",
        "link 'upper': B's tensor about the centre of mass is A's about the link's origin",
    ),
    "about the next joint": (
        about_next_joint,
        "inertia about another point",
        "link 'upper': B's tensor about the centre of mass is A's about the next joint",
    ),
    "about any point": (
        about_far_point,
        "inertia about another point",
        "link 'upper': B's tensor about the centre of mass is A's about a point",
    ),
    "all signs": (
        with_tensor("upper", lambda I, _: signs(I, "xy", "xz", "yz")),
        "sign of products of inertia",
        "link 'upper': Ixy is ",
    ),
    "one sign": (
        with_tensor("tool", lambda I, _: signs(I, "xz")),
        "sign of products of inertia",
        "link 'tool': Ixz is ",
    ),
    "turned by the placement": (
        with_tensor("upper", lambda I, k: k.placement.R @ I @ k.placement.R.T),
        "rotated tensor",
        "link 'upper': B's tensor is R I Rᵀ where A's is I, with the rotation R of its joint",
    ),
    "turned the wrong way": (
        with_tensor("upper", lambda I, k: k.placement.R.T @ I @ k.placement.R),
        "rotated tensor",
        "link 'upper': B's tensor is Rᵀ I R where A's is I, with the rotation R of its joint",
    ),
    "turned by anything": (
        turned_by_anything,
        "rotated tensor",
        "link 'upper': B's tensor has the principal moments of A's about axes turned by ",
    ),
    "order of entries": (
        with_tensor("upper", lambda I, _: other_order(I)),
        "order of the tensor's entries",
        "link 'upper': B's tensor has A's six entries in another order",
    ),
    "tensor in kg mm²": (
        with_tensor("upper", lambda I, _: I * 1e6),
        "unit of the tensor",
        "link 'upper': B's tensor is 1e+06 times A's, as kg mm² taken for kg m²",
    ),
    "tensor in g mm²": (
        with_tensor("tool", lambda I, _: I * 1e9),
        "unit of the tensor",
        "link 'tool': B's tensor is 1e+09 times A's, as g mm² taken for kg m²",
    ),
    "mass in g": (
        with_body("upper", lambda I, _: Inertia(I.mass * 1000, I.com, I.tensor)),
        "unit of mass",
        "link 'upper': B's mass is A's in g taken for kg",
    ),
    "no mass": (
        with_body("upper", lambda *_: Inertia.zero()),
        "missing mass",
        "link 'upper': ",
    ),
    "centre in mm": (
        with_centre("upper", lambda c, _: c * 1000),
        "unit of length",
        "link 'upper': in mm taken for m: centre of mass (",
    ),
    "sign of the centre": (
        with_centre("tool", lambda c, _: c * [1, -1, 1]),
        "sign of the centre of mass",
        "link 'tool': in y: centre of mass (",
    ),
    "centre in other axes": (
        with_centre("upper", lambda c, k: k.placement.R @ c),
        "rotated centre of mass",
        "link 'upper': by the rotation of its joint's placement",
    ),
    "first moment": (
        with_body("upper", lambda I, _: Inertia(I.mass, I.moment, I.tensor)),
        "first moment for centre of mass",
        "link 'upper': m c stands for c",
    ),
    **{
        f"centre from the other end, {how}": (
            from_other_end(how),
            "centre of mass from the other end",
            "link 'upper': centre of mass (",
        )
        for how in ("its frame", "own axes", "backwards")
    },
    "body in the far frame": (
        in_far_frame,
        "frame of the other end",
        "link 'upper': B's body is A's as seen from the next joint",
    ),
    "payload": (heavier, "payload", "link 'upper': B carries "),
    "tool lost": (without("tool"), "missing mass", "'tool' of A, "),
    "flange and tool lost": (without("flange", "tool"), "missing mass", "'flange', 'tool' of A, "),
    "flange without mass": (
        with_body("flange", lambda *_: Inertia.zero()),
        "missing mass",
        "'flange' of A, ",
    ),
    "tool added in place": (
        lambda robot, rng: merged(robot, rng, ("tool",)),
        "place of a fixed link",
        "'tool' of A, ",
    ),
    "tool at another place": (
        with_placement("tool", lambda X, _: Transform(X.R, X.p * 2)),
        "place of a fixed link",
        "link 'tool': at (",
    ),
    "axis turned round": (
        lambda robot, _: turn_over(robot, "upper"),
        "sign of the joint axis",
        "joint 'j1': about or along (",
    ),
    "zero of a turning joint": (
        with_placement("upper", shifted_zero(0.3)),
        "zero of the joint",
        "joint 'j1': q = 0 in B is q = 0.3 rad in A",
    ),
    "zero of a sliding joint": (
        with_placement("carriage", shifted_zero(-0.2)),
        "zero of the joint",
        "joint 'slide': q = 0 in B is q = -0.2 m in A",
    ),
    "place in mm": (
        with_placement("upper", millimetres),
        "unit of length",
        "joint 'j1': B's place (",
    ),
    "placement turned back": (
        with_placement("upper", lambda X, _: Transform(X.R.T, X.p)),
        "rotated joint",
        "joint 'j1': ",
    ),
    "other kind of joint": (
        with_joint("fore", kind="prismatic"),
        "joint kind",
        "joint 'j2': revolute in A, prismatic in B",
    ),
    "friction": (
        with_joint("fore", friction=Friction(viscous=0.25)),
        "joint effect",
        "joint 'j2': friction, viscous 0 in A, 0.25 in B",
    ),
    "gravity upwards": (gravity(lambda g: -g), "gravity sign", "("),
    "standard gravity": (
        gravity(lambda g: g * 9.80665 / 9.81),
        "size of gravity",
        "B's is 0.999659 times A's",
    ),
    "gravity along other axes": (gravity(lambda g: g[[1, 2, 0]]), "direction of gravity", "("),
    "no gravity": (gravity(lambda g: g * 0), "no gravity", "(0, 0, 0) m/s² in B"),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_named(name: str, seed: int) -> None:
    """A mistake made in a right model is the one difference found, whichever model is A.

    The mistakes are made here from their definitions: no code is shared with what finds them.
    """
    rng = np.random.default_rng(seed)
    right = arm(rng)
    fault, kind, said = FAULTS[name]
    wrong = fault(right, rng)
    found = compare(right, wrong)
    assert [difference.kind for difference in found.differences] == [kind]
    assert said in found.differences[0].sentence
    assert said in str(found)
    (back,) = compare(wrong, right).differences
    assert back.kind == kind


def test_other_link_frames_are_no_difference() -> None:
    """Frames slid along the axes and turned at will describe the same arm, and torques agree.

    The frames are moved here by hand; the torques of both models show that this was done right.
    """
    rng = np.random.default_rng(5)
    right = arm(rng)
    moved: dict[str | None, Transform] = {None: Transform.identity()}  # new frames in the old ones
    links = []
    for link in right.links:
        joint = link.joint
        T = Transform(random_rotation(rng), joint.axis * 0.3 * joint.moves)
        moved[link.name] = T
        new_joint = replace(joint, axis=T.R.T @ joint.axis)
        X = moved[link.parent].inverse() @ link.placement @ T
        body = link.inertia.moved(T.inverse())
        links.append(Link(link.name, new_joint, X, body, link.parent))
    other = replace(right, links=tuple(links))
    q, qd, qdd = rng.normal(size=(3, right.n))
    assert rnea(right, q, qd, qdd) == pytest.approx(rnea(other, q, qd, qdd), rel=1e-9)
    found = compare(right, other)
    assert found.same
    assert "compared in A's: 'shoulder', 'upper', 'carriage', 'fore'" in str(found)
    tensor = with_tensor("upper", lambda I, _: signs(I, "xy", "yz"))(other, rng)
    assert [d.kind for d in compare(right, tensor).differences] == ["sign of products of inertia"]


def test_lumped_links_are_no_difference() -> None:
    """A model whose fixed links are merged into what carries them is the same arm."""
    rng = np.random.default_rng(7)
    right = arm(rng)
    assert compare(right, merged(right, rng)).same
    assert compare(right.lump_fixed(), right).same


def test_fault_of_a_lumped_link() -> None:
    """Where one model has a link in one piece and the other in three, the whole is compared."""
    rng = np.random.default_rng(61)
    right = arm(rng)
    wrong = with_tensor("fore", lambda I, _: signs(I, "xy", "yz"))(right.lump_fixed(), rng)
    (only,) = compare(right, wrong).differences
    assert only.kind == "sign of products of inertia"
    assert only.sentence.startswith("link 'fore' with all that is fixed to it: Ixy is ")
    wrong = with_tensor("fore", lambda I, _: signs(I, "xz"))(without("tool")(right, rng), rng)
    assert [d.kind for d in compare(right, wrong).differences] == [
        "sign of products of inertia",
        "missing mass",
    ]


def test_several_faults_are_all_named() -> None:
    """Mistakes in mass, centre and tensor of one link and in gravity are told apart."""
    rng = np.random.default_rng(11)
    right = arm(rng)
    wrong = with_body(
        "upper", lambda I, _: Inertia(I.mass * 1000, I.com * 1000, signs(I.tensor, "yz"))
    )(right, rng)
    wrong = turn_over(gravity(lambda g: -g)(wrong, rng), "fore")
    assert [d.kind for d in compare(right, wrong).differences] == [
        "gravity sign",
        "unit of mass",
        "unit of length",
        "sign of products of inertia",
        "sign of the joint axis",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda I: Inertia(I.mass, I.com, I.tensor + np.diag([0, 0.01, 0.02])), "tensor Ixx "),
        (
            lambda I: Inertia(I.mass, I.com + np.array([0.01, 0.02, 0.03]), I.tensor),
            "centre of mass (",
        ),
        (lambda I: Inertia(I.mass * 0.9, I.com + 0.5, I.tensor), "mass "),
    ],
)
def test_what_fits_no_mistake_is_unexplained(change: Any, said: str) -> None:
    """Numbers that no known mistake turns into each other are shown as they are."""
    rng = np.random.default_rng(13)
    right = arm(rng)
    wrong = with_body("upper", lambda I, _: change(I))(right, rng)
    first = compare(right, wrong).differences[0]
    assert first.kind == "unexplained"
    assert first.sentence.startswith(f"link 'upper': differs in an unexplained way: {said}")


def test_axis_and_place_that_fit_no_mistake() -> None:
    """Joints that turn about other axes, or sit elsewhere, are named with the numbers of both."""
    rng = np.random.default_rng(17)
    right = arm(rng)
    wrong = with_joint("fore", axis=np.array([0.0, 0.6, 0.8]))(right, rng)
    (axis,) = compare(right, wrong).differences
    assert axis.sentence.endswith("in A, (0, 0.6, 0.8) in B")
    wrong = with_placement("fore", lambda X, _: Transform(X.R, X.p + np.array([0.1, 0.2, 0.3])))(
        right, rng
    )
    (place,) = compare(right, wrong).differences
    assert place.sentence.startswith("joint 'j2': differs in an unexplained way: sits at (")
    wrong = with_placement("fore", lambda *_: random_pose(rng))(right, rng)
    (place,) = compare(right, wrong).differences
    assert "turned by " in place.sentence


def table(rng: np.random.Generator) -> list[DHRow]:
    """Draw a Denavit-Hartenberg table of four rows, one of them sliding."""
    rows = []
    for kind in ("revolute", "revolute", "prismatic", "revolute"):
        a, d = rng.uniform(0.1, 0.5, 2)
        alpha, theta = rng.uniform(-2, 2, 2)
        body = random_inertia(rng)
        rows.append(DHRow(a=a, alpha=alpha, d=d, theta=theta, kind=kind))
        rows[-1] = replace(rows[-1], mass=body.mass, com=body.com, tensor=body.tensor)
    return rows


@pytest.mark.parametrize("seed", SEEDS)
def test_kinds_of_denavit_hartenberg_tables(seed: int) -> None:
    """One table read as standard and as modified is recognised, from the first row to the last."""
    rows = table(np.random.default_rng(seed))
    standard, modified = (from_dh(rows, convention=c) for c in ("standard", "modified"))
    (one,), (other,) = (
        compare(a, b).differences for a, b in ((standard, modified), (modified, standard))
    )
    assert str(one) == (
        "kind of Denavit-Hartenberg table: the joints sit as in one table, read as standard in A "
        "and as modified in B"
    )
    assert other.sentence.endswith("read as standard in B and as modified in A")


def test_table_of_the_other_kind_with_bodies_at_their_joints() -> None:
    """Where bodies sit right at their joints and the joints do not, only the joints are named."""
    rows = table(np.random.default_rng(3))
    standard, modified = (from_dh(rows, convention=c) for c in ("standard", "modified"))
    links = [replace(k, inertia=standard.link(k.name).inertia) for k in modified.links]
    (only,) = compare(standard, replace(modified, links=tuple(links))).differences
    assert only.kind == "kind of Denavit-Hartenberg table"


def test_bodies_of_a_standard_table_at_the_wrong_end() -> None:
    """Joints right, bodies taken from the frames of a standard table as they stand: named."""
    rows = table(np.random.default_rng(4))[:2]
    rows.append(DHRow(theta=0.4, mass=1, com=(0.1, 0, 0)))
    standard = from_dh(rows, convention="standard")
    first = Inertia(rows[0].mass, rows[0].com, rows[0].tensor)
    wrong = with_link(standard, "link1", inertia=first)
    (only,) = compare(standard, wrong).differences
    assert only.kind == "frame of the other end"


def test_parallel_axis_term_in_a_plane() -> None:
    """Who writes down I_zz alone, about the joint instead of the centre of mass, is told so."""
    rod, about_joint = np.zeros((3, 3)), np.zeros((3, 3))
    rod[2, 2], about_joint[2, 2] = 3 * 0.6**2 / 12, 3 * 0.6**2 / 3  # m l²/12 and m l²/3
    joint = Joint.revolute("j1")
    a, b = (
        Robot("rod", [Link("rod", joint, inertia=Inertia(3, (0.3, 0, 0), I))])
        for I in (rod, about_joint)
    )
    (only,) = compare(a, b).differences
    assert only.kind == "inertia about another point"
    assert "A's about the link's origin: the parallel-axis term" in only.sentence
    assert "up to 0.27 kg m²" in only.sentence  # 3 · 0.3²


def test_links_by_other_names() -> None:
    """Links are matched by joint names where their names differ, or by order, and it is said."""
    rng = np.random.default_rng(19)
    right = arm(rng)
    other = right.rename(prefix="my ")
    found = compare(right, other)
    assert found.same
    assert "matched by order: 'shoulder' of A with 'my shoulder' of B" in str(found)
    links = [
        replace(k, name=f"my {k.name}", parent=k.parent and f"my {k.parent}") for k in right.links
    ]
    found = compare(right, replace(right, links=tuple(links)))
    assert found.same
    assert "matched by joint name: 'shoulder' of A with 'my shoulder' of B" in str(found)


def test_arms_without_any_common_name() -> None:
    """A hand at the end of one arm does not keep its links from being matched by order."""
    rng = np.random.default_rng(59)
    right = arm(rng)
    finger = Link("finger", Joint.revolute("j9"), random_pose(rng), random_inertia(rng), "tool")
    longer = replace(right, links=(*right.links, finger)).rename(prefix="my ")
    assert [str(d) for d in compare(right, longer).differences] == [
        "missing link: link 'my finger' moves in B and is missing in A"
    ]


def test_links_without_a_match() -> None:
    """A moving link that the other model lacks, or has on a fixed joint, is named."""
    right = arm(np.random.default_rng(23))
    assert "link 'fore' moves in A and is fixed in B" in str(compare(right, right.lock(j2=0.2)))
    found = compare(right.without_subtree("fore"), right)
    assert "missing link: link 'fore' moves in B and is missing in A" in str(found)


def test_other_order_of_links_and_coordinates() -> None:
    """Branches listed the other way round change the order of q only; another parent is named."""
    rng = np.random.default_rng(29)
    names = ("left", "right")
    branches = [
        Link(name, Joint.revolute(f"{name} joint"), random_pose(rng), random_inertia(rng), "trunk")
        for name in names
    ]
    trunk = Link("trunk", Joint.revolute("turn"), inertia=random_inertia(rng))
    a, b = (Robot("tree", [trunk, *order]) for order in (branches, branches[::-1]))
    found = compare(a, b)
    assert found.same
    order = "q is in another order: turn, left joint, right joint in A, turn, right joint, left"
    assert order in str(found)
    chain = Robot("tree", [trunk, branches[0], replace(branches[1], parent="left")])
    assert "link 'right': on trunk in A, on left in B" in str(compare(a, chain))


def test_base_and_gravity() -> None:
    """A base turned with gravity changes nothing and is noted; one turned alone is a difference."""
    rng = np.random.default_rng(31)
    right = arm(rng)
    X = random_pose(rng)
    turned = replace(right, base=X, gravity=X.R @ right.gravity)
    found = compare(right, turned)
    assert found.same
    assert "the base is at (0, 0, 0) m in A" in str(found)
    (only,) = compare(right, replace(right, base=X)).differences
    assert only.kind == "pose of the base"
    (only,) = compare(right, replace(right, gravity=np.array([1.0, 2.0, 3.0]))).differences
    assert only.kind == "unexplained"


def test_payload_is_called_a_payload() -> None:
    """A payload that `with_payload` put on a link is named as such."""
    right = arm(np.random.default_rng(37))
    (only,) = compare(right.with_payload("tool", 1.5, com=(0, 0, 0.1)), right).differences
    assert only.kind == "payload"
    assert "'tool payload' of A, 1.5 kg, fixed to it, is missing in B" in only.sentence


def test_joint_effects_that_differ() -> None:
    """Spring, rotor and coupling are compared by number, and a follower by its leader."""
    rng = np.random.default_rng(41)
    right = arm(rng)
    wrong = with_joint("upper", spring=Spring(3, 0.1), rotor=Rotor(1e-4, 50))(right, rng)
    assert [d.sentence for d in compare(right, wrong).differences] == [
        "joint 'j1': spring, stiffness 0 in A, 3 in B",
        "joint 'j1': spring, rest 0 in A, 0.1 in B",
        "joint 'j1': reflected rotor inertia 0 in A, 0.25 in B",
    ]

    def follow(*law: Any) -> Robot:
        return with_joint("fore", mimic=Mimic(*law))(right, rng)

    said = [
        (follow("j0", 2, 0.5), follow("j0", 3, 0.5), "by 2 q + 0.5 in A, by 3 q + 0.5 in B"),
        (follow("j0", 2), follow("j1", 2), "follows 'j0' in A, 'j1' in B"),
        (follow("j0", 2), right, "follows another joint in A only"),
    ]
    for a, b, words in said:
        (only,) = compare(a, b).differences
        assert words in only.sentence


def test_tolerance() -> None:
    """Numbers printed with four digits are the same if so much is allowed, and not otherwise."""
    rng = np.random.default_rng(43)
    right = arm(rng)
    rounded = with_body("upper", lambda I, _: Inertia(I.mass * 1.0003, I.com, I.tensor))(right, rng)
    assert not compare(right, rounded).same
    assert compare(right, rounded, tolerance=1e-3).same
    with pytest.raises(LinkwiseError, match="tolerance must be between 0 and 1, got -1"):
        compare(right, right, tolerance=-1)


def test_solid_box_of_a_box() -> None:
    """The box of 12 kg and 1 m x 2 m x 3 m comes back from m (b² + c²)/12 in any axes."""
    R = random_rotation(np.random.default_rng(47))
    box = solid_box(Inertia(12, (5, 6, 7), R @ np.diag([13.0, 10.0, 5.0]) @ R.T))
    assert box is not None
    assert box.edges == pytest.approx([3, 2, 1], rel=1e-9)
    assert box.density == pytest.approx(2, rel=1e-9)


@pytest.mark.parametrize(
    ("moments", "words"),
    [
        ((0, 0, 0), "a point"),
        ((0, 1, 1), "a rod of 3.464 m"),  # √12 m
        ((1, 2, 3), "a plate of 4.899 × 3.464 m"),  # √24 m and √12 m
    ],
)
def test_solid_box_without_volume(moments: tuple[float, ...], words: str) -> None:
    """Points, rods and plates are named, with edges from m a²/12 of 1 kg, and are no doubt."""
    body = Inertia(1, (0.1, 0.2, 0.3), np.diag(moments))
    assert str(solid_box(body)) == words
    assert doubts(body) == ()


def brick(mass: float = 1, tensor: float = 1, com: tuple[float, ...] = (0, 0, 0)) -> Inertia:
    """Return a brick of 1 kg and 1000 kg/m³, 0.1 m long each way, with numbers too large."""
    return Inertia(mass, com, np.eye(3) * (0.1**2 / 6) * tensor)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (brick(), ()),
        (brick(tensor=1e6), ("density of 1e-06 kg/m³ is below 200: a tensor 1e-06 times",)),
        (brick(mass=1000), ("density of 3.16e+10 kg/m³ is above 20000: a mass 0.001 times",)),
        (brick(com=(0, 0, 60)), ("centre of mass is 60 m from the link's origin, 600 times the",)),
        (Inertia.zero(), ()),
    ],
)
def test_doubts(body: Inertia, words: tuple[str, ...]) -> None:
    """A wrong unit shows as an odd density or distance, with the factor that would cure it."""
    assert len(doubts(body)) == len(words)
    assert all(word in doubt for word, doubt in zip(words, doubts(body), strict=True))


ODD = """<robot name="odd">
<link name="post"/>
<joint name="swing" type="revolute"><parent link="post"/><child link="rod"/><axis xyz="0 0 1"/>
  <dynamics damping="0.5" friction="0.2"/></joint>
<link name="rod"><inertial><origin xyz="0.3 0 0"/><mass value="2"/>
  <inertia ixx="0.9" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.06"/></inertial></link>
<joint name="hinge" type="revolute"><parent link="rod"/><child link="tip"/><axis xyz="0 0 1"/>
  <mimic joint="swing" multiplier="-2"/></joint>
<link name="tip"><inertial><origin xyz="0.3 0 0"/><mass value="1"/>
  <inertia ixx="0.06" ixy="0" ixz="0" iyy="0.08" iyz="0" izz="0.1"/></inertial></link>
<transmission name="gear"><actuator name="m"><mechanicalReduction>50</mechanicalReduction>
  </actuator></transmission>
</robot>"""
ROD = """\
rod, on post by swing
  mass        2 kg, centre of mass (0.3, 0, 0) m
  principal   (0.06, 0.06, 0.9) kg m²
  axes        (0, 1, 0), (0, 0, 1), (1, 0, 0)
  verdict     impossible: principal moment 0.9 is larger than the sum of the others, 0.06 + 0.06 \
(triangle inequality)
  joint       viscous friction 0.5 N m s/rad
  joint       Coulomb friction 0.2 N m
"""


def test_report_on_a_file(tmp_path: Path) -> None:
    """The report has each link's numbers, verdict and joint, and what of the file is not used."""
    file = tmp_path / "odd.urdf"
    file.write_text(ODD)
    found = audit(file)
    assert [body.link for body in found.impossible] == ["rod"]
    assert [body.link for body in found.doubtful] == ["tip"]
    report = str(found)
    assert ROD in report
    assert "odd: 3 links, 1 impossible, 1 doubtful" in report
    assert "post, on the base by post_to_base: no mass" in report
    assert "solid box   0.8485 × 0.6928 × 0.4899 m of 3.472 kg/m³" in report  # √0.72, √0.48, √0.24
    assert "joint       follows swing: -2 times its coordinate, plus 0 rad" in report
    assert "a transmission is not used: 50 in <mechanicalReduction>" in report
    assert "Ixy is minus the integral" in report


def test_joints_in_the_report() -> None:
    """Springs, rotors and all kinds of friction are found, in the units of the joint."""
    effects = {
        "friction": Friction(1, 2, 3, 0.5, 0.1),
        "spring": Spring(100, 0.5),
        "rotor": Rotor(2e-4, 100),
    }
    links = [
        Link("a", Joint.revolute("turn", **effects)),
        Link("b", Joint.prismatic("slide", **effects), inertia=brick(), parent="a"),
    ]
    turn, slide = audit(Robot("r", links)).bodies
    assert turn.effects == (
        "viscous friction 1 N m s/rad",
        "Coulomb friction 2 N m",
        "Coulomb friction backwards 3 N m",
        "Stribeck friction 0.5 N m",
        "spring of 100 N m/rad, slack at 0.5 rad",
        "rotor of 0.0002 kg m² behind a gear of 100: 2 kg m²",
    )
    assert slide.effects[0] == "viscous friction 1 N s/m"
    assert slide.effects[-1].endswith("behind a gear of 100: 2 kg")


def test_built_in_arms_are_possible() -> None:
    """The Panda of Gaz et al. passes; of PUMA's first link Armstrong et al. give I_zz alone."""
    assert audit("panda").impossible == ()
    (first, _) = audit("puma560").impossible
    assert first.verdict == "impossible: a body without mass has inertia"


def test_what_cannot_be_audited() -> None:
    """Symbols, missing files and other things are refused with a sentence."""
    with pytest.raises(LinkwiseError, match="holds symbols: plain numbers can be audited"):
        audit(planar_2r().as_object)
    with pytest.raises(LinkwiseError, match=r"there is no file 'nothing\.urdf'"):
        audit("nothing.urdf")
    huge = Inertia.from_parameters([1, 0, 1e200, 0, 1, 0, 0, 1, 0, 1])
    with pytest.raises(LinkwiseError, match="link 'rod': the tensor about the centre of mass is t"):
        audit(Robot("huge", [Link("rod", Joint.revolute("j1"), inertia=huge)]))
    with pytest.raises(LinkwiseError, match=r"a robot, a file or a built-in name is wanted, got 3"):
        compare(planar_2r(), 3)  # type: ignore[arg-type]


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report goes to stdout, and the exit code is 1 if and only if a body is impossible."""
    file = tmp_path / "odd.urdf"
    file.write_text(ODD)
    assert main(["audit", str(file)]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (f"{audit(file)}\n", "")
    assert main(["audit", "panda"]) == 0
    assert "link7, on link6 by q7" in capsys.readouterr().out
    assert main(["audit", "nothing.urdf"]) == 2


def test_command_line_for_two_models(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Against another model the differences are printed, and impossible bodies of either."""
    good, odd = tmp_path / "good.urdf", tmp_path / "odd.urdf"
    odd.write_text(ODD)
    good.write_text(ODD.replace('ixx="0.9"', 'ixx="0.09"').replace('damping="0.5"', ""))
    assert main(["audit", str(good), "--against", str(good)]) == 0
    assert "A and B are the same to 1e-06" in capsys.readouterr().out
    assert main(["audit", str(good), "--against", str(odd)]) == 1
    out = capsys.readouterr().out
    assert f"A: {good}: 3 links, 1 coordinates, 3 kg" in out
    assert "2 differences" in out
    assert "joint effect: joint 'swing': friction, viscous 0 in A, 0.5 in B" in out
    assert "  link 'rod': differs in an unexplained way: tensor Ixx 0.09," in out
    assert "impossible in B: rod: principal moment 0.9 is larger" in out
    assert main(["audit", "panda", "--against", "panda", "--tolerance", "x"]) == 2
    assert "'x' is not a finite number" in capsys.readouterr().err
    assert main(["audit", "panda", "--tolerance", "1e-3"]) == 2
    assert "--tolerance goes with --against" in capsys.readouterr().err


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("name", "link", "entries", "rule"),
    [
        (
            "romeo_small.urdf",
            "RShoulderYawLink",
            (0.000742356, 0.000617202, 5.98521e-06, 0.00649989, -1.07417e-06, 0.000664209),
            "principal moment {2:g} is larger than the sum of the others, {0:g} + {1:g}",
        ),
        (
            "tiago_no_hand.urdf",
            "base_antenna_left_link",
            (2.371e-08, 6.119e-08, 1.179e-08, 2.833e-08, 7.74e-09, 3.849e-08),
            "principal moment {0:g} is negative",
        ),
    ],
)
def test_real_files_with_impossible_bodies(
    name: str,
    link: str,
    entries: tuple[float, ...],
    rule: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Link and rule of bad bodies in files of a humanoid and a mobile robot are named.

    The entries are typed from the files; their principal moments are by another solver.
    """
    path = file_of("example-robot-data", name)
    if path is None:
        pytest.skip("example-robot-data is not installed")
    xx, xy, xz, yy, yz, zz = entries
    values = np.linalg.eigvals([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    assert main(["audit", str(path)]) == 1
    assert f"  impossible  {link}: {rule.format(*sorted(values))}" in capsys.readouterr().out
