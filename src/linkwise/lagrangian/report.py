"""A derivation printed step by step, as a course would write it on the board."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import sympy

if TYPE_CHECKING:
    from linkwise.lagrangian.derivation import Derivation

Step = tuple[str, list[tuple[str, Any]]]  # heading, and left and right sides of equations
BY_JACOBIANS = r"\sum_i \left(m_i J_{v,i}^T J_{v,i} + J_{\omega,i}^T I_{C,i} J_{\omega,i}\right)"


def steps(d: "Derivation") -> Iterator[Step]:
    """Yield the stages: a heading, and equations as (left side, right side).

    Left sides are LaTeX, right sides SymPy, or LaTeX too.
    """
    n = d.letters.n
    rows = range(n)
    yield (
        "Positions of the centres of mass",
        [(f"p_{{C,{_name(link)}}}", p) for link, p in d.positions.items()],
    )
    yield (
        "Their velocities",
        [(f"v_{{C,{_name(link)}}}", v) for link, v in d.velocities.items()],
    )
    yield (
        "Angular velocities, in the links' own axes",
        [(rf"\omega_{{{_name(link)}}}", w) for link, w in d.angular_velocities.items()],
    )
    yield "Kinetic and potential energy", [("K", d.K), ("P", d.P)]
    yield (
        "Momenta, with L = K − P",
        [(rf"\frac{{\partial L}}{{\partial \dot q_{{{i + 1}}}}}", d.dL_dqd[i]) for i in rows],
    )
    yield (
        "Their rates, by the chain rule",
        [
            (rf"\frac{{d}}{{dt}}\frac{{\partial L}}{{\partial \dot q_{{{i + 1}}}}}", d.d_dt[i])
            for i in rows
        ],
    )
    yield (
        "Derivatives in the coordinates",
        [(rf"\frac{{\partial L}}{{\partial q_{{{i + 1}}}}}", d.dL_dq[i]) for i in rows],
    )
    yield "Equations of motion", [(rf"\tau_{{{i + 1}}}", d.tau[i]) for i in rows]
    yield (
        "Mass matrix, from the second derivatives of K",
        [(rf"M_{{{i + 1}{j + 1}}}", d.M[i, j]) for i in rows for j in range(i, n)],
    )
    yield "Mass matrix, by Jacobians", by_jacobians(d)
    yield (
        "Velocity coefficients as they appear, ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i",
        [
            (rf"u_{{{i + 1}{j + 1}{k + 1}}}", x)
            for (i, j, k), x in d.unsymmetrised.items()
            if x != 0
        ],
    )
    yield (
        "The same, symmetrised in j and k: Christoffel's",
        [
            (rf"h_{{{i + 1}{j + 1}{k + 1}}}", x)
            for (i, j, k), x in d.christoffel.items()
            if x != 0 and j <= k
        ],
    )
    yield "Coriolis matrix", [(rf"C_{{{i + 1}{j + 1}}}", d.C[i, j]) for i in rows for j in rows]
    yield "Velocity terms C q̇", [(rf"V_{{{i + 1}}}", d.V[i]) for i in rows]
    yield "Gravity and springs, ∂P/∂q", [(rf"g_{{{i + 1}}}", d.g[i]) for i in rows]


def by_jacobians(d: "Derivation") -> list[tuple[str, Any]]:
    """Return M as a sum over the links, the Jacobians of each link, and what they make of M."""
    n = d.letters.n
    rotors = any(link.joint.rotor.reflected != 0 for link in d.robot.links)
    formulas = [
        ("v_{C,i}", r"J_{v,i} \, \dot q"),
        (r"\omega_i", r"J_{\omega,i} \, \dot q"),
        ("M", BY_JACOBIANS + rotors * r" + \text{rotors}"),
    ]
    jacobians = [
        (f"J_{{{letter},{_name(link)}}}", J[link])
        for link in d.J_v
        for letter, J in (("v", d.J_v), (r"\omega", d.J_omega))
    ]
    entries = [
        (f"M_{{{i + 1}{j + 1}}}", d.M_jacobians[i, j]) for i in range(n) for j in range(i, n)
    ]
    return [*formulas, *jacobians, *entries]


def symbol_names(d: "Derivation") -> dict[Any, str]:
    r"""Return how rates, accelerations and centres are set: qd1 as \dot q_1, lc1 as l_{c1}."""
    dots = (("", d.letters.q), (r"\dot ", d.letters.qd), (r"\ddot ", d.letters.qdd))
    names: dict[Any, str] = {
        x: rf"{dot}{{q}}_{{{k + 1}}}" for dot, symbols in dots for k, x in enumerate(symbols)
    }
    for x in d.letters.parameters:
        if found := re.fullmatch(r"([A-Za-z])c(\d+)", str(x)):
            names[x] = rf"{found[1]}_{{c{found[2]}}}"
    return names


def equations(d: "Derivation", step: Step) -> list[str]:
    """Return the equations of a step in LaTeX."""
    names = symbol_names(d)
    return [
        f"{left} &= {right if isinstance(right, str) else sympy.latex(right, symbol_names=names)}"
        for left, right in step[1]
    ]


def markdown(d: "Derivation") -> str:
    """Return the derivation as Markdown with LaTeX equations."""
    parts = [f"# Equations of motion of {d.robot.name}, by Lagrange"]
    for number, step in enumerate(steps(d), start=1):
        body = " \\\\\n".join(equations(d, step)) or r"&\text{none}"
        heading = f"## {number}. {step[0]}"
        parts.append(f"{heading}\n\n$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$")
    return "\n\n".join(parts) + "\n"


def latex(d: "Derivation") -> str:
    """Return the derivation as a LaTeX document that needs amsmath alone."""
    title = f"Equations of motion of {d.robot.name}, by Lagrange"
    return latex_document(title, ((step[0], equations(d, step)) for step in steps(d)))


def latex_document(title: str, sections: Iterable[tuple[str, list[str]]]) -> str:
    """Return headings with aligned equations as a LaTeX document that needs amsmath alone."""
    lines = [
        r"\documentclass{article}",
        r"\usepackage{amsmath}",
        r"\allowdisplaybreaks",
        r"\begin{document}",
        rf"\section*{{{_plain(title)}}}",
    ]
    for heading, rows in sections:
        body = " \\\\\n".join(rows) or r"&\text{none}"
        lines += [rf"\subsection*{{{_plain(heading)}}}", "\\begin{align*}", body, "\\end{align*}"]
    return "\n".join([*lines, r"\end{document}"]) + "\n"


def _name(link: str) -> str:
    """Return a link's name as an index in LaTeX."""
    return rf"\text{{{_plain(link)}}}"


def _plain(text: str) -> str:
    """Return a heading without what LaTeX would not set as text."""
    signs = {
        "−": "$-$", "½": r"$\frac12$", "∂": r"$\partial$", "q̇": r"$\dot q$", "_": r"\_",
        "&": r"\&", "%": r"\%", "#": r"\#",
    }  # fmt: skip
    for sign, set_as in signs.items():
        text = text.replace(sign, set_as)
    return text
