"""Filtered derivatives against sines, whose derivatives and damping are known on paper."""

import numpy as np
import pytest

from linkwise import LinkwiseError
from linkwise.identification.differentiation import differentiate

CUTOFF = 10.0  # Hz
RATE = 1000.0  # samples a second


@pytest.mark.parametrize("f", [0.5, 2, 5, 10])
def test_sines_keep_their_phase_and_lose_what_the_formula_says(f):
    """1 / (1 + r⁸) of a sine is left, with the r = tan(π f h) / tan(π f_c h) of sampled filters.

    So at the cutoff a half; and the derivatives are those of what is left, without delay.
    """
    t, w = np.arange(0, 6, 1 / RATE), 2 * np.pi * f
    got = differentiate(t, np.sin(w * t + 0.3), CUTOFF)
    left = 1 / (1 + (np.tan(np.pi * f / RATE) / np.tan(np.pi * CUTOFF / RATE)) ** 8)
    phase = w * got.t + 0.3
    inner = slice(500, -500)  # far from the ends, which are tested below
    for k, wave in enumerate((np.sin(phase), w * np.cos(phase), -w * w * np.sin(phase))):
        y = (got.q, got.qd, got.qdd)[k]
        np.testing.assert_allclose(y[inner], left * wave[inner], atol=1e-7 * w**k)
        np.testing.assert_allclose(y, left * wave, atol=2e-4 * w**k)


def test_ends_are_dropped():
    """Three periods of the cutoff go at either end, and `kept` cuts other columns alike."""
    t = np.arange(0, 2, 0.01)
    got = differentiate(t, np.stack([t, t**2], axis=-1), 5)
    assert (got.t[0], got.t[-1]) == pytest.approx((0.6, 1.39))
    np.testing.assert_array_equal(t[got.kept], got.t)
    assert got.q.shape == got.qd.shape == got.qdd.shape == (len(got.t), 2)
    np.testing.assert_allclose(got.qd[:, 0], 1, atol=1e-7)  # a straight line has no noise


def test_noise_is_damped():
    """Noise of encoders that drowns plain differences leaves a filtered acceleration usable.

    White noise of 1e-4 rad has after two differences at 1 kHz a standard deviation of
    √6 / 4 · 1e-4 · 10⁶ rad/s² ≈ 61; within a band of 10 Hz, (2π f)² weighted over it,
    1e-4 · (2π 10)² √(2 · 10 / 5 / 1000) ≈ 0.025.
    """
    rng = np.random.default_rng(0)
    t, w = np.arange(0, 20, 1 / RATE), 2 * np.pi
    noisy = np.sin(w * t) + rng.normal(scale=1e-4, size=len(t))
    naive = np.gradient(np.gradient(noisy, t), t) + w * w * np.sin(w * t)
    assert naive.std() == pytest.approx(61, rel=0.1)
    got = differentiate(t, noisy, CUTOFF)
    assert (got.qdd + w * w * np.sin(w * got.t)).std() == pytest.approx(0.025, rel=0.3)
    assert (got.q - np.sin(w * got.t)).std() < 2e-5


def test_uneven_steps():
    """Times that jitter by 40 % of a step give the same sines, at the times of the record."""
    rng = np.random.default_rng(1)
    t, w = np.arange(0, 6, 1 / RATE), 2 * np.pi
    t = t + rng.uniform(-0.4, 0.4, len(t)) / RATE
    got = differentiate(t, np.sin(w * t), CUTOFF)
    np.testing.assert_array_equal(got.t, t[got.kept])
    np.testing.assert_allclose(got.qd, w * np.cos(w * got.t), atol=1e-4 * w)
    np.testing.assert_allclose(got.qdd, -w * w * np.sin(w * got.t), atol=1e-3 * w * w)


@pytest.mark.parametrize(
    ("t", "cutoff", "message"),
    [
        (np.arange(0, 6, 0.1), 5, "the step of t after .* s is 0.1 s: .* steps below 0.1 s"),
        (np.arange(0, 6, 0.01), 0, "cutoff must be a frequency above 0 Hz"),
        (np.arange(0, 6, 0.01), np.nan, "cutoff must be a frequency above 0 Hz"),
        (np.arange(0, 0.5, 0.01), 10, "disturbs 0.3 s at either end .* lasts 0.49 s"),
        (np.array([0, 1.0, 0.5]), 1, r"t does not rise: t\[2\] is 0.5 after 1"),
        (np.array([0.0, np.inf]), 1, r"t\[1\] is inf"),
        (np.zeros((2, 2)), 1, r"t \(N,\) and q \(N, ...\) are wanted"),
        (np.zeros(0), 1, "has 0 rows"),
    ],
)
def test_refusals(t, cutoff, message):
    """Records that cannot be filtered are named with the place or the numbers."""
    with pytest.raises(LinkwiseError, match=message):
        differentiate(t, np.zeros(len(t)), cutoff)
