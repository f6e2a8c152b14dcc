"""Denavit-Hartenberg tables of both kinds, with the bodies that they carry.

standard   Rz(θ_i) Tz(d_i) Tx(a_i) Rx(α_i),   modified   Rx(α_(i−1)) Tx(a_(i−1)) Rz(θ_i) Tz(d_i):

the same product, cut elsewhere.  A standard frame is the modified one moved by Tx(a) Rx(α), and so
are the centre of mass and the axes of the tensor.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwise.converting.named import Given, NamedConvention, ours
from linkwise.models.dh import DHRow
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import turned
from linkwise.spatial.scalars import alike, as_array
from linkwise.spatial.transform import Transform


def _table(x: Any, _: Given) -> list[DHRow]:
    """Return the rows of a table, or say that something is no row."""
    rows = list(x) if isinstance(x, Sequence) else [x]
    for k, row in enumerate(rows, start=1):
        if not isinstance(row, DHRow):
            raise LinkwiseError(f"row {k} is {row!r}: give a DHRow")
    return rows


def _along_x(row: DHRow) -> Transform:
    """Return Tx(a) Rx(α)."""
    return Transform.translation(row.a, 0, 0) @ Transform.rotation_x(row.alpha)


def _moved(row: DHRow, X: Transform, a: Any, alpha: Any) -> DHRow:
    """Return a row with other lengths along x, and its body seen from the frame that X leads to."""
    com, tensor = row.com, row.tensor
    if com is not None:
        com = X.point(as_array(com, "com"))
    if tensor is not None:
        tensor = turned(*alike(X.R, as_array(tensor, "tensor")))
    return replace(row, a=a, alpha=alpha, com=com, tensor=tensor)


def _to_modified(x: Any, given: Given) -> list[DHRow]:
    """Return modified rows: each takes a and α from the row before it."""
    rows = _table(x, given)
    before = [DHRow(), *rows[:-1]]
    return [
        _moved(row, _along_x(row), last.a, last.alpha)
        for row, last in zip(rows, before, strict=True)
    ]


def _to_standard(x: Any, given: Given) -> list[DHRow]:
    """Return standard rows: each takes a and α from the row after it."""
    rows = _table(x, given)
    for what in ("a", "alpha"):
        if rows and np.any(as_array(getattr(rows[0], what)) != 0):
            raise LinkwiseError(
                f"row 1 has {what} = {getattr(rows[0], what)}, before the first joint, where a "
                f"standard table has nothing: put it into the base's pose, and 0 in its place"
            )
    after = [*rows[1:], DHRow()]
    return [
        _moved(row, _along_x(following).inverse(), following.a, following.alpha)
        for row, following in zip(rows, after, strict=True)
    ]


TABLE = "Denavit-Hartenberg table"
TABLES = (
    ours(
        TABLE,
        "modified DH",
        "rows of `DHRow`, frames at the joints; Craig, Khalil & Dombre",
        _table,
    ),
    NamedConvention(
        TABLE,
        "standard DH",
        "frames at the far ends; Denavit & Hartenberg, Spong; the last row's a and α go into its "
        "body, a tool's frame not",
        _to_modified,
        _to_standard,
    ),
)
