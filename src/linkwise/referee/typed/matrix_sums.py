r"""Sums and products of LaTeX's matrices: a matrix times a column of q̈, plus columns.

rows   = term {sign term}
term   = factor {["*" | "/"] factor}
factor = [sign] (matrix ["^" "T"] | power)
"""

from fractions import Fraction

from linkwise.referee.typed.matrices import MatrixGrammar, Rows
from linkwise.referee.typed.statements import transposed_at
from linkwise.referee.typed.tokens import CLOSING, Token
from linkwise.referee.typed.values import Value

Matrix = list[list[Value]]


class MatrixSums(MatrixGrammar):
    """Reads what may be a sum of products of matrices and formulas."""

    def rows(self) -> Rows:
        """Return what all tokens are."""
        rows = self._matrices() if self._matrix_ahead() else self._rows()
        self._finish()
        return rows

    def rows_begin(self) -> bool:
        """Tell whether all tokens are a vector or matrix."""
        return super().rows_begin() or self._matrix_ahead()

    def _matrix_ahead(self) -> bool:
        """Tell whether an environment stands here or later, outside of other brackets."""
        i = self._i
        while self._tokens[i].kind != "finish":
            if self._matrix_at(i):
                return True
            i = self._pairs.get(i, i) + 1
        return False

    def _matrix_at(self, i: int) -> bool:
        token, after = self._tokens[i], self._tokens[min(i + 1, len(self._tokens) - 1)]
        return token.kind == "begin" or (token.text in CLOSING and after.kind == "begin")

    def _matrices(self) -> Rows:
        total = self._term()
        while self._token.kind == "sign" and self._token.text in "+-":
            at = self._token
            total = self._added(total, self._term(), at)
        return total

    def _term(self) -> Rows:
        at = self._token
        product = self._factor()
        while True:
            slash = self._token
            if self._take("/"):
                sign = self._signs()
                divisor, *others = self._power()
                factor = self._calculator.product([self._reciprocal(divisor, sign, slash), *others])
                product = self._times(product, factor, at)
            elif self._take("*") or self._matrix_at(self._i) or self._atom_begins():
                product = self._times(product, self._factor(), at)
            else:
                return product

    def _factor(self) -> Rows:
        at, sign = self._token, self._signs()
        if self._matrix_at(self._i):
            rows = self._rows()
            if after := transposed_at(self._tokens, self._i, self._pairs):
                self._i = after
                rows = _rows_of(list(map(list, zip(*self._matrix(rows, at), strict=True))))
        else:
            factors = self._power()
            with self._blamed(at):
                rows = self._calculator.product(factors)
        return rows if sign > 0 else self._times(self._calculator.number(Fraction(-1)), rows, at)

    def _times(self, a: Rows, b: Rows, at: Token) -> Rows:
        """Return a product of two formulas, of a formula and a matrix, or of two matrices."""
        product, total = self._calculator.product, self._calculator.total
        if isinstance(b, Value):
            a, b = b, a  # formulas commute with matrices
        right = self._matrix(b, at)
        if isinstance(a, Value):
            with self._blamed(at):
                scaled = [[product([a, x]) for x in row] for row in right]
            return scaled[0][0] if isinstance(b, Value) else _rows_of(scaled)
        left, columns = self._matrix(a, at), list(zip(*right, strict=True))
        if len(left[0]) != len(right):
            raise self._error(f"{_size(left)} times {_size(right)} is no product", at)
        with self._blamed(at):
            return _rows_of(
                [
                    [total([product([x, y]) for x, y in zip(row, c, strict=True)]) for c in columns]
                    for row in left
                ]
            )

    def _added(self, a: Rows, b: Rows, at: Token) -> Rows:
        """Return a sum of two formulas, or of two matrices of one size."""
        if isinstance(a, Value) and isinstance(b, Value):
            with self._blamed(at):
                return self._calculator.total([a, b])
        if isinstance(a, Value) or isinstance(b, Value):
            raise self._error("a formula and a matrix are no sum", at)
        left, right = self._matrix(a, at), self._matrix(b, at)
        if _size(left) != _size(right):
            raise self._error(f"{_size(left)} and {_size(right)} are no sum", at)
        with self._blamed(at):
            return _rows_of(
                [
                    [self._calculator.total(pair) for pair in zip(*rows, strict=True)]
                    for rows in zip(left, right, strict=True)
                ]
            )

    def _matrix(self, rows: Rows, at: Token) -> Matrix:
        """Return rows of formulas, which must be of one length."""
        lines = rows if isinstance(rows, list) else [[rows]]
        found = [[x for x in row if isinstance(x, Value)] for row in lines if isinstance(row, list)]
        if len({len(row) for row in found}) != 1:
            raise self._error("the rows of this matrix differ in length", at)
        return found


def _rows_of(matrix: Matrix) -> Rows:
    rows: list[Rows] = [[*row] for row in matrix]
    return rows


def _size(matrix: Matrix) -> str:
    return f"{len(matrix)} × {len(matrix[0])}"
