"""What the letters of text were taken for is kept with the verdict and printed with it, once."""

import pytest

import linkwise as lw
from linkwise import check
from linkwise.cli.commands import main

TEXT = "(m₁ + m₂) L₁ g c₁ + m₂ L₂ g cos(θ₁ + θ₂)"
TAKEN = {
    "m₁": "m1",
    "m₂": "m2",
    "L₁": "l1",
    "g": "g",
    "c₁": "cos(q1)",
    "L₂": "l2",
    "θ₁": "q1",
    "θ₂": "q2",
}
HEAD = "\n\ntyped  taken for\n"


def test_text_for_entries():
    """Letters in order of appearance, each once; the report ends with their table."""
    verdict = check(lw.symbolic("2r-point"), g=[TEXT, "m₂ L₂ g c12"])
    assert verdict.taken == (*TAKEN.items(), ("c12", "cos(q1 + q2)"))
    entries, table = str(verdict).split(HEAD)
    assert entries == "planar 2R: right\n✓ g1\n✓ g2"
    assert [line.split(maxsplit=1) for line in table.splitlines()] == [
        [typed, taken] for typed, taken in verdict.taken
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"P": "a = (m1 + m2) l1\nP = a s1 g + m2 g l2 s12"},
        {"rows": {"omega2": "[0, 0, θ̇₁ + θ̇₂]"}},
        {"stages": {"dL_dq2": "-m2 g l2 c12 - m2 l1 l2 s2 θ̇₁ (θ̇₁ + θ̇₂)"}},
    ],
)
def test_text_in_every_place(given):
    """Energies with definitions, rows and stages keep their letters too."""
    verdict = check(lw.symbolic("2r-point"), **given)
    assert verdict.right
    assert verdict.taken
    assert str(verdict).count(HEAD) == 1


def test_without_text_there_is_no_table():
    """Where no name was typed there is nothing to tell."""
    for row in ([0, 0, 0], "[0, 0, 0]"):
        verdict = check(lw.symbolic("2r-point"), rows={"omega1": row})
        assert verdict.taken == ()
        assert "taken for" not in str(verdict)
        assert str(verdict).splitlines()[-1] == "    at qd1 = 1.38: yours 0, right 1.38"


@pytest.mark.parametrize("options", [(), ("--hint", "1"), ("--dimensions",), ("--limits",)])
def test_the_command_prints_it_once(options, tmp_path, capsys):
    """With every option the table stands at the end, and once."""
    file = tmp_path / "mine.txt"
    file.write_text(f"g1 = {TEXT}\n", encoding="utf-8")
    assert main(["check", "2r-point", str(file), *options]) == 0
    out = capsys.readouterr().out
    assert out.count("taken for") == 1
    assert [line.split()[0] for line in out.partition(HEAD)[2].splitlines()] == [*TAKEN]
