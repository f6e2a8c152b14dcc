"""What mistake turns one tensor into another: each is a relation that the numbers have or have not.

I is what the right model says, about the centre of mass and in the frame of the faulty one; J is
what the faulty model says.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from linkwise.auditing.closeness import NANOMETRE, close
from linkwise.auditing.findings import Difference
from linkwise.number_text import short, vector
from linkwise.spatial.inertia import Inertia, steiner
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

UNITS = {  # how many of the unit are one kg m²
    "g m²": 1e3,
    "kg cm²": 1e4,
    "kg mm²": 1e6,
    "g cm²": 1e7,
    "g mm²": 1e9,
    "lb in²": 1 / (0.45359237 * 0.0254**2),
}
PRODUCTS = {(0, 1): "Ixy", (0, 2): "Ixz", (1, 2): "Iyz"}
QUARTERS = [np.diag(signs) for signs in ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))]


@dataclass(frozen=True, eq=False)
class Case:
    """A right body and a faulty one in the faulty one's frame, and what stands around them.

    Attributes
    ----------
    right, faulty : Inertia
        The two bodies.
    R, F : str
        What to call their models: "A" and "B", or "B" and "A".
    placement : Transform
        Pose of the faulty link in its parent.
    ends : sequence of Transform
        Poses of the next joints in the faulty link.
    tolerance : float
        How far numbers may be apart, relative to the largest.
    """

    right: Inertia
    faulty: Inertia
    R: str
    F: str
    placement: Transform
    ends: tuple[Transform, ...]
    tolerance: float

    def same(self, J: Array) -> bool:
        """Tell whether J is the tensor of the faulty body."""
        return close(J, self.faulty.tensor, self.tolerance)

    def turns(self) -> Iterator[tuple[str, Array]]:
        """Yield the rotations of the frames around the body, and what to call them."""
        yield "its joint's placement", self.placement.R
        for end in self.ends:
            yield "the next joint's placement", end.R


def sign_of_products(case: Case) -> Difference | None:
    """J is I with other signs of Ixy, Ixz or Iyz."""
    I = case.right.tensor
    small = case.tolerance * np.abs(I).max()
    there = [entry for entry in PRODUCTS if abs(I[entry]) > small]
    for signs in product((-1, 1), repeat=len(there)):
        J = I.copy()
        for (i, j), sign in zip(there, signs, strict=True):
            J[i, j] = J[j, i] = sign * I[i, j]
        turned = [entry for entry, sign in zip(there, signs, strict=True) if sign < 0]
        if turned and case.same(J):
            said = ", ".join(
                f"{PRODUCTS[e]} is {short(I[e])} in {case.R} and {short(J[e])} in {case.F}"
                for e in turned
            )
            return Difference(
                "sign of products of inertia",
                f"{said}: the matrix has minus the integral of x y dm, the other sign is that of "
                "the integral",
            )
    return None


def other_point(case: Case) -> Difference | None:
    """J = I + m (d² 1 − d dᵀ): the tensor about a point at d from the centre of mass.

    The excess J − I then has the principal moments 0, m d², m d², and d is the axis of the first.
    """
    excess, m = case.faulty.tensor - case.right.tensor, float(case.right.mass)
    moments, axes = np.linalg.eigh(excess)
    size = np.abs(case.faulty.tensor).max()
    slack = 4 * case.tolerance * size
    if m == 0 or moments[2] <= slack:
        return None
    if abs(moments[0]) > slack or moments[2] - moments[1] > slack:
        return _about_origin_in_plane(case, slack)
    d = axes[:, 0] * np.sqrt(moments[2] / m)
    fuzz = np.sqrt(slack / m)
    return _other_point(case, _point_at(case, d, fuzz), float(moments[2]))


def _about_origin_in_plane(case: Case, slack: float) -> Difference | None:
    """J is I about the link's origin where it is not 0: who works in a plane leaves the rest 0."""
    I, J, h = case.right.tensor, case.faulty.tensor, case.right.moment
    shift = steiner(case.right.com, h * 0, h)
    given = J != 0
    excess = float(shift[given].max(initial=0))
    if excess <= slack or not close((I + shift)[given], J[given], case.tolerance):
        return None
    return _other_point(case, "the link's origin", excess)


def _other_point(case: Case, point: str, excess: float) -> Difference:
    return Difference(
        "inertia about another point",
        f"{case.F}'s tensor about the centre of mass is {case.R}'s about {point}: the "
        f"parallel-axis term m (d² 1 - d dᵀ), up to {short(excess)} kg m², is in it",
    )


def _point_at(case: Case, d: Array, fuzz: float) -> str:
    """Name the point at ±d from the centre of mass, to within `fuzz` metres."""
    points = [("the link's origin", case.right.com), ("the link's origin", case.faulty.com)]
    points += [("the next joint", case.right.com - end.p) for end in case.ends]
    for name, r in points:
        for sign in (-1, 1):
            if close(sign * d, r, 1e3 * case.tolerance, fuzz + NANOMETRE):
                return name
    return f"a point {short(float(np.linalg.norm(d)))} m away along ±{vector(d)}"


def unit_of_tensor(case: Case) -> Difference | None:
    """J = k I where k is the ratio of two units."""
    for unit, k in UNITS.items():
        if case.same(case.right.tensor * k):
            return Difference(
                "unit of the tensor",
                f"{case.F}'s tensor is {k:.6g} times {case.R}'s, as {unit} taken for kg m²",
            )
    return None


def rotated(case: Case) -> Difference | None:
    """J = Q I Qᵀ: the same principal moments about other axes."""
    I, J = case.right.tensor, case.faulty.tensor
    for name, R in case.turns():
        for how, Q in (
            ("R I Rᵀ", R),
            ("Rᵀ I R", R.T),
            ("R² I R²ᵀ", R @ R),
            ("R²ᵀ I R²", (R @ R).T),
        ):
            if case.same(Q @ I @ Q.T):
                return Difference(
                    "rotated tensor",
                    f"{case.F}'s tensor is {how} where {case.R}'s is I, with the rotation R of "
                    f"{name}: a rotation left out or the wrong way round",
                )
    moments_I, axes_I = np.linalg.eigh(I)
    moments_J, axes_J = np.linalg.eigh(J)
    if not close(moments_I, moments_J, case.tolerance):
        return None
    angle = _turn(moments_I, axes_I, axes_J, 1e3 * case.tolerance)
    return Difference(
        "rotated tensor",
        f"{case.F}'s tensor has the principal moments of {case.R}'s about axes turned by "
        f"{angle:.4g}°: the rotation of an inertial frame left out or the wrong way round",
    )


def _turn(moments: Array, from_axes: Array, to_axes: Array, tolerance: float) -> float:
    """Return the smallest angle, in degrees, that brings one set of principal axes on the other.

    An axis has no sense, and where two moments are equal only the axis of the third is known.
    """
    pairs = np.abs((from_axes * to_axes).sum(axis=0))  # |cos| between axes of the same moment
    if close(moments[0], moments[1], tolerance):
        cosine = pairs[2]
    elif close(moments[1], moments[2], tolerance):
        cosine = pairs[0]
    else:
        U, V = (axes * np.linalg.det(axes) for axes in (from_axes, to_axes))  # right-handed
        cosine = max((np.trace(V @ S @ U.T) - 1) / 2 for S in QUARTERS)
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def order_of_entries(case: Case) -> Difference | None:
    """J has the six entries of I in another order."""
    upper = np.triu_indices(3)
    I, J = case.right.tensor[upper], case.faulty.tensor[upper]
    if not close(np.sort(I), np.sort(J), case.tolerance):
        return None
    return Difference(
        "order of the tensor's entries",
        f"{case.F}'s tensor has {case.R}'s six entries in another order: "
        f"Ixx, Ixy, Ixz, Iyy, Iyz, Izz are {vector(J)} in {case.F} and {vector(I)} in {case.R}",
    )


TENSOR_FAULTS = (sign_of_products, other_point, unit_of_tensor, rotated, order_of_entries)
