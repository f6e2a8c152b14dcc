"""What surgery does to the links of a robot: lock joints, lump fixed links, give other names."""

import difflib
import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from linkwise.models.joint import Joint
from linkwise.models.joint_effects import Mimic
from linkwise.models.link import Link
from linkwise.spatial.errors import LinkwiseError, LinkwiseWarning
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import alike, as_array, is_numeric, require_finite
from linkwise.spatial.transform import Transform


def fixed_name(link: str) -> str:
    """Return the name of the joint that fixes a link of this name to its parent."""
    return f"{link} fixed"


def require_name(name: str, known: Collection[str], what: str) -> None:
    """Raise a `LinkwiseError` that tells the nearest of the known names, unless it is one."""
    if name not in known:
        near = difflib.get_close_matches(str(name), known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known) or 'none'}"
        raise LinkwiseError(f"there is no {what} {name!r}: {hint}")


def locked(
    links: Sequence[Link], couplings: Sequence[Mimic | None], values: Mapping[str, Any]
) -> list[Link]:
    """Return the links with joints fixed where `values` says, and those that follow them.

    The link's pose at its coordinate becomes its placement:  X' = X · (turn, slide at q).
    """
    followers = {k.joint.name: c.joint for k, c in zip(links, couplings, strict=True) if c}
    movers = [k.joint.name for k in links if k.joint.moves and k.joint.name not in followers]
    for name in values:
        if leader := followers.get(name):
            raise LinkwiseError(
                f"joint {name!r} follows joint {leader!r}: lock {leader!r} for both"
            )
        require_name(name, movers, "joint that moves")
    done = []
    for link, coupling in zip(links, couplings, strict=True):
        mover = coupling.joint if coupling else link.joint.name
        if mover not in values:
            done.append(link)
            continue
        value = values[mover]
        if coupling:
            value = value * coupling.multiplier + coupling.offset
        placement = link.placement @ pose_at(link.joint, value)
        done.append(replace(link, joint=Joint.fixed(link.joint.name), placement=placement))
    return done


def pose_at(joint: Joint, value: Any) -> Transform:
    """Return the pose that a joint gives its link at a coordinate, which its range should hold."""
    what = f"the value of joint {joint.name!r}"
    q = as_array(value, what)
    if q.shape:
        raise LinkwiseError(f"{what} must be one number, got {value!r}")
    require_finite(q, what)
    lower, upper = joint.limits.lower, joint.limits.upper
    if is_numeric(q) and not lower <= q.real <= upper:
        warnings.warn(
            f"joint {joint.name!r} is locked at {float(q.real):g} {joint.unit}, out of its range "
            f"{lower:g} to {upper:g}",
            LinkwiseWarning,
            stacklevel=4,
        )
    turn, shift = Transform.identity(), Transform.identity()
    if joint.kind in ("revolute", "helical"):
        turn = Transform.axis_angle(joint.axis, value)
    if joint.kind in ("prismatic", "helical"):
        slide, q = alike(joint.slide, q)  # no float may meet a symbol or a fraction
        shift = Transform.translation(*slide * q)
    return shift @ turn


def lumped(links: Sequence[Link]) -> list[Link]:
    """Return the links with each fixed one merged into what it is fixed to.

    I' = I + Σ X I_fixed Xᵀ    and what a fixed link carries is placed on the link that took it up.

    One link that is fixed to the base stays and takes up all others that are.
    """
    bodies: dict[str, Inertia] = {}
    kept: dict[str, Link] = {}
    places: dict[str | None, tuple[str | None, Transform]] = {None: (None, Transform.identity())}
    anchor: Link | None = None
    for link in links:  # parents first
        host, X = places[link.parent]
        # nothing is computed where nothing moves house: such a link stays as it is to the last bit
        placement = link.placement if host == link.parent else X @ link.placement
        if link.joint.moves or (host is None and anchor is None):
            kept[link.name] = replace(link, parent=host, placement=placement)
            bodies[link.name] = link.inertia
            places[link.name] = (link.name, Transform.identity())
            if not link.joint.moves:
                anchor = link
            continue
        places[link.name] = (host, placement)
        into, at = host, placement
        if host is None and anchor is not None:
            into, at = anchor.name, anchor.placement.inverse() @ placement
        if into is not None and not link.inertia.is_zero:
            bodies[into] = bodies[into] + link.inertia.moved(at)
    return [replace(link, inertia=bodies[name]) for name, link in kept.items()]


def renamed(
    links: Sequence[Link], new_links: Mapping[str, str], new_joints: Mapping[str, str]
) -> list[Link]:
    """Return the links under new names, which parents and mimic joints follow."""

    def joint_of(link: Link) -> Joint:
        mimic = link.joint.mimic
        return replace(
            link.joint,
            name=new_joints[link.joint.name],
            mimic=mimic and replace(mimic, joint=new_joints[mimic.joint]),
        )

    return [
        replace(
            link,
            name=new_links[link.name],
            parent=None if link.parent is None else new_links[link.parent],
            joint=joint_of(link),
        )
        for link in links
    ]
