"""Which joint stands where in q, as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwise.models.joint import Limits
from linkwise.models.joint_effects import Mimic, absent
from linkwise.models.link import Link

COLUMNS = ("index", "joint", "kind", "unit", "link", "parent", "limits", "mimic")


@dataclass(frozen=True)
class JointRow:
    """A joint that moves.

    Parameters
    ----------
    index
        Place in q, of its leader's coordinate if it mimics one.
    joint, kind, unit
        Name, kind, and unit of the coordinate.
    link, parent
        Names of the link that it moves and of the one that carries it; "base" for the base.
    limits
        What the joint can bear.
    mimic
        The joint that it follows by itself moving freely, or None.
    """

    index: int
    joint: str
    kind: str
    unit: str
    link: str
    parent: str
    limits: Limits
    mimic: Mimic | None

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        limits, mimic = self.limits, self.mimic
        said = []
        if np.isfinite(limits.lower) or np.isfinite(limits.upper):
            said.append(f"{limits.lower:g} to {limits.upper:g}")
        if np.isfinite(limits.velocity):
            said.append(f"{limits.velocity:g} {self.unit}/s")
        if np.isfinite(limits.effort):
            said.append(f"{limits.effort:g} {'N' if self.kind == 'prismatic' else 'N m'}")
        law = f"{shown(mimic.multiplier)} {mimic.joint}" if mimic else ""
        law += f" + {shown(mimic.offset)}" if mimic and not absent(mimic.offset) else ""
        names = (self.joint, self.kind, self.unit, self.link, self.parent)
        return (str(self.index), *names, ", ".join(said) or "none", law)


@dataclass(frozen=True)
class JointOrder:
    """The joints that move, in the order of the links; `str` prints them as a table.

    Attributes
    ----------
    rows : tuple of JointRow
    """

    rows: tuple[JointRow, ...]

    def __str__(self) -> str:
        """Return one joint a line; the column of mimic joints only if there are any."""
        lines = [COLUMNS, *(row.cells for row in self.rows)]
        if not any(row.mimic for row in self.rows):
            lines = [line[:-1] for line in lines]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )


def joint_order(
    links: Sequence[Link],
    coordinates: Sequence[int | None],
    couplings: Sequence[Mimic | None],
) -> JointOrder:
    """Return the joints that move, with their places in q."""
    return JointOrder(
        tuple(
            JointRow(
                k,
                link.joint.name,
                link.joint.kind,
                link.joint.unit,
                link.name,
                link.parent or "base",
                link.joint.limits,
                coupling,
            )
            for link, k, coupling in zip(links, coordinates, couplings, strict=True)
            if k is not None
        )
    )


def shown(x: Any) -> str:
    """Return a number without idle digits, or a symbol."""
    return f"{x:g}" if isinstance(x, (int, float)) else str(x)
