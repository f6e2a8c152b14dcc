"""A robot as a struct of C99 with functions."""

import re
from collections.abc import Iterator

from linkwise.compiled.source_text import block, folded, nested
from linkwise.lesson.equations.code.language import (
    braced_statements,
    code_style,
    field_names,
    product,
)
from linkwise.lesson.equations.code.model import CodeModel, Method
from linkwise.lesson.letters.writing import Style

MOTION = """
/* Torques at zero acceleration. */
void NAME_bias(DECLAREconst double q[DIM], const double qd[DIM], double bias[DIM])
{
    double C[DIM][DIM];
    NAME_coriolis(ARMq, qd, C);
    NAME_gravity(ARMq, bias);
    for (int i = 0; i < DIM; i++)
        for (int j = 0; j < DIM; j++)
            bias[i] += C[i][j] * qd[j];EFFECTS
}

/* Torques tau that a motion takes. */
void NAME_inverse_dynamics(DECLAREconst double q[DIM], const double qd[DIM],
                           const double qdd[DIM], double tau[DIM])
{
    double M[DIM][DIM];
    NAME_mass_matrix(ARMq, M);
    NAME_bias(ARMq, qd, tau);
    for (int i = 0; i < DIM; i++)
        for (int j = 0; j < DIM; j++)
            tau[i] += M[i][j] * qdd[j];
}

/* Accelerations qdd that torques tau cause, by elimination: M is positive definite. */
void NAME_forward_dynamics(DECLAREconst double q[DIM], const double qd[DIM],
                           const double tau[DIM], double qdd[DIM])
{
    double M[DIM][DIM], bias[DIM];
    NAME_mass_matrix(ARMq, M);
    NAME_bias(ARMq, qd, bias);
    for (int i = 0; i < DIM; i++)
        qdd[i] = tau[i] - bias[i];
    for (int k = 0; k < DIM; k++)
        for (int i = k + 1; i < DIM; i++) {
            const double ratio = M[i][k] / M[k][k];
            for (int j = k; j < DIM; j++)
                M[i][j] -= ratio * M[k][j];
            qdd[i] -= ratio * qdd[k];
        }
    for (int i = DIM - 1; i >= 0; i--) {
        for (int j = i + 1; j < DIM; j++)
            qdd[i] -= M[i][j] * qdd[j];
        qdd[i] /= M[i][i];
    }
}
"""
EFFECTS = """
    double F[DIM];
    NAME_friction_and_springs(ARMq, qd, F);
    for (int i = 0; i < DIM; i++)
        bias[i] += F[i];"""
SELF_TEST = """
#ifdef NAME_SELF_TEST
#include <stdio.h>

static int check(const char *name, const double *got, const double *right, int count,
                 double allowed)
{
    double error = 0;
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        error = fmax(error, fabs(got[i] - right[i]));
        wrong |= !(fabs(got[i] - right[i]) <= allowed); /* NaN is wrong too */
    }
    printf("%s: error %.1e, allowed %.1e\\n", name, error, allowed);
    return wrong;
}

/* Compare with what linkwise's recursions give; the exit code is 1 if something is off. */
int main(void)
{
VALUES
    double M[DIM][DIM], C[DIM][DIM], V[DIM] = {0}, G[DIM], u[DIM], a[DIM];
    NAME_mass_matrix(ARMq, M);
    NAME_coriolis(ARMq, qd, C);
    for (int i = 0; i < DIM; i++)
        for (int j = 0; j < DIM; j++)
            V[i] += C[i][j] * qd[j];
    NAME_gravity(ARMq, G);
    NAME_inverse_dynamics(ARMq, qd, qdd, u);
    NAME_forward_dynamics(ARMq, qd, tau, a);
    int wrong = 0;
CHECKS
    return wrong;
}
#endif
"""
RESULTS = ("M", "V", "G", "u", "a")  # of the checks, in their order


def source(model: CodeModel) -> str:
    """Return the file."""
    text = "\n".join(_lines(model)) + "\n"
    declare, arm = (f"const {model.name} *p, ", "p, ") if model.fields else ("", "")
    for token, value in (("DECLARE", declare), ("ARM", arm), ("DIM", str(model.n))):
        text = text.replace(token, value)
    return text


def _lines(model: CodeModel) -> Iterator[str]:
    names = field_names(model)
    style = code_style(
        model,
        {x: f"p->{name}" for x, name in names.items()},
        lambda array, k: f"{array}[{k}]",
        lambda name, x: f"(({x} > 0) - ({x} < 0))" if name == "sign" else f"{name}({x})",
        product,
    )
    yield from block([*model.heading, "", f"Define {model.name}_SELF_TEST for a main that tests."])
    yield "#include <math.h>\n"
    if model.fields:
        yield "typedef struct {"
        yield from (f"    double {names[f.symbol]}; /* {f.meaning} */" for f in model.fields)
        yield f"}} {model.name};\n"
    for words, (letter, method) in model.methods.items():
        yield from _function(model, words.replace(" ", "_"), letter, method, style)
    effects = EFFECTS if model.effects else ""
    yield MOTION.strip("\n").replace("EFFECTS", effects).replace("NAME", model.name)
    yield ""
    golden, values = model.golden, []
    if model.fields:
        numbers = ", ".join(repr(f.value) for f in model.fields)
        values += folded(f"const {model.name} arm = {{{numbers}}}, *p = &arm;", 4)
    for name, a in golden.state.items():
        values.append(f"    const double {name}[DIM] = {nested(a, repr, '{}', 4)};")
    checks = []
    for result, check in zip(RESULTS, golden.checks, strict=True):
        shape = "".join(f"[{k}]" for k in check.right.shape)
        right = f"right_{result}"
        values.append(f"    const double {right}{shape} = {nested(check.right, repr, '{}', 4)};")
        got = f"{result}[0]" if check.right.ndim > 1 else result
        numbers = f"{right}[0]" if check.right.ndim > 1 else right
        call = f'check("{check.name}", {got}, {numbers}, {check.right.size}, {check.allowed:.1e})'
        checks.append(f"    wrong |= {call};")
    text = SELF_TEST.strip("\n").replace("NAME", model.name)
    yield text.replace("VALUES", "\n".join(values)).replace("CHECKS", "\n".join(checks))


def _function(
    model: CodeModel, name: str, letter: str, method: Method, style: Style
) -> Iterator[str]:
    """Yield a function that writes its result."""
    shape = "[DIM]" * len(next(iter(method.entries)))
    inputs = ", ".join(f"const double {x}[DIM]" for x in method.arguments)
    yield f"/* {method.about} */"
    yield f"void {model.name}_{name}(DECLARE{inputs}, double {letter}{shape})\n{{"
    lines = list(braced_statements(method, letter, style, "const double", 4))
    for x in (*(["p"] if model.fields else []), *method.arguments):
        if not re.search(rf"\b{x}(\[|->)", "\n".join(lines)):
            yield f"    (void){x};"
    yield from (*lines, "}", "")
