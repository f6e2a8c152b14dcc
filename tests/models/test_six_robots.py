import warnings
from pathlib import Path

import pytest
from oracles.other_libraries import REAL, Library, file_of, largest_gaps, mujoco, pinocchio

from linkwise import LinkwiseWarning, Robot, load


def robot_of(path: Path) -> Robot:
    """Load a file whose warnings are checked elsewhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LinkwiseWarning)
        return load(path)


@pytest.mark.oracle
@pytest.mark.parametrize("library", [pinocchio, mujoco], ids=["pinocchio", "mujoco"])
@pytest.mark.parametrize("name", REAL)
def test_as_in_other_libraries(name: str, library: Library) -> None:
    """M, tau and qdd agree to 1e-9 with libraries that share neither reader nor recursion.

    Friction and couplings are put around theirs by hand: continuous joints, a base that stands
    still, mimic joints, damping and dry friction all occur.
    """
    pytest.importorskip(library.__name__)
    path = file_of(*REAL[name])
    if path is None:
        pytest.skip(f"{REAL[name][0]} is not installed")
    assert largest_gaps(path, robot_of(path), library, count=3).max() < 1e-9


@pytest.mark.oracle
def test_the_robots_have_every_kind_of_joint() -> None:
    """The files hold what the comparison is about, so that it cannot become empty by itself."""
    paths = [path for file in REAL.values() if (path := file_of(*file))]
    if len(paths) < len(REAL):
        pytest.skip("not all packages of robot files are installed")
    joints = [link.joint for path in paths for link in robot_of(path).links]
    assert sum(joint.mimic is not None for joint in joints) == 33
    assert sum(joint.friction.viscous > 0 for joint in joints) > 20
    assert sum(joint.friction.coulomb > 0 for joint in joints) > 20
    assert sum('type="continuous"' in path.read_text() for path in paths) >= 2
