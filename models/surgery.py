"""Changes to a robot: locked joints, lumped links, parts, world, names.  Each returns a copy."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from linkwise.models.attachments import RESERVED, Attachments, required_pose
from linkwise.models.exact_model import exact_array, exact_link, exact_pose
from linkwise.models.joint_order import JointOrder, joint_order
from linkwise.models.link_surgery import fixed_name, locked, lumped, renamed, require_name
from linkwise.spatial.errors import LinkwiseError, require_kind
from linkwise.spatial.scalars import Array, alike, as_array, is_numeric, require_finite
from linkwise.spatial.transform import Transform


class Surgery(Attachments):
    """What `Robot` inherits to be changed by: no method changes the robot that it is called on.

    All work on symbolic robots too, and gravity, base pose and whatever else is not the subject of
    the change stay as they are.
    """

    def lock(self, values: Mapping[str, Any] | None = None, /, **by_name: Any) -> Self:
        """Return a copy whose named joints are fixed, and those that mimic them with them.

        The copy has fewer coordinates; its torques are those of the whole robot with the joints at
        rest there, but friction, springs and rotors of locked joints are gone with them.

        Parameters
        ----------
        values
            Coordinates, rad or m, by joint name.
        **by_name
            The same as keywords, for names such as q2.

        Raises
        ------
        LinkwiseError
            If a joint does not exist, does not move or mimics another, or a value is no number.

        Warns
        -----
        LinkwiseWarning
            If a value is out of the joint's range.

        Examples
        --------
        >>> from linkwise import mass_matrix, planar_2r
        >>> mass_matrix(planar_2r(form="rods").lock(q2=0), [0.3])
        array([[2.66666667]])
        """
        require_kind(values or {}, Mapping, "values")
        wanted = {**(values or {}), **by_name}
        return self._changed(links=tuple(locked(self._given, self.couplings, wanted)))

    def lump_fixed(self) -> Self:
        """Return a copy in which links that are fixed to another are one with it.

        I' = I + Σ X I_fixed Xᵀ

        Joints, their order and all torques stay.  The frames of the merged links are gone, so that
        no wrench can act on them and no pose be asked for; payloads and tools among them are there
        for good.  One link that is fixed to the base stays and takes up all others that are.

        Examples
        --------
        >>> from linkwise import planar_2r
        >>> arm = planar_2r().with_payload("link2", 1, com=(1, 0, 0)).lump_fixed()
        >>> arm.link_names, arm.link("link2").inertia.com
        (('link1', 'link2'), array([0.75, 0.  , 0.  ]))
        """
        return self._changed(links=tuple(lumped(self._given)))

    def subtree(self, link: str, q: ArrayLike | None = None) -> Self:
        """Return a link and all that it carries as a robot of its own.

        Its base stands where the link's parent is, so that at rest it takes the torques that it
        takes in the whole.

        Parameters
        ----------
        link
            Name of the link; its joint is the first of the part.
        q
            Coordinates ``(n,)`` of the whole robot that give the parent's pose; zero if not given.

        Raises
        ------
        LinkwiseError
            If there is no such link, or a joint of the part mimics one that is outside.

        Examples
        --------
        >>> import numpy as np
        >>> from linkwise import gravity_torque, planar_2r
        >>> forearm = planar_2r().subtree("link2", q=[np.pi / 3, 0])
        >>> gravity_torque(forearm, [0])
        array([2.4525])
        """
        self._require_link(link)
        part = self._carried_by(link)
        inside = {k.joint.name for k in part}
        for k in part:
            if k.joint.mimic and k.joint.mimic.joint not in inside:
                raise LinkwiseError(
                    f"joint {k.joint.name!r} mimics {k.joint.mimic.joint!r}, which is no part of "
                    f"the subtree of {link!r}: lock {k.joint.mimic.joint!r} first"
                )
        n = 1 + max((i for i in self.coordinates if i is not None), default=-1)
        state = as_array(np.zeros(n) if q is None else q, "q")
        if state.shape != (n,):
            raise LinkwiseError(f"q is one state of shape ({n},), got {state.shape}")
        require_finite(state, "q")
        base = self.base @ self._pose_in_base(part[0].parent, state)
        return self._changed(links=(replace(part[0], parent=None), *part[1:]), base=base)

    def _pose_in_base(self, link: str | None, q: Array) -> Transform:
        """Return the pose of a link, or of the base itself, in the base:  X_λ · ᵗX_i(q_i)."""
        X = Transform.identity()
        links = zip(self._given, self.coordinates, self.couplings, strict=True)
        rows = {k.name: (k, i, coupling) for k, i, coupling in links}
        while link is not None:
            k, i, coupling = rows[link]
            q_i = np.zeros(1) if i is None else q[i : i + 1]
            if coupling:
                q_i = q_i * coupling.multiplier + coupling.offset
            X, link = k.transform(alike(q_i, *k.arrays)[0]) @ X, k.parent
        return X

    def with_base(self, pose: Transform) -> Self:
        """Return a copy whose base has this pose in the world.

        Examples
        --------
        >>> import numpy as np
        >>> from linkwise import Transform, gravity_torque, planar_2r
        >>> gravity_torque(planar_2r().with_base(Transform.rotation_z(np.pi / 2)), [0, 0]).round(9)
        array([0., 0.])
        """
        return self._changed(base=required_pose(pose, "the base's pose"))

    def with_gravity(self, gravity: ArrayLike) -> Self:
        """Return a copy with this acceleration of free fall in world axes ``(3,)``, m/s².

        Examples
        --------
        >>> from linkwise import gravity_torque, planar_2r
        >>> gravity_torque(planar_2r().with_gravity((0, -1.62, 0)), [0, 0])
        array([3.24, 0.81])
        """
        return self._changed(gravity=gravity)

    def rename(
        self,
        name: str | None = None,
        *,
        links: Mapping[str, str] | None = None,
        joints: Mapping[str, str] | None = None,
        prefix: str = "",
    ) -> Self:
        """Return a copy under other names; parents, mimic joints, payloads and tools follow.

        Parameters
        ----------
        name
            New name of the robot.
        links, joints
            New names by old names; the others stay.
        prefix
            Put before the names of all links and joints.

        Raises
        ------
        LinkwiseError
            If an old name does not exist or a new one comes twice.

        Examples
        --------
        >>> from linkwise import planar_2r
        >>> arm = planar_2r().rename("scara", joints={"q1": "shoulder", "q2": "elbow"})
        >>> arm.name, arm.joint_names
        ('scara', ('shoulder', 'elbow'))
        """
        old = {k.name: k.joint.name for k in self.links}
        for given, known, what in ((links, old, "link"), (joints, old.values(), "joint")):
            for key in given or {}:
                require_name(key, list(known), f"{what} of {self.name!r} called")
        new_links: dict[str, str] = {}
        new_joints: dict[str, str] = {}
        for k, j in old.items():  # parents first
            bearer, _, kind = k.rpartition(" ")
            reserved = kind in RESERVED and bearer in new_links
            usual = f"{new_links[bearer]} {kind}" if reserved else prefix + k
            new_links[k] = prefix + links[k] if links and k in links else usual
            usual = fixed_name(new_links[k]) if j == fixed_name(k) else prefix + j
            new_joints[j] = prefix + joints[j] if joints and j in joints else usual
        fields = {"name": self.name if name is None else name}
        return self._changed(**fields, links=tuple(renamed(self._given, new_links, new_joints)))

    def joint_order(self) -> JointOrder:
        """Return which joint stands where in q, with kind, unit, links, limits and mimic law.

        Examples
        --------
        >>> from linkwise import rp
        >>> print(rp().joint_order())
        index  joint  kind       unit  link   parent  limits
        0      q1     revolute   rad   link1  base    none
        1      q2     prismatic  m     link2  link1   none
        """
        return joint_order(self.links, self.coordinates, self.couplings)

    def exact(self) -> Self:
        """Return a copy whose numbers are fractions, so that no result is rounded.

        A float means the decimal number that was typed: 9.81 is 981/100.  Turns become rational
        rotations and axes rational unit vectors within 1e-11; multiples of 90° stay exact.  Give
        `ExactAngle` for the coordinates of turning joints.

        Raises
        ------
        LinkwiseError
            If the model is not of floats.

        Examples
        --------
        >>> from fractions import Fraction
        >>> from linkwise import ExactAngle, gravity_torque, planar_2r
        >>> q = [ExactAngle(Fraction(1, 2)), ExactAngle(0)]
        >>> gravity_torque(planar_2r().exact(), q)
        array([Fraction(2943, 250), Fraction(2943, 1000)], dtype=object)
        """
        if not is_numeric(self.gravity):
            raise LinkwiseError(f"robot {self.name!r} is not of floats: these can be made exact")
        return self._changed(
            links=tuple(map(exact_link, self.links)),
            gravity=exact_array(self.gravity),
            base=exact_pose(self.base),
        )
