"""Engines by name or by a model that is loaded already; all are optional packages."""

import importlib
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from linkwise.auditing.source import Source
from linkwise.engines.engine import Engine
from linkwise.models.robot import Robot
from linkwise.models.urdf_notes import listed
from linkwise.models.write_urdf import write_urdf
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning


@dataclass(frozen=True)
class Package:
    """Where an engine comes from: what is installed, and the classes of its models and of ours."""

    to_install: str
    model: str
    ours: tuple[str, str]


PACKAGES = {  # by the module that is imported, which is the name of the engine
    "pinocchio": Package("pin", "Model", ("pinocchio_engine", "Pinocchio")),
    "mujoco": Package("mujoco-core", "MjModel", ("mujoco_engine", "MuJoCo")),
}


def installed() -> list[str]:
    """Return the engines that can be imported.

    Raises
    ------
    LinkwiseError
        If there are none.
    """
    if found := [name for name in PACKAGES if find_spec(name)]:
        return found
    ways = " or ".join(f"pip install {package.to_install}" for package in PACKAGES.values())
    raise LinkwiseError(f"no engine is installed: {ways}")


def urdf_text(source: Source, robot: Robot) -> str:
    """Return the URDF text that the engines are given: the file itself, or the robot written.

    URDF has no words for rotors, springs and gravity: without them the engines differ, and say so.
    """
    if not isinstance(source, Robot) and Path(source).suffix.lower() == ".urdf":
        return Path(source).read_text(encoding="utf-8-sig", errors="replace")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LinkwiseWarning)
        return write_urdf(robot.without("rotors", "springs"))


def load_engines(wanted: Sequence[Any], text: str, robot: Robot) -> list[Engine]:
    """Return engines by name, which read the text, or by a model of theirs.

    Raises
    ------
    LinkwiseError
        If one is unknown, not installed, named twice, or refuses the text.
    """
    engines = [_read(x, text, robot) if isinstance(x, str) else _given(x) for x in wanted]
    names = [engine.name for engine in engines]
    if len({*names}) < len(names):
        raise LinkwiseError(f"every engine is wanted once, got {', '.join(names)}")
    return engines


def _read(name: str, text: str, robot: Robot) -> Engine:
    try:
        return _ours(name).read(text)  # type: ignore[no-any-return]
    except ValueError as error:
        if isinstance(error, LinkwiseError):
            raise
        said = " ".join(str(error).split())
        broken = [
            f"link {link.name!r}: {', '.join(rules)}"
            for link in robot.links
            if (rules := link.inertia.violations())
        ]
        hint = f"; these bodies cannot exist: {listed(broken)}" if broken else ""
        raise LinkwiseError(
            f"{name} refuses {robot.name!r}: {said}{hint}; the other engines can do without {name}"
        ) from None


def _given(model: Any) -> Engine:
    for name, package in PACKAGES.items():
        of = type(model)
        if of.__name__ == package.model and of.__module__.startswith((name, "mujoco")):
            engine: Engine = _ours(name)(model)
            return engine
    kinds = " or ".join(f"{name}.{package.model}" for name, package in PACKAGES.items())
    raise LinkwiseError(f"an engine is {' or '.join(PACKAGES)}, or a {kinds}; got {model!r:.80}")


def _ours(name: str) -> Any:
    """Return our class for an engine, whose package is imported on the way."""
    if name not in PACKAGES:
        raise LinkwiseError(f"unknown engine {name!r}: {', '.join(PACKAGES)} are known")
    module, ours = PACKAGES[name].ours
    try:
        return getattr(importlib.import_module(f"linkwise.engines.{module}"), ours)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise LinkwiseError(
            f"{name} is not installed: pip install {PACKAGES[name].to_install}"
        ) from None
