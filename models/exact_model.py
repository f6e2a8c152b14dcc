"""A robot of floats as one of fractions, on which identities are decided without rounding."""

from dataclasses import replace
from fractions import Fraction
from math import floor, log10
from typing import Any

import numpy as np

from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction, Rotor, Spring
from linkwise.models.link import Link
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

DIGITS = 15  # what a float holds of a decimal number as it was typed
FINEST = 10**6  # largest denominator of a turn: an angle is off by 1e-12 at the most


def fraction(x: Any) -> Fraction:
    """Return the decimal fraction of at most 15 digits that a float stands for: 9.81 is 981/100."""
    return Fraction(f"{float(x):.{DIGITS}g}")


def exact_array(a: Array) -> Array:
    """Return an array of fractions."""
    exact = np.empty(a.shape, dtype=object)
    for index, x in np.ndenumerate(a):
        exact[index] = fraction(x)
    return exact


def exact_rotation(R: Array) -> Array:
    """Return a rotation of rational entries within 1e-11 of R, by a rational quaternion.

    R = (w² − v·v) 1 + 2 v vᵀ + 2 w [v]×, all over w² + v·v    (Euler-Rodrigues)
    """
    w, x, y, z = (
        Fraction(part).limit_denominator(FINEST) for part in scaled_quaternion(R.astype(float))
    )
    norm = w * w + x * x + y * y + z * z
    rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return np.array([[entry / norm for entry in row] for row in rows], dtype=object)


def scaled_quaternion(R: Array) -> tuple[float, float, float, float]:
    """Return the quaternion (w, x, y, z) of R, scaled so that its largest part is 1."""
    # 4 q qᵀ, from the entries of R: the column of the largest diagonal entry is q, scaled
    (a, b, c), (d, e, f), (g, h, i) = R.tolist()
    K = np.array(
        [
            [1 + a + e + i, h - f, c - g, d - b],
            [h - f, 1 + a - e - i, b + d, c + g],
            [c - g, b + d, 1 - a + e - i, f + h],
            [d - b, c + g, f + h, 1 - a - e + i],
        ]
    )
    column = K[:, int(K.diagonal().argmax())]
    w, x, y, z = (column / np.abs(column).max()).tolist()
    return w, x, y, z


def exact_axis(axis: Array) -> Array:
    """Return a rational vector of length 1 within 1e-11 of a unit axis.

    By projection from the pole opposite to the largest entry: u = a_⊥ / (1 + |a_k|), then
    a_k = ±(1 − u·u) / (1 + u·u) and a_⊥ = 2 u / (1 + u·u).
    """
    a = [float(x) for x in axis]
    k = int(np.abs(a).argmax())
    sign = 1 if a[k] > 0 else -1
    u = [Fraction(x / (1 + abs(a[k]))).limit_denominator(FINEST) for x in a]
    square = sum((x * x for j, x in enumerate(u) if j != k), Fraction(0))
    exact = [2 * x / (1 + square) for x in u]
    exact[k] = sign * (1 - square) / (1 + square)
    return np.array(exact, dtype=object)


def exact_pose(X: Transform) -> Transform:
    """Return a pose of fractions."""
    return Transform(exact_rotation(X.R), exact_array(X.p))


def exact_joint(joint: Joint) -> Joint:
    """Return a joint of fractions, limits aside."""
    mimic = joint.mimic and replace(
        joint.mimic,
        multiplier=fraction(joint.mimic.multiplier),
        offset=fraction(joint.mimic.offset),
    )
    return replace(
        joint,
        axis=exact_axis(joint.axis),
        pitch=fraction(joint.pitch),
        friction=Friction(*exact_array(joint.friction.numbers())),
        spring=Spring(*exact_array(joint.spring.numbers())),
        rotor=Rotor(*exact_array(joint.rotor.numbers())),
        mimic=mimic,
    )


def exact_link(link: Link) -> Link:
    """Return a link of fractions."""
    return replace(
        link,
        joint=exact_joint(link.joint),
        placement=exact_pose(link.placement),
        inertia=exact_body(link.inertia),
    )


def exact_body(body: Inertia) -> Inertia:
    """Return a body of fractions: those of its tensor about the centre of mass, as it was typed.

    Moments about the origin hold that tensor too, but with the rounding of m c².
    """
    if body.mass == 0:
        return Inertia.from_parameters(exact_array(body.parameters()))
    c, I_c = cleared(body.com, body.com), cleared(body.tensor, body.about_origin)
    return Inertia(fraction(body.mass), c, I_c)


def cleared(a: Array, scale: Array) -> Array:
    """Return an array of fractions rounded to the 15th digit of the largest entry of another."""
    largest = float(np.abs(scale).max())
    places = DIGITS - 1 - floor(log10(largest)) if largest else DIGITS
    return exact_array(np.array([round(x, places) for x in a.ravel().tolist()]).reshape(a.shape))
