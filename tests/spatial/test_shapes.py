"""Inertias of shapes against the integral ∫ x xᵀ dm by Gauss quadrature."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwise import Inertia, Transform
from linkwise.spatial import shapes

Array = NDArray[Any]
MASS = 1.7


def gauss(a: float, b: float) -> tuple[Array, Array]:
    """Five Gauss points and weights on [a, b]: exact to degree 9."""
    x, w = np.polynomial.legendre.leggauss(5)
    return (a + b) / 2 + (b - a) / 2 * x, (b - a) / 2 * w


def circle() -> tuple[Array, Array]:
    """Eight equal steps round the circle: exact for products of fewer than eight sines."""
    return 2 * np.pi * np.arange(8) / 8, np.full(8, 2 * np.pi / 8)


def product(*rules: tuple[Array, Array]) -> tuple[list[Array], Array]:
    """Points and weights of a product of rules."""
    points = np.meshgrid(*(x for x, _ in rules), indexing="ij")
    weights = np.meshgrid(*(w for _, w in rules), indexing="ij")
    return [p.ravel() for p in points], np.prod([w.ravel() for w in weights], axis=0)


def bar(*edges: float) -> tuple[Array, Array]:
    """Points ``(3, k)`` and volumes of a box with its edges along x, y, z; an edge may be 0."""
    rules = [gauss(-e / 2, e / 2) if e else (np.zeros(1), np.ones(1)) for e in edges]
    points, volume = product(*rules)
    return np.stack(points), volume


def ring(inner: float, outer: float, length: float) -> tuple[Array, Array]:
    """Points and volumes of a tube about z; its length may be 0."""
    along = gauss(-length / 2, length / 2) if length else (np.zeros(1), np.ones(1))
    (r, phi, z), volume = product(gauss(inner, outer), circle(), along)
    return np.stack([r * np.cos(phi), r * np.sin(phi), z]), volume * r


def ball(radius: float) -> tuple[Array, Array]:
    """Points and volumes of a solid sphere, by radius, azimuth and height."""
    (r, phi, u), volume = product(gauss(0, radius), circle(), gauss(-1, 1))
    rho = r * np.sqrt(1 - u * u)
    return np.stack([rho * np.cos(phi), rho * np.sin(phi), r * u]), volume * r**2


# with its axis along z, and the plate's edges a, b along x, y
SHAPES: dict[str, tuple[Callable[[Any], Inertia], tuple[Array, Array]]] = {
    "rod": (lambda axis: shapes.rod(MASS, 0.8, axis), bar(0, 0, 0.8)),
    "cylinder": (lambda axis: shapes.cylinder(MASS, 0.3, 0.8, axis), ring(0, 0.3, 0.8)),
    "tube": (lambda axis: shapes.tube(MASS, 0.2, 0.3, 0.8, axis), ring(0.2, 0.3, 0.8)),
    "disc": (lambda axis: shapes.disc(MASS, 0.3, axis), ring(0, 0.3, 0)),
    "plate": (lambda axis: shapes.plate(MASS, 0.5, 0.9, axis), bar(0.5, 0.9, 0)),
}


def integrated(x: Array, volume: Array) -> Array:
    """Parameters of a homogeneous body of mass MASS at the points x ``(3, k)``."""
    m = MASS * volume / volume.sum()
    I = (m * (x * x).sum(axis=0)).sum() * np.eye(3) - (m * x) @ x.T
    return np.array([MASS, *x @ m, I[0, 0], I[0, 1], I[0, 2], I[1, 1], I[1, 2], I[2, 2]])


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize(("build", "body"), SHAPES.values(), ids=SHAPES)
def test_shape(build: Callable[[Any], Inertia], body: tuple[Array, Array], axis: str) -> None:
    """Each shape about each axis has the moments of the quadrature, all six of them."""
    x, volume = body
    turned = np.roll(x, "zxy".index(axis), axis=0)  # z to axis, x and y on in cyclic order
    right = integrated(turned, volume)
    assert build(axis).parameters() == pytest.approx(right, rel=1e-12, abs=1e-15)
    assert build(axis).violations() == ()


def test_sphere() -> None:
    """The sphere's moments are those of the quadrature."""
    assert shapes.sphere(MASS, 0.6).parameters() == pytest.approx(
        integrated(*ball(0.6)), rel=1e-12, abs=1e-15
    )


def test_box() -> None:
    """The box's moments are those of the quadrature, with three different edges."""
    assert shapes.box(MASS, 0.4, 0.5, 0.9).parameters() == pytest.approx(
        integrated(*bar(0.4, 0.5, 0.9)), rel=1e-12, abs=1e-15
    )


def test_shape_elsewhere() -> None:
    """A tube turned and shifted is integrated where it lies."""
    x, volume = SHAPES["tube"][1]
    X = Transform.from_rpy((0.3, -0.4, 0.5), (0.1, 0.2, -0.3))
    moved = shapes.tube(MASS, 0.2, 0.3, 0.8).moved(X)
    right = integrated(X.R @ x + X.p[:, None], volume)
    assert moved.parameters() == pytest.approx(right, rel=1e-12, abs=1e-15)


def test_point() -> None:
    """A point mass has m (x² 1 − x xᵀ) about the origin and nothing about itself."""
    body = shapes.point(2, (0.1, 0.2, 0.3))
    x, y, z = 0.1, 0.2, 0.3
    moments = [y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y]
    right = [2, 2 * x, 2 * y, 2 * z, *(2 * entry for entry in moments)]
    assert body.parameters() == pytest.approx(right, rel=1e-14)
    assert body.tensor == pytest.approx(np.zeros((3, 3)), abs=1e-16)
    assert np.array_equal(shapes.point(2).parameters(), [2, *[0] * 9])
