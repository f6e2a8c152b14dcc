"""The letters of a course, as Unicode text and as LaTeX: θ̇₁, l₁, c₁₂ for cos(θ₁ + θ₂)."""

from collections.abc import Callable
from typing import Any
from unicodedata import normalize

from sympy.core.alphabets import greeks

from linkwise.lagrangian.ring import Letters
from linkwise.lesson.letters.characters import RAISED, subscript
from linkwise.lesson.letters.writing import Style, ranks, stem_and_number
from linkwise.number_text import latex_number, short

COORDINATES = ("theta", "d")  # of a joint that turns, and of one that slides
DOTS = ("", "\N{COMBINING DOT ABOVE}", "\N{COMBINING DIAERESIS}")


def text_style(letters: Letters, coordinates: tuple[str, str] = COORDINATES) -> Style:
    """Return how the letters of a robot are written as text: θ₁ turns, d₂ slides."""
    turning, sliding = (x.replace("theta", "θ") for x in coordinates)
    names = {
        x: normalize("NFC", f"{turning if turns else sliding}{dots}{subscript(k)}")
        for dots, symbols in zip(DOTS, (letters.q, letters.qd, letters.qdd), strict=True)
        for k, (x, turns) in enumerate(zip(symbols, letters.turning, strict=True), start=1)
    }

    def symbol(x: Any) -> str:
        stem, number = stem_and_number(str(x))
        return names.get(x, f"{stem}{subscript(number)}")

    def fraction(above: list[str], below: list[str]) -> str:
        bottom = " ".join(below)
        return " ".join(above) + (f"/({bottom})" if below[1:] else f"/{bottom}" if below else "")

    return Style(
        symbol,
        _function(letters, subscript, "{}({})".format),
        short,
        lambda base, n: f"{base}{str(n).translate(RAISED)}",
        fraction,
        ranks(letters),
        not letters.parameters,
        "−",
    )


def latex_style(letters: Letters, coordinates: tuple[str, str] = COORDINATES) -> Style:
    r"""Return how the letters of a robot are written in LaTeX: \dot\theta_{1}, c_{12}."""
    turning, sliding = (x.replace("theta", r"\theta") for x in coordinates)
    names = {}
    dotted = (("", letters.q), (r"\dot ", letters.qd), (r"\ddot ", letters.qdd))
    for dots, symbols in dotted:
        for k, (x, turns) in enumerate(zip(symbols, letters.turning, strict=True), start=1):
            letter = turning if turns else sliding
            names[x] = f"{dots}{letter}_{{{k}}}"

    def symbol(x: Any) -> str:
        return names.get(x, latex_name(str(x)))

    def fraction(above: list[str], below: list[str]) -> str:
        if below and above[1:] and below[0].isdigit():  # a number alone reads better in front
            number = above.pop(0) if above[0].isdigit() else "1"
            return " ".join([rf"\frac{{{number}}}{{{below[0]}}}", fraction(above, below[1:])])
        top, bottom = " ".join(above), " ".join(below)
        return rf"\frac{{{top}}}{{{bottom}}}" if below else top

    return Style(
        symbol,
        _function(letters, "_{{{}}}".format, latex_call),
        latex_number,
        lambda base, n: f"{base}^{{{n}}}",
        fraction,
        ranks(letters),
        not letters.parameters,
    )


def latex_call(name: str, argument: str) -> str:
    """Return a function of something for LaTeX, which has no name for the sign."""
    command = r"\operatorname{sign}" if name == "sign" else rf"\{name}"
    return f"{command}({argument})"


def latex_name(name: str) -> str:
    r"""Return a letter for LaTeX: lc1 as l_{c1}, I2 as I_{2}, mu as \mu."""
    stem, number = stem_and_number(name)
    head, tail = (rf"\{stem}", "") if stem in greeks else (stem[:1], stem[1:].strip("_"))
    below = f"{tail}{number}".replace("_", r"\_")
    return f"{head}_{{{below}}}" if below else head


def _function(
    letters: Letters, below: Callable[[str], str], call: Callable[[str, str], str]
) -> Callable[[str, Any, str], str]:
    """Return what writes cos(q₁ + q₂) as c₁₂, and all that is no sum of coordinates in full."""
    number = {x: k for k, x in enumerate(letters.q, start=1)}

    def write(name: str, argument: Any, text: str) -> str:
        factors = argument.as_coefficients_dict()
        if name in ("cos", "sin") and all(x in number and n == 1 for x, n in factors.items()):
            indices = sorted(number[x] for x in factors)
            return name[0] + below(("," if indices[-1] > 9 else "").join(map(str, indices)))
        return call(name, text)

    return write
