"""Cross products of 3-vectors and of spatial vectors (motions and forces).

Every function takes arrays ``(..., 3)`` or ``(..., 6)`` of any kind of number and broadcasts over
the leading axes.  Both arguments are in the same frame, and so is the result.

References
----------
R. Featherstone, *Rigid Body Dynamics Algorithms*, Springer 2008 (RBDA), section 2.9, eqs. 2.31 to
2.34.
"""

from linkwise.spatial.scalars import Array, concatenate, stack


def cross(a: Array, b: Array) -> Array:
    """Return the 3-vector product a × b, shape ``(..., 3)``.

    Examples
    --------
    >>> import numpy as np
    >>> cross(np.array([1, 0, 0]), np.array([0, 1, 0]))
    array([0, 0, 1])
    """
    a_x, a_y, a_z = a[..., 0], a[..., 1], a[..., 2]
    b_x, b_y, b_z = b[..., 0], b[..., 1], b[..., 2]
    return stack([a_y * b_z - a_z * b_y, a_z * b_x - a_x * b_z, a_x * b_y - a_y * b_x])


def dot(a: Array, b: Array) -> Array:
    """Return Σ a_k b_k over the last axis, kept as an axis of one: shape ``(..., 1)``.

    Examples
    --------
    >>> import numpy as np
    >>> dot(np.array([1, 2, 3]), np.array([4, 5, 6]))
    array([32])
    """
    product: Array = (a * b).sum(axis=-1, keepdims=True)
    return product


def times(A: Array, x: Array) -> Array:
    """Return the matrix-vector product A x for ``(..., m, n)`` and ``(..., n)``.

    Examples
    --------
    >>> import numpy as np
    >>> times(np.diag([1, 2, 3]), np.array([1, 1, 1]))
    array([1, 2, 3])
    """
    product: Array = (A @ x[..., None])[..., 0]
    return product


def transpose(A: Array) -> Array:
    """Return the transpose of the last two axes of A, shape ``(..., n, m)``."""
    return A.swapaxes(-1, -2)


def skew(p: Array) -> Array:
    """Return the matrix [p]× with [p]× b = p × b, shape ``(..., 3, 3)``.

    Examples
    --------
    >>> import numpy as np
    >>> skew(np.array([1, 2, 3]))
    array([[ 0, -3,  2],
           [ 3,  0, -1],
           [-2,  1,  0]])
    """
    x, y, z = p[..., 0], p[..., 1], p[..., 2]
    o = x * 0
    return stack([stack([o, z, -y]), stack([-z, o, x]), stack([y, -x, o])])  # columns


def unskew(A: Array) -> Array:
    """Return the p of [p]×, shape ``(..., 3)``: the inverse of `skew`.

    Examples
    --------
    >>> import numpy as np
    >>> unskew(skew(np.array([1, 2, 3])))
    array([1, 2, 3])
    """
    return stack([A[..., 2, 1], A[..., 0, 2], A[..., 1, 0]])


def split(v: Array) -> tuple[Array, Array]:
    """Return the angular and the linear half of a spatial vector ``(..., 6)``."""
    return v[..., :3], v[..., 3:]


def motion_cross(v: Array, m: Array) -> Array:
    """Return v × m of two motions: the rate of m, were it fixed in a frame that moves with v.

    (ω, v) × (m_ω, m_v) = (ω × m_ω, ω × m_v + v × m_ω)    (RBDA eq. 2.31)

    Parameters
    ----------
    v, m
        Motions ``(..., 6)`` in one frame, angular part first.

    Returns
    -------
    ndarray
        Motion ``(..., 6)``.

    Examples
    --------
    >>> import numpy as np
    >>> motion_cross(np.array([0, 0, 1, 0, 0, 0]), np.array([0, 0, 0, 1, 0, 0]))
    array([0, 0, 0, 0, 1, 0])
    """
    (omega, u), (m_omega, m_u) = split(v), split(m)
    return concatenate([cross(omega, m_omega), cross(omega, m_u) + cross(u, m_omega)])


def force_cross(v: Array, f: Array) -> Array:
    """Return v ×* f: the rate of a force that is fixed in a frame that moves with v.

    (ω, v) ×* (n, f) = (ω × n + v × f, ω × f)    (RBDA eq. 2.32)

    Parameters
    ----------
    v
        Motion ``(..., 6)``, angular part first.
    f
        Force ``(..., 6)``, moment first, in the same frame.

    Returns
    -------
    ndarray
        Force ``(..., 6)``.

    Examples
    --------
    >>> import numpy as np
    >>> force_cross(np.array([0, 0, 1, 0, 0, 0]), np.array([0, 0, 0, 2, 0, 0]))
    array([0, 0, 0, 0, 2, 0])
    """
    (omega, u), (n, f_3) = split(v), split(f)
    return concatenate([cross(omega, n) + cross(u, f_3), cross(omega, f_3)])


def motion_cross_matrix(v: Array) -> Array:
    """Return the 6x6 matrix [v]× of `motion_cross`, shape ``(..., 6, 6)`` (RBDA eq. 2.31)."""
    omega, u = split(v)
    upper = concatenate([skew(omega), skew(omega) * 0])
    lower = concatenate([skew(u), skew(omega)])
    return transpose(concatenate([transpose(upper), transpose(lower)]))


def force_cross_matrix(v: Array) -> Array:
    """Return the 6x6 matrix [v]×* = −[v]×ᵀ of `force_cross`, shape ``(..., 6, 6)``."""
    return -transpose(motion_cross_matrix(v))
