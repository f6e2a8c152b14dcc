"""How tracing, compiling and computing grow with the number of joints, for planar arms.

python benchmarks/growth.py
"""

import os
import tempfile

import numpy as np
from machine import cpu

import linkwise

JOINTS = (2, 4, 8, 16, 32, 64)
HEAD = """\
| joints | function | operations | traced in, s | compiled in, s | ns a state |
|--:|---|--:|--:|--:|--:|"""


def lines(n: int) -> list[str]:
    """Return the rows of the report on an arm of n joints, every one of them computed once."""
    fast = linkwise.compile(linkwise.planar_nr([1.0] * n, [1.0] * n), "c")
    q = np.zeros(n)
    fast.rnea(q, q, q)
    fast.crba(q)
    fast.aba(q, q, q)
    return [
        f"| {n} | `{row.function}` | {row.operations:,} | {row.trace_seconds:.3f} "
        f"| {row.build_seconds:.2f} | {row.nanoseconds:,.0f} |"
        for row in fast.report().rows
    ]


def main() -> None:
    """Print the table, with an empty cache of compiled code."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        print(f"{cpu()}, load {os.getloadavg()[0]:.1f}\n\n{HEAD}")
        for n in JOINTS:
            print("\n".join(lines(n)), flush=True)


if __name__ == "__main__":
    main()
