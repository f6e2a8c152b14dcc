"""Slips of rotation in the iterations: a vector of another link's frame taken over as it stands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from linkwise.algorithms.arguments import base_acceleration
from linkwise.models.robot import BASE
from linkwise.referee.catalogue import NOT_ROTATED, WRONG_WAY
from linkwise.referee.slips import Made, Slip
from linkwise.spatial.scalars import Array
from linkwise.spatial.vectors import cross, times, transpose

if TYPE_CHECKING:
    from linkwise.referee.rows import Rows

INWARD, OUTWARD = ("f", "n"), ("omega", "omega_dot", "v_dot")


def rotation_slips(rows: "Rows", kind: str, k: int) -> Iterator[tuple[Made, Array]]:
    """Yield every slip of rotation in a row of link k, from 0, with the vector that it adds."""
    if kind in INWARD:
        for child in rows.children[k]:
            R = rows.array(child, "R")
            for slip, off, wrong in _wrong(R, "Rᵀ"):
                for about, change in _inward(rows, kind, child, off):
                    yield Made(slip, f"{wrong}{about} for R {about}", {}, {}), change
    elif kind in OUTWARD:
        to_link = transpose(rows.array(k, "R"))
        for slip, off, wrong in _wrong(to_link, "R"):
            for about, change in _outward(rows, kind, k, off):
                yield Made(slip, f"{wrong}{about} for Rᵀ {about}", {}, {}), change


def _wrong(R: Array, other: str) -> Iterator[tuple[Slip, Array, str]]:
    """Yield each slip with the wrong matrix minus the right one, and the wrong one's name."""
    yield NOT_ROTATED, np.eye(3, dtype=int) - R, ""
    yield WRONG_WAY, transpose(R) - R, f"{other} "


def _inward(rows: "Rows", kind: str, child: int, off: Array) -> Iterator[tuple[str, Array]]:
    """Yield what is taken over in f = F + Σ R f₊ and n = N + P_C × F + Σ (R n₊ + P × R f₊)."""
    force = times(off, rows.array(child, "f"))
    if kind == "f":
        yield f"f{child + 1}", force
        return
    moment, of_force = times(off, rows.array(child, "n")), cross(rows.array(child, "P"), force)
    yield from _each_and_both({f"n{child + 1}": moment, f"f{child + 1}": of_force})


def _outward(rows: "Rows", kind: str, k: int, off: Array) -> Iterator[tuple[str, Array]]:
    """Yield what is taken over in ω = Rᵀ ω₋ + θ̇ â, its derivative, and v̇ = Rᵀ (v̇₋ + …) + …."""
    before = rows.robot.parents[k]
    if before == BASE:
        if kind == "v_dot":
            yield "v̇0", times(off, rows.letters.array(base_acceleration(rows.robot, None, ())[3:]))
        return
    omega, omega_dot, v_dot = (rows.array(before, x) for x in OUTWARD)
    w, w_dot, a = (f"{letter}{before + 1}" for letter in ("ω", "ω̇", "v̇"))
    if kind == "omega":
        yield w, times(off, omega)
    elif kind == "omega_dot":
        rate = rows.array(k, "omega") - times(transpose(rows.array(k, "R")), omega)
        of_rate = cross(times(off, omega), rate)
        yield from _each_and_both({w_dot: times(off, omega_dot), w: of_rate})
    else:
        P = rows.array(k, "P")
        swing = cross(omega_dot, P) + cross(omega, cross(omega, P))
        yield from _each_and_both({a: times(off, v_dot), f"{w_dot} × P + …": times(off, swing)})


def _each_and_both(parts: dict[str, Array]) -> Iterator[tuple[str, Array]]:
    """Yield the parts that are not 0, and their sum if there are two."""
    shown = {about: change for about, change in parts.items() if any(change)}
    yield from shown.items()
    if len(shown) > 1:
        yield f"({', '.join(shown)})", sum(shown.values(), np.zeros(3, dtype=int))
