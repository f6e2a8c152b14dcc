"""Lagrange's route to the equations of motion, and the referee of derivations made by hand."""
