"""The inertia audit: what is odd about a model, and what two models of one arm differ in."""
