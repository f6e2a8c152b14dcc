"""Print the speed of the Coriolis matrix, the regressor and derivatives beside Pinocchio's.

    python benchmarks/terms.py

It needs the package pin.  Both sides have the 7-joint arm of one URDF text, one thread, and take
turns; Pinocchio is called state by state from Python, which costs it some 0.5 µs a call.
"""

import numpy as np
import pinocchio
from timing import Work, compare

import linkwise

STATES, CALLS = 100_000, 2_000
TERMS = {
    "coriolis_matrix": ("q, qd", "computeCoriolisMatrix", "q[k], qd[k]"),
    "torque_regressor": ("q, qd, qdd", "computeJointTorqueRegressor", "q[k], qd[k], qdd[k]"),
    "rnea_derivatives": ("q, qd, qdd", "computeRNEADerivatives", "q[k], qd[k], qdd[k]"),
    "forward_dynamics_derivatives": ("q, qd, tau", "computeABADerivatives", "q[k], qd[k], tau[k]"),
}


def main() -> None:
    """Check that both give one torque, and print the table."""
    robot = linkwise.load("panda")
    model = pinocchio.buildModelFromXML(linkwise.write_urdf(robot))
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, STATES, robot.n))
    tau = linkwise.rnea(robot, q, qd, qdd)
    theirs = pinocchio.rnea(model, model.createData(), q[0], qd[0], qdd[0])
    np.testing.assert_allclose(tau[0], theirs, rtol=1e-9)

    fast = linkwise.compile(robot, "c")
    print("| result | linkwise, ns a state | Pinocchio, ns a state | times faster |")
    print("|---|--:|--:|--:|")
    for name, (inputs, peer, arguments) in TERMS.items():
        names = {"fast": fast, "q": q, "qd": qd, "qdd": qdd, "tau": tau}
        names["out"] = getattr(fast, name)(*(names[key] for key in inputs.split(", ")))
        ours = Work(name, f"fast.{name}({inputs}, out=out)", names, STATES)
        names |= {"call": getattr(pinocchio, peer), "model": model, "data": model.createData()}
        loop = f"for k in range({CALLS}): call(model, data, {arguments})"
        found = compare(ours, Work(peer, loop, names, CALLS))
        print(
            f"| `fast.{name}` | {1e9 * found.ours:,.0f} | {1e9 * found.peers:,.0f} "
            f"| {found.ratio:.3g} |"
        )


if __name__ == "__main__":
    main()
