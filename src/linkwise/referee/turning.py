"""The part of the kinetic energy that comes from the links' turning."""

from dataclasses import dataclass, replace

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.algorithms.energy import kinetic_energy
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array


@dataclass(frozen=True, eq=False)
class Turning:
    """The energies of one link's turning.

    Attributes
    ----------
    name : str
        Of the link.
    turns : bool
        Whether its own joint turns it.
    energy
        ½ ωᵀ I_C ω.
    own
        The same with the rate of its own joint in place of ω.
    of_mass
        ½ ωᵀ (I_joint − I_C) ω, which is m lc² ω² / 2 in the plane.
    own_of_mass
        The same with the rate of its own joint in place of ω.
    """

    name: str
    turns: bool
    energy: PolyElement
    own: PolyElement
    of_mass: PolyElement
    own_of_mass: PolyElement


def turnings(robot: Robot, letters: Letters) -> list[Turning]:
    """Return the energies of turning of the links on moving joints that have any."""
    bare = letters.exact(robot.bare)
    rates = letters.vector(letters.qd)
    out = []
    for i, (link, k) in enumerate(zip(bare.links, bare.coordinates, strict=True)):
        if k is None:
            continue
        energy = _energy(bare, letters, i, link.inertia.tensor)
        whole = _energy(bare, letters, i, link.inertia.about_origin)
        own, own_whole, turns = energy, whole, letters.turning[k]
        for j, rate in enumerate(rates):
            if j != k:
                other = rates[k] if not turns and letters.turning[j] else letters.ring.zero
                own, own_whole = own.compose(rate, other), own_whole.compose(rate, other)
        if energy:
            of_mass, own_of_mass = whole - energy, own_whole - own
            out.append(Turning(link.name, turns, energy, own, of_mass, own_of_mass))
    return out


def _energy(robot: Robot, letters: Letters, i: int, tensor: Array) -> PolyElement:
    """Return ½ ωᵀ I ω of link number i, all else without mass."""
    if not np.any(tensor != 0):
        return letters.ring.zero
    nothing = Inertia.zero()
    links = [replace(link, inertia=nothing) for link in robot.links]
    alone = Inertia.trusted(np.asarray(0), np.zeros(3, dtype=int), tensor)
    links[i] = replace(links[i], inertia=alone)
    model = letters.robot(replace(robot, links=tuple(links)))
    K = kinetic_energy(model, letters.coordinates(), letters.vector(letters.qd))[()]
    return letters.reduced(letters.element(K))
