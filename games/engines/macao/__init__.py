"""Les Ombres de Macao, by Charles Chevallier: informants, members and establishments of a gang."""

from . import engine as ENGINE

__all__ = ["ENGINE"]
