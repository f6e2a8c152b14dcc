"""Values of SymPy expressions in interval arithmetic: bounds that hold, whatever is rounded.

Every operation is done on intervals and rounded outwards, so that the result holds the true value
(R. E. Moore, R. B. Kearfott, M. J. Cloud, *Introduction to Interval Analysis*, chapters 2 and 5).
"""

from collections.abc import Callable, Mapping
from typing import Any

import sympy
from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import ComplexResult

from linkwise.spatial.errors import LinkwiseError

DIGITS = 50  # of the ends
WHOLE = 1_000  # largest whole exponent

iv = MPIntervalContext()
iv.dps = DIGITS

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sympy.cos: iv.cos, sympy.sin: iv.sin, sympy.tan: iv.tan, sympy.cot: iv.cot,
    sympy.sec: iv.sec, sympy.csc: iv.csc, sympy.exp: iv.exp, sympy.log: iv.log, sympy.Abs: abs,
    sympy.atan2: iv.atan2,
    sympy.atan: lambda x: iv.atan2(x, iv.one),
    sympy.asin: lambda x: iv.atan2(x, iv.sqrt(1 - x * x)),
    sympy.acos: lambda x: iv.atan2(iv.sqrt(1 - x * x), x),
}  # fmt: skip
CONSTANTS = {sympy.pi: iv.pi, sympy.E: iv.e}


def enclosure(expression: Any, state: Mapping[Any, sympy.Rational]) -> Any:
    """Return an interval in which an expression's value lies, None if it has no finite real one.

    Raises
    ------
    LinkwiseError
        If it holds a function of which no interval is known.
    """
    try:
        value = _enclosed(expression, state)
    except (ComplexResult, ZeroDivisionError):
        return None
    finite = isinstance(value, iv.mpf) and iv.ninf < value.a and value.b < iv.inf
    return value if finite else None


def _enclosed(e: Any, state: Mapping[Any, sympy.Rational]) -> Any:
    if e in state:
        e = state[e]
    if e.is_Rational:
        return iv.mpf(int(e.p)) / int(e.q)
    if e in CONSTANTS:
        return +CONSTANTS[e]
    if e.is_Pow:
        return _power(_enclosed(e.base, state), e.exp, state)
    if e.is_Atom:
        raise ComplexResult(f"{e} is no real number")
    parts = [_enclosed(x, state) for x in e.args]
    if e.is_Add:
        return sum(parts[1:], parts[0])
    if e.is_Mul:
        product = parts[0]
        for part in parts[1:]:
            product = product * part
        return product
    if e.func not in FUNCTIONS:
        known = ", ".join(x.__name__ for x in FUNCTIONS)
        raise LinkwiseError(f"{e} has no bound here: known are roots, powers, {known}")
    return FUNCTIONS[e.func](*parts)


def _power(base: Any, exponent: Any, state: Mapping[Any, sympy.Rational]) -> Any:
    """Return a power; only a whole one, or a root of a positive number, is real."""
    if exponent.is_Integer and abs(exponent) <= WHOLE:
        return base ** int(exponent)
    if exponent == sympy.S.Half:
        return iv.sqrt(base)
    return iv.exp(_enclosed(exponent, state) * iv.log(base))
