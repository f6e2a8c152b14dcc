"""The flowcharts of a course filled in for a robot, in mermaid's language."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from linkwise.lesson.letters.paper import Block, Heading, Prose, Verbatim
from linkwise.lesson.rows.followers import followers
from linkwise.models.link import Link
from linkwise.models.robot import BASE, Robot, require_numbers
from linkwise.number_text import short, vector
from linkwise.spatial.errors import LinkwiseError

Chart = Iterator[str]  # the lines of a flowchart


def flowchart(robot: Robot, kind: str = "lagrange") -> str:
    """Return a flowchart in mermaid's language, with the robot's links, joints and effects.

    Parameters
    ----------
    robot
        The model; numbers only.
    kind
        "lagrange", from coordinates to the equations of motion; "gravity", from coordinates to the
        torques that hold the robot; "newton-euler", out along the links and back.

    Returns
    -------
    str
        A program that begins with ``flowchart``, which GitHub, GitLab and mermaid's own page draw.

    Raises
    ------
    LinkwiseError
        If the model has symbols or no mass data, or the kind is unknown.

    References
    ----------
    The lecture notes have the first two for any robot; the third is the order of Craig,
    *Introduction to Robotics*, eqs. 6.45-6.53.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> print(flowchart(planar_2r(), "gravity"))
    flowchart TD
      Q["q = (q1, q2)"] --> C["centres of mass p_C(q) of link1: 1 kg, link2: 1 kg"]
      C --> P["P(q) = −Σ m gᵀ p_C, with g = (0, -9.81, 0) m/s²"]
      P --> G["g(q) = ∂P/∂q"]
      G --> T["torques that hold it: q1 in N m, q2 in N m"]
    """
    require_numbers(robot, "a flowchart is filled in with numbers")
    robot.require_dynamics()
    if kind not in list(CHARTS):
        raise LinkwiseError(f"there is no flowchart {kind!r}: {', '.join(CHARTS)} are known")
    return "\n  ".join(CHARTS[kind](robot))


def flowchart_sheet(robot: Robot) -> Iterator[Block]:
    """Yield all flowcharts of a robot."""
    yield Prose("Mermaid draws these charts; GitHub and GitLab do so where they stand.")
    for kind, heading in HEADINGS.items():
        yield Heading(heading)
        yield Verbatim(flowchart(robot, kind), "mermaid")


def lagrange_chart(robot: Robot) -> Chart:
    """Yield the way from coordinates to the equations of motion."""
    n, joined = robot.n, "".join
    terms = [("friction", " + friction of {}"), ("springs", " + springs of {}")]
    effects = joined(
        text.format(", ".join(joint.name for joint in robot.joints if effect in joint.effects))
        for effect, text in terms
        if effect in robot.effects
    )
    rotors = ", with the rotors' gear² J" if "rotors" in robot.effects else ""
    yield "flowchart TD"
    yield node("Q", f"q, q̇, q̈ of {coordinates(robot)}") + " --> " + node("C", centres(robot))
    yield "C --> " + node("K", f"K(q, q̇) = Σ ½ m v_Cᵀ v_C + ½ ωᵀ I_C ω{rotors}")
    yield "C --> " + node("P", potential(robot))
    yield "K --> " + node("E", f"d/dt ∂L/∂q̇ − ∂L/∂q, L = K − P: {count(n, 'equation')}")
    yield "P --> E"
    form = f"M(q) q̈ + C(q, q̇) q̇ + g(q){effects} = τ"
    yield "E --> " + node("F", f"{form}<br>M, C: {n} × {n}; g, τ: {n} × 1")
    yield "F --> " + node("S", "M symmetric, positive definite; Ṁ − 2C skew by Christoffel's C")
    yield "S --> " + node("U", "control, simulation, identification")


def gravity_chart(robot: Robot) -> Chart:
    """Yield the way from coordinates to the torques that hold the robot."""
    torques = ", ".join(f"{joint.name} in {joint.effort_unit}" for joint in robot.joints)
    yield "flowchart TD"
    yield node("Q", f"q = {coordinates(robot)}") + " --> " + node("C", centres(robot))
    yield "C --> " + node("P", potential(robot))
    yield "P --> " + node("G", "g(q) = ∂P/∂q")
    yield "G --> " + node("T", f"torques that hold it: {torques}")


def newton_euler_chart(robot: Robot) -> Chart:
    """Yield the outward pass along the tree of links, and the inward pass back to the base."""
    yield "flowchart TD"
    up = vector(-robot.gravity + 0.0)
    yield node("O0", f"base: ω = ω̇ = 0, v̇ = {up} m/s²")
    for i, (link, parent) in enumerate(zip(robot.links, robot.parents, strict=True), start=1):
        yield f"O{parent + 1} -->|out| " + node(f"O{i}", outward(link))
    for i, link in enumerate(robot.links, start=1):
        yield f"O{i} --> " + node(f"I{i}", inward(robot, link, i))
    for i, parent in reversed(list(enumerate(robot.parents, start=1))):
        if parent != BASE:
            yield f"I{i} -->|in: f, n| I{parent + 1}"


CHARTS: Mapping[str, Callable[[Robot], Chart]] = {
    "lagrange": lagrange_chart,
    "gravity": gravity_chart,
    "newton-euler": newton_euler_chart,
}
HEADINGS = {
    "lagrange": "From the energies to the equations of motion",
    "gravity": "What it takes to hold the robot",
    "newton-euler": "The Newton-Euler iterations",
}


def outward(link: Link) -> str:
    """Return the rows of a link's outward pass, without the terms that its joint does not have."""
    turns, slides = (bool(np.any(x)) for x in (link.joint.turn, link.joint.slide))
    spin, more = (" + q̇ â", " + Rω₋ × q̇ â + q̈ â") if turns else ("", "")
    along = "h â" if link.joint.kind == "helical" else "â"  # h is the pitch
    slide = f" + 2 ω × q̇ {along} + q̈ {along}" if slides else ""
    said = f"{link.name}, {link.joint.kind} {link.joint.name}" if link.joint.moves else link.name
    rows = [
        f"{said}, {short(link.inertia.mass)} kg",
        f"ω = Rω₋{spin}; ω̇ = Rω̇₋{more}",
        f"v̇ = R(ω̇₋ × P + ω₋ × (ω₋ × P) + v̇₋){slide}",
        "v̇_C = ω̇ × P_C + ω × (ω × P_C) + v̇",
        "F = m v̇_C; N = I_C ω̇ + ω × I_C ω",
    ]
    return "<br>".join(rows)


def inward(robot: Robot, link: Link, i: int) -> str:
    """Return the rows of a link's inward pass; i is its number from 1."""
    rows = ["f = F + Σ R f₊", "n = N + P_C × F + Σ (R n₊ + P × R f₊)"]
    joint = link.joint
    if joint.moves:
        parts = {"revolute": "n · â", "prismatic": "f · â"}.get(joint.kind, "n · â + h f · â")
        effects = "".join(f" + {effect}" for effect in joint.effects)
        shares = "".join(
            f" + {times} τ of {robot.links[j].joint.name}"
            for j, times in followers(robot, i - 1).items()
        )
        rows.append(f"τ of {joint.name} = {parts}{effects}{shares}")
    return "<br>".join([f"{link.name} (link {i})", *rows])


def node(name: str, text: str) -> str:
    """Return a node of a flowchart."""
    return f'{name}["{text.replace(chr(34), "#quot;")}"]'


def coordinates(robot: Robot) -> str:
    """Return the joints' names as a vector."""
    return f"({', '.join(robot.joint_names)})"


def centres(robot: Robot) -> str:
    """Return which links' centres of mass there are."""
    masses = [f"{k.name}: {short(k.inertia.mass)} kg" for k in robot.links if k.inertia.mass > 0]
    return f"centres of mass p_C(q) of {', '.join(masses) or 'no link'}"


def potential(robot: Robot) -> str:
    """Return how the potential energy is made."""
    springs = " + Σ ½ k (q − q₀)²" if "springs" in robot.effects else ""
    return f"P(q) = −Σ m gᵀ p_C{springs}, with g = {vector(robot.gravity)} m/s²"


def count(n: int, thing: str) -> str:
    """Return "1 equation", "2 equations" and so on."""
    return f"{n} {thing}{'' if n == 1 else 's'}"
