"""Letters, terms and sentences as they stand on paper, as text and in LaTeX."""
