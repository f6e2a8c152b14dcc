"""Programs as C that computes as many states at once as a register of this machine holds.

It is written in GNU C vector extensions (gcc and clang), with a sine and cosine of its own inlined.

``x`` are the inputs' entries, ``s`` and ``c`` sines and cosines of those that are angles, ``y`` the
results, ``z`` those of the block of states before, and ``w`` what one part of the arithmetic hands
on to the next.  ``r`` are the rows of a square of entries (`linkwise.compiled.emit_rows`).
"""

import re
from collections.abc import Iterator

from linkwise.compiled.emit_c import body
from linkwise.compiled.emit_rows import (
    WRITERS,
    is_long,
    read_rows,
    stream_rows,
    transpose,
    write_rows,
)
from linkwise.compiled.graph import Program, size
from linkwise.compiled.statements import Syntax

# What has more operations fills the first cache of instructions when it is written out once more
# between the stores of results, and then gains nothing from it.
WOVEN = 5000

CACHE_LINE = 8  # doubles

VECTOR_TYPES = """
typedef double V __attribute__((vector_size(8 * LANES)));
typedef int64_t I __attribute__((vector_size(8 * LANES)));
typedef double U __attribute__((vector_size(8 * LANES), aligned(1), may_alias)); /* in memory */
typedef double D __attribute__((aligned(1), may_alias));
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
static inline V magnitude(V x)
{
    return (V)((I)x & INT64_MAX);
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
    slots = {i: k for k, i in enumerate(dict.fromkeys(program.results))}
    places = [slots[i] for i in program.results]  # in y: equal results are kept once
    lines = ["#include <math.h>", "#include <stdint.h>", "#include <string.h>"]
    lines += [f"#define LANES {lanes}", VECTOR_TYPES, SINCOS, *transpose(lanes)]
    parts = body(program, "V", SYNTAX, lambda k: f"y[{places[k]}]")
    sines = list(_sines(program))
    lines += _compute(parts, sines)
    lines += _block(ins, outs, places, lanes)
    if any(is_long(columns, lanes) for columns in outs):
        whole, *others = parts[1]
        small = not others and len(program.live()) <= WOVEN
        woven = [*sines, *whole] if small else ["compute(x, y);"]
        lines += [WRITERS, *_stream(woven, ins, outs, places, lanes)]
        lines += _streamed(ins, outs, places, lanes)
    lines += _few(ins, outs, places, lanes)
    lines += _driver(program.name, ins, outs, lanes)
    return "\n".join(lines) + "\n"


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


def _compute(parts: tuple[int, list[list[str]]], sines: list[str]) -> Iterator[str]:
    """Yield the function from the inputs' entries x to the results y, of what `body` returns."""
    count, written = parts
    kind = "inline" if len(written) == 1 else "__attribute__((noinline))"
    arrays = ", ".join(f"const V *restrict {name}" for name in "xsc")
    arrays += ", V *restrict w, V *restrict y"
    for k, part in enumerate(written):
        yield f"static {kind} void part{k}({arrays})"
        yield "{\n(void)x; (void)s; (void)c; (void)w;"
        yield from part
        yield "}"
    yield "static __attribute__((noinline)) void compute(const V *restrict x, V *restrict y)\n{"
    yield f"V w[{count or 1}];"
    yield from sines
    yield from (f"part{k}(x, s, c, w, y);" for k in range(len(written)))
    yield "}"


def _sines(program: Program) -> Iterator[str]:
    """Yield the sines and cosines of the inputs that are angles."""
    entries = sum(map(size, program.inputs.values()))
    yield f"V s[{entries}], c[{entries}];"
    turning = angles(program)
    if turning:
        # far if one is, or NaN, as all results of its state are
        total = " + ".join(f"magnitude(x[{k}])" for k in turning)
        yield from (f"sincos_near(x[{k}], s + {k}, c + {k});" for k in turning)
        exact = " ".join(f"sincos_far(x[{k}], s + {k}, c + {k});" for k in turning)
        yield f"if (__builtin_expect(any(far({total})), 0)) {{ {exact} }}"


def _block(ins: list[int], outs: list[int], places: list[int], lanes: int) -> Iterator[str]:
    """Yield the function that reads, computes and writes `lanes` rows."""
    yield f"static __attribute__((noinline)) void block({_pointers(ins, outs)})\n{{"
    yield from _computed(ins, places, lanes)
    for k, first in enumerate(_starts(outs)):
        yield from write_rows(f"out{k}", places[first : first + outs[k]], lanes)
    yield "}"


def _stream(
    woven: list[str], ins: list[int], outs: list[int], places: list[int], lanes: int
) -> Iterator[str]:
    """Yield the same for long rows of results that go past the caches.

    Stores wait for memory: between those of z, the results of the block before, y is computed by
    the lines given and the next rows are fetched.
    """
    yield "static __attribute__((noinline)) void stream("
    yield f"int first, V *held, const V *restrict z, V *restrict y, {_pointers(ins, outs)})\n{{"
    yield f"V x[{sum(ins)}], r[LANES];"
    yield from _read(ins, lanes)
    stores: list[list[str]] = []
    ends: list[str] = []
    for k, start in enumerate(_starts(outs)):
        mine = places[start : start + outs[k]]
        if is_long(outs[k], lanes):
            rows = stream_rows(k, mine, lanes)
            yield from rows.heads
            stores += rows.middles
            ends += ["{", *rows.tails, "}"]
        else:
            ends += write_rows(f"out{k}", mine, lanes, "z")
    fetched = [
        [f"__builtin_prefetch(in{k} + {at}, 0, 1);"]
        for k, columns in enumerate(ins)
        for at in range(lanes * columns, 2 * lanes * columns, CACHE_LINE)
    ]
    computed = list(_interleaved(woven, fetched))
    yield from _interleaved(computed, stores)
    yield from ends
    yield "}"


def _streamed(ins: list[int], outs: list[int], places: list[int], lanes: int) -> Iterator[str]:
    """Yield the loop over all blocks: the next is computed while one is written."""
    there = _rows("next", ins, outs, "here")
    yield "static __attribute__((noinline))"
    yield f"void streamed(int64_t blocks, {_pointers(ins, outs)})\n{{"
    yield f"V x[{sum(ins)}], y[2][{len(set(places))}], r[LANES], held[{len(outs)}];"
    yield from _read(ins, lanes)
    yield "compute(x, y[0]);\nfor (int64_t b = 0; b < blocks; b++) {"
    yield "const int64_t here = LANES * b, next = b + 1 < blocks ? here + LANES : here;"
    yield f"stream(b == 0, held, y[b % 2], y[(b + 1) % 2], {there});\n}}"
    for k, columns in enumerate(outs):
        if is_long(columns, lanes):
            yield f"finish(out{k} + LANES * blocks * {columns}, held + {k});"
    yield "FENCE;\n}"


def _interleaved(lines: list[str], groups: list[list[str]]) -> Iterator[str]:
    """Yield lines with groups of others spread evenly among them."""
    groups = groups or [[]]
    for k, group in enumerate(groups):
        yield from lines[k * len(lines) // len(groups) : (k + 1) * len(lines) // len(groups)]
        yield from group


def _computed(ins: list[int], places: list[int], lanes: int) -> Iterator[str]:
    """Yield the lines that read x and compute y."""
    yield f"V x[{sum(ins)}], y[{len(set(places)) or 1}], r[LANES];"
    yield from _read(ins, lanes)
    yield "compute(x, y);"


def _read(ins: list[int], lanes: int) -> Iterator[str]:
    """Yield the lines that read x."""
    for k, first in enumerate(_starts(ins)):
        yield from read_rows(f"in{k}", ins[k], first, lanes)


def _few(ins: list[int], outs: list[int], places: list[int], lanes: int) -> Iterator[str]:
    """Yield the function for fewer rows than lanes: the other lanes repeat the first row."""
    yield f"static const int place[] = {{{', '.join(map(str, places)) or 0}}};"
    yield f"static __attribute__((noinline)) void few(int64_t rows, {_pointers(ins, outs)})\n{{"
    yield f"V x[{sum(ins)}], y[{len(set(places)) or 1}];"
    for k, first in enumerate(_starts(ins)):
        yield f"for (int k = 0; k < {ins[k]}; k++) {{\nconst double a = ((const D *)in{k})[k];"
        yield f"x[{first} + k] = (V){{{', '.join(['a'] * lanes)}}};"
        yield "for (int64_t l = 1; l < rows; l++)"
        yield f"    x[{first} + k][l] = ((const D *)in{k})[l * {ins[k]} + k];\n}}"
    yield "compute(x, y);"
    for k, first in enumerate(_starts(outs)):
        yield f"for (int64_t l = 0; l < rows; l++)\n    for (int k = 0; k < {outs[k]}; k++)"
        yield f"        ((D *)out{k})[l * {outs[k]} + k] = y[place[{first} + k]][l];"
    yield "}"


def _pointers(ins: list[int], outs: list[int]) -> str:
    """Return the parameters for rows in and out."""
    reads = [f"const double *restrict in{k}" for k in range(len(ins))]
    return ", ".join(reads + [f"double *restrict out{k}" for k in range(len(outs))])


def _starts(sizes: list[int]) -> list[int]:
    """Return where each of some arrays begins in their concatenation."""
    return [sum(sizes[:k]) for k in range(len(sizes))]


def _driver(name: str, ins: list[int], outs: list[int], lanes: int) -> Iterator[str]:
    """Yield the exported loop over the states."""
    # a block reads up to a register past its last row: so many rows must follow
    slack = max(-(-(-c % lanes) // c) if c > 1 else 0 for c in ins)
    long = [k for k, columns in enumerate(outs) if is_long(columns, lanes)]
    here = _rows("i", ins, outs, "i")
    yield f"void {name}(int64_t states, const double *const *in, double *const *out)\n{{"
    yield from (f"const double *in{k} = in[{k}];" for k in range(len(ins)))
    yield from (f"double *out{k} = out[{k}];" for k in range(len(outs)))
    yield "int64_t i = 0;"
    if long:
        odd = " | ".join(f"(uintptr_t)out{k}" for k in long)
        yield f"const int64_t blocks = (states - {slack}) / LANES;"
        yield f"if (blocks > 0 && states * {8 * sum(outs)} > HUGE && ({odd}) % 8 == 0) {{"
        yield f"streamed(blocks, {here});\ni = LANES * blocks;\n}}"
    yield f"for (; i + LANES + {slack} <= states; i += LANES)\n    block({here});"
    yield "for (; i < states; i += LANES)"
    yield f"    few(states - i < LANES ? states - i : LANES, {here});\n}}"


def _rows(read: str, ins: list[int], outs: list[int], written: str) -> str:
    """Return the arguments for rows from one number on, and results from another on."""
    rows = [f"in{k} + {read} * {c}" for k, c in enumerate(ins)]
    return ", ".join(rows + [f"out{k} + {written} * {c}" for k, c in enumerate(outs)])
