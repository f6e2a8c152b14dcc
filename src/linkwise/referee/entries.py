"""What can be handed in, by entries: matrices, vectors, energies, and the steps between them."""

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from numbers import Number
from typing import Any, Protocol, TypeVar

import numpy as np
import sympy
from sympy.polys.rings import PolyElement

from linkwise.algorithms.regressor import regressor_labels, torque_regressor
from linkwise.lagrangian.energies import Energies
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.referee.slips import split_name
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

MATRICES = {"M": "mass matrix", "C": "Coriolis matrix", "Y": "regressor"}
VECTORS = {"h": "velocity terms", "g": "gravity terms", "tau": "torques"}
SCALARS = {"K": "kinetic energy", "P": "potential energy"}
STAGES = {"dL_dqd": "∂L/∂q̇", "d_dt": "d/dt ∂L/∂q̇", "dL_dq": "∂L/∂q"}

SPELLED = 10  # joints up to which M111 cannot be two entries

Elements = dict[str, PolyElement]


class HasName(Protocol):
    """An entry of a report."""

    @property
    def name(self) -> str:
        """Such as "tau1"."""


Named = TypeVar("Named", bound=HasName)


def shape_of(key: str, robot: Robot) -> tuple[int, ...]:
    """Return the shape of what is handed in under a name, or say that it is unknown."""
    if key in SCALARS:
        return ()
    if key in VECTORS:
        return (robot.n,)
    if key in MATRICES:
        return (robot.n, 10 * len(robot.links) if key == "Y" else robot.n)
    known = ", ".join((*MATRICES, *VECTORS, *SCALARS))
    raise LinkwiseError(f"there is no {key!r} to check: {known} are known")


def names_of(key: str, robot: Robot) -> list[str]:
    """Return the names of the entries, row by row: M12, tau1, K, or Y1 link2 Izz."""
    shape = shape_of(key, robot)
    if not shape:
        return [key]
    if key == "Y":
        return [f"Y{i + 1} {x}" for i in range(robot.n) for x in regressor_labels(robot)]
    comma = "," if robot.n > SPELLED else ""
    return [key + comma.join(str(i + 1) for i in index) for index in np.ndindex(shape)]


def entries(key: str, value: Any, robot: Robot) -> Iterator[tuple[str, Any]]:
    """Yield the entries of what was handed in under a name, or say what is wrong with it."""
    shape = shape_of(key, robot)
    a = nested(key, value)
    if len(shape) == 1 and a.shape in ((1, *shape), (*shape, 1)):
        a = a.reshape(shape)
    if a.shape != shape:
        raise LinkwiseError(f"{key} must have shape {shape}, got {a.shape}")
    yield from zip(names_of(key, robot), a.flat, strict=True)


def nested(name: str, value: Any) -> Array:
    """Return a matrix or nested lists as an array of what they hold; no text is evaluated.

    Raises
    ------
    LinkwiseError
        If the rows differ in length, or hold what is no expression, finite number or text.
    """
    rows = value.tolist() if isinstance(value, sympy.MatrixBase) else value
    try:
        a = np.array(rows, dtype=object)
    except ValueError:
        raise LinkwiseError(f"{name} has rows of different lengths") from None
    for x in a.flat:
        if not isinstance(x, (str, Number, sympy.Expr, PolyElement)):
            raise LinkwiseError(f"{name} must hold expressions, numbers or text, got {x!r}")
        if isinstance(x, (float, np.floating)) and not isfinite(x):
            raise LinkwiseError(f"{name} holds {x}: a finite number is wanted")
    return a


def entry_named(entries: Iterable[Named], name: str) -> Named:
    """Return the entry of a report with this name, or say which there are."""
    known = {entry.name: entry for entry in entries}
    if name not in known:
        raise LinkwiseError(f"there is no entry {name!r}: there are {', '.join(known)}")
    return known[name]


def by_name(what: str, given: Any) -> Mapping[str, Any]:
    """Return what was handed in by name, nothing for None, or say that it is no dict of names."""
    found = {} if given is None else given
    if not isinstance(found, Mapping) or not all(isinstance(name, str) for name in found):
        raise LinkwiseError(f"{what} must be a dict from names to formulas, got {given!r}")
    return found


def stage_entries(stages: Mapping[str, Any], n: int) -> Iterator[tuple[str, Any]]:
    """Yield the stages handed in, such as d_dt1, or say which is unknown; text as it is."""
    for name, value in stages.items():
        stem, index = split_name(name)
        there = not index or index in map(str, range(1, n + 1))
        if stem not in STAGES or not there:
            known = ", ".join((*STAGES, *(f"{stage}1" for stage in STAGES)))
            raise LinkwiseError(f"there is no stage {name!r}: {known} and so on to {n} are known")
        if index and stem in stages:
            raise LinkwiseError(f"stage {name} is given twice: in {stem} too")
        if isinstance(value, str):
            yield name, value
            continue
        a = nested(f"stage {name}", value)
        if index and a.size != 1:
            raise LinkwiseError(f"stage {name} is one formula, got shape {a.shape}")
        names = [name] if index else [f"{name}{k + 1}" for k in range(n)]
        if a.size != len(names):
            raise LinkwiseError(f"stage {name} must have shape {(n,)}, got {a.shape}")
        yield from zip(names, a.flat, strict=True)


def entries_of(energies: Energies, names: Iterable[str]) -> Elements:
    """Return what the named entries should be, from the energies."""
    made: dict[str, Any] = {
        "M": energies.mass_matrix, "C": energies.coriolis, "h": energies.velocity_terms,
        "g": energies.gravity, "tau": energies.torques, "dL_dqd": energies.momenta,
        "d_dt": energies.rates_of_all_momenta, "dL_dq": energies.slopes,
        "K": lambda: energies.K, "P": lambda: energies.P,
    }  # fmt: skip
    wanted = list(names)
    out: Elements = {}
    for key in {split_name(name)[0] for name in wanted}:
        value = made[key]()
        if key in SCALARS:
            out[key] = value
        elif key in MATRICES:
            for i, row in enumerate(value, start=1):
                out |= {f"{key}{i}{j}": x for j, x in enumerate(row, start=1)}
        else:
            out |= {f"{key}{i}": x for i, x in enumerate(value, start=1)}
    return {name: out[name] for name in wanted}


def regressor_elements(robot: Robot, letters: Letters) -> Elements:
    """Return what every entry of the regressor should be."""
    model = letters.robot(robot.bare)
    rates, accelerations = (letters.vector(x) for x in (letters.qd, letters.qdd))
    Y = torque_regressor(model, letters.coordinates(), rates, accelerations)
    values = (letters.reduced(letters.element(x)) for x in Y.flat)
    return dict(zip(names_of("Y", robot), values, strict=True))


def difference(name: str, yours: PolyElement, right: PolyElement, letters: Letters) -> PolyElement:
    """Return yours minus right in the ring; a constant in the potential energy does not count."""
    gap = yours - right
    if name == "P":
        moving = letters.ring.zero
        for powers, factor in gap.terms():
            if letters.moves(powers):
                moving[powers] = factor
        return moving
    return gap
