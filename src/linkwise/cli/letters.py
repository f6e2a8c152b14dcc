"""What the letters of an arm mean, for formulas about it."""

import textwrap

from linkwise.cli.text import table
from linkwise.lagrangian.ring import Letters
from linkwise.lesson.exercises.words import ARMS
from linkwise.models.robot import Robot
from linkwise.referee.dimensions import dimensions_of
from linkwise.referee.handed_in import HandedIn

WIDTH = 100  # characters of a line


def letters_told(word: str, robot: Robot, letters: Letters) -> str:
    """Return the robot that a word names in words, and a table of its letters with their units."""
    units = dimensions_of(HandedIn(robot, letters, {})).letters
    rows = [("letter", "unit", "")]
    for k, joint in enumerate(robot.joints):
        motion = "slides" if joint.unit == "m" else "turns"
        for symbols, per, what in (
            (letters.q, "", f"joint {k + 1} {motion}"),
            (letters.qd, "/s", "its rate"),
            (letters.qdd, "/s²", "its acceleration"),
        ):
            rows.append((str(symbols[k]), f"{joint.unit}{per}", what))
    rows += [(str(x), units[str(x)], "") for x in letters.parameters]
    about = textwrap.wrap(plain(ARMS.get(word, "")), WIDTH)
    if robot.is_numeric:
        about.append("It has numbers in place of letters, which stand in the formulas.")
    return "\n".join([robot.name, *about, "", table(rows, left=3)])


def plain(prose: str) -> str:
    r"""Return text with simple mathematics without its LaTeX.

    Examples
    --------
    >>> plain(r"it turns by $\theta_{1}$")
    'it turns by θ_1'
    """
    text = prose.replace(r"\theta", "θ")
    return text.translate({ord(sign): None for sign in "${}"})
