"""Problem sheets: what they print is right, and every hidden mistake is found by the referee."""

import os
import re
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from oracles import closed_forms

pytest.importorskip("sympy")

import linkwise as lw
from linkwise.__main__ import main
from linkwise.lesson.exercises.draws import Draws

NAMES = ("pendulum", "2r", "2r-point", "2r-rods", "3r", "rp", "gantry")


@cache
def cached(name, seed, mistakes=0):
    """Return a sheet, which some tests share."""
    return lw.exercise(name, seed, mistakes=mistakes)


def given(text):
    """Return the numbers of a sheet's table by their letters, as a reader finds them there."""
    found = re.findall(r"^\| \$(.*?)\$ *\| (-?[\d.]+)", text, re.MULTILINE)
    return {re.sub(r"[{}_\\ ]", "", letter): float(x) for letter, x in found}


def closed_form(name, x):
    """Return the arm's formulas from the lecture notes, with the sheet's numbers."""
    g = x["g"]
    match name:
        case "pendulum":
            return closed_forms.pendulum(x["m"], x["lc"], x["I"], g)
        case "2r":
            lengths = (x["l1"], x["lc1"], x["lc2"])
            return closed_forms.two_r(x["m1"], x["m2"], *lengths, x["I1"], x["I2"], g)
        case "2r-point":
            return closed_forms.two_r_points(x["m1"], x["m2"], x["l1"], x["l2"], g)
        case "2r-rods":
            return closed_forms.two_r_rods(x["m1"], x["m2"], x["l1"], x["l2"], g)
        case "3r":
            masses, lengths = ([x[f"{a}{k}"] for k in (1, 2, 3)] for a in "ml")
            return closed_forms.three_r_rods(*masses, *lengths, g)
        case "rp":
            return closed_forms.rp(x["m1"], x["m2"], x["l1"], x["I1"], x["I2"], g)
        case _:
            return closed_forms.gantry(x["mx"], x["my"])


def state(x):
    """Return q, q̇ and q̈ of a sheet, angles in radians."""
    out = []
    for dots in ("", "dot", "ddot"):
        row = []
        for k in "123":
            if f"{dots}theta{k}" in x:
                row.append(np.deg2rad(x[f"theta{k}"]) if not dots else x[f"{dots}theta{k}"])
            elif f"{dots}d{k}" in x:
                row.append(x[f"{dots}d{k}"])
        out.append(np.array(row))
    return out


def result(text, left):
    """Return the first number with a unit after the last equation with this left side."""
    after = text[text.rindex(left) :]
    return float(re.search(r"= (-?[\d.e-]+)\\,\\mathrm", after)[1])


@pytest.mark.parametrize("name", NAMES)
def test_solutions_are_the_closed_forms_at_the_printed_numbers(name):
    """Torques, loads, energy, power and accelerations of some sheets follow from their tables."""
    for seed in range(1 if name == "3r" else 2):  # sheets of the 3R take a second each
        sheet = cached(name, seed)
        text = sheet.text(part="solution")
        x = given(sheet.text(part="problem"))
        q, qd, qdd = state(x)
        form = closed_form(name, x)
        M, V, g = form.M(q), form.C_qd(q, qd), form.g(q)
        tau = M @ qdd + V + g
        right = {
            "torques": tau,
            "holding torques": g,
            "kinetic energy": [qd @ M @ qd / 2],
            "power": [tau @ qd],
            "accelerations": np.linalg.solve(M, -V - g),
        }
        for key, values in right.items():
            np.testing.assert_allclose(sheet.answers[key], values, rtol=1e-10, atol=1e-12)
        parts = {"M": M, "V": V, "g": g}
        for entry in sheet.letters_asked:
            index = tuple(int(k) - 1 for k in entry[1:])
            value = parts[entry[0]][index]
            if value or f"{entry[0]}_{{{entry[1:]}}} &= 0" not in text:
                printed = result(text, f"{entry[0]}_{{{entry[1:]}}} &=")
                assert printed == pytest.approx(value, rel=1e-5, abs=1e-12)
        if "holding torques" not in sheet.numbers_asked:
            for k, value in enumerate(tau, start=1):
                printed = result(text, rf"\tau_{{{k}}} &= M_")
                assert printed == pytest.approx(value, rel=1e-5, abs=1e-12)


@pytest.mark.parametrize("name", ["RP", "2r"])
def test_the_sheets_robot_gives_the_same_torques_by_recursion(name):
    """The arm of numbers that comes with a sheet has the sheet's torques by `rnea`."""
    sheet = lw.exercise(name, 11)
    s = sheet.setting
    tau = lw.rnea(s.robot, *(s.state(x) for x in (s.arm.q, s.arm.qd, s.arm.qdd)))
    np.testing.assert_allclose(sheet.answers["torques"], tau, rtol=1e-12)


@pytest.mark.parametrize(
    ("name", "seed", "mistakes"),
    [
        *(("rp", 0, 1), ("rp", 1, 2), ("rp", 2, 3), ("rp", 7, 1), ("2r", 2, 2), ("2r", 4, 4)),
        *(("pendulum", 1, 2), ("gantry", 2, 2), ("3r", 3, 1)),
    ],
)
def test_every_hidden_mistake_is_found_and_named(name, seed, mistakes):
    """Handed to `check` as SymPy, the planted steps are wrong by the slip of the key, no others."""
    sheet = cached(name, seed, mistakes)
    hidden, s = sheet.planted, sheet.setting
    assert len(hidden.mistakes) == mistakes
    printed = {step: s.letters.expression(x) for step, x in hidden.steps.items()}
    carried = {step for mistake in hidden.mistakes for step in mistake.carried}
    stages = {k: x for k, x in printed.items() if k not in carried and not k.startswith("tau")}
    verdict = lw.check(s.arm, stages=stages)
    key = sheet.text(part="solution").partition("Key to the errors")[2]
    for mistake in hidden.mistakes:
        names = {f.slips[0].slip.name for f in verdict[mistake.step].findings if not f.slips[1:]}
        assert mistake.made.slip.name in names
        assert names == set(mistake.names)
        assert r"\\" not in key  # no line is cut inside a sentence
        assert mistake.made.slip.name in key
    assert {e.name for e in verdict.entries if not e.right} == {m.step for m in hidden.mistakes}


def test_mistakes_are_carried_on():
    """Each torque printed is the difference of the two lines before it, wrong as they are."""
    right = lw.lagrange(cached("rp", 0, 2).setting.arm.robot)
    for seed in range(2):
        sheet = cached("rp", seed, 2)
        expression = sheet.setting.letters.expression
        steps = {step: expression(x) for step, x in sheet.planted.steps.items()}
        for i in (1, 2):
            assert (steps[f"tau{i}"] - steps[f"d_dt{i}"] + steps[f"dL_dq{i}"]).expand() == 0
        off = {f"tau{i + 1}" for i in (0, 1) if (steps[f"tau{i + 1}"] - right.tau[i]).expand() != 0}
        assert off == {m.carried[-1] for m in sheet.planted.mistakes}


def test_lines_of_the_key_are_lines_of_the_derivation():
    """The number that the key names is that of the line with the step the mistake is in."""
    sheet = cached("2r", 5, 1)
    (mistake,) = sheet.planted.mistakes
    derivation = sheet.text(part="problem").partition("Find the error")[2]
    key = sheet.text(part="solution").partition("Key to the errors")[2]
    number = int(re.search(r"Line \((\d+)\)", key)[1])
    lines = re.split(r"\((\d+)\) \\quad ", derivation)
    line = dict(zip(map(int, lines[1::2]), lines[2::2], strict=True))[number]
    stage, index = mistake.step[:-1], mistake.step[-1]
    assert {"dL_dqd": rf"\dot \theta_{{{index}}}", "d_dt": "d}{dt}", "dL_dq": "L}"}[stage] in line


def test_sheet_seven_is_the_same_everywhere():
    """Numbers typed in from one machine, and the whole text under another order of hashing."""
    sheet = lw.exercise("RP", 7)
    assert given(str(sheet)) == {
        "l1": 0.8, "m1": 3, "m2": 2.5, "I1": 0.05, "I2": 0.02, "g": 9.81, "theta1": 75, "d2": 0.8,
        "dottheta1": 2, "dotd2": 0.5, "ddottheta1": 3, "ddotd2": -1,
    }  # fmt: skip
    assert sheet.letters_asked == ("M11", "V1", "g2")
    assert sheet.numbers_asked == ("torques", "holding torques", "kinetic energy")
    command = [sys.executable, "-m", "linkwise", "exercise", "rp", "--seed", "7", "--mistakes", "1"]
    env = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONUTF8": "1"}
    elsewhere = subprocess.run(command, capture_output=True, check=True, env=env).stdout.decode()
    assert elsewhere.splitlines() == str(cached("rp", 7, 1)).splitlines()


def test_whole_numbers_of_numpy_are_seeds():
    """A seed from an array gives the sheet of the same number, and prints as such."""
    assert str(lw.exercise("rp", np.int64(7))) == str(cached("rp", 7))


def test_seeds_make_different_sheets():
    """Of six sheets no two have the same numbers, and not all ask the same."""
    sheets = [cached("rp", seed) for seed in range(6)]
    assert len({str(given(sheet.text(part="problem"))) for sheet in sheets}) == 6
    assert len({sheet.letters_asked for sheet in sheets}) > 2
    assert len({sheet.numbers_asked for sheet in sheets}) > 2


def test_parts_of_a_sheet():
    """The problem alone gives nothing away, and mistakes change nothing but add a part."""
    sheet, hiding = cached("rp", 1), cached("rp", 1, 2)
    assert "Solution" not in sheet.text(part="problem")
    assert "Key" not in hiding.text(part="problem")
    assert "Asked" not in sheet.text(part="solution")
    assert hiding.text(part="problem").startswith(sheet.text(part="problem").rstrip())
    assert sheet._repr_markdown_() == str(sheet)


def test_sentences_hold_mathematics_of_one_line():
    """Lines end in displays alone: between dollar signs LaTeX stops at a double backslash."""
    for sheet in (cached("2r", 1, 2), cached("2r-rods", 5, 2)):
        sentences = re.findall(r"\$([^$]+)\$", sheet.text("latex"))
        assert len(sentences) > 20
        assert not [x for x in sentences if r"\\" in x or "&" in x]


@pytest.mark.parametrize("name", ["pendulum", "rp", "gantry"])
def test_no_value_is_printed_twice_in_a_row(name):
    """M₂₂ of the RP is m₂ = 2 kg, not 2 = 2 kg; the power of one motor is no sum."""
    text = " ".join(cached(name, seed).text(part="solution") for seed in range(4))
    assert text.count(r"kg") > 3
    assert not re.findall(r"= (-?[\d.]+) = \1\\,", text)


def test_several_mistakes_are_asked_for_as_several():
    """One mistake has a first wrong line; of two, each has a line of its own."""
    one, two = (cached("2r", 5, count).text(part="problem") for count in (1, 2))
    assert "one mistake was made, and not in $K$ or $P$" in one
    assert "which line is the first to be wrong" in one
    assert "2 mistakes were made" in two
    assert "in which lines the mistakes were made" in two
    assert "first to be wrong" not in two


@pytest.mark.parametrize("name", ["2r", "rp", "gantry"])
def test_latex_is_well_formed(name):
    """The document is plain ASCII, its groups and environments close, its mathematics too."""
    tex = cached(name, 2, {"2r": 2, "rp": 3, "gantry": 2}[name]).text("latex")
    assert tex.isascii()
    assert tex.count("{") == tex.count("}")
    stack = []
    for what, environment in re.findall(r"\\(begin|end)\{([a-z*]+)\}", tex):
        if what == "begin":
            stack.append(environment)
        else:
            assert stack.pop() == environment
    assert not stack
    outside = re.sub(r"\\begin\{(align\*|tabular)\}.*?\\end\{\1\}", "", tex, flags=re.DOTALL)
    assert outside.count("$") % 2 == 0
    for _, body in re.findall(r"\\begin\{(align\*)\}(.*?)\\end", tex, re.DOTALL):
        assert all(row.count("&") == 1 for row in body.split(r"\\" + "\n"))
    packages = re.findall(r"\\usepackage\{(.*?)\}", tex)
    assert packages == ["amsmath"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: lw.exercise("4r", 1), "did you mean '2r'|there is no symbolic model"),
        (lambda: lw.exercise(lw.rp(), 1), "an arm in letters"),
        (lambda: lw.exercise("rp", -1), "the seed must be a whole number"),
        (lambda: lw.exercise("rp", 1.5), "the seed must be a whole number"),
        (lambda: lw.exercise("rp", 1, mistakes=-1), "the number of mistakes"),
        (lambda: lw.exercise("rp", 1, mistakes=9), "room for 1 to 4 mistakes, got 9"),
        (lambda: lw.exercise("gantry", 1, mistakes=3), "room for 1 to 2 mistakes"),
        (lambda: cached("rp", 1).text("pdf"), "'md' or 'latex'"),
        (lambda: cached("rp", 1).text(part="key"), "'problem', 'solution' or 'all'"),
    ],
)
def test_what_cannot_be_set_is_refused(call, words):
    """Each message says what is wanted."""
    with pytest.raises(lw.LinkwiseError, match=words):
        call()


def test_command_prints_and_writes(tmp_path, capsys):
    """The command's text is the sheet's, on the terminal and in a file."""
    assert main(["exercise", "RP", "--seed", "7", "--mistakes", "1"]) == 0
    sheet = cached("rp", 7, 1)
    assert capsys.readouterr().out == str(sheet)
    out = tmp_path / "sheet.tex"
    words = ["--format", "latex", "--part", "solution", "-o", str(out)]
    assert main(["exercise", "rp", "--seed", "7", "--mistakes", "1", *words]) == 0
    assert out.read_text() == sheet.text("latex", "solution")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("rp", "--seed"),
        ("rp --seed x", "--seed must be a whole number of 0 or more, got 'x'"),
        ("rp --seed 1 --mistakes two", "--mistakes must be a whole number"),
        ("rp --seed 1 -o nowhere/x.md", "no folder"),
        ("puma560 --seed 1", "there is no symbolic model 'puma560'"),
    ],
)
def test_command_refuses(words, message, capsys):
    """One line says what is wrong, and the exit code is 2."""
    assert main(["exercise", *words.split()]) == 2
    assert message in capsys.readouterr().err


def test_draws_are_fair_enough():
    """Each of six items comes about a sixth of the time, and no item of a choice twice."""
    draws = Draws("fair")
    counts = np.bincount([draws.one(range(6)) for _ in range(6000)])
    assert counts.min() > 850
    for _ in range(100):
        chosen = draws.some("abcdef", 4)
        assert len(set(chosen)) == 4
        assert chosen == sorted(chosen)
