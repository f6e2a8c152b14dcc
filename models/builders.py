"""The arms of the textbooks, built from lengths, masses and inertias that may be symbols.

Planar arms lie in the x-y plane, turn about z and fall along −y; angles are measured from the
horizontal x axis.  Each takes its links in one of three forms:

* ``"general"``: centre of mass at lc from the joint, inertia I about it;
* ``"rods"``: uniform rods, lc = l/2 and I = m l²/12;
* ``"points"``: point masses at the tips, lc = l and I = 0.
"""

from collections.abc import Sequence
from typing import Any, Literal

from numpy.typing import ArrayLike

from linkwise.models.joint import Joint
from linkwise.models.link import Link
from linkwise.models.robot import Robot, gravity_vector
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import as_array
from linkwise.spatial.transform import Transform

Form = Literal["general", "rods", "points"]
DOWN_Y = (0, -9.81, 0)


def slender(I: Any) -> tuple[tuple[Any, ...], ...]:
    """Return the tensor of a body that is thin along x, with inertia I about z.

    In a plane no other entry counts, but zeros in their place no body could have.
    """
    return ((0, 0, 0), (0, I, 0), (0, 0, I))


def pendulum(
    l: Any = 1,
    m: Any = 1,
    lc: Any = None,
    I: Any = None,
    *,
    form: Form = "rods",
    gravity: ArrayLike = DOWN_Y,
) -> Robot:
    """Return a pendulum: (I + m lc²) q̈ + m g lc cos q = τ.

    Parameters
    ----------
    l, m
        Length (m) and mass (kg).
    lc, I
        Distance of the centre of mass from the joint (m) and inertia about the centre of mass
        (kg m²), for the form "general".
    form
        "general", "rods" or "points".
    gravity
        Acceleration of free fall ``(3,)``, m/s².

    Examples
    --------
    >>> from linkwise import crba
    >>> crba(pendulum(l=1, m=3), [0.0])
    array([[1.]])
    """
    coms, inertias = (None if x is None else [x] for x in (lc, I))
    return planar_nr([l], [m], coms, inertias, form=form, gravity=gravity, name="pendulum")


def planar_2r(
    l1: Any = 1,
    l2: Any = 1,
    lc1: Any = None,
    lc2: Any = None,
    m1: Any = 1,
    m2: Any = 1,
    I1: Any = None,
    I2: Any = None,
    *,
    form: Form = "general",
    gravity: ArrayLike = DOWN_Y,
) -> Robot:
    """Return the planar 2R arm.

    M₁₁ = I₁ + I₂ + m₁ lc₁² + m₂ (l₁² + lc₂² + 2 l₁ lc₂ cos q₂), and so on: Spong, Hutchinson &
    Vidyasagar, *Robot Modeling and Control*, eqs. 7.81-7.87.

    Parameters
    ----------
    l1, l2
        Lengths, m.
    lc1, lc2
        Distances of the centres of mass from their joints, m; 0.5 if not given.
    m1, m2
        Masses, kg.
    I1, I2
        Inertias about the centres of mass, kg m²; 0.1 if not given.
    form
        "general", "rods" or "points"; the last two set lc and I.
    gravity
        Acceleration of free fall ``(3,)``, m/s².

    Examples
    --------
    >>> from linkwise import crba
    >>> crba(planar_2r(), [0, 0])
    array([[2.7 , 0.85],
           [0.85, 0.35]])
    """
    coms: Sequence[Any] | None = [lc1, lc2]
    inertias: Sequence[Any] | None = [I1, I2]
    if form == "general":
        coms = [0.5 if x is None else x for x in (lc1, lc2)]
        inertias = [0.1 if x is None else x for x in (I1, I2)]
    elif all(x is None for x in (lc1, lc2, I1, I2)):
        coms = inertias = None
    return planar_nr(
        [l1, l2], [m1, m2], coms, inertias, form=form, gravity=gravity, name="planar 2R"
    )


def planar_nr(
    lengths: Sequence[Any],
    masses: Sequence[Any],
    coms: Sequence[Any] | None = None,
    inertias: Sequence[Any] | None = None,
    *,
    form: Form = "rods",
    gravity: ArrayLike = DOWN_Y,
    name: str | None = None,
) -> Robot:
    """Return a planar arm of n revolute joints.

    Parameters
    ----------
    lengths, masses
        Of the n links, m and kg.
    coms, inertias
        Distances of the centres of mass from their joints (m) and inertias about the centres of
        mass (kg m²), for the form "general".
    form
        "general", "rods" or "points".
    gravity
        Acceleration of free fall ``(3,)``, m/s².
    name
        Name of the robot.

    Raises
    ------
    LinkwiseError
        If the lists are empty or of different lengths, or do not go with the form.

    Examples
    --------
    >>> from linkwise import gravity_torque
    >>> gravity_torque(planar_nr([1, 1, 1], [1, 1, 1]), [0, 0, 0])
    array([44.145, 19.62 ,  4.905])
    """
    if form not in ("general", "rods", "points"):
        raise LinkwiseError(f"form must be 'general', 'rods' or 'points', got {form!r}")
    if (form == "general") != (coms is not None and inertias is not None) or (
        form != "general" and not coms is inertias is None
    ):
        raise LinkwiseError(
            f"form {form!r} {'wants' if form == 'general' else 'sets'} "
            "the centres of mass and the inertias: give both with 'general' and none otherwise"
        )
    lengths, masses = numbers_in("lengths", lengths), numbers_in("masses", masses)
    if form == "rods":
        coms = [l / 2 for l in lengths]
        inertias = [m * l**2 / 12 for m, l in zip(masses, lengths, strict=False)]
    elif form == "points":
        coms, inertias = lengths, [0] * len(lengths)
    columns = {"lengths": lengths, "masses": masses, "coms": coms, "inertias": inertias}
    counts = {what: len(column) for what, column in columns.items() if column is not None}
    if len(set(counts.values())) != 1 or not lengths:
        raise LinkwiseError(f"a planar arm wants lists of equal length, got {counts}")
    links = []
    rows = zip(*(column for column in columns.values() if column is not None), strict=True)
    reach: Any = 0
    for k, (l, m, lc, I) in enumerate(rows, start=1):
        body = Inertia(m, (lc, 0, 0), slender(I))
        joint = Joint.revolute(f"q{k}")
        parent = f"link{k - 1}" if k > 1 else None
        links.append(Link(f"link{k}", joint, Transform.translation(reach, 0, 0), body, parent))
        reach = l
    return Robot(name or f"planar {len(links)}R", links, gravity_vector(gravity))


def numbers_in(what: str, column: Any) -> list[Any]:
    """Return the numbers of a list, or say that it is none."""
    if as_array(column, what).ndim != 1:
        raise LinkwiseError(f"a planar arm wants a list of {what}, one a link, got {column!r}")
    return list(column)


def rp(
    l1: Any = 0.2,
    m1: Any = 3,
    m2: Any = 2,
    I1: Any = 0.05,
    I2: Any = 0.03,
    *,
    gravity: ArrayLike = DOWN_Y,
) -> Robot:
    """Return the planar RP arm: a turning link along which a second one slides.

    M = diag(m₁ l₁² + I₁ + I₂ + m₂ d₂², m₂): Craig, *Introduction to Robotics*, example 6.5.

    Parameters
    ----------
    l1
        Distance of link 1's centre of mass from the joint, m.
    m1, m2
        Masses, kg.
    I1, I2
        Inertias about the centres of mass, kg m².
    gravity
        Acceleration of free fall ``(3,)``, m/s².

    Examples
    --------
    >>> from linkwise import crba
    >>> crba(rp(), [0.0, 0.6]).round(12)
    array([[0.92, 0.  ],
           [0.  , 2.  ]])
    """
    turning = Inertia(m1, (l1, 0, 0), slender(I1))
    sliding = Inertia(m2, (0, 0, 0), slender(I2))
    links = [
        Link("link1", Joint.revolute("q1"), inertia=turning),
        Link("link2", Joint.prismatic("q2", (1, 0, 0)), inertia=sliding, parent="link1"),
    ]
    return Robot("planar RP", links, gravity_vector(gravity))


def gantry(mx: Any = 8, my: Any = 3, *, gravity: ArrayLike = (0, 0, -9.81)) -> Robot:
    """Return a horizontal gantry: an x stage that carries a y stage.

    M = diag(m_x + m_y, m_y), C = 0, g = 0.

    Parameters
    ----------
    mx, my
        Masses of the x stage alone and of the y stage, kg.
    gravity
        Acceleration of free fall ``(3,)``, m/s².

    Examples
    --------
    >>> from linkwise import crba
    >>> crba(gantry(mx=8, my=3), [0, 0])
    array([[11.,  0.],
           [ 0.,  3.]])
    """
    links = [
        Link("x stage", Joint.prismatic("q1", (1, 0, 0)), inertia=Inertia(mx, (0, 0, 0))),
        Link(
            "y stage",
            Joint.prismatic("q2", (0, 1, 0)),
            inertia=Inertia(my, (0, 0, 0)),
            parent="x stage",
        ),
    ]
    return Robot("gantry", links, gravity_vector(gravity))
