"""The compiled reading: the algorithms traced into straight-line code, run by NumPy or as C."""
