"""All that the page computes, traced once from the plain algorithms with the masses as inputs."""

from dataclasses import replace

import numpy as np

from linkwise.algorithms.coriolis import coriolis_matrix
from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.algorithms.inverse_dynamics import gravity_torque
from linkwise.algorithms.iterations import iterations
from linkwise.algorithms.mass_matrix import crba
from linkwise.compiled.graph import Program, trace
from linkwise.models.exact_model import exact_body
from linkwise.models.link import Link
from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array

VECTORS = ("P", "omega", "omega_dot", "v_dot", "v_dot_C", "F", "N", "f", "n")
ROWS: dict[str, tuple[int, ...]] = {"R": (3, 3), **dict.fromkeys(VECTORS, (3,))}  # of a link


def page_program(robot: Robot) -> Program:
    """Return rows, matrices and energies of a robot as one program, its masses being inputs.

    Parameters
    ----------
    robot
        The model; numbers only.

    Returns
    -------
    Program
        Inputs ``q``, ``qd``, ``qdd``, and ``mass`` with one entry a link.  Outputs: every row with
        one entry a link (``tau_link`` at its joint, 0 if that is fixed), ``I_C``, ``tau``, ``M``,
        ``C``, ``g``, ``kinetic`` and ``potential``.
    """

    def call(q: Array, qd: Array, qdd: Array, mass: Array) -> dict[str, Array]:
        pairs = list(zip(robot.links, mass, strict=True))
        model = replace(robot, links=[with_mass(link, m) for link, m in pairs])
        passes = iterations(model, q, qd, qdd)
        rows = {
            name: np.stack([_full(getattr(row, name), shape) for row in passes.links])
            for name, shape in ROWS.items()
        }
        return {
            **rows,
            "I_C": np.stack([central_tensor(link, m) for link, m in pairs]),
            "tau_link": np.stack([_full(row.tau, ()) for row in passes.links]),
            "tau": passes.tau,
            "M": crba(model, q),
            "C": coriolis_matrix(model, q, qd),
            "g": gravity_torque(model, q),
            "kinetic": kinetic_energy(model, q, qd),
            "potential": potential_energy(model, q),
        }

    joints = dict.fromkeys(("q", "qd", "qdd"), (robot.n,))
    return trace("dynamics", call, {**joints, "mass": (len(robot.links),)})


def _full(row: Array | None, shape: tuple[int, ...]) -> Array:
    """Return a row in its shape; 0 where a fixed joint has no torque."""
    entries = np.asarray(0 if row is None else row, dtype=object)
    return np.broadcast_to(entries, shape)


def with_mass(link: Link, mass: float) -> Link:
    """Return the link with another mass: all of its body denser alike, the centre where it was.

    A link without a mass of its own stays without.
    """
    body = link.inertia
    if not scalable(link):
        return link
    denser = mass / float(body.mass)
    return replace(
        link,
        inertia=Inertia.trusted(np.asarray(mass), body.com * mass, body.about_origin * denser),
    )


def central_tensor(link: Link, mass: float) -> Array:
    """Return the inertia about the centre of mass ``(3, 3)``, kg m², of the link with a mass."""
    I_C = exact_body(link.inertia).tensor.astype(float)
    return I_C * (mass / float(link.inertia.mass)) if scalable(link) else I_C


def scalable(link: Link) -> bool:
    """Tell whether the link has a mass that can grow."""
    return bool(link.inertia.mass > 0)
