"""The model that is looked at: a robot as it is, or from a file with what its reader said."""

import os
import warnings

from linkwise.models.load import load
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

Source = Robot | str | os.PathLike[str]

# Lines of a reader's warning that an audit says itself: the heading, and bodies by their rules.
SAID_ELSEWHERE = ("is read, but", "no body can have these inertias")


def robot_and_notes(source: Source) -> tuple[Robot, tuple[str, ...]]:
    """Return a robot, and what the reader of its file said; nothing if it is a robot already.

    Parameters
    ----------
    source
        A robot, or what `load` takes.

    Raises
    ------
    LinkwiseError
        If there is no such robot, or it holds symbols or exact numbers.
    """
    notes: list[str] = []
    if isinstance(source, Robot):
        robot = source
    elif isinstance(source, str | os.PathLike):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", LinkwiseWarning)
            robot = load(source)
        lines = [line.strip() for told in caught for line in str(told.message).splitlines()]
        notes = [line for line in lines if not any(said in line for said in SAID_ELSEWHERE)]
    else:
        raise LinkwiseError(f"a robot, a file or a built-in name is wanted, got {source!r}")
    if not robot.is_numeric:
        raise LinkwiseError(f"robot {robot.name!r} holds symbols: plain numbers can be audited")
    return robot, tuple(notes)
