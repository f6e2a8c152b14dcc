"""What a robot carries, put on and taken off again: payloads, tools, whole branches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, cast

from numpy.typing import ArrayLike

from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Mimic
from linkwise.models.link import Link
from linkwise.models.link_surgery import fixed_name, require_name
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array, is_numeric
from linkwise.spatial.transform import Transform

RESERVED = ("payload", "tool")  # a link "<link> payload" is known by its name when it is taken off


class Attachments:
    """What `Robot` inherits to carry something more: each method returns a copy."""

    name: str
    links: Sequence[Link]
    gravity: Array
    base: Transform
    as_given: Mapping[str, Any]
    coordinates: tuple[int | None, ...]
    couplings: tuple[Mimic | None, ...]

    def _changed(self, **fields: Any) -> Self:
        """Return a copy with other fields, the rest as it was before it met any symbols."""
        changed: Self = replace(cast(Any, self), **{**self.as_given, **fields})
        return changed

    @property
    def _given(self) -> tuple[Link, ...]:
        """The links as they were before they met any symbols."""
        links: tuple[Link, ...] = self.as_given["links"]
        return links

    def _require_link(self, link: str) -> None:
        require_name(link, [k.name for k in self.links], f"link of {self.name!r} called")

    def with_payload(
        self, link: str, mass: Any, com: ArrayLike, tensor: ArrayLike | None = None
    ) -> Self:
        """Return a copy that carries a payload on a link, in place of any that it carried there.

        The payload is a link of its own, "<link> payload", fixed to the link: it adds to what is
        there and is taken away whole.  A payload without mass is none.

        Parameters
        ----------
        link
            Name of the link that carries it.
        mass
            Mass of the payload, kg.
        com
            Its centre of mass ``(3,)`` in the link's frame, m.
        tensor
            Its rotational inertia ``(3, 3)`` about the *centre of mass*, axes of the link's frame,
            kg m².  Zero if not given: a point mass.

        Raises
        ------
        LinkwiseError
            If there is no such link, the mass is negative, or there is a tensor without a mass.

        Examples
        --------
        >>> from linkwise import gravity_torque, planar_2r
        >>> arm = planar_2r()
        >>> loaded = arm.with_payload("link2", 1.5, com=(1, 0, 0))
        >>> gravity_torque(loaded, [0, 0]) - gravity_torque(arm, [0, 0])
        array([29.43 , 14.715])
        """
        self._require_link(link)
        try:
            body = Inertia(mass, com, tensor)
        except LinkwiseError as error:
            raise LinkwiseError(f"the payload of link {link!r}: {error}") from None
        if is_numeric(body.mass) and body.mass == 0 and not body.is_zero:
            raise LinkwiseError(f"the payload of link {link!r} has a tensor but no mass")
        return self._with_fixed(f"{link} payload", None if body.is_zero else body, link)

    def without_payload(self, link: str) -> Self:
        """Return a copy without the payload of a link: the same to the last bit as without it.

        Raises
        ------
        LinkwiseError
            If there is no such link or it has no payload.
        """
        self._require_link(link)
        name = f"{link} payload"
        if name not in [k.name for k in self.links]:
            raise LinkwiseError(f"link {link!r} of {self.name!r} carries no payload")
        return self._with_fixed(name, None, link)

    def _with_fixed(
        self, name: str, body: Inertia | None, parent: str, placement: Transform | None = None
    ) -> Self:
        """Return a copy with a body as a leaf fixed to a link, instead of any of the same name."""
        others = tuple(k for k in self._given if k.name != name)
        if body is None:
            return self._changed(links=others)
        joint, X = Joint.fixed(fixed_name(name)), placement or Transform.identity()
        return self._changed(links=(*others, Link(name, joint, X, body, parent)))

    def with_tool(
        self, link: str, tool: "Inertia | Attachments", placement: Transform | None = None
    ) -> Self:
        """Return a copy with a tool on a link: a body, or a robot such as a hand.

        A body becomes the link "<link> tool", fixed to the link, in place of any of that name.  Of
        a robot all links are taken over under their names, its joints after those before them on
        the link; its own gravity and base pose are those of where it stood, and left behind.
        `without_subtree` takes either off.

        Parameters
        ----------
        link
            Name of the link that carries the tool.
        tool
            Inertia in the tool's frame, or a robot.
        placement
            Pose of the tool's frame, or of the robot's base, in the link's frame; the identity if
            not given.

        Raises
        ------
        LinkwiseError
            If there is no such link, or links or joints of both have one name: see `rename`.

        Examples
        --------
        >>> from linkwise import Transform, pendulum, planar_2r
        >>> tip = Transform.translation(1, 0, 0)
        >>> arm = planar_2r().with_tool("link2", pendulum().rename(prefix="tool "), tip)
        >>> arm.joint_names
        ('q1', 'q2', 'tool q1')
        """
        self._require_link(link)
        X = Transform.identity() if placement is None else required_pose(placement, "placement")
        if isinstance(tool, Inertia):
            return self._with_fixed(f"{link} tool", tool, link, X)
        if not isinstance(tool, Attachments):
            raise LinkwiseError(f"a tool is an Inertia or a Robot, got {tool!r}")
        taken = {k.name for k in self.links} | {k.joint.name for k in self.links}
        for k in tool.links:
            for what, name in (("link", k.name), ("joint", k.joint.name)):
                if name in taken:
                    raise LinkwiseError(
                        f"the tool's {what} {name!r} has a name that {self.name!r} uses: "
                        "give the tool others, as by rename(prefix='tool ')"
                    )
        roots = [
            k if k.parent else replace(k, parent=link, placement=X @ k.placement)
            for k in tool._given  # noqa: SLF001 - of the same class
        ]
        return self._changed(links=(*self._given, *roots))

    def without_subtree(self, link: str) -> Self:
        """Return a copy without a link and all that it carries, such as a tool.

        Raises
        ------
        LinkwiseError
            If there is no such link, it carries all others, or a joint that stays mimics one that
            goes.
        """
        self._require_link(link)
        gone = {k.name for k in self._carried_by(link)}
        return self._changed(links=tuple(k for k in self._given if k.name not in gone))

    def _carried_by(self, link: str) -> list[Link]:
        """Return a link and all that it carries, parents first."""
        names: set[str | None] = {link}
        for k in self._given:
            if k.parent in names:
                names.add(k.name)
        return [k for k in self._given if k.name in names]


def required_pose(pose: Any, what: str) -> Transform:
    """Return `pose`, or say that it is not one."""
    if not isinstance(pose, Transform):
        raise LinkwiseError(f"{what} is a Transform, such as Transform.from_rpy(...), got {pose!r}")
    if pose.p.ndim > 1 or pose.R.ndim > 2:
        raise LinkwiseError(f"{what} is one pose, got a batch of shape {pose.p.shape[:-1]}")
    return pose
