"""Compiled functions inside dask and xarray, as the documentation shows."""

import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwise

PAGE = Path(__file__).parents[2] / "docs" / "large_data.md"


def recipe(name):
    """Return a program of the page by its caption."""
    if not PAGE.exists():
        pytest.skip("needs the source tree")
    blocks = re.findall(
        r"^:caption: (\S+)\n\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    return dict(blocks)[name]


@pytest.fixture
def states():
    """Motion of the seven-joint arm: q, qd and qdd at 1000 states."""
    return np.random.default_rng(8).uniform(-2, 2, (3, 1000, 7))


def assert_torques(tau, states):
    """Compare with the plain recursion, which knows nothing of compilers, chunks or processes."""
    right = linkwise.rnea(linkwise.panda(), *states)
    np.testing.assert_allclose(tau, right, rtol=0, atol=1e-12 * np.abs(right).max())


def test_one_copy_a_process(compiled):
    """All pickles of a robot give one compiled robot, so that no worker builds it for each task."""
    fast = compiled(linkwise.planar_2r())
    first = pickle.loads(pickle.dumps(fast))  # noqa: S301 - our own bytes
    again = pickle.loads(pickle.dumps(fast.rnea)).__self__  # noqa: S301 - as above
    assert again is first
    assert first.backend == fast.backend
    other = pickle.loads(pickle.dumps(compiled(linkwise.planar_2r(m1=2))))  # noqa: S301 - as above
    np.testing.assert_allclose(first.gravity_torque([0, 0]), [19.62, 4.905])  # lecture notes
    np.testing.assert_allclose(other.gravity_torque([0, 0]), [24.525, 4.905])


@pytest.mark.oracle
def test_dask_on_threads(states, compiled):
    """`apply_gufunc` over uneven chunks gives the torques of the plain recursion."""
    da = pytest.importorskip("dask.array")
    q, qd, qdd = (da.from_array(a, chunks=((300, 600, 100), 7)) for a in states)
    fast = compiled(linkwise.panda())
    signature = "(n),(n),(n)->(n)"
    tau = da.apply_gufunc(fast.rnea, signature, q, qd, qdd, output_dtypes=float)
    assert_torques(tau.compute(scheduler="threads"), states)
    M = da.apply_gufunc(fast.crba, "(n)->(n,n)", q, output_dtypes=float)
    right = linkwise.crba(linkwise.panda(), states[0])
    np.testing.assert_allclose(M.compute(scheduler="threads"), right, rtol=0, atol=1e-12)


@pytest.mark.oracle
def test_dask_on_two_processes(states, tmp_path):
    """The program of the page, run as it stands but with small chunks, on a cluster of two."""
    pytest.importorskip("distributed")
    da = pytest.importorskip("dask.array")
    for name, a in zip(("q", "qd", "qdd"), states, strict=True):
        np.save(tmp_path / f"{name}.npy", a)
    program = recipe("torques_by_dask.py").replace("100_000", "300")
    assert "LocalCluster(n_workers=2, threads_per_worker=1)" in program
    (tmp_path / "torques_by_dask.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-W", "error", "torques_by_dask.py"],
        cwd=tmp_path,
        env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__DASHBOARD__ENABLED": "False"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    tau = da.from_npy_stack(str(tmp_path / "tau"))
    assert tau.numblocks == (4, 1)
    assert_torques(tau.compute(scheduler="threads"), states)


@pytest.mark.oracle
@pytest.mark.parametrize("lazily", [False, True])
def test_xarray(states, lazily):
    """The page's lines take named axes in any order, plain arrays and dask's."""
    xr = pytest.importorskip("xarray")
    pytest.importorskip("dask.array")
    axes = ("joint", "run", "time")
    motion = xr.Dataset(
        {
            name: (axes, np.moveaxis(a.reshape(20, 50, 7), -1, 0))
            for name, a in zip(("q", "qd", "qdd"), states, strict=True)
        }
    )
    names = {"motion": motion.chunk(run=7) if lazily else motion}
    exec(recipe("torques_by_xarray.py"), names)  # noqa: S102 - the page's own lines
    tau = names["tau"]
    assert tau.dims == ("run", "time", "joint")
    assert (tau.chunks is not None) == lazily
    assert_torques(tau.values.reshape(1000, 7), states)
