"""A robot as a struct of C++17 with methods."""

from collections.abc import Iterator

from linkwise.compiled.source_text import block, nested
from linkwise.lesson.equations.code.language import (
    braced_statements,
    camel,
    code_style,
    field_names,
    product,
)
from linkwise.lesson.equations.code.model import CodeModel

MOTION = """
    /** Torques at zero acceleration. */
    Vector bias(const Vector &q, const Vector &qd) const
    {
        const Matrix C = coriolis(q, qd);
        Vector sum = gravity(q);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum[i] += C[i][j] * qd[j];EFFECTS
        return sum;
    }

    /** Torques that a motion takes. */
    Vector inverseDynamics(const Vector &q, const Vector &qd, const Vector &qdd) const
    {
        const Matrix M = massMatrix(q);
        Vector tau = bias(q, qd);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                tau[i] += M[i][j] * qdd[j];
        return tau;
    }

    /** Accelerations that torques cause, by elimination: M is positive definite. */
    Vector forwardDynamics(const Vector &q, const Vector &qd, const Vector &tau) const
    {
        Matrix M = massMatrix(q);
        const Vector h = bias(q, qd);
        Vector qdd{};
        for (int i = 0; i < n; i++)
            qdd[i] = tau[i] - h[i];
        for (int k = 0; k < n; k++)
            for (int i = k + 1; i < n; i++) {
                const double ratio = M[i][k] / M[k][k];
                for (int j = k; j < n; j++)
                    M[i][j] -= ratio * M[k][j];
                qdd[i] -= ratio * qdd[k];
            }
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++)
                qdd[i] -= M[i][j] * qdd[j];
            qdd[i] /= M[i][i];
        }
        return qdd;
    }
};
"""
EFFECTS = """
        const Vector F = frictionAndSprings(q, qd);
        for (int i = 0; i < n; i++)
            sum[i] += F[i];"""
SELF_TEST = """
#ifdef NAME_SELF_TEST
#include <cstdio>

static bool wrong(const char *name, const double *got, const double *right, int count,
                  double allowed)
{
    double error = 0;
    bool off = false;
    for (int i = 0; i < count; i++) {
        error = std::fmax(error, std::fabs(got[i] - right[i]));
        off = off || !(std::fabs(got[i] - right[i]) <= allowed); // NaN is wrong too
    }
    std::printf("%s: error %.1e, allowed %.1e\\n", name, error, allowed);
    return off;
}

/** Compare with what linkwise's recursions give; the exit code is 1 if something is off. */
int main()
{
    const NAME arm;
VALUES
    const NAME::Matrix M = arm.massMatrix(q), C = arm.coriolis(q, qd);
    NAME::Vector V{};
    for (int i = 0; i < NAME::n; i++)
        for (int j = 0; j < NAME::n; j++)
            V[i] += C[i][j] * qd[j];
    const NAME::Vector G = arm.gravity(q), u = arm.inverseDynamics(q, qd, qdd);
    const NAME::Vector a = arm.forwardDynamics(q, qd, tau);
    bool off = false;
CHECKS
    return off;
}
#endif
"""
RESULTS = ("M", "V", "G", "u", "a")  # of the checks, in their order


def source(model: CodeModel) -> str:
    """Return the file."""
    return "\n".join(_lines(model)) + "\n"


def _lines(model: CodeModel) -> Iterator[str]:
    names = field_names(model)
    style = code_style(
        model,
        names,
        lambda array, k: f"{array}[{k}]",
        lambda name, x: f"(({x} > 0) - ({x} < 0))" if name == "sign" else f"std::{name}({x})",
        product,
    )
    yield from block([*model.heading, "", f"Define {model.name}_SELF_TEST for a main that tests."])
    yield f"#include <array>\n#include <cmath>\n\nstruct {model.name} {{"
    yield f"    static constexpr int n = {model.n};"
    yield "    using Vector = std::array<double, n>;\n    using Matrix = std::array<Vector, n>;\n"
    for field in model.fields:
        yield f"    double {names[field.symbol]} = {field.value!r}; ///< {field.meaning}"
    for words, (letter, method) in model.methods.items():
        kind = "Matrix" if len(next(iter(method.entries))) > 1 else "Vector"
        inputs = ", ".join(f"[[maybe_unused]] const Vector &{x}" for x in method.arguments)
        yield f"\n    /** {method.about} */"
        yield f"    {kind} {camel(words)}({inputs}) const\n    {{\n        {kind} {letter}{{}};"
        yield from braced_statements(method, letter, style, "const double", 8)
        yield f"        return {letter};\n    }}"
    yield MOTION.rstrip("\n").replace("EFFECTS", EFFECTS if model.effects else "")
    golden, values, checks = model.golden, [], []
    for name, a in golden.state.items():
        values.append(f"    const {model.name}::Vector {name} = {nested(a, repr, '{}', 4)};")
    for result, check in zip(RESULTS, golden.checks, strict=True):
        right = f"right_{result}"
        numbers = nested(check.right.ravel(), repr, "{}", 4)
        values.append(f"    const double {right}[] = {numbers};")
        got = f"{result}[0].data()" if check.right.ndim > 1 else f"{result}.data()"
        call = f'wrong("{check.name}", {got}, {right}, {check.right.size}, {check.allowed:.1e})'
        checks.append(f"    off |= {call};")
    text = SELF_TEST.rstrip("\n").replace("NAME", model.name)
    yield text.replace("VALUES", "\n".join(values)).replace("CHECKS", "\n".join(checks))
