"""Equations of motion from energies, on elements of the ring: the referee's own Lagrange."""

from dataclasses import dataclass, replace
from typing import Any

from sympy.polys.rings import PolyElement

from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.lagrange.ring import Letters
from linkwise.models.robot import Robot


@dataclass(frozen=True, eq=False)
class Energies:
    """Kinetic and potential energy in the ring, and what follows from them.

    Attributes
    ----------
    letters
        The ring.
    K, P
        The energies.
    """

    letters: Letters
    K: PolyElement
    P: PolyElement

    @classmethod
    def of(cls, robot: Robot, letters: Letters) -> "Energies":
        """Return the energies of a robot's bodies, joint effects aside."""
        model, q = letters.robot(robot.bare), letters.coordinates()
        K = kinetic_energy(model, q, letters.vector(letters.qd))[()]
        P = potential_energy(model, q)[()]
        return cls(
            letters, letters.reduced(letters.element(K)), letters.reduced(letters.element(P))
        )

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
        """Return τ = M q̈ + C q̇ + g."""
        parts = zip(self.inertial(), self.velocity_terms(), self.gravity(), strict=True)
        return [a + b + c for a, b, c in parts]

    @property
    def zero(self) -> PolyElement:
        """The ring's 0."""
        zero: Any = self.letters.ring.zero
        return zero
