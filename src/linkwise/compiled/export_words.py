"""What the comments of exported code say: equations, meanings and units.

A function of `FUNCTIONS` joins with a line of `ABOUT`, a new output with a line of `MEANINGS` and
one of `units`.  The text is ASCII: any compiler reads it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from linkwise.compiled.graph import Program
from linkwise.compiled.source_text import comment
from linkwise.models.robot import Robot

# What each function gives, and the equation that says so.
ABOUT = {
    "rnea": ("Joint torques that a motion takes.", "tau = M(q) qdd + C(q, qd) qd + g(q)"),
    "bias_torque": ("Joint torques at zero acceleration.", "tau = C(q, qd) qd + g(q)"),
    "gravity_torque": ("Joint torques that hold the robot still.", "tau = g(q)"),
    "crba": (
        "Mass matrix, by composite rigid bodies: I_j is the inertia of all that joint j carries.",
        "M_ij = S_i^T I_j S_j",
    ),
    "mass_matrix_from_jacobians": (
        "Mass matrix, as a sum over links.",
        "M(q) = sum of J_i^T I_i J_i",
    ),
    "forward_dynamics": (
        "Joint accelerations that torques cause, by solving with the mass matrix.",
        "M(q) qdd = tau - C(q, qd) qd - g(q)",
    ),
    "aba": (
        "Joint accelerations that torques cause, by articulated bodies.",
        "M(q) qdd = tau - C(q, qd) qd - g(q)",
    ),
    "kinetic_energy": ("Kinetic energy.", "K = qd^T M(q) qd / 2"),
    "potential_energy": ("Potential energy.", "P = -gravity^T sum of m_i c_i"),
    "coriolis_matrix": (
        "Coriolis matrix whose product with qd are the velocity products.",
        "M(q) qdd + C(q, qd) qd + g(q) = tau",
    ),
    "coriolis_torque": ("Joint torques of the velocity products.", "tau = C(q, qd) qd"),
    "mass_matrix_rate": ("Rate of the mass matrix.", "M_dot = C + C^T, with the Christoffel C"),
    "torque_regressor": ("Regressor of the joint torques.", "tau = Y(q, qd, qdd) parameters"),
    "center_of_mass": ("Centre of mass in the world.", "com = sum of m_i c_i / sum of m_i"),
    "centroidal_momentum_matrix": (
        "Momentum about the centre of mass per joint rate.",
        "(angular, linear momentum) = A(q) qd",
    ),
    "link_jacobian": ("Geometric Jacobian of a point of a link.", "(omega, v) = J(q) qd"),
}

# Which effects of joints join an equation, and on which side.
EFFECTS = {
    "rnea": ("+", "friction", "springs"),
    "bias_torque": ("+", "friction", "springs"),
    "crba": ("+", "rotors"),
    "mass_matrix_from_jacobians": ("+", "rotors"),
    "forward_dynamics": ("-", "friction", "springs"),
    "aba": ("-", "friction", "springs"),
    "potential_energy": ("+", "springs"),
}

MEANINGS = {
    "q": "joint coordinates",
    "qd": "joint velocities",
    "qdd": "joint accelerations",
    "tau": "joint torques or forces",
    "M": "mass matrix",
    "K": "kinetic energy",
    "P": "potential energy",
    "J": "rows 0 to 2 angular velocity, rows 3 to 5 velocity of the point, a column a joint",
    "C": "Coriolis matrix",
    "M_dot": "rate of the mass matrix",
    "Y": "a row a joint, ten columns a link",
    "com": "centre of mass in world axes",
    "A": "rows 0 to 2 angular momentum, rows 3 to 5 linear momentum, a column a joint",
    "gravity": "acceleration of free fall in world axes",
    "parameters": "m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz about the frame, a row a link",
}


def about(
    robot: Robot, name: str, fixed: Mapping[str, Any], frames: Mapping[str, str]
) -> list[str]:
    """Return what a function gives and the equation that says so, line by line."""
    sentence, equation = ABOUT[name]
    side, *effects = EFFECTS.get(name, ("+",))
    terms = [f" {side} {effect}" for effect in effects if effect in robot.effects]
    lines = [sentence, "", f"    {equation}{''.join(terms)}", ""]
    if frames:
        lines.insert(3, "    with g(q) less J_k^T w_k for every external wrench w_k")
    if fixed:
        point = fixed["at"] or (0, 0, 0)
        lines += [f"Point {point} m of link {fixed['link']!r}, axes: {fixed['frame']}.", ""]
    return [comment(line) for line in lines]


def meaning(robot: Robot, name: str, frames: Mapping[str, str]) -> str:
    """Return what an input or output is, with its unit.

    Parameters
    ----------
    robot
        The model.
    name
        Name of the input or output in a `Program`.
    frames
        Whose axes the external wrenches are in, by link.
    """
    if name.startswith("external "):
        link, field = name.removeprefix("external ").rsplit(" ", 1)
        point = " about its frame's origin" if field == "moment" else ""
        unit = "N m" if field == "moment" else "N"
        return comment(f"external {field} on {link!r}{point}, axes: {frames[link]}, {unit}")
    return f"{MEANINGS[name]}, {units(robot)[name]}"


def units(robot: Robot) -> dict[str, str]:
    """Return the unit of every input and output; joints of two kinds have one or the other."""
    coordinates = {joint.unit: joint.effort_unit for joint in robot.joints}
    masses = {"rad": "kg m2", "m": "kg"}
    return {
        "q": " or ".join(coordinates),
        "qd": " or ".join(f"{unit}/s" for unit in coordinates),
        "qdd": " or ".join(f"{unit}/s2" for unit in coordinates),
        "tau": " or ".join(coordinates.values()),
        "M": "kg m2, kg m or kg" if len(coordinates) > 1 else masses[next(iter(coordinates))],
        "K": "J",
        "P": "J",
        "J": "rad/s and m/s per unit of qd",
        "C": "tau per unit of qd",
        "M_dot": "unit of M per second",
        "Y": "tau per unit of a parameter",
        "com": "m",
        "A": "kg m2/s and kg m/s per unit of qd",
        "gravity": "m/s2",
        "parameters": "kg, kg m, kg m2",
    }


def heading(robot: Robot, chosen: Iterable[Any]) -> list[str]:
    """Return what stands at the head of a file: robot, functions, joints, conventions."""
    import linkwise

    lines = [f"{robot.name}: {', '.join(export.name for export in chosen)}", ""]
    lines += [f"Written by linkwise {linkwise.__version__}. SI units and radians.", ""]
    lines.append(
        "Joints, in the order of all joint vectors, with the units of coordinate and torque:"
    )
    for k, joint in enumerate(robot.joints):
        lines.append(f"  {k}: {joint.name}, {joint.kind}, {joint.unit}, {joint.effort_unit}")
    gravity = tuple(robot.gravity.tolist())
    lines += ["", f"Gravity is {gravity} m/s2 in world axes, unless it is an input."]
    lines.append("A NaN in any input makes every result NaN: terms such as 0.0 * q[0] see to it.")
    return [comment(line) for line in lines]


def operation_count(program: Program) -> str:
    """Return how many operations a state takes."""
    groups = {
        "*": ("mul",),
        "+ and -": ("add", "sub"),
        "/": ("inv",),
        "sin and cos": ("sin", "cos"),
        "sign": ("sign",),
    }
    count = program.operations()
    totals = {word: sum(count.get(k, 0) for k in kinds) for word, kinds in groups.items()}
    return f"Operations: {', '.join(f'{n} {word}' for word, n in totals.items() if n)}."
