"""A motion as a film: the arm at every instant, in the time that it takes."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from matplotlib.animation import FuncAnimation, HTMLWriter
from matplotlib.lines import Line2D

from linkwise.number_text import short
from linkwise.plot.drawing import canvas, draw, everything
from linkwise.plot.figures import SKY, new_figure
from linkwise.plot.skeleton import Tips, skeleton
from linkwise.simulation.result import Run
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.scalars import Array

MOST_FRAMES = 1000
MEGABYTES = 200  # of a page
# What stands on the buttons of a page in place of pictures that would come from the network.
BUTTONS = {
    "minus": "−",
    "fast-backward": "|◀",
    "step-backward": "‹",
    "play fa-flip-horizontal": "◀",
    "pause": "❚❚",
    "play": "▶",
    "step-forward": "›",
    "fast-forward": "▶|",
    "plus": "+",
}


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
        ``save("swing.gif", writer="pillow")`` writes it, `film_page` makes a page of it, and
        ``to_jshtml()`` shows it in a notebook.

    Raises
    ------
    LinkwiseError
        If fps is not above 0, or it makes more than 1,000 pictures.

    Examples
    --------
    >>> from linkwise import planar_2r, simulate
    >>> film = animation(simulate(planar_2r(), [0, 0.3], [0, 0], t=[0, 0.2]))
    >>> film_page(film).count("data:image/png")
    6
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


def film_page(film: FuncAnimation, *, fps: int = 25) -> str:
    """Return a film as a page with buttons, in one file that needs no network.

    Parameters
    ----------
    film
        What `animation` gives.
    fps
        Pictures a second.
    """
    require_kind(film, FuncAnimation, "film")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "film.html"
        film.save(path, writer=HTMLWriter(fps=fps, embed_frames=True, embed_limit=MEGABYTES))
        body = path.read_text()
    body = re.sub(r"<link[^>]*>", "", body)
    body = re.sub(r'<i class="fa fa-([^"]*)"></i>', lambda icon: BUTTONS[icon[1]], body)
    head = '<meta charset="utf-8"><title>A motion</title>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>\n'
