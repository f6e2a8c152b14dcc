"""The structural properties of the equations of motion, checked on one robot in one call."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.coriolis import coriolis_matrix, coriolis_torque, mass_matrix_rate
from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.algorithms.inverse_dynamics import gravity_torque, rnea
from linkwise.algorithms.mass_matrix import crba
from linkwise.algorithms.regressor import regressor_parameters, torque_regressor
from linkwise.models.robot import Robot, require_numbers
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

ROUNDING = 1e-9  # relative: what an identity may be off by
STEP = 1e-30  # of complex steps: no subtraction, so no rounding
SLOW, FAST = 0.1, 10.0  # rates of a slow and a fast motion, rad/s or m/s


@dataclass(frozen=True)
class Property:
    """One row of the table.

    Attributes
    ----------
    name : str
        What is looked at.
    figure : float
        The worst value found.
    holds : bool or None
        Whether an identity holds to rounding; None for a figure that is only reported.
    state : str
        The state where it was found.
    """

    name: str
    figure: float
    holds: bool | None
    state: str


@dataclass(frozen=True)
class Properties:
    """The table; `str` prints it, and indexing finds a row by its name."""

    robot: str
    rows: tuple[Property, ...]

    def __getitem__(self, name: str) -> Property:
        """Return the row with this name."""
        rows = {row.name: row for row in self.rows}
        if name not in rows:
            raise LinkwiseError(f"there is no property {name!r}: {', '.join(rows)} are known")
        return rows[name]

    @property
    def sound(self) -> bool:
        """Whether every identity holds."""
        return all(row.holds is not False for row in self.rows)

    def __str__(self) -> str:
        """Return a line a property."""
        width = max(len(row.name) for row in self.rows)
        verdict = {True: "holds", False: "FAILS", None: ""}
        lines = [f"{self.robot}: structural properties"]
        for row in self.rows:
            line = f"{row.name:{width}}  {row.figure:12.4g}  {verdict[row.holds]:5}  {row.state}"
            lines.append(line.rstrip())
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Sample:
    """Random states, and the terms of the equations of motion there, joint effects aside."""

    robot: Robot
    q: Array
    qd: Array
    qdd: Array
    M: Array
    C: Array
    g: Array
    tau: Array


def properties(
    robot: Robot,
    *,
    states: int = 200,
    seed: int = 0,
    start: ArrayLike | None = None,
    horizon: float = 2.0,
) -> Properties:
    """Check the structural properties of a robot's equations of motion at random states.

    Friction, springs and rotors are left out: the properties are those of the rigid bodies.

    Parameters
    ----------
    robot
        The model; numbers only.
    states
        Number of random states, coordinates within the joints' limits (±π or ±1 m without).
    seed
        Of the random states.
    start
        Coordinates ``(n,)`` from which a free motion starts at rest, to see how a small error in
        the start grows; the middle of the joints' ranges, bent by 0.3, if not given.
    horizon
        How long that motion lasts, s.

    Returns
    -------
    Properties
        Rows with name, figure, verdict and worst state: symmetry and positive definiteness of M,
        Ṁ − 2C skew, power balance, g = ∂P/∂q, linearity in the parameters, velocity terms that
        scale with the square, limiting cases, eigenvalue bounds, the range of every M_ii, term
        sizes at rest, slow and fast, and the growth of a small error.

    Raises
    ------
    LinkwiseError
        If the model has symbols or no mass at all, M is singular, or an argument is at fault.

    References
    ----------
    Siciliano et al., *Robotics: Modelling, Planning and Control*, section 7.2; Lynch & Park,
    *Modern Robotics*, section 8.1; the lecture notes.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> table = properties(planar_2r(0.4, 0.3, 0.2, 0.15, 3, 2, 0.04, 0.015))
    >>> round(table["range of M_ii, q1"].figure, 1)  # straight against folded
    2.6
    >>> table.sound
    True
    """
    require_numbers(robot, "the checks need numbers")
    if states < 2:  # at one state every M looks constant
        raise LinkwiseError(f"states must be at least 2, got {states}")
    bare = robot.bare
    lower, upper = joint_ranges(bare)
    sample = sampled(bare, lower, upper, states, seed)
    q0 = (lower + upper) / 2 + 0.3 if start is None else bare.joint_vector(start, "start")
    rows = [*identities(sample), *limiting_cases(sample), *figures(sample, lower, upper)]
    rows.append(growth_of_an_error(bare, q0, horizon))
    return Properties(robot.name, tuple(rows))


def sampled(robot: Robot, lower: Array, upper: Array, states: int, seed: int) -> Sample:
    """Return random states with coordinates in a range, and the terms of the equations there."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(lower, upper, (states, robot.n))
    qd, qdd = rng.uniform(-2, 2, (2, states, robot.n))
    M, C = crba(robot, q), coriolis_matrix(robot, q, qd)
    return Sample(robot, q, qd, qdd, M, C, gravity_torque(robot, q), rnea(robot, q, qd, qdd))


def joint_ranges(robot: Robot) -> tuple[Array, Array]:
    """Return the least and largest coordinates of each joint, ±π or ±1 m where unlimited."""
    wide = [1.0 if joint.unit == "m" else np.pi for joint in robot.joints]
    lower = [
        j.limits.lower if np.isfinite(j.limits.lower) else -w
        for j, w in zip(robot.joints, wide, strict=True)
    ]
    upper = [
        j.limits.upper if np.isfinite(j.limits.upper) else w
        for j, w in zip(robot.joints, wide, strict=True)
    ]
    return np.array(lower), np.array(upper)


def identities(s: Sample) -> Iterator[Property]:
    """Yield what must hold exactly, as the worst relative error."""
    robot, n = s.robot, s.robot.n
    yield identity("M = Mᵀ", s.M - s.M.swapaxes(-1, -2), s.M, s)
    minors = np.stack([np.linalg.det(s.M[:, : k + 1, : k + 1]) for k in range(n)], axis=-1)
    k = int(minors.min(axis=-1).argmin())
    least = float(minors.min())
    yield Property("leading minors of M > 0", least, least > 0, at(s, k))
    M_dot = mass_matrix_rate(robot, s.q, s.qd)
    N = M_dot - 2 * s.C
    yield identity("Ṁ − 2C skew", N + N.swapaxes(-1, -2), np.abs(M_dot) + np.abs(s.C), s)
    M_step = crba(robot, s.q + 1j * STEP * s.qd).imag / STEP
    yield identity("Ṁ = dM/dt along the motion", M_dot - M_step, np.abs(M_dot) + np.abs(s.M), s)
    along = (s.q + 1j * STEP * s.qd, s.qd + 1j * STEP * s.qdd)
    energy = kinetic_energy(robot, *along) + potential_energy(robot, along[0])
    power = (s.qd * s.tau).sum(axis=-1)
    yield identity("q̇ᵀτ = d(K + P)/dt", (energy.imag / STEP - power)[:, None], s.tau, s)
    steps = s.q[:, None, :] + 1j * STEP * np.eye(n)
    gradient = potential_energy(robot, steps).imag / STEP
    yield identity("g = ∂P/∂q", s.g - gradient, np.abs(s.g) + np.abs(s.tau), s)
    Y = torque_regressor(robot, s.q, s.qd, s.qdd)
    yield identity("τ = Y π", (Y @ regressor_parameters(robot)) - s.tau, s.tau, s)
    doubled = coriolis_torque(robot, s.q, 2 * s.qd) - 4 * coriolis_torque(robot, s.q, s.qd)
    yield identity("C(q, 2q̇) 2q̇ = 4 C(q, q̇) q̇", doubled, s.tau, s)


def limiting_cases(s: Sample) -> Iterator[Property]:
    """Yield what must vanish: at rest, without gravity, and C where M is constant."""
    rest = np.zeros(s.robot.n)
    yield identity("no velocity terms at rest", coriolis_torque(s.robot, s.q, rest), s.tau, s)
    weightless = gravity_torque(s.robot, s.q, gravity=(0, 0, 0))
    yield identity("no gravity terms without gravity", weightless, s.tau, s)
    varies = float(np.abs(s.M - s.M[0]).max() / np.abs(s.M).max())
    if varies < ROUNDING:
        yield identity("constant M ⇒ C = 0", s.C, s.M, s)


def figures(s: Sample, lower: Array, upper: Array) -> Iterator[Property]:
    """Yield what is worth knowing: eigenvalue bounds, ranges of M_ii, term sizes."""
    eigenvalues = np.linalg.eigvalsh(s.M)
    small, large = int(eigenvalues[:, 0].argmin()), int(eigenvalues[:, -1].argmax())
    yield Property("least eigenvalue of M", float(eigenvalues[small, 0]), None, at(s, small))
    yield Property("largest eigenvalue of M", float(eigenvalues[large, -1]), None, at(s, large))
    extremes = np.stack([lower, upper, (lower + upper) / 2])
    corners = np.stack(np.meshgrid(*extremes.T[:6], indexing="ij"), axis=-1).reshape(
        -1, min(s.robot.n, 6)
    )
    rest = np.broadcast_to(extremes[2], (len(corners), s.robot.n)).copy()
    rest[:, : corners.shape[1]] = corners
    q = np.concatenate([s.q, rest])
    diagonal = np.diagonal(crba(s.robot, q), axis1=-2, axis2=-1)
    for i, joint in enumerate(s.robot.joint_names):
        most = int(diagonal[:, i].argmax())
        ratio = float(diagonal[:, i].max() / max(diagonal[:, i].min(), 1e-300))
        yield Property(f"range of M_ii, {joint}", ratio, None, f"largest at q = {short(q[most])}")
    for name, rate in (("rest", 0.0), ("slow", SLOW), ("fast", FAST)):
        direction = s.qd / np.abs(s.qd).max(axis=-1, keepdims=True)
        qd, qdd = rate * direction, rate * s.qdd
        terms = {
            "M q̈": np.abs((s.M @ qdd[..., None])[..., 0]).mean(),
            "C q̇": np.abs(coriolis_torque(s.robot, s.q, qd)).mean(),
            "g": np.abs(s.g).mean(),
        }
        total = sum(terms.values()) or 1.0
        shares = ", ".join(f"{term} {100 * x / total:.0f} %" for term, x in terms.items())
        yield Property(f"share of C q̇, {name}", float(terms["C q̇"] / total), None, shares)


def growth_of_an_error(robot: Robot, q0: Array, horizon: float) -> Property:
    """Return by what factor an error of 10⁻⁷ in the first coordinate grows in free motion."""
    from linkwise.simulation.run import simulate  # brings SciPy's integrators along

    error = 1e-7
    shifted = q0 + error * (np.arange(robot.n) == 0)
    ends = []
    for start in (q0, shifted):
        run = simulate(robot, start, np.zeros(robot.n), t=(0, horizon), rtol=1e-11, atol=1e-12)
        ends.append(np.concatenate([run.q[-1], run.qd[-1]]))
    factor = float(np.abs(ends[1] - ends[0]).max() / error)
    return Property(f"growth of an error in {horizon:g} s", factor, None, f"from q = {short(q0)}")


def identity(name: str, difference: Array, size: Array, s: Sample) -> Property:
    """Return the row of an identity: its worst error relative to the largest size."""
    off = np.abs(difference).reshape(len(s.q), -1).max(axis=-1)
    figure = float(off.max() / max(float(np.abs(size).max()), 1e-300))
    return Property(name, figure, figure <= ROUNDING, at(s, int(off.argmax())))


def at(s: Sample, k: int) -> str:
    """Return state k as text."""
    return f"q = {short(s.q[k])}, qd = {short(s.qd[k])}"


def short(x: Array) -> str:
    """Return a vector in few digits."""
    return "(" + ", ".join(f"{e:.3g}" for e in x) + ")"
