"""Joints, links and robots, their builders, and the readers of robot files."""
