"""The planar 2R in letters, typed from the lecture notes, section 3, without linkwise."""

import sympy as sp

l1, l2, lc1, lc2, m1, m2, I1, I2, g = sp.symbols("l1 l2 lc1 lc2 m1 m2 I1 I2 g")
q1, q2, w1, w2, a1, a2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")
c1, c2, c12, s2, s12 = sp.cos(q1), sp.cos(q2), sp.cos(q1 + q2), sp.sin(q2), sp.sin(q1 + q2)
h = m2 * l1 * lc2 * s2
RIGHT = {
    "M11": I1 + I2 + m1 * lc1**2 + m2 * (l1**2 + lc2**2 + 2 * l1 * lc2 * c2),
    "M12": I2 + m2 * (lc2**2 + l1 * lc2 * c2),
    "M22": I2 + m2 * lc2**2,
    "n1": -h * (2 * w1 * w2 + w2**2),
    "n2": h * w1**2,
    "G1": g * (m1 * lc1 * c1 + m2 * (l1 * c1 + lc2 * c12)),
    "G2": g * m2 * lc2 * c12,
}
# "Mistakes: what teachers and students get wrong", typed as the table has them.
MISTAKES = {
    "T1": {"M11": RIGHT["M11"] - I2, "M12": RIGHT["M12"] - I2},
    "T2": {"M12": 0, "n1": -2 * h * w1 * w2},
    "T3": {
        "M11": RIGHT["M11"] + m1 * lc1**2 + m2 * lc2**2,
        "M12": RIGHT["M12"] + m2 * lc2**2,
        "M22": RIGHT["M22"] + m2 * lc2**2,
    },
    "T4": {"M11": RIGHT["M11"] - I1 - I2, "M12": RIGHT["M12"] - I2, "M22": RIGHT["M22"] - I2},
    "T5": {"M12": m2 * (lc2**2 + l1 * lc2 * c2 + I2)},
    "T6": {"n1": -h * (w1 * w2 + w2**2)},
    "T7": {"n2": -h * w1**2},
    "T8": {"n1": 0},
    "T9": {"n2": -h * w1 * w2},
    "T10": {
        "G1": g * (m1 * lc1 * sp.sin(q1) + m2 * (l1 * sp.sin(q1) + lc2 * s12)),
        "G2": g * m2 * lc2 * s12,
    },
    "T11": {"G2": g * m2 * lc2 * c2},
    "T12": {"G1": g * (m1 * lc1 * c1 + m2 * lc2 * c12)},
    "T13": {"G1": -RIGHT["G1"], "G2": -RIGHT["G2"]},
    "T14": {"M11": RIGHT["M11"] - m2 * l1 * lc2 * c2},
    "T15": {key: RIGHT[key].subs(l1, lc1) for key in ("M11", "M12", "n1", "n2")},
    "T16": {key: 2 * RIGHT[key] for key in ("M11", "M12", "M22", "n1", "n2")},
}


def torques(**wrong):
    """Return τ = M q̈ + n + G, some of its parts replaced by wrong ones."""
    p = RIGHT | wrong
    return [
        p["M11"] * a1 + p["M12"] * a2 + p["n1"] + p["G1"],
        p["M12"] * a1 + p["M22"] * a2 + p["n2"] + p["G2"],
    ]
