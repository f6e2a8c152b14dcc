"""CasADi: a recursive Newton-Euler algorithm written for it, its derivatives, and C made of them.

CasADi has no robots of its own, so the model's numbers come from Pinocchio.
"""

import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pinocchio as pin
from numpy.typing import NDArray
from pinocchio_peer import axis

Array = NDArray[np.float64]

FLAGS = ("-O3", "-march=native", "-ffast-math", "-fPIC", "-shared")


def inverse_dynamics(model: pin.Model, q: ca.SX, qd: ca.SX, qdd: ca.SX) -> ca.SX:
    """Return joint torques in symbols, by the recursion in 3-vectors and link frames."""
    n = model.nv
    joints = range(n)
    # w, dw: angular velocity and acceleration; dv: acceleration of the link frame's origin
    w, dw, dv = [ca.SX(3, 1)], [ca.SX(3, 1)], [ca.SX(-model.gravity.linear)]
    R, p, F, N = [], [], [], []
    for i in joints:
        parent = model.parents[i + 1]
        placement, inertia = model.jointPlacements[i + 1], model.inertias[i + 1]
        a = np.eye(3)[axis(model, i + 1)]
        c, m = inertia.lever, inertia.mass
        R.append(ca.SX(clean(placement.rotation)) @ turn(axis(model, i + 1), q[i]))
        p.append(placement.translation)
        moved = dv[parent] + ca.cross(dw[parent], p[i]) + spin(w[parent], p[i])
        w.append(R[i].T @ w[parent] + a * qd[i])
        dw.append(R[i].T @ dw[parent] + a * qdd[i] + ca.cross(w[i + 1], a * qd[i]))
        dv.append(R[i].T @ moved)
        F.append(m * (dv[i + 1] + ca.cross(dw[i + 1], c) + spin(w[i + 1], c)))
        I = inertia.inertia
        N.append(I @ dw[i + 1] + ca.cross(w[i + 1], I @ w[i + 1]) + ca.cross(c, F[i]))
    tau = [ca.SX(0)] * n
    for i in reversed(joints):
        tau[i] = N[i][axis(model, i + 1)]
        parent = model.parents[i + 1] - 1
        if parent >= 0:
            F[parent] += R[i] @ F[i]
            N[parent] += R[i] @ N[i] + ca.cross(p[i], R[i] @ F[i])
    return ca.vertcat(*tau)


def spin(w: ca.SX, x: Array) -> ca.SX:
    """Return w x (w x x)."""
    return ca.cross(w, ca.cross(w, x))


def turn(k: int, angle: ca.SX) -> ca.SX:
    """Return the rotation about axis k."""
    R = ca.SX.eye(3)
    i, j = (k + 1) % 3, (k + 2) % 3
    R[i, i] = R[j, j] = ca.cos(angle)
    R[i, j], R[j, i] = -ca.sin(angle), ca.sin(angle)
    return R


def clean(R: Array) -> Array:
    """Make entries that are 0 or 1 but for rounding exactly so."""
    rounded = np.round(R)
    return np.where(np.abs(R - rounded) < 1e-12, rounded, R)


def function(model: pin.Model, name: str) -> ca.Function:
    """Return a function of (q, qd, qdd or tau), or of q alone for the mass matrix."""
    q, qd, x = (ca.SX.sym(symbol, model.nv) for symbol in ("q", "qd", "x"))
    tau = inverse_dynamics(model, q, qd, x)
    M = ca.jacobian(tau, x)
    if name == "rnea":
        result = tau
    elif name == "crba":
        result = M
    elif name == "forward":
        bias = ca.substitute(tau, x, ca.SX.zeros(model.nv))
        D, L, order = ca.ldl(M)
        result = ca.ldl_solve(x - bias, D, L, order)
    else:  # rows (n, 2 n), which are columns to CasADi
        result = ca.horzcat(ca.jacobian(tau, q), ca.jacobian(tau, qd)).T
    return ca.Function(name, [q] if name == "crba" else [q, qd, x], [ca.densify(result)])


def compiled(function: ca.Function, cache: Path) -> ca.Function:
    """Return a function as C, compiled."""
    generator = ca.CodeGenerator(f"{function.name()}.c")
    generator.add(function)
    source = generator.dump()
    library = cache / f"casadi-{hashlib.sha256(source.encode()).hexdigest()[:16]}.so"
    if not library.exists():
        file = library.with_suffix(".c")
        file.write_text(source)
        command = [os.environ.get("CC", "cc"), *FLAGS, "-o", str(library), str(file), "-lm"]
        subprocess.run(command, check=True)  # noqa: S603 - our own command
    return ca.external(function.name(), str(library))


def mapped(function: ca.Function, arrays: list[Array], out: Array) -> dict[str, Any]:
    """Return `call`, the function mapped over rows (N, ...) on buffers, and what it refers to."""
    if len(out) > 1:
        function = function.map(len(out), "serial")
    buffer, call = function.buffer()
    for k, a in enumerate(arrays):
        buffer.set_arg(k, memoryview(a))
    buffer.set_res(0, memoryview(out))
    return {"call": call, "kept": (function, buffer, arrays, out)}
