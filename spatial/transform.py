"""Poses of one frame in another, and what they do to motions, forces and points.

A `Transform` holds the pose of a *child* frame in a *parent* frame: ``R`` turns child axes into
parent axes, ``p`` is the child's origin in parent coordinates.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.rotations import rotation, rotation_from_rpy
from linkwise.spatial.scalars import Array, alike, as_array, concatenate, is_numeric, require_finite
from linkwise.spatial.vectors import cross, skew, split, times, transpose


@dataclass(frozen=True, eq=False)
class Transform:
    """The pose (R, p) of a child frame in a parent frame.

    Motions and forces change coordinates as (RBDA table 2.1, written from child to parent)

    ω' = R ω, v' = R v + p × R ω;    f' = R f, n' = R n + p × R f.

    Parameters
    ----------
    R
        Rotation matrix ``(..., 3, 3)``, parent axes from child axes.
    p
        Child origin in parent coordinates ``(..., 3)``, in m.

    Raises
    ------
    LinkwiseError
        If R is not a rotation (to 1e-6) or an entry is not finite.

    Examples
    --------
    >>> X = Transform.rotation_z(0.5) @ Transform.translation(1, 0, 0)
    >>> X.inverse().point(X.p).round(12)
    array([0., 0., 0.])
    """

    R: Array
    p: Array

    def __post_init__(self) -> None:
        R, p = as_array(self.R, "the rotation R"), as_array(self.p, "the position p")
        if R.shape[-2:] != (3, 3) or p.shape[-1:] != (3,):
            raise LinkwiseError(f"a pose wants R (3, 3) and p (3,), got {R.shape} and {p.shape}")
        require_finite(R, "the rotation R")
        require_finite(p, "the position p")
        if is_numeric(R):
            with np.errstate(all="ignore"):  # huge entries make infinity or NaN: refused too
                slip = np.abs(R @ transpose(R) - np.eye(3)).max()
            if not slip <= 1e-6 or (np.linalg.det(R).real < 0).any():
                raise LinkwiseError(f"R is not a rotation: |R Rᵀ − 1| is {slip:.1e}\n{R}")
        R, p = alike(R, p)
        object.__setattr__(self, "R", R)
        object.__setattr__(self, "p", p)

    @classmethod
    def trusted(cls, R: Array, p: Array) -> Self:
        """Return a pose without checks, for use inside the recursions."""
        X = object.__new__(cls)
        object.__setattr__(X, "R", R)
        object.__setattr__(X, "p", p)
        return X

    @classmethod
    def identity(cls) -> Self:
        """Return the pose of a frame in itself."""
        return cls(np.eye(3), np.zeros(3))

    @classmethod
    def translation(cls, x: Any, y: Any, z: Any) -> Self:
        """Return the pose of a frame shifted by (x, y, z), in m."""
        return cls(np.eye(3), as_array([x, y, z]))

    @classmethod
    def rotation_x(cls, angle: Any) -> Self:
        """Return the pose of a frame turned about x through `angle` (rad)."""
        return cls.axis_angle((1, 0, 0), angle)

    @classmethod
    def rotation_y(cls, angle: Any) -> Self:
        """Return the pose of a frame turned about y through `angle` (rad)."""
        return cls.axis_angle((0, 1, 0), angle)

    @classmethod
    def rotation_z(cls, angle: Any) -> Self:
        """Return the pose of a frame turned about z through `angle` (rad)."""
        return cls.axis_angle((0, 0, 1), angle)

    @classmethod
    def axis_angle(cls, axis: ArrayLike, angle: Any) -> Self:
        """Return the pose of a frame turned about `axis` ``(3,)`` through `angle` (rad)."""
        return cls(rotation(axis, angle), np.zeros(3))

    @classmethod
    def from_rpy(cls, rpy: ArrayLike = (0, 0, 0), xyz: ArrayLike = (0, 0, 0)) -> Self:
        """Return the pose with R = Rz(yaw) Ry(pitch) Rx(roll), as a URDF ``origin`` gives it.

        Parameters
        ----------
        rpy
            Roll, pitch, yaw ``(3,)`` in rad.
        xyz
            Child origin in parent coordinates ``(3,)``, in m.
        """
        angles = as_array(rpy, "rpy")
        if angles.shape != (3,):
            raise LinkwiseError(f"rpy must be roll, pitch and yaw, got {rpy!r}")
        return cls(rotation_from_rpy(*angles), as_array(xyz, "xyz"))

    @classmethod
    def dh(cls, theta: Any, d: Any, a: Any, alpha: Any) -> "Transform":
        """Return a standard Denavit-Hartenberg link: Rz(theta) Tz(d) Tx(a) Rx(alpha).

        Parameters
        ----------
        theta, alpha
            Joint angle and twist, rad.
        d, a
            Offset along z and length along x, m.

        References
        ----------
        J. Denavit and R. S. Hartenberg, *J. Applied Mechanics* 22 (1955); Spong, Hutchinson &
        Vidyasagar, *Robot Modeling and Control*, eq. 3.10.
        """
        turn, twist = cls.rotation_z(theta), cls.rotation_x(alpha)
        return turn @ cls.translation(0, 0, d) @ cls.translation(a, 0, 0) @ twist

    @classmethod
    def modified_dh(cls, alpha: Any, a: Any, theta: Any, d: Any) -> "Transform":
        """Return a modified (Craig) Denavit-Hartenberg link: Rx(alpha) Tx(a) Rz(theta) Tz(d).

        Parameters
        ----------
        alpha, theta
            Twist of the previous link and joint angle, rad.
        a, d
            Length of the previous link along x and offset along z, m.

        References
        ----------
        J. J. Craig, *Introduction to Robotics*, eq. 3.6.
        """
        twist, turn = cls.rotation_x(alpha), cls.rotation_z(theta)
        return twist @ cls.translation(a, 0, 0) @ turn @ cls.translation(0, 0, d)

    @classmethod
    def screw(cls, S: ArrayLike, theta: Any) -> Self:
        """Return the exponential exp([S] θ) of a screw axis: the pose after moving along it.

        p = (θ 1 + (1 − cos θ) [ω] + (θ − sin θ) [ω]²) v    (Lynch & Park eq. 3.88)

        Parameters
        ----------
        S
            Screw axis ``(6,)``, angular part first; |ω| = 1, or ω = 0 for a translation along v.
        theta
            Distance along the screw: rad, or m where ω = 0.

        Raises
        ------
        LinkwiseError
            If |ω| is neither 0 nor 1.

        Examples
        --------
        >>> import numpy as np
        >>> Transform.screw((0, 0, 1, 0, -1, 0), np.pi).p.round(12)  # turn about (1, 0, 0)
        array([2., 0., 0.])
        """
        axis = as_array(S, "the screw axis")
        if axis.shape != (6,):
            raise LinkwiseError(f"a screw axis has 6 entries, angular part first, got {S!r}")
        omega, v = split(axis)
        if not omega.any():
            return cls(np.eye(3), v * theta)
        if is_numeric(omega) and abs(np.linalg.norm(omega) - 1) > 1e-9:
            raise LinkwiseError(f"the angular part of screw axis {S!r} must have length 0 or 1")
        R, W = rotation(omega, theta), skew(omega)
        sin_W = (R - transpose(R)) / 2  # the odd part of R is sin θ [ω]
        versin_WW = (R + transpose(R)) / 2 - np.eye(3, dtype=int)  # the even part: (1 − cos θ)[ω]²
        # [ω]³ = −[ω], so (1 − cos θ)[ω] = −(1 − cos θ)[ω]²[ω] and sin θ [ω]² = (sin θ [ω]) [ω]
        G_v = v * theta - times(versin_WW @ W, v) + times(W @ W, v) * theta - times(sin_W @ W, v)
        return cls(R, G_v)

    def __matmul__(self, inner: "Transform") -> "Transform":
        """Compose: with X of B in A and Y of C in B, X @ Y is the pose of C in A."""
        if not isinstance(inner, Transform):
            return NotImplemented
        R, p, inner_R, inner_p = alike(self.R, self.p, inner.R, inner.p)
        return Transform.trusted(R @ inner_R, times(R, inner_p) + p)

    def inverse(self) -> "Transform":
        """Return the pose of the parent frame in the child frame."""
        R = transpose(self.R).copy()
        return Transform.trusted(R, -times(R, self.p))

    def point(self, x: ArrayLike) -> Array:
        """Return parent coordinates of the point with child coordinates `x` ``(..., 3)``, m."""
        return times(self.R, np.asarray(x)) + self.p

    def motion_to_parent(self, v: Array) -> Array:
        """Return a motion ``(..., 6)`` in parent coordinates: R ω, R v + p × R ω."""
        omega, u = (times(self.R, part) for part in split(v))
        return concatenate([omega, u + cross(self.p, omega)])

    def motion_from_parent(self, v: Array) -> Array:
        """Return a motion ``(..., 6)`` in child coordinates: Rᵀ ω, Rᵀ (v − p × ω)."""
        omega, u = split(v)
        R = transpose(self.R)
        return concatenate([times(R, omega), times(R, u - cross(self.p, omega))])

    def force_to_parent(self, f: Array) -> Array:
        """Return a force ``(..., 6)`` in parent coordinates: R n + p × R f, R f."""
        n, f_3 = (times(self.R, part) for part in split(f))
        return concatenate([n + cross(self.p, f_3), f_3])

    def force_from_parent(self, f: Array) -> Array:
        """Return a force ``(..., 6)`` in child coordinates: Rᵀ (n − p × f), Rᵀ f."""
        n, f_3 = split(f)
        R = transpose(self.R)
        return concatenate([times(R, n - cross(self.p, f_3)), times(R, f_3)])

    def matrix(self) -> Array:
        """Return the 6x6 matrix of `motion_to_parent`: [[R, 0], [[p]× R, R]]."""
        zero = self.R * 0
        upper = concatenate([self.R, zero])
        lower = concatenate([skew(self.p) @ self.R, self.R])
        return transpose(concatenate([transpose(upper), transpose(lower)]))

    def force_matrix(self) -> Array:
        """Return the 6x6 matrix of `force_to_parent`: [[R, [p]× R], [0, R]]."""
        zero = self.R * 0
        upper = concatenate([self.R, skew(self.p) @ self.R])
        lower = concatenate([zero, self.R])
        return transpose(concatenate([transpose(upper), transpose(lower)]))

    def homogeneous(self) -> Array:
        """Return the homogeneous 4x4 matrix [[R, p], [0, 1]]."""
        bottom = np.broadcast_to(np.array([0, 0, 0, 1]), (*self.R.shape[:-2], 1, 4))
        upper = concatenate([self.R, self.p[..., None]])
        return transpose(concatenate([transpose(upper), transpose(bottom)]))
