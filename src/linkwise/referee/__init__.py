"""The referee of derivations made by hand: which term is wrong, and by which slip."""
