"""Every number that a model can be given counts: each is changed alone, and the torques follow.

In the texts a line marked KEPT holds numbers that torques may not need and the robot keeps: limits,
the place of the base and of the first joint, bodies that stand on the base or only turn about one
axis that does.  A line marked IDLE holds numbers that are not used,
and the one warning of the reader must name the line.  All other numbers must change the torques.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import singledispatch
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwise import (
    DHRow,
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
    from_dh,
    read_toml,
    read_urdf,
    rnea,
)

Array = NDArray[Any]

URDF = """\
<robot name="r">
<link name="stand"><inertial>
  <mass value="9"/> KEPT
  <origin xyz="1.1 1.2 1.3" rpy="0.1 0.2 0.3"/> KEPT
  <inertia ixx="1.1" iyy="1.2" izz="1.3" ixy="0.1" ixz="0.2" iyz="0.3"/> KEPT
</inertial></link>
<joint name="hinge" type="revolute"> <parent link="stand"/> <child link="a"/>
  <origin rpy="0.2 -0.3 0.4"
    xyz="0.4 0.5 0.6"/> KEPT
  <axis xyz="0.6 0.64 0.48"/>
  <limit lower="-1.5" upper="2.5" velocity="3.5" effort="40"/> KEPT
  <dynamics damping="0.5" friction="0.7"/>
</joint>
<link name="a"><inertial>
  <mass value="2"/> KEPT
  <origin xyz="0.1 -0.2 0.3" rpy="-0.4 0.2 0.7"/> KEPT
  <inertia ixx="1.1" iyy="1.2" izz="1.3" ixy="0.1" ixz="-0.2" iyz="0.3"/> KEPT
</inertial></link>
<joint name="slide" type="prismatic"> <parent link="a"/> <child link="b"/>
  <origin xyz="0.2 0.1 -0.3" rpy="0.5 0.1 -0.2"/>
  <axis xyz="0.36 -0.48 0.8"/>
  <limit lower="-1.5" upper="2.5" velocity="3.5" effort="40"/> KEPT
  <dynamics damping="0.2" friction="0.3"/>
</joint>
<link name="b"><inertial>
  <mass value="1.5"/>
  <origin xyz="0.3 0.2 0.1" rpy="0.6 0.2 -0.7"/>
  <inertia ixx="0.8" iyy="0.9" izz="1.0" ixy="0.1" ixz="0.05" iyz="-0.1"/>
</inertial></link>
<joint name="wheel" type="continuous"> <parent link="b"/> <child link="c"/>
  <origin xyz="0.3 0.2 -0.1" rpy="0.3 0.1 0.2"/>
  <axis xyz="0.48 0.6 0.64"/>
  <limit velocity="3.5" effort="40"/> KEPT
</joint>
<link name="c"><inertial>
  <mass value="0.5"/>
  <origin xyz="0.05 0.06 0.07" rpy="0.3 0.2 0.1"/>
  <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.02" ixz="0.03" iyz="0.04"/>
</inertial></link>
<joint name="weld" type="fixed"> <parent link="c"/> <child link="d"/>
  <origin xyz="0.2 0.3 0.4" rpy="0.3 0.4 0.5"/>
</joint>
<link name="d"><inertial>
  <mass value="0.7"/>
  <origin xyz="0.15 0.16 0.17" rpy="0.31 0.21 0.11"/>
  <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.02" ixz="0.03" iyz="0.04"/>
</inertial></link>
<joint name="tied" type="revolute"> <parent link="a"/> <child link="e"/>
  <origin xyz="0.3 0.1 -0.2" rpy="0.2 0.6 0.4"/>
  <axis xyz="0.64 0.48 0.6"/>
  <mimic joint="wheel" multiplier="-1.5" offset="0.3"/>
  <dynamics damping="0.4" friction="0.6"/>
  <limit lower="-1.5" upper="2.5" velocity="3.5" effort="40"/> KEPT
</joint>
<link name="e"><inertial>
  <mass value="0.6"/>
  <origin xyz="0.25 0.26 0.27" rpy="0.32 0.22 0.12"/>
  <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.02" ixz="0.03" iyz="0.04"/>
</inertial></link>
</robot>
"""
IDLE_URDF = """\
<robot name="r">
<link name="a"/>
<joint name="wheel" type="continuous"> <parent link="a"/> <child link="b"/>
  <limit lower="-1" upper="2"/> IDLE
  <dynamics K="70" D="2"/> IDLE
  <safety spring="7"/> IDLE
</joint>
<link name="b"><inertial>
  <mass value="1"/>
  <origin xyz="1 2 3"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0.1" ixz="0.1" iyz="0.1"/>
</inertial></link>
<joint name="weld" type="fixed"> <parent link="b"/> <child link="c"/>
  <dynamics damping="3" friction="4"/> IDLE
  <mimic joint="wheel" multiplier="3" offset="1"/> IDLE
</joint>
<link name="c"/>
<joint name="knob" type="revolute"> <parent link="b"/> <child link="d"/>
  <axis xyz="0 0 2"/> IDLE
  <limit jerk="9"/> IDLE
</joint>
<link name="d"/> IDLE
<transmission name="t">
  <actuator name="m"> <mechanicalReduction>50</mechanicalReduction> IDLE
    <rotorInertia value="1e-4"/> IDLE
    <offset>0.1</offset> IDLE
    <gear ratio="3" inertia="0.1"/> IDLE
  </actuator>
</transmission>
</robot>
"""
TOML = """\
gravity = [1, 2, -9]
base.at = [3, 4, 5] # KEPT
base.rpy = [0.1, 0.2, 0.3]
[[link]]
joint = "fixed"
at = [0.4, 0.5, 0.6] # KEPT
rpy = [0.2, 0.3, "20deg"]
mass = 9 # KEPT
com = [0.1, 0.2, 0.3] # KEPT
inertia = [1.1, 1.2, 1.3] # KEPT
[[link]]
at = [0.4, 0.5, 0.6] # KEPT
rpy = [0.2, "-20deg", 0.4]
axis = [0.6, 0.64, 0.48]
limits.lower = -1.5 # KEPT
limits.upper = "150deg" # KEPT
limits.velocity = "200deg" # KEPT
limits.effort = 40 # KEPT
friction.viscous = 0.3
friction.coulomb = [0.4, 0.5]
friction.stribeck = 0.6
friction.stribeck_velocity = "90deg"
rotor.inertia = 0.02
rotor.gear = 7
spring.stiffness = 5
spring.rest = "15deg"
mass = 2 # KEPT
com = [0.1, -0.2, 0.3] # KEPT
inertia = [1.1, 0.1, -0.2, 1.2, 0.3, 1.3] # KEPT
[[link]]
joint = "prismatic"
at = [0.4, 0.5, 0.6]
rpy = [0.2, -0.3, 0.4]
axis = [0.48, 0.6, 0.64]
limits.lower = -1.5 # KEPT
limits.velocity = 3 # KEPT
motor.gear = 20
motor.inertia = 2e-3
motor.viscous = 1e-3
motor.coulomb = [0.02, 0.03]
mass = 1.5
com = [0.2, 0.1, 0.1]
inertia = [[0.9, 0, 0], [0, 0.8, 0], [0, 0, 0.7]]
[[link]]
joint = "helical"
pitch = 0.3
at = [0.1, 0.2, 0.3]
rpy = [0.3, 0.2, 0.1]
friction.coulomb = 0.4
mass = 0.8
com = [0.1, 0.2, 0.3]
inertia = [0.5, 0.6, 0.7]
[[link]]
at = [0.3, 0.2, 0.1]
axis = [0.64, 0.48, 0.6]
mimic.joint = "q3"
mimic.multiplier = -1.5
mimic.offset = "20deg"
mass = 0.4
com = [0.3, 0.2, 0.1]
inertia = 0.4
"""
SHAPES = """\
gravity = [1, 2, -9]
[[link]]
mass = 0
axis = [0.6, 0.64, 0.48]
[[link]]
at = [0.1, 0.2, 0.3]
mass = 0
axis = [0.48, 0.6, 0.64]
[[link]]
at = [0.3, 0.2, 0.1]
axis = [0.64, 0.48, 0.6]
mass = 0.4
com = [0.3, 0.2, 0.1]
shape.cylinder.radius = 0.2
shape.cylinder.length = 0.6
[[link]]
at = [0.3, 0.2, 0.1]
mass = 0.4
shape.tube.inner = 0.1
shape.tube.outer = 0.2
shape.tube.length = 0.6
[[link]]
at = [0.3, 0.2, 0.1]
axis = [0.48, 0.64, 0.6]
mass = 0.4
com = [0.3, 0.2, 0.1]
shape.box.x = 0.3
shape.box.y = 0.4
shape.box.z = 0.5
[[link]]
joint = "fixed"
mass = 0.3
com = [0.3, 0.2, 0.1]
shape.plate.a = 0.3
shape.plate.b = 0.4
[[link]]
joint = "fixed"
mass = 0.2
com = [0.3, 0.2, 0.1]
shape.sphere.radius = 0.3
[[link]]
joint = "fixed"
mass = 0.2
com = [0.3, 0.2, 0.1]
shape.disc.radius = 0.3
[[link]]
joint = "fixed"
mass = 0.2
shape.rod.length = 0.3
[[link]]
joint = "fixed"
mass = 0.2
com = [0.3, 0.2, 0.1]
shape.point = {}
"""
ROWS = """\
gravity = [1, 2, -9]
base.rpy = [0.1, 0.2, 0.3]
base.at = [3, 4, 5] # KEPT
convention = "CONVENTION"
[[dh]]
a = 0.2 # FIRST
alpha = "20deg"
d = 0.3 # KEPT
theta = "30deg"
offset = 0.2
mass = 2 # KEPT
com = [0.1, -0.2, 0.3] # KEPT
inertia = [1.1, 0.1, -0.2, 1.2, 0.3, 1.3] # KEPT
limits.upper = "150deg" # KEPT
motor.gear = 20
motor.inertia = 2e-3
motor.viscous = 1e-3
motor.coulomb = [0.02, 0.03]
[[dh]]
joint = "prismatic"
a = 0.2
alpha = 0.4
d = 0.3
theta = 0.5
offset = 0.2
mass = 2
com = [0.1, -0.2, 0.3]
inertia = [1.1, 0.1, -0.2, 1.2, 0.3, 1.3]
friction.viscous = 0.3
friction.stribeck = 0.6
friction.stribeck_velocity = 0.5
spring.stiffness = 5
spring.rest = 0.2
rotor.inertia = 0.02
rotor.gear = 7
[[dh]]
a = 0.2
alpha = 0.4
d = 0.3
theta = 0.5
offset = 0.2
mass = 1
com = [0.1, -0.2, 0.3]
inertia = [1.1, 0.1, -0.2, 1.2, 0.3, 1.3]
mimic.joint = "q1"
mimic.multiplier = -1.5
mimic.offset = "20deg"
"""
STANDARD = ROWS.replace("CONVENTION", "standard").replace(" # FIRST", "")
MODIFIED = ROWS.replace("CONVENTION", "modified").replace("# FIRST", "# KEPT")  # shifts joint 1

NUMBER = re.compile(r"(?<![\w.-])-?\d+\.?\d*(?:e-?\d+)?(?=[^\w.]|deg|$)")
MARK = re.compile(r"(?: #)? (KEPT|IDLE)$", re.MULTILINE)


def torques(robot: Robot) -> Array:
    """Torques at two states of opposite rates, under gravity that is along no axis."""
    q, qd, qdd = (x[: robot.n] for x in np.random.default_rng(5).uniform(0.2, 1, (3, 9)))
    g = robot.gravity + np.array([1, 2, 3])
    return rnea(robot, q, np.array([qd, -qd]), qdd, gravity=g)


def kept(robot: Robot) -> Array:
    """Numbers that the robot keeps although torques do not need them."""
    numbers = [robot.base.p]
    for link in robot.links:
        limits = link.joint.limits
        numbers += [limits.lower, limits.upper, limits.velocity, limits.effort]
        numbers += [link.placement.p, link.inertia.parameters()]
    return np.nan_to_num(np.concatenate([np.ravel(x) for x in numbers]), posinf=1e3, neginf=-1e3)


def differ(a: Array, b: Array) -> bool:
    """Whether the arrays differ by more than rounding."""
    return bool(np.abs(a - b).max() > 1e-9 * np.abs(a).max())


def near(number: float) -> float:
    """Another number near by."""
    return number * 1.0001 + 0.00013  # an axis stays of length 1 to 1e-3


def every_number(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield for each number its line, the mark of the line, and the text with another number."""
    lines = MARK.sub("", text).split("\n")
    for row, (line, marked) in enumerate(zip(lines, text.split("\n"), strict=True)):
        mark = MARK.search(marked)
        for number in NUMBER.finditer(line):
            other = f"{line[: number.start()]}{near(float(number[0]))!r}{line[number.end() :]}"
            yield (
                f"line {row + 1}: {other.strip()}",
                mark[1] if mark else "",
                "\n".join([*lines[:row], other, *lines[row + 1 :]]),
            )


TEXTS: dict[str, tuple[Callable[..., Robot], str, int, int]] = {
    "URDF": (read_urdf, URDF, 142, 0),
    "shapes": (read_toml, SHAPES, 66, 2),  # refused: masses without their centres
    "TOML": (read_toml, TOML, 105, 6),  # refused: half a product of inertia, six times
    "standard rows": (read_toml, STANDARD, 69, 0),
    "modified rows": (read_toml, MODIFIED, 69, 0),
}


@pytest.mark.parametrize(("read", "text", "numbers", "refused"), TEXTS.values(), ids=TEXTS)
def test_every_number_of_a_file(
    read: Callable[..., Robot], text: str, numbers: int, refused: int
) -> None:
    """Each number of a file, changed alone, changes the torques, or is kept where that is said."""
    robot = read(MARK.sub("", text))
    tau, own = torques(robot), kept(robot)
    silent, found = [], {"used": 0, "refused": 0}
    for line, mark, other_text in every_number(text):
        try:
            other = read(other_text)
        except LinkwiseError:
            found["refused"] += 1
            continue
        found["used"] += 1
        if not (differ(own, kept(other)) if mark == "KEPT" else differ(tau, torques(other))):
            silent.append(line)
    assert silent == []
    assert found == {"used": numbers, "refused": refused}


def test_every_idle_number_of_a_file() -> None:
    """Every number that is not used stands in a line that the one warning names, and no other."""
    with pytest.warns(LinkwiseWarning) as caught:
        robot = read_urdf(MARK.sub("", IDLE_URDF))
    assert len(caught) == 1
    told = {int(line) for line in re.findall(r"\(line (\d+)\)", str(caught[0].message))}
    idle = {row for row, line in enumerate(IDLE_URDF.split("\n"), 1) if line.endswith("IDLE")}
    assert told == idle
    assert robot.joint_names == ("wheel", "knob")


# The types themselves

EFFECTS: dict[str, Any] = {
    "limits": Limits(-1, 2, 3, 4),
    "friction": Friction(0.3, 0.4, 0.5, 0.6, 0.7),
    "spring": Spring(5, 0.2),
    "rotor": Rotor(0.02, 7),
}


TENSOR = np.array([[1.1, 0.1, -0.2], [0.1, 1.2, 0.3], [-0.2, 0.3, 1.3]])


def body(seed: int) -> Inertia:
    """A body of no symmetry."""
    m, *com = np.random.default_rng(seed).uniform(0.2, 1, 4)
    return Inertia(m, com, TENSOR)


def place(seed: int) -> Transform:
    """A pose of no symmetry."""
    rpy, p = np.random.default_rng(seed).uniform(0.2, 1, (2, 3))
    return Transform.from_rpy(rpy, p)


AXIS = (0.6, 0.64, 0.48)
ROBOT = Robot(
    "every type",
    [
        Link("a", Joint.revolute("q1", AXIS, **EFFECTS), place(1), body(1)),
        Link("b", Joint.prismatic("q2", AXIS[::-1], **EFFECTS), place(2), body(2), "a"),
        Link("c", Joint.helical("q3", 0.3, AXIS, **EFFECTS), place(3), body(3), "b"),
        Link(
            "d",
            Joint.revolute("q4", AXIS, mimic=Mimic("q1", -1.5, 0.3), **EFFECTS),
            place(4),
            body(4),
            "b",
        ),
        Link("e", Joint.fixed("weld"), place(5), body(5), "d"),
    ],
    (1, 2, -9),
    place(6),
)
ROWS_OF_ALL = [
    DHRow(
        a=0.2, alpha=0.3, d=0.4, theta=0.5, kind=kind, offset=0.6, mass=2, com=(0.1, -0.2, 0.3),
        tensor=TENSOR, mimic=mimic, **EFFECTS,
    )
    for kind, mimic in (("revolute", None), ("prismatic", None), ("revolute", Mimic("q1", 2, 0.1)))
]  # fmt: skip


@singledispatch
def variants(x: Any) -> Iterator[tuple[str, Any]]:
    """Yield every copy of `x` in which one number is another, with the path to that number."""
    for f in fields(x) if is_dataclass(x) else ():
        for path, other in variants(getattr(x, f.name)) if f.init else ():
            with suppress(LinkwiseError):  # a pitch of joints that have none
                yield f".{f.name}{path}", replace(x, **{f.name: other})


@variants.register(int | float)
def _(x: float) -> Iterator[tuple[str, float]]:
    yield "", near(x)


@variants.register(list | tuple)
def _(x: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for k, part in enumerate(x):
        for path, other in variants(part):
            yield f"[{k}]{path}", [*x[:k], other, *x[k + 1 :]]


@variants.register
def _(x: np.ndarray) -> Iterator[tuple[str, Array]]:
    for index in np.ndindex(x.shape):
        a = x.copy()
        a[index] = a[index[::-1]] = near(a[index])  # keeps tensors symmetric
        yield str(list(index)), a


@variants.register
def _(x: Transform) -> Iterator[tuple[str, Transform]]:
    for path, p in variants(x.p):
        yield f".p{path}", Transform(x.R, p)
    for turn in (Transform.rotation_x, Transform.rotation_y, Transform.rotation_z):
        yield f".R {turn.__name__}", Transform((x @ turn(1e-4)).R, x.p)


@variants.register
def _(x: Inertia) -> Iterator[tuple[str, Inertia]]:
    for path, parameters in variants(x.parameters()):
        yield path, Inertia.from_parameters(parameters)


# What torques may not need, as in the texts.
KEPT = re.compile(
    r"\.limits\.|\.base\.p|links\[0\]\.(placement\.p|inertia)|^\[0\]\.(a|d|mass|com|tensor)"
)


def silent_variants(robot: Robot, others: Iterator[tuple[str, Robot]]) -> tuple[list[str], int]:
    """Return the paths of changes that change nothing, and how many changes there were."""
    tau, own = torques(robot), kept(robot)
    silent, count = [], 0
    for path, other in others:
        count += 1
        if not (differ(own, kept(other)) if KEPT.search(path) else differ(tau, torques(other))):
            silent.append(path)
    return silent, count


def test_every_number_of_every_type() -> None:
    """Each number of a robot, its links, joints, bodies, places and effects, changed alone."""
    moving = ((path, robot) for path, robot in variants(ROBOT) if "links[4].joint" not in path)
    silent, count = silent_variants(ROBOT, moving)
    assert silent == []
    assert count == 3 + 6 + 5 * (6 + 10) + 4 * (3 + 13) + 1 + 2


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_every_number_of_a_row(convention: Any) -> None:
    """Each number of a row of a Denavit-Hartenberg table, by itself."""
    robot = from_dh(ROWS_OF_ALL, convention=convention)
    others = ((path, from_dh(rows, convention=convention)) for path, rows in variants(ROWS_OF_ALL))
    silent, count = silent_variants(robot, others)
    assert silent == []
    assert count == 3 * (6 + 3 + 9 + 13) + 2
