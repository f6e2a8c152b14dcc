"""Formulas as people type them, in code, in Unicode or in LaTeX, read by a grammar of our own."""

from linkwise.referee.typed.entries import Entries, parse_entries
from linkwise.referee.typed.expression import (
    Typed,
    parse_expression,
    taken_in,
    taken_table,
    without_dollars,
)

__all__ = [
    "Entries",
    "Typed",
    "parse_entries",
    "parse_expression",
    "taken_in",
    "taken_table",
    "without_dollars",
]
