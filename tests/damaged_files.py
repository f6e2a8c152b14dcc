"""Robot files, and what can happen to them: cut, mangled, swapped, numbers and words exchanged."""

import random
import re
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from linkwise import LinkwiseError, LinkwiseWarning, Robot, load

URDF = """<?xml version="1.0"?>
<robot name="arm">
  <!-- every element that the reader knows -->
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="post"/>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.4" rpy="0.1 -0.2 1.57"/> <parent link="post"/> <child link="upper"/>
    <axis xyz="0 0.6 0.8"/> <limit lower="-2" upper="2" velocity="3" effort="40"/>
    <dynamics damping="0.5" friction="0.2"/>
  </joint>
  <link name="upper">
    <inertial>
      <origin xyz="0.2 0 0.01" rpy="0.3 0 0"/> <mass value="3.5"/>
      <inertia ixx="0.02" ixy="0.001" ixz="-0.002" iyy="0.03" iyz="0.0005" izz="0.025"/>
    </inertial>
    <visual><geometry><mesh filename="package://arm/upper.dae"/></geometry></visual>
  </link>
  <joint name="elbow" type="continuous">
    <origin xyz="0.5 0 0"/> <parent link="upper"/> <child link="fore"/> <axis xyz="0 0 1"/>
  </joint>
  <link name="fore">
    <inertial><mass value="1e0"/><inertia ixx="1e-2" ixy="0" ixz="0" iyy="1e-2" iyz="0" izz="1e-2"/>
    </inertial>
  </link>
  <joint name="slide" type="prismatic">
    <parent link="fore"/> <child link="left"/> <axis xyz="1 0 0"/>
    <mimic joint="shoulder" multiplier="-1.5" offset="0.1"/> <limit lower="0" upper="0.1"/>
  </joint>
  <link name="left"><inertial><mass value="0.1"/></inertial></link>
  <joint name="weld" type="fixed">
    <parent link="fore"/> <child link="tool"/> <origin xyz="0 0 0.1"/>
  </joint>
  <link name="tool"/>
  <transmission name="gear">
    <type>transmission_interface/SimpleTransmission</type> <joint name="elbow"/>
    <actuator name="motor"><mechanicalReduction>50</mechanicalReduction></actuator>
  </transmission>
</robot>
"""
LINKS = """name = "arm"
gravity = [0, -9.81, 0.5]
base = { at = [0, 0, 1], rpy = ["45deg", 0, 0] }

[[link]]                       # comment
mass = 1.0
shape.rod.length = 0.6
friction = { viscous = 0.1, coulomb = [0.2, 0.3], stribeck = 0.1, stribeck_velocity = 0.05 }
motor = { gear = -50, inertia = 1e-4 }

[[link]]
name = "fore"
at = [0.6, 0, 0]
rpy = [0.1, "20deg", 0]
joint = "helical"
pitch = 0.02
axis = [0, 0.6, 0.8]
mass = 0.8
com = [0.2, 0, 0]
inertia = [0.01, 0.001, -0.002, 0.02, 0.0, 0.015]
spring = { stiffness = 100, rest = 0.2 }
[link.limits]
lower = -2.0
upper = inf

[[link]]
name = "finger"
parent = "fore"
joint = "prismatic"
joint_name = "grip"
mimic = { joint = "q1", multiplier = 0.5, offset = 0.01 }
mass = 0.1
com = [0, 0, 0]
shape = { box = { x = 0.01, y = 0.02, z = 0.05 } }

[[link]]
name = "tool"
parent = "fore"
joint = "fixed"
rotation = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
parameters = [0.5, 0.05, 0, 0, 0.01, 0, 0, 0.02, 0, 0.02]
"""
TABLE = """convention = "standard"
gravity = [0.0, 0.0, -9.81]

[[dh]]
name = "shoulder"
alpha = "90deg"
d = 0.3
mass = 4
com = [0, -0.1, 0]
shape.cylinder = { radius = 0.05, length = 0.3, axis = "y" }
limits = { lower = -1.5, upper = 1.5, velocity = 2, effort = 100 }

[[dh]]
a = 0.4
theta = 0.1
joint = "revolute"
offset = "-90deg"
mass = 2.5
com = [-0.2, 0, 0]
inertia = [[0.01, 0, 0], [0, 0.04, 0], [0, 0, 0.04]]
rotor = { inertia = 1e-4, gear = 100 }

[[dh]]
d = 0.1
joint = "prismatic"
mass = 1
com = [0, 0, 0]
"""
SOURCES = {".urdf": (URDF,), ".toml": (LINKS, TABLE)}

NUMBER = re.compile(rb"[-+]?\d+(\.\d*)?(e[-+]?\d+)?")
WORD = re.compile(rb"[A-Za-z_]{2,}")
NUMBERS = (
    *b"nan inf -inf 1e999 -1e308 1e308 1e200 5e-324 0 -0 -1 1_0 0x1f 1e --1 1,5 +.5 1e-9".split(),
    *b"true \"a\" [] {} [1,2] [[1]] 1979-05-27 12:30 '1e9deg' ${x} 1000000".split(),
    *(b"", b" ", b"1 2 3", b"0 0 0", b"0.1 0.2", b"'45 deg'", b"\x00", "٣".encode()),
    *(b"9" * 400, b"9" * 5000),
)
WORDS = (
    *b"robot link joint inertial mimic floating planar fixed base parent child name mass".split(),
    *b"com inertia shape point dh axis inf xacro:if &lt; &undefined; \xff\xfe".split(),
    *(b"", b"a" * 3000, "Größe".encode()),
)
PIECES = (
    *b"< > \" ' & ]]> <!-- <![CDATA[ [[ ] { = # <?x?> \\u0000 \xc3".split(),
    *(b"\x00", b"\n", b"\r", b"<!DOCTYPE r [<!ENTITY a 'b'>]>"),
)

Mutation = Callable[[bytes, random.Random], bytes]


def cut(data: bytes, draw: random.Random) -> tuple[bytes, bytes, bytes]:
    """Cut a text at two places."""
    i, j = sorted(draw.randint(0, len(data)) for _ in range(2))
    return data[:i], data[i : min(j, i + 400)], data[min(j, i + 400) :]


def drop_slice(data: bytes, draw: random.Random) -> bytes:
    """Lose a piece."""
    head, _, tail = cut(data, draw)
    return head + tail


def repeat_slice(data: bytes, draw: random.Random) -> bytes:
    """Have a piece several times."""
    head, middle, tail = cut(data, draw)
    return head + middle * draw.choice((2, 3, 50)) + tail


def move_slice(data: bytes, draw: random.Random) -> bytes:
    """Put a piece elsewhere."""
    head, middle, tail = cut(data, draw)
    rest = head + tail
    at = draw.randint(0, len(rest))
    return rest[:at] + middle + rest[at:]


def truncate(data: bytes, draw: random.Random) -> bytes:
    """Break off."""
    return data[: draw.randint(0, len(data))]


def flip_bytes(data: bytes, draw: random.Random) -> bytes:
    """Change some bytes to any other."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 3, 30))):
        if changed:
            changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def insert_piece(data: bytes, draw: random.Random) -> bytes:
    """Insert signs that mean something, or any bytes."""
    at = draw.randint(0, len(data))
    return data[:at] + draw.choice((*PIECES, draw.randbytes(8))) + data[at:]


def exchange(pattern: re.Pattern[bytes], choices: tuple[bytes, ...]) -> Mutation:
    """Return a mutation that puts something else in the place of what a pattern finds."""

    def mutation(data: bytes, draw: random.Random) -> bytes:
        found = list(pattern.finditer(data))
        if not found:
            return data
        one, other = draw.choice(found), draw.choice(found)
        new = draw.choice((draw.choice(choices), other[0]))
        return data[: one.start()] + new + data[one.end() :]

    return mutation


def shuffle_lines(data: bytes, draw: random.Random) -> bytes:
    """Drop, repeat or swap whole lines."""
    lines = data.splitlines(keepends=True)
    for _ in range(draw.choice((1, 2, 5)) if lines else 0):
        i, j = draw.randrange(len(lines)), draw.randrange(len(lines))
        lines[i], lines[j] = draw.choice(((lines[j], lines[i]), (b"", lines[j]), (lines[j],) * 2))
    return b"".join(lines)


def nest(data: bytes, draw: random.Random) -> bytes:
    """Put very deep nests in."""
    head, middle, tail = cut(data, draw)
    opening, closing = draw.choice(((b"<a>", b"</a>"), (b"[", b"]"), (b"{a=", b"}")))
    depth = draw.choice((10, 200, 3000))
    return head + opening * depth + middle + closing * depth + tail


def encode(data: bytes, draw: random.Random) -> bytes:
    """Write in another encoding, or say that it is another."""
    if draw.random() < 0.5:
        name = draw.choice((b"utf-16", b"latin-1", b"ascii", b"utf-7", b"idna", b"rot13", b"x"))
        return b'<?xml version="1.0" encoding="' + name + b'"?>' + data
    text = data.decode("utf-8", "replace")
    return text.encode(draw.choice(("utf-16", "utf-32", "utf-8-sig", "cp037")), "replace")


MUTATIONS: tuple[Mutation, ...] = (
    *(exchange(NUMBER, NUMBERS),) * 6,
    *(exchange(WORD, WORDS),) * 4,
    *(shuffle_lines,) * 3,
    *(drop_slice, repeat_slice, move_slice, truncate, flip_bytes, insert_piece) * 2,
    nest,
    encode,
)


def damaged(suffix: str, seed: int) -> bytes:
    """Return a damaged file of a kind; the same seed gives the same file.

    Half of the files have one wound only, so that they get past the parser.
    """
    draw = random.Random(f"{suffix} {seed}")  # noqa: S311 - not for secrets
    data = draw.choice(SOURCES[suffix]).encode()
    for _ in range(draw.choice((1, 1, 1, 2, 3, 8))):
        data = draw.choice(MUTATIONS)(data, draw)
    return data


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise a TimeoutError if the block takes longer, where the system has such alarms."""

    def ring(*_: object) -> None:
        raise TimeoutError(seconds)

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def outcome(path: Path, *, strict: bool = False, seconds: float = 10) -> Robot | LinkwiseError:
    """Load a file and return the robot or the refusal; anything else is raised.

    Warnings of ours are allowed, those of NumPy or Python are errors.
    """
    with time_limit(seconds), warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", LinkwiseWarning)
        try:
            return load(path, strict=strict)
        except LinkwiseError as error:
            return error
