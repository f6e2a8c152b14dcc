"""Pictures are held to what they show: the numbers on their lines, maps and labels."""

import re
import subprocess
import sys

import numpy as np
import pytest
from oracles import closed_forms

import linkwise as lw

matplotlib = pytest.importorskip("matplotlib")
from PIL import Image  # noqa: E402 - comes with Matplotlib

from linkwise import plot  # noqa: E402
from linkwise.plot.histories import torque_histories  # noqa: E402

TIP = {"link2": (1, 0, 0)}
T = np.linspace(0, 2, 40)
SWING = (
    np.stack([np.sin(2 * T), 0.5 * np.cos(3 * T)], axis=1),
    np.stack([2 * np.cos(2 * T), -1.5 * np.sin(3 * T)], axis=1),
    np.stack([-4 * np.sin(2 * T), -4.5 * np.cos(3 * T)], axis=1),
)


def lines(figure, panel=0):
    """Return the lines of a panel by name: their gid, or their label."""
    found = figure.axes[panel].lines
    return {line.get_gid() or line.get_label(): line for line in found}


def heat(figure, panel=0):
    """Return the numbers of a map ``(rows, columns)``."""
    (mesh,) = (c for c in figure.axes[panel].collections if c.get_gid() == "map")
    return np.asarray(mesh.get_array()).reshape(mesh._coordinates.shape[0] - 1, -1)


def test_planar_arm_is_drawn_where_trigonometry_puts_it():
    """Elbow and tip of the 2R stand at l₁(c₁, s₁) and l₁(c₁, s₁) + l₂(c₁₂, s₁₂)."""
    figure = plot.arm(lw.planar_2r(), [0.5, 0.8], tips=TIP)
    elbow = np.array([np.cos(0.5), np.sin(0.5)])
    tip = elbow + np.array([np.cos(1.3), np.sin(1.3)])
    drawn = lines(figure)
    np.testing.assert_allclose(drawn["link link1"].get_xydata(), [[0, 0], elbow], atol=1e-12)
    np.testing.assert_allclose(drawn["link link2"].get_xydata(), [elbow, tip], atol=1e-12)
    np.testing.assert_allclose(drawn["joint q2"].get_xydata(), [elbow], atol=1e-12)
    np.testing.assert_allclose(drawn["centre link2"].get_xydata(), [(elbow + tip) / 2], atol=1e-12)
    axis = np.diff(drawn["y of link2"].get_xydata(), axis=0)[0]  # 1/8 of the reach
    np.testing.assert_allclose(
        axis, np.linalg.norm(tip) / 8 * np.array([-np.sin(1.3), np.cos(1.3)]), atol=1e-12
    )
    assert "z of link2" not in drawn
    assert figure.axes[0].get_aspect() == 1
    assert [(text.get_text(), tuple(text.xy)) for text in figure.axes[0].texts] == [
        ("q1", (0, 0)),
        ("q2", pytest.approx(elbow, abs=0.01)),
    ]


def test_joints_are_marked_by_their_kind():
    """The RP arm has a round and a square joint, a rail from the slide's zero, and both words."""
    figure = plot.arm(lw.rp(), [0.3, 0.6])
    drawn = lines(figure)
    assert [drawn[f"joint {q}"].get_marker() for q in ("q1", "q2")] == ["o", "s"]
    end = 0.6 * np.array([np.cos(0.3), np.sin(0.3)])
    np.testing.assert_allclose(drawn["rail q2"].get_xydata(), [[0, 0], end], atol=1e-12)
    words = [text.get_text() for text in figure.legends[0].get_texts()]
    assert words[:2] == ["revolute joint", "prismatic joint"]
    assert "slid from its zero" in words
    assert figure.get_suptitle() == "planar RP\nq1 = 0.3 rad, q2 = 0.6 m"


def test_spatial_arm_is_drawn_in_space():
    """An arm that turns about z and then y has its tip at (c₁c₂, s₁c₂, ½ − s₂)."""
    links = [
        lw.Link("column", lw.Joint.revolute("q1"), inertia=lw.Inertia(1, (0, 0, 0.2))),
        lw.Link(
            "boom",
            lw.Joint.revolute("q2", (0, 1, 0)),
            lw.Transform.translation(0, 0, 0.5),
            lw.Inertia(1, (1, 0, 0)),
            "column",
        ),
    ]
    figure = plot.arm(lw.Robot("crane", links), [0.7, -0.4])
    boom = np.array(lines(figure)["link boom"].get_data_3d()).T
    c1, s1, c2, s2 = np.cos(0.7), np.sin(0.7), np.cos(0.4), -np.sin(0.4)
    np.testing.assert_allclose(boom, [[0, 0, 0.5], [c1 * c2, s1 * c2, 0.5 - s2]], atol=1e-12)
    assert figure.axes[0].get_zlabel() == "z [m]"


def test_curves_are_the_closed_form_by_cause():
    """The 2R's curves are the terms of its textbook formula, typed from the lecture notes."""
    figure = plot.torques(lw.planar_2r(), T, *SWING)
    q, qd, qdd = SWING
    form = closed_forms.two_r(1, 1, 1, 0.5, 0.5, 0.1, 0.1)
    M, beta, s2 = form.M(q), 0.5, np.sin(q[:, 1])
    for k in range(2):
        other = 1 - k
        squares = (-beta * s2 * qd[:, 1] ** 2, beta * s2 * qd[:, 0] ** 2)[k]
        expected = {
            "own inertia": M[:, k, k] * qdd[:, k],
            "coupling": M[:, 0, 1] * qdd[:, other],
            "centrifugal": squares,
            "Coriolis": (-2 * beta * s2 * qd[:, 0] * qd[:, 1], 0 * T)[k],
            "gravity": form.g(q)[:, k],
            "all: τ": form.tau(q, qd, qdd)[:, k],
        }
        drawn = lines(figure, k)
        for name, y in expected.items():
            np.testing.assert_array_equal(drawn[name].get_xdata(), T)
            np.testing.assert_allclose(drawn[name].get_ydata(), y, atol=1e-12, err_msg=name)
        assert {"friction", "springs", "rotors", "external"}.isdisjoint(drawn)
    assert [axes.get_ylabel() for axes in figure.axes] == ["q1 [N m]", "q2 [N m]"]
    assert figure.axes[-1].get_xlabel() == "time [s]"


def test_causes_of_a_robot_with_everything_are_those_of_the_ledger():
    """Summed by kind, the ledger's causes of one state, made by another route, are the curves'."""
    joint = lw.Joint.prismatic(
        "q2",
        (1, 0, 0),
        friction=lw.Friction(viscous=0.4, coulomb=0.2),
        spring=lw.Spring(stiffness=30, rest=0.2),
        rotor=lw.Rotor(inertia=1e-3, gear=20),
    )
    plain = lw.rp()
    robot = lw.Robot(
        "full", [plain.links[0], lw.Link("link2", joint, inertia=plain.links[1].inertia,
                                         parent="link1")], plain.gravity,
    )  # fmt: skip
    histories = torque_histories(robot, *SWING)
    for row in (0, 17, 39):
        ledger = lw.torque_ledger(robot, *(x[row] for x in SWING))
        by_kind = {name: np.zeros(2) for name in histories}
        for cause, column in zip(ledger.causes, ledger.by_cause.T, strict=True):
            words = {"coriolis": "Coriolis", "own": "own inertia", "rotor": "rotors"}
            kind = cause.split()[0]
            by_kind[words.get(kind, kind)] += column
        for name, x in histories.items():
            np.testing.assert_allclose(x[row], by_kind[name], atol=1e-10, err_msg=name)


def test_curves_of_a_run_add_up_to_its_motors_torque():
    """The black curve of a driven, pushed arm is the torque that its motors were given."""
    push = {"link2": lw.Wrench((0, 0, 0), (3, -1, 0), at=(1, 0, 0))}
    run = lw.simulate(
        lw.planar_2r(), [0, 0.3], [0, 0], torque=[9, 2], external=push, t=np.linspace(0, 0.5, 20)
    )
    figure = plot.run_torques(run)
    for k, tau in enumerate((9, 2)):
        drawn = lines(figure, k)
        np.testing.assert_allclose(drawn["all: τ"].get_ydata(), tau, rtol=1e-9)
        # minus the moment of the push about the joint
        q1, q12 = run.q[:, 0], run.q.sum(axis=1)
        x = np.cos(q12) + (np.cos(q1) if k == 0 else 0)
        y = np.sin(q12) + (np.sin(q1) if k == 0 else 0)
        np.testing.assert_allclose(drawn["external"].get_ydata(), x + 3 * y, atol=1e-9)


def test_gravity_map_is_the_closed_form():
    """The load of both joints over the workspace is that of the uniform rods' formula."""
    figure = plot.gravity_map(lw.load("2r-rods"))
    side = np.linspace(-np.pi, np.pi, 181)
    q = np.stack(np.meshgrid(side, side), axis=-1)
    g = closed_forms.two_r_rods(1, 0.8, 0.6, 0.5).g(q)
    for k, most in enumerate(("9.614", "1.962")):  # lecture notes, section 4
        np.testing.assert_allclose(heat(figure, k), g[..., k], atol=1e-12)
        axes = figure.axes[k]
        assert axes.get_title() == f"q{k + 1}: at most {most} N m\nat q1 = 0, q2 = 0"
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("q1 [rad]", "q2 [rad]")
    assert figure.axes[2].get_ylabel() == "g of q1 [N m]"


def test_gravity_map_shows_where_a_motor_is_too_weak():
    """Contours stand where the load is the effort limit, and none where it never is."""
    limits = lw.Limits(effort=5)
    arm = lw.planar_2r()
    links = [
        lw.Link(k.name, lw.Joint.revolute(k.joint.name, limits=limits), k.placement, k.inertia,
                k.parent) for k in arm.links
    ]  # fmt: skip
    figure = plot.gravity_map(lw.Robot("weak", links, arm.gravity))
    levels = [
        sorted({float(x) for c in figure.axes[k].collections for x in getattr(c, "levels", ())})
        for k in range(2)
    ]
    assert {-5.0, 5.0} <= set(levels[0])
    assert not {-5.0, 5.0} & set(levels[1])


def test_mass_map_has_the_numbers_of_the_third_link():
    """M₁₁(q₂, q₃) of the 3R at five places is that of the lecture notes, section 4."""
    figure = plot.mass_map(lw.load("3r"))
    side = np.linspace(-np.pi, np.pi, 181)
    values = heat(figure)
    for q2, q3, right in (
        (0, 0, 1.736667),
        (np.pi / 2, 0, 0.992667),
        (np.pi, 0, 0.248667),
        (0, np.pi, 1.208667),
        (np.pi, np.pi, 0.296667),
    ):
        row, column = np.abs(side - q3).argmin(), np.abs(side - q2).argmin()
        assert values[row, column] == pytest.approx(right, abs=5e-7)
    axes, bar = figure.axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("q2 [rad]", "q3 [rad]")
    assert bar.get_ylabel() == "M of q1 and q1 [kg m²]"


def test_mass_map_of_any_entry_over_any_joints_and_ranges():
    """M₁₁ = m₁l₁² + I₁ + I₂ + m₂d₂² of the RP over its slide, and a constant M₂₂."""
    ranges = {"q2": (0.1, 0.7)}
    figure = plot.mass_map(lw.rp(), over=("q2", "q1"), ranges=ranges)
    d2 = np.linspace(0.1, 0.7, 181)
    np.testing.assert_allclose(heat(figure)[7], 3 * 0.2**2 + 0.05 + 0.03 + 2 * d2**2, rtol=1e-12)
    assert figure.axes[0].get_xlabel() == "q2 [m]"
    constant = plot.mass_map(lw.rp(), ("q2", "q2"), ranges=ranges)
    np.testing.assert_allclose(heat(constant), 2)
    assert constant.axes[1].get_ylabel() == "M of q2 and q2 [kg]"


@pytest.fixture(scope="module")
def run():
    """Return half a second of a falling arm."""
    return lw.simulate(lw.planar_2r(), [0, 0.3], [0, 0], t=np.linspace(0, 0.5, 6))


def test_every_picture_of_a_film_is_the_arm_at_its_time(run):
    """Picture k shows the tip where trigonometry puts it at t = k/10, and the path to there."""
    film = plot.animation(run, fps=10, tips=TIP)
    film.to_jshtml()
    for k in (0, 3, 5):
        film._func(k)
        q, _ = run.at(k / 10)
        tip = [np.cos(q[0]) + np.cos(q.sum()), np.sin(q[0]) + np.sin(q.sum())]
        drawn = lines(film._fig)
        np.testing.assert_allclose(drawn["link link2"].get_xydata()[-1], tip, atol=1e-12)
        np.testing.assert_allclose(drawn["trail"].get_xydata()[-1], tip, atol=1e-12)
        assert len(drawn["trail"].get_xydata()) == k + 1
        assert not film._fig.axes[0].texts  # a name would stay where its joint began
        assert film._fig.axes[0].get_title() == f"t = {k / 10:.2f} s"


def test_film_in_space_moves_too():
    """In space the path of an arm's end is that of its bones."""
    falling = lw.simulate(lw.puma560(), np.zeros(6), np.zeros(6), t=[0, 0.1])
    film = plot.animation(falling, fps=20)
    film.to_jshtml()
    film._func(2)
    q, _ = falling.at(0.1)
    drawn = lines(film._fig)
    shown = np.array(drawn["link link3"].get_data_3d()).T
    np.testing.assert_allclose(shown[0], lw.link_poses(lw.puma560(), q)["link3"].p, atol=1e-12)


def test_film_is_written_as_gif_and_page(run, tmp_path):
    """Both files hold six pictures: half a second at ten a second, both ends shown."""
    film = plot.animation(run, fps=10)
    film.save(tmp_path / "fall.gif", writer="pillow")
    with Image.open(tmp_path / "fall.gif") as gif:
        assert gif.n_frames == 6
        assert gif.info["duration"] == 100  # ms
    page = plot.film_page(film, fps=10)
    assert page.count("data:image/png;base64") == 6
    assert "▶" in page
    assert "<i " not in page  # no picture on a button has to be fetched
    assert not re.search(r"(src|href)=.https?:", page)


def test_pictures_leave_everything_global_as_it_was(tmp_path):
    """Drawing in a new process changes no setting and never loads pyplot."""
    program = """
import sys, linkwise as lw
assert "matplotlib" not in sys.modules
from linkwise import plot
import matplotlib
settings = lambda: list(dict.items(matplotlib.rcParams))  # not asking for the backend
before = settings()
plot.arm(lw.planar_2r(), [0.5, 0.8]).savefig(sys.argv[1])
plot.mass_map(lw.planar_2r()).savefig(sys.argv[1])
assert settings() == before
assert "matplotlib.pyplot" not in sys.modules
"""
    command = [sys.executable, "-c", program, tmp_path / "picture.png"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_without_matplotlib_it_says_what_to_install():
    """Where Matplotlib cannot be imported, `linkwise.plot` names the extra that has it."""
    program = "import sys; sys.modules['matplotlib'] = None; import linkwise.plot"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert 'pip install "linkwise[plot]"' in done.stderr


def test_figure_shows_itself_in_a_notebook():
    """A notebook asks a picture for its PNG."""
    assert plot.arm(lw.planar_2r())._repr_png_().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: plot.arm("2r"), "a Robot is wanted"),
        (lambda: plot.arm(lw.symbolic("2r").robot), "has symbols"),
        (lambda: plot.arm(lw.planar_2r(), [[0, 0]]), "q must be one state of 2"),
        (lambda: plot.arm(lw.planar_2r(), tips={"link3": (1, 0, 0)}), "no link 'link3'"),
        (lambda: plot.arm(lw.planar_2r(), tips={"link2": (1, 0)}), "must be a point"),
        (lambda: plot.torques(lw.planar_2r(), T[::-1], *SWING), "times that rise"),
        (lambda: plot.torques(lw.planar_2r(), T[:3], *SWING), "40 times"),
        (lambda: plot.torques(lw.planar_2r(), T, SWING[0], SWING[1], [0, 0]), "a row a time"),
        (lambda: plot.run_torques(lw.planar_2r()), "run must be a Run"),
        (lambda: plot.gravity_map(lw.gantry(), ranges={"q1": (0, 1), "q2": (0, 1)}), "bears a"),
        (lambda: plot.gravity_map(lw.pendulum()), "over two joints"),
        (lambda: plot.gravity_map(lw.rp()), "slides without limits"),
        (lambda: plot.gravity_map(lw.planar_2r(), ("q1", "q1")), "over two joints"),
        (lambda: plot.gravity_map(lw.planar_2r(), "q1"), "names of two joints"),
        (lambda: plot.gravity_map(lw.planar_2r(), q=[[0, 0]]), "q must be one state of 2"),
        (lambda: plot.mass_map(lw.planar_2r(), ("q1", "q9")), "no joint 'q9'"),
        (lambda: plot.mass_map(lw.planar_2r(), ranges={"q1": (1, 0)}), "must rise"),
        (lambda: plot.mass_map(lw.planar_2r(), ranges={"q3": (0, 1)}), "no joint 'q3'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, words):
    """Each message says what is wanted."""
    with pytest.raises(lw.LinkwiseError, match=words):
        call()


@pytest.mark.parametrize(("fps", "words"), [(0, "above 0"), (1e5, "1000 at most")])
def test_film_of_no_or_too_many_pictures_is_refused(run, fps, words):
    """A film has some pictures, and not so many that nobody waits for it."""
    with pytest.raises(lw.LinkwiseError, match=words):
        plot.animation(run, fps=fps)
