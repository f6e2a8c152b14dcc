"""Expressions that share names for what they have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwise.spatial.scalars import Array

LONGEST = 3  # terms of a sum that is read within a product

Steps = tuple[tuple[Any, Any], ...]  # a name, and what it stands for


def named(results: Sequence[Array], start: int) -> tuple[Steps, list[Array]]:
    """Return SymPy expressions with names, numbered from `start`, for what is used repeatedly.

    Sines, cosines and negatives have no names of their own: they read as well.  Long sums within
    products have one.
    """
    import sympy

    from linkwise.lesson.letters.named_steps import free_stem

    flat = [sympy.sympify(x) for a in results for x in np.asarray(a, dtype=object).flat]
    found, forms = sympy.cse(flat)
    stem = free_stem(set().union(*(x.free_symbols for x in flat)))
    names = _Names(lambda k: sympy.Symbol(f"{stem}{k}"), start)
    meant: dict[Any, Any] = {}
    for name, e in found:
        form = names.shortened(e.xreplace(meant))
        plain = any(x.is_Symbol or isinstance(x, (sympy.sin, sympy.cos)) for x in (form, -form))
        meant[name] = form if plain else names.name(form)
    rest = iter([names.shortened(x.xreplace(meant)) for x in forms])
    return tuple(names.steps), [each(lambda _: next(rest), a) for a in results]


@dataclass
class _Names:
    """Names that have been given, in their order."""

    symbol: Callable[[int], Any]
    start: int
    steps: list[tuple[Any, Any]] = field(default_factory=list)

    def name(self, e: Any) -> Any:
        """Return a new name for an expression."""
        self.steps.append((self.symbol(self.start + len(self.steps)), e))
        return self.steps[-1][0]

    def shortened(self, e: Any) -> Any:
        """Return an expression with names for long sums within its products."""
        if not e.args:
            return e
        parts = [self.shortened(part) for part in e.args]
        return e.func(
            *(
                self.name(x) if not e.is_Add and x.is_Add and len(x.args) > LONGEST else x
                for x in parts
            )
        )


def each(function: Callable[[Any], Any], a: Array) -> Array:
    """Return an object array with the function of every entry."""
    out = np.empty(np.shape(a), dtype=object)
    for index, x in np.ndenumerate(np.asarray(a, dtype=object)):
        out[index] = function(x)
    return out
