"""The referee: tells whether a derivation made by hand is right, and which term is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from linkwise.lagrangian.ring import Letters
from linkwise.models.robot import Robot
from linkwise.models.symbolic import SymbolicModel
from linkwise.referee.catalogue import UNKNOWN
from linkwise.referee.claims import Claim
from linkwise.referee.entries import Elements
from linkwise.referee.functions import judge_function
from linkwise.referee.handed_in import HandedIn, free, handed_in
from linkwise.referee.other_expressions import cross_multiplied, judge_others
from linkwise.referee.ring_referee import Referee
from linkwise.referee.slips import split_name
from linkwise.referee.typed.names import Names
from linkwise.referee.verdict import Verdict
from linkwise.spatial.errors import LinkwiseError


def check(
    robot: Robot | SymbolicModel,
    *,
    q: Sequence[Any] | None = None,
    qd: Sequence[Any] | None = None,
    qdd: Sequence[Any] | None = None,
    rows: Mapping[str, Any] | None = None,
    stages: Mapping[str, Any] | None = None,
    **given: Any,
) -> Verdict:
    """Tell whether M, C, h, g, tau, K, P or Y derived by hand are right, and which term is wrong.

    Equality is decided in a polynomial ring in which every expression has one form: right means
    difference zero, for all states and letters.  Wrong entries are compared with everything that a
    catalogue of classical slips makes of the right ones, one slip and then two at once.  Any C
    with the right C q̇ is right; which kind it is, is said.  So is in which other convention all of
    it is right: angles from the vertical or absolute ones, or gravity's vector turned round.

    Quotients are decided by cross-multiplying, roots and half angles in intervals, functions at
    states of fractions if they take such numbers, else in floats: how is said in the report.

    Parameters
    ----------
    robot
        A robot of symbols and numbers, or a `SymbolicModel` such as ``symbolic("2r")``.
    q, qd, qdd
        SymPy symbols of the expressions; those of the model, or q1, qd1, qdd1 and so on.
    rows
        Rows of the Newton-Euler iterations by name, ``{"F2": (…, …, …), "f1": "[…, …, …]"}``: any
        of omega, omega_dot, v_dot, v_dot_C, F, N, f and n with the number of the link from 1, each
        a vector in the link's frame, as `newton_euler` has them.  Expressions or text, for a
        component or the row; no functions.
    stages
        Steps of Lagrange's derivation by name: ``{"d_dt1": …}`` for d/dt ∂L/∂q̇₁, dL_dqd1 for
        ∂L/∂q̇₁, dL_dq1 for ∂L/∂q₁; or dL_dqd, d_dt and dL_dq, vectors ``(n,)``.  Expressions or
        text; no functions.
    **given
        Any of M and C, matrices ``(n, n)``; h = C q̇, g and tau, vectors ``(n,)``; K and P, which
        may differ by a constant; Y ``(n, 10 N)`` with the columns of `regressor_labels`.  Each is
        of SymPy, nested lists, or text as people type it, for single entries or the whole; or a
        function of one state: ``M(q)``, ``C(q, qd)``, ``h(q, qd)``, ``g(q)``, ``tau(q, qd, qdd)``,
        ``K(q, qd)``, ``P(q)``, ``Y(q, qd, qdd)``.

    Returns
    -------
    Verdict
        Prints itself as a report, which ends with what the letters of text were taken for.

    Raises
    ------
    LinkwiseError
        If nothing is handed in, a shape is wrong, a name is unknown, a text cannot be read or a
        function called, or joints are tied or rub by more than b q̇.

    References
    ----------
    The slips are those of the lecture notes and of public threads.  The one form is that of a
    quotient ring with the relation s² + c² = 1 for every joint (D. Cox, J. Little, D. O'Shea,
    *Ideals, Varieties, and Algorithms*, section 5.2).

    Examples
    --------
    >>> from sympy import cos, sin, symbols
    >>> from linkwise import symbolic
    >>> arm = symbolic("2r-point")
    >>> m2, l2, g, q1, q2 = symbols("m2 l2 g q1 q2")
    >>> m1, l1 = symbols("m1 l1")
    >>> g2 = m2 * l2 * g * sin(q1 + q2)
    >>> verdict = check(arm, g=[(m1 + m2) * g * l1 * cos(q1) + m2 * g * l2 * cos(q1 + q2), g2])
    >>> print(verdict["g2"].findings[0].slips[0].slip.name)
    sine and cosine exchanged

    A function of a robot of numbers:

    >>> import numpy as np
    >>> from linkwise import load
    >>> def M(q):
    ...     c2 = np.cos(q[1])
    ...     return [[1.7 + c2, 0.35 + c2 / 2], [0.35 + c2, 0.35]]
    >>> print(check(load("2r"), M=M)["M21"].witness)
    at q1 = 0.82, q2 = -1.38: yours 0.53964, right 0.44482
    """
    sheet = handed_in(robot, (q, qd, qdd), rows=rows, stages=stages, **given)
    return judged(sheet)


def check_entries(robot: Robot, letters: Letters, given: Mapping[str, Any]) -> Verdict:
    """Tell the same of single entries, such as M12, tau1 or F2y for a component of a row."""
    return judged(HandedIn(robot, letters, given))


def judged(sheet: HandedIn) -> Verdict:
    """Return the verdict on entries in the ring, on other expressions, and on functions."""
    robot, letters, given = sheet.robot, sheet.letters, sheet.given
    elements, others = sorted_out(letters, given)
    verdict = Verdict(HandedIn(robot, letters, elements), (), (), None, None)
    if elements:
        verdict = Referee(robot, letters, elements).judge(elements)
    entries, kind = list(verdict.entries), verdict.coriolis
    if others:
        entries += judge_others(Referee(robot, letters, others), others)
    order = {name: k for k, name in enumerate(given)}
    entries.sort(key=lambda entry: order[entry.name])
    for key, function in sheet.functions.items():
        found, of_function = judge_function(Claim(key, function, robot))
        entries += found
        kind = of_function or kind
    if others or sheet.functions:  # they know the model's own convention only
        verdict = replace(verdict, convention=None)
    read = replace(verdict.handed_in, typed=sheet.typed)
    verdict = replace(verdict, handed_in=read, entries=tuple(entries), coriolis=kind)
    _refuse_strange(verdict, given)
    return verdict


def sorted_out(letters: Letters, given: Mapping[str, Any]) -> tuple[Elements, dict[str, Any]]:
    """Return the elements of the ring among the entries, and all others; C stays whole."""
    elements: Elements = {}
    others: dict[str, Any] = {}
    for name, x in given.items():
        try:
            elements[name] = letters.element(x)
        except LinkwiseError:
            parts = cross_multiplied(letters, x)
            if parts is not None and not parts[0].rem(parts[1]):
                elements[name] = letters.reduced(parts[0].exquo(parts[1]))
            else:
                others[name] = x
    if any(split_name(name)[0] == "C" for name in others):
        for name in [name for name in elements if split_name(name)[0] == "C"]:
            others[name] = letters.expression(elements.pop(name))
    return elements, others


def _refuse_strange(verdict: Verdict, given: Mapping[str, Any]) -> None:
    """Raise if a letter is unknown and stands for no letter of the model."""
    letters = verdict.letters
    if not letters.strange:
        return
    own = [x for x in letters.parameters if x not in letters.strange]
    known = Letters.of(verdict.handed_in.robot, letters.q, letters.qd, letters.qdd, own)
    names = Names(known, {})
    for entry in verdict.entries:
        explained = any(made.slip is UNKNOWN for made in verdict.made_in(entry))
        strange = free(given.get(entry.name, 0)).intersection(letters.strange)
        if strange and not explained:
            symbol = min(map(str, strange))
            raise LinkwiseError(f"{entry.name}: unknown letter {symbol}: {names.advice(symbol)}")
