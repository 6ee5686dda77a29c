"""Automatic players, by level."""

from __future__ import annotations

from .base import Bot, uniform

LEVELS: dict[str, Bot] = {"random": uniform}


def level(game: str, name: str) -> Bot:
    """The bot of that level for that game."""
    return LEVELS[name]
