"""Terms of torques by the rows that they come from."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import cos, sin, symbols

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
    planar_2r,
    provenance,
    symbolic,
)
from linkwise.lagrangian.energies import Energies

l1, l2, m1, m2, g = symbols("l1 l2 m1 m2 g")
q1, q2, w1, w2, a1, a2 = symbols("q1 q2 qd1 qd2 qdd1 qdd2")


def tree() -> Robot:
    """Return a tree of all kinds of joints, oblique axes, full tensors and joint effects."""
    tensor = np.array([[2, 0.25, 0], [0.25, 3, 0.5], [0, 0.5, 4]])
    effects = {"friction": Friction(0.5), "spring": Spring(2, 0.25), "rotor": Rotor(0.25, 2)}
    turned = Transform(np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), (0.5, 0, 0.25))
    joints = [
        replace(Joint.revolute("a", (0.6, 0, 0.8)), **effects),
        Joint.fixed("b"),
        replace(Joint.prismatic("c", (0, 0.6, 0.8)), **effects),
        replace(Joint.helical("d", 0.25, (0, 1, 0)), **effects),
    ]
    parents = (None, "link a", "link b", "link a")
    links = [
        Link(f"link {joint.name}", joint, turned, Inertia(k, (0.5, 0, 0.25), tensor), parent)
        for k, (joint, parent) in enumerate(zip(joints, parents, strict=True), start=1)
    ]
    return Robot("tree", links, gravity=(0, 5, -8))


ROBOTS = {
    **{name: (lambda name=name: symbolic(name)) for name in ("2r", "rp", "3r", "gantry")},
    "tree": tree,
}


@pytest.mark.parametrize("name", ROBOTS)
def test_pieces_add_up_to_the_torque(name: str) -> None:
    """The sum over all paths is Lagrange's torque, exactly: the ring has one form of it."""
    model = ROBOTS[name]()
    robot = getattr(model, "robot", model)
    for k, joint in enumerate(robot.joint_names):
        found = provenance(model, joint)
        right = Energies.of(robot, found.letters).torques()[k]
        assert found.letters.reduced(found.tau - right) == 0
        assert all(found.pieces.values())


def test_coriolis_term_of_the_2r() -> None:
    """−2 m₂ l₁ l₂ s₂ θ̇₁ θ̇₂ comes from F₂x alone, by the rows of the lecture notes, section 3.

    There F₂x holds −m₂ l₂ (θ̇₁ + θ̇₂)², the only product of both rates in F₂, and P₂ × R f₂ has
    l₁ s₂ F₂x; n₂ has no such product.
    """
    found = provenance(symbolic("2r-point"), "q1")
    assert found.of(m2 * l1 * l2 * sin(q2) * w1 * w2) == [
        "−2 m₂ l₁ l₂ s₂ θ̇₁ θ̇₂ in τ₁ comes from row F₂ (x), carried by P₂ × R f₂: ω₂ × (ω₂ × P_C₂)"
    ]


def test_inertial_and_gravity_terms_of_the_2r() -> None:
    """Two roads to 2 m₂ l₁ l₂ c₂ θ̈₁, and both components for m₂ l₁ g c₁, as n₁z has them.

    In the lecture notes, section 3, n₂z holds m₂ l₁ l₂ c₂ θ̈₁ and the bracket of n₁z the other
    half; the bracket has m₂ l₁ g s₂ s₁₂ + m₂ l₁ g c₂ c₁₂, whose sum is m₂ l₁ g c₁.
    """
    found = provenance(symbolic("2r-point"), "q1")
    assert found.of(m2 * l1 * l2 * cos(q2) * a1) == [
        "m₂ l₁ l₂ c₂ θ̈₁ in τ₁ comes from row F₂ (y), carried by P_C₂ × F₂: ω̇₁ × P₂",
        "m₂ l₁ l₂ c₂ θ̈₁ in τ₁ comes from row F₂ (y), carried by P₂ × R f₂: ω̇₂ × P_C₂",
    ]
    assert found.of(m2 * l1 * g * cos(q1)) == [
        "m₂ l₁ g c₁ in τ₁ comes from row F₂ (x, y), carried by P₂ × R f₂: gravity"
    ]


def test_what_cancels_is_told() -> None:
    """m₂ l₁ l₂ s₂ θ̇₁² stands in n₂z and, negative, in the bracket of n₁z: τ₁ has no such term."""
    found = provenance(symbolic("2r-point"), "q1")
    paths = found.of(m2 * l1 * l2 * sin(q2) * w1**2)
    assert [path.split(" in ")[0] for path in paths] == [
        "m₂ l₁ l₂ s₂ θ̇₁²",
        "−m₂ l₁ l₂ s₂ θ̇₁²",
    ]
    report = str(found)
    before, after = report.split("What cancels\n")
    assert "m₂ l₁ l₂ s₂ θ̇₁²" not in before
    assert after.count("\n") == 1


def test_slides_and_effects() -> None:
    """On the RP the Coriolis force is 2 ω × ḋ, by Craig's eq. 6.35; rotors have a row of theirs."""
    arm = symbolic("rp")
    first = provenance(arm, "q1").of(m2 * q2 * w1 * w2)
    assert first == ["2 m₂ d₂ θ̇₁ ḋ₂ in τ₁ comes from row F₂ (y), carried by P₂ × R f₂: 2 ω₂ × ḋ₂"]
    rotor = [path for path in provenance(tree(), "d").pieces if path.cause == "rotor"]
    assert [str(path) for path in rotor] == ["row joint: rotor"]


def test_slides_are_called_as_in_the_rows() -> None:
    """A screw slides by h θ, and letters of joints count coordinates: a fixed link has none.

    In the tree of this file link b is fixed, so that c slides by d₂ and d, its 4th link, has θ₃.
    """
    causes = {path.cause for name in "cd" for path in provenance(tree(), name).pieces}
    assert {"d̈₂", "h₄ θ̈₃"} <= causes
    assert not {"d̈₃", "d̈₄"} & causes


def test_refusals() -> None:
    """Unknown joints and terms, sums of terms, and friction with a sign are refused by name."""
    found = provenance(symbolic("2r-point"), "q1")
    with pytest.raises(LinkwiseError, match="no joint 'q3': it has q1, q2"):
        provenance(symbolic("2r"), "q3")
    with pytest.raises(LinkwiseError, match="is 2 terms: give one"):
        found.of(m1 + m2)
    with pytest.raises(LinkwiseError, match="there is no term like"):
        found.of(m1 * g * sin(q1))
    for wrong in (None, [1], "m1*g"):
        with pytest.raises(LinkwiseError, match="a term in SymPy is wanted, got"):
            found.of(wrong)
    arm = planar_2r()
    rough = replace(arm.links[0], joint=replace(arm.links[0].joint, friction=Friction(0, 1)))
    with pytest.raises(LinkwiseError, match="'q1' has friction that is no polynomial"):
        provenance(replace(arm, links=[rough, arm.links[1]]), "q1")
