"""The languages by name: how a file of each is made, and what it is called."""

import difflib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from linkwise.lesson.equations.code import c, cpp, java, julia, mathematica, matlab, python
from linkwise.lesson.equations.code.model import code_model
from linkwise.spatial.errors import LinkwiseError

if TYPE_CHECKING:
    from linkwise.lesson.equations.equations_of_motion import EquationsOfMotion

LANGUAGES: Mapping[str, ModuleType] = {
    "python": python,
    "c": c,
    "c++": cpp,
    "java": java,
    "matlab": matlab,
    "julia": julia,
    "mathematica": mathematica,
}


def source_code(
    e: "EquationsOfMotion", language: str, values: Mapping[str, float] | None = None
) -> str:
    """Return equations as a file of a language; see `EquationsOfMotion.code`."""
    name = str(language).lower()
    if name not in LANGUAGES:
        near = difflib.get_close_matches(name, LANGUAGES, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise LinkwiseError(
            f"there is no language {language!r}: {hint}there are {', '.join(LANGUAGES)}"
        )
    write: Callable[..., str] = LANGUAGES[name].source
    return write(code_model(e, values))
