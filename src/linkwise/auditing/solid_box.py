"""The solid box that has a body's mass and principal moments: a size and a density to judge by.

Nobody knows what 0.003 kg m² should be, but everybody knows that a forearm is not 30 m long and
not made of air.
"""

from dataclasses import dataclass

import numpy as np

from linkwise.number_text import short
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array

LIGHTEST, HEAVIEST = 200.0, 20_000.0  # kg/m³: of a hollow casting, and of tungsten
THIN = 1e-3  # of the longest edge: nothing is left of a body's smallest moment below that
FAR = 100.0  # longest edges between a link's origin and its centre of mass
FACTORS = (1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9)  # between units such as kg m², g m² and g mm²


@dataclass(frozen=True, eq=False)
class SolidBox:
    """A solid box of even density with the mass and the principal moments of a body.

    a² = 6 (I_b + I_c − I_a)/m along the axis of I_a, and so on;  ρ = m/(a b c).

    Attributes
    ----------
    edges : ndarray
        ``(3,)``, m, along the principal axes of ascending moments: the longest comes first.  An
        edge below a thousandth of the longest is 0.
    density : float
        ρ, kg/m³; infinite if an edge is 0.
    """

    edges: Array
    density: float

    @property
    def shape(self) -> str:
        """What the box looks like: "box", "plate", "rod" or "point"."""
        return ("box", "plate", "rod", "point")[int((self.edges == 0).sum())]

    def __str__(self) -> str:
        a, b, c = (f"{edge:.4g}" for edge in self.edges)
        return {
            "box": f"{a} × {b} × {c} m of {self.density:.4g} kg/m³",
            "plate": f"a plate of {a} × {b} m",
            "rod": f"a rod of {a} m",
            "point": "a point",
        }[self.shape]


def solid_box(body: Inertia) -> SolidBox | None:
    """Return the solid box of a body; None without mass, or if no body can be like this.

    Examples
    --------
    >>> import numpy as np
    >>> print(solid_box(Inertia(12, (0, 0, 0), np.diag([13, 10, 5]))))  # 12 kg of 1 × 2 × 3 m
    3 × 2 × 1 m of 2 kg/m³
    """
    m = float(body.mass)
    if m == 0 or body.violations():
        return None
    moments = body.principal()[0]
    squares = 6 * (moments.sum() - 2 * moments) / m
    edges = np.sqrt(np.where(squares > THIN**2 * squares.max(), squares, 0))
    volume = edges.prod()
    return SolidBox(edges, m / volume if volume > 0 else np.inf)


def doubts(body: Inertia) -> tuple[str, ...]:
    """Return what makes a possible body unlikely, one sentence each: its density, its place."""
    box = solid_box(body)
    if box is None:
        return ()
    found = []
    if box.shape == "box" and not LIGHTEST <= box.density <= HEAVIEST:
        found.append(_odd_density(box.density))
    distance, size = float(np.linalg.norm(body.com)), float(box.edges.max())
    if size > 0 and distance > FAR * size:
        found.append(
            f"the centre of mass is {short(distance)} m from the link's origin, "
            f"{distance / size:.3g} times the longest edge: millimetres as metres?"
        )
    return tuple(found)


def _odd_density(density: float) -> str:
    """Say how a density is odd, and which wrong unit would explain it."""
    side = f"below {LIGHTEST:g}" if density < LIGHTEST else f"above {HEAVIEST:g}"
    cures = [  # I → k I makes edges k^½ times as long, m → k m makes them k^-½ times as long
        (what, k, density * k**power)
        for what, power in (("tensor", -1.5), ("mass", 2.5))
        for k in FACTORS
    ]
    likely = [
        f"a {what} {k:g} times as large would make it {cured:.3g}"
        for what, k, cured in cures
        if LIGHTEST <= cured <= HEAVIEST
    ]
    hint = f": {' or '.join(likely)}" if likely else ""
    return f"its density of {density:.3g} kg/m³ is {side}{hint}"
