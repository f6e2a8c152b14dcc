"""Conventions of inertia: about which point, with which signs, in which order."""

from typing import Any

import numpy as np

from linkwise.converting.named import (
    Given,
    NamedConvention,
    checked,
    negative,
    ours,
    quantity,
    reordered,
)
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import (
    PARAMETER_NAMES,
    Inertia,
    require_symmetric,
    steiner,
    symmetric,
)
from linkwise.spatial.scalars import Array, alike, concatenate, is_numeric, stack

BY_ROWS = ("xx", "xy", "xz", "yy", "yz", "zz")
BY_COLUMNS = ("xx", "xy", "yy", "xz", "yz", "zz")
DIAGONAL_FIRST = ("xx", "yy", "zz", "xy", "xz", "yz")
PINOCCHIO = (*PARAMETER_NAMES[:4], *(f"I{entry}" for entry in BY_COLUMNS))
MASS_LAST = (*PARAMETER_NAMES[4:], *PARAMETER_NAMES[1:4], PARAMETER_NAMES[0])


def _tensor(x: Any) -> Array:
    """Return a symmetric tensor, or say that it is none."""
    I = quantity(x, 3, 3)
    if I.ndim == 2:
        require_symmetric(I)
    return I


def _shift(given: Given) -> Array:
    """Return m (c·c 1 − c cᵀ), what the tensor about the joint has more (Steiner)."""
    m, c = alike(quantity(given.mass), quantity(given.com, 3))
    if is_numeric(m) and m.min() < 0:
        raise LinkwiseError(f"mass must not be negative, got {m.min()} kg")
    h = c * m
    return steiner(c, h * 0, h)


def _about_com(x: Any, given: Given) -> Array:
    I_o, shift = alike(_tensor(x), _shift(given))
    return I_o - shift


def _about_joint(x: Any, given: Given) -> Array:
    I_c, shift = alike(_tensor(x), _shift(given))
    return I_c + shift


def _other_products(x: Any, _: Given) -> Array:
    """Return the tensor with the other sign off the diagonal."""
    I = _tensor(x)
    return np.where(np.eye(3, dtype=bool), I, negative(I))


def _entries(x: Any, _: Given) -> Array:
    """Return the six entries of a tensor by rows."""
    I = _tensor(x)
    return stack([I[..., i, j] for i in range(3) for j in range(i, 3)])


def _matrix(x: Any, _: Given) -> Array:
    """Return the tensor of six entries by rows."""
    I = quantity(x, 6)
    return symmetric(*(I[..., k] for k in range(6)))


def _from_com(x: Any, _: Given) -> Array:
    """Return (m, m c, I about the origin) of (m, c, I about the centre of mass)."""
    a = quantity(x, 10)
    if a.ndim > 1:
        raise LinkwiseError(f"the ten parameters of one body are wanted, got shape {a.shape}")
    return Inertia(a[0], a[1:4], symmetric(*a[4:])).parameters()


def _to_com(x: Any, given: Given) -> Array:
    """Return (m, c, I about the centre of mass) of (m, m c, I about the origin)."""
    body = Inertia.from_parameters(quantity(x, 10))
    if is_numeric(body.mass) and body.mass == 0 and body.moment.any():
        raise LinkwiseError("a body with a first moment and without mass has no centre of mass")
    return concatenate([body.mass[..., None], body.com, _entries(body.tensor, given)])


POINT, SIGN = "inertia tensor: point", "inertia tensor: products of inertia"
SIX, TEN = "inertia tensor: six entries", "ten inertial parameters"
BODIES = (
    ours(POINT, "tensor about com", "(3, 3) about the centre of mass; URDF", checked(3, 3)),
    NamedConvention(
        POINT,
        "tensor about joint",
        "(3, 3) about the origin of the link's frame, same axes: I + m (c·c 1 − c cᵀ)",
        _about_com,
        _about_joint,
        needs=("mass", "com"),
    ),
    ours(SIGN, "products in the matrix", "Ixy = −∫ x y dm; URDF, MuJoCo", checked(3, 3)),
    NamedConvention(
        SIGN,
        "products as integrals",
        "Ixy = +∫ x y dm, to be set into the matrix with a minus; some CAD programs",
        _other_products,
        _other_products,
    ),
    ours(SIX, "entries by rows", "xx xy xz yy yz zz; URDF", checked(6)),
    reordered(SIX, "entries by columns", "xx xy yy xz yz zz; Pinocchio", BY_COLUMNS, BY_ROWS),
    reordered(
        SIX, "diagonal first", "xx yy zz xy xz yz; MuJoCo's fullinertia", DIAGONAL_FIRST, BY_ROWS
    ),
    NamedConvention(SIX, "entries in a matrix", "(3, 3), symmetric", _entries, _matrix),
    ours(
        TEN,
        "parameters",
        "m mcx mcy mcz Ixx Ixy Ixz Iyy Iyz Izz, I about the frame's origin; iDynTree",
        checked(10),
    ),
    reordered(
        TEN,
        "parameters of Pinocchio",
        "m mcx mcy mcz Ixx Ixy Iyy Ixz Iyz Izz, I about the frame's origin",
        PINOCCHIO,
        PARAMETER_NAMES,
    ),
    reordered(
        TEN,
        "parameters with mass last",
        "Ixx Ixy Ixz Iyy Iyz Izz mcx mcy mcz m, I about the frame's origin; Khalil & Dombre",
        MASS_LAST,
        PARAMETER_NAMES,
    ),
    NamedConvention(
        TEN,
        "parameters about com",
        "m cx cy cz Ixx Ixy Ixz Iyy Iyz Izz, I about the centre of mass",
        _from_com,
        _to_com,
    ),
)
