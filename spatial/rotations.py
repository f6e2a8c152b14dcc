"""Rotation matrices from axes and angles.

Every function takes numbers of any kind.  A constant angle that is a multiple of 90° gives
exact 0 and ±1, so that such a frame neither rounds nor clutters a symbolic result.
"""

import math
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import (
    Array,
    alike,
    as_array,
    cos,
    cos_sin_constant,
    is_numeric,
    sin,
)
from linkwise.spatial.vectors import skew


def unit_axis(axis: ArrayLike, what: str = "the axis") -> tuple[Array, float]:
    """Return `axis` scaled to length 1, and the length that it had.

    Parameters
    ----------
    axis
        Direction ``(3,)``; symbolic axes are taken as unit vectors and returned as they are.
    what
        What to call the axis in an error message.

    Returns
    -------
    axis : ndarray
        ``(3,)`` of unit length.
    length : float
        The length given; 1 for symbols.

    Raises
    ------
    LinkwiseError
        If the axis has no length or not three entries, or is exact and not of length 1.

    Examples
    --------
    >>> unit_axis((0, 0, 2))
    (array([0., 0., 1.]), 2.0)
    """
    a = as_array(axis, what)
    if a.shape != (3,):
        raise LinkwiseError(f"{what} must have 3 entries, got {axis!r}")
    if not is_numeric(a):
        if all(isinstance(e, Rational) for e in a) and sum(e * e for e in a) != 1:
            raise LinkwiseError(
                f"{what} {axis!r} is exact but not of length 1, and its length may be irrational: "
                "give a rational unit vector such as (3/5, 0, 4/5)"
            )
        return a, 1.0
    length = float(np.linalg.norm(a))
    if not np.isfinite(length) or length < 1e-12:
        raise LinkwiseError(f"{what} {axis!r} has no direction: give a vector of length 1")
    return (a if abs(length - 1.0) <= 1e-15 else a / length), length


def rotation_parts(axis: Array) -> tuple[Array, Array, Array]:
    """Return constants A, B, C with R(angle) = A + B sin + C cos, for a unit axis a.

    A = a aᵀ, B = [a]×, C = 1 − a aᵀ    (Rodrigues' formula; RBDA eq. 2.25 for the z axis)
    """
    A = axis[:, None] * axis[None, :]
    return A, skew(axis), np.eye(3, dtype=int) - A


def rotation(axis: ArrayLike, angle: Any) -> Array:
    """Return the matrix of a rotation about `axis` through `angle`.

    R = a aᵀ + [a]× sin + (1 − a aᵀ) cos    (Rodrigues' formula; Lynch & Park eq. 3.51)

    Parameters
    ----------
    axis
        Direction ``(3,)``, any length.
    angle
        Angle in rad, a number of any kind.

    Returns
    -------
    ndarray
        ``(3, 3)``; maps coordinates in the turned frame to coordinates in the first frame.

    Examples
    --------
    >>> import numpy as np
    >>> rotation((0, 0, 1), np.pi / 2)
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    c, s = cos_sin_constant(angle)
    a, _ = alike(unit_axis(axis)[0], as_array([c, s]))  # no float may meet a symbol
    A, B, C = rotation_parts(a)
    return as_array(A + B * s + C * c)


def rotation_from_rpy(roll: Any, pitch: Any, yaw: Any) -> Array:
    """Return Rz(yaw) Ry(pitch) Rx(roll): turns about the fixed axes x, then y, then z.

    Parameters
    ----------
    roll, pitch, yaw
        Angles in rad, as in a URDF ``rpy`` attribute.

    Returns
    -------
    ndarray
        ``(3, 3)``.

    References
    ----------
    J. J. Craig, *Introduction to Robotics*, eq. 2.64 (X-Y-Z fixed angles).

    Examples
    --------
    >>> import numpy as np
    >>> rotation_from_rpy(0, 0, np.pi) @ np.array([1, 0, 0])
    array([-1.,  0.,  0.])
    """
    turns = (rotation((0, 0, 1), yaw), rotation((0, 1, 0), pitch), rotation((1, 0, 0), roll))
    R_z, R_y, R_x = alike(*turns)
    return R_z @ R_y @ R_x


def rpy_from_rotation(R: Array) -> tuple[float, float, float]:
    """Return roll, pitch and yaw with R = Rz(yaw) Ry(pitch) Rx(roll), pitch in ±90°.

    Only the sum or difference of roll and yaw is determined where the pitch is ±90°, and nearly so
    close by.  So yaw and pitch are taken from R Rx(roll)ᵀ = Rz(yaw) Ry(pitch), which makes up for
    whatever the roll is off by: the three angles give R to rounding everywhere.

    Parameters
    ----------
    R
        Rotation matrix ``(3, 3)`` of floats.

    Examples
    --------
    >>> rpy_from_rotation(rotation_from_rpy(0.1, 0.2, 0.3))
    (0.1, 0.2, 0.3)
    """
    locked = math.hypot(R[2, 1], R[2, 2]) < 1e-15
    roll = 0.0 if locked else math.atan2(R[2, 1], R[2, 2])
    c, s = math.cos(roll), math.sin(roll)
    pitch = math.atan2(-R[2, 0], R[2, 1] * s + R[2, 2] * c)
    yaw = math.atan2(R[0, 2] * s - R[0, 1] * c, R[1, 1] * c - R[1, 2] * s)
    return roll, pitch, yaw


def rotation_about_unit_axis(parts: tuple[Array, Array, Array], angle: Array) -> Array:
    """Return A + B sin + C cos for angles ``(..., 1)``: shape ``(..., 3, 3)``."""
    A, B, C = parts
    R: Array = A + B * sin(angle)[..., None] + C * cos(angle)[..., None]
    return R
