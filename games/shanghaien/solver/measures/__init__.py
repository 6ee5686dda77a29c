"""What the solver, its estimates and the levels of bots are worth, over many matches."""
