"""One formula."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy
from sympy.polys.rings import PolyElement

from linkwise.lagrangian.ring import Letters
from linkwise.referee.typed.grammar import Grammar
from linkwise.referee.typed.names import Names, clean_aliases
from linkwise.referee.typed.source import Source
from linkwise.referee.typed.tokens import Token, matching, refuse_strange, tokens
from linkwise.referee.typed.values import Calculator
from linkwise.spatial.errors import LinkwiseError

CHARACTERS = 20_000  # of one expression
DOLLARS = re.compile(r"\A\s*\$\$?|\$\$?\s*\Z")


@dataclass(frozen=True)
class Typed:
    """A formula that somebody typed.

    Attributes
    ----------
    expression : Expr
        The formula in the robot's own symbols, as it was typed, not multiplied out.
    taken : tuple of (str, str)
        What each name was taken for, in order of appearance.
    element : PolyElement
        Its one form, as ``letters.element(expression)`` gives it.
    line : int
        Where it begins.
    """

    expression: sympy.Expr
    taken: tuple[tuple[str, str], ...]
    element: PolyElement
    line: int = 1

    def table(self) -> str:
        """Return what each name was taken for as a table."""
        return taken_table([self])


def taken_table(formulas: Iterable[Typed]) -> str:
    """Return what each name of several formulas was taken for as a table.

    Parameters
    ----------
    formulas
        What was read.

    Returns
    -------
    str
        A line a name, each name once.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> arm = symbolic("2r")
    >>> letters = Letters.of(arm.robot, arm.q, arm.qd, arm.qdd)
    >>> print(taken_table([parse_expression("m₂ L₁ c₁₂ θ̇₁²", letters)]))
    typed  taken for
    m₂     m2
    L₁     l1
    c₁₂    cos(q1 + q2)
    θ̇₁    qd1
    """
    lines = [("typed", "taken for"), *taken_in(formulas)]
    width = max(len(typed) for typed, _ in lines)
    return "\n".join(f"{typed:{width}}  {taken}" for typed, taken in lines)


def taken_in(formulas: Iterable[Typed]) -> tuple[tuple[str, str], ...]:
    """Return what each name of several formulas was taken for, each once."""
    return tuple(dict.fromkeys(pair for formula in formulas for pair in formula.taken))


def parse_expression(
    text: str,
    letters: Letters,
    *,
    source: str = "<text>",
    line: int = 1,
    aliases: Mapping[str, str] | None = None,
) -> Typed:
    r"""Read a formula as people type it: as code, in Unicode or in LaTeX.

    A grammar reads it; nothing typed is ever run.

    Parameters
    ----------
    text
        Such as ``m2*l1*lc2*cos(q2)``, ``m₂ l₁ l_c2 c₂`` or ``m_2l_1l_{c2}\cos\theta_2``.
    letters
        Of the robot.
    source
        Name of what the text is from, for complaints.
    line
        Number of the text's first line in it.
    aliases
        What the user's own letters stand for, such as ``{"a": "l1", "phi": "q1 + q2"}``.

    Returns
    -------
    Typed

    Raises
    ------
    LinkwiseError
        If it cannot be read, is no polynomial in the letters and their sines and cosines, or would
        be too long multiplied out; the message names source, line and column.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> arm = symbolic("2r")
    >>> letters = Letters.of(arm.robot, arm.q, arm.qd, arm.qdd)
    >>> parse_expression(r"-2m_2l_1l_{c2}\sin\theta_2\,\dot\theta_1^2", letters).expression
    -2*l1*lc2*m2*qd1**2*sin(q2)
    >>> parse_expression("m2 l3 cos(q1)", letters, source="mine.txt")
    Traceback (most recent call last):
    ...
    linkwise.spatial.errors.LinkwiseError: mine.txt, line 1, column 4: unknown name 'l3': ...
    """
    return read(
        Source(source, checked(text, CHARACTERS, source), line), robot_names(letters, aliases)
    )


def robot_names(letters: Letters, aliases: Mapping[str, str] | None) -> tuple[Letters, Names]:
    """Return the names of a robot's formulas, with the user's own."""
    plain = (letters, Names(letters, {}))
    meanings = {
        name: read(Source(f"alias {name}", checked(text, CHARACTERS, "aliases")), plain).expression
        for name, text in clean_aliases(aliases).items()
    }
    return (letters, Names(letters, meanings)) if meanings else plain


def checked(text: str, limit: int, source: str) -> str:
    """Return a text after a look at its length."""
    if not isinstance(text, str):
        raise LinkwiseError(f"{source}: a text is wanted, got {type(text).__name__}")
    if len(text) > limit:
        raise LinkwiseError(f"{source}: {len(text)} characters, at most {limit} are read")
    return text


def read(source: Source, known: tuple[Letters, Names]) -> Typed:
    """Return the formula that a source holds, dollar signs around it or not."""
    source = Source(source.name, source.text, source.first_line, without_dollars(source.text))
    found = stripped([token for token in tokens(source) if token.kind != "newline"])
    refuse_strange(source, found)
    letters, names = known
    grammar = Grammar(
        source, found, matching(source, found), names, Calculator(letters), definitions={}
    )
    value = grammar.whole()
    return Typed(value.expression, tuple(grammar.taken.items()), value.element, source.first_line)


def without_dollars(text: str) -> str:
    """Return a text with spaces for the dollar signs around it."""
    return DOLLARS.sub(lambda match: " " * len(match.group()), text)


def stripped(found: list[Token]) -> list[Token]:
    """Return tokens without the full stop, comma or semicolon before the finish."""
    *rest, finish = found
    while rest and rest[-1].kind == "sign" and rest[-1].text in ".,;":
        rest.pop()
    return [*rest, finish]
