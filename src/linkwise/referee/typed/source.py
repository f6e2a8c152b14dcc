"""A text with a name, so that every complaint says where it points."""

from dataclasses import dataclass

from linkwise.spatial.errors import LinkwiseError

SHOWN = 40  # characters of the user's text that a message repeats


@dataclass(frozen=True)
class Source:
    """A text to read.

    Parameters
    ----------
    name
        Of the file, or what stands for it.
    text
        As typed.
    first_line
        Number of its first line; 0 if that is a left side which nobody typed.
    formulas
        The same with spaces in the place of what is not to be read, if that is not all.
    """

    name: str
    text: str
    first_line: int = 1
    formulas: str | None = None

    @property
    def read(self) -> str:
        """What is to be read."""
        return self.text if self.formulas is None else self.formulas

    def line(self, offset: int) -> int:
        """Return the number of the line of an offset."""
        return max(1, self.first_line + self.text.count("\n", 0, offset))

    def error(self, offset: int, message: str) -> LinkwiseError:
        """Return an error that names source, line and column."""
        column = offset - self.text.rfind("\n", 0, offset)
        return LinkwiseError(f"{self.name}, line {self.line(offset)}, column {column}: {message}")

    def quoted(self, start: int, end: int) -> str:
        """Return a piece of the text for a message, cut if it is long."""
        piece = " ".join(self.text[start:end].split())
        return f"'{piece if len(piece) <= SHOWN else piece[: SHOWN - 1] + '…'}'"
