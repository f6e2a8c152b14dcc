"""What a joint of a TOML file adds to the torque: friction, motor, spring, and whom it follows."""

from collections.abc import Mapping, Sequence
from typing import Any

from linkwise.models.joint_effects import Friction, Mimic, Rotor, Spring
from linkwise.models.toml_table import Table

EFFECTS: Mapping[str, tuple[str, ...]] = {  # the first field must be there, except for friction
    "friction": ("viscous", "coulomb", "stribeck", "stribeck_velocity"),
    "motor": ("gear", "inertia", "viscous", "coulomb"),
    "rotor": ("inertia", "gear"),
    "spring": ("stiffness", "rest"),
    "mimic": ("joint", "multiplier", "offset"),
}


def effects(table: Table, leaders: Sequence[str], *, turns: bool) -> dict[str, Any]:
    """Return the effects of the joint of a link's table, as fields of `Joint`.

    Parameters
    ----------
    table
        The link's table.
    leaders
        Names of the joints that this one may follow.
    turns
        Whether angles such as "45deg" make sense for the joint's coordinate.
    """
    parts = {}
    for field, (first, *others) in EFFECTS.items():
        part = parts[field] = table.table(field)
        part.allow(first, *others)
        if table.has(field) and field != "friction" and not part.has(first):
            raise part.error(first, f"is missing: {field} has {', '.join((first, *others))}")
    found: dict[str, Any] = {
        "friction": friction(parts["friction"], parts["motor"], turns=turns),
        "rotor": rotor(parts["rotor"], parts["motor"]),
    }
    spring, mimic = parts["spring"], parts["mimic"]
    with spring.blamed():
        stiffness, rest = spring.number("stiffness", 0.0), spring.number("rest", 0.0, angle=turns)
        found["spring"] = Spring(stiffness, rest)
    if table.has("mimic"):
        found["mimic"] = Mimic(
            mimic.text("joint", "", leaders),
            mimic.number("multiplier", 1.0),
            mimic.number("offset", 0.0, angle=turns),
        )
    return found


def friction(joint: Table, motor: Table, *, turns: bool) -> Friction:
    """Return friction by numbers at the joint, at the motor, or some of each."""
    for field in ("viscous", "coulomb"):
        if joint.has(field) and motor.has(field):
            raise motor.error(field, "is given beside that of friction: give one of them")
    if joint.has("stribeck_velocity") and not joint.has("stribeck"):
        raise joint.error("stribeck_velocity", "is given without stribeck")
    forwards, backwards = coulomb(joint)
    with joint.blamed():
        own = Friction(
            joint.number("viscous", 0.0),
            forwards,
            backwards,
            joint.number("stribeck", 0.0),
            joint.number("stribeck_velocity", 1.0, angle=turns),
        )
    with motor.blamed():
        geared = Friction.from_motor(
            motor.number("viscous", 0.0), *coulomb(motor), gear=motor.number("gear", 1.0)
        )
    return Friction(
        own.viscous + geared.viscous,
        own.coulomb + geared.coulomb,
        own.coulomb_negative + geared.coulomb_negative,
        own.stribeck,
        own.stribeck_velocity,
    )


def coulomb(table: Table) -> list[float]:
    """Return Coulomb friction forwards and backwards, by one number or by both."""
    if isinstance(table.fields.get("coulomb"), list):
        return table.vector("coulomb", (0.0, 0.0))
    return [table.number("coulomb", 0.0)] * 2


def rotor(own: Table, motor: Table) -> Rotor:
    """Return the rotor, given by itself or with its motor."""
    if motor.has("gear") and len(motor.fields) == 1:
        raise motor.error("gear", "is given without inertia, viscous or coulomb")
    if own.has("inertia") and motor.has("inertia"):
        raise motor.error("inertia", "is given beside that of rotor: give one of them")
    with motor.blamed():
        geared = Rotor(motor.number("inertia", 0.0), motor.number("gear", 1.0))
    with own.blamed():
        alone = Rotor(own.number("inertia", 0.0), own.number("gear", 1.0))
    return alone if own.has("inertia") else geared
