"""The iterations run piece by piece: each summand of an acceleration carried to one joint.

Both passes are linear in the accelerations, the forces and the moments, so that every summand can
be followed by itself.  Rates enter by their products, which are summands themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.algorithms.arguments import base_acceleration, dynamics_arguments, link_transforms
from linkwise.lagrangian.ring import Letters
from linkwise.lesson.letters.characters import subscript
from linkwise.models.joint import Joint
from linkwise.models.robot import BASE, Robot
from linkwise.referee.terms import Term, terms_of
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, dot, times, transpose

Summands = dict[str, Array]  # vectors in one frame by what they are: "ω₁ × (ω₁ × P₂)"


@dataclass(frozen=True)
class Path:
    """The rows that a piece of a torque went through.

    Attributes
    ----------
    row
        Where it entered: "F₂", "N₂", or "joint".
    axes
        Components of the row, in the link's own frame: "x", or "x, y" where only both together
        are free of terms that cancel.
    cause
        Which summand of that row it is: "ω₂ × (ω₂ × P_C₂)", "gravity" and so on.
    carrier
        What brought it to the joint: "P₂ × R f₂", "P_C₂ × F₂", "R n₂"; empty for nothing.
    """

    row: str
    axes: str
    cause: str
    carrier: str

    def __str__(self) -> str:
        """Return the path as part of a sentence."""
        component = f" ({self.axes})" if self.axes else ""
        carried = f", carried by {self.carrier}" if self.carrier else ""
        return f"row {self.row}{component}{carried}: {self.cause}"


@dataclass(frozen=True, eq=False)
class Outward:
    """What the outward pass leaves at a link: its pose, and the summands of F and N."""

    X: Transform
    P_C: Array
    F: Summands
    N: Summands


def carried_pieces(robot: Robot, letters: Letters, joint: str) -> dict[Path, PolyElement]:
    """Return what comes to a joint's torque along every path; the sum is the torque."""
    bare = robot.bare
    target = next(i for i, link in enumerate(bare.links) if link.joint.name == joint)
    rows = outward(bare, letters)
    out: dict[Path, PolyElement] = {}
    for path, value in _inward(bare, rows, target):
        piece = letters.reduced(letters.element(value))
        out[path] = out[path] + piece if path in out else piece
    out |= _efforts(robot, letters, robot.joint_names.index(joint))
    return _together(letters, {path: piece for path, piece in out.items() if piece})


def _together(letters: Letters, pieces: dict[Path, PolyElement]) -> dict[Path, PolyElement]:
    """Return the pieces, components of one row put together where terms of them cancel."""
    by_row: dict[Path, list[Path]] = {}
    for path in pieces:
        by_row.setdefault(replace(path, axes=""), []).append(path)
    out: dict[Path, PolyElement] = {}
    for row, paths in by_row.items():
        total = sum((pieces[path] for path in paths), letters.ring.zero)
        terms: set[Term] = set().union(*(terms_of(letters, pieces[path]) for path in paths))
        if len(terms_of(letters, total)) < len(terms):
            out[replace(row, axes=", ".join(path.axes for path in paths))] = total
        else:
            out |= {path: pieces[path] for path in paths}
    return {path: piece for path, piece in out.items() if piece}


def outward(robot: Robot, letters: Letters) -> list[Outward]:
    """Return the outward pass with its summands kept apart, in the ring."""
    bodies, ring_robot = letters.exact(robot).links, letters.robot(robot)
    model, _, (q, qd, qdd) = dynamics_arguments(
        ring_robot,
        check_finite=True,
        q=letters.coordinates(),
        qd=np.array(letters.vector(letters.qd), dtype=object),
        qdd=np.array(letters.vector(letters.qdd), dtype=object),
    )
    X = link_transforms(model, q)
    still = np.zeros(3, dtype=int)
    omega, omega_dot = {BASE: still}, {BASE: still}
    v_dot: dict[int, Summands] = {BASE: {"gravity": base_acceleration(model, None, ())[..., 3:]}}
    rows = []
    for i, parent in enumerate(model.parents):
        # Craig eqs. 6.45-6.50, each summand by itself
        j, k, to_link, P = subscript(i + 1), subscript(parent + 1), transpose(X[i].R), X[i].p
        turn, slide = model.links[i].joint.turn, model.links[i].joint.slide
        slide_rate, slide_acceleration = _slide_letters(model, i)
        w, w_dot = omega[parent], omega_dot[parent]
        turned_w = times(to_link, w)
        omega[i] = turned_w + turn * qd[i]
        omega_dot[i] = times(to_link, w_dot) + cross(turned_w, turn * qd[i]) + turn * qdd[i]
        at_joint = {
            **v_dot[parent],
            f"ω̇{k} × P{j}": cross(w_dot, P),
            f"ω{k} × (ω{k} × P{j})": cross(w, cross(w, P)),
        }
        v_dot[i] = {
            **{cause: times(to_link, a) for cause, a in at_joint.items()},
            f"2 ω{j} × {slide_rate}": cross(omega[i], slide * qd[i]) * 2,
            slide_acceleration: slide * qdd[i],
        }
        m = model.links[i].inertia.mass
        P_C, I_C = (letters.array(a) for a in (bodies[i].inertia.com, bodies[i].inertia.tensor))
        v_dot_C = {
            **v_dot[i],
            f"ω̇{j} × P_C{j}": cross(omega_dot[i], P_C),
            f"ω{j} × (ω{j} × P_C{j})": cross(omega[i], cross(omega[i], P_C)),
        }
        F = {cause: a * m for cause, a in v_dot_C.items()}
        N = {
            f"I{j} ω̇{j}": times(I_C, omega_dot[i]),
            f"ω{j} × I{j} ω{j}": cross(omega[i], times(I_C, omega[i])),
        }
        rows.append(Outward(X[i], P_C, F, N))
    return rows


def _slide_letters(robot: Robot, i: int) -> tuple[str, str]:
    """Return how rate and acceleration of link i's slide are written: ḋ₂, or h₂ θ̇₂ of a screw."""
    k = subscript((robot.coordinates[i] or 0) + 1)
    if robot.links[i].joint.kind == "helical":
        h = f"h{subscript(i + 1)}"
        return f"{h} θ̇{k}", f"{h} θ̈{k}"
    return f"ḋ{k}", f"d̈{k}"


def _inward(robot: Robot, rows: list[Outward], target: int) -> Iterator[tuple[Path, Any]]:
    """Yield what the forces and moments of every link add to the torque of one joint."""
    joint = robot.links[target].joint
    for i in range(len(rows)):
        chain = _chain(robot, i, target)
        if chain is None:
            continue
        number = subscript(i + 1)
        for kind, summands in (("F", rows[i].F), ("N", rows[i].N)):
            for cause, vector in summands.items():
                for axis in range(3):
                    component = vector * np.eye(3, dtype=int)[axis]
                    for carrier, value in _share(joint, rows, i, chain, kind, component):
                        yield Path(f"{kind}{number}", "xyz"[axis], cause, carrier), value


def _share(
    joint: Joint, rows: list[Outward], i: int, chain: list[int], kind: str, component: Array
) -> Iterator[tuple[str, Any]]:
    """Yield the torque of one force or moment of link i, by what carries it to the joint.

    Craig eqs. 6.51-6.53: f = F + R f₊, n = N + R n₊ + P_C × F + P × R f₊.
    """
    number, inner = subscript(i + 1), bool(chain)
    force, moments = component * 0, {}
    if kind == "N":
        moments[f"R n{number}" if inner else ""] = component
    else:
        force = component
        moments[f"P_C{number} × F{number}"] = cross(rows[i].P_C, component)
    for k in chain:
        R, P = rows[k].X.R, rows[k].X.p
        moments = {carrier: times(R, n) for carrier, n in moments.items()}
        force = times(R, force)
        moments[f"P{subscript(k + 1)} × R f{subscript(k + 1)}"] = cross(P, force)
    for carrier, n in moments.items():
        yield carrier, dot(n, joint.turn)[0]
    yield f"R f{number}" if inner else "", dot(force, joint.slide)[0]


def _chain(robot: Robot, i: int, target: int) -> list[int] | None:
    """Return the links from i inward, without the target; None if it does not carry link i."""
    chain = []
    while i != target:
        if i == BASE:
            return None
        chain.append(i)
        i = robot.parents[i]
    return chain


def _efforts(robot: Robot, letters: Letters, k: int) -> dict[Path, PolyElement]:
    """Return what rotor, spring and friction of the joint itself take."""
    joint = letters.exact(robot).joints[k]
    if any(number != 0 for number in joint.friction.numbers()[1:4]):
        raise LinkwiseError(f"joint {joint.name!r} has friction that is no polynomial")
    q, qd, qdd = (letters.plain()[x[k]] for x in (letters.q, letters.qd, letters.qdd))
    spring, element = joint.spring, letters.element
    return {
        Path("joint", "", "rotor", ""): element(joint.rotor.reflected) * qdd,
        Path("joint", "", "spring", ""): element(spring.stiffness) * (q - element(spring.rest)),
        Path("joint", "", "friction", ""): element(joint.friction.viscous) * qd,
    }
