"""A page for the browser: the arm, sliders, and every row of the iterations, in one file."""

import hashlib
import json
import os
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.compiled.export_javascript import javascript_function
from linkwise.lesson.page.controls import controls, stroke
from linkwise.lesson.page.dynamics import page_program
from linkwise.lesson.page.tables import pass_tables, sum_table
from linkwise.lesson.page.view import reach, tip, view
from linkwise.lesson.rows.two_passes import newton_euler
from linkwise.models.file_numbers import require_plain, save_text
from linkwise.models.joint import Joint
from linkwise.models.robot import Robot
from linkwise.simulation.equations import one_state
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

SCRIPTS = ("numbers", "drawing", "controls", "steps", "quiz")  # page_NAME.js, in this order
MOST_LINKS = 60  # of a spatial tree: 4 MB, and 0.09 s a change
# Where the sliders start if nothing is said: even and odd joints differ, so that no term vanishes.
Q, QD, QDD = (0.5, 0.5), (0.2, -0.1), (0.5, 0.1)
FEW = 8  # joints that may all be bent; larger robots start upright


def write_lesson(
    robot: Robot,
    path: str | os.PathLike[str],
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
) -> Path:
    """Write the iterations of a robot as a page for the browser, whole or not at all.

    The file needs no network, no server and no other file.  It holds the arm as a drawing, sliders
    for q, q̇, q̈ and the masses, every row of both passes in Craig's notation, and M, C, g, τ and the
    energies.  A changed mass makes the whole body of the link denser; its centre stays.

    Parameters
    ----------
    robot
        The model; numbers only.
    path
        The file, such as ``lesson.html``.
    q, qd, qdd
        Where the sliders start ``(n,)``: rad, rad/s, rad/s², or m, m/s, m/s² for prismatic joints;
        zeros if another of them is given, and a state in which all moves if none is.

    Returns
    -------
    pathlib.Path
        The path.

    Raises
    ------
    LinkwiseError
        If the robot has symbols, no mass, no joint that moves or too many links for a page, a
        vector has not one finite number a joint, or the file cannot be written.

    References
    ----------
    Craig, *Introduction to Robotics*, eqs. 6.45-6.53.

    Examples
    --------
    >>> import tempfile
    >>> from linkwise import planar_2r
    >>> path = write_lesson(planar_2r(), tempfile.mkdtemp() + "/lesson.html")
    >>> print(path.read_text().splitlines()[0])
    <!DOCTYPE html>
    """
    save_text(lesson_page(robot, q, qd, qdd), path)
    return Path(path)


def lesson_page(
    robot: Robot,
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
) -> str:
    """Return the page of `write_lesson` as text, the same for the same robot and state.

    Parameters
    ----------
    robot, q, qd, qdd
        As for `write_lesson`.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    LinkwiseError
        As for `write_lesson`.

    Examples
    --------
    >>> from linkwise import planar_2r
    >>> "<title>planar 2R: Newton-Euler iterations</title>" in lesson_page(planar_2r())
    True
    """
    require_plain(robot, "lesson")
    robot.require_dynamics()
    if len(robot.links) > MOST_LINKS:
        raise LinkwiseError(
            f"robot {robot.name!r} has {len(robot.links)} links, and a page shows at most "
            f"{MOST_LINKS}: robot.lump_fixed() and robot.subtree(link) make it smaller"
        )
    state = _start(robot, {"q": q, "qd": qd, "qdd": qdd})
    outward, inward = pass_tables(newton_euler(robot, *state))
    style = _asset("page.css")
    script = "\n".join(
        [
            '"use strict";',
            f"const ROBOT = {json.dumps(_facts(robot), separators=(',', ':'))};",
            javascript_function(page_program(robot)),
            *(_asset(f"page_{name}.js") for name in SCRIPTS),
        ]
    )
    return Template(_asset("page.html")).substitute(
        name=escape(robot.name),
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}",
        style=style,
        controls=controls(robot, [x.tolist() for x in state]),
        outward=outward,
        inward=inward,
        sum=sum_table(robot),
        script=script,
    )


def _start(robot: Robot, given: Mapping[str, ArrayLike | None]) -> list[Array]:
    """Return where the sliders of q, q̇ and q̈ start: zeros for what is left out of a state."""
    if all(x is None for x in given.values()):
        return [_usual(robot, name) for name in given]
    rest = np.zeros(robot.n)
    return [rest if x is None else one_state(robot, x, name) for name, x in given.items()]


def _usual(robot: Robot, name: str) -> Array:
    """Return where the sliders of a joint vector start if no state is given."""
    usual = {"q": Q, "qd": QD, "qdd": QDD}[name]
    values = [usual[k % 2] for k in range(robot.n)]
    if name == "q":
        values = values if robot.n <= FEW else [0.0] * robot.n
        values = [_within(robot, j, x) for j, x in zip(robot.joints, values, strict=True)]
    return np.array(values)


def _within(robot: Robot, joint: Joint, x: float) -> float:
    """Return a coordinate if the joint can take it, else the middle of what it can."""
    lower, upper = stroke(robot, joint)
    return x if lower <= x <= upper else round((lower + upper) / 2, 3)


def _facts(robot: Robot) -> dict[str, Any]:
    """Return what the scripts know of the robot: numbers only, no names."""
    strokes = {
        joint.name: max(map(abs, stroke(robot, joint)))
        for joint in robot.joints
        if joint.kind == "prismatic"
    }
    seen = view(robot)
    return {
        "links": [
            {
                "parent": parent,
                "kind": link.joint.kind,
                "axis": link.joint.axis.tolist(),
                "mass": float(link.inertia.mass),
                "com": link.inertia.com.tolist(),
                "tip": tip(link).tolist(),
            }
            for link, parent in zip(robot.links, robot.parents, strict=True)
        ],
        "base": {"R": robot.base.R.tolist(), "p": robot.base.p.tolist()},
        "gravity": robot.gravity.tolist(),
        "view": [seen.right.tolist(), seen.up.tolist(), seen.toward.tolist()],
        "reach": reach(robot, strokes),
    }


def _asset(name: str) -> str:
    return files("linkwise.lesson.page").joinpath(name).read_text(encoding="utf-8").rstrip()


def _hash(text: str) -> str:
    """Return what allows this very script or style in a policy, and no other."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
