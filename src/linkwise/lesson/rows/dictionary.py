"""What one notation calls a quantity, in another."""

from dataclasses import dataclass
from html import escape

from linkwise.lesson.letters.characters import padded, width
from linkwise.lesson.rows.courses import NOTATIONS

Entry = tuple[str, str, str, str, str]  # meaning, and the four notations in their order

# i is the link and p its parent; all in the axes of link i, except poses.
ENTRIES: tuple[Entry, ...] = (
    ("coordinate of the joint", "θᵢ or dᵢ", "qᵢ", "qᵢ", "θᵢ"),
    ("axis of the joint", "ⁱẐᵢ or âᵢ", "Sᵢ = (â, 0), (0, â)", "ⁱaᵢ", "Aᵢ = (â, â × P_C), (0, â)"),
    ("pose in the parent", "ᵖᵢR, ᵖPᵢ", "ⁱXₚ: motions to i", "ᵖAᵢ, ᵖPᵢ", "Tᵢₚ: frames at the C"),
    ("mass, centre", "mᵢ, ⁱP_Cᵢ", "in Iᵢ", "Mᵢ, ⁱMSᵢ = M P_C", "in Gᵢ"),
    ("inertia", "ᶜⁱIᵢ at C", "Iᵢ at O, 6×6", "ⁱJᵢ at O", "Gᵢ at C, 6×6"),
    ("angular velocity", "ⁱωᵢ", "vᵢ, angular", "ⁱωᵢ", "Vᵢ, angular"),
    ("velocity of O", "", "vᵢ, linear", "ⁱVᵢ", ""),
    ("velocity of C", "", "", "", "Vᵢ, linear"),
    ("angular acceleration", "ⁱω̇ᵢ", "aᵢ, angular", "ⁱω̇ᵢ", "V̇ᵢ, angular"),
    ("acceleration of O", "ⁱv̇ᵢ", "aᵢ, linear, + ω × v", "ⁱV̇ᵢ", ""),
    ("acceleration of C", "ⁱv̇_Cᵢ", "", "", "V̇ᵢ, linear, + ω × v_C"),
    ("gravity enters as", "⁰v̇₀ = −g", "a₀ = −a_g", "⁰V̇₀ = −g", "V̇₀ = (0, −g)"),
    ("force of the motion", "ⁱFᵢ", "I a + v ×* I v, linear", "ⁱFᵢ", "G V̇ − adᵀ G V, linear"),
    ("moment of the motion at C", "ⁱNᵢ", "", "", "G V̇ − adᵀ G V, angular"),
    ("moment of the motion at O", "N + P_C × F", "I a + v ×* I v, angular", "ⁱMᵢ", ""),
    ("force through the joint", "ⁱfᵢ", "fᵢ, linear", "ⁱfᵢ", "Fᵢ, linear"),
    ("moment through the joint at O", "ⁱnᵢ", "fᵢ, angular", "ⁱmᵢ", "Fᵢ, angular, + P_C × f"),
    ("from outside on the link", "ⁱf_eᵢ, ⁱn_eᵢ", "f_xᵢ", "−ⁱf_eᵢ, −ⁱm_eᵢ", "F_eᵢ"),
    ("torque of the motor", "τᵢ = n · Ẑ", "τᵢ = Sᵀ f", "Γᵢ = m · a", "τᵢ = Aᵀ F"),
)  # fmt: skip


@dataclass(frozen=True)
class NotationTable:
    """One row a quantity, one column a notation; `str` prints it.

    Attributes
    ----------
    names
        The notations, as `newton_euler` takes them.
    sources
        Their books.
    entries
        Meaning, and what each notation calls it; empty where it has no letter.
    """

    names: tuple[str, ...]
    sources: tuple[str, ...]
    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        """Return the table as text."""
        rows = [("", *self.names), *self.entries]
        widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(padded(cell, w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        return "\n".join([*lines, "", *self._notes()])

    def markdown(self) -> str:
        """Return the table as Markdown."""
        rows = [("", *self.names), ("---",) * (1 + len(self.names)), *self.entries]
        lines = (f"| {' | '.join(row)} |" for row in rows)
        return "\n".join([*lines, "", *(f"* {note}" for note in self._notes())]) + "\n"

    def _notes(self) -> list[str]:
        origin = "O is the origin of the link's frame, C its centre of mass."
        return [origin, *(f"{n}: {s}" for n, s in zip(self.names, self.sources, strict=True))]

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
            for row in self.entries
        )
        head = "".join(f"<th>{name}</th>" for name in ("", *self.names))
        notes = "<br>".join(map(escape, self._notes()))
        return f"<table><tr>{head}</tr>{rows}</table><p>{notes}</p>"


def notations() -> NotationTable:
    """Return what each notation of `newton_euler` calls a quantity: a table that prints itself.

    The numbers are the same; what differs is the point (O or C), whether angular and linear parts
    stand in one vector, and what is called an acceleration: Featherstone's a and the rate of Lynch
    and Park's V lack the ω × v that a point's acceleration has.

    Returns
    -------
    NotationTable

    References
    ----------
    Craig, *Introduction to Robotics*, section 6.5; Featherstone, *Rigid Body Dynamics Algorithms*,
    table 5.1; Khalil & Dombre, *Modeling, Identification and Control of Robots*, section 9.5; Lynch
    & Park, *Modern Robotics*, section 8.3.

    Examples
    --------
    >>> for entry in notations().entries[-2:]:
    ...     print(entry)
    ('from outside on the link', 'ⁱf_eᵢ, ⁱn_eᵢ', 'f_xᵢ', '−ⁱf_eᵢ, −ⁱm_eᵢ', 'F_eᵢ')
    ('torque of the motor', 'τᵢ = n · Ẑ', 'τᵢ = Sᵀ f', 'Γᵢ = m · a', 'τᵢ = Aᵀ F')
    """
    courses = NOTATIONS.values()
    return NotationTable(tuple(NOTATIONS), tuple(course.source for course in courses), ENTRIES)
