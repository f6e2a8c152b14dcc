"""What linkwise says when something is wrong."""

from typing import Any


class LinkwiseError(ValueError):
    """A mistake that a user can mend: the message names the link, joint, argument or line."""


class LinkwiseWarning(UserWarning):
    """Something was understood but may not be what was meant: the message names it."""


def require_kind(value: Any, kind: type, what: str) -> None:
    """Raise a `LinkwiseError` that names `what`, unless the value is of this kind."""
    if not isinstance(value, kind):
        raise LinkwiseError(f"{what} must be a {kind.__name__}, got {value!r}")
