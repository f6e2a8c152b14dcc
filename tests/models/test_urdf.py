import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.spatial.transform import Rotation

from linkwise import (
    LinkwiseError,
    LinkwiseWarning,
    crba,
    forward_dynamics,
    gravity_torque,
    rnea,
)
from linkwise.models.urdf import load_urdf, read_urdf

PLANE = (0, -9.81, 0)
Z = '<axis xyz="0 0 1"/>'


def link(name: str, mass: float, com: str, tensor: str, rpy: str = "0 0 0") -> str:
    """Write a link; the tensor is "xx yy zz xy xz yz" about the centre of mass."""
    entries = zip(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), tensor.split(), strict=True)
    return f"""<link name="{name}"><inertial>
      <inertia {" ".join(f'{key}="{value}"' for key, value in entries)}/>
      <mass value="{mass}"/> <origin xyz="{com}" rpy="{rpy}"/> </inertial></link>
    """


def planar(izz: float) -> str:
    """Write a tensor that some body has, for arms in which I_zz alone counts."""
    return f"{izz} {izz} {izz} 0 0 0"


def joint(
    name: str,
    parent: str,
    child: str,
    xyz: str = "0 0 0",
    rpy: str = "0 0 0",
    kind: str = "revolute",
    more: str = Z,
) -> str:
    """Write a joint, about or along z if nothing else is said."""
    return f"""<joint name="{name}" type="{kind}">{more} <child link="{child}"/>
      <origin rpy="{rpy}" xyz="{xyz}"/> <parent link="{parent}"/> </joint>
    """


def robot(*parts: str) -> str:
    """Write a robot."""
    return '<?xml version="1.0"?>\n<robot name="r">' + "".join(parts) + "</robot>"


UPPER = link("upper", 3, "0.2 0 0", planar(0.05))
FORE = link("fore", 2, "0.15 0 0", planar(0.03))
P2R_LINKS = '<link name="post"/>' + UPPER + FORE
P2R_JOINTS = joint("j1", "post", "upper") + joint("j2", "upper", "fore", "0.5 0 0")
STATE_A = ([0.3, -0.7], [1.2, -0.8], [0.5, 2])
P2R_TAU = (18.4486332269944, 2.81639464895349)

# A link `a` and a link `b` on it: the place for one oddity in the joint and one in the link.
LONE = '<link name="c"/>'
PAIR = """<robot name="r">
<link name="a"/>
<joint name="elbow" type="revolute"><parent link="a"/><child link="b"/>
{joint}
</joint>
<link name="b">
{link}
</link>
{more}
</robot>"""


def body(mass: str = "1", izz: str = "1", origin: str = "") -> str:
    """Write the inertial of a link."""
    return (
        f'<inertial><mass value="{mass}"/>{origin}'
        f'<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="{izz}"/></inertial>'
    )


BODY = body()


def pair(joint: str = Z, link: str = BODY, more: str = "") -> str:
    """Write `PAIR` with something in it."""
    return PAIR.format(joint=joint, link=link, more=more)


# What files mean


def test_planar_arm_from_a_file() -> None:
    """The 2R of reference model P2R gives M and tau of two other derivations."""
    r = read_urdf(robot(P2R_LINKS, P2R_JOINTS))
    assert (r.name, r.joint_names, r.link_names) == ("r", ("j1", "j2"), ("post", "upper", "fore"))
    assert_allclose(rnea(r, *STATE_A, gravity=PLANE), P2R_TAU, rtol=1e-9)
    M = [[0.974452656185, 0.189726328093], [0.189726328093, 0.075]]
    assert_allclose(crba(r, STATE_A[0]), M, rtol=1e-9)
    assert_allclose(r.gravity, (0, 0, -9.81))


def test_order_of_elements_is_free() -> None:
    """Joints before links and children before parents change nothing (reference model P2R)."""
    reversed_joints = joint("j2", "upper", "fore", "0.5 0 0") + joint("j1", "post", "upper")
    r = read_urdf(robot(reversed_joints, FORE, UPPER, '<link name="post"/>'))
    assert r.joint_names == ("j1", "j2")
    assert_allclose(rnea(r, *STATE_A, gravity=PLANE), P2R_TAU, rtol=1e-9)


@pytest.mark.parametrize(
    ("axis", "tau"), [("1 0 0", 0.840150287648), ("0 1 0", 1.04082007578), ("0 0 1", 1.07902963657)]
)
def test_inertial_rpy_turns_the_tensor(axis: str, tau: float) -> None:
    """The tensor is given in inertial axes; case B04 has its value in link axes by hand."""
    body = link("b", 2, "0.1 0.2 -0.3", "0.4 0.9 1.1 0 0 0", rpy="0.3 -0.4 0.5")
    turning = joint("j", "a", "b", more=f'<axis xyz="{axis}"/>')
    r = read_urdf(robot('<link name="a"/>', turning, body))
    I = r.link("b").inertia.tensor
    xx, yy, zz = 0.580150287648, 0.840820075784, 0.979029636568
    xy, xz, yz = -0.162288439481, -0.189907323234, -0.163008522182
    assert_allclose(I, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], rtol=1e-9)
    assert_allclose(rnea(r, [0], [0], [1], gravity=(0, 0, 0)), [tau], rtol=1e-9)


def test_products_of_inertia_and_fixed_joint() -> None:
    """A body fixed to a moving one loads its joint (case B05, offset centre, turned frame)."""
    r = read_urdf(
        robot(
            '<link name="base"/>',
            link("A", 2, "0.1 0 0.05", "0.02 0.03 0.04 0.001 0 0.002"),
            link("B", 0.8, "0.03 -0.02 0.06", "0.004 0.005 0.006 0 0.0005 0"),
            joint("j", "base", "A"),
            joint("weld", "A", "B", "0.3 -0.1 0.2", "0.2 0.1 -0.3", kind="fixed", more=""),
        )
    )
    assert r.link_names == ("base", "A", "B")
    both = r.link("A").inertia + r.link("B").inertia.moved(r.link("B").placement)
    assert both.mass == pytest.approx(2.8)
    assert_allclose(both.com, (0.164123176591, -0.0401578862992, 0.107589051686), rtol=1e-9)
    xx, yy, zz = 0.0586347639014, 0.0870236477214, 0.085914699127
    xy, xz, yz = 0.0191882029949, -0.0252590074989, 0.0178134923913
    assert_allclose(both.tensor, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], rtol=1e-9)
    assert_allclose(gravity_torque(r, [0.4], gravity=PLANE), [4.58181824472], rtol=1e-9)
    assert_allclose(rnea(r, [0.4], [0.5], [1.5], gravity=PLANE), [4.8305963997], rtol=1e-9)
    assert_allclose(crba(r, [0.4]), [[0.16585210332]], rtol=1e-9)


def test_fixed_links_between_and_behind_joints() -> None:
    """No mass is lost or given to the wrong joint (case B26, two independent calculations)."""
    r = read_urdf(
        robot(
            '<link name="base"/>',
            link("L1", 3, "0.2 0 0", planar(0.05)),
            link("F1", 1.2, "0.05 0.02 0", planar(0.01)),
            link("L2", 2, "0.15 0 0", planar(0.03)),
            link("F2", 0.7, "0.02 0.03 0", planar(0.004)),
            joint("j1", "base", "L1"),
            joint("f1", "L1", "F1", "0.3 0 0", "0 0 0.4", kind="fixed", more=""),
            joint("j2", "F1", "L2", "0.2 -0.05 0"),
            joint("f2", "L2", "F2", "0.4 0 0", "0 0 -0.2", kind="fixed", more=""),
        )
    )
    M = [[1.78350141530306, 0.491489293146723], [0.491489293146723, 0.206224390429179]]
    assert_allclose(crba(r, STATE_A[0]), M, rtol=1e-9)
    g = gravity_torque(r, STATE_A[0], gravity=PLANE)
    assert_allclose(g, (27.6568626050346, 5.86533021263781), rtol=1e-9)
    tau = rnea(r, *STATE_A, gravity=PLANE)
    lost = "(22.452, 3.124): trailing mass lost; (29.589, 4.791): sandwiched mass given to j2"
    assert_allclose(tau, (29.4051546578699, 6.38128174382112), rtol=1e-9, err_msg=lost)


def test_link_without_inertial_has_no_mass() -> None:
    """A tool frame changes no torque (case B08); other readers invent 1 kg for it."""
    tool = joint("grip", "fore", "tool", "0.4 0 0", kind="fixed", more="") + '<link name="tool"/>'
    r = read_urdf(robot(P2R_LINKS, P2R_JOINTS, tool))
    assert r.link("tool").inertia.parameters().tolist() == [0] * 10
    assert_allclose(
        rnea(r, *STATE_A, gravity=PLANE),
        P2R_TAU,
        rtol=1e-9,
        err_msg="(30.068, 9.222): a tool of 1 kg with unit inertia",
    )


DRAWN = "<visual><geometry/></visual>"
WELD = joint("weld", "b", "c", kind="fixed", more="")


@pytest.mark.parametrize(
    ("link", "more", "told"),
    [
        ("", "", "link 'b' .line 6."),  # carries nothing
        ("", WELD + LONE, "link 'b' .line 6."),  # carries a frame
        (DRAWN, joint("j", "b", "c") + f'<link name="c">{BODY}</link>', "link 'b' .line 6."),
        (
            DRAWN,
            WELD + LONE + joint("j", "c", "d") + f'<link name="d">{BODY}</link>',
            "link 'b' .line 6.",
        ),
        ("", WELD + f'<link name="c">{DRAWN}</link>', "link 'b' .line 6."),
        (BODY, joint("j", "b", "c") + LONE, "link 'c' .line"),
        (DRAWN, joint("j", "b", "c") + LONE, "link 'b' .line 6., link 'c' .line"),
    ],
)
def test_missing_inertial_is_told(link: str, more: str, told: str) -> None:
    """A link that moves without a mass, and is drawn or carries nothing, is named once."""
    message = f"moving links without <inertial> have no mass: {told}"
    with pytest.warns(LinkwiseWarning, match=message) as caught:
        read_urdf(pair(link=link, more=more))
    assert len(caught) == 1


@pytest.mark.parametrize(
    ("link", "more"),
    [
        (BODY, WELD + LONE),  # a tool frame
        ("", WELD + f'<link name="c">{BODY}</link>'),  # the body is welded to the frame
        (DRAWN, WELD + f'<link name="c">{BODY}</link>'),
        ("", joint("j", "b", "c") + f'<link name="c">{BODY}</link>'),  # a hinge of two axes
        (BODY, joint("j", "b", "c") + f'<link name="c">{BODY.replace("1", "0")}</link>'),
    ],
)
def test_frames_need_no_inertial(link: str, more: str) -> None:
    """Frames, hinges of several axes and masses that are said to be 0 give no warning."""
    assert read_urdf(pair(link=link, more=more)).link("b").name == "b"


@pytest.mark.parametrize("link", ["", BODY.replace('"1"', '"0"')], ids=["nothing", "zeros"])
def test_file_without_any_mass(link: str) -> None:
    """Case B10 from a file: said at load, and refused when torques are asked for."""
    with pytest.warns(LinkwiseWarning, match="no link that moves has a mass"):
        r = read_urdf(pair(link=link))
    for call in (lambda: rnea(r, [0], [0], [1]), lambda: crba(r, [0])):
        with pytest.raises(LinkwiseError, match="robot 'r' has no mass data"):
            call()


def test_default_axis_is_x() -> None:
    """The format's default axis is x (case B17, input 2); about z the torque would be 1.16."""
    body = link("b", 2, "0 0.3 0.1", "0.2 0.3 0.4 0 0 0")
    r = read_urdf(robot('<link name="a"/>', body, joint("j", "a", "b", more="")))
    assert_allclose(rnea(r, [0.4], [0], [2]), [5.45732622309141], rtol=1e-9)


def test_axis_is_a_direction() -> None:
    """An axis of length 2 does not scale the motion (case B17, input 1), and is told of."""
    body = link("b", 2, "0.5 0 0", planar(0.1))
    text = robot('<link name="a"/>', body, joint("j", "a", "b", more='<axis xyz="0 0 2"/>'))
    with pytest.warns(LinkwiseWarning, match=r"joint 'j' of length 2 \(line \d+\)"):
        r = read_urdf(text)
    assert_allclose(crba(r, [0.4]), [[0.6]], rtol=1e-9)
    assert_allclose(rnea(r, [0.4], [1], [3], gravity=PLANE), [10.8356083511683], rtol=1e-9)


def test_rounded_axis_needs_no_warning() -> None:
    """Axes printed with few digits are common: they become unit vectors without a word."""
    r = read_urdf(pair('<axis xyz="0.5774 0.5774 0.5774"/>'))
    assert_allclose(np.linalg.norm(r.joints[0].axis), 1, rtol=1e-15)


def test_mass_of_the_root_loads_no_joint() -> None:
    """A root of 50 kg under a `world` link is kept, and no torque feels it (case B27)."""
    base = link("base", 50, "1 1 1", "1 1 1 0 0 0")
    stand = joint("stand", "world", "base", kind="fixed", more="")
    joints = joint("j1", "base", "upper") + joint("j2", "upper", "fore", "0.5 0 0")
    r = read_urdf(robot('<link name="world"/>', stand, base, UPPER, FORE, joints))
    assert_allclose(rnea(r, *STATE_A, gravity=PLANE), P2R_TAU, rtol=1e-9)
    assert (r.mass(), r.mass(fixed_to_base=False)) == (55, 5)


def test_root_with_mass_alone() -> None:
    """A file of one link is a robot without coordinates that keeps its mass."""
    r = read_urdf(robot(UPPER))
    assert (r.n, r.mass(), r.link("upper").joint.name) == (0, 3, "upper_to_base")


def test_name_of_the_joint_to_the_base_gives_way() -> None:
    """The joint that a reader adds under the root does not take the name of one in the file."""
    r = read_urdf(robot(UPPER, FORE, joint("upper_to_base", "upper", "fore")))
    assert [k.joint.name for k in r.links] == ["upper_to_base_", "upper_to_base"]


def test_tree_listed_out_of_order() -> None:
    """A tree with `fore` before `right` and joints before links (case B28), compared by name."""
    r = read_urdf(
        robot(
            joint("fore", "right_link", "fore_link", "0.3 0 0"),
            joint("left", "trunk_link", "left_link", "0.4 0.2 0"),
            joint("right", "trunk_link", "right_link", "0.4 -0.2 0"),
            joint("trunk", "base", "trunk_link"),
            link("fore_link", 0.8, "0.1 0 0", planar(0.006)),
            link("left_link", 1.5, "0.15 0.02 0", planar(0.02)),
            link("right_link", 1.2, "0.12 -0.01 0", planar(0.015)),
            link("trunk_link", 4, "0.2 0 0", planar(0.08)),
            '<link name="base"/>',
        )
    )
    state = {
        "trunk": (0.3, 1, 0.2),
        "left": (0.5, -0.7, 0.4),
        "right": (-0.4, 0.6, -0.3),
        "fore": (0.9, -1.2, 0.8),
    }
    q, qd, qdd = np.array([state[name] for name in r.joint_names]).T
    tau = dict(zip(r.joint_names, rnea(r, q, qd, qdd, gravity=PLANE), strict=True))
    right = {
        "trunk": 26.9390737020291,
        "left": 1.39637640756151,
        "right": 4.4100515022029,
        "fore": 0.636676471797464,
    }
    assert tau == pytest.approx(right, rel=1e-9)
    at = [r.joint_names.index(name) for name in state]
    M = crba(r, q)[np.ix_(at, at)]
    row = (1.72699615405482, 0.154418968715414, 0.340372747550489, 0.0493304726013206)
    assert_allclose(M[0], row, rtol=1e-9)
    assert_allclose(M[1:, 1], (0.05435, 0, 0), rtol=1e-9, atol=1e-15)
    assert_allclose(M[2:, 2], (0.148237278476992, 0.028918639238496), rtol=1e-9)
    assert_allclose(M[3, 3], 0.014, rtol=1e-9)


def test_continuous_joint_has_one_coordinate() -> None:
    """A continuous joint is one angle without range, whatever its turns (case B29)."""
    joints = P2R_JOINTS.replace("revolute", "continuous")
    r = read_urdf(robot(P2R_LINKS, joints))
    q, qd, qdd = STATE_A
    assert (r.n, r.joints[0].limits.lower, r.joints[0].limits.upper) == (2, -np.inf, np.inf)
    assert_allclose(rnea(r, q, qd, qdd, gravity=PLANE), P2R_TAU, rtol=1e-9)
    turned = [q[0] + 2 * np.pi, q[1] - 4 * np.pi]
    assert_allclose(rnea(r, turned, qd, qdd, gravity=PLANE), P2R_TAU, rtol=1e-9)


def test_massless_last_link() -> None:
    """Zeros in a file are legal; only forward dynamics cannot go on, and names j2 (case B30)."""
    massless = link("fore", 0, "0.15 0 0", "0 0 0 0 0 0")
    r = read_urdf(robot('<link name="post"/>', UPPER, massless, P2R_JOINTS))
    q, qd, qdd = STATE_A
    tau = rnea(r, q, qd, qdd, gravity=PLANE)
    assert_allclose(tau, (5.70811057499332, 0), rtol=1e-9, atol=1e-15)
    assert_allclose(crba(r, q), [[0.17, 0], [0, 0]], rtol=1e-9, atol=1e-15)
    with pytest.raises(LinkwiseError, match="j2"):
        forward_dynamics(r, q, qd, tau)


def test_spatial_arm_with_prismatic_joint() -> None:
    """A prismatic joint, rpy of joints and full tensors, gravity along z (reference model RPR)."""
    r = read_urdf(
        robot(
            '<link name="base"/>',
            link("L1", 4, "0.05 0.02 0.1", "0.05 0.06 0.04 0.004 -0.003 0.002"),
            link("L2", 2.5, "0.1 -0.04 0.03", "0.01 0.03 0.028 0.001 0.002 -0.001"),
            link("L3", 1.2, "0.08 0.02 -0.05", "0.006 0.005 0.004 0.0005 0 0.0004"),
            joint("j1", "base", "L1", "0 0 0.4"),
            joint("j2", "L1", "L2", "0.2 0.1 0", "0.4 -0.3 0.2", "prismatic", ""),
            joint("j3", "L2", "L3", "0.3 0 0.05", "0 0.5 0", more='<axis xyz="0 1 0"/>'),
        )
    )
    assert [k.kind for k in r.joints] == ["revolute", "prismatic", "revolute"]
    tau = rnea(r, [0.6, 0.25, -0.8], [1.1, -0.6, 1.3], [0.4, 1.7, -0.9])
    assert_allclose(tau, (-2.50173008140294, 13.9852083517657, -1.13533038690232), rtol=1e-9)


@pytest.mark.parametrize(
    ("kind", "limit", "found"),
    [
        ("revolute", '<limit lower="-1" upper="2" velocity="3" effort="4"/>', (-1, 2, 3, 4)),
        ("revolute", '<limit upper="2"/>', (0, 2, np.inf, np.inf)),
        ("prismatic", '<limit velocity="3" effort="4"/>', (-np.inf, np.inf, 3, 4)),
        ("continuous", '<limit lower="0" upper="0" effort="4"/>', (-np.inf, np.inf, np.inf, 4)),
        ("revolute", "", (-np.inf, np.inf, np.inf, np.inf)),
    ],
)
def test_limits(kind: str, limit: str, found: tuple[float, ...]) -> None:
    """Limits are read where they are given; one end alone leaves the other at the format's 0."""
    r = read_urdf(pair(Z + limit).replace("revolute", kind))
    limits = r.joints[0].limits
    assert (limits.lower, limits.upper, limits.velocity, limits.effort) == found


def test_fixed_joint_ignores_axis_and_limits() -> None:
    """Exporters write a zero axis and limits on fixed joints, where they mean nothing."""
    text = pair('<axis xyz="0 0 0"/><limit lower="3" upper="2"/><dynamics damping="0"/>')
    assert read_urdf(text.replace("revolute", "fixed")).n == 0


def test_damping_and_friction() -> None:
    """Case B22 from a file: damping is viscous, friction Coulomb friction, both at the joint."""
    first = Z + '<dynamics friction="0.5" damping="0.8"/>'
    second = Z + '<dynamics damping="0.3" friction="0.2"/>'
    joints = joint("j1", "post", "upper", more=first)
    joints += joint("j2", "upper", "fore", "0.5 0 0", more=second)
    r = read_urdf(robot(P2R_LINKS, joints))
    assert r.effects == ("friction",)
    assert_allclose(r.friction_torque(STATE_A[1]), (1.46, -0.44), rtol=1e-12)
    tau = (19.9086332269944, 2.37639464895349)
    assert_allclose(rnea(r, *STATE_A, gravity=PLANE), tau, rtol=1e-9)
    assert_allclose(
        forward_dynamics(r, *STATE_A[:2], (20, 3), gravity=PLANE),
        (-2.50534505034587, 17.9173124280017),
        rtol=1e-9,
        err_msg="(7.901, -20.141): friction with the sign reversed",
    )


@pytest.mark.parametrize("order", [1, -1], ids=["leader first", "follower first"])
def test_mimic_joint_is_a_constraint(order: int) -> None:
    """q₂ = −2 q₁ − 0.1 leaves one coordinate: M = Gᵀ M G and τ = Gᵀ τ with G = (1, −2), by hand.

    M, C and g of the free arm are typed from reference model P2R, at q = (0.3, −0.7) and, as
    q̇₂ = −2 q̇₁, with the Coriolis torques −h (2 q̇₁ q̇₂ + q̇₂²) = 0 and h q̇₁², h = m₂ l₁ l_c2 sin q₂.
    """
    follower = Z + '<mimic joint="j1" multiplier="-2" offset="-0.1"/>'
    joints = [
        joint("j1", "post", "upper"),
        joint("j2", "upper", "fore", "0.5 0 0", more=follower),
    ]
    r = read_urdf(robot(P2R_LINKS, *joints[::order]))
    assert (r.n, r.joint_names, r.link("fore").joint.mimic.joint) == (1, ("j1",), "j1")
    M11, M12, M22 = 0.974452656185, 0.189726328093, 0.075
    M = M11 - 4 * M12 + 4 * M22
    assert_allclose(crba(r, [0.3]), [[M]], rtol=1e-9)
    coriolis = -2 * (2 * 0.5 * 0.15 * np.sin(-0.7)) * 1.2**2
    g = 17.705644038666 - 2 * 2.71068250535
    assert_allclose(
        rnea(r, [0.3], [1.2], [0.5], gravity=PLANE), [M * 0.5 + coriolis + g], rtol=1e-9
    )


def test_mimic_defaults_and_chains() -> None:
    """Without multiplier and offset the joints move alike; a follower may lead another joint."""
    chain = joint("j2", "upper", "fore", "0.5 0 0", more=Z + '<mimic joint="j1"/>')
    chain += joint("j3", "fore", "b", more=Z + '<mimic joint="j2" multiplier="3" offset="1"/>')
    r = read_urdf(
        robot(P2R_LINKS, f'<link name="b">{BODY}</link>', joint("j1", "post", "upper"), chain)
    )
    laws = [(c.joint, c.multiplier, c.offset) for c in r.couplings if c]
    assert laws == [("j1", 1, 0), ("j1", 3, 1)]


# What files hold besides


def test_idle_elements_are_silent() -> None:
    """Shapes, colours, sensors and settings of simulators are skipped without any warning."""
    shape = '<geometry><mesh filename="package://nowhere/a.stl"/></geometry>'
    r = read_urdf(
        pair(
            '<calibration rising="0"/><safety_controller k_velocity="1"/><dynamics K="0"/>' + Z,
            f"<visual>{shape}</visual><visual/><collision>{shape}</collision>{BODY}",
            '<gazebo reference="a"><mu1>${mu}</mu1><inertial/></gazebo><material name="red"/>'
            '<transmission name="t"><joint name="elbow"/><actuator name="m">'
            "<mechanicalReduction>1</mechanicalReduction></actuator></transmission>",
        )
    )
    assert r.n == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            pair('<dynamics damping="0.5" K="2" D="0"/>'),
            "skipped: K of <dynamics> of joint 'elbow' .l",
        ),
        (
            pair('<limit effort="1" jerk="9"/>'),
            "attributes are skipped: jerk of <limit> of joint 'e",
        ),
        (
            pair('<dynamics friction="0.1"/>').replace("revolute", "fixed"),
            "a fixed joint does not move: <dynamics> of joint 'elbow' .line 4",
        ),
        (
            pair('<mimic joint="knee"/>').replace("revolute", "fixed"),
            "a fixed joint does not move: <mimic> of joint 'elbow' .line 4",
        ),
        (
            pair('<limit upper="3"/>').replace("revolute", "continuous"),
            "a continuous joint has no range: joint 'elbow' .line 4",
        ),
        (pair(link='<inertial><mass value="1"/></inertial>'), "point mass: 'b' .line 7"),
        (pair(link=BODY + "<intertial/>"), "<intertial> of link 'b' .line 7"),
        (pair(more="<drake:bushing/>"), "<drake:bushing> .line 9"),
        (
            pair(
                more="<transmission name='t'><actuator name='motor'><mechanicalReduction>-160"
                "</mechanicalReduction></actuator></transmission>"
            ),
            "-160 in <mechanicalReduction> of actuator 'motor' .line 9",
        ),
        (
            pair(
                more="<transmission><joint name='elbow'><offset>0.2</offset></joint>"
                "<gap_joint gear_ratio='1' L0='0.03'/></transmission>"
            ),
            "0.2 in <offset> of joint 'elbow' .line 9., 0.03 in L0 of <gap_joint> .line 9",
        ),
        (
            pair(
                more="<transmission><actuator name='m'><drake:rotor_inertia value='1e-4'/>"
                "</actuator></transmission>"
            ),
            "1e-4 in <drake:rotor_inertia> of actuator 'm' .line 9",
        ),
        (pair(link=body(izz="3")), "'b' .line 7., principal moment 3 is la"),
        (pair(link=body(izz="-1")), "principal moment -1 is negative"),
        (pair(link=body(mass="0")), "a body without mass has inertia"),
    ],
)
def test_what_is_not_used_is_told(text: str, told: str) -> None:
    """What would change the dynamics and is not used is named with its line, in one warning."""
    with pytest.warns(LinkwiseWarning, match=told) as caught:
        read_urdf(text, source="r.urdf")
    assert len(caught) == 1
    assert str(caught[0].message).startswith("r.urdf is read, but\n")
    assert caught[0].filename == __file__


def test_one_warning_names_all() -> None:
    """Everything there is to say of a file comes in one warning, long lists cut short."""
    stiff = '<dynamics K="1"/>'
    chain = "".join(
        joint(f"j{i}", f"l{i}", f"l{i + 1}", more=stiff)
        + link(f"l{i + 1}", 1, "0 0 0", "1 1 3 0 0 0")
        for i in range(12)
    )
    with pytest.warns(LinkwiseWarning) as caught:
        read_urdf(robot('<link name="l0"/>', chain))
    assert len(caught) == 1
    message = str(caught[0].message)
    assert re.search(r"K of .* 'j0' \(line \d+\), .*'j9' \(line \d+\) and 2 more", message)
    assert message.count("triangle inequality") == 12


VERDICTS = {  # case B09: mass, "xx yy zz xy xz yz" about the centre of mass, and the rule
    "just beyond a disc": (1, "0.01 0.01 0.0201 0 0 0", "principal moment 0.0201 is larger than"),
    "thin disc": (1, "0.01 0.01 0.02 0 0 0", ""),
    "thin rod": (1, "0 0.1 0.1 0 0 0", ""),
    "point mass": (2, "0 0 0 0 0 0", ""),
    "nothing": (0, "0 0 0 0 0 0", ""),
    "tensor without mass": (0, "1 1 1 0 0 0", "a body without mass has inertia"),
    "negative moment": (1, "-0.01 0.02 0.02 0 0 0", "principal moment -0.01 is negative"),
    "positive definite, but": (
        1,
        "0.02631 0.02824 0.04745 -0.0049 0.0103 -0.00114",
        r"principal moment 0.05200\d+ is larger than .* 0.02000\d+ \+ 0.02999\d+ \(triangle",
    ),
}


@pytest.mark.parametrize(("mass", "tensor", "rule"), VERDICTS.values(), ids=VERDICTS)
def test_verdict_on_a_tensor(mass: float, tensor: str, rule: str) -> None:
    """Case B09 from a file: the verdict names link and rule, and the numbers stay as they are."""
    turned = link("fore", mass, "0.15 0.1 -0.2", tensor, rpy="0.3 -0.4 0.5")
    text = robot('<link name="post"/>', UPPER, turned, P2R_JOINTS)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        r = read_urdf(text)
    assert [w.category for w in caught] == [LinkwiseWarning] * bool(rule)
    if rule:
        assert re.search(rf"link 'fore' \(line \d+\), {rule}", str(caught[0].message))
        with pytest.raises(LinkwiseError, match=rf"link 'fore' \(line \d+\), {rule}"):
            read_urdf(text, strict=True)
    xx, yy, zz, xy, xz, yz = map(float, tensor.split())
    R = Rotation.from_euler("xyz", (0.3, -0.4, 0.5)).as_matrix()
    by_scipy = R @ [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] @ R.T
    assert_allclose(r.link("fore").inertia.tensor, by_scipy, atol=1e-15)


@pytest.mark.parametrize("izz", [3, -1])
def test_strict_refuses_impossible_bodies(izz: int) -> None:
    """With strict=True a body that cannot exist is an error with link and line, not a warning."""
    text = pair(link=body(izz=str(izz)))
    with pytest.raises(LinkwiseError, match=r"^r.urdf: .*link 'b' \(line 7\), principal moment"):
        read_urdf(text, source="r.urdf", strict=True)


def test_strict_accepts_rods_and_point_masses() -> None:
    """Bodies at the edge of what is possible exist, and pass strict=True."""
    rod = body(izz="0")  # no moment about its own axis
    assert read_urdf(pair(link=rod), strict=True).mass() == 1
    point = BODY.replace('="1"', '="0"').replace('mass value="0"', 'mass value="1"')
    assert read_urdf(pair(link=point), strict=True).mass() == 1


def test_impossible_inertia_keeps_its_numbers() -> None:
    """Without strict=True the numbers of an impossible body are computed with as they stand."""
    with pytest.warns(LinkwiseWarning, match="triangle"):
        r = read_urdf(pair(link=body(izz="3")))
    assert_allclose(rnea(r, [0], [0], [1]), [3])


# What files must not hold


def refused(line: int, message: str, text: str | bytes) -> None:
    """Check that reading fails and says where and why."""
    with pytest.raises(LinkwiseError) as caught:
        read_urdf(text, source="r.urdf")
    assert str(caught.value).startswith(f"r.urdf, line {line}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("element", "message"),
    [
        ('<origin rpy="1.57, 1.3"/>', "<origin rpy='1.57, 1.3'>: 3 numbers are wanted"),
        ('<origin xyz="0 0"/>', "<origin xyz='0 0'>: 3 numbers are wanted (joint 'elbow')"),
        ('<origin xyz="1e999 0 0"/>', "<origin xyz='1e999 0 0'>: finite numbers are wanted"),
        ('<origin quat_xyzw="0 0 0 1"/>', "<origin> has xyz and rpy, not quat_xyzw"),
        ('<axis xyz="0 1"/>', "<axis xyz='0 1'>: 3 numbers are wanted"),
        ('<axis xyz="0 0 nan"/>', "<axis xyz='0 0 nan'>: finite numbers are wanted"),
        ('<axis xyz="0 0 0"/>', "the axis of joint 'elbow' (0.0, 0.0, 0.0) has no direction"),
        ("<axis/>", "<axis> of joint 'elbow' needs xyz='...'"),
        (
            '<axis xyz="1 0 0"/><axis xyz="0 1 0"/>',
            "a second <axis> in joint 'elbow', after line 4",
        ),
        ('<limit effort="inf"/>', "<limit effort='inf'>: finite numbers are wanted"),
        ('<limit effort="-1"/>', "joint 'elbow': velocity and effort limits cannot be negative"),
        ('<limit lower="1" upper="-1"/>', "joint 'elbow': lower limit 1.0 is above upper limit -1"),
        ('<dynamics damping="x"/>', "<dynamics damping='x'>: 1 number is wanted"),
        ('<dynamics damping="-1"/>', "joint 'elbow' has damping -1: it cannot be negative"),
        ('<dynamics friction="-0.5"/>', "joint 'elbow' has friction -0.5: it cannot be negative"),
        ('<mimic joint="knee"/>', "joint 'elbow' mimics 'knee', which is no joint"),
        ('<mimic joint="elbo"/>', "mimics 'elbo', which is no joint: did you mean 'elbow'?"),
        ('<mimic joint="elbow"/>', "joint 'elbow' mimics itself: elbow -> elbow"),
        ('<mimic joint=""/>', "<mimic> of joint 'elbow' needs joint='...'"),
        ('<mimic multiplier="2"/>', "<mimic> of joint 'elbow' needs joint='...'"),
    ],
)
def test_mistakes_in_a_joint(element: str, message: str) -> None:
    """A joint with a mistake is refused by a sentence with the line, the joint and the text."""
    refused(4, message, pair(joint=element))


@pytest.mark.parametrize(
    ("inertial", "message"),
    [
        (body(mass="NaN"), "<mass value='NaN'>: finite numbers are wanted (link 'b')"),
        (body(mass="1_0"), "<mass value='1_0'>: 1 number is wanted"),
        (body(mass="1,0"), "<mass value='1,0'>: 1 number is wanted"),
        (body(mass="1 0"), "<mass value='1 0'>: 1 number is wanted"),
        (body(mass="٣"), "<mass value='٣'>: 1 number is wanted"),
        (body(mass=""), "<mass> of link 'b' needs value='...'"),
        (body(mass="${m}"), "<mass value='${m}'>: 1 number is wanted, and this is an expression"),
        (body(mass="-1"), "link 'b' has mass -1: it cannot be negative"),
        (body("1e200", origin='<origin xyz="1e200 0 0"/>'), "inertia of link 'b' is too large"),
        (BODY.replace("ixy", "iyx"), "<inertia> of link 'b' needs ixy='...'"),
        ("<inertial/>", "<inertial> of link 'b' needs a <mass>"),
        (BODY + BODY, "a second <inertial> in link 'b', after line 7"),
    ],
)
def test_mistakes_in_a_link(inertial: str, message: str) -> None:
    """A link with a mistake is refused by a sentence with the line, the link and the text."""
    refused(7, message, pair(link=inertial))


@pytest.mark.parametrize(
    ("line", "message", "more"),
    [
        (9, "a second link 'a', after line 2", '<link name="a"/>'),
        (9, "<link> needs name='...'", "<link/>"),
        (9, "link ' ' needs name='...'", '<link name=" "/>'),
        (9, "a second joint 'elbow', after line 3", '<joint name="elbow"/>'),
        (9, "joint 'j' needs a <parent>", '<joint name="j" type="fixed"/>'),
        (9, "no joint leads to the links 'a' (line 2), 'c' (line 9)", '<link name="c"/>'),
        (9, "link 'b' has two parents: joint 'j' and joint 'elbow' of line", joint("j", "a", "b")),
        (9, "joint 'j' names an unknown link 'c'", joint("j", "a", "c").replace("\n", "")),
        (3, "links form a loop that never meets a root: 'b', 'a'", joint("j", "b", "a")),
        (9, "links form a loop that never meets a root: 'c'", joint("j", "c", "c") + LONE),
        (9, "<xacro:macro> belongs to xacro: run xacro first", '<xacro:macro name="m"/>'),
        (9, "broken XML, undefined entity", "&mass;"),
        (9, "broken XML, not well-formed", '<link name="<"/>'),
        (9, "broken XML, duplicate attribute", '<link name="c" name="d"/>'),
    ],
)
def test_mistakes_in_the_tree(line: int, message: str, more: str) -> None:
    """Links that do not make one tree are refused by name, with the line."""
    refused(line, message, pair(more=more))


def test_leaders_that_cannot_lead() -> None:
    """A joint cannot follow a fixed joint, nor itself through others; the line is the mimic's."""
    follow = '<joint name="{}" type="{}"><parent link="b"/><child link="c"/>\n{}</joint>'
    welded = pair('<mimic joint="weld"/>', more=LONE + follow.format("weld", "fixed", ""))
    refused(4, "joint 'elbow' mimics 'weld', which is fixed", welded)
    ring = follow.format("knee", "revolute", '<mimic joint="elbow"/>')
    message = "joint 'elbow' mimics itself: elbow -> knee -> elbow"
    refused(10, message, pair('<mimic joint="knee"/>', more=LONE + ring))
    knee = LONE + follow.format("knee", "revolute", "")
    message = "<mimic offset='x'>: 1 number is wanted (joint 'elbow')"
    refused(4, message, pair('<mimic joint="knee" offset="x"/>', more=knee))


@pytest.mark.parametrize(
    ("kind", "advice"),
    [
        ("floating", "make it fixed, or write three prismatic joints and three revolute ones"),
        ("planar", "write two prismatic joints and a revolute one"),
        ("screw", "revolute, continuous, prismatic, fixed are known"),
    ],
)
def test_types_that_are_not_read(kind: str, advice: str) -> None:
    """A joint of more than one coordinate, or of unknown type, is refused by name with advice."""
    message = f"joint 'elbow' is of type '{kind}', which is not read: {advice}"
    refused(3, message, pair().replace("revolute", kind))


@pytest.mark.parametrize(
    ("line", "message", "text"),
    [
        (7, "broken XML, unclosed token (is the file cut off?)", pair()[:200]),
        (5, "broken XML, no element found (is the file cut off?)", pair().split("</joint>")[0]),
        (2, "unclosed token", '<robot name="r">\n<link/>'.encode("utf-16")[:-2]),
        (1, "the encoding is not read", b'<?xml version="1.0" encoding="utf-7"?><robot/>'),
        (1, "the encoding is not read", b'<?xml version="1.0" encoding="klingon"?><robot/>'),
        (1, "broken XML, not well-formed", b"\x1f\x8b\x08 compressed"),
        (1, "broken XML, not well-formed", '<robot name="\ud800"/>'),
        (2, "elements are nested more than 100 deep", robot("<a>" * 100_000)),
        (2, "elements are nested more than 100 deep", robot("<visual>" * 100_000)),
        (1, "the root element is <sdf>: a URDF file holds a <robot>", "<sdf><link/></sdf>"),
        (2, "there is no <link> in <robot>", robot()),
    ],
)
def test_files_that_are_not_urdf(line: int, message: str, text: str | bytes) -> None:
    """Half a file, one in another format or one made to exhaust the reader is refused at once."""
    refused(line, message, text)


def test_too_many_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file made to exhaust the reader by the number of its elements is refused."""
    monkeypatch.setattr("linkwise.models.xml_elements.MAX_ELEMENTS", 1000)
    refused(2, "there are more than 1000 elements", robot("<a/>" * 1001))


BILLION_LAUGHS = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10))


@pytest.mark.parametrize(
    "declaration",
    [
        "<!DOCTYPE robot>",
        '<!DOCTYPE robot SYSTEM "http://nowhere.example/robot.dtd">',
        '<!DOCTYPE robot [<!ENTITY a0 SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE robot [<!ENTITY % a0 SYSTEM "file:///etc/passwd"> %a0;]>',
        f'<!DOCTYPE robot [<!ENTITY a0 "ha">{BILLION_LAUGHS}]>',
    ],
)
def test_document_types_are_refused(declaration: str) -> None:
    """No entity is expanded and no other file opened, however the text asks for it."""
    text = f'\n{declaration}<robot name="&a9;"><link name="&a0;"/></robot>'
    refused(2, "document types, entities and references to other files are refused", text)


@pytest.mark.parametrize("text", ["", " \n\n", b"", b"\xef\xbb\xbf\n"])
def test_empty_text(text: str | bytes) -> None:
    """Nothing to read is said to be nothing."""
    with pytest.raises(LinkwiseError, match=r"r\.urdf is empty"):
        read_urdf(text, source="r.urdf")


def test_path_for_text() -> None:
    """Who gives a path where the text is wanted is told of the function for paths."""
    with pytest.raises(
        LinkwiseError, match=r"'robot\.urdf' is not XML: a file is read by load_urdf"
    ):
        read_urdf("robot.urdf")
    with pytest.raises(LinkwiseError, match=r"the text of a file is wanted, got .*robot\.urdf"):
        read_urdf(Path("robot.urdf"))  # type: ignore[arg-type]


# Forms of text


@pytest.mark.parametrize(
    "text",
    [
        pair(),
        "\ufeff" + pair(),
        "\n\n  \n" + pair(),
        pair().encode(),
        b"\xef\xbb\xbf" + pair().encode(),
        pair().encode("utf-16"),
        pair().encode("utf-16-le"),
        f'<?xml version="1.0" encoding="UTF-16"?>\n{pair()}'.encode("utf-16"),
        f'<?xml version="1.0" encoding="UTF-16"?>\n{pair()}',  # as it is after decoding
        f'<?xml version="1.0" encoding="latin-1"?>\n<!-- \xe9 -->{pair()}'.encode("latin-1"),
        f'\r\n\n<?xml version="1.0"?>{pair()}',
        pair(more="<!-- a -- comment -->".replace(" -- ", " ")),
    ],
)
def test_encodings_and_blank_lines(text: str | bytes) -> None:
    """The same robot comes out of every encoding, and of files with blank lines on top."""
    r = read_urdf(text)
    assert (r.link_names, r.n, r.mass()) == (("a", "b"), 1, 1)


def test_lines_are_counted_from_the_top_of_the_file() -> None:
    """Blank lines before the declaration, which XML forbids, still count in messages."""
    refused(4 + 3, "<axis xyz='0 1'>", "\n\r\n\r" + pair('<axis xyz="0 1"/>'))


def test_undeclared_prefix() -> None:
    """A prefix that nobody declared, as in three files of common grippers and arms, is no fault."""
    with pytest.warns(LinkwiseWarning, match="<drake:acceleration> of link 'b'"):
        r = read_urdf(pair('<limit drake:sort="a"/>', BODY + "<drake:acceleration/>"))
    assert r.n == 1


def test_long_chain() -> None:
    """A chain of 1200 links is read without recursion or other limits of depth."""
    n = 1200
    joints = (joint(f"j{i}", f"l{i}", f"l{i + 1}") for i in range(n))
    links = (f'<link name="l{i}">{BODY}</link>' for i in range(n + 1))
    assert read_urdf(robot(*joints, *links)).n == n


# Files


def test_file_is_named_in_messages(tmp_path: Path) -> None:
    """Warnings and errors of a file begin with its path."""
    file = tmp_path / "arm.urdf"
    file.write_text(pair('<dynamics K="1"/>'))
    with pytest.warns(LinkwiseWarning, match=f"^{re.escape(str(file))} is read, but") as caught:
        assert load_urdf(file).n == 1
    assert caught[0].filename == __file__
    file.write_text(pair('<axis xyz="0 1"/>'))
    with pytest.raises(LinkwiseError, match=f"^{re.escape(str(file))}, line 4: <axis xyz='0 1'>"):
        load_urdf(str(file))
    file.write_text(pair(link=body(izz="3")))
    with pytest.raises(LinkwiseError, match="triangle"):
        load_urdf(file, strict=True)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder, xacro and a file beyond 64 MB are refused with their path."""
    large = tmp_path / "large.urdf"
    with large.open("wb") as file:
        file.truncate(64 * 2**20 + 1)  # a hole: nothing is written
    for path, message in (
        (tmp_path / "none.urdf", r"none\.urdf cannot be read: No such file"),
        (tmp_path, "cannot be read: "),
        (large, r"large\.urdf is larger than 64 MB"),
        ("arm.urdf.xacro", r"arm\.urdf\.xacro is xacro, not URDF: .* > arm\.urdf`"),
    ):
        with pytest.raises(LinkwiseError, match=message):
            load_urdf(path)
