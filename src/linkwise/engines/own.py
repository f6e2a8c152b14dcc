"""linkwise itself, as one engine among others."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from linkwise.algorithms.coriolis import coriolis_torque
from linkwise.algorithms.inverse_dynamics import gravity_torque, rnea
from linkwise.algorithms.kinematics import link_poses
from linkwise.algorithms.mass_matrix import crba
from linkwise.engines.engine import (
    GRAVITY,
    NONE,
    TAU,
    VELOCITY,
    M,
    Motion,
    Terms,
    friction_text,
)
from linkwise.models.robot import Robot
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array


class Own:
    """A robot as linkwise has it; its joints are those that move by themselves."""

    name = "linkwise"
    remarks: ClassVar[Mapping[str, str]] = {}

    def __init__(self, robot: Robot, version: str) -> None:
        self.robot, self.version = robot.lump_fixed(), version
        self.joints, self.gravity = robot.joint_names, robot.gravity

    def terms(self, motion: Motion, gravity: Array, without: frozenset[str]) -> Terms:
        """Return all terms, the named effects switched off."""
        robot = self.robot.without(*without)
        q, qd, qdd = motion.q, motion.qd, motion.qdd
        return {
            M: crba(robot, q),
            VELOCITY: coriolis_torque(robot, q, qd),
            GRAVITY: gravity_torque(robot, q, gravity=gravity),
            TAU: rnea(robot, q, qd, qdd, gravity=gravity),
        }

    def bodies(self, q: Array) -> Mapping[str, Inertia]:
        """Return what every moving joint carries rigidly, in world axes."""
        poses = link_poses(self.robot, q)
        moving = (link for link in self.robot.links if link.joint.moves)
        return {link.joint.name: link.inertia.moved(poses[link.name]) for link in moving}

    def with_bodies(self, bodies: Mapping[str, Inertia], q: Array) -> "Own":
        """Return the same robot with other bodies, given in world axes with the joints at q."""
        poses = link_poses(self.robot, q)
        links = [
            replace(link, inertia=bodies[link.joint.name].moved(poses[link.name].inverse()))
            if link.joint.name in bodies
            else link
            for link in self.robot.links
        ]
        return Own(replace(self.robot, links=tuple(links)), self.version)

    def effect(self, effect: str, joint: str) -> str:
        """Say what a joint has of an effect."""
        (found,) = (link.joint for link in self.robot.links if link.joint.name == joint)
        if effect not in found.effects:
            return NONE
        if effect == "rotors":
            return f"{float(found.rotor.reflected):g}"
        if effect == "springs":
            return f"{float(found.spring.stiffness):g}"
        return friction_text(float(found.friction.viscous), float(found.friction.coulomb))
