"""How Sphinx builds the pages: every example is run, and the result works without a network."""

import importlib
import pkgutil
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.nodes import make_refnode
from sphinxcontrib import katex

import linkwise

HERE = Path(__file__).parent
STATIC = HERE / "_build" / "static"

project = "linkwise"
author = "linkwise authors"
project_copyright = author
release = linkwise.__version__
version = release

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinxcontrib.katex",
]
exclude_patterns = ["_build", "templates"]
templates_path = ["templates"]
default_role = "autolink"  # `name` in a docstring links where there is such a name
nitpicky = True  # and an explicit reference must find its target
nitpick_ignore_regex = [("py:obj", ".*")]  # what `name` is where there is none

# Pages
html_theme = "furo"
html_title = f"linkwise {release}"
html_static_path = [str(STATIC)]
html_copy_source = False
myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

# Examples: all are run on every build, and one that raises fails it.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

# Equations: rendered by node during the build.
html_math_renderer = "katex"
katex_prerender = True
katex_css_path = "katex/katex.min.css"
# On a busy machine node takes its time, and its Unix socket refuses who comes between bind and
# listen: the other way to reach it tries again.
katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 60
katex.KaTeXServer.start_server_process = katex.KaTeXServer.start_network_socket

# Reference
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings give shapes and units, which types do not
autosummary_generate = True
shutil.rmtree(HERE / "api", ignore_errors=True)  # pages of modules that are gone go too
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False


def fetch_katex(version: str) -> None:
    """Unpack style sheet and fonts of KaTeX from its npm package, unless they are there.

    The same version renders the equations, so that the two fit.
    """
    target = STATIC / "katex"
    if (target / version).exists():
        return
    target.mkdir(parents=True, exist_ok=True)
    pack = ["npm", "pack", "--silent", "--pack-destination", str(target), f"katex@{version}"]
    name = subprocess.run(pack, check=True, capture_output=True, text=True).stdout.strip()
    with tarfile.open(target / name) as package:
        for member in package:
            path = Path(member.name)
            content = package.extractfile(member)
            if content and (path.name == "katex.min.css" or path.suffix == ".woff2"):
                file = target / path.relative_to("package/dist")
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(content.read())
    (target / name).unlink()
    (target / version).touch()


def front_doors() -> dict[str, dict[str, str]]:
    """Map each package to its public names, with the full name where that is defined."""
    modules = [linkwise]
    for found in pkgutil.walk_packages(linkwise.__path__, "linkwise."):
        if found.ispkg:
            modules.append(importlib.import_module(found.name))
    doors: dict[str, dict[str, str]] = {}
    for module in modules:
        names = [*getattr(module, "__all__", ()), *getattr(module, "NEED_SYMPY", ())]
        public = {name: getattr(module, name) for name in names}
        doors[module.__name__] = {
            name: f"{thing.__module__}.{thing.__qualname__}"
            for name, thing in public.items()
            if callable(thing)
        }
    return doors


CORE = ("linkwise.spatial.", "linkwise.models.", "linkwise.algorithms.")


def modules_to_show(doors: dict[str, dict[str, str]]) -> set[str]:
    """Return all packages, all modules of the core, and those that define a public name."""
    found = list(pkgutil.walk_packages(linkwise.__path__, "linkwise."))
    shown = {module.name for module in found if module.ispkg or module.name.startswith(CORE)}
    return shown | {full.rpartition(".")[0] for door in doors.values() for full in door.values()}


def write_lessons() -> None:
    """Write the pages for the browser that `lesson_page.md` shows."""
    for name in ("2r", "rp", "puma560"):
        target = STATIC / "lesson" / f"{name}.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        linkwise.write_lesson(linkwise.load(name), target)


fetch_katex(katex.katex_version)
write_lessons()
DOORS = front_doors()
autosummary_context = {"front_doors": DOORS, "shown": modules_to_show(DOORS)}


def escape_bars(*event: Any) -> None:
    """Keep |ω| in a docstring a length: Sphinx would read it as the name of a substitution."""
    lines = event[-1]
    in_example = False
    for i, line in enumerate(lines):
        in_example = line.lstrip().startswith(">>>") or (in_example and line.strip() != "")
        if not in_example:
            pieces = re.split(r"(``.*?``)", line)
            pieces[::2] = [piece.replace("|", r"\|") for piece in pieces[::2]]
            lines[i] = "".join(pieces)


def find_short_name(app: Sphinx, env: Any, node: Any, text: Any) -> Any:
    """Link `Robot` to linkwise.models.robot.Robot where only one thing has that name."""
    python, name = env.domains["py"], node.get("reftarget")
    found = python.find_obj(env, None, None, name, None, 1) if node["refdomain"] == "py" else []
    if len(found) != 1:
        return None
    full, entry = found[0]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, text, full)


def setup(app: Sphinx) -> None:
    """Connect the two steps of our own."""
    app.connect("autodoc-process-docstring", escape_bars)
    app.connect("missing-reference", find_short_name)
