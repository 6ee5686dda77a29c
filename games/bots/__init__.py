"""Automatic players, by level."""

from __future__ import annotations

from .base import Bot, uniform

LEVELS: dict[str, Bot] = {"random": uniform}
