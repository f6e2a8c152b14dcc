from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from linkwise import crba, gravity_torque, link_poses, rnea
from linkwise.models.toml_file import load_toml, read_toml
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

P2R = """\
name = "planar 2R"
gravity = [0, -9.81, 0]
[[link]]
mass = 3
com = [0.2, 0, 0]
inertia = 0.05
[[link]]
at = [0.5, 0, 0]
mass = 2
com = [0.15, 0, 0]
inertia = 0.03
"""
STATE_A: Any = ([0.3, -0.7], [1.2, -0.8], [0.5, 2])


def body(lines: str) -> Any:
    """Return the inertia of a one-link robot with mass 2 and the given lines."""
    return read_toml(f"[[link]]\nmass = 2\n{lines}\n").links[0].inertia


def test_planar_arm_in_eleven_lines() -> None:
    """The reference arm P2R of the cases, state A: torques by a symbolic Lagrangian."""
    robot = read_toml(P2R)
    assert robot.name == "planar 2R"
    assert (robot.link_names, robot.joint_names) == (("link1", "link2"), ("q1", "q2"))
    assert_allclose(rnea(robot, *STATE_A), [18.4486332269944, 2.81639464895349], rtol=1e-9)


def test_rods_by_shape() -> None:
    """The 2R of rods: M and gravity torques of the lecture notes, section 4."""
    robot = read_toml("""
        gravity = [0, -9.81, 0]
        [[link]]
        mass = 1
        shape.rod.length = 0.6
        [[link]]
        at = [0.6, 0, 0]
        mass = 0.8
        shape = { rod = { length = 0.5, axis = "x" } }
    """)
    m12 = 0.13150294337084342
    M = [[0.6043392200750202, m12], [m12, 0.0666666666666667]]
    assert_allclose(crba(robot, [0.5, 1]), M, rtol=1e-9)
    assert_allclose(gravity_torque(robot, [0, 0]), [9.6138, 1.962], rtol=1e-12)


@pytest.mark.parametrize(
    ("shape", "com", "moments"),
    [
        ('rod = { length = 0.6, axis = "z" }', [0, 0, 0.3], [0.06, 0.06, 0]),
        ("cylinder = { radius = 0.1, length = 0.6 }", [0, 0, 0.3], [0.065, 0.065, 0.01]),
        ('tube = { inner = 0.1, outer = 0.2, length = 0.6, axis = "y" }',
         [0, 0.3, 0], [0.085, 0.05, 0.085]),
    ],
)  # fmt: skip
def test_long_shapes_begin_at_the_joint(shape: str, com: list[float], moments: Any) -> None:
    """Centre at half the length; moments for 2 kg by the tables of mechanics, worked by hand."""
    inertia = body(f"shape = {{ {shape} }}")
    assert_allclose(inertia.com, com, atol=1e-15)
    assert_allclose(inertia.tensor, np.diag(moments), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(
    ("shape", "moments"),
    [
        ("point = {}", [0, 0, 0]),
        ("rod = { length = 0.6 }", [0, 0.06, 0.06]),
        ('disc = { radius = 0.2, axis = "x" }', [0.04, 0.02, 0.02]),
        ("sphere = { radius = 0.5 }", [0.2, 0.2, 0.2]),
        ("box = { x = 0.3, y = 0.6, z = 0.9 }", [0.195, 0.15, 0.075]),
        ("plate = { a = 0.3, b = 0.6 }", [0.06, 0.015, 0.075]),
    ],
)
def test_shapes_about_a_given_centre(shape: str, moments: list[float]) -> None:
    """Where com is given it is the shape's centre; moments for 2 kg worked by hand."""
    inertia = body(f"com = [0.1, -0.2, 0.3]\nshape = {{ {shape} }}")
    assert_allclose(inertia.com, [0.1, -0.2, 0.3], rtol=1e-12)
    assert_allclose(inertia.tensor, np.diag(moments), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(
    "inertia",
    [
        "[2.0, 0.1, 0.2, 3.0, 0.3, 4.0]",
        "[[2.0, 0.1, 0.2],\n  [0.1, 3.0, 0.3],\n  [0.2, 0.3, 4.0]]",
    ],
    ids=["six numbers", "three rows"],
)
def test_full_tensor(inertia: str) -> None:
    """Six numbers go xx, xy, xz, yy, yz, zz; rows are rows; both are about the centre of mass."""
    tensor = body(f"com = [1, 2, 3]\ninertia = {inertia}").tensor
    assert_allclose(tensor, [[2, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 4]], rtol=1e-12)


def test_spatial_arm_with_a_slide() -> None:
    """The arm RPR of the cases, with oblique axes and every product of inertia: typed torques."""
    robot = read_toml("""
        [[link]]
        name = "post"
        at = [0, 0, 0.4]
        mass = 4
        com = [0.05, 0.02, 0.1]
        inertia = [0.05, 0.004, -0.003, 0.06, 0.002, 0.04]
        [[link]]
        name = "slide"
        joint = "prismatic"
        axis = [1, 0, 0]
        at = [0.2, 0.1, 0]
        rpy = [0.4, -0.3, 0.2]
        mass = 2.5
        com = [0.1, -0.04, 0.03]
        inertia = [0.01, 0.001, 0.002, 0.03, -0.001, 0.028]
        [[link]]
        axis = [0, 1, 0]
        at = [0.3, 0, 0.05]
        rpy = [0, 0.5, 0]
        mass = 1.2
        com = [0.08, 0.02, -0.05]
        inertia = [0.006, 0.0005, 0, 0.005, 0.0004, 0.004]
    """)
    tau = rnea(robot, [0.6, 0.25, -0.8], [1.1, -0.6, 1.3], [0.4, 1.7, -0.9])
    assert_allclose(tau, [-2.50173008140294, 13.9852083517657, -1.13533038690232], rtol=1e-9)


def test_tree_listed_out_of_order_with_a_fixed_part() -> None:
    """Parents by name, links in any order: the torques of the tree of case B28."""
    robot = read_toml("""
        gravity = [0, -9.81, 0]
        [[link]]
        name = "fore"
        parent = "right"
        joint_name = "elbow"
        at = [0.3, 0, 0]
        mass = 0.8
        com = [0.1, 0, 0]
        inertia = [0.006, 0.006, 0.006]
        [[link]]
        name = "trunk"
        parent = "base"
        mass = 4
        com = [0.2, 0, 0]
        inertia = [0.08, 0.08, 0.08]
        [[link]]
        name = "left"
        at = [0.4, 0.2, 0]
        mass = 1.5
        com = [0.15, 0.02, 0]
        inertia = [0.02, 0.02, 0.02]
        [[link]]
        name = "right"
        parent = "trunk"
        at = [0.4, -0.2, 0]
        mass = 1.2
        com = [0.12, -0.01, 0]
        inertia = [0.015, 0.015, 0.015]
        [[link]]
        name = "hook"
        parent = "fore"
        joint = "fixed"
    """)
    assert robot.link_names == ("trunk", "left", "right", "fore", "hook")
    assert robot.joint_names == ("q2", "q3", "q4", "elbow")
    tau = rnea(robot, [0.3, 0.5, -0.4, 0.9], [1, -0.7, 0.6, -1.2], [0.2, 0.4, -0.3, 0.8])
    expected = [26.9390737020291, 1.39637640756151, 4.4100515022029, 0.636676471797464]
    assert_allclose(tau, expected, rtol=1e-9, err_msg="(33.0, 13.8, 3.9, 0.28): read as a chain")


def test_denavit_hartenberg_rows() -> None:
    """The standard table of case B02, angles in degrees: torques of a world-frame calculation."""
    robot = read_toml("""
        convention = "standard"
        [[dh]]
        d = 0.4
        a = 0.1
        alpha = "90deg"
        mass = 4
        com = [-0.05, -0.1, 0.02]
        inertia = [0.03, 0.004, -0.002, 0.02, 0.001, 0.025]
        limits = { lower = "-90deg", upper = 2, velocity = "180 deg", effort = 50 }
        [[dh]]
        name = "forearm"
        a = 0.5
        mass = 2.5
        com = [-0.2, 0.03, 0.01]
        inertia = [0.01, -0.003, 0.002, 0.06, 0.0015, 0.065]
    """)
    tau = rnea(robot, [0.3, 0.5], [0.8, -1.1], [0.6, 1.4])
    assert_allclose(tau, [0.521329719424, 6.62152531029], rtol=1e-9)
    assert robot.link_names == ("link1", "forearm")
    limits = robot.joints[0].limits
    assert (limits.lower, limits.upper) == pytest.approx((-np.pi / 2, 2))
    assert (limits.velocity, limits.effort) == pytest.approx((np.pi, 50))


def test_prismatic_row_and_convention() -> None:
    """A modified row that slides: x = Rx(90°) z (q + offset) is −y, by hand."""
    robot = read_toml("""
        convention = "modified"
        [[dh]]
        joint = "prismatic"
        alpha = "90deg"
        offset = 0.2
        mass = 1
        shape.rod = { length = 1 }
    """)
    assert_allclose(link_poses(robot, [0.3])["link1"].p, [0, -0.5, 0], atol=1e-15)


def test_base_helical_and_infinite_limits() -> None:
    """A screw on a base that lies on its side: it advances by pitch · q along the turned axis."""
    robot = read_toml("""
        base = { at = [1, 2, 3], rpy = ["90deg", 0, 0] }
        [[link]]
        joint = "helical"
        pitch = 0.1
        mass = 1
        com = [0, 0, 0]
        [link.limits]
        lower = "-1.5rad"
        upper = inf
    """)
    assert_allclose(link_poses(robot, [2.0])["link1"].p, [1, 1.8, 3], atol=1e-15)
    limits = robot.joints[0].limits
    assert (limits.lower, limits.upper) == (-1.5, np.inf)


def test_a_link_may_be_called_base() -> None:
    """A first link named base stands on the world, and others may stand on it by name."""
    robot = read_toml("""
        [[link]]
        name = "base"
        joint = "fixed"
        [[link]]
        mass = 1
        com = [1, 0, 0]
        [[link]]
        parent = "base"
        mass = 0
    """)
    assert [link.parent for link in robot.links] == [None, "base", "base"]


def test_file_with_windows_ends_and_a_mark(tmp_path: Path) -> None:
    """A file written by an editor of another system reads the same."""
    path = tmp_path / "arm.toml"
    path.write_bytes(b"\xef\xbb\xbf" + P2R.replace("\n", "\r\n").encode())
    assert load_toml(path).name == "planar 2R"


def test_impossible_bodies_are_told_once() -> None:
    """One warning a file names each link and its rule and keeps the numbers; strict refuses."""
    text = """
        [[link]]
        name = "upper"
        mass = 1
        com = [0.1, 0, 0]
        inertia = [0.01, 0.01, 0.03]
        [[link]]
        name = "sane"
        mass = 1
        com = [0.1, 0, 0]
        inertia = [0.01, 0.01, 0.01]
        [[link]]
        name = "ghost"
        mass = 0
        inertia = [1, 1, 1]
    """
    with pytest.warns(LinkwiseWarning) as caught:
        robot = read_toml(text, source="arm.toml")
    assert len(caught) == 1
    told = str(caught[0].message)
    assert told.startswith("arm.toml: link 'upper' cannot exist: principal moment 0.03 is larger")
    assert "triangle inequality" in told
    assert "link 'ghost' cannot exist: a body without mass has inertia" in told
    assert "sane" not in told
    assert_allclose(robot.link("upper").inertia.tensor, np.diag([0.01, 0.01, 0.03]), rtol=1e-12)
    with pytest.raises(LinkwiseError, match=r"arm\.toml: link 'upper' cannot exist"):
        read_toml(text, source="arm.toml", strict=True)


def test_odd_but_understood() -> None:
    """A long axis gives a direction, and links without any mass have no dynamics: one warning."""
    with pytest.warns(LinkwiseWarning) as caught:
        robot = read_toml("[[link]]\naxis = [0, 0, 2]")
    assert len(caught) == 1
    assert "no link that moves has a mass" in str(caught[0].message)
    assert "axis of link 'link1' has length 2" in str(caught[0].message)
    assert_allclose(robot.joints[0].axis, [0, 0, 1])


def p2r(first: str, second: str) -> Any:
    """Return the reference arm P2R with these lines in its two links."""
    lead, first_link, second_link = P2R.split("[[link]]\n")
    return read_toml(f"{lead}[[link]]\n{first}\n{first_link}[[link]]\n{second}\n{second_link}")


def test_friction() -> None:
    """Case B22: the joint-side friction adds (1.46, −0.44) to the torques of P2R."""
    robot = p2r(
        "friction = { viscous = 0.8, coulomb = 0.5 }", "friction = { viscous = 0.3, coulomb = 0.2 }"
    )
    assert_allclose(rnea(robot, *STATE_A), [19.9086332269944, 2.37639464895349], rtol=1e-9)


def test_one_law_of_friction_by_hand() -> None:
    """Two-sided Coulomb and Stribeck friction at four rates, worked by hand; 30° is a rate too."""
    robot = p2r(
        "friction = { viscous = 0.1, coulomb = [1, 2], stribeck = 0.5, stribeck_velocity = 0.2 }",
        'friction = { stribeck = 0.5, stribeck_velocity = "30deg" }',
    )
    rates = [[1.2, np.pi / 6], [-0.8, -np.pi / 6], [0, 0], [0.02, np.pi / 2]]
    by_hand = [
        [0.12 + 1 + 0.5 / 37, 0.25],
        [-0.08 - 2 - 0.5 / 17, -0.25],
        [0, 0],
        [0.002 + 1 + 0.5 / 1.01, 0.05],
    ]
    assert_allclose(robot.friction_torque(rates), by_hand, rtol=1e-12)


@pytest.mark.parametrize("field", ["motor", "rotor"])
def test_rotors(field: str) -> None:
    """Case B24: gear² times the rotor's inertia, (2.0, 0.64), is on M's diagonal and in τ."""
    robot = p2r(
        f"{field} = {{ inertia = 2e-4, gear = 100 }}", f"{field} = {{ inertia = 1e-4, gear = -80 }}"
    )
    M = crba(robot, STATE_A[0])
    assert_allclose(M.diagonal(), [2.97445265618535, 0.715], rtol=1e-9)
    tau = [19.4486332269944, 4.09639464895349]
    assert_allclose(rnea(robot, *STATE_A), tau, rtol=1e-9, err_msg="(18.4586, 2.8324): gear once")
    direct = p2r("rotor = { inertia = 2 }", "rotor = { inertia = 0.64 }")
    assert_allclose(crba(direct, STATE_A[0]), M, rtol=1e-9)


def test_friction_of_the_motor() -> None:
    """Case B23: B = 0.01 and Coulomb +0.3, −0.4 behind a gear of −50 take +20, −25 and 0 N m."""
    motor = "motor = { gear = -50, viscous = 0.01, coulomb = [0.3, 0.4] }"
    robot = p2r(motor, "")
    efforts = robot.friction_torque([[0.2, 9], [-0.2, 9], [0, 9]])
    assert_allclose(efforts, [[20, 0], [-25, 0], [0, 0]], atol=1e-12)


def test_friction_at_motor_and_joint_adds() -> None:
    """Viscous at the motor and Coulomb at the joint are one law: 0.01 · 50² q̇ + 3 sign q̇."""
    robot = p2r("motor = { gear = 50, viscous = 0.01 }\nfriction = { coulomb = 3 }", "")
    assert_allclose(robot.friction_torque([-0.2, 1]), [-8, 0], rtol=1e-12)


def test_springs() -> None:
    """Springs take k (q − q₀), with the rest in degrees, and in metres for a slide, by hand."""
    robot = read_toml("""
        gravity = [0, 0, 0]
        [[link]]
        mass = 1
        com = [0, 0, 0]
        spring = { stiffness = 100, rest = "30deg" }
        [[link]]
        joint = "prismatic"
        mass = 1
        com = [0, 0, 0]
        spring = { stiffness = 50, rest = 0.2 }
    """)
    at_rest = rnea(robot, [np.pi / 6 + 0.1, 0.5], [0, 0], [0, 0])
    assert_allclose(at_rest, [10, 15], rtol=1e-12)


def test_mimic() -> None:
    """q₂ = −2 q₁ − 0.1: one coordinate with M = Gᵀ M G, G = (1, −2), from the numbers of P2R."""
    robot = p2r("", 'mimic = { joint = "q1", multiplier = -2, offset = -0.1 }')
    assert robot.joint_names == ("q1",)
    M11, M12, M22 = 0.974452656185, 0.189726328093, 0.075
    assert_allclose(crba(robot, [0.3]), [[M11 - 4 * M12 + 4 * M22]], rtol=1e-9)
    degrees = p2r('mimic = { joint = "q2", offset = "90deg" }', "")
    assert degrees.joint_names == ("q2",)
    assert_allclose(gravity_torque(degrees, [0]), [0], atol=1e-14)  # both links stand upright


def test_effects_in_a_table_of_rows() -> None:
    """Rows of a Denavit-Hartenberg table have the same effects: I q̈ + rotor + friction + spring."""
    robot = read_toml("""
        convention = "modified"
        [[dh]]
        mass = 2
        com = [0.5, 0, 0]
        motor = { inertia = 0.01, gear = 10 }
        friction = { viscous = 3 }
        spring = { stiffness = 7, rest = 0.1 }
        [[dh]]
        a = 1
        mass = 0
        mimic = { joint = "q1" }
    """)
    assert robot.joint_names == ("q1",)
    tau = (0.5 + 1) * 4 + 3 * 2 + 7 * (0.3 - 0.1)
    assert_allclose(rnea(robot, [0.3], [2], [4]), [tau], rtol=1e-12)


def test_links_that_carry_nothing() -> None:
    """A link at the end of the chain without a mass is told of; one between two axes is not."""
    text = '[[link]]\nname = "hub"\n[[link]]\naxis = [1, 0, 0]\nmass = 1\ncom = [1, 0, 0]\n'
    assert read_toml(text).n == 2
    with pytest.warns(LinkwiseWarning, match="links move without a mass and carry none: tip"):
        read_toml(f'{text}[[link]]\nname = "tip"\n')


def test_mass_without_its_centre() -> None:
    """Case B10, second input: P2R whose link 2 has no centre of mass is refused, not read as 0."""
    text = P2R.replace("com = [0.15, 0, 0]\n", "")
    with pytest.raises(LinkwiseError, match=r"line 9: link 'link2', field mass: needs a centre of"):
        read_toml(text)


SOUND = '[[link]]\nname = "upper"\nmass = 1\ncom = [0, 0, 0]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = =", r"arm\.toml is not TOML: .*line 1, column"),
        ("[[link]]\nmass = 1\nmass = 2\n[a]", r"arm\.toml is not TOML: .*line 3"),
        ("", r"arm\.toml: a robot has either tables \[\[link\]\], or"),
        ("[link]\nmass = 1", r"either tables \[\[link\]\]"),
        (SOUND + '[[dh]]\nname = "x"', r"either tables \[\[link\]\], or"),
        ('convention = "modified"\n' + SOUND, r"line 1: field convention: goes with"),
        ("[[dh]]\na = 1", r"field convention: is missing: one of standard, modified"),
        ('convention = "craig"\n[[dh]]\na = 1', r"line 1: field convention: must be one of stand"),
        ("gravity = -9.81\n" + SOUND, r"line 1: field gravity: .* world axes: \[0, 0, -9.81\]"),
        ("gravity = [0, -9.81]\n" + SOUND, r"field gravity: a list of 3 numbers .*got \[0, -9"),
        ("gravity = [0, 0, nan]\n" + SOUND, r"field gravity: a finite number is wanted, got nan"),
        ("gravty = [0, 0, 1]\n" + SOUND, r"line 1: field gravty: is unknown .* mean gravity\?"),
        ("base = { at = [1] }\n" + SOUND, r"line 1: base, field at: a list of 3 numbers"),
        ("base = { up = [1] }\n" + SOUND, r"base, field up: is unknown here: .*known are at, rpy"),
        ("base = 3\n" + SOUND, r"field base: a table such as .* is wanted, got 3"),
        (SOUND + "colour = 3", r"arm\.toml, line 5: link 'upper', field colour: is unknown here"),
        (SOUND + "inertai = 3", r"line 5: link 'upper', field inertai: .*did you mean inertia\?"),
        (SOUND + "joint = 3", r"line 5: .* field joint: a text in quotes is wanted, got 3"),
        (SOUND + 'joint = "hinge"', r"field joint: must be one of revolute, .* got 'hinge'"),
        (SOUND + 'parent = "hand"', r"field parent: must be one of upper, base, got 'hand'"),
        (SOUND + 'parent = "upper"', r"links upper form a loop"),
        (SOUND + SOUND, r"arm\.toml: robot 'robot' has two links named 'upper'"),
        (SOUND + "axis = [0, 0, 0]", r"line 1: link 'upper', field axis: .* has no direction"),
        (SOUND + "at = [0, true, 0]", r"field at: a number is wanted, got True"),
        (SOUND + 'at = [0, "1", 0]', r"line 5: .*field at: a number is wanted, got '1'"),
        (SOUND + 'rpy = [0, "90", 0]', r'field rpy: .* a text such as "45deg", .* got \'90\''),
        (SOUND + "rpy = [0, 0, inf]", r"field rpy: a finite number is wanted, got inf"),
        (SOUND + "pitch = 1", r"line 5: .*field pitch: a revolute joint has none"),
        (
            SOUND + 'joint = "helical"',
            r"field pitch: is missing: a helical joint has one, in m/rad",
        ),
        (SOUND + 'joint = "fixed"\naxis = [1, 0, 0]', r"line 6: .* axis: a fixed joint has none"),
        (SOUND + "limits = { low = 1 }", r"line 5: link 'upper' limits, field low: is unknown"),
        (SOUND + "[link.limits]\nlower = 2\nupper = 1", r"line 5: link 'upper' limits, .*lower"),
        (SOUND + "limits = { effort = nan }", r"field effort: a finite number is wanted, got nan"),
        (SOUND + 'limits = { effort = "9deg" }', r"field effort: a number is wanted, got '9deg'"),
        ("[[link]]\nmass = 1", r"line 2: link 'link1', field mass: needs a centre of mass: give"),
        ("[[link]]\nmass = 1\nshape.sphere.radius = 1", r"field mass: needs a centre of mass"),
        ("[[link]]\nmass = -1", r"line 2: .*field mass: cannot be negative, got -1"),
        ("[[link]]\ncom = [0, 0, 0]", r"line 2: .*field com: is given without a mass"),
        ("[[link]]\nshape.rod.length = 1", r"field shape: is given without a mass"),
        (f"[[link]]\nmass = 1{'0' * 400}", r"line 2: .*an integer of 401 digits is too large"),
        (
            SOUND + "inertia = [1, 2]",
            r"field inertia: I, \[Ixx, Iyy, Izz\], \[Ixx, Ixy, .*\[1, 2\]",
        ),
        (SOUND + "inertia = [[1, 0, 0], [0, 1, 0]]", r"field inertia: 3 rows are wanted, got 2"),
        (SOUND + "inertia = [[1, 0], [0, 1], [0, 0]]", r"field inertia: a list of 3 numbers"),
        (SOUND + "inertia = [[1, 2, 0], [0, 1, 0], [0, 0, 1]]", r"line 1: link 'upper', .*symmetr"),
        (SOUND + "inertia = [1, 1, 1]\nshape.rod.length = 1", r"inertia: is given beside a shape"),
        (SOUND + "shape.cone.radius = 1", r"link 'upper' shape, field cone: is unknown here"),
        (SOUND + 'shape = "rod"', r"field shape: a table such as .* is wanted, got 'rod'"),
        (SOUND + "shape = {}", r"field shape: one shape is wanted, got none"),
        (SOUND + "shape.rod = {}", r"line 5: link 'upper' shape rod, field length: is missing"),
        (SOUND + "shape.rod.length = -1", r"link 'upper' shape rod, length is -1.0: a finite"),
        (SOUND + "shape.rod.length = 1e200", r"link 'upper' shape rod, tensor.* is inf: a finite"),
        (SOUND + 'shape.rod = { length = 1, axis = "w" }', r"axis: must be one of x, y, z"),
        (SOUND + "shape.sphere = { radius = 1, axis = 'x' }", r"sphere, field axis: is unknown"),
        ("[[link]]\nmass = 1e200\ncom = [1e200, 0, 0]", r"line 1: .*inertia is too large"),
        (
            "[[link]]\nparameters = [1, 0, 1e200, 0, 1, 0, 0, 1, 0, 1]",
            r"line 2: .*field parameters: the inertia is too large",
        ),
        (
            SOUND + "friction = { viscous = -1 }",
            r"line 5: link 'upper' friction, viscous must be at",
        ),
        (
            SOUND + "friction = { coulomb = [1, 2, 3] }",
            r"field coulomb: a list of 2 numbers is wan",
        ),
        (SOUND + "friction = { damping = 1 }", r"line 5: link 'upper' friction, field damping: is"),
        (SOUND + "friction = 0.1", r"line 5: .*field friction: a table such as .* got 0.1"),
        (
            SOUND + "friction = { stribeck_velocity = 1 }",
            r"stribeck_velocity: is given without stri",
        ),
        (
            SOUND + "friction = { stribeck = 1, stribeck_velocity = 0 }",
            r"friction, stribeck_velocity must be above 0, got 0",
        ),
        (SOUND + "motor = { inertia = 1 }", r"line 5: link 'upper' motor, field gear: is missing"),
        (
            SOUND + "motor = { gear = 9 }",
            r"field gear: is given without inertia, viscous or coulomb",
        ),
        (
            SOUND + "motor = { gear = 0, viscous = 1 }",
            r"link 'upper' motor, gear is 0: give the tu",
        ),
        (
            SOUND + "motor = { gear = 9, inertia = -1 }",
            r"motor, inertia must be at least 0, got -1",
        ),
        (SOUND + "motor = { gear = 9, viscous = -1 }", r"motor, viscous must be at least 0"),
        (
            SOUND + "motor = { gear = 9, viscous = 1 }\nfriction = { viscous = 1 }",
            r"line 5: link 'upper' motor, field viscous: is given beside that of friction: give",
        ),
        (
            SOUND + "motor = { gear = 9, coulomb = 1 }\nfriction = { coulomb = [1, 2] }",
            r"motor, field coulomb: is given beside that of friction",
        ),
        (
            SOUND + "motor = { gear = 9, inertia = 1 }\nrotor = { inertia = 1 }",
            r"motor, field inertia: is given beside that of rotor",
        ),
        (
            SOUND + "rotor = { gear = 9 }",
            r"link 'upper' rotor, field inertia: is missing: rotor has",
        ),
        (SOUND + "spring = { rest = 9 }", r"link 'upper' spring, field stiffness: is missing"),
        (SOUND + "spring = { stiffness = nan }", r"field stiffness: a finite number is wanted"),
        (SOUND + "mimic = { multiplier = 9 }", r"link 'upper' mimic, field joint: is missing"),
        (
            SOUND + "[[link]]\nmimic = { joint = 'q9' }",
            r"line 6: link 'link2' mimic, .* one of q1,",
        ),
        (
            SOUND + "[[link]]\nmimic = { joint = 'q2' }",
            r"mimic, field joint: must be one of q1, got",
        ),
        (SOUND + "mimic = { joint = 'q9' }", r"joint 'q1' mimics joint 'q9', which does not exist"),
        (
            SOUND + "mimic = { joint = 'q2' }\n[[link]]\nmimic = { joint = 'q1' }",
            r"arm\.toml: joint 'q1' mimics itself through",
        ),
        (SOUND + 'joint = "fixed"\nfriction = {}', r"line 6: .* friction: a fixed joint has none"),
        (SOUND + 'joint = "prismatic"\nspring = { stiffness = 1, rest = "9deg" }', r"rest: a num"),
        ("link = [{ mass = 1 }]", r"arm\.toml: link 'link1', field mass: needs a centre of mass"),
    ],
)
def test_refused(text: str, message: str) -> None:
    """What cannot be meant is refused by file, line, link and field."""
    with pytest.raises(LinkwiseError, match=message):
        read_toml(text, source="arm.toml")


def test_unreadable_files(tmp_path: Path) -> None:
    """A missing file, and one that is not text, are named."""
    with pytest.raises(LinkwiseError, match=r"none\.toml cannot be read: No such file"):
        load_toml(tmp_path / "none.toml")
    path = tmp_path / "arm.toml"
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(
        LinkwiseError, match=r"arm\.toml is not UTF-8 text: invalid start byte at 8"
    ):
        load_toml(path)
