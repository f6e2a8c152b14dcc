"""Proofs of identities: each holds for robots of every kind, and each can fail."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from random_trees import random_tree

import linkwise as lw
from linkwise import LinkwiseError
from linkwise.cli.commands import main
from linkwise.lagrangian.ring import letters_of
from linkwise.proving import identities
from linkwise.proving.degree import Degree
from linkwise.proving.identities import IDENTITIES
from linkwise.proving.matrix_lagrange import lagrange_torques
from linkwise.proving.prove import named, prove, statements
from linkwise.proving.schwartz_zippel import passing, rounded_up
from linkwise.proving.states import States

NAMES = statements()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arm", ["2r", "rp"])
def test_textbook_arms_for_all_letters(arm, name):
    """All statements hold for the arms of the lecture notes, in the ring unless they divide."""
    proof = prove(lw.symbolic(arm), name)
    assert proof
    assert proof.how == ("states" if "aba" in name else "ring")


@pytest.mark.parametrize("name", NAMES)
def test_a_tree_with_everything(name):
    """They hold on a tree with branches, slides, screws, oblique axes, springs and rotors."""
    tree = random_tree(np.random.default_rng(30), 6)
    kinds = {link.joint.kind for link in tree.links}
    assert kinds == {"revolute", "prismatic", "helical", "fixed"}
    equipped = {"spring": lw.Spring(3, 0.2), "rotor": lw.Rotor(0.01, 20)}
    equipped["friction"] = lw.Friction(viscous=0.3)
    links = [
        replace(x, joint=replace(x.joint, **equipped)) if x.joint.moves else x for x in tree.links
    ]
    proof = prove(replace(tree, links=links), name, states=1)
    assert proof
    assert proof.how == "states"
    assert proof.chance <= Fraction(1, 10**6)


@pytest.mark.parametrize("name", [name for name in NAMES if "aba" not in name])
def test_a_body_that_floats(name):
    """They hold behind links without mass, whose zeros must not turn fractions into floats."""
    assert prove(lw.free_base(lw.load("2r")), name, states=1)


@pytest.mark.parametrize("name", NAMES)
def test_puma(name):
    """They hold for the PUMA 560 at rational states, which needs exact turns of 90°."""
    assert prove(lw.puma560(), name, states=1)


def off(algorithm):
    """Return an algorithm with sin(q₁) / 10⁹ too much in the first entry of its result."""

    def wrong(robot, q, *rest, **options):
        out = np.array(algorithm(robot, q, *rest, **options), dtype=object)
        out.flat[0] = out.flat[0] + q[0].sin() * Fraction(1, 10**9)
        return out

    return wrong


# which algorithm is spoilt to refute which statement
BROKEN = {
    "newton-euler == lagrange": "rnea",
    "rnea == M qdd + h": "crba",
    "crba == sum of J'IJ": "mass_matrix_from_jacobians",
    "dM/dt - 2C is skew": "coriolis_matrix",
    "C == christoffel(M)": "coriolis_matrix",
    "Y pi == tau": "torque_regressor",
    "aba == forward dynamics": "aba",
    "aba undoes rnea": "rnea",
    "g == dP/dq": "gravity_torque",
    "dK/dt == power": "rnea",
    "iterations == rnea": "rnea",
}


@pytest.mark.parametrize("how", ["ring", "states"])
@pytest.mark.parametrize("name", NAMES)
def test_every_statement_can_fail(monkeypatch, name, how):
    """An algorithm that is wrong by a billionth in one entry is refuted, with a state."""
    broken = BROKEN[name]
    monkeypatch.setattr(identities, broken, off(getattr(identities, broken)))
    how = None if named(name).divides else how
    proof = prove(lw.symbolic("2r"), name, how=how)
    assert not proof
    assert proof.witness.left != proof.witness.right
    assert "q1 = 2 arctan(" in str(proof)


def test_wrong_physics_is_refuted():
    """Known mistakes: the upper form of C is not skew, nor the natural one Christoffel's."""
    christoffel, gravity = named("C == christoffel"), named("g == dP/dq")

    def in_form(form):
        return lambda s: lw.coriolis_matrix(s.robot, s.q, s.qd, form=form)

    def skew(s):
        return identities._mass_matrix_rate(s) - in_form("upper")(s) * 2

    upper = replace(named("Ṁ − 2C is skew"), left=skew, right=lambda s: -skew(s).T)
    arm = lw.symbolic("2r")
    assert not prove(arm, upper)
    assert not prove(arm, replace(christoffel, left=in_form("upper")))
    assert not prove(arm, replace(gravity, left=lambda s: -gravity.left(s)))
    assert not prove(lw.puma560(), replace(christoffel, left=in_form("natural")), states=1)


def test_lagrange_by_matrices_is_the_textbook_derivation():
    """The 4x4 matrices give what `lagrange` derives from 3-vectors, in the ring."""
    arm = lw.symbolic("2r")
    derivation = lw.lagrange(arm.robot)
    state = States.of(arm.robot, letters_of(arm)).in_letters()
    for mine, other in zip(lagrange_torques(state), derivation.tau, strict=True):
        gap = letters_of(arm).reduced(mine) - letters_of(arm).element(other)
        assert gap == 0


def test_degrees_bound_true_degrees():
    """The counted degree is at least that of the true result, which SymPy expands."""
    arm = lw.symbolic("2r")
    letters = letters_of(arm)
    source = States.of(arm.robot, letters)
    state, degree = source.in_degrees()
    counted = [degree(x) for x in lw.rnea(state.robot, state.q, state.qd, state.qdd)]
    exact = source.in_letters()
    for x, bound in zip(lw.rnea(exact.robot, exact.q, exact.qd, exact.qdd), counted, strict=True):
        powers = np.array(list(x))
        waves = powers[:, :2] + powers[:, 2:4]  # of cosines and sines together
        true = 2 * waves.max(axis=0).sum() + powers[:, 4:].sum(axis=1).max()
        assert bound >= true


def test_degrees_of_quotients():
    """x/y + y/x has degree 2 above and below, as school has it."""
    x, y = Degree.of(0, 2), Degree.of(1, 2)
    total = x / y + y / x
    assert (total.above, total.below) == ((2, 2), (1, 1))
    assert (x**3 - 1).above == (3, 0)
    assert (1 / x).below == (1, 0)


def test_what_a_proof_says():
    """It names the way, the number of states, the set and the bound: (degree / set)^N."""
    proof = prove(lw.load("2r"), "crba == sum of J'IJ", how="states", states=2)
    assert (proof.how, proof.states) == ("states", 2)
    assert proof.drawn_from >= 10**6 * proof.degree > 0
    assert proof.chance == Fraction(proof.degree, proof.drawn_from) ** 2
    assert "2 random states of fractions" in str(proof)
    assert "Schwartz 1980" in str(proof)


def test_bounds_are_rounded_up():
    """(20 / 4e7)³ = 1.25e-19 by hand, of which 1e-19 would be no bound; 2⁻²⁰⁰⁰ is not 0."""
    assert "a probability of at most 2e-19" in str(prove(lw.puma560(), "g == dP/dq"))
    assert rounded_up(passing(1, 10**6, 3)) == "1e-18"
    assert rounded_up(passing(1, 2, 2000)) == "9e-603"  # 2⁻²⁰⁰⁰ = 8.709e-603


def test_what_skewness_adds():
    """q̇ᵀ(Ṁ − 2C)q̇ = 0 of every right C, so that the report speaks of every z."""
    assert "zᵀ (Ṁ − 2C) z = 0 for every z" in str(prove(lw.symbolic("rp"), "dM/dt - 2C is skew"))


@pytest.mark.parametrize(
    "spelled",
    ["Newton-Euler = Lagrange", "  newton-euler==lagrange", "RNEA == Lagrange"],
)
def test_spellings(spelled):
    """Statements are known however they are spaced, with one or two equals signs."""
    assert named(spelled).name == "newton-euler == lagrange"


def test_floats_prove_nothing():
    """An algorithm that turns fractions into floats is found out, even where they agree."""
    gravity = named("g == dP/dq")
    rounded = replace(gravity, left=lambda s: gravity.left(s) * 1.0, divides=True)
    with pytest.raises(LinkwiseError, match="gives floats where fractions go in"):
        prove(lw.load("2r"), rounded)


def test_all_spellings_are_of_one_statement():
    """No two statements share a spelling, and every spelling is found."""
    for identity in IDENTITIES:
        for spelled in (identity.name, *identity.spellings):
            assert named(spelled) is identity


def test_refusals():
    """What is no polynomial is refused by a sentence that names it, and so is what is unknown."""
    arm = lw.load("2r")
    joints = [replace(x, joint=replace(x.joint, friction=lw.Friction(0.1, 0.5))) for x in arm.links]
    rough = replace(arm, links=joints)
    with pytest.raises(LinkwiseError, match=r"joint 'q1' has friction by the sign of its rate"):
        prove(rough, "newton-euler == lagrange")
    assert prove(rough, "g == dP/dq")  # friction is no part of it
    first, second = arm.links
    led = replace(second, joint=replace(second.joint, mimic=lw.Mimic("q1", 2)))
    with pytest.raises(LinkwiseError, match=r"joint 'q2' is a mimic joint"):
        prove(replace(arm, links=[first, led]), "g == dP/dq")
    with pytest.raises(LinkwiseError, match="divides or has friction"):
        prove(arm, "aba undoes rnea", how="ring")
    with pytest.raises(LinkwiseError, match=r"did you mean 'g == dP/dq'\? there are newton-euler"):
        prove(arm, "g == dK/dq")
    with pytest.raises(LinkwiseError, match="a Robot is wanted, got '2r'"):
        prove("2r", "g == dP/dq")
    for states in (0, 1.5, "three"):
        with pytest.raises(
            LinkwiseError, match=f"states must be a whole number of at least 1, got {states!r}"
        ):
            prove(arm, "g == dP/dq", states=states)
    with pytest.raises(LinkwiseError, match="seed must be a whole number of at least 0, got None"):
        prove(arm, "g == dP/dq", seed=None)
    with pytest.raises(LinkwiseError, match="how must be 'ring' or 'states'"):
        prove(arm, "g == dP/dq", how="hope")
    tilted = lw.Joint.revolute("q1", (sp.Symbol("a"), 0, sp.Symbol("b")))
    with pytest.raises(LinkwiseError, match="the axis of joint 'q1' has letters"):
        prove(replace(arm, links=[replace(first, joint=tilted), second]), "g == dP/dq")


@pytest.mark.parametrize("how", ["ring", "states"])
def test_a_statement_of_ones_own_that_fails(how):
    """What a side of one's own raises, or gives in place of numbers, is said by its name."""
    gravity, arm = named("g == dP/dq"), lw.load("2r")
    for left, message in (
        (lambda _: 1 / 0, "left side, raised ZeroDivisionError: division by zero"),
        (lambda _: [0, 0, 0], r"left has shape \(3,\), right has \(2,\)"),
        (lambda _: None, r"left has shape \(\), right has \(2,\)"),
        (lambda _: ["a", "b"], "left minus right raised TypeError"),
    ):
        with pytest.raises(LinkwiseError, match=f"'mine'.*{message}"):
            prove(arm, replace(gravity, name="mine", left=left), how=how)


def test_command(capsys, monkeypatch):
    """`linkwise prove` lists, proves with code 0, refutes with 1, and complains with 2."""
    assert main(["prove", "2r"]) == 0
    assert capsys.readouterr().out.splitlines() == list(NAMES)
    assert main(["prove", "rp", "g == dP/dq"]) == 0
    assert "proved for all states and letters" in capsys.readouterr().out
    assert main(["prove", "puma560", "Y pi == tau", "--states", "1"]) == 0
    assert "1 random state of fractions" in capsys.readouterr().out
    assert main(["prove", "2r", "nonsense"]) == 2
    assert "there is no statement 'nonsense'" in capsys.readouterr().err
    assert main(["prove", "2r", "g == dP/dq", "--states", "none"]) == 2
    assert main(["prove", "2r", "g == dP/dq", "--states", "0"]) == 2
    capsys.readouterr()
    assert main(["prove", "2r", "g == dP/dq", "--states", "-1"]) == 2
    assert "--states wants a whole number from 1 to 1000, got '-1'" in capsys.readouterr().err
    monkeypatch.setattr(identities, "crba", off(identities.crba))
    assert main(["prove", "2r", "crba == sum of J'IJ"]) == 1
    assert "refuted: entry 1, 1: " in capsys.readouterr().out
