"""Measures the solver, its estimates and the levels of bots over many matches."""
