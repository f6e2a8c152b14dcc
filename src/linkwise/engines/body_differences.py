"""What the bodies of two engines differ in, and which option of a compiler would do that."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from linkwise.auditing.closeness import close, close_bodies
from linkwise.number_text import short, vector
from linkwise.spatial.inertia import Inertia


@dataclass(frozen=True)
class Pair:
    """What one joint carries in two engines, named a and b."""

    joint: str
    a: Inertia
    b: Inertia


def different(
    a: Mapping[str, Inertia], b: Mapping[str, Inertia], tolerance: float
) -> tuple[Pair, ...]:
    """Return the joints that carry different bodies."""
    pairs = (Pair(name, a[name], b[name]) for name in a if name in b)
    return tuple(pair for pair in pairs if not close_bodies(pair.a, pair.b, tolerance))


def body_words(pairs: tuple[Pair, ...], a: str, b: str, tolerance: float) -> Iterator[str]:
    """Yield one sentence for every joint whose bodies differ in the engines named a and b."""
    for pair in pairs:
        yield (
            f"{pair.joint!r} carries {_numbers(pair.a)} in {a}, {_numbers(pair.b)} in {b}"
            + "".join(f": {words}" for words in _why(pair, a, b, tolerance))
        )


def _why(pair: Pair, a: str, b: str, tolerance: float) -> list[str]:
    """Return which option of MuJoCo makes its body of the other: the first rule that fits."""
    for other, own, engine in ((pair.a, pair.b, b), (pair.b, pair.a, a)):
        if engine == "mujoco":
            return [words for words, fits in RULES.items() if fits(other, own, tolerance)][:1]
    return []


def _made_up(x: Inertia, y: Inertia, _: float) -> bool:
    return x.is_zero and not y.is_zero


def _balanced(x: Inertia, y: Inertia, tolerance: float) -> bool:
    moments = x.principal()[0]
    mean = np.full(3, moments.mean())
    return not close(moments, mean, tolerance) and close(y.principal()[0], mean, tolerance)


def _raised(x: Inertia, y: Inertia, tolerance: float) -> bool:
    """Tell whether mass or moments of x below a bound are that bound in y, and the rest as is."""
    before, after = x.principal()[0], y.principal()[0]
    risen = after[after > before * (1 + tolerance)]
    at_bound = all(close(m, risen[0], tolerance) for m in risen)
    kept = close(after[len(risen) :], before[len(risen) :], tolerance)
    heavier = float(y.mass) > float(x.mass) * (1 + tolerance)
    return at_bound and kept and (heavier or (len(risen) > 0 and close(x.mass, y.mass, tolerance)))


def _scaled(x: Inertia, y: Inertia, tolerance: float) -> bool:
    if float(x.mass) <= 0:
        return False
    ratio = y.mass / x.mass
    return close(y.parameters(), x.parameters() * ratio, tolerance)


RULES: Mapping[str, Callable[[Inertia, Inertia, float], bool]] = {
    "made up from shapes, as by inertiafromgeom": _made_up,
    "all moments are their mean, as by balanceinertia": _balanced,
    "all of it is scaled, as by settotalmass": _scaled,
    "mass or moments are raised, as by boundmass or boundinertia": _raised,
}


def _numbers(body: Inertia) -> str:
    if body.is_zero:
        return "nothing"
    return f"{short(body.mass)} kg with moments {vector(body.principal()[0])} kg m²"
