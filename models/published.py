"""Real arms, from the tables that were published for them.

The numbers are kept as printed, also where they describe a body that cannot exist: `Inertia.check`
names such a link, and `linkwise.load(name, strict=True)` refuses it.
"""

from math import pi, radians

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.dh import DHRow, from_dh
from linkwise.models.joint import Limits
from linkwise.models.robot import Robot

# a, alpha, d | mass | com | principal moments | range in degrees; standard table, far-end frames
PUMA_560 = (
    (0, pi / 2, 0, 0, (0, 0, 0), (0, 0.35, 0), 160, -160),
    (0.4318, 0, 0, 17.4, (-0.3638, 0.006, 0.2275), (0.13, 0.524, 0.539), 225, -45),
    (0.0203, -pi / 2, 0.15005, 4.8, (-0.0203, -0.0141, 0.070), (0.066, 0.086, 0.0125), 45, -225),
    (0, pi / 2, 0.4318, 0.82, (0, 0.019, 0), (1.8e-3, 1.3e-3, 1.8e-3), 170, -110),
    (0, -pi / 2, 0, 0.34, (0, 0, 0), (0.3e-3, 0.4e-3, 0.3e-3), 100, -100),
    (0, 0, 0, 0.09, (0, 0, 0.032), (0.15e-3, 0.15e-3, 0.04e-3), 266, -266),
)

# a, alpha, d | lower, upper, velocity, effort; modified table
PANDA_JOINTS = (
    (0, 0, 0.333, -2.8973, 2.8973, 2.175, 87),
    (0, -pi / 2, 0, -1.7628, 1.7628, 2.175, 87),
    (0, pi / 2, 0.316, -2.8973, 2.8973, 2.175, 87),
    (0.0825, pi / 2, 0, -3.0718, -0.0698, 2.175, 87),
    (-0.0825, -pi / 2, 0.384, -2.8973, 2.8973, 2.61, 12),
    (0, pi / 2, 0, -0.0175, 3.7525, 2.61, 12),
    (0.088, pi / 2, 0, -2.8973, 2.8973, 2.61, 12),
)

# mass | com | Ixx, Ixy, Ixz, Iyy, Iyz, Izz about it, in thousandths of kg m²
PANDA_BODIES = (
    (4.970684, (0.003875, 0.002081, -0.04762), (703.37, -0.139, 6.772, 706.61, 19.169, 9.117)),
    (0.646926, (-0.003141, -0.02872, 0.003495), (7.962, -3.925, 10.254, 28.11, 0.704, 25.995)),
    (
        3.228604,
        (0.027518, 0.039252, -0.066502),
        (37.242, -4.761, -11.396, 36.155, -12.805, 10.83),
    ),
    (3.587895, (-0.05317, 0.104419, 0.027454), (25.853, 7.796, -1.332, 19.552, 8.641, 28.323)),
    (1.225946, (-0.011953, 0.041065, -0.038437), (35.549, -2.117, -4.037, 29.474, 0.229, 8.627)),
    (1.666555, (0.060149, -0.014117, -0.010517), (1.964, 0.109, -1.158, 4.354, 0.341, 5.433)),
    (0.735522, (0.010517, -0.004252, 0.061597), (12.516, -0.428, -1.196, 10.027, -0.741, 4.815)),
)


def puma560(*, gravity: ArrayLike = (0, 0, -9.81)) -> Robot:
    """Return the Unimation PUMA 560, without rotors and friction.

    Standard Denavit-Hartenberg frames, with the zero angles of Corke: the arm lies in an L, the
    upper arm along x.  Frame 0 is at the height of the shoulder.

    Two bodies of the tables cannot exist and are kept as they are: link 1 has a moment about its
    axis but no mass (none was measured, and none enters the dynamics), and link 3 breaks the
    triangle inequality, 0.086 > 0.066 + 0.0125 kg m².  The mass of link 4 is 19 mm *beyond* the
    wrist's centre, as in the Robotics Toolbox; the first table has it 19 mm before it.

    Parameters
    ----------
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s².

    References
    ----------
    B. Armstrong, O. Khatib, J. Burdick, "The explicit dynamic model and inertial parameters of the
    PUMA 560 arm", *IEEE Int. Conf. Robotics and Automation* (1986), tables 4 and 5. P. I. Corke,
    B. Armstrong-Hélouvry, "A search for consensus among model parameters reported for the PUMA 560
    robot", *IEEE Int. Conf. Robotics and Automation* (1994). Ranges: L.-C. T. Wang, C. C. Chen,
    *IEEE Trans. Robotics and Automation* 7 (1991).

    Examples
    --------
    >>> import numpy as np
    >>> from linkwise import gravity_torque
    >>> tau = gravity_torque(puma560(), [0, np.pi / 4, np.pi, 0, np.pi / 4, 0])
    >>> float(tau[1].round(4)), float(tau[2].round(4))
    (31.6399, 6.0351)
    """
    rows = [
        DHRow(
            a=a,
            alpha=alpha,
            d=d,
            mass=mass,
            com=com,
            tensor=np.diag(moments),
            limits=Limits(radians(lower), radians(upper)),
        )
        for a, alpha, d, mass, com, moments, upper, lower in PUMA_560
    ]
    return from_dh(rows, convention="standard", name="PUMA 560", gravity=gravity)


def panda(*, gravity: ArrayLike = (0, 0, -9.81)) -> Robot:
    """Return the Franka Emika Panda, seven joints, without hand, rotors and friction.

    Modified Denavit-Hartenberg frames, as the maker draws them.  The bodies are identified from
    motions of a real arm: what no motion shows, such as the height of link 1's centre, is free
    in them.

    Parameters
    ----------
    gravity
        Acceleration of free fall in world axes ``(3,)``, m/s².

    References
    ----------
    C. Gaz, M. Cognetti, A. Oliva, P. Robuffo Giordano, A. De Luca, "Dynamic identification of the
    Franka Emika Panda robot with retrieval of feasible parameters using penalty-based
    optimization", *IEEE Robotics and Automation Letters* 4 (2019), supplementary tables VIII and
    IX. Frames and limits: Franka Emika, *Robot and interface specifications* (FCI documentation).

    Examples
    --------
    >>> from linkwise import gravity_torque
    >>> gravity_torque(panda(), [0, -0.7854, 0, -2.3562, 0, 1.5708, 0.7854]).round(3) + 0
    array([ 0.   , -1.771, -0.644, 18.574,  0.634,  1.694,  0.   ])
    """
    rows = [
        DHRow(
            a=a,
            alpha=alpha,
            d=d,
            mass=mass,
            com=com,
            tensor=np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) / 1000,
            limits=Limits(*limits),
        )
        for (a, alpha, d, *limits), (mass, com, (xx, xy, xz, yy, yz, zz)) in zip(
            PANDA_JOINTS, PANDA_BODIES, strict=True
        )
    ]
    return from_dh(rows, convention="modified", name="Panda", gravity=gravity)
