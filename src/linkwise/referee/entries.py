"""What can be handed in, by entries: matrices, vectors, energies, and the steps between them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.lagrangian.ring import Letters
from linkwise.referee.slips import split_name
from linkwise.spatial.errors import LinkwiseError

MATRICES = {"M": "mass matrix", "C": "Coriolis matrix"}
VECTORS = {"h": "velocity terms", "g": "gravity terms", "tau": "torques"}
SCALARS = {"K": "kinetic energy", "P": "potential energy"}
STAGES = {"dL_dqd": "∂L/∂q̇", "d_dt": "d/dt ∂L/∂q̇", "dL_dq": "∂L/∂q"}

Elements = dict[str, PolyElement]


def entries(key: str, value: Any, n: int) -> Iterator[tuple[str, Any]]:
    """Yield the entries of what was handed in under a name, or say what is wrong with it."""
    if key in SCALARS:
        yield key, value
        return
    if key not in MATRICES and key not in VECTORS:
        known = ", ".join((*MATRICES, *VECTORS, *SCALARS))
        raise LinkwiseError(f"there is no {key!r} to check: {known} are known")
    a = np.array(sympy.Matrix(value).tolist(), dtype=object)
    wanted = (n, n) if key in MATRICES else (n, 1)
    a = a.T if key in VECTORS and a.shape == (1, n) else a
    if a.shape != wanted:
        raise LinkwiseError(f"{key} must have shape {wanted}, got {a.shape}")
    for (i, j), x in np.ndenumerate(a):
        yield f"{key}{i + 1}{j + 1 if key in MATRICES else ''}", x


def stage_entries(stages: Mapping[str, Any], n: int) -> Iterator[tuple[str, Any]]:
    """Yield the stages handed in, such as d_dt1, or say which is unknown."""
    for name, value in stages.items():
        stem, index = split_name(name)
        if stem not in STAGES or not index or not 1 <= int(index) <= n:
            known = ", ".join(f"{stage}1" for stage in STAGES)
            raise LinkwiseError(f"there is no stage {name!r}: {known} and so on to {n} are known")
        yield name, value


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


def difference(name: str, yours: PolyElement, right: PolyElement, letters: Letters) -> PolyElement:
    """Return yours minus right in the ring; a constant in the potential energy does not count."""
    gap = yours - right
    if name == "P":
        moving = letters.ring.zero
        for powers, factor in gap.terms():
            if any(powers[: 3 * letters.n]):
                moving[powers] = factor
        return moving
    return gap
