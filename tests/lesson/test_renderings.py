"""Lessons as text, Markdown, LaTeX and HTML: complete, well formed, and set by KaTeX."""

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles.closed_forms import rp, two_r
from oracles.katex import equations, katex_errors

import linkwise as lw
from linkwise import Friction, Joint, Link, LinkwiseError, Robot, Wrench
from linkwise.__main__ import main
from linkwise.lesson.letters.characters import width
from linkwise.lesson.rows.lines import Name
from linkwise.lesson.rows.script import script
from linkwise.lesson.rows.torque_terms import torque_terms

DEMO = [np.pi / 4, np.pi / 6], [0.2, -0.1], [0.5, 0.1]
VOID = {"p", "b", "table", "caption", "tr", "td"}


def every_kind() -> Robot:
    """A fork with each kind of joint, oblique axes, friction, and a name that trips LaTeX."""
    body = lw.Inertia(2, (0.1, 0.2, -0.1), np.diag([0.3, 0.2, 0.4]))
    at = lw.Transform.from_rpy((0.1, 0.2, 0.3), (0.4, 0, 0.1))
    return Robot(
        "rig_1 & co: 50% {new}",
        [
            Link("a", Joint.revolute("turn#1", (0, 0, 1), friction=Friction(0.5)), at, body),
            Link("b", Joint.prismatic("slide", (0, 1, 0)), at, body, "a"),
            Link("c", Joint.helical("screw", 0.1, (1, 0, 0)), at, body, "a"),
            Link("d", Joint.fixed("weld"), at, body, "c"),
        ],
    )


def lessons() -> dict[str, lw.NewtonEuler]:
    """Lessons of all sorts."""
    rig, state = every_kind(), np.full((3, 3), 0.2)
    push = {"d": Wrench((0, 0, 1), (1, 0, 0))}
    named = {
        f"rig, {notation}": lw.newton_euler(rig, *state, external=push, notation=notation)
        for notation in ("craig", "featherstone", "khalil", "lynch-park")
    }
    return named | {
        "2r in letters": lw.newton_euler(lw.symbolic("2r")),
        "rp in letters": lw.newton_euler(lw.symbolic("rp"), notation="featherstone"),
        "rig in letters": lw.newton_euler(rig, simplify="named"),
    }


LESSONS = lessons()
EACH = pytest.mark.parametrize("ne", LESSONS.values(), ids=LESSONS)


@cache
def handout(ne: lw.NewtonEuler) -> str:
    """The handout of a lesson, with numbers put in where it has numbers."""
    return ne.handout(2 if ne.letters is None else 1)


def test_katex_would_tell() -> None:
    """The judge of the next test finds a brace that is not closed and a command that is none."""
    assert len(katex_errors([r"x^{2", r"\nosuch", "x^2"])) == 2


def test_every_equation_is_set() -> None:
    """KaTeX sets each equation of each lesson's handout strictly, and those of notebooks too."""
    found: list[str] = []
    for name, ne in LESSONS.items():
        texts = [handout(ne)]
        if name in ("rig, craig", "2r in letters"):  # all notations have the same blocks in these
            texts += [ne.latex(2), ne.markdown(2)]
        for text in texts:
            blocks = equations(text.replace("$$", ""))
            assert len(blocks) >= 2 * len(ne.links)
            found += blocks
    assert katex_errors(list(dict.fromkeys(found))) == []


def test_the_handout_of_the_puma_is_set() -> None:
    """All 6 links in letters: over 200 named steps, and each equation is set."""
    text = lw.newton_euler(lw.puma560()).handout()
    assert text.count(r"\subsection*") >= 1 + 1 + 2 * 6 + 1
    assert len(re.findall(r"^x_\{\d+\} &=", text, re.MULTILINE)) > 200
    assert katex_errors(equations(text)) == []


@EACH
def test_handouts_are_whole_documents(ne: lw.NewtonEuler) -> None:
    """A handout needs amsmath alone, is ASCII, closes what it opens, and keeps names whole."""
    text = handout(ne)
    assert re.findall(r"\\usepackage\{(.*?)\}", text) == ["amsmath"]
    assert text.isascii()
    opened, closed = (re.findall(rf"\\{word}\{{(\w+\*?)\}}", text) for word in ("begin", "end"))
    assert sorted(opened) == sorted(closed)
    assert text.rstrip().endswith(r"\end{document}")
    if ne.robot.name.startswith("rig"):
        assert r"rig\_1 \& co: 50\% \{new\}" in text


@EACH
@pytest.mark.parametrize("verbose", [0, 1, 2])
def test_html_is_well_formed(ne: lw.NewtonEuler, verbose: int) -> None:
    """Every tag is closed in order, names are escaped, and each link has a table a pass."""

    class Tags(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.tables = 0

        def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002
            assert tag in VOID
            self.open.append(tag)
            self.tables += tag == "table"

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    tags = Tags()
    tags.feed(ne.html(verbose))
    assert tags.open == []
    assert tags.tables == 1 + 2 * len(ne.links)
    if ne.robot.name.startswith("rig"):
        assert "rig_1 &amp; co" in ne.html()


@EACH
def test_text_shows_every_row_once(ne: lw.NewtonEuler) -> None:
    """Each row of each link stands in its pass, its letter before the equals sign."""
    text = ne.text(1)
    outward, inward = text.split("inward, from")
    passes = {"outward": outward.split("outward, from")[1], "inward": inward}
    write = script(ne.notation, ne.robot, ne.letters, latex=False)
    for line in ne.lines.all:
        if line.part != "given":
            letter = re.escape(write.letter(line.name))
            assert len(re.findall(rf"^  {letter} +=", passes[line.part], re.MULTILINE)) == 1


def test_verbosity() -> None:
    """0 is the result, 1 the formula too, 2 the formula with the demo's numbers put in."""
    ne = lw.newton_euler(lw.planar_2r(), *DEMO, notation="khalil")
    line = "²A₁ ¹ω₁ + q̇₂ ²a₂"
    assert "²ω₂ = (0, 0, 0.1)" in re.sub(" +", " ", ne.text(0))
    assert line not in ne.text(0)
    assert line in ne.text(1)
    numbers = "[0.866025, 0.5, 0; −0.5, 0.866025, 0; 0, 0, 1] (0, 0, 0.2) + (−0.1) (0, 0, 1)"
    assert numbers not in ne.text(1)
    assert numbers in ne.text(2)


def test_numbers_put_in_stay_on_the_page() -> None:
    """Long rows are cut between factors and terms, in brackets too, and no vector is torn."""
    ne = lw.newton_euler(lw.puma560(), *np.random.default_rng(0).uniform(-1, 1, (3, 6)))
    lines = ne.text(2).split("\n")
    assert max(map(width, lines)) <= 110
    assert all(line.count("[") == line.count("]") for line in lines)
    cut = [row for row in ne.latex(2).split("\n") if row.startswith(r"&\quad {} + ")]
    assert any(row.count(r"\bigr)") > row.count(r"\bigl(") for row in cut)


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "handout", "html"])
@pytest.mark.parametrize("verbose", [3, -1, "1", None])
def test_other_verbosities_are_refused(form: str, verbose: Any) -> None:
    """There are three, and no rendering takes another for one of them."""
    with pytest.raises(LinkwiseError, match="verbose must be 0, 1 or 2, got"):
        getattr(LESSONS["rig, craig"], form)(verbose)


def test_notebooks_get_html_and_latex() -> None:
    """The two representations are the renderings themselves."""
    ne = LESSONS["2r in letters"]
    assert ne._repr_html_() == ne.html()
    assert ne._repr_latex_() == ne.latex()
    assert r"\begin{aligned}" in ne.latex()


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "handout", "html", "__str__"])
def test_no_rendering_takes_a_batch(form: str) -> None:
    """A batch has values, but one state is wanted where rows are printed."""
    batch = lw.newton_euler(lw.planar_2r(), *np.zeros((3, 4, 2)))
    with pytest.raises(LinkwiseError, match=r"\(4,\) states: one state is wanted"):
        getattr(batch, form)()


@pytest.mark.parametrize(
    ("robot", "form"),
    [
        (lw.planar_2r(1, 0.8, 0.4, 0.3, 3, 2, 0.2, 0.1), two_r(3, 2, 1, 0.4, 0.3, 0.2, 0.1)),
        (lw.rp(0.4, 3, 2, 0.2, 0.1), rp(3, 2, 0.4, 0.2, 0.1)),
    ],
    ids=["2r", "rp"],
)
def test_collected_torques_are_the_closed_forms(robot: Robot, form: Any) -> None:
    """M, V and G of the handout are those of the lecture notes, typed from section 3."""
    q, qd, qdd = (np.array(x) for x in ([0.3, 0.7], [1.2, -0.8], [0.5, 2.0]))
    ne = lw.newton_euler(robot, q, qd, qdd)
    terms = torque_terms(ne.reading, ne.bodies)
    assert list(terms) == ["M", "V", "G"]
    for letter, value in (("M", form.M(q)), ("V", form.C_qd(q, qd)), ("G", form.g(q))):
        np.testing.assert_allclose(terms[letter], value, atol=1e-12)


def test_collected_torques_hold_loads_and_friction() -> None:
    """M q̈ + V + G + W + E is tau with wrenches from outside and friction, too."""
    rig, (q, qd, qdd) = every_kind(), np.array([[0.2, 0.1, -0.3], [1, -2, 0.5], [0.3, 2, -1]])
    push = {"d": Wrench((0, 0, 1), (1, 0, 0))}
    ne = lw.newton_euler(rig, q, qd, qdd, external=push)
    terms = torque_terms(ne.reading, ne.bodies)
    total = terms.pop("M") @ qdd + sum(terms.values())
    assert list(terms) == ["V", "G", "W", "E"]
    np.testing.assert_allclose(total, lw.rnea(rig, q, qd, qdd, external=push), atol=1e-12)


def test_colour_marks_letters_and_leaves_the_text() -> None:
    """Without its escape codes the coloured text is the plain one."""
    ne = lw.newton_euler(lw.planar_2r(), *DEMO, notation="lynch-park")
    coloured = ne.text(1, colour=True)
    assert "\x1b[36m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == ne.text(1)


def test_numbers_need_no_sympy() -> None:
    """All renderings of numbers work where SymPy is missing, and letters say what is missing."""
    code = (
        "import sys; sys.modules['sympy'] = None\n"
        "import linkwise as lw\n"
        "ne = lw.newton_euler(lw.planar_2r(), [0, 1], [0, 0], [0, 0])\n"
        "for verbose in range(3):\n"
        "    for form in (ne.text, ne.markdown, ne.latex, ne.handout, ne.html): form(verbose)\n"
        "try: lw.newton_euler(lw.planar_2r())\n"
        "except lw.LinkwiseError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "need SymPy" in done.stdout


def test_names_in_formulas_are_those_of_their_links() -> None:
    """On a fork the base link's force sums what both branches pass on."""
    ne = LESSONS["rig, craig"]
    (line,) = (x for x in ne.lines.of("inward", 0) if x.quantity == "f")
    passed = [term for _, term in line.formula if Name("f", 1) in term or Name("f", 2) in term]
    assert len(passed) == 2
    assert "⁰" not in " ".join(x for x in ne.text(1).splitlines() if x.startswith("  ²f₂"))


@pytest.mark.parametrize("form", ["text", "md", "latex", "html"])
def test_command_line(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`linkwise lesson` prints what the methods give."""
    assert main(["lesson", "rp", "--symbolic", "--format", form]) == 0
    ne = lw.newton_euler(lw.symbolic("rp"))
    wanted = {"text": ne.text, "md": ne.markdown, "latex": ne.handout, "html": ne.html}[form]()
    assert capsys.readouterr().out.strip() == wanted.strip()


def test_command_line_at_a_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The demo's torques (lecture notes, section 4) stand in a handout in a file."""
    out = tmp_path / "demo.tex"
    words = "lesson 2r -q 45deg 30deg --qd 0.2 -0.1 --qdd 0.5 0.1 --verbose 2 --notation khalil -o"
    assert main([*words.split(), str(out)]) == 0
    assert f"lesson written to {out}" in capsys.readouterr().out
    assert "13.0434" in out.read_text()
    assert "1.70601" in out.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("2r --symbolic -q 1 2", "--symbolic has letters for a state: leave q out"),
        ("2r -o lesson.doc", "lesson.doc: a lesson ends in .txt, .md, .tex, .html"),
        ("2r -q 1", "-q wants one value a joint"),
    ],
)
def test_command_line_refuses(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake costs one line and exit code 2."""
    assert main(["lesson", *words.split()]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_has_colours() -> None:
    """On a terminal letters are coloured."""
    import pty

    leader, follower = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    words = [sys.executable, "-m", "linkwise", "lesson", "rp", "--notation", "featherstone"]
    with subprocess.Popen(words, stdout=follower, env=env) as process:
        os.close(follower)
        shown = b""
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:  # the other side has closed
                break
            if not part:
                break
            shown += part
        assert process.wait() == 0
    os.close(leader)
    assert b"\x1b[36m" in shown
    assert "τ₁".encode() in shown


@pytest.mark.parametrize("told", ["", "1"])
def test_no_color_is_heeded(
    told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal whose user has said NO_COLOR shows none; an empty NO_COLOR says nothing."""
    monkeypatch.setenv("NO_COLOR", told)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["lesson", "rp", "--notation", "featherstone"]) == 0
    assert ("\x1b[36m" in capsys.readouterr().out) == (not told)
