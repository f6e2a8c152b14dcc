"""The equations of motion as a system of first order: ẏ = f(t, y) for y = (q, q̇, z)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.external import Wrench
from linkwise.compiled.compiled_robot import Backend, CompiledRobot
from linkwise.compiled.compiled_robot import compile as compiled
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array, require_finite

Wrenches = Mapping[str, Wrench]
Torque = ArrayLike | Callable[..., Any] | None
External = Wrenches | Callable[[float, Array, Array], Wrenches] | None


class Equations:
    """The right side f of ẏ = (q̇, q̈, ż), with z what a controller remembers.

    Where a state cannot be evaluated, f is NaN and `trouble` says why: an integrator that chooses
    its steps may do better with a shorter one.

    Parameters
    ----------
    fast
        The robot.
    torque
        Of the motors; see `simulate`.
    external
        Wrenches on the links; see `simulate`.
    has_memory
        Whether the torque is a function of z too, and returns ż.
    saturate
        Whether motors give no more than the effort limits of their joints.
    """

    def __init__(
        self,
        fast: CompiledRobot,
        torque: Torque,
        external: External,
        *,
        has_memory: bool,
        saturate: bool,
    ) -> None:
        self.fast, self.robot = fast, fast.robot
        self.is_free = torque is None and external is None
        self.depends_on_state = callable(torque) or external is not None
        efforts = [joint.limits.effort if saturate else np.inf for joint in self.robot.joints]
        self._efforts = np.array(efforts)
        given = constant_or_function(self.robot, torque)
        self._given = given if callable(given) else given.clip(-self._efforts, self._efforts)
        self._has_memory = has_memory
        if has_memory and not callable(torque):
            raise LinkwiseError("z0 is the memory of a torque that is a function: there is none")
        if not (external is None or callable(external) or isinstance(external, Mapping)):
            raise LinkwiseError(
                f"external must be wrenches by link, or a function that returns them: {external!r}"
            )
        self._external = external
        if external is not None:
            same = self.robot.bare is self.robot
            self._bare = fast if same else compiled_once(self.robot.bare, fast.backend)
        self._forward = fast.bind("forward_dynamics")
        self._q, self._qd, self._tau = self._forward.q, self._forward.qd, self._forward.tau
        self.trouble, self.calls = "", 0

    def __call__(self, t: float, y: Array) -> Array:
        """Return ẏ ``(2n + m,)`` at time t and state y."""
        self.calls += 1
        if not y @ y < np.inf:  # quicker than np.isfinite
            return y * np.nan
        n = len(self._tau)
        q, qd, z = y[:n], y[n : 2 * n], y[2 * n :]
        tau, zd = self.torque(t, q, qd, z)
        self._q[...], self._qd[...] = q, qd
        self._tau[...] = tau if self._external is None else tau + self.external_torque(t, q, qd)
        try:
            qdd = self._forward()
        except LinkwiseError as error:
            self.trouble = str(error)
            return y * np.nan
        return np.concatenate([qd, qdd, zd])

    def torque(self, t: float, q: Array, qd: Array, z: Array) -> tuple[Array, Array]:
        """Return the torques of the motors ``(n,)`` and ż ``(m,)``."""
        if not callable(self._given):
            return self._given, z
        if self._has_memory:
            tau, zd = self._given(t, q, qd, z)
        else:
            tau, zd = self._given(t, q, qd), z
        tau, zd = as_array(tau, "the torque"), as_array(zd, "the rate of z")
        for name, a, right in (("the torque", tau, q), ("the rate of z", zd, z)):
            if a.shape != right.shape:
                raise LinkwiseError(
                    f"{name} has shape {a.shape} at t = {t:g} s: {right.shape} is wanted"
                )
            if a.dtype != np.float64:
                raise LinkwiseError(f"{name} must hold real numbers, got {a} at t = {t:g} s")
        if not np.isfinite(tau).all():
            joint = self.robot.joint_names[int(np.isfinite(tau).argmin())]
            self.trouble = f"the torque of joint {joint!r} is {tau[~np.isfinite(tau)][0]}"
        return tau.clip(-self._efforts, self._efforts), zd

    def torques(self, t: Array, q: Array, qd: Array, z: Array) -> Array:
        """Return the torques of the motors ``(N, n)`` at N states."""
        rows = zip(t.tolist(), q, qd, z, strict=True)
        return np.array([self.torque(*row)[0] for row in rows]).reshape(q.shape)

    def external_torque(self, t: float, q: Array, qd: Array) -> Any:
        """Return Σ Jᵀ f of the external wrenches ``(n,)``: what motors are spared at rest."""
        if self._external is None:
            return 0
        wrenches = self._external(t, q, qd) if callable(self._external) else self._external
        return -self._bare.bias_torque(q, qd * 0, external=wrenches, gravity=(0, 0, 0))

    def external_torques(self, t: Array, q: Array, qd: Array) -> Any:
        """Return Σ Jᵀ f of the external wrenches at N states ``(N, n)``."""
        if not callable(self._external):
            return self.external_torque(0, q, qd)
        rows = zip(t.tolist(), q, qd, strict=True)
        return np.array([self.external_torque(*row) for row in rows]).reshape(q.shape)


@lru_cache(maxsize=16)
def compiled_once(robot: Robot, backend: Backend | None = None) -> CompiledRobot:
    """Return a robot compiled, the same one for all of its runs."""
    return compiled(robot, backend)


def constant_or_function(robot: Robot, torque: Torque) -> Array | Callable[..., Any]:
    """Return the torque as a constant vector ``(n,)`` or the function that it is."""
    if callable(torque):
        return torque
    tau = robot.joint_vector(np.zeros(robot.n) if torque is None else torque, "torque")
    if tau.ndim != 1:
        raise LinkwiseError(f"torque has shape {tau.shape}: ({robot.n},) is wanted, or a function")
    require_finite(tau, "torque")
    return tau


def one_state(robot: Robot, x: ArrayLike, name: str) -> Array:
    """Return a finite real joint vector ``(n,)``, or say what is wrong with it."""
    a = robot.joint_vector(x, name)
    if a.ndim != 1 or a.dtype != np.float64:
        raise LinkwiseError(
            f"{name} must be one state of {robot.n} real numbers, got {a.dtype} {a.shape}"
        )
    require_finite(a, name)
    return a


def memory(z0: ArrayLike | None) -> Array:
    """Return what a controller remembers as a vector ``(m,)``, empty if that is nothing."""
    z = as_array([] if z0 is None else z0, "z0")
    if z.ndim != 1:
        raise LinkwiseError(f"z0 must be a vector, got shape {z.shape}")
    require_finite(z, "z0")
    return z
