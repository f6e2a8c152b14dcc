"""Base parameters by weighted least squares, from a record of any length.

τ = W β + noise holds at every state.  Each joint's rows [W τ] are boiled down to one triangle by
QR, some thousand states at a time: everything below is computed from these triangles.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.base_parameters import BaseParameters, base_parameters
from linkwise.algorithms.regressor import regressor_parameters, torque_regressor
from linkwise.compiled.compiled_robot import compile as compiled
from linkwise.identification.conditioning import scaled_singular_values
from linkwise.identification.identified import Identified
from linkwise.identification.known_effects import known_torque
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array, as_array, require_finite

BLOCK = 2_000  # states whose regressors are in memory at once
MANY = 1_000  # states that are worth the time of tracing
RANK_TOLERANCE = 1e-10  # of the largest singular value: what rounding leaves of a zero
ROUNDING = 1e-12  # of the torques: no noise is taken for less
ROUNDS = 50  # of reweighting; some five are enough
SETTLED = 1e-9  # relative change of the noise
NAMED = 6  # parameters that a message names


def identify(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    tau: ArrayLike,
    *,
    effects: Sequence[str] = ("friction",),
    noise: ArrayLike | None = None,
) -> Identified:
    """Return the base parameters that explain recorded torques best, with their standard errors.

    τ = W(q, q̇, q̈) β + ε is solved for the β of least Σ_j |ε_j|² / σ_j², which has the covariance
    (Σ_j W_jᵀ W_j / σ_j²)⁻¹.  The noise σ_j of each joint j is estimated from its residuals,
    σ_j² = |ε_j|² / (N − t_j), and the two steps are repeated until they agree; t_j is the joint's
    share of the b parameters, the trace of its block of the hat matrix.

    Effects of the model that are not in `effects` are taken as known, and so is gravity.

    Parameters
    ----------
    robot
        The model; its inertias serve for comparison only.
    q, qd, qdd
        Joint coordinates, rates and accelerations ``(..., n)``, in the order of time.
    tau
        Torques ``(..., n)``, N m or N.  Leave their noise in: if it were filtered, neighbouring
        errors would be alike, and the standard errors too small.
    effects
        Which of "friction", "rotors", "springs" to identify too.
    noise
        Standard deviations σ ``(n,)`` of the torques, if they are known.

    Returns
    -------
    Identified
        Estimates, standard errors and how well they fit.

    Raises
    ------
    LinkwiseError
        If arrays do not fit together or are not finite, the states do not show all base parameters
        (the message names some that they do not), or an effect is unknown or not linear.

    References
    ----------
    M. Gautier, W. Khalil, *IEEE Trans. Robotics and Automation* 6 (1990), base parameters; J.
    Swevers, C. Ganseman, D. B. Tükel, J. De Schutter, H. Van Brussel, *IEEE Trans. Robotics and
    Automation* 13 (1997), weighting by the noise of each joint; W. Khalil, E. Dombre, *Modeling,
    Identification and Control of Robots* (2002), chapter 12.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r, rnea
    >>> robot, rng = planar_2r(), np.random.default_rng(0)
    >>> q, qd, qdd = rng.uniform(-2, 2, (3, 400, 2))
    >>> tau = rnea(robot, q, qd, qdd) + rng.normal(scale=(0.2, 0.1), size=(400, 2))
    >>> found = identify(robot, q, qd, qdd, tau, effects=())
    >>> print(found)
    planar 2R: 6 base parameters from 400 states, condition number 1.78
    <BLANKLINE>
    joint  RMS tau  RMS residual  noise  correlation  unit
    q1      11.351           0.2  0.201         0.06  N m
    q2      3.5634         0.101  0.102         0.08  N m
    <BLANKLINE>
    parameter         estimate  std error     %  model  unit
    link1 mcx + …      1.49979     0.0017  0.11    1.5  kg m
    link1 mcy       0.00114461     0.0013   117      0  kg m
    link1 Izz + …      1.34341      0.009  0.67   1.35  kg m²
    link2 mcx         0.499694    0.00064  0.13    0.5  kg m
    link2 mcy      -0.00019476    0.00068   350      0  kg m
    link2 Izz         0.349227      0.003  0.87   0.35  kg m²
    """
    regressor_parameters(robot, effects)  # refuses what is not linear
    states, tau_ = checked_record(robot, q, qd, qdd, tau)
    base = base_parameters(robot, effects=effects)
    regressor = regressor_function(robot, base, effects, len(tau_))
    blocks = list(slices(len(tau_)))
    tau_own = tau_ - known_torque(robot, effects, *states)
    T = np.zeros((robot.n, len(base) + 1, len(base) + 1))
    for block in blocks:
        W = regressor(*states[:, block])
        rows = np.moveaxis(np.concatenate([W, tau_own[block, :, None]], axis=-1), 1, 0)
        T = triangle(np.concatenate([T, rows], axis=1))
    condition = require_excited(robot, base, T, states)
    if noise is None and tau_.size == len(base):
        raise LinkwiseError(
            f"{tau_.size} torques for {len(base)} parameters leave nothing to tell the noise from: "
            "give more states, or noise="
        )
    sigma, beta, R = weighted_solution(T, len(tau_), given_noise(robot, noise))
    predicted = np.concatenate([regressor(*states[:, block]) @ beta for block in blocks])
    residual = tau_own - predicted
    return Identified(
        robot=robot,
        effects=tuple(effects),
        base=base,
        values=beta,
        root=R,
        noise=sigma,
        residual_rms=rms(residual),
        torque_rms=rms(tau_),
        correlation=neighbour_correlation(residual),
        condition=condition,
        samples=len(tau_),
    )


def weighted_solution(T: Array, samples: int, noise: Array | None) -> tuple[Array, Array, Array]:
    """Return σ ``(n,)``, β ``(b,)`` and R ``(b, b)`` with RᵀR = (covariance of β)⁻¹.

    Parameters
    ----------
    T
        Triangles ``(n, b + 1, b + 1)`` with TᵀT = [W τ]ᵀ[W τ] for each joint.
    samples
        Number of states N.
    noise
        σ, if it is known.
    """
    from scipy.linalg import solve_triangular  # slow to import

    b = T.shape[-1] - 1
    W, tau = T[..., :b], T[..., b]
    floor = ROUNDING * (np.linalg.norm(tau) / np.sqrt(len(T) * samples) or 1)
    sigma = np.ones(len(T)) if noise is None else noise
    for _ in range(ROUNDS):
        whole = triangle(np.concatenate(T / sigma[:, None, None]))
        R = whole[:b, :b]
        beta = solve_triangular(R, whole[:b, b])
        if noise is not None:
            break
        hat = W @ solve_triangular(R, np.eye(b)) / sigma[:, None, None]
        freedom = np.maximum(samples - np.sum(hat**2, axis=(1, 2)), 1)
        found = np.sqrt(np.sum((W @ beta - tau) ** 2, axis=1) / freedom)
        change, sigma = np.log(np.maximum(found, floor) / sigma), np.maximum(found, floor)
        if np.abs(change).max() < SETTLED:
            break
    return sigma, beta, R


def triangle(A: Array) -> Array:
    """Return the upper triangle R ``(..., b, b)`` with RᵀR = AᵀA, without the square's rounding."""
    return np.asarray(np.linalg.qr(A, mode="r"))


def require_excited(robot: Robot, base: BaseParameters, T: Array, states: Array) -> float:
    """Return the condition number of the regressor, or say which parameters the states hide.

    A combination that no row sees is a right singular vector of a zero singular value: parameters
    with a part in one are not told apart.
    """
    b = len(base)
    singular, V = scaled_singular_values(np.concatenate(T[..., :b]))
    hidden = V[singular <= RANK_TOLERANCE * singular[0]]
    if not len(hidden):
        return float(singular[0] / singular[-1])
    part = np.linalg.norm(hidden, axis=0)
    names = [base.labels[base.independent[k]] for k in np.flatnonzero(part > 1e-6)]
    shown = ", ".join(names[:NAMED])
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    at_rest = [
        joint.name
        for joint, q in zip(robot.joints, states[0].T, strict=True)
        if np.ptp(q, axis=0) == 0
    ]
    still = f"; joints that stand still: {', '.join(at_rest)}" if at_rest else ""
    raise LinkwiseError(
        f"the {states.shape[1]} states of {robot.name!r} do not excite {len(hidden)} of {b} base "
        f"parameters: {shown}{more} are not determined{still}"
    )


def checked_record(
    robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, tau: ArrayLike
) -> tuple[Array, Array]:
    """Return states ``(3, N, n)`` and torques ``(N, n)``, or say which array does not fit."""
    arrays = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    checked = {name: robot.joint_vector(x, name) for name, x in arrays.items()}
    for name, a in checked.items():
        require_finite(a, name)
        if a.dtype != np.float64 or a.shape != checked["q"].shape or a.size == 0:
            raise LinkwiseError(
                f"{name} must be real numbers of the shape of q, {checked['q'].shape}, and at "
                f"least one state; got {a.dtype} {a.shape}"
            )
    *states, tau_ = (a.reshape(-1, robot.n) for a in checked.values())
    return np.stack(states), tau_


def given_noise(robot: Robot, noise: ArrayLike | None) -> Array | None:
    """Return the standard deviations ``(n,)`` that were given, or say what is wrong with them."""
    if noise is None:
        return None
    sigma = as_array(noise, "noise")
    if sigma.shape != (robot.n,) or not (np.isfinite(sigma) & (sigma > 0)).all():
        raise LinkwiseError(
            f"noise must be {robot.n} standard deviations above 0, one a joint; got {noise!r}"
        )
    return sigma


def regressor_function(
    robot: Robot, base: BaseParameters, effects: Sequence[str], samples: int
) -> Callable[[Array, Array, Array], Array]:
    """Return what gives the columns ``(B, n, b)`` of the regressor that multiply β, for states."""
    plain = partial(torque_regressor, robot, check_finite=False)
    Y = plain if samples < MANY else compiled(robot, backend="numpy").torque_regressor
    return lambda q, qd, qdd: base.regressor(Y(q, qd, qdd, effects=effects))


def slices(samples: int) -> Iterator[slice]:
    """Yield blocks of rows."""
    for start in range(0, samples, BLOCK):
        yield slice(start, start + BLOCK)


def rms(x: Array) -> Array:
    """Return the root mean square over the first axis."""
    mean: Array = np.sqrt(np.mean(x**2, axis=0))
    return mean


def neighbour_correlation(residual: Array) -> Array:
    """Return Σ ε_t ε_{t+1} / Σ ε_t² for each joint ``(n,)``; 0 where nothing is left."""
    squares = np.sum(residual**2, axis=0)
    products = np.sum(residual[1:] * residual[:-1], axis=0)
    ratio: Array = products / np.where(squares > 0, squares, 1)
    return ratio
