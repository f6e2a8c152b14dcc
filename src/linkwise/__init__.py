"""linkwise: the recursive dynamics of rigid-link robots."""

import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from linkwise.algorithms.articulated_body import aba
from linkwise.algorithms.base_parameters import BaseParameters, base_parameters
from linkwise.algorithms.coriolis import (
    christoffel_symbols,
    coriolis_matrix,
    coriolis_torque,
    coriolis_transposed_torque,
    mass_matrix_rate,
)
from linkwise.algorithms.derivatives import forward_dynamics_derivatives, rnea_derivatives
from linkwise.algorithms.energy import kinetic_energy, potential_energy
from linkwise.algorithms.external import Wrench
from linkwise.algorithms.forward_dynamics import forward_dynamics
from linkwise.algorithms.inverse_dynamics import (
    bias_torque,
    gravity_torque,
    inverse_dynamics,
    rnea,
)
from linkwise.algorithms.jacobian_sum import mass_matrix_from_jacobians
from linkwise.algorithms.kinematics import link_jacobian, link_poses
from linkwise.algorithms.ledger import TorqueLedger, torque_ledger
from linkwise.algorithms.mass_matrix import crba, mass_matrix
from linkwise.algorithms.momentum import (
    center_of_mass,
    centroidal_momentum,
    centroidal_momentum_matrix,
)
from linkwise.algorithms.motion import link_acceleration, link_jacobian_rate, link_velocity
from linkwise.algorithms.operational_space import OperationalSpace, operational_space
from linkwise.algorithms.reactions import base_wrench, joint_reactions
from linkwise.algorithms.regressor import (
    kinetic_energy_regressor,
    potential_energy_regressor,
    regressor_labels,
    regressor_parameters,
    slotine_li_regressor,
    torque_regressor,
)
from linkwise.models.builders import gantry, pendulum, planar_2r, planar_nr, rp
from linkwise.models.dh import DHRow, from_dh
from linkwise.models.free_body import free_base, free_body
from linkwise.models.joint import Joint, Limits
from linkwise.models.joint_effects import Friction, Mimic, Rotor, Spring
from linkwise.models.link import Link
from linkwise.models.load import load
from linkwise.models.published import panda, puma560
from linkwise.models.robot import Robot
from linkwise.models.screws import from_screws
from linkwise.models.symbolic import SymbolicModel, symbolic
from linkwise.models.toml_file import read_toml
from linkwise.models.urdf import read_urdf
from linkwise.models.write_toml import save_toml, write_toml
from linkwise.models.write_urdf import save_urdf, write_urdf
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.exact import ExactAngle
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.transform import Transform

if TYPE_CHECKING:
    from linkwise.auditing.audit import Audit, audit
    from linkwise.auditing.comparison import compare
    from linkwise.auditing.findings import Comparison
    from linkwise.compiled.compiled_robot import CompiledRobot, compile  # noqa: A004 - as re.compile
    from linkwise.compiled.map_chunks import map_chunks
    from linkwise.control import (
        adaptive_slotine_li,
        computed_torque,
        gravity_compensation,
        pd_gravity,
        slotine_li,
    )
    from linkwise.converting.table import Conventions, conventions, convert
    from linkwise.engines.comparison import compare_engines
    from linkwise.engines.findings import EngineComparison
    from linkwise.identification.consistent import consistent_robot
    from linkwise.identification.differentiation import Differentiated, differentiate
    from linkwise.identification.excitation import Excitation, excitation_trajectory
    from linkwise.identification.identified import Identified
    from linkwise.identification.least_squares import identify
    from linkwise.lagrangian.derivation import Derivation as Derivation
    from linkwise.lagrangian.derivation import lagrange as lagrange
    from linkwise.lesson.equations.equations_of_motion import EquationsOfMotion as EquationsOfMotion
    from linkwise.lesson.equations.equations_of_motion import (
        equations_of_motion as equations_of_motion,
    )
    from linkwise.lesson.equations.provenance import Provenance as Provenance
    from linkwise.lesson.equations.provenance import provenance as provenance
    from linkwise.lesson.exercises.exercise import Exercise as Exercise
    from linkwise.lesson.exercises.exercise import exercise as exercise
    from linkwise.lesson.page.page import write_lesson
    from linkwise.lesson.rows.dictionary import NotationTable, notations
    from linkwise.lesson.rows.two_passes import NewtonEuler, newton_euler
    from linkwise.lesson.sheets.flowcharts import flowchart
    from linkwise.lesson.sheets.free_bodies import FreeBody, free_bodies
    from linkwise.lesson.sheets.sheet import sheet
    from linkwise.proving.proof import Proof as Proof
    from linkwise.proving.prove import prove as prove
    from linkwise.referee.check import check as check
    from linkwise.referee.coriolis_classes import CoriolisClass, classify_coriolis
    from linkwise.referee.dimensions import Dimensions as Dimensions
    from linkwise.referee.dimensions import check_dimensions as check_dimensions
    from linkwise.referee.limiting_cases import LimitingCases as LimitingCases
    from linkwise.referee.limiting_cases import limiting_cases as limiting_cases
    from linkwise.referee.verdict import Verdict as Verdict
    from linkwise.simulation.energy_ledger import EnergyLedger, energy_ledger
    from linkwise.simulation.limits import Event
    from linkwise.simulation.observed_order import observed_order
    from linkwise.simulation.result import Run
    from linkwise.simulation.rigid_body import BodyRun, simulate_body
    from linkwise.simulation.run import simulate
    from linkwise.structure import Properties, properties

__version__ = "0.1.0"

__all__ = [
    "Audit",
    "BaseParameters",
    "BodyRun",
    "Comparison",
    "CompiledRobot",
    "Conventions",
    "CoriolisClass",
    "DHRow",
    "Differentiated",
    "EnergyLedger",
    "EngineComparison",
    "Event",
    "ExactAngle",
    "Excitation",
    "FreeBody",
    "Friction",
    "Identified",
    "Inertia",
    "Joint",
    "Limits",
    "Link",
    "LinkwiseError",
    "LinkwiseWarning",
    "Mimic",
    "NewtonEuler",
    "NotationTable",
    "OperationalSpace",
    "Properties",
    "Robot",
    "Rotor",
    "Run",
    "Spring",
    "SymbolicModel",
    "TorqueLedger",
    "Transform",
    "Wrench",
    "aba",
    "adaptive_slotine_li",
    "audit",
    "base_parameters",
    "base_wrench",
    "bias_torque",
    "center_of_mass",
    "centroidal_momentum",
    "centroidal_momentum_matrix",
    "christoffel_symbols",
    "classify_coriolis",
    "compare",
    "compare_engines",
    "compile",
    "computed_torque",
    "consistent_robot",
    "conventions",
    "convert",
    "coriolis_matrix",
    "coriolis_torque",
    "coriolis_transposed_torque",
    "crba",
    "differentiate",
    "energy_ledger",
    "excitation_trajectory",
    "flowchart",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "free_base",
    "free_bodies",
    "free_body",
    "from_dh",
    "from_screws",
    "gantry",
    "gravity_compensation",
    "gravity_torque",
    "identify",
    "inverse_dynamics",
    "joint_reactions",
    "kinetic_energy",
    "kinetic_energy_regressor",
    "link_acceleration",
    "link_jacobian",
    "link_jacobian_rate",
    "link_poses",
    "link_velocity",
    "load",
    "map_chunks",
    "mass_matrix",
    "mass_matrix_from_jacobians",
    "mass_matrix_rate",
    "newton_euler",
    "notations",
    "observed_order",
    "operational_space",
    "panda",
    "pd_gravity",
    "pendulum",
    "planar_2r",
    "planar_nr",
    "potential_energy",
    "potential_energy_regressor",
    "properties",
    "puma560",
    "read_toml",
    "read_urdf",
    "regressor_labels",
    "regressor_parameters",
    "rnea",
    "rnea_derivatives",
    "rp",
    "save_toml",
    "save_urdf",
    "sheet",
    "simulate",
    "simulate_body",
    "slotine_li",
    "slotine_li_regressor",
    "symbolic",
    "torque_ledger",
    "torque_regressor",
    "write_lesson",
    "write_toml",
    "write_urdf",
]

# What is beyond models and algorithms is imported when it is first asked for: a program that
# computes torques waits for no lesson, no audit and no compiler.
LATER = {
    "Audit": "linkwise.auditing.audit",
    "BodyRun": "linkwise.simulation.rigid_body",
    "Comparison": "linkwise.auditing.findings",
    "CompiledRobot": "linkwise.compiled.compiled_robot",
    "Conventions": "linkwise.converting.table",
    "CoriolisClass": "linkwise.referee.coriolis_classes",
    "Differentiated": "linkwise.identification.differentiation",
    "EnergyLedger": "linkwise.simulation.energy_ledger",
    "EngineComparison": "linkwise.engines.findings",
    "Event": "linkwise.simulation.limits",
    "Excitation": "linkwise.identification.excitation",
    "FreeBody": "linkwise.lesson.sheets.free_bodies",
    "Identified": "linkwise.identification.identified",
    "NewtonEuler": "linkwise.lesson.rows.two_passes",
    "NotationTable": "linkwise.lesson.rows.dictionary",
    "Properties": "linkwise.structure",
    "Run": "linkwise.simulation.result",
    "adaptive_slotine_li": "linkwise.control",
    "audit": "linkwise.auditing.audit",
    "classify_coriolis": "linkwise.referee.coriolis_classes",
    "compare": "linkwise.auditing.comparison",
    "compare_engines": "linkwise.engines.comparison",
    "compile": "linkwise.compiled.compiled_robot",
    "computed_torque": "linkwise.control",
    "consistent_robot": "linkwise.identification.consistent",
    "conventions": "linkwise.converting.table",
    "convert": "linkwise.converting.table",
    "differentiate": "linkwise.identification.differentiation",
    "energy_ledger": "linkwise.simulation.energy_ledger",
    "excitation_trajectory": "linkwise.identification.excitation",
    "flowchart": "linkwise.lesson.sheets.flowcharts",
    "free_bodies": "linkwise.lesson.sheets.free_bodies",
    "gravity_compensation": "linkwise.control",
    "identify": "linkwise.identification.least_squares",
    "map_chunks": "linkwise.compiled.map_chunks",
    "newton_euler": "linkwise.lesson.rows.two_passes",
    "notations": "linkwise.lesson.rows.dictionary",
    "observed_order": "linkwise.simulation.observed_order",
    "pd_gravity": "linkwise.control",
    "properties": "linkwise.structure",
    "sheet": "linkwise.lesson.sheets.sheet",
    "simulate": "linkwise.simulation.run",
    "simulate_body": "linkwise.simulation.rigid_body",
    "slotine_li": "linkwise.control",
    "write_lesson": "linkwise.lesson.page.page",
}

# So is what needs SymPy, which is optional.  It stands outside __all__, so that a star import works
# without SymPy.
NEED_SYMPY = {
    "Derivation": "linkwise.lagrangian.derivation",
    "Dimensions": "linkwise.referee.dimensions",
    "EquationsOfMotion": "linkwise.lesson.equations.equations_of_motion",
    "Exercise": "linkwise.lesson.exercises.exercise",
    "LimitingCases": "linkwise.referee.limiting_cases",
    "Proof": "linkwise.proving.proof",
    "Provenance": "linkwise.lesson.equations.provenance",
    "Verdict": "linkwise.referee.verdict",
    "check": "linkwise.referee.check",
    "check_dimensions": "linkwise.referee.dimensions",
    "equations_of_motion": "linkwise.lesson.equations.equations_of_motion",
    "exercise": "linkwise.lesson.exercises.exercise",
    "lagrange": "linkwise.lagrangian.derivation",
    "limiting_cases": "linkwise.referee.limiting_cases",
    "prove": "linkwise.proving.prove",
    "provenance": "linkwise.lesson.equations.provenance",
}


def __getattr__(name: str) -> Any:
    """Return a name of `LATER` or `NEED_SYMPY`, or a package, when it is first asked for."""
    home = LATER.get(name) or NEED_SYMPY.get(name)
    if home is None:
        plain = name.isidentifier() and not name.startswith("_")
        if not plain or find_spec(f"linkwise.{name}") is None:
            raise AttributeError(f"module 'linkwise' has no attribute {name!r}")
        return importlib.import_module(f"linkwise.{name}")
    try:
        module = importlib.import_module(home)
    except ModuleNotFoundError as error:
        if name not in NEED_SYMPY or not str(error.name).startswith("sympy"):
            raise
        raise LinkwiseError(
            f'linkwise.{name} needs SymPy: pip install "linkwise[symbolic]"'
        ) from None
    return globals().setdefault(name, getattr(module, name))


def __dir__() -> list[str]:
    """Return all public names, loaded or not; those of `NEED_SYMPY` where they can be had."""
    return sorted({*globals(), *LATER, *(NEED_SYMPY if find_spec("sympy") else ())})
