"""A file of formulas: M11 = …, tau1 = …, energies, rows, and the definitions that these use."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from linkwise.lagrangian.ring import Letters
from linkwise.referee.typed.document import formulas
from linkwise.referee.typed.expression import Typed, checked, robot_names
from linkwise.referee.typed.sheet import Sheet
from linkwise.referee.typed.source import Source
from linkwise.referee.typed.statements import Statement, finished, statements
from linkwise.referee.typed.tokens import Token, tokens
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning

FILE = 100_000  # characters
NOTED = 8  # notes of a warning

Entries = dict[str, dict[tuple[int, ...], Typed]]


def parse_entries(
    text: str,
    letters: Letters,
    *,
    source: str = "<text>",
    line: int = 1,
    links: int | None = None,
    aliases: Mapping[str, str] | None = None,
) -> Entries:
    """Read a file of formulas, one a line, or the mathematics of a LaTeX document.

    Parameters
    ----------
    text
        Lines such as ``M11 = …``, ``M_{12} &= …``, ``M = [[…], […]]``, ``h1 = …`` or ``V1 = …``
        (velocity terms), ``g1 = …``, ``tau1 = …``, ``K = …`` and ``P = …`` (also T, U, and V
        without an index), ``Y[1,12] = …`` (the regressor), ``∂L/∂q̇₁ = …``, ``∂L/∂q₁ = …``,
        ``d/dt ∂L/∂q̇₁ = …`` and ``F2y = …`` (rows of the Newton-Euler iterations).  Any other name
        is a definition, which the formulas of other lines may use.
    letters
        Of the robot.
    source
        Name of the file, for complaints.
    line
        Number of the text's first line in it; 0 if that is a left side which nobody typed.
    links
        Number of links, each of which has ten columns of Y; that of the joints, if not given.
    aliases
        What the user's own letters stand for, as in `parse_expression`.

    Returns
    -------
    dict of str to dict of tuple of int to Typed
        "M", "C" and "Y" by (i, j), "h", "g", "tau", "dL_dqd", "dL_dq" and "d_dt" by (i,), "K" and
        "P" by (), and rows under the names of `Iteration`, such as "F" or "v_dot_C", by (link,
        axis); all from 0.

    Raises
    ------
    LinkwiseError
        If a line cannot be read, two lines give one entry formulas that are not equal, a definition
        leads back to itself, nothing names an entry, or the file is too long; the message names
        file, line and column.

    Warns
    -----
    LinkwiseWarning
        About definitions that no entry uses, and equations of a document that were not read.

    Examples
    --------
    >>> from linkwise import symbolic
    >>> arm = symbolic("2r")
    >>> letters = Letters.of(arm.robot, arm.q, arm.qd, arm.qdd)
    >>> entries = parse_entries('''
    ... h = -m2*L1*lc2*s2         # as the lecture notes have it
    ... C11 = h theta2dot
    ... C12 = h (theta1dot + theta2dot)
    ... C21 = -h theta1dot
    ... ''', letters)
    >>> entries["C"][0, 0].expression
    -l1*lc2*m2*qd2*sin(q2)
    >>> print(entries["C"][0, 0].table())
    typed      taken for
    h          h of line 2
    theta2dot  qd2
    m2         m2
    L1         l1
    lc2        lc2
    s2         sin(q2)
    """
    file, document, outside = formulas(Source(source, checked(text, FILE, source), line))
    links = letters.n if links is None else links
    sheet = Sheet(file, letters, links, robot_names(letters, aliases)[1])
    notes = [f"line {k} stands outside of the mathematics" for k in outside]
    if document:
        notes += _fill_from_document(sheet, file)
    else:
        for statement in statements(file, tokens(file)):
            sheet.add(statement)
    found = _entries(file, sheet)
    if not found:
        if not notes:
            sheet.refuse_lone()
        unread = f"; not read: {'; '.join(notes[:NOTED])}" if notes else ""
        raise LinkwiseError(
            f"{file.name}: no line names an entry, such as M11, C12, h1, g1, tau1, K or P{unread}"
        )
    notes += [f"{name} is used by no entry" for name in sheet.unused()]
    if notes:
        more = f"; and {len(notes) - NOTED} more" if len(notes) > NOTED else ""
        message = f"{source}: not read: {'; '.join(notes[:NOTED])}{more}"
        warnings.warn(LinkwiseWarning(message), stacklevel=2)
    return found


def _fill_from_document(sheet: Sheet, file: Source) -> list[str]:
    """Take in the lines of a document, and return complaints about those that are none."""
    notes: list[str] = []
    for piece in _pieces(tokens(file)):
        lines: list[Statement] = []
        with _noted(notes):
            lines = statements(file, piece)
        for line in lines:
            if len(line.parts) > 1:  # prose mentions letters
                with _noted(notes):
                    sheet.add(line)
    return [note.removeprefix(f"{file.name}, ") for note in notes]


@contextmanager
def _noted(notes: list[str]) -> Iterator[None]:
    """Note a complaint and go on."""
    try:
        yield
    except LinkwiseError as error:
        notes.append(str(error))


def _pieces(found: list[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each formula of a document, with a finish."""
    piece: list[Token] = []
    for token in found:
        if token.kind not in ("newline", "finish"):
            piece.append(token)
        elif piece:
            yield finished(tuple(piece))
            piece = []


def _entries(file: Source, sheet: Sheet) -> Entries:
    """Return what the lines of a file give."""
    found: Entries = {}
    for target, first, values, reading in sheet.entries():
        line, taken = file.line(first.start), tuple(reading.taken.items())
        for index, value in values.items():
            typed = Typed(value.expression, taken, value.element, line)
            whole = (*target.index, *index)
            other = found.setdefault(target.name, {}).setdefault(whole, typed)
            if other.element != typed.element:
                raise file.error(
                    first.start,
                    f"{target.name}{_shown(whole)} differs from that of line {other.line}",
                )
    return found


def _shown(index: tuple[int, ...]) -> str:
    """Return an index as people count."""
    return "".join(str(i + 1) for i in index)
