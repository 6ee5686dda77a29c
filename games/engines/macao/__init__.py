"""Les Ombres de Macao (Charles Chevallier, Ankama, 2019)."""

from __future__ import annotations

from .engine import ENGINE

__all__ = ["ENGINE"]
