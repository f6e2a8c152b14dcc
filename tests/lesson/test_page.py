"""The page for the browser: its numbers under node and in Chromium, its steps and its quiz."""

import json
import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from chromium import chromium, there
from oracles import closed_forms
from random_trees import random_tree

from linkwise import (
    Friction,
    Inertia,
    Joint,
    Limits,
    Link,
    LinkwiseError,
    Mimic,
    Robot,
    Spring,
    coriolis_matrix,
    crba,
    gravity_torque,
    kinetic_energy,
    mass_matrix,
    newton_euler,
    planar_2r,
    planar_nr,
    potential_energy,
    puma560,
    rnea,
    rp,
    symbolic,
)
from linkwise.cli.commands import main
from linkwise.lesson.page.page import lesson_page, write_lesson

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
needs_chromium = pytest.mark.skipif(not there(), reason="needs Chromium")

VECTORS = ("omega", "omega_dot", "v_dot", "v_dot_C", "F", "N", "f", "n")
TWO_R = planar_2r(0.4, 0.3, 0.2, 0.15, m1=3, m2=2, I1=0.04, I2=0.015)
RP = rp(0.2, 3, 2, 0.05, 0.03)
TREE = random_tree(np.random.default_rng(5), 9)
STILL = Robot("still", [Link("post", Joint.fixed("bolt"), inertia=Inertia(1, (0, 0, 0)))])
HOSTILE = """</script><script>hacked=1</script><img src=x onerror="hacked=2">'"&amp;$name"""


def with_effects():
    """Return a 2R with friction in one joint and a spring in the other."""
    first, second = TWO_R.links
    joints = (
        replace(first.joint, friction=Friction(0.5, 0.2)),
        replace(second.joint, spring=Spring(3, 0.1)),
    )
    pairs = zip((first, second), joints, strict=True)
    return replace(TWO_R, name="effects", links=[replace(k, joint=j) for k, j in pairs])


def coupled():
    """Return a 3R whose last joint turns back twice as fast as the first turns."""
    arm = planar_nr([0.5, 0.4, 0.3], [3, 2, 1])
    *others, last = arm.links
    follower = replace(last.joint, mimic=Mimic(arm.joint_names[0], -2, 0.1))
    return replace(arm, name="coupled", links=[*others, replace(last, joint=follower)])


def with_masses(robot, factors):
    """Return the robot with every body denser by a factor, its centre of mass where it was.

    What has inertia but no mass, such as link 1 of the PUMA 560, stays as it is.
    """
    links = []
    for link, factor in zip(robot.links, factors, strict=True):
        I = link.inertia
        k = factor if I.mass > 0 else 1
        links.append(replace(link, inertia=Inertia(I.mass * k, I.com, I.tensor * k)))
    return replace(robot, links=links)


def right_values(robot, q, qd, qdd):
    """Return what the plain functions give, by the names of the page."""
    ne = newton_euler(robot, q, qd, qdd)
    rows = {
        name: [np.broadcast_to(getattr(row, name), 3) for row in ne.links]
        for name in ("P", *VECTORS)
    }
    return rows | {
        "R": [row.R for row in ne.links],
        "I_C": [link.inertia.tensor for link in robot.links],
        "tau_link": [0 if row.tau is None else row.tau for row in ne.links],
        "tau": rnea(robot, q, qd, qdd),
        "M": crba(robot, q),
        "C": coriolis_matrix(robot, q, qd),
        "g": gravity_torque(robot, q),
        "kinetic": kinetic_energy(robot, q, qd),
        "potential": potential_energy(robot, q),
    }


# Under node, the whole of what the page computes


@needs_node
@pytest.mark.parametrize(
    "robot", [TWO_R, RP, puma560(), TREE, with_effects(), coupled()], ids=lambda robot: robot.name
)
def test_the_script_computes_what_the_plain_functions_give(robot):
    """Every row, M, C, g, τ and the energies, with masses of the model and with others."""
    rng = np.random.default_rng(1)
    q, qd, qdd = rng.uniform(-1, 1, (3, robot.n))
    factors = rng.uniform(0.5, 2, len(robot.links))
    own = np.array([float(link.inertia.mass) for link in robot.links])
    page = lesson_page(robot)
    function = page[page.index("function dynamics(") : page.index("/* The state, what follows")]
    for mass, model in ((own, robot), (own * factors, with_masses(robot, factors))):
        arguments = ", ".join(json.dumps(x.tolist()) for x in (q, qd, qdd, mass))
        script = f"{function}console.log(JSON.stringify(dynamics({arguments})))"
        done = subprocess.run(
            ["node", "-"], input=script, check=True, capture_output=True, text=True
        )
        got = json.loads(done.stdout)
        right = right_values(model, q, qd, qdd)
        assert got.keys() == right.keys()
        for name, want in right.items():
            scale = max(1.0, np.abs(want).max())
            np.testing.assert_allclose(got[name], want, rtol=0, atol=1e-12 * scale, err_msg=name)


# In Chromium


@pytest.fixture(scope="module")
def browser():
    """Return the one page of a browser, for all tests."""
    if not there():
        pytest.skip("needs Chromium")
    with chromium() as page:
        yield page


@pytest.fixture
def opened(browser, tmp_path):
    """Return what opens the page of a robot, and looks for errors of its scripts at the end."""

    def open_page(robot, *state, width=1280, height=800, dark=False):
        browser.errors.clear()
        browser.requests.clear()
        browser.look(width, height, dark=dark)
        browser.open(write_lesson(robot, tmp_path / "lesson.html", *state))
        return browser

    yield open_page
    assert browser.errors == []
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []


FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def put(page, quantity, values):
    """Type numbers beside the sliders of a quantity, and wait for the next frame."""
    typed = json.dumps([float(x) for x in values])
    page.run(
        f"""(() => {{
          const boxes = document.querySelectorAll('[data-quantity="{quantity}"]');
          {typed}.forEach((x, k) => {{
            const number = boxes[k].querySelector('[type="number"]');
            number.value = x;
            number.dispatchEvent(new Event("input"));
          }});
          return {FRAME};
        }})()"""
    )


def numbers(page, cells):
    """Return all digits of the numbers in the cells of a selector."""
    titles = page.run(f"[...document.querySelectorAll({json.dumps(cells)})].map((c) => c.title)")
    return np.array([float(title) for title in titles])


def row(page, name, link):
    """Return the numbers of a row."""
    return numbers(page, f'[data-row="{name}"][data-link="{link}"] td:not(.unit)')


def close(got, want):
    """Assert equality to rounding."""
    np.testing.assert_allclose(np.ravel(got), np.ravel(want), rtol=0, atol=1e-10)


@needs_chromium
@pytest.mark.parametrize(
    ("robot", "form", "masses"),
    [
        (TWO_R, lambda m1, m2: closed_forms.two_r(
            m1, m2, 0.4, 0.2, 0.15, 0.04 * m1 / 3, 0.015 * m2 / 2), (2.5, 4)),
        (RP, lambda m1, m2: closed_forms.rp(
            m1, m2, 0.2, 0.05 * m1 / 3, 0.03 * m2 / 2), (1.5, 5)),
    ],
    ids=["2R", "RP"],
)  # fmt: skip
def test_sliders_move_the_numbers_of_the_closed_forms(opened, robot, form, masses):
    """M, C q̇, g and τ of the page are those worked by hand, whose masses scale the bodies too."""
    page = opened(robot)
    q, qd, qdd = np.array([[0.7, 0.4], [1.5, -2], [-3, 0.25]])
    for quantity, values in (("q", q), ("qd", qd), ("qdd", qdd), ("mass", masses)):
        put(page, quantity, values)
    hand = form(*masses)
    for i, (m, model) in enumerate(zip(masses, robot.links, strict=True)):  # N and F ask for these
        close(row(page, "m", i), m)
        close(row(page, "I_C", i), model.inertia.tensor * m / model.inertia.mass)
    close(numbers(page, "#M td"), hand.M(q))
    close(numbers(page, '[data-sum="velocity"]'), hand.C_qd(q, qd))
    close(numbers(page, '[data-sum="g"]'), hand.g(q))
    close(numbers(page, '[data-sum="tau"]'), hand.tau(q, qd, qdd))
    close(numbers(page, "#kinetic"), qd @ hand.M(q) @ qd / 2)


@needs_chromium
@pytest.mark.parametrize("robot", [puma560(), TREE, with_effects()], ids=lambda r: r.name)
def test_every_row_of_any_tree_follows_the_sliders(opened, robot):
    """The rows in the tables are those of `newton_euler`; M and τ those of the spatial form."""
    page = opened(robot)
    q, qd, qdd = np.random.default_rng(2).uniform(-0.7, 0.7, (3, robot.n))
    for quantity, values in (("q", q), ("qd", qd), ("qdd", qdd)):
        put(page, quantity, values)
    ne = newton_euler(robot, q, qd, qdd)
    for i, link in enumerate(ne.links):
        for name in ("R", "P", "P_C", *VECTORS):
            close(row(page, name, i), getattr(link, name))
        close(row(page, "m", i), robot.links[i].inertia.mass)
        close(row(page, "I_C", i), robot.links[i].inertia.tensor)
        close(row(page, "tau", i), [] if link.tau is None else link.tau)
    up = -robot.base.R.T @ robot.gravity
    close(row(page, "start", -1), up)
    close(numbers(page, "#M td"), mass_matrix(robot, q))
    close(numbers(page, '[data-sum="tau"]'), rnea(robot, q, qd, qdd))
    total = kinetic_energy(robot, q, qd) + potential_energy(robot, q)
    close(numbers(page, "#total"), total)


@needs_chromium
def test_what_friction_and_springs_take_stands_in_the_sum(opened):
    """0.5 q̇ + 0.2 sign(q̇) and 3 (q − 0.1), typed from their laws; others have no such column."""
    page = opened(with_effects(), (0.2, 0.6), (-2, 1), (0, 0))
    close(numbers(page, '[data-sum="rest"]'), [-1.2, 1.5])
    assert len(numbers(opened(TWO_R), '[data-sum="rest"]')) == 0


@needs_chromium
def test_numbers_are_shown_with_four_decimals_and_exact_zeros_as_such(opened):
    """The demo of lecture 000: τ = (13.0434, 1.7060); its ω has two entries that are always 0."""
    page = opened(planar_2r(), (np.pi / 4, np.pi / 6), (0.2, -0.1), (0.5, 0.1))
    text = "[...document.querySelectorAll('%s')].map((cell) => cell.textContent)"
    assert page.run(text % '[data-sum="tau"]') == ["13.0434", "1.7060"]
    assert page.run(text % '[data-row="omega"][data-link="1"] td') == ["0", "0", "0.1000", "rad/s"]


@needs_chromium
def test_a_slider_moves_by_keys_and_what_is_no_number_moves_nothing(opened):
    """The range and the number beside it stay together; a blank or a mass of 0 is not taken."""
    page = opened(TWO_R, (0.5, 0.5))
    page.run('document.querySelector(\'[data-quantity="q"] [type="range"]\').focus()')
    page.press("ArrowRight")
    page.run(FRAME)
    assert page.run("state.q[0]") == pytest.approx(0.55)
    assert page.run("sliders[0].number.value") == "0.55"
    assert page.run("step") == 0  # the arrow was the slider's
    close(row(page, "R", 0)[0], np.cos(0.55))
    for quantity, bad in (("q", ""), ("mass", "0"), ("mass", "-1")):
        page.run(
            f"""(() => {{
              const {{ number }} = sliders.find((s) => s.quantity === "{quantity}");
              number.value = "{bad}";
              number.dispatchEvent(new Event("input"));
            }})()"""
        )
    assert page.run("[state.q[0], state.mass[0]]") == [0.55, 3]
    assert page.run("document.querySelectorAll('[aria-invalid]').length") == 2
    page.run("document.getElementById('reset').click()")
    assert page.run("[state.q[0], document.querySelectorAll('[aria-invalid]').length]") == [0.5, 0]
    page.run("document.getElementById('rest').click()")
    assert page.run("[...state.qd, ...state.qdd]") == [0, 0, 0, 0]


def test_sliders_end_where_the_joint_does():
    """Limits of the model bound what can be dragged and typed; the middle is where it starts."""
    joint = Joint.revolute("elbow", limits=Limits(1, 2, velocity=3))
    page = lesson_page(Robot("arm", [Link("arm", joint, inertia=Inertia(1, (0.5, 0, 0)))]))
    assert re.search(r'type="range" aria-label="Coordinates: elbow, rad" min="1" max="2"', page)
    assert re.search(r'typed" min="1.0" max="2.0" step="any" value="1.5"', page)
    assert re.search(r'type="range" aria-label="Rates: elbow, rad/s" min="-3" max="3"', page)


@needs_chromium
def test_arrow_keys_walk_outward_and_then_inward(opened):
    """The order of the iterations, typed in; table and drawing mark the link, a sentence says why.

    The RP's second joint slides, so its v̇ has the Coriolis term.
    """
    page = opened(RP)
    out = ["R", "P", "P_C", "m", "I_C", "omega", "omega_dot", "v_dot", "v_dot_C", "F", "N"]
    order = [("start", -1), *((name, i) for i in (0, 1) for name in out)]
    order += [(name, i) for i in (1, 0) for name in ("f", "n", "tau")]
    walked = []
    for _ in order:
        marked = page.run(
            """[...document.querySelectorAll("tbody.here")]
               .map((row) => [row.dataset.row, Number(row.dataset.link)])"""
        )
        part = page.run("document.querySelector('g.here')?.dataset.part")
        assert part == (None if marked[0][1] < 0 else str(marked[0][1]))
        if marked == [["v_dot", 1]]:
            assert "2 ω × ḋ" in page.run("document.getElementById('says').textContent")
            assert page.run("document.querySelectorAll('path.arrow').length") == 1
        walked += map(tuple, marked)
        page.press("ArrowRight")
    assert walked == order
    assert page.run("[step, document.getElementById('next').disabled]") == [len(order) - 1, True]
    page.press("ArrowLeft")
    assert page.run("current().dataset.row") == "n"
    page.press("Home")
    assert page.run("document.getElementById('previous').disabled") is True
    assert page.run("document.getElementById('place').textContent") == (
        f"Step 1 of {len(order)}, outward, in m/s²"
    )


def test_formulas_are_those_of_the_course():
    """ω₂ = R ω₁ + θ̇₂ Ẑ₂ for a joint that turns; one that slides adds 2 ω₂ × ḋ₂ â₂ + d̈₂ â₂ to v̇₂."""

    def said(page, name):
        cell = re.search(f'data-row="{name}" data-link="1".*?<th.*?>(.*?)</th>', page)[1]
        return re.sub(r"<[^>]*>", "", cell)

    turning, sliding = lesson_page(TWO_R), lesson_page(RP)
    # above and below a letter in the order of MathML: letter, before below, before above, below
    assert said(turning, "omega") == "ω22=R12ω11+θ˙2Z^22"
    assert said(sliding, "omega") == "ω22=R12ω11"
    assert said(sliding, "v_dot").endswith("+2ω22×d˙2a^22+d¨2a^22")
    assert said(sliding, "tau") == "τ2=f22·a^22"


@needs_chromium
def test_the_quiz_hides_a_row_and_what_follows_and_checks_the_answer(opened):
    """ω₂ of the 2R is (0, 0, θ̇₁ + θ̇₂): a wrong sign is told, 0.5 % is tolerated, Show reveals."""
    page = opened(TWO_R, (0.5, 0.5), (2, 1), (0.5, 0.1))
    page.run("go(rows.findIndex((r) => r.dataset.row === 'omega' && r.dataset.link === '1'))")
    page.run("document.getElementById('quiz').click()")
    hidden = "[...current().querySelectorAll('td:not(.unit)')].map((c) => c.textContent + c.title)"
    assert page.run(hidden) == ["", "", ""]
    assert page.run("getComputedStyle(document.getElementById('equations')).visibility") == "hidden"
    assert page.run("document.querySelectorAll('.arrow').length") == 0
    assert "0.0150" in page.run("document.getElementById('verdict').textContent")  # 0.5 % of 3
    before = 'rows.filter((r) => !r.classList.contains("unknown")).length'
    assert page.run(before) == page.run("step")

    def answer(*texts):
        page.run("document.querySelector('#question input').focus()")
        for text in texts:
            page.run("document.activeElement.select()")
            page.type(text)
            page.press("Tab")
        page.press("Enter")  # on the button Check
        return page.run("document.getElementById('verdict').textContent")

    assert answer("0", "0", "2.9") == "Not right yet: z."
    assert answer("0", "0", "-3") == "Only the sign is not right: z."
    assert page.run("document.querySelectorAll('#question input.right').length") == 2
    assert answer("0", "0,0", "3.014").startswith("All right.")
    assert page.run(hidden) == ["00", "00", "3.00003"]
    page.press("ArrowRight")
    assert page.run(hidden) == ["", "", ""]
    page.run("document.getElementById('reveal').click()")
    close(
        row(page, "omega_dot", 1),
        newton_euler(TWO_R, (0.5, 0.5), (2, 1), (0.5, 0.1))["link2"].omega_dot,
    )
    page.run("document.getElementById('quiz').click()")
    assert page.run("document.querySelectorAll('.unknown').length") == 0


@needs_chromium
def test_a_planar_arm_is_seen_face_on(opened):
    """The elbow stands at l₁ (cos q₁, sin q₁) from the base, to the right and up, at any scale."""
    page = opened(planar_2r(2, 1), (0.9, 0.3))
    base, elbow, tip = np.array(
        page.run(
            """(() => {
              const { R, p } = poses()[1];
              return [[0, 0, 0], p, plus(p, R.map((line) => line[0]))].map(place);
            })()"""
        )
    )
    arm, forearm = elbow - base, tip - elbow
    assert np.arctan2(-arm[1], arm[0]) == pytest.approx(0.9)
    assert np.arctan2(-forearm[1], forearm[0]) == pytest.approx(1.2)
    assert np.hypot(*arm) == pytest.approx(2 * np.hypot(*forearm))


@needs_chromium
def test_the_view_turns_by_keys_and_by_drag_and_comes_back(opened):
    """The directions to right, up and viewer stay a right-handed frame, and Reset view undoes."""
    page = opened(puma560())
    first = np.array(page.run("eye"))
    page.run("drawing.focus()")
    page.press("ArrowRight")
    turned = np.array(page.run("eye"))
    assert np.abs(turned - first).max() > 0.05
    assert page.run("step") == 0
    for eye in (first, turned):
        np.testing.assert_allclose(eye @ eye.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(eye) == pytest.approx(1)
    mouse = {"x": 200, "y": 250, "button": "left", "buttons": 1, "clickCount": 1}
    page.send("Input.dispatchMouseEvent", type="mousePressed", **mouse)
    page.send("Input.dispatchMouseEvent", type="mouseMoved", **(mouse | {"x": 260}))
    page.send("Input.dispatchMouseEvent", type="mouseReleased", **(mouse | {"x": 260}))
    assert np.abs(np.array(page.run("eye")) - turned).max() > 0.05
    page.run("document.getElementById('front').click()")
    assert np.array_equal(page.run("eye"), first)


@needs_chromium
def test_names_of_a_file_are_text_and_nothing_else(opened):
    """A robot whose names hold tags, quotes and scripts shows them as they are and runs nothing."""
    joint = Joint.prismatic(HOSTILE, limits=Limits(-1, 1))
    link = Link(HOSTILE, joint, inertia=Inertia(1, (0.1, 0, 0)))
    page = opened(Robot(HOSTILE, [link]))
    assert page.run("typeof hacked") == "undefined"
    assert page.run("document.querySelectorAll('img').length") == 0
    assert page.run("document.querySelector('h1').textContent") == HOSTILE
    assert page.run("document.title") == f"{HOSTILE}: Newton-Euler iterations"
    assert HOSTILE in page.run("document.querySelector('#inward caption').textContent")
    assert HOSTILE in page.run("sliders[0].range.getAttribute('aria-label')")
    assert page.run("document.querySelectorAll('script').length") == 1


@needs_chromium
def test_the_page_runs_no_script_but_its_own(opened, tmp_path):
    """Its policy names that one by its hash, and lets nothing be loaded: what is added fails."""
    page = opened(TWO_R)
    file = tmp_path / "lesson.html"
    extra = "<script>hacked = 1</script><img src='https://example.org/x.png'></body>"
    file.write_text(file.read_text().replace("</body>", extra))
    page.open(file)
    assert page.run("typeof hacked") == "undefined"
    assert len(page.errors) >= 2
    assert all("Content Security Policy" in error for error in page.errors)
    page.errors.clear()
    page.requests.clear()


@needs_chromium
@pytest.mark.parametrize("robot", [puma560(), RP], ids=lambda robot: robot.name)
def test_a_phone_shows_all_without_scrolling_sideways(opened, robot):
    """At 390 pixels nothing is wider than the window, in the quiz neither."""
    page = opened(robot, width=390, height=844)
    assert page.run("document.documentElement.scrollWidth") == 390
    page.run("go(6)")
    page.run("document.getElementById('quiz').click()")
    assert page.run("document.documentElement.scrollWidth") == 390
    top, bottom = page.run(
        "[current().getBoundingClientRect(), document.querySelector('footer')"
        ".getBoundingClientRect()].map((box) => box.top)"
    )
    assert top < bottom  # the row at hand is not under the bar


@needs_chromium
def test_light_and_dark_follow_the_reader_and_can_be_read(opened):
    """Text stands out from the page at 4.5 to 1 or more in both (WCAG 2.2, 1.4.3)."""
    for dark in (False, True):
        page = opened(TWO_R, dark=dark)
        colours = page.run(
            """["color", "backgroundColor"].map((name) => getComputedStyle(document.body)[name])
               .concat(getComputedStyle(document.querySelector("small")).color)"""
        )
        text, ground, quiet = (luminance(colour) for colour in colours)
        assert (ground < text) == dark
        for letters in (text, quiet):
            low, high = sorted((letters, ground))
            assert (high + 0.05) / (low + 0.05) >= 4.5


def luminance(colour):
    """Return the relative luminance of rgb(...), by WCAG 2.2."""
    s = np.array([int(x) for x in re.findall(r"\d+", colour)[:3]]) / 255
    linear = np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def test_the_page_is_the_same_every_time_and_not_large():
    """Two pages of one robot are equal to the byte; a six-joint arm takes less than 200 kB."""
    assert lesson_page(puma560()) == lesson_page(puma560())
    assert len(lesson_page(puma560()).encode()) < 200_000


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: lesson_page("2r"), "a Robot is wanted, got '2r'"),
        (lambda: lesson_page(symbolic("2r").robot), "holds symbols"),
        (lambda: lesson_page(TWO_R, [1, 2, 3]), r"q has shape \(3,\): the last axis must have 2"),
        (lambda: lesson_page(TWO_R, [[1, 2]]), r"q must be one state of 2 .*\(1, 2\)"),
        (lambda: lesson_page(TWO_R, symbolic("2r").q), "q must be one state of 2 real numbers"),
        (lambda: lesson_page(TWO_R, None, [np.nan, 0]), r"qd\[0\] is nan"),
        (lambda: lesson_page(STILL), "robot 'still' has no mass data"),
        (
            lambda: lesson_page(Robot("light", [Link("a", Joint.revolute("b"))])),
            "robot 'light' has no mass data",
        ),
        (lambda: lesson_page(planar_nr([1] * 61, [1] * 61)), "61 links, and .* at most 60"),
        (lambda: write_lesson(TWO_R, "/nowhere/lesson.html"), "cannot be written"),
        (lambda: write_lesson(TWO_R, None), "a path is wanted for the file, got None"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_page_is_refused(make, says):
    """The message names the argument or the robot, and what is wanted."""
    with pytest.raises(LinkwiseError, match=says):
        make()


def test_a_spatial_robot_is_seen_from_above_one_side_with_gravity_down():
    """Up on the page is against gravity for any base; the three directions are right-handed."""
    tilted = replace(puma560(), gravity=np.array([3.0, -4.0, 2.0]))
    page = lesson_page(tilted)
    right, up, toward = np.array(json.loads(re.search(r'"view":(\[\[.*?\]\])', page)[1]))
    against = -tilted.gravity / np.linalg.norm(tilted.gravity)
    assert right @ against == pytest.approx(0)
    assert up @ against > 0.9
    assert toward @ against > 0.3
    np.testing.assert_allclose(np.cross(right, up), toward, atol=1e-12)


def test_sliding_in_two_directions_is_seen_face_on():
    """Two slides span the plane of the page, wherever they lie."""
    body = Inertia(1, (0, 0, 0))
    links = [
        Link("x", Joint.prismatic("along x", (1, 0, 0)), inertia=body),
        Link("z", Joint.prismatic("along z", (0, 0, 1)), inertia=body, parent="x"),
    ]
    page = lesson_page(Robot("table", links))
    _, _, toward = json.loads(re.search(r'"view":(\[\[.*?\]\])', page)[1])
    assert np.abs(toward).tolist() == [0, 1, 0]


def test_the_command_line_writes_the_page(tmp_path, capsys):
    """An .html file of numbers is the page of the same state; letters go to plain tables."""
    file = tmp_path / "2r.html"
    state = ["-q", "0.5", "30deg", "--qd", "1", "2"]
    assert main(["lesson", "2r", *state, "-o", str(file)]) == 0
    assert file.read_text() == lesson_page(planar_2r(), (0.5, np.pi / 6), (1, 2))
    assert main(["lesson", "2r", "--symbolic", "-o", str(file)]) == 0
    assert "<script" not in file.read_text()
    assert main(["lesson", "2r", "--notation", "khalil", "--format", "page"]) == 2
    assert "a page has numbers in Craig's notation" in capsys.readouterr().err
    assert main(["lesson", "2r", "--format", "page", "--verbose", "2"]) == 2
    assert "a page shows every formula: leave out --verbose" in capsys.readouterr().err


def test_what_is_left_out_of_a_state_is_zero():
    """As in every other lesson; only where nothing is said does the page choose, and it moves."""
    moving = ((0.5, 0.5), (0.2, -0.1), (0.5, 0.1))
    rest = (0, 0)
    assert lesson_page(RP, q=(0.5, 0.6)) == lesson_page(RP, (0.5, 0.6), rest, rest)
    assert lesson_page(RP, qdd=(1, 2)) == lesson_page(RP, rest, rest, (1, 2))
    assert lesson_page(RP) == lesson_page(RP, *moving) != lesson_page(RP, moving[0])
