"""A chain of 1,100 links: no recursion limit, and work that grows as it should."""

import numpy as np
import pytest

import linkwise as lw

N = 1100
CHAIN = lw.planar_nr([0.1] * N, [0.5] * N, form="points")
REST = np.zeros(N)


def test_gravity() -> None:
    """Stretched out, link k carries what lies beyond: g₁ = 297022.275 N m, g_n = 0.4905 N m."""
    g = lw.gravity_torque(CHAIN, REST)
    assert g[[0, -1]] == pytest.approx([297022.275, 0.4905], rel=1e-11)
    beyond = np.arange(N, 0, -1)
    assert g == pytest.approx(0.5 * 9.81 * 0.1 * beyond * (beyond + 1) / 2, rel=1e-11)


def test_mass_matrix() -> None:
    """M₁₁ = Σ m (0.1 k)² = 2221359.25 kg m², M₁ₙ = 5.5 kg m², and M is symmetric to the bit."""
    M = lw.crba(CHAIN, REST)
    assert M[0, 0] == pytest.approx(2221359.25, rel=1e-11)
    assert M[0, -1] == pytest.approx(5.5, rel=1e-11)
    assert np.array_equal(M, M.T)


def test_torque_and_back() -> None:
    """Bent and moving, RNEA is M q̈ and the bias, and ABA undoes it."""
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.uniform(-0.01, 0.01, (3, N))
    tau = lw.rnea(CHAIN, q, qd, qdd)
    M = lw.crba(CHAIN, q)
    parts = M @ qdd + lw.bias_torque(CHAIN, q, qd)
    assert np.abs(parts - tau).max() < 1e-11 * np.abs(tau).max()
    back = lw.rnea(CHAIN, q, qd, lw.aba(CHAIN, q, qd, tau))
    assert np.abs(back - tau).max() < 1e-9 * np.abs(tau).max()
    K = lw.kinetic_energy(CHAIN, q, qd)
    assert qd @ M @ qd / 2 == pytest.approx(K, rel=1e-11)
