"""C that moves rows of doubles into registers of as many states, and results back into rows.

Squares of rows are transposed in registers.  Results are written as they come, or, where rows are
long and too large together for the processor's caches, past these: that spares reading what is
overwritten.  It takes whole registers at addresses that divide by their size, so such rows pass
through a tile.
"""

from collections.abc import Iterator, Sequence

TILE = 64  # columns that are transposed before they are written

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
static __attribute__((noinline)) void write(double *to, const double *from, int64_t registers)
{
    for (int64_t k = 0; k < registers; k++)
        PAST_CACHES(to + LANES * k, *(const U *)(from + LANES * k));
}
static inline void finish(double *end, const V *held)
{
    const int64_t due = LANES - room(end);
    memcpy(end - due, (const double *)(held + 1) - due, 8 * (size_t)due);
}
"""


def is_long(columns: int, lanes: int) -> bool:
    """Tell whether rows of so many columns can be written by `stream_rows`."""
    return columns >= 2 * lanes


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


def write_rows(array: str, places: Sequence[int], lanes: int) -> Iterator[str]:
    """Yield the writing of y at these places into `lanes` rows of an output.

    A store of a narrow square spills into the next row, which is written after it; what would
    spill past the last row is cut.
    """
    columns = len(places)
    if columns == 1:
        yield f"*(U *){array} = y[{places[0]}];"
        return
    for start in reversed(range(0, columns, lanes)):
        yield from _square(places[start : start + lanes], lanes)
        for j in range(lanes):
            at = j * columns + start
            if at + lanes <= lanes * columns:
                yield f"*(U *)({array} + {at}) = r[{j}];"
            else:
                yield f"memcpy({array} + {at}, r + {j}, {8 * min(lanes, columns - start)});"


def stream_rows(k: int, places: Sequence[int], lanes: int) -> Iterator[str]:
    """Yield the writing of y into `lanes` rows of output k in whole registers, past the caches.

    The register in which a row ends and the next begins is written with the former; that of the
    last row is held for the next block.
    """
    columns = len(places)
    yield f"{{\nV tile[LANES][{TILE // lanes + 2}], head[LANES];"
    edges = ", ".join(f"room(out{k} + {j * columns})" for j in range(lanes))
    yield f"const int64_t edge[] = {{{edges}}};"
    for start in range(0, columns, TILE):
        width = min(TILE, columns - start)
        for square in range(0, width, lanes):
            yield from _square(places[start + square : start + width][:lanes], lanes)
            yield from (f"tile[{j}][{1 + square // lanes}] = r[{j}];" for j in range(lanes))
        if start == 0:
            yield from (f"head[{j}] = tile[{j}][1];" for j in range(lanes))
            yield f"if (first)\n    memcpy(out{k}, head, 8 * (size_t)edge[0]);"
            yield f"else\n    tile[0][0] = held[{k}];"
        last = start + width == columns
        for j in range(lanes):
            skipped = 0 if start else "first" if j == 0 else 1
            count = str(TILE // lanes)
            if last and j + 1 < lanes:
                yield f"*(U *)((double *)(tile[{j}] + 1) + {width}) = head[{j + 1}];"
                count = f"({width} + edge[{j + 1}] - edge[{j}]) / LANES + 1"
            elif last:
                count = f"({width} + edge[0] - edge[{j}]) / LANES"
            at = f"edge[{j}] + LANES * {skipped}"
            to = f"out{k} + {j * columns + start} - LANES + {at}"
            yield f"write({to}, (double *)tile[{j}] + {at}, {count} - {skipped});"
            if not last:
                yield f"tile[{j}][0] = tile[{j}][{TILE // lanes}];"
    yield f"held[{k}] = *(const U *)((double *)tile[LANES - 1] + {width});\n}}"


def _square(places: Sequence[int], lanes: int) -> Iterator[str]:
    """Yield y at up to `lanes` places transposed in r: a row of each state."""
    yield from (f"r[{m}] = y[{places[min(m, len(places) - 1)]}];" for m in range(lanes))
    yield "transpose(r);"


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
