"""Names as they stand in a formula: letters with accents and subscripts, several without a space.

`m_2l_1l_{c2}` is three names and `theta_1_dot` one: letters that follow each other are put into one
run, which is split where its parts are known.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from linkwise.referee.typed.characters import GREEK
from linkwise.referee.typed.names import LONGEST
from linkwise.referee.typed.source import Source
from linkwise.referee.typed.tokens import ACCENTS, FONTS, Token

RUN = 400  # letters without a space
STACKED = 4  # accents and fonts on one letter
LETTERS = {*GREEK.values(), "l"}  # commands that are letters


@dataclass
class Run:
    """Letters that follow each other.

    Attributes
    ----------
    key : str
        The letters as names spell them.
    starts, ends : list of int
        Where each stands in the source.
    breaks : list of bool
        Whether a name may begin there.
    power : Token or None
        The exponent typed before the last subscript, as in θ²₁.
    """

    key: str = ""
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    breaks: list[bool] = field(default_factory=list)
    power: Token | None = None

    def add(self, letters: str, start: int, end: int, *, glued: bool = False) -> None:
        """Append letters that are one sign of the source."""
        if letters:
            self.key += letters
            self.starts += [start] * len(letters)
            self.ends += [end] * len(letters)
            self.breaks += [not glued] + [False] * (len(letters) - 1)

    def add_word(self, token: Token, skip: int = 0, *, glued: bool = False) -> None:
        """Append a word or number letter by letter; digits and primes belong to what is before."""
        span = token.end - token.start == len(token.text)
        for k, c in enumerate(token.text[skip:], start=skip):
            start, end = (
                (token.start + k, token.start + k + 1) if span else (token.start, token.end)
            )
            self.add(GREEK.get(c, c), start, end, glued=glued or not c.isalpha())

    def widen(self, start: int, end: int, since: int) -> None:
        """Let what was added since cover a span of the source."""
        if len(self.key) > since:
            self.starts[since], self.ends[-1] = start, end


class Words:
    """Reads runs from the tokens of a statement, whose brackets are matched."""

    def __init__(self, source: Source, tokens: Sequence[Token], pairs: dict[int, int]) -> None:
        self._source, self._tokens, self._pairs = source, tokens, pairs

    def begins(self, i: int) -> bool:
        """Tell whether a run begins at token i."""
        token, after = self._tokens[i], self._tokens[min(i + 1, len(self._tokens) - 1)]
        if token.kind == "word":
            return True
        if token.kind == "command":
            waves = token.text in ("sin", "cos") and after.text == "_"
            return waves or token.text in LETTERS or token.text in ACCENTS or token.text in FONTS
        return token.text == "{" and self._subscripted(i)

    def _subscripted(self, i: int) -> bool:
        """Tell whether a group is a name with a subscript or a prime after it, as in {l}_1."""
        close = self._pairs[i]
        after = self._tokens[close + 1]
        kinds = ("word", "number", "command")
        inside = self._tokens[i + 1 : close]
        return after.text in ("_", "'") and all(t.kind in kinds or t.text in "_{}" for t in inside)

    def run(self, i: int) -> tuple[Run, int]:
        """Return the run that begins at token i, and the index of the token after it."""
        run, first = Run(), self._tokens[i]
        i = self._argument(run, i, glued=False)
        if not run.key:
            raise self._source.error(first.start, "letters are wanted here, the braces are empty")
        while True:
            token = self._tokens[i]
            if token.text == "_" and token.kind == "sign":
                since = len(run.key)
                i = self._argument(run, i + 1, glued=True)
                run.widen(token.start, run.ends[-1], since)
            elif token.text == "^" and run.power is None and self._power_before_subscript(i):
                run.power = self._tokens[i + 1 if self._tokens[i + 2].text == "_" else i + 2]
                i += 2 if self._tokens[i + 2].text == "_" else 4
            elif not token.joined:
                break
            elif token.text == "'":
                run.add("'", token.start, token.end, glued=True)
                i += 1
            elif token.kind == "word" or (token.kind == "number" and token.text.isdigit()):
                run.add_word(token)
                i += 1
            elif token.kind == "command" and token.text in LETTERS:
                run.add(token.text, token.start, token.end)
                i += 1
            else:
                break
            if len(run.key) > RUN:
                raise self._source.error(token.start, f"more than {RUN} letters without a space")
        return run, i

    def _power_before_subscript(self, i: int) -> bool:
        """Tell whether ^2_ or ^{2}_ begins at token i."""
        texts = [token.text for token in self._tokens[i + 1 : i + 5]]
        return (texts[1:2] == ["_"] and texts[0].isdigit()) or (
            len(texts) == 4 and texts[0] == "{" and texts[1].isdigit() and texts[2:] == ["}", "_"]
        )

    def _argument(self, run: Run, i: int, *, glued: bool, stacked: int = 0) -> int:
        """Append what LaTeX takes for one argument, and return the index after it."""
        token, since = self._tokens[i], len(run.key)
        if token.kind in ("word", "number"):
            run.add_word(token, glued=glued and token.kind == "number")
            if run.breaks[since:] and glued:
                run.breaks[since] = False
            return i + 1
        if token.kind == "sign" and token.text == "{":
            close = self._pairs[i]
            self._group(run, i + 1, close, stacked)
            run.widen(token.start, self._tokens[close].end, since)
            return close + 1
        if token.kind == "command" and stacked < STACKED:
            if token.text in ACCENTS:
                return self._accented(run, i, stacked + 1)
            if token.text in FONTS:
                i = self._argument(run, i + 1, glued=glued, stacked=stacked + 1)
                run.widen(token.start, run.ends[-1] if run.ends else token.end, since)
                return i
            if token.text in LETTERS or token.text in ("sin", "cos"):
                run.add(token.text, token.start, token.end, glued=glued)
                return i + 1
        quoted = self._source.quoted(token.start, token.end)
        raise self._source.error(token.start, f"a letter or {{...}} is wanted here, got {quoted}")

    def _group(self, run: Run, i: int, close: int, stacked: int) -> None:
        """Append the letters between braces, which no name ends within."""
        since = len(run.key)
        while i < close:
            token = self._tokens[i]
            if token.kind == "sign" and token.text in "_,'+":
                run.add("" if token.text == "_" else token.text, token.start, token.end)
                i += 1
            else:
                i = self._argument(run, i, glued=True, stacked=stacked + 1)
        run.breaks[since + 1 :] = [False] * len(run.breaks[since + 1 :])
        if since:
            run.breaks[since : since + 1] = [False]

    def _accented(self, run: Run, i: int, stacked: int) -> int:
        """Append a letter or group under a dot; of a word its first letter has the dot."""
        accent, token, since = self._tokens[i], self._tokens[i + 1], len(run.key)
        marks = ACCENTS[accent.text]
        if token.kind == "word":
            base = next((x for x in ("theta", "th") if token.text.startswith(x)), token.text[0])
            first = Token("word", base, token.start, token.start + len(base), token.joined)
            run.add_word(first)
            run.add(marks, first.start, first.end, glued=True)
            run.widen(accent.start, first.end, since)
            run.add_word(token, len(base))
            return i + 2
        i = self._argument(run, i + 1, glued=False, stacked=stacked)
        run.add(marks, accent.start, self._tokens[i - 1].end, glued=True)
        run.widen(accent.start, self._tokens[i - 1].end, since)
        return i


def split(
    run: Run, known: Callable[[str], bool], at_end: Callable[[str], bool]
) -> tuple[list[tuple[int, int]], ...]:
    """Return the ways to split a run into known names: none, the one, or two of several.

    Parameters
    ----------
    run
        The letters.
    known
        Whether a spelling is a name.
    at_end
        Whether it may stand at the end of the run only, as a function does.
    """
    n = len(run.key)
    if known(run.key) or at_end(run.key):
        return ([(0, n)],)
    steps: dict[int, list[int]] = {}  # from where to where a name reaches, the end being reachable
    for i in range(n - 1, -1, -1):
        if i and not run.breaks[i]:
            continue
        for j in range(i + 1, min(n, i + LONGEST) + 1):
            if j == n:
                whole = known(run.key[i:]) or at_end(run.key[i:])
            else:
                whole = run.breaks[j] and j in steps and known(run.key[i:j])
            if whole:
                steps.setdefault(i, []).append(j)
    if 0 not in steps:
        return ()
    ways = tuple(_path(steps, n, choice) for choice in (max, min))
    return ways[:1] if ways[0] == ways[1] else ways


def _path(
    steps: dict[int, list[int]], n: int, choice: Callable[[list[int]], int]
) -> list[tuple[int, int]]:
    """Return the way by the longest, or the shortest, names."""
    pieces, i = [], 0
    while i < n:
        j = choice(steps[i])
        pieces.append((i, j))
        i = j
    return pieces
