"""Numbers of any kind in arrays: floats, complex, SymPy, fractions, polynomial rings, tracers.

Real and complex numbers live in float64 and complex128 arrays, everything else in object
arrays.  The helpers here are all that the algorithms need to be blind to the difference.
"""

import cmath
import importlib
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from numbers import Complex
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwise.spatial.errors import LinkwiseError

Array = NDArray[Any]


def as_array(x: ArrayLike, what: str = "the value") -> Array:
    """Return `x` as a fresh float64, complex128 or object array.

    Parameters
    ----------
    x
        A number or nested sequence of numbers of any kind.
    what
        What to call `x` in an error message.

    Returns
    -------
    ndarray
        Never shares memory with `x`.  In object arrays whole floats become ints, so that an
        idle 0.0 or 1.0 does not turn exact or symbolic results into floats.

    Raises
    ------
    LinkwiseError
        If `x` is ragged or holds text.
    """
    try:
        a = np.array(x)
    except ValueError as error:
        raise LinkwiseError(f"{what} is ragged: {error}") from None
    if a.dtype.kind in "biuf":
        return a.astype(np.float64)
    if a.dtype.kind == "c":
        return a.astype(np.complex128)
    if a.dtype.kind != "O" or any(isinstance(e, str) or e is None for e in a.flat):
        raise LinkwiseError(f"{what} must hold numbers or symbols, got {x!r}")
    return as_object(a)


def as_object(a: Array) -> Array:
    """Return a copy of `a` with object elements, whole numbers among them as Python ints."""
    exact = np.empty(a.shape, dtype=object)
    for index, e in np.ndenumerate(a):
        whole = isinstance(e, (int, float, np.integer)) and e == e // 1
        exact[index] = int(e) if whole else e
    return exact


def is_numeric(a: Array) -> bool:
    """Tell whether `a` holds plain real or complex numbers, whose values can be checked."""
    return a.dtype != object


def alike(*arrays: Array) -> tuple[Array, ...]:
    """Return the arrays, all of them with object elements if one of them has."""
    if all(map(is_numeric, arrays)) or not any(map(is_numeric, arrays)):
        return arrays
    return tuple(as_object(a) if is_numeric(a) else a for a in arrays)


def require_finite(a: Array, what: str) -> None:
    """Raise a `LinkwiseError` that names the first entry of `a` that is NaN or infinite."""
    if is_numeric(a) and not np.isfinite(a).all():
        index = tuple(int(k) for k in np.argwhere(~np.isfinite(a))[0])
        where = f"[{', '.join(map(str, index))}]" if index else ""
        raise LinkwiseError(f"{what}{where} is {a[index]}: a finite number is wanted")


def concatenate(parts: Iterable[Array]) -> Array:
    """Join arrays along their last axis, the batch axes before it broadcast."""
    arrays = list(parts)
    batch = np.broadcast_shapes(*(a.shape[:-1] for a in arrays))
    return np.concatenate([np.broadcast_to(a, (*batch, a.shape[-1])) for a in arrays], axis=-1)


def stack(parts: Iterable[Any]) -> Array:
    """Put numbers or arrays side by side along a new last axis, broadcast against each other."""
    return concatenate(np.asarray(a)[..., None] for a in parts)


def symbols_package(*arrays: Array) -> Any:
    """Return the package (SymPy or one like it) of the first symbolic element, or None."""
    elements = (e for a in arrays if a.dtype == object for e in a.flat)
    return next((package_of(e) for e in elements if hasattr(e, "free_symbols")), None)


def package_of(x: Any) -> Any:
    """Return the top package that the class of x comes from."""
    return importlib.import_module(type(x).__module__.partition(".")[0])


def _elementwise(name: str) -> Callable[[Array], Array]:
    """Return the function `name` ("cos" or "sin") for arrays of any kind of number."""

    def of_one(x: Any) -> Any:
        if hasattr(x, name):  # exact angles, ring elements, tracers
            return getattr(x, name)()
        if isinstance(x, int) and x == 0:  # exact, so that symbols stay clean
            return 1 if name == "cos" else 0
        if isinstance(x, (int, float)):
            return getattr(math, name)(x)
        if isinstance(x, complex):
            return getattr(cmath, name)(x)
        home = package_of(x)  # sympy, mpmath, ...
        if not hasattr(home, name):
            raise LinkwiseError(
                f"there is no {name} of {x!r} ({type(x).__name__}): "
                "give a float, a symbol or an ExactAngle"
            )
        return getattr(home, name)(x)

    elements = np.frompyfunc(of_one, 1, 1)

    def of_array(x: Array) -> Array:
        return np.asarray(elements(x)) if x.dtype == object else getattr(np, name)(x)

    return of_array


cos = _elementwise("cos")
sin = _elementwise("sin")


def sign(x: Array) -> Array:
    """Return −1, 0 or 1, of complex numbers by their real part, of symbols as a symbol.

    Examples
    --------
    >>> sign(np.array([-2.5, 0, 3]))
    array([-1.,  0.,  1.])
    """
    if x.dtype == object:
        return np.asarray(_sign(x), dtype=object)
    signs: Array = np.sign(x.real)
    return signs


def _sign_of_one(x: Any) -> Any:
    if hasattr(x, "sign") and callable(x.sign):  # tracers
        return x.sign()
    if isinstance(x, Complex):
        real: Any = x.real
        return int(bool(real > 0)) - int(bool(real < 0))
    return package_of(x).sign(x)


_sign = np.frompyfunc(_sign_of_one, 1, 1)


def quotient(a: Any, b: Any) -> Array:
    """Return a / b for any kind of number: two ints give a `Fraction`, and x / 0 is NaN.

    Examples
    --------
    >>> quotient(1, np.array([2, 0])), quotient(1, np.array(2, dtype=object))
    (array([0.5, nan]), array(Fraction(1, 2), dtype=object))
    """
    a, b = np.asarray(a), np.asarray(b)
    if is_numeric(a) and is_numeric(b):
        ratio: Array = a / np.where(b == 0, np.nan, b)
        return ratio
    return np.asarray(_ratio(a, b), dtype=object)


def _ratio_of_one(x: Any, y: Any) -> Any:
    if isinstance(y, Complex) and y == 0:
        return math.nan
    return Fraction(x, y) if isinstance(x, int) and isinstance(y, int) else x / y


_ratio = np.frompyfunc(_ratio_of_one, 2, 1)


def cos_sin_constant(angle: Any) -> tuple[Any, Any]:
    """Return cos and sin of a constant angle (rad), exactly 0 or ±1 at multiples of 90°."""
    x = as_array(angle, "the angle")
    if x.ndim:
        raise LinkwiseError(f"one angle is wanted, got {angle!r}")
    require_finite(x, "the angle")
    if isinstance(angle, (int, float, np.integer, np.floating)):
        quarters = round(float(angle) / (math.pi / 2))
        if abs(angle - quarters * (math.pi / 2)) <= 1e-15 * max(1, abs(quarters)):
            return (1, 0, -1, 0)[quarters % 4], (0, 1, 0, -1)[quarters % 4]
    return cos(x)[()], sin(x)[()]
