"""Full parameters that bodies can have, from base parameters that were identified."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from linkwise.algorithms.regressor import JOINT_COLUMNS, regressor_parameters
from linkwise.identification.divergence import Problem, least
from linkwise.identification.identified import Identified
from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Friction, Rotor, Spring
from linkwise.models.robot import Robot, require_robot
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array

LEAST_RADIUS = 0.01  # m: no prior body is taken for thinner
LEAST_SHARE = 1e-3  # nor for thinner than this of its longest extent, squared


def consistent_robot(
    identified: Identified, prior: Robot | None = None, *, weight: float = 1
) -> Robot:
    """Return the robot with full parameters of possible bodies that fit what was identified.

    A body can have ten inertial parameters if and only if their pseudo-inertia J (4x4) is positive
    definite.  Of all such parameters π, and friction and rotors above zero, those are taken with
    the least

    (K π − β)ᵀ cov(β)⁻¹ (K π − β) + w Σ_i (tr(J₀⁻¹ J) − log det(J₀⁻¹ J) − 4)_i

    where the sum is the entropic divergence from the prior's J₀, which depends neither on units nor
    on frames.  It is infinite for impossible bodies, and the whole is convex: there is one minimum.
    So what the data do not tell stays near the prior: w = 1 trusts its masses and moments to a
    factor of about four, w = 100 to 15 %.

    Parameters x of friction and rotors add x/x₀ − log(x/x₀) − 1 likewise; where the prior has none,
    x₀ is the size of the estimates that x has a part in.  Springs add ((x − x₀)/s)², with the
    larger of both sizes as s.

    Links without any inertia in the prior (mere frames), and links that do not move, stay as they
    are.  A prior body that is thinner than 1 cm, or than 3 % of its length, is taken for as thick.

    Parameters
    ----------
    identified
        Estimates and their covariance.
    prior
        The same robot with a guess of all parameters; the robot that was identified, if not given.
    weight
        w, above 0.

    Returns
    -------
    Robot
        The prior with other inertias, and with the effects that were identified.

    Raises
    ------
    LinkwiseError
        If weight is not above 0, the prior is another robot, a prior link has inertia but no mass,
        or none has either.

    References
    ----------
    P. M. Wensing, S. Kim, J.-J. E. Slotine, *IEEE Robotics and Automation Letters* 3 (2018), the
    pseudo-inertia; T. Lee, P. M. Wensing, F. C. Park, *IEEE Trans. Robotics* 36 (2020), the
    entropic divergence.  C. Rucker, P. M. Wensing, *IEEE Robotics and Automation Letters* 7 (2022),
    reach the same bodies by log-Cholesky parameters.

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import planar_2r, rnea
    >>> from linkwise.identification.least_squares import identify
    >>> robot, guess = planar_2r(m2=2), planar_2r()
    >>> q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 100, 2))
    >>> found = identify(guess, q, qd, qdd, rnea(robot, q, qd, qdd), effects=())
    >>> fitted = consistent_robot(found)
    >>> bool(np.allclose(rnea(fitted, q, qd, qdd), rnea(robot, q, qd, qdd)))
    True
    """
    require_kind(identified, Identified, "identified")
    prior = identified.robot if prior is None else prior
    if not weight > 0:
        raise LinkwiseError(f"weight must be above 0, got {weight}")
    require_robot(prior)
    if prior.link_names != identified.robot.link_names:
        raise LinkwiseError(
            f"the prior {prior.name!r} has other links than {identified.robot.name!r}: "
            f"{', '.join(prior.link_names)}"
        )
    movers = {link.name for link in prior.moving_links}
    free = [
        i for i, link in enumerate(prior.links) if link.name in movers and not link.inertia.is_zero
    ]
    if not free:
        raise LinkwiseError(f"no moving link of {prior.name!r} has a mass: guess their masses")
    pi0 = regressor_parameters(prior, identified.effects)
    for i in free:
        pi0[10 * i : 10 * i + 10] = thickened(prior.links[i].inertia, prior.link_names[i])
    K, joints = identified.base.grouping, slice(10 * len(prior.links), None)
    may_be_negative = spring_columns(prior, identified.effects)
    size = sizes(pi0[joints], K[:, joints], identified.values)
    pi0[joints] = np.where(may_be_negative | (pi0[joints] != 0), pi0[joints], size)
    problem = Problem(
        K=identified.root @ K,
        right=identified.root @ identified.values,
        prior=pi0,
        links=np.array(free, dtype=int),
        positive=joints.start + np.flatnonzero(~may_be_negative),
        real=joints.start + np.flatnonzero(may_be_negative),
        size=size[may_be_negative],
        weight=weight,
    )
    return with_parameters(prior, least(problem), identified.effects, free)


def thickened(inertia: Inertia, link: str) -> Array:
    """Return the ten parameters of a prior body, made thick enough for its J₀ to be inverted."""
    m, c, I_c = float(inertia.mass), inertia.com, inertia.tensor
    if not m > 0:
        raise LinkwiseError(f"link {link!r} has inertia but mass {m:g}: guess its mass")
    # second moments ∫ x xᵀ dm about the centre of mass, Σ_c = ½ tr(I_c) 1 − I_c, by principal axes
    extent, axes = np.linalg.eigh(np.trace(I_c) / 2 * np.eye(3) - I_c)
    thick = np.maximum(extent, max(LEAST_SHARE * extent.max(), m * LEAST_RADIUS**2))
    Sigma = axes * thick @ axes.T
    return Inertia(m, c, np.trace(Sigma) * np.eye(3) - (Sigma + Sigma.T) / 2).parameters()


def spring_columns(robot: Robot, effects: Sequence[str]) -> Array:
    """Return which of the joints' parameters may be negative: those of springs."""
    moving = sum(link.joint.moves for link in robot.links)
    blocks = [np.full(moving * len(JOINT_COLUMNS[e]), e == "springs") for e in effects]
    return np.concatenate([np.zeros(0, dtype=bool), *blocks])


def sizes(x0: Array, K: Array, beta: Array) -> Array:
    """Return for each column of K the size of its prior x0, or of what it explains of β if larger.

    1 where both are zero.
    """
    explained = np.abs(np.divide(beta[:, None], K, out=np.zeros_like(K), where=K != 0))
    size = np.maximum(np.abs(x0), explained.max(axis=0, initial=0))
    return np.where(size == 0, 1, size)


def with_parameters(robot: Robot, pi: Array, effects: Sequence[str], free: Sequence[int]) -> Robot:
    """Return the robot with the full parameters π ``(all,)``, inertias of the free links only."""
    moving = [i for i, link in enumerate(robot.links) if link.joint.moves]
    columns = [name for effect in effects for name in JOINT_COLUMNS[effect]]
    table = pi[10 * len(robot.links) :].reshape(len(columns), len(moving))
    links = list(robot.links)
    for i in free:
        inertia = Inertia.from_parameters(pi[10 * i : 10 * i + 10])
        links[i] = replace(links[i], inertia=inertia)
    for i, column in zip(moving, table.T, strict=True):
        x = dict(zip(columns, column.tolist(), strict=True))
        links[i] = replace(links[i], joint=with_effects(links[i].joint, effects, x))
    return replace(robot, links=links)


def with_effects(joint: Joint, effects: Sequence[str], x: Mapping[str, float]) -> Joint:
    """Return the joint with effects of the parameters x, which go by the regressor's names."""
    if "friction" in effects:
        joint = replace(joint, friction=Friction(x["viscous"], x["coulomb"]))
    if "rotors" in effects:
        gear = joint.rotor.gear
        joint = replace(joint, rotor=Rotor(x["rotor"] / gear**2, gear))
    if "springs" in effects:
        k = x["stiffness"]
        joint = replace(joint, spring=Spring(k, x["preload"] / k if k else 0))
    return joint
