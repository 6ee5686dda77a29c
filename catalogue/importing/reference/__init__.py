"""Keeps titles of which the house has no box for reference, so that guests do not see them."""
