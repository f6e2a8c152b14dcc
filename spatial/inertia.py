"""The inertia of a rigid body: mass, centre of mass and rotational inertia as one value.

An `Inertia` keeps what enters the equations linearly: the mass m, the first moment h = m c and
the rotational inertia about the frame's *origin*.  So inertias add, and a body without mass needs
no special case.
"""

from dataclasses import dataclass
from numbers import Complex
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import (
    Array,
    alike,
    as_array,
    concatenate,
    is_numeric,
    quotient,
    require_finite,
    stack,
)
from linkwise.spatial.transform import Transform
from linkwise.spatial.vectors import cross, dot, skew, split, times, transpose

PARAMETER_NAMES = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")


@dataclass(frozen=True, eq=False, init=False)
class Inertia:
    """The inertia of a rigid body in one frame.

    The spatial inertia is, angular part first (RBDA eq. 2.63),

    I = [[I_o, [h]×], [[h]×ᵀ, m 1]],   h = m c,   I_o = I_c − m [c]× [c]×.

    Parameters
    ----------
    mass
        m, in kg.
    com
        Centre of mass c in the frame ``(3,)``, in m.
    tensor
        Rotational inertia ``(3, 3)`` about the *centre of mass*, axes of the frame, in kg m²,
        entries as the matrix has them (``Ixy`` is minus the integral ∫ x y dm).  Zero if not given:
        a point mass.

    Attributes
    ----------
    mass : ndarray
        m, shape ``(...,)``.
    moment : ndarray
        First moment h = m c ``(..., 3)``, kg m.
    about_origin : ndarray
        I_o ``(..., 3, 3)``, rotational inertia about the frame's origin, kg m².

    Raises
    ------
    LinkwiseError
        If the mass is negative, the tensor is not symmetric, or an entry is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> body = Inertia(2, (0.5, 0, 0), np.diag([0, 0.1, 0.1]))
    >>> body.parameters()
    array([2. , 1. , 0. , 0. , 0. , 0. , 0. , 0.6, 0. , 0.6])
    """

    mass: Array
    moment: Array
    about_origin: Array

    def __init__(self, mass: Any, com: ArrayLike, tensor: ArrayLike | None = None) -> None:
        m, c = as_array(mass, "the mass"), as_array(com, "the centre of mass")
        I_c = as_array(np.zeros((3, 3)) if tensor is None else tensor, "the tensor")
        for a, shape, what in ((m, (), "mass"), (c, (3,), "com"), (I_c, (3, 3), "tensor")):
            if a.shape != shape:
                raise LinkwiseError(f"{what} must have shape {shape}, got {a.shape}")
            require_finite(a, what)
        m, c, I_c = alike(m, c, I_c)
        if is_numeric(m) and m < 0:
            raise LinkwiseError(f"mass is {m}: it cannot be negative")
        require_symmetric(I_c)
        h = c * m
        self._set(m, h, I_c + steiner(c, h * 0, h))

    def _set(self, m: Array, h: Array, I_o: Array) -> None:
        for name, value in (("mass", m), ("moment", h), ("about_origin", I_o)):
            object.__setattr__(self, name, np.asarray(value))

    @classmethod
    def trusted(cls, mass: Array, moment: Array, about_origin: Array) -> Self:
        """Return an inertia from (m, h, I_o) without checks, for use inside the recursions."""
        body = object.__new__(cls)
        body._set(mass, moment, about_origin)
        return body

    @classmethod
    def zero(cls) -> Self:
        """Return the inertia of nothing: no mass, no tensor."""
        return cls(0, np.zeros(3))

    @classmethod
    def from_parameters(cls, parameters: ArrayLike) -> Self:
        """Return the inertia with the ten parameters of `PARAMETER_NAMES`.

        Parameters
        ----------
        parameters
            ``[m, mcx, mcy, mcz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz]``; first moments in kg m, the six
            entries of the tensor about the frame's *origin* in kg m².
        """
        x = as_array(parameters, "the inertial parameters")
        if x.shape != (10,):
            raise LinkwiseError(f"ten inertial parameters are wanted, got shape {x.shape}")
        require_finite(x, "the inertial parameters")
        return cls.trusted(x[0], x[1:4], symmetric(*x[4:]))

    @property
    def is_zero(self) -> bool:
        """Whether all is plainly zero: no mass, no tensor, no symbol for one."""
        return all(isinstance(x, Complex) and x == 0 for x in self.parameters().flat)

    def parameters(self) -> Array:
        """Return ``[m, mcx, mcy, mcz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz]``, tensor about the origin."""
        I_o = self.about_origin
        upper = stack([I_o[..., i, j] for i in range(3) for j in range(i, 3)])
        return concatenate([self.mass[..., None], self.moment, upper])

    @property
    def com(self) -> Array:
        """Centre of mass c = h / m ``(..., 3)`` in m; the origin for a body without mass."""
        if is_numeric(self.mass):
            return self.moment / np.where(self.mass == 0, 1, self.mass)[..., None]
        if not self.moment.any():
            return self.moment.copy()
        return quotient(self.moment, self.mass[..., None])

    @property
    def tensor(self) -> Array:
        """Rotational inertia about the centre of mass ``(..., 3, 3)``, kg m²: I_o + [h]× [c]×."""
        h = self.moment
        I_c: Array = self.about_origin - steiner(self.com, h * 0, h)
        return I_c

    def matrix(self) -> Array:
        """Return the 6x6 spatial inertia [[I_o, [h]×], [[h]×ᵀ, m 1]]."""
        h = skew(self.moment)
        m = self.mass[..., None, None] * np.eye(3, dtype=int)
        upper = concatenate([self.about_origin, h])
        lower = concatenate([transpose(h), m])
        return transpose(concatenate([transpose(upper), transpose(lower)]))

    def pseudo_inertia(self) -> Array:
        """Return the 4x4 pseudo-inertia [[Σ, h], [hᵀ, m]] with Σ = ∫ x xᵀ dm = ½ tr(I_o) 1 − I_o.

        References
        ----------
        P. M. Wensing, S. Kim, J.-J. E. Slotine, *IEEE Robotics and Automation Letters* 3 (2018).
        """
        I_o, h = self.about_origin, self.moment[..., None]
        trace = (I_o[..., 0, 0] + I_o[..., 1, 1] + I_o[..., 2, 2])[..., None, None]
        Sigma = quotient(trace * np.eye(3, dtype=int), 2) - I_o
        left = concatenate([transpose(Sigma), h])
        right = concatenate([transpose(h), self.mass[..., None, None]])
        return transpose(concatenate([transpose(left), transpose(right)]))

    def __matmul__(self, v: Array) -> Array:
        """Return I v ``(..., 6)``: (I_o ω + h × u, m u − h × ω) for the motion v = (ω, u)."""
        omega, u = split(v)
        h = self.moment
        n = times(self.about_origin, omega) + cross(h, u)
        return concatenate([n, u * self.mass[..., None] - cross(h, omega)])

    def __add__(self, other: "Inertia") -> "Inertia":
        """Return the inertia of both bodies together, given in the same frame."""
        if not isinstance(other, Inertia):
            return NotImplemented
        m, h, I_o, n_m, n_h, n_I = alike(
            self.mass, self.moment, self.about_origin, other.mass, other.moment, other.about_origin
        )
        return Inertia.trusted(m + n_m, h + n_h, I_o + n_I)

    def moved(self, X: Transform) -> "Inertia":
        """Return the inertia in the parent frame, when this body sits in the child frame of X.

        h' = R h + m p,   I' = R I_o Rᵀ − [p]×[R h]× − [h']×[p]×    (RBDA eq. 2.66)
        """
        m, h, I_o, R, p = alike(self.mass, self.moment, self.about_origin, X.R, X.p)
        turned_h = times(R, h)
        moved_h = turned_h + p * m[..., None]
        return Inertia.trusted(m, moved_h, turned(R, I_o) + steiner(p, turned_h, moved_h))

    def principal(self) -> tuple[Array, Array]:
        """Return principal moments ``(3,)``, ascending, in kg m², and axes ``(3, 3)``, columns."""
        moments, axes = np.linalg.eigh(self.tensor)
        return moments, axes

    def violations(self, tolerance: float = 1e-6) -> tuple[str, ...]:
        """Return the rules of real bodies that the numbers break; empty for a possible body.

        A body is possible if and only if its pseudo-inertia is positive semidefinite: no negative
        mass, and no principal moment about the centre of mass larger than the sum of the others.

        Parameters
        ----------
        tolerance
            Slack relative to the largest principal moment, besides the rounding of moments that
            were taken about another point, and a radius of gyration of a nanometre.

        Returns
        -------
        tuple of str
            One sentence a rule, with numbers.  Symbols pass.
        """
        if not is_numeric(self.mass):
            return ()
        if self.mass == 0:
            idle = not (self.moment.any() or self.about_origin.any())
            return () if idle else ("a body without mass has inertia",)
        with np.errstate(all="ignore"):
            if not np.isfinite(self.tensor).all():
                return ("the tensor about the centre of mass is too large to be computed with",)
        broken = [f"mass {self.mass:g} is negative"] if self.mass < 0 else []
        least, middle, largest = self.principal()[0]
        rounding = 64 * np.finfo(float).eps * np.abs(self.about_origin).max()
        dust = abs(self.mass) * 1e-18  # what exporters leave where they mean zero
        slack = tolerance * max(abs(least), abs(largest)) + rounding + dust
        if least < -slack:
            broken.append(f"principal moment {least:g} is negative")
        elif largest > least + middle + slack:
            broken.append(
                f"principal moment {largest:g} is larger than the sum of the others, "
                f"{least:g} + {middle:g} (triangle inequality)"
            )
        return tuple(broken)

    def check(self, name: str = "the body") -> None:
        """Raise a `LinkwiseError` that names `name` and the rule, if no body can be like this."""
        if broken := self.violations():
            raise LinkwiseError(f"inertia of {name} is impossible: {'; '.join(broken)}")


def steiner(p: Array, h: Array, moved_h: Array) -> Array:
    """Return what a shift by p adds to I_o, where the first moment goes from h to h' = h + m p.

    −[p]×[h]× − [h']×[p]× = tr(O) 1 − O    with O = p h'ᵀ + h pᵀ, which is symmetric.
    """
    xx, xy, xz, yy, yz, zz = (
        p[..., i] * moved_h[..., j] + h[..., i] * p[..., j] for i in range(3) for j in range(i, 3)
    )
    return symmetric(yy + zz, -xy, -xz, xx + zz, -yz, xx + yy)


def turned(R: Array, I: Array) -> Array:
    """Return R I Rᵀ for a symmetric I, the six entries of the upper triangle computed once."""
    RI = R @ I
    entry = (dot(RI[..., i, :], R[..., j, :])[..., 0] for i in range(3) for j in range(i, 3))
    return symmetric(*entry)


def symmetric(xx: Any, xy: Any, xz: Any, yy: Any, yz: Any, zz: Any) -> Array:
    """Return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], shape ``(..., 3, 3)``."""
    return stack([stack([xx, xy, xz]), stack([xy, yy, yz]), stack([xz, yz, zz])])


def require_symmetric(I: Array) -> None:
    """Raise a `LinkwiseError` that names the pair of entries in which I is not symmetric."""
    if not is_numeric(I):
        return
    gap = np.abs(I - transpose(I))
    if gap.max() > 1e-9 * np.abs(I).max():
        i, j = np.unravel_index(int(gap.argmax()), gap.shape)
        name_i, name_j = "xyz"[i], "xyz"[j]
        raise LinkwiseError(
            f"tensor is not symmetric: I{name_i}{name_j} is {I[i, j]}, "
            f"I{name_j}{name_i} is {I[j, i]}"
        )
