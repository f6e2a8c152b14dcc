"""Sheets to hand out with a robot."""
