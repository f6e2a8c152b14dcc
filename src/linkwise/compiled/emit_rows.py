"""C that moves rows of doubles into registers of as many states, and results back into rows.

Squares of rows are transposed in registers.  Results are written as they come, or, where rows are
long and too large together for the processor's caches, past these: that spares reading what is
overwritten.  It takes whole registers at addresses that divide by their size, while rows begin
anywhere; here four lanes and two rows of eleven columns::

    | . . 0 0 | 0 0 0 0 | 0 0 0 0 | 0 1 1 1 | 1 1 1 1 | 1 1 1 1 |

``to[j]`` is the register in which row j begins, and ``turn[j][0]`` how many of its entries are in
there: 2 and 3.  The register at ``to[j] + c`` is slid together from the row's entries of two
squares, ``kept[j]`` before column c and ``r[j]`` from there on.  (Were a row stored and read again
across registers, that load would wait until all stores before it had left for memory, and the
arithmetic with it.)
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

WRITERS = """
#define HUGE (1 << 22) /* bytes of results that a core's caches cannot be expected to hold */
#ifdef __clang__
#define PAST_CACHES(to, x) __builtin_nontemporal_store(x, (V *)(to))
#elif defined __SSE2__ && LANES == 8
#define PAST_CACHES(to, x) __builtin_ia32_movntpd512(to, x)
#elif defined __SSE2__ && LANES == 4
#define PAST_CACHES(to, x) __builtin_ia32_movntpd256(to, x)
#elif defined __SSE2__ && LANES == 2
#define PAST_CACHES(to, x) __builtin_ia32_movntpd(to, x)
#else
#define PAST_CACHES(to, x) (*(U *)(to) = x)
#endif
#ifdef __SSE2__
#define FENCE __builtin_ia32_sfence()
#else
#define FENCE
#endif
static inline int64_t room(const double *p) /* doubles from p to the next whole register */
{
    return LANES - (int64_t)((uintptr_t)p / 8 % LANES);
}
static inline V slid(V a, V b, I turn) /* entries turn[0], turn[1], ... of a followed by b */
{
#if defined __AVX512VL__ && LANES > 2 && !defined __clang__
    return __builtin_shuffle(a, b, turn);
#elif defined __AVX512F__ && LANES == 8 && defined __clang__
    return __builtin_ia32_vpermi2varpd512(a, turn, b);
#elif defined __AVX2__ && LANES == 4
    typedef float F __attribute__((vector_size(32)));
    typedef int32_t J __attribute__((vector_size(32)));
    const J halves = (J)((turn << 1 | turn << 33) + (1LL << 32)); /* 2 turn and 2 turn + 1 */
    const V of_a = (V)__builtin_ia32_permvarsf256((F)a, halves);
    const V of_b = (V)__builtin_ia32_permvarsf256((F)b, halves);
    return __builtin_ia32_blendvpd256(of_a, of_b, (V)(turn << 61)); /* of b where turn > 3 */
#elif LANES == 2
    const I odd = turn == (I){1, 2};
    return (V)(((I)SHUFFLE(a, b, 1, 2) & odd) | ((I)b & ~odd));
#else /* machines without vectors to speak of */
    const V both[2] = {a, b};
    return *(const U *)((const double *)both + turn[0]);
#endif
}
static inline void finish(double *end, const V *held)
{
    const int64_t due = LANES - room(end);
    memcpy(end - due, (const double *)(held + 1) - due, 8 * (size_t)due);
}
"""


def is_long(columns: int, lanes: int) -> bool:
    """Tell whether rows of so many columns can be written by `stream_rows`."""
    return lanes > 1 and columns >= 2 * lanes


def read_rows(array: str, columns: int, first: int, lanes: int) -> Iterator[str]:
    """Yield the reading of `lanes` rows into x from `first` on, by whole registers.

    The last may read past the last row.
    """
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


def write_rows(array: str, places: Sequence[int], lanes: int, results: str = "y") -> Iterator[str]:
    """Yield the writing of results at these places into `lanes` rows of an output.

    A store of a narrow square spills into the next row, which is written after it; what would
    spill past the last row is cut.
    """
    columns = len(places)
    if columns == 1:
        yield f"*(U *){array} = {results}[{places[0]}];"
        return
    for start in reversed(range(0, columns, lanes)):
        yield from _square(places[start : start + lanes], lanes, results)
        for j in range(lanes):
            at = j * columns + start
            if at + lanes <= lanes * columns:
                yield f"*(U *)({array} + {at}) = r[{j}];"
            else:
                yield f"memcpy({array} + {at}, r + {j}, {8 * min(lanes, columns - start)});"


class Stores(NamedTuple):
    """The writing of rows past the caches, in three parts that stand in this order."""

    heads: list[str]
    middles: list[list[str]]
    tails: list[str]


def stream_rows(k: int, places: Sequence[int], lanes: int) -> Stores:
    """Return the writing of z into `lanes` rows of output k in whole registers, past the caches.

    The register in which a row ends and the next begins is written with the former; that of the
    last row is held for the next block.
    """
    last = (len(places) - 1) // lanes * lanes
    middles = [list(_middle(k, places, start, lanes)) for start in range(lanes, last, lanes)]
    return Stores(list(_heads(k, places, lanes)), middles, list(_tails(k, places, last, lanes)))


def _heads(k: int, places: Sequence[int], lanes: int) -> Iterator[str]:
    """Yield what all writing needs, and the register that the block before holds."""
    yield f"double *to{k}[LANES];\nI turn{k}[LANES];\nV kept{k}[LANES], head{k}[LANES];"
    yield from _square(places[:lanes], lanes, "z")
    count = ", ".join(map(str, range(lanes)))
    for j in range(lanes):
        yield f"turn{k}[{j}] = (I){{{count}}} + room(out{k} + {j * len(places)});"
        yield f"to{k}[{j}] = out{k} + {j * len(places)} - LANES + turn{k}[{j}][0];"
        yield f"kept{k}[{j}] = head{k}[{j}] = r[{j}];"
    yield f"if (first)\n    memcpy(out{k}, r, 8 * (size_t)turn{k}[0][0]);"
    yield f"else\n    PAST_CACHES(to{k}[0], slid(held[{k}], r[0], turn{k}[0]));"


def _middle(k: int, places: Sequence[int], start: int, lanes: int) -> Iterator[str]:
    """Yield the writing of the registers that end in the square of columns from `start` on."""
    yield from _square(places[start : start + lanes], lanes, "z")
    alike = len(set(places[start - lanes : start + lanes])) == 1
    for j in range(lanes):
        register = f"r[{j}]" if alike else f"slid(kept{k}[{j}], r[{j}], turn{k}[{j}])"
        yield f"PAST_CACHES(to{k}[{j}] + {start}, {register});"
        yield f"kept{k}[{j}] = r[{j}];"


def _tails(k: int, places: Sequence[int], start: int, lanes: int) -> Iterator[str]:
    """Yield the writing of the columns from `start` on, and of the heads of the next rows."""
    rest, last_row = len(places) - start, lanes - 1
    row_then_next = ", ".join(map(str, [*range(rest), *range(lanes, 2 * lanes - rest)]))
    next_on = ", ".join(map(str, [*range(lanes - rest, lanes), *[last_row] * (lanes - rest)]))
    yield from _square(places[start:], lanes, "z")
    yield "V a, b;"
    for j in range(last_row):
        yield f"a = SHUFFLE(r[{j}], head{k}[{j + 1}], {row_then_next});"
        yield f"b = SHUFFLE(head{k}[{j + 1}], head{k}[{j + 1}], {next_on});"
        yield f"PAST_CACHES(to{k}[{j}] + {start}, slid(kept{k}[{j}], a, turn{k}[{j}]));"
        yield f"if (turn{k}[{j}][0] <= {rest}) /* the row ends beyond this register */"
        yield f"    PAST_CACHES(to{k}[{j}] + {start + lanes}, slid(a, b, turn{k}[{j}]));"
    two = f"kept{k}[{last_row}], r[{last_row}]"
    yield f"if (turn{k}[{last_row}][0] <= {rest})"
    yield f"    PAST_CACHES(to{k}[{last_row}] + {start}, slid({two}, turn{k}[{last_row}]));"
    end = ", ".join(map(str, range(rest, rest + lanes)))
    yield f"held[{k}] = SHUFFLE({two}, {end});"


def _square(places: Sequence[int], lanes: int, results: str) -> list[str]:
    """Return up to `lanes` results transposed in r: a row of each state."""
    if len(set(places)) == 1:
        entries = (f"((const double *)({results} + {places[0]}))[{j}]" for j in range(lanes))
        return [f"r[{j}] = (V){{{', '.join([x] * lanes)}}};" for j, x in enumerate(entries)]
    last = len(places) - 1
    columns = [f"r[{m}] = {results}[{places[min(m, last)]}];" for m in range(lanes)]
    return [*columns, "transpose(r);"]


def transpose(lanes: int) -> Iterator[str]:
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
