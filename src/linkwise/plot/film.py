"""A motion as a film: the arm at every instant, in the time that it takes."""

import numpy as np
from matplotlib.animation import FuncAnimation
from matplotlib.lines import Line2D

from linkwise.number_text import short
from linkwise.plot.drawing import canvas, draw, everything
from linkwise.plot.figures import SKY, new_figure
from linkwise.plot.skeleton import Tips, skeleton
from linkwise.simulation.result import Run
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.scalars import Array

MOST_FRAMES = 1000


def animation(run: Run, *, fps: float = 25, tips: Tips | None = None) -> FuncAnimation:
    """Return a simulated motion as a film in real time, with the path of the last link's end.

    Parameters
    ----------
    run
        What `simulate` gives.
    fps
        Pictures a second.
    tips
        Points ``(3,)`` in link coordinates, m, by link, to which a line is drawn.

    Returns
    -------
    matplotlib.animation.FuncAnimation
        ``save("swing.gif", writer="pillow")`` writes it, ``to_jshtml()`` gives it as a page with
        buttons.

    Raises
    ------
    LinkwiseError
        If fps is not above 0, or it makes more than 1,000 pictures.

    Examples
    --------
    >>> from linkwise import planar_2r, simulate
    >>> film = animation(simulate(planar_2r(), [0, 0.3], [0, 0], t=[0, 0.2]))
    >>> film.to_jshtml().count("<img")
    1
    """
    require_kind(run, Run, "run")
    robot, times = run.robot, film_times(run, fps)
    q, _ = run.at(times)
    lines = skeleton(robot, q, tips)
    figure = new_figure(6, 6, robot.name)
    figure.set_layout_engine("none")  # it would be laid out anew for every picture
    paper = canvas(figure, lines)
    draw(paper, robot, skeleton(robot, q[0], tips), frames=False)
    paper.frame(everything(robot, lines))
    end = lines.bones[robot.link_names[-1]][:, 1]
    trail = paper.line(end[:1], "trail", color=SKY, linewidth=1.5, zorder=1)
    drawn = {line.get_gid(): line for line in paper.axes.lines}

    def show(k: int) -> list[Line2D]:
        for name, path in lines.bones.items():
            paper.move(drawn[f"link {name}"], path[k])
            paper.move(drawn[f"joint {robot.link(name).joint.name}"], path[k, :1])
        for joint, rail in lines.rails.items():
            paper.move(drawn[f"rail {joint}"], rail[k])
        for name, centre in lines.centres.items():
            paper.move(drawn[f"centre {name}"], centre[k, None])
        paper.move(trail, end[: k + 1])
        paper.axes.set_title(f"t = {times[k]:.2f} s")
        return [*drawn.values()]

    return FuncAnimation(figure, show, frames=len(times), interval=1000 / fps, blit=False)


def film_times(run: Run, fps: float) -> Array:
    """Return the times of the pictures, from the start of the run to its end."""
    if not 0 < fps < np.inf:
        raise LinkwiseError(f"fps must be a number of pictures a second above 0, got {fps!r}")
    start, end = float(run.edges[0]), float(run.edges[-1])
    count = int((end - start) * fps) + 1
    if count > MOST_FRAMES:
        raise LinkwiseError(
            f"{short(end - start)} s at {short(fps)} pictures a second make {count}: "
            f"{MOST_FRAMES} at most"
        )
    return start + np.arange(count) / fps
