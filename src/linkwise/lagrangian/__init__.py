"""Lagrange's route to the equations of motion: a derivation that shares only the model."""
