"""Formulas as people type them, in code, in Unicode or in LaTeX, read by a grammar of our own."""

from linkwise.lagrange.typed.entries import parse_entries
from linkwise.lagrange.typed.expression import Typed, parse_expression, taken_table

__all__ = ["Typed", "parse_entries", "parse_expression", "taken_table"]
