"""Programs as C: one emitter of the arithmetic, `body`, for two kinds of element.

The *portable* form, of `linkwise.compiled.export_c`, computes one state in ``double`` or ``float``
with the C library's sine and cosine.  The *vector* form computes as many states at once as a
register of this machine holds, in GNU C vector extensions (gcc and clang), with a sine and cosine
of its own inlined.

Inside the vector form, ``x`` are the inputs' entries, ``s`` and ``c`` sines and cosines of those
that are angles, ``y`` the results and ``w`` what one part hands on to the next.
"""

import re
from collections.abc import Callable, Iterator

from linkwise.compiled.graph import Program, operands, size
from linkwise.compiled.statements import Statement, Syntax, parts, statements

# Compilers slow down faster than functions grow: what has more than three times as many statements
# is cut into functions of so many.  Below, cutting would cost more at run time than it saves.
PART = 200

VECTOR_TYPES = """
typedef double V __attribute__((vector_size(8 * LANES)));
typedef int64_t I __attribute__((vector_size(8 * LANES)));
typedef double U __attribute__((vector_size(8 * LANES), aligned(1), may_alias)); /* in memory */
#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (I){__VA_ARGS__})
#endif
"""

# Reduction by π/2 in two parts of 33 bits, so that n times them is exact for n < 2²⁰, and a rest
# (W. J. Cody, W. Waite, *Software Manual for the Elementary Functions*, 1980), then the minimax
# polynomials of Sun's fdlibm on [-π/4, π/4].  The C library serves larger angles, lane by lane, so
# that no state's numbers depend on its neighbours.
SINCOS = """
#define FAR 1e6
static inline void sincos_near(V x, V *sine, V *cosine)
{
    const V shifted = x * 0.63661977236758138243 + 0x1.8p52; /* rounds: n is in the low bits */
    const V n = shifted - 0x1.8p52;
    const I quadrant = (I)shifted;
    const V r = ((x - n * 1.57079632673412561417) - n * 6.07710050630396597660e-11)
              - n * 2.02226624879595063154e-21;
    const V z = r * r;
    const V sine_r = r + r * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03
              + z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06
              + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const V h = z * 0.5, one_h = 1.0 - h;
    const V cosine_r = one_h + (((1.0 - one_h) - h) + z * z * (4.16666666666666019037e-02
              + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05
              + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09
              + z * -1.13596475577881948265e-11))))));
    const I swap = -(quadrant & 1), sr = (I)sine_r, cr = (I)cosine_r;
    const I sine_sign = (quadrant & 2) << 62, cosine_sign = ((quadrant + 1) & 2) << 62;
    *sine = (V)(((sr & ~swap) | (cr & swap)) ^ sine_sign);
    *cosine = (V)(((cr & ~swap) | (sr & swap)) ^ cosine_sign);
}
static inline I far(V x)
{
    return (x > FAR) | (x < -FAR);
}
static inline int any(I mask)
{
    int64_t bits = 0;
    for (int l = 0; l < LANES; l++)
        bits |= mask[l];
    return bits != 0;
}
static __attribute__((noinline, cold)) void sincos_far(V x, V *sine, V *cosine)
{
    for (int l = 0; l < LANES; l++) {
        if (far(x)[l]) {
            (*sine)[l] = sin(x[l]);
            (*cosine)[l] = cos(x[l]);
        }
    }
}
static inline void sincos_any(V x, V *sine, V *cosine)
{
    sincos_near(x, sine, cosine);
    if (__builtin_expect(any(far(x)), 0))
        sincos_far(x, sine, cosine);
}
static inline V sine_of(V x)
{
    V sine, cosine;
    sincos_any(x, &sine, &cosine);
    return sine;
}
static inline V cosine_of(V x)
{
    V sine, cosine;
    sincos_any(x, &sine, &cosine);
    return cosine;
}
static inline V sign(V x)
{
    const V one = (V){0} + 1.0;
    const I nan = x != x, s = (I)((V)((I)one & (x > 0)) - (V)((I)one & (x < 0)));
    return (V)((s & ~nan) | ((I)x & nan));
}
"""


def vector_source(program: Program, lanes: int) -> str:
    """Return C for `lanes` states at once.

    It exports ``void NAME(int64_t states, const double *const *in, double *const *out)``, with a
    pointer to rows of doubles for every input and output, one row a state.
    """
    ins, outs = list(map(size, program.inputs.values())), list(map(size, program.outputs.values()))
    lines = ["#include <math.h>", "#include <stdint.h>", "#include <string.h>"]
    lines += [f"#define LANES {lanes}", VECTOR_TYPES, SINCOS, *_transpose(lanes)]
    count, written = body(program, "V", SYNTAX)
    kind = "inline" if len(written) == 1 else "__attribute__((noinline))"
    arrays = ", ".join(f"const V *restrict {name}" for name in "xsc")
    arrays += ", V *restrict w, V *restrict y"
    for k, part in enumerate(written):
        lines.append(f"static {kind} void part{k}({arrays})")
        lines += ["{\n(void)x; (void)s; (void)c; (void)w;", *part, "}"]
    lines += _block(program, ins, outs, lanes, len(written), count)
    lines += _driver(program.name, ins, outs, lanes)
    return "\n".join(lines) + "\n"


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
    limit = PART if len(temporaries) > 3 * PART else max(1, len(temporaries))
    runs = list(parts(temporaries, limit)) or [[]]
    home = {s.node: k for k, run in enumerate(runs) for s in run}
    reads = [_reads(program, run, home) for run in runs]
    shared = sorted({i for k, read in enumerate(reads) for i in read if home[i] != k})
    slot = {i: k for k, i in enumerate(shared)}
    due: list[list[str]] = [[] for _ in runs]
    for k, (i, text) in enumerate(zip(program.results, results, strict=True)):
        due[home.get(i, 0)].append(f"{result(k)} = {text};")
    written = []
    for k, run in enumerate(runs):
        lines = [f"const {element} t{i} = w[{slot[i]}];" for i in reads[k] if home[i] != k]
        lines += [f"const {element} {a.name} = {a.expression};" for a in run]
        lines += [f"w[{slot[a.node]}] = {a.name};" for a in run if a.node in slot]
        written.append(lines + due[k])
    return len(shared), written


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


def _call(name: str, x: str) -> str:
    """Return a reference to the sine or cosine of an input, or a call."""
    if name == "sign":
        return f"sign({x})"
    if re.fullmatch(r"x\[\d+\]", x):
        return f"{name[0]}{x[1:]}"
    return f"{'sine' if name == 'sin' else 'cosine'}_of({x})"


SYNTAX = Syntax(repr, "x[{}]".format, _call)


def angles(program: Program) -> list[int]:
    """Return the inputs whose sine or cosine is taken."""
    nodes = program.graph.nodes
    arguments = {nodes[i][1] for i in program.live() if nodes[i][0] in ("sin", "cos")}
    return sorted(nodes[a][1] for a in arguments if nodes[a][0] == "input")


def _block(
    program: Program, ins: list[int], outs: list[int], lanes: int, runs: int, count: int
) -> Iterator[str]:
    """Yield the function that reads, computes and writes `lanes` rows."""
    yield f"static __attribute__((noinline)) void block({_pointers(ins, outs)})\n{{"
    entries = sum(ins)
    yield f"V x[{entries}], s[{entries}], c[{entries}], y[{sum(outs)}], w[{count or 1}], r[LANES];"
    first = 0
    for k, columns in enumerate(ins):
        yield from _load(f"in{k}", columns, first, lanes)
        first += columns
    turning = angles(program)
    if turning:
        far = " | ".join(f"far(x[{k}])" for k in turning)
        yield from (f"sincos_near(x[{k}], s + {k}, c + {k});" for k in turning)
        yield f"if (__builtin_expect(any({far}), 0)) {{"
        yield from (f"sincos_far(x[{k}], s + {k}, c + {k});" for k in turning)
        yield "}"
    yield from (f"part{k}(x, s, c, w, y);" for k in range(runs))
    first = 0
    for k, columns in enumerate(outs):
        yield from _store(f"out{k}", columns, first, lanes)
        first += columns
    yield "}"


def _pointers(ins: list[int], outs: list[int]) -> str:
    """Return the parameters for rows in and out."""
    reads = [f"const double *restrict in{k}" for k in range(len(ins))]
    return ", ".join(reads + [f"double *restrict out{k}" for k in range(len(outs))])


def _load(array: str, columns: int, first: int, lanes: int) -> Iterator[str]:
    """Yield the reading of `lanes` rows into x, by squares that are transposed in registers."""
    if columns == 1:
        yield f"x[{first}] = *(const U *){array};"
        return
    for start in range(0, columns, lanes):
        yield from (
            f"r[{j}] = *(const U *)({array} + {j * columns + start});" for j in range(lanes)
        )
        yield "transpose(r);"
        width = min(lanes, columns - start)
        yield from (f"x[{first + start + m}] = r[{m}];" for m in range(width))


def _store(array: str, columns: int, first: int, lanes: int) -> Iterator[str]:
    """Yield the writing of y into `lanes` rows.

    A store of a narrow square spills into the next row, which is written after it; what would
    spill past the last row is cut.
    """
    if columns == 1:
        yield f"*(U *){array} = y[{first}];"
        return
    for start in reversed(range(0, columns, lanes)):
        width = min(lanes, columns - start)
        yield from (f"r[{m}] = y[{first + start + min(m, width - 1)}];" for m in range(lanes))
        yield "transpose(r);"
        for j in range(lanes):
            at = j * columns + start
            if at + lanes <= lanes * columns:
                yield f"*(U *)({array} + {at}) = r[{j}];"
            else:
                yield f"memcpy({array} + {at}, r + {j}, {8 * width});"


def _transpose(lanes: int) -> Iterator[str]:
    """Yield a function that transposes `lanes` registers by swapping ever wider blocks."""
    yield "static inline __attribute__((always_inline)) void transpose(V *r)\n{\nV a, b;"
    step = 1
    while step < lanes:
        low = [lanes + k - step if k & step else k for k in range(lanes)]
        high = [lanes + k if k & step else k + step for k in range(lanes)]
        for i in range(lanes):
            if not i & step:
                yield f"a = r[{i}], b = r[{i + step}];"
                yield f"r[{i}] = SHUFFLE(a, b, {', '.join(map(str, low))});"
                yield f"r[{i + step}] = SHUFFLE(a, b, {', '.join(map(str, high))});"
        step *= 2
    yield "}"


def _driver(name: str, ins: list[int], outs: list[int], lanes: int) -> Iterator[str]:
    """Yield the exported loop over the states; the last ones go through buffers."""
    # a block reads up to a register past its last row: so many rows must follow
    slack = max(-(-(-c % lanes) // c) if c > 1 else 0 for c in ins)
    yield f"void {name}(int64_t states, const double *const *in, double *const *out)\n{{"
    yield from (f"const double *in{k} = in[{k}];" for k in range(len(ins)))
    yield from (f"double *out{k} = out[{k}];" for k in range(len(outs)))
    yield "int64_t i = 0;"
    rows = [f"in{k} + i * {c}" for k, c in enumerate(ins)]
    rows += [f"out{k} + i * {c}" for k, c in enumerate(outs)]
    yield f"for (; i + LANES + {slack} <= states; i += LANES)\n    block({', '.join(rows)});"
    yield "for (; i < states; i += LANES) {"
    yield "const size_t rows = (size_t)(states - i < LANES ? states - i : LANES);"
    for k, c in enumerate(ins):
        yield f"double a{k}[LANES * {c} + LANES] = {{0}};"
        yield f"memcpy(a{k}, in{k} + i * {c}, 8 * rows * {c});"
    yield from (f"double b{k}[LANES * {c}];" for k, c in enumerate(outs))
    buffers = [f"a{k}" for k in range(len(ins))] + [f"b{k}" for k in range(len(outs))]
    yield f"block({', '.join(buffers)});"
    yield from (f"memcpy(out{k} + i * {c}, b{k}, 8 * rows * {c});" for k, c in enumerate(outs))
    yield "}\n}"
