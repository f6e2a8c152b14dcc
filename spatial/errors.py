"""What linkwise says when something is wrong."""

from numbers import Integral
from typing import Any


class LinkwiseError(ValueError):
    """A mistake that a user can mend: the message names the link, joint, argument or line."""


class LinkwiseWarning(UserWarning):
    """Something was understood but may not be what was meant: the message names it."""


def require_kind(value: Any, kind: type, what: str) -> None:
    """Raise a `LinkwiseError` that names `what`, unless the value is of this kind."""
    if not isinstance(value, kind):
        raise LinkwiseError(f"{what} must be a {kind.__name__}, got {value!r}")


def require_whole(value: Any, what: str, least: int) -> None:
    """Raise a `LinkwiseError` unless a value is a whole number and large enough."""
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise LinkwiseError(f"{what} must be a whole number of at least {least}, got {value!r}")
