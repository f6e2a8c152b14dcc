"""The rows of both passes, in four notations, as text, LaTeX and HTML."""
