"""Print a table of linkwise's speed beside that of other packages.

    python benchmarks/peers.py [--states 100000] [--rounds 9] [--no-cpp]

It needs the packages pin, example-robot-data and casadi; for Pinocchio's C++ loops also g++ and the
Eigen headers (Debian: libeigen3-dev), and about four minutes at the first run to compile them.

In every line both sides run in turn, round by round, on the same numbers and on one thread; a
ratio is the median of the rounds' ratios.  That the results agree is checked before.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
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


def arm_batch(arm: Sides) -> Iterator[Line]:
    """Yield the comparisons of a batch of states of the arm."""
    n, N = arm.n, len(arm.ours[0])
    rnea = arm.linkwise("`fast.rnea`", "fast.rnea(q, qd, x)")
    for peer in [*arm.cpp_loop("rnea_rows", (n,)), arm.parallel("rneaInParallel")]:
        yield Line("torques", rnea, peer, 20)
    yield Line("torques", rnea, arm.python_loop("rnea"), 35)
    yield Line("torques", rnea, arm.casadi("rnea"), 4)
    call, moved = memory.triad(CACHE)
    states = moved // (8 * 4 * n)
    bound = Work("memory: q, qd, qdd read, tau written", "call()", {"call": call}, states)
    yield Line("torques", rnea, bound, 0.2)

    crba = arm.linkwise("`fast.crba`", "fast.crba(q)")
    reused = arm.linkwise("`fast.crba`, `out=`", "fast.crba(q, out=out)", out=np.zeros((N, n, n)))
    for ours in (crba, reused):
        for peer in arm.cpp_loop("crba_rows", (n, n)):
            yield Line("mass matrix", ours, peer, 5)
    for peer in arm.cpp_loop("crba_kept", None, ", one matrix, half filled"):
        yield Line("mass matrix", reused, peer, 5)
    yield Line("mass matrix", crba, arm.python_loop("crba"))
    yield Line("mass matrix", reused, arm.casadi("crba"))

    aba = arm.linkwise("`fast.aba`", "fast.aba(q, qd, x)")
    for peer in [*arm.cpp_loop("aba_rows", (n,)), arm.parallel("abaInParallel")]:
        yield Line("accelerations", aba, peer, 5)
    forward = arm.linkwise("`fast.forward_dynamics`", "fast.forward_dynamics(q, qd, x)")
    yield Line("accelerations", forward, arm.python_loop("aba"))
    yield Line("accelerations", forward, arm.casadi("forward"))

    names = {"f": arm.fast.jacobian("rnea", wrt=("q", "qd"))}
    jacobian = arm.linkwise('`fast.jacobian("rnea", …)`', "f(q, qd, x)", **names)
    for peer in arm.cpp_loop("derivatives_rows", (n, 2 * n)):
        yield Line("∂torques/∂q, ∂qd", jacobian, peer, 5)
    yield Line("∂torques/∂q, ∂qd", jacobian, arm.casadi("derivatives"))


def humanoid_batch(humanoid: Sides) -> Iterator[Line]:
    """Yield the comparisons of a batch of states of the humanoid."""
    n, N = humanoid.n, len(humanoid.ours[0])
    rnea = humanoid.linkwise("`fast.rnea`", "fast.rnea(q, qd, x)")
    for peer in [*humanoid.cpp_loop("rnea_rows", (n,)), humanoid.parallel("rneaInParallel")]:
        yield Line("torques", rnea, peer, 8)
    yield Line("torques", rnea, humanoid.casadi("rnea"))
    reused = humanoid.linkwise(
        "`fast.crba`, `out=`", "fast.crba(q, out=out)", out=np.zeros((N, n, n))
    )
    for peer in humanoid.cpp_loop("crba_rows", (n, n)):
        yield Line("mass matrix", humanoid.linkwise("`fast.crba`", "fast.crba(q)"), peer, 8)
        yield Line("mass matrix", reused, peer, 8)
    for peer in humanoid.cpp_loop("crba_kept", None, ", one matrix, half filled"):
        yield Line("mass matrix", reused, peer, 8)
    aba = humanoid.linkwise("`fast.aba`", "fast.aba(q, qd, x)")
    for peer in [*humanoid.cpp_loop("aba_rows", (n,)), humanoid.parallel("abaInParallel")]:
        yield Line("accelerations", aba, peer, 8)


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
        table(f"{states} of an arm of {arm.n} joints", arm_batch(arm), rounds)
        table(f"{states} of a humanoid of {humanoid.n} joints", humanoid_batch(humanoid), rounds)
        table("One state of the arm", one_state(arm), rounds)
        table("One state of the humanoid", one_state(humanoid), rounds)
        table(f"{states} of the arm without a compiler", without_compiler(arm), rounds)
        cold, warm = cold_start.first_call_seconds(Path(folder) / "panda.urdf")
    print("\n## First call of the arm in a new process\n")
    print("| cache | seconds | wanted | met |\n|---|--:|--:|---|")
    for name, found, wanted in (("empty", cold, 0.5), ("full", warm, 0.05)):
        met = "yes" if found < wanted else "**no**"
        print(f"| {name} | {found:.3f} | {wanted} | {met} |")


if __name__ == "__main__":
    if any(name in os.environ for name in UNWANTED):  # libraries read them when they are loaded
        plain = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=plain, check=False).returncode)  # noqa: S603
    main()
