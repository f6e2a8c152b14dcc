"""A function that somebody handed in, called so that what it raises is said by name."""

from collections.abc import Callable, Sequence
from typing import Any

from linkwise.spatial.errors import LinkwiseError


def called(name: str, function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Return what a user's function returns, or say what it raised."""
    try:
        return function(*arguments)
    except Exception as error:
        raise LinkwiseError(f"{name} raised {type(error).__name__}: {error}") from error
