"""Reader of robots written down in TOML.

Ten lines make a planar arm::

    name = "two rods"
    gravity = [0, -9.81, 0]

    [[link]]                       # turns about z, at the base
    mass = 1.0
    shape.rod.length = 0.6         # lies along x from the joint

    [[link]]                       # on the link before it
    at = [0.6, 0, 0]
    mass = 0.8
    shape.rod.length = 0.5
"""

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import cast, get_args

import numpy as np

from linkwise.models.dh import Convention, DHRow, links_of_table
from linkwise.models.joint import Joint, Kind
from linkwise.models.link import Link
from linkwise.models.massless import remarks_on_mass
from linkwise.models.robot import Robot
from linkwise.models.toml_effects import EFFECTS, effects
from linkwise.models.toml_fields import BODY, POSE, body, inertia, limits, pose
from linkwise.models.toml_table import Table, parse
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.rotations import unit_axis

MOTION = ("axis", "pitch", "limits", *EFFECTS)
LINK = ("name", "parent", *POSE, "joint", "joint_name", *MOTION, *BODY, "parameters")
DH = ("name", "a", "alpha", "d", "theta", "joint", "offset", "limits", *EFFECTS, *BODY)


def load_toml(path: str | os.PathLike[str], *, strict: bool = False) -> Robot:
    """Return the robot that a TOML file describes.

    Parameters
    ----------
    path
        The file.
    strict
        Whether to refuse bodies that cannot exist.

    Raises
    ------
    LinkwiseError
        As for `read_toml`, or if the file cannot be read.
    """
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise LinkwiseError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise LinkwiseError(f"{path} is not UTF-8 text: {error.reason} at {error.start}") from None
    return read_toml(text, source=str(path), strict=strict)


def read_toml(text: str, *, source: str = "<text>", strict: bool = False) -> Robot:
    """Return the robot that a TOML text describes.

    At the top stand ``name``, ``gravity`` (world axes, m/s²; (0, 0, −9.81) if not given) and
    ``base = { at, rpy }``, the pose of the base.  Then come links or rows of a Denavit-Hartenberg
    table.  Lengths are in m; angles in rad, or as text: ``"45deg"``.

    ``[[link]]`` has

    * ``name``, and ``parent``: the link before it if not given, ``"base"`` for the base;
    * ``at``, ``rpy``: pose of the joint in the parent, R = Rz(yaw) Ry(pitch) Rx(roll), or
      ``rotation`` for the three rows of R;
    * ``joint``: ``"revolute"`` (if not given), ``"prismatic"``, ``"helical"`` with ``pitch``
      (m/rad) or ``"fixed"``; ``joint_name``: "q1", "q2", … over the links that move;
    * ``axis``: z if not given; ``limits = { lower, upper, velocity, effort }``;
    * ``friction = { viscous, coulomb, stribeck, stribeck_velocity }``, ``spring = { stiffness,
      rest }`` and ``mimic = { joint, multiplier, offset }`` as in `Friction`, `Spring` and `Mimic`;
      ``coulomb`` is one number or ``[forwards, backwards]``;
    * ``motor = { gear, inertia, viscous, coulomb }`` by numbers on the motor's side, or
      ``rotor = { inertia, gear }``;
    * ``mass``, and ``com``: centre of mass in the link's frame;
    * ``inertia`` about the *centre of mass*, link axes, kg m²: ``[Ixx, Iyy, Izz]``,
      ``[Ixx, Ixy, Ixz, Iyy, Iyz, Izz]`` or three rows, entries as the matrix has them; or one
      number for all axes, enough for a planar arm;
    * or ``shape = { rod = { length, axis } }``, and so on for ``cylinder`` (radius, length, axis),
      ``tube`` (inner, outer, length, axis), ``disc`` (radius, axis), ``sphere`` (radius), ``box``
      (x, y, z), ``plate`` (a, b, axis), ``point``.  The shape's centre is ``com``; a rod, cylinder
      or tube without it begins at the joint and lies along its positive axis;
    * or ``parameters``, the ten of `Inertia.parameters`, about the link's frame.

    ``[[dh]]``, after ``convention = "standard"`` or ``"modified"``, has the fields of `DHRow` with
    ``joint`` for its kind and with ``inertia`` or ``shape`` as above, in the convention's frames.

    Parameters
    ----------
    text
        The text.
    source
        What to call it in messages.
    strict
        Whether to refuse bodies that cannot exist.

    Raises
    ------
    LinkwiseError
        If the text is not TOML, a field is unknown, of a wrong kind or without effect, a mass has
        no centre, or the links are no tree.  The message names file, line, link and field.

    Warns
    -----
    LinkwiseWarning
        Once a file, if bodies cannot exist, or a link moves without a mass and carries none.

    Examples
    --------
    >>> from linkwise import crba
    >>> arm = read_toml('''
    ... gravity = [0, -9.81, 0]
    ... [[link]]
    ... mass = 3
    ... shape.rod.length = 2
    ... ''')
    >>> crba(arm, [0])
    array([[4.]])
    """
    top, arrays = parse(text, source)
    top.allow("name", "gravity", "base", "convention", "link", "dh")
    links, rows = arrays.get("link", []), arrays.get("dh", [])
    if bool(links) == bool(rows):
        raise LinkwiseError(
            f"{source}: a robot has either tables [[link]], or a convention and tables [[dh]]"
        )
    if links and top.has("convention"):
        raise top.error("convention", "goes with [[dh]], not with [[link]]")
    name = top.text("name", "robot")
    gravity = np.array(_gravity(top))
    top.table("base").allow(*POSE)
    base = pose(top.table("base"))
    notes: list[str] = []
    if rows:
        convention = top.text("convention", "", get_args(Convention))
        table = [_row(row, k, len(rows)) for k, row in enumerate(rows, start=1)]
        with top.blamed():
            chain = links_of_table(table, cast(Convention, convention))
    else:
        chain = _links(links, notes)
    with top.blamed():
        robot = Robot(name, chain, gravity, base)
    pairs = zip(chain, links or rows, strict=True)
    given = [k.name for k, own in pairs if own.has("mass") or own.has("parameters")]
    _report(robot, notes + remarks_on_mass(robot, given), source, strict=strict)
    return robot


def _gravity(top: Table) -> list[float]:
    """Return gravity, or say what kind of thing it is."""
    if not isinstance(top.fields.get("gravity", []), list):
        raise top.error(
            "gravity", "the acceleration of free fall is wanted in world axes: [0, 0, -9.81]"
        )
    return top.vector("gravity", (0.0, 0.0, -9.81))


def _links(unnamed: list[Table], notes: list[str]) -> list[Link]:
    """Return the links of [[link]] tables, and note what is odd about them."""
    names = [table.text("name", f"link{k}") for k, table in enumerate(unnamed, start=1)]
    tables = [table.named(f"link {name!r}") for table, name in zip(unnamed, names, strict=True)]
    kinds: list[Kind] = []
    joints: list[str] = []
    for table, name in zip(tables, names, strict=True):
        table.allow(*LINK)
        kinds.append(cast(Kind, table.text("joint", "revolute", get_args(Kind))))
        moving = len(kinds) - kinds.count("fixed")
        usual_name = f"{name} fixed" if kinds[-1] == "fixed" else f"q{moving}"
        joints.append(table.text("joint_name", usual_name))
    movers = [joint for joint, kind in zip(joints, kinds, strict=True) if kind != "fixed"]
    links: list[Link] = []
    for k, (table, name) in enumerate(zip(tables, names, strict=True)):
        parent = table.text("parent", names[k - 1] if k else "base", [*names, "base"])
        joint = _joint(table, kinds[k], joints[k], movers, notes)
        on_base = parent == "base" and (name == "base" or "base" not in names)
        links.append(Link(name, joint, pose(table), inertia(table), None if on_base else parent))
    return links


def _joint(table: Table, kind: Kind, name: str, movers: Sequence[str], notes: list[str]) -> Joint:
    """Return the joint of a [[link]] table."""
    for field in MOTION:
        if table.has(field) and (kind == "fixed" or (field == "pitch" and kind != "helical")):
            raise table.error(field, f"a {kind} joint has none")
    if kind == "helical" and not table.has("pitch"):
        raise table.error("pitch", "is missing: a helical joint has one, in m/rad")
    with table.blamed():
        axis, length = unit_axis(table.vector("axis", (0.0, 0.0, 1.0)), "field axis:")
    if abs(length - 1) > 1e-3:
        notes.append(
            f"the axis of {table.label} has length {length:g} and gives the direction only"
        )
    turns = kind != "prismatic"
    return Joint(
        name,
        kind,
        axis,
        table.number("pitch", 0.0),
        limits(table, turns=turns),
        **effects(table, [joint for joint in movers if joint != name], turns=turns),
    )


def _row(unnamed: Table, k: int, count: int) -> DHRow:
    """Return the row of a [[dh]] table."""
    name = unnamed.text("name", f"link{k}")
    table = unnamed.named(f"link {name!r}")
    table.allow(*DH)
    kind = table.text("joint", "revolute", ("revolute", "prismatic"))
    turns, own = kind == "revolute", body(table)
    others = [f"q{j}" for j in range(1, count + 1) if j != k]
    return DHRow(
        a=table.number("a", 0.0),
        alpha=table.number("alpha", 0.0, angle=True),
        d=table.number("d", 0.0),
        theta=table.number("theta", 0.0, angle=True),
        kind="revolute" if turns else "prismatic",
        offset=table.number("offset", 0.0, angle=turns),
        mass=own.mass,
        com=own.com,
        tensor=own.tensor,
        limits=limits(table, turns=turns),
        name=name,
        **effects(table, others, turns=turns),
    )


def _report(robot: Robot, notes: list[str], source: str, *, strict: bool) -> None:
    """Tell in one warning what is odd and which bodies cannot exist; refuse those if `strict`."""
    broken = [
        f"link {link.name!r} cannot exist: {', '.join(rules)}"
        for link in robot.links
        if (rules := link.inertia.violations())
    ]
    if broken and strict:
        raise LinkwiseError(f"{source}: {'; '.join(broken)}")
    if told := notes + broken:
        warnings.warn(f"{source}: {'; '.join(told)}", LinkwiseWarning, stacklevel=3)
