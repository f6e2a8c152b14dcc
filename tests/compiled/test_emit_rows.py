"""Long rows of results, written past the caches, arrive as short ones do."""

import platform
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise.compiled import emit_vector, library
from linkwise.compiled.functions import Variant
from linkwise.compiled.graph import Scalar, trace
from linkwise.compiled.kernels import CKernel
from linkwise.compiled.library import find_compiler

LANES = (2, 4, 8)


@pytest.fixture(params=["gcc", "clang"])
def compiler(request, monkeypatch):
    """Return each compiler in turn."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    monkeypatch.setenv("CC", request.param)
    return find_compiler()


def repeated(columns, wide):
    """Return a program whose rows of `wide` results repeat twice its rows of `columns` inputs."""

    def repeat(x: np.ndarray) -> dict[str, np.ndarray]:
        doubled: list[Scalar] = [2 * entry for entry in x]
        return {"y": np.array([doubled[k % columns] for k in range(wide)], dtype=object)}

    return trace("repeat", repeat, {"x": (columns,)})


@pytest.mark.usefixtures("streamed")
@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("wide", [16, 17, 30, 63, 64, 65, 130])
def test_streamed_rows_fill_their_place_and_no_more(compiler, lanes, wide):
    """Any number of rows, anywhere in a register, leave the NaN around them untouched.

    Doubling is exact, and NumPy's own indexing says what belongs where.
    """
    kernel = CKernel(repeated(11, wide), replace(compiler, lanes=lanes))
    assert_streamed(kernel, wide, lanes)


def assert_streamed(kernel, wide, lanes):
    """Run `repeated` at any address, for several numbers of states."""
    for states in (1, lanes, lanes + 1, 2 * lanes + 3, 5 * lanes):
        x = -np.arange(11.0 * states).reshape(states, 11)  # begins with -0
        x[-1] = -0.0
        right = 2 * x[:, np.arange(wide) % 11]
        for offset in range(lanes + 1):
            memory = np.full(states * wide + 4 * lanes, np.nan)
            y = memory[offset + lanes :][: states * wide].reshape(states, wide)
            kernel.run([x], [y])
            assert_bits(y, right)
            y[:] = np.nan
            assert np.isnan(memory).all()


def assert_bits(a, b):
    """Compare bit by bit, so that -0 is not 0."""
    assert np.array_equal(a.view(np.int64), b.view(np.int64))


@pytest.mark.usefixtures("streamed")
@pytest.mark.parametrize(("cpu", "lanes"), [("haswell", 4), ("sandybridge", 4), ("x86-64", 2)])
def test_streamed_rows_on_older_machines(compiler, monkeypatch, cpu, lanes):
    """Each way to slide two registers together writes what NumPy's indexing says."""
    if platform.machine() != "x86_64" or (cpu == "haswell" and "avx2" not in flags_of_this_cpu()):
        pytest.skip(f"this machine is no {cpu}")
    monkeypatch.setattr(library, "FLAGS", (*library.FLAGS, f"-march={cpu}"))
    for wide in (17, 30):
        kernel = CKernel(repeated(11, wide), replace(compiler, lanes=lanes, flags=()))
        assert_streamed(kernel, wide, lanes)


def flags_of_this_cpu():
    """Return what the system says of the processor, nothing where it does not."""
    told = Path("/proc/cpuinfo")
    return told.read_text().split() if told.exists() else ()


def test_streamed_rows_may_lie_at_odd_addresses(compiler):
    """Results that are no multiple of eight bytes away from zero are written like any others."""
    kernel = CKernel(repeated(3, 40), compiler)
    states = (1 << 22) // (8 * 40) + 100
    memory = np.zeros(8 * 40 * states + 1, dtype=np.uint8)
    y = memory[1:].view(np.float64).reshape(states, 40)
    x = np.arange(3.0 * states).reshape(states, 3)
    kernel.run([x], [y])
    assert np.array_equal(y, 2 * x[:, np.arange(40) % 3])


def first_long_alone(state: np.ndarray) -> dict[str, np.ndarray]:
    """Return long results, short ones and long ones again, all from the same products."""
    product = np.array([a * b + np.sin(a) for a in state for b in state], dtype=object)
    return {"long": product + product[0], "short": product[:3], "again": 2 * product[:20] - 1}


PROGRAMS = {
    "mass matrix": lambda: Variant("crba").trace(linkwise.planar_nr([1] * 6, [1] * 6)),
    "Coriolis matrix": lambda: Variant("coriolis_matrix").trace(linkwise.panda()),
    "two derivatives": lambda: Variant("rnea_derivatives").trace(linkwise.puma560()),
    "too much to weave": lambda: Variant("forward_dynamics_derivatives").trace(linkwise.panda()),
    "short among long": lambda: trace("mixed", first_long_alone, {"state": (5,)}),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_many_results_are_those_of_few(compiler, name):
    """Results of more states than caches hold have every bit of those computed in slices.

    The arithmetic stands twice in the C: by itself, and between the stores of long rows.
    """
    program = PROGRAMS[name]()
    kernel = CKernel(program, compiler)
    size = sum(int(np.prod(shape)) for shape in program.outputs.values())
    states = 2 * (1 << 22) // (8 * size)
    rng = np.random.default_rng(0)
    inputs = [rng.uniform(-3, 3, (states, *shape)) for shape in program.inputs.values()]
    together, slices = (
        [np.empty((states, *shape)) for shape in program.outputs.values()] for _ in range(2)
    )
    kernel.run(inputs, together)
    for start in range(0, states, 160):
        rows = slice(start, start + 160)
        kernel.run([a[rows] for a in inputs], [a[rows] for a in slices])
    for a, b in zip(together, slices, strict=True):
        assert_bits(a, b)


def test_few_states_take_little_stack(compiler):
    """The two blocks that are kept while rows are streamed burden no call of few states."""
    factors = np.arange(400.0)
    program = trace("multiples", lambda x: {"y": x[0] * factors}, {"x": (1,)})
    kernel = CKernel(program, compiler)
    x, y = np.ones((10, 1)), np.empty((10, 400))
    threading.stack_size(96 * 1024)
    try:
        thread = threading.Thread(target=kernel.run, args=([x], [y]))
        thread.start()
    finally:
        threading.stack_size(0)
    thread.join()
    assert (y == factors).all()


def test_only_what_is_small_is_woven():
    """The arithmetic stands once where there is too much of it, and twice elsewhere."""
    for name, times in (("mass matrix", 2), ("too much to weave", 1)):
        program = PROGRAMS[name]()
        text = emit_vector.vector_source(program, 8)
        assert text.count(f"const V t{max(program.live())} ") == times
