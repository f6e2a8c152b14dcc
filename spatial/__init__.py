"""6-vectors, transforms and inertias: the algebra that every algorithm is written in.

Spatial vectors are 6 numbers, angular part first: motion ``[ω, v]``, force ``[moment, force]``.
"""
