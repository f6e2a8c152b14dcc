"""The fields that links and rows of a TOML file share: poses, bodies, shapes and limits."""

from dataclasses import dataclass

import numpy as np

from linkwise.models.joint import Limits
from linkwise.models.toml_table import Table
from linkwise.spatial import shapes
from linkwise.spatial.errors import LinkwiseError
from linkwise.spatial.inertia import Inertia
from linkwise.spatial.scalars import Array
from linkwise.spatial.transform import Transform

POSE = ("at", "rpy", "rotation")
BODY = ("mass", "com", "inertia", "shape")
LIMITS = ("lower", "upper", "velocity", "effort")
ZERO = (0.0, 0.0, 0.0)

# The dimensions of each shape of linkwise.spatial.shapes, and its usual axis if it has one.
SHAPES: dict[str, tuple[tuple[str, ...], str]] = {
    "point": ((), ""),
    "rod": (("length",), "x"),
    "cylinder": (("radius", "length"), "z"),
    "tube": (("inner", "outer", "length"), "z"),
    "disc": (("radius",), "z"),
    "sphere": (("radius",), ""),
    "box": (("x", "y", "z"), ""),
    "plate": (("a", "b"), "z"),
}


@dataclass(frozen=True, eq=False)
class Body:
    """Mass, centre of mass and tensor about it; a mass of None where nothing is said."""

    mass: float | None = None
    com: list[float] | None = None
    tensor: Array | None = None

    @property
    def inertia(self) -> Inertia:
        """The body as an inertia."""
        return Inertia(self.mass or 0, self.com or ZERO, self.tensor)


def pose(table: Table) -> Transform:
    """Return the pose of the fields at, and rpy or rotation."""
    if table.has("rotation"):
        if table.has("rpy"):
            raise table.error("rpy", "is given beside rotation: give one of them")
        with table.blamed():
            return Transform(np.array(table.rows("rotation")), np.array(table.vector("at", ZERO)))
    return Transform.from_rpy(table.vector("rpy", ZERO, angle=True), table.vector("at", ZERO))


def inertia(table: Table) -> Inertia:
    """Return the inertia of a link, by its body or by the ten parameters about its frame."""
    if not table.has("parameters"):
        return body(table).inertia
    for field in BODY:
        if table.has(field):
            raise table.error(field, "is given beside parameters: give one of them")
    found = Inertia.from_parameters(table.vector("parameters", (0.0,) * 10))
    with np.errstate(all="ignore"):
        if not np.isfinite(found.tensor).all():
            raise table.error("parameters", "the inertia is too large to be computed with")
    return found


def body(table: Table) -> Body:
    """Return the body that a link's table describes."""
    if not table.has("mass"):
        for field in BODY:
            if table.has(field):
                raise table.error(field, "is given without a mass")
        return Body()
    mass = table.number("mass", 0.0)
    if mass < 0:
        raise table.error("mass", f"cannot be negative, got {mass}")
    if table.has("shape") and table.has("inertia"):
        raise table.error("inertia", "is given beside a shape: give one of them")
    com = table.vector("com", ZERO) if table.has("com") else None
    tensor = np.array(table.tensor("inertia")) if table.has("inertia") else None
    if table.has("shape"):
        shaped = shape(table, mass)
        com, tensor = com or shaped.com, shaped.tensor
    if com is None and mass > 0:
        raise table.error(
            "mass", "needs a centre of mass: give com, or the shape of a rod, cylinder or tube"
        )
    found = Body(mass, com, tensor)
    with table.blamed(), np.errstate(all="ignore"):
        if not np.isfinite(found.inertia.parameters()).all():
            raise LinkwiseError("the inertia is too large to be computed with")
    return found


def shape(table: Table, mass: float) -> Body:
    """Return the body of a link's shape; its centre is known if it begins at the joint."""
    outer = table.table("shape")
    outer.allow(*SHAPES)
    if len(outer.fields) != 1:
        raise table.error("shape", f"one shape is wanted, got {', '.join(outer.fields) or 'none'}")
    (kind,) = outer.fields
    sizes, usual_axis = SHAPES[kind]
    inner = outer.table(kind)
    inner.allow(*sizes, *(["axis"] if usual_axis else []))
    for size in sizes:
        if not inner.has(size):
            raise inner.error(size, f"is missing: a {kind} has {', '.join(sizes)}")
    values = {size: np.float64(inner.number(size, 0.0)) for size in sizes}  # overflow to infinity
    axis = {"axis": inner.text("axis", usual_axis, ("x", "y", "z"))} if usual_axis else {}
    with inner.blamed(), np.errstate(all="ignore"):
        tensor = getattr(shapes, kind)(mass, **values, **axis).tensor
    if "length" not in sizes:
        return Body(mass, None, tensor)
    centre = [float(values["length"]) / 2 if letter == axis["axis"] else 0.0 for letter in "xyz"]
    return Body(mass, centre, tensor)


def limits(table: Table, *, turns: bool) -> Limits:
    """Return what the joint of a link's table can bear."""
    inner = table.table("limits")
    inner.allow(*LIMITS)
    values = {
        field: inner.number(
            field, getattr(Limits(), field), angle=turns and field != "effort", infinite=True
        )
        for field in LIMITS
    }
    with inner.blamed():
        return Limits(**values)
