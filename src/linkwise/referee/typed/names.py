r"""What the letters of a formula stand for, however they are spelled.

A spelling is a key: the letters and digits as they follow, Greek by name, without underscores and
braces, a dot above as an apostrophe.  θ̇₁, \dot{\theta}_{1} and theta_1' are all "theta'1".
"""

import difflib
import re
from collections.abc import Iterator, Mapping
from itertools import combinations

import sympy

from linkwise.lagrangian.ring import Letters
from linkwise.referee.typed.characters import GREEK
from linkwise.spatial.errors import LinkwiseError

# Other letters that books use for a model's parameters; the first is the model's own.
SYNONYMS = (
    ("I", "Izz", "Iz", "Ic", "Icz", "Iczz", "J", "Jz", "Jzz"),
    ("lc", "r", "lcm", "lcom", "lcg", "lg"),
    ("g", "g0"),
)
WAVE = re.compile(r"(cos|c|sin|s)(.+)", re.IGNORECASE)
NUMBERED = re.compile(r"(\D*)(\d*)(.*)")
LONGEST = 40  # letters of a name


def spelled(name: str) -> str:
    """Return the key of a name as programs write it."""
    for letter, word in GREEK.items():
        name = name.replace(letter, word)
    return re.sub(r"[\\_{}, ]", "", name)


class Names:
    """The names that the formulas of a robot may use.

    Parameters
    ----------
    letters
        The robot's.
    aliases
        What the user's own letters stand for: one of ours, or an expression in ours, by spelling.
    """

    def __init__(self, letters: Letters, aliases: Mapping[str, sympy.Expr]) -> None:
        self._letters = letters
        self._known: dict[str, sympy.Expr] = {}
        self._hints: dict[str, str] = {}
        self._read: dict[tuple[str, bool], sympy.Expr | None] = {}
        for name, expression in aliases.items():
            self._add(spelled(name), expression)
        own = (*letters.parameters, *letters.q, *letters.qd, *letters.qdd)
        for symbol in own:
            self._add(spelled(str(symbol)), symbol)
        for key, expression in [*self._known.items()]:  # the same with dots
            base, number, rest = _parts(key)
            if expression in letters.q and not rest:
                self._add_coordinate(base, number, letters.q.index(expression))
        for symbol in letters.parameters:
            self._add_synonyms(symbol)
        for k, bases, number in self._coordinates():
            for base in bases:
                self._add_coordinate(base, number, k)
        self._add_spins()
        self._folded: dict[str, set[sympy.Expr]] = {}
        for key, expression in self._known.items():
            self._folded.setdefault(key.casefold(), set()).add(expression)

    def _add(self, key: str, expression: sympy.Expr) -> None:
        """Give a spelling its meaning, unless it has one."""
        self._known.setdefault(key, expression)

    def _add_synonyms(self, symbol: sympy.Symbol) -> None:
        """Add other books' letters for a parameter, with and without the number of a lone joint."""
        base, number, rest = _parts(spelled(str(symbol)))
        if rest:
            return
        group = next((group for group in SYNONYMS if base in group), (base,))
        lone = self._letters.n == 1 and number in ("", "1") and base != "g"
        for n in ("", "1") if lone else (number,):
            for other in group:
                self._add(f"{other}{n}", symbol)
                if base.startswith("I"):  # the axis may follow the number: I1zz
                    self._add(f"I{n}{other[1:]}", symbol)

    def _coordinates(self) -> Iterator[tuple[int, tuple[str, ...], str]]:
        """Yield joints with the letters for their coordinates and their number, lone ones twice."""
        turning = self._letters.turning
        for k, turns in enumerate(turning):
            yield k, (("q", "theta", "th") if turns else ("q", "d")), str(k + 1)
            if turning.count(turns) == 1:
                yield k, (("theta", "th") if turns else ("d",)), ""
        if len(turning) == 1:
            yield 0, ("q",), ""

    def _add_coordinate(self, base: str, n: str, k: int) -> None:
        """Add a coordinate with its rate and acceleration, as code spells them."""
        after = (base + n,) if n else ()  # without a number qd may be q·d
        forms = (
            (base + n,),
            (
                f"{base}{n}dot", f"{base}dot{n}", f"d{base}{n}", f"dot{base}{n}", f"{base}d{n}",
                *(x + "d" for x in after),
            ),
            (
                f"{base}{n}ddot", f"{base}ddot{n}", f"dd{base}{n}", f"ddot{base}{n}",
                f"{base}{n}dotdot", f"{base}dotdot{n}", f"{base}dd{n}", *(x + "dd" for x in after),
            ),
        )  # fmt: skip
        meanings = (self._letters.q, self._letters.qd, self._letters.qdd)
        for keys, symbols in zip(forms, meanings, strict=True):
            for key in keys:
                self._add(key, symbols[k])

    def _add_spins(self) -> None:
        """Add ω₁ where the first joint turns; ω₂ is a joint's rate in some books, a link's in most.

        It is the joint's for joint 1 only, whose parent stands still.
        """
        letters = self._letters
        for letter in ("w", "omega"):
            for k in range(1, letters.n):
                self._hints[f"{letter}{k + 1}"] = (
                    f"it may be the rate of joint {k + 1} or link {k + 1}'s angular velocity: "
                    f"write {letters.qd[k]}, or define it"
                )
            if letters.turning[0]:
                for n in ("1", "") if letters.n == 1 else ("1",):
                    self._add(f"{letter}{n}", letters.qd[0])
                    for dotted in (f"{letter}dot{n}", f"{letter}{n}dot", f"d{letter}{n}"):
                        self._add(dotted, letters.qdd[0])

    def _waves(self) -> Iterator[str]:
        """Yield c1, s1, c12 and so on, to suggest."""
        joints = [str(k + 1) for k, turns in enumerate(self._letters.turning) if turns][:5]
        for count in range(1, len(joints) + 1):
            for chosen in combinations(joints, count):
                yield from (f"{wave}{''.join(chosen)}" for wave in "cs")

    def meaning(self, key: str, *, fold: bool = True) -> sympy.Expr | None:
        """Return what a spelling stands for, None if nothing is known or it may be two things.

        Parameters
        ----------
        key
            The spelling.
        fold
            Whether capitals may stand for small letters and back, where that is unambiguous.
        """
        if (key, fold) not in self._read:
            self._read[key, fold] = self._meaning(key.replace(",", ""), fold=fold)
        return self._read[key, fold]

    def _meaning(self, key: str, *, fold: bool) -> sympy.Expr | None:
        if "'" in key:
            return self._dotted(key, fold=fold)
        if key in self._known:
            return self._known[key]
        if key in ("pi", "Pi"):
            return sympy.pi
        angle = self._sum(key)
        if angle is not None:
            return angle
        wave = WAVE.fullmatch(key)
        if wave and (wave[2].isdigit() or wave[1] not in self._known):
            angle = self.angle(wave[2])
            if angle is not None:
                return (sympy.cos if wave[1][0] in "cC" else sympy.sin)(angle)
        if fold:
            found = self._folded.get(key.casefold(), set())
            return next(iter(found)) if len(found) == 1 else None
        return None

    def _dotted(self, key: str, *, fold: bool) -> sympy.Expr | None:
        """Return the rate or acceleration that dots over a coordinate or rate stand for."""
        plain = self.meaning(key.replace("'", ""), fold=fold)
        return self.derivative(plain, key.count("'"))

    def derivative(self, expression: sympy.Expr | None, times: int) -> sympy.Expr | None:
        """Return the derivative of a coordinate or rate in time, None of anything else."""
        order = (self._letters.q, self._letters.qd, self._letters.qdd)
        for i, symbols in enumerate(order):
            if expression in symbols and i + times < 3:
                return order[i + times][symbols.index(expression)]
        return None

    def angle(self, key: str) -> sympy.Expr | None:
        """Return the angle in a subscript: 12 or theta1 or 1+2 for turning joints."""
        total = sympy.S.Zero
        for part in key.split("+"):
            joints = self._joints(part)
            if joints is not None:
                total += sympy.Add(*(self._letters.q[k] for k in joints))
                continue
            angle = self._known.get(part, self._sum(part))
            if angle is None or not self._is_angle(angle):
                return None
            total += angle
        return total

    def _sum(self, key: str) -> sympy.Expr | None:
        """Return θ₁ + θ₂ for theta12."""
        base, number, rest = _parts(key)
        joints = self._joints(number) if base in ("q", "theta", "th") and not rest else None
        return None if joints is None else sympy.Add(*(self._letters.q[k] for k in joints))

    def _is_angle(self, expression: sympy.Expr) -> bool:
        """Tell whether an expression is a sum of coordinates of turning joints."""
        turning = {
            x for x, turns in zip(self._letters.q, self._letters.turning, strict=True) if turns
        }
        return all(part in turning for part in sympy.Add.make_args(expression))

    def _joints(self, digits: str) -> list[int] | None:
        """Return joints from 0 for one number or rising digits; None if they are no such joints."""
        turning = self._letters.turning
        if not (digits.isascii() and digits.isdigit() and len(digits) < LONGEST):
            return None
        one, many = int(digits), [int(digit) for digit in digits]
        rising = all(a < b for a, b in zip([0, *many], many, strict=False))
        readings = [[one - 1]] if 1 <= one <= len(turning) else []
        if len(many) > 1 and rising and many[-1] <= len(turning):
            readings.append([k - 1 for k in many])
        if len(readings) != 1 or not all(turning[k] for k in readings[0]):
            return None
        return readings[0]

    def complaint(self, key: str) -> str:
        """Return what to say about a spelling without meaning."""
        plain = key.replace(",", "")
        if plain in self._hints:
            return self._hints[plain]
        wave = WAVE.fullmatch(plain)
        if wave and wave[2].isdigit():
            return self._about_joints(wave[2])
        found = self._folded.get(plain.casefold(), set())
        if len(found) > 1:
            return f"it may be {' or '.join(sorted(map(str, found)))}"
        near = self._nearest(plain)
        hint = f"did you mean {near}? " if near else ""
        return f"{hint}known are {', '.join(self._own())} and sines and cosines such as c1"

    def advice(self, symbol: str) -> str:
        """Return what to say about a symbol of SymPy that is none of the robot's."""
        key = spelled(symbol)
        near = key if self.meaning(key) is not None else self._nearest(key)
        hint = "" if near is None else f"did you mean {self.meaning(spelled(near))}? "
        hint = f"{self._hints[key]}; " if key in self._hints else hint
        return f"{hint}known are {', '.join(self._own())}"

    def _own(self) -> list[str]:
        """Return the robot's letters."""
        own = self._letters
        return [str(x) for x in (*own.q, *own.qd, *own.qdd, *own.parameters)]

    def _nearest(self, key: str) -> str | None:
        """Return the known spelling most like a key, one with its first letter if several are."""
        key, letters = key[:LONGEST], self._own()
        alike = [name for name in letters if name[0].casefold() == key[:1].casefold()]
        for names, cutoff in (
            (letters, 0.6),
            ([*self._known, *self._waves()], 0.6),
            (alike, 0.4),
        ):
            near = difflib.get_close_matches(key, names, n=9, cutoff=cutoff)
            if near:
                return next((name for name in near if name[0] == key[0]), near[0])
        return None

    def _about_joints(self, digits: str) -> str:
        """Return why digits are no turning joints."""
        turning = self._letters.turning
        for digit in digits:
            k = int(digit)
            if not 1 <= k <= len(turning):
                return f"there is no joint {k}: the robot has {len(turning)}"
            if not turning[k - 1]:
                return f"joint {k} slides, it has no cosine"
        return "write out the sum of the angles, as in cos(q1 + q2)"


def _parts(key: str) -> tuple[str, str, str]:
    """Return the letters, the number and what follows it."""
    match = NUMBERED.match(key)
    return (match[1], match[2], match[3]) if match else (key, "", "")


def clean_aliases(aliases: Mapping[str, str] | None) -> dict[str, str]:
    """Return aliases after a look at their types.

    Raises
    ------
    LinkwiseError
        If a name or what it stands for is no text, or a name is no name.
    """
    for name, meaning in (aliases or {}).items():
        if not isinstance(name, str) or not isinstance(meaning, str):
            raise LinkwiseError(f"aliases are texts, got {name!r}: {meaning!r}")
        if not re.fullmatch(r"[^\W\d]\w*", spelled(name)) or len(name) > LONGEST:
            raise LinkwiseError(f"alias {name[:LONGEST]!r} is no name: letters, then digits")
    return dict(aliases or {})
