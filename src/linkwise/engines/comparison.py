"""One robot in several dynamics engines: who disagrees with whom, in which term, and why."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from linkwise.auditing.source import Source, robot_and_notes
from linkwise.engines.causes import agree, causes, gaps, scale
from linkwise.engines.engine import TERMS, Engine, random_motion
from linkwise.engines.findings import Disagreement, EngineComparison
from linkwise.engines.loading import load_engines, urdf_text
from linkwise.engines.own import Own
from linkwise.engines.reading import Reading
from linkwise.spatial.errors import LinkwiseError, require_whole


def compare_engines(
    source: Source,
    engines: Sequence[Any] = ("pinocchio", "mujoco"),
    *,
    states: int = 20,
    seed: int = 0,
    tolerance: float = 1e-6,
) -> EngineComparison:
    """Tell which dynamics engines disagree on a robot, in which term, at which joint, and why.

    M, C q̇, g and τ of linkwise and of every engine are evaluated at random states.  Joints are
    matched by name, and mimic joints tied by q_all = G q + q₀: Gᵀ M G, Gᵀ τ.  A cause is named only
    if it was tested: with rotors, friction or springs switched off in all engines, or with one
    gravity or one set of bodies in all, the difference is gone.

    Parameters
    ----------
    source
        A URDF file, which every engine reads by itself; or another file, a built-in name or a
        robot, which they are given as `write_urdf` writes it, without rotors and springs.
    engines
        Names, "pinocchio" or "mujoco", or models that are loaded already: a `pinocchio.Model` or a
        `mujoco.MjModel` with joints of the same names.
    states
        How many states; positions are within the joints' limits.
    seed
        Of the random states.
    tolerance
        How far numbers may be apart, relative to the largest of the joint.

    Returns
    -------
    EngineComparison
        It prints as a report.

    Raises
    ------
    LinkwiseError
        If a file cannot be read, an engine is unknown, not installed or refuses the file, or lacks
        a joint.

    References
    ----------
    *Pinocchio*: J. Carpentier et al., IEEE/SICE SII 2019.  *MuJoCo*: E. Todorov, T. Erez, Y. Tassa,
    IROS 2012.

    Examples
    --------
    >>> found = compare_engines("panda", ["mujoco"])
    >>> found.agree, found.groups["M"]
    (True, (('linkwise', 'mujoco'),))
    """
    if not 0 < tolerance < 1:
        raise LinkwiseError(f"tolerance must be between 0 and 1, got {tolerance!r}")
    from importlib.metadata import version  # slow to load, and wanted here alone

    require_whole(states, "states", 1)
    require_whole(seed, "seed", 0)
    if isinstance(engines, str) or not engines:
        raise LinkwiseError(f"engines must be a list such as ['mujoco'], got {engines!r}")
    robot, notes = robot_and_notes(source)
    robot.require_dynamics()
    motion = random_motion(robot, states, seed)
    own: Engine = Own(robot, version("linkwise"))
    every = [own, *load_engines(engines, urdf_text(source, robot), robot)]
    readings = [Reading(engine, robot, motion) for engine in every]
    for reading in readings:
        notes += reading.notes
    groups = {term: grouped(term, readings, tolerance) for term in TERMS}
    return EngineComparison(
        robot.name,
        {engine.name: engine.version for engine in every},
        {term: tuple(tuple(x.name for x in group) for group in groups[term]) for term in TERMS},
        {term: max(_spread(term, group) for group in groups[term]) for term in TERMS},
        tuple(
            disagreement(term, first, second, tolerance)
            for term in TERMS
            for first, second in combinations(groups[term], 2)
        ),
        notes,
        states,
    )


def grouped(term: str, readings: Sequence[Reading], tolerance: float) -> list[list[Reading]]:
    """Return the engines in groups that agree in a term, the largest first."""
    groups: list[list[Reading]] = []
    for reading in readings:
        for group in groups:
            if agree(term, group[0], reading, tolerance):
                group.append(reading)
                break
        else:
            groups.append([reading])
    return sorted(groups, key=len, reverse=True)


def disagreement(
    term: str, first: Sequence[Reading], second: Sequence[Reading], tolerance: float
) -> Disagreement:
    """Return what two groups of engines differ in, and why."""
    a, b = first[0], second[0]
    x, y = a.terms()[term], b.terms()[term]
    relative = gaps(term, x, y, scale(a, term))
    at = np.unravel_index(relative.argmax(), relative.shape)
    worst = np.abs(x - y)[:, *at].argmax()
    names = a.robot.joint_names
    return Disagreement(
        term,
        tuple(reading.name for reading in first),
        tuple(reading.name for reading in second),
        tuple(dict.fromkeys(names[k] for k in at)),
        (float(x[worst, *at]), float(y[worst, *at])),
        float(relative[at]),
        causes(term, a, b, tolerance),
    )


def _spread(term: str, group: Sequence[Reading]) -> float:
    """Return how far the engines of a group are from its first."""
    a = group[0]
    x = a.terms()[term]
    return max(float(gaps(term, x, b.terms()[term], scale(a, term)).max(initial=0)) for b in group)
