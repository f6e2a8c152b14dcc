"""What is refused, before anything is computed, and that the message names what to mend."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from inspect import signature
from types import FunctionType
from typing import Any

import numpy as np
import pytest
import sympy

import linkwise as lw
from linkwise import (
    Inertia,
    Joint,
    Limits,
    Link,
    LinkwiseError,
    LinkwiseWarning,
    Robot,
    Transform,
    Wrench,
)
from linkwise.spatial import shapes
from linkwise.spatial.rotations import unit_axis

NAN, INF = float("nan"), float("inf")
ARM = lw.planar_2r()
BALL = Inertia(1, (0, 0, 0), np.eye(3))
REST = [0, 0]


def linked(*rows: tuple[str, str | None]) -> Robot:
    """Robot of links named with their parents, each on a joint of its own."""
    return Robot("rig", [Link(name, Joint.revolute(f"j {name}"), parent=up) for name, up in rows])


def two_named(joint: str) -> Robot:
    """Robot with two joints of one name."""
    return Robot("rig", [Link("a", Joint.fixed(joint)), Link("b", Joint.revolute(joint))])


def push(link: str = "link2", **wrench: Any) -> Any:
    """Torques under one wrench."""
    whole = {"moment": (0, 0, 0), "force": (0, 1, 0), **wrench}
    return lw.rnea(ARM, REST, REST, REST, external={link: Wrench(**whole)})


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    # spatial: transforms and axes
    "pose: R of shape 2x2": (lambda: Transform(np.eye(2), np.zeros(3)), r"R \(3, 3\).*\(2, 2\)"),
    "pose: p of 2 entries": (lambda: Transform(np.eye(3), [1, 2]), r"p \(3,\).*\(2,\)"),
    "pose: R scaled": (lambda: Transform(1.01 * np.eye(3), np.zeros(3)), "R is not a rotation"),
    "pose: R huge": (
        lambda: Transform([[1e200, 1e200, 0], [1e200, -1e200, 0], [0, 0, 1]], np.zeros(3)),
        "R is not a rotation",
    ),
    "pose: R mirrors": (lambda: Transform(-np.eye(3), np.zeros(3)), "R is not a rotation"),
    "pose: NaN in p": (lambda: Transform(np.eye(3), [0, NAN, 0]), r"position p\[1\] is nan"),
    "pose: NaN in R": (lambda: Transform(NAN * np.eye(3), [0, 0, 0]), r"R\[0, 0\] is nan"),
    "pose: infinite angle": (lambda: Transform.rotation_x(INF), "angle is inf"),
    "pose: NaN angle": (lambda: Transform.axis_angle((0, 0, 1), NAN), "angle is nan"),
    "pose: two angles": (lambda: Transform.rotation_z([0.1, 0.2]), "one angle is wanted"),
    "pose: text as angle": (lambda: Transform.rotation_z("90"), "angle must hold numbers"),
    "pose: rpy of two": (lambda: Transform.from_rpy((0, 0)), r"roll, pitch and yaw, got \(0, 0\)"),
    "pose: NaN in rpy": (lambda: Transform.from_rpy((0, 0, NAN)), "angle is nan"),
    "pose: xyz of two": (lambda: Transform.from_rpy((0, 0, 0), (1, 2)), r"\(2,\)"),
    "pose: NaN in DH row": (lambda: Transform.dh(0, NAN, 0, 0), "position p.* is nan"),
    "screw of 3 entries": (lambda: Transform.screw((0, 0, 1), 1), "6 entries, angular part first"),
    "screw not unit": (lambda: Transform.screw((0, 0, 2, 0, 0, 0), 1), "length 0 or 1"),
    "zero axis": (lambda: Transform.axis_angle((0, 0, 0), 1), "has no direction"),
    "exact axis not unit": (
        lambda: unit_axis([Fraction(1), Fraction(1), 0]),
        "exact but not of length 1",
    ),
    "symbolic text": (lambda: Transform.translation("x", 0, 0), "must hold numbers or symbols"),
    "ragged": (lambda: Transform(np.eye(3), [[0], [1, 2], 3]), "ragged"),
    # spatial: inertias and shapes
    "negative mass": (lambda: Inertia(-1, (0, 0, 0)), "mass is -1.*cannot be negative"),
    "two masses": (lambda: Inertia([1, 2], (0, 0, 0)), r"mass must have shape \(\), got \(2,\)"),
    "com of two": (lambda: Inertia(1, (0, 0)), r"com must have shape \(3,\), got \(2,\)"),
    "tensor of six": (
        lambda: Inertia(1, (0, 0, 0), [1] * 6),
        r"tensor must .*\(3, 3\), got \(6,\)",
    ),
    "asymmetric tensor": (
        lambda: Inertia(1, (0, 0, 0), [[1, 0.2, 0], [0.1, 1, 0], [0, 0, 1]]),
        "not symmetric: Ixy is 0.2, Iyx is 0.1",
    ),
    "NaN mass": (lambda: Inertia(NAN, (0, 0, 0)), "mass is nan"),
    "NaN com": (lambda: Inertia(1, (0, NAN, 0)), r"com\[1\] is nan"),
    "infinite tensor": (
        lambda: Inertia(1, (0, 0, 0), np.diag([1, 1, INF])),
        r"tensor\[2, 2\] is inf",
    ),
    "nine parameters": (lambda: Inertia.from_parameters([1] * 9), r"ten .* got shape \(9,\)"),
    "NaN parameter": (lambda: Inertia.from_parameters([1] * 9 + [NAN]), r"parameters\[9\] is nan"),
    "negative length": (lambda: shapes.rod(1, -1), "length is -1"),
    "NaN radius": (lambda: shapes.sphere(1, NAN), "radius is nan"),
    "infinite edge": (lambda: shapes.box(1, 1, INF, 1), "y is inf"),
    "tube inside out": (lambda: shapes.tube(1, 2, 1, 1), "inner radius 2 is larger than outer"),
    "shape axis w": (lambda: shapes.disc(1, 1, "w"), "axis must be 'x', 'y' or 'z', got 'w'"),
    # models: joints
    "joint: zero axis": (
        lambda: Joint.revolute("elbow", (0, 0, 0)),
        "axis of joint 'elbow'.*no dir",
    ),
    "joint: NaN axis": (lambda: Joint.prismatic("lift", (NAN, 0, 0)), "axis of joint 'lift'"),
    "joint: axis of 2": (
        lambda: Joint.revolute("elbow", (0, 1)),
        "joint 'elbow' must have 3 entries",
    ),
    "joint: axis as text": (
        lambda: Joint.revolute("elbow", "z"),
        "axis of joint 'elbow' must hold",
    ),
    "joint: kind": (lambda: Joint("elbow", "ball"), "joint 'elbow' is of unknown kind 'ball'"),
    "joint: NaN pitch": (lambda: Joint.helical("screw", NAN), "pitch of joint 'screw' is nan"),
    "joint: pitch as text": (
        lambda: Joint.helical("screw", "M6"),
        "pitch of joint 'screw' must hold",
    ),
    "joint: number as friction": (
        lambda: Joint.revolute("elbow", friction=0.3),
        "friction of joint 'elbow' must be a Friction, got 0.3",
    ),
    "joint: name as mimic": (
        lambda: Joint.revolute("elbow", mimic="knee"),
        "mimic of joint 'elbow' must be a Mimic, got 'knee'",
    ),
    "joint: pair as limits": (
        lambda: Joint.revolute("elbow", limits=(-1, 1)),
        r"limits of joint 'elbow' must be a Limits, got \(-1, 1\)",
    ),
    "joint: idle pitch": (
        lambda: Joint("elbow", "revolute", pitch=0.1),
        "joint 'elbow' is revolute with a pitch of 0.1: only helical",
    ),
    "joint: two pitches": (lambda: Joint.helical("screw", [1, 2]), "pitch of joint 'screw' is one"),
    "limits crossed": (lambda: Limits(1, -1), "lower limit 1 is above upper limit -1"),
    "limit NaN": (lambda: Limits(NAN, 1), "limits hold a NaN"),
    "limit on speed": (lambda: Limits(velocity=-1), "cannot be negative"),
    # models: robots
    "robot: no links": (linked, "robot 'rig' has no links"),
    "robot: two links": (lambda: linked(("a", None), ("a", None)), "'rig' has two links named 'a'"),
    "robot: two joints": (lambda: two_named("hinge"), "'rig' has two joints named 'hinge'"),
    "robot: orphan": (
        lambda: linked(("a", None), ("b", "c")),
        "link 'b' has an unknown parent 'c'",
    ),
    "robot: loop": (lambda: linked(("a", None), ("b", "c"), ("c", "b")), "links b, c form a loop"),
    "robot: self": (lambda: linked(("a", None), ("b", "b")), "links b form a loop"),
    "link: inertia as placement": (
        lambda: Link("arm", Joint.revolute("q"), BALL),  # type: ignore[arg-type]
        "placement of link 'arm' must be a Transform, got Inertia",
    ),
    "limits: text": (lambda: Limits("-90"), "limit lower must hold numbers"),  # type: ignore[arg-type]
    "limits: none": (lambda: Limits(0, None), "limit upper must hold numbers"),  # type: ignore[arg-type]
    "limits: two": (
        lambda: Limits(velocity=[1, 2]),  # type: ignore[arg-type]
        r"limit velocity must be one real number, got \[1. 2.\]",
    ),
    "link: no joint": (
        lambda: Link("arm", "revolute"),  # type: ignore[arg-type]
        "joint of link 'arm' must be a Joint, got 'revolute'",
    ),
    "robot: no link": (
        lambda: Robot("rig", [*ARM.links, 3]),  # type: ignore[list-item]
        r"links\[2\] of robot 'rig' must be a Link, got 3",
    ),
    "robot: base": (
        lambda: Robot("rig", ARM.links, base=np.eye(4)),  # type: ignore[arg-type]
        "the base of robot 'rig' is a Transform, such as",
    ),
    "robot: gravity scalar": (
        lambda: Robot("rig", ARM.links, gravity=9.81),
        r"vector in world axes, such as \(0, 0, -9.81\), got 9.81",
    ),
    "robot: gravity of two": (
        lambda: Robot("rig", ARM.links, gravity=[0, -9.81]),
        "vector in world",
    ),
    "robot: gravity NaN": (
        lambda: Robot("rig", ARM.links, gravity=[0, NAN, 0]),
        r"gravity\[1\] is nan",
    ),
    "robot: many gravities": (
        lambda: Robot("rig", ARM.links, gravity=np.zeros((2, 3))),
        r"one gravity vector \(3,\), got \(2, 3\)",
    ),
    "robot: link unknown": (lambda: ARM.link("lnk2"), "no link 'lnk2': did you mean 'link2'"),
    "builder: scalar gravity": (lambda: lw.planar_2r(gravity=-9.81), "vector in world axes"),
    "builder: lengths": (lambda: lw.planar_nr([1, 1], [1]), "lists of equal length"),
    "builder: no links": (lambda: lw.planar_nr([], []), "lists of equal length"),
    "builder: form": (lambda: lw.planar_nr([1], [1], form="bars"), "form must be .* got 'bars'"),
    "builder: rods with I": (lambda: lw.planar_2r(I1=1, form="rods"), "form 'rods' sets"),
    "builder: general without": (lambda: lw.pendulum(form="general"), "form 'general' wants"),
    # algorithms: arguments
    "no joint moves": (
        lambda: lw.crba(Robot("statue", [Link("a", Joint.fixed("weld"))]), []),
        "robot 'statue' has no joint that moves",
    ),
    "override scalar": (lambda: lw.gravity_torque(ARM, REST, gravity=9.81), "vector in world axes"),
    "override NaN": (lambda: lw.rnea(ARM, REST, REST, REST, gravity=(0, NAN, 0)), r"gravity\[1\]"),
    "wrench: link": (lambda: push("lnk2"), "no link 'lnk2': did you mean 'link2'"),
    "wrench: frame": (lambda: push(frame="tool"), "no link 'tool'"),
    "wrench: force of 2": (lambda: push(force=(0, 1)), "wrench's force must have 3 entries"),
    "wrench: moment 6": (lambda: push(moment=[0] * 6), "wrench's moment must have 3 entries"),
    "wrench: NaN": (lambda: push(force=(0, NAN, 0)), r"wrench's force\[1\] is nan"),
    "wrench: NaN point": (lambda: push(at=(0, 0, INF)), r"wrench's at\[2\] is inf"),
    "wrench: bare array": (
        lambda: lw.rnea(ARM, REST, REST, REST, external={"link2": np.zeros(6)}),
        r"external\['link2'\] must be a Wrench",
    ),
    "jacobian: link": (lambda: lw.link_jacobian(ARM, REST, "hand"), "no link 'hand'"),
    "jacobian: frame": (
        lambda: lw.link_jacobian(ARM, REST, "link2", frame="tool"),
        "frame must be",
    ),
    "jacobian: point": (
        lambda: lw.link_jacobian(ARM, REST, "link2", at=(1, 2)),
        r"at must be a point",
    ),
    "jacobian: NaN point": (
        lambda: lw.link_jacobian(ARM, REST, "link2", at=(0, NAN, 0)),
        r"at\[1\] is nan",
    ),
    "compiled external: a list": (
        lambda: lw.compile(ARM, "numpy").rnea(REST, REST, REST, external=[push]),
        "external must be wrenches by the name of a link",
    ),
    "external: a list": (
        lambda: lw.rnea(ARM, REST, REST, REST, external=[push]),  # type: ignore[arg-type]
        "external must be wrenches by the name of a link",
    ),
    "iterations: link": (
        lambda: lw.newton_euler(ARM, REST, REST, REST)["hand"],
        "no link 'hand': link1, link2 are known",
    ),
    "friction: NaN": (lambda: ARM.friction_torque([0, NAN]), r"qd\[1\] is nan"),
    "springs: NaN": (lambda: ARM.spring_torque([0, NAN]), r"q\[1\] is nan"),
    "ledger: many gravities": (
        lambda: lw.torque_ledger(ARM, REST, REST, REST, gravity=np.zeros((2, 3))),
        r"one gravity vector \(3,\), got \(2, 3\)",
    ),
    "base parameters: length": (
        lambda: lw.base_parameters(ARM).values([1, 2]),
        r"parameters have shape \(2,\): \(\.\.\., 20\) is wanted",
    ),
    "properties: no states": (lambda: lw.properties(ARM, states=1), "states must be at least 2"),
    "body: many gravities": (
        lambda: lw.simulate_body(
            BALL, Transform.identity(), [0] * 6, t=1, h=0.1, gravity=np.zeros((2, 3))
        ),
        r"one gravity vector \(3,\), got \(2, 3\)",
    ),
    "simulate: external": (
        lambda: lw.simulate(ARM, REST, REST, t=1, external=[push]),  # type: ignore[arg-type]
        "external must be wrenches by link, or a function",
    ),
    "simulate: no steps": (
        lambda: lw.simulate(ARM, REST, REST, t=1, max_steps=0),
        "max_steps must be at least 1, got 0",
    ),
    "gain: NaN": (lambda: lw.pd_gravity(ARM, REST, REST, REST, NAN, 1), "Kp is nan"),
    "gain: text": (lambda: lw.pd_gravity(ARM, REST, REST, REST, 1, "1"), "Kd must hold numbers"),
    "load: a number": (lambda: lw.load(3), "a file or a built-in name is wanted, got 3"),
    "read_toml: a number": (lambda: lw.read_toml(3), "<text> must be a str, got 3"),
    "read_toml: a file": (lambda: lw.read_toml("arm.toml"), "a file is read by load_toml"),
    "from_dh: a number": (lambda: lw.from_dh(3, convention="standard"), "row 1 is 3: give a DHRow"),
    "planar_nr: a number": (lambda: lw.planar_nr(3, [1]), "a list of lengths, .*got 3"),
    "pendulum: text": (lambda: lw.pendulum("long"), "lengths must hold numbers"),
    "lock: a list": (lambda: ARM.lock([1]), r"values must be a Mapping, got \[1\]"),
    "ledger: no run": (lambda: lw.energy_ledger(ARM), "run must be a Run"),
    "order: no run": (lambda: lw.observed_order(ARM), "run must be a Run"),
    "consistent: no estimates": (lambda: lw.consistent_robot(ARM), "must be a Identified"),
    "body: no inertia": (
        lambda: lw.simulate_body(3, Transform.identity(), [0] * 6, t=1, h=1),
        "must be a Inertia",
    ),
    "body: no pose": (lambda: lw.simulate_body(BALL, 3, [0] * 6, t=1, h=1), "pose is a Transform"),
    "simulate: torque of text": (
        lambda: lw.simulate(ARM, REST, REST, lambda *_: ["0", "0"], t=1),
        "the torque must hold numbers",
    ),
    "simulate: complex torque": (
        lambda: lw.simulate(ARM, REST, REST, lambda *_: [1j, 0], t=1),
        "the torque must hold real numbers",
    ),
    "adaptive: NaN parameter": (
        lambda: lw.adaptive_slotine_li(
            ARM, REST, REST, REST, REST, REST, 1, 1, [NAN, *[0] * 19], 1
        ),
        r"parameters\[0\] is nan",
    ),
}


@pytest.mark.parametrize(("refused", "message"), REFUSED.values(), ids=REFUSED)
def test_refused(refused: Callable[[], Any], message: str) -> None:
    """Each mistake raises LinkwiseError with a message that names the thing and the value."""
    with pytest.raises(LinkwiseError, match=message):
        refused()


CALLS: dict[str, Callable[..., Any]] = {
    "rnea": lw.rnea,
    "newton_euler": lw.newton_euler,
    "aba": lw.aba,
    "forward_dynamics": lw.forward_dynamics,
    "bias_torque": lw.bias_torque,
    "kinetic_energy": lw.kinetic_energy,
    "crba": lw.crba,
    "mass_matrix_from_jacobians": lw.mass_matrix_from_jacobians,
    "gravity_torque": lw.gravity_torque,
    "potential_energy": lw.potential_energy,
    "link_poses": lw.link_poses,
    "coriolis_matrix": lw.coriolis_matrix,
    "coriolis_matrix, upper": partial(lw.coriolis_matrix, form="upper"),
    "coriolis_torque": lw.coriolis_torque,
    "coriolis_transposed_torque": lw.coriolis_transposed_torque,
    "mass_matrix_rate": lw.mass_matrix_rate,
    "rnea_derivatives": lw.rnea_derivatives,
    "forward_dynamics_derivatives": lw.forward_dynamics_derivatives,
    "torque_regressor": lw.torque_regressor,
    "slotine_li_regressor": lw.slotine_li_regressor,
    "kinetic_energy_regressor": lw.kinetic_energy_regressor,
    "centroidal_momentum": lw.centroidal_momentum,
    "center_of_mass": lw.center_of_mass,
    "joint_reactions": lw.joint_reactions,
    "base_wrench": lw.base_wrench,
    "pd_gravity": partial(lw.pd_gravity, Kp=2, Kd=1),
    "computed_torque": partial(lw.computed_torque, Kp=2, Kd=1),
    "slotine_li": partial(lw.slotine_li, Lambda=2, K=1),
    "adaptive_slotine_li": partial(
        lw.adaptive_slotine_li, Lambda=2, K=1, parameters=np.zeros(20), Gamma=1
    ),
}
FOLLOWED = ("q", "qd", "q_d", "qd_d", "qdd_d")
ARGUMENTS = {
    "rnea": ("q", "qd", "qdd"),
    "newton_euler": ("q", "qd", "qdd"),
    "aba": ("q", "qd", "tau"),
    "forward_dynamics": ("q", "qd", "tau"),
    "bias_torque": ("q", "qd"),
    "kinetic_energy": ("q", "qd"),
    "coriolis_matrix": ("q", "qd"),
    "coriolis_matrix, upper": ("q", "qd"),
    "coriolis_torque": ("q", "qd"),
    "coriolis_transposed_torque": ("q", "qd"),
    "mass_matrix_rate": ("q", "qd"),
    "rnea_derivatives": ("q", "qd", "qdd"),
    "forward_dynamics_derivatives": ("q", "qd", "tau"),
    "torque_regressor": ("q", "qd", "qdd"),
    "slotine_li_regressor": ("q", "qd", "qd_r", "qdd_r"),
    "kinetic_energy_regressor": ("q", "qd"),
    "centroidal_momentum": ("q", "qd"),
    "joint_reactions": ("q", "qd", "qdd"),
    "base_wrench": ("q", "qd", "qdd"),
    "pd_gravity": ("q", "qd", "q_d"),
    "computed_torque": FOLLOWED,
    "slotine_li": FOLLOWED,
    "adaptive_slotine_li": FOLLOWED,
}
EACH_ARGUMENT = pytest.mark.parametrize(
    ("call", "argument"),
    [(call, argument) for call in CALLS for argument in ARGUMENTS.get(call, ("q",))],
)


def call_with(call: str, argument: str, value: Any) -> Any:
    """Call with one argument as given and the rest at zero."""
    values = dict.fromkeys(ARGUMENTS.get(call, ("q",)), np.zeros(2))
    return CALLS[call](ARM, *{**values, argument: value}.values())


@EACH_ARGUMENT
@pytest.mark.parametrize("value", [0.3, [1, 2, 3], [[1], [2]], [], np.zeros((2, 0))])
def test_wrong_length(call: str, argument: str, value: Any) -> None:
    """Case B32: a scalar, three entries, a column, nothing: the message names 2 and argument."""
    with pytest.raises(LinkwiseError, match=f"^{argument} has shape .* must have 2 entries"):
        call_with(call, argument, value)


@EACH_ARGUMENT
def test_not_finite(call: str, argument: str) -> None:
    """NaN and infinity are refused with the argument and the index."""
    with pytest.raises(LinkwiseError, match=rf"^{argument}\[1\] is nan"):
        call_with(call, argument, [0, NAN])
    with pytest.raises(LinkwiseError, match=rf"^{argument}\[2, 0\] is -inf"):
        call_with(call, argument, [[0, 1], [2, 3], [-INF, 5]])


@EACH_ARGUMENT
def test_not_numbers(call: str, argument: str) -> None:
    """Text and ragged lists are refused by name."""
    with pytest.raises(LinkwiseError, match=f"^{argument} must hold numbers"):
        call_with(call, argument, ["0", "1"])
    with pytest.raises(LinkwiseError, match=f"^{argument} is ragged"):
        call_with(call, argument, [[0, 1], [2]])


OF_A_ROBOT = [
    name
    for name in lw.__all__
    if isinstance(getattr(lw, name), FunctionType)
    and next(iter(signature(getattr(lw, name)).parameters), "") == "robot"
]


@pytest.mark.parametrize("name", OF_A_ROBOT)
def test_name_in_place_of_a_robot(name: str) -> None:
    """The name of a robot is not the robot: the message says what makes one of it."""
    function = getattr(lw, name)
    wanted = [p for p in signature(function).parameters.values() if p.default is p.empty]
    values = [REST for p in wanted if p.kind is p.POSITIONAL_OR_KEYWORD]
    by_name = {p.name: 1.0 for p in wanted if p.kind is p.KEYWORD_ONLY}
    with pytest.raises(LinkwiseError, match=r"a Robot is wanted, got '2r': linkwise\.load gives"):
        function("2r", *values[1:], **by_name)


def test_every_function_of_a_robot_is_tried() -> None:
    """The list above is found by signature; here it is seen not to be empty or stale."""
    assert {"rnea", "simulate", "save_urdf", "identify", "properties"} <= {*OF_A_ROBOT}


@pytest.mark.parametrize("call", ["rnea", "newton_euler", "aba", "forward_dynamics", "base_wrench"])
def test_wrenches_and_gravities_that_do_not_fit(call: str) -> None:
    """Five states take five wrenches or one, and five gravities or one; others are told by name."""
    states = np.zeros((3, 5, 2))
    wrench = Wrench((0, 0, 0), np.ones((4, 3)))
    with pytest.raises(LinkwiseError, match=r"force of external.* \(4, 3\), states \(5,\)"):
        getattr(lw, call)(ARM, *states, external={"link2": wrench})
    with pytest.raises(LinkwiseError, match=r"gravity \(4, 3\).* \(5,\)"):
        getattr(lw, call)(ARM, *states, gravity=np.ones((4, 3)))


@pytest.mark.parametrize("call", ARGUMENTS)
def test_batch_axes_that_do_not_fit(call: str) -> None:
    """Two states of one and three of another do not fit together, and the shapes are told."""
    values = [np.zeros((2, 2)), np.zeros((3, 2)), *[np.zeros(2)] * (len(ARGUMENTS[call]) - 2)]
    with pytest.raises(LinkwiseError, match=r"do not fit together: q \(2, 2\), qd \(3, 2\)"):
        CALLS[call](ARM, *values)


@pytest.mark.parametrize("forward", [lw.aba, lw.forward_dynamics])
def test_torques_that_do_not_fit(forward: Callable[..., Any]) -> None:
    """Forward dynamics refuses more torques than states, by either route."""
    with pytest.raises(LinkwiseError, match=r"do not fit together: .* tau \(3, 2\)"):
        forward(ARM, np.zeros((2, 2)), REST, np.zeros((3, 2)))


def test_long_axis_warns() -> None:
    """An axis that is not unit is scaled and named in a warning, beyond 1e-3 only."""
    with pytest.warns(LinkwiseWarning, match="axis of joint 'elbow' has length 2"):
        assert np.array_equal(Joint.revolute("elbow", (0, 0, 2)).S, [0, 0, 1, 0, 0, 0])
    assert Joint.revolute("elbow", (0, 0, 1.0005)).S[2] == 1


def test_symbols_pass_the_checks() -> None:
    """Values that no one knows yet are not refused."""
    m, a = sympy.symbols("m a")
    assert Inertia(m, (a, 0, 0), sympy.diag(a, 0, a)).violations() == ()
    assert Transform.rotation_z(a).R[0, 0] == sympy.cos(a)
    assert shapes.rod(m, a).tensor[2, 2] == m * a**2 / 12


def test_robots_are_shown_on_one_line() -> None:
    """A robot shows its name and what it is made of, not its arrays."""
    assert repr(ARM) == "<Robot 'planar 2R': 2 links, coordinates q1, q2>"
