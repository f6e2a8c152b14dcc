"""Long rows of results, written past the caches, arrive as short ones do."""

import shutil
from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise.compiled import emit_c
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


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("wide", [16, 17, 30, 63, 64, 65, 130])
def test_streamed_rows_fill_their_place_and_no_more(compiler, monkeypatch, lanes, wide):
    """Any number of rows, anywhere in a register, leave the NaN around them untouched.

    Doubling is exact, and NumPy's own indexing says what belongs where.
    """
    assert "(1 << 22)" in emit_c.WRITERS
    monkeypatch.setattr(emit_c, "WRITERS", emit_c.WRITERS.replace("(1 << 22)", "0"))
    kernel = CKernel(repeated(11, wide), replace(compiler, lanes=lanes))
    for states in (1, lanes, lanes + 1, 2 * lanes + 3, 5 * lanes):
        x = np.arange(11.0 * states).reshape(states, 11)
        right = 2 * x[:, np.arange(wide) % 11]
        for offset in range(lanes + 1):
            memory = np.full(states * wide + 4 * lanes, np.nan)
            y = memory[offset + lanes :][: states * wide].reshape(states, wide)
            kernel.run([x], [y])
            assert np.array_equal(y, right)
            y[:] = np.nan
            assert np.isnan(memory).all()


def test_streamed_rows_may_lie_at_odd_addresses(compiler):
    """Results that are no multiple of eight bytes away from zero are written like any others."""
    kernel = CKernel(repeated(3, 40), compiler)
    states = (1 << 22) // (8 * 40) + 100
    memory = np.zeros(8 * 40 * states + 1, dtype=np.uint8)
    y = memory[1:].view(np.float64).reshape(states, 40)
    x = np.arange(3.0 * states).reshape(states, 3)
    kernel.run([x], [y])
    assert np.array_equal(y, 2 * x[:, np.arange(40) % 3])


def test_many_matrices_are_those_of_few(compiler):
    """Mass matrices of more states than caches hold have every bit of those computed in slices."""
    kernel = CKernel(Variant("crba").trace(linkwise.planar_nr([1] * 6, [1] * 6)), compiler)
    q = np.random.default_rng(0).uniform(-3, 3, (20_000, 6))
    together, slices = np.empty((2, 20_000, 36))
    kernel.run([q], [together])
    for start in range(0, 20_000, 1_600):
        rows = slice(start, start + 1_600)
        kernel.run([q[rows]], [slices[rows]])
    assert np.array_equal(together, slices)
