import numpy as np
import pytest

from linkwise.compiled.emit_python import python_function
from linkwise.compiled.graph import trace


def test_every_operation_keeps_its_operands_together():
    """Statements of every pair of operations give what Python itself gives on the same numbers.

    The oracle is the same expression on plain floats, with no graph and no text between.
    """

    def expressions(x, y, z):
        return [
            1 / (x * y),
            1 / (x + y),
            1 / -x,
            -(x * y),
            -(x + y * z) * z,
            x - (y - z),
            x - (y + z),
            x - y * z,
            x * -(y - z),
            (x - y) * (z + x),
            z / (x * y) * x,
            x - 1 / (y * z),
            -2 * x - -3 * y,
        ]

    for k, right in enumerate(expressions(3.0, 5.0, 7.0)):
        program = trace(
            "f",
            lambda v, k=k: {"y": np.array([expressions(*v)[k], None], dtype=object)[:1]},
            {"v": (3,)},
        )
        (got,) = python_function(program)(np, 3.0, 5.0, 7.0)
        assert got == pytest.approx(right, rel=1e-15), program.graph.nodes
