"""Problem sheets, and derivations in which mistakes are hidden."""
