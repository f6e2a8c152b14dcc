"""What is shipped: every folder, every public name, and no more than was asked for."""

import ast
import inspect
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import linkwise
from linkwise.cli.commands import COMMANDS, main

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


def printed(code: str) -> str:
    """What a fresh interpreter prints that runs the code."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout


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


def test_names_that_come_later_are_those_that_type_checkers_see() -> None:
    """What is imported when first asked for stands twice: for programs, and for their checkers."""
    tree = ast.parse(inspect.getsource(linkwise))
    seen = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in seen.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(seen.body)
    homes = {alias.name: node.module for node in imports for alias in node.names}
    assert homes == linkwise.LATER | linkwise.NEED_SYMPY
    assert set(linkwise.LATER) <= set(linkwise.__all__) <= set(dir(linkwise))


def test_import_is_of_models_and_algorithms_alone() -> None:
    """A program that computes torques waits for no lesson; packages come when they are named."""
    code = (
        "import sys, linkwise\n"
        "print(*sorted({m.split('.')[1] for m in sys.modules if m.startswith('linkwise.')}))\n"
        "others = [hasattr(linkwise, name) for name in ('lessons', 'lesson.page')]\n"
        "print(linkwise.lesson.__name__, *others)"
    )
    assert printed(code).splitlines() == [
        "algorithms models spatial",
        "linkwise.lesson False False",
    ]


def test_import_needs_no_extra() -> None:
    """A fresh interpreter imports linkwise without optional packages, nor SciPy, which is slow."""
    code = (
        "import sys, linkwise; "
        "slow = {'scipy', 'sympy', 'matplotlib', 'mpmath', 'mujoco'}; "
        "print(*sorted(slow & sys.modules.keys()))"
    )
    assert printed(code).strip() == ""


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
    assert printed(code).strip() == 'linkwise.check needs SymPy: pip install "linkwise[symbolic]"'


def test_version_is_said_once() -> None:
    """The package tells the version that pip shows."""
    assert linkwise.__version__ == version("linkwise")


def test_a_command_loads_no_other() -> None:
    """Whoever asks what a robot is made of waits for no compiler, lesson or referee."""
    code = (
        "import sys\n"
        "from linkwise.cli.commands import main\n"
        "main(['show', 'rp'])\n"
        "print(*sorted({m.split('.')[1] for m in sys.modules if m.startswith('linkwise.')}))"
    )
    packages = "algorithms cli models number_text spatial"
    assert printed(code).splitlines()[-1] == packages


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command is found by its name in the module of its name."""
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    assert f"usage: linkwise {name}" in capsys.readouterr().out
