"""On what the iterations are run, and how their results are brought to paper.

* Numbers of any kind stay as they are.
* "fast": letters run through the polynomial ring and come out collected; "full": factored too.
* "named": letters as the recursion leaves them, what is used more than once under a name.
* "none": the same without names.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.arguments import per_link
from linkwise.algorithms.external import Wrench
from linkwise.algorithms.iterations import Iteration, Iterations
from linkwise.lesson.rows.steps import Steps, each, named
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel, sympy_or_advice
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, stack

if TYPE_CHECKING:
    from linkwise.lagrangian.ring import Letters

LEVELS = ("auto", "none", "fast", "full", "named")
FEW = 3  # joints up to which rows in letters are read term by term

Printed = Callable[[Sequence[Array], int], tuple[Steps, list[Array]]]


def as_they_are(results: Sequence[Array], _: int) -> tuple[Steps, list[Array]]:
    """Return results without any names."""
    return (), list(results)


@dataclass(frozen=True, eq=False)
class Reading:
    """What the iterations are run on.

    Attributes
    ----------
    robot, state, external, gravity
        As for `rnea`.
    efforts
        What the joints add to tau beyond the bodies of `robot`, ``(1,)`` by link; None where the
        robot has that itself.
    printed
        Returns results as they are printed, with names for what they share, numbered from the
        second argument on.
    collects
        Whether `printed` also brings single rows to the form in which they are looked up.
    """

    robot: Robot
    state: tuple[Any, Any, Any]
    external: Mapping[str, Wrench] | None
    gravity: ArrayLike | None
    efforts: list[Array] | None = None
    printed: Printed = as_they_are
    collects: bool = False


def own_letters(model: Robot | SymbolicModel) -> tuple[Any, Any, Any]:
    """Return symbols for q, qd and qdd: the model's, or q1, qd1, qdd1 and so on."""
    if isinstance(model, SymbolicModel):
        return model.q, model.qd, model.qdd
    sympy = sympy_or_advice()
    q, qd, qdd = (sympy.symbols(f"{x}1:{model.n + 1}") for x in ("q", "qd", "qdd"))
    return q, qd, qdd


def reading_of(plain: Reading, simplify: str) -> tuple[Reading, "Letters | None"]:
    """Return what to run the iterations on, and the letters; None of them for numbers."""
    if simplify not in LEVELS:
        raise LinkwiseError(f"simplify must be one of {', '.join(LEVELS)}, got {simplify!r}")
    state = [np.asarray(x, dtype=object) for x in plain.state]
    symbols = _symbols_of(plain, state)
    if symbols is None:
        return plain, None
    from linkwise.lagrangian.ring import Letters

    free = _is_free(state, plain.robot.n)
    q, qd, qdd = (x.tolist() for x in state) if free else own_letters(plain.robot)
    letters = Letters.of(plain.robot, q, qd, qdd, symbols.difference(q, qd, qdd))
    level = level_of(simplify, plain.robot, free=free)
    if level in ("fast", "full"):
        try:
            return _in_ring(plain, letters, factored=level == "full"), letters
        except LinkwiseError:  # such as a root of a mass
            if simplify != "auto":
                raise
            level = "named"
    if level == "named":
        return replace(plain, robot=letters.exact(plain.robot), printed=named), letters
    return plain, letters


def _is_free(state: Sequence[Array], n: int) -> bool:
    """Tell whether a state is a symbol for each coordinate, rate and acceleration."""
    entries = [x for vector in state for x in vector.flat]
    symbols = {x for x in entries if getattr(x, "is_Symbol", False)}
    return all(x.shape == (n,) for x in state) and len(symbols) == len(entries)


def _symbols_of(plain: Reading, state: Sequence[Array]) -> set[Any] | None:
    """Return all symbols beyond the robot's own, or None if nothing is symbolic."""
    arrays: list[Any] = [*state, plain.gravity]
    for wrench in (plain.external or {}).values() if isinstance(plain.external, Mapping) else ():
        arrays += [getattr(wrench, name, None) for name in ("moment", "force", "at")]
    entries = [x for a in arrays for x in np.asarray(a, dtype=object).flat]
    symbolic = [x for x in entries if hasattr(x, "free_symbols")]
    if not symbolic and plain.robot.symbols_package is None:
        return None
    return set().union(*(x.free_symbols for x in symbolic))


def finished(found: Iterations, reading: Reading) -> Iterations:
    """Return iterations in the form in which their rows are looked up, with what joints add."""
    if not reading.collects:
        return found
    numbers = [f.name for f in fields(Iteration) if f.name not in ("link", "joint")]
    links = []
    for row, effort in zip(found.links, reading.efforts or (), strict=True):
        names = [name for name in numbers if getattr(row, name) is not None]
        _, values = reading.printed([getattr(row, name) for name in names], 1)
        changed: dict[str, Any] = dict(zip(names, values, strict=True))
        if "tau" in changed:
            changed["tau"] = changed["tau"] + effort[0]
        links.append(replace(row, **changed))
    tau = [row.tau for row in links if row.tau is not None]
    return Iterations(tuple(links), stack(tau))


def level_of(simplify: str, robot: Robot, *, free: bool) -> str:
    """Return what "auto" means for a robot, or say why another level cannot be had.

    Parameters
    ----------
    simplify
        One of `LEVELS`.
    robot
        The model.
    free
        Whether q, qd and qdd are symbols, each another.
    """
    coupled = any(robot.couplings)
    if simplify == "auto":
        if not free:
            return "none"
        return "named" if coupled or robot.n > FEW else "fast"
    if simplify in ("fast", "full"):
        if not free:
            raise LinkwiseError(f"simplify={simplify!r} wants a symbol for each of q, qd and qdd")
        if coupled:
            raise LinkwiseError(
                f"robot {robot.name!r} has mimic joints: simplify 'named' and 'none' take them"
            )
    return simplify


def _in_ring(plain: Reading, letters: "Letters", *, factored: bool) -> Reading:
    """Return a reading in the ring of the letters."""
    import sympy

    from linkwise.lesson.letters.collected import collected

    def on_paper(x: Any) -> Any:
        if isinstance(x, sympy.Basic):
            return x
        e = collected(letters, letters.reduced(letters.element(x)))
        return sympy.factor(e) if factored else e

    robot = letters.exact(plain.robot)
    state = (letters.q, letters.qd, letters.qdd)
    splits = (per_link(robot, np.array(x, dtype=object)) for x in state)
    efforts = [
        link.joint.effort(*x) if link.joint.effects else np.zeros(1, dtype=int)
        for link, *x in zip(robot.links, *splits, strict=True)
    ]
    return Reading(
        letters.robot(robot.bare),
        (letters.coordinates(), letters.vector(letters.qd), letters.vector(letters.qdd)),
        _wrenches(plain.external, letters.array),
        None if plain.gravity is None else letters.array(plain.gravity),
        efforts,
        lambda results, _: ((), [each(on_paper, a) for a in results]),
        collects=True,
    )


def _wrenches(
    external: Mapping[str, Wrench] | None, convert: Callable[[ArrayLike], Array]
) -> Mapping[str, Wrench] | None:
    """Return wrenches with other numbers, and what is no wrench for the iterations to refuse."""
    if not isinstance(external, Mapping):
        return external
    return {
        link: replace(
            wrench,
            moment=convert(wrench.moment),
            force=convert(wrench.force),
            at=None if wrench.at is None else convert(wrench.at),
        )
        if isinstance(wrench, Wrench)
        else wrench
        for link, wrench in external.items()
    }
