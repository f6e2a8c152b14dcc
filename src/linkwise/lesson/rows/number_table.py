"""Both passes of the iterations as two tables of numbers."""

from collections.abc import Mapping, Sequence

import numpy as np

from linkwise.algorithms.iterations import Iteration
from linkwise.lesson.letters.characters import padded, width
from linkwise.spatial.scalars import is_numeric

OUTWARD = {
    "ω [rad/s]": "omega",
    "ω̇ [rad/s²]": "omega_dot",
    "v̇ [m/s²]": "v_dot",
    "v̇_C [m/s²]": "v_dot_C",
    "F [N]": "F",
    "N [N m]": "N",
}
INWARD = {"f [N]": "f", "n [N m]": "n"}


def two_tables(robot: str, links: Sequence[Iteration]) -> str:
    """Return both passes as text, a block of x, y, z a link."""
    outward = _table(links, OUTWARD)
    inward = _table(links[::-1], INWARD, tau=True)
    return (
        f"Newton-Euler iterations of {robot}, each vector in its link's frame\n\n"
        f"outward, from the base to the tips\n{outward}\n\n"
        f"inward, from the tips to the base\n{inward}"
    )


def _table(rows: Sequence[Iteration], columns: Mapping[str, str], *, tau: bool = False) -> str:
    """Return a text table with a block of three lines (x, y, z) a link."""
    head = ["link", "", *columns, *(["τ"] if tau else [])]
    lines = [head]
    for row in rows:
        vectors = [np.broadcast_to(getattr(row, name), 3) for name in columns.values()]
        for k, axis in enumerate("xyz"):
            line = [row.link if k == 0 else "", axis, *(_number(v[k]) for v in vectors)]
            if tau:
                line.append(_number(row.tau) if k == 0 and row.tau is not None else "")
            lines.append(line)
    widths = [max(width(line[c]) for line in lines) for c in range(len(head))]
    return "\n".join(
        "  ".join(
            padded(cell, w, left=c < 2)
            for c, (cell, w) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _number(x: object) -> str:
    """Return a plain number with six decimals, anything else as it prints itself."""
    a = np.asarray(x)
    return f"{float(a) + 0.0:.6f}" if is_numeric(a) else str(a[()])
