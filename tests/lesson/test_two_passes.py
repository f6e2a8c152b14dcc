"""The lesson's value: what can be looked up in it, and how it prints."""

import numpy as np
import pytest

from linkwise import LinkwiseError, newton_euler, planar_2r

STATE = [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1]


def test_the_table_shows_every_row_and_both_passes():
    """What a student reads holds the numbers of the rows, each link in both passes."""
    ne = newton_euler(planar_2r(), *STATE)
    outward, inward = str(ne).split("inward")
    assert outward.count("link1") == outward.count("link2") == inward.count("link2") == 1
    assert "9.686091" in outward  # v̇_C and F of link 2, x
    assert inward.index("1.706014") < inward.index("13.043398")  # tips first
    assert len({len(line.replace("\u0307", "")) for line in outward.splitlines()[3:10]}) == 1


def test_a_batch_cannot_be_read():
    """A batch has values, but one state is wanted where rows are printed, and it says so."""
    batch = newton_euler(planar_2r(), *np.zeros((3, 4, 2)))
    assert batch.tau.shape == (4, 2)
    with pytest.raises(LinkwiseError, match=r"\(4,\) states: one state is wanted"):
        str(batch)
