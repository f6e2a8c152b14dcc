"""Compiled functions on buffers that their caller fills."""

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwise.algorithms.linear_solver import require_pivots
from linkwise.compiled.doorway import bound
from linkwise.compiled.kernels import CKernel, Kernel
from linkwise.compiled.library import Compiler
from linkwise.models.robot import Robot
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.scalars import Array


class Bound:
    """A compiled function on buffers of its own; see `CompiledRobot.bind`.

    Attributes
    ----------
    inputs, outputs : dict of str to ndarray
        The buffers, also found as attributes: ``f.q``, ``f.tau``.  A call overwrites the outputs.
    """

    def __init__(
        self, robot: Robot, kernel: Kernel, states: int | None, compiler: Compiler | None
    ) -> None:
        batch = () if states is None else (states,)
        program = kernel.program
        self._robot = robot
        self.inputs = {name: np.zeros(batch + core) for name, core in program.inputs.items()}
        self.outputs = {name: np.empty(batch + core) for name, core in program.outputs.items()}
        if "parameters" in self.inputs:
            self.inputs["parameters"][...] = [k.inertia.parameters() for k in robot.links]
        self._pivots = self.outputs.get("pivots")
        self._result = next(iter(self.outputs.values()))
        rows = 1 if states is None else states
        ins = [a.reshape(rows, -1) for a in self.inputs.values()]
        outs = [a.reshape(rows, -1) for a in self.outputs.values()]
        self._run: Callable[
            [], bool | None
        ]  # true if it has looked at the pivots: they are positive
        if isinstance(kernel, CKernel) and compiler:
            self._run = bound(kernel, ins, outs, compiler)
        else:
            self._run = kernel.prepared(ins, outs)

    def __getattr__(self, name: str) -> Array:
        for buffers in (self.__dict__["inputs"], self.__dict__["outputs"]):
            if name in buffers:
                buffer: Array = buffers[name]
                return buffer
        raise AttributeError(f"there is no buffer {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        # the function holds the addresses of these buffers, which a copy would not have
        raise LinkwiseError("a bound function cannot be copied or pickled: bind another one")

    def __call__(self) -> Array:
        """Compute the outputs from the inputs and return the first output's buffer."""
        sound = self._run()
        if self._pivots is not None and not sound:
            require_pivots(self._robot, self._pivots)
        return self._result
