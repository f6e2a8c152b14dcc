"""Equations of motion from energies, on elements of the ring: the referee's own Lagrange."""

from dataclasses import dataclass, fields, replace
from typing import Any, Self

from sympy.polys.rings import PolyElement

from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError


@dataclass(frozen=True, eq=False)
class Energies:
    """Kinetic and potential energy in the ring, and what follows from them.

    Attributes
    ----------
    letters
        The ring.
    K, P
        The energies, with the rotors' and the springs'.
    friction
        Of every joint, b q̇.
    """

    letters: Letters
    K: PolyElement
    P: PolyElement
    friction: tuple[PolyElement, ...]

    @classmethod
    def of(cls, robot: Robot, letters: Letters) -> "Energies":
        """Return the energies of a robot's bodies, rotors and springs, and its viscous friction."""
        bare, element = letters.robot(robot.bare), letters.element
        rates = letters.vector(letters.qd)
        K = element(kinetic_energy(bare, letters.coordinates(), rates)[()])
        P = element(potential_energy(bare, letters.coordinates())[()])
        friction = []
        for joint, x, rate in zip(robot.joints, letters.q, rates, strict=True):
            law, spring = joint.friction, joint.spring
            if any(number != 0 for number in law.numbers()[1:4]):
                raise LinkwiseError(
                    f"joint {joint.name!r} has friction that is no polynomial: only b q̇ is checked"
                )
            friction.append(element(law.viscous) * rate)
            K = K + (element(joint.rotor.reflected) * rate**2).quo_ground(2)
            stretch = letters.plain()[x] - element(spring.rest)
            P = P + (element(spring.stiffness) * stretch**2).quo_ground(2)
        return cls(letters, letters.reduced(K), letters.reduced(P), tuple(friction))

    @classmethod
    def like(cls, other: "Energies") -> Self:
        """Return the same energies, from which this class derives what follows."""
        return cls(*(getattr(other, f.name) for f in fields(Energies)))

    def with_energies(
        self, K: PolyElement | None = None, P: PolyElement | None = None
    ) -> "Energies":
        """Return the same with another K or P."""
        return replace(self, K=self.K if K is None else K, P=self.P if P is None else P)

    def along(self, element: PolyElement, k: int) -> PolyElement:
        """Return ∂/∂q_k: of c it is −s, of s it is c."""
        letters = self.letters
        c, s = letters.cosines()[k], letters.sines()[k]
        q = letters.plain()[letters.q[k]]
        slope = element.diff(q)
        if letters.turning[k]:
            slope = slope - element.diff(c) * s + element.diff(s) * c
        return letters.reduced(slope)

    def mass_matrix(self) -> list[list[PolyElement]]:
        """Return M_ij = ∂²K/∂q̇_i∂q̇_j."""
        rates = self.letters.vector(self.letters.qd)
        return [[self.K.diff(a).diff(b) for b in rates] for a in rates]

    def momenta(self) -> list[PolyElement]:
        """Return ∂L/∂q̇ = ∂K/∂q̇."""
        return [self.K.diff(rate) for rate in self.letters.vector(self.letters.qd)]

    def rates_of_all_momenta(self) -> list[PolyElement]:
        """Return d/dt ∂L/∂q̇ = M q̈ + Ṁ q̇."""
        pairs = zip(self.inertial(), self.rates_of_momenta(), strict=True)
        return [a + b for a, b in pairs]

    def slopes(self) -> list[PolyElement]:
        """Return ∂L/∂q = ∂K/∂q − ∂P/∂q."""
        pairs = zip(self.slopes_of_kinetic_energy(), self.gravity(), strict=True)
        return [a - b for a, b in pairs]

    def rates_of_momenta(self) -> list[PolyElement]:
        """Return what Ṁ q̇ adds to d/dt ∂K/∂q̇: Σ_k ∂/∂q_k (∂K/∂q̇_i) q̇_k."""
        rates = self.letters.vector(self.letters.qd)
        return [
            self.letters.reduced(
                sum((self.along(self.K.diff(a), k) * b for k, b in enumerate(rates)), self.zero)
            )
            for a in rates
        ]

    def slopes_of_kinetic_energy(self) -> list[PolyElement]:
        """Return ∂K/∂q_i."""
        return [self.along(self.K, k) for k in range(self.letters.n)]

    def velocity_terms(self) -> list[PolyElement]:
        """Return C q̇ = Ṁ q̇ − ∂K/∂q."""
        pairs = zip(self.rates_of_momenta(), self.slopes_of_kinetic_energy(), strict=True)
        return [a - b for a, b in pairs]

    def gravity(self) -> list[PolyElement]:
        """Return g = ∂P/∂q."""
        return [self.along(self.P, k) for k in range(self.letters.n)]

    def inertial(self) -> list[PolyElement]:
        """Return M q̈."""
        accelerations = self.letters.vector(self.letters.qdd)
        return [
            self.letters.reduced(
                sum((m * a for m, a in zip(row, accelerations, strict=True)), self.zero)
            )
            for row in self.mass_matrix()
        ]

    def coriolis(self) -> list[list[PolyElement]]:
        """Return Christoffel's C = ½ ∂(C q̇)/∂q̇."""
        rates = self.letters.vector(self.letters.qd)
        return [[h.diff(b).quo_ground(2) for b in rates] for h in self.velocity_terms()]

    def torques(self) -> list[PolyElement]:
        """Return τ = M q̈ + C q̇ + g, plus friction."""
        parts = (self.inertial(), self.velocity_terms(), self.gravity(), self.friction)
        return [a + b + c + d for a, b, c, d in zip(*parts, strict=True)]

    @property
    def zero(self) -> PolyElement:
        """The ring's 0."""
        zero: Any = self.letters.ring.zero
        return zero
