"""Slips made in the energies: everything that is derived from them is spoilt in one way."""

from collections.abc import Iterable, Iterator, Sequence

from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.referee.catalogue import (
    CARRIED,
    CONSTANT,
    CROSS_HALVED,
    GRAVITY_SIGN,
    GRAVITY_TURNED,
    HEIGHT,
    LENGTH,
    NO_HALF,
    ON_SLIDE,
    RELATIVE,
    ROTATION,
    SEPARATE,
    TWICE,
)
from linkwise.referee.slips import Slip, split_name
from linkwise.referee.turning import Turning

Early = tuple[Slip, str, Energies]  # the slip, what it was made on, and the energies it gives


def energy_slips(
    right: Energies, turnings: Sequence[Turning], heights: Iterable[tuple[str, PolyElement]]
) -> Iterator[Early]:
    """Yield every slip that is made in an energy."""
    yield from _inertia_slips(right, turnings)
    yield from _whole_slips(right)
    yield from _length_slips(right)
    yield from _weight_slips(right)
    for about, lost in heights:
        yield HEIGHT, about, right.with_energies(P=right.P - lost)
    letters = right.letters
    for x, turns in zip(letters.q, letters.turning, strict=True):
        if not turns:
            K = without(right.K, letters.plain()[x])
            yield CONSTANT, str(x), right.with_energies(K=K)


def added_energies(right: Energies, wrong: Energies) -> Energies:
    """Return what a slip adds to the energies."""
    nothing = (right.zero,) * len(right.friction)
    return Energies(right.letters, wrong.K - right.K, wrong.P - right.P, nothing)


def _letters(right: Energies, stem: str) -> dict[str, PolyElement]:
    """Return the generators of the model's letters with a stem, by name."""
    plain = right.letters.plain()
    return {str(x): plain[x] for x in right.letters.parameters if split_name(str(x))[0] == stem}


def _inertia_slips(right: Energies, turnings: Sequence[Turning]) -> Iterator[Early]:
    """Yield the slips in the energy of turning, link by link and in all links."""
    none, shifted = right.K, right.K
    for link in turnings:
        K_rest = right.K - link.energy
        none, shifted = none - link.energy, shifted + link.of_mass
        yield ROTATION, link.name, right.with_energies(K=K_rest)
        if link.own != link.energy:
            about = RELATIVE if link.turns else ON_SLIDE
            yield about, link.name, right.with_energies(K=K_rest + link.own)
            if link.turns and link.of_mass:
                K = K_rest + link.own - link.of_mass + link.own_of_mass
                yield RELATIVE, f"{link.name} about its joint", right.with_energies(K=K)
        if not link.turns:
            yield ON_SLIDE, f"{link.name} once more", right.with_energies(K=right.K + link.own)
        if link.of_mass:
            yield TWICE, link.name, right.with_energies(K=right.K + link.of_mass)
    if len(turnings) > 1:
        yield ROTATION, "all links", right.with_energies(K=none)
        yield TWICE, "all links", right.with_energies(K=shifted)


def _whole_slips(right: Energies) -> Iterator[Early]:
    """Yield the slips in a whole energy."""
    alone = right.zero
    for rate in right.letters.vector(right.letters.qd):
        alone = alone + (right.K.diff(rate).diff(rate) * rate**2).quo_ground(2)
    yield SEPARATE, "", right.with_energies(K=alone)
    yield CROSS_HALVED, "", right.with_energies(K=(right.K + alone).quo_ground(2))
    yield NO_HALF, "", right.with_energies(K=right.K * 2)
    yield GRAVITY_SIGN, "", right.with_energies(P=-right.P)
    n, turned = right.letters.n, right.zero
    for powers, factor in right.P.terms():
        exchanged = (*powers[n : 2 * n], *powers[:n], *powers[2 * n :])
        turned[exchanged] = turned.get(exchanged, 0) + factor
    yield GRAVITY_TURNED, "", right.with_energies(P=right.letters.reduced(turned))


def _length_slips(right: Energies) -> Iterator[Early]:
    """Yield the slips of writing lc for l, or l for lc, from the start."""
    lengths, arms = _letters(right, "l"), _letters(right, "lc")
    for name, length in lengths.items():
        arm_name = f"lc{split_name(name)[1]}"
        if arm_name not in arms:
            continue
        for letter, wrong, about in (
            (length, arms[arm_name], f"{arm_name} for {name}"),
            (arms[arm_name], length, f"{name} for {arm_name}"),
        ):
            K, P = right.K.compose(letter, wrong), right.P.compose(letter, wrong)
            yield LENGTH, f"{about}, all through", right.with_energies(K=K, P=P)
            yield LENGTH, f"{about} in K", right.with_energies(K=K)


def _weight_slips(right: Energies) -> Iterator[Early]:
    """Yield the slips of not hanging a link's weight on the lengths before it."""
    gens = right.letters.ring.gens
    for mass_name, mass in _letters(right, "m").items():
        for length_name, length in _letters(right, "l").items():
            i, j = gens.index(mass), gens.index(length)
            kept = right.zero
            for powers, factor in right.P.terms():
                if not (powers[i] and powers[j]):
                    kept[powers] = factor
            if kept != right.P:
                about = f"{mass_name} at {length_name}"
                yield CARRIED, about, right.with_energies(P=kept)


def without(element: PolyElement, letter: PolyElement) -> PolyElement:
    """Return an element without the terms that hold a letter."""
    i = element.ring.gens.index(letter)
    out = element.ring.zero
    for powers, factor in element.terms():
        if not powers[i]:
            out[powers] = factor
    return out
