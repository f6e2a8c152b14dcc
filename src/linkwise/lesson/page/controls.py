"""The sliders of the page: coordinates, rates, accelerations and masses, each with its range."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10

from linkwise.lesson.page.dynamics import scalable
from linkwise.lesson.rows.mathml import accented
from linkwise.lesson.rows.script import DOTTED
from linkwise.models.joint import Joint
from linkwise.models.robot import Robot

RATES = {"rad": 5.0, "m": 2.0}  # rad/s, m/s: to either side, where no limit is known
ACCELERATIONS = {"rad": 10.0, "m": 5.0}  # rad/s², m/s²
TURN = 3.15  # rad: a joint without limits can go all around
FINENESS = 200  # steps of a slider, about
HEAVIER = 3  # largest mass on a slider, in masses of the model

QUANTITIES = {
    "q": "Coordinates",
    "qd": "Rates",
    "qdd": "Accelerations",
    "mass": "Masses",
}


@dataclass(frozen=True)
class Slider:
    """A number that the reader can change.

    Attributes
    ----------
    letter
        What it is called, as MathML.
    name
        Whose it is.
    unit
        Its unit.
    value
        Where it starts.
    lower, upper
        Ends of the slider.
    least, most
        What can be typed at all.
    """

    letter: str
    name: str
    unit: str
    value: float
    lower: float
    upper: float
    least: float | None = None
    most: float | None = None

    @property
    def step(self) -> float:
        """A round step of the slider."""
        return rounded((self.upper - self.lower) / FINENESS)

    def html(self, quantity: str, k: int) -> str:
        """Return the slider and the number beside it, as entry k of a quantity."""
        value = repr(self.value).removesuffix(".0")
        step, label = self.step, escape(f"{QUANTITIES[quantity]}: {self.name}, {self.unit}")
        ends = {"min": ceil(self.lower / step - 1e-9), "max": floor(self.upper / step + 1e-9)}
        whole = " ".join(f'{end}="{count * step:.12g}"' for end, count in ends.items())
        typed = {"min": self.least, "max": self.most}
        bounds = " ".join(f'{end}="{x!r}"' for end, x in typed.items() if x is not None)
        return (
            f'<div class="slider" data-quantity="{quantity}" data-k="{k}">'
            f"<span><math>{self.letter}</math> <small>{escape(self.name)}</small></span>"
            f'<input type="range" aria-label="{label}" {whole} step="{step:.12g}" '
            f'value="{value}">'
            f'<input type="number" aria-label="{label}, typed" {bounds} step="any" '
            f'value="{value}"><small class="unit">{self.unit}</small></div>'
        )


def rounded(x: float) -> float:
    """Return 1, 2 or 5 times a power of ten that is at least x."""
    power = 10.0 ** floor(log10(x))
    return next(k * power for k in (1, 2, 5, 10) if k * power >= x * (1 - 1e-9))


def controls(robot: Robot, state: Sequence[Sequence[float]]) -> str:
    """Return the sliders of a robot as HTML, a group for each quantity."""
    kinds = [("q", ""), ("qd", DOTTED["rate"][0]), ("qdd", DOTTED["acceleration"][0])]
    groups = []
    for (quantity, dots), values in zip(kinds, state, strict=True):
        sliders = [
            _joint_slider(robot, joint, quantity, dots, float(x))
            for joint, x in zip(robot.joints, values, strict=True)
        ]
        groups.append(_group(quantity, list(enumerate(sliders)), is_open=robot.n <= 3 or not dots))
    masses = [
        (i, _mass_slider(i, link.name, float(link.inertia.mass)))
        for i, link in enumerate(robot.links)
        if scalable(link)
    ]
    groups.append(_group("mass", masses, is_open=len(masses) <= 3))
    return "\n".join(groups)


def stroke(robot: Robot, joint: Joint) -> tuple[float, float]:
    """Return between which coordinates a joint is shown: its limits, or a likely range."""
    longest = max(float(abs(link.placement.p).max()) for link in robot.links)
    usual = TURN if joint.unit == "rad" else rounded(longest or 1)
    lower, upper = float(joint.limits.lower), float(joint.limits.upper)
    lower = lower if isfinite(lower) else min(-usual, upper - usual)
    upper = upper if isfinite(upper) else max(usual, lower + usual)
    return (lower, upper) if upper > lower else (lower - usual, lower + usual)


def _joint_slider(robot: Robot, joint: Joint, quantity: str, dots: str, value: float) -> Slider:
    plain = accented(f"{'d' if joint.kind == 'prismatic' else 'θ'}{dots}")
    letter = f"<msub>{plain}<mn>{robot.joint_names.index(joint.name) + 1}</mn></msub>"
    unit = joint.unit + {"q": "", "qd": "/s", "qdd": "/s²"}[quantity]
    if quantity == "q":
        limits = (float(joint.limits.lower), float(joint.limits.upper))
        least, most = (x if isfinite(x) else None for x in limits)
        return Slider(letter, joint.name, unit, value, *stroke(robot, joint), least, most)
    usual = (RATES if quantity == "qd" else ACCELERATIONS)[joint.unit]
    fastest = float(joint.limits.velocity)
    side = fastest if quantity == "qd" and isfinite(fastest) and fastest > 0 else usual
    return Slider(letter, joint.name, unit, value, -side, side)


def _mass_slider(i: int, name: str, mass: float) -> Slider:
    letter = f"<msub><mi>m</mi><mn>{i + 1}</mn></msub>"
    smallest = rounded(HEAVIER * mass / FINENESS)  # above 0: the centre of no mass is nowhere
    return Slider(letter, name, "kg", mass, smallest, HEAVIER * mass, mass * 1e-6)


def _group(quantity: str, sliders: Sequence[tuple[int, Slider]], *, is_open: bool) -> str:
    lines = (slider.html(quantity, k) for k, slider in sliders)
    return "\n".join(
        [
            f"<details{' open' if is_open else ''}><summary>{QUANTITIES[quantity]}</summary>",
            *lines,
            "</details>",
        ]
    )
