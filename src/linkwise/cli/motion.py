"""The torques of a trajectory, and the table that closes them: peaks, limits and work."""

import numpy as np

from linkwise.algorithms.inverse_dynamics import rnea
from linkwise.cli.chunks import chunks
from linkwise.cli.text import aligned, short, table, vector
from linkwise.cli.trajectory import Trajectory
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

SPANS_SHOWN = 3


def trajectory_torques(robot: Robot, motion: Trajectory) -> Array:
    """Return the torques ``(N, n)`` of a trajectory, some thousand states at a time.

    Raises
    ------
    LinkwiseError
        If a torque overflows; the message names the time and the joint.
    """
    tau = np.empty_like(motion.q)
    for rows in chunks(len(tau), "computing"):
        with np.errstate(over="ignore", invalid="ignore"):  # looked for below
            tau[rows] = rnea(
                robot, motion.q[rows], motion.qd[rows], motion.qdd[rows], check_finite=False
            )
    require_no_overflow(robot, motion, tau)
    return tau


def require_no_overflow(robot: Robot, motion: Trajectory, tau: Array) -> None:
    """Raise a `LinkwiseError` that names the first torque that is beyond the range of floats."""
    if not (finite := np.isfinite(tau)).all():
        row, k = np.argwhere(~finite)[0]
        raise LinkwiseError(
            f"{motion.file}: at t = {short(motion.t[row])} the torque of joint "
            f"{robot.joint_names[k]!r} is too large for a float"
        )


def motion_report(robot: Robot, motion: Trajectory, tau: Array) -> str:
    """Return the closing table, a row a joint, and the work of all joints.

    Root mean squares are over time, √(∫τ² dt / T), and work is ∫ |τ q̇| dt, both by the trapezoidal
    rule.

    Parameters
    ----------
    robot
        The model.
    motion
        The trajectory.
    tau
        Its torques ``(N, n)``.
    """
    from scipy.integrate import trapezoid  # slow to import

    t, size = motion.t, np.abs(tau)
    span = t[-1] - t[0]
    with np.errstate(over="ignore"):  # shown as inf
        work = trapezoid(np.abs(tau * motion.qd), t, axis=0)
        # a single state lasts no time: its mean is itself
        rms = np.sqrt(trapezoid(tau**2, t, axis=0) / span) if span > 0 else size[0]
    limits = [joint.limits.effort for joint in robot.joints]
    columns = {
        "joint": robot.joint_names,
        "unit": [joint.effort_unit for joint in robot.joints],
        "peak |tau|": aligned(size.max(axis=0), 7),
        "at t, s": [short(t[k]) for k in size.argmax(axis=0)],
        "RMS tau": aligned(rms, 7),
        "work, J": aligned(work, 7),
        "effort limit": ["none" if np.isinf(limit) else short(limit) for limit in limits],
        "exceeded at t, s": [exceeded(t, size[:, k] > limit) for k, limit in enumerate(limits)],
    }
    heading = f"{robot.name} along {motion.file}: {len(t)} states, gravity {vector(robot.gravity)}"
    return "\n".join(
        [
            f"{heading} m/s²",
            *([motion.note] if motion.note else []),
            "",
            table([list(columns), *zip(*columns.values(), strict=True)], left=2),
            "",
            f"mechanical work ∫ |tau·qd| dt of all joints: {short(work.sum())} J",
        ]
    )


def exceeded(t: Array, over: Array) -> str:
    """Return the spans of time in which a limit is exceeded: "0.2 to 0.35, 0.9"."""
    edges = np.flatnonzero(np.diff(over.astype(int), prepend=0, append=0))
    spans = [(t[a], t[b - 1]) for a, b in edges.reshape(-1, 2)]
    shown = [short(a) if a == b else f"{short(a)} to {short(b)}" for a, b in spans[:SPANS_SHOWN]]
    more = len(spans) - len(shown)
    return ", ".join([*shown, *([f"and {more} more"] if more else [])]) or "never"
