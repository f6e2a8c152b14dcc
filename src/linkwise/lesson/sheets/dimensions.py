"""What every quantity of a robot's equations is: its letter, its shape, its unit."""

from collections.abc import Iterable, Iterator

from linkwise.lesson.letters.paper import Block, Prose, Table
from linkwise.models.robot import Robot, require_robot
from linkwise.number_text import inertia_unit

WIDEST = 8  # joints whose units fit a table


def dimension_sheet(robot: Robot) -> Iterator[Block]:
    """Yield the quantities of τ = M q̈ + C q̇ + g with their shapes and units for a robot."""
    require_robot(robot)
    n, links = robot.n, len(robot.links)
    q = several(joint.unit for joint in robot.joints)
    tau = several(joint.effort_unit for joint in robot.joints)
    M = mass_units(robot)
    rows = [
        ("coordinates", "q", f"({n},)", q),
        ("rates", "q̇", f"({n},)", per(q, "s")),
        ("accelerations", "q̈", f"({n},)", per(q, "s²")),
        ("torques and forces", "τ", f"({n},)", tau),
        ("mass matrix", "M(q)", f"({n}, {n})", M),
        ("Coriolis matrix", "C(q, q̇)", f"({n}, {n})", per(M, "s")),
        ("velocity terms", "C q̇", f"({n},)", tau),
        ("gravity", "g(q)", f"({n},)", tau),
        *((effect, "", f"({n},)", tau) for effect in ("friction", "springs")
          if effect in robot.effects),
        ("kinetic energy", "K(q, q̇)", "()", "J"),
        ("potential energy", "P(q)", "()", "J"),
        ("twist of a link", "(ω, v)", "(6,)", "rad/s, m/s"),
        ("wrench on a link", "(n, f)", "(6,)", "N m, N"),
        ("Jacobian of a link", "J(q)", f"(6, {n})", "(ω, v) per q̇"),
        ("spatial inertia of a link", "𝓜", "(6, 6)", "kg m², kg m, kg"),
        ("inertial parameters", "π", f"({10 * links},)", "kg, kg m, kg m²"),
        ("regressor", "Y(q, q̇, q̈)", f"({n}, {10 * links})", "τ per π"),
    ]  # fmt: skip
    mover, linked = ("joint" if n == 1 else "joints"), ("link" if links == 1 else "links")
    yield Prose(
        f"{n} {mover} and {links} {linked}; a radian counts as 1, so that N m is kg m²/s². A "
        "product fits where the inner sizes are equal: M q̈ and C q̇ are as long as τ."
    )
    yield Table(("quantity", "letter", "shape", "unit"), rows)
    if len({joint.unit for joint in robot.joints}) > 1 and n <= WIDEST:
        yield Prose("Joints turn and slide, so that the entries of M have their own units:")
        names = robot.joint_names
        units = [[inertia_unit(a, b) for b in robot.joints] for a in robot.joints]
        yield Table(("M", *names), [(a, *row) for a, row in zip(names, units, strict=True)])


def mass_units(robot: Robot) -> str:
    """Return the units of the mass matrix's entries."""
    return several(inertia_unit(a, b) for a in robot.joints for b in robot.joints)


def several(units: Iterable[str]) -> str:
    """Return units, each once."""
    return ", ".join(dict.fromkeys(units))


def per(units: str, time: str) -> str:
    """Return units divided by a time."""
    return ", ".join(f"{unit}/{time}" for unit in units.split(", ")) if units else units
