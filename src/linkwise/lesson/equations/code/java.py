"""A robot as a class of Java, on plain arrays."""

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
    public double[] bias(double[] q, double[] qd) {
        double[][] C = coriolis(q, qd);
        double[] sum = gravity(q);EFFECTS
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                sum[i] += C[i][j] * qd[j];
        return sum;
    }

    /** Torques that a motion takes. */
    public double[] inverseDynamics(double[] q, double[] qd, double[] qdd) {
        double[][] M = massMatrix(q);
        double[] tau = bias(q, qd);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                tau[i] += M[i][j] * qdd[j];
        return tau;
    }

    /** Accelerations that torques cause, by elimination: M is positive definite. */
    public double[] forwardDynamics(double[] q, double[] qd, double[] tau) {
        double[][] M = massMatrix(q);
        double[] h = bias(q, qd);
        double[] qdd = new double[N];
        for (int i = 0; i < N; i++)
            qdd[i] = tau[i] - h[i];
        for (int k = 0; k < N; k++)
            for (int i = k + 1; i < N; i++) {
                double ratio = M[i][k] / M[k][k];
                for (int j = k; j < N; j++)
                    M[i][j] -= ratio * M[k][j];
                qdd[i] -= ratio * qdd[k];
            }
        for (int i = N - 1; i >= 0; i--) {
            for (int j = i + 1; j < N; j++)
                qdd[i] -= M[i][j] * qdd[j];
            qdd[i] /= M[i][i];
        }
        return qdd;
    }

    private static void check(String name, double[] got, double[] right, double allowed) {
        double error = 0;
        for (int i = 0; i < right.length; i++)
            error = Math.max(error, Math.abs(got[i] - right[i]));
        System.out.printf("%s: error %.1e, allowed %.1e%n", name, error, allowed);
        if (!(error <= allowed)) // NaN is wrong too
            throw new ArithmeticException(name + " is off by " + error);
    }

    /** Compare with what linkwise's recursions give; throws if something is off. */
    public static void main(String[] arguments) {
        NAME arm = new NAME();
VALUES
        double[][] C = arm.coriolis(q, qd);
        double[] V = new double[N];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                V[i] += C[i][j] * qd[j];
        double[] M = java.util.Arrays.stream(arm.massMatrix(q))
            .flatMapToDouble(java.util.Arrays::stream).toArray();
CHECKS
    }
}
"""
EFFECTS = """
        double[] F = frictionAndSprings(q, qd);
        for (int i = 0; i < N; i++)
            sum[i] += F[i];"""
RESULTS = (  # of the checks, in their order
    "M",
    "V",
    "arm.gravity(q)",
    "arm.inverseDynamics(q, qd, qdd)",
    "arm.forwardDynamics(q, qd, tau)",
)


def source(model: CodeModel) -> str:
    """Return the file, which must be called NAME.java."""
    return "\n".join(_lines(model)) + "\n"


def _lines(model: CodeModel) -> Iterator[str]:
    names = field_names(model)
    style = code_style(
        model,
        names,
        lambda array, k: f"{array}[{k}]",
        lambda name, x: f"Math.{'signum' if name == 'sign' else name}({x})",
        product,
    )
    yield from block(model.heading, "/**")
    yield f"public class {model.name} {{\n    public static final int N = {model.n};\n"
    for field in model.fields:
        yield f"    public double {names[field.symbol]} = {field.value!r}; // {field.meaning}"
    for words, (letter, method) in model.methods.items():
        axes = len(next(iter(method.entries)))
        inputs = ", ".join(f"double[] {x}" for x in method.arguments)
        yield f"\n    /** {method.about} */"
        yield f"    public double{'[]' * axes} {camel(words)}({inputs}) {{"
        yield f"        double{'[]' * axes} {letter} = new double{'[N]' * axes};"
        yield from braced_statements(method, letter, style, "final double", 8)
        yield f"        return {letter};\n    }}"
    golden, values, checks = model.golden, [], []
    for name, a in golden.state.items():
        values.append(f"        double[] {name} = {nested(a, repr, '{}', 8)};")
    for k, (result, check) in enumerate(zip(RESULTS, golden.checks, strict=True)):
        values.append(f"        double[] right{k} = {nested(check.right.ravel(), repr, '{}', 8)};")
        checks.append(f'        check("{check.name}", {result}, right{k}, {check.allowed:.1e});')
    text = MOTION.rstrip("\n").replace("EFFECTS", EFFECTS if model.effects else "")
    text = text.replace("NAME", model.name).replace("VALUES", "\n".join(values))
    yield text.replace("CHECKS", "\n".join(checks))
