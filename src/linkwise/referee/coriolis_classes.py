"""Which Coriolis matrix is this?  Right product, skew, Christoffel, or none of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwise.algorithms.coriolis import coriolis_matrix, coriolis_torque, mass_matrix_rate
from linkwise.models.robot import Robot, require_numbers
from linkwise.proving.called import called
from linkwise.spatial.errors import LinkwiseError, require_whole
from linkwise.spatial.scalars import Array

Kind = Literal["wrong product", "right product, not skew", "skew, not Christoffel", "Christoffel"]


@dataclass(frozen=True, eq=False)
class CoriolisClass:
    """What a Coriolis matrix is, and a state that shows what it is not.

    Attributes
    ----------
    kind : str
        "wrong product": C q̇ are not the velocity products; "right product, not skew": Ṁ − 2C is
        not skew-symmetric; "skew, not Christoffel"; or "Christoffel".
    residual : float
        Largest entry of what fails, relative to the largest entry it is compared with: of
        C q̇ − (velocity products), of the symmetric part of Ṁ − 2C, or of C − (Christoffel C).
    entry : tuple of int
        Where in that vector or matrix, counted from 0; empty for "Christoffel".
    q, qd : ndarray
        The state where it is largest.
    """

    kind: Kind
    residual: float
    entry: tuple[int, ...]
    q: Array
    qd: Array

    def __str__(self) -> str:
        if self.kind == "Christoffel":
            return f"Christoffel: no difference above {self.residual:.1e} at the states tried"
        failing = {
            "wrong product": "C qd",
            "right product, not skew": "dM/dt - 2C, symmetric part",
            "skew, not Christoffel": "C - Christoffel C",
        }[self.kind]
        place = ", ".join(str(k + 1) for k in self.entry)
        q, qd = (np.array2string(x, precision=4) for x in (self.q, self.qd))
        return (
            f"{self.kind}: entry ({place}) of {failing} is off by {self.residual:.2g} "
            f"at q = {q}, qd = {qd}"
        )


def classify_coriolis(
    robot: Robot,
    C: Any,
    symbols: tuple[Sequence[Any], Sequence[Any]] | None = None,
    *,
    states: int = 50,
    tolerance: float = 1e-9,
    seed: int = 0,
) -> CoriolisClass:
    """Tell which kind of Coriolis matrix a matrix function or a symbolic matrix is.

    Parameters
    ----------
    robot
        The model that C is claimed for; numbers only.
    C
        A function of one state ``(q, qd)`` that returns an ``(n, n)`` matrix, or a SymPy matrix.
    symbols
        For a SymPy matrix: its symbols for q and for q̇, in the order of the joints.  All others
        must be replaced by numbers before.
    states
        Number of random states to try.
    tolerance
        Relative difference that counts as rounding.
    seed
        Of the random states.

    Returns
    -------
    CoriolisClass
        The kind, with a witness.

    Raises
    ------
    LinkwiseError
        If C raises, has not shape (n, n) or is not finite, symbols are left in it, or there are no
        states.

    References
    ----------
    S. Echeandia, P. M. Wensing, *J. Computational and Nonlinear Dynamics* 16 (2021) 091004,
    section 2: admissible factorisations and the Christoffel one.

    Examples
    --------
    >>> from linkwise import coriolis_matrix, planar_2r
    >>> arm = planar_2r()
    >>> classify_coriolis(arm, lambda q, qd: coriolis_matrix(arm, q, qd, form="upper")).kind
    'right product, not skew'
    """
    require_numbers(robot, "give a robot of numbers")
    function = C if callable(C) else matrix_function(C, symbols)
    require_whole(states, "states", 1)
    rng = np.random.default_rng(seed)
    q, qd = rng.uniform(-np.pi, np.pi, (2, states, robot.n))
    claimed = np.array([matrix_at(robot, function, *state) for state in zip(q, qd, strict=True)])
    product = coriolis_torque(robot, q, qd)
    right = coriolis_matrix(robot, q, qd)
    N = mass_matrix_rate(robot, q, qd) - 2 * claimed
    scale = max(np.abs(right).max(), np.abs(claimed).max(), 1e-300)
    tests: list[tuple[Kind, Array, float]] = [
        ("wrong product", (claimed @ qd[..., None])[..., 0] - product, scale * np.abs(qd).max()),
        ("right product, not skew", (N + N.swapaxes(-1, -2)) / 2, scale),
        ("skew, not Christoffel", claimed - right, scale),
    ]
    for kind, difference, size in tests:
        off = np.abs(difference) / size
        if off.max() > tolerance:
            state, *entry = np.unravel_index(int(off.argmax()), off.shape)
            place = tuple(int(k) for k in entry)
            return CoriolisClass(kind, float(off.max()), place, q[state], qd[state])
    return CoriolisClass("Christoffel", float(off.max()), (), q[0], qd[0])


def matrix_function(
    C: Any, symbols: tuple[Sequence[Any], Sequence[Any]] | None
) -> Callable[..., Any]:
    """Return a numeric function of a SymPy matrix."""
    import sympy

    if symbols is None:
        raise LinkwiseError("a symbolic C wants symbols=(q, qd): its symbols in joint order")
    try:
        matrix, vectors = sympy.Matrix(C), [list(vector) for vector in symbols]
    except (TypeError, ValueError):
        raise LinkwiseError(
            f"C must be a function or a SymPy matrix with symbols=(q, qd), got {C!r}"
        ) from None
    if left := matrix.free_symbols - {s for vector in vectors for s in vector}:
        names = ", ".join(sorted(map(str, left)))
        raise LinkwiseError(f"C still has the symbols {names}: replace them by the robot's numbers")
    made: Callable[..., Any] = sympy.lambdify(vectors, matrix)
    return made


def matrix_at(robot: Robot, function: Callable[..., Any], q: Array, qd: Array) -> Array:
    """Return the claimed matrix at one state, or say that it has the wrong shape."""
    result = called("C(q, qd)", function, (q.copy(), qd.copy()))  # it may write into them
    try:
        C = np.asarray(result, dtype=float)
    except (TypeError, ValueError):
        raise LinkwiseError(f"C(q, qd) must be a matrix of real numbers, got {result!r}") from None
    if not np.isfinite(C).all():
        raise LinkwiseError(f"C(q, qd) is not finite at q = {q}, qd = {qd}")
    if C.shape != (robot.n, robot.n):
        raise LinkwiseError(f"C must have shape {(robot.n, robot.n)}, got {C.shape}")
    return C
