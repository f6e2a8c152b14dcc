"""The plain functions' twins: what can be called on a compiled robot."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from numpy.typing import ArrayLike

from linkwise.algorithms.coriolis import Form
from linkwise.algorithms.external import Wrench
from linkwise.algorithms.motion import Frame
from linkwise.algorithms.operational_space import ALL, OperationalSpace, require_movable
from linkwise.models.robot import Robot
from linkwise.spatial.scalars import Array, as_array
from linkwise.spatial.transform import Transform


class PlainCalls(ABC):
    """The calls of a compiled robot that have a plain function of the same name."""

    robot: Robot

    @abstractmethod
    def _call(
        self,
        name: str,
        vectors: tuple[ArrayLike, ...],
        external: Mapping[str, Wrench] | None,
        gravity: ArrayLike | None,
        parameters: ArrayLike | None,
        out: Array | None,
        **options: Any,
    ) -> Array:
        """Return the first result of a function at states of any batch shape."""

    @abstractmethod
    def _call_several(
        self,
        name: str,
        vectors: tuple[ArrayLike, ...],
        gravity: ArrayLike | None,
        parameters: ArrayLike | None,
        out: Sequence[Array] | None,
        **options: Any,
    ) -> tuple[Array, ...]:
        """Return all results of a function at states of any batch shape."""

    def rnea(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        external: Mapping[str, Wrench] | None = None,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the joint torques that a motion takes, as `linkwise.rnea`."""
        return self._call("rnea", (q, qd, qdd), external, gravity, parameters, out)

    inverse_dynamics = rnea

    def bias_torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        external: Mapping[str, Wrench] | None = None,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the torques at zero acceleration, as `linkwise.bias_torque`."""
        return self._call("bias_torque", (q, qd), external, gravity, parameters, out)

    def gravity_torque(
        self,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the torques that hold the robot still, as `linkwise.gravity_torque`."""
        return self._call("gravity_torque", (q,), None, gravity, parameters, out)

    def crba(
        self, q: ArrayLike, *, parameters: ArrayLike | None = None, out: Array | None = None
    ) -> Array:
        """Return the mass matrix, as `linkwise.crba`."""
        return self._call("crba", (q,), None, None, parameters, out)

    mass_matrix = crba

    def mass_matrix_from_jacobians(
        self, q: ArrayLike, *, parameters: ArrayLike | None = None, out: Array | None = None
    ) -> Array:
        """Return the mass matrix as a sum over links, as `linkwise.mass_matrix_from_jacobians`."""
        return self._call("mass_matrix_from_jacobians", (q,), None, None, parameters, out)

    def forward_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        external: Mapping[str, Wrench] | None = None,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the accelerations that torques cause, as `linkwise.forward_dynamics`."""
        return self._call("forward_dynamics", (q, qd, tau), external, gravity, parameters, out)

    def aba(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        external: Mapping[str, Wrench] | None = None,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the accelerations that torques cause, as `linkwise.aba`."""
        return self._call("aba", (q, qd, tau), external, gravity, parameters, out)

    def kinetic_energy(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the kinetic energy, as `linkwise.kinetic_energy`."""
        return self._call("kinetic_energy", (q, qd), None, None, parameters, out)

    def potential_energy(
        self,
        q: ArrayLike,
        *,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the potential energy, as `linkwise.potential_energy`."""
        return self._call("potential_energy", (q,), None, gravity, parameters, out)

    def link_jacobian(
        self,
        q: ArrayLike,
        link: str,
        *,
        frame: Literal["world", "link"] = "world",
        at: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the geometric Jacobian of a link's point, as `linkwise.link_jacobian`."""
        options = {"link": link, "frame": frame, "at": _point(at)}
        return self._call("link_jacobian", (q,), None, None, None, out, **options)

    def coriolis_matrix(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        form: Form = "christoffel",
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return a Coriolis matrix, as `linkwise.coriolis_matrix`."""
        options = {} if form == "christoffel" else {"form": form}
        return self._call("coriolis_matrix", (q, qd), None, None, parameters, out, **options)

    def coriolis_torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the torques of the velocity products, as `linkwise.coriolis_torque`."""
        return self._call("coriolis_torque", (q, qd), None, None, parameters, out)

    def mass_matrix_rate(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the rate of the mass matrix, as `linkwise.mass_matrix_rate`."""
        return self._call("mass_matrix_rate", (q, qd), None, None, parameters, out)

    def christoffel_symbols(
        self, q: ArrayLike, *, parameters: ArrayLike | None = None, out: Array | None = None
    ) -> Array:
        """Return the Christoffel symbols, as `linkwise.christoffel_symbols`."""
        return self._call("christoffel_symbols", (q,), None, None, parameters, out)

    def coriolis_transposed_torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return Cᵀq̇ of momentum observers, as `linkwise.coriolis_transposed_torque`."""
        return self._call("coriolis_transposed_torque", (q, qd), None, None, parameters, out)

    def torque_regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        effects: Sequence[str] = (),
        gravity: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the regressor of the torques, as `linkwise.torque_regressor`."""
        options = {"effects": tuple(effects)} if effects else {}
        return self._call("torque_regressor", (q, qd, qdd), None, gravity, None, out, **options)

    def slotine_li_regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qd_r: ArrayLike,
        qdd_r: ArrayLike,
        *,
        effects: Sequence[str] = (),
        gravity: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the regressor of passivity-based control, as `linkwise.slotine_li_regressor`."""
        options = {"effects": tuple(effects)} if effects else {}
        name, vectors = "slotine_li_regressor", (q, qd, qd_r, qdd_r)
        return self._call(name, vectors, None, gravity, None, out, **options)

    def kinetic_energy_regressor(
        self, q: ArrayLike, qd: ArrayLike, *, out: Array | None = None
    ) -> Array:
        """Return the regressor of K, as `linkwise.kinetic_energy_regressor`."""
        return self._call("kinetic_energy_regressor", (q, qd), None, None, None, out)

    def potential_energy_regressor(
        self, q: ArrayLike, *, gravity: ArrayLike | None = None, out: Array | None = None
    ) -> Array:
        """Return the regressor of P, as `linkwise.potential_energy_regressor`."""
        return self._call("potential_energy_regressor", (q,), None, gravity, None, out)

    def rnea_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Sequence[Array] | None = None,
    ) -> tuple[Array, ...]:
        """Return ∂τ/∂q and ∂τ/∂q̇, as `linkwise.rnea_derivatives`."""
        return self._call_several("rnea_derivatives", (q, qd, qdd), gravity, parameters, out)

    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Sequence[Array] | None = None,
    ) -> tuple[Array, ...]:
        """Return ∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ, as `linkwise.forward_dynamics_derivatives`."""
        name = "forward_dynamics_derivatives"
        return self._call_several(name, (q, qd, tau), gravity, parameters, out)

    def center_of_mass(
        self,
        q: ArrayLike,
        *,
        fixed_to_base: bool = True,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the centre of mass, as `linkwise.center_of_mass`."""
        options = {} if fixed_to_base else {"fixed_to_base": False}
        return self._call("center_of_mass", (q,), None, None, parameters, out, **options)

    def centroidal_momentum_matrix(
        self, q: ArrayLike, *, parameters: ArrayLike | None = None, out: Array | None = None
    ) -> Array:
        """Return the momentum per joint rate, as `linkwise.centroidal_momentum_matrix`."""
        return self._call("centroidal_momentum_matrix", (q,), None, None, parameters, out)

    def centroidal_momentum(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the momentum about the centre of mass, as `linkwise.centroidal_momentum`."""
        return self._call("centroidal_momentum", (q, qd), None, None, parameters, out)

    def joint_reactions(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        frame: str = "link",
        external: Mapping[str, Wrench] | None = None,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> dict[str, Array]:
        """Return the wrench on every link through its joint, as `linkwise.joint_reactions`.

        `out` is ``(..., links, 6)``, in the order of ``robot.links``.
        """
        name, options = "joint_reactions", {} if frame == "link" else {"frame": frame}
        wrenches = self._call(name, (q, qd, qdd), external, gravity, parameters, out, **options)
        return {link: wrenches[..., i, :] for i, link in enumerate(self.robot.link_names)}

    def base_wrench(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        frame: str = "base",
        external: Mapping[str, Wrench] | None = None,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the wrench of the ground on the base, as `linkwise.base_wrench`."""
        name, options = "base_wrench", {} if frame == "base" else {"frame": frame}
        return self._call(name, (q, qd, qdd), external, gravity, parameters, out, **options)

    def link_poses(
        self, q: ArrayLike, *, out: Sequence[Array] | None = None
    ) -> dict[str, Transform]:
        """Return the pose of every link in the world, as `linkwise.link_poses`.

        `out` is R ``(..., links, 3, 3)`` and p ``(..., links, 3)``, in the order of
        ``robot.links``.
        """
        R, p = self._call_several("link_poses", (q,), None, None, out)
        return {
            link: Transform.trusted(R[..., i, :, :], p[..., i, :])
            for i, link in enumerate(self.robot.link_names)
        }

    def operational_space(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        link: str,
        *,
        at: ArrayLike | None = None,
        rows: Sequence[int] = ALL,
        gravity: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
        out: Sequence[Array] | None = None,
    ) -> OperationalSpace:
        """Return the dynamics of a link's point, as `linkwise.operational_space`.

        `out` is Λ, μ, p, the inverse and J.
        """
        name, options = "operational_space", {"link": link, "at": _point(at), "rows": tuple(rows)}
        task = self._call_several(name, (q, qd), gravity, parameters, out, **options)
        return require_movable(OperationalSpace(*task), link)

    def link_velocity(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        link: str,
        *,
        frame: Frame = "world",
        at: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the velocity of a link's point, as `linkwise.link_velocity`."""
        options = {"link": link, "frame": frame, "at": _point(at)}
        return self._call("link_velocity", (q, qd), None, None, None, out, **options)

    def link_acceleration(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        link: str,
        *,
        kind: Literal["classical", "spatial"] = "classical",
        frame: Literal["world", "link"] = "world",
        at: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the acceleration of a link's point, as `linkwise.link_acceleration`."""
        options = {"link": link, "kind": kind, "frame": frame, "at": _point(at)}
        return self._call("link_acceleration", (q, qd, qdd), None, None, None, out, **options)

    def link_jacobian_rate(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        link: str,
        *,
        frame: Frame = "world",
        at: ArrayLike | None = None,
        out: Array | None = None,
    ) -> Array:
        """Return the rate of a link's Jacobian, as `linkwise.link_jacobian_rate`."""
        options = {"link": link, "frame": frame, "at": _point(at)}
        return self._call("link_jacobian_rate", (q, qd), None, None, None, out, **options)


def _point(at: ArrayLike | None) -> tuple[float, ...] | None:
    """Return a point as a key."""
    return None if at is None else tuple(as_array(at, "at").tolist())
