"""How C is written in either precision."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from linkwise.compiled.exports import Export
from linkwise.spatial.errors import LinkwiseError

Precision = Literal["double", "single"]


@dataclass(frozen=True)
class Dialect:
    """How one precision is written.

    Attributes
    ----------
    precision
        "double" or "single".
    prefix
        What the functions' names begin with.
    """

    precision: Precision
    prefix: str

    @property
    def element(self) -> str:
        """The C type of a number."""
        return "double" if self.precision == "double" else "float"

    def literal(self, value: float) -> str:
        """Return a constant of the element's type."""
        if self.precision == "double":
            return repr(value)
        with np.errstate(over="ignore", under="ignore"):
            single = np.float32(value)
        if not np.isfinite(single):
            raise LinkwiseError(f"the constant {value!r} of the model is beyond single precision")
        return f"{single!s}f"

    def call(self, function: str, x: str) -> str:
        """Return a call of sin, cos or sign."""
        f = "f" if self.precision == "single" and function != "sign" else ""
        return f"{function}{f}({x})"

    def name(self, export: Export) -> str:
        """Return the C name of a function."""
        return f"{self.prefix}_{export.name}"


def brackets(shape: tuple[int, ...]) -> str:
    """Return the shape, or the index, of an array as it is written in C."""
    return "".join(f"[{k}]" for k in shape)
