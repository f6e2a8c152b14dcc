"""Inertias of homogeneous bodies of simple shape, about their centres of mass.

Each builder returns an `Inertia` in a frame at the shape's centre, turned so that its axis is the
named one; `Inertia.moved` puts it elsewhere.  Masses in kg, lengths in m.  Dimensions may be
symbols.

References
----------
J. L. Meriam, L. G. Kraige, *Engineering Mechanics: Dynamics*, appendix D, table D/4 (homogeneous
solids); for the rod and the thin plate also Lynch & Park, *Modern Robotics*, figure 8.5.
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import as_array, is_numeric

Axis = Literal["x", "y", "z"]


def point(mass: Any, at: ArrayLike = (0, 0, 0)) -> Inertia:
    """Return a point mass at `at` ``(3,)``: no inertia about itself.

    Examples
    --------
    >>> float(point(2, (0.5, 0, 0)).about_origin[2, 2])
    0.5
    """
    return Inertia(mass, at)


def rod(mass: Any, length: Any, axis: Axis = "x") -> Inertia:
    """Return a thin rod: m L²/12 about the two axes across it, 0 about its own.

    Examples
    --------
    >>> float(rod(12, 1).tensor[2, 2])
    1.0
    """
    _require_sizes(length=length)
    across = mass * length**2 / 12
    return _around(mass, axis, 0, across, across)


def cylinder(mass: Any, radius: Any, length: Any, axis: Axis = "z") -> Inertia:
    """Return a solid cylinder: m r²/2 about its axis, m (3 r² + L²)/12 across it.

    Examples
    --------
    >>> float(cylinder(2, 0.5, 1).tensor[2, 2])
    0.25
    """
    _require_sizes(radius=radius, length=length)
    along, across = mass * radius**2 / 2, mass * (radius**2 * 3 + length**2) / 12
    return _around(mass, axis, along, across, across)


def tube(mass: Any, inner: Any, outer: Any, length: Any, axis: Axis = "z") -> Inertia:
    """Return a tube of radii a < b: m (a² + b²)/2 about its axis, m (3 (a² + b²) + L²)/12 across.

    Examples
    --------
    >>> float(tube(2, 0.3, 0.4, 1).tensor[2, 2])
    0.25
    """
    _require_sizes(inner=inner, outer=outer, length=length)
    if _is_plain(inner, outer) and inner > outer:
        raise LinkwiseError(f"inner radius {inner} is larger than outer radius {outer}")
    squares = inner**2 + outer**2
    along, across = mass * squares / 2, mass * (squares * 3 + length**2) / 12
    return _around(mass, axis, along, across, across)


def disc(mass: Any, radius: Any, axis: Axis = "z") -> Inertia:
    """Return a thin disc: m r²/2 about its axis, m r²/4 about its diameters.

    Examples
    --------
    >>> float(disc(4, 1).tensor[0, 0])
    1.0
    """
    _require_sizes(radius=radius)
    along, across = mass * radius**2 / 2, mass * radius**2 / 4
    return _around(mass, axis, along, across, across)


def sphere(mass: Any, radius: Any) -> Inertia:
    """Return a solid sphere: 2 m r²/5 about every axis.

    Examples
    --------
    >>> float(sphere(5, 1).tensor[1, 1])
    2.0
    """
    _require_sizes(radius=radius)
    about = mass * radius**2 * 2 / 5
    return _around(mass, "z", about, about, about)


def box(mass: Any, x: Any, y: Any, z: Any) -> Inertia:
    """Return a solid box with edges x, y, z: m (y² + z²)/12 about x, and so on.

    Examples
    --------
    >>> box(12, 1, 2, 3).tensor.diagonal()
    array([13., 10.,  5.])
    """
    _require_sizes(x=x, y=y, z=z)
    squares = (y**2 + z**2, x**2 + z**2, x**2 + y**2)
    return _centred(mass, *(mass * square / 12 for square in squares))


def plate(mass: Any, a: Any, b: Any, axis: Axis = "z") -> Inertia:
    """Return a thin rectangular plate with normal `axis`: m (a² + b²)/12 about the normal.

    The edges a and b lie along the two other axes in cyclic order: for normal z, a along x and
    b along y; about the edge directions m b²/12 and m a²/12.

    Examples
    --------
    >>> plate(12, 1, 2).tensor.diagonal()
    array([4., 1., 5.])
    """
    _require_sizes(a=a, b=b)
    return _around(mass, axis, *(mass * square / 12 for square in (a**2 + b**2, b**2, a**2)))


def _is_plain(*values: Any) -> bool:
    """Tell whether all values are plain numbers, whose size can be judged."""
    return all(is_numeric(as_array(v)) for v in values)


def _require_sizes(**dimensions: Any) -> None:
    """Raise a `LinkwiseError` that names the first dimension that is not a size."""
    for name, size in dimensions.items():
        if _is_plain(size) and not 0 <= size < np.inf:
            raise LinkwiseError(f"{name} is {size}: a finite length, not negative, is wanted")


def _around(mass: Any, axis: Axis, along: Any, second: Any, third: Any) -> Inertia:
    """Return moments `along` an axis and about the two axes after it in cyclic order."""
    if axis not in ("x", "y", "z"):
        raise LinkwiseError(f"axis must be 'x', 'y' or 'z', got {axis!r}")
    k = "xyz".index(axis)
    moments = [along, second, third]
    return _centred(mass, *(moments[(i - k) % 3] for i in range(3)))


def _centred(mass: Any, I_x: Any, I_y: Any, I_z: Any) -> Inertia:
    """Return the inertia of a body centred in its frame, from its three principal moments."""
    return Inertia(mass, np.zeros(3), as_array([[I_x, 0, 0], [0, I_y, 0], [0, 0, I_z]]))
