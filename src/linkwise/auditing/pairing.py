"""The moving links of two models side by side, with the pose of each frame of B in that of A."""

from collections.abc import Iterator, Mapping

import numpy as np

from linkwise.auditing.closeness import close_bodies, close_poses
from linkwise.auditing.findings import Difference
from linkwise.auditing.fixed_faults import carried
from linkwise.auditing.joint_faults import joint_differences, keeps_joint
from linkwise.auditing.matching import Movers
from linkwise.spatial.transform import Transform

IDENTITY = Transform.identity()


class Pairing:
    """Moving links of two models, and how their frames lie at q = 0.

    A frame of B may lie elsewhere than A's on the same axis, and that is no fault; or the joint may
    sit elsewhere, with its own frame at the same place in the link.  Bodies and next joints tell
    which it is.

    Parameters
    ----------
    A, B
        The moving links, parents first.
    pairs
        Link of B by link of A.
    tolerance
        How far numbers may be apart.
    """

    def __init__(self, A: Movers, B: Movers, pairs: Mapping[str, str], tolerance: float) -> None:
        self.A, self.B, self.pairs, self.tolerance = A, B, pairs, tolerance
        self.reach = max((float(np.abs(m.placement.p).max()) for m in A.values()), default=0.0)
        self.placed: dict[str, Transform] = {}  # by the joints' placements
        self.found: dict[str, Transform] = {}  # by bodies and next joints as well
        for name in pairs:
            X = self._next(name, self._around(name))
            ways = [X, IDENTITY] if self._keeps(name, X) else [IDENTITY]
            scores = [self._agreement(name, way) for way in ways]
            self.placed[name], self.found[name] = X, ways[int(np.argmax(scores))]

    @property
    def misplaced(self) -> list[str]:
        """Links of A whose joint is at another place in B."""
        return [name for name in self.pairs if not self._as_placed(name)]

    @property
    def reframed(self) -> list[str]:
        """Links of A that have another frame in B, on the same axis."""
        return [
            name
            for name in self.pairs
            if self._as_placed(name) and not close_poses(self.found[name], IDENTITY, self.tolerance)
        ]

    def differences(self) -> Iterator[Difference]:
        """Yield what differs, link by link from the base outward."""
        for name, other in self.pairs.items():
            a, b = self.A[name], self.B[other]
            if self.pairs.get(a.parent or "") != b.parent:
                said = f"on {a.parent or 'the base'} in A, on {b.parent or 'the base'} in B"
                yield Difference("order of links", f"link {name!r}: {said}")
            else:
                yield from joint_differences(
                    a, b, self.placed[name], self.found[name], self.tolerance
                )
                yield from self._leaders(name)
            yield from carried(a, b, self.found[name], self.tolerance)

    def _leaders(self, name: str) -> Iterator[Difference]:
        """Yield that a joint follows different joints in A and B."""
        a, b = self.A[name].link.joint, self.B[self.pairs[name]].link.joint
        if a.mimic and b.mimic:
            leaders = {self.A[x].link.joint.name: y for x, y in self.pairs.items()}
            leader = leaders.get(a.mimic.joint)
            if leader is None or self.B[leader].link.joint.name != b.mimic.joint:
                said = f"joint {a.name!r}: follows {a.mimic.joint!r} in A, {b.mimic.joint!r} in B"
                yield Difference("joint effect", said)

    def _as_placed(self, name: str) -> bool:
        return close_poses(self.placed[name], self.found[name], self.tolerance)

    def _around(self, name: str) -> Transform:
        """Return the pose of the frame that B's joint sits in, in that of A's."""
        parent = self.A[name].parent
        return self.found.get(parent, IDENTITY) if parent else IDENTITY

    def _next(self, name: str, X: Transform) -> Transform:
        """Return the pose of B's frame in A's, from that of the frames that the joints sit in."""
        a, b = self.A[name], self.B[self.pairs[name]]
        return a.placement.inverse() @ X @ b.placement

    def _keeps(self, name: str, X: Transform) -> bool:
        joints = self.A[name].link.joint, self.B[self.pairs[name]].link.joint
        return keeps_joint(X, *joints, self.tolerance, self.reach)

    def _agreement(self, name: str, X: Transform) -> int:
        """Count what fits if B's frame is at X in A's: the body, and each next joint."""
        a, b = self.A[name], self.B[self.pairs[name]]
        onward = [k for k in self.pairs if self.A[k].parent == name]
        fits = [close_bodies(a.inertia, b.inertia.moved(X), self.tolerance)]
        return sum([*fits, *(self._keeps(k, self._next(k, X)) for k in onward)])
