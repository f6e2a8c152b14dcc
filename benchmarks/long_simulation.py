"""The double pendulum of the lecture notes for 1,000 s: whose energy drifts, and at what price.

    python benchmarks/long_simulation.py [SECONDS]

Each line shows the mean of the energy error over every tenth of the run, in J, and the largest.
"""

import sys
from time import perf_counter

import numpy as np

import linkwise as lw

ARM = lw.planar_2r(0.4, 1, 0.2, 0.15, 3, 2, 0.04, 0.015)
H = 0.01


def main(seconds: float) -> None:
    """Simulate with both integrators of fixed steps and print what becomes of the energy."""
    for name in ("RK4", "symplectic"):
        start = perf_counter()
        run = lw.simulate(ARM, (0, 0.3), (0, 0), t=seconds, integrator=name, h=H)
        took = perf_counter() - start
        off = run.energy[1:] - run.energy[0]
        means = " ".join(f"{tenth.mean():8.4f}" for tenth in np.array_split(off, 10))
        print(f"{name:10} {took / run.steps * 1e6:6.1f} µs a step, {run.steps} steps of {H} s")
        print(f"  mean of each tenth {means}")
        print(f"  largest {np.abs(off).max():.4f} of {run.energy[0]:.4f} J")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1000)
