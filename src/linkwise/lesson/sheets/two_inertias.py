"""Two matrices that bear one name: a robot's mass matrix, and one link's spatial inertia."""

from collections.abc import Iterator
from itertools import zip_longest

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.kinematics import link_jacobian
from linkwise.algorithms.mass_matrix import crba
from linkwise.lesson.letters.paper import Block, Prose, Table, Verbatim
from linkwise.lesson.sheets.dimensions import mass_units
from linkwise.models.robot import Robot, require_numbers
from linkwise.number_text import vector
from linkwise.simulation.equations import one_state
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

WIDEST = 8  # joints whose mass matrix fits a page beside another


def inertia_sheet(
    robot: Robot, link: str | None = None, q: ArrayLike | None = None
) -> Iterator[Block]:
    """Yield the mass matrix M(q) beside the spatial inertia of one link, and what tells them apart.

    M(q) = Σ J_iᵀ 𝓜_i J_i, with J_i the Jacobian of link i in its own frame.

    Parameters
    ----------
    robot
        The model; numbers only.
    link
        Name of the link; the last if not given.
    q
        One state ``(n,)``, rad or m; zeros if not given.
    """
    require_numbers(robot, "both matrices are shown in numbers")
    name = robot.links[-1].name if link is None else link
    state = one_state(robot, np.zeros(robot.n) if q is None else q, "q")
    if robot.n > WIDEST:
        raise LinkwiseError(f"{robot.name!r} has {robot.n} joints: {WIDEST} at most fit this sheet")
    body = robot.link(name).inertia.matrix()
    M, J = crba(robot.bare, state), link_jacobian(robot, state, name, frame="link")
    share, n = J.T @ body @ J, robot.n
    rows = [
        ("size", f"{n} × {n}", "6 × 6"),
        ("units", mass_units(robot), "kg m², kg m, kg"),
        ("of", "all links together", f"{name} alone"),
        ("goes with", "joint rates: K = ½ q̇ᵀ M q̇", "the link's twist: K = ½ vᵀ 𝓜 v"),
        ("gives", "M q̈: torques of the joints", "𝓜 v: momentum of the link"),
        ("depends on", f"q, here {vector(state)}", "nothing: constant in the link's frame"),
        ("rank", f"{rank(M)} of {n}", f"{rank(body)} of 6"),
    ]
    yield Prose(
        f"M(q) is made of all links' 𝓜: M = Σ Jᵀ 𝓜 J, where J, 6 × {n}, takes joint rates to the "
        "twist of a link in its own frame. The 𝓜 of a point mass is singular; M is singular only "
        "where some motion of the joints moves no mass."
    )
    yield Table(("", "mass matrix M(q)", f"spatial inertia 𝓜 of {name}"), rows)
    heads = ("M(q)", f"inertia of {name}", "its share of M(q)")
    yield Verbatim(beside(dict(zip(heads, (M, body, share), strict=True))))


def rank(a: Array) -> int:
    """Return the rank of a matrix."""
    return int(np.linalg.matrix_rank(a))


def beside(matrices: dict[str, Array]) -> str:
    """Return matrices in numbers, beside each other under their names."""
    blocks = []
    for name, a in matrices.items():
        cells = [[f"{x:z.5g}" for x in row] for row in a.tolist()]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(x.rjust(w) for x, w in zip(row, widths, strict=True)) for row in cells]
        width = max(len(name), *map(len, lines))
        blocks.append([line.ljust(width) for line in (name, *lines)])
    blank = [" " * len(block[0]) for block in blocks]
    rows = zip_longest(*blocks)
    return "\n".join(
        "    ".join(b if x is None else x for x, b in zip(row, blank, strict=True)).rstrip()
        for row in rows
    )
