"""Maps over two joints: the torques that hold an arm up, and entries of its mass matrix."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from linkwise.algorithms.inverse_dynamics import gravity_torque
from linkwise.algorithms.mass_matrix import crba
from linkwise.models.joint import Joint
from linkwise.models.robot import Robot, require_numbers
from linkwise.number_text import inertia_unit, short
from linkwise.plot.figures import BLACK, LABEL, new_figure
from linkwise.simulation.equations import one_state
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

SAMPLES = 181  # a side of the map: 2° on a full turn
Ranges = Mapping[str, Sequence[float]]


@dataclass(frozen=True, eq=False)
class Grid:
    """States over two joints, the others at rest where they were put.

    Attributes
    ----------
    joints : tuple of Joint
        The two, along the map's width and height.
    sides : tuple of ndarray
        Their coordinates ``(SAMPLES,)``.
    q : ndarray
        All states ``(SAMPLES, SAMPLES, n)``: rows by height, columns by width.
    """

    joints: tuple[Joint, Joint]
    sides: tuple[Array, Array]
    q: Array


def gravity_map(
    robot: Robot,
    over: Sequence[str] | None = None,
    *,
    q: ArrayLike | None = None,
    ranges: Ranges | None = None,
    title: str = "",
) -> Figure:
    r"""Draw the torque of every joint that holds the arm still, over two of its joints.

    g(q) = ∂P/∂q.  The largest load is marked, and lines stand where a joint's effort limit is met.

    Parameters
    ----------
    robot
        The model; numbers only.
    over
        Names of two joints, for the map's width and height; the first two if not given.
    q
        Where the other joints are ``(n,)``, rad or m; zeros if not given.
    ranges
        From where to where the map goes, by joint, rad or m; else the joint's own range, or a
        full turn.
    title
        Above the picture; the robot's name if not given.

    Returns
    -------
    matplotlib.figure.Figure
        A map a joint that bears a load, N m or N.

    Raises
    ------
    LinkwiseError
        If the model has symbols, no joint bears a load, a joint is unknown, or a joint that slides
        has no range.

    References
    ----------
    Craig, *Introduction to Robotics*, eq. 6.66; what motors are sized by in the lecture notes.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> figure = gravity_map(planar_2r())
    >>> figure.axes[0].get_title()
    'q1: at most 19.62 N m\nat q1 = 0, q2 = 0'
    """
    grid = grid_of(robot, over, (0, 1), q, ranges)
    g = gravity_torque(robot.bare, grid.q)
    loaded = [k for k in range(robot.n) if np.abs(g[..., k]).max() > 1e-9 * np.abs(g).max()]
    if not loaded:
        raise LinkwiseError(f"no joint of {robot.name!r} bears a load: its gravity torque is zero")
    figure = new_figure(5.2 * len(loaded), 4.8, title or f"Torques that hold {robot.name} still")
    panels = figure.subplots(1, len(loaded), squeeze=False)[0]
    for axes, k in zip(panels, loaded, strict=True):
        joint, load = robot.joints[k], g[..., k]
        most = np.abs(load).max()
        heat(axes, grid, load, f"g of {joint.name} [{joint.effort_unit}]", "RdBu_r", (-most, most))
        place = place_of_largest(grid, np.abs(load))
        axes.plot(*place, gid="largest", color=BLACK, marker="x", markersize=9, clip_on=False)
        at = ", ".join(f"{a.name} = {x:.4g}" for a, x in zip(grid.joints, place, strict=True))
        most_said = f"{joint.name}: at most {most:.4g} {joint.effort_unit}"
        axes.set_title(f"{most_said}\nat {at}", fontsize=LABEL)
        if most > joint.limits.effort:
            limit = joint.limits.effort
            lines = axes.contour(*grid.sides, load, levels=[-limit, limit], colors=BLACK)
            axes.clabel(lines, fmt="effort limit %g", fontsize=LABEL - 2)
    return figure


def mass_map(
    robot: Robot,
    entry: Sequence[str] | None = None,
    over: Sequence[str] | None = None,
    *,
    q: ArrayLike | None = None,
    ranges: Ranges | None = None,
    title: str = "",
) -> Figure:
    """Draw an entry of the mass matrix over two joints, such as M₁₁ over q₂ and q₃.

    Parameters
    ----------
    robot
        The model; numbers only.
    entry
        Names of two joints, for the entry's row and column; the first joint twice if not given.
    over
        Names of two joints, for the map's width and height; if not given the second and third, or
        the first two where there are no more.
    q, ranges, title
        As for `gravity_map`.

    Returns
    -------
    matplotlib.figure.Figure
        One map, kg m², kg m or kg, with its least and largest value.

    Raises
    ------
    LinkwiseError
        If the model has symbols, a joint is unknown, or a joint that slides has no range.

    References
    ----------
    The exercise on the third link in the lecture notes, *Robot Dynamics Fundamentals*.

    Examples
    --------
    >>> from linkwise import load
    >>> figure = mass_map(load("3r"))
    >>> figure.axes[0].get_title()
    'M of q1 and q1: from 0.248293 to 1.73667 kg m²'
    """
    two = (1, 2) if robot.n > 2 else (0, 1)
    grid = grid_of(robot, over, two, q, ranges)
    i, j = joint_indices(robot, entry, (0, 0), "entry")
    values = crba(robot, grid.q)[..., i, j]
    a, b = robot.joints[i], robot.joints[j]
    what, unit = f"M of {a.name} and {b.name}", inertia_unit(a, b)
    figure = new_figure(6.4, 5.2, title or f"Mass matrix of {robot.name}")
    axes = figure.add_subplot()
    heat(axes, grid, values, f"{what} [{unit}]", "viridis")
    bounds = f"from {short(values.min())} to {short(values.max())} {unit}"
    axes.set_title(f"{what}: {bounds}", fontsize=LABEL)
    return figure


def place_of_largest(grid: Grid, size: Array) -> list[float]:
    """Return where a map is largest, the place nearest to zero if there are several."""
    x, y = np.meshgrid(*grid.sides)
    largest = size >= (1 - 1e-9) * size.max()
    nearest = np.where(largest, x**2 + y**2, np.inf).argmin()
    return [float(x.flat[nearest]), float(y.flat[nearest])]


def heat(
    axes: Any,
    grid: Grid,
    values: Array,
    label: str,
    colours: str,
    ends: tuple[float | None, float | None] = (None, None),
) -> None:
    """Draw values ``(SAMPLES, SAMPLES)`` as a map with contours, a colour bar and named sides."""
    low, high = ends
    mesh = axes.pcolormesh(
        *grid.sides, values, shading="nearest", cmap=colours, vmin=low, vmax=high, gid="map"
    )
    if np.ptp(values) > 1e-9 * np.abs(values).max():
        axes.contour(*grid.sides, values, levels=8, colors=BLACK, linewidths=0.4, alpha=0.6)
    axes.figure.colorbar(mesh, ax=axes).set_label(label, fontsize=LABEL)
    for letter, joint, side in zip("xy", grid.joints, grid.sides, strict=True):
        getattr(axes, f"set_{letter}label")(f"{joint.name} [{joint.unit}]", fontsize=LABEL)
        if joint.unit == "rad" and np.isclose(side[[0, -1]], (-np.pi, np.pi)).all():
            turns = np.linspace(-np.pi, np.pi, 5)
            getattr(axes, f"set_{letter}ticks")(turns, ["−π", "−π/2", "0", "π/2", "π"])


def grid_of(
    robot: Robot,
    over: Sequence[str] | None,
    usual: tuple[int, int],
    q: ArrayLike | None,
    ranges: Ranges | None,
) -> Grid:
    """Return the states of a map, or say what is wrong with the joints or ranges asked for."""
    require_numbers(robot, "a map is made of numbers")
    if robot.n < 2:
        raise LinkwiseError(f"a map is over two joints: robot {robot.name!r} has {robot.n}")
    rest = one_state(robot, np.zeros(robot.n) if q is None else q, "q")
    pair = joint_indices(robot, over, usual, "over")
    if pair[0] == pair[1]:
        raise LinkwiseError(f"a map is over two joints, got {over!r}")
    for name in ranges or {}:
        joint_index(robot, name)
    sides = [side(robot.joints[k], ranges or {}) for k in pair]
    states = np.broadcast_to(rest, (SAMPLES, SAMPLES, robot.n)).copy()
    states[..., pair[0]], states[..., pair[1]] = np.meshgrid(*sides)
    return Grid((robot.joints[pair[0]], robot.joints[pair[1]]), (sides[0], sides[1]), states)


def side(joint: Joint, ranges: Ranges) -> Array:
    """Return the coordinates of a joint along a side of the map."""
    low, high = ranges.get(joint.name, (joint.limits.lower, joint.limits.upper))
    if joint.name not in ranges and not np.isfinite([low, high]).all():
        if joint.unit == "m":
            raise LinkwiseError(
                f"joint {joint.name!r} slides without limits: give its range, such as 0 to 1 m "
                "(ranges=, --range)"
            )
        low, high = -np.pi, np.pi
    if not (np.isfinite([low, high]).all() and low < high):
        raise LinkwiseError(f"the range of joint {joint.name!r} must rise, got {low} to {high}")
    return np.linspace(low, high, SAMPLES)


def joint_indices(
    robot: Robot, names: Sequence[str] | None, usual: tuple[int, int], what: str
) -> tuple[int, int]:
    """Return where two joints stand in q."""
    if names is None:
        return usual
    if isinstance(names, str) or len(names) != 2:
        raise LinkwiseError(f"{what} wants the names of two joints, got {names!r}")
    return joint_index(robot, names[0]), joint_index(robot, names[1])


def joint_index(robot: Robot, name: str) -> int:
    """Return where a joint stands in q."""
    if name not in robot.joint_names:
        known = ", ".join(robot.joint_names)
        raise LinkwiseError(f"robot {robot.name!r} has no joint {name!r}: it has {known}")
    return robot.joint_names.index(name)
