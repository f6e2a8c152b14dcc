from fractions import Fraction

import numpy as np
import sympy as sp

from linkwise.spatial.exact import ExactAngle
from linkwise.spatial.transform import Transform


def test_symbolic_turn_holds_no_floats() -> None:
    """Rx(α) is typed from the textbook; a float 1.0 beside a symbol would spoil closed forms."""
    al = sp.Symbol("al")
    c, s = sp.cos(al), sp.sin(al)
    expected = np.array([[1, 0, 0], [0, c, -s], [0, s, c]], dtype=object)
    R = Transform.rotation_x(al).R
    assert (expected == R).all()
    assert not any(sp.sympify(entry).atoms(sp.Float) for entry in R.flat)


def test_symbolic_rpy_beside_a_quarter_turn_holds_no_floats() -> None:
    """Rz(90°) Rx(α), typed by hand: the quarter turn is exact and leaves the symbol alone."""
    al = sp.Symbol("al")
    c, s = sp.cos(al), sp.sin(al)
    expected = np.array([[0, -c, s], [1, 0, 0], [0, s, c]], dtype=object)
    R = Transform.from_rpy((al, 0, np.pi / 2)).R
    assert (expected == R).all()
    assert not any(sp.sympify(entry).atoms(sp.Float) for entry in R.flat)


def test_exact_angle_gives_fractions() -> None:
    """The turn with cos 3/5 and sin 4/5 stays rational: no float slips in from the axis."""
    R = Transform.rotation_z(ExactAngle(Fraction(1, 2))).R
    expected = [[Fraction(3, 5), Fraction(-4, 5), 0], [Fraction(4, 5), Fraction(3, 5), 0]]
    assert R[:2].tolist() == expected
    assert not any(isinstance(entry, float) for entry in R.flat)
