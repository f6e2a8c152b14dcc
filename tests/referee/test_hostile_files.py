"""Files that nobody types in good faith, given to `linkwise check`: an error within a second.

The second is of the processor's time, without imports, and the shorter of two runs counts.
"""

import time

import pytest

from linkwise.cli.commands import main

SECOND = 1  # of the processor's time: on an idle machine none takes half of it
SYMBOLS = "(m1+m2+l1+lc1+lc2+I1+I2+g)"
HOSTILE = {
    "huge": b"M11 = m1\n" * 1_000_000,
    "hundred thousand lines": b"g2 = m2*g*lc2*c12\n" * 100_000,
    "hundred thousand empty lines": b"\n" * 100_000 + b"g2 = m1",
    "binary": bytes(range(256)) * 200,
    "NUL": b"g2 = m2*g\0*lc2",
    "NUL alone": b"\0" * 300_000,
    "UTF-16": "g2 = m2".encode("utf-16"),
    "half a surrogate": b"g2 = \xed\xa0\x80",
    "deep": "g2 = " + "(" * 40_000 + "m1" + ")" * 40_000,
    "deep cosines": "g2 = " + "cos(" * 9_000 + "q1" + ")" * 9_000,
    "deep fractions": "g2 = " + r"\frac{1}{" * 5_000 + "2" + "}" * 5_000,
    "infinity": "g2 = 1e999*m2",
    "not a number": "g2 = nan + inf",
    "large integer": "g2 = " + "9" * 90_000,
    "exponent": "g2 = l1**99999999",
    "tower": "g2 = l1^9^9^9^9",
    "power of a power": "g2 = (((m1+m2)**50)**50)",
    "smaller power of a power": "g2 = ((m1+m2)^20)^20",
    "power of a sum": f"g2 = {SYMBOLS}^20",
    "powers of sines": "g2 = c1^20*s1^20*c2^20*s2^20*c12^20",
    "large angle": "g2 = cos(999999*q1)",
    "factorial": "g2 = factorial(100000)*m1",
    "factorial sign": "g2 = 9999999!",
    "import": "g2 = __import__('os').system('exit')",
    "import in a line of its own": "__import__('os').system('exit')",
    "lambda": "g2 = (lambda: 0)()",
    "attributes": "g2 = m1.__class__.__mro__",
    "zalgo": "g2 = m" + "\u0334\u0321\u0356" * 5_000 + "1",
    "right to left": "g2 = \u202em1*g\u202c",
    "zero width": "g2 = m\u200b1*g",
    "Cyrillic": "g2 = m1*\u0501",
    "emoji": "g2 = \U0001f600*m1",
    "long name": "g2 = " + "abc" * 30_000,
    "long defined name": "a" * 40_000 + " = m1\ng2 = " + "a" * 40_000,
    "letters without spaces": "g2 = " + "m1l1" * 20_000,
    "quotes": "g2 = q1" + "'" * 30_000,
    "dots": "g2 = q" + "\u0307" * 30_000,
    "minus signs": "g2 = " + "-" * 50_000 + "m1",
    "definitions without end": r"\newcommand{\a}{\a\a} $g_2 = \a$",
    "division by zero": "g2 = m1/0",
    "power of fractions": "g2 = (1/m1 + 1/m2 + 1/l1 + 1/l2 + 1/lc1 + 1/g + 1/I1)^20",
    "fractions in each other": "g2 = " + "1/(m1 + 1/(" * 20 + "m2" + "))" * 20,
    "power over a sum": f"g2 = m1^20 m2^20/{SYMBOLS}^2",
    "reciprocals of sums": "g2 = " + "+".join(f"1/({SYMBOLS}+{k})" for k in range(5)),
    "power of a reciprocal": f"g2 = (1/{SYMBOLS})^20 {SYMBOLS}^20",
    "long quotient": "g2 = (m1^20-1)(m2^20-1)(l1^20-1)/((m1-1)(m2-1)(l1-1))",
    "products below": "g2 = 1" + "/(m1 m2 l1 l2)" * 1_000,
    "joints of another robot": "".join(f"M{i}{j} = m1\n" for i in range(1, 10) for j in range(9)),
    "nothing": "",
}


@pytest.fixture(scope="module", autouse=True)
def imports(tmp_path_factory):
    """Load what `linkwise check` loads, so that it is not counted."""
    path = tmp_path_factory.mktemp("right") / "mine.txt"
    path.write_text("g2 = m2*g*lc2*c12", encoding="utf-8")
    assert main(["check", "2r", str(path)]) == 0


def checked(tmp_path, content):
    """Return the exit code of `linkwise check`, and the time that it took of the processor."""
    path = tmp_path / "mine.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    start = time.process_time()
    code = main(["check", "2r", str(path)])
    return code, time.process_time() - start


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_at_once(name, tmp_path, capsys):
    """The exit code is 2, with one short line on stderr and nothing else, within a second."""
    code, seconds = checked(tmp_path, HOSTILE[name])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("linkwise: error: ")
    assert err.count("\n") == 1
    assert len(err) < 1_000
    assert seconds < SECOND or checked(tmp_path, HOSTILE[name])[1] < SECOND


@pytest.mark.parametrize(
    "content",
    ["g2 = c12^12*s12^8", f"g2 = {SYMBOLS}^3", "tau1 = " + "m1 l1 c1 qdd1 + " * 800 + "g"],
)
def test_what_is_long_and_legal_is_judged(content, tmp_path, capsys):
    """Products that make hundreds of terms, and sums of 800, are called wrong within a second."""
    code, seconds = checked(tmp_path, content)
    assert code == 1
    assert "✗" in capsys.readouterr().out
    assert seconds < SECOND or checked(tmp_path, content)[1] < SECOND


def test_a_file_without_end_is_not_read_to_its_end(capsys):
    """Of a device that never ends no more is read than formulas may be long."""
    assert main(["check", "2r", "/dev/zero"]) == 2
    assert "more than 400000 bytes: a file of formulas is wanted" in capsys.readouterr().err


def test_line_ends_of_all_systems(tmp_path, capsys):
    """Lines may end as on any system, and a mark of UTF-8 may stand before them."""
    for end in ("\n", "\r\n", "\r"):
        text = end.join(("\ufeffg1 = (m1*lc1 + m2*l1)*g*c1 + m2*lc2*g*c12", "g2 = m2*lc2*g*c12"))
        assert checked(tmp_path, text)[0] == 0
        assert capsys.readouterr().out.count("✓") == 2
