"""Equations of motion as classes of seven languages, each file with a test of itself."""
