"""Statements about a robot decided without tolerance: in a ring, or at states of fractions."""
