"""A robot and the letters of its equations, whether it is made of numbers or of symbols."""

import sympy

from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot, require_robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.spatial.errors import LinkwiseError


def in_letters(model: Robot | SymbolicModel) -> tuple[Robot, Letters]:
    """Return the robot and its letters: those of the model, or q1, qd1, qdd1 and so on.

    Raises
    ------
    LinkwiseError
        If this is no robot, nothing moves, or joints are tied to each other.
    """
    if isinstance(model, SymbolicModel):
        more = tuple(model.parameters.values())
        return model.robot, Letters.of(model.robot, model.q, model.qd, model.qdd, more)
    require_robot(model)
    if model.n == 0:
        raise LinkwiseError(f"robot {model.name!r} has no joint that moves")
    if any(model.couplings):
        raise LinkwiseError(f"robot {model.name!r} has mimic joints: free ones can be written out")
    model.require_dynamics()
    vectors = (sympy.symbols(f"{letter}1:{model.n + 1}") for letter in ("q", "qd", "qdd"))
    return model, Letters.of(model, *vectors)
