"""Identification: the parameters of a robot from what its joints did and what torque it took."""
