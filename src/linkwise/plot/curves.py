"""Torques against time, a panel a joint, a curve a cause."""

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from linkwise.algorithms.forward_dynamics import forward_dynamics
from linkwise.models.robot import Robot
from linkwise.plot.figures import (
    BLACK,
    BLUE,
    GREEN,
    GREY,
    LABEL,
    ORANGE,
    PINK,
    RED,
    SKY,
    YELLOW,
    new_figure,
)
from linkwise.plot.histories import torque_histories
from linkwise.simulation.result import Run
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.scalars import Array, as_array

COLOURS = {
    "own inertia": BLUE,
    "coupling": SKY,
    "centrifugal": ORANGE,
    "Coriolis": RED,
    "gravity": GREEN,
    "friction": PINK,
    "springs": YELLOW,
    "rotors": GREY,
    "external": "#7f5fbf",
}


def torques(
    robot: Robot, t: ArrayLike, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, title: str = ""
) -> Figure:
    """Draw the torques along a motion by cause: a panel a joint, a curve a cause.

    Causes that are nowhere felt by any joint are left out; the black curve is their sum τ.

    Parameters
    ----------
    robot
        The model; numbers only.
    t
        Times ``(N,)``, s, rising.
    q, qd, qdd
        States ``(N, n)``: rad, rad/s, rad/s², or m, m/s, m/s² for prismatic joints.
    title
        Above the picture; the robot's name if not given.

    Returns
    -------
    matplotlib.figure.Figure
        One pair of axes a joint, in the order of the joints.

    Raises
    ------
    LinkwiseError
        If the model has symbols or no joints, a shape is wrong, or the times do not rise.

    See Also
    --------
    linkwise.torque_ledger : the same of one state, to the last term.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r
    >>> t = np.linspace(0, 1, 50)
    >>> swing = np.stack([np.sin(t), np.cos(t)], axis=1)
    >>> figure = torques(planar_2r(), t, swing, swing[:, ::-1] * [1, -1], -swing)
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['q1 [N m]', 'q2 [N m]']
    """
    causes = torque_histories(robot, q, qd, qdd)
    return torque_figure(robot, t, causes, title or f"Torques of {robot.name} by cause")


def run_torques(run: Run, *, title: str = "") -> Figure:
    """Draw the torques of a simulated motion by cause, with its wrenches as one of them.

    The black curve is the torque of the motors, which is what all causes add up to.

    Parameters
    ----------
    run
        What `simulate` gives.
    title
        Above the picture; the robot's name if not given.

    Returns
    -------
    matplotlib.figure.Figure
        As for `torques`.

    Examples
    --------
    >>> from linkwise import planar_2r, simulate
    >>> run = simulate(planar_2r(), [0, 0.3], [0, 0], t=[0, 0.5, 1])
    >>> len(run_torques(run).axes)
    2
    """
    require_kind(run, Run, "run")
    robot = run.robot
    pushed = run.equations.external_torques(run.t, run.q, run.qd)
    qdd = forward_dynamics(robot, run.q, run.qd, run.tau + pushed)
    causes = torque_histories(robot, run.q, run.qd, qdd)
    causes["external"] = np.broadcast_to(-np.asarray(pushed), run.q.shape)
    return torque_figure(robot, run.t, causes, title or f"Torques of {robot.name} by cause")


def torque_figure(robot: Robot, t: ArrayLike, causes: dict[str, Array], title: str) -> Figure:
    """Draw histories ``(N, n)`` by cause, and their sum."""
    times, tau = as_array(t, "t"), np.sum(list(causes.values()), axis=0)
    if robot.n == 0:
        raise LinkwiseError(f"robot {robot.name!r} has no joint that moves")
    if times.shape != (len(tau),) or not (np.diff(times) > 0).all():
        raise LinkwiseError(f"t must be {len(tau)} times that rise, got shape {times.shape}")
    largest = max(np.abs(x).max() for x in causes.values())
    felt = {name: x for name, x in causes.items() if np.abs(x).max() > 1e-9 * largest}
    figure = new_figure(8, 1 + 2.2 * robot.n, title)
    panels = figure.subplots(robot.n, sharex=True, squeeze=False)[:, 0]
    for k, (axes, joint) in enumerate(zip(panels, robot.joints, strict=True)):
        for name, x in felt.items():
            axes.plot(times, x[:, k], label=name, color=COLOURS[name], linewidth=1.5)
        axes.plot(times, tau[:, k], label="all: τ", color=BLACK, linewidth=2.5, zorder=1.5)
        axes.set_ylabel(f"{joint.name} [{joint.effort_unit}]", fontsize=LABEL)
        axes.grid(visible=True, color="#dddddd", linewidth=0.5)
        axes.axhline(0, color=GREY, linewidth=0.8)
        axes.margins(x=0)
    panels[-1].set_xlabel("time [s]", fontsize=LABEL)
    handles = panels[0].get_legend_handles_labels()
    figure.legend(*handles, loc="outside lower center", ncols=5, fontsize=LABEL, frameon=False)
    return figure
