"""The same derivation in another convention: other angles, inertias, or sign of gravity."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.energies import Energies
from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot


@dataclass(frozen=True)
class Convention:
    """A convention by name, and what it does to the letters in one sentence."""

    name: str
    meaning: str


GRAVITY_UP = Convention(
    "gravity's vector points up", "P and g bear the other sign, and τ = M q̈ + C q̇ − g"
)
ABSOLUTE = Convention(
    "absolute angles", "every angle is measured from the base's axis, and torques go with them"
)
# cos q₁ and sin q₁ of the model in the other angle's c and s; clockwise gives the same equations
TURNS: dict[Convention, Callable[[PolyElement, PolyElement], tuple[PolyElement, PolyElement]]] = {
    Convention("angle from the vertical, hanging", "q1 is 0 where the first link hangs down"): (
        lambda c, s: (s, -c)
    ),
    Convention("angle from the vertical, upright", "q1 is 0 where the first link stands up"): (
        lambda c, s: (-s, c)
    ),
}


class GravityUp(Energies):
    """P and g with the other sign, the torques as they are."""

    def torques(self) -> list[PolyElement]:
        """Return τ = M q̈ + C q̇ − g plus friction."""
        return [t - 2 * g for t, g in zip(super().torques(), self.gravity(), strict=True)]


def conventions(
    robot: Robot, right: Energies, names: Sequence[str]
) -> Iterator[tuple[Convention, Energies]]:
    """Yield the conventions in which these entries would look different, with their energies."""
    letters = right.letters
    keys = {name.rstrip("0123456789") for name in names}
    if "tau" in keys and "springs" not in robot.effects:  # P and g alone tell no sign of τ's weight
        yield GRAVITY_UP, GravityUp.like(right.with_energies(P=-right.P))
    for convention, swap in inertias_about_joints(robot, letters):
        yield convention, replaced(right, swap)
    if not letters.turning[0] or has_values(right):
        return
    if starts_level(robot):
        c, s = letters.cosines()[0], letters.sines()[0]
        for convention, turn in TURNS.items():
            yield convention, replaced(right, dict(zip((c, s), turn(c, s), strict=True)))
    if all(letters.turning) and letters.n > 1:
        yield ABSOLUTE, replaced(right, absolute(letters))


def inertias_about_joints(
    robot: Robot, letters: Letters
) -> Iterator[tuple[Convention, dict[PolyElement, PolyElement]]]:
    """Yield the letters of moments as moments about the joints: all of them, and each alone.

    A letter I that stands for the moment about the joint is, about the centre, I − m lc².
    """
    swap: dict[PolyElement, PolyElement] = {}
    names = {generator: str(x) for x, generator in letters.plain().items()}
    for link in robot.links:
        about_com, about_joint = (
            [letters.element(x) for x in np.diag(np.asarray(a, dtype=object))]
            for a in (link.inertia.tensor, link.inertia.about_origin)
        )
        for I, I_o in zip(about_com, about_joint, strict=True):
            if I in names and I not in swap and I_o != I:
                swap[I] = I - (I_o - I)
    chosen = [{I: moved} for I, moved in swap.items()] if len(swap) > 1 else []
    for moved in [swap, *chosen] if swap else []:
        letters_of = " and ".join(names[I] for I in moved)
        yield (
            Convention(
                f"{letters_of} about the joint",
                "the moment of inertia is taken about the joint's axis and holds m lc² already",
            ),
            moved,
        )


def absolute(letters: Letters) -> dict[PolyElement, PolyElement]:
    """Return φ_i − φ_(i−1) for q_i, and the same of rates."""
    c, s = letters.cosines(), letters.sines()
    swap: dict[PolyElement, PolyElement] = {}
    for k in range(1, letters.n):
        swap[c[k]] = c[k] * c[k - 1] + s[k] * s[k - 1]
        swap[s[k]] = s[k] * c[k - 1] - c[k] * s[k - 1]
    w = letters.vector(letters.qd)
    swap |= {w[k]: w[k] - w[k - 1] for k in range(1, letters.n)}
    return swap


def replaced(right: Energies, swap: dict[PolyElement, PolyElement]) -> Energies:
    """Return the energies in other coordinates; all else follows from them."""
    pairs = list(swap.items())
    K, P = (right.letters.reduced(x.compose(pairs)) for x in (right.K, right.P))
    return right.with_energies(K=K, P=P)


def has_values(right: Energies) -> bool:
    """Tell whether springs or friction make coordinates enter by more than cosine and sine."""
    plain, letters = right.letters.plain(), right.letters
    turning = [plain[x] for x, t in zip(letters.q, letters.turning, strict=True) if t]
    return any(right.friction) or any(right.P.diff(x) for x in turning)


def starts_level(robot: Robot) -> bool:
    """Tell whether the first link turns in the x-y plane, is level at 0, and gravity is along y."""
    first = robot.links[0]
    if first.joint.kind != "revolute":
        return False
    sideways = [*robot.gravity[[0, 2]], first.inertia.moment[1], *first.joint.axis[:2]]
    turned = [*(robot.base.R - np.eye(3, dtype=int)).flat]
    turned += [*(first.placement.R - np.eye(3, dtype=int)).flat]
    return not any(x != 0 for x in (*sideways, *turned)) and robot.gravity[1] != 0
