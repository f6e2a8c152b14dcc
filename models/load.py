"""One call for every robot: a file, or a built-in robot by name."""

import difflib
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from linkwise.models.builders import gantry, pendulum, planar_2r, planar_nr, rp
from linkwise.models.published import panda, puma560
from linkwise.models.robot import Robot
from linkwise.models.toml_file import load_toml
from linkwise.models.urdf import load_urdf
from linkwise.spatial.errors import LinkwiseError

# The lengths and masses of rods are those of the lecture notes.
BUILTINS: Mapping[str, Callable[[], Robot]] = {
    "pendulum": pendulum,
    "2r": planar_2r,
    "2r-point": partial(planar_2r, form="points"),
    "2r-rods": partial(planar_2r, 0.6, 0.5, m1=1, m2=0.8, form="rods"),
    "3r": partial(planar_nr, [0.6, 0.5, 0.4], [1, 0.8, 0.6]),
    "rp": rp,
    "gantry": gantry,
    "puma560": puma560,
    "panda": panda,
}
READERS: Mapping[str, Callable[..., Robot]] = {".urdf": load_urdf, ".toml": load_toml}


def load(source: str | os.PathLike[str], *, strict: bool = False) -> Robot:
    """Return a robot from a file or by its built-in name.

    Parameters
    ----------
    source
        Path of a URDF file (``.urdf``, see `load_urdf`) or of a TOML file (``.toml``, see
        `read_toml`); or one of "pendulum", "2r", "2r-point", "2r-rods", "3r", "rp", "gantry",
        "puma560", "panda".
    strict
        Whether to refuse bodies that cannot exist.  Without it a file with such bodies gives a
        warning; built-in robots are known and give none.

    Returns
    -------
    Robot

    Raises
    ------
    LinkwiseError
        If there is no such robot or file, or the file is wrong or xacro; the message names the
        place.

    Examples
    --------
    >>> load("3r").n
    3
    >>> round(float(load("panda").mass()), 3)
    16.062
    """
    if not isinstance(source, str | os.PathLike):
        raise LinkwiseError(f"a file or a built-in name is wanted, got {source!r}")
    path = Path(source)
    if path.suffix.lower() == ".xacro":
        return load_urdf(path)  # which says what to do
    if reader := READERS.get(path.suffix.lower()):
        if not path.exists():
            raise LinkwiseError(f"there is no file {str(path)!r}{_advice(path.stem)}")
        return reader(path, strict=strict)
    if str(source) not in BUILTINS:
        what = "a file of unknown kind" if path.is_file() else "neither a file nor a built-in name"
        raise LinkwiseError(f"{str(source)!r} is {what}{_advice(str(source))}")
    robot = BUILTINS[str(source)]()
    for link in robot.links if strict else ():
        link.inertia.check(f"link {link.name!r} of {robot.name!r}")
    return robot


def _advice(word: str) -> str:
    """Say what would be understood, the nearest first."""
    near = difflib.get_close_matches(word.lower(), BUILTINS, n=1)
    hint = f": did you mean {near[0]!r}?" if near else ":"
    names, ends = ", ".join(BUILTINS), " or ".join(READERS)
    return f"{hint} files end in {ends}; built in are {names}"
