"""Random robots that are not kind: branches, oblique axes, every joint kind, full tensors."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from linkwise import Inertia, Joint, Link, Robot, Transform

Array = NDArray[Any]
KINDS = ("revolute", "prismatic", "helical", "fixed")
PREVALENCE = (0.5, 0.2, 0.15, 0.15)
MASSLESS = 0.1
FORK = 0.35


def random_rotation(rng: np.random.Generator) -> Array:
    """Rotation matrix of a random unit quaternion (w, x, y, z)."""
    w, x, y, z = (quaternion := rng.normal(size=4)) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def random_pose(rng: np.random.Generator, reach: float = 0.5) -> Transform:
    """Pose turned at will and shifted by up to `reach` along each axis."""
    return Transform(random_rotation(rng), rng.uniform(-reach, reach, 3))


def random_inertia(rng: np.random.Generator, points: int = 6) -> Inertia:
    """Inertia of a few point masses, which a real body always has: products of inertia and all."""
    m, x = rng.uniform(0.1, 1, points), rng.uniform(-0.4, 0.4, (points, 3))
    c = m @ x / m.sum()
    r = x - c
    tensor = (m * (r * r).sum(axis=1)).sum() * np.eye(3) - (r.T * m) @ r
    return Inertia(m.sum(), c, tensor)


def random_joint(rng: np.random.Generator, name: str, kind: str) -> Joint:
    """Joint of the kind about a random, oblique axis."""
    if kind == "fixed":
        return Joint.fixed(name)
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    if kind == "helical":
        return Joint.helical(name, rng.uniform(-0.3, 0.3), axis)
    return Joint.revolute(name, axis) if kind == "revolute" else Joint.prismatic(name, axis)


def random_tree(rng: np.random.Generator, n_links: int, kinds: tuple[str, ...] = KINDS) -> Robot:
    """Random tree of `n_links` links, given in a shuffled order.

    The first link moves.  A link hangs on the one before it, or forks off any earlier one.  Some
    links have no mass, but never a tip, nor two in a row, so that M stays regular.

    Parameters
    ----------
    rng
        Source of the numbers: the same seed gives the same robot.
    n_links
        How many links.
    kinds
        Joint kinds to choose from.
    """
    share = np.array([PREVALENCE[KINDS.index(kind)] for kind in kinds])
    chosen = rng.choice(kinds, size=n_links, p=share / share.sum())
    chosen[0] = next(kind for kind in kinds if kind != "fixed")
    parents = [-1]
    for k in range(1, n_links):
        parents.append(int(rng.integers(k)) if rng.random() < FORK else k - 1)
    massless: set[int] = set()
    links = []
    for k, (kind, parent) in enumerate(zip(chosen, parents, strict=True)):
        heir = k + 1 < n_links and parents[k + 1] == k
        if heir and parent not in massless and rng.random() < MASSLESS:
            massless.add(k)
        links.append(
            Link(
                f"link{k}",
                random_joint(rng, f"joint{k}", str(kind)),
                random_pose(rng),
                Inertia.zero() if k in massless else random_inertia(rng),
                f"link{parent}" if parent >= 0 else None,
            )
        )
    order = rng.permutation(n_links)
    return Robot(
        f"tree of {n_links}",
        [links[k] for k in order],
        gravity=rng.uniform(-10, 10, 3),
        base=random_pose(rng, reach=3),
    )


def random_state(
    rng: np.random.Generator, robot: Robot, batch: tuple[int, ...] = ()
) -> tuple[Array, Array, Array]:
    """Random q, q̇ and q̈, each ``(*batch, n)``."""
    q, qd, qdd = rng.uniform(-3, 3, (3, *batch, robot.n))
    return q, qd, qdd


def trees(max_links: int = 30) -> st.SearchStrategy[tuple[Robot, np.random.Generator]]:
    """Hypothesis strategy: a random tree, and the generator to draw its states from."""

    def build(seed: int, n_links: int) -> tuple[Robot, np.random.Generator]:
        rng = np.random.default_rng(seed)
        return random_tree(rng, n_links), rng

    return st.builds(build, st.integers(0, 2**32 - 1), st.integers(1, max_links))
