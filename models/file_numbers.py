"""The numbers of a robot as files hold them: short where that loses nothing, else to the last bit.

Files have the centre of mass and the tensor about it, where an `Inertia` has first moment and
tensor about the origin; and they may have angles where a `Transform` has a rotation matrix.
"""

import os
import secrets
from collections.abc import Iterable
from math import floor, log10
from pathlib import Path
from typing import Any

import numpy as np

from linkwise.models.link import Link
from linkwise.models.robot import Robot, require_robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.rotations import rotation_from_rpy, rpy_from_rotation
from linkwise.spatial.scalars import Array

DIGITS = 15  # every decimal number of so many digits survives as a float
ROUNDING = 1e-14  # what the change between two forms of a body may cost, of the largest entry


def number(x: Any) -> str:
    """Return the shortest decimal number that is this float.

    Examples
    --------
    >>> number(2.0), number(0.1), number(-1e-7)
    ('2', '0.1', '-1e-07')
    """
    return repr(float(x) + 0.0).removesuffix(".0")


def numbers(values: Iterable[Any], between: str) -> str:
    """Return the numbers as text, with something between them."""
    return between.join(map(number, values))


def rounded(x: Array) -> Array:
    """Return x to `DIGITS` digits of its largest entry."""
    size = float(np.abs(x).max())
    if size == 0 or not np.isfinite(size):
        return x
    return np.array([float(f"{e:.{max(DIGITS - 1 - floor(log10(size)), 0)}f}") for e in x.flat])


def angles(R: Array) -> tuple[Array, float]:
    """Return roll, pitch and yaw ``(3,)``, rad, and how far from R these are in any entry."""
    exact = np.array(rpy_from_rotation(R))
    found = [(float(np.abs(rotation_from_rpy(*x) - R).max()), x) for x in (rounded(exact), exact)]
    short, full = found
    off, rpy = short if short[0] <= full[0] else full
    return rpy, off


def body(inertia: Inertia) -> tuple[float, Array, Array] | None:
    """Return mass, centre of mass and tensor about it; None if these cannot say it all.

    A first moment without mass has no centre, and what tells of a negative mass is refused.
    """
    if inertia.mass < 0 or (inertia.mass == 0 and inertia.moment.any()):
        return None
    m, c, I_c = float(inertia.mass), inertia.com, inertia.tensor
    forms = []
    with np.errstate(all="ignore"):
        size = float(np.abs(inertia.about_origin).max())
        dusted = rounded(np.append(I_c, size))[:-1].reshape(3, 3)
        for com, tensor in ((rounded(c), dusted), (c, I_c)):
            if np.isfinite(com).all() and np.isfinite(tensor).all():
                forms.append((_off(inertia, Inertia(m, com, tensor)), com, tensor))
    if not forms or min(off for off, *_ in forms) > ROUNDING:
        return None
    _, com, tensor = min(forms, key=lambda form: form[0])  # the first of equals: the short one
    return m, com, tensor


def _off(inertia: Inertia, other: Inertia) -> float:
    """Return by how much two inertias differ, of the largest first moment or of the tensor."""
    off = 0.0
    for mine, theirs in (
        (inertia.moment, other.moment),
        (inertia.about_origin, other.about_origin),
    ):
        scale = float(np.abs(mine).max()) or 1.0
        off = max(off, float(np.abs(theirs - mine).max()) / scale)
    return off


def require_plain(robot: Robot, kind: str) -> None:
    """Raise a `LinkwiseError` if the robot has other numbers than floats, or blank names."""
    require_robot(robot)
    arrays = [robot.gravity, robot.base.R, robot.base.p]
    arrays += [a for link in robot.links for a in link.arrays]
    if any(a.dtype != np.float64 for a in arrays):
        raise LinkwiseError(
            f"robot {robot.name!r} holds symbols, exact or complex numbers: a {kind} file holds "
            "floats"
        )
    if robot.base.p.ndim > 1 or robot.base.R.ndim > 2:
        raise LinkwiseError(f"robot {robot.name!r} has a batch of base poses: a file holds one")
    for what, name in names(robot.name, robot.links):
        if not name.strip():
            raise LinkwiseError(f"{what} has the blank name {name!r}: give it another by rename")
        try:
            name.encode()
        except UnicodeEncodeError:
            raise LinkwiseError(f"the name {name!r} of {what} cannot be written as text") from None


def names(robot: str, links: Iterable[Link]) -> list[tuple[str, str]]:
    """Return all names, each with what has it."""
    found = [("the robot", robot)]
    for k, link in enumerate(links, start=1):
        found += [(f"link {k}", link.name), (f"the joint of link {k}", link.joint.name)]
    return found


def save_text(text: str, path: str | os.PathLike[str]) -> None:
    """Write a file whole or not at all: beside it first, then in its place.

    Pipes and devices, which have no place, are written to.

    Raises
    ------
    LinkwiseError
        If the path is none, or the file cannot be written.
    """
    if not isinstance(path, str | os.PathLike):
        raise LinkwiseError(f"a path is wanted for the file, got {path!r}")
    target = Path(path).resolve()  # what a link points to is replaced, not the link
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        if target.exists() and not (target.is_file() or target.is_dir()):
            target.write_text(text, encoding="utf-8")
            return
        if target.is_dir():
            raise LinkwiseError(f"{path} is a folder: give the name of a file")
        try:
            with beside.open("xb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                beside.chmod(target.stat().st_mode & 0o777)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise LinkwiseError(f"{path} cannot be written: {error.strerror}") from None
