"""XML as elements that know their line, for readers whose errors must point into the file.

Expat reads without namespaces, so prefixes that nobody declared are just characters.  What could
do harm is refused: document types, entities, external references, endless files.
"""

import math
import reprlib
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from linkwise.spatial.errors import LinkwiseError

MAX_BYTES = 64 * 2**20
MAX_DEPTH = 100
MAX_ELEMENTS = 1_000_000

_BOM = b"\xef\xbb\xbf"
_CUT_OFF = {  # what expat says at the end of half a file
    expat.errors.XML_ERROR_NO_ELEMENTS,
    expat.errors.XML_ERROR_UNCLOSED_TOKEN,
    expat.errors.XML_ERROR_PARTIAL_CHAR,
}
_short = reprlib.Repr()
_short.maxstring = 80


@dataclass(slots=True, eq=False)
class Element:
    """An element with its attributes, the line it starts on, and the elements in it."""

    source: str
    line: int
    tag: str
    attributes: dict[str, str]
    owner: "Element | None" = None
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    def error(self, message: str) -> LinkwiseError:
        """Return an error that points to this element."""
        return LinkwiseError(f"{self.source}, line {self.line}: {message}")

    def all(self, tag: str) -> list["Element"]:
        """Return the children with this tag."""
        return [child for child in self.children if child.tag == tag]

    def get(self, tag: str) -> "Element | None":
        """Return the one child with this tag, None if there is none."""
        found = self.all(tag)
        if len(found) > 1:
            raise found[1].error(f"a second <{tag}> in {self.label}, after line {found[0].line}")
        return found[0] if found else None

    def need(self, tag: str) -> "Element":
        """Return the one child with this tag, which must be there."""
        found = self.get(tag)
        if found is None:
            raise self.error(f"{self.label} needs a <{tag}>")
        return found

    def string(self, attribute: str) -> str:
        """Return an attribute that must be there and not be empty."""
        value = self.attributes.get(attribute, "").strip()
        if not value:
            raise self.error(f"{self.label} needs {attribute}='...'")
        return value

    def number(self, attribute: str, default: float | None = None) -> float:
        """Return an attribute that is one finite number."""
        return self.numbers(attribute, 1, None if default is None else (default,))[0]

    def numbers(
        self, attribute: str, count: int, default: tuple[float, ...] | None = None
    ) -> tuple[float, ...]:
        """Return an attribute that is `count` finite numbers, `default` where it is not given."""
        if default is not None and attribute not in self.attributes:
            return default
        value = self.string(attribute)
        wanted = "1 number is wanted" if count == 1 else f"{count} numbers are wanted"
        try:
            found = tuple(map(plain_number, value.split()))
            if len(found) == count and all(map(math.isfinite, found)):
                return found
            if len(found) == count:
                wanted = "finite numbers are wanted"
        except ValueError:
            if "${" in value or "$(" in value:
                wanted += ", and this is an expression of xacro: run xacro first"
        named = self._nearest_named()
        where = f" ({named.label})" if named else ""
        raise self.error(f"<{self.tag} {attribute}={_short.repr(value)}>: {wanted}{where}")

    @property
    def label(self) -> str:
        """What to call this element: "joint 'elbow'", or "<axis> of joint 'elbow'"."""
        at = self._nearest_named()
        if at is self:
            return f"{self.tag} {_short.repr(self.attributes['name'])}"
        return f"<{self.tag}>{f' of {at.label}' if at else ''}"

    def _nearest_named(self) -> "Element | None":
        """Return the innermost named element around this one, short of the document's root."""
        at: Element | None = self
        while at is not None and not (at.owner and at.attributes.get("name")):
            at = at.owner
        return at


def plain_number(word: str) -> float:
    """Return the number that `word` is in any language, not in Python only."""
    if "_" in word or not word.isascii():
        raise ValueError
    return float(word)


def parse(text: str | bytes, source: str, *, shallow: Collection[str] = ()) -> Element:
    """Return the root element of an XML text.

    Parameters
    ----------
    text
        The text; bytes in UTF-8, UTF-16 or the encoding that they declare.
    source
        What to call the text in error messages.
    shallow
        Tags of elements to keep without what is in them.

    Raises
    ------
    LinkwiseError
        If the text is not well-formed, has a document type or entities, or exceeds `MAX_BYTES`,
        `MAX_DEPTH` or `MAX_ELEMENTS`; the message gives the line.
    """
    data, encoding, lines_before = _normalised(text, source)
    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    tree = _Tree(parser, source, lines_before, shallow)
    parser.StartElementHandler, parser.EndElementHandler = tree.start, tree.end
    parser.CharacterDataHandler = tree.pieces.append
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = tree.refuse
    parser.ExternalEntityRefHandler = tree.refuse
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat names no argument
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        hint = " (is the file cut off?)" if reason in _CUT_OFF else ""
        line = error.lineno + lines_before
        raise LinkwiseError(f"{source}, line {line}: broken XML, {reason}{hint}") from None
    except LinkwiseError:
        raise
    except (LookupError, ValueError) as error:  # an encoding that expat cannot have from Python
        raise tree.error(f"the encoding is not read: {error}") from None
    root = tree.document.children[0]
    root.owner = None
    return root


class _Tree:
    """The elements as they come out of the parser."""

    def __init__(
        self, parser: expat.XMLParserType, source: str, lines_before: int, shallow: Collection[str]
    ) -> None:
        self.parser, self.source, self.lines_before = parser, source, lines_before
        self.shallow = shallow
        self.document = Element(source, 0, "", {})
        self.open: list[Element | None] = [self.document]  # None: what is in it is left out
        self.pieces: list[str] = []
        self.kept = 0

    @property
    def line(self) -> int:
        return self.parser.CurrentLineNumber + self.lines_before

    def error(self, message: str) -> LinkwiseError:
        return LinkwiseError(f"{self.source}, line {self.line}: {message}")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.open) > MAX_DEPTH:
            raise self.error(f"elements are nested more than {MAX_DEPTH} deep")
        owner, element = self.open[-1], None
        if owner is not None:
            element = Element(self.source, self.line, tag, attributes, owner)
            owner.children.append(element)
            self.kept += 1
            if self.kept > MAX_ELEMENTS:
                raise self.error(f"there are more than {MAX_ELEMENTS} elements")
        self.open.append(None if tag in self.shallow else element)
        self.pieces.clear()

    def end(self, _: str) -> None:
        if element := self.open.pop():
            element.text = "".join(self.pieces)
        self.pieces.clear()

    def refuse(self, *_: object) -> NoReturn:
        raise self.error("document types, entities and references to other files are refused")


def _normalised(text: str | bytes, source: str) -> tuple[bytes, str | None, int]:
    """Return bytes for expat, their encoding if known, and how many blank lines were cut off.

    XML allows nothing before its declaration, yet files with blank lines there exist.
    """
    if not isinstance(text, str | bytes):
        raise LinkwiseError(f"the text of a file is wanted, got {text!r}")
    encoding = None
    if isinstance(text, str):
        encoding, text = "utf-8", text.encode("utf-8", "surrogatepass")
    if text.startswith(_BOM):
        encoding, text = "utf-8", text.removeprefix(_BOM)
    if len(text) > MAX_BYTES:
        raise LinkwiseError(f"{source} is larger than {MAX_BYTES >> 20} MB")
    data = text.lstrip(b" \t\r\n")
    if not data:
        raise LinkwiseError(f"{source} is empty")
    return data, encoding, len((text[: len(text) - len(data)] + b"<").splitlines()) - 1
