"""What two bodies that should be one differ in: mass, centre of mass and tensor, each explained."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from linkwise.auditing.closeness import (
    NANOMETRE,
    close,
    close_bodies,
    close_centres,
    close_tensors,
    difference,
    gyration,
)
from linkwise.auditing.findings import Difference, unexplained
from linkwise.auditing.tensor_faults import TENSOR_FAULTS, Case
from linkwise.auditing.words import tensor
from linkwise.number_text import short, vector
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

Fault = Callable[[Case], Difference | None]

MASS_UNITS = {"g": 1e3, "lb": 1 / 0.45359237}  # how many are one kg
LENGTH_UNITS = {"mm": 1e3, "cm": 1e2, "in": 1 / 0.0254}  # how many are one m


def explain(where: str, case: Case, back: Case) -> Iterator[Difference]:
    """Yield what two bodies differ in.

    Parameters
    ----------
    where
        What to call the body, such as "link 'forearm'".
    case
        Model A's body as the right one, in the frame of B's.
    back
        Model B's body as the right one, in the frame of A's.
    """
    a, b = case.right, case.faulty
    if close_bodies(a, b, case.tolerance):
        return
    both = (case, back)
    if whole := _first((no_body, far_frame), both):
        yield whole.at(where)
        return
    if not close(a.mass, b.mass, case.tolerance):
        here = unexplained(f"mass {short(a.mass)} kg in A, {short(b.mass)} kg in B")
        unit = _first((unit_of_mass,), both)
        if not unit and (added := _first((payload,), both)):
            yield added.at(where)
            return
        yield (unit or here).at(where)
    if not close_centres(a, b, case.tolerance):
        here = unexplained(f"centre of mass {vector(a.com)} m in A, {vector(b.com)} m in B")
        yield (_first(CENTRE_FAULTS, both) or here).at(where)
    if not close_tensors(a, b, case.tolerance):
        here = unexplained(f"tensor {tensor(a.tensor)} in A, {tensor(b.tensor)} in B, kg m²")
        yield (_first(TENSOR_FAULTS, both) or here).at(where)


def _first(faults: tuple[Fault, ...], cases: tuple[Case, Case]) -> Difference | None:
    """Return the first fault that some model has."""
    return next((found for fault in faults for case in cases if (found := fault(case))), None)


def no_body(case: Case) -> Difference | None:
    """The faulty body is nothing."""
    if not case.faulty.is_zero:
        return None
    m = short(float(case.right.mass))
    return Difference("missing mass", f"{m} kg in {case.R}, nothing in {case.F}")


def far_frame(case: Case) -> Difference | None:
    """The faulty body is the right one in the frame of the next joint."""
    for end in (*case.ends, *map(without_turn, case.ends)):
        moved = case.right.moved(end.inverse())
        if not close_bodies(moved, case.right, case.tolerance) and close_bodies(
            moved, case.faulty, case.tolerance
        ):
            return Difference(
                "frame of the other end",
                f"{case.F}'s body is {case.R}'s as seen from the next joint, as a standard "
                "Denavit-Hartenberg table gives it, and not from its own joint: centre of mass "
                f"{vector(case.faulty.com)} for {vector(case.right.com)} m",
            )
    return None


def without_turn(end: Transform) -> Transform:
    """Return the frame that a standard Denavit-Hartenberg table has at the next joint.

    The next placement is Tz(d) Tx(a) Rx(α) Rz(θ): the table's frame is that without Rz(θ).
    """
    R = end.R
    if abs(R[0, 2]) > NANOMETRE:
        return end
    return Transform(Transform.rotation_x(np.arctan2(-R[1, 2], R[2, 2])).R, end.p)


def unit_of_mass(case: Case) -> Difference | None:
    """m_F = k m_R where k is the ratio of two units."""
    for unit, k in MASS_UNITS.items():
        if close(case.right.mass * k, case.faulty.mass, case.tolerance):
            said = f"{short(case.faulty.mass)} for {short(case.right.mass)} kg"
            return Difference(
                "unit of mass", f"{case.F}'s mass is {case.R}'s in {unit} taken for kg: {said}"
            )
    return None


def payload(case: Case) -> Difference | None:
    """The faulty body has something in addition that could be a body of its own."""
    more = difference(case.faulty, case.right)
    if more.mass <= case.tolerance * case.faulty.mass or more.violations(1e3 * case.tolerance):
        return None
    return Difference(
        "payload",
        f"{case.F} carries {short(more.mass)} kg more, with its centre of mass at "
        f"{vector(more.com)} m: a payload, or a part that {case.R} lacks",
    )


def mirrored_centre(case: Case) -> Difference | None:
    """c_F = ±c_R in each coordinate."""
    c = case.right.com
    size = max(np.abs(c).max(), gyration(case.right))
    there = np.abs(c) > case.tolerance * size + NANOMETRE
    for signs in product((-1, 1), repeat=3):
        if _same_centre(case, c * signs):
            axes = ", ".join(x for x, s, t in zip("xyz", signs, there, strict=True) if s < 0 and t)
            return Difference("sign of the centre of mass", f"in {axes}: {_centres(case)}")
    return None


def centre_from_other_end(case: Case) -> Difference | None:
    """c_F is measured from the next joint: in its frame, in the link's axes, or backwards."""
    c = case.right.com
    for end in case.ends:
        if any(_same_centre(case, x) for x in (end.inverse().point(c), c - end.p, end.p - c)):
            said = f"{_centres(case)}, the next joint at {vector(end.p)} m"
            return Difference("centre of mass from the other end", said)
    return None


def unit_of_length(case: Case) -> Difference | None:
    """c_F = k c_R where k is the ratio of two units."""
    for unit, k in LENGTH_UNITS.items():
        if _same_centre(case, case.right.com * k):
            return Difference("unit of length", f"in {unit} taken for m: {_centres(case)}")
    return None


def first_moment(case: Case) -> Difference | None:
    """c_F = m c_R: the first moment in the place of the centre of mass."""
    if _same_centre(case, case.right.moment):
        return Difference("first moment for centre of mass", f"m c stands for c: {_centres(case)}")
    return None


def turned_centre(case: Case) -> Difference | None:
    """c_F = R c_R or Rᵀ c_R: given in the axes of another frame."""
    c = case.right.com
    for name, R in case.turns():
        if _same_centre(case, R @ c) or _same_centre(case, R.T @ c):
            return Difference(
                "rotated centre of mass", f"by the rotation of {name}: {_centres(case)}"
            )
    return None


CENTRE_FAULTS = (
    mirrored_centre,
    centre_from_other_end,
    unit_of_length,
    first_moment,
    turned_centre,
)


def _same_centre(case: Case, c: Array) -> bool:
    """Tell whether c is the centre of mass of the faulty body."""
    size = gyration(case.right)
    return close(c, case.faulty.com, case.tolerance, case.tolerance * size + NANOMETRE)


def _centres(case: Case) -> str:
    c = f"centre of mass {vector(case.faulty.com)} m in {case.F}"
    return f"{c}, {vector(case.right.com)} m in {case.R}"
