"""Vectors and matrices: nested lists, MATLAB's rows, LaTeX's environments."""

from linkwise.referee.typed.grammar import Grammar
from linkwise.referee.typed.tokens import CLOSING
from linkwise.referee.typed.values import Value

WRAPPERS = ("Matrix", "array", "matrix")  # as SymPy, NumPy and Maxima print them

Rows = Value | list["Rows"]  # a formula, a vector or a matrix


class MatrixGrammar(Grammar):
    """Reads what may be a matrix, a vector or one formula."""

    def rows(self) -> Rows:
        """Return what all tokens are."""
        rows = self._rows()
        self._finish()
        return rows

    def rows_begin(self) -> bool:
        """Tell whether a vector or matrix begins here."""
        return self._wrapper() > 0 or self._token.kind == "begin" or self._list_begins()

    def _wrapper(self) -> int:
        """Return how many tokens of `Matrix(` or of brackets around an environment stand here."""
        token, after = self._tokens[self._i], self._tokens[self._i + 1 : self._i + 2]
        if token.kind == "word" and token.text in WRAPPERS and after[0].text == "(":
            return 2
        return int(bool(after) and token.text in CLOSING and after[0].kind == "begin")

    def _list_begins(self) -> bool:
        """Tell whether brackets here, or all that these hold, have commas or semicolons."""
        i = self._i
        while self._tokens[i].kind == "sign" and self._tokens[i].text in "[{":
            close = self._pairs[i]
            j = i + 1
            while j < close and self._tokens[j].text not in (",", ";"):
                j = self._pairs.get(j, j) + 1
            if j < close:
                return True
            if self._pairs.get(i + 1) != close - 1:
                return False
            i += 1
        return False

    def _rows(self) -> Rows:
        if opening := self._wrapper():
            self._i += opening
            closing = CLOSING[self._tokens[self._i - 1].text]
            rows = self._rows()
            self._want(closing)
            return rows
        if self._token.kind == "begin":
            return self._environment()
        return self._list() if self._list_begins() else self._polynomial()

    def _list(self) -> Rows:
        """Return [a, b], [[a, b], [c, d]] or MATLAB's [a, b; c, d]."""
        closing = CLOSING[self._token.text]
        self._i += 1
        lines: list[list[Rows]] = [[]]
        while True:
            lines[-1].append(self._rows())
            if self._take(";"):
                lines.append([])
            elif not self._take(","):
                break
        self._want(closing)
        return lines[0] if len(lines) == 1 else [*lines]

    def _environment(self) -> Rows:
        r"""Return the rows of \begin{bmatrix} a & b \\ c & d \end{bmatrix}."""
        self._i += 1
        lines: list[list[Rows]] = [[self._polynomial()]]
        while self._token.kind != "end":
            if self._take("&"):
                lines[-1].append(self._polynomial())
            elif self._token.kind == "row":
                self._i += 1
                if self._token.kind != "end":
                    lines.append([self._polynomial()])
            else:
                raise self._error(f"'&' or a new row is wanted here, got {self._quoted()}")
        self._i += 1
        return [*lines]
