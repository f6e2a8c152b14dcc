"""Derivatives of a compiled robot's functions, called with the functions' own arguments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import ArrayLike

from linkwise.compiled.derivatives import (
    acceleration_jacobian,
    differentiate,
    hessian_vector_product,
)
from linkwise.compiled.functions import FUNCTIONS, Variant
from linkwise.compiled.graph import Program
from linkwise.compiled.kernels import Kernel
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


@dataclass(frozen=True)
class Jacobian:
    """Which first derivatives of which function.

    Attributes
    ----------
    variant
        The function.
    wrt
        Names of its inputs.
    """

    variant: Variant
    wrt: tuple[str, ...]

    def trace(self, robot: Robot) -> Program:
        """Return the program of the derivatives."""
        if "tau" in FUNCTIONS[self.variant.name].vectors:
            return acceleration_jacobian(self.variant, robot, self.wrt)
        return differentiate(self.variant.trace(robot), self.wrt)


@dataclass(frozen=True)
class HessianVectorProduct:
    """Which second derivatives of which function; see `Jacobian`."""

    variant: Variant
    wrt: str

    def trace(self, robot: Robot) -> Program:
        """Return the program of the product."""
        return hessian_vector_product(self.variant.trace(robot), self.wrt)


Derivative = Jacobian | HessianVectorProduct


class Owner(Protocol):
    """What a call needs of a `CompiledRobot`."""

    def read(
        self,
        function: str,
        wrt: Sequence[str],
        arguments: Sequence[Any],
        keywords: dict[str, Any],
        further: Mapping[str, ArrayLike],
    ) -> tuple[Variant, dict[str, Array]]:
        """Return which variant of a function the arguments ask for, and all inputs by name."""

    def kernel(self, traceable: Derivative) -> Kernel:
        """Return the runnable form."""

    def compute(
        self, traceable: Derivative, arrays: Mapping[str, Array], outs: Sequence[Array]
    ) -> dict[str, Array]:
        """Return all outputs by name, the first of them in `outs`."""


@dataclass(frozen=True)
class JacobianCall:
    """What `CompiledRobot.jacobian` returns."""

    owner: Owner
    function: str
    wrt: str | tuple[str, ...]

    def __post_init__(self) -> None:
        require_inputs(self.function, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The inputs to differentiate with respect to."""
        return (self.wrt,) if isinstance(self.wrt, str) else self.wrt

    def __call__(self, *arguments: Any, out: Any = None, **keywords: Any) -> Any:
        """Return the derivatives where the function is called with these arguments."""
        variant, arrays = self.owner.read(self.function, self.names, arguments, keywords, {})
        single = isinstance(self.wrt, str)
        outs = () if out is None else (out,) if single else tuple(out)
        if outs and len(outs) != len(self.names):
            raise LinkwiseError(f"out must hold {len(self.names)} arrays, got {len(outs)}")
        results = self.owner.compute(Jacobian(variant, self.names), arrays, outs)
        blocks = tuple(results.values())[: len(self.names)]
        return blocks[0] if single else blocks


@dataclass(frozen=True)
class HessianVectorProductCall:
    """What `CompiledRobot.hessian_vector_product` returns."""

    owner: Owner
    function: str
    wrt: str

    def __post_init__(self) -> None:
        require_inputs(self.function, (self.wrt,))

    def __call__(
        self,
        *arguments: Any,
        vector: ArrayLike,
        weights: ArrayLike | None = None,
        out: Array | None = None,
        **keywords: Any,
    ) -> Array:
        """Return the product where the function is called with these arguments."""
        further = {"vector": vector} | ({} if weights is None else {"weights": weights})
        variant, arrays = self.owner.read(self.function, (self.wrt,), arguments, keywords, further)
        product = HessianVectorProduct(variant, self.wrt)
        wanted = self.owner.kernel(product).program.inputs.get("weights")
        if (weights is None) != (wanted is None):
            shape = ", ".join(map(str, ("...", *(wanted or ()))))
            takes = f"weights= of shape ({shape}), one an entry" if wanted else "no weights"
            raise LinkwiseError(f"the Hessian of {self.function} takes {takes}")
        results = self.owner.compute(product, arrays, () if out is None else (out,))
        return results["Hv"]


def require_inputs(function: str, wrt: Sequence[str]) -> None:
    """Raise a `LinkwiseError` unless there is such a function and it has such inputs, each once."""
    if function not in FUNCTIONS:
        raise LinkwiseError(
            f"there is no {function!r} to differentiate: {', '.join(FUNCTIONS)} are known"
        )
    gravity = ("gravity",) if "gravity" in FUNCTIONS[function].takes else ()
    known = (*FUNCTIONS[function].vectors, *gravity, "parameters")
    unknown = [x for x in wrt if x not in known]
    if unknown:
        raise LinkwiseError(f"{function} has no input {unknown[0]!r}: {', '.join(known)} are known")
    if not wrt or len(set(wrt)) < len(wrt):
        raise LinkwiseError(f"wrt must name one or several different inputs, got {wrt!r}")
