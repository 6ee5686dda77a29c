"""Les Ombres de Macao, by Charles Chevallier: informants, members and establishments of a gang."""

from games.macao.rules import engine as ENGINE

__all__ = ["ENGINE"]
