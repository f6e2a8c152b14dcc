"""Exported C, Python and JavaScript: compiled, run, and compared with plain functions."""

import ctypes
import json
import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from oracles import closed_forms
from random_trees import random_tree

import linkwise
from linkwise import (
    Friction,
    Inertia,
    Joint,
    Link,
    LinkwiseError,
    Mimic,
    Robot,
    Rotor,
    Spring,
    Wrench,
)
from linkwise.compiled import emit_c
from linkwise.compiled.c_dialect import Dialect
from linkwise.compiled.export_c import _source
from linkwise.compiled.export_javascript import _module as javascript_lines
from linkwise.compiled.export_python import _module as python_lines
from linkwise.compiled.exports import Argument, Export
from linkwise.compiled.functions import FUNCTIONS
from linkwise.compiled.graph import trace
from linkwise.compiled.source_text import WIDTH
from linkwise.models.published import puma560

STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic", "-Wconversion", "-O0")
COMPILERS = {
    "cc": ("cc", "-std=c99"),
    "clang": ("clang", "-std=c99", "-Wshadow"),
    "c++": ("g++", "-x", "c++"),
}
PRESENT = [name for name, command in COMPILERS.items() if name == "cc" or shutil.which(command[0])]


def tree():
    """Return a branched tree with all four joint kinds, oblique axes and a massless link."""
    robot = random_tree(np.random.default_rng(14), 7)
    assert {link.joint.kind for link in robot.links} == {
        "revolute",
        "prismatic",
        "helical",
        "fixed",
    }
    return robot


def loaded_tree():
    """Return the tree with friction, a spring and a rotor on every joint, and a coupled joint."""
    robot = tree()
    effects = {
        "friction": Friction(0.4, 0.7, 0.9, 0.3, 0.5),
        "spring": Spring(3, 0.2),
        "rotor": Rotor(0.01, -7),
    }
    links = [
        replace(link, joint=replace(link.joint, **effects)) if link.joint.moves else link
        for link in robot.links
    ]
    coupled = replace(links[-1].joint, mimic=Mimic(robot.joint_names[0], -0.5, 0.1))
    return replace(robot, links=[*links[:-1], replace(links[-1], joint=coupled)])


ROBOTS = {
    "2r": lambda: linkwise.planar_2r(0.4, 0.3, 0.2, 0.15, 3, 2, 0.04, 0.015),
    "rp": lambda: linkwise.rp(0.2, 3, 2, 0.05, 0.03),
    "puma560": puma560,
    "tree": tree,
    "tree with effects": loaded_tree,
}
CLOSED_FORMS = {
    "2r": closed_forms.two_r(3, 2, 0.4, 0.2, 0.15, 0.04, 0.015),
    "rp": closed_forms.rp(3, 2, 0.2, 0.05, 0.03),
}


def fast(robot, **options):
    """Return the compiled robot; exports need no backend."""
    return linkwise.compile(robot, "numpy", **options)


def need(command):
    """Skip where a command is missing."""
    if not shutil.which(command):
        pytest.skip(f"{command} is not installed")


def run(*command, fails=False):
    """Return what a command prints, and check that it succeeds, or fails if it should."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert bool(done.returncode) == fails, done.stderr + done.stdout
    return done.stdout + done.stderr


def self_test(source, folder, compiler="cc", *, fails=False):
    """Compile C with all warnings as errors, run its self-test and return what it prints."""
    _, code = source.write(folder)
    program = folder / f"{source.name}-{compiler}"
    switch = f"-D{source.name.upper()}_SELF_TEST"
    run(*COMPILERS[compiler], *STRICT, switch, "-o", program, code, "-lm")
    return run(program, fails=fails)


class InC:
    """Exported C, called through ctypes state by state."""

    def __init__(self, robot, names, folder, options):
        need("cc")
        source = robot.to_c(*names, prefix="arm", **options)
        _, code = source.write(folder)
        run(*COMPILERS["cc"], *STRICT, "-shared", "-fPIC", "-o", folder / "arm.so", code, "-lm")
        self.library = ctypes.CDLL(str(folder / "arm.so"))

    def __call__(self, name, shape, *arrays):
        """Return the results of core shape `shape` at all states."""
        function = self.library[f"arm_{name}"]
        function.restype = None if shape else ctypes.c_double
        results = []
        for rows in zip(*map(np.ascontiguousarray, arrays), strict=True):
            out = np.full(shape, np.nan)
            pointers = [ctypes.c_void_p(a.ctypes.data) for a in ([*rows, out] if shape else rows)]
            returned = function(*pointers)
            results.append(out if shape else returned)
        return np.array(results)


class InPython:
    """Exported Python, called once for all states."""

    def __init__(self, robot, names, _folder, options):
        self.module = {}
        exec(robot.to_python(*names, **options), self.module)  # noqa: S102 - our own text
        self.namespace = np

    def __call__(self, name, shape, *arrays):
        """Return the results of core shape `shape` at all states."""
        xp = self.namespace
        got = np.asarray(self.module[name](xp, *map(xp.asarray, arrays)))
        assert got.shape == (len(arrays[0]), *shape)
        return got


class InStrictPython(InPython):
    """Exported Python on a library that has nothing but the array standard."""

    def __init__(self, robot, names, folder, options):
        super().__init__(robot, names, folder, options)
        self.namespace = pytest.importorskip("array_api_strict")


class InJavaScript:
    """Exported JavaScript, imported by node."""

    def __init__(self, robot, names, folder, options):
        need("node")
        self.folder = folder
        (folder / "arm.mjs").write_text(robot.to_javascript(*names, **options), encoding="utf-8")

    def __call__(self, name, shape, *arrays):
        """Return the results of core shape `shape` at all states."""
        states = json.dumps([[row.tolist() for row in rows] for rows in zip(*arrays, strict=True)])
        (self.folder / "call.mjs").write_text(
            f'import {{ {name} }} from "./arm.mjs";\n'
            f"const got = {states}.map((state) => {name}(...state));\n"
            "console.log(JSON.stringify(got));\n"  # NaN becomes null
        )
        got = np.array(json.loads(run("node", self.folder / "call.mjs")), dtype=float)
        assert got.shape == (len(arrays[0]), *shape)
        return got


@pytest.fixture(
    params=[
        InC,
        InPython,
        pytest.param(InStrictPython, marks=pytest.mark.oracle),
        InJavaScript,
    ]
)
def exported(request, tmp_path):
    """Return how to export functions of a compiled robot to a language, and call them there."""
    return lambda robot, *names, **options: request.param(robot, names, tmp_path, options)


def draw(robot, name, count=5, seed=0):
    """Return random joint vectors of a function, by name."""
    rng = np.random.default_rng(seed)
    return {k: rng.uniform(-3, 3, (count, robot.n)) for k in FUNCTIONS[name].vectors}


def assert_close(actual, expected, tolerance=1e-12):
    """Compare to a tolerance relative to the largest entry."""
    assert actual.shape == expected.shape
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize("arm", ROBOTS)
def test_every_function_gives_the_plain_numbers(exported, arm):
    """Written, compiled or parsed, and run at new states, every function equals the plain one.

    The plain functions run the recursions on floats; nothing of the graph is in them.
    """
    robot = ROBOTS[arm]()
    tip = {"link": robot.link_names[-1], "frame": "link", "at": (0.1, -0.2, 0.3)}
    code = exported(fast(robot), *FUNCTIONS, **tip)
    for name in FUNCTIONS:
        state = draw(robot, name)
        options = tip if name == "link_jacobian" else {}
        right = getattr(linkwise, name)(robot, **state, **options)
        assert_close(code(name, right.shape[1:], *state.values()), right)


@pytest.mark.parametrize("arm", CLOSED_FORMS)
def test_closed_forms(exported, arm):
    """Exported M, C q̇, g, tau and q̈ are the closed forms typed from the lecture notes."""
    form, code = CLOSED_FORMS[arm], exported(fast(ROBOTS[arm]()), *FUNCTIONS, link="link2")
    q, qd, qdd = np.random.default_rng(1).uniform(-3, 3, (3, 20, 2))
    tau = form.tau(q, qd, qdd)
    g = code("gravity_torque", (2,), q)
    assert_close(g, form.g(q))
    assert_close(code("bias_torque", (2,), q, qd) - g, form.C_qd(q, qd))
    assert_close(code("rnea", (2,), q, qd, qdd), tau)
    for name in ("crba", "mass_matrix_from_jacobians"):
        assert_close(code(name, (2, 2), q), form.M(q))
    for name in ("forward_dynamics", "aba"):
        assert_close(code(name, (2,), q, qd, tau), qdd, 1e-11)
    kinetic = np.einsum("si,sij,sj->s", qd, form.M(q), qd) / 2
    assert_close(code("kinetic_energy", (), q, qd), kinetic)


def test_gravity_and_wrenches_as_inputs(exported):
    """Gravity and wrenches in three kinds of axes, given at run time, act as in the plain call."""
    robot = tree()
    first, middle, last = (robot.link_names[i] for i in (0, 3, 6))
    frames = {last: "world", middle: "link", first: last}
    names = ("rnea", "aba", "bias_torque", "gravity_torque", "potential_energy", "crba")
    code = exported(fast(robot), *names, gravity=True, external=frames)
    rng = np.random.default_rng(2)
    pushes = rng.uniform(-5, 5, (len(frames), 2, 5, 3))
    external = {link: Wrench(*pushes[k], frames[link]) for k, link in enumerate(frames)}
    gravity = rng.uniform(-10, 10, (5, 3))
    for name in names:
        state, loads = draw(robot, name), {}
        inputs = list(state.values())
        if "external" in FUNCTIONS[name].takes:
            loads["external"] = external
            inputs += list(pushes.reshape(-1, 5, 3))
        if "gravity" in FUNCTIONS[name].takes:
            loads["gravity"] = gravity
            inputs.append(gravity)
        right = getattr(linkwise, name)(robot, **state, **loads)
        assert_close(code(name, right.shape[1:], *inputs), right)


def test_inertial_parameters_as_inputs(exported):
    """With the parameters of another arm the exported code computes that arm's torques."""
    other = linkwise.planar_2r(0.4, 0.3, 0.1, 0.25, 1, 5, 0.02, 0.3)
    code = exported(
        fast(ROBOTS["2r"](), parameters="inertial"), "rnea", "link_jacobian", link="link2"
    )
    state = draw(other, "rnea")
    parameters = np.array([[link.inertia.parameters() for link in other.links]] * 5)
    assert_close(code("rnea", (2,), *state.values(), parameters), linkwise.rnea(other, **state))
    jacobian = linkwise.link_jacobian(other, state["q"], "link2")
    assert_close(code("link_jacobian", (6, 2), state["q"]), jacobian)


def test_a_nan_makes_every_result_of_its_state_nan(exported):
    """A NaN in any one entry spoils all results of that state, even if M has no such entry."""
    code = exported(fast(linkwise.gantry()), "rnea", "crba")
    q, qd, qdd = np.ones((3, 7, 2))
    for k in range(6):
        (q, qd, qdd)[k // 2][k, k % 2] = np.nan
    tau = code("rnea", (2,), q, qd, qdd)
    assert np.isnan(tau[:6]).all()
    assert tau[6].tolist() == [11, 3]
    M = code("crba", (2, 2), q)
    assert np.isnan(M[:2]).all()
    assert M[6].tolist() == [[11, 0], [0, 3]]


@pytest.mark.parametrize("compiler", PRESENT)
@pytest.mark.parametrize("precision", ["double", "single"])
def test_c_passes_strict_compilers_and_its_self_test(tmp_path, precision, compiler):
    """C99, gnu's and clang's warnings as errors, and C++: all accept it, and the numbers agree."""
    need(COMPILERS[compiler][0])
    robot = loaded_tree()
    first = robot.link_names[0]
    source = fast(robot).to_c(
        *FUNCTIONS, precision=precision, gravity=True, external={first: "world"}, link=first
    )
    said = self_test(source, tmp_path, compiler).splitlines()
    assert len(said) == len(FUNCTIONS)
    for line, name in zip(said, FUNCTIONS, strict=True):
        count = re.fullmatch(
            rf"{source.name}_{name}: worst relative error (\S+), 0 of (\d+) beyond (\S+)", line
        )
        assert count, line
        assert int(count[2]) % 3 == 0
        assert float(count[1]) < float(count[3]) <= {"double": 1e-12, "single": 1e-5}[precision]


def test_single_precision_is_single(tmp_path):
    """Single precision C holds no double, and errs by about 2⁻²⁴, far more than double would."""
    need("cc")
    source = fast(puma560()).to_c("rnea", "crba", precision="single")
    functions = source.header + source.source.split("#ifdef")[0]
    assert not re.search(r"\bdouble\b|\bsin\(|\bcos\(", functions)
    assert all(
        number.endswith("f")
        for number in re.findall(r"\d+\.\d\S*?(?=[ ;,)])", functions.split("math.h>")[1])
    )
    said = self_test(source, tmp_path)
    worst = [float(x) for x in re.findall(r"relative error (\S+),", said)]
    assert all(1e-9 < x < 1e-6 for x in worst), said


def test_ill_conditioned_arms_get_a_wider_tolerance(tmp_path):
    """Where M is nearly singular its solution is not held to what no arithmetic can give."""
    need("cc")
    arm = linkwise.planar_nr([1] * 14, [1] * 14)
    for precision in ("double", "single"):
        source = fast(arm).to_c("rnea", "forward_dynamics", precision=precision, prefix=precision)
        said = self_test(source, tmp_path)
        tight, wide = (float(x) for x in re.findall(r"beyond (\S+)", said))
        assert tight == {"double": 1e-12, "single": 1e-5}[precision]
        assert 30 * tight < wide < 1e5 * tight


def test_the_self_tests_hold_the_plain_functions_numbers(tmp_path, monkeypatch):
    """With a plain function that lies, every language's self-test says that the code is wrong."""
    plain = linkwise.crba
    monkeypatch.setattr(linkwise, "crba", lambda robot, q: plain(robot, q) + 1e-9)
    robot = fast(ROBOTS["2r"]())
    need("cc")
    said = self_test(robot.to_c("rnea", "crba"), tmp_path, fails=True)
    assert "crba: worst relative error" in said
    assert "0 of 6 beyond 1.0e-12\n" in said
    assert "12 of 12 beyond 1.0e-12\n" in said
    module = {}
    exec(robot.to_python("rnea", "crba"), module)  # noqa: S102 - our own text
    with pytest.raises(ArithmeticError, match="crba is off by"):
        module["self_test"](np)
    need("node")
    (tmp_path / "arm.mjs").write_text(robot.to_javascript("rnea", "crba"))
    (tmp_path / "call.mjs").write_text('import { selfTest } from "./arm.mjs"; selfTest();')
    assert "crba is off by" in run("node", tmp_path / "call.mjs", fails=True)


@pytest.mark.parametrize("arm", ROBOTS)
def test_self_tests_of_python_and_javascript_pass(tmp_path, arm):
    """The generated self-tests find the generated code right, in both precisions of NumPy."""
    robot = fast(ROBOTS[arm]())
    options = {"gravity": True, "link": robot.robot.link_names[-1]}
    module = {}
    exec(robot.to_python(*FUNCTIONS, **options), module)  # noqa: S102 - our own text
    assert 0 < module["self_test"](np) < 1e-12

    class Single:
        """NumPy with floats of single precision, as PyTorch and JAX have them."""

        def __getattr__(self, name):
            return getattr(np, name)

        def asarray(self, a):
            return np.asarray(a, dtype=np.float32)

    assert 1e-9 < module["self_test"](Single()) < 1e-5
    need("node")
    (tmp_path / "arm.mjs").write_text(robot.to_javascript(*FUNCTIONS, **options))
    (tmp_path / "call.mjs").write_text(
        'import { selfTest } from "./arm.mjs"; console.log(selfTest());'
    )
    assert 0 < float(run("node", tmp_path / "call.mjs")) < 1e-12


def test_large_functions_are_cut_into_parts(tmp_path, monkeypatch):
    """Cut into parts of 25 statements the code still passes every compiler and its self-test."""
    need("cc")
    monkeypatch.setattr(emit_c, "WHOLE", 0)
    monkeypatch.setattr(emit_c, "PART", 25)
    source = fast(tree()).to_c("rnea", "crba", "kinetic_energy")
    for name in ("rnea", "crba", "kinetic_energy"):
        assert f"static void tree_of_7_{name}_part2(" in source.source
    for compiler in PRESENT:
        self_test(source, tmp_path, compiler)


def test_javascript_for_a_page(tmp_path):
    """Without exports the text runs as a classic script, and cannot end an HTML script."""
    need("node")
    robot = Robot(
        "</script><!--", [Link("link", Joint.revolute("q"), inertia=Inertia(1, (1, 0, 0)))]
    )
    text = fast(robot).to_javascript("crba", module=False)
    assert "export" not in text
    assert "</" not in text
    assert "<!" not in text
    (tmp_path / "page.cjs").write_text(
        f"'use strict';\n{text}\nconsole.log(selfTest(), crba([2]));"
    )
    assert run("node", tmp_path / "page.cjs") == "0 [ [ 1 ] ]\n"


def test_names_that_would_break_code(exported, tmp_path):
    """Quotes, comment marks, line ends and other scripts in names do no harm in any language."""
    nasty = '*/ "); } """ \\ ??/ \n # // /* {} ${x} `'
    robot = Robot(
        f"Ärm {nasty}",
        [
            Link("1 " + nasty, Joint.revolute(nasty), inertia=Inertia(1, (1, 0, 0))),
            Link("机", Joint.prismatic("机"), inertia=Inertia(1, (1, 0, 0)), parent="1 " + nasty),
        ],
        gravity=(0, -1, 0),
    )
    wrenches = {"1 " + nasty: "world", "机": "1 " + nasty}
    code = exported(fast(robot), "rnea", "link_jacobian", external=wrenches, link="机")
    zero, zeros = np.zeros((1, 2)), np.zeros((1, 3))
    pushes = [zeros, zeros, zeros, np.array([[0, 0, 7.0]])]
    assert code("rnea", (2,), zero, zero, zero, *pushes).tolist() == [[2, -7]]
    source = fast(robot).to_c("rnea", external=wrenches)
    assert source.name == "arm_x"
    assert "link_1_x_moment[3], " in source.header
    assert "link_moment[3],\n" in source.header
    if shutil.which("cc"):
        self_test(source, tmp_path)


def test_the_text_is_readable_and_reproducible():
    """No line is longer than a screen is wide; two exports are the same, character by character."""
    names, texts = ("rnea", "aba", "kinetic_energy", "link_jacobian"), []
    for _ in range(2):
        robot = fast(tree())
        options = {"gravity": True, "link": "link0", "external": {"link0": "world"}}
        source = robot.to_c(*names, **options)
        texts.append(
            [
                source.header,
                source.source,
                robot.to_python(*names, **options),
                robot.to_javascript(*names, **options),
            ]
        )
    assert texts[0] == texts[1]
    for text in texts[0]:
        assert max(map(len, text.splitlines())) <= WIDTH
        assert text.isascii()
        assert f"linkwise {linkwise.__version__}" in text
        assert not re.search(r"\b20\d\d\b", text)
    header = texts[0][0]
    assert "0: joint" in header
    assert re.search(r" \* +\d: joint\d, prismatic, m, N\n", header)
    assert re.search(r" \* +\d: joint\d, revolute, rad, N m\n", header)
    assert "tau[6], written: joint torques or forces, N m or N" in header
    assert "tau = M(q) qdd + C(q, qd) qd + g(q)" in header
    includes = re.findall("#include (.*)", texts[0][1].split("_SELF_TEST")[0])
    assert includes == ['"tree_of_7.h"', "<math.h>"]


def test_equations_name_the_effects_that_the_joints_have():
    """Friction and springs stand in the equation of motion, rotors in that of M, as conventions."""
    said = fast(loaded_tree()).to_python("rnea", "aba", "crba", "gravity_torque")
    assert "    tau = M(q) qdd + C(q, qd) qd + g(q) + friction + springs\n" in said
    assert "    M(q) qdd = tau - C(q, qd) qd - g(q) - friction - springs\n" in said
    assert "    M_ij = S_i^T I_j S_j + rotors\n" in said
    assert "    tau = g(q)\n" in said


def test_operations_of_the_2r_are_counted():
    """The header counts what the C has: M of the 2R takes one cosine, and its code has one."""
    source = fast(ROBOTS["2r"]()).to_c("crba")
    counted = re.search(r"Operations: (\d+) \*, (\d+) \+ and -, 1 sin and cos\.", source.header)
    code = source.source.split("SELF_TEST")[0].split("math.h>")[1]
    assert code.count(" * ") == int(counted[1])
    assert code.count(" + ") + code.count(" - ") == int(counted[2])
    assert code.count("cos(") == 1


def test_sign_in_every_language(tmp_path):
    """The sign of −2, 0, 3 and NaN is −1, 0, 1 and NaN; right values typed in."""
    need("cc")
    need("node")
    robot = linkwise.pendulum()
    program = trace("rnea", lambda q: {"tau": np.array([q[0].sign(), None])[:1]}, {"q": (1,)})
    q = Argument("q", (1,), "angle", np.array([[-2.0], [0.0], [3.0]]))
    tau = Argument("tau", (1,), "torque", np.array([[-1.0], [0.0], [1.0]]))
    export = Export("rnea", program, [], [q], tau, 1.0, 1.0)
    (tmp_path / "arm.h").write_text("void arm_rnea(const TYPE q[1], TYPE tau[1]);")
    for precision, element in (("double", "double"), ("single", "float")):
        code = tmp_path / f"{precision}.c"
        code.write_text("\n".join(_source(robot, [export], Dialect(precision, "arm"))) + "\n")
        switches = ("-DARM_SELF_TEST", f"-DTYPE={element}")
        run(*COMPILERS["cc"], *STRICT, *switches, "-o", tmp_path / "arm", code, "-lm")
        assert "0 of 3" in run(tmp_path / "arm")
    module = {}
    exec("\n".join(python_lines(robot, [export])), module)  # noqa: S102 - our own text
    assert module["self_test"](np) == 0
    assert np.isnan(module["rnea"](np, np.array([np.nan]))[0])
    text = "\n".join(
        [*javascript_lines(robot, [export], ""), "console.log(selfTest(), rnea([NaN]))"]
    )
    (tmp_path / "arm.cjs").write_text(text)
    assert run("node", tmp_path / "arm.cjs") == "0 [ NaN ]\n"


def test_files_are_written_whole(tmp_path):
    """Both files hold the text, writing again replaces them, and nothing else is left behind."""
    source = fast(linkwise.planar_2r()).to_c("crba")
    (tmp_path / "planar_2r.c").write_text("old")
    paths = source.write(str(tmp_path))
    assert paths == (tmp_path / "planar_2r.h", tmp_path / "planar_2r.c")
    assert [path.read_text() for path in paths] == [source.header, source.source]
    assert sorted(tmp_path.iterdir()) == sorted(paths)
    with pytest.raises(LinkwiseError, match=r"nowhere is no folder to write planar_2r\.h"):
        source.write(tmp_path / "nowhere")
    (tmp_path / "planar_2r.h").unlink()
    (tmp_path / "planar_2r.h").mkdir()
    with pytest.raises(LinkwiseError, match=r"planar_2r\.h cannot be written"):
        source.write(tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


REFUSALS = [
    ((), {}, r"name at least one function to write: rnea, "),
    (("rneaa",), {}, r"unknown function 'rneaa': did you mean 'rnea'\? known are rnea, .*, aba, "),
    (("rnea", "xyz"), {}, r"unknown function 'xyz': known are rnea, "),
    (("crba",), {"gravity": True}, r"none of crba takes gravity"),
    (("crba", "gravity_torque"), {"external": {"link1": "world"}}, r"none of .* takes external"),
    (("rnea",), {"link": "link1"}, r"none of rnea takes link"),
    (("link_jacobian",), {}, r"link_jacobian wants the name of a link"),
    (("link_jacobian",), {"link": "link3"}, r"no link 'link3': did you mean 'link[12]'"),
    (("rnea",), {"friction": True}, r"unknown option 'friction': known are gravity, external, "),
    (("rnea",), {"external": {"link3": "world"}}, r"no link 'link3'"),
    (("rnea",), {"external": {"link1": "moon"}}, r"no link 'moon'"),
    (("rnea",), {"external": ["link1"]}, r"external wants links and axes"),
]


@pytest.mark.parametrize(("names", "options", "message"), REFUSALS)
def test_refusals(names, options, message):
    """Unknown functions, links and options are refused in every language, by name."""
    robot = fast(linkwise.planar_2r())
    for write in (robot.to_c, robot.to_python, robot.to_javascript):
        with pytest.raises(LinkwiseError, match=message):
            write(*names, **options)


def test_refusals_of_c():
    """A prefix that cannot begin a C name, an unknown precision, and constants beyond float."""
    robot = fast(linkwise.planar_2r())
    with pytest.raises(LinkwiseError, match="prefix 'my-arm' cannot begin a C name: take 'my_arm'"):
        robot.to_c("rnea", prefix="my-arm")
    with pytest.raises(LinkwiseError, match="precision must be 'double' or 'single', got 'half'"):
        robot.to_c("rnea", precision="half")
    heavy = fast(linkwise.pendulum(1, 1e39))
    assert "{3.33333333333333" in heavy.to_c("crba").source
    with pytest.raises(LinkwiseError, match="beyond single precision"):
        heavy.to_c("gravity_torque", precision="single")


def test_two_wrenches_of_one_name_get_numbers():
    """Links whose names differ only in marks that code drops have wrenches of their own."""
    links = [
        Link("a-b", Joint.revolute("q1"), inertia=Inertia(1, (1, 0, 0))),
        Link("a_b", Joint.revolute("q2"), inertia=Inertia(1, (1, 0, 0)), parent="a-b"),
    ]
    frames = {"a-b": "world", "a_b": "a-b"}
    header = fast(Robot("arm", links)).to_c("rnea", external=frames).header
    assert "a_b_moment[3]: external moment on 'a-b' about its frame's origin" in header
    assert "a_b_force_2[3]: external force on 'a_b', axes: a-b, N" in header


def test_a_singular_mass_matrix_cannot_be_exported_to_be_solved():
    """Golden values of forward dynamics need a regular M: the joint that has none is named."""
    links = [Link("hand", Joint.revolute("wrist"), inertia=Inertia(1, (0, 0, 0)))]
    with pytest.raises(LinkwiseError, match="wrist"):
        fast(Robot("arm", links)).to_c("aba")
