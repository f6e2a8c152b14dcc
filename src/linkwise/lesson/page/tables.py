"""The tables of the page: every row of both passes with its formula, in the order of the steps."""

from collections.abc import Iterable
from html import escape

from linkwise.lesson.rows.followers import followers, ratio
from linkwise.lesson.rows.headings import joint_words
from linkwise.lesson.rows.lines import Line
from linkwise.lesson.rows.mathml import MathML, accented, operator
from linkwise.lesson.rows.script import DOTTED
from linkwise.lesson.rows.two_passes import NewtonEuler
from linkwise.models.robot import BASE, Robot

# What a row does, for a link on its parent.
SAYS = {
    "R": (
        "How the frame of {link} is turned against that of {parent}. "
        "Its columns are the axes of {link}."
    ),
    "P": "Where the origin of {link} lies, seen from {parent}.",
    "P_C": "Where the centre of mass of {link} lies. It moves with the link, so it stays the same.",
    "m": "The mass of {link}.",
    "I_C": "The inertia of {link} about its centre of mass, in the axes of {link}: constant.",
    "omega": "The angular velocity of {parent}, turned into the axes of {link}{turns}.",
    "omega_dot": "The angular acceleration of {parent}, turned into the axes of {link}{spins}.",
    "v_dot": (
        "The acceleration of the origin of {link}: it is carried along by {parent}, and the result "
        "is turned into the axes of {link}{slides}."
    ),
    "v_dot_C": "The same step within {link}, from its origin to its centre of mass.",
    "F": "Newton: the force that the acceleration of the mass of {link} takes.",
    "N": "Euler: the moment that the turning of {link} takes, about its centre of mass.",
    "f": "The force of {parent} on {link}{carries}.",
    "n": "The moment of {parent} on {link} at the joint. Forces count with their arms.",
    "tau": "The part of it along the axis is the motor's. The structure bears all the rest.",
}
START = (
    "The base stands still, but is taken to accelerate upwards by g: so gravity reaches every link "
    "without a term of its own."
)
TURNS = ", plus the joint's own rate about its axis"
SPINS = ", plus what the joint adds: its axis changes direction, and its rate changes"
SLIDES = "; the slide adds the Coriolis term 2 ω × ḋ and an acceleration of its own"
NOTHING = ". The joint adds none"
FOLLOWS = (
    "The part of it along the axis. The joint has no motor: that of {leader}, which it follows, "
    "gives {times} times as much."
)
LEADS = " The motor gives what the joints that follow this one take too: see τ below."
GIVEN = ("R", "P", "P_C", "m", "I_C")
MATRICES, NUMBERS = ("R", "I_C"), ("m", "tau")
HEAD = "".join(f'<th scope="col">{word}</th>' for word in ("row", "x", "y", "z", "unit"))


def pass_tables(ne: NewtonEuler) -> tuple[str, str]:
    """Return the tables of the outward and of the inward pass, one for every link."""
    links = range(len(ne.robot.links))
    outward = [_start()]
    for i in links:
        given = [line for line in ne.lines.of("given", i) if line.quantity in GIVEN]
        outward.append(_table(ne, i, [*given, *ne.lines.of("outward", i)]))
    inward = [_table(ne, i, ne.lines.of("inward", i)) for i in reversed(links)]
    return "\n".join(outward), "\n".join(inward)


def _start() -> str:
    """Return the table from which the outward pass starts: the base."""

    def at_base(letter: str) -> str:
        zero = "<mn>0</mn>"
        core = f"<mmultiscripts>{accented(letter)}<mprescripts/><mrow/>{zero}</mmultiscripts>"
        return f"<msub>{core}{zero}</msub>"

    still = "".join(
        f"<math>{at_base(letter)}{operator('=')}<mn>0</mn></math>, " for letter in ("ω", "ω̇")
    )
    gravity = f"{at_base('v̇')}{operator('=')}<mo>−</mo>{accented('g')}"
    body = _body("start", BASE, f"{still}<math>{gravity}</math>", "m/s²", START)
    return _framed("0", "base", "on which the robot stands", [body])


def _table(ne: NewtonEuler, i: int, lines: Iterable[Line]) -> str:
    """Return rows of a link."""
    link, write = ne.robot.links[i], MathML(ne.robot, ne.notation)
    bodies = []
    for line in lines:
        letter = ne.notation.letters[line.quantity]
        what = write.equation(line)
        if line.part == "given":
            what = f"{what} {letter.meaning}"
        unit = link.joint.effort_unit if line.quantity == "tau" else letter.unit
        bodies.append(_body(line.quantity, i, what, unit, _says(ne.robot, line)))
    follows = f", follows {link.joint.mimic.joint}" if link.joint.mimic else ""
    return _framed(f"{i + 1}", link.name, joint_words(link) + follows, bodies)


def _framed(number: str, name: str, how: str, bodies: list[str]) -> str:
    """Return rows as a table with the link's number and name on top."""
    caption = f'<b class="number">{number}</b> <b>{escape(name)}</b> <small>{escape(how)}</small>'
    head = f'<thead class="hidden"><tr>{HEAD}</tr></thead>'
    return "\n".join(
        ['<table class="rows">', f"<caption>{caption}</caption>", head, *bodies, "</table>"]
    )


def _body(name: str, i: int, what: str, unit: str, says: str) -> str:
    """Return a row, or three for a matrix, as one body of a table, with cells to be filled."""
    count = 3 if name in MATRICES else 1
    cells = '<td colspan="3"></td>' if name in NUMBERS else "<td></td>" * 3
    head = f'<th scope="rowgroup" rowspan="{count}">{what}</th>'
    tail = f'<td class="unit" rowspan="{count}">{unit}</td>'
    lines = [f"<tr>{head}{cells}{tail}</tr>", *[f"<tr>{cells}</tr>"] * (count - 1)]
    data = f'data-row="{name}" data-link="{i}" data-says="{escape(says)}"'
    return f"<tbody {data}>{''.join(lines)}</tbody>"


def _says(robot: Robot, line: Line) -> str:
    """Return what a row does, in a sentence or two."""
    joint, parent = robot.links[line.link].joint, robot.parents[line.link]
    if line.quantity == "tau" and (mimic := robot.couplings[line.link]):
        return FOLLOWS.format(leader=mimic.joint, times=ratio(mimic.multiplier))
    leads = line.quantity == "tau" and followers(robot, line.link)
    carried = [f"link {j + 1}" for j, other in enumerate(robot.parents) if other == line.link]
    return (SAYS[line.quantity] + LEADS * bool(leads)).format(
        link=f"link {line.link + 1}",
        parent="the base" if parent == BASE else f"link {parent + 1}",
        turns=TURNS if joint.turn.any() else NOTHING,
        spins=SPINS if joint.turn.any() else NOTHING,
        slides=SLIDES if joint.slide.any() else "",
        carries=(
            f": for its own motion, and for that of {' and of '.join(carried)}"
            if carried
            else ". Nothing hangs on this link, so it serves its own motion alone"
        ),
    )


def sum_table(robot: Robot) -> str:
    """Return the table of what the torque of every joint is made of."""
    rate, acceleration = (accented(f"q{DOTTED[word][0]}") for word in ("rate", "acceleration"))
    heads = {
        "inertial": f"<mi>M</mi>{acceleration}",
        "velocity": f"<mi>C</mi>{rate}",
        "g": "<mi>g</mi>",
    }
    columns = {key: f"<math>{head}</math>" for key, head in heads.items()}
    if rest := [effect for effect in ("friction", "springs") if effect in robot.effects]:
        columns["rest"] = " and ".join(rest)
    columns["tau"] = "<math><mi>τ</mi></math>"
    lines = []
    for k, joint in enumerate(robot.joints):
        cells = "".join(f'<td data-sum="{key}" data-k="{k}"></td>' for key in columns)
        unit = f'<td class="unit">{joint.effort_unit}</td>'
        lines.append(f'<tr><th scope="row">{escape(joint.name)}</th>{cells}{unit}</tr>')
    head = "".join(f'<th scope="col">{text}</th>' for text in columns.values())
    opening = f"<table>\n<thead><tr><td></td>{head}<td></td></tr></thead>\n<tbody>"
    return "\n".join([opening, *lines, "</tbody>", "</table>"])
