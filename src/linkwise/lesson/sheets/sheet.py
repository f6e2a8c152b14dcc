"""Sheets to hand out with a robot: flowcharts, free bodies, two inertias, dimensions."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from linkwise.lesson.letters.paper import Block, Format, on_paper
from linkwise.lesson.sheets.dimensions import dimension_sheet
from linkwise.lesson.sheets.flowcharts import flowchart_sheet
from linkwise.lesson.sheets.free_bodies import free_body_sheet
from linkwise.lesson.sheets.two_inertias import inertia_sheet
from linkwise.models.robot import Robot, require_numbers
from linkwise.spatial.errors import LinkwiseError

TITLES = {
    "flowchart": "Flowcharts",
    "free-body": "Free bodies",
    "inertia": "Two inertia matrices",
    "dimensions": "Dimensions",
}
TAKES: Mapping[str, tuple[str, ...]] = {
    "flowchart": ("gravity",),
    "free-body": ("gravity", "q", "qd", "qdd"),
    "inertia": ("q", "link"),
    "dimensions": (),
}


def sheet(
    robot: Robot,
    what: str,
    *,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    link: str | None = None,
    form: Format = "md",
) -> str:
    """Return a sheet on a robot, as Markdown or LaTeX.

    Parameters
    ----------
    robot
        The model; numbers only.
    what
        "flowchart": the ways to the equations of motion, in mermaid's language; "free-body": all
        forces and moments on every link, by name; "inertia": the mass matrix beside one link's
        spatial inertia; "dimensions": letter, shape and unit of every quantity.
    q, qd, qdd
        A state ``(n,)``, for the free bodies alone, and q for the mass matrix; zeros if not given.
    link
        Whose spatial inertia is shown, on that sheet alone; the last link's if not given.
    form
        "md" or "latex", a document that needs amsmath alone.

    Returns
    -------
    str
        The whole sheet.

    Raises
    ------
    LinkwiseError
        If the model has symbols or, except for its dimensions, no mass data; if the sheet, the form
        or the link is unknown; or if the state is not one of this robot, or the sheet has no use
        for it.

    References
    ----------
    The lecture notes: flowcharts and free-body diagrams, "M(q) is not the same as 𝓜_i", and the
    dimensions cheat sheet.

    Examples
    --------
    >>> from linkwise import rp
    >>> print(sheet(rp(), "dimensions").splitlines()[10])
    | mass matrix               | M(q)        | (2, 2)  | kg m², kg m, kg |
    """
    require_numbers(robot, "a sheet is filled in with numbers")
    if what not in list(TITLES):
        raise LinkwiseError(f"there is no sheet {what!r}: {', '.join(TITLES)} are known")
    if form not in ("md", "latex"):
        raise LinkwiseError(f"a sheet is written in 'md' or 'latex', got {form!r}")
    if (what, form) == ("flowchart", "latex"):
        raise LinkwiseError("flowcharts are in mermaid's language, which LaTeX does not draw: 'md'")
    given = {"q": q, "qd": qd, "qdd": qdd, "link": link}
    require_use(what, [name for name, x in given.items() if x is not None])
    rest = np.zeros(robot.n)
    q, qd, qdd = (rest if x is None else x for x in (q, qd, qdd))
    blocks: dict[str, Iterator[Block]] = {
        "flowchart": flowchart_sheet(robot),
        "free-body": free_body_sheet(robot, q, qd, qdd),
        "inertia": inertia_sheet(robot, link, q),
        "dimensions": dimension_sheet(robot),
    }
    return on_paper(f"{TITLES[what]} of {robot.name}", list(blocks[what]), form)


def require_use(what: str, given: Sequence[str]) -> None:
    """Raise a `LinkwiseError` if a sheet has no use for one of the arguments given."""
    for name in given:
        if name not in TAKES[what]:
            raise LinkwiseError(f"the sheet {what!r} does not depend on {name}: leave it out")
