"""Simulation: motions that torques cause, and where their energy goes."""
