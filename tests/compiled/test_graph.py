"""Expression graphs: what is folded, and that programs compute what was recorded."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from linkwise import LinkwiseError
from linkwise.compiled import doorway, library
from linkwise.compiled.emit_python import python_source
from linkwise.compiled.graph import Graph, Scalar, trace
from linkwise.compiled.kernels import CHUNK, CKernel, NumpyKernel, run_threaded

ROUNDING = 2.0**-53


def scalars(values):
    """Return recorded scalars as an object array."""
    return np.array([*values, None], dtype=object)[:-1]


def recorded(function, inputs):
    """Return the program of a function of scalars that returns a list of results."""
    return trace("f", lambda v: {"y": scalars(function(*v))}, {"v": (inputs,)})


def c_kernel(program):
    """Return the program in C, or skip."""
    try:
        compiler = library.find_compiler()
    except LinkwiseError as error:
        pytest.skip(str(error))
    return CKernel(program, compiler)


def run(kernel, rows):
    """Return a kernel's only output at rows of its only input."""
    rows = np.ascontiguousarray(rows, dtype=float)
    out = np.empty((len(rows), len(kernel.program.results)))
    kernel.run([rows], [out])
    return out


def run_one_by_one(kernel, rows):
    """Return the same, computed a state at a time."""
    return np.concatenate([run(kernel, row[None]) for row in np.asarray(rows, dtype=float)])


# --- what is folded -------------------------------------------------------------------------------

RULES = {
    "x + 0": (lambda x, _: x + 0, lambda x, _: x),
    "0 + x": (lambda x, _: 0 + x, lambda x, _: x),
    "x − 0": (lambda x, _: x - 0, lambda x, _: x),
    "0 − x": (lambda x, _: 0 - x, lambda x, _: -x),
    "x 1": (lambda x, _: x * 1, lambda x, _: x),
    "1 x": (lambda x, _: 1 * x, lambda x, _: x),
    "x (−1)": (lambda x, _: x * -1, lambda x, _: -x),
    "x / 1": (lambda x, _: x / 1, lambda x, _: x),
    "−(−x)": (lambda x, _: -(-x), lambda x, _: x),  # noqa: B002 - no decrement
    "+x": (lambda x, _: +x, lambda x, _: x),
    "x + x": (lambda x, _: x + x, lambda x, _: 2 * x),
    "x + (−y)": (lambda x, y: x + -y, lambda x, y: x - y),
    "(−x) + y": (lambda x, y: -x + y, lambda x, y: y - x),
    "(−x) + (−y)": (lambda x, y: -x + -y, lambda x, y: -x - y),
    "x − (−y)": (lambda x, y: x - -y, lambda x, y: x + y),
    "(−x) − y": (lambda x, y: -x - y, lambda x, y: -(x + y)),
    "(−x) − (−y)": (lambda x, y: -x - -y, lambda x, y: y - x),
    "−(x − y)": (lambda x, y: -(x - y), lambda x, y: y - x),
    "(−x) y": (lambda x, y: -x * y, lambda x, y: -(x * y)),
    "x (−y)": (lambda x, y: x * -y, lambda x, y: -(x * y)),
    "(−x)(−y)": (lambda x, y: -x * -y, lambda x, y: x * y),
    "x (−2)": (lambda x, _: x * -2, lambda x, _: -(2 * x)),
    "2 (3 x)": (lambda x, _: 2 * (3 * x), lambda x, _: 6 * x),
    "(x 2) / 4": (lambda x, _: x * 2 / 4, lambda x, _: x * Fraction(1, 2)),
    "y + x": (lambda x, y: y + x, lambda x, y: x + y),
    "y x": (lambda x, y: y * x, lambda x, y: x * y),
    "x / y": (lambda x, y: x / y, lambda x, y: x * (1 / y)),
}
CONSTANTS = {
    "x 0": (lambda x: x * 0, 0.0),
    "0 / x": (lambda x: 0 / x, 0.0),
    "x − x": (lambda x: x - x, 0.0),
    "x + (−x)": (lambda x: x + -x, 0.0),
    "(−x) + x": (lambda x: -x + x, 0.0),
    "2 + 3": (lambda x: x * 0 + 2 + 3, 5.0),
    "2 − 3": (lambda x: x * 0 + 2 - 3, -1.0),
    "2 · 3": (lambda x: (x * 0 + 2) * 3, 6.0),
    "2 / 8": (lambda x: (x * 0 + 2) / 8, 0.25),
    "−0": (lambda x: -(x * 0), 0.0),
    "sin 0": (lambda x: (x * 0).sin(), 0.0),
    "cos 0": (lambda x: (x * 0).cos(), 1.0),
    "sign −3": (lambda x: (x * 0 - 3).sign(), -1.0),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_sum_or_product_is_folded(rule):
    """Both sides become one node, with the numbers of Python's own arithmetic on both sides."""
    left, right = RULES[rule]
    graph = Graph()
    x, y = (Scalar(graph, graph.node("input", k)) for k in range(2))
    assert left(x, y).index == right(x, y).index
    rows = np.random.default_rng(0).uniform(-2, 2, (9, 2))
    values = run(NumpyKernel(recorded(lambda x, y: [left(x, y)], 2)), rows)[:, 0]
    for side in (left, right):
        plain = [float(side(*row)) for row in rows.tolist()]
        np.testing.assert_allclose(values, plain, rtol=4 * ROUNDING)


@pytest.mark.parametrize("rule", CONSTANTS)
def test_constants_are_computed_at_once(rule):
    """What does not depend on the state is a number, never a negative zero."""
    expression, value = CONSTANTS[rule]
    graph = Graph()
    result = expression(Scalar(graph, graph.node("input", 0)))
    assert graph.value(result.index) == value
    assert math.copysign(1.0, graph.value(result.index)) == (-1.0 if value < 0 else 1.0)


def test_what_differs_is_kept_apart():
    """Order matters to differences and quotients, and other operations are other nodes."""
    graph = Graph()
    x, y = (Scalar(graph, graph.node("input", k)) for k in range(2))
    nodes = [x - y, y - x, x / y, y / x, x + y, x * y, -x, 1 / x, x.sin(), x.cos(), x.sign()]
    assert len({e.index for e in nodes}) == len(nodes)


def test_equal_nodes_are_one_and_idle_ones_are_dropped():
    """A sine used three times is computed once; what no result needs is not computed."""

    def results(x, y):
        idle = (x.cos() + 3) * y
        assert isinstance(idle, Scalar)
        return [x.sin() * y + y * x.sin(), x.sin() * y]

    program = recorded(results, 2)
    assert program.operations() == {"mul": 2, "sin": 1}  # sin x, y sin x, 2 (y sin x)
    assert "cos" not in python_source(program)


def test_only_real_numbers_mix_with_recorded_ones():
    """Ints, fractions and NumPy's reals become constants; complex numbers and text are refused."""
    graph = Graph()
    x = Scalar(graph, graph.node("input", 0))
    for two in (2, 2.0, Fraction(2), np.float32(2), np.float64(2), np.int8(2), True + 1):
        assert (x * two).index == (two * x).index == (2 * x).index
    for odd in (1j, np.complex128(1j), "2", None):
        with pytest.raises(TypeError):
            x * odd


def test_huge_and_tiny_constants_are_not_multiplied():
    """The product of two constants may overflow or vanish where each with the state does not."""
    program = recorded(lambda x: [1e200 * (1e200 * x), 1e-200 * (1e-200 * x)], 1)
    for kernel in (NumpyKernel(program), c_kernel(program)):
        (tiny, _), (_, huge) = run(kernel, [[1e-300], [1e300]])
        assert (tiny, huge) == (pytest.approx(1e100), pytest.approx(1e-100))


@pytest.mark.parametrize("make_kernel", [NumpyKernel, c_kernel])
def test_the_order_of_operations_is_kept(make_kernel):
    """Products that overflow and sums that cancel in another order keep the one written."""
    kernel = make_kernel(
        recorded(lambda x, y, z: [x * (y * z), (x * y) * z, x + (y - z), (x + y) - z], 3)
    )
    (first, second) = run(kernel, [[1e200, 1e200, 1e-200], [1e-20, 1.0, 1.0]])
    assert first[:2].tolist() == [1e200, np.inf]
    assert second[2:].tolist() == [1e-20, 0.0]


@pytest.mark.parametrize(
    "function", [lambda x: 1e200 * (x * 0 + 1e200), lambda x: 1 / (x - x), lambda x: x + math.inf]
)
def test_programs_without_finite_numbers_are_refused(function):
    """Infinity and NaN have no literal in most languages, and mean a hopeless model."""
    with pytest.raises(LinkwiseError, match="f cannot be compiled: whatever the state"):
        recorded(lambda x: [function(x)], 1)
    recorded(lambda x: [x, function(x) * 0][:1], 1)  # idle, it does no harm


# --- programs compute what was recorded -----------------------------------------------------------


class Bounded:
    """A float and a bound of its rounding error, by running error analysis.

    Each operation adds half a unit in the last place to what its operands' errors become (N. J.
    Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.3).
    """

    def __init__(self, value, error=0.0):
        self.value, self.error = value, error

    def rounded(self, value, error, units=1):
        """Return the result of an operation."""
        bound = error + units * ROUNDING * abs(value)
        return Bounded(value, bound if bound < math.inf and math.isfinite(value) else math.inf)

    def __add__(self, y):
        return self.rounded(self.value + y.value, self.error + y.error)

    def __sub__(self, y):
        return self.rounded(self.value - y.value, self.error + y.error)

    def __mul__(self, y):
        error = abs(self.value) * y.error + abs(y.value) * self.error + self.error * y.error
        return self.rounded(self.value * y.value, error)

    def __truediv__(self, y):
        room = abs(y.value) - y.error
        if not room > 0:  # it may be a division by zero
            return Bounded(math.nan, math.inf)
        value = self.value / y.value
        return self.rounded(value, (self.error + abs(value) * y.error) / room, 4)  # times 1 / y

    def __neg__(self):
        return Bounded(-self.value, self.error)

    def sin(self):
        """Return the sine."""
        return self.rounded(math.sin(self.value) if self.error < 1 else 0.0, self.error, 6)

    def cos(self):
        """Return the cosine."""
        return self.rounded(math.cos(self.value) if self.error < 1 else 0.0, self.error, 6)

    def sign(self):
        """Return the sign, which is not known if the error may change it."""
        sign = float((self.value > 0) - (self.value < 0))
        if abs(self.value) > self.error or self.error == 0:
            return Bounded(sign)
        return Bounded(sign, 2.0 if math.isfinite(self.error) else math.inf)


INPUTS = 4
LEAVES = st.sampled_from([f"x{k}" for k in range(INPUTS)]) | st.sampled_from(
    [0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.1, 3.7]
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*", "/", "*", "-"]), inner, inner),
        st.tuples(st.sampled_from(["neg", "sin", "cos", "sign"]), inner),
    ),
    max_leaves=16,
)


def built(expression, x, constant):
    """Return an expression of the inputs x."""
    if isinstance(expression, float):
        return constant(expression)
    if isinstance(expression, str):
        return x[int(expression[1:])]
    operation, *rest = expression
    a, *b = [built(e, x, constant) for e in rest]
    if operation == "neg":
        return -a
    if not b:
        return getattr(a, operation)()
    (b,) = b
    if operation == "+":
        return a + b
    if operation == "-":
        return a - b
    return a * b if operation == "*" else a / b


def traced(expressions):
    """Return the program of expressions."""

    def function(*x):
        graph = x[0].graph
        return [built(e, x, lambda value: Scalar(graph, graph.const(value))) for e in expressions]

    return recorded(function, INPUTS)


def is_refused(expression):
    """Tell whether an expression divides by zero whatever the state."""
    try:
        traced([expression])
    except LinkwiseError:
        return True
    return False


def compare(make_kernel, expressions, seed):
    """Compare a program of all the expressions with each on floats, within rounding."""
    rows = np.random.default_rng(seed).integers(-30, 31, (9, INPUTS)) / 10
    lines = [
        [built(e, [*map(Bounded, row)], Bounded) for e in expressions] for row in rows.tolist()
    ]
    right = np.array([[b.value for b in line] for line in lines])
    error = np.array([[b.error for b in line] for line in lines])
    refused = np.array([*map(is_refused, expressions)])
    assert np.isinf(error[:, refused]).all()
    kernel = make_kernel(
        traced([0.0 if bad else e for e, bad in zip(expressions, refused, strict=True)])
    )
    known = np.isfinite(error)
    for values in (run(kernel, rows), run_one_by_one(kernel, rows)):
        assert (np.abs(values - right)[known] <= 3 * error[known] + 1e-300).all()


@settings(max_examples=100)
@given(st.lists(EXPRESSIONS, min_size=1, max_size=8), st.integers(0, 99))
def test_random_expressions_in_numpy(expressions, seed):
    """Whatever is written, NumPy computes what floats do one operation after the other."""
    compare(NumpyKernel, expressions, seed)


@settings(max_examples=4, phases=[Phase.generate])  # each is compiled
@given(st.lists(EXPRESSIONS, min_size=60, max_size=80), st.integers(0, 99))
def test_random_expressions_in_c(expressions, seed):
    """Whatever is written, vector code computes what floats do one operation after the other."""
    compare(c_kernel, expressions, seed)


DEEP = 10_000
CHAINS = {
    "s + x y": lambda s, x, y: s + x * y,
    "x + s": lambda s, x, y: x + s if s is not x else s + y,
    "x − s": lambda s, x, y: x - s if s is not x else s - y,
    "s x − y": lambda s, x, y: s * x - y,
    "−(s + x)": lambda s, x, _: -(s + x),
    "x (y − s)": lambda s, x, y: x * (y - s),
    "1 / (s + 2)": lambda s, *_: 1 / (s + 2),
    "sin s": lambda s, *_: s.sin() if isinstance(s, Scalar) else math.sin(s),
}


def chain(step, x, y):
    """Return what 10,000 steps make of x."""
    s = x
    for _ in range(DEEP):
        s = step(s, x, y)
    return s


@pytest.mark.parametrize("step", CHAINS)
def test_chains_of_ten_thousand_steps(step):
    """No recursion runs out, Python's parser meets no deep nesting, and every bit is right.

    The oracle is the same loop on floats: one rounding an operation, in the order written.
    """
    program = recorded(lambda x, y: [chain(CHAINS[step], x, y)], 2)
    assert len(program.live()) > DEEP
    row = [0.8, 0.7]
    right = chain(CHAINS[step], *row)
    assert abs(right) < 1e9
    assert run_one_by_one(NumpyKernel(program), [row])[0, 0] == right
    nesting, deepest = 0, 0
    for mark in re.findall("[()]", python_source(program)):
        nesting += 1 if mark == "(" else -1
        deepest = max(deepest, nesting)
    assert deepest < 100


def test_a_deep_chain_in_c(monkeypatch):
    """Vector code of 20,000 operations, cut into parts, gives each bit of the loop on floats."""
    monkeypatch.setattr(library, "FLAGS", (*library.FLAGS, "-O0", "-ffp-contract=off"))
    step = CHAINS["s x − y"]
    program = recorded(lambda x, y: [chain(step, x, y)], 2)
    rows = [[0.8, 0.7], [-0.3, 2.0]]
    right = [chain(step, *row) for row in rows]
    assert run(c_kernel(program), rows)[:, 0].tolist() == right


# --- NaN ------------------------------------------------------------------------------------------


def forgetful(a, b, c, d):
    """Return results that lose inputs by folding: all, some and none."""
    return [a * 0, b - b + c, (a * 0 + 2) * b, a + b + c + d, d.sign(), (a * 0).cos(), 3 * d]


@pytest.mark.parametrize("make_kernel", [NumpyKernel, c_kernel])
def test_a_nan_in_any_input_reaches_every_result(make_kernel):
    """Even where 0 x was folded, in a batch as for one state; the other states keep their bits."""
    kernel = make_kernel(recorded(forgetful, 4))
    rows = np.random.default_rng(1).uniform(-3, 3, (13, 4))
    clean = run(kernel, rows)
    assert np.array_equal(
        clean[:, [0, 1, 5]], np.stack([0 * rows[:, 0], rows[:, 2], 0 * rows[:, 0] + 1], 1)
    )
    for k in range(4):
        spoilt = rows.copy()
        spoilt[7, k] = np.nan
        for values in (run(kernel, spoilt), run_one_by_one(kernel, spoilt)):
            assert np.isnan(values[7]).all()
            np.testing.assert_allclose(
                np.delete(values, 7, axis=0), np.delete(clean, 7, axis=0), rtol=4 * ROUNDING
            )


@pytest.mark.parametrize("make_kernel", [NumpyKernel, c_kernel])
def test_huge_inputs_are_not_taken_for_nan(make_kernel):
    """Inputs whose sum overflows leave a result alone that does not depend on them."""
    kernel = make_kernel(recorded(lambda a, _, c: [c * 2, a * 0 + 5], 3))
    assert run(kernel, [[1.5e308, 1.5e308, 1.0], [-1.5e308, 1.5e308, 1.0]]).tolist() == [[2, 5]] * 2


# --- kernels --------------------------------------------------------------------------------------


def test_one_state_in_plain_floats():
    """Where Python's floats raise, arrays decide: division by zero, sine of infinity."""
    kernel = NumpyKernel(recorded(lambda x, y: [1 / x, (y * 1e300 * 1e300).sin(), x + y], 2))
    for row, right in [
        ([0.0, 1.0], [np.inf, np.nan, 1.0]),
        ([-0.0, 0.0], [-np.inf, 0.0, 0.0]),
        ([2.0, 0.0], [0.5, 0.0, 2.0]),
        ([2.0, np.nan], [np.nan, np.nan, np.nan]),
        ([np.inf, 0.0], [0.0, np.nan, np.inf]),
    ]:
        got = run(kernel, [row])
        np.testing.assert_array_equal(got, run(kernel, [row, row])[:1])
        np.testing.assert_array_equal(got[0], right)


def test_one_state_of_many_kinds_is_what_a_batch_gives():
    """Sines of Python and of NumPy may differ in the last place, and nothing else may."""
    rows = np.random.default_rng(2).uniform(-3, 3, (50, 4))
    kernel = NumpyKernel(
        recorded(lambda a, b, c, d: [a.sin() * b + c.cos(), (a - b) / c, a * b - c * d], 4)
    )
    np.testing.assert_allclose(run(kernel, rows), run_one_by_one(kernel, rows), rtol=1e-14)


@pytest.mark.parametrize("make_kernel", [NumpyKernel, c_kernel])
@pytest.mark.parametrize("states", [0, 1, CHUNK, 2 * CHUNK, 2 * CHUNK + 1, 5 * CHUNK + 7])
@pytest.mark.parametrize("threads", [1, 2, 3, 64])
def test_threads_share_states_without_gaps(make_kernel, states, threads):
    """Every state is computed, whatever the shares: x² at consecutive numbers, known exactly."""
    kernel = make_kernel(recorded(lambda x: [x * x], 1))
    x, out = np.arange(states, dtype=float)[:, None], np.full((states, 1), np.nan)
    run_threaded(kernel, [x], [out], threads)
    assert np.array_equal(out, x * x)


def test_an_error_in_a_thread_is_raised():
    """What goes wrong in a share is not lost with its thread."""

    class Broken(NumpyKernel):
        def run(self, *_):
            raise MemoryError("no room")

    kernel = Broken(recorded(lambda x: [x * x], 1))
    x = np.zeros((4 * CHUNK, 1))
    with pytest.raises(MemoryError, match="no room"):
        run_threaded(kernel, [x], [x.copy()], 2)


@pytest.mark.parametrize("states", [1, 31, 32, 1000])
@pytest.mark.parametrize("inputs", [1, doorway.MOST, doorway.MOST + 1])
def test_bound_buffers(states, inputs):
    """A bound function reads its buffers anew at each call, by the doorway or, if many, without."""

    def total(**arrays):
        return {"y": scalars([sum(a[0] for a in arrays.values()) * 2])}

    program = trace("total", total, {f"x{k}": (1,) for k in range(inputs)})
    buffers = [np.zeros((states, 1)) for _ in range(inputs)]
    out = np.full((states, 1), np.nan)
    numpy_kernel, compiled = NumpyKernel(program), c_kernel(program)
    for call in (
        numpy_kernel.prepared(buffers, [out]),
        compiled.prepared(buffers, [out]),
        doorway.bound(compiled, buffers, [out], library.find_compiler()),
    ):
        for value in (1.0, 3.0):
            for a in buffers:
                a[:] = value
            assert call() in (None, True)
            assert np.array_equal(out, np.full((states, 1), 2 * inputs * value))
