"""Raised and lowered digits, and the columns that text takes on a screen."""

import unicodedata

LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
RAISED = str.maketrans("0123456789C", "⁰¹²³⁴⁵⁶⁷⁸⁹ᶜ")


def subscript(index: object) -> str:
    """Return digits lowered: ₁₂ for 12."""
    return str(index).translate(LOWERED)


def width(text: str) -> int:
    """Return how many columns `text` takes: combining marks take none."""
    return sum(not unicodedata.combining(c) for c in text)


def padded(text: str, columns: int, *, left: bool = True) -> str:
    """Return `text` flush left or right in so many columns."""
    space = " " * (columns - width(text))
    return text + space if left else space + text
