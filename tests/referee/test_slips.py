"""The catalogue of slips: each is made, handed in and named, alone or with its equals."""

import pytest
import sympy as sp

import linkwise as lw
from linkwise import Friction, Joint, Link, LinkwiseError, Robot, Rotor, Spring
from linkwise.lagrangian.ring import Letters
from linkwise.referee.check import check
from linkwise.referee.ring_referee import Referee
from linkwise.referee.terms import element

l1, l2, l3, lc1, lc2, lc3 = sp.symbols("l1:4 lc1:4")
m1, m2, m3, I1, I2, I3, g = sp.symbols("m1:4 I1:4 g")
q1, q2, q3, w1, w2, w3, a1, a2, a3 = sp.symbols("q1:4 qd1:4 qdd1:4")
c1, s1, s2, c12 = sp.cos(q1), sp.sin(q1), sp.sin(q2), sp.cos(q1 + q2)

# the 2R of the mistakes' table
h = m2 * l1 * lc2 * s2
M12 = I2 + m2 * (lc2**2 + l1 * lc2 * sp.cos(q2))
M11 = M12 + I1 + m1 * lc1**2 + m2 * (l1**2 + l1 * lc2 * sp.cos(q2))
M22 = I2 + m2 * lc2**2
N1, N2 = -h * (2 * w1 * w2 + w2**2), h * w1**2
G1 = g * (m1 * lc1 * c1 + m2 * (l1 * c1 + lc2 * c12))
G2 = g * m2 * lc2 * c12


def torques_2r(n1=N1, n2=N2):
    """Return τ of the 2R with other velocity terms."""
    return [M11 * a1 + M12 * a2 + n1 + G1, M12 * a1 + M22 * a2 + n2 + G2]


def names(verdict, *entries):
    """Return the names of all slips found, early ones and those of entries."""
    late = {
        made.slip.name
        for entry in entries
        for finding in verdict[entry].findings
        if len(finding.slips) == 1
        for made in finding.slips
    }
    return {slip.name for slip, _ in verdict.early} | late


DERIVED = {
    "∂K/∂q forgotten": {"tau": torques_2r(n2=-h * w1 * w2)},
    "d/dt acts on q̇ alone": {"tau": torques_2r(n1=0, n2=h * (w1**2 + w1 * w2))},
    "∂K/∂q: sign": {"tau": torques_2r(n2=-2 * h * w1 * w2 - h * w1**2)},
    "C for C q̇": {"h": [-h * (w1 + 2 * w2), h * w1]},
    "C q̇ times q̇": {"h": [N1 * w1, N2 * w2]},
    "torques of absolute angles": {
        "tau": [torques_2r()[0] - torques_2r()[1], torques_2r()[1]],
    },
}


@pytest.mark.parametrize("name", DERIVED)
def test_slips_of_the_derivation(name):
    """Mistakes T8, T9, T17 and T18 of the table are named as one slip; T8 in both torques."""
    verdict = check(lw.symbolic("2r"), **DERIVED[name])
    assert not verdict.right
    assert name in [slip.name for slip, _ in verdict.early]


def test_a_step_of_the_derivation_is_checked_like_a_result():
    """∂L/∂q̇, its rate and ∂L/∂q are right as they stand, and name what spoils them."""
    arm = lw.symbolic("rp")
    right = {
        "dL_dqd1": (m1 * l1**2 + I1 + I2 + m2 * q2**2) * w1,
        "d_dt2": m2 * a2,
        "dL_dq2": m2 * q2 * w1**2 - m2 * g * s1,
    }
    assert check(arm, stages=right).right
    verdict = check(arm, stages={"dL_dq2": m2 * q2 * w1**2 + m2 * g * s1})
    assert "gravity sign" in names(verdict, "dL_dq2")
    with pytest.raises(LinkwiseError, match="no stage 'd_dt3'"):
        check(arm, stages={"d_dt3": 0})


RP_M11 = m1 * l1**2 + I1 + I2 + m2 * q2**2


def torques_rp(M11=RP_M11, V1=2 * m2 * q2 * w1 * w2, V2=-m2 * q2 * w1**2, G2=m2 * g * s1, more=0):
    """Return τ of the RP arm as the lecture notes have it, some of its parts replaced."""
    G1 = (m1 * l1 + m2 * q2) * g * c1
    return [M11 * a1 + V1 + G1, m2 * a2 + V2 + G2 + more]


RP = {
    "T21": (torques_rp(V1=0), "tau1", "Coriolis left out"),
    "T22": (torques_rp(V1=m2 * q2 * w1 * w2), "tau1", "Coriolis halved"),
    "T23, left out": (torques_rp(V2=0), "tau2", "centrifugal left out"),
    "T23, positive": (torques_rp(V2=m2 * q2 * w1**2), "tau2", "centrifugal sign"),
    "T24, left out": (torques_rp(M11=RP_M11 - I2), "tau1", "rotational energy left out"),
    "T24, in M22": (torques_rp(more=I2 * a2), "tau2", "inertia of turning on a slide"),
    "T24, moved": (
        torques_rp(M11=RP_M11 - I2, more=I2 * a2),
        "tau2",
        "inertia of turning on a slide",
    ),
    "T25": (torques_rp(M11=RP_M11 - m2 * q2**2), "tau1", "dropped term"),
    "T25, from the energy": (
        torques_rp(M11=RP_M11 - m2 * q2**2, V1=0, V2=0),
        "tau1",
        "moving length taken as constant",
    ),
    "T26": (torques_rp(G2=m2 * g * c1), "tau2", "sine and cosine exchanged"),
}


@pytest.mark.parametrize("case", RP)
def test_slips_on_the_rp_arm(case):
    """Mistakes T21 to T26 of the table are named; without them the torques are right."""
    tau, entry, name = RP[case]
    arm = lw.symbolic("rp")
    assert check(arm, tau=torques_rp()).right
    assert name in names(check(arm, tau=tau), entry)


def three_r():
    """Return the general planar 3R in letters."""
    return lw.planar_nr(
        [l1, l2, l3], [m1, m2, m3], [lc1, lc2, lc3], [I1, I2, I3], form="general",
        gravity=(0, -g, 0),
    )  # fmt: skip


M13 = I3 + m3 * (lc3**2 + l2 * lc3 * sp.cos(q3) + l1 * lc3 * sp.cos(q2 + q3))
N3 = m3 * lc3 * (l1 * sp.sin(q2 + q3) * w1**2 + l2 * sp.sin(q3) * (w1 + w2) ** 2)
G3 = g * m3 * lc3 * sp.cos(q1 + q2 + q3)


def third(M13=M13, N3=N3, G3=G3):
    """Return τ₃ of the planar 3R, written out by hand."""
    M23 = I3 + m3 * (lc3**2 + l2 * lc3 * sp.cos(q3))
    return M13 * a1 + M23 * a2 + (I3 + m3 * lc3**2) * a3 + N3 + G3


THREE = {
    "T27": (third(M13=M13 - I3), [("dropped term",)]),
    "T28": (
        third(M13=M13 + m3 * l1 * lc3 * (sp.cos(q3) - sp.cos(q2 + q3))),
        [("wrong angle",)],
    ),
    "T29": (third(G3=g * m3 * lc3 * sp.cos(q3)), [("wrong angle",)]),
    "T30": (
        third(N3=N3 - 2 * m3 * lc3 * l2 * sp.sin(q3) * w1 * w2),
        [("dropped term",), ("Coriolis left out",)],
    ),
    "T30, one rate alone": (
        third(N3=N3 - m3 * lc3 * l2 * sp.sin(q3) * (2 * w1 * w2 + w1**2)),
        [("dropped term", "dropped term"), ("dropped term", "Coriolis left out")],
    ),
}


def test_the_angle_between_two_links():
    """In M11 of the 2R it is q2 alone, no sum from the base: the sentence holds for it too."""
    M22 = I2 + m2 * lc2**2
    M12 = M22 + m2 * l1 * lc2 * sp.cos(q2)
    M11 = I1 + m1 * lc1**2 + m2 * l1**2 + M22 + 2 * m2 * l1 * lc2 * sp.cos(q1)
    why = str(lw.check(lw.symbolic("2r"), M=[[M11, M12], [M12, M22]]))
    assert "wrong angle: a link's angle is the sum of the joint angles up to it, the angle" in why
    assert "the angle between two links the sum of those after the inner one up to the outer" in why


@pytest.mark.parametrize("case", THREE)
def test_slips_on_the_planar_3r(case):
    """Mistakes T27 to T30 of the table, in the third torque, are named there."""
    wrong, wanted = THREE[case]
    torques = list(lw.rnea(three_r(), (q1, q2, q3), (w1, w2, w3), (a1, a2, a3)))
    assert check(three_r(), tau=[*torques[:2], third()]).right
    verdict = check(three_r(), tau=[*torques[:2], wrong])
    found = {
        tuple(sorted(made.slip.name for made in finding.slips))
        for finding in verdict["tau3"].findings
    }
    assert found >= {tuple(sorted(wanted[0]))}
    assert verdict["tau1"].right
    assert verdict["tau2"].right


def test_friction_springs_and_rotors_are_checked():
    """B q̇ belongs to the torque with a plus and not to C, mistake T20; Coulomb is refused."""
    b, k, q0, J, G = sp.symbols("b k q0 J G")
    joint = Joint.prismatic("q1", friction=Friction(b), spring=Spring(k, q0), rotor=Rotor(J, G))
    robot = Robot("cart", [Link("cart", joint, inertia=lw.Inertia(m1, (0, 0, 0)))], (0, 0, 0))
    right = (m1 + G**2 * J) * a1 + b * w1 + k * (q1 - q0)
    assert check(robot, tau=[right]).right
    assert names(check(robot, tau=[right - 2 * b * w1]), "tau1") >= {"friction sign"}
    assert names(check(robot, h=[b * w1])) == {"friction inside C"}
    rough = Joint.prismatic("q1", friction=Friction(b, 1))
    robot = Robot("cart", [Link("cart", rough, inertia=lw.Inertia(m1, (0, 0, 0)))], (0, 0, 0))
    with pytest.raises(LinkwiseError, match="'q1' has friction that is no polynomial"):
        check(robot, tau=[right])


# slips of different names that make the same of an entry: nobody can tell them apart
ALWAYS = [
    {"Coriolis halved", "factor ½"},
    {"Coriolis left out", "dropped term"},
    {"Coriolis sign", "sign"},
    {"gravity left out", "dropped term"},
    {"gravity left out", "letter left out"},
    {"gravity sign", "sign"},
    {"weight not carried", "dropped term"},
    {"weight not carried", "reference height", "dropped term"},
    {"weight not carried", "reference height"},
]
EQUALS = {
    "2r": [
        *ALWAYS,
        {"centrifugal left out", "dropped term"},
        {"centrifugal sign", "sign"},
        {"centrifugal left out", "dropped term", "velocity terms left out"},
        {"centrifugal sign", "sign", "velocity terms: sign"},
        {"rotational energy left out", "dropped term"},
        {"inertia about the joint and m lc² at once", "factor 2"},
    ],
    "rp": [
        *ALWAYS,
        {"Coriolis sign", "sign", "velocity terms: sign"},
        {
            "Coriolis left out",
            "d/dt acts on q̇ alone",
            "dropped term",
            "velocity terms left out",
        },
        {"centrifugal left out", "dropped term", "velocity terms left out", "∂K/∂q forgotten"},
        {"centrifugal sign", "sign", "velocity terms: sign", "∂K/∂q: sign"},
        {"rotational energy left out", "dropped term"},
        {"inertia about the joint and m lc² at once", "factor 2"},
    ],
    "3r": ALWAYS,
}


@pytest.mark.parametrize(
    ("name", "unique", "total"),
    [("2r", 524, 553), ("rp", 196, 228), ("3r", 2291, 2313)],
)
def test_every_slip_of_the_catalogue_is_named(name, unique, total):
    """Each slip is made in τ and found again by its name; the few that share one are listed.

    What was handed in passes the ring as any expression does, and meets all other slips there.
    """
    model = lw.symbolic(name)
    parameters = tuple(model.parameters.values())
    letters = Letters.of(model.robot, model.q, model.qd, model.qdd, parameters)
    referee = Referee(model.robot, letters, [f"tau{k + 1}" for k in range(model.robot.n)])
    made = [(slip, yours) for slip, _, yours in referee.early if any(referee.gaps(yours).values())]
    for entry in referee.names:
        for late, change in referee.effects(entry).slips:
            wrong = referee.right[entry] + element(letters, change)
            made.append((late.slip, referee.right | {entry: wrong}))
    alone = 0
    for slip, yours in made:
        findings = referee.findings(referee.gaps(yours), several=False)
        found = {early.name for early, _ in referee.made_early(yours)}
        if len(findings) == 1:
            (late,) = findings.values()
            found |= {finding.slips[0].slip.name for finding in late}
        assert slip.name in found
        assert len(found) == 1 or found in EQUALS[name]
        alone += len(found) == 1
    assert (alone, len(made)) == (unique, total)
