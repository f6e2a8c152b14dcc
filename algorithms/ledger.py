"""Where a torque comes from: τ as an exact sum over causes and over links."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.coriolis import christoffel_symbols
from linkwise.algorithms.external import Wrench
from linkwise.algorithms.inverse_dynamics import rnea
from linkwise.algorithms.mass_matrix import crba
from linkwise.algorithms.regressor import torque_regressor
from linkwise.models.robot import Robot, gravity_vector, require_numbers
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array

SPEED = ("centrifugal", "coriolis")


@dataclass(frozen=True, eq=False)
class TorqueLedger:
    """The torques of one state, split; `str` shows each joint's causes, largest first.

    Attributes
    ----------
    joints : tuple of str
        Names of the joints.
    units : tuple of str
        Units of their torques.
    causes : tuple of str
        Such as "own inertia", "coupling q2", "centrifugal q2²", "coriolis q1 q2", "gravity link2",
        "friction", "springs", "rotor", "external link2".
    by_cause : ndarray
        ``(n, causes)``; every row adds up to tau.
    links : tuple of str
        Names of the links.
    by_link : ndarray
        ``(n, links)``: what moving and holding each link takes; friction, springs, rotors and
        external wrenches are not in it.
    tau : ndarray
        ``(n,)``: N m, or N for prismatic joints.
    """

    joints: tuple[str, ...]
    units: tuple[str, ...]
    causes: tuple[str, ...]
    by_cause: Array
    links: tuple[str, ...]
    by_link: Array
    tau: Array

    def joint(self, name: str) -> dict[str, float]:
        """Return the causes of one joint's torque, largest first, without what is mere rounding."""
        if name not in self.joints:
            raise LinkwiseError(f"there is no joint {name!r}: {', '.join(self.joints)} are known")
        row = self.by_cause[self.joints.index(name)]
        order = np.argsort(-np.abs(row), kind="stable")
        floor = 1e-13 * np.abs(row).max()
        return {self.causes[k]: float(row[k]) for k in order if abs(row[k]) > floor}

    def speed_factor(self, joint: str, share: float) -> float:
        """Return by what all rates must be multiplied for velocity products to reach a share of τ.

        At s times the rates the torque is a + s² c, friction aside, with c from the centrifugal and
        Coriolis terms; this is the least s with |s² c| = share · |a + s² c|.  Infinite without any.

        Parameters
        ----------
        joint
            Name of the joint.
        share
            Between 0 and 1.
        """
        if not 0 < share < 1:
            raise LinkwiseError(f"share must be between 0 and 1, got {share}")
        parts = self.joint(joint)
        c = sum(x for cause, x in parts.items() if cause.startswith(SPEED))
        a = sum(x for cause, x in parts.items() if not cause.startswith((*SPEED, "friction")))
        if c == 0:
            return np.inf
        grows = 1 - share if a * c > 0 else 1 + share
        return float(np.sqrt(share * abs(a) / (abs(c) * grows)))

    def __str__(self) -> str:
        """Return a block a joint, its causes largest first, then the share of each link."""
        lines = []
        for k, (name, unit) in enumerate(zip(self.joints, self.units, strict=True)):
            lines.append(f"{name}: tau = {self.tau[k]:.6g} {unit}")
            lines += [f"  {x:14.6f}  {cause}" for cause, x in self.joint(name).items()]
            links = ", ".join(
                f"{link} {x:.6g}" for link, x in zip(self.links, self.by_link[k], strict=True) if x
            )
            lines.append(f"  by link: {links or 'none'}")
        return "\n".join(lines)


def torque_ledger(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    external: Mapping[str, Wrench] | None = None,
    gravity: ArrayLike | None = None,
) -> TorqueLedger:
    """Return τ of one state as an exact sum over causes, and over links.

    τ_i = M_ii q̈_i + Σ M_ij q̈_j + Σ Γ_ijj q̇_j² + Σ 2 Γ_ijk q̇_j q̇_k + Σ g_i of link k + friction +
    springs + rotor − Σ Jᵀ f_ext

    Parameters
    ----------
    robot
        The model; numbers only.
    q, qd, qdd
        One state ``(n,)``.
    external, gravity
        As for `rnea`.

    Returns
    -------
    TorqueLedger
        The table.

    Raises
    ------
    LinkwiseError
        If the model has symbols, or a vector is not one finite state.

    References
    ----------
    Lynch & Park, *Modern Robotics*, eqs. 8.12-8.15 and the reading of terms in section 8.1.1.

    Examples
    --------
    >>> from linkwise import rp
    >>> print(torque_ledger(rp(), [0.3, 0.6], [1.2, -0.5], [0.5, 2.0]))
    q1: tau = 15.8893 N m
           11.246221  gravity link2
            5.623111  gravity link1
           -1.440000  coriolis q1 q2
            0.460000  own inertia
      by link: link1 5.70811, link2 10.1812
    q2: tau = 8.07011 N
            5.798106  gravity link2
            4.000000  own inertia
           -1.728000  centrifugal q1²
      by link: link2 8.07011
    """
    require_numbers(robot, "a ledger is made of numbers")
    q, qd, qdd = (robot.joint_vector(x, name) for x, name in ((q, "q"), (qd, "qd"), (qdd, "qdd")))
    if q.ndim > 1 or qd.ndim > 1 or qdd.ndim > 1:
        raise LinkwiseError("a ledger is of one state: give vectors (n,)")
    if gravity is not None and gravity_vector(gravity).ndim > 1:
        raise LinkwiseError(f"a ledger has one gravity vector (3,), got {np.shape(gravity)}")
    tau = rnea(robot, q, qd, qdd, external=external, gravity=gravity)
    bare, n, names = robot.bare, robot.n, robot.joint_names
    M, Gamma = crba(bare, q), christoffel_symbols(bare, q)
    rest = np.zeros(n)
    columns: dict[str, Array] = {"own inertia": M.diagonal() * qdd}
    for j in range(n):
        columns[f"coupling {names[j]}"] = np.where(np.arange(n) == j, 0, M[:, j] * qdd[j])
    for j in range(n):
        columns[f"centrifugal {names[j]}²"] = Gamma[:, j, j] * qd[j] ** 2
        for k in range(j + 1, n):
            pair = 2 * Gamma[:, j, k] * qd[j] * qd[k]
            columns[f"coriolis {names[j]} {names[k]}"] = pair
    still = link_shares(bare, torque_regressor(bare, q, rest, rest, gravity=gravity))
    for k, link in enumerate(robot.link_names):
        columns[f"gravity {link}"] = still[:, k]
    columns["friction"] = robot.friction_torque(qd)
    columns["springs"] = robot.spring_torque(q)
    columns["rotor"] = (crba(robot, q) - M) @ qdd
    for link, wrench in (external or {}).items():
        alone = {link: wrench}
        columns[f"external {link}"] = rnea(bare, q, rest, rest, external=alone, gravity=(0, 0, 0))
    return TorqueLedger(
        names,
        tuple(joint.effort_unit for joint in robot.joints),
        tuple(columns),
        np.column_stack(list(columns.values())),
        robot.link_names,
        link_shares(bare, torque_regressor(bare, q, qd, qdd, gravity=gravity)),
        tau,
    )


def link_shares(robot: Robot, Y: Array) -> Array:
    """Return what each link's own ten parameters add to the torques ``(n, links)``."""
    pi = np.array([link.inertia.parameters() for link in robot.links])
    shares: Array = (Y.reshape(robot.n, -1, 10) * pi).sum(axis=-1)
    return shares
