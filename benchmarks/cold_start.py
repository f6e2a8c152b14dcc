"""How long a new process waits for the first result, with an empty cache and with a full one."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

FIRST_CALL = """
import sys, time
import numpy as np
import linkwise
import linkwise.compiled.compiled_robot
robot = linkwise.load(sys.argv[1])
q, qd, qdd = np.ones((3, robot.n))
start = time.perf_counter()
linkwise.compile(robot, "c").rnea(q, qd, qdd)
print(time.perf_counter() - start)
"""


def first_call_seconds(urdf: Path, repeats: int = 5) -> tuple[float, float]:
    """Return the median seconds of compile and first call: without the cache, and with it."""
    cold, warm = [], []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(_run(urdf, cache))
            warm.append(_run(urdf, cache))
    return median(cold), median(warm)


def _run(urdf: Path, cache: str) -> float:
    command = [sys.executable, "-W", "ignore", "-c", FIRST_CALL, str(urdf)]
    environment = os.environ | {"XDG_CACHE_HOME": cache}
    done = subprocess.run(  # noqa: S603 - our own command
        command, env=environment, check=True, capture_output=True, text=True
    )
    return float(done.stdout)
