"""A motion that shows all parameters of a robot, within the limits of its joints."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.base_parameters import base_parameters
from linkwise.compiled.compiled_robot import compile as compiled
from linkwise.identification.conditioning import condition_number, quick_condition_number
from linkwise.models.robot import Robot, require_robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array

DENSITY = 20  # samples a period of the highest harmonic
FREE_REACH = {"rad": np.pi, "m": 0.5}  # to a side on which a joint has no limit


@dataclass(frozen=True, eq=False)
class Excitation:
    """A periodic motion that starts and ends its period at rest; `str` of it is a short report.

    q(t) = c + Σ_l a_l / (ω l) sin(ω l t) − b_l / (ω l) cos(ω l t),   ω = 2π / duration

    with Σ a_l = 0 and Σ l b_l = 0, so that q̇(0) = 0 and q̈(0) = 0.

    Attributes
    ----------
    robot : Robot
        The model.
    duration : float
        Period, s.
    a, b : ndarray
        Amplitudes of the rates ``(n, harmonics)``, rad/s or m/s.
    center : ndarray
        Mean coordinates c ``(n,)``.
    condition : float
        Condition number of the regressor along the motion, as `Identified.condition`; NaN while it
        is not known.
    """

    robot: Robot
    duration: float
    a: Array
    b: Array
    center: Array
    condition: float

    def q(self, t: ArrayLike) -> Array:
        """Return coordinates ``(..., n)`` at times ``(...)`` in s."""
        sine, cosine, w = self._waves(t)
        return self.center + sine @ (self.a / w).T - cosine @ (self.b / w).T

    def qd(self, t: ArrayLike) -> Array:
        """Return rates ``(..., n)`` at times ``(...)`` in s."""
        sine, cosine, _ = self._waves(t)
        rates: Array = cosine @ self.a.T + sine @ self.b.T
        return rates

    def qdd(self, t: ArrayLike) -> Array:
        """Return accelerations ``(..., n)`` at times ``(...)`` in s."""
        sine, cosine, w = self._waves(t)
        accelerations: Array = cosine @ (self.b * w).T - sine @ (self.a * w).T
        return accelerations

    def _waves(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        w = harmonics_of(self.duration, self.a.shape[1])
        phase = as_array(t, "t")[..., None] * w
        return np.sin(phase), np.cos(phase), w

    def __str__(self) -> str:
        t = sample_times(self.duration, self.a.shape[1])
        q, qd = self.q(t), self.qd(t)
        size = f"{self.duration:g} s, {self.a.shape[1]} harmonics"
        lines = [f"{self.robot.name}: {size}, condition number {self.condition:.3g}"]
        for k, joint in enumerate(self.robot.joints):
            lines.append(
                f"  {joint.name}  {q[:, k].min():.3f} to {q[:, k].max():.3f} {joint.unit}, "
                f"at most {np.abs(qd[:, k]).max():.3f} {joint.unit}/s, "
                f"from {self.q(0)[k]:.3f} {joint.unit}"
            )
        return "\n".join(lines)


def excitation_trajectory(
    robot: Robot,
    duration: float = 10,
    *,
    harmonics: int = 5,
    effects: Sequence[str] = ("friction",),
    margin: float = 0.95,
    evaluations: int = 300,
    seed: int = 0,
) -> Excitation:
    """Return a motion along which the base parameters are as well conditioned as a search finds.

    Every joint moves by a finite Fourier series, as far and as fast as its limits allow.  Shapes
    and centres of the series are found by a (1+1) evolution strategy from the best of some random
    ones: always the same for the same seed, and no longer than `evaluations` say.

    Position and velocity limits hold at all times, not only at samples; those of mimic joints too.
    Efforts, obstacles and the arm itself are not looked at: try `rnea` and a drawing first.

    Parameters
    ----------
    robot
        The model with the limits of its joints; its inertias do not matter.  A joint without a
        position limit moves by up to π rad or 0.5 m to that side of 0, or of its other limit.
    duration
        Period, s.
    harmonics
        How many multiples of 1/duration the series have; at least 2.
    effects
        Which of "friction", "rotors", "springs" are to be identified too.
    margin
        Share of the limits to use.
    evaluations
        How many motions to try.
    seed
        Of the search.

    Returns
    -------
    Excitation
        The best motion that was found.

    Raises
    ------
    LinkwiseError
        If an argument is out of range, or limits leave a joint no room.

    References
    ----------
    J. Swevers, C. Ganseman, D. B. Tükel, J. De Schutter, H. Van Brussel, *IEEE Trans. Robotics and
    Automation* 13 (1997), eq. 8; M. Gautier, W. Khalil, *Int. J. Robotics Research* 11 (1992). The
    search: I. Rechenberg, *Evolutionsstrategie* (1973), with the rule of one success in five.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> motion = excitation_trajectory(planar_2r(), evaluations=50)
    >>> motion.qd([0, 10]).round(12) + 0
    array([[0., 0.],
           [0., 0.]])
    """
    require_robot(robot)
    if harmonics < 2 or evaluations < 1 or not duration > 0 or not 0 < margin <= 1:
        raise LinkwiseError(
            "an excitation wants duration above 0, at least 2 harmonics, at least 1 evaluation and "
            f"a margin above 0 and up to 1; got {duration}, {harmonics}, {evaluations}, {margin}"
        )
    family = Family(robot, duration, harmonics, margin)
    base = base_parameters(robot, effects=effects)
    Y = compiled(robot, backend="numpy").torque_regressor
    t = sample_times(duration, harmonics)

    def regressor(motion: Excitation) -> Array:
        states = motion.q(t), motion.qd(t), motion.qdd(t)
        return base.regressor(Y(*states, effects=effects)).reshape(-1, len(base))

    def cost(x: Array) -> float:
        return quick_condition_number(regressor(family.member(x)))

    motion = family.member(evolved(cost, family.shape, evaluations, seed))
    return replace(motion, condition=condition_number(regressor(motion)))


class Family:
    """All motions of a robot that are as large as its limits allow.

    A motion is given by one row x of 2 harmonics + 1 numbers a joint: the first say in which ratio
    a and b stand, once they are projected to start at rest; the last says where between its limits
    the motion lies.

    Riesz: near its largest value, a trigonometric polynomial of degree L is at least that value
    times cos(L t).  So between samples at distance h it exceeds them by 1 / cos(L h / 2) at most.
    """

    def __init__(self, robot: Robot, duration: float, harmonics: int, margin: float) -> None:
        self._robot, self._duration = robot, duration
        self._t = sample_times(duration, harmonics)
        lower, upper, speed = limits(robot)
        self._middle, self._reach = (lower + upper) / 2, margin * (upper - lower) / 2
        self._speed, self._excess = margin * speed, 1 / np.cos(np.pi / DENSITY)
        self._l = np.arange(1, harmonics + 1)
        self.shape = robot.n, 2 * harmonics + 1

    def member(self, x: Array) -> Excitation:
        """Return the motion of the numbers x ``(n, 2 harmonics + 1)``."""
        l = self._l
        a, b = x[:, : len(l)], x[:, len(l) : -1]
        a, b = a - a.mean(axis=1, keepdims=True), b - (b @ l)[:, None] * l / (l @ l)
        shape = Excitation(self._robot, self._duration, a, b, self._middle * 0, np.nan)
        q, qd = shape.q(self._t), shape.qd(self._t)
        swing = self._excess * np.ptp(q, axis=0) / 2
        size = np.minimum(
            self._reach / swing, self._speed / (self._excess * np.abs(qd).max(axis=0))
        )
        room = self._reach - size * swing
        center = self._middle - size * (q.max(axis=0) + q.min(axis=0)) / 2
        center = center + room * np.tanh(x[:, -1])
        a, b = a * size[:, None], b * size[:, None]
        return Excitation(self._robot, self._duration, a, b, center, np.nan)


def evolved(
    cost: Callable[[Array], float], shape: tuple[int, ...], evaluations: int, seed: int
) -> Array:
    """Return the best x ``shape`` that a (1+1) evolution strategy finds.

    A tenth of the evaluations goes into random starts.  Then steps grow after a success and shrink
    after a failure, so that they keep their size where one in five succeeds.
    """
    rng = np.random.default_rng(seed)
    starts = [rng.normal(size=shape) for _ in range(max(evaluations // 10, 1))]
    costs = [cost(x) for x in starts]
    best = int(np.argmin(costs))
    x, least, step = starts[best], costs[best], 0.3
    for _ in range(evaluations - len(starts)):
        trial = x + step * rng.normal(size=shape)
        if (c := cost(trial)) < least:
            x, least, step = trial, c, step * 1.5
        else:
            step = step * 1.5**-0.25
    return x


def limits(robot: Robot) -> tuple[Array, Array, Array]:
    """Return lower and upper position and velocity limits ``(n,)``, those of followers included.

    Raises
    ------
    LinkwiseError
        If a joint has no room to move.
    """
    lower, upper, speed = (np.full(robot.n, x) for x in (-np.inf, np.inf, np.inf))
    for link, k, mimic in zip(robot.links, robot.coordinates, robot.couplings, strict=True):
        if k is None:
            continue
        own, ratio, offset = link.joint.limits, 1.0, 0.0
        if mimic:
            ratio, offset = float(mimic.multiplier), float(mimic.offset)
        if ratio == 0:
            continue
        ends = sorted([(own.lower - offset) / ratio, (own.upper - offset) / ratio])
        lower[k], upper[k] = max(lower[k], ends[0]), min(upper[k], ends[1])
        speed[k] = min(speed[k], own.velocity / abs(ratio))
    open_below, open_above = np.isinf(lower), np.isinf(upper)
    reach = np.array([FREE_REACH[joint.unit] for joint in robot.joints])
    lower = np.where(open_below, np.where(open_above, 0, upper) - reach, lower)
    upper = np.where(open_above, np.where(open_below, 0, lower) + reach, upper)
    for joint, l, u, v in zip(robot.joints, lower, upper, speed, strict=True):
        if not (l < u and v > 0):
            raise LinkwiseError(
                f"joint {joint.name!r} has no room to move: range {l:g} to {u:g} {joint.unit}, "
                f"velocity {v:g} {joint.unit}/s, followers included"
            )
    return lower, upper, speed


def harmonics_of(duration: float, harmonics: int) -> Array:
    """Return the angular frequencies ω l ``(harmonics,)``, rad/s."""
    w: Array = 2 * np.pi / duration * np.arange(1, harmonics + 1)
    return w


def sample_times(duration: float, harmonics: int) -> Array:
    """Return times ``(M,)`` over one period, `DENSITY` to one of the highest harmonic."""
    count = DENSITY * harmonics
    t: Array = duration / count * np.arange(count)
    return t
