"""Pinocchio: called from Python state by state, by its own batch functions, and from C++."""

import ctypes
import hashlib
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

Array = NDArray[np.float64]

SOURCE = Path(__file__).with_name("pinocchio_loops.cpp")
EIGEN = Path("/usr/include/eigen3")  # Debian's libeigen3-dev
FLAGS = (
    "-std=c++17",
    "-O3",
    "-march=native",
    "-DNDEBUG",
    "-w",
    "-fPIC",
    "-shared",
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",  # these four as Pinocchio's own CMake files have them
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)


def build_loops(cache: Path) -> ctypes.CDLL:
    """Return `pinocchio_loops.cpp` compiled: about ten minutes and 5 GB, then kept in `cache`."""
    headers = Path(pin.__file__).parents[4] / "include"
    key = hashlib.sha256("\0".join((SOURCE.read_text(), pin.__version__, *FLAGS)).encode())
    library = cache / f"pinocchio-{key.hexdigest()[:16]}.so"
    if not library.exists():
        command = ["g++", *FLAGS, f"-I{headers}", f"-I{EIGEN}", "-o", str(library), str(SOURCE)]
        subprocess.run(command, check=True)  # noqa: S603 - our own command
    loops = ctypes.CDLL(str(library))
    loops.make.restype = ctypes.c_void_p
    return loops


class Loops:
    """Pinocchio's algorithms in a C++ loop over the rows of arrays."""

    def __init__(self, model: pin.Model, library: ctypes.CDLL) -> None:
        self._library = library
        table = model_table(model)
        self._robot = ctypes.c_void_p(library.make(ctypes.c_int64(len(table)), address(table)))

    def over(self, name: str, *vectors: Array) -> Callable[..., None]:
        """Return a function of the library over these rows (N, n); it takes the result's array."""
        function = self._library[name]
        rows = ctypes.c_int64(len(vectors[0]))
        return lambda *out: function(self._robot, rows, *map(address, (*vectors, *out)))


def address(a: Array) -> ctypes.c_void_p:
    """Return where an array begins."""
    return ctypes.c_void_p(a.ctypes.data)


def model_table(model: pin.Model) -> Array:
    """Return a model's numbers as `make` of pinocchio_loops.cpp takes them."""
    rows = []
    for joint in range(1, model.njoints):
        placement, inertia = model.jointPlacements[joint], model.inertias[joint]
        tensor = inertia.inertia
        rows.append(
            [
                model.parents[joint],
                axis(model, joint),
                *placement.rotation.ravel(),
                *placement.translation,
                inertia.mass,
                *inertia.lever,
                *(tensor[i, j] for i in range(3) for j in range(i + 1)),
            ]
        )
    return np.array(rows, dtype=float)


def axis(model: pin.Model, joint: int) -> int:
    """Return 0, 1 or 2 for a joint that turns about its own x, y or z axis."""
    kind = model.joints[joint].shortname()
    return ["JointModelRX", "JointModelRY", "JointModelRZ"].index(kind)


def parallel(model: pin.Model, name: str, arrays: list[Array], threads: int) -> Callable[[], Any]:
    """Return rneaInParallel or abaInParallel on rows (N, n), which they take as columns."""
    pool = pin.ModelPool(model, threads)
    out = np.empty_like(arrays[0])
    function = getattr(pin, name)
    columns = [a.T for a in arrays]
    return lambda: function(threads, pool, *columns, out.T)
