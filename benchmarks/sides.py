"""One robot in linkwise and in the other packages, and pieces of work on the same states."""

from pathlib import Path
from typing import Any

import casadi_peer
import numpy as np
import pinocchio as pin
import pinocchio_peer
from robots import Array, pair
from timing import Work

import linkwise

CHECKED = 500  # states whose results are compared
FEW = 5  # where a result takes CasADi's virtual machine


class Sides:
    """A robot that all packages know from the same file, and random states of it.

    Attributes
    ----------
    fast
        linkwise's compiled robot.
    ours, theirs
        q, qd and qdd (or tau), (N, n) each, in linkwise's and in Pinocchio's order of joints.
    """

    def __init__(self, name: str, folder: Path, cache: Path, states: int, library: Any) -> None:
        self.name, self.cache = name, cache
        self.pair = pair(name, folder)
        self.fast = linkwise.compile(self.pair.robot, "c")
        self.ours, self.theirs = self.pair.states(states)
        self.model, self.data = self.pair.model, self.pair.model.createData()
        self.loops = pinocchio_peer.Loops(self.model, library) if library else None

    @property
    def n(self) -> int:
        """Number of joints."""
        return self.pair.robot.n

    def linkwise(self, name: str, statement: str, **names: Any) -> Work:
        """Return a statement about fast, q, qd and x, the arrays of all states."""
        q, qd, x = self.ours
        return Work(name, statement, {"fast": self.fast, "q": q, "qd": qd, "x": x} | names, len(q))

    def linkwise_one(self, name: str, statement: str, **names: Any) -> Work:
        """Return a statement about fast, q, qd and x, the vectors of one state."""
        q, qd, x = (a[0].copy() for a in self.ours)
        return Work(name, statement, {"fast": self.fast, "q": q, "qd": qd, "x": x} | names)

    def python_loop(self, name: str) -> Work:
        """Return a loop in Python over the rows with one of Pinocchio's functions."""
        q, qd, x = self.theirs
        row = "q[i]" if name == "crba" else "q[i], qd[i], x[i]"
        out = np.empty((*q.shape, self.n) if name == "crba" else q.shape)
        names = {"f": getattr(pin, name), "model": self.model, "data": self.data, "out": out}
        names |= {"q": q, "qd": qd, "x": x}
        statement = f"for i in range(len(q)): out[i] = f(model, data, {row})"
        return Work(f"Pinocchio, Python loop over `pin.{name}`", statement, names, len(q))

    def pinocchio_one(self, name: str) -> Work:
        """Return one call of one of Pinocchio's functions."""
        vectors = [a[0].copy() for a in self.theirs[: 1 if name == "crba" else 3]]
        names = {"f": getattr(pin, name), "model": self.model, "data": self.data}
        names |= {f"v{k}": v for k, v in enumerate(vectors)}
        row = ", ".join(f"v{k}" for k in range(len(vectors)))
        return Work(f"Pinocchio, `pin.{name}`", f"f(model, data, {row})", names)

    def cpp_loop(self, name: str, *core: int, fresh: bool = False) -> list[Work]:
        """Return a loop in C++ over the rows with Pinocchio, or nothing where it is not built.

        It writes results of the shape `core`, if that is given, into an array that is `fresh` each
        time or always the same.
        """
        if self.loops is None:
            return []
        vectors = self.theirs[:1] if name.startswith("crba") else self.theirs
        shape = (len(vectors[0]), *core)
        names = {"loop": self.loops.over(name, *vectors), "empty": np.empty, "shape": shape}
        out = "empty(shape)" if fresh else "out" if core else ""
        label = "Pinocchio, C++ loop" if core else "Pinocchio, C++ loop, half of one matrix"
        names |= {"out": np.zeros(shape)} if out == "out" else {}
        return [Work(label, f"loop({out})", names, len(vectors[0]))]

    def parallel(self, name: str) -> Work:
        """Return one of Pinocchio's own batch functions, on one thread."""
        call = pinocchio_peer.parallel(self.model, name, self.theirs, threads=1)
        names = {"call": call}
        return Work(f"Pinocchio, `{name}`, 1 thread", "call()", names, len(self.theirs[0]))

    def casadi(self, name: str, states: int | None = None) -> Work:
        """Return CasADi's generated C mapped over the rows, called through `buffer()`."""
        states = states or len(self.theirs[0])
        core = {"rnea": (self.n,), "forward": (self.n,), "crba": (self.n, self.n)}
        vectors = [a[:states] for a in self.theirs[: 1 if name == "crba" else 3]]
        function = casadi_peer.function(self.model, name)
        compiled = casadi_peer.compiled(function, self.cache)
        out = np.empty((states, *core.get(name, (self.n, 2 * self.n))))
        names = casadi_peer.mapped(compiled, vectors, out)
        how = "generated C, `map` and `buffer()`" if states > 1 else "generated C, `buffer()`"
        return Work(f"CasADi, {how}", "call()", names, states)


def require_agreement(sides: Sides) -> None:
    """Raise an AssertionError unless all packages compute the same."""
    fast, order, model, data = sides.fast, sides.pair.order, sides.model, sides.data
    ours, theirs = ([a[:CHECKED] for a in arrays] for arrays in (sides.ours, sides.theirs))
    square = np.ix_(range(CHECKED), order, order)
    rows = list(zip(*theirs, strict=True))
    dq, dqd = fast.rnea_derivatives(*ours)
    traced = fast.jacobian("rnea", wrt=("q", "qd"))(*ours)
    compared = {
        "rnea": (fast.rnea(*ours)[:, order], [pin.rnea(model, data, *s).copy() for s in rows]),
        "crba": (fast.crba(ours[0])[square], [pin.crba(model, data, s[0]).copy() for s in rows]),
        "aba": (fast.aba(*ours)[:, order], [pin.aba(model, data, *s).copy() for s in rows]),
        "derivatives": (
            np.concatenate([dq[square], dqd[square]], axis=2),
            [np.hstack(pin.computeRNEADerivatives(model, data, *s)[:2]) for s in rows],
        ),
    }
    close("traced derivatives", np.stack(traced), np.stack((dq, dqd)))
    for name, (mine, other) in compared.items():
        close(name, mine, np.array(other))
    for name in ("rnea", "crba", "forward", "derivatives"):
        function = casadi_peer.function(model, name)
        vectors = theirs[:1] if name == "crba" else theirs
        reference = np.array(compared["aba" if name == "forward" else name][1])
        states = zip(*(v[:FEW] for v in vectors), strict=True)
        columns = [np.array(function(*state)).T for state in states]  # CasADi keeps columns
        close(f"CasADi's {name}", np.reshape(columns, reference[:FEW].shape), reference[:FEW])


def close(name: str, a: Array, b: Array) -> None:
    """Raise an AssertionError if two results differ by more than rounding."""
    np.testing.assert_allclose(a, b, rtol=1e-7, atol=1e-9 * np.abs(b).max(), err_msg=name)
