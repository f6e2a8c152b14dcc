"""The recursive algorithms, one idea a module: inverse dynamics, mass matrix, forward dynamics.

Each is written once, in plain Python over arrays, and serves floats with leading batch axes,
complex steps, SymPy, exact fractions and tracing scalars alike.
"""
