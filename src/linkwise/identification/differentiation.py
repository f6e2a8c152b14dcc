"""Rates from readings of encoders: a low-pass filter without delay, then a spline."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import ArrayLike

from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array, require_finite

ORDER = 4  # of the Butterworth filter, which runs once forwards and once backwards
END = 3  # periods of the cutoff after which an end of the record disturbs by 1e-4 only
DEGREE = 5  # of the spline: its second derivative is a cubic one


@dataclass(frozen=True, eq=False)
class Differentiated:
    """Filtered readings and their derivatives, without the ends of the record.

    Attributes
    ----------
    t : ndarray
        Times ``(N,)``, s.
    q, qd, qdd : ndarray
        The readings without their noise, and their first and second derivatives ``(N, ...)``.
    kept : slice
        The rows of the record that these are, so that other columns can be cut alike.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    kept: slice


def differentiate(t: ArrayLike, q: ArrayLike, cutoff: float) -> Differentiated:
    """Return readings without noise beyond a frequency, and their first two derivatives.

    A Butterworth filter of order 4 runs forwards and backwards, so that nothing is delayed: a
    sine of frequency f keeps its phase and 1 / (1 + (f/cutoff)⁸) of its amplitude, 99.6 % at half
    the cutoff.  Then a spline of degree 5 through all rows is differentiated.  Three periods
    of the cutoff are dropped at either end, where the filter knows one side only.

    Sample at ten times the cutoff or faster: where steps of t are few a period, both the formula
    above and the spline err.

    Parameters
    ----------
    t
        Times ``(N,)``, s, which rise.  Uneven steps are bridged by a cubic spline.
    q
        Readings ``(N, ...)``, such as joint coordinates.
    cutoff
        Frequency, Hz: above what the robot moved with, below what noise there is.

    Returns
    -------
    Differentiated
        The rows that are left.

    Raises
    ------
    LinkwiseError
        If t does not rise, has a step beyond half a period of the cutoff, or the record is too
        short for its ends to be dropped.

    References
    ----------
    F. Gustafsson, *IEEE Trans. Signal Processing* 44 (1996), on filters forwards and backwards; W.
    Khalil, E. Dombre, *Modeling, Identification and Control of Robots* (2002), chapter 12, on their
    use in identification.

    Examples
    --------
    >>> import numpy as np
    >>> t = np.arange(0, 4, 0.01)
    >>> rates = differentiate(t, np.sin(3 * t), cutoff=10)
    >>> bool(np.allclose(rates.qdd, -9 * np.sin(3 * rates.t), atol=2e-3))
    True
    """
    from scipy.interpolate import CubicSpline, make_interp_spline  # slow to import
    from scipy.signal import butter, sosfiltfilt

    t_, x = as_array(t, "t"), as_array(q, "q")
    require_record(t_, x, cutoff)
    even = np.linspace(t_[0], t_[-1], len(t_))
    is_even = np.abs(t_ - even).max() < 1e-6 * (even[1] - even[0])
    f_s = (len(t_) - 1) / (t_[-1] - t_[0])
    sections = butter(ORDER, cutoff, fs=f_s, output="sos")
    readings = x if is_even else CubicSpline(t_, x)(even)
    smooth = sosfiltfilt(sections, readings, axis=0, padlen=ceil(2 * END * f_s / cutoff))
    spline = make_interp_spline(even, smooth, k=DEGREE)
    first, last = np.searchsorted(t_, [t_[0] + END / cutoff, t_[-1] - END / cutoff])
    kept = slice(int(first), int(last) + 1)
    x, rate, acceleration = (np.asarray(spline(t_[kept], nu=k)) for k in range(3))
    return Differentiated(t_[kept], x, rate, acceleration, kept)


def require_record(t: Array, q: Array, cutoff: float) -> None:
    """Raise a `LinkwiseError` unless the record is sound, dense and long enough for the cutoff."""
    if t.ndim != 1 or q.ndim < 1 or len(q) != len(t):
        raise LinkwiseError(f"t (N,) and q (N, ...) are wanted, got {t.shape} and {q.shape}")
    require_finite(t, "t")
    require_finite(q, "q")
    if not cutoff > 0:
        raise LinkwiseError(f"cutoff must be a frequency above 0 Hz, got {cutoff}")
    step = np.diff(t)
    if not (step > 0).all():
        k = int(np.argmin(step > 0))
        raise LinkwiseError(f"t does not rise: t[{k + 1}] is {t[k + 1]:g} after {t[k]:g}")
    if len(step) and step.max() >= 1 / (2 * cutoff):
        k = int(step.argmax())
        raise LinkwiseError(
            f"the step of t after {t[k]:g} s is {step[k]:.3g} s: a cutoff of {cutoff:g} Hz wants "
            f"steps below {1 / (2 * cutoff):.3g} s"
        )
    if len(t) <= DEGREE or t[-1] - t[0] <= (2 * END + 1) / cutoff:
        raise LinkwiseError(
            f"a cutoff of {cutoff:g} Hz disturbs {END / cutoff:.3g} s at either end of a record, "
            f"and this one has {len(t)} rows and lasts {np.ptp(t) if len(t) else 0:.3g} s"
        )
