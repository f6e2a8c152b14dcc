"""Plain sentences as LaTeX."""

import re
import unicodedata

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "²": "$^2$",
    "°": r"$^\circ$",
    "½": r"$\frac12$",
    "ᵀ": "$^T$",
    "∂": r"$\partial$",
    "𝓜": r"$\mathcal{M}$",
} | {c: f"\\{c}" for c in "$&%#_"}
ACCENTS = {"\N{COMBINING DOT ABOVE}": "dot", "\N{COMBINING DIAERESIS}": "ddot",
           "\N{COMBINING CIRCUMFLEX ACCENT}": "hat"}  # fmt: skip
LETTER = re.compile("([vVqωτMΓ])([\u0307\u0308])|([aZω])(\u0302)")
SUBSCRIPT = re.compile("[₀-₉]+")
DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
LAST_KNOWN = 0x17F  # pdflatex sets Latin letters without a further package


def latex_text(sentence: str) -> str:
    r"""Return a sentence for LaTeX: v̇ as \dot{v}, ω as \omega, and names as they are.

    Examples
    --------
    >>> latex_text("arm_2 holds gravity in v̇₀")
    'arm\\_2 holds gravity in $\\dot{v}$$_{0}$'
    """
    pieces = LETTER.split(unicodedata.normalize("NFD", sentence))
    out = [_plain(pieces[0])]
    for k in range(1, len(pieces), 5):
        letter, accent = pieces[k] or pieces[k + 2], pieces[k + 1] or pieces[k + 3]
        out.append(f"$\\{ACCENTS[accent]}{{{_greek(letter)}}}$")
        out.append(_plain(pieces[k + 4]))
    return "".join(out)


def _plain(text: str) -> str:
    """Return text without accented letters of mathematics."""
    set_as = "".join(map(_sign, unicodedata.normalize("NFC", text)))
    return SUBSCRIPT.sub(lambda found: f"$_{{{found[0].translate(DIGITS)}}}$", set_as)


def _sign(c: str) -> str:
    if c in SPECIAL:
        return SPECIAL[c]
    if unicodedata.name(c, "").startswith("GREEK"):
        return f"${_greek(c)}$"
    return c if ord(c) <= LAST_KNOWN or SUBSCRIPT.match(c) else "?"


def _greek(c: str) -> str:
    r"""Return \omega for ω, and other letters as they are."""
    name = unicodedata.name(c, "").split()
    if name[:1] != ["GREEK"]:
        return c
    return f"\\{name[-1].capitalize() if name[1] == 'CAPITAL' else name[-1].lower()}"
