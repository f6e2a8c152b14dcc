"""The rows of the Newton-Euler iterations, against the rows worked by hand in the lecture notes."""

import numpy as np
import pytest
import sympy as sp

from linkwise import Wrench, planar_2r, planar_nr, rp
from linkwise.algorithms.iterations import iterations

l1, l2, m1, m2, g = sp.symbols("l1 l2 m1 m2 g")
q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
c1, s1, c2, s2 = sp.cos(q1), sp.sin(q1), sp.cos(q2), sp.sin(q2)
c12, s12 = sp.cos(q1 + q2), sp.sin(q1 + q2)


@pytest.fixture(scope="module")
def rows():
    """Return the iterations of the 2R with point masses at the tips, in letters."""
    arm = planar_2r(l1, l2, m1=m1, m2=m2, form="points", gravity=(0, -g, 0))
    return iterations(arm, (q1, q2), (w1, w2), (a1, a2))


# Lecture notes, section 3: "2R by Newton-Euler, every row"; f₁ and n₁ with E003-16 to -18 mended.
V_DOT_2 = (
    l1 * a1 * s2 - l1 * w1**2 * c2 + g * s12,
    l1 * a1 * c2 + l1 * w1**2 * s2 + g * c12,
    0,
)
V_DOT_C2 = (V_DOT_2[0] - l2 * (w1 + w2) ** 2, V_DOT_2[1] + l2 * (a1 + a2), 0)
F_1 = (m1 * (-l1 * w1**2 + g * s1), m1 * (l1 * a1 + g * c1), 0)
F_2 = tuple(m2 * x for x in V_DOT_C2)
N_2Z = (
    m2 * l1 * l2 * c2 * a1 + m2 * l1 * l2 * s2 * w1**2 + m2 * l2 * g * c12 + m2 * l2**2 * (a1 + a2)
)
N_1Z = (
    N_2Z
    + m1 * l1**2 * a1
    + m1 * l1 * g * c1
    + m2 * l1**2 * a1
    - m2 * l1 * l2 * s2 * (w1 + w2) ** 2
    + m2 * l1 * g * s2 * s12
    + m2 * l1 * l2 * c2 * (a1 + a2)
    + m2 * l1 * g * c2 * c12
)
HAND = {
    ("link1", "omega"): (0, 0, w1),
    ("link1", "omega_dot"): (0, 0, a1),
    ("link1", "v_dot"): (g * s1, g * c1, 0),
    ("link1", "v_dot_C"): (-l1 * w1**2 + g * s1, l1 * a1 + g * c1, 0),
    ("link1", "F"): F_1,
    ("link1", "N"): (0, 0, 0),
    ("link2", "omega"): (0, 0, w1 + w2),
    ("link2", "omega_dot"): (0, 0, a1 + a2),
    ("link2", "v_dot"): V_DOT_2,
    ("link2", "v_dot_C"): V_DOT_C2,
    ("link2", "F"): F_2,
    ("link2", "N"): (0, 0, 0),
    ("link2", "f"): F_2,
    ("link2", "n"): (0, 0, N_2Z),
    ("link1", "f"): (c2 * F_2[0] - s2 * F_2[1] + F_1[0], s2 * F_2[0] + c2 * F_2[1] + F_1[1], 0),
    ("link1", "n"): (0, 0, N_1Z),
}


@pytest.mark.parametrize(("link", "row"), HAND, ids=lambda x: x)
def test_every_row_of_the_2r(rows, link, row):
    """Each row equals the one worked by hand on paper, which used no program."""
    difference = sp.Matrix(list(getattr(rows[link], row))) - sp.Matrix(HAND[link, row])
    assert difference.applyfunc(lambda x: sp.simplify(sp.expand_trig(x))) == sp.zeros(3, 1)


def test_torques_of_the_rp():
    """The RP's torques are the lecture notes' V and G, with E003-4 to E003-6 mended."""
    I1, I2 = sp.symbols("I1 I2")
    tau = iterations(rp(l1, m1, m2, I1, I2, gravity=(0, -g, 0)), (q1, q2), (w1, w2), (a1, a2)).tau
    by_hand = (
        (m1 * l1**2 + I1 + I2 + m2 * q2**2) * a1
        + 2 * m2 * q2 * w1 * w2
        + (m1 * l1 + m2 * q2) * g * c1,
        m2 * a2 - m2 * q2 * w1**2 + m2 * g * s1,
    )
    assert [sp.expand(t - hand) for t, hand in zip(tau, by_hand, strict=True)] == [0, 0]


def test_the_demo_of_lecture_000():
    """τ = (13.0434, 1.7060), confirmed by three other packages (lecture notes, section 4)."""
    tau = iterations(planar_2r(), [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1]).tau
    np.testing.assert_allclose(tau, (13.043397673469356, 1.706013767173975), rtol=0, atol=1e-12)


def test_a_tip_load_is_passed_inward():
    """A weight W that hangs at the tip adds W times its horizontal distance from each joint."""
    arm, still = planar_2r(1, 1), [0.0, 0.0]
    load = {"link2": Wrench((0, 0, 0), (0, -7, 0), at=(1, 0, 0))}
    bare, loaded = (iterations(arm, [0.3, 0.5], still, still, external=e).tau for e in (None, load))
    reach = np.cos(0.3) + np.cos(0.8)
    np.testing.assert_allclose(loaded - bare, [7 * reach, 7 * np.cos(0.8)], atol=1e-12)


def test_a_batch_has_rows_for_every_state():
    """Rows of a batch are the rows of its states."""
    arm = planar_nr([0.5, 0.4, 0.3], [3, 2, 1])
    q = np.array([[0.1, 0.2, 0.3], [1.0, -0.4, 0.8]])
    batch = iterations(arm, q, q[::-1], q)
    for k in range(2):
        one = iterations(arm, q[k], q[::-1][k], q[k])
        np.testing.assert_allclose(batch["link3"].F[k], one["link3"].F, atol=1e-14)
