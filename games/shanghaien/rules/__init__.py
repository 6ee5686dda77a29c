"""Shanghaien, by Roman Pelek and Michael Schacht: two captains roll for the crews of a tavern."""

from games.shanghaien.rules import engine as ENGINE

__all__ = ["ENGINE"]
