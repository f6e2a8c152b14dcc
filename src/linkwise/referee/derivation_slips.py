"""Slips of the derivation itself: right energies, and one step from them to the torques wrong."""

from collections.abc import Iterator
from operator import add

from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.referee.catalogue import (
    ABSOLUTE,
    FRICTION_IN_C,
    FRICTION_SIGN,
    MATRIX,
    RATES_ALONE,
    RATES_TWICE,
    SLOPE_OUT,
    SLOPE_SIGN,
)
from linkwise.referee.energy_slips import Early
from linkwise.referee.slips import Slip

Column = list[PolyElement]
Square = list[Column]


class SlopeForgotten(Energies):
    """∂K/∂q is left out: C q̇ = Ṁ q̇."""

    def slopes_of_kinetic_energy(self) -> Column:
        """Return nothing in place of ∂K/∂q."""
        return [self.zero] * self.letters.n


class DotsOnRatesAlone(Energies):
    """d/dt acts on q̇ alone: C q̇ = −∂K/∂q."""

    def rates_of_momenta(self) -> Column:
        """Return nothing in place of Ṁ q̇."""
        return [self.zero] * self.letters.n


class SlopeAdded(Energies):
    """∂K/∂q bears the wrong sign: C q̇ = Ṁ q̇ + ∂K/∂q."""

    def slopes_of_kinetic_energy(self) -> Column:
        """Return −∂K/∂q in place of ∂K/∂q."""
        return [-slope for slope in super().slopes_of_kinetic_energy()]


class MatrixForProduct(Energies):
    """The rows of C are added up: C [1 … 1]ᵀ in place of C q̇."""

    def velocity_terms(self) -> Column:
        """Return the sums of the rows of C."""
        return [sum(row, self.zero) for row in Energies.like(self).coriolis()]

    def coriolis(self) -> Square:
        """Return C, which is right."""
        return Energies.like(self).coriolis()


class RatesTwice(MatrixForProduct):
    """C q̇ is multiplied by the rates again."""

    def velocity_terms(self) -> Column:
        """Return each entry of C q̇ times its rate."""
        rates = self.letters.vector(self.letters.qd)
        return [h * w for h, w in zip(Energies.like(self).velocity_terms(), rates, strict=True)]


class FrictionDrives(Energies):
    """Friction bears the sign of a load that helps the motor: τ = … − b q̇."""

    def torques(self) -> Column:
        """Return τ with twice the friction taken off."""
        return [t - 2 * f for t, f in zip(super().torques(), self.friction, strict=True)]


class FrictionInCoriolis(Energies):
    """Friction is counted among the velocity products."""

    def velocity_terms(self) -> Column:
        """Return C q̇ + b q̇."""
        return list(map(add, super().velocity_terms(), self.friction))

    def coriolis(self) -> Square:
        """Return C + diag(b)."""
        C = Energies.like(self).coriolis()
        for k, rate in enumerate(self.letters.vector(self.letters.qd)):
            C[k][k] = C[k][k] + self.friction[k].diff(rate)
        return C

    def torques(self) -> Column:
        """Return τ, in which it makes no difference."""
        return Energies.like(self).torques()


class TorquesOfAbsoluteAngles(Energies):
    """The rows belong to absolute angles: row i is τ_i − τ_(i+1) where joint i+1 turns as well."""

    def _rows(self, rows: list[PolyElement]) -> list[PolyElement]:
        turning = (*self.letters.turning[1:], False)
        later = [*rows[1:], self.zero]
        return [a - b if turns else a for a, b, turns in zip(rows, later, turning, strict=True)]

    def velocity_terms(self) -> Column:
        """Return their velocity terms."""
        return self._rows(super().velocity_terms())

    def gravity(self) -> Column:
        """Return their gravity."""
        return self._rows(super().gravity())

    def mass_matrix(self) -> Square:
        """Return their inertia, by relative accelerations."""
        columns = zip(*super().mass_matrix(), strict=True)
        return [list(row) for row in zip(*map(self._rows, map(list, columns)), strict=True)]


DERIVED: dict[Slip, type[Energies]] = {
    SLOPE_OUT: SlopeForgotten,
    SLOPE_SIGN: SlopeAdded,
    RATES_ALONE: DotsOnRatesAlone,
    MATRIX: MatrixForProduct,
    RATES_TWICE: RatesTwice,
    FRICTION_SIGN: FrictionDrives,
    FRICTION_IN_C: FrictionInCoriolis,
    ABSOLUTE: TorquesOfAbsoluteAngles,
}


def derivation_slips(right: Energies) -> Iterator[Early]:
    """Yield every slip that is made between the energies and the torques."""
    for slip, derived in DERIVED.items():
        yield slip, "", derived.like(right)
