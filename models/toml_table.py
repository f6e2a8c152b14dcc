"""Tables of a TOML file that know where they stand, so that every complaint names a place."""

import difflib
import math
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from linkwise.spatial.errors import LinkwiseError, require_kind

Lines = dict[str, int]  # line of each field of a table; that of its header under ""

HEADER = re.compile(r"""\s*(\[\[?)\s*([\w-]+)((?:\.[\w"'-]+)*)\s*\]\]?\s*(?:\#.*)?""")
FIELD = re.compile(r"""\s*["']?([\w-]+)["']?\s*[.=]""")
ANGLE = re.compile(r"\s*([-+]?[\d._]+(?:[eE][-+]?\d+)?)\s*(deg|rad)\s*")


@dataclass(frozen=True)
class Table:
    """A table of the file.

    Parameters
    ----------
    fields
        What the file says.
    source
        Name of the file.
    label
        What the table is, such as "link 'forearm'".
    lines
        Where its fields stand.
    """

    fields: Mapping[str, Any]
    source: str
    label: str
    lines: Lines

    def error(self, field: str, message: str) -> LinkwiseError:
        """Return an error that names file, line, table and field."""
        return LinkwiseError(f"{self.place(field)}field {field}: {message}")

    def place(self, field: str = "") -> str:
        """Return file, line and table as the beginning of a message."""
        line = self.lines.get(field, self.lines.get(""))
        where = self.source if line is None else f"{self.source}, line {line}"
        return f"{where}: {self.label}, " if self.label else f"{where}: "

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Put this table's place before the errors of what is built from its numbers."""
        try:
            yield
        except LinkwiseError as error:
            raise LinkwiseError(f"{self.place()}{error}") from None

    def allow(self, *known: str) -> None:
        """Refuse fields other than these."""
        for field in self.fields:
            if field not in known:
                near = difflib.get_close_matches(field, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
                raise self.error(field, f"is unknown here: {hint}")

    def named(self, label: str) -> "Table":
        """Return the table under another label."""
        return replace(self, label=label)

    def has(self, field: str) -> bool:
        """Tell whether the field is given."""
        return field in self.fields

    def text(self, field: str, default: str, choices: Sequence[str] = ()) -> str:
        """Return a string, one of the choices if there are any."""
        value = self.fields.get(field, default)
        if not default and not self.has(field):
            raise self.error(field, f"is missing: one of {', '.join(choices)} is wanted")
        if not isinstance(value, str) or not value.strip():
            raise self.error(field, f"a text in quotes is wanted, got {value!r}")
        if choices and value not in choices:
            raise self.error(field, f"must be one of {', '.join(choices)}, got {value!r}")
        return value

    def number(
        self, field: str, default: float, *, angle: bool = False, infinite: bool = False
    ) -> float:
        """Return a number; an angle may be a text such as "45deg"."""
        return self._number(field, self.fields.get(field, default), angle=angle, infinite=infinite)

    def vector(self, field: str, default: Sequence[float], *, angle: bool = False) -> list[float]:
        """Return a list of as many numbers as the default has."""
        return self._list(field, self.fields.get(field, default), len(default), angle=angle)

    def tensor(self, field: str) -> list[list[float]]:
        """Return a 3x3 matrix, given by 1, 3 or 6 numbers or by its rows."""
        value = self.fields[field]
        if isinstance(value, (int, float)):
            value = [value, value, value]
        if isinstance(value, list) and any(isinstance(row, list) for row in value):
            if len(value) != 3:
                raise self.error(field, f"3 rows are wanted, got {len(value)}")
            return [self._list(field, row, 3) for row in value]
        if not isinstance(value, list) or len(value) not in (3, 6):
            raise self.error(
                field,
                "I, [Ixx, Iyy, Izz], [Ixx, Ixy, Ixz, Iyy, Iyz, Izz] or 3 rows of 3 are wanted, "
                f"got {value!r}",
            )
        entries = self._list(field, value, len(value))
        if len(entries) == 3:
            entries = [entries[0], 0.0, 0.0, entries[1], 0.0, entries[2]]
        xx, xy, xz, yy, yz, zz = entries
        return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]

    def rows(self, field: str) -> list[list[float]]:
        """Return a 3x3 matrix, given by its rows."""
        value = self.fields[field]
        if not isinstance(value, list) or len(value) != 3:
            raise self.error(field, f"3 rows of 3 numbers are wanted, got {value!r}")
        return [self._list(field, row, 3) for row in value]

    def table(self, field: str) -> "Table":
        """Return a table in this table; an empty one if it is not given."""
        value = self.fields.get(field, {})
        if not isinstance(value, dict):
            raise self.error(field, f"a table such as {{ … = … }} is wanted, got {value!r}")
        line = self.lines.get(field, self.lines.get(""))
        inner = {} if line is None else {"": line}
        return Table(value, self.source, f"{self.label} {field}".strip(), inner)

    def _list(self, field: str, value: Any, count: int, *, angle: bool = False) -> list[float]:
        if not isinstance(value, (list, tuple)) or len(value) != count:
            raise self.error(field, f"a list of {count} numbers is wanted, got {value!r}")
        return [self._number(field, entry, angle=angle, infinite=False) for entry in value]

    def _number(self, field: str, value: Any, *, angle: bool, infinite: bool) -> float:
        if isinstance(value, str) and angle and (match := ANGLE.fullmatch(value)):
            number, unit = float(match[1]), match[2]
            value = math.radians(number) if unit == "deg" else number
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            wanted = 'a number in rad, or a text such as "45deg",' if angle else "a number"
            raise self.error(field, f"{wanted} is wanted, got {value!r}")
        if isinstance(value, int) and abs(value) > sys.float_info.max:
            raise self.error(field, f"an integer of {len(str(value))} digits is too large")
        if math.isnan(value) or (math.isinf(value) and not infinite):
            raise self.error(field, f"a finite number is wanted, got {value!r}")
        return float(value)


def parse(text: str, source: str) -> tuple[Table, dict[str, list[Table]]]:
    """Read a TOML text.

    Parameters
    ----------
    text
        The text.
    source
        Name of the file, for messages.

    Returns
    -------
    top : Table
        The fields before the first header, and all tables.
    arrays : dict of list of Table
        The tables of each array of tables, in order; their labels are numbers until they are named.

    Raises
    ------
    LinkwiseError
        If the text is not TOML; the message gives line and column.
    """
    require_kind(text, str, source)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        hint = ": a file is read by load_toml" if text.endswith(".toml") else ""
        raise LinkwiseError(f"{source} is not TOML: {error}{hint}") from None
    sections = section_lines(text)
    arrays: dict[str, list[Table]] = {}
    for key, value in data.items():
        if isinstance(value, list) and value and all(isinstance(e, dict) for e in value):
            lines = sections.get(key, [])
            if len(lines) != len(value):  # written in one line, as key = [{…}, {…}]
                lines = [{}] * len(value)
            arrays[key] = [
                Table(fields, source, f"{key} {k}", where)
                for k, (fields, where) in enumerate(zip(value, lines, strict=True), start=1)
            ]
    return Table(data, source, "", sections[""][0]), arrays


def section_lines(text: str) -> dict[str, list[Lines]]:
    """Return the lines of headers and fields, by the name of the array that they belong to."""
    here: Lines = {}
    sections = {"": [here]}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := HEADER.fullmatch(line):
            bracket, name, inner = header.groups()
            if bracket == "[[":
                here = {"": number}
                sections.setdefault(name, []).append(here)
            else:  # [link.limits] is a field of the last link, [base] one of the top
                owner = sections[name][-1] if name in sections else sections[""][0]
                owner.setdefault(inner.split(".")[1] if inner else name, number)
                here = {}
        elif field := FIELD.match(line):
            here.setdefault(field[1], number)
    return sections
