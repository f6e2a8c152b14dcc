"""What two joints that should be one differ in: where they sit, how they move, what they add.

Two right models of one arm may choose other link frames, as the two Denavit-Hartenberg conventions
do.  With the pose X of B's frame in A's, at q = 0, the joints are one if X leaves the axis where it
is: X a_B = ±a_A, and the shift is along it.
"""

from collections.abc import Iterator
from dataclasses import fields

import numpy as np

from linkwise.auditing.body_faults import LENGTH_UNITS
from linkwise.auditing.closeness import NANOMETRE, close, close_poses
from linkwise.auditing.findings import Difference, unexplained
from linkwise.auditing.movers import Mover
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction
from linkwise.number_text import short, vector
from linkwise.spatial.rotations import rotation
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross

IDENTITY = Transform.identity()


def keeps_joint(X: Transform, a: Joint, b: Joint, tolerance: float, reach: float) -> bool:
    """Tell whether X, the pose of b's frame in a's, leaves the joint's axis where it is."""
    slack = tolerance + NANOMETRE
    if a.kind != b.kind or np.abs(cross(a.axis, X.R @ b.axis)).max() > slack:
        return False
    away = np.abs(cross(a.axis, X.p)).max()
    return a.kind == "prismatic" or bool(away <= tolerance * reach + NANOMETRE)


def joint_differences(
    a: Mover, b: Mover, X: Transform, found: Transform, tolerance: float
) -> Iterator[Difference]:
    """Yield what two joints differ in.

    Parameters
    ----------
    a, b
        The moving links.
    X
        Pose of b's frame in a's at q = 0, as the placements of the joints give it.
    found
        The same as bodies and next joints have it: not X if the joint is misplaced.
    tolerance
        How far numbers may be apart.
    """
    of_a, of_b = a.link.joint, b.link.joint
    where = f"joint {of_a.name!r}"
    if of_a.kind != of_b.kind:
        yield Difference("joint kind", f"{where}: {of_a.kind} in A, {of_b.kind} in B")
        return
    if not close_poses(X, found, tolerance):
        yield _misplaced(a, b, X, tolerance).at(where)
    axis = found.R @ of_b.axis
    if close(axis, -of_a.axis, tolerance, NANOMETRE):
        said = f"about or along {vector(of_a.axis)} in A, {vector(axis)} in B"
        yield Difference("sign of the joint axis", f"{where}: {said}: q, qd, qdd and tau reversed")
    elif not close(axis, of_a.axis, tolerance, NANOMETRE):
        yield unexplained(f"axis {vector(of_a.axis)} in A, {vector(axis)} in B").at(where)
    for said in _effects(of_a, of_b, tolerance):
        yield Difference("joint effect", said).at(where)


def _misplaced(a: Mover, b: Mover, X: Transform, tolerance: float) -> Difference:
    """Say how the placements of two joints differ."""
    P, Q, joint = a.placement, b.placement, a.link.joint
    if shift := zero_shift(X, joint, tolerance):
        return Difference(
            "zero of the joint", f"q = 0 in B is q = {short(shift)} {joint.unit} in A"
        )
    for unit, k in LENGTH_UNITS.items():
        for F, R, p, r in (("B", "A", Q.p, P.p), ("A", "B", P.p, Q.p)):
            if close(p, r * k, tolerance):
                said = f"{F}'s place {vector(p)} m is {R}'s {vector(r)} m"
                return Difference("unit of length", f"{said} in {unit} taken for m")
    if close(Q.p, P.p, tolerance, NANOMETRE) and close(Q.R, P.R.T, tolerance):
        said = f"B's placement is turned by {_turn(P.R)} the other way round: R in A, Rᵀ in B"
        return Difference("rotated joint", said)
    if close(Q.R, P.R, tolerance):
        return unexplained(f"sits at {vector(P.p)} m in A, {vector(Q.p)} m in B")
    turns = f"turned by {_turn(P.R)} in A, {_turn(Q.R)} in B"
    return unexplained(f"sits at {vector(P.p)} m in A, {vector(Q.p)} m in B, {turns}")


def zero_shift(X: Transform, joint: Joint, tolerance: float) -> float | None:
    """Return by how much of its coordinate a joint moves by X; None if by more than that."""
    if joint.kind == "prismatic":
        moved = float(joint.axis @ X.p)
        Y = Transform(np.eye(3), joint.axis * moved)
    else:  # sin of the turn about a: ½ a · vee(R − Rᵀ); cos: ½ (tr R − 1)
        R = X.R
        odd = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
        moved = float(np.arctan2(joint.axis @ odd, np.trace(R) - 1))
        Y = Transform(rotation(joint.axis, moved), joint.slide * moved)
    return moved if close_poses(X, Y, tolerance) else None


def _turn(R: Array) -> str:
    """Return a rotation as text: its angle."""
    angle = np.arccos(np.clip((np.trace(R) - 1) / 2, -1, 1))
    return f"{np.degrees(angle):.4g}°"


def _effects(a: Joint, b: Joint, tolerance: float) -> Iterator[str]:
    """Yield what friction, spring, rotor, pitch and coupling differ in."""
    pairs = [("pitch", a.pitch, b.pitch)]
    pairs += [
        (f"friction, {f.name}", getattr(a.friction, f.name), getattr(b.friction, f.name))
        for f in fields(Friction)
        if f.name != "coulomb_negative" or not (_is_even(a.friction) and _is_even(b.friction))
    ]
    pairs += [("spring, stiffness", a.spring.stiffness, b.spring.stiffness)]
    pairs += [("spring, rest", a.spring.rest, b.spring.rest)]
    pairs += [("reflected rotor inertia", a.rotor.reflected, b.rotor.reflected)]
    for what, x, y in pairs:
        if not close(x, y, tolerance):
            yield f"{what} {short(x)} in A, {short(y)} in B"
    if (a.mimic is None) != (b.mimic is None):
        yield f"follows another joint in {'A' if a.mimic else 'B'} only"
    elif a.mimic and b.mimic and not close(a.mimic.numbers(), b.mimic.numbers(), tolerance):
        law = (f"{short(m.multiplier)} q + {short(m.offset)}" for m in (a.mimic, b.mimic))
        yield "follows another joint by {} in A, by {} in B".format(*law)


def _is_even(friction: Friction) -> bool:
    return bool(friction.coulomb == friction.coulomb_negative)
