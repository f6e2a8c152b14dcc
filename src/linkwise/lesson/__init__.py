"""The lesson: the Newton-Euler iterations as they are read, on paper, in a notebook, on screen."""
