"""Shanghaien, by Roman Pelek and Michael Schacht: two captains roll for the crews of a tavern."""

from . import engine as ENGINE

__all__ = ["ENGINE"]
