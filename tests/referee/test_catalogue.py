"""The catalogue of slips: complete, without doubles, and what its page says."""

from pathlib import Path

import pytest
import sympy as sp

import linkwise as lw
from linkwise.lagrangian.ring import Letters
from linkwise.referee import catalogue
from linkwise.referee.catalogue import CATALOGUE
from linkwise.referee.ring_referee import Referee
from linkwise.referee.rows import AXES
from linkwise.referee.slips import Slip

PAGE = Path(__file__).parents[2] / "docs" / "slips.md"
ALL = [slip for slips in CATALOGUE.values() for slip in slips]


def yielded(name):
    """Return every slip that is made on a model: before the entries, in torques and in rows."""
    model = lw.symbolic(name)
    letters = Letters.of(
        model.robot,
        model.q,
        model.qd,
        model.qdd,
        tuple(model.parameters.values()),
        [sp.Symbol("stranger")],
    )
    torques = [f"tau{k + 1}" for k in range(model.robot.n)]
    referee = Referee(model.robot, letters, torques)
    found = {slip for slip, _, _ in referee.early}
    found |= {late.slip for entry in torques for late, _ in referee.effects(entry).slips}
    rows = Referee(model.robot, letters, [f"f1{axis}" for axis in AXES])
    return found | {late.slip for late, _ in rows.effects("f1").slips}


def test_every_slip_has_a_name_and_a_reason_of_its_own():
    """No slip lacks either, and no two share one."""
    for words in ([slip.name for slip in ALL], [slip.why for slip in ALL]):
        assert all(word.strip() == word != "" for word in words)
        assert len(set(words)) == len(words)


def test_every_slip_that_is_defined_is_listed():
    """The groups of the catalogue hold each constant of its module once."""
    defined = [x for x in vars(catalogue).values() if isinstance(x, Slip)]
    assert sorted(slip.name for slip in ALL) == sorted(slip.name for slip in defined)


def test_what_is_made_is_in_the_catalogue_and_all_of_it_is_made():
    """On the 2R, the RP and the 3R no slip is made that it lacks, and each of it on one of them."""
    made = set.union(*map(yielded, ("2r", "rp", "3r")))
    assert made == set(ALL)


@pytest.mark.skipif(not PAGE.exists(), reason="needs the source tree")
def test_the_page_of_the_documentation():
    """Its tables hold every name and explanation, group by group, and nothing else."""
    told: dict[str, list[tuple[str, str]]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            group = told.setdefault(line.removeprefix("## "), [])
        elif line.startswith("| ") and not line.startswith(("| slip |", "| ---")):
            _, name, why, _ = (cell.strip() for cell in line.split("|"))
            group.append((name, why))
    assert {group: rows for group, rows in told.items() if rows} == {
        where.capitalize(): [(slip.name, slip.why) for slip in slips]
        for where, slips in CATALOGUE.items()
    }
