"""Compare nine real robots with Pinocchio and MuJoCo, and write the page docs/real_robots.md."""

import sys
import warnings
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from oracles.other_libraries import REAL, file_of, largest_gaps, mujoco, pinocchio  # noqa: E402

from linkwise import LinkwiseWarning, Robot, load  # noqa: E402

PAGE = ROOT / "docs" / "real_robots.md"
STATES = 50
HEAD = """\
# Real robots, held against other libraries

Nine robots from packages of the Python Package Index, as their files are: arms, a mobile robot with
two arms, a quadruped and humanoids, whose base stands still.
At {states} random states each, the mass matrix `M`, the torques `tau` and the accelerations `qdd`
of linkwise are compared with those of Pinocchio and of MuJoCo.
The figures are the largest differences of any entry at any state, relative to the largest entry at
that state.

| robot | file | coordinates | joints | library | M | tau | qdd |
| --- | --- | ---: | --- | --- | ---: | ---: | ---: |
"""
FOOT = """
All figures are below 1e-9; the largest is {largest:.1e}.

## What was added or switched off

- **Files**: linkwise and Pinocchio read them as they are.
  For MuJoCo shapes are taken out, whose meshes it would ask for.
- **Friction**: linkwise has it in `tau` and in `qdd`.
  The others leave it out of their inverse dynamics, and Pinocchio out of its forward dynamics too.
  There it is added by hand, with the numbers that those libraries read from the file.
- **Mimic joints**: linkwise counts them as constraints, without coordinates of their own.
  To the others they are joints like any.
  With q_all = G q + q₀ from the file, their M and tau become Gᵀ M G and Gᵀ tau, and qdd is solved
  from these.
- **Constraints** of MuJoCo (limits, contacts, dry friction, mimic joints) are off for `qdd`.
- **Base**: the root link stands still in all three.

`python benchmarks/real_robots.py` makes this page.
It was made with {versions}.
"""
PACKAGES = ("linkwise", "pin", "mujoco-core", "example-robot-data", "jvrc-description")


def main() -> None:
    """Compare all robots, print the table and write the page."""
    rows, largest = [], 0.0
    for name, (package, file) in REAL.items():
        path = file_of(package, file)
        if path is None:
            sys.exit(f"{package} is not installed")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LinkwiseWarning)
            robot = load(path)
        for library in (pinocchio, mujoco):
            gaps = largest_gaps(path, robot, library, STATES)
            largest = max(largest, float(gaps.max()))
            figures = " | ".join(f"{gap:.0e}" for gap in gaps)
            title = {"pinocchio": "Pinocchio", "mujoco": "MuJoCo"}[library.__name__]
            head = f"{name} | `{file}` | {robot.n} | {contents(robot, path)}"
            first = head if library is pinocchio else " |  |  | "
            rows.append(f"| {first} | {title} | {figures} |")
            print(rows[-1], flush=True)
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    foot = FOOT.format(largest=largest, versions=versions)
    PAGE.write_text(HEAD.format(states=STATES) + "\n".join(rows) + "\n" + foot)


def contents(robot: Robot, path: Path) -> str:
    """Say which kinds of joints a robot has."""
    joints = [link.joint for link in robot.links]
    counts = {
        "continuous": path.read_text().count('type="continuous"'),
        "mimic": sum(joint.mimic is not None for joint in joints),
        "with damping": sum(joint.friction.viscous > 0 for joint in joints),
        "with dry friction": sum(joint.friction.coulomb > 0 for joint in joints),
        "fixed": sum(not joint.moves for joint in joints),
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


if __name__ == "__main__":
    main()
