"""What all pictures share: the figure, and the sizes and colours that keep them legible."""

from io import BytesIO

from matplotlib.figure import Figure

TITLE, LABEL = 12, 10  # points
# Told apart by readers with any kind of colour vision: Okabe and Ito's set.
BLACK, GREY = "#000000", "#8c8c8c"
ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#d9c81a"
BLUE, RED, PINK = "#0072b2", "#d55e00", "#cc79a7"


class _Picture(Figure):
    """A figure that belongs to no window and no global state, and shows itself in a notebook."""

    def _repr_png_(self) -> bytes:
        png = BytesIO()
        self.savefig(png, format="png")
        return png.getvalue()


def new_figure(width: float, height: float, title: str) -> Figure:
    """Return an empty figure of a size in inches, with a title above all of it."""
    figure = _Picture(figsize=(width, height), dpi=100, layout="constrained", facecolor="white")
    figure.suptitle(title, fontsize=TITLE)
    return figure
