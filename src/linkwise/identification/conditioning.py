"""How well a regressor tells its columns apart."""

import numpy as np

from linkwise.spatial.scalars import Array


def condition_number(W: Array) -> float:
    """Return the ratio of largest to least singular value, columns scaled to length 1.

    So it does not depend on units, and no other scaling makes it smaller by more than the root of
    the number of columns.  It is infinite where a column is zero.

    References
    ----------
    A. van der Sluis, *Numerische Mathematik* 14 (1969), theorem 3.5.

    Examples
    --------
    >>> import numpy as np
    >>> condition_number(np.diag([1.0, 1e-6]))
    1.0
    """
    singular, _ = scaled_singular_values(W)
    return float(singular[0] / singular[-1]) if singular[-1] > 0 else np.inf


def quick_condition_number(W: Array) -> float:
    """Return the same by the eigenvalues of WᵀW: with half the digits, in a tenth of the time."""
    Gram = W.T @ W
    length = np.sqrt(np.diag(Gram))
    if not length.all():
        return np.inf
    eigenvalues = np.linalg.eigvalsh(Gram / np.outer(length, length))
    rounding = len(Gram) * np.finfo(float).eps * eigenvalues[-1]
    return float(np.sqrt(eigenvalues[-1] / max(eigenvalues[0], rounding)))


def scaled_singular_values(W: Array) -> tuple[Array, Array]:
    """Return singular values ``(b,)``, descending, and right vectors ``(b, b)``, a row each."""
    length = np.linalg.norm(W, axis=0)
    _, singular, V = np.linalg.svd(W / np.where(length > 0, length, 1), full_matrices=False)
    return singular, V
