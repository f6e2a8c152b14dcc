"""Slips made in the energies: everything that is derived from them is spoilt in one way."""

from collections.abc import Iterator

from sympy.polys.rings import PolyElement

from linkwise.lagrange.energies import Energies
from linkwise.lagrange.slips import Slip, link_number, split_name
from linkwise.lagrange.term_slips import LENGTH

Early = tuple[Slip, str, Energies]  # the slip, what it was made on, and the energies it gives

ROTATION = Slip("rotational energy left out", "the body turns too: ½ I ω² belongs to its energy")
RELATIVE = Slip(
    "relative rate for absolute rate",
    "the rate of a link is the sum of the joint rates up to it, not its own joint's alone",
)
TWICE = Slip(
    "inertia about the joint and m lc² at once",
    "the inertia about the joint was used, and m lc² added once more",
)
SEPARATE = Slip("energies of single motions added", "the square of a sum has a cross term")
NO_HALF = Slip("energy without ½", "K = ½ m v² + ½ I ω²")
GRAVITY = Slip("gravity sign", "P = −m gᵀ p grows with the height")
TURNED = Slip(
    "gravity: sine and cosine exchanged",
    "the angle is measured from the horizontal, so heights are sines",
)
CARRIED = Slip("weight not carried", "an outer link's weight also hangs on the joints further in")
CONSTANT = Slip(
    "moving length taken as constant", "the slider's place in the inertia changes with q"
)


def energy_slips(right: Energies) -> Iterator[Early]:
    """Yield every slip that is made in an energy."""
    yield from _inertia_slips(right)
    yield from _whole_slips(right)
    yield from _length_slips(right)
    yield from _weight_slips(right)
    letters = right.letters
    for x, turns in zip(letters.q, letters.turning, strict=True):
        if not turns:
            K = without(right.K, letters.plain()[x])
            yield CONSTANT, str(x), right.with_energies(K=K)


def _letters(right: Energies, stem: str) -> dict[str, PolyElement]:
    """Return the generators of the model's letters with a stem, by name."""
    plain = right.letters.plain()
    return {str(x): plain[x] for x in right.letters.parameters if split_name(str(x))[0] == stem}


def _inertia_slips(right: Energies) -> Iterator[Early]:
    """Yield the slips in the energy of turning."""
    inertias = _letters(right, "I")
    rates = right.letters.vector(right.letters.qd)
    masses, arms = _letters(right, "m"), _letters(right, "lc")
    none, shifted = right.K, right.K
    for name, inertia in inertias.items():
        rest = without(right.K, inertia)
        none = without(none, inertia)
        yield ROTATION, name, right.with_energies(K=rest)
        k = link_number(name)
        if k is None or k >= len(rates):
            continue
        own = (inertia * rates[k] ** 2).quo_ground(2)
        yield RELATIVE, name, right.with_energies(K=rest + own)
        m, lc = masses.get(f"m{k + 1}"), arms.get(f"lc{k + 1}")
        if m is not None and lc is not None:
            about_joint = inertia + m * lc**2
            yield TWICE, name, right.with_energies(K=right.K.compose(inertia, about_joint))
            shifted = shifted.compose(inertia, about_joint)
    if len(inertias) > 1:
        yield ROTATION, "all links", right.with_energies(K=none)
        yield TWICE, "all links", right.with_energies(K=shifted)


def _whole_slips(right: Energies) -> Iterator[Early]:
    """Yield the slips in a whole energy."""
    alone = right.zero
    for rate in right.letters.vector(right.letters.qd):
        alone = alone + (right.K.diff(rate).diff(rate) * rate**2).quo_ground(2)
    yield SEPARATE, "", right.with_energies(K=alone)
    yield NO_HALF, "", right.with_energies(K=right.K * 2)
    yield GRAVITY, "", right.with_energies(P=-right.P)
    n, turned = right.letters.n, right.zero
    for powers, factor in right.P.terms():
        exchanged = (*powers[n : 2 * n], *powers[:n], *powers[2 * n :])
        turned[exchanged] = turned.get(exchanged, 0) + factor
    yield TURNED, "", right.with_energies(P=right.letters.reduced(turned))


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
