"""The one form of an element of the ring: every s² replaced by 1 − c²."""

from functools import lru_cache
from itertools import product
from math import comb, lcm, prod

from sympy.polys.domains import QQ
from sympy.polys.rings import PolyElement

Powers = tuple[int, ...]


def without_squares(element: PolyElement, n: int) -> PolyElement:
    """Return an element without squares of sines; its ring begins with n cosines and n sines."""
    if all(power < 2 for powers in element for power in powers[n : 2 * n]):
        return element
    whole = lcm(*(int(factor.denominator) for factor in element.values()))
    total: dict[Powers, int] = {}  # times whole, for whole numbers are added faster than fractions
    for powers, factor in element.items():
        share = int(factor.numerator) * (whole // int(factor.denominator))
        for waves, multiple in _multiplied_out(powers[:n], powers[n : 2 * n]):
            key = (*waves, *powers[2 * n :])
            total[key] = total.get(key, 0) + share * multiple
    return element.ring.from_dict({key: QQ(x, whole) for key, x in total.items() if x})


@lru_cache(maxsize=10_000)
def _multiplied_out(cosines: Powers, sines: Powers) -> tuple[tuple[Powers, int], ...]:
    """Return the powers of all c and s, and their factors, in Π c^a s^b with s² = 1 − c²."""
    halves, odd = [b // 2 for b in sines], [b % 2 for b in sines]
    return tuple(
        (
            (*(a + 2 * k for a, k in zip(cosines, chosen, strict=True)), *odd),
            prod((-1) ** k * comb(half, k) for half, k in zip(halves, chosen, strict=True)),
        )
        for chosen in product(*(range(half + 1) for half in halves))
    )
