"""How long the lesson takes in letters, each case in a process of its own with SymPy's import.

CPU seconds of one core: what else the machine does is not counted.

python benchmarks/lesson.py
"""

import subprocess
import sys
from statistics import median

AIMS = {  # case: (code, seconds that it may take)
    "2R, every row, collected": ('lw.newton_euler(lw.symbolic("2r"))', 1.0),
    "2R, the LaTeX handout": ('lw.newton_euler(lw.symbolic("2r")).handout()', None),
    "PUMA 560, every row, common subexpressions named": (
        "lw.newton_euler(lw.puma560()).lines",
        10.0,
    ),
    "PUMA 560, the LaTeX handout": ("lw.newton_euler(lw.puma560()).handout()", None),
}
TIMED = """
import time
import linkwise as lw
start = time.process_time()
{code}
print(time.process_time() - start)
"""
REPEATS = 3


def seconds(code: str) -> float:
    """Return the median time of a fresh process."""
    runs = []
    for _ in range(REPEATS):
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", TIMED.format(code=code)],
            check=True,
            capture_output=True,
            text=True,
        )
        runs.append(float(done.stdout))
    return median(runs)


def main() -> int:
    """Print the table and return 1 if an aim is missed."""
    missed = 0
    print("| case | CPU seconds | aim |\n| --- | ---: | ---: |")
    for case, (code, aim) in AIMS.items():
        found = seconds(code)
        missed += aim is not None and found > aim
        print(f"| {case} | {found:.2f} | {f'{aim:g}' if aim else ''} |")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
