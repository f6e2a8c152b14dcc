"""The lines of a file by their left sides, each read when it is first asked for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from linkwise.lagrangian.ring import Letters
from linkwise.referee.typed.grammar import DERIVATIVES, WAVES, Definition
from linkwise.referee.typed.matrices import Rows
from linkwise.referee.typed.matrix_sums import MatrixSums
from linkwise.referee.typed.names import Names, spelled
from linkwise.referee.typed.source import Source
from linkwise.referee.typed.statements import Statement, finished, left_side, names_in_matrix
from linkwise.referee.typed.targets import Target, target
from linkwise.referee.typed.tokens import DEPTH, FONTS, Token, matching, refuse_strange
from linkwise.referee.typed.values import Calculator, Value
from linkwise.spatial.errors import LinkwiseError

FORM = 20_000  # characters of one formula
STAGE = re.compile(r"(ddt)?dLd(.+)")  # d/dt ∂L/∂ and what follows, without signs
SET = {"frac", "/", "(", ")", *FONTS}  # what sets a derivative as a fraction
SHOWN = 12  # terms of a difference that a message gives


@dataclass
class Line:
    """What a left side is given, by one line or several, which must be equal."""

    first: Token
    end: int  # of the left side
    target: Target | None
    forms: list[tuple[Token, ...]] = field(default_factory=list)


@dataclass(frozen=True)
class Reading:
    """What a line gives, and what the names of its formula were taken for."""

    rows: Rows
    taken: dict[str, str]


class Sheet(Mapping[str, Definition]):
    """The lines of a file; as a mapping, what names on right sides stand for."""

    def __init__(self, source: Source, letters: Letters, links: int, names: Names) -> None:
        self._source, self._letters, self._links, self._names = source, letters, links, names
        self._calculator = Calculator(letters)
        self._lines: dict[str, Line] = {}
        self._within: dict[str, tuple[str, tuple[int, ...]]] = {}  # entries of whole matrices
        self._read: dict[str, Reading] = {}
        self._open: list[str] = []  # what is being read, each for the one before
        self._used: list[list[str]] = []  # definitions of each

    def add(self, statement: Statement) -> None:
        """Take in a line; of `a = b = formula`, both a and b if b names an entry too."""
        *lefts, form = statement.parts
        if not lefts or not all(statement.parts):
            raise self._source.error(statement.first.start, "a line NAME = formula is wanted")
        if form[-1].end - form[0].start > FORM:
            raise self._source.error(form[0].start, f"more than {FORM} characters")
        for part in statement.parts:
            refuse_strange(self._source, part)
        rows = self._grammar(form).rows_begin()
        forms, named = [form], []
        for k, left in enumerate(lefts):
            key = self._stage(left) or left_side(self._source, left)
            if key is None and rows:
                key = self._named_whole(left)
            wanted = None if key is None else self._target(left, key, rows=rows)
            if key is not None and (k == 0 or wanted is not None):
                named.append((self._plain(key), Line(left[0], left[-1].end, wanted)))
            elif k == 0:
                quoted = self._source.quoted(left[0].start, left[-1].end)
                raise self._source.error(left[0].start, f"the left side {quoted} is no name")
            else:
                forms.insert(-1, left)
        for key, line in dict(named).items():
            self._add_line(key, line, forms)

    def _named_whole(self, left: tuple[Token, ...]) -> str | None:
        """Return M for a matrix of M11, M12, … on a left side, None if it is none of this kind."""
        names = names_in_matrix(self._source, left)
        if not names or names[0][0] is None:
            return None
        key = self._plain(names[0][0])
        whole = key.rstrip("0123456789,") if key[-1].isdigit() else key[:-1]
        try:
            wanted = target(whole, self._letters.n, self._links, rows=True, gravity=False)
        except LinkwiseError:
            return None
        if wanted is None:
            return None
        columns = wanted.shape[1] if len(wanted.shape) == 2 else 1
        comma = "" if self._letters.n < 10 else ","
        ordered = [
            whole + ("xyz"[i[0]] if wanted.index else comma.join(str(k + 1) for k in i))
            for i in _indices(wanted.shape)
        ]
        given = [name and self._plain(name) for row in names for name in row]
        return whole if len(names[0]) == columns and given == ordered else None

    def _stage(self, left: tuple[Token, ...]) -> str | None:
        """Return the spelling of d/dt ∂L/∂q̇₁ and the like on a left side, None if it is none."""
        words = ["d" if t.text == "partial" else t.text for t in left if t.text not in SET]
        stage = STAGE.fullmatch(spelled("".join(words)))
        meaning = self._names.meaning(stage[2]) if stage else None
        for symbols, name in ((self._letters.qd, "dLdqd"), (self._letters.q, "dLdq")):
            if stage and meaning in symbols and (name == "dLdqd" or not stage[1]):
                return f"{'ddt' if stage[1] else name}{symbols.index(meaning) + 1}"
        return None

    def _target(self, left: tuple[Token, ...], key: str, *, rows: bool) -> Target | None:
        at, quoted = left[0].start, self._source.quoted(left[0].start, left[-1].end)
        if (key in WAVES and len(key) > 1) or key in DERIVATIVES:
            raise self._source.error(at, f"{quoted} is a function: take another name")
        gravity = any(str(x) == "g" for x in self._letters.parameters)
        try:
            return target(key, self._letters.n, self._links, rows=rows, gravity=gravity)
        except LinkwiseError as error:
            raise self._source.error(at, f"{quoted}: {error}") from None

    def _add_line(self, key: str, new: Line, forms: list[tuple[Token, ...]]) -> None:
        line = self._lines.setdefault(key, new)
        if line.target != new.target:
            other = self._source.line(line.first.start)
            raise self._source.error(
                new.first.start,
                f"{key} is of another shape on line {other}: give one of the two another name",
            )
        line.forms += forms
        wanted = line.target
        if wanted and wanted.index and key.isalpha():  # M11 is M of a lone joint
            self._within.setdefault(key + "1" * len(wanted.index), (key, ()))
        elif wanted and wanted.shape and not wanted.index:
            comma = "" if self._letters.n < 10 else ","
            for index in _indices(wanted.shape):
                name = key + comma.join(str(i + 1) for i in index)
                self._within.setdefault(name, (key, index))

    def _plain(self, key: str) -> str:
        """Return a spelling without commas where these separate digits only for the eye."""
        return key.replace(",", "") if self._letters.n < 10 else key

    def __contains__(self, key: object) -> bool:
        key = self._plain(key) if isinstance(key, str) else ""
        line = self._lines.get(key)
        whole = line and line.target and line.target.shape  # M itself is no name in a formula
        return key in self._within or (line is not None and not whole)

    def __getitem__(self, key: str) -> Definition:
        key = self._plain(key)
        owner, index = (key, ()) if key in self._lines else self._within[key]
        values = self._values(owner)
        self._used[-1].append(owner)
        line = self._lines[owner]
        first = line.first.start
        if index not in values:
            raise self._source.error(first, f"{owner} is no single formula, which is wanted of it")
        label = f"{key} of line {self._source.line(first)}"
        return Definition(values[index], label, entry=owner == key and line.target is not None)

    def __iter__(self) -> Iterator[str]:
        return iter([*self._lines, *self._within])

    def __len__(self) -> int:
        return len(self._lines) + len(self._within)

    def entries(self) -> Iterator[tuple[Target, Token, dict[tuple[int, ...], Value], Reading]]:
        """Yield for every line that names an entry what it gives, by index within it."""
        for key, line in self._lines.items():
            if line.target:
                values = self._values(key)
                for index, value in values.items():
                    if value.left_below:
                        entry = f"entry {','.join(str(i + 1) for i in index)}: " if index else ""
                        raise self._source.error(line.first.start, f"{entry}{value.left_below}")
                yield line.target, line.first, values, self._read[key]

    def unused(self) -> list[str]:
        """Return the definitions that no entry uses, after `entries`."""
        lines = [line for key, line in self._lines.items() if key not in self._read]
        spans = [(line.first.start, line.end) for line in lines]
        text = self._source.text
        return [f"{text[i:j]} (line {self._source.line(i)})" for i, j in spans]

    def _values(self, key: str) -> dict[tuple[int, ...], Value]:
        """Return the values of a line by index within it."""
        line = self._lines[key]
        if key not in self._read:
            self._read[key] = self._reading(key, line)
        values = _by_index(self._read[key].rows)
        shape = line.target.shape if line.target else ()
        indices = list(_indices(shape))
        if (len(shape) == 1 or 1 in shape) and len(values) == len(indices):
            return dict(zip(indices, values.values(), strict=True))  # a row or column as a vector
        if line.target and list(values) != indices:
            raise self._wanted(key, line, shape)
        return values

    def refuse_lone(self) -> None:
        """Complain of a definition that would be a whole matrix or vector, were it no formula."""
        for key, line in self._lines.items():
            whole = target(key, self._letters.n, self._links, rows=True, gravity=False)
            if whole and not line.target:
                raise self._wanted(key, line, whole.shape)

    def _wanted(self, key: str, line: Line, shape: tuple[int, ...]) -> LinkwiseError:
        size = " × ".join(map(str, shape)) or "one formula"
        size = f"a vector of {size}" if len(shape) == 1 else size
        return self._source.error(line.first.start, f"{key}: {size} is wanted on the right")

    def _reading(self, key: str, line: Line) -> Reading:
        """Return the last form of a line after a comparison with the others."""
        at = line.first.start
        if key in self._open:
            way = " → ".join([*self._open[self._open.index(key) :], key])
            raise self._source.error(at, f"{key} is defined by itself: {way[:200]}")
        if len(self._open) >= DEPTH:
            raise self._source.error(at, f"more than {DEPTH} definitions in each other")
        self._open.append(key)
        self._used.append([])
        readings = [self._form(form) for form in line.forms]
        used, last = self._used.pop(), readings[-1]
        self._open.pop()
        for reading, form in zip(readings[1:], line.forms[1:], strict=True):
            self._compare(readings[0].rows, reading.rows, line.forms[0][0], form[0])
        taken = dict(last.taken)
        for name in used:
            for typed, meaning in self._read[name].taken.items():
                taken.setdefault(typed, meaning)
        return Reading(last.rows, taken)

    def _grammar(self, form: tuple[Token, ...]) -> MatrixSums:
        found = finished(form)
        pairs = matching(self._source, found)
        return MatrixSums(self._source, found, pairs, self._names, self._calculator, self)

    def _form(self, form: tuple[Token, ...]) -> Reading:
        grammar = self._grammar(form)
        return Reading(grammar.rows(), grammar.taken)

    def _compare(self, one: Rows, other: Rows, first: Token, second: Token) -> None:
        """Refuse two formulas for one left side that are not equal."""
        a, b = _by_index(one), _by_index(other)
        line = self._source.line(first.start)
        if list(a) != list(b):
            raise self._source.error(second.start, f"this is of another shape than line {line}")
        for index, value in b.items():
            if not self._calculator.equal(value, a[index]):
                difference = value.element - a[index].element
                whole = not (value.left_below or a[index].left_below)
                few = whole and len(difference) <= SHOWN
                by = f", by {self._letters.expression(difference)}" if few else ""
                raise self._source.error(
                    second.start, f"this is not equal to what line {line} has{by}"
                )


def _indices(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the indices of a shape."""
    if not shape:
        yield ()
        return
    for i in range(shape[0]):
        for rest in _indices(shape[1:]):
            yield (i, *rest)


def _by_index(rows: Rows) -> dict[tuple[int, ...], Value]:
    """Return the formulas of a matrix, vector or lone formula by index."""
    if isinstance(rows, Value):
        return {(): rows}
    return {
        (i, *index): value for i, row in enumerate(rows) for index, value in _by_index(row).items()
    }
