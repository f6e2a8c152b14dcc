"""Classes in seven languages: run, and shown to fail where they are spoilt."""

import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import sympy
from oracles import closed_forms
from sympy.parsing.mathematica import parse_mathematica

from linkwise import (
    Friction,
    Inertia,
    Joint,
    Link,
    LinkwiseError,
    Robot,
    Rotor,
    Spring,
    Transform,
    coriolis_torque,
    crba,
    equations_of_motion,
    gravity_torque,
    pendulum,
    puma560,
    symbolic,
)
from linkwise.lesson.equations.code.languages import LANGUAGES
from linkwise.lesson.equations.code.model import class_name, code_model
from linkwise.lesson.equations.code.right_values import numeric

DEMO = {"l1": 1, "l2": 1, "lc1": 0.5, "lc2": 0.5, "m1": 1, "m2": 1, "I1": 0.1, "I2": 0.1}
STRICT = ("-Wall", "-Wextra", "-Werror", "-pedantic")


def awkward() -> Robot:
    """Return a spatial arm of all effects whose letters are words of the languages."""
    E, word, I, M, odd, slide = sympy.symbols("E lambda I M l_{1} q")
    first = replace(
        Joint.revolute("q1", (0, 0, 1)), friction=Friction(E, 0.5, 0.25), spring=Spring(word, 0.5)
    )
    second = replace(Joint.helical("q2", 0.25, (0, 1, 0)), rotor=Rotor(I, 3))
    third = replace(Joint.prismatic("q3", (1, 0, 0)), spring=Spring(2, slide))
    links = [
        Link("a", first, inertia=Inertia(M, (0.5, 0, 0.25), np.diag([1, 2, 3]))),
        Link("b", second, Transform(np.eye(3), (odd, 0, 0)), Inertia(2, (0, 0.5, 0.5)), "a"),
        Link("c", third, Transform(np.eye(3), (0, 0, 0.5)), Inertia(M, (0.25, 0.5, 0)), "b"),
    ]
    return Robot("awkward */ arm", links, gravity=(0, 0, -sympy.Symbol("g")))


ROBOTS = {
    "2r": lambda: symbolic("2r"),
    "gantry": lambda: symbolic("gantry"),
    "awkward": awkward,
    "puma560": puma560,
}
EXECUTED = ("python", "c", "c++", "java", "matlab")
SMALL = ("2r", "gantry", "awkward")
RUNS = [
    *(("c", robot) for robot in ROBOTS),
    *(("python", robot) for robot in SMALL),
    *((language, "awkward") for language in ("c++", "java", "matlab")),
]
TERMS = ("lc2*c2", "lc2*s2*qd", "lc2*g*c12")  # of M, C and g of the 2R
SPOILT = [*(("python", term) for term in TERMS), *((x, TERMS[0]) for x in EXECUTED[1:])]


@cache
def equations(robot: str):
    """Return the equations of a robot, which some tests share."""
    return equations_of_motion(ROBOTS[robot]())


def run(language: str, name: str, text: str, folder) -> subprocess.CompletedProcess:
    """Build a file and run the test of itself, or skip where the language is missing."""
    ending = {"python": "py", "c": "c", "c++": "cpp", "java": "java", "matlab": "m"}[language]
    tool = {"python": sys.executable, "c": "gcc", "c++": "g++", "matlab": "octave-cli"}
    if shutil.which(tool.get(language, "java")) is None:
        pytest.skip(f"{language} is not installed")
    path = folder / f"{name}.{ending}"
    path.write_text(text, encoding="ascii")
    program = str(folder / "program")
    test = f"-D{name}_SELF_TEST"
    build = {
        "c": ["gcc", "-std=c99", *STRICT, test, "-o", program, path, "-lm"],
        "c++": ["g++", "-std=c++17", *STRICT, test, "-o", program, path],
    }
    if language in build:
        subprocess.run(build[language], check=True)
    command = {
        "python": [sys.executable, path],
        "c": [program],
        "c++": [program],
        "java": ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", path],
        "matlab": ["octave-cli", "--norc", "--eval", f"{name}.selfTest()"],
    }
    return subprocess.run(
        command[language], cwd=folder, check=False, capture_output=True, text=True, timeout=100
    )


@cache
def lecture_demo(language: str) -> str:
    """Return the 2R with the numbers of the lecture notes' demo."""
    return equations("2r").code(language, DEMO)


@pytest.mark.parametrize(("language", "robot"), RUNS)
def test_self_test_passes(language: str, robot: str, tmp_path) -> None:
    """Compiled without a warning and run, each file agrees with the floats of `rnea` in it.

    The numbers are linkwise's float recursions', the file's are those of the collected letters.
    """
    e = equations(robot)
    ran = run(language, class_name(e.robot.name), e.code(language), tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    errors = re.findall(r"(.*): error (\S+), allowed (\S+)", ran.stdout)
    assert [name for name, _, _ in errors] == [
        "mass matrix",
        "velocity terms",
        "gravity",
        "inverse dynamics",
        "forward dynamics",
    ]
    assert all(float(error) <= float(allowed) <= 1e-9 for _, error, allowed in errors)


@pytest.mark.parametrize(("language", "term"), SPOILT)
def test_self_test_fails_when_spoilt(language: str, term: str, tmp_path) -> None:
    """A wrong length in one term of M, C or g makes the test of itself fail."""
    text = lecture_demo(language)
    typed = term.replace("lc2", "p->lc2").replace("*g", "*p->g") if language == "c" else term
    assert typed in text
    spoilt = text.replace(typed, typed.replace("lc2", "1.1*lc2").replace("p->1.1*", "1.1*p->"), 1)
    ran = run(language, "Planar2R", spoilt, tmp_path)
    assert ran.returncode != 0
    assert "mass matrix: error" in ran.stdout  # it was built, and compared


def namespace(text: str) -> dict:
    """Return what a Python file defines."""
    scope = {"__name__": "exported"}
    exec(text, scope)  # noqa: S102 - our own text
    return scope


def test_python_class_gives_the_numbers_of_the_lecture_notes() -> None:
    """The MATLAB demo of the lecture notes, section 4, by the Python class and the closed form."""
    arm = namespace(lecture_demo("python"))["Planar2R"]()
    q, qd, qdd = np.array([np.pi / 4, np.pi / 6]), np.array([0.2, -0.1]), np.array([0.5, 0.1])
    M = [[2.566025403784439, 0.7830127018922194], [0.7830127018922194, 0.35]]
    np.testing.assert_allclose(arm.mass_matrix(q), M, rtol=1e-14)
    C = arm.coriolis(q, qd)
    np.testing.assert_allclose(C, [[0.025, -0.025], [0.05, 0]], rtol=1e-14)
    tau = arm.inverse_dynamics(q, qd, qdd)
    np.testing.assert_allclose(tau, [13.043397673469356, 1.706013767173975], rtol=1e-14)
    np.testing.assert_allclose(arm.forward_dynamics(q, qd, tau), qdd, rtol=1e-13)
    arm.m2, arm.lc2, arm.I2 = 2.0, 0.7, 0.3  # the letters are fields
    form = closed_forms.two_r(1, 2.0, 1, 0.5, 0.7, 0.1, 0.3)
    np.testing.assert_allclose(arm.inverse_dynamics(q, qd, qdd), form.tau(q, qd, qdd), rtol=1e-14)


def test_rp_and_3r_by_python_against_closed_forms() -> None:
    """The classes of RP and 3R give the closed forms of the lecture notes at other numbers."""
    rng = np.random.default_rng(3)
    rp = namespace(equations_of_motion(symbolic("rp")).code("python"))["PlanarRP"]
    rods = namespace(equations_of_motion(symbolic("3r")).code("python"))["Planar3R"]
    for arm, form in (
        (rp(m1=3, m2=2, l1=0.2, I1=0.05, I2=0.03), closed_forms.rp(3, 2, 0.2, 0.05, 0.03)),
        (
            rods(m1=1, m2=0.8, m3=0.6, l1=0.6, l2=0.5, l3=0.4),
            closed_forms.three_r_rods(1, 0.8, 0.6, 0.6, 0.5, 0.4),
        ),
    ):
        n = 2 if isinstance(arm, rp) else 3
        q, qd, qdd = rng.uniform(-2, 2, (3, n))
        right = form.tau(q, qd, qdd)
        np.testing.assert_allclose(arm.inverse_dynamics(q, qd, qdd), right, rtol=1e-12, atol=1e-12)


def results(model, M, C, g):
    """Compare M, C q̇ and g of another language with the floats."""
    robot = numeric(model.equations.robot, {str(f.symbol): f.value for f in model.fields})
    golden = model.golden
    np.testing.assert_allclose(np.array(M, float), crba(robot, golden.q), rtol=0, atol=1e-11)
    velocity = np.array(C, float) @ golden.qd
    np.testing.assert_allclose(
        velocity, coriolis_torque(robot, golden.q, golden.qd), rtol=0, atol=1e-10
    )
    gravity = np.array(g, float).ravel()
    np.testing.assert_allclose(gravity, gravity_torque(robot, golden.q), rtol=0, atol=1e-10)


@pytest.mark.parametrize("robot", SMALL)
def test_julia_by_translation(robot: str) -> None:
    """Julia is not run here: its methods are read as Python and give the floats' numbers."""
    e = equations(robot)
    model, text = code_model(e, None), e.code("julia")
    openers = re.findall(r"^ *(?:Base\.@kwdef struct|function|for)\b", text, re.MULTILINE)
    assert len(openers) == len(re.findall(r"^ *end$", text, re.MULTILINE))
    fields = re.findall(r"^    (\w+)::Float64 = (\S+) # ", text, re.MULTILINE)
    assert len(fields) == len(model.fields)
    p = type("Fields", (), {name: float(value) for name, value in fields})()
    scope = {"cos": np.cos, "sin": np.sin, "sign": np.sign, "zeros": lambda *n: np.zeros(n)}
    for head, body in re.findall(r"(?ms)^function (\w+\(p.*?)\n(.*?)^end$", text):
        lowered = re.sub(
            r"\[([\d, ]+)\]",
            lambda m: f"[{', '.join(str(int(k) - 1) for k in m[1].split(', '))}]",
            body.replace("^", "**"),
        )
        exec(f"def {head.replace(f'p::{model.name}', 'p')}:\n{lowered}", scope)  # noqa: S102
    q, qd = model.golden.q, model.golden.qd
    results(model, scope["mass_matrix"](p, q), scope["coriolis"](p, q, qd), scope["gravity"](p, q))


@pytest.mark.parametrize("robot", SMALL)
def test_mathematica_by_sympy(robot: str) -> None:
    """Mathematica is not run here: its functions are read by SymPy and give the floats' numbers."""
    e = equations(robot)
    model, text = code_model(e, None), e.code("mathematica")
    plain = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    for opening, closing in ("[]", "{}", "()"):
        assert plain.count(opening) == plain.count(closing)
    keys = {name: float(x) for name, x in re.findall(r'"(\w+)" ->\s+([-\d.]+)', plain)}
    assert len(keys) == len(model.fields)
    q, qd = model.golden.q, model.golden.qd
    state = {f"{name}{k + 1}": x for name, a in (("q", q), ("qd", qd)) for k, x in enumerate(a)}

    def value(name: str):
        head = rf"{name}\[{model.name}\[p_\].*?:= Module\[\{{.*?\}},"
        body = re.search(rf"(?ms)^{head}(.*?)\]\n\n", plain)[1]
        known = {sympy.Symbol(x): number for x, number in state.items()}
        *steps, last = (part.strip() for part in body.split(";"))
        for step in steps:
            target, right = step.split(" = ", 1)
            field = re.fullmatch(r'p\["(\w+)"\]', right)
            number = keys[field[1]] if field else parsed(right).subs(known)
            known[sympy.Symbol(target)] = number
        tree = parsed(last.replace("{", "list[").replace("}", "]"))
        return to_array(tree, known)

    results(model, value("massMatrix"), value("coriolis"), value("gravity"))


def parsed(text: str):
    """Return Mathematica's expression in SymPy, entries of lists as letters."""
    return parse_mathematica(re.sub(r"(qd?)\[\[(\d+)\]\]", r"\1\2", text).replace("\n", " "))


def to_array(tree, known):
    """Return nested lists of a tree in numbers."""
    if str(tree.func) == "list":
        return [to_array(x, known) for x in tree.args]
    return float(tree.subs(known))


def test_documented_and_complete() -> None:
    """Every file has units, the joints, and all six methods, by the names of its language."""
    for language in LANGUAGES:
        text = lecture_demo(language)
        assert text.isascii()
        assert max(map(len, text.split("\n"))) <= 120
        assert "1: q1, revolute, rad, N m" in text
        assert "distance of the centre of mass from the joint, m" in text
        assert "Mass matrix M(q), kg m2." in text
        snake = language in ("python", "c", "julia")
        for words in ("mass_matrix", "coriolis", "gravity", "inverse_dynamics", "forward_dynamics"):
            first, *rest = words.split("_")
            camel = first + "".join(word.capitalize() for word in rest)
            assert (words if snake else camel) in text
        assert "Planar2R" in text


def test_awkward_names_are_changed() -> None:
    """Letters that are words of a language, or no names at all, get names of their own."""
    text = equations("awkward").code("python")
    assert "    lambdapar: float = " in text
    assert "    l1: float = " in text
    assert "    Epar: float = " in text
    assert "friction_and_springs" in text
    assert "Equations of motion of awkward * / arm" in text


@pytest.mark.parametrize(("language", "robot"), [("java", "math"), ("c++", "vector")])
def test_robots_named_like_classes_of_the_language(language: str, robot: str, tmp_path) -> None:
    """A pendulum called math takes cosines of Java's Math, and vector hides none of C++'s own."""
    text = equations_of_motion(replace(pendulum(1, 2), name=robot)).code(language)
    ran = run(language, class_name(robot), text, tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "forward dynamics: error" in ran.stdout


def test_refusals() -> None:
    """Unknown languages and letters are refused by name."""
    e = equations("2r")
    with pytest.raises(LinkwiseError, match="no language 'jave': did you mean 'java'"):
        e.code("jave")
    with pytest.raises(LinkwiseError, match="no letter 'm3': I1, I2, g, l1"):
        e.code("c", {"m3": 1})
    for wrong in ("1", float("nan"), None):
        with pytest.raises(LinkwiseError, match="letter m1 wants a finite number, got"):
            e.code("c", {"m1": wrong})
    with pytest.raises(LinkwiseError, match="values, numbers by letter, must be a Mapping, got 5"):
        e.code("c", 5)
    with pytest.raises(LinkwiseError, match="no letter 1"):
        e.code("c", {1: 1, "m3": 2})


@pytest.mark.parametrize("masses", [{"m2": 0}, {"m1": -1, "m2": -1}])
def test_masses_without_forward_dynamics_are_refused(masses) -> None:
    """Without a mass at its tip link 2 accelerates by no torque at all; negative masses flee."""
    with pytest.raises(LinkwiseError, match=r"mass matrix of 'planar 2R' .* eigenvalue"):
        equations_of_motion(symbolic("2r-point")).code("c", masses)


def test_letters_with_assumptions() -> None:
    """Letters that SymPy knows to be positive have numbers like others: τ = m l² q̈/3 + m g l c/2.

    Typed from the rod's moment of inertia about its end.
    """
    m, l, g = sympy.symbols("m l g", positive=True)
    rod = pendulum(l, m, l / 2, m * l**2 / 12, form="general", gravity=(0, -g, 0))
    arm = namespace(equations_of_motion(rod).code("python"))["Pendulum"](m=2.0, l=0.6)
    tau = arm.inverse_dynamics(np.array([0.3]), np.array([5.0]), np.array([2.0]))
    right = 2 * 0.6**2 * 2 / 3 + 2 * 9.81 * 0.3 * np.cos(0.3)
    np.testing.assert_allclose(tau, [right], rtol=1e-14)
