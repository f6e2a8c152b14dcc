"""How long a new process waits for the first result, with an empty cache and with a full one."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

FIRST_CALL = """
import sys, time
import numpy as np
import linkwise
robot = linkwise.load(sys.argv[1])
q, qd, qdd = np.ones((3, robot.n))
start = time.perf_counter()
fast = linkwise.compile(robot, "c")
compiled = time.perf_counter()
fast.rnea(q, qd, qdd)
print(compiled - start, time.perf_counter() - compiled)
"""


def seconds(urdf: Path, repeats: int = 7) -> Iterator[tuple[str, str, float]]:
    """Yield (cache, step, median seconds) of `linkwise.compile` and of the first call after it."""
    found: dict[str, list[list[float]]] = {"empty": [], "full": []}
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as cache:
            for runs in found.values():
                runs.append(_run(urdf, cache))
    for state, runs in found.items():
        for k, step in enumerate(("`linkwise.compile`", "first `fast.rnea`")):
            yield state, step, median(run[k] for run in runs)


def _run(urdf: Path, cache: str) -> list[float]:
    command = [sys.executable, "-W", "ignore", "-c", FIRST_CALL, str(urdf)]
    environment = os.environ | {"XDG_CACHE_HOME": cache}
    done = subprocess.run(  # noqa: S603 - our own command
        command, env=environment, check=True, capture_output=True, text=True
    )
    return [float(word) for word in done.stdout.split()]
