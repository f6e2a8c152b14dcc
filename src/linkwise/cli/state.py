"""The report on one state: M, C·qd, g and tau, a closed form beside them, and the iterations."""

from collections.abc import Mapping, Sequence

import numpy as np

from linkwise.algorithms.coriolis import coriolis_torque
from linkwise.algorithms.inverse_dynamics import gravity_torque, rnea
from linkwise.algorithms.mass_matrix import crba
from linkwise.cli.text import aligned, table
from linkwise.closed_forms import planar_2r_closed_form
from linkwise.lesson.rows.two_passes import NewtonEuler, newton_euler
from linkwise.models.joint import Joint
from linkwise.models.robot import Robot
from linkwise.number_text import short, vector
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

REFERENCE = "Spong, Hutchinson & Vidyasagar, eqs. 7.81-7.87"
WIDEST = 8  # a mass matrix of more joints does not fit the width of a page
LONGEST = 16  # iterations of more links do not fit the length of a page


def state_report(
    robot: Robot, q: Array, qd: Array, qdd: Array, textbook: Mapping[str, float] | None = None
) -> str:
    """Return what there is to say about one state, as text.

    Parameters
    ----------
    robot
        The model.
    q, qd, qdd
        Coordinates, rates and accelerations ``(n,)``.
    textbook
        Parameters of `planar_2r_closed_form`, if that is to stand beside the recursion.

    Raises
    ------
    LinkwiseError
        If a number overflows.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        M, parts = crba(robot, q), torque_parts(robot, q, qd)
        tau = rnea(robot, q, qd, qdd)
        iterations = newton_euler(robot, q, qd, qdd)
        matrices = {"recursion": M}
        terms = {"recursion": np.stack([M @ qdd, *parts.values(), tau], axis=-1)}
        differences = {"the Newton-Euler iterations": np.abs(tau - iterations.tau).max()}
        if textbook:
            closed_form = planar_2r_closed_form(q, qd, **textbook)
            by_hand = [closed_form.M @ qdd, closed_form.C @ qd, closed_form.g]
            matrices["closed form"] = closed_form.M
            terms["closed form"] = np.stack([*by_hand, sum(by_hand)], axis=-1)
            differences["the closed form"] = np.abs(tau - sum(by_hand)).max()
    if not all(np.isfinite(a).all() for a in (M, *terms.values())):
        raise LinkwiseError("at this state the torques are too large for floats")
    columns = ["M·qdd", *parts]
    return "\n\n".join(
        [
            heading(robot, textbook),
            state_table(robot, q, qd, qdd),
            f"{mass_matrix_heading(robot)}\n{mass_matrix_table(robot, matrices)}",
            f"tau = {' + '.join(columns)}\n{torque_table(robot, columns, terms)}",
            iterations_table(robot, iterations),
            "\n".join(
                f"largest difference in tau between rnea and {what}: {gap:.1e}"
                for what, gap in differences.items()
            ),
        ]
    )


def torque_parts(robot: Robot, q: Array, qd: Array) -> dict[str, Array]:
    """Return what there is in tau besides M·qdd, ``(n,)`` by name."""
    parts = {
        "C·qd": coriolis_torque(robot, q, qd),
        "g": gravity_torque(robot, q),
    }
    if "friction" in robot.effects:
        parts["friction"] = robot.friction_torque(qd)
    if "springs" in robot.effects:
        parts["springs"] = robot.spring_torque(q)
    return parts


def heading(robot: Robot, textbook: Mapping[str, float] | None) -> str:
    """Return what the numbers below are of."""
    lines = [f"{robot.name}, gravity {vector(robot.gravity)} m/s²"]
    if textbook:
        letters = ", ".join(f"{name} = {short(x)}" for name, x in textbook.items())
        lines += [f"closed form of {REFERENCE}", f"  {letters}"]
    return "\n".join(lines)


def state_table(robot: Robot, *state: Array) -> str:
    """Return the state, a row a joint."""
    rows = [
        [joint.name, *(f"{float(x[k]) + 0.0:.10g}" for x in state), units(joint)]
        for k, joint in enumerate(robot.joints)
    ]
    return table([["joint", "q", "qd", "qdd", "units"], *rows])


def units(joint: Joint) -> str:
    """Return the units of q, qd and qdd."""
    return f"{joint.unit}, {joint.unit}/s, {joint.unit}/s²"


def mass_unit(robot: Robot) -> str:
    """Return the unit of the mass matrix, or its units where joints are of both kinds."""
    kinds = {joint.unit for joint in robot.joints}
    return {"rad": "kg m²", "m": "kg"}[kinds.pop()] if len(kinds) == 1 else "kg m², kg m, kg"


def mass_matrix_heading(robot: Robot) -> str:
    """Return the heading of the mass matrix."""
    rotors = ", with gear²·J of the rotors on its diagonal" if "rotors" in robot.effects else ""
    return f"mass matrix M(q) [{mass_unit(robot)}]{rotors}"


def mass_matrix_table(robot: Robot, matrices: dict[str, Array]) -> str:
    """Return mass matrices ``(n, n)`` by their source."""
    if robot.n > WIDEST:
        return f"{robot.n} rows and columns, too wide to print: linkwise.mass_matrix gives it"
    return paired_table(robot, robot.joint_names, matrices)


def iterations_table(robot: Robot, iterations: NewtonEuler) -> str:
    """Return both passes of the iterations."""
    if len(robot.links) > LONGEST:
        count = len(robot.links)
        return f"iterations over {count} links, too long to print: linkwise.newton_euler gives them"
    return str(iterations)


def torque_table(robot: Robot, columns: Sequence[str], terms: dict[str, Array]) -> str:
    """Return the terms of the equation of motion, and last tau, ``(n, k)`` by their source."""
    return paired_table(robot, [*columns, "tau"], terms, units=True)


def paired_table(
    robot: Robot, head: Sequence[str], sources: dict[str, Array], *, units: bool = False
) -> str:
    """Return numbers ``(n, k)`` a row a joint, those of each source under the other's.

    Parameters
    ----------
    robot
        The model, whose joints name the rows.
    head
        Heads of the k columns.
    sources
        Numbers by where they come from, which is said if there is more than one.
    units
        Whether to close each row with the unit of the joint's torque.
    """
    numbers = np.stack(list(sources.values()), axis=1)  # (n, source, k)
    cells = np.array(aligned(numbers.ravel())).reshape(numbers.shape).tolist()
    rows = [["joint", "", *head, *(["unit"] if units else [])]]
    for joint, lines in zip(robot.joints, cells, strict=True):
        for k, (source, line) in enumerate(zip(sources, lines, strict=True)):
            unit = [joint.effort_unit] if units else []
            rows.append([joint.name if k == 0 else "", source, *line, *unit])
    if len(sources) == 1:
        rows = [[row[0], *row[2:]] for row in rows]
    return table(rows, left=min(2, len(sources)))
