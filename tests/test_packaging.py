"""What is shipped: every folder, every public name, and no more than was asked for."""

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import linkwise

ROOT = Path(__file__).parents[1]
PARTS = ("spatial", "models", "algorithms")

in_source_tree = pytest.mark.skipif(
    not (ROOT / "pyproject.toml").exists(),
    reason="needs the source tree",
)


def packages_in(folder: Path, name: str) -> set[str]:
    """Names of the packages at and under a folder, which is imported as `name`."""
    return {
        ".".join((name, *init.parent.relative_to(folder).parts))
        for init in folder.rglob("__init__.py")
    }


@in_source_tree
def test_every_folder_is_listed() -> None:
    """A package that pyproject.toml forgets imports from the tree and is missing from the wheel."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        listed = tomllib.load(file)["tool"]["setuptools"]["packages"]
    found = packages_in(ROOT / "src" / "linkwise", "linkwise")
    for part in PARTS:
        found |= packages_in(ROOT / part, f"linkwise.{part}")
    assert sorted(listed) == sorted(found)


@in_source_tree
@pytest.mark.parametrize("part", PARTS)
def test_links_lead_to_the_root_folders(part: str) -> None:
    """Editors and type checkers follow src/linkwise/X to X; some checkouts hold text instead."""
    link = ROOT / "src" / "linkwise" / part
    target = link.readlink().as_posix() if link.is_symlink() else link.read_text().strip()
    assert target == f"../../{part}"


@pytest.mark.parametrize("name", [*linkwise.__all__, *linkwise.NEED_SYMPY])
def test_public_name_exists_and_is_documented(name: str) -> None:
    """What the front door promises is there, and says what it is."""
    public = getattr(linkwise, name)
    assert isinstance(public, str) or (public.__doc__ or "").strip(), f"{name} has no docstring"


def test_import_needs_no_extra() -> None:
    """A fresh interpreter imports linkwise without optional packages, nor SciPy, which is slow."""
    code = (
        "import sys, linkwise; "
        "slow = {'scipy', 'sympy', 'matplotlib', 'mpmath', 'mujoco'}; "
        "print(*sorted(slow & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_names_that_need_sympy_say_so() -> None:
    """Where SymPy is missing, what needs it says so, and all else works, a star import too."""
    code = (
        "import sys; sys.modules['sympy'] = None\n"
        "from linkwise import *\n"
        "import linkwise\n"
        "assert linkwise.rnea is rnea\n"
        "try: linkwise.check\n"
        "except linkwise.LinkwiseError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == 'linkwise.check needs SymPy: pip install "linkwise[symbolic]"'


def test_version_is_said_once() -> None:
    """The package tells the version that pip shows."""
    assert linkwise.__version__ == version("linkwise")
