import gc
import signal
import time
import tracemalloc
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
from damaged_files import NUMBERS, SOURCES, damaged, outcome, time_limit
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from linkwise import LinkwiseError, Robot

FILES = 250  # of each kind; benchmarks/fuzz_readers.py goes on to 10,000

ODD = st.sampled_from([word.decode("utf-8", "replace") for word in NUMBERS])
NUMBER_WORDS = st.floats(-3, 3).map(repr) | ODD
NAMES = st.sampled_from(["base", "a", "b", "c", "d"]) | st.text(max_size=3)
TRIPLES = st.lists(NUMBER_WORDS, min_size=2, max_size=4).map(" ".join)

# Elements of a URDF file: the attributes and the elements in each, as they should be or not.
ATTRIBUTES = {
    "origin": {"xyz": TRIPLES, "rpy": TRIPLES},
    "mass": {"value": NUMBER_WORDS},
    "inertia": dict.fromkeys(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), NUMBER_WORDS),
    "parent": {"link": NAMES},
    "child": {"link": NAMES},
    "axis": {"xyz": TRIPLES},
    "limit": dict.fromkeys(("lower", "upper", "velocity", "effort"), NUMBER_WORDS),
    "dynamics": {"damping": NUMBER_WORDS, "friction": NUMBER_WORDS},
    "mimic": {"joint": NAMES, "multiplier": NUMBER_WORDS, "offset": NUMBER_WORDS},
}
INNER = {
    "inertial": ("origin", "mass", "inertia"),
    "joint": ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic"),
    "link": ("inertial",),
}
KINDS = st.sampled_from(["revolute", "continuous", "prismatic", "fixed", "floating", "planar", ""])


@st.composite
def elements(draw: st.DrawFn, tag: str) -> str:
    """Draw an element with most of what belongs into it, now and then too little or too much."""
    strategies = dict(ATTRIBUTES.get(tag, {}))
    if tag in ("link", "joint"):
        strategies |= {"name": NAMES, **({"type": KINDS} if tag == "joint" else {})}
    given_ones = [name for name in strategies if draw(st.integers(0, 9))]
    attributes = "".join(f" {name}={quoteattr(draw(strategies[name]))}" for name in given_ones)
    counts = {part: draw(st.sampled_from([0, 1, 1, 1, 1, 2])) for part in INNER.get(tag, ())}
    inner = "".join(draw(elements(part)) for part, count in counts.items() for _ in range(count))
    return f"<{tag}{attributes}>{inner}</{tag}>"


@st.composite
def chains(draw: st.DrawFn) -> str:
    """Draw a sound tree of links, one element of which is exchanged for a drawn one."""
    count = draw(st.integers(1, 4))
    parts = [f'<link name="l{k}">{draw(elements("inertial"))}</link>' for k in range(count + 1)]
    for k in range(count):
        kind, inner = draw(KINDS), draw(st.sampled_from(INNER["joint"]))
        ends = f'<parent link="l{draw(st.integers(0, k))}"/><child link="l{k + 1}"/>'
        parts.append(f'<joint name="j{k}" type="{kind}">{ends}{draw(elements(inner))}</joint>')
    return "".join(parts)


URDF = st.lists(elements("link") | elements("joint"), max_size=4).map("".join) | chains()

# Fields of a TOML file, and values of every type that TOML has.
WORDS = (
    "name parent at rpy rotation joint joint_name axis pitch limits friction spring motor rotor "
    "mimic mass com inertia shape parameters a alpha d theta offset lower upper coulomb viscous "
    "gear stiffness rest length radius x y z rod box cylinder multiplier"
)
FIELDS = st.sampled_from(WORDS.split())
PLAIN = st.sampled_from(
    [
        *("1", "0.5", "-2", "0", "inf", "-nan", "1e308", "9" * 400, "true", '"45deg"', '"base"'),
        *('"revolute"', '"prismatic"', '"fixed"', '"helical"', '"q1"', "1979-05-27", "[]", "{}"),
    ]
)
VECTORS = st.lists(PLAIN, max_size=10).map(lambda entries: f"[{', '.join(entries)}]")


def tables(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Draw an inline table."""
    return st.dictionaries(FIELDS, values, max_size=4).map(
        lambda fields: f"{{ {', '.join(f'{key} = {value}' for key, value in fields.items())} }}"
    )


VALUES = st.recursive(PLAIN | VECTORS, lambda inner: tables(inner) | VECTORS, max_leaves=6)
SOUND = {  # fields as they should be, most of which stay so
    "mass": "1.5",
    "com": "[0.1, 0, 0]",
    "inertia": "[0.1, 0.2, 0.2]",
    "at": "[0.3, 0, 0]",
    "joint": '"revolute"',
    "limits": "{ lower = -1, upper = 1 }",
}
DH_SOUND = {"a": "0.3", "alpha": '"90deg"', "mass": "1", "com": "[0, 0, 0]"}


@st.composite
def toml_files(draw: st.DrawFn) -> str:
    """Draw a file of links or rows, some fields of which are exchanged, added or left out."""
    kind = draw(st.sampled_from(["link", "dh"]))
    lines = ['convention = "standard"'] if kind == "dh" else []
    for _ in range(draw(st.integers(0, 3))):
        lines.append(f"[[{kind}]]")
        fields: dict[str, Any] = dict(SOUND if kind == "link" else DH_SOUND)
        fields |= draw(st.dictionaries(FIELDS, VALUES, max_size=2))
        lines += [f"{key} = {value}" for key, value in fields.items() if draw(st.integers(0, 9))]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for files that are written over and over."""
    return tmp_path_factory.mktemp("damaged")


def check(path: Path, data: bytes, *, strict: bool = False) -> Robot | LinkwiseError:
    """Write a file and load it."""
    path.write_bytes(data)
    return outcome(path, strict=strict)


@pytest.mark.parametrize("suffix", SOURCES)
def test_sound_files(suffix: str, folder: Path) -> None:
    """What the mutations begin with is read, so that they can get past the first line."""
    for text in SOURCES[suffix]:
        assert isinstance(check(folder / f"sound{suffix}", text.encode()), Robot)


@pytest.mark.parametrize("suffix", SOURCES)
def test_mutated_files(suffix: str, folder: Path) -> None:
    """Cut, mangled and exchanged files give a robot or a LinkwiseError, within ten seconds each.

    `outcome` lets every other exception, and every warning that is not ours, fail the test.
    """
    found = [
        check(folder / f"mutated{suffix}", damaged(suffix, seed), strict=seed % 2 == 1)
        for seed in range(FILES)
    ]
    robots = sum(isinstance(one, Robot) for one in found)
    assert robots > FILES // 20  # some are read, most are refused: the mutations do something
    assert len({str(one) for one in found if isinstance(one, LinkwiseError)}) > FILES // 3


@given(URDF)
@hypothesis_settings(max_examples=100)
def test_built_urdf_files(folder: Path, inner: str) -> None:
    """XML of the right elements with odd numbers, names and counts is read or refused."""
    text = f'<robot name="r">{inner}</robot>'
    check(folder / "built.urdf", text.encode("utf-8", "surrogatepass"))


@given(toml_files())
@hypothesis_settings(max_examples=100)
def test_built_toml_files(folder: Path, text: str) -> None:
    """TOML of the right fields with values of other types and sizes is read or refused."""
    check(folder / "built.toml", text.encode())


def test_no_memory_is_kept(folder: Path) -> None:
    """Reading the same 30 damaged files again and again holds on to nothing."""
    files = [(suffix, damaged(suffix, seed)) for suffix in SOURCES for seed in range(15)]
    tracemalloc.start()
    try:
        sizes = []
        for _ in range(3):
            for suffix, data in files:
                check(folder / f"again{suffix}", data)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sizes[2] - sizes[1] < 20_000  # bytes, over 30 files
    assert peak < 100_000_000  # a reader may set aside the 64 MB that a file can have


def test_a_hang_would_be_noticed() -> None:
    """The time limit ends what does not end by itself."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("no alarms on this system")
    with pytest.raises(TimeoutError), time_limit(0.01):
        time.sleep(10)
