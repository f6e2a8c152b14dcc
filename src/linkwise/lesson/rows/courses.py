"""The four notations as tables: Craig's, Featherstone's, Khalil's, and Lynch and Park's."""

from collections.abc import Mapping

from linkwise.lesson.rows.notation import (
    EFFECTS,
    Letter,
    Notation,
    Term,
    child,
    external,
    row,
    screws,
    slides,
    turns,
)
from linkwise.spatial.errors import LinkwiseError

PER_SECOND = "rad/s, m/s"
PER_SECOND_2 = "rad/s², m/s²"
WRENCH = "N m, N"
JOINT = {
    "rate": Letter("rate _k", "rate _k", "rate of the joint's coordinate"),
    "acceleration": Letter("acceleration _k", "acceleration _k", "its acceleration"),
    "pitch": Letter("h _i", "h _i", "advance of a helical joint", "m/rad"),
    "effort": Letter("τ' _i", r"\tau' _i", "what friction, spring and rotor take"),
    "tau": Letter("τ _i", r"\tau _i", "torque or force of the motor", "joint"),
}

CRAIG = Notation(
    name="craig",
    title="Craig's notation",
    source="Craig, Introduction to Robotics, eqs. 6.45-6.53; prismatic joints 5.48, 6.35",
    remark=(
        "All vectors in the axes of their own link; F and N act at the centre of mass, f and n at "
        "the origin of the frame.  v̇ holds gravity: the base accelerates upwards."
    ),
    coordinates=("theta", "d"),
    letters=JOINT
    | {
        "R": Letter("^p ,i R", "^p ,i R", "orientation of the link in its parent"),
        "Rt": Letter("^i ,p R", "^i ,p R", "orientation of the parent in the link"),
        "P": Letter("^p P _i", "^p P _i", "origin of the link's frame in its parent", "m"),
        "P_C": Letter("^i P _Ci", "^i P _Ci", "centre of mass", "m"),
        "m": Letter("m _i", "m _i", "mass", "kg"),
        "I_C": Letter("^Ci I _i", "^Ci I _i", "inertia about the centre of mass", "kg m²"),
        "axis": Letter("^i axis _i", "^i axis _i", "axis of the joint"),
        "omega": Letter("^i ω _i", r"^i \omega _i", "angular velocity", "rad/s"),
        "omega_dot": Letter("^i ω̇ _i", r"^i \dot{\omega} _i", "angular acceleration", "rad/s²"),
        "v_dot": Letter("^i v̇ _i", r"^i \dot{v} _i", "acceleration of the origin", "m/s²"),
        "v_dot_C": Letter("^i v̇ _Ci", r"^i \dot{v} _Ci", "that of the centre of mass", "m/s²"),
        "F": Letter("^i F _i", "^i F _i", "force that the motion takes", "N"),
        "N": Letter("^i N _i", "^i N _i", "moment that the motion takes", "N m"),
        "f": Letter("^i f _i", "^i f _i", "force of the parent on the link", "N"),
        "n": Letter("^i n _i", "^i n _i", "moment of the parent on the link", "N m"),
        "f_e": Letter("^i f _e,i", "^i f _e,i", "force from outside on the link", "N"),
        "n_e": Letter("^i n _e,i", "^i n _e,i", "moment from outside on the link", "N m"),
    },
    given=("R", "P", "P_C", "m", "I_C", "axis"),
    outward=(
        row("omega", "{Rt} {<omega}", turns("{rate} {axis}")),
        row(
            "omega_dot",
            "{Rt} {<omega_dot}",
            turns("{Rt} {<omega} × {rate} {axis}"),
            turns("{acceleration} {axis}"),
        ),
        row(
            "v_dot",
            "{Rt} ( {<omega_dot} × {P} + {<omega} × ( {<omega} × {P} ) + {<v_dot} )",
            slides("2 {omega} × {rate} {axis}"),
            slides("{acceleration} {axis}"),
            screws("2 {omega} × {pitch} {rate} {axis}"),
            screws("{pitch} {acceleration} {axis}"),
        ),
        row("v_dot_C", "{omega_dot} × {P_C}", "{omega} × ( {omega} × {P_C} )", "{v_dot}"),
        row("F", "{m} {v_dot_C}"),
        row("N", "{I_C} {omega_dot}", "{omega} × {I_C} {omega}"),
    ),
    inward=(
        row("f", child("{>R} {>f}"), "{F}", external("{f_e}")),
        row(
            "n",
            "{N}",
            child("{>R} {>n}"),
            "{P_C} × {F}",
            child("{>P} × {>R} {>f}"),
            external("{n_e}"),
        ),
        row(
            "tau",
            turns("{n} · {axis}"),
            slides("{f} · {axis}"),
            screws("{pitch} {f} · {axis}"),
            EFFECTS,
        ),
    ),
)

FEATHERSTONE = Notation(
    name="featherstone",
    title="Featherstone's spatial vectors",
    source="Featherstone, Rigid Body Dynamics Algorithms, table 5.1",
    remark=(
        "Spatial vectors in link coordinates, angular part first, moments about the origin.  a is "
        "the spatial acceleration (its linear part is v̇ − ω × v) and holds −a_g: a₀ = −a_g.  X* "
        "takes forces from a link to its parent, and is the transpose of the X of motions."
    ),
    coordinates=("q", "q"),
    letters=JOINT
    | {
        "X": Letter("^i X _p", "^i X _p", "motions from the parent to the link"),
        "Xt": Letter("^p X _i ^*", "^p X _i ^*", "forces from the link to the parent"),
        "S": Letter("S _i", "S _i", "motion subspace of the joint"),
        "St": Letter("S _i ^T", "S _i ^T", "its transpose"),
        "I": Letter("I _i", "I _i", "spatial inertia about the origin", quantity="I6"),
        "v": Letter("v _i", "v _i", "spatial velocity", PER_SECOND, quantity="v6"),
        "a": Letter("a _i", "a _i", "spatial acceleration", PER_SECOND_2, quantity="a6"),
        "f": Letter("f _i", "f _i", "wrench across the joint", WRENCH, quantity="f6"),
        "f_x": Letter(
            "f _x,i", "f _x,i", "wrench from outside on the link", WRENCH, quantity="f6_e"
        ),
    },
    given=("X", "S", "I"),
    outward=(
        row("v", "{X} {<v}", turns("{S} {rate}"), slides("{S} {rate}")),
        row(
            "a",
            "{X} {<a}",
            turns("{S} {acceleration}"),
            turns("{v} × {S} {rate}"),
            slides("{S} {acceleration}"),
            slides("{v} × {S} {rate}"),
        ),
    ),
    inward=(
        row("f", "{I} {a}", "{v} ×* {I} {v}", external("{f_x}"), child("{>Xt} {>f}")),
        row("tau", turns("{St} {f}"), slides("{St} {f}"), EFFECTS),
    ),
)

KHALIL = Notation(
    name="khalil",
    title="Khalil's notation",
    source="Khalil & Dombre, Modeling, Identification and Control of Robots, section 9.5",
    remark=(
        "All vectors in the axes of their own link, moments about the origin of its frame.  "
        "V̇ holds gravity: V̇₀ = −g.  f_e and m_e are what the link exerts on its surroundings."
    ),
    coordinates=("q", "q"),
    letters=JOINT
    | {
        "At": Letter("^p A _i", "^p A _i", "orientation of the link in its parent", quantity="R"),
        "A": Letter("^i A _p", "^i A _p", "orientation of the parent in the link", quantity="Rt"),
        "P": Letter("^p P _i", "^p P _i", "origin of the link's frame in its parent", "m"),
        "mass": Letter("M _i", "M _i", "mass", "kg", quantity="m"),
        "MS": Letter("^i MS _i", r"^i \mathit{MS} _i", "first moments", "kg m", quantity="moment"),
        "J": Letter("^i J _i", "^i J _i", "inertia about the origin", "kg m²"),
        "axis": Letter("^i a _i", "^i a _i", "axis of the joint"),
        "omega": Letter("^i ω _i", r"^i \omega _i", "angular velocity", "rad/s"),
        "omega_hat": Letter("^i ω̂ _i", r"^i \hat{\omega} _i", "matrix of ω ×", "rad/s"),
        "omega_dot": Letter("^i ω̇ _i", r"^i \dot{\omega} _i", "angular acceleration", "rad/s²"),
        "omega_dot_hat": Letter("^i ω̇̂ _i", r"^i \hat{\dot{\omega}} _i", "matrix of ω̇ ×", "rad/s²"),
        "V": Letter("^i V _i", "^i V _i", "velocity of the origin", "m/s", quantity="v"),
        "U": Letter("^i U _i", "^i U _i", "matrix of ω̇ × and ω × ω ×", "rad/s²"),
        "V_dot": Letter(
            "^i V̇ _i", r"^i \dot{V} _i", "acceleration of the origin", "m/s²", quantity="v_dot"
        ),
        "F": Letter("^i F _i", "^i F _i", "force that the motion takes", "N"),
        "M": Letter("^i M _i", "^i M _i", "moment that the motion takes", "N m"),
        "f": Letter("^i f _i", "^i f _i", "force of the parent on the link", "N"),
        "m": Letter("^i m _i", "^i m _i", "moment of the parent on the link", "N m", quantity="n"),
        "f_e": Letter(
            "^i f _e,i", "^i f _e,i", "force of the link on its surroundings", "N", quantity="f_out"
        ),
        "m_e": Letter(
            "^i m _e,i",
            "^i m _e,i",
            "moment of the link on its surroundings",
            "N m",
            quantity="n_out",
        ),
        "tau": Letter("Γ _i", r"\Gamma _i", "torque or force of the motor", "joint"),
        "effort": Letter("Γ' _i", r"\Gamma' _i", "what friction, spring and rotor take"),
    },
    given=("At", "P", "mass", "MS", "J", "axis"),
    outward=(
        row("omega", "{A} {<omega}", turns("{rate} {axis}")),
        row(
            "V",
            "{A} ( {<V} + {<omega} × {P} )",
            slides("{rate} {axis}"),
            screws("{pitch} {rate} {axis}"),
        ),
        row(
            "omega_dot",
            "{A} {<omega_dot}",
            turns("{acceleration} {axis}"),
            turns("{A} {<omega} × {rate} {axis}"),
        ),
        row(
            "V_dot",
            "{A} ( {<V_dot} + {<U} {P} )",
            slides("{acceleration} {axis}"),
            slides("2 {omega} × {rate} {axis}"),
            screws("{pitch} {acceleration} {axis}"),
            screws("2 {omega} × {pitch} {rate} {axis}"),
        ),
        row("U", "{omega_dot_hat}", "{omega_hat} {omega_hat}"),
        row("F", "{mass} {V_dot}", "{U} {MS}"),
        row("M", "{J} {omega_dot}", "{omega} × {J} {omega}", "{MS} × {V_dot}"),
    ),
    inward=(
        row("f", "{F}", child("{>At} {>f}"), external("{f_e}", "+")),
        row(
            "m",
            "{M}",
            child("{>At} {>m}"),
            child("{>P} × {>At} {>f}"),
            external("{m_e}", "+"),
        ),
        row(
            "tau",
            turns("{m} · {axis}"),
            slides("{f} · {axis}"),
            screws("{pitch} {f} · {axis}"),
            EFFECTS,
        ),
    ),
)

LYNCH_PARK = Notation(
    name="lynch-park",
    title="Lynch and Park's notation",
    source="Lynch & Park, Modern Robotics, eqs. 8.50-8.54",
    remark=(
        "Body twists and wrenches, angular part first, in frames at the centres of mass with the "
        "axes of the links.  V̇ holds gravity: V̇₀ = (0, −g).  The book has a wrench from outside at "
        "the tip alone; the F_e of any other link is added here."
    ),
    coordinates=("theta", "theta"),
    letters=JOINT
    | {
        "Ad": Letter("Ad _Tip", r"\mathrm{Ad} _Tip", "twists from the parent to the link"),
        "Adt": Letter("Ad _Tip ^T", r"\mathrm{Ad} _Tip ^T", "wrenches from the link to the parent"),
        "A": Letter("A _i", r"\mathcal{A} _i", "screw of the joint"),
        "At": Letter("A _i ^T", r"\mathcal{A} _i ^T", "its transpose"),
        "G": Letter("G _i", r"\mathcal{G} _i", "spatial inertia at the centre of mass"),
        "V": Letter("V _i", r"\mathcal{V} _i", "twist", PER_SECOND),
        "ad": Letter("ad _Vi", r"\mathrm{ad} _Vi", "matrix of the Lie bracket with V"),
        "adt": Letter("ad _Vi ^T", r"\mathrm{ad} _Vi ^T", "its transpose"),
        "V_dot": Letter("V̇ _i", r"\dot{\mathcal{V}} _i", "rate of the twist", PER_SECOND_2),
        "F": Letter("F _i", r"\mathcal{F} _i", "wrench across the joint", WRENCH, quantity="W"),
        "F_e": Letter(
            "F _e,i", r"\mathcal{F} _e,i", "wrench from outside on the link", WRENCH, quantity="W_e"
        ),
    },
    given=("Ad", "A", "G"),
    outward=(
        row("V", "{Ad} {<V}", turns("{A} {rate}"), slides("{A} {rate}")),
        row(
            "V_dot",
            "{Ad} {<V_dot}",
            turns("{ad} {A} {rate}"),
            turns("{A} {acceleration}"),
            slides("{ad} {A} {rate}"),
            slides("{A} {acceleration}"),
        ),
    ),
    inward=(
        row(
            "F",
            child("{>Adt} {>F}"),
            "{G} {V_dot}",
            Term("{adt} {G} {V}", sign="−"),
            external("{F_e}"),
        ),
        row("tau", turns("{At} {F}"), slides("{At} {F}"), EFFECTS),
    ),
)

NOTATIONS: Mapping[str, Notation] = {
    notation.name: notation for notation in (CRAIG, FEATHERSTONE, KHALIL, LYNCH_PARK)
}


def find_notation(name: str) -> Notation:
    """Return a notation by its name, or say which there are."""
    if name not in list(NOTATIONS):
        raise LinkwiseError(f"there is no notation {name!r}: there are {', '.join(NOTATIONS)}")
    return NOTATIONS[name]
