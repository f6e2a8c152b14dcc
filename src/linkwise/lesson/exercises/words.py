"""What exercises say of the textbook arms, and of what is asked."""

NUMBERS = {
    "torques": "the torques (forces) of the motors in this state",
    "holding torques": "the torques (forces) that hold the arm at rest where it is",
    "kinetic energy": "the kinetic energy",
    "power": "the power of all motors",
    "accelerations": "the accelerations if the motors were switched off in this state",
}
ONE = (
    "In this derivation one mistake was made, and not in $K$ or $P$. Lines carry on with what "
    "stands before them, right or wrong. Say which line is the first to be wrong, which slip was "
    "made there, and what it should be."
)
SEVERAL = (
    "In this derivation {count} mistakes were made, none of them in $K$ or $P$. Lines carry on "
    "with what stands before them, right or wrong. Say in which lines the mistakes were made, "
    "which slip each is, and what it should be."
)
PLANAR = (
    "It moves in a vertical plane: $x$ points to the right, $y$ up, gravity down. "
    "Angles are measured from the horizontal, each from the link before."
)
ARMS = {
    "pendulum": "A pendulum of length $l$ and mass $m$ turns by $\\theta_{1}$; its centre of mass "
    f"is at the distance $l_{{c}}$ from the joint, and its inertia about that is $I$. {PLANAR}",
    "2r": "Two links turn by $\\theta_{1}$ and $\\theta_{2}$; link $i$ has length $l_{i}$, mass "
    "$m_{i}$, its centre of mass at the distance $l_{ci}$ from its joint, and the inertia $I_{i}$ "
    f"about that. {PLANAR}",
    "2r-point": "Two links without mass turn by $\\theta_{1}$ and $\\theta_{2}$; link $i$ has "
    f"length $l_{{i}}$ and a point mass $m_{{i}}$ at its tip. {PLANAR}",
    "2r-rods": "Two uniform rods turn by $\\theta_{1}$ and $\\theta_{2}$; rod $i$ has length "
    f"$l_{{i}}$ and mass $m_{{i}}$. {PLANAR}",
    "3r": "Three uniform rods turn by $\\theta_{1}$, $\\theta_{2}$ and $\\theta_{3}$; rod $i$ has "
    f"length $l_{{i}}$ and mass $m_{{i}}$. {PLANAR}",
    "3r-general": "Three links turn by $\\theta_{1}$, $\\theta_{2}$ and $\\theta_{3}$; link $i$ "
    "has length $l_{i}$, mass $m_{i}$, its centre of mass at the distance $l_{ci}$ from its joint, "
    f"and the inertia $I_{{i}}$ about that. {PLANAR}",
    "rp": "Link 1 turns by $\\theta_{1}$; its centre of mass is at the distance $l_{1}$ from the "
    "joint. Link 2 slides along it; its centre of mass is at the distance $d_{2}$ from the joint. "
    f"Link $i$ has mass $m_{{i}}$ and the inertia $I_{{i}}$ about its centre of mass. {PLANAR}",
    "gantry": "A stage of mass $m_{x}$ slides by $d_{1}$ along $x$ and carries a second one of "
    "mass $m_{y}$ that slides by $d_{2}$ along $y$. Both directions are horizontal.",
}
