"""A picture of an arm: links as lines, joints by their kind, frames and centres of mass."""

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from linkwise.models.robot import Robot, require_numbers
from linkwise.number_text import short
from linkwise.plot.figures import BLACK, BLUE, GREEN, GREY, LABEL, ORANGE, RED, new_figure
from linkwise.plot.skeleton import DRAWN_OF_NUMBERS, Skeleton, Tips, skeleton
from linkwise.simulation.equations import one_state
from linkwise.spatial.scalars import Array

MARKERS = {"revolute": "o", "prismatic": "s", "helical": "D", "fixed": "x"}
AXES = {"x": RED, "y": GREEN, "z": BLUE}
MOST_NAMES = 8  # joints whose names and coordinates fit a picture
TITLE_COLUMNS = 75
Style = dict[str, Any]  # keywords of a matplotlib line
LINK: Style = {"color": BLACK, "linewidth": 3, "solid_capstyle": "round"}
RAIL: Style = {"color": GREY, "linewidth": 1.5, "linestyle": "--"}
CENTRE: Style = {"color": ORANGE, "marker": "o", "markersize": 7, "linestyle": "", "zorder": 4}


@dataclass(frozen=True, eq=False)
class Canvas:
    """Axes in the plane or in space, on which lines are drawn through points ``(k, 3)``."""

    axes: Any
    is_planar: bool

    def line(self, points: Array, name: str, **style: Any) -> Line2D:
        """Draw a line; `name` is its gid, by which it is found again."""
        (line,) = self.axes.plot(*self._parts(points), gid=name, **style)
        made: Line2D = line
        return made

    def move(self, line: Any, points: Array) -> None:
        """Give a line other points."""
        if self.is_planar:
            line.set_data(*self._parts(points))
        else:
            line.set_data_3d(*self._parts(points))

    def text(self, place: Array, words: str) -> None:
        """Write a few words beside a point."""
        if self.is_planar:
            self.axes.annotate(words, place[:2], (6, 6), textcoords="offset points", fontsize=LABEL)
        else:
            self.axes.text(*place, f"  {words}", fontsize=LABEL)

    def frame(self, points: Array) -> None:
        """Show points ``(k, 3)`` with some room around them, at one scale in all directions."""
        middle = (points.max(axis=0) + points.min(axis=0)) / 2
        half = 0.6 * float(np.ptp(points, axis=0).max()) or 1
        for letter, centre in zip("xyz"[: 2 if self.is_planar else 3], middle, strict=False):
            getattr(self.axes, f"set_{letter}lim")(centre - half, centre + half)
            getattr(self.axes, f"set_{letter}label")(f"{letter} [m]", fontsize=LABEL)
        if self.is_planar:
            self.axes.set_aspect("equal")
            self.axes.grid(visible=True, color="#dddddd", linewidth=0.5)
            self.axes.set_axisbelow(True)
        else:
            self.axes.set_box_aspect((1, 1, 1))

    def _parts(self, points: Array) -> list[Array]:
        return list(points.T[: 2 if self.is_planar else 3])


def canvas(figure: Figure, lines: Skeleton) -> Canvas:
    """Return the axes for a robot that moves in the plane, or in space."""
    projection = None if lines.is_planar else "3d"
    return Canvas(figure.add_subplot(projection=projection), lines.is_planar)


def arm(
    robot: Robot,
    q: ArrayLike | None = None,
    *,
    frames: bool = True,
    tips: Tips | None = None,
    title: str | None = None,
) -> Figure:
    """Draw a robot with its frames: in the plane if it moves in the x-y plane, in space otherwise.

    Links are lines from their frame's origin to the joints that they carry.  A model does not say
    where the last link ends: its line goes to its centre of mass, or to the tip given.

    Parameters
    ----------
    robot
        The model; numbers only.
    q
        One state ``(n,)``, rad or m; zeros if not given.
    frames
        Whether to draw the frame of every link with a joint that moves: x red, y green, z blue.
    tips
        Points ``(3,)`` in link coordinates, m, by link, to which a line is drawn.
    title
        Above the picture; the robot's name and coordinates if not given.

    Returns
    -------
    matplotlib.figure.Figure
        It belongs to no window: ``savefig`` writes it, a notebook shows it.

    Raises
    ------
    LinkwiseError
        If the model has symbols, q is not one finite state, or a link or tip is unknown.

    References
    ----------
    Frames as Craig, *Introduction to Robotics*, figures 3.5 to 3.8, draws them.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> figure = arm(planar_2r(), [0.5, 0.8], tips={"link2": (1, 0, 0)})
    >>> figure.axes[0].get_xlabel()
    'x [m]'
    """
    require_numbers(robot, DRAWN_OF_NUMBERS)
    state = one_state(robot, np.zeros(robot.n) if q is None else q, "q")
    lines = skeleton(robot, state, tips)
    figure = new_figure(7, 6, title or state_title(robot, state))
    paper = canvas(figure, lines)
    draw(paper, robot, lines, frames=frames)
    for place, names in joint_names(robot, lines).items():
        paper.text(np.array(place), ", ".join(names))
    figure.legend(
        handles=legend(robot, lines, frames=frames),
        loc="outside lower center",
        ncols=4,
        fontsize=LABEL,
        frameon=False,
    )
    return figure


def draw(paper: Canvas, robot: Robot, lines: Skeleton, *, frames: bool) -> None:
    """Draw one state."""
    for link in robot.links:
        paper.line(lines.bones[link.name], f"link {link.name}", **LINK)
    for name, rail in lines.rails.items():
        paper.line(rail, f"rail {name}", **RAIL)
    if frames:
        draw_frames(paper, robot, lines)
    for link in robot.links:
        origin, joint = lines.bones[link.name][:1], link.joint
        paper.line(origin, f"joint {joint.name}", **joint_style(joint.kind))
    for name, centre in lines.centres.items():
        paper.line(centre[None], f"centre {name}", **CENTRE)
    paper.frame(everything(robot, lines))


def everything(robot: Robot, lines: Skeleton) -> Array:
    """Return all points ``(k, 3)`` that a picture must show, of one state or many."""
    parts = [*lines.bones.values(), *lines.rails.values(), *lines.centres.values()]
    return np.concatenate([robot.base.p[None], *(part.reshape(-1, 3) for part in parts)])


def joint_names(robot: Robot, lines: Skeleton) -> dict[tuple[float, ...], list[str]]:
    """Return the names of the joints that move, if they are few, by the places they share."""
    names: dict[tuple[float, ...], list[str]] = {}
    for link in robot.links if robot.n <= MOST_NAMES else ():
        if link.joint.moves:
            place = tuple((lines.bones[link.name][0] / lines.size).round(3) * lines.size)
            names.setdefault(place, []).append(link.joint.name)
    return names


def joint_style(kind: str) -> Style:
    """Return the marker of a joint."""
    return {
        "color": BLACK,
        "marker": MARKERS[kind],
        "markerfacecolor": "white",
        "markeredgewidth": 2,
        "markersize": 5 if kind == "fixed" else 10,
        "linestyle": "",
        "zorder": 3,
    }


def draw_frames(paper: Canvas, robot: Robot, lines: Skeleton) -> None:
    """Draw the frames of the links that move by themselves, an eighth as long as the robot."""
    for name in (link.name for link in robot.links if link.joint.moves):
        axes, origin = lines.axes[name], lines.bones[name][0]
        for (letter, colour), axis in zip(AXES.items(), axes, strict=True):
            ends = np.stack([origin, origin + axis * lines.size / 8])
            if not (paper.is_planar and letter == "z"):  # it points at the reader
                paper.line(ends, f"{letter} of {name}", color=colour, linewidth=2)


def legend(robot: Robot, lines: Skeleton, *, frames: bool) -> list[Line2D]:
    """Return what the signs mean that are in the picture."""
    kinds = {link.joint.kind for link in robot.links}
    handles = [
        Line2D([], [], label=f"{kind} joint", **joint_style(kind))
        for kind in MARKERS
        if kind in kinds
    ]
    if lines.centres:
        handles.append(Line2D([], [], label="centre of mass", **CENTRE))
    if lines.rails:
        handles.append(Line2D([], [], label="slid from its zero", **RAIL))
    letters = list(AXES)[: 2 if lines.is_planar else 3] if frames else []
    handles += [Line2D([], [], color=AXES[k], label=f"{k} of a frame") for k in letters]
    return handles


def state_title(robot: Robot, q: Array) -> str:
    """Return the robot's name with its coordinates, if they are few."""
    if robot.n > MOST_NAMES or robot.n == 0:
        return robot.name
    parts = zip(robot.joints, q, strict=True)
    values = ", ".join(f"{joint.name} = {short(x)} {joint.unit}" for joint, x in parts)
    return f"{robot.name}\n{textwrap.fill(values, TITLE_COLUMNS)}"
