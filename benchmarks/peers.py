"""Print a table of linkwise's speed beside that of other packages.

    python benchmarks/peers.py [--states 100000] [--rounds 9] [--no-cpp]

It needs the packages pin, example-robot-data and casadi; for Pinocchio's C++ loops also g++ and the
Eigen headers (Debian: libeigen3-dev), and about ten minutes at the first run to compile them.

In every line both sides run in turn, round by round, on the same numbers and on one thread; a
ratio is the median of the rounds' ratios.  That the results agree is checked before.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cold_start
import machine
import memory
import numpy as np
import pinocchio_peer
from sides import Sides, require_agreement
from timing import ROUNDS, Comparison, Work, compare

import linkwise

CACHE = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "linkwise-benchmarks"
# How many times faster linkwise should be; "within 5 times of memory's speed" is 1/5.
ARM = {"rnea": 20, "rnea in Python": 35, "rnea in CasADi": 4, "rnea in memory": 1 / 5}
ARM |= {"crba": 5, "aba": 5, "derivatives": 5}
HUMANOID = {"rnea": 8, "crba": 8, "aba": 8}
UNWANTED = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")  # would change what SciPy's routines cost
HEAD = """\
| task | linkwise | ns a state | peer | ns a state | times faster | wanted | met |
|---|---|--:|---|--:|--:|--:|---|"""


@dataclass(frozen=True)
class Line:
    """What is compared, and how many times faster linkwise should be, if that was promised."""

    task: str
    ours: Work
    peer: Work
    wanted: float | None = None

    def row(self, found: Comparison) -> str:
        """Return the line of the table."""
        wanted, met = "", ""
        if self.wanted is not None:
            wanted = f"{self.wanted:.2g}"
            met = "yes" if found.ratio >= self.wanted else "**no**"
        cells = [self.task, self.ours.name, nanoseconds(found.ours)]
        cells += [self.peer.name, nanoseconds(found.peers), f"{found.ratio:.3g}", wanted, met]
        return f"| {' | '.join(cells)} |"


def nanoseconds(seconds: float) -> str:
    """Return a time with three digits."""
    return f"{seconds * 1e9:,.0f}" if seconds > 1e-7 else f"{seconds * 1e9:.3g}"


def batch(robot: Sides, wanted: dict[str, float]) -> Iterator[Line]:
    """Yield the comparisons of all states of a robot, with results in arrays made before."""
    n, N = robot.n, len(robot.ours[0])
    vector, matrix = np.zeros((N, n)), np.zeros((N, n, n))
    rnea = robot.linkwise("`fast.rnea`", "fast.rnea(q, qd, x, out=out)", out=vector)
    for peer in [*robot.cpp_loop("rnea_rows", n), robot.parallel("rneaInParallel")]:
        yield Line("torques", rnea, peer, wanted["rnea"])
    yield Line("torques", rnea, robot.python_loop("rnea"), wanted.get("rnea in Python"))
    yield Line("torques", rnea, robot.casadi("rnea"), wanted.get("rnea in CasADi"))
    triad = memory_bound("q, qd, qdd read, tau written", *memory.triad(CACHE), 4 * n)
    yield Line("torques", rnea, triad, wanted.get("rnea in memory"))

    crba = robot.linkwise("`fast.crba`", "fast.crba(q, out=out)", out=matrix)
    for peer in [*robot.cpp_loop("crba_rows", n, n), *robot.cpp_loop("crba_kept")]:
        yield Line("mass matrix", crba, peer, wanted["crba"])
    yield Line("mass matrix", crba, robot.python_loop("crba"))
    yield Line("mass matrix", crba, robot.casadi("crba"))
    yield Line("mass matrix", crba, memory_bound("M written", *memory.fill(CACHE), n * n))

    aba = robot.linkwise("`fast.aba`", "fast.aba(q, qd, x, out=out)", out=vector)
    for peer in [*robot.cpp_loop("aba_rows", n), robot.parallel("abaInParallel")]:
        yield Line("accelerations", aba, peer, wanted["aba"])
    statement = "fast.forward_dynamics(q, qd, x, out=out)"
    forward = robot.linkwise("`fast.forward_dynamics`", statement, out=vector)
    yield Line("accelerations", forward, robot.python_loop("aba"))
    yield Line("accelerations", forward, robot.casadi("forward"))

    names = {"f": robot.fast.jacobian("rnea", wrt=("q", "qd")), "out": (matrix, matrix.copy())}
    for label, statement in (
        ("`fast.rnea_derivatives`", "fast.rnea_derivatives(q, qd, x, out=out)"),
        ('`fast.jacobian("rnea")`', "f(q, qd, x, out=out)"),
    ):
        work = robot.linkwise(label, statement, **names)
        for peer in robot.cpp_loop("derivatives_rows", n, 2 * n):
            yield Line("∂torques", work, peer, wanted.get("derivatives"))
    yield Line("∂torques", work, robot.casadi("derivatives"))


def memory_bound(what: str, call: Callable[[], None], moved: int, doubles: int) -> Work:
    """Return moving so many doubles a state at the speed of memory."""
    return Work(f"memory alone: {what}", "call()", {"call": call}, moved // (8 * doubles))


def fresh_batch(robot: Sides) -> Iterator[Line]:
    """Yield the comparisons with new arrays for the results of every call, on both sides."""
    n = robot.n
    derivatives = ("derivatives_rows", n, 2 * n)
    for task, name, statement, peer in (
        ("torques", "`fast.rnea`", "fast.rnea(q, qd, x)", ("rnea_rows", n)),
        ("mass matrix", "`fast.crba`", "fast.crba(q)", ("crba_rows", n, n)),
        ("accelerations", "`fast.aba`", "fast.aba(q, qd, x)", ("aba_rows", n)),
        ("∂torques", "`fast.rnea_derivatives`", "fast.rnea_derivatives(q, qd, x)", derivatives),
    ):
        for work in robot.cpp_loop(*peer, fresh=True):
            yield Line(task, robot.linkwise(name, statement), work)


def one_state(sides: Sides) -> Iterator[Line]:
    """Yield the comparisons of calls for one state."""
    fast = sides.fast
    for task, name, wanted in (
        ("torques", "rnea", 1 / 1.5),
        ("mass matrix", "crba", None),
        ("accelerations", "aba", None),
    ):
        arguments = "q" if name == "crba" else "q, qd, x"
        peer = sides.pinocchio_one(name)
        call = sides.linkwise_one(f"`fast.{name}`", f"fast.{name}({arguments})")
        bound = sides.linkwise_one(f"`fast.bind`, {name}", "f()", f=fast.bind(name))
        yield Line(task, call, peer, wanted)
        yield Line(task, bound, peer, None if wanted is None else 1)
        if name != "aba":
            yield Line(task, bound, sides.casadi(name, states=1))


def without_compiler(arm: Sides) -> Iterator[Line]:
    """Yield the comparisons of what runs where there is no compiler."""
    slow = {"numpy_fast": linkwise.compile(arm.pair.robot, "numpy")}
    work = arm.linkwise("`fast.rnea`, NumPy alone", "numpy_fast.rnea(q, qd, x)", **slow)
    yield Line("torques", work, arm.python_loop("rnea"), 1)
    plain = arm.linkwise(
        "plain `linkwise.rnea`", "rnea(robot, q, qd, x)", rnea=linkwise.rnea, robot=arm.pair.robot
    )
    yield Line("torques", plain, arm.python_loop("rnea"))


def table(title: str, lines: Iterable[Line], rounds: int) -> None:
    """Measure and print."""
    print(f"\n## {title}\n\n{HEAD}")
    for line in lines:
        print(line.row(compare(line.ours, line.peer, rounds)), flush=True)


def main() -> None:
    """Measure and print all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--no-cpp", action="store_true", help="leave out Pinocchio's C++ loops")
    options = parser.parse_args()
    CACHE.mkdir(parents=True, exist_ok=True)
    library = None if options.no_cpp else pinocchio_peer.build_loops(CACHE)
    print("\n".join(f"- {fact}" for fact in machine.facts()))
    with tempfile.TemporaryDirectory() as folder:
        arm, humanoid = (
            Sides(name, Path(folder), CACHE, options.states, library) for name in ("panda", "talos")
        )
        for sides in (arm, humanoid):
            require_agreement(sides)
        states, rounds = f"{options.states:,} states", options.rounds
        table(f"{states} of an arm of {arm.n} joints", batch(arm, ARM), rounds)
        table(f"{states} of a humanoid of {humanoid.n} joints", batch(humanoid, HUMANOID), rounds)
        for sides, name in ((arm, "arm"), (humanoid, "humanoid")):
            table(f"{states} of the {name}, new arrays each time", fresh_batch(sides), rounds)
        table("One state of the arm", one_state(arm), rounds)
        table("One state of the humanoid", one_state(humanoid), rounds)
        table(f"{states} of the arm without a compiler", without_compiler(arm), rounds)
        first_calls(Path(folder) / "panda.urdf")


def first_calls(urdf: Path) -> None:
    """Print how long a new process waits for its first result."""
    print("\n## The arm in a new process\n")
    print("| cache of compiled code | step | seconds | wanted | met |\n|---|---|--:|--:|---|")
    for cache, step, found in cold_start.seconds(urdf):
        wanted = {"empty": 0.5, "full": 0.05}[cache] if "rnea" in step else None
        met = "" if wanted is None else "yes" if found <= wanted else "**no**"
        print(f"| {cache} | {step} | {found:.3f} | {wanted or ''} | {met} |")


if __name__ == "__main__":
    if any(name in os.environ for name in UNWANTED):  # libraries read them when they are loaded
        plain = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=plain, check=False).returncode)  # noqa: S603
    main()
