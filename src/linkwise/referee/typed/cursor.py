"""A place among the tokens of one formula, and complaints that name it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from linkwise.referee.typed.source import Source
from linkwise.referee.typed.tokens import Token
from linkwise.spatial.errors import LinkwiseError


class Cursor:
    """Goes through tokens, the last of kind "finish", whose brackets are matched."""

    def __init__(self, source: Source, tokens: Sequence[Token], pairs: dict[int, int]) -> None:
        self._source, self._tokens, self._pairs = source, list(tokens), pairs
        self._i = 0

    @property
    def _token(self) -> Token:
        return self._tokens[self._i]

    @property
    def _end(self) -> int:
        """Where the last token that was read ends."""
        return self._tokens[self._i - 1].end

    def _take(self, *texts: str) -> Token | None:
        """Return the token and go on if it is one of these signs."""
        token = self._token
        if token.kind == "sign" and token.text in texts:
            self._i += 1
            return token
        return None

    def _want(self, text: str) -> None:
        if not self._take(text):
            raise self._error(f"{text!r} is wanted here, got {self._quoted()}")

    def _finish(self) -> None:
        if self._token.kind != "finish":
            raise self._error(f"unexpected {self._quoted()}{self._advice()}")

    def _advice(self) -> str:
        return {
            "=": ": an expression has no equals sign",
            ",": ": decimals are written with a point",
            "^": ": two exponents in a row need brackets",
        }.get(self._token.text, "")

    def _quoted(self) -> str:
        token = self._token
        if token.kind == "finish":
            return "the end"
        return self._source.quoted(token.start, token.end)

    def _error(self, message: str, token: Token | None = None) -> LinkwiseError:
        return self._source.error((token or self._token).start, message)

    @contextmanager
    def _blamed(self, token: Token) -> Iterator[None]:
        """Put the place of a token before the calculator's complaints."""
        try:
            yield
        except LinkwiseError as error:
            raise self._error(str(error), token) from None
