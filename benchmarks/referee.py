"""Print a table of how long the referee takes, from a planar 2R to all of a PUMA 560.

python benchmarks/referee.py
"""

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import machine
import numpy as np
import sympy

import linkwise as lw
from linkwise.lagrangian.energies import Energies
from linkwise.lagrangian.ring import Letters, letters_of, unpacked

PACKAGES = ("linkwise", "numpy", "sympy")
PLANAR = """\
h = m2*l1*lc2*s2
M11 = I1 + I2 + m1*lc1^2 + m2*(l1^2 + lc2^2 + 2*l1*lc2*c2)
M12 = I2 + m2*(lc2^2 + l1*lc2*c2)
M22 = I2 + m2*lc2^2
h1 = -h*(qd1*qd2 + qd2^2)
h2 = h*qd1^2
g1 = (m1*lc1 + m2*l1)*g*c1 + m2*lc2*g*c12
g2 = m2*lc2*g*c12
"""


def planar() -> None:
    """Check M, h and g of the 2R with a lost factor 2, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.txt"
        file.write_text(PLANAR)
        command = [sys.executable, "-m", "linkwise", "check", "2r", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    require("Coriolis halved" in done.stdout)


def spatial() -> None:
    """Check the torques of a shoulder and an elbow in letters, with one sign lost."""
    robot = shoulder_and_elbow()
    q, qd, qdd = (sympy.symbols(f"{x}1:4") for x in ("q", "qd", "qdd"))
    tau = lw.lagrange(robot, q, qd, qdd).tau
    g, m3, lc3 = sympy.symbols("g m3 lc3")
    weight = g * m3 * lc3 * sympy.cos(q[1] + q[2])
    verdict = lw.check(robot, tau=[tau[0], tau[1] - 2 * weight, tau[2]])
    require([entry.right for entry in verdict.entries] == [True, False, True])
    require(verdict["tau2"].findings[0].slips[0].slip.name == "sign")


def shoulder_and_elbow() -> lw.Robot:
    """Return an arm that turns about the vertical and lifts two links, all in letters."""
    upright, axes = lw.Transform.rotation_x(np.pi / 2), ("xx", "yy", "zz")
    links = []
    for k in (1, 2, 3):
        mass, center = sympy.symbols(f"m{k} lc{k}")
        moments = np.diag(sympy.symbols([f"I{k}{a}" for a in axes]))
        body = lw.Inertia(mass, (center, 0, 0), moments)
        length = sympy.Symbol(f"l{k - 1}")
        placement = {1: lw.Transform.identity(), 2: upright}.get(
            k, lw.Transform.translation(length, 0, 0)
        )
        parent = f"link{k - 1}" if k > 1 else None
        links.append(lw.Link(f"link{k}", lw.Joint.revolute(f"q{k}"), placement, body, parent))
    return lw.Robot("shoulder and elbow", links, gravity=(0, 0, -sympy.Symbol("g")))


def puma() -> None:
    """Check a function M(q) of the PUMA 560 exactly, with a millionth too much in one entry."""
    right = by_matrices(lw.puma560())

    def wrong(q: Any) -> Any:
        M = right(q)
        M[1, 2] = M[1, 2] + 1e-6 * np.cos(q[2])
        return M

    for function, mistakes in ((right, []), (wrong, ["M23"])):
        verdict = lw.check(lw.puma560(), M=function)
        require([entry.name for entry in verdict.entries if not entry.right] == mistakes)
        require(all(entry.decided.startswith("exactly") for entry in verdict.entries))


def by_matrices(robot: lw.Robot) -> Callable[[Any], Any]:
    """Return M(q) = Σ tr(∂ₖT J ∂ₗTᵀ) by 4x4 matrices, as somebody may write it in NumPy."""
    exact = robot.exact()
    J = []
    for link in exact.links:
        m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz = link.inertia.parameters()
        xx, yy, zz = (-Ixx + Iyy + Izz) / 2, (Ixx - Iyy + Izz) / 2, (Ixx + Iyy - Izz) / 2
        rows = [[xx, -Ixy, -Ixz, hx], [-Ixy, yy, -Iyz, hy], [-Ixz, -Iyz, zz, hz], [hx, hy, hz, m]]
        J.append(np.array(rows))

    def M(q: Any) -> Any:
        T, U = np.eye(4, dtype=int), [np.zeros((4, 4), dtype=int)] * robot.n
        total = np.zeros((robot.n, robot.n), dtype=int)
        for k, link in enumerate(exact.links):
            c, s = np.cos(q[k]), np.sin(q[k])
            turn = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
            rate = np.array([[-s, -c, 0, 0], [c, -s, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
            A = np.vstack([np.column_stack([link.placement.R, link.placement.p]), [0, 0, 0, 1]])
            U = [T @ A @ rate if i == k else u @ A @ turn for i, u in enumerate(U)]
            T = T @ A @ turn
            total = total + np.array([[np.trace(a @ J[k] @ b.T) for b in U] for a in U])
        return total

    return M


def proofs() -> None:
    """Prove every statement of the PUMA 560."""
    from linkwise.proving.prove import statements

    require(all(lw.prove(lw.puma560(), name) for name in statements()))


def require(holds: bool) -> None:  # noqa: FBT001 - an assertion that no option takes away
    """Stop if the answer is not what it must be."""
    if not holds:
        raise SystemExit("the referee is wrong")


def in_the_ring(model: lw.Robot | lw.SymbolicModel) -> Callable[[], None]:
    """Return the work of comparing torques: the recursion on ring elements, and theirs beside it.

    Theirs are SymPy expressions that Lagrange's equation gives, prepared before the clock runs.
    """
    robot, symbols, more = unpacked(model)
    letters = Letters.of(robot, *symbols, more)
    theirs = torques(robot, letters)

    def compare() -> None:
        rates, accelerations = letters.vector(letters.qd), letters.vector(letters.qdd)
        tau = lw.rnea(letters.robot(robot), letters.coordinates(), rates, accelerations)
        for right, yours in zip(tau, theirs, strict=True):
            require(letters.element(yours) == letters.reduced(right))

    return compare


def torques(robot: lw.Robot, letters: Letters) -> list[Any]:
    """Return the torques that Lagrange's equation gives, in SymPy."""
    return [letters.expression(x) for x in Energies.of(robot, letters).torques()]


def one_slip() -> Callable[[], None]:
    """Return the work of checking the PUMA 560's torques with a term twice what it should be."""
    robot = lw.puma560()
    tau = torques(robot, letters_of(robot))
    tau[0] += tau[0].args[3]

    def search() -> None:
        verdict = lw.check(robot, tau=tau)
        require([entry.right for entry in verdict.entries] == [False] + [True] * 5)
        require(verdict["tau1"].findings[0].slips[0].slip.name == "factor 2")

    return search


# what is done, and the seconds that it may take, if that was promised
Case = tuple[str, Callable[[], None], float | None]


def cases() -> Iterator[Case]:
    """Yield the cases, each prepared when its turn comes."""
    yield "planar 2R: a file with one slip checked, in a new process", planar, 2
    yield "spatial 3R in 18 letters: derived, and torques with one slip checked", spatial, 20
    yield "planar 3R: torques compared in the ring", in_the_ring(lw.symbolic("3r")), 0.1
    yield "PUMA 560: torques compared in the ring", in_the_ring(lw.puma560()), 1
    yield "PUMA 560: torques with one slip checked", one_slip(), None
    yield "PUMA 560: two functions M(q) checked exactly, one of them wrong", puma, 60
    yield "PUMA 560: all eleven statements proved", proofs, 60


def row(name: str, case: Callable[[], None], wanted: float | None) -> str:
    """Return a line of the table, with seconds by the clock and of the processor."""
    start, worked = perf_counter(), sum(os.times()[:4])
    case()
    seconds, worked = perf_counter() - start, sum(os.times()[:4]) - worked
    met = "" if wanted is None else "yes" if seconds <= wanted else "**no**"
    return f"| {name} | {seconds:.2g} | {worked:.2g} | {wanted or ''} | {met} |"


def main() -> None:
    """Measure and print all."""
    print(f"- {next(machine.facts())}")
    packages = ", ".join(f"{name} {machine.installed(name)}" for name in PACKAGES)
    print(f"- Python {platform.python_version()}, {packages}\n")
    print("| task | s | CPU s | wanted | met |\n|---|--:|--:|--:|---|")
    for case in cases():
        print(row(*case), flush=True)


if __name__ == "__main__":
    main()
