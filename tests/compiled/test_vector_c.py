"""The vector code: every register width, both compilers, the edges of arrays, sine and cosine."""

import shutil
import signal
import subprocess
import sys
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from random_trees import random_state, random_tree

import linkwise
from linkwise.compiled import emit_c, emit_vector, library
from linkwise.compiled.functions import Variant
from linkwise.compiled.graph import trace
from linkwise.compiled.kernels import CKernel, NumpyKernel

LANES = (1, 2, 4, 8)
TAILS = (0, 1, 7, 8, 9, 1023, 1025)
CANARY = -7.25

# Largest error of sine and cosine for |x| < 10⁶, relative to the right value.  It is that of the
# double nearest to a multiple of π/2, 9e-17 off it; elsewhere 2.4e-16 is not passed.
ANGLE_ERROR = 5e-16


@pytest.fixture(scope="module", params=["gcc", "clang"])
def compiler(request):
    """Return each compiler in turn."""
    return found(request.param)


def found(name):
    """Return a compiler by its name."""
    if shutil.which(name) is None:
        pytest.skip(f"no {name}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC", name)
        return library.find_compiler()


def scalars(values):
    """Return recorded scalars as an object array."""
    return np.array([*values, None], dtype=object)[:-1]


def evaluate(kernel, *inputs):
    """Return a kernel's outputs at rows of inputs, written between rows that must stay."""
    states = len(inputs[0])
    sizes = [int(np.prod(core, dtype=int)) for core in kernel.program.outputs.values()]
    fenced = [np.full((states + 2, columns), CANARY) for columns in sizes]
    kernel.run([np.ascontiguousarray(a, dtype=float) for a in inputs], [a[1:-1] for a in fenced])
    assert all((a[[0, -1]] == CANARY).all() for a in fenced)
    return [a[1:-1] for a in fenced]


# --- rows in and out ------------------------------------------------------------------------------

COLUMNS = (1, 2, 3, 5, 8, 9, 17)


def dealt(columns):
    """Return a program that doubles all entries of its rows and deals them out anew."""

    def deal(**rows):
        entries = [2 * x for row in rows.values() for x in row]
        ends = np.cumsum(columns[::-1])[:-1]
        return {f"out{k}": scalars(part) for k, part in enumerate(np.split(entries, ends))}

    return trace("deal", deal, {f"in{k}": (c,) for k, c in enumerate(columns)})


@pytest.mark.parametrize("lanes", LANES)
def test_rows_are_read_and_written_whole(compiler, lanes):
    """Rows of all widths, and any number of them, arrive where they belong and nowhere else.

    Doubling is exact, so that every entry can be told: NumPy's own slicing deals them out.
    """
    kernel = CKernel(dealt(COLUMNS), replace(compiler, lanes=lanes))
    for states in (*TAILS, 10, 11, 15, 16, 17, 31):
        entries = np.arange(states * sum(COLUMNS), dtype=float).reshape(states, sum(COLUMNS))
        rows = np.split(entries, np.cumsum(COLUMNS)[:-1], axis=1)
        right = np.split(2 * entries, np.cumsum(COLUMNS[::-1])[:-1], axis=1)
        for got, wanted in zip(evaluate(kernel, *rows), right, strict=True):
            assert np.array_equal(got, wanted)


GUARDED = """
import ctypes, mmap, sys
libc = ctypes.CDLL(None)
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
areas = []

def fenced(doubles, at_end):  # address of doubles right after or before a page that kills
    pages = -(-8 * doubles // mmap.PAGESIZE) or 1
    area = mmap.mmap(-1, (pages + 2) * mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(area))
    for page in (0, pages + 1):
        assert libc.mprotect(start + page * mmap.PAGESIZE, mmap.PAGESIZE, 0) == 0
    areas.append(area)
    return start + mmap.PAGESIZE + at_end * (pages * mmap.PAGESIZE - 8 * doubles)

more, *made = sys.argv[1:]
for path, *columns in zip(made[::3], map(int, made[1::3]), map(int, made[2::3])):
    run = ctypes.CDLL(path).spread
    run.argtypes, run.restype = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p], None
    for at_end in (False, True):
        for states in [*range(34), 1023]:
            pointers = [(ctypes.c_void_p * 1)(fenced(states * c, at_end)) for c in columns]
            run(states + int(more), *pointers)
"""


def spread(columns, wide):
    """Return a program from rows of `columns` to rows of `wide` entries."""
    return trace(
        "spread",
        lambda x: {"y": scalars([2 * x[k % columns] for k in range(wide)])},
        {"x": (columns,)},
    )


@pytest.mark.usefixtures("streamed")
def test_no_byte_outside_the_arrays_is_touched():
    """Arrays lie between pages that kill who reads or writes them; one state more does kill.

    Long rows go past the caches here, however few they are.
    """
    made = []
    for lanes in (2, 4, 8):
        gcc = replace(found("gcc"), lanes=lanes)
        for columns, wide in [
            (1, 1),
            (1, 3),
            (1, 9),
            (2, 2),
            (3, 1),
            (3, 3),
            (9, 12),
            (12, 9),
            (2, 17),
        ]:
            source = emit_vector.vector_source(spread(columns, wide), lanes)
            made += [library.load(source, gcc, str, ["-O1"]), str(columns), str(wide)]
    for more, ends in (("0", 0), ("1", -signal.SIGSEGV)):
        done = subprocess.run([sys.executable, "-c", GUARDED, more, *made], check=False)
        assert done.returncode == ends


def test_rows_need_no_alignment(compiler):
    """Doubles at odd addresses, as in packed records, are read and written like any others."""
    kernel = CKernel(dealt((3,)), compiler)
    source, target = np.zeros(8 * 3 * 20 + 1, dtype=np.uint8), np.zeros(8 * 3 * 20 + 1, np.uint8)
    rows, results = (a[1:].view(np.float64).reshape(20, 3) for a in (source, target))
    rows[:] = np.arange(60.0).reshape(20, 3)
    assert rows.ctypes.data % 8 or results.ctypes.data % 8
    kernel.run([rows], [results])
    assert np.array_equal(results, 2 * rows)


# --- algorithms at every width --------------------------------------------------------------------


@pytest.mark.parametrize("lanes", LANES)
def test_every_width_gives_the_plain_numbers(compiler, lanes):
    """A tree of oblique joints, at a register and a tail, against the plain recursion on floats."""
    rng = np.random.default_rng(3)
    robot = random_tree(rng, 4)
    kernel = CKernel(Variant("aba").trace(robot), replace(compiler, lanes=lanes))
    state = random_state(rng, robot, (lanes + 1,))
    plain = linkwise.aba(robot, *state)
    qdd, _ = evaluate(kernel, *state)
    np.testing.assert_allclose(qdd, plain, rtol=0, atol=1e-11 * np.abs(plain).max())


def test_cutting_into_parts_changes_no_bit(compiler, monkeypatch):
    """Functions of 20 statements that hand values on compute what one function computes.

    Without fused multiply-add, which a compiler forms where it can see both, they are equal.
    """
    monkeypatch.setattr(library, "FLAGS", (*library.FLAGS, "-O1", "-ffp-contract=off"))
    rng = np.random.default_rng(4)
    robot = random_tree(rng, 4)
    state = random_state(rng, robot, (9,))
    program = Variant("aba").trace(robot)
    whole = evaluate(CKernel(program, compiler), *state)
    monkeypatch.setattr(emit_c, "WHOLE", 0)
    monkeypatch.setattr(emit_c, "PART", 20)
    assert (
        emit_vector.vector_source(program, 8).count("static __attribute__((noinline)) void part")
        > 9
    )
    cut = evaluate(CKernel(program, compiler), *state)
    assert all(np.array_equal(a, b) for a, b in zip(whole, cut, strict=True))


# --- sine, cosine and sign ------------------------------------------------------------------------


def turning():
    """Return the program of sine and cosine, of an angle itself and of an expression."""
    return trace(
        "turning",
        lambda x, y: {
            "s": scalars([x[0].sin(), x[0].cos(), (x[0] + y[0]).sin(), (x[0] + y[0]).cos()])
        },
        {"x": (1,), "y": (1,)},
    )


def hard_angles():
    """Return angles up to 10⁶ of every kind: tiny, spread, and the nearest to multiples of π/2."""
    rng = np.random.default_rng(5)
    k = np.arange(1.0, 636_620)
    nearest = k * (np.pi / 2)  # and the error of this product of doubles, by splitting π/2
    rest = (k * 1.57079632673412561417 - nearest) + k * 6.07710050650619224932e-11
    worst = nearest[np.argsort(np.abs(rest))[:1000]]
    neighbours = nearest[rng.integers(0, len(k), 500)]
    tiny = 10.0 ** rng.uniform(-323, -1, 500)
    spread = np.concatenate([rng.uniform(0, 1e6, 1000), 10.0 ** rng.uniform(-1, 6, 1000)])
    some = [5e-324, 2.2250738585072014e-308, np.pi / 4, np.nextafter(np.pi / 4, 1), 999_999.5, 1e6]
    angles = np.concatenate([some, worst, neighbours, np.nextafter(neighbours, 0), tiny, spread])
    return np.concatenate([[0.0], angles, -angles])


def relative_error(name, x, values):
    """Return the largest error of values of sine or cosine, against arithmetic of 400 digits."""
    worst = 0.0
    with mpmath.workdps(400 if np.abs(x).max() > 1e6 else 50):
        for angle, got in zip(x, values, strict=True):
            right = getattr(mpmath, name)(mpmath.mpf(float(angle)))
            if abs(right) > 1e-307:
                worst = max(worst, abs(float((mpmath.mpf(float(got)) - right) / right)))
            else:  # there doubles have fewer digits, and sin x = x
                assert got == angle
    return worst


@pytest.mark.parametrize("j", [0, 1], ids=["sin", "cos"])
def test_sine_and_cosine_are_right_to_the_last_places(compiler, j):
    """Up to 10⁶ the error is within a bound, for an input as for an expression of inputs."""
    x = hard_angles()
    (values,) = evaluate(CKernel(turning(), compiler), x[:, None], np.zeros((len(x), 1)))
    assert relative_error(("sin", "cos")[j], x, values[:, j]) < ANGLE_ERROR
    assert np.array_equal(values[:, :2], values[:, 2:])


@pytest.mark.parametrize("j", [0, 1], ids=["sin", "cos"])
def test_large_angles_are_exact_too(compiler, j):
    """From 10⁶ to 10³⁰⁰ the C library serves: its errors are below a unit in the last place."""
    rng = np.random.default_rng(6)
    x = 10.0 ** np.concatenate([rng.uniform(6, 8, 99), rng.uniform(6, 300, 99)])
    x *= rng.choice([-1, 1], len(x))
    (values,) = evaluate(CKernel(turning(), compiler), x[:, None], np.zeros((len(x), 1)))
    assert relative_error(("sin", "cos")[j], x, values[:, j]) < 2.3e-16
    assert np.array_equal(values[:, :2], values[:, 2:])


@pytest.mark.parametrize("lanes", LANES)
def test_no_state_depends_on_its_neighbours(compiler, lanes):
    """Huge, infinite and NaN angles change no bit of the states beside them in a register."""
    kernel = CKernel(turning(), replace(compiler, lanes=lanes))
    odd = np.array([1e7, -1e300, np.inf, -np.inf, np.nan, 0.1])
    x = np.random.default_rng(7).uniform(-1e6, 1e6, 40)
    zero = np.zeros((40, 1))
    (alone,) = evaluate(kernel, x[:, None], zero)
    mixed = x.copy()
    mixed[:30:5] = odd
    (values,) = evaluate(kernel, mixed[:, None], zero)
    same = np.isin(mixed, x)
    assert np.array_equal(values[same], alone[same])
    assert np.isnan(values[10:21:5]).all()
    right = np.sin(odd[[0, 1, 5]])
    np.testing.assert_allclose(values[[0, 5, 25], 0], right, rtol=1e-15)


NUMBERS = [0.0, -0.0, 5e-324, -5e-324, 2.5, -1e300, np.inf, -np.inf, np.nan]
SIGNS = [0, 0, 1, -1, 1, -1, 1, -1, np.nan]


def test_the_sign_of_every_kind_of_number(compiler):
    """−1, 0, 1 or NaN, in vector code, in NumPy and for one plain float."""
    program = trace("signs", lambda x: {"y": scalars([x[0].sign()])}, {"x": (1,)})
    x, right = np.array(NUMBERS)[:, None], np.array(SIGNS)[:, None]
    for kernel in (CKernel(program, compiler), NumpyKernel(program)):
        np.testing.assert_array_equal(evaluate(kernel, x)[0], right)
        for one, wanted in zip(x, right, strict=True):
            np.testing.assert_array_equal(evaluate(kernel, one[:, None])[0][0], wanted)
