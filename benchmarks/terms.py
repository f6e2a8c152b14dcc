"""Print the speed of the Coriolis matrix, the regressor and derivatives beside Pinocchio's.

    python benchmarks/terms.py [--rounds 9] [--no-cpp]

It needs what `peers.py` needs.  Both sides have the 7-joint arm of one URDF text and one thread,
and take turns.  In C++ Pinocchio writes its results into arrays, as linkwise does, or leaves each
in its own memory for the next state to overwrite; from Python it is called state by state, which
costs it some 0.5 µs a call.  That the results agree is checked before.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio
import pinocchio_peer
from peers import CACHE, Line, table
from robots import Array
from sides import close
from timing import ROUNDS, Work

import linkwise

STATES, CALLS, CHECKED = 100_000, 2_000, 100
WANTED = 5
# ours is Ixx, Ixy, Ixz, Iyy, Iyz, Izz, after mass and first moments
PINOCCHIO_ORDER = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]


@dataclass(frozen=True)
class Term:
    """A result that both sides compute.

    Attributes
    ----------
    task, name, inputs
        What it is, linkwise's function and its arguments.
    peer, loop
        Pinocchio's function, and its loop in C++ without ``_rows`` or ``_kept``.
    joined
        Makes one array ``(..., n, columns)`` of linkwise's results, as the loop writes them.
    """

    task: str
    name: str
    inputs: str
    peer: str
    loop: str
    joined: Callable[[Any], Array]


def in_their_order(Y: Array) -> Array:
    """Return a regressor with the columns of each link as Pinocchio has them."""
    links = Y.reshape(*Y.shape[:-1], -1, 10)
    return links[..., PINOCCHIO_ORDER].reshape(Y.shape)


def side_by_side(parts: Any) -> Array:
    """Return matrices side by side."""
    return np.concatenate(parts, axis=-1)


TERMS = (
    Term(
        "Coriolis matrix", "coriolis_matrix", "q, qd", "computeCoriolisMatrix", "coriolis", np.array
    ),
    Term(
        "regressor",
        "torque_regressor",
        "q, qd, qdd",
        "computeJointTorqueRegressor",
        "regressor",
        in_their_order,
    ),
    Term(
        "∂torques",
        "rnea_derivatives",
        "q, qd, qdd",
        "computeRNEADerivatives",
        "derivatives",
        side_by_side,
    ),
    Term(
        "∂accelerations",
        "forward_dynamics_derivatives",
        "q, qd, tau",
        "computeABADerivatives",
        "aba_derivatives",
        side_by_side,
    ),
)


def comparisons(term: Term, names: dict[str, Any], loops: Any) -> Iterator[Line]:
    """Yield the comparisons of a term, once all results agree."""
    inputs = [names[key] for key in term.inputs.split(", ")]
    out = getattr(names["fast"], term.name)(*inputs)
    right = term.joined(out)
    call, model, data = getattr(pinocchio, term.peer), names["model"], names["data"]
    for k in range(CHECKED):
        theirs = call(model, data, *(a[k] for a in inputs))
        parts = theirs[: right.shape[-1] // model.nv] if isinstance(theirs, tuple) else (theirs,)
        close(term.peer, right[k], side_by_side(parts))
    statement = f"fast.{term.name}({term.inputs}, out=out)"
    ours = Work(f"`fast.{term.name}`", statement, names | {"out": out}, STATES)
    if loops:
        run, rows = loops.over(f"{term.loop}_rows", *inputs), np.empty_like(right)
        run(rows)
        close(f"{term.loop}_rows", right, rows)
        written = Work("Pinocchio, C++ loop", "run(rows)", {"run": run, "rows": rows}, STATES)
        yield Line(term.task, ours, written, WANTED)
        kept = {"run": loops.over(f"{term.loop}_kept", *inputs)}
        label = "Pinocchio, C++ loop, no array written"
        yield Line(term.task, ours, Work(label, "run()", kept, STATES), WANTED)
    row = ", ".join(f"{key}[k]" for key in term.inputs.split(", "))
    loop = f"for k in range({CALLS}): call(model, data, {row})"
    label = f"Pinocchio, Python loop over `pin.{term.peer}`"
    yield Line(term.task, ours, Work(label, loop, names | {"call": call}, CALLS))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--no-cpp", action="store_true", help="leave out Pinocchio's C++ loops")
    options = parser.parse_args()
    CACHE.mkdir(parents=True, exist_ok=True)
    robot = linkwise.load("panda")
    model = pinocchio.buildModelFromXML(linkwise.write_urdf(robot))
    library = None if options.no_cpp else pinocchio_peer.build_loops(CACHE)
    loops = pinocchio_peer.Loops(model, library) if library else None
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, STATES, robot.n))
    names = {"q": q, "qd": qd, "qdd": qdd, "tau": linkwise.rnea(robot, q, qd, qdd)}
    names |= {"fast": linkwise.compile(robot, "c"), "model": model, "data": model.createData()}
    lines = (line for term in TERMS for line in comparisons(term, names, loops))
    table(f"{STATES:,} states of other results of the arm", lines, options.rounds)


if __name__ == "__main__":
    main()
