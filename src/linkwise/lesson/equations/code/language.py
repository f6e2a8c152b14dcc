"""What the languages share: names that they take, products and powers, and long lines."""

import re
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from linkwise.compiled.source_text import WIDTH, folded
from linkwise.lesson.equations.code.model import CodeModel, Method
from linkwise.lesson.equations.code.reserved import RESERVED
from linkwise.lesson.letters.writing import Style, ranks, written


def field_names(model: CodeModel) -> dict[Any, str]:
    """Return names for the letters of a model that hide no other name and are no reserved word."""
    taken = {*RESERVED, model.name}
    taken |= {str(name) for _, method in model.methods.values() for name, _ in method.steps}
    names: dict[Any, str] = {}
    for field in model.fields:
        stem = re.sub(r"[^A-Za-z0-9]", "", str(field.symbol)) or "x"
        stem = stem if stem[0].isalpha() else f"x{stem}"
        tries = (f"{stem}{'par' * bool(k)}{k if k > 1 else ''}" for k in count())
        names[field.symbol] = next(x for x in tries if x not in taken)
        taken.add(names[field.symbol])
    return names


def code_style(
    model: CodeModel,
    names: dict[Any, str],
    entry: Callable[[str, int], str],
    call: Callable[[str, str], str],
    power: Callable[[str, int], str],
    decimal: Callable[[float], str] = repr,
) -> Style:
    """Return how a language writes expressions.

    Parameters
    ----------
    model
        The robot.
    names
        Of the letters of the model.
    entry
        Writes an entry of q or qd by its number from 0.
    call
        Writes sin, cos or sign of something.
    power
        Writes a whole power.
    decimal
        Writes a number.
    """
    letters = model.equations.letters
    known = dict(names)
    for array, symbols in (("q", letters.q), ("qd", letters.qd)):
        known |= {x: entry(array, k) for k, x in enumerate(symbols)}

    def fraction(above: list[str], below: list[str]) -> str:
        bottom = f"({'*'.join(below)})" if below[1:] else "".join(below)
        return "*".join(above) + (f"/{bottom}" if below else "")

    return Style(
        lambda x: known.get(x, str(x)),
        lambda name, _, text: call(name, text),
        decimal,
        power,
        fraction,
        ranks(letters),
        decimals=not letters.parameters,
    )


def fields_used(model: CodeModel, method: Method) -> list[Any]:
    """Return the letters of the model that a method needs."""
    return method.uses(field.symbol for field in model.fields)


def braced_statements(
    method: Method, letter: str, style: Style, declare: str, indent: int
) -> Iterator[str]:
    """Yield the statements of a method in a language of the family of C."""
    for name, e in method.steps:
        yield from folded(f"{declare} {name} = {written(e, style)};", indent)
    for index, e in method.entries.items():
        place = "".join(f"[{k}]" for k in index)
        yield from folded(f"{letter}{place} = {written(e, style)};", indent)
        if method.symmetric and index[0] != index[1]:
            mirrored = "".join(f"[{k}]" for k in index[::-1])
            yield f"{' ' * indent}{letter}{mirrored} = {letter}{place};"


def camel(words: str) -> str:
    """Return massMatrix for mass matrix."""
    first, *others = words.split()
    return first + "".join(word.capitalize() for word in others)


def product(base: str, n: int) -> str:
    """Return a power as a product, for languages that have no sign for it."""
    return "*".join([base] * n)


def in_parentheses(name: str, expression: str, indent: int) -> list[str]:
    """Return an assignment, in parentheses where it takes more than a line."""
    pad = " " * indent
    if len(pad) + len(name) + 3 + len(expression) <= WIDTH:
        return [f"{pad}{name} = {expression}"]
    return [f"{pad}{name} = (", *folded(expression, indent + 4), f"{pad})"]
