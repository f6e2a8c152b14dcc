"""The arithmetic of programs as C, for any kind of element: one emitter, `body`, for two forms.

The *portable* form, of `linkwise.compiled.export_c`, computes one state in ``double`` or ``float``
with the C library's sine and cosine.  The *vector* form, of `linkwise.compiled.emit_vector`,
computes as many states at once as a register of this machine holds.
"""

from collections.abc import Callable

from linkwise.compiled.graph import Program, operands
from linkwise.compiled.statements import Statement, Syntax, parts, statements

# Compilers slow down faster than functions grow: what has more than WHOLE statements is cut into
# functions of PART.  Below, cutting saves little and costs a quarter of the speed: what parts hand
# on to each other fills the first cache.
WHOLE, PART = 1500, 200


def body(
    program: Program,
    element: str,
    syntax: Syntax,
    result: Callable[[int], str] = "y[{}]".format,
) -> tuple[int, list[list[str]]]:
    """Return the arithmetic, cut into parts where it is long, to be run one after the other.

    Also returns how many values they hand on to each other in ``w``.

    Parameters
    ----------
    program
        What to compute.
    element
        The C type of a number.
    syntax
        How inputs, literals and calls are written.
    result
        Writes where the k-th result goes.
    """
    temporaries, results = statements(program.graph, program.results, syntax)
    limit = PART if len(temporaries) > WHOLE else max(1, len(temporaries))
    runs = list(parts(temporaries, limit)) or [[]]
    home = {s.node: k for k, run in enumerate(runs) for s in run}
    reads = [_reads(program, run, home) for run in runs]
    slot = _slots(runs, {i: k for k, read in enumerate(reads) for i in read if home[i] != k})
    due: list[list[str]] = [[] for _ in runs]
    for k, (i, text) in enumerate(zip(program.results, results, strict=True)):
        due[home.get(i, 0)].append(f"{result(k)} = {text};")
    written = []
    for k, run in enumerate(runs):
        lines = [f"const {element} t{i} = w[{slot[i]}];" for i in reads[k] if home[i] != k]
        lines += [f"const {element} {a.name} = {a.expression};" for a in run]
        lines += [f"w[{slot[a.node]}] = {a.name};" for a in run if a.node in slot]
        written.append(lines + list(dict.fromkeys(due[k])))
    return max(slot.values(), default=-1) + 1, written


def _slots(runs: list[list[Statement]], last: dict[int, int]) -> dict[int, int]:
    """Return places in ``w`` for values, by the part that is the last to read each.

    It may put its own in their place: it reads before it writes.
    """
    slot: dict[int, int] = {}
    free: list[int] = []
    for k, run in enumerate(runs):
        free += [slot[i] for i in slot if last[i] == k]
        for s in run:
            if s.node in last:
                slot[s.node] = free.pop() if free else max(slot.values(), default=-1) + 1
    return slot


def _reads(program: Program, run: list[Statement], home: dict[int, int]) -> list[int]:
    """Return the temporaries that the statements read, through what is written inside them."""
    found: set[int] = set()
    waiting = [a for s in run for a in operands(program.graph.nodes[s.node])]
    while waiting:
        a = waiting.pop()
        if a in home:
            found.add(a)
        else:
            waiting += operands(program.graph.nodes[a])
    return sorted(found)
