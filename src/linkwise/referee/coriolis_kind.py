"""Which Coriolis matrix was handed in, decided in the ring: right product, skew, Christoffel."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.referee.coriolis_classes import Kind

Square = list[list[PolyElement]]


@dataclass(frozen=True, eq=False)
class CoriolisKind:
    """What a Coriolis matrix is, and the entries that show what it is not.

    Attributes
    ----------
    kind : str
        "wrong product", "right product, not skew", "skew, not Christoffel" or "Christoffel", as
        `classify_coriolis` has it.
    rows : tuple of bool
        For every row whether its product with q̇ is right.
    shown_by : tuple of (str, Expr)
        What fails: the difference of C q̇, the sums of mirrored entries of Ṁ − 2C, or C minus
        Christoffel's.
    """

    kind: Kind
    rows: tuple[bool, ...]
    shown_by: tuple[tuple[str, Any], ...]


def coriolis_kind(energies: Energies, C: Square) -> CoriolisKind:
    """Return what a matrix is that was handed in as C."""
    letters, n = energies.letters, energies.letters.n
    rates = letters.vector(letters.qd)
    products = [
        letters.reduced(sum((x * w for x, w in zip(row, rates, strict=True)), -h))
        for row, h in zip(C, energies.velocity_terms(), strict=True)
    ]
    rows = tuple(not gap for gap in products)
    tests: list[tuple[Kind, list[tuple[str, PolyElement]]]] = [
        (
            "wrong product",
            [(f"row {i} of C q̇, yours minus right", gap) for i, gap in enumerate(products, 1)],
        ),
        ("right product, not skew", list(_mirrored(energies, C))),
        (
            "skew, not Christoffel",
            [
                (f"C{i + 1}{j + 1} minus Christoffel's", letters.reduced(C[i][j] - x))
                for i, row in enumerate(energies.coriolis())
                for j, x in enumerate(row)
            ],
        ),
    ]
    for kind, values in tests:
        if any(value for _, value in values):
            shown = tuple((what, letters.expression(value)) for what, value in values if value)
            return CoriolisKind(kind, rows, shown)
    return CoriolisKind("Christoffel", (True,) * n, ())


def _mirrored(energies: Energies, C: Square) -> Iterator[tuple[str, PolyElement]]:
    """Yield the diagonal of Ṁ − 2C, and the sums of its mirrored entries: 0 if it is skew."""
    letters, n = energies.letters, energies.letters.n
    rates = letters.vector(letters.qd)
    M = energies.mass_matrix()
    N = [
        [
            sum((energies.along(M[i][j], k) * w for k, w in enumerate(rates)), -2 * C[i][j])
            for j in range(n)
        ]
        for i in range(n)
    ]
    for i in range(n):
        yield f"entry {i + 1}{i + 1} of Ṁ − 2C", letters.reduced(N[i][i])
        for j in range(i + 1, n):
            name = f"entries {i + 1}{j + 1} and {j + 1}{i + 1} of Ṁ − 2C added"
            yield name, letters.reduced(N[i][j] + N[j][i])
