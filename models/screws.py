"""Robots from screw axes, as Lynch & Park describe them.

The book has frames {0} fixed in space, {i} at the *centre of mass* of link i, {n + 1} at the
end-effector, and screws S = (ω, v) in the axes of {0} or of {n + 1}, all at the home position.
Here the frame of a link sits on its joint's axis: beside {i}, parallel to it, at the foot of the
perpendicular from the centre of mass.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.joint import Joint, Kind
from linkwise.models.joint_effects import Mimic
from linkwise.models.link import Link
from linkwise.models.robot import Robot, gravity_vector
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.inertia import Inertia, symmetric
from linkwise.spatial.scalars import Array, alike, as_array, is_numeric, require_finite
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, dot, split, times, transpose, unskew

LOOSE = 1e-3  # a screw of length 1 up to this is taken as typed with few digits
TIGHT = 1e-9


def from_screws(
    Slist: ArrayLike,
    Mlist: ArrayLike,
    Glist: ArrayLike,
    *,
    frame: Literal["space", "body"] = "space",
    gravity: ArrayLike = (0, 0, -9.81),
    name: str = "arm",
    joint_names: Sequence[str] | None = None,
) -> Robot:
    """Return the chain that Lynch & Park's three lists describe.

    T(q) = exp([S₁] q₁) … exp([S_n] q_n) M    with  M = M₀₁ M₁₂ … M_{n,n+1}

    Parameters
    ----------
    Slist
        Screw axes (ω, v) at the home position, angular part first, as the columns of a matrix
        ``(6, n)`` as in the book, or as rows ``(n, 6)``.  ω has length 1, or is zero and v has
        length 1.  With ω · v not zero the joint is helical.
    Mlist
        Home configurations ``(n + 1, 4, 4)``: frame {i} of link i, at its centre of mass, in frame
        {i − 1}; the last is the end-effector's in that of link n.
    Glist
        Spatial inertias ``(n, 6, 6)`` in the frames {i}, angular part first: diag(I, m, m, m).
        A frame {i} that is elsewhere in the link has [h] and its transpose beside, h = m c.
    frame
        "space" for screws in frame {0}, "body" for screws in frame {n + 1}: the book's B.
    gravity
        Acceleration of free fall in frame {0} ``(3,)``, m/s²: the book's g.
    name
        Name of the robot.
    joint_names
        Names of the joints; "q1", "q2", … if not given.

    Returns
    -------
    Robot
        Links "link1", …, and "end_effector", without mass and fixed to the last, in frame {n + 1}.
        What the book calls F_tip is what that does to its surroundings, hence
        ``external={"end_effector": Wrench(-F_tip[:3], -F_tip[3:], frame="link")}``.

    Raises
    ------
    LinkwiseError
        If the lists do not fit each other, a screw is zero, a matrix is no pose, or one is no
        spatial inertia.

    Warns
    -----
    LinkwiseWarning
        If a screw has not length 1: exp([S] q) then turns by |ω| a unit of q, and so does the
        joint, by following one named as the joint that carries nothing.

    References
    ----------
    Lynch & Park, chapter 4 (products of exponentials) and section 8.3 (Newton-Euler).

    Examples
    --------
    Two rods of 1 m in a plane, their centres at 0.5 m and 1.5 m along x:

    >>> import numpy as np
    >>> from linkwise import mass_matrix
    >>> S = [[0, 0, 1, 0, 0, 0], [0, 0, 1, 0, -1, 0]]
    >>> M = [np.eye(4) for _ in range(3)]
    >>> M[0][0, 3], M[1][0, 3], M[2][0, 3] = 0.5, 1, 0.5
    >>> G = [np.diag([0, 1 / 12, 1 / 12, 1, 1, 1])] * 2
    >>> mass_matrix(from_screws(S, M, G, gravity=(0, -9.8, 0)), [0, 0])
    array([[2.66666667, 0.83333333],
           [0.83333333, 0.33333333]])
    """
    if frame not in ("space", "body"):
        raise LinkwiseError(f"frame must be 'space' or 'body', got {frame!r}")
    S, M, G = _lists(Slist, Mlist, Glist)
    n = len(G)
    names = [f"q{k}" for k in range(1, n + 1)] if joint_names is None else list(joint_names)
    if len(names) != n:
        raise LinkwiseError(f"{n} joint names are wanted, got {names}")
    bodies = [_inertia(G_i, f"Glist[{i}]") for i, G_i in enumerate(G)]
    homes: list[Transform] = []  # frames {1} … {n + 1} in {0}
    for i, M_i in enumerate(M):
        step = _pose(M_i, f"Mlist[{i}]")
        homes.append(homes[-1] @ step if homes else step)
    if frame == "body":
        S = [homes[-1].motion_to_parent(B_i) for B_i in S]
    axes = [_axis(S_i, homes[i], f"screw axis {i + 1}") for i, S_i in enumerate(S)]
    for joint, axis in zip(names, axes, strict=True):
        if axis.rate != 1:
            warnings.warn(
                f"the screw axis of joint {joint!r} has length {axis.rate:g}, not 1: the joint "
                f"moves by {axis.rate:g} a unit of its coordinate",
                LinkwiseWarning,
                stacklevel=2,
            )
    return Robot(name, _chain(names, axes, homes, bodies), gravity_vector(gravity))


@dataclass(frozen=True, eq=False)
class Axis:
    """A joint's axis in space: kind, direction, a point of it, pitch, and speed a unit of q."""

    kind: Kind
    direction: Array
    point: Array
    pitch: Any
    rate: float


def _chain(
    names: Sequence[str], axes: Sequence[Axis], homes: Sequence[Transform], bodies: list[Inertia]
) -> list[Link]:
    """Return the links, each in a frame at its axis and parallel to the book's, and the tip."""
    links: list[Link] = []
    parent, before = None, Transform.identity()
    for k, (joint, axis, body) in enumerate(zip(names, axes, bodies, strict=True), start=1):
        home = homes[k - 1]
        here = Transform.trusted(home.R, axis.point)
        placement, direction = before.inverse() @ here, times(transpose(home.R), axis.direction)
        law = None
        if axis.rate != 1:  # the joint follows one that carries nothing: exp([S] q) with |S| = rate
            idle = Joint(joint, axis.kind, direction, axis.pitch)
            links.append(Link(f"link{k} coordinate", idle, placement, parent=parent))
            joint, law = f"{joint} scaled", Mimic(joint, axis.rate)  # noqa: PLW2901
        mover = Joint(joint, axis.kind, direction, axis.pitch, mimic=law)
        moved = body.moved(here.inverse() @ home)
        links.append(Link(f"link{k}", mover, placement, moved, parent))
        parent, before = f"link{k}", here
    tip = before.inverse() @ homes[-1]
    return [*links, Link("end_effector", Joint.fixed("end_effector fixed"), tip, parent=parent)]


def _axis(S: Array, home: Transform, what: str) -> Axis:
    """Return the axis of a screw, with its point nearest to the link's centre of mass.

    For |ω| = 1 the point ω × v is the nearest to the origin, and the pitch is ω · v (Lynch & Park,
    section 3.3.2.2).
    """
    omega, v = split(S)
    rotates = bool(omega.any())
    rate = float(np.linalg.norm(omega if rotates else v)) if is_numeric(S) else 1.0
    if not rotates and not v.any():
        raise LinkwiseError(f"{what} is zero")
    if is_numeric(S):
        omega, v = omega / rate, v / rate
    rate = 1.0 if abs(rate - 1) <= LOOSE else rate
    centre = home.p
    if not rotates:
        return Axis("prismatic", v, centre, 0, rate)
    foot = cross(omega, v)
    point = foot + omega * dot(omega, centre - foot)
    pitch = dot(omega, v)[0]
    if is_numeric(S) and abs(pitch) <= TIGHT * max(1.0, float(np.abs(v).max())):
        pitch = 0
    return Axis("helical" if pitch != 0 else "revolute", omega, point, pitch, rate)


def _lists(
    Slist: ArrayLike, Mlist: ArrayLike, Glist: ArrayLike
) -> tuple[list[Array], list[Array], list[Array]]:
    """Return screws, configurations and inertias, or say which list does not fit."""
    S, M, G = as_array(Slist, "Slist"), as_array(Mlist, "Mlist"), as_array(Glist, "Glist")
    for a, what in ((S, "Slist"), (M, "Mlist"), (G, "Glist")):
        require_finite(a, what)
    n = len(G) if G.ndim else 0
    if G.shape != (n, 6, 6) or not n:
        raise LinkwiseError(f"Glist must be (n, 6, 6), one matrix a link, got {G.shape}")
    if M.shape != (n + 1, 4, 4):
        raise LinkwiseError(
            f"Mlist must be ({n + 1}, 4, 4), one matrix a link of Glist and the end-effector's, "
            f"got {M.shape}"
        )
    if S.shape == (6,):
        S = S[:, None]
    if S.shape not in ((6, n), (n, 6)):
        raise LinkwiseError(
            f"Slist must be (6, {n}) or ({n}, 6), one screw a link of Glist, got {S.shape}"
        )
    # of a 6x6 matrix the columns are the screws, as in the book, unless only the rows can be
    rows = S.shape != (6, n) or (n == 6 and not _are_screws(S.T) and _are_screws(S))
    S, M, G = alike(S if rows else S.T, M, G)
    return list(S), list(M), list(G)


def _are_screws(rows: Array) -> bool:
    """Tell whether each row is a screw of length 1."""
    if not is_numeric(rows):
        return True
    lengths = np.linalg.norm(rows.reshape(-1, 2, 3), axis=2)
    lengths = np.where(lengths[:, 0] == 0, lengths[:, 1], lengths[:, 0])
    return bool((np.abs(lengths - 1) <= LOOSE).all())


def _pose(M: Array, what: str) -> Transform:
    """Return the pose of a homogeneous matrix."""
    if is_numeric(M) and (M[3] != [0, 0, 0, 1]).any():
        raise LinkwiseError(f"{what} is no pose: its last row must be 0, 0, 0, 1, got {M[3]}")
    try:
        return Transform(M[:3, :3], M[:3, 3])
    except LinkwiseError as error:
        raise LinkwiseError(f"{what} is no pose: {error}") from None


def _inertia(G: Array, what: str) -> Inertia:
    """Return the inertia of a spatial inertia matrix [[I, [h]], [[h]ᵀ, m 1]]."""
    upper = [G[i, j, ...] for i in range(3) for j in range(i, 3)]
    body = Inertia.trusted(G[3, 3, ...], unskew(G[:3, 3:]), symmetric(*upper))
    if is_numeric(G):
        off = np.abs(body.matrix() - G)
        if off.max() > TIGHT * np.abs(G).max():
            i, j = (int(x) for x in np.unravel_index(int(off.argmax()), off.shape))
            raise LinkwiseError(
                f"{what} is no spatial inertia: entry [{i}, {j}] is {G[i, j]:g}, "
                f"but {body.matrix()[i, j]:g} fits the others (I first, then the mass three times)"
            )
        if body.mass < 0:
            raise LinkwiseError(f"{what} is no spatial inertia: mass {body.mass:g} is negative")
    return body
