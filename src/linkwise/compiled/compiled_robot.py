"""The compiled reading of a robot: the same calls as the plain functions, many times faster."""

import functools
import pickle
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from linkwise.algorithms.external import Wrench
from linkwise.algorithms.linear_solver import require_pivots
from linkwise.compiled.buffers import Bound
from linkwise.compiled.derivative_calls import (
    Derivative,
    HessianVectorProductCall,
    JacobianCall,
)
from linkwise.compiled.doorway import Entry, entry, prepare
from linkwise.compiled.functions import KNOWN, Variant, wrench_inputs
from linkwise.compiled.graph import size
from linkwise.compiled.kernels import CKernel, Kernel, NumpyKernel, run_threaded
from linkwise.compiled.library import Compiler, find_compiler
from linkwise.compiled.plain_calls import PlainCalls
from linkwise.compiled.report import Report, report
from linkwise.compiled.source_calls import SourceCalls
from linkwise.models.robot import Robot, require_numbers
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning, require_whole
from linkwise.spatial.scalars import Array, as_array

Backend = Literal["c", "numpy"]
Traceable = Variant | Derivative


class CompiledRobot(PlainCalls, SourceCalls):
    """A robot whose algorithms run as straight-line code.

    Every function is traced from the plain algorithm at its first call; see `compile`.  Results
    agree with the plain functions to rounding.  A NaN in a state makes all results of that state
    NaN, and no other's.

    Attributes
    ----------
    robot : Robot
        The model.
    backend : str
        "c" or "numpy".
    """

    def __init__(
        self,
        robot: Robot,
        backend: Backend | None,
        threads: int,
        parameters: Literal["inertial"] | None,
    ) -> None:
        require_numbers(robot, "only numbers can be compiled")
        if backend not in (None, "c", "numpy"):
            raise LinkwiseError(f"backend must be 'c', 'numpy' or None, got {backend!r}")
        if parameters not in (None, "inertial"):
            raise LinkwiseError(f"parameters must be 'inertial' or None, got {parameters!r}")
        require_whole(threads, "threads", 1)
        self.robot = robot
        self.threads = threads
        self._wanted, self._parameters = backend, parameters
        self._compiler: Compiler | None = None
        self._kernels: dict[Traceable, Kernel] = {}
        self._entries: dict[str, Entry] = {}  # for calls without keywords
        self._lock = threading.RLock()
        self._reason = "asked for"
        if backend != "numpy":
            self._seek_compiler()

    def _seek_compiler(self) -> None:
        try:
            self._compiler = find_compiler()
        except LinkwiseError as error:
            self._give_up(error)

    def _give_up(self, error: LinkwiseError) -> None:
        """Go on with NumPy, with one warning, unless C was asked for."""
        if self._wanted == "c":
            raise error
        self._compiler, self._reason = None, str(error)
        warnings.warn(f"computing with NumPy instead of C: {error}", LinkwiseWarning, stacklevel=5)

    @property
    def backend(self) -> Backend:
        """What runs the code: "c" or "numpy"."""
        return "c" if self._compiler else "numpy"

    def __repr__(self) -> str:
        reason = self._reason
        if self._compiler:
            reason = f"{self._compiler.version}, {self._compiler.lanes} states at once"
        return f"<{self.robot.name!r} compiled, backend {self.backend!r} ({reason})>"

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.robot, self._wanted, self.threads, self._parameters)
        return revived, (pickle.dumps(parts),)

    # --- derivatives ------------------------------------------------------------------------------

    def jacobian(self, function: str, wrt: str | Sequence[str]) -> Callable[..., Any]:
        """Return a function that computes exact partial derivatives of another's result.

        For accelerations they come from the inverse dynamics: ∂q̈/∂x = −M⁻¹ ∂rnea/∂x, ∂q̈/∂τ = M⁻¹.

        Parameters
        ----------
        function
            Name such as "rnea".
        wrt
            One or several inputs to differentiate with respect to: a joint vector of the function,
            "gravity", or "parameters" (the links' inertial parameters).

        Returns
        -------
        callable
            It takes what the function takes, and returns for each name of `wrt` an array of the
            result's shape followed by the input's: ∂τ/∂q is ``(..., n, n)``, ∂M/∂q
            ``(..., n, n, n)``.  One array for one name, a tuple for a sequence of names; so is
            `out`.

        Raises
        ------
        LinkwiseError
            If there is no such function, or it has no such input.

        Examples
        --------
        >>> import linkwise
        >>> fast = linkwise.compile(linkwise.planar_2r(), backend="numpy")
        >>> fast.jacobian("gravity_torque", wrt="q")([0, 0.5])
        array([[-2.35158227, -2.35158227],
               [-2.35158227, -2.35158227]])
        """
        if not isinstance(wrt, Sequence):
            raise LinkwiseError(f"wrt must be a name such as 'q', or several, got {wrt!r}")
        return JacobianCall(self, function, wrt if isinstance(wrt, str) else tuple(wrt))

    def hessian_vector_product(self, function: str, wrt: str) -> Callable[..., Array]:
        """Return a function that multiplies second derivatives of another's result by a vector.

        H v with H = ∂²(Σ w_k f_k)/∂x², computed without H.

        Parameters
        ----------
        function
            Name such as "kinetic_energy".
        wrt
            The input x, as for `jacobian`.

        Returns
        -------
        callable
            It takes what the function takes, ``vector=`` of the shape of x, and, unless the result
            is one number, ``weights=`` w of the result's shape.  It returns an array of the shape
            of x.

        Raises
        ------
        LinkwiseError
            If there is no such function, or it has no such input.

        Examples
        --------
        The masses that a rate of joint 1 feels, from K = ½ q̇ᵀ M q̇:

        >>> import linkwise
        >>> fast = linkwise.compile(linkwise.planar_2r(), backend="numpy")
        >>> fast.hessian_vector_product("kinetic_energy", wrt="qd")([0, 0], [0, 0], vector=[1, 0])
        array([2.7 , 0.85])
        """
        return HessianVectorProductCall(self, function, wrt)

    # --- more than calls --------------------------------------------------------------------------

    def bind(self, name: str, states: int | None = None) -> "Bound":
        """Return a function without arguments, on buffers of its own that the caller fills.

        Parameters
        ----------
        name
            Name of the function, such as "rnea".
        states
            Number of states N for buffers ``(N, ...)``; one state with buffers ``(...)`` if not
            given.

        Examples
        --------
        >>> import linkwise
        >>> f = linkwise.compile(linkwise.planar_2r(), backend="numpy").bind("gravity_torque")
        >>> f.q[:] = 0, 1
        >>> f()
        array([17.36518281,  2.65018281])
        """
        bindable = [known for known in KNOWN if not known.startswith("link_")]
        if name not in bindable:
            known = ", ".join(bindable)
            raise LinkwiseError(f"there is no {name!r} to bind: {known} are known")
        if states is not None:
            require_whole(states, "states", 0)
        variant = Variant(name, parameters=bool(self._parameters))
        return Bound(self.robot, self.kernel(variant), states, self._compiler)

    def report(self) -> Report:
        """Return a table of the functions used so far: operations, build time, ns a state."""
        robot = self.robot
        title = f"{self!r}: {robot.n} joints, {len(robot.links)} links"
        named = [(_label(what, kernel), kernel) for what, kernel in self._kernels.items()]
        return report(title, named)

    # --- how a call runs --------------------------------------------------------------------------

    def _call(
        self,
        name: str,
        vectors: tuple[ArrayLike, ...],
        external: Mapping[str, Wrench] | None,
        gravity: ArrayLike | None,
        parameters: ArrayLike | None,
        out: Array | None,
        **options: Any,
    ) -> Array:
        """Return the first result of a function at states of any batch shape."""
        plain = external is None and gravity is None and parameters is None and not options
        if plain and name in self._entries:
            made = vectors if out is None else (*vectors, out)
            result = self._entries[name](*made)
            if result is not None:
                return result
        request = _Request(name, vectors, external, gravity, parameters, options)
        variant, arrays = self._read(request)
        return next(iter(self.compute(variant, arrays, () if out is None else (out,)).values()))

    def _call_several(
        self,
        name: str,
        vectors: tuple[ArrayLike, ...],
        gravity: ArrayLike | None,
        parameters: ArrayLike | None,
        out: Sequence[Array] | None,
        **options: Any,
    ) -> tuple[Array, ...]:
        """Return all results of a function at states of any batch shape."""
        variant, arrays = self._read(_Request(name, vectors, None, gravity, parameters, options))
        results = self.compute(variant, arrays, out or ())
        return tuple(a for output, a in results.items() if output != "pivots")

    def _read(
        self, request: "_Request", wrt: Sequence[str] = ()
    ) -> tuple[Variant, dict[str, Array]]:
        """Return which variant of a function a call wants, and its inputs by name."""
        name, vectors, external, gravity, parameters, options = request
        arrays = dict(zip(KNOWN[name].vectors, map(as_real, vectors), strict=True))
        for vector, a in arrays.items():
            self.robot.require_joint_axis(a, vector)
        wrenches, wrench_arrays = wrench_inputs(external)
        arrays |= {k: as_real(a) for k, a in wrench_arrays.items()}
        if gravity is not None or "gravity" in wrt:
            arrays["gravity"] = as_real(self.robot.gravity if gravity is None else gravity)
        if self._parameters or "parameters" in wrt:
            arrays["parameters"] = self._parameter_array(parameters)
        elif parameters is not None:
            raise LinkwiseError(
                "parameters are inputs only of compile(robot, parameters='inertial')"
            )
        variant = Variant(
            name, wrenches, "gravity" in arrays, "parameters" in arrays, tuple(options.items())
        )
        return variant, arrays

    def read(
        self,
        function: str,
        wrt: Sequence[str],
        arguments: Sequence[Any],
        keywords: dict[str, Any],
        further: Mapping[str, ArrayLike],
    ) -> tuple[Variant, dict[str, Array]]:
        """Return what a call of a function wants, with the inputs `wrt` in any case."""
        request = getattr(CompiledRobot, function)(_Recorder, *arguments, **keywords)
        variant, arrays = self._read(request, wrt)
        return variant, arrays | {name: as_real(a) for name, a in further.items()}

    def compute(
        self, traceable: Traceable, arrays: Mapping[str, Array], outs: Sequence[Array]
    ) -> dict[str, Array]:
        """Return all outputs by name, or the joint whose acceleration is not determined."""
        results = self._evaluate(self.kernel(traceable), arrays, outs)
        if "pivots" in results:
            require_pivots(self.robot, results["pivots"])
        return results

    def _parameter_array(self, parameters: ArrayLike | None) -> Array:
        """Return the inertial parameters given, or the model's own."""
        if parameters is None:
            return np.array([link.inertia.parameters() for link in self.robot.links])
        return as_real(parameters)

    def kernel(self, traceable: Traceable) -> Kernel:
        """Return the runnable form of a function or derivative, traced and built at first use."""
        found = self._kernels.get(traceable)
        if found is None:
            with self._lock:
                found = self._kernels.get(traceable) or self._build(traceable)
                self._kernels[traceable] = found
        return found

    def _build(self, traceable: Traceable) -> Kernel:
        program = traceable.trace(self.robot)
        if self._compiler:
            try:
                with ThreadPoolExecutor(1) as meanwhile:
                    meanwhile.submit(prepare, self._compiler)
                    kernel = CKernel(program, self._compiler)
            except LinkwiseError as error:
                self._give_up(error)
            else:
                self._open(traceable, kernel, self._compiler)
                return kernel
        return NumpyKernel(program)

    def _open(self, variant: Traceable, kernel: CKernel, compiler: Compiler) -> None:
        """Let calls without keywords go straight to the kernel, where one thread serves all."""
        if self.threads == 1 and isinstance(variant, Variant) and variant == Variant(variant.name):
            made = entry(kernel, compiler)
            if made is not None:
                self._entries[variant.name] = made

    def _evaluate(
        self, kernel: Kernel, arrays: Mapping[str, Array], outs: Sequence[Array]
    ) -> dict[str, Array]:
        """Return all outputs of a kernel, the first of them in `outs` if given."""
        program = kernel.program
        shapes = []
        for name, core in program.inputs.items():
            cut = arrays[name].ndim - len(core)
            if arrays[name].shape[cut:] != core:
                raise LinkwiseError(
                    f"{name} has shape {arrays[name].shape}: (..., {core}) is wanted"
                )
            shapes.append(arrays[name].shape[:cut])
        try:
            batch = np.broadcast_shapes(*shapes)
        except ValueError:
            named = ", ".join(f"{name} {arrays[name].shape}" for name in program.inputs)
            raise LinkwiseError(f"batch axes do not fit together: {named}") from None
        states = size(batch)
        inputs = [
            np.ascontiguousarray(np.broadcast_to(arrays[name], batch + core)).reshape(
                states, size(core)
            )
            for name, core in program.inputs.items()
        ]
        results = {name: np.empty(batch + core) for name, core in program.outputs.items()}
        given = dict(zip(results, outs, strict=False))
        for name, out in given.items():
            require_out(out, results[name].shape)
            if not any(np.may_share_memory(out, a) for a in inputs):
                results[name] = out
        rows = [results[name].reshape(states, size(core)) for name, core in program.outputs.items()]
        run_threaded(kernel, inputs, rows, self.threads)
        for name, out in given.items():
            if results[name] is not out:
                out[...] = results[name]
        return results | given


def _label(what: Traceable, kernel: Kernel) -> str:
    """Return a kernel's name, with the options of its function."""
    options = what.options if isinstance(what, Variant) else what.variant.options
    given = ", ".join(f"{key}={value!r}" for key, value in options)
    return f"{kernel.program.name}({given})" if given else kernel.program.name


class _Request(NamedTuple):
    """What a call of a function asks for."""

    name: str
    vectors: tuple[ArrayLike, ...]
    external: Mapping[str, Wrench] | None
    gravity: ArrayLike | None
    parameters: ArrayLike | None
    options: dict[str, Any]


class _Recorder:
    """Stands in for a compiled robot to learn what a method makes of its arguments."""

    @staticmethod
    def _call(name: str, *asked: Any, **options: Any) -> _Request:
        vectors, external, gravity, parameters, _ = asked  # the last is `out`
        return _Request(name, vectors, external, gravity, parameters, options)


@functools.lru_cache(maxsize=16)
def revived(parts: bytes) -> CompiledRobot:
    """Return the robot of a pickle, one for all equal pickles, so that a process builds it once."""
    return CompiledRobot(*pickle.loads(parts))  # noqa: S301 - inside a pickle that is being read


def as_real(x: ArrayLike) -> Array:
    """Return `x` as a float64 array, without a copy where it is one."""
    if isinstance(x, np.ndarray) and x.dtype == np.float64:
        return x
    a = as_array(x)
    if a.dtype != np.float64:
        raise LinkwiseError(
            f"compiled functions take real numbers, got {a.dtype} entries: "
            "the plain functions take complex numbers and symbols"
        )
    return a


def require_out(out: Array, shape: tuple[int, ...]) -> None:
    """Raise a `LinkwiseError` unless `out` can hold a result of this shape."""
    if not isinstance(out, np.ndarray) or out.dtype != np.float64 or out.shape != shape:
        kind = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
        raise LinkwiseError(f"out must be a float64 array of shape {shape}, got {kind}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise LinkwiseError("out must be C-contiguous and writeable")


def compile(  # noqa: A001 - the word that users of the field look for
    robot: Robot,
    backend: Backend | None = None,
    *,
    threads: int = 1,
    parameters: Literal["inertial"] | None = None,
) -> CompiledRobot:
    """Return a robot whose algorithms run as straight-line code.

    Parameters
    ----------
    robot
        The model; numbers only.
    backend
        "c": compiled by the system's C compiler (the environment's CC, or ``cc``); "numpy": run by
        NumPy over chunks of states.  By default C where a compiler works, else NumPy with one
        warning that says why.
    threads
        How many threads share large batches.
    parameters
        "inertial" keeps the links' inertial parameters as inputs: functions then take
        ``parameters=`` of shape ``(..., links, 10)``, each row as `Inertia.parameters`.

    Returns
    -------
    CompiledRobot
        The same calls as the plain functions, same shapes, same refusals.

    Raises
    ------
    LinkwiseError
        If the model has symbols, an option is unknown, or C is asked for and no compiler works.

    Examples
    --------
    >>> import linkwise
    >>> fast = linkwise.compile(linkwise.planar_2r(), backend="numpy")
    >>> fast.rnea([[0, 0], [0, 1]], [0, 0], [0, 0])
    array([[19.62      ,  4.905     ],
           [17.36518281,  2.65018281]])
    """
    return CompiledRobot(robot, backend, threads, parameters)
