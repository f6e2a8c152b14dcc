"""Joints that follow another: what the rows, the page and the sheets say of the motor."""

import re
from dataclasses import replace

import numpy as np
import pytest
from oracles import closed_forms

from linkwise import Joint, Mimic, flowchart, newton_euler, planar_2r, planar_nr, rnea, sheet
from linkwise.lesson.page.page import lesson_page


def tied(multiplier=-2, offset=0.25):
    """Return a 2R whose second joint follows the first."""
    arm = planar_2r()
    first, second = arm.links
    follows = Joint.revolute("q2", mimic=Mimic("q1", multiplier, offset))
    return replace(arm, links=[first, replace(second, joint=follows)])


def test_the_motor_gives_what_the_remark_says():
    """τ₁ + (−2) τ₂ of the rows is by virtual work the torque of the closed forms, and rnea's."""
    q, qd, qdd = np.array([0.3]), np.array([1.5]), np.array([0.4])
    ne = newton_euler(tied(), q, qd, qdd)
    said = "Joint q2 follows q1 and has no motor: that of q1 gives τ₁ + (−2) τ₂."
    assert said in str(ne)
    assert said in ne.text(1).replace("\n", " ")
    tau = closed_forms.two_r(1, 1, 1, 0.5, 0.5, 0.1, 0.1).tau(
        np.array([0.3, -0.35]), np.array([1.5, -3]), np.array([0.4, -0.8])
    )
    rows = [ne.row(name, "tau") for name in ("link1", "link2")]
    np.testing.assert_allclose(rows, tau, atol=1e-12)
    np.testing.assert_allclose(rnea(tied(), q, qd, qdd), [tau[0] - 2 * tau[1]], atol=1e-12)


LATEX = r"$\Gamma$$_{1}$ + 0.5 $\Gamma$$_{2}$"


@pytest.mark.parametrize(
    ("form", "torque"),
    [("markdown", "Γ₁ + 0.5 Γ₂"), ("html", "Γ₁ + 0.5 Γ₂"), ("handout", LATEX)],
)
def test_every_rendering_says_so_in_its_letters(form, torque):
    """Khalil's torques are Γ; a robot without followers has no such sentence."""
    state = [[0.3], [0], [0]]
    assert torque in getattr(newton_euler(tied(0.5), *state, notation="khalil"), form)()
    free = newton_euler(planar_2r(), *np.zeros((3, 2)), notation="khalil")
    assert "follow" not in getattr(free, form)()


def test_two_followers_are_named_in_one_sentence():
    """A follower of a follower follows the leader, with the product of both multipliers."""
    arm = planar_nr([1, 1, 1], [1, 1, 1])
    first, second, third = arm.links
    joints = (
        Joint.revolute("q2", mimic=Mimic("q1", 3)),
        Joint.revolute("q3", mimic=Mimic("q2", -0.5)),
    )
    links = [first, *(replace(k, joint=j) for k, j in zip((second, third), joints, strict=True))]
    said = str(newton_euler(replace(arm, links=links), [0.1], [0], [0]))
    assert (
        "Joints q2, q3 follow q1 and have no motors: that of q1 gives τ₁ + 3 τ₂ + (−1.5) τ₃."
    ) in said


def test_page_and_sheets_give_followers_no_motor():
    """The sentence of the step, the free bodies and the flowchart pass the torque on to q1."""
    says = re.findall(r'data-row="tau" data-link="(\d)" data-says="(.*?)"', lesson_page(tied()))
    by_link = dict(says)
    assert "has no motor: that of q1, which it follows, gives (−2) times" in by_link["1"]
    assert "what the joints that follow this one take too" in by_link["0"]
    text = sheet(tied(), "free-body", q=[0.3])
    assert "The motor of q2" not in text
    assert "q2 follows q1 and has no motor: that of q1 gives (−2) times the part of n2" in text
    assert "and (−2) times that of q2" in text
    assert "τ of q1 = n · â + (−2) τ of q2" in flowchart(tied(), "newton-euler")
